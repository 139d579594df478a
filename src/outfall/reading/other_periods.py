"""Periods that ordinances hold and that are no deadline of a violation: told apart by their words.

Storms, sentences to jail, inspections by the week, records kept for years, permits that run out,
plants that must grow, spills to be reported: each is known by what stands right around it.
"""

from __future__ import annotations

import re

from outfall.reading.periods import Period

_AFTER = re.compile(
    r"^[\s,-]*(?:"
    r"(?:\w+\s+){0,2}?(?:storms?|rain\w*|precipitation|events?|frequency|return|design|flood\w*|"
    r"recurrence|runoff|hydrograph|interval|peak|draw-?down|detention|snow\w*)\b|"
    r"(?:in\s+(?:the\s+)?(?:\w+\s+){0,2}jail|imprisonment|incarceration|in\s+prison)|"
    r"(?:a|per|each|every)\s+(?:day|week|month|year)\b|past\s+due\b|overdue\b|in\s+arrears\b|old\b|of\s+age\b|"
    r"(?:of|after|from|following)\s+(?:any\s+|each\s+|a\s+|the\s+)?(?:\w+\s+){0,3}"
    r"(?:storms?\b(?!\s+(?:water|sewer|drain))|rain\w*|precipitation)"
    r")"
)
_BEFORE = re.compile(
    r"(?:\b(?:imprison\w*|jail\w*|confine\w*|incarcerat\w*|custody|prison)\b[^.;]{0,70}|"
    r"\b(?:every|each|once\s+(?:in\s+)?(?:every|each|per)|per|(?:for\s+)?each\s+(?:such\s+|"
    r"additional\s+|"
    r"succeeding\s+|consecutive\s+)?)\s*)$"
)
_NEARBY = re.compile(
    r"\b(?:inspect(?:ed|ions?|s)?\s+(?:\w+\s+){0,4}(?:every|at\s+least|once|within|not\s+less)|"
    r"(?:records?|logs?|reports?|copies|documents?|data|documentation|"
    r"results)\b[^.;]{0,80}\b(?:retain\w*|kept|"
    r"maintain\w*|preserv\w*|stored?)|(?:retain|keep|maintain|"
    r"preserve)\w*\b[^.;]{0,60}\b(?:records?|logs?|reports?|"
    r"copies|documents?|documentation|data)|"
    r"(?:permits?|approvals?|license|certification|plan|agreement|variance|bond|"
    r"letter\s+of\s+credit|warranty|surety)\b"
    r"[^.;]{0,70}\b(?:valid|expires?|expired?|expiration|lapse[sd]?|effective\s+for|term\s+of|"
    r"remain\s+in\s+"
    r"(?:full\s+)?(?:force|effect)|void|renew\w*|terminates?|in\s+effect\s+for)|"
    r"(?:valid|good|effective)\s+for|stabili[sz]\w*|\bseed(?:ed|ing)|\bmulch\w*|\bsod\b|"
    r"vegetat(?:ion|ive|ed)|"
    r"as-?built|record\s+drawings?|(?:warranty|maintenance|guarantee)\s+(?:bond|period)|"
    r"(?:construction|grading|development|building|land[\s-]disturb\w+\s+activit\w+|"
    r"work)\s+(?:must|shall|has|have|is|are|will)"
    r"[^.;]{0,40}\b(?:commenc|begin|begun|start|ceased)|no\s+(?:construction\s+)?activity|"
    r"temporarily\s+ceased|members?\s+(?:of\s+the\s+\w+\s+)?(?:shall|may|are|is|serve)\b|"
    r"terms?\s+of\s+office|"
    r"permanent(?:ly)?\s+ceas\w+|recorded?\s+(?:with|in|at)\b|publicly\s+available|training|"
    r"educat\w+|"
    r"dwell(?:ing)?\s+time|drain(?:s|ed|age)?\s+(?:down|completely|within)|dewater\w*|"
    r"infiltrat\w*|draw\s*down)"
)
_APPLIES = re.compile(
    r"\b(?:applications?|applicants?\s+(?:shall|must|may)\s+(?:submit|file|re)|pre-?construction|"
    r"plan\s+(?:review|approval|submittal)|site\s+plans?|notice\s+of\s+intent\s+\(|\bnoi\b|"
    r"notice\s+of\s+termination|"
    r"user\s+fees?|late\s+(?:fees?|payment)|storm\s?water\s+(?:utility\s+)?(?:bills?|fees?|"
    r"charges?)|utility\s+(?:fees?|charges?|bills?)|service\s+charges?|variances?|"
    r"credits?\s+(?:application|policy|"
    r"request)|inspection\s+reports?|annual\s+(?:report|certif\w+|inspection)|"
    r"maintenance\s+agreement|swppps?\b|"
    r"completion\s+of\s+construction|certificate\s+of\s+completion|final\s+inspection|"
    r"transfer\s+of\s+(?:ownership|title)|"
    r"register(?:ed|ation)?)"
)
_SPILL = re.compile(
    r"\b(?:notify|notifies|notified|report(?:s|ed)?|notification|"
    r"notice\s+shall\s+be)\b[^.;]{0,140}\b(?:city|town|village|"
    r"county|department|agency|agencies|director|authority|authorities|official|engineer|911|"
    r"dispatch|"
    r"municipality|coordinator|administrator)\b|"
    r"\b(?:in\s+person|by\s+(?:tele)?phone|facsimile)\b[^.;]{0,80}\b(?:notif|report|discharge|"
    r"release)|"
    r"\bconfirmed\s+by\s+written\s+notice|phone\s+notice|\breport(?:s|ed|ing)?\s+(?:the|any|such|"
    r"all|a)\s+(?:\w+\s+)?"
    r"(?:spill|release|discharge|leak)"
)
_SPILLED = re.compile(
    r"\b(?:spill(?:s|ed)?|releases?d?|leak(?:s|ed)?|discharges?d?|non-?compliance|bypass|upset)\b"
)
_VIOLATION = re.compile(
    r"\bviolat\w*|\bnotices?\s+(?:to|of)\s+(?:comply|correct)|\borders?\b|\bnuisance|"
    r"\bnon-?complian\w+|\billicit|"
    r"\bnotified\b|\bnov\b|\bpenalt\w+|\bcitations?\b|\boffens\w+|\bcorrection\s+notice"
)


