"""Holidays: whose list, on which day, since when, and the days off in lieu."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import holidays as holidays_package
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.holiday_lists import ENGLAND, NEW_YORK, NY, US

from outfall.law.calendar import (
    DAY_NAMES,
    Calendar,
    Holiday,
    day_off,
    month_length,
    next_working,
)

WEEKEND = frozenset({"saturday", "sunday"})
OFF = WEEKEND | {"holiday"}


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 1, 1), "New Year's Day"),
        (date(2026, 1, 19), "Birthday of Martin Luther King, Jr."),
        (date(2026, 2, 16), "Washington's Birthday"),
        (date(2026, 5, 25), "Memorial Day"),
        (date(2026, 6, 19), "Juneteenth National Independence Day"),
        (date(2026, 7, 4), "Independence Day"),
        (date(2026, 7, 3), "Independence Day (observed)"),
        (date(2026, 9, 7), "Labor Day"),
        (date(2026, 10, 12), "Columbus Day"),
        (date(2026, 11, 11), "Veterans Day"),
        (date(2026, 11, 26), "Thanksgiving Day"),
        (date(2026, 12, 25), "Christmas Day"),
        (date(2027, 7, 5), "Independence Day (observed)"),
        (date(2026, 11, 3), None),
        (date(2026, 2, 12), None),
    ],
)
def test_the_federal_list(day: date, name: str | None) -> None:
    assert US.holiday(day) == name


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 2, 12), "Lincoln's birthday"),
        (date(2026, 6, 14), "Flag Day"),
        (date(2026, 6, 15), None),
        (date(2026, 11, 3), "Election Day"),
        (date(2022, 11, 8), "Election Day"),
        (date(2021, 11, 2), "Election Day"),
        (date(2026, 7, 3), None),
        (date(2027, 7, 5), "Independence Day (observed)"),
        (date(2023, 1, 2), "New Year's Day (observed)"),
        (date(2020, 6, 19), None),
        (date(2021, 6, 19), "Juneteenth"),
        (date(2022, 6, 20), "Juneteenth (observed)"),
    ],
)
def test_new_yorks_list_moves_sundays_but_flag_day_and_no_saturdays(
    day: date, name: str | None
) -> None:
    assert NY.holiday(day) == name


def test_a_day_off_can_lie_in_the_year_before_its_holiday() -> None:
    assert date(2022, 1, 1).weekday() == DAY_NAMES.index("saturday")
    assert US.holiday(date(2021, 12, 31)) == "New Year's Day (observed)"
    assert NY.holiday(date(2021, 12, 31)) is None


def test_a_holiday_is_one_from_the_day_on_which_it_is_law() -> None:
    assert US.holiday(date(2020, 6, 19)) is None
    assert US.holiday(date(2021, 6, 18)) == "Juneteenth National Independence Day (observed)"
    assert US.holiday(date(1985, 1, 21)) is None
    assert US.holiday(date(1986, 1, 20)) == "Birthday of Martin Luther King, Jr."


def test_since_and_until_are_themselves_days_of_the_law() -> None:
    day = Holiday("Founders' Day", 5, 4, since=date(2020, 5, 4), until=date(2022, 5, 4))
    held = [year for year in range(2018, 2025) if Calendar((day,)).holiday(date(year, 5, 4))]
    assert held == [2020, 2021, 2022]
    shorter = Holiday("Founders' Day", 5, 4, since=date(2020, 5, 5), until=date(2022, 5, 3))
    assert [year for year in range(2018, 2025) if shorter.on(year)] == [2021]


def test_a_day_off_in_lieu_is_judged_by_the_law_of_its_own_day() -> None:
    """In 2028 New Year's Day is a Saturday; a rule made that day gives no Friday before it."""
    line = ((5, -1), (6, 1))
    new = Holiday("New Year's Day", 1, 1, since=date(2028, 1, 1), observed=line)
    assert (new.on(2028), new.observed_on(2028)) == (date(2028, 1, 1), None)
    old = Holiday("New Year's Day", 1, 1, until=date(2027, 12, 31), observed=line)
    assert (old.on(2028), old.observed_on(2028)) == (None, date(2027, 12, 31))


