"""How periods are counted: the worked examples, the rules one by one, and what always holds."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from tests.law.holiday_lists import ENGLAND, NEW_YORK, NY, US

from outfall.law.calendar import Calendar
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
    last_day,
    roll,
)

PLAIN = CountingRule("plain")
NEW_YORK_RULE = CountingRule("ny", "N.Y. Gen. Constr. Law 20, 25-a", leaves_out_when_exactly=2)
UNDER_SEVEN = CountingRule("ga", "O.C.G.A. 1-3-1(d)(3)", leaves_out_when_under=7)
UNDER_ELEVEN = CountingRule("nm", "N.M. Stat. 12-2A-7", leaves_out_when_under=11)
SUNDAYS = CountingRule("sundays", rolls=frozenset({"sunday", "holiday"}))
NEVER = CountingRule("never", rolls=frozenset(), hours_roll=False)
EASTERN = ZoneInfo("America/New_York")
NY_CLOCK = Calendar(NEW_YORK, zone=EASTERN)


class TestWorkedCases:
    """Published cases and tools put right, each with the answer that was held to be the law."""

    def test_a_last_day_on_a_sunday_moves_to_monday(self) -> None:
        """Elbin Realty No. 2 v. Boyland (N.Y. App. Div. 1964): received on the Monday, in time."""
        c = count(date(1964, 3, 14), Days(1), NEW_YORK_RULE, NY)
        assert (c.raw, c.due) == (date(1964, 3, 15), date(1964, 3, 16))
        assert date(1964, 3, 16) <= c.due

    def test_a_holiday_right_after_a_sunday_moves_it_once_more(self) -> None:
        easter = US.with_added([date(2024, 4, 1)], "Easter Monday")
        assert count(date(2024, 3, 1), Days(30), PLAIN, easter).raw == date(2024, 3, 31)
        assert count(date(2024, 3, 1), Days(30), PLAIN, easter).due == date(2024, 4, 2)

    def test_an_answer_on_the_last_day_is_in_time(self) -> None:
        assert count(date(2026, 5, 4), Days(15), PLAIN, NY).due == date(2026, 5, 19)

    def test_a_due_day_is_never_a_sunday_where_sundays_roll(self) -> None:
        start = date(2024, 1, 1)
        for n in range(366):
            due = count(start, Days(n), PLAIN, US).due
            assert due.strftime("%A") not in ("Saturday", "Sunday")

    @pytest.mark.parametrize(
        ("days", "due"),
        [(30, date(2023, 10, 18)), (60, date(2023, 11, 17)), (120, date(2024, 1, 16))],
    )
    def test_one_letter_with_three_clocks_from_its_receipt(self, days: int, due: date) -> None:
        """N.C. DEQ NOV-2023-PC-0476, counted from the receipt and not from the letter's date."""
        assert count(date(2023, 9, 18), Days(days), PLAIN, US).due == due

    def test_three_days_under_the_statute_and_under_the_court_rule(self) -> None:
        """Christensen v. Ellsworth, 162 Wn.2d 365 (2007): the statute, not the court rule."""
        served = date(1998, 7, 3)
        assert US.holiday(served) == "Independence Day (observed)"
        assert count(served, Days(3), PLAIN, US).due == date(1998, 7, 6)
        assert count(served, Days(3), UNDER_SEVEN, US).due == date(1998, 7, 8)
        assert count(served, BusinessDays(3), PLAIN, US).due == date(1998, 7, 8)

    def test_a_chain_goes_on_from_the_day_that_did_not_move(self) -> None:
        """A court service put its own calculator right: issue + 5 + 14, and + 14 more."""
        issue = date(2018, 3, 12)
        served = count(issue, Days(5), PLAIN, ENGLAND)
        first = count(served.raw, Days(14), PLAIN, ENGLAND)
        assert (first.raw, first.due) == (date(2018, 3, 31), date(2018, 4, 3))
        extended = count(first.raw, Days(14), PLAIN, ENGLAND)
        assert (extended.raw, extended.due) == (date(2018, 4, 14), date(2018, 4, 16))
        chained_from_the_moved_day = count(first.due, Days(14), PLAIN, ENGLAND)
        assert chained_from_the_moved_day.due == date(2018, 4, 17)

    def test_monthly_payments_keep_to_their_anchor(self) -> None:
        anchor = date(2014, 12, 31)
        assert add_months(anchor, 3) == date(2015, 3, 31)
        drifting = add_months(add_months(add_months(anchor, 1), 1), 1)
        assert drifting == date(2015, 3, 28)

    def test_ten_days_from_may_17_end_on_may_27(self) -> None:
        """The example in H. E. & S. Transp. Corp. v. Checker Cab Sales Corp., 271 N.Y. 239."""
        assert count(date(2027, 5, 17), Days(10), NEW_YORK_RULE, NY).due == date(2027, 5, 27)

    def test_a_closed_office_does_not_move_a_last_day(self) -> None:
        """Smith v. McTaggart, 343 Ga. App. 144: shut on Good Friday, which is no legal holiday."""
        assert count(date(2026, 3, 4), Days(30), PLAIN, US).due == date(2026, 4, 3)


