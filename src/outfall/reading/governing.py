"""Which act of its sentence governs a period.

It is found by its place: "shall file an appeal within ten days" has its act before, "within ten
days the city shall notify" and "shall have ten days to correct" behind, so no whole sentence has to
be known.
"""

from __future__ import annotations

import re

from outfall.reading.acts import Act, acts
from outfall.reading.periods import Period

_SPLIT = re.compile(
    r"(?:^|\b(?:shall|must|may|will|can|should|to|not|if|that|and|or|then|who|which)|"
    r"[:;(])\s*,?\s*$"
)
_SUBORDINATE = re.compile(
    r"^\W*(?:(?:and|or|but|provided|that|however)\W+)*(?:if|when|whenever|where|upon|on|after|"
    r"following|should|in\s+the\s+event|in\s+case|once|unless|as|before|for|at)\b.*,\s*$"
)
_ASIDE = re.compile(r"\s*,?\s*(?:if|unless|where)\b[^,;]{0,80},")
"""A condition between a period that leads its clause and what it is for."""
_TO_ACT = re.compile(
    r"^[^;]{0,160}?\b(?:to|in\s+which\s+to|within\s+which\s+to|for|in\s+which|and)\s", re.DOTALL
)
_HOLDS = ("ha", "giv", "allow", "afford", "grant", "provid")


def leads_its_clause(period: Period) -> bool:
    """Whether what the period is for stands behind it."""
    lead = period.text[period.clause[0] : period.lead_start].rstrip()
    if re.match(r"(?:not\s+)?(?:exceed|be\s)", period.text[period.lead_start :]):
        return False
    if lead.endswith("(") and re.match(r"[^()]{0,40}\)", period.text[period.quantity.end :]):
        return False
    if _SPLIT.search(lead):
        return True
    if not lead.endswith(",") or re.search(r"\b(?:shall|must|may|will)\b", lead):
        return False
    return _SUBORDINATE.match(lead) is not None


LISTED = ("count_as_served",)
"""Acts that stand over a list of periods, "is deemed served: on the day, or three days after"."""


def governing(period: Period) -> Act | None:
    """The act for which a period runs; places count in the period's sentence."""
    base = period.sentence[0]
    known = acts(period.whole)
    lead, end = period.lead_start - base, period.quantity.end - base
    clause = period.clause[0] - base
    limit = period.start - base if period.lead.startswith(_HOLDS) else lead
    before = [act for act in known if act.end <= limit and act.start >= clause]
    anchor_end = len(period.whole) - len(period.rest) if period.phrase else end
    after = [
        act
        for act in known
        if act.start >= anchor_end - 1 or act.end > anchor_end > act.start >= end
    ]
    if aside := _ASIDE.match(period.whole, anchor_end):
        after = [act for act in after if act.start >= aside.end()] or after
    split = [act for act in known if clause <= act.start < lead and act.end > end]
    split += _across(period, clause)
    if leads_its_clause(period):
        listed = [act for act in known if act.end <= lead and act.name in LISTED]
        chosen = split[:1] or after[:1] or before[-1:] or listed[-1:]
    elif split and not before:
        chosen = split[:1]
    elif period.lead == "with" or _is_held(period) or _is_opportunity(period):
        chosen = after[:1] if _TO_ACT.match(period.after) and after else before[-1:] or after[:1]
    else:
        chosen = before[-1:] or [act for act in known if act.end <= lead][-1:] or after[:1]
    return chosen[0] if chosen else None


def _is_held(period: Period) -> bool:
    """Whether somebody has the period, or has until it is over."""
    lead = period.text[period.clause[0] : period.lead_start]
    until = re.search(r"\b(?:ha(?:s|ve)|given|allowed|granted)\s+(?:only\s+|up\s+)?$", lead)
    return period.lead.startswith(_HOLDS) or (period.lead == "until" and until is not None)


def _across(period: Period, clause: int) -> list[Act]:
    """The acts that a period stands in the middle of: "may file, within ten days, an appeal"."""
    lead = period.lead_start - period.sentence[0]
    head = period.whole[:lead].rstrip()
    if not head.endswith(","):
        return []
    seam = len(head) - 1
    joined = f"{head[:-1]} {period.rest.lstrip(' ,')}"
    found = [act for act in acts(joined) if clause <= act.start < seam < act.end - 1]
    return [Act(act.name, act.start, lead) for act in found]


_OPPORTUNITY = re.compile(
    r"\b(?:opportunity|period|time|notice)\b(?:[\s,(]|of|for|not|no|less|more|than|at|least|up|"
    r"to|be|"
    r"shall|may|must|which|is|an?|fewer|period|time|minimum|maximum|exceed\w*)*$"
)


_LEADS_ON = re.compile(
    r"(?:\([^()]*\)|(?!\b(?:unless|except|provided)\b)[^.;(]){0,200}?\bto\s(?!the\s|an?\s|any\s|such\s|said\s|"
    r"each\s|which\s)|[),]?\s*for\s"
)


def _is_opportunity(period: Period) -> bool:
    """Whether it is the length of an opportunity that the text goes on to name."""
    lead = period.text[period.clause[0] : period.quantity.start]
    if lead.endswith("(") and re.match(r"[^()]{0,40}\)", period.after):
        return False
    return bool(_OPPORTUNITY.search(lead) and _LEADS_ON.match(period.after))
