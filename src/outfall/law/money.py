"""Money in whole cents: shares that add up, and years as interest counts them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from outfall.law.counting import add_months

YEARS = ("actual_365", "actual_360", "actual_actual", "thirty_360")


def split(total: int, shares: Sequence[Fraction | int]) -> list[int]:
    """Cents of ``total`` for each share, adding up to the cent.

    Each gets the whole cents of its part; the cents left over go one each to the largest
    remainders, equal ones in the order of the list.

    >>> split(100, [1, 1, 1])
    [34, 33, 33]
    """
    whole = sum(shares)
    if whole <= 0:
        raise ValueError("the shares add up to nothing")
    exact = [Fraction(total) * share / whole for share in shares]
    parts = [int(part // 1) for part in exact]
    order = sorted(range(len(parts)), key=lambda n: (parts[n] - exact[n], n))
    for n in order[: total - sum(parts)]:
        parts[n] += 1
    return parts


def instalments(total: int, payments: int) -> list[int]:
    """Equal payments in cents; the odd cents are on the last.

    >>> instalments(365000, 3)
    [121666, 121666, 121668]
    """
    each = total // payments
    return [each] * (payments - 1) + [total - each * (payments - 1)]


def half_even(n: int, per: int) -> int:
    """n / per as a whole number, a half going to the even neighbour.

    >>> half_even(5, 2), half_even(7, 2), half_even(-5, 2)
    (2, 4, -2)
    """
    whole, rest = divmod(n, per)
    return whole + (2 * rest > per or (2 * rest == per and whole % 2 == 1))


def year_part(first: date, last: date, year: str) -> tuple[int, int]:
    """The part of a year that the days ``first`` to ``last`` (both included) make, as n / per.

    ``actual_365`` and ``actual_360`` divide the days by that number; ``actual_actual`` by the days
    of the calendar year each lies in; ``thirty_360`` counts a month as a twelfth of a year and a
    day beyond whole months as a thirtieth of a month (815 ILCS 205/10).
    """
    start, end = first.toordinal(), last.toordinal() + 1
    if year == "actual_365":
        return end - start, 365
    if year == "actual_360":
        return end - start, 360
    if year == "thirty_360":
        return _thirty(first, date.fromordinal(end)), 360
    n = 0
    for number in range(first.year, last.year + 1):
        opens, closes = date(number, 1, 1).toordinal(), date(number, 12, 31).toordinal() + 1
        inside = min(end, closes) - max(start, opens)
        n += inside * (365 if closes - opens == 366 else 366)
    return n, 365 * 366


def _thirty(first: date, end: date) -> int:
    """Thirtieths of a month from a day to before another: whole months first, then single days."""
    months = 12 * (end.year - first.year) + end.month - first.month
    if add_months(first, months) > end:
        months -= 1
    return 30 * months + end.toordinal() - add_months(first, months).toordinal()
