"""Easter Sunday by another way of reckoning: the tables of 1582, as Knuth put them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from outfall.law.calendar import easter_sunday


def by_the_tables(year: int) -> date:
    """The Sunday after the full moon that the epact of the year gives."""
    golden, century = year % 19 + 1, year // 100 + 1
    dropped_leap_days = 3 * century // 4 - 12
    moon_correction = (8 * century + 5) // 25 - 5
    sunday = 5 * year // 4 - dropped_leap_days - 10
    epact = (11 * golden + 20 + moon_correction - dropped_leap_days) % 30
    if (epact == 25 and golden > 11) or epact == 24:
        epact += 1
    full_moon = 44 - epact if 44 - epact >= 21 else 74 - epact
    return date(year, 3, 1) + timedelta(full_moon + 7 - (sunday + full_moon) % 7 - 1)


def test_easter_from_the_reform_of_the_calendar_to_its_last_year() -> None:
    wrong = [year for year in range(1583, 10000) if easter_sunday(year) != by_the_tables(year)]
    assert wrong == []


# The earliest and the latest that Easter can be, and both exceptions of the epact table.
@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(1818, 3, 22), (1943, 4, 25), (1954, 4, 18), (1981, 4, 19), (2049, 4, 18), (2076, 4, 19)],
)
def test_easter_at_the_ends_of_its_season(year: int, month: int, day: int) -> None:
    assert easter_sunday(year) == date(year, month, day)