@pytest.mark.parametrize(
    ("holiday", "year", "expected"),
    [
        (Holiday("x", 2, 29), 2024, date(2024, 2, 29)),
        (Holiday("x", 2, 29), 2023, None),
        (Holiday("x", 2, 29), 1900, None),
        (Holiday("x", 3, weekday=0, nth=1), 2021, date(2021, 3, 1)),
        (Holiday("x", 2, weekday=6, nth=1), 2021, date(2021, 2, 7)),
        (Holiday("x", 2, weekday=6, nth=-1), 2021, date(2021, 2, 28)),
        (Holiday("x", 2, weekday=3, nth=5), 2024, date(2024, 2, 29)),
        (Holiday("x", 2, weekday=3, nth=5), 2023, None),
        (Holiday("x", 12, weekday=4, nth=-1), 9999, date(9999, 12, 31)),
        (Holiday("x", 12, weekday=4, nth=-1), 2026, date(2026, 12, 25)),
        (Holiday("x", 11, weekday=1, on_or_after=2), 2032, date(2032, 11, 2)),
        (Holiday("x", 11, weekday=1, on_or_after=2), 2033, date(2033, 11, 8)),
        (Holiday("x", 4, weekday=0, on_or_after=30), 2026, date(2026, 5, 4)),
        (Holiday("x", 2, weekday=4, on_or_after=29), 2024, date(2024, 3, 1)),
        (Holiday("x", 12, weekday=5, on_or_after=31), 9999, None),
    ],
)
def test_each_way_to_name_a_day(holiday: Holiday, year: int, expected: date | None) -> None:
    assert holiday.on(year) == expected


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"month": 13, "day": 1}, "13 is not a month"),
        ({"month": 0, "day": 1}, "0 is not a month"),
        ({"month": 1}, "give a day, or a weekday"),
        ({"month": 1, "weekday": 0}, "give a day, or a weekday"),
        ({"month": 1, "nth": 1}, "give a day, or a weekday"),
        ({"month": 1, "day": 1, "weekday": 0}, "give a day, or a weekday"),
        ({"month": 1, "weekday": 0, "nth": 1, "on_or_after": 2}, "give a day, or a weekday"),
        ({"month": 1, "weekday": 0, "nth": 0}, "nth is 1 to 5, or -1 for the last, not 0"),
        ({"month": 1, "weekday": 0, "nth": 6}, "nth is 1 to 5"),
        ({"month": 4, "day": 31}, "month 4 has no day 31"),
        ({"month": 2, "day": 30}, "month 2 has no day 30"),
        ({"month": 4, "day": 0}, "month 4 has no day 0"),
        ({"month": 11, "weekday": 1, "on_or_after": 31}, "month 11 has no day 31"),
        ({"month": 1, "weekday": 7, "nth": 1}, "a weekday is 0"),
        ({"month": 1, "day": 1, "observed": ((7, 1),)}, "a weekday is 0"),
        (
            {"month": 1, "day": 1, "since": date(2020, 1, 2), "until": date(2020, 1, 1)},
            "it ends on 2020-01-01, before it begins on 2020-01-02",
        ),
    ],
)
def test_a_line_that_names_no_day_is_refused_with_its_name(line: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=r"the holiday 'Odd Day': ") as refused:
        Holiday("Odd Day", **line)
    assert says in str(refused.value)


def test_the_years_at_both_ends_of_the_calendar_have_their_holidays() -> None:
    back = Calendar((Holiday("New Year's Day", 1, 1, observed=((0, -1),)),))
    assert date(1, 1, 1).weekday() == 0
    assert back.holiday(date(1, 1, 1)) == "New Year's Day"
    on = Calendar((Holiday("Last Day", 12, 31, observed=((4, 1),)),))
    assert on.holiday(date(9999, 12, 31)) == "Last Day"


@pytest.mark.parametrize(
    ("holiday", "year", "expected"),
    [
        (Holiday("x", 7, 4, observed=((5, -1), (6, 1))), 2026, date(2026, 7, 3)),
        (Holiday("x", 7, 4, observed=((5, -1), (6, 1))), 2027, date(2027, 7, 5)),
        (Holiday("x", 7, 4, observed=((5, -1), (6, 1))), 2028, None),
        (Holiday("x", 7, 4), 2026, None),
        (Holiday("x", 7, 4, observed=((5, 0),)), 2026, None),
        (Holiday("x", 2, 29, observed=((0, 1),)), 2023, None),
        (Holiday("x", 1, 1, observed=((0, -1),)), 1, None),
        (Holiday("x", 1, 2, observed=((1, -1),)), 1, date(1, 1, 1)),
        (Holiday("x", 12, 31, observed=((4, 1),)), 9999, None),
        (Holiday("x", 12, 30, observed=((3, 1),)), 9999, date(9999, 12, 31)),
    ],
)
def test_the_day_in_lieu_of_a_holiday(holiday: Holiday, year: int, expected: date | None) -> None:
    assert holiday.observed_on(year) == expected


def test_every_place_of_a_weekday_in_its_month_can_be_named() -> None:
    mondays = [Holiday("x", 6, weekday=0, nth=nth).on(2026) for nth in (1, 2, 3, 4, 5, -1)]
    assert mondays == [date(2026, 6, number) for number in (1, 8, 15, 22, 29, 29)]


def test_a_line_can_be_law_for_a_single_day() -> None:
    once = date(2018, 12, 5)
    assert Holiday("Day of mourning", 12, 5, since=once, until=once).on(2018) == once


def test_england_gives_christmas_and_boxing_day_their_days_in_lieu() -> None:
    lieu = {
        2020: [(25, "Christmas Day"), (28, "Boxing Day (observed)")],
        2021: [(27, "Christmas Day (observed)"), (28, "Boxing Day (observed)")],
        2022: [(26, "Boxing Day"), (27, "Christmas Day (observed)")],
    }
    for year, expected in lieu.items():
        for number, name in expected:
            assert ENGLAND.holiday(date(year, 12, number)) == name


