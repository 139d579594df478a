"""Periods of putting right: time to correct, its extension, plans, statements, the town's work."""

from __future__ import annotations

import re

from outfall.reading.acts import TOWN
from outfall.reading.other_periods import is_paperwork, is_report_to_the_town
from outfall.reading.periods import Period
from outfall.reading.told import Told

_SUFFICES = re.compile(
    r"^[^.;()]{0,30}?\b(?:shall|will|is|may|would)\s+(?:be\s+)?(?:deemed\s+|"
    r"considered\s+)?(?:sufficient|suffice|adequate|"
    r"enough|reasonable|required|all\b|satisf)"
)


def short_notice(told: Told) -> str | None:
    """A shorter notice, enough in an emergency, is of the kind of the period it stands in for."""
    period = told.period
    if not (period.quantity.is_notice and _SUFFICES.match(period.after)):
        return None
    main = next((fact for fact in reversed(told.earlier) if fact.condition is None), None)
    if main is not None and main.what in ("cure_period", "city_correction_after"):
        return main.what
    return "emergency_notice_period"


def denial(told: Told) -> str | None:
    """Time for a denial in writing."""
    return None if told.name != "deny" or is_paperwork(told.period) else "denial_due"


_ORDERED = re.compile(
    r"\borders?\b|\bendanger\w*|\bemergenc\w+|\bsuspen\w+|\bcease\b|\bimminent\b|\bharmful\b"
)


def statement(told: Told) -> str | None:
    """Time for the written statement after an emergency order."""
    if told.name != "statement" or is_report_to_the_town(told.period):
        return None
    if re.search(r"\borders?\b", told.period.phrase) or _ORDERED.search(told.acted_on):
        return "statement_due"
    if _ORDERED.search(told.setting.close + told.period.whole):
        return "statement_due"
    return "response_plan_due" if told.setting.is_about_violation(told.period.whole) else None


def response_plan(told: Told) -> str | None:
    """Time to hand in an explanation or a plan."""
    if told.name != "plan" or is_paperwork(told.period) or told.period.is_backward:
        return None
    near = told.period.whole + told.setting.told_before[-300:]
    noticed = re.search(r"\bnotic\w+|\bfailure|\bdeficien", near)
    return "response_plan_due" if noticed or told.setting.is_about_violation(near) else None


_CURE_NEAR = re.compile(
    r"\b(?:correct|compl[iy]|abat|cur[ei]|remed|remov|eliminat|disconnect|violat|repair|restor)\w*"
)


_LONGER = re.compile(
    r"\bexten|\blengthen|\bprolong|\benlarge|\badditional\b|\bmore\s+time\b|"
    r"\bsuch\s+\w+\s+(?:period|time)\b"
)
_ADDED = re.compile(r"\b(?:additional|further|extra)\s+$")


def _lengthens(period: Period) -> bool:
    """Whether a period is added to another, or is the most that one can become."""
    lead = period.before[-90:]
    amount = period.text[period.start : period.quantity.end]
    most = period.bound == "max" and _LONGER.search(f"{lead} {amount}")
    return bool(most or _ADDED.search(lead))


def extension(told: Told) -> str | None:
    """The longest that a time to correct can become."""
    period = told.period
    if period.bound == "min" or re.search(r"\bappeal", period.whole) or is_paperwork(period):
        return None
    if told.name == "extend":
        is_longest = period.bound == "max" or period.lead in ("for", "of", "by", "within", "")
        is_other = re.search(r"\bhearing|\bdecision\b", told.acted_on)
    else:
        is_longest, is_other = _lengthens(period), None
        if told.name not in ("cure", "complete", "town_work"):
            return None
    near = period.whole + told.setting.told_before
    if is_longest and not is_other and _CURE_NEAR.search(near):
        return "cure_period_extended_max"
    return None


_NOTICED = re.compile(r"\bnotic|\bnotif|\border|\bcitation|\bwarn")
_REPAIR = re.compile(
    r"\b(?:correct\w*|remed\w*|abat\w*|clean\w*|restor\w*|measures?|repairs?|violat\w*|"
    r"mitigat\w*|removal|work|"
    r"actions?|compl(?:y|iance))\b"
)


def completion(told: Told) -> str | None:
    """Time within which the correction must be complete."""
    done = told.act is not None and re.search(
        r"\bcomplete\b[^.;,]{0,30}$", told.period.whole[: told.act.start]
    )
    if (
        not (told.name == "complete" or (told.name == "cure" and done))
        or not _REPAIR.search(told.acted_on)
        or is_paperwork(told.period)
    ):
        return None
    told_off = _NOTICED.search(told.period.whole)
    if told_off or told.setting.is_about_violation(told.period.whole):
        return "remediation_complete_within"
    return None


_TOWN_MAY = re.compile(
    TOWN + r"(?:[^.;]{0,60}\b(?:may|shall|will|to))?\s*,?\s*(?:(?:up)?on|after|following|with|by)"
    r"(?:\s+(?:giving|at\s+least|not\s+less\s+than|a))*\s*$"
)


def town_work(told: Told) -> str | None:
    """Time after which the town may begin the work itself."""
    period = told.period
    by_town = period.quantity.is_notice and _TOWN_MAY.search(period.clause_before)
    if period.quantity.is_notice and _MEANS_TO_WORK.search(period.after[:90]):
        return "city_correction_after"
    fails = re.search(r"\b(?:fail|refus|neglect)\w*\b", period.clause_before)
    undone = period.lead == "after" and not fails and _TOWN_THEN.search(period.rest)
    if told.name != "town_work" and not (told.name == "cure" and (by_town or undone)):
        return None
    if not told.setting.is_about_violation(period.whole):
        return None
    waits = told.runs_after or period.lead == "until"
    runs = period.connector and not period.is_backward and waits
    if runs or period.quantity.is_notice:
        return "city_correction_after"
    return None


_MEANS_TO_WORK = re.compile(r"\binten\w+\b.*\b(?:work|abat\w+|correct\w*|repairs?|enter)\b")
_TOWN_THEN = re.compile(r"[^.;]{0,40}?" + TOWN + r"[^.;]{0,80}\b(?:may|shall|will)\b")
_STILL = re.compile(r"\b(?:still|remains?|remained|continues?|continued)\b")


def cure(told: Told) -> str | None:
    """Time to correct."""
    period = told.period
    if told.name not in ("cure", "complete") or period.is_backward or is_paperwork(period):
        return None
    if told.runs_after and period.lead == "after" and _STILL.search(period.rest):
        return None  # tells when the next step begins, not how long somebody has
    if not period.lead and period.connector and not period.bound and _TOWN_THEN.match(period.rest):
        return None  # "ten days after the order the town may"
    if period.lead == "for" and not re.search(
        r"\bperiod|\btime|\bopportunity|\b(?:fail|refus|neglect|continu|persist|remain)\w*",
        period.before[-40:],
    ):
        return None
    near = period.whole + told.setting.told_before[-300:]
    noticed = _NOTICED.search(near)
    failed = re.search(r"\b(?:fail\w*|not|refus\w*)\b", period.before) and _TOWN_THEN.search(
        period.rest
    )
    if noticed or failed or told.setting.is_about_violation(near):
        return "cure_period"
    return None
