"""Money in whole cents: shares and payments that add up, halves, and the parts of a year."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from outfall.law.money import YEARS, half_even, instalments, split, year_part


@pytest.mark.parametrize(
    ("total", "shares", "parts"),
    [
        (100, [1, 1, 1], [34, 33, 33]),
        (101, [1, 1, 1], [34, 34, 33]),
        (102, [1, 1, 1], [34, 34, 34]),
        # 10 / 6 = 1.67, 20 / 6 = 3.33, 30 / 6 = 5: the largest remainder gets the odd cent.
        (10, [1, 2, 3], [2, 3, 5]),
        # 8 / 5 = 1.6 and 4.8 of 8: two cents are over, and the last two remainders are larger.
        (8, [1, 1, 3], [2, 1, 5]),
        # 0.4, 2.8 and 0.8 of 4: the last two get a cent each.
        (4, [1, 7, 2], [0, 3, 1]),
        # Of equal remainders, the first in the list.
        (1, [1, 1], [1, 0]),
        (7, [Fraction(1, 3), Fraction(2, 3)], [2, 5]),
        (5, [Fraction(1, 2), 0], [5, 0]),
        (0, [1, 2], [0, 0]),
        # Shares may add up to less than one.
        (9, [Fraction(1, 4), Fraction(1, 8)], [6, 3]),
        # More than a float can hold to the cent.
        (10**17 + 1, [1], [10**17 + 1]),
    ],
)
def test_shares_add_up_to_the_cent(
    total: int, shares: list[Fraction | int], parts: list[int]
) -> None:
    found = split(total, shares)
    assert found == parts
    assert sum(found) == total
    assert all(type(part) is int for part in found)


@pytest.mark.parametrize("shares", [[], [0, 0], [1, -1], [-1]])
def test_shares_of_nothing(shares: list[Fraction | int]) -> None:
    with pytest.raises(ValueError, match=r"^the shares add up to nothing$"):
        split(100, shares)


@pytest.mark.parametrize(
    ("total", "payments", "parts"),
    [
        (365000, 3, [121666, 121666, 121668]),
        (100, 1, [100]),
        (100, 2, [50, 50]),
        (104, 5, [20, 20, 20, 20, 24]),
        (2, 3, [0, 0, 2]),
    ],
)
def test_odd_cents_are_on_the_last_payment(total: int, payments: int, parts: list[int]) -> None:
    assert instalments(total, payments) == parts


@pytest.mark.parametrize(
    ("n", "per", "rounded"),
    [
        (1, 2, 0),
        (3, 2, 2),
        (5, 2, 2),
        (7, 2, 4),
        (-1, 2, 0),
        (-3, 2, -2),
        (1, 3, 0),
        (2, 3, 1),
        (4, 3, 1),
        (6, 3, 2),
        (0, 5, 0),
        (24, 10, 2),
        (25, 10, 2),
        (26, 10, 3),
        (35, 10, 4),
        (36, 10, 4),
    ],
)
def test_a_half_goes_to_the_even_neighbour(n: int, per: int, rounded: int) -> None:
    assert half_even(n, per) == rounded


@pytest.mark.parametrize(
    ("first", "last", "year", "part"),
    [
        # One day.
        (date(2026, 3, 2), date(2026, 3, 2), "actual_365", Fraction(1, 365)),
        (date(2026, 3, 2), date(2026, 3, 2), "actual_360", Fraction(1, 360)),
        (date(2026, 3, 2), date(2026, 3, 2), "actual_actual", Fraction(1, 365)),
        (date(2024, 3, 2), date(2024, 3, 2), "actual_actual", Fraction(1, 366)),
        (date(2026, 3, 2), date(2026, 3, 2), "thirty_360", Fraction(1, 360)),
        # A whole year of either length.
        (date(2026, 1, 1), date(2026, 12, 31), "actual_actual", Fraction(1)),
        (date(2024, 1, 1), date(2024, 12, 31), "actual_actual", Fraction(1)),
        (date(2024, 1, 1), date(2024, 12, 31), "actual_365", Fraction(366, 365)),
        (date(2026, 1, 1), date(2026, 12, 31), "thirty_360", Fraction(1)),
        # Over the end of the year: two days of 2023, three of 2024.
        (
            date(2023, 12, 30),
            date(2024, 1, 3),
            "actual_actual",
            Fraction(2, 365) + Fraction(3, 366),
        ),
        # A year lies between: one day, 366 days, one day.
        (date(2023, 12, 31), date(2025, 1, 1), "actual_actual", 1 + Fraction(2, 365)),
        # Months of thirty days: February is a month, and so is March.
        (date(2026, 2, 1), date(2026, 2, 28), "thirty_360", Fraction(30, 360)),
        (date(2026, 3, 1), date(2026, 3, 31), "thirty_360", Fraction(30, 360)),
        # To March 14 is a month, and March 15 and 16 are two days more.
        (date(2026, 2, 15), date(2026, 3, 16), "thirty_360", Fraction(32, 360)),
        # To the end of February 26 no month is full: three days of January, 26 of February.
        (date(2026, 1, 29), date(2026, 2, 26), "thirty_360", Fraction(29, 360)),
        # A month from January 31 ends with the day before the last of February.
        (date(2026, 1, 31), date(2026, 2, 27), "thirty_360", Fraction(30, 360)),
        (date(2026, 1, 31), date(2026, 2, 28), "thirty_360", Fraction(31, 360)),
        # Two months to March 14, and the thirty days of March 15 to April 13.
        (date(2026, 1, 15), date(2026, 4, 13), "thirty_360", Fraction(90, 360)),
        # Fourteen months and a day, over the end of a year.
        (date(2025, 11, 10), date(2027, 1, 10), "thirty_360", Fraction(14 * 30 + 1, 360)),
    ],
)
def test_the_part_of_a_year(first: date, last: date, year: str, part: Fraction) -> None:
    n, per = year_part(first, last, year)
    assert Fraction(n, per) == part
    assert year in YEARS


def test_a_year_is_divided_by_what_its_name_says() -> None:
    """The parts of several spans are added up before they are rounded, over one divisor."""
    day = date(2026, 3, 2)
    assert [year_part(day, day, year)[1] for year in YEARS] == [365, 360, 365 * 366, 360]