class TestTwoDaysInNewYork:
    """N.Y. Gen. Constr. Law 20 and 25-a, for a danger notice that gives two days from receipt."""

    @pytest.mark.parametrize(
        ("received", "raw", "due"),
        [
            (date(2026, 5, 18), date(2026, 5, 20), date(2026, 5, 20)),
            (date(2026, 5, 20), date(2026, 5, 22), date(2026, 5, 22)),
            (date(2026, 5, 21), date(2026, 5, 23), date(2026, 5, 26)),
            (date(2026, 5, 22), date(2026, 5, 27), date(2026, 5, 27)),
            (date(2026, 5, 23), date(2026, 5, 27), date(2026, 5, 27)),
            (date(2026, 5, 25), date(2026, 5, 27), date(2026, 5, 27)),
        ],
    )
    def test_days_off_between_are_left_out_and_a_last_one_moves(
        self, received: date, raw: date, due: date
    ) -> None:
        c = count(received, Days(2), NEW_YORK_RULE, NY)
        assert (c.raw, c.due) == (raw, due)

    @pytest.mark.parametrize(
        ("length", "rule", "due"),
        [
            (Days(2), NEW_YORK_RULE, date(2026, 5, 27)),
            (Days(2), PLAIN, date(2026, 5, 26)),
            (Days(2), NEVER, date(2026, 5, 24)),
            (Hours(48), NEVER, date(2026, 5, 24)),
            (Days(3), NEW_YORK_RULE, date(2026, 5, 26)),
            (Days(1), NEW_YORK_RULE, date(2026, 5, 26)),
            (BusinessDays(2), NEW_YORK_RULE, date(2026, 5, 27)),
        ],
    )
    def test_the_readings_differ_from_a_friday_before_memorial_day(
        self, length: Length, rule: CountingRule, due: date
    ) -> None:
        assert count(date(2026, 5, 22), length, rule, NY).due == due


