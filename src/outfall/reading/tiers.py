"""What an offense brings by its number: fines, a warning, an order to stop, imprisonment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from outfall.reading.fact import Fact
from outfall.reading.fine import Fine
from outfall.reading.fine_tiers import inherited_tier
from outfall.reading.fines import fines
from outfall.reading.penalties import unique
from outfall.reading.provisions import Text
from outfall.reading.quantities import Quantity, quantities
from outfall.reading.scope import Place, Scope, Span, pieces, sentences
from outfall.reading.tables import columns
from outfall.reading.tiering import Mention, Tiers, mentions

__all__ = ["facts_of"]


def facts_of(text: Text) -> list[Fact]:
    """The tiers of a text and its terms of imprisonment, in order."""
    scope = Scope(text)
    found = [_of_fine(one) for one in fines(scope) if one.tier is not None]
    table = columns(scope)
    for place in scope.law():
        found += _steps(scope, place)
        for column in table.get(place.number, ()):
            if column.tier and _WARNING.search(column.span.of(place.text)):
                bare = place.fact("tier", "tier_warning", column.span)
                found.append(replace(bare, tier=column.tier))
        found += _imprisonment(scope, place)
    return unique(found)


def _of_fine(one: Fine) -> Fact:
    """The fact that a fine of a tier is."""
    remarks = list(one.quantity.remarks)
    if one.per == "day":
        remarks.append("the fine is for each day")
    return replace(
        one.place.fact("tier", f"tier_fine_{one.bound}", one.span),
        value=one.value,
        unit="usd",
        tier=one.tier,
        condition=one.condition,
        is_blank=one.quantity.is_blank,
        remarks=tuple(remarks),
    )


_WARNING = re.compile(
    r"\b(?:(?:written|verbal|oral|formal|courtesy)\s+(?:and/or\s+|"
    r"or\s+)?)*warnings?\b(?!\s+(?:sign|device|label))",
    re.IGNORECASE,
)
_NOTICE_ALONE = re.compile(
    r"\s*[:.|—–-]+\s*(?:(?:an?|the|written|formal)\s+)*notices?\s+of\s+violation\b(?=[^$]*$)",
    re.IGNORECASE,
)
"""The first step of a list that costs nothing yet: "First offense: notice of violation"."""
_NO_WARNING = re.compile(
    r"\b(?:without|no|not|instead\s+of|in\s+lieu\s+of|after|following|ignor\w+|"
    r"despite)\s+(?:\w+\s+){0,3}$",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\bstop[\s-]+work\b|\b(?:cease|halt|stop)\w*\s+(?:of\s+)?all\s+(?:\w+\s+){0,2}(?:work|"
    r"activit)|\ball\s+(?:\w+\s+){0,2}(?:work|activit(?:y|ies))\s+(?:\w+\s+){0,2}(?:stop|ceas|halt)",
    re.I,
)
_AT_ONCE = re.compile(
    r"\bimmediate(?:ly)?\b|\bat\s+once\b|\bforthwith\b|\bwithout\s+(?:\w+\s+){0,3}(?:warning|"
    r"notice)\b|"
    r"\bin\s+lieu\s+of\s+(?:a\s+|any\s+)?(?:notice|warning)\b|\bno\s+(?:\w+\s+)?warning\b",
    re.IGNORECASE,
)


_PROVISO = re.compile(
    r"\b(?:provided(?:,?\s+however)?,?\s+that|except\s+that|if|where|unless|when)\b[^.;$]*\b"
    r"(?:imminent|emergenc\w+|threat\w*|danger\w*|permit)\b",
    re.IGNORECASE,
)
"""The case in which the work is stopped whichever offense it is."""
_TIME_TO_CORRECT = re.compile(
    r"\W*[^.;$]{0,60}?\b(?:(?:shall|must|will)\s+(?:then\s+)?have\s+[^.;]{0,60}?"
    r"\b(?:days?|hours?)\b[^.;]{0,60}?\b(?:correct|remed|compl|cure|abate)\w*|"
    r"if\s+[^.;]{0,80}?\bnot\s+(?:been\s+)?(?:correct|remed|cure|abate)\w*)",
    re.IGNORECASE,
)
"""What the next sentence says where a warning is not all: time to correct, and what then."""


def _steps(scope: Scope, place: Place) -> Iterator[Fact]:
    """Warnings and orders to stop at once, where the clause says for which offense."""
    text = place.text
    seen = 0
    for sentence in sentences(text):
        for clause in pieces(text, sentence):
            spots = [
                Span(one.start(), one.end())
                for one in _WARNING.finditer(text, clause.start, clause.end)
                if not _NO_WARNING.search(text[clause.start : one.start()])
            ]
            halt = _halt(text, clause)
            named = mentions(text, clause, seen)
            if not spots and not halt:
                spots = _notices_alone(text, clause, named)
            seen = max([seen, *(one.tier for one in named)])
            if _TIME_TO_CORRECT.match(text, clause.end):
                spots = []
            done = [("tier_warning", span) for span in spots]
            for what, span in [*done, *(("tier_stop_work_immediate", span) for span in halt)]:
                tier = _tier_of(scope, place, clause, span)
                if tier:
                    yield replace(place.fact("tier", what, span), tier=tier)


def _notices_alone(text: str, clause: Span, named: list[Mention]) -> list[Span]:
    """The notice of violation that is all an offense brings, which warns and fines nobody."""
    found = [_NOTICE_ALONE.match(text, one.end, clause.end) for one in named]
    return [Span(one.start(), one.end()) for one in found if one]


def _halt(text: str, clause: Span) -> list[Span]:
    """The order to stop at once that a clause names, unless it is for emergencies alone."""
    pairs = [
        Span(min(stop.start(), at_once.start()), max(stop.end(), at_once.end()))
        for stop in _STOP.finditer(text, clause.start, clause.end)
        for at_once in _AT_ONCE.finditer(text, clause.start, clause.end)
    ]
    nearest = min(pairs, default=None, key=lambda span: span.end - span.start)
    if nearest is None or _PROVISO.search(text, clause.start, nearest.start):
        return []
    return [nearest]


def _tier_of(scope: Scope, place: Place, clause: Span, span: Span) -> int | None:
    """The tier of a step: of its clause, else of what it stands under."""
    tiers = Tiers.of(place.text, clause, [span])
    return tiers.at(span) or (None if tiers.found else inherited_tier(scope, place))


_PRISON = re.compile(
    r"\b(?:imprison\w*|jail\w*|confine(?:d|ment)|incarcerat\w*|prison|workhouse|hard\s+labou?r|"
    r"house\s+of\s+correction|penal\s+institution|committed\s+to|sentence\s+of|term\s+not)\b",
    re.IGNORECASE,
)
_NO_TERM = re.compile(
    r"\b(?:within|after|before|prior\s+to|following|period\s+of\s+(?:\w+\s+)?(?:probation|"
    r"time\s+within)|each|every|per|last|"
    r"past|preceding|previous|once|same)\s*$|\bwithin\b[^,;.]{0,25}$|"
    r"\bcommitted\s+within\b[^,;]{0,30}$",
    re.IGNORECASE,
)


def _imprisonment(scope: Scope, place: Place) -> Iterator[Fact]:
    """The longest imprisonment, with its tier: "imprisonment for 60 days", "six months in jail"."""
    text = place.text
    for sentence in sentences(text):
        if not _PRISON.search(text, sentence.start, sentence.end):
            continue
        terms = [
            one
            for one in quantities(text)
            if one.is_time
            and sentence.start <= one.start < sentence.end
            and _is_term(text, sentence, one)
        ]
        spots = [Span(one.start, one.end) for one in terms]
        for clause in pieces(text, sentence):
            tiers = Tiers.of(text, clause, spots)
            for one, spot in zip(terms, spots, strict=True):
                if clause.start <= spot.start < clause.end:
                    yield _term(place, one, spot, tiers.at(spot) or inherited_tier(scope, place))


def _term(place: Place, one: Quantity, spot: Span, tier: int | None) -> Fact:
    before = place.text[max(0, spot.start - 140) : spot.start]
    default = re.search(
        r"\bin\s+default\s+of\b|\bfail\w*\s+to\s+pay\b|\buntil\b", before, re.IGNORECASE
    )
    return replace(
        place.fact("imprisonment", "imprisonment_max", spot),
        value=one.value,
        unit=one.unit,
        tier=tier,
        condition="default_of_payment" if default else None,
        is_blank=one.is_blank,
        remarks=one.remarks,
    )


def _is_term(text: str, sentence: Span, one: Quantity) -> bool:
    """Whether a period is a term of imprisonment: prison governs it, and it is no time to act."""
    left = text[max(sentence.start, one.start - 110) : one.start]
    right = text[one.end : min(one.end + 45, sentence.end)]
    if _NO_TERM.search(left) or re.match(
        r"\s*(?:after|of\s+(?:the\s+)?(?:notice|service|receipt)|from)\b", right, re.I
    ):
        return False
    if re.search(
        r"\b(?:not|no)\s+less\s+than\s*$|\bat\s+least\s*$|\bminimum\s+of\s*$", left, re.IGNORECASE
    ):
        return False
    more = re.search(r"\b(?:more|longer|greater)\s+than\s*$", left, re.IGNORECASE)
    if more and not re.search(r"\b(?:not|no|nor)\b", left[max(0, more.start() - 40) :], re.I):
        return False
    if re.match(
        r"['’]?\s*(?:in\s+(?:the\s+)?(?:\w+\s+){0,2}(?:jail|prison|workhouse)|"
        r"(?:of\s+)?(?:imprisonment|"
        r"confinement|incarceration|jail))\b",
        right,
        re.I,
    ):
        return True
    found = [*_PRISON.finditer(left)]
    if not found:
        return False
    between = left[found[-1].end() :]
    return re.search(r"[$;]|\bfine\b|\bnotice\b", between, re.IGNORECASE) is None
