"""A count as a person argues it: each day with its number, or the reason why it has none."""

from __future__ import annotations

from datetime import date, time
from zoneinfo import ZoneInfo

from tests.law.holiday_lists import NEW_YORK

from outfall.law.calendar import Calendar
from outfall.law.counting import (
    BusinessDays,
    CountingRule,
    Days,
    Hours,
    Length,
    count,
    days_counted,
)

PLAIN = CountingRule("plain")
NEW_YORK_RULE = CountingRule("ny", "N.Y. Gen. Constr. Law 20, 25-a", leaves_out_when_exactly=2)
SUNDAYS = CountingRule("sundays", rolls=frozenset({"sunday", "holiday"}))
NEVER = CountingRule("never", rolls=frozenset(), hours_roll=False)
EASTERN = ZoneInfo("America/New_York")
NY_CLOCK = Calendar(NEW_YORK, zone=EASTERN)


def fingers(
    start: date,
    length: Length,
    rule: CountingRule,
    at: time | None = None,
    holidays: Calendar = NY_CLOCK,
) -> list[str]:
    """A count as lines: the day of the month, its number, and the note."""
    c = count(start, length, rule, holidays, at)
    return [
        f"{d.day.day} {'-' if d.counted is None else d.counted} {d.note}".rstrip()
        for d in days_counted(c, holidays)
    ]


class TestCountedOnTheFingers:
    """Each day of a count, with the reason for every day that does not count."""

    def test_a_last_day_before_memorial_day(self) -> None:
        assert fingers(date(2026, 5, 21), Days(2), NEW_YORK_RULE) == [
            "21 - not counted: the day of the event",
            "22 1",
            "23 2 Saturday: moves the last day on",
            "24 - Sunday: moves the last day on",
            "25 - Memorial Day: moves the last day on",
            "26 - the last day",
        ]

    def test_days_left_out_of_a_short_period(self) -> None:
        assert fingers(date(2026, 5, 22), Days(2), NEW_YORK_RULE) == [
            "22 - not counted: the day of the event",
            "23 - Saturday: left out",
            "24 - Sunday: left out",
            "25 - Memorial Day: left out",
            "26 1",
            "27 2 the last day",
        ]

    def test_business_days_from_a_saturday(self) -> None:
        assert fingers(date(2026, 5, 23), BusinessDays(1), PLAIN) == [
            "23 - not counted: the day of the event",
            "24 - Sunday: left out",
            "25 - Memorial Day: left out",
            "26 1 the last day",
        ]

    def test_days_inside_a_longer_period_all_count(self) -> None:
        lines = fingers(date(2026, 5, 22), Days(5), NEW_YORK_RULE)
        assert lines[1:5] == ["23 1", "24 2", "25 3", "26 4"]

    def test_no_days_at_all(self) -> None:
        assert fingers(date(2026, 5, 22), Days(0), PLAIN) == [
            "22 - not counted: the day of the event; the last day"
        ]
        assert fingers(date(2026, 5, 24), Days(0), SUNDAYS) == [
            "24 - not counted: the day of the event; Sunday: moves the last day on",
            "25 - Memorial Day: moves the last day on",
            "26 - the last day",
        ]

    def test_hours_from_an_unknown_hour(self) -> None:
        assert fingers(date(2026, 5, 18), Hours(54), PLAIN) == [
            "18 - not counted: the hour of the event isn't known",
            "19 24",
            "20 48",
            "21 54 the last day",
        ]

    def test_hours_by_the_clock(self) -> None:
        assert fingers(date(2026, 5, 21), Hours(48), PLAIN, time(16, 15)) == [
            "21 7 the hours run from 16:15",
            "22 31",
            "23 48 Saturday: moves the last day on",
            "24 - Sunday: moves the last day on",
            "25 - Memorial Day: moves the last day on",
            "26 - the last day, until 16:15",
        ]

    def test_hours_through_a_short_day_and_past_a_dropped_one(self) -> None:
        assert fingers(date(2026, 3, 7), Hours(48), NEVER, time(10)) == [
            "7 14 the hours run from 10:00",
            "8 37",
            "9 48 the last day, until 11:00",
        ]
        out = CountingRule("out", hours_leave_out=frozenset({"sunday"}))
        assert fingers(date(2026, 5, 10), Hours(25), out, time(10)) == [
            "10 - Sunday: left out",
            "11 24",
            "12 25 the last day, until 01:00",
        ]

    def test_hours_inside_one_day(self) -> None:
        assert fingers(date(2026, 5, 4), Hours(2), PLAIN, time(10)) == [
            "4 2 the hours run from 10:00; the last day, until 12:00"
        ]
