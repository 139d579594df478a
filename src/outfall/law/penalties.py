"""What the law would allow: days, weeks or offenses counted, and what they can cost.

Amounts are integer cents. Exposure is never owed: what the town assesses or a court decides is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import accumulate
from typing import NamedTuple

from outfall.law.clocks import deadline_of, start_of, timely
from outfall.law.conditions import ask_all
from outfall.law.counting import Days, Months, Weeks, Years, add_months, add_years
from outfall.law.facts import Notice, Violation
from outfall.law.ordinance import PenaltyRule, Repeat, Tier
from outfall.law.standing import Count, Exposure, Span
from outfall.law.view import DAY, View

WEEK = 7
STEPS = {"week": WEEK, "day": 1, "offense": 0}


def exposure_of(view: View, track: str) -> Exposure:
    """The exposure of one track on the view's day, with every stretch of days it counts.

    Nothing where the ordinance has no penalty of that track.
    """
    for rule in view.plan.law.penalties:
        if rule.track == track:
            return view.once(("exposure", track), _exposure, view, rule)
    return Exposure(track)


def _exposure(view: View, rule: PenaltyRule) -> Exposure:
    before, view.touched = view.touched, 0
    rule = priced(view, rule)
    counts = tuple(_counts(view, rule))
    asked = tuple(name for name, bit in view.plan.bits.items() if view.touched & bit)
    view.touched |= before
    maxima = [count.max for count in counts]
    per_unit = _tier(rule, 1, view.on).max if len(rule.tiers) == 1 else None
    return Exposure(
        rule.track,
        rule.cite,
        asked,
        max((count.tier for count in counts), default=None) if rule.repeat else None,
        sum(count.units for count in counts),
        sum(count.min for count in counts),
        None if None in maxima else sum(m for m in maxima if m is not None),
        per_unit,
        sum(count.jail_days for count in counts),
        counts,
        rule.unit,
        rule.says,
    )


def priced(view: View, rule: PenaltyRule) -> PenaltyRule:
    """The rule with the rows of punishment that the adopted reading gives it."""
    return replace(rule, tiers=view.choose(rule.tiers_by)) if rule.tiers_by else rule


def _counts(view: View, rule: PenaltyRule) -> Iterator[Count]:
    if rule.of is None:
        holds, _, _, _ = ask_all(view, rule.opens, None)
        found = [v for v in view.facts.found if v.standing and v.settled_on is None]
        if not holds or not found:
            return
        if len(found) > 1 and not view.choose(rule.each_violation):
            yield from _together(view, rule, found)
            return
        for violation in found:
            yield from _observed(view, rule, violation)
        return
    taken: set[Violation] = set()
    for notice in reversed(view.facts.live.get(rule.of, [])):
        counted = [v for v in notice.violations if v.standing and v not in taken]
        taken.update(counted)
        unsettled = [v for v in counted if v.settled_on is None]
        yield from _noticed(view, rule, notice, unsettled)


def _observed(view: View, rule: PenaltyRule, violation: Violation) -> Iterator[Count]:
    """Exposure of a violation that counts from its own first day, or from after its conviction."""
    start, end, convicted = violation.observed, violation.remedied, violation.convicted
    if convicted is not None:
        start = convicted + DAY
    if start <= view.on and (end is None or convicted is None or start < end):
        yield _count(view, rule, violation.id, start, end)


def _together(view: View, rule: PenaltyRule, found: list[Violation]) -> Iterator[Count]:
    """Exposure of several violations where a day counts once, however many of them last."""
    names = ", ".join(violation.id for violation in found)
    for span in _spans(view, found, date.min, []):
        yield _count(view, rule, names, span.first, span.last + DAY)


def _count(view: View, rule: PenaltyRule, name: str, start: date, end: date | None) -> Count:
    stop = min(end, view.on + DAY) if end is not None else view.on + DAY
    elapsed = (min(end, view.on) if end is not None else view.on) - start
    units = 1
    if rule.unit != "week" or elapsed.days:
        units = _units(view.choose(rule.count), (stop - start).days, elapsed.days)
    if rule.at_least_one:
        units = max(1, units)
    tier, escalating = 1, False
    if rule.repeat is not None:
        earlier = _earlier(view, rule.repeat, start)
        tier += earlier + _in_this_case(view, rule, rule.repeat, start)
        escalating = units > 1 and bool(view.choose(rule.escalating))
    step = STEPS[rule.unit]
    days = [start + timedelta(days=step * n) for n in range(units)] if _varies(rule) else None
    low, high, jail = _sum(view, rule, tier, units, start, days, escalating)
    last = max(start, stop - DAY)
    return Count(
        name,
        min(tier, len(rule.tiers)),
        units,
        low,
        high,
        jail,
        (Span(start, last),),
        rule.cite,
    )


def _units(how: str, days: int, elapsed: int) -> int:
    """How many offenses a stretch makes. ``days`` ran to their end; ``elapsed`` since the first."""
    if how == "each_day":
        return days
    if how == "additional_full":
        return 1 + elapsed // WEEK
    if how == "additional_begun":
        return 1 + -(-elapsed // WEEK)
    if how == "full_only":
        return max(1, elapsed // WEEK)
    return 1


def _varies(rule: PenaltyRule) -> bool:
    """Whether the amounts of an offense changed with time."""
    return any(len(rows) > 1 for rows in rule.tiers)


def _tier(rule: PenaltyRule, number: int, on: date) -> Tier:
    """The row for the n-th offense (the last row for all that follow) in force on a day."""
    rows = rule.tiers[min(number, len(rule.tiers)) - 1]
    for row in rows:
        if (row.since or date.min) <= on <= (row.until or date.max):
            return row
    return rows[-1]


def _sum(
    view: View,
    rule: PenaltyRule,
    tier: int,
    units: int,
    start: date,
    days: list[date] | None,
    escalating: bool = False,
) -> tuple[int, int | None, int]:
    """Least and most money (cents) and days of jail for ``units`` offenses."""
    if days is None and not escalating:
        row = _tier(rule, tier, start)
        high = None if row.max is None else row.max * units
        return _capped(view, rule, row.min * units, high, row.jail_days * units)
    rows = [
        _tier(rule, tier + n if escalating else tier, days[n] if days else start)
        for n in range(units)
    ]
    most = [row.max for row in rows]
    high = None if None in most else sum(cents for cents in most if cents)
    jail = sum(row.jail_days for row in rows)
    return _capped(view, rule, sum(row.min for row in rows), high, jail)


def _capped(
    view: View, rule: PenaltyRule, low: int, high: int | None, jail: int
) -> tuple[int, int | None, int]:
    """The sums, no more than the most that one violation can cost, where there is such a most."""
    cap = view.choose(rule.cap)
    if cap is not None:
        high = cap if high is None else min(high, cap)
        low = min(low, cap)
    return low, high, jail


def _earlier(view: View, repeat: Repeat, offense: date) -> int:
    """Earlier convictions whose offense lies within the look-back, its last day included."""
    found = 0
    for committed, convicted in view.facts.convictions:
        if committed >= offense or convicted > view.on:
            continue
        if repeat.within is not None and _later(committed, repeat.within) < offense:
            continue
        if convicted >= offense and view.choose(repeat.after_conviction):
            continue
        found += 1
    for committed in view.facts.unconvicted:
        if committed >= offense:
            continue
        if repeat.within is not None and _later(committed, repeat.within) < offense:
            continue
        found += bool(view.choose(repeat.unconvicted))
    return found


def _in_this_case(view: View, rule: PenaltyRule, repeat: Repeat, offense: date) -> int:
    """Offenses of this very case before one, where offenses count and not convictions alone.

    Each earlier stretch is one; where each day is the next offense, each of its days is.
    """
    known: _Stretches = view.once(("stretches", ""), _stretches, view)
    day = offense.toordinal()
    earlier = bisect_left(known.began, day)
    if not earlier or not view.choose(repeat.unconvicted):
        return 0
    return known.days_before(day) if view.choose(rule.escalating) else earlier


class _Stretches(NamedTuple):
    """The first days of all stretches that count, the last days of those that ended, and the days
    of those that ended on their first: ordinals, each list in order."""

    began: list[int]
    ended: list[int]
    lone: list[int]
    all_began: list[int]
    all_ended: list[int]

    def days_before(self, day: int) -> int:
        """The days before one on which a stretch lasted, one at least for each that had begun."""
        begun, over = bisect_left(self.began, day), bisect_left(self.ended, day)
        lasted = (begun - over) * day - self.all_began[begun] + self.all_ended[over]
        return lasted + bisect_left(self.lone, day)


def _stretches(view: View) -> _Stretches:
    counted = [v for v in view.facts.found if v.standing and v.convicted is None]
    began = sorted(v.observed.toordinal() for v in counted)
    ended = sorted(v.ended.toordinal() for v in counted if v.ended is not None)
    lone = sorted(v.observed.toordinal() for v in counted if v.ended == v.observed)
    sums = [[0, *accumulate(days)] for days in (began, ended)]
    return _Stretches(began, ended, lone, sums[0], sums[1])


def _later(day: date, length: object) -> date:
    if isinstance(length, Years):
        return add_years(day, length.n)
    if isinstance(length, Months):
        return add_months(day, length.n)
    if isinstance(length, Weeks):
        return day + timedelta(weeks=length.n)
    assert isinstance(length, Days)
    return day + timedelta(days=length.n)


def _noticed(
    view: View, rule: PenaltyRule, notice: Notice, found: list[Violation]
) -> Iterator[Count]:
    """Exposure under a notice, from its start on, once the party's time has passed."""
    start = _begins(view, rule, notice)
    if start is None or not found:
        return
    holds, _, _, _ = ask_all(view, rule.opens, notice)
    if not holds:
        return
    first = start if rule.first_day_counts else start + DAY
    late = view.choose(rule.after_deadline or "")
    left_out: list[Span] = []
    if late:
        deadline = deadline_of(view, view.plan.deadlines[str(late)], notice)
        if deadline is not None and deadline.due >= first:
            left_out.append(Span(first, deadline.due, "cure"))
    case = None
    if rule.tolled_by is not None and view.facts.proceedings:
        case = view.proceeding(view.choose(rule.tolled_by), notice)
    if case is not None and timely(view, case):
        left_out.append(Span(case.filed, case.decided or view.on, "tolled"))
    each = len(found) == 1 or view.choose(rule.each_violation)
    groups = [[v] for v in found] if each else [found]
    for group in groups:
        spans = _spans(view, group, first, left_out)
        days = sum(span.days for span in spans if not span.why)
        if rule.at_least_one and not days:
            days = 1
        if not days:
            continue
        if days > 1 and view.choose(rule.count) == "once":
            days = 1
        tier = 1 + _earlier(view, rule.repeat, group[0].observed) if rule.repeat else 1
        low, high, jail = _priced(view, rule, tier, spans, days)
        name = ", ".join(v.id for v in group)
        yield Count(name, min(tier, len(rule.tiers)), days, low, high, jail, spans, rule.cite)


