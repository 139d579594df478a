"""The edges of counting: the least that a rule can say, the words of a refusal, leap centuries."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from outfall.law.calendar import Calendar, Holiday, month_length, next_working
from outfall.law.counting import CountingRule, Hours, count, last_day, parse_length
from outfall.law.faults import Fault, Refused

CLOCK = Calendar(zone=ZoneInfo("America/New_York"))
NEVER = CountingRule("never", rolls=frozenset(), hours_roll=False)


def test_a_short_period_may_be_of_a_single_day() -> None:
    assert CountingRule("r", leaves_out_when_exactly=1).is_short(1)
    rule = CountingRule("r", leaves_out_when_under=1)
    assert (rule.is_short(0), rule.is_short(1)) == (True, False)


def test_the_last_day_alone_knows_the_hour_too() -> None:
    """49 hours from ten o'clock end two days on; where the hour isn't known, three."""
    start = date(2026, 5, 4)
    assert last_day(start, Hours(49), NEVER, CLOCK, time(10)) == date(2026, 5, 6)
    assert last_day(start, Hours(49), NEVER, CLOCK) == date(2026, 5, 7)


def test_no_hours_at_all_end_where_they_begin() -> None:
    rule = CountingRule("r", rolls=frozenset(), hours_leave_out=frozenset({"sunday"}))
    c = count(date(2026, 5, 24), Hours(0), rule, CLOCK, time(10))
    assert c.due_at == datetime(2026, 5, 24, 10, tzinfo=CLOCK.zone)


def test_hours_that_end_at_midnight_end_before_the_day_that_is_left_out() -> None:
    """Fourteen hours from ten o'clock on Saturday end as Sunday begins."""
    rule = CountingRule("r", rolls=frozenset(), hours_leave_out=frozenset({"sunday"}))
    c = count(date(2026, 5, 23), Hours(14), rule, CLOCK, time(10))
    assert c.due_at == datetime(2026, 5, 24, tzinfo=CLOCK.zone)


def test_the_whole_words_for_an_instant_in_place_of_a_day() -> None:
    says = r"^a period starts on a day: turn the instant into the town's date first$"
    with pytest.raises(TypeError, match=says):
        count(datetime(2026, 5, 4, tzinfo=UTC), Hours(1), NEVER, CLOCK)


def test_the_whole_words_for_a_period_past_the_end() -> None:
    with pytest.raises(OverflowError, match=r"^the period runs past the year 9999$"):
        next_working(date.max.toordinal() + 1, frozenset(), CLOCK)


def test_the_whole_words_for_what_is_no_length() -> None:
    with pytest.raises(ValueError, match="'soon' is not a length") as refused:
        parse_length("soon")
    assert str(refused.value) == (
        "'soon' is not a length: write a whole number and a unit, such as 15 days, "
        "10 business days, 48 hours, 2 weeks, 1 month or 5 years"
    )


@pytest.mark.parametrize(
    ("year", "days"), [(2023, 28), (2024, 29), (1900, 28), (2100, 28), (2000, 29), (2400, 29)]
)
def test_the_february_of_a_year(year: int, days: int) -> None:
    assert month_length(year, 2) == days
    assert (month_length(year, 1), month_length(year, 4), month_length(year, 12)) == (31, 30, 31)


SINCE = date(2001, 1, 1)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            {"month": 11, "day": 3, "every": 0, "since": SINCE},
            "every so many years needs a number from 1 and since, the year to count from",
        ),
        ({"month": 1}, "give a day, or a weekday with either nth or on_or_after"),
        ({"month": 1, "weekday": 7, "nth": 1}, "a weekday is 0 (Monday) to 6 (Sunday)"),
        (
            {"month": 4, "easter": 1},
            "a holiday by Easter has neither a month nor a day of its own",
        ),
        (
            {"month": 0, "easter": -81},
            "-81 days from Easter Sunday is another season; -80 to 80",
        ),
        ({"month": 13, "day": 1}, "13 is not a month; months are 1 to 12"),
    ],
)
def test_the_whole_words_for_a_line_that_names_no_day(line: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match="Odd Day") as refused:
        Holiday("Odd Day", **line)
    assert str(refused.value) == f"the holiday 'Odd Day': {says}"


@pytest.mark.parametrize(
    ("line", "year", "expected"),
    [
        # Easter of 2038 is April 25, day 115 of the year; Easter of 2026 is April 5.
        ({"month": 0, "easter": -80}, 2038, date(2038, 2, 4)),
        ({"month": 0, "easter": 0}, 2026, date(2026, 4, 5)),
        ({"month": 0, "easter": 80}, 2026, date(2026, 6, 24)),
        ({"month": 11, "day": 3, "every": 1, "since": SINCE}, 2026, date(2026, 11, 3)),
        ({"month": 11, "day": 3, "every": 2, "since": SINCE}, 2026, None),
        ({"month": 11, "day": 3, "every": 2, "since": SINCE}, 2027, date(2027, 11, 3)),
    ],
)
def test_the_outermost_lines_that_name_a_day(
    line: dict[str, Any], year: int, expected: date | None
) -> None:
    assert Holiday("x", **line).on(year) == expected


def test_faults_are_told_one_to_a_line() -> None:
    faults = (Fault("a.b", "This.", "x", 3), Fault("", "That.", "y"))
    assert str(Refused(faults)) == "a.b (line 3): This.\nthe file: That."
    assert Refused(faults).faults == faults
