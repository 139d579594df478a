"""How a period is counted, from the day of an event to the last day for an act.

The common core of the states: the day of the event is left out, the last day is counted, and a
last day that is a day off moves on to the next that isn't (N.Y. Gen. Constr. Law 20 and 25-a;
Fed. R. Civ. P. 6(a)). Where states differ (which last days move, what short periods leave out,
what becomes of hours) a ``CountingRule`` says so: it is data of a pack, never code.

Only periods for acts are counted here. Days of penalty, weeks of violation and interest never move.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from outfall.law.calendar import (
    DAY_NAMES,
    LAST_ORDINAL,
    Calendar,
    day_off,
    masks,
    month_length,
    next_working,
)
from outfall.law.hours import hours_on, instant, part_of_day
from outfall.law.lengths import (
    BusinessDays,
    Days,
    Hours,
    Length,
    Months,
    Weeks,
    Years,
    parse_length,
)

__all__ = [
    "DAY_NAMES",
    "BusinessDays",
    "Count",
    "CountedDay",
    "CountingRule",
    "Days",
    "Hours",
    "Length",
    "Months",
    "Weeks",
    "Years",
    "add_months",
    "add_years",
    "count",
    "days_counted",
    "last_day",
    "parse_length",
    "roll",
]

WEEKEND_AND_HOLIDAYS = frozenset({"saturday", "sunday", "holiday"})
_PAST_THE_END = "the period runs past the year 9999"
_BEFORE_THE_BEGINNING = "the period runs back before the year 1"


@dataclass(frozen=True, slots=True)
class CountingRule:
    """How one jurisdiction counts. A kind of day is a weekday's English name, or ``holiday``.

    - ``rolls``: the kinds of last day that move on to the next day that is none of them.
    - ``leaves_out``: the kinds of day that do not count where they lie between the event and the
      last day of a *short* period of days: one of exactly ``leaves_out_when_exactly`` days (two
      in N.Y. Gen. Constr. Law 20) or of fewer than ``leaves_out_when_under`` (seven in
      O.C.G.A. 1-3-1(d)(3), eleven in N.M. Stat. 12-2A-7). Only periods that a text gives in days
      are ever short. Which last days move stays with ``rolls``.
    - ``business_days_off``: the kinds of day that are no business days.
    - ``hours_roll``: whether a period of hours that ends on a day that rolls runs on to the same
      hour of the next day that does not (Gen. Constr. Law 25-a(1); Fed. R. Civ. P. 6(a)(2)).
    - ``hours_leave_out``: the kinds of day that drop out of a period of hours as a whole.

    Raises ValueError for a kind that is none, for a week without a working day, and for a limit
    below 1.

    >>> CountingRule("odd", rolls=frozenset({"caturday"}))
    Traceback (most recent call last):
    ...
    ValueError: 'caturday' is no kind of day: name weekdays in English, or holiday
    """

    id: str
    cite: str = ""
    rolls: frozenset[str] = WEEKEND_AND_HOLIDAYS
    leaves_out: frozenset[str] = WEEKEND_AND_HOLIDAYS
    leaves_out_when_exactly: int | None = None
    leaves_out_when_under: int | None = None
    business_days_off: frozenset[str] = WEEKEND_AND_HOLIDAYS
    hours_roll: bool = True
    hours_leave_out: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for name in ("rolls", "leaves_out", "business_days_off", "hours_leave_out"):
            kinds = frozenset(getattr(self, name))
            masks(kinds)
            object.__setattr__(self, name, kinds)
        for limit in (self.leaves_out_when_exactly, self.leaves_out_when_under):
            if limit is not None and limit < 1:
                raise ValueError(f"a short period is of 1 day or more, not {limit}")

    def is_short(self, days: int) -> bool:
        """Whether a period of so many days leaves out the days off inside it."""
        under = self.leaves_out_when_under
        return days == self.leaves_out_when_exactly or (under is not None and days < under)


class Count(NamedTuple):
    """A period, counted. ``due`` is the last timely day: an act on it is in time.

    ``raw`` is the last day before any move; a chain of periods goes on from there. ``due_at`` is
    the instant, in the town's zone, at which a period of hours ends, and absent where the hour of
    the event isn't known. ``start_at`` is the instant of the event, where hour and zone are known.
    """

    start: date
    start_at: datetime | None
    length: Length
    rule: CountingRule
    raw: date
    due: date
    due_at: datetime | None


def count(
    start: date, length: Length, rule: CountingRule, calendar: Calendar, at: time | None = None
) -> Count:
    """Count a period from the day ``start`` of its event.

    The day of the event is left out and the last day counted. Weeks are of seven days. Months and
    years run to the same day number or, where the month has none, to its last day. A last day
    that ``rule`` rolls moves on, as often as it takes, to a day that it doesn't.

    Hours need ``at``, the local time of the event, and ``calendar.zone``; then they are hours that
    really pass, counted through UTC, so that 48 hours over the night of a change of the clocks end
    an hour earlier or later by the wall. An ``at`` that the clocks skip is read with the offset
    before the change (02:30 becomes 03:30); one that they show twice is the first of the two,
    unless its ``fold`` is 1. The same reading gives the hour on a day that the end moves to.
    Without ``at`` the hour of the event isn't known, and the party has the benefit: the hours run
    from the end of the day, a day taken as 24 of them, and end with the day in which the last
    one falls.

    Raises OverflowError where the period runs past the year 9999, ValueError for hours from a time
    in no zone, and TypeError for an instant in place of a day.

    >>> from datetime import date
    >>> plain = CountingRule("plain")
    >>> count(date(2026, 5, 8), Days(15), plain, Calendar()).due  # May 23 is a Saturday
    datetime.date(2026, 5, 25)
    >>> count(date(2026, 1, 31), Months(1), plain, Calendar()).raw
    datetime.date(2026, 2, 28)
    >>> count(date(2026, 5, 19), Hours(48), plain, Calendar()).due
    datetime.date(2026, 5, 21)
    """
    if isinstance(start, datetime):
        raise TypeError("a period starts on a day: turn the instant into the town's date first")
    if type(length) is Hours:
        return _count_hours(start, length, rule, calendar, at)
    raw = _raw(start, length, rule, calendar)
    due = next_working(raw, rule.rolls, calendar)
    raw_day = date.fromordinal(raw)
    return Count(
        start,
        None if at is None or calendar.zone is None else instant(start, at, calendar.zone),
        length,
        rule,
        raw_day,
        raw_day if due == raw else date.fromordinal(due),
        None,
    )


def last_day(
    start: date, length: Length, rule: CountingRule, calendar: Calendar, at: time | None = None
) -> date:
    """The last timely day alone: ``count(...).due`` for those who count very many periods.

    >>> from datetime import date
    >>> last_day(date(2026, 5, 8), BusinessDays(10), CountingRule("plain"), Calendar())
    datetime.date(2026, 5, 22)
    """
    if type(length) is Hours or isinstance(start, datetime):
        return count(start, length, rule, calendar, at).due
    raw = _raw(start, length, rule, calendar)
    return date.fromordinal(next_working(raw, rule.rolls, calendar))


def _raw(start: date, length: Length, rule: CountingRule, calendar: Calendar) -> int:
    """The ordinal of the last day before it moves, for every length but hours."""
    kind, n = type(length), length.n
    if kind is Days:
        if n < 2 or not rule.is_short(n):
            ordinal = start.toordinal() + n
        else:
            before = _working_days_on(start.toordinal(), n - 1, rule.leaves_out, calendar)
            ordinal = before + 1
    elif kind is BusinessDays:
        return _working_days_on(start.toordinal(), n, rule.business_days_off, calendar)
    elif kind is Weeks:
        ordinal = start.toordinal() + 7 * n
    elif kind is Months:
        return add_months(start, n).toordinal()
    elif kind is Years:
        return add_years(start, n).toordinal()
    else:
        raise TypeError(f"{length!r} is not a length that is counted in days")
    if ordinal > LAST_ORDINAL:
        raise OverflowError(_PAST_THE_END)
    return ordinal


def _working_days_on(ordinal: int, n: int, kinds: frozenset[str], calendar: Calendar) -> int:
    """The n-th day after ``ordinal`` that none of the ``kinds`` makes a day off."""
    for _ in range(n):
        ordinal = next_working(ordinal + 1, kinds, calendar)
    return ordinal


def roll(day: date, rule: CountingRule, calendar: Calendar) -> date:
    """The day itself, or the next one that ``rule`` doesn't roll.

    >>> from datetime import date
    >>> roll(date(2026, 5, 24), CountingRule("plain"), Calendar())
    datetime.date(2026, 5, 25)
    """
    return date.fromordinal(next_working(day.toordinal(), rule.rolls, calendar))


def add_months(day: date, months: int) -> date:
    """The same day number so many months on (or back, below 0), or the last day of that month.

    The n-th payment of a plan is its anchor and n months. One month added n times drifts: after a
    February, an anchor on the 31st stays on the 28th.

    >>> from datetime import date
    >>> [add_months(date(2014, 12, 31), n).isoformat() for n in (1, 2, 3)]
    ['2015-01-31', '2015-02-28', '2015-03-31']
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > 9999:
        raise OverflowError(_PAST_THE_END)
    if year < 1:
        raise OverflowError(_BEFORE_THE_BEGINNING)
    return date(year, month + 1, min(day.day, month_length(year, month + 1)))


