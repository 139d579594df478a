"""Hours that really pass, from a known hour, through changes of the clocks and days off."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.law.holiday_lists import NEW_YORK, NY

from outfall.law.calendar import Calendar
from outfall.law.counting import (
    CountingRule,
    Days,
    Hours,
    count,
    last_day,
)

PLAIN = CountingRule("plain")
NEVER = CountingRule("never", rolls=frozenset(), hours_roll=False)
EASTERN = ZoneInfo("America/New_York")
NY_CLOCK = Calendar(NEW_YORK, zone=EASTERN)


class TestHoursByTheClock:
    """Hours from a known hour, in New York, where clocks change on 2026-03-08 and 2026-11-01."""

    @pytest.mark.parametrize(
        ("start", "at", "hours", "ends"),
        [
            (date(2026, 5, 4), time(10, 30), 48, "2026-05-06T10:30:00-04:00"),
            (date(2026, 3, 6), time(14), 48, "2026-03-08T15:00:00-04:00"),
            (date(2026, 10, 30), time(14), 48, "2026-11-01T13:00:00-05:00"),
            (date(2026, 3, 8), time(2, 30), 1, "2026-03-08T04:30:00-04:00"),
            (date(2026, 11, 1), time(1, 30), 1, "2026-11-01T01:30:00-05:00"),
            (date(2026, 11, 1), time(1, 30, fold=1), 1, "2026-11-01T02:30:00-05:00"),
            (date(2026, 11, 1), time(0, 30), 1, "2026-11-01T01:30:00-04:00"),
            (date(2026, 5, 4), time(0), 24, "2026-05-05T00:00:00-04:00"),
        ],
    )
    def test_hours_are_hours_that_really_pass(
        self, start: date, at: time, hours: int, ends: str
    ) -> None:
        c = count(start, Hours(hours), NEVER, NY_CLOCK, at)
        assert c.due_at is not None
        assert c.start_at is not None
        assert c.due_at.isoformat() == ends
        assert c.due == c.raw == c.due_at.date()
        assert c.due_at.astimezone(UTC) - c.start_at.astimezone(UTC) == timedelta(hours=hours)

    def test_an_hour_that_the_clocks_skip_comes_after_the_gap(self) -> None:
        c = count(date(2026, 3, 8), Hours(0), NEVER, NY_CLOCK, time(2, 30))
        assert c.start_at is not None
        assert c.start_at.isoformat() == "2026-03-08T03:30:00-04:00"

    def test_an_end_on_a_day_off_moves_to_the_same_hour(self) -> None:
        """N.Y. Gen. Constr. Law 25-a(1): to the same hour of the next business day."""
        c = count(date(2026, 5, 21), Hours(48), PLAIN, NY_CLOCK, time(16, 15))
        assert (c.raw, c.due) == (date(2026, 5, 23), date(2026, 5, 26))
        assert c.due_at is not None
        assert c.due_at.isoformat() == "2026-05-26T16:15:00-04:00"
        kept = CountingRule("kept", hours_roll=False)
        assert count(date(2026, 5, 21), Hours(48), kept, NY_CLOCK, time(16)).due.day == 23

    def test_the_same_hour_is_the_walls_hour_after_a_change_of_the_clocks(self) -> None:
        spring = count(date(2026, 3, 6), Hours(24), PLAIN, NY_CLOCK, time(14))
        assert spring.due_at is not None
        assert spring.due_at.isoformat() == "2026-03-09T14:00:00-04:00"
        saturdays = CountingRule("saturdays", rolls=frozenset({"saturday"}))
        gap = count(date(2026, 3, 6), Hours(24), saturdays, NY_CLOCK, time(2, 30))
        assert gap.due_at is not None
        assert gap.due_at.isoformat() == "2026-03-08T03:30:00-04:00"
        twice = count(date(2026, 10, 30), Hours(24), saturdays, NY_CLOCK, time(1, 30))
        assert twice.due_at is not None
        assert twice.due_at.isoformat() == "2026-11-01T01:30:00-04:00"

    def test_the_second_of_two_equal_hours_leaves_no_trace_on_the_day_it_moves_to(self) -> None:
        c = count(date(2026, 11, 1), Hours(0), PLAIN, NY_CLOCK, time(1, 30, fold=1))
        assert c.due_at is not None
        assert (c.due_at.isoformat(), c.due_at.fold) == ("2026-11-02T01:30:00-05:00", 0)

    def test_whole_days_drop_out_where_the_rule_says_so(self) -> None:
        rule = CountingRule("out", hours_leave_out=frozenset({"sunday", "holiday"}))
        c = count(date(2026, 5, 23), Hours(24), rule, NY_CLOCK, time(10))
        assert c.due_at is not None
        assert c.due_at.isoformat() == "2026-05-26T10:00:00-04:00"
        on_sunday = count(date(2026, 5, 24), Hours(24), rule, NY_CLOCK, time(10))
        assert on_sunday.due_at is not None
        assert on_sunday.due_at.isoformat() == "2026-05-27T00:00:00-04:00"
        assert last_day(date(2026, 5, 23), Hours(24), rule, NY) == date(2026, 5, 26)

    def test_a_dropped_day_is_as_long_as_it_really_is(self) -> None:
        rule = CountingRule("out", rolls=frozenset(), hours_leave_out=frozenset({"sunday"}))
        for saturday in (date(2026, 3, 7), date(2026, 10, 31)):
            c = count(saturday, Hours(24), rule, NY_CLOCK, time(10))
            assert c.due_at is not None
            assert c.due_at.replace(tzinfo=None) == datetime.combine(
                saturday + timedelta(days=2), time(10)
            )

    def test_a_zone_in_which_the_day_starts_after_midnight(self) -> None:
        havana = Calendar(zone=ZoneInfo("America/Havana"))
        rule = CountingRule("out", rolls=frozenset(), hours_leave_out=frozenset({"saturday"}))
        c = count(date(2026, 3, 6), Hours(24), rule, havana, time(23))
        assert c.due_at is not None
        assert c.due_at.isoformat() == "2026-03-09T00:00:00-04:00"

    def test_an_hour_needs_a_zone_to_be_counted_from(self) -> None:
        with pytest.raises(ValueError, match="need the town's time zone"):
            count(date(2026, 5, 4), Hours(48), PLAIN, NY, time(10))
        with pytest.raises(ValueError, match="without a zone"):
            count(date(2026, 5, 4), Hours(48), PLAIN, NY_CLOCK, time(10, tzinfo=UTC))

    def test_the_hour_of_the_event_is_kept_for_periods_of_days(self) -> None:
        c = count(date(2026, 5, 4), Days(2), PLAIN, NY_CLOCK, time(23, 59))
        assert c.start_at == datetime(2026, 5, 4, 23, 59, tzinfo=EASTERN)
        assert (c.due, c.due_at) == (date(2026, 5, 6), None)
        assert count(date(2026, 5, 4), Days(2), PLAIN, NY, time(23, 59)).start_at is None