def test_a_days_own_holiday_names_it_before_one_in_lieu() -> None:
    first = Holiday("Fourth", 7, 4, observed=((6, 1),))
    second = Holiday("Fifth", 7, 5)
    assert Calendar((first, second)).holiday(date(2027, 7, 5)) == "Fifth"
    assert Calendar((second, first)).holiday(date(2027, 7, 5)) == "Fifth"


def test_a_declared_day_is_added_to_a_copy() -> None:
    storm = date(2026, 1, 27)
    closed = NY.with_added([storm])
    assert NY.holiday(storm) is None
    assert closed.holiday(storm) == "declared holiday"
    assert closed.holidays == NEW_YORK
    named = closed.with_added([date(2026, 1, 28)], "day of mourning")
    assert named.holiday(storm) == "declared holiday"
    assert named.holiday(date(2026, 1, 28)) == "day of mourning"


def test_a_day_declared_on_a_holiday_keeps_the_holidays_name() -> None:
    assert NY.with_added([date(2026, 12, 25)]).holiday(date(2026, 12, 25)) == "Christmas Day"


def test_the_zone_stays_with_a_copy() -> None:
    zone = ZoneInfo("America/New_York")
    assert Calendar(zone=zone).with_added([date(2026, 1, 27)]).zone is zone


def test_what_is_remembered_is_no_part_of_a_calendar() -> None:
    asked, fresh = Calendar(NEW_YORK), Calendar(NEW_YORK)
    asked.holiday(date(2026, 5, 25))
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert repr(asked) == repr(fresh)
    assert pickle.loads(pickle.dumps(asked)) == fresh


def test_a_day_declared_in_one_calendar_does_not_show_in_another() -> None:
    """The list's own days are worked out once for all calendars; what is added must not leak."""
    storm = date(2026, 1, 27)
    assert Calendar(NEW_YORK).with_added([storm]).holiday(storm) is not None
    assert Calendar(NEW_YORK).holiday(storm) is None


def test_only_the_kinds_asked_for_make_a_day_off() -> None:
    memorial, saturday = date(2026, 5, 25), date(2026, 5, 23)
    assert day_off(memorial, OFF, NY) == "Memorial Day"
    assert day_off(memorial, WEEKEND, NY) is None
    assert day_off(memorial, frozenset({"monday"}), NY) == "Monday"
    assert day_off(saturday, OFF, NY) == "Saturday"
    assert day_off(saturday, frozenset({"sunday", "holiday"}), NY) is None
    assert day_off(date(2026, 7, 4), OFF, NY) == "Independence Day"


@given(st.dates(date(1970, 1, 1), date(2400, 1, 1)), st.sets(st.sampled_from(sorted(OFF))))
def test_the_next_working_day_is_the_first_that_is_not_off(day: date, off: set[str]) -> None:
    kinds = frozenset(off)
    found = date.fromordinal(next_working(day.toordinal(), kinds, NY))
    walked = day
    while day_off(walked, kinds, NY) is not None:
        walked += timedelta(days=1)
    assert found == walked


@given(st.dates())
def test_a_month_ends_before_the_next_begins(day: date) -> None:
    assert 1 <= day.day <= month_length(day.year, day.month)
    if (day.year, day.month) != (9999, 12):
        first = date(day.year, day.month, 1).toordinal()
        after = date.fromordinal(first + month_length(day.year, day.month))
        assert after.day == 1


# From 2022, the first whole year with Juneteenth: the list above is today's, and the package also
# knows the law of earlier years. To 2035: beyond, the package only repeats the law of today, and
# the comparison would say nothing about the law that will then be in force.
@pytest.mark.parametrize("year", range(2022, 2036))
def test_the_federal_list_agrees_with_the_holidays_package(year: int) -> None:
    theirs = holidays_package.country_holidays("US", years=[year - 1, year, year + 1])
    expected = {day for day in theirs if day.year == year}
    assert {date.fromordinal(ordinal) for ordinal in US.holidays_in(year)} == expected


def test_a_holiday_of_every_fourth_year_is_counted_from_its_first() -> None:
    """Inauguration Day: 2021, 2025, 2029, and no year between."""
    day = Holiday("Inauguration Day", 1, day=20, since=date(2021, 1, 1), every=4)
    assert [year for year in range(2019, 2031) if day.on(year)] == [2021, 2025, 2029]


@pytest.mark.parametrize(("days", "good"), [(80, True), (81, False), (-80, True), (-81, False)])
def test_a_holiday_lies_within_eighty_days_of_easter(days: int, good: bool) -> None:
    if good:
        assert Holiday("Some day", 0, easter=days).on(2026)
    else:
        with pytest.raises(ValueError, match="Easter"):
            Holiday("Some day", 0, easter=days)
