"""For how long a case can still count as an earlier offense in another one.

Some ordinances make a later offense dearer for earlier ones, and look back for those so far, or
without end. Until then whatever proves the earlier one is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from outfall.law.assess import plan_of
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.counting import add_months, add_years
from outfall.law.days import counted, take
from outfall.law.lengths import Months, Weeks, Years
from outfall.law.ordinance import Ordinance, Repeat
from outfall.law.periods import ByReading


@dataclass(frozen=True, slots=True)
class LookBack:
    """A rule by which a case can still count, and its last day; None where that never comes."""

    cite: str
    until: date | None


def look_backs(law: Ordinance, case: Case, on: date, others: Iterable[Ordinance]) -> list[LookBack]:
    """By which rules of these ordinances the offenses of a case can count, and until when.

    ``law`` governs the case itself, which is read as of a day. Where more than one day could be
    meant, the later one is taken: that of the offense in court, or of the end of the violation;
    of one that is not on record, the day of the last entry. Raises ``Refused`` for a case that
    can't be read.
    """
    facts = take(plan_of(law), case, on, chosen(law, case)).facts
    events = [event for event in counted(case) if event.on <= on]
    last = max((event.on for event in events), default=on)
    in_court = [event for event in events if event.name in ("charged", "convicted")]
    days = [max(v.observed, v.ended or last) for v in facts.found if v.standing]
    days += [event.offense_on for event in in_court if event.offense_on is not None]
    found: dict[str, LookBack] = {}
    for rule in (rule for each in others for rule in each.penalties):
        repeat = rule.repeat
        if repeat is None or not (in_court or _unconvicted(repeat)):
            continue
        if days:
            until = _later(max(days), repeat.within)
            found[rule.cite] = _longer(found.get(rule.cite), LookBack(rule.cite, until))
    return list(found.values())


def _longer(one: LookBack | None, two: LookBack) -> LookBack:
    if one is None:
        return two
    return max(one, two, key=lambda item: item.until or date.max)


def _unconvicted(repeat: Repeat) -> bool:
    """Whether offenses that no court has decided could count, under whatever reading."""
    counts = repeat.unconvicted
    if isinstance(counts, ByReading):
        return any(choice for _, choice in counts.choices)
    return counts


def _later(day: date, within: object) -> date | None:
    """The last day of a look-back; None for one without end."""
    if within is None:
        return None
    if isinstance(within, Years):
        return add_years(day, within.n)
    if isinstance(within, Months):
        return add_months(day, within.n)
    number = getattr(within, "n", 0)
    return day + timedelta(weeks=number) if isinstance(within, Weeks) else day + timedelta(number)
