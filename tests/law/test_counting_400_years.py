"""Two ways to count agree on every day of 400 years, after which the calendar repeats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.law import independent_counting as clerk
from tests.law.holiday_lists import FEDERAL, NEW_YORK

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
    count,
    last_day,
)

LISTS = {"federal": FEDERAL, "new york": NEW_YORK}
CYCLE_FIRST, CYCLE_LAST = date(2000, 1, 1), date(2399, 12, 31)
PLAIN_OFF = ("saturday", "sunday", "holiday")

Walk = Callable[[clerk.WallCalendar, int], int]


@dataclass(frozen=True)
class Kind:
    """One kind of period: how the product is asked, and how the clerk counts it."""

    name: str
    place: str
    length: Length
    rule: CountingRule
    walk: Walk
    moves: tuple[str, ...] = PLAIN_OFF


def kind(
    name: str,
    length: Length,
    walk: Walk,
    place: str = "new york",
    moves: tuple[str, ...] = PLAIN_OFF,
    **rule: object,
) -> Kind:
    made = CountingRule("r", rolls=frozenset(moves), **rule)  # type: ignore[arg-type]
    return Kind(name, place, length, made, walk, moves)


def walking(n: int) -> Walk:
    return with_days_off(lambda place, _: clerk.walk(place, n))


def working(n: int, *off: str) -> Walk:
    return with_days_off(lambda place, crossed: clerk.walk_working(place, n, crossed), *off)


def short(n: int, *off: str) -> Walk:
    return with_days_off(lambda place, crossed: clerk.walk_short(place, n, crossed), *off)


def ticking(n: int, *off: str) -> Walk:
    return with_days_off(lambda place, crossed: clerk.tick(place, n, crossed), *off)


def with_days_off(walk: Callable[[int, list[bool]], int], *off: str) -> Walk:
    """Cross the days off out once for all walks over one calendar."""
    crossed: list[bool] = []

    def walked(wall: clerk.WallCalendar, place: int) -> int:
        if not crossed:
            crossed.extend(wall.crossed_out(*off))
        return walk(place, crossed)

    return walked


KINDS = [
    kind("15 days", Days(15), walking(15)),
    kind("14 days, federal", Days(14), walking(14), "federal"),
    kind(
        "7 days, Saturday stands",
        Days(7),
        walking(7),
        moves=("sunday", "holiday"),
    ),
    kind("30 days, never moved", Days(30), walking(30), moves=()),
    kind("exactly two", Days(2), short(2, *PLAIN_OFF), leaves_out_when_exactly=2),
    kind(
        "three where two are short",
        Days(3),
        walking(3),
        leaves_out_when_exactly=2,
    ),
    kind(
        "exactly two, Saturday stands as a last day",
        Days(2),
        short(2, *PLAIN_OFF),
        moves=("sunday", "holiday"),
        leaves_out_when_exactly=2,
    ),
    kind("under seven", Days(6), short(6, *PLAIN_OFF), "federal", leaves_out_when_under=7),
    kind(
        "seven is not under seven",
        Days(7),
        walking(7),
        "federal",
        leaves_out_when_under=7,
    ),
    kind(
        "under eleven, Sundays only",
        Days(10),
        short(10, "sunday"),
        leaves_out=frozenset({"sunday"}),
        leaves_out_when_under=11,
    ),
    kind("10 business days", BusinessDays(10), working(10, *PLAIN_OFF), "federal"),
    kind(
        "5 business days of a six-day week",
        BusinessDays(5),
        working(5, "sunday", "holiday"),
        business_days_off=frozenset({"sunday", "holiday"}),
    ),
    kind("2 weeks", Weeks(2), walking(14)),
    kind("1 month", Months(1), lambda wall, place: wall.month_on(place, 1)),
    kind("18 months", Months(18), lambda wall, place: wall.month_on(place, 18), "federal"),
    kind("1 year", Years(1), lambda wall, place: wall.year_on(place, 1)),
    kind("5 years", Years(5), lambda wall, place: wall.year_on(place, 5), "federal", moves=()),
    kind("48 hours from an unknown hour", Hours(48), ticking(48)),
    kind(
        "49 hours without Sundays and holidays",
        Hours(49),
        ticking(49, "sunday", "holiday"),
        "federal",
        hours_leave_out=frozenset({"sunday", "holiday"}),
    ),
]


def first_difference(
    k: Kind,
    counted: Callable[[date, Length, CountingRule, Calendar], tuple[date, date]],
    first: date = CYCLE_FIRST,
    last: date = CYCLE_LAST,
) -> str | None:
    """The first day on which the product and the clerk disagree, in words; None if none."""
    wall, holidays = clerk.wall_calendar(k.place), Calendar(LISTS[k.place])
    off = wall.crossed_out(*k.moves)
    for place in range(wall.place_of[first], wall.place_of[last] + 1):
        raw = k.walk(wall, place)
        by_hand = wall.days[raw], wall.days[clerk.move_on(raw, off)]
        by_product = counted(wall.days[place], k.length, k.rule, holidays)
        if by_product != by_hand:
            return f"{k.name} from {wall.days[place]}: {by_product}, by hand {by_hand}"
    return None


def product(
    start: date, length: Length, rule: CountingRule, holidays: Calendar
) -> tuple[date, date]:
    c = count(start, length, rule, holidays)
    return c.raw, c.due


def test_the_cycle_is_one_whole_cycle_of_the_gregorian_calendar() -> None:
    wall = clerk.wall_calendar("federal")
    days = wall.place_of[CYCLE_LAST] - wall.place_of[CYCLE_FIRST] + 1
    assert days == 400 * 365 + 97
    assert days % 7 == 0


@pytest.mark.parametrize("k", KINDS, ids=lambda k: k.name)
def test_the_product_agrees_with_the_clerk_on_every_day(k: Kind) -> None:
    assert first_difference(k, product) is None


@pytest.mark.parametrize("place", LISTS)
def test_both_know_the_same_holidays(place: str) -> None:
    wall, holidays = clerk.wall_calendar(place), Calendar(LISTS[place])
    for day, kinds in zip(wall.days, wall.kinds, strict=True):
        assert (holidays.holiday(day) is not None) == ("holiday" in kinds), day


def counts_the_day_of_the_event(
    start: date, length: Length, rule: CountingRule, holidays: Calendar
) -> tuple[date, date]:
    return product(start - timedelta(days=1), length, rule, holidays)


def forgets_holidays(
    start: date, length: Length, rule: CountingRule, holidays: Calendar
) -> tuple[date, date]:
    return product(start, length, rule, Calendar(zone=holidays.zone))


def moves_on_once_only(
    start: date, length: Length, rule: CountingRule, holidays: Calendar
) -> tuple[date, date]:
    raw, due = product(start, length, rule, holidays)
    return raw, min(due, raw + timedelta(days=2))


FIVE_YEARS = date(2024, 1, 1), date(2028, 12, 31)


@pytest.mark.parametrize("k", KINDS, ids=lambda k: k.name)
def test_control_a_planted_off_by_one_is_caught(k: Kind) -> None:
    assert first_difference(k, counts_the_day_of_the_event, *FIVE_YEARS) is not None


@pytest.mark.parametrize("planted", [forgets_holidays, moves_on_once_only])
def test_control_other_planted_faults_are_caught(
    planted: Callable[[date, Length, CountingRule, Calendar], tuple[date, date]],
) -> None:
    assert first_difference(KINDS[0], planted, *FIVE_YEARS) is not None


def test_the_short_way_to_the_last_day_gives_the_same() -> None:
    holidays = Calendar(NEW_YORK)
    start, end = FIVE_YEARS
    while start <= end:
        for k in KINDS:
            c = count(start, k.length, k.rule, holidays)
            assert last_day(start, k.length, k.rule, holidays) == c.due
        start += timedelta(days=1)


ZONE = ZoneInfo("America/New_York")
CLOCK = clerk.WallClock(date(2025, 12, 25), date(2027, 1, 31), ZONE)
CLOCKED = [
    ("26 hours, rolled", 26, PLAIN_OFF, ()),
    ("48 hours, never rolled", 48, (), ()),
    ("24 hours, Saturdays rolled into the change of the clocks", 24, ("saturday",), ()),
    ("49 hours without Sundays and holidays", 49, PLAIN_OFF, ("sunday", "holiday")),
    ("72 hours without weekends, never rolled", 72, (), ("saturday", "sunday")),
]


@pytest.mark.parametrize(("name", "hours", "moves", "left_out"), CLOCKED, ids=str)
def test_hours_by_the_clock_agree_in_every_hour_of_a_year(
    name: str, hours: int, moves: tuple[str, ...], left_out: tuple[str, ...]
) -> None:
    rule = CountingRule(name, rolls=frozenset(moves), hours_leave_out=frozenset(left_out))
    holidays = Calendar(NEW_YORK, zone=ZONE)
    wall = clerk.wall_calendar("new york")
    moved, dropped = wall.crossed_out(*moves), wall.crossed_out(*left_out)
    dropped_hours = [dropped[wall.place_of[shown.date()]] for shown in CLOCK.shows]
    shown = datetime(2026, 1, 1)  # noqa: DTZ001  what the wall clock shows has no zone
    while shown.year == 2026:
        for fold in (0, 1):
            now = clerk_start = CLOCK.place(shown, fold)
            rest = hours
            while rest:
                rest -= not dropped_hours[now]
                now += 1
            end = CLOCK.shows[now]
            due = wall.days[clerk.move_on(wall.place_of[end.date()], moved)]
            if due != end.date():
                end = CLOCK.shows[CLOCK.place(datetime.combine(due, end.time()).replace(fold=0))]
            at = time(shown.hour, fold=fold)
            if fold and CLOCK.place(shown) == clerk_start:
                continue  # the clock shows this hour once, so that there is no second one
            c = count(shown.date(), Hours(hours), rule, holidays, at)
            assert c.start_at is not None
            assert c.due_at is not None
            got = c.start_at.replace(tzinfo=None), c.due, c.due_at.replace(tzinfo=None)
            assert got == (CLOCK.shows[clerk_start], due, end), (shown, fold)
            assert c.due_at.fold == end.fold, (shown, fold)
        shown += timedelta(hours=1)
