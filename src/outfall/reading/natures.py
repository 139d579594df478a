"""Whether a sum is a civil penalty or a fine of a criminal court, and how sure the text is of it.

Ordinances seldom say "criminal" beside the sum. Conviction, guilt, a misdemeanor or imprisonment in
the clause say it; an infraction, a civil action or an administrative order say the contrary. The
word nearest to the sum counts most, then the clause, the sentence, the caption, what was said
before, and what stands above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from outfall.reading.phrases import ways
from outfall.reading.provisions import Kind
from outfall.reading.scope import Place, Scope, Span, sentences

__all__ = ["Nature", "nature_of"]


@dataclass(frozen=True, slots=True)
class Nature:
    """``kind`` is ``civil``, ``criminal``, ``court`` (a court's, of either) or ``schedule``.

    ``is_open`` tells that the text does not say, and that ``kind`` follows from the noun alone;
    ``is_named`` that the sum's own noun says it ("a civil penalty of").
    """

    kind: str
    is_open: bool = False
    is_named: bool = False
    is_sentence: bool = False
    """Whether the sentence itself speaks of a conviction, a misdemeanor or imprisonment."""


_CIVIL_NOUN = ways(
    r"(?:civil|administrative|non-?criminal) (?:(?:monetary|money|and|or|administrative|civil|"
    r"municipal|citation) )*(?:penalt\w+|fines?|forfeitures?|sanctions?|infractions?|citations?|"
    r"charges?)"
    r"(?: or (?:fines?|penalt\w+|forfeitures?))?"
)
_CRIMINAL_NOUN = ways(
    r"criminal (?:(?:monetary|and|or) )*(?:penalt\w+|fines?)", before=r"(?<!non)(?<!non-)\b"
)
_ANY_NOUN = ways(r"penalt(?:y|ies)|fines?|fined|forfeit\w*|punish\w*|sanctions?|judgments?")
_STRONG = r"convict\w*|misdemeanou?rs?|imprison\w*|jail\w*|confine(?:d|ment)|incarcerat\w*"
_PRISON = ways(_STRONG)
_CRIMINAL = ways(
    _STRONG,
    r"guilty|criminal\w*|prosecut\w*|felon\w*|indict\w*|sentenced?",
    "petty offense",
    "summary (?:offense|proceeding|conviction|criminal)s?",
    before=r"(?<!non)(?<!non-)\b",
)
_CIVIL = ways(
    r"civil(?:ly)?(?! (?:rights|engineer|division))",
    "infractions?",
    "non-?criminal",
    r"administrative(?:ly)? (?:penalt|fine|citation|hearing|order|law)\w*",
    "municipal (?:ordinance )?violation",
    "forfeit(?:s|ed|ures?)?",
    "special (?:magistrate|master)|code enforcement board|hearing (?:officer|examiner)",
)
_COURT = ways(
    r"(?:courts?(?! costs?)|judges?|magistrates?|justices?)\b(?:(?!\bconvict)[^.;])*?\b"
    "(?:impose|assess|levy|authori[sz]ed|order|fine|punish)"
)
_IMPOSES = ways(
    "(?:board|commission|council|director|administrator|department|officer|engineer|inspector|"
    "manager|city|town|county|village|township|borough|utility|district|operator)(?:['’]s \\w+)?",
    after=r"(?: (?:may|shall|can|will|is authorized to|it)| finds?\b[^.;]{0,160}?\bit may)"
    r" (?:also )?(?:impose|assess|levy)\b",
)
"""An authority that is no court imposes it."""
_ASSESSED = ways(
    r"be (?:assessed|levied|billed|charged) (?:to|against|on|upon)"
    r" (?:(?:the|an?|any|such|said|each) )?(?:\w+ ){0,2}?(?:owner|person|party|permittee|"
    r"violator|operator|developer|contractor|occupant|propert)\w*"
)
"""A fine that is put to the account of an owner, as an authority does it and no court."""
_ASIDE = ways(
    r"\bin (?:addition to|lieu of)\b[^,.;]*,?",
    r"\bcosts? of (?:\w+ )?prosecution\b",
    r"\bcivil(?:ly)?,? (?:and/or|and|or) criminal(?:ly)?\b|\bcivil, *criminal\b",
    r"\bcriminal(?:ly)?,? (?:and/or|and|or) civil(?:ly)?\b",
    r"\b(?:guilty|responsible) of an? (?:municipal )?(?=civil|infraction|municipal)",
    r"\bin default\b[^.;]*",
    r"\b(?:does|shall|do|is) not (?:be )?(?:(?:constitute|deemed|considered) )?(?:an? )?"
    r"(?:criminal\w*|misdemeanor|conviction)\b[^,.;]*",
    before="",
    after="",
)
"""What speaks of the other nature only to set it apart."""


_REFERS = ways("(?:such|said|the|this|that) (?:fine|penalt|forfeit)|it", before=r"\s*", after="")
"""How a sentence opens that speaks of the penalty of the provision before it."""


def nature_of(scope: Scope, place: Place, sentence: Span, clause: Span, spot: Span) -> Nature:
    """The nature of the sum at ``spot`` of a provision's text."""
    text = place.text
    named = _named(text, sentence, spot)
    if named:
        return Nature(named, is_named=True)
    for span in (clause, sentence):
        kind = _said(text, span, spot)
        if kind:
            is_sentence = kind == "criminal" and _PRISON.search(span.of(text)) is not None
            return Nature(kind, is_sentence=is_sentence)
    for words in _around(scope, place, sentence):
        kind = _heard(words)
        if kind:
            return Nature(kind)
    if place.provision.kind is Kind.ROW:
        return Nature("schedule")
    noun = _last(_ANY_NOUN, text[sentence.start : spot.start])
    is_fined = noun is not None and noun.group().lower().startswith(("fine", "punish"))
    is_fined = is_fined and _ASSESSED.search(text, spot.end, sentence.end) is None
    others = {kind for kind in map(_heard, _neighbours(scope, place)) if kind}
    kind = others.pop() if len(others) == 1 else "criminal" if is_fined else "civil"
    return Nature(kind, is_open=True)


def _named(text: str, sentence: Span, spot: Span) -> str:
    """What the sum's own noun says, before it or after it ("a $500 civil penalty")."""
    right = text[spot.end : min(spot.end + 60, sentence.end)]
    for kind, pattern in (("civil", _CIVIL_NOUN), ("criminal", _CRIMINAL_NOUN)):
        found = pattern.search(right)
        if found and re.fullmatch(
            r"\s*(?:maximum|minimum|daily|per[\s-]+day)?\s*", right[: found.start()]
        ):
            return kind
    left = _blank(_ASIDE, text[sentence.start : spot.start])
    noun = _last(_ANY_NOUN, left)
    if noun is None:
        return ""
    for kind, pattern in (("civil", _CIVIL_NOUN), ("criminal", _CRIMINAL_NOUN)):
        last = _last(pattern, left)
        if last is not None and last.start() <= noun.start() <= last.end() + 1:
            return kind
    return ""


def _said(text: str, span: Span, spot: Span) -> str:
    """What a clause says of itself: the last word before the sum, else the first after it."""
    words = _blank(_ASIDE, span.of(text))
    cut = spot.start - span.start
    left, right = words[:cut], words[cut:]
    civil, criminal = _last(_CIVIL, left), _last(_CRIMINAL, left)
    if criminal is None and _PRISON.search(right) and (civil is None or _PRISON.search(right[:80])):
        return "criminal"
    if civil or criminal:
        nearer = (criminal.start() if criminal else -1) > (civil.start() if civil else -1)
        return "criminal" if nearer else "civil"
    if _COURT.search(left):
        return "court"
    if _IMPOSES.search(left) and not _CRIMINAL.search(right):
        return "civil"
    return _heard(right)


@lru_cache(maxsize=512)
def _heard(words: str) -> str:
    """What a stretch of text says, where it says one thing only, or one thing first."""
    words = _blank(_ASIDE, words)
    civil, criminal = _CIVIL.search(words), _CRIMINAL.search(words)
    if civil and criminal:
        return ""
    return "civil" if civil else "criminal" if criminal else ""


def _around(scope: Scope, place: Place, sentence: Span) -> Iterator[str]:
    """What stands around a sentence, the nearest first."""
    yield place.provision.caption
    earlier = [one.of(place.text) for one in sentences(place.text) if one.end <= sentence.start]
    yield from reversed(earlier)
    for above in scope.parents(place.number):
        yield above.provision.caption
        yield from reversed([one.of(above.text) for one in sentences(above.text)])
    before = scope.before(place.number)
    if before and _REFERS.match(sentence.of(place.text)):
        yield from reversed([one.of(before) for one in sentences(before)])
    yield scope.heading(place.number)


def _neighbours(scope: Scope, place: Place) -> Iterator[str]:
    """Sentences of the section's provisions that name a penalty: they may all be of one kind."""
    for other in scope.law():
        if other.provision.section == place.provision.section and _ANY_NOUN.search(other.text):
            yield from (one.of(other.text) for one in sentences(other.text))


def _last(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    found = list(pattern.finditer(words))
    return found[-1] if found else None


def _blank(pattern: re.Pattern[str], words: str) -> str:
    """The words with what a pattern finds blanked out, every place kept."""
    return pattern.sub(lambda found: " " * len(found.group()), words)