def _begins(view: View, rule: PenaltyRule, notice: Notice) -> date | None:
    """The day from which days count. An event counts only once the paper was served."""
    if rule.starts.kind != "event":
        start = start_of(view, rule.starts, notice)
        return start.on if start else None
    served = notice.service.on if notice.service else notice.issued
    days = view.facts.happened.get(rule.starts.of, ())
    return next((day for day, _ in days if day >= served), None)


def _priced(
    view: View, rule: PenaltyRule, tier: int, spans: tuple[Span, ...], days: int
) -> tuple[int, int | None, int]:
    """The sums of so many days, each at the amount of its own day where that changed with time."""
    counted = (span for span in spans if not span.why)
    listed = [span.first + timedelta(days=n) for span in counted for n in range(span.days)]
    dated = listed if listed and _varies(rule) else None
    return _sum(view, rule, tier, days, view.on, dated)


def _spans(
    view: View, group: list[Violation], first: date, left_out: list[Span]
) -> tuple[Span, ...]:
    """The days on which a violation lasted to the day's end, less those that do not count."""
    lasted = sorted(
        (
            max(v.observed, first),
            (min(v.remedied, view.on + DAY) if v.remedied else view.on + DAY) - DAY,
        )
        for v in group
    )
    merged: list[tuple[date, date]] = []
    for start, end in lasted:
        if end < start:
            continue
        if merged and start <= merged[-1][1] + DAY:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    spans = [Span(start, end) for start, end in merged]
    for gap in left_out:
        spans = [piece for span in spans for piece in _without(span, gap)]
    return tuple(spans)


def _without(span: Span, gap: Span) -> Iterator[Span]:
    if span.why or gap.last < span.first or gap.first > span.last:
        yield span
        return
    if span.first < gap.first:
        yield Span(span.first, gap.first - DAY)
    yield Span(max(span.first, gap.first), min(span.last, gap.last), gap.why)
    if gap.last < span.last:
        yield Span(gap.last + DAY, span.last)
