"""Periods that count earlier offenses, give time of grace, or make service of a mailing."""

from __future__ import annotations

import re

from outfall.reading.acts import TOWN
from outfall.reading.anchors import object_of
from outfall.reading.told import Told

_OFFENSE = (
    r"(?:violat\w+|offen[sc]es?|convict\w*|infractions?|citations?|cited|notices?|warnings?|"
    r"adjudicat\w+)"
)


_EARLIER = re.compile(
    r"\b(?:previous|prior|first|earlier|preceding|last|same|another|original|second|initial|"
    r"other|past)\b[^,;]{0,50}?\b" + _OFFENSE
)


_COUNTED = re.compile(
    r"\b(?:subsequent|repeat\w*|second|third|fourth|another|additional|further|more|similar|same|"
    r"multiple|two|2|three|"
    r"3|recurr\w*|again|recidiv\w*)\b[^;.]{0,160}$|\b" + _OFFENSE + r"\b[^;.]{0,60}$"
)


_BOUND_TO_DO = re.compile(
    r"\b(?:shall|must|may|will)\s+(?!be\s+(?:considered|deemed|treated|counted|a\b|guilty|"
    r"subject|punish|fined|liable|classified|assessed|increased|doubled))[^.;]{0,120}$"
)


_ROLLING = re.compile(
    r"\b(?:any|preceding|previous|prior|past|last|rolling|same|consecutive|single|a|"
    r"one)\s+(?:consecutive\s+)?(?:period\s+of\s+)?(?:time\s+of\s+)?$"
)


_COMMITTED = re.compile(
    r"\b(?:committed|occur\w*|convicted|convictions?|happen\w*|cited|issued|taken\s+place|"
    r"took\s+place|repeated|"
    r"found|adjudicated|received|accumulat\w+|incurred)\b[^.;]{0,60}$"
)


_THE_FIRST = re.compile(r"the\s+(?:first|previous|prior|last|earlier|preceding)$")
_JUST_BEFORE = re.compile(r"\b" + _OFFENSE + r"\s*,?\s*$")


_AGAIN = re.compile(
    r"\b(?:re-?occurs?|recurs?|recurred|(?:is|are|was|be|been)\s+(?:again\s+)?repeated|"
    r"happens?\s+again|occurs?\s+again)\b[^.;,]{0,40}$"
)


def lookback(told: Told) -> str | None:
    """Earlier offenses count where they fall within the period."""
    period = told.period
    lead = period.text[period.sentence[0] : period.lead_start]
    if _AGAIN.search(lead[-60:]) and period.lead in ("within", "in", "during", "inside"):
        return "lookback_period"
    counted = re.search(r"\b" + _OFFENSE, period.whole)
    if not counted or period.quantity.unit in ("hours", "business_days"):
        return None
    bound = _BOUND_TO_DO.search(lead[-140:])
    to_earlier = _EARLIER.search(period.phrase) or _THE_FIRST.match(period.phrase)
    if to_earlier and not bound and not period.is_backward and _COUNTED.search(lead):
        return "lookback_period"
    if told.name in ("appeal", "pay", "plan", "hear", "complete", "protest", "statement"):
        return None
    if bound and told.name in ("cure", "town_work", "notify"):
        return None
    filler = period.text[period.lead_start : period.start]
    is_stretch = re.match(
        r"[\s-]*(?:\w+\s+)?(?:period|span|window|timeframe|time\s+frame)\b", period.after
    )
    long = period.quantity.unit in ("months", "years")
    if period.lead in ("within", "in", "during", "over", "inside", "of", "for") and (
        long or is_stretch
    ):
        if _COMMITTED.search(lead) and not _BOUND_TO_DO.search(lead[-100:]):
            return "lookback_period"
        if long and not bound and _JUST_BEFORE.search(lead):
            return "lookback_period"
        is_task = told.name in ("cure", "complete", "town_work")
        if not is_task and (_ROLLING.search(filler) or is_stretch) and _COUNTED.search(lead):
            return "lookback_period"
    if period.is_backward and long and re.search(r"\b" + _OFFENSE, period.phrase + lead[-80:]):
        return "lookback_period"
    return None


_TOWN_DUTY = re.compile(r"[^.;]{0,30}?(?!it\b)" + TOWN + r"\s+(?:shall|will|must|may)\b")


def transition(told: Told) -> str | None:
    """Time of grace, counted from the day on which the law takes effect."""
    refers = re.match(r"(?:that|such|said)\s+(?:date|day|time)\b", told.period.phrase)
    thing = object_of(told.period.before) if refers else told.thing
    own = _TOWN_DUTY.search(told.period.clause_before[-90:]) or _TOWN_DUTY.match(told.period.rest)
    if thing != "effective_date" or told.name == "take_effect" or own:
        return None
    return "transition_period"


_MAILED = re.compile(
    r"\b(?:mail\w*|post(?:ed|ing|al)?|refus\w*|unclaimed|certified|registered|deliver\w*|"
    r"deposit\w*|"
    r"returned|undeliver\w*|postmark\w*|served)\b"
)


def deemed_service(told: Told) -> str | None:
    """A paper counts as accepted or served so long after it was sent."""
    of_notice = told.name == "take_effect" and re.search(r"\bnotices?\b", told.acted_on)
    if (told.name == "count_as_served" or of_notice) and _MAILED.search(told.period.whole):
        return "deemed_service_after"
    return None
