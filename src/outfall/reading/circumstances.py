"""In which case a period holds: in an emergency, or for a first, second or later offense."""

from __future__ import annotations

import re

from outfall.reading.periods import Period
from outfall.reading.setting import Setting

_EMERGENCY = re.compile(
    r"\b(?:immediate|imminent|immediately)\b[^.;]{0,60}\b(?:danger\w*|hazard\w*|threat\w*|"
    r"endanger\w*|risk|harm)\b|"
    r"\bemergenc(?:y|ies)\b|\b(?:becomes?|constitutes?|presents?|"
    r"poses?)\s+an?\s+(?:\w+\s+){0,3}(?:danger|hazard|threat)\b|"
    r"\bdanger\s+to\s+(?:the\s+)?public\b|\bimminent\b"
)
_REFERS = re.compile(
    r"\b(?:that|such|said|this)\s+(?:written\s+)?(?:notice|order|notification|case|event)\b"
)
_BOTH = re.compile(r"\bfirst\s+(?:and|or)\s+second\b")
_OFFENSE = r"\s+(?:\w+\s+){0,2}?(?:violation|offen[sc]e|conviction|infraction|notice)"
_TIERS = (
    (1, re.compile(r"\b(?:first|initial|1st)" + _OFFENSE)),
    (2, re.compile(r"\b(?:second|2nd)" + _OFFENSE)),
    (3, re.compile(r"\b(?:third|3rd|fourth)(?:\s+(?:and|or|each|any|&))*" + _OFFENSE)),
)


def condition_of(period: Period, told_before: str) -> str | None:
    """The case in which alone a period holds; None where it always does."""
    if _in_emergency(period):
        return "emergency"
    last = told_before.rstrip()[-400:]
    last = re.split(r"(?<=[.;])\s", last)[-1]
    if _REFERS.search(period.before) and _EMERGENCY.search(last):
        return "emergency"
    if _BOTH.search(period.whole) or _BOTH.search(last):
        return "first_second_offense"
    return None


def _in_emergency(period: Period) -> bool:
    """Whether the words of the clause before the period name an emergency."""
    found = _EMERGENCY.search(period.clause_before)
    if found and not re.match(
        r"\W*(?:order|response|suspension)\b", period.text[period.clause[0] :][found.end() :]
    ):
        return True
    after = re.split(r"\(|\bexcept\b|\bprovided\b", period.clause_after[:120])[0]
    return period.quantity.is_notice and bool(_EMERGENCY.search(after))


def tier_of(period: Period, setting: Setting, what: str) -> int | None:
    """Of which offense a period speaks, where the words right before it or its caption say so."""
    if what not in ("lookback_period", "cure_period", "remediation_complete_within"):
        return None
    found = [
        (match.start(), tier)
        for tier, pattern in _TIERS
        for match in pattern.finditer(period.before)
    ]
    if found and what == "lookback_period":
        return max(found)[1]
    opening = (setting.above[-60:] + " " + setting.own[:40]).strip()
    tiers = [tier for tier, pattern in _TIERS if pattern.search(setting.own[:40])]
    return tiers[0] if len(tiers) == 1 and opening else None
