"""Periods of money and of the town's notices: when a cost or a penalty is due, and is told."""

from __future__ import annotations

import re

from outfall.reading.other_periods import is_paperwork, is_report_to_the_town
from outfall.reading.told import COST, PENALTY, Told

_COLLECTS = re.compile(
    r"\b(?:bring|fil|institut|commenc|initiat|maintain|pursu|tak)\w*\b[^.;]{0,50}?\b(?:action|"
    r"suit|lawsuit|proceedings?|claim)\b|"
    r"\bsue\b|\b(?:civil|legal|court)\s+action\b|\b(?:collect|recover|"
    r"enforce)\w*\b[^.;]{0,80}?\b(?:court|suit)\b"
)


_STATED = re.compile(
    r"\b(?:itemi[sz]ed\s+|the\s+|a\s+|such\s+)statements?\b|\binvoice|\bpost-?\s?mark"
)


def payment(told: Told) -> str | None:
    """Time to pay, by what is owed and what follows when it is not."""
    period = told.period
    if told.name not in ("pay", "sue") or is_paperwork(period):
        return None
    if PENALTY.search(told.acted_on) and not told.is_cost:
        return "penalty_payment_due"
    if not told.is_cost and not COST.search(period.clause_before):
        if PENALTY.search(period.whole):
            return "penalty_payment_due"
        if not _STATED.search(told.acted_on + " " + period.phrase):
            return None
    known = {fact.value for fact in told.earlier if fact.what == "cost_payment_due"}
    sued = _COLLECTS.search(period.rest) and not re.search(r"\blien\b|\bassess", period.rest)
    waits = period.lead in ("for", "after") or told.name == "sue"
    if sued and (waits or (known and period.quantity.value not in known)):
        return "suit_after"
    return "cost_payment_due"


_TO_THE_PARTY = re.compile(
    r"\b(?:violator|owners?|person|permittee|occupants?|operator|applicant|responsible|"
    r"discharger|developer|offender|"
    r"user|contractor|respondent)\b|\bviolation\b|\bnov\b|\bcitation\b|\bnotice\s+to\s+(?:comply|"
    r"correct)\b"
)


_PARTY_TELLS = re.compile(
    r"\b(?:users?|owners?|permittees?|dischargers?|operators?|persons?|applicants?|violators?|"
    r"contractors?|holders?|facility|industry)\s+(?:\w+\s+)?(?:shall|must|will|has\s+to|is\s+to)\s+(?:\w+\s+)?"
    r"(?:notify|report\s+to|inform|advise|tell)\s+(?:the\s+)?(?:\w+\s+){0,2}?(?:authority|\w*"
    r"(?:city|town|village|county|township|borough|municipality|department|director|engineer|"
    r"administrator|manager|official|agency|coordinator|superintendent))\b"
)


_WHAT_IS_TOLD = re.compile(
    r"\b(?:notif|inform|advis|tell|notice)\w*\b[^.;]{0,60}?\bthat\b[^.;,]{0,60}\b(?:is|are|be|shall|must|"
    r"will)\b[^.;,]{0,40}$"
)
"""Before a period that the notice tells of, and that is no time for the notice."""


def notice(told: Told) -> str | None:
    """Time for the town's own notice: of the cost, or of the violation."""
    period = told.period
    waits = told.runs_after and period.connector and not period.quantity.is_blank
    if told.name != "notify" or period.is_backward or waits or is_report_to_the_town(period):
        return None
    if _PARTY_TELLS.search(period.whole) or _WHAT_IS_TOLD.search(period.clause_before):
        return None
    near = told.acted_on + " " + period.phrase
    if COST.search(near) and (told.thing in ("abatement", "") or "abate" in near):
        return "cost_notice_within"
    if told.thing == "abatement" and told.is_cost:
        return "cost_notice_within"
    found = told.thing in ("determination", "discovery", "violation") or re.search(
        r"\b(?:determin|find|found|discover|inspect|observ|complain|verif)\w*",
        period.before + told.setting.told_before,
    )
    is_found = told.thing in ("determination", "discovery")
    for_party = is_found or _TO_THE_PARTY.search(told.acted_on)
    return "notice_issue_within" if found and for_party and not is_paperwork(period) else None