@pytest.mark.parametrize(
    ("start", "length", "rule", "due"),
    [
        (date(2026, 5, 8), Days(0), PLAIN, date(2026, 5, 8)),
        (date(2026, 5, 9), Days(0), PLAIN, date(2026, 5, 11)),
        (date(2026, 5, 9), BusinessDays(0), PLAIN, date(2026, 5, 11)),
        (date(2026, 5, 8), Days(1), SUNDAYS, date(2026, 5, 9)),
        (date(2026, 5, 8), Days(2), SUNDAYS, date(2026, 5, 11)),
        (date(2026, 5, 8), Days(1), NEVER, date(2026, 5, 9)),
        (date(2026, 5, 20), Days(6), UNDER_SEVEN, date(2026, 5, 29)),
        (date(2026, 5, 20), Days(7), UNDER_SEVEN, date(2026, 5, 27)),
        (date(2026, 5, 4), Days(10), UNDER_ELEVEN, date(2026, 5, 18)),
        (date(2026, 5, 4), Days(11), UNDER_ELEVEN, date(2026, 5, 15)),
        (date(2026, 5, 4), Weeks(1), UNDER_ELEVEN, date(2026, 5, 11)),
        (date(2026, 5, 8), BusinessDays(10), PLAIN, date(2026, 5, 22)),
        (date(2026, 5, 8), BusinessDays(11), PLAIN, date(2026, 5, 26)),
        (date(2026, 5, 4), Weeks(3), PLAIN, date(2026, 5, 26)),
        (date(2024, 1, 31), Months(1), NEVER, date(2024, 2, 29)),
        (date(2023, 1, 31), Months(1), NEVER, date(2023, 2, 28)),
        (date(2023, 8, 31), Months(3), NEVER, date(2023, 11, 30)),
        (date(2023, 2, 28), Months(1), NEVER, date(2023, 3, 28)),
        (date(2026, 4, 25), Months(1), PLAIN, date(2026, 5, 26)),
        (date(2024, 2, 29), Years(1), NEVER, date(2025, 2, 28)),
        (date(2024, 2, 29), Years(4), NEVER, date(2028, 2, 29)),
        (date(2021, 5, 25), Years(5), PLAIN, date(2026, 5, 26)),
        (date(2026, 5, 4), Hours(48), PLAIN, date(2026, 5, 6)),
        (date(2026, 5, 4), Hours(49), PLAIN, date(2026, 5, 7)),
        (date(2026, 5, 4), Hours(1), PLAIN, date(2026, 5, 5)),
        (date(2026, 5, 4), Hours(0), PLAIN, date(2026, 5, 4)),
        (date(2026, 5, 21), Hours(48), PLAIN, date(2026, 5, 26)),
        (date(2026, 5, 21), Hours(48), CountingRule("x", hours_roll=False), date(2026, 5, 23)),
    ],
)
def test_each_length_under_each_rule(
    start: date, length: Length, rule: CountingRule, due: date
) -> None:
    assert count(start, length, rule, NY).due == due
    assert last_day(start, length, rule, NY) == due


def test_both_limits_of_short_periods_can_stand_in_one_rule() -> None:
    both = CountingRule("both", leaves_out_when_exactly=9, leaves_out_when_under=3)
    assert [n for n in range(12) if both.is_short(n)] == [0, 1, 2, 9]


def test_a_rule_can_move_a_friday_on_which_offices_are_closed() -> None:
    friday = CountingRule("fridays", rolls=frozenset({"friday", "saturday", "sunday", "holiday"}))
    assert count(date(2026, 5, 14), Days(8), friday, NY).due == date(2026, 5, 26)


def test_roll_moves_only_what_the_rule_moves() -> None:
    assert roll(date(2026, 5, 23), PLAIN, NY) == date(2026, 5, 26)
    assert roll(date(2026, 5, 23), SUNDAYS, NY) == date(2026, 5, 23)
    assert roll(date(2026, 5, 25), NEVER, NY) == date(2026, 5, 25)


