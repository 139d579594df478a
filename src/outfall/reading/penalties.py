"""Penalties that don't count offenses, fees, and what makes a violation a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from outfall.reading.fact import Fact
from outfall.reading.fine import Fine
from outfall.reading.fines import fines
from outfall.reading.phrases import ways
from outfall.reading.provisions import Text
from outfall.reading.quantities import quantities
from outfall.reading.scope import Place, Scope, Span, pieces, sentences

__all__ = ["facts_of"]


def facts_of(text: Text) -> list[Fact]:
    """The penalties of a text, in order; what one provision says twice is one fact."""
    scope = Scope(text)
    found = [_of_fine(one) for one in fines(scope) if one.tier is None]
    for place in scope.law():
        found += _separate_offenses(place)
        found += _fees(scope, place)
    return unique(found)


def unique(facts: list[Fact]) -> list[Fact]:
    """Facts in the order of the text, each once for a provision."""
    kept: dict[tuple[object, ...], Fact] = {}
    for one in sorted(facts, key=lambda fact: (fact.start, fact.end)):
        kept.setdefault(
            (one.kind, one.what, one.value, one.unit, one.tier, one.condition, one.provision), one
        )
    return list(kept.values())


def _of_fine(one: Fine) -> Fact:
    """The fact that a fine without a tier is."""
    what, others = _what(one)
    remarks = list(one.quantity.remarks)
    if what.endswith("per_day_max") and one.bound == "exact":
        remarks.append("the text fixes the amount; it names no maximum")
    return replace(
        one.place.fact("penalty", what, one.span),
        value=one.value,
        unit="usd_per_day" if "per_day" in what else "usd",
        anchor=one.anchor if "per_day" in what else None,
        condition=one.condition,
        is_blank=one.quantity.is_blank,
        alternatives=others,
        remarks=tuple(remarks),
    )


def _what(one: Fine) -> tuple[str, tuple[str, ...]]:
    """The word for a fine, and the words that the text allows too."""
    kind, bound, is_day = one.nature.kind, one.bound, one.per == "day"
    if one.per == "total":
        return "civil_penalty_total_max", ()
    civil = f"civil_penalty_per_{'day' if is_day else 'violation'}_{bound}"
    criminal = f"criminal_fine_per_day_{bound}" if is_day else f"criminal_fine_{bound}"
    if is_day and bound == "exact":
        civil = "civil_penalty_per_day_max"
    if not is_day and bound == "exact":
        criminal = "criminal_fine_max" if one.nature.is_sentence else "fine_exact"
    if kind == "court" and bound == "max" and not is_day:
        return "court_penalty_per_violation_max", ("civil_penalty_per_violation_max", criminal)
    if kind == "schedule" and bound == "exact" and not is_day:
        return "fine_exact", (civil,)
    if kind == "criminal":
        others = (civil,) if one.nature.is_open else ()
        return criminal, others + (("criminal_fine_max",) if criminal == "fine_exact" else ())
    if bound == "exact" and not is_day and not one.nature.is_named:
        is_fine = one.nature.is_open
        return ("fine_exact", (civil,)) if is_fine else (civil, ("fine_exact",))
    return civil, (criminal,) if one.nature.is_open or kind == "court" else ()


_EACH = re.compile(
    r"\b(?:each|every|any|per|a|one)\s+(?:and\s+every\s+)?(?:(?:calendar|additional|such|"
    r"subsequent|full|"
    r"single|further|separate|successive|continuing|consecutive|twenty-?\s?four|\(24\)|24)[\s-]+)*"
    r"(?P<unit>days?|weeks?|months?|hours?)(?:['’]s?)?\b",
    re.IGNORECASE,
)
_A_NEW = "separate|separable|repeat|distinct|new|additional|independent|successive|another|fresh"
_NEW = ways(
    rf"(?:{_A_NEW})(?:[\s,/]+(?:and|or|different|punishable|civil|municipal|criminal|and/or|"
    rf"{_A_NEW}))*"
    r"[\s,]+(?:offen[sc]es?|violations?|infractions?|misdemeanou?rs?|breach(?:es)?|occurrences?|"
    r"crimes?)",
    r"(?:offen[sc]e|violation|infraction)s? (?:\w+ ){0,3}?(?:separate|distinct|anew)",
    "(?:offen[sc]e|violation|infraction) (?:of its own|by itself|in itself)",
    "counts? separately|counted separately|separately punishable|punishable separately",
)
_SUM_BEFORE = re.compile(
    r"(?:\$\s*[\d,.]*\d|\bdollars?\)?(?:\s*\(\$[\d,.]+\))?)\s*(?:(?!and\b|with\b)\w+\s+){0,2}$",
    re.IGNORECASE,
)
"""A sum that is for each day: "$50 for each day", and not "$50, and each day is ..."."""


def _separate_offenses(place: Place) -> Iterator[Fact]:
    """What period makes a violation a new one: a day, a week, or twenty-four hours."""
    text = place.text
    for sentence in sentences(text):
        for clause in pieces(text, sentence):
            new = _NEW.search(text, clause.start, clause.end)
            if not new or _is_denied(text, clause, new):
                continue
            found = _period(text, clause, new)
            if found:
                span, value, unit = found
                bare = place.fact("penalty", "separate_offense_period", span)
                yield replace(bare, value=value, unit=unit)


def _is_denied(text: str, clause: Span, new: re.Match[str]) -> bool:
    """Whether a clause says that days are not separate offenses."""
    before = text[max(clause.start, new.start() - 40) : new.start()]
    return (
        re.search(
            r"\b(?:not|no)\s+(?:be\s+|constitute\s+|deemed\s+|considered\s+|a\s+|an\s+)*$",
            before,
            re.I,
        )
        is not None
    )


def _period(text: str, clause: Span, new: re.Match[str]) -> tuple[Span, int, str] | None:
    """The period of a clause that speaks of a new offense."""
    for one in _EACH.finditer(text, clause.start, clause.end):
        if _SUM_BEFORE.search(text[clause.start : one.start()]):
            continue
        if re.match(r"(?:a|one|any)\s", one.group(), re.IGNORECASE) and not _is_repeated(text, one):
            continue
        unit = one["unit"].lower().rstrip("s") + "s"
        if unit == "hours":
            return Span(one.start(), new.end()), 24, "hours"
        start, end = min(one.start(), new.start()), max(one.end(), new.end())
        return Span(start, end), 1, unit
    for quantity in quantities(clause.of(text)):
        start = clause.start + quantity.start
        before = text[max(clause.start, start - 24) : start]
        if (
            quantity.is_time
            and isinstance(quantity.value, int)
            and re.search(r"\b(?:each|every)\s+(?:period\s+of\s+)?$", before, re.I)
        ):
            return Span(start, clause.start + quantity.end), quantity.value, quantity.unit
    return None


def _is_repeated(text: str, one: re.Match[str]) -> bool:
    """Whether "a day" or "any day" stands for each: "any day on which a violation continues"."""
    after = text[one.end() : one.end() + 50]
    return (
        re.match(r"\s*(?:on|upon|that|during|in|or\s+(?:part|portion))\b", after, re.I) is not None
    )


_REINSPECTION = re.compile(r"\bre-?\s?inspections?\b", re.IGNORECASE)
_APPEAL = re.compile(r"\b(?:appeals?|appellants?|appealing)\b", re.IGNORECASE)
_FEE = re.compile(r"\b(?:fees?|charges?|costs?)\b", re.IGNORECASE)
_OTHER_FEE = re.compile(
    r"\b(?:permit|application|plan|review|inspection(?<!reinspection)(?<!re-inspection)"
    r"(?<!re inspection)|license|attorney\w*|administrative|late)\s*['’]?s?\s+fees?\b",
    re.IGNORECASE,
)


def _fees(scope: Scope, place: Place) -> Iterator[Fact]:
    """Fees for inspecting again and for an appeal; no other fee is a matter of enforcement."""
    text = place.text
    for sentence in sentences(text):
        said = sentence.of(text)
        if "$" not in said and "dollar" not in said.lower():
            continue
        for one in quantities(said):
            if one.unit != "usd":
                continue
            near = said[max(0, one.start - 160) : one.end + 120]
            if not _FEE.search(near) or _OTHER_FEE.search(
                said[max(0, one.start - 40) : one.end + 40]
            ):
                continue
            caption = place.provision.caption
            what = (
                "reinspection_fee_min"
                if _REINSPECTION.search(near) or _REINSPECTION.search(caption)
                else "appeal_fee"
                if _APPEAL.search(near) or _APPEAL.search(caption)
                else ""
            )
            if not what or not _is_fee(said, one.start, one.end):
                continue
            span = Span(sentence.start + one.start, sentence.start + one.end)
            yield replace(
                place.fact("penalty", what, span),
                value=one.value,
                unit="usd",
                is_blank=one.is_blank,
                remarks=one.remarks,
            )


def _is_fee(said: str, start: int, end: int) -> bool:
    """Whether a fee governs a sum: the noun after it, or the nearest before it."""
    after = re.match(r"\s*(?:\w+[\s-]+){0,3}?fees?\b", said[end:], re.IGNORECASE)
    if after:
        return True
    nouns = [
        *re.finditer(
            r"\b(?:(?P<fee>fees?|charges?)|penalt\w+|fines?|fined|bonds?|deposits?|"
            r"costs?)\b",
            said[:start],
            re.I,
        )
    ]
    return bool(nouns) and nouns[-1]["fee"] is not None