def add_years(day: date, years: int) -> date:
    """The same day so many years on (or back, below 0); February 29 gives 28 in common years.

    >>> from datetime import date
    >>> add_years(date(2024, 2, 29), 5)
    datetime.date(2029, 2, 28)
    """
    return add_months(day, 12 * years)


def _count_hours(
    start: date, length: Hours, rule: CountingRule, calendar: Calendar, at: time | None
) -> Count:
    if at is None:
        days = -(-length.n // 24)
        last = _working_days_on(start.toordinal(), days, rule.hours_leave_out, calendar)
        raw = date.fromordinal(last)
        due = roll(raw, rule, calendar) if rule.hours_roll else raw
        return Count(start, None, length, rule, raw, due, None)
    if calendar.zone is None:
        raise ValueError(f"{length} from {at} need the town's time zone, and the calendar has none")
    start_at = instant(start, at, calendar.zone)
    try:
        end = hours_on(start_at, length.n, rule.hours_leave_out, calendar, calendar.zone)
    except OverflowError:
        raise OverflowError(_PAST_THE_END) from None
    raw = end.date()
    due = roll(raw, rule, calendar) if rule.hours_roll else raw
    if due != raw:
        end = instant(due, end.time().replace(fold=0), calendar.zone)
    return Count(start, start_at, length, rule, raw, due, end)


@dataclass(frozen=True, slots=True)
class CountedDay:
    """One day of a count: its number in the period, or None with the reason in ``note``."""

    day: date
    counted: int | None
    note: str


def days_counted(c: Count, calendar: Calendar) -> tuple[CountedDay, ...]:
    """Every day from the event to the last timely day, as one would count them on the fingers.

    For hours, the number is that of the whole hours which have run by the end of the day.

    >>> from datetime import date
    >>> c = count(date(2026, 5, 22), Days(2), CountingRule("plain"), Calendar())
    >>> for d in days_counted(c, Calendar()):
    ...     print(d.day, d.counted or "-", d.note or ".")
    2026-05-22 - not counted: the day of the event
    2026-05-23 1 .
    2026-05-24 2 Sunday: moves the last day on
    2026-05-25 - the last day
    """
    left_out, zone = _left_out(c), calendar.zone
    rows = []
    n, run = 0, timedelta()
    for ordinal in range(c.start.toordinal(), c.due.toordinal() + 1):
        day = date.fromordinal(ordinal)
        why = day_off(day, left_out, calendar) if day < c.raw else None
        by_the_clock = c.due_at is not None
        counts = why is None and day <= c.raw and (by_the_clock or day != c.start)
        if counts and type(c.length) is not Hours:
            n += 1
        elif counts and day == c.raw:
            n = c.length.n
        elif counts and c.start_at is not None and zone is not None:
            run += part_of_day(day, c.start_at, zone)
            n = run // timedelta(hours=1)
        elif counts:
            n += 24
        rows.append(CountedDay(day, n if counts else None, _note(c, day, why, calendar)))
    return tuple(rows)


def _left_out(c: Count) -> frozenset[str]:
    """The kinds of day that do not count inside this very period."""
    kind = type(c.length)
    if kind is Hours:
        return c.rule.hours_leave_out
    if kind is BusinessDays:
        return c.rule.business_days_off
    return c.rule.leaves_out if kind is Days and c.rule.is_short(c.length.n) else frozenset()


def _note(c: Count, day: date, left_out: str | None, calendar: Calendar) -> str:
    notes = []
    if day == c.start and c.due_at is None:
        unknown = type(c.length) is Hours
        why = "the hour of the event isn't known" if unknown else "the day of the event"
        notes.append(f"not counted: {why}")
    elif left_out is not None:
        notes.append(f"{left_out}: left out")
    elif day == c.start and c.start_at is not None:
        notes.append(f"the hours run from {c.start_at:%H:%M}")
    if c.raw <= day < c.due:
        notes.append(f"{day_off(day, c.rule.rolls, calendar)}: moves the last day on")
    elif day == c.due:
        notes.append("the last day" + (f", until {c.due_at:%H:%M}" if c.due_at else ""))
    return "; ".join(notes)