_BACK = re.compile(r"\b(?:this|that|said|such|these|same|foregoing|aforesaid)\s+$")
"""Before a period that was told already: "within this 30-day period"."""


_NEVER = re.compile(
    r"\brefund(?:s|ed|ing)?\b[^.;]{0,90}$|"
    r"\b(?:liens?|judgments?)\b[^.;]{0,40}\b(?:continues?|remains?|lasts?|expires?|valid|enforceable|"
    r"effective|in\s+(?:effect|force))\b[^.;]{0,40}$"
)
"""Before a period that is the town's own debt, or how long a lien lasts."""


def is_other(period: Period) -> bool:
    """Whether a period is for something that no deadline of the vocabulary is for."""
    clause = period.in_clause
    if _BACK.search(period.before[-20:]) or _NEVER.search(period.clause_before):
        return True
    tail = period.text[period.quantity.end : period.quantity.end + 60]
    if _AFTER.match(tail) or _BEFORE.search(period.before[-110:].rstrip() + " "):
        return True
    return bool(_NEARBY.search(clause)) and not _VIOLATION.search(period.whole)


def is_paperwork(period: Period) -> bool:
    """Whether it is part of an application, a plan's review, a bill for service or a report."""
    return bool(_APPLIES.search(period.whole)) and not _VIOLATION.search(period.whole)


_FOR_SERVICE = re.compile(
    r"\b(?:user\s+fees?|utility\s+(?:fees?|charges?|bills?)|service\s+charges?|credits?\b|"
    r"storm\s?water\s+(?:utility\s+)?(?:bills?|fees?|charges?)|impervious)"
)


def is_about_service(period: Period) -> bool:
    """Whether it is for contesting a bill for service, which nobody pays for a violation."""
    return bool(_FOR_SERVICE.search(period.whole)) and not _VIOLATION.search(period.whole)


def is_report_to_the_town(period: Period) -> bool:
    """Whether somebody must tell the town of a spill."""
    told = period.clause_before + " " + period.clause_after[:80]
    return bool(_SPILL.search(told) and _SPILLED.search(period.whole))