class TestTheEndOfTheYears:
    """The calendar ends with the year 9999: past it is an error, never an early date."""

    @pytest.mark.parametrize(
        "length",
        [
            *(Days(2), BusinessDays(2), Weeks(1), Months(1), Years(1), Hours(25)),
            *(Days(9**9), Weeks(9**9), Months(9**9), Years(9**9), Hours(9**20)),
        ],
        ids=str,
    )
    def test_a_period_past_the_year_9999(self, length: Length) -> None:
        with pytest.raises(OverflowError, match="past the year 9999"):
            count(date(9999, 12, 30), length, NEVER, US)

    @pytest.mark.parametrize("hours", [48, 9**20])
    @pytest.mark.parametrize("left_out", [frozenset(), frozenset({"sunday"})])
    def test_hours_by_the_clock_past_the_year_9999(
        self, hours: int, left_out: frozenset[str]
    ) -> None:
        rule = CountingRule("r", hours_leave_out=left_out)
        with pytest.raises(OverflowError, match="past the year 9999"):
            count(date(9999, 12, 30), Hours(hours), rule, NY_CLOCK, time(10))

    def test_a_last_day_that_could_move_nowhere(self) -> None:
        friday = CountingRule("f", rolls=frozenset({"friday"}))
        assert count(date(9999, 12, 30), Days(1), PLAIN, US).due == date.max
        with pytest.raises(OverflowError, match="past the year 9999"):
            count(date(9999, 12, 30), Days(1), friday, US)
        with pytest.raises(OverflowError, match="past the year 9999"):
            roll(date.max, friday, US)

    def test_an_hour_whose_instant_lies_outside_the_years(self) -> None:
        east = Calendar(zone=timezone(timedelta(hours=2)))
        with pytest.raises(OverflowError, match="00:30:00 on 0001-01-01 lies outside the years"):
            count(date.min, Hours(1), PLAIN, east, time(0, 30))

    def test_back_before_the_year_1(self) -> None:
        assert add_months(date(1, 2, 1), -1) == date(1, 1, 1)
        with pytest.raises(OverflowError, match="before the year 1"):
            add_months(date(1, 1, 31), -1)
        assert add_years(date(9998, 1, 1), 1) == date(9999, 1, 1)


def test_months_and_years_run_back_too() -> None:
    assert add_years(date(2026, 5, 4), -5) == date(2021, 5, 4)
    assert add_years(date(2024, 2, 29), -1) == date(2023, 2, 28)
    assert add_months(date(2026, 3, 31), -1) == date(2026, 2, 28)
    assert add_months(date(2026, 1, 15), -1) == date(2025, 12, 15)


class TestRefusals:
    """What no rule can mean, and what is not a day."""

    @pytest.mark.parametrize(
        "field", ["rolls", "leaves_out", "business_days_off", "hours_leave_out"]
    )
    def test_a_word_that_is_no_kind_of_day(self, field: str) -> None:
        with pytest.raises(ValueError, match="'weekend' is no kind of day"):
            CountingRule("r", **{field: frozenset({"weekend"})})  # type: ignore[arg-type]

    def test_a_week_without_a_working_day(self) -> None:
        week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        with pytest.raises(ValueError, match="nothing could fall due"):
            CountingRule("r", rolls=frozenset(week))
        CountingRule("r", rolls=frozenset([*week[1:], "holiday"]))

    def test_a_limit_of_no_days(self) -> None:
        with pytest.raises(ValueError, match="1 day or more, not 0"):
            CountingRule("r", leaves_out_when_under=0)
        with pytest.raises(ValueError, match="1 day or more, not -2"):
            CountingRule("r", leaves_out_when_exactly=-2)

    def test_kinds_may_be_handed_in_as_any_set(self) -> None:
        rule = CountingRule("r", rolls={"sunday"})  # type: ignore[arg-type]
        assert rule == CountingRule("r", rolls=frozenset({"sunday"}))
        assert hash(rule) == hash(CountingRule("r", rolls=frozenset({"sunday"})))

    def test_an_instant_is_not_a_day(self) -> None:
        noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
        for ask in (count, last_day):
            with pytest.raises(TypeError, match="turn the instant into the town's date"):
                ask(noon, Days(1), PLAIN, NY)

    def test_a_length_of_a_further_kind_is_never_counted_as_one_of_these(self) -> None:
        class SchoolDays(Days):
            pass

        with pytest.raises(TypeError, match="not a length that is counted in days"):
            count(date(2026, 5, 4), SchoolDays(15), PLAIN, NY)
