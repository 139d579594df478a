"""What holds for every count, whatever the day, the length and the rule."""

from __future__ import annotations

from datetime import UTC, date, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.holiday_lists import FEDERAL, NEW_YORK, NY

from outfall.law.calendar import Calendar, day_off
from outfall.law.counting import (
    BusinessDays,
    CountingRule,
    Days,
    Hours,
    Length,
    Months,
    Weeks,
    Years,
    add_months,
    add_years,
    count,
    days_counted,
    last_day,
)

ZONE = ZoneInfo("America/New_York")
DAYS = st.dates(date(1960, 1, 1), date(2500, 12, 31))
KINDS = st.frozensets(st.sampled_from(["friday", "saturday", "sunday", "holiday"]))
LIMITS = st.none() | st.integers(1, 12)
SHORT_RULES = {"leaves_out_when_exactly": LIMITS, "leaves_out_when_under": LIMITS}
RULES = st.builds(
    CountingRule,
    st.just("any"),
    rolls=KINDS,
    leaves_out=KINDS,
    business_days_off=KINDS,
    hours_leave_out=KINDS,
    hours_roll=st.booleans(),
    leaves_out_when_exactly=LIMITS,
    leaves_out_when_under=LIMITS,
)
LENGTHS: st.SearchStrategy[Length] = st.one_of(
    st.builds(Days, st.integers(0, 60)),
    st.builds(BusinessDays, st.integers(0, 60)),
    st.builds(Hours, st.integers(0, 200)),
    st.builds(Weeks, st.integers(0, 10)),
    st.builds(Months, st.integers(0, 40)),
    st.builds(Years, st.integers(0, 10)),
)
HOURS_OF_DAY = st.none() | st.times()
CALENDARS = st.builds(
    Calendar,
    st.sampled_from([FEDERAL, NEW_YORK, ()]),
    st.lists(st.tuples(DAYS, st.just("declared holiday")), max_size=3).map(tuple),
    st.just(ZONE),
)


@given(DAYS, LENGTHS, RULES, CALENDARS, HOURS_OF_DAY)
def test_what_is_due_never_comes_before_what_was_counted(
    start: date, length: Length, rule: CountingRule, holidays: Calendar, at: time | None
) -> None:
    c = count(start, length, rule, holidays, at)
    assert c.due >= c.raw >= c.start == start
    assert last_day(start, length, rule, holidays, at) == c.due
    assert (c.due_at is not None) == (at is not None and isinstance(length, Hours))
    if c.due_at is not None:
        assert c.due_at.date() == c.due
        assert c.due_at.astimezone(UTC).astimezone(ZONE).isoformat() == c.due_at.isoformat()


@given(DAYS, LENGTHS, RULES, CALENDARS, HOURS_OF_DAY)
def test_no_last_day_is_a_day_that_moves(
    start: date, length: Length, rule: CountingRule, holidays: Calendar, at: time | None
) -> None:
    c = count(start, length, rule, holidays, at)
    if isinstance(length, Hours) and not rule.hours_roll:
        assert c.due == c.raw
        return
    assert day_off(c.due, rule.rolls, holidays) is None
    passed = [date.fromordinal(o) for o in range(c.raw.toordinal(), c.due.toordinal())]
    assert all(day_off(day, rule.rolls, holidays) for day in passed)


@given(DAYS, st.integers(0, 40), RULES, CALENDARS)
def test_a_later_event_is_never_due_earlier(
    start: date, n: int, rule: CountingRule, holidays: Calendar
) -> None:
    for kind in (Days, BusinessDays):
        earlier = count(start, kind(n), rule, holidays)
        later = count(start + timedelta(days=1), kind(n), rule, holidays)
        assert later.raw >= earlier.raw
        assert later.due >= earlier.due


@given(DAYS, st.integers(1, 60), RULES, CALENDARS)
def test_n_business_days_hold_n_business_days(
    start: date, n: int, rule: CountingRule, holidays: Calendar
) -> None:
    raw = count(start, BusinessDays(n), rule, holidays).raw
    inside = [date.fromordinal(o) for o in range(start.toordinal() + 1, raw.toordinal() + 1)]
    open_days = [d for d in inside if day_off(d, rule.business_days_off, holidays) is None]
    assert len(open_days) == n
    assert open_days[-1] == raw


@given(DAYS, st.integers(0, 500))
def test_months_never_skip_a_month(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (moved.day < day.day and (moved + timedelta(days=1)).day == 1)
    assert add_months(moved, -months).day == moved.day or moved.day > 28
    assert add_years(day, months) == add_months(day, 12 * months)


@given(DAYS, LENGTHS, RULES, CALENDARS, HOURS_OF_DAY)
def test_the_fingers_come_to_the_same_number(
    start: date, length: Length, rule: CountingRule, holidays: Calendar, at: time | None
) -> None:
    c = count(start, length, rule, holidays, at)
    rows = days_counted(c, holidays)
    assert [row.day.toordinal() for row in rows] == list(
        range(start.toordinal(), c.due.toordinal() + 1)
    )
    numbers = [row.counted for row in rows if row.counted is not None]
    assert numbers == sorted(numbers)
    assert all(row.counted is None for row in rows if row.day > c.raw)
    assert all(row.note for row in rows if row.counted is None)
    if length.n:
        in_days = isinstance(length, Weeks | Months | Years)
        assert numbers[-1] == ((c.raw - start).days if in_days else length.n)
        assert next(row.counted for row in rows if row.day == c.raw) == numbers[-1]


@given(DAYS, st.times(), st.integers(0, 300))
def test_hours_that_nothing_moves_are_elapsed_hours(start: date, at: time, n: int) -> None:
    rule = CountingRule("never", rolls=frozenset())
    c = count(start, Hours(n), rule, Calendar(zone=ZONE), at)
    assert c.start_at is not None
    assert c.due_at is not None
    assert c.due_at.astimezone(UTC) - c.start_at.astimezone(UTC) == timedelta(hours=n)


@given(DAYS, st.integers(3, 60), st.fixed_dictionaries(SHORT_RULES))
def test_a_period_that_is_not_short_ignores_what_short_ones_leave_out(
    start: date, n: int, limits: dict[str, Any]
) -> None:
    rule = CountingRule("any", **limits)
    plain = count(start, Days(n), CountingRule("plain"), NY)
    c = count(start, Days(n), rule, NY)
    assert c.due >= plain.due
    if not rule.is_short(n):
        assert (c.raw, c.due) == (plain.raw, plain.due)


@pytest.mark.parametrize("hour", range(24))
def test_an_unknown_hour_gives_the_party_the_latest_day_of_any_hour(hour: int) -> None:
    """From whichever hour of the day the event was, the party has no less time than it ran to."""
    rule = CountingRule("plain")
    holidays = Calendar(NEW_YORK, zone=ZONE)
    day = date(2026, 4, 1)
    while day.month < 7:
        known = count(day, Hours(48), rule, holidays, time(hour)).due
        assert last_day(day, Hours(48), rule, holidays) >= known
        day += timedelta(days=1)
