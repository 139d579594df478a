"""Days in whole numbers: rolling, counting and the civil calendar, as ``law.counting`` has them.

``h`` is a table of days, from ``FIRST_DAY`` on: its first bit says whether one is a holiday, the
others how many days later the next one is that is no Saturday, Sunday or holiday (``FAR``: none in
the table). A kind of day off is a bit for each weekday (by ``ordinal % 7``) and whether holidays
are among them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import BAD, FIRST_DAY, LAST_DAY, R_FAR
from outfall.law.calendar import masks

Row = Any  # int64 numbers, one case's
Table = Any  # uint8 numbers, one calendar's
USUAL, _ = masks(frozenset(("saturday", "sunday")))
FAR = 127


@inner
def working(s: Row, h: Table, day: int, weekdays: int, holidays: int) -> int:
    """The first day on or after ``day`` that is none of these days off."""
    if weekdays == 0 and not holidays and FIRST_DAY <= day <= LAST_DAY:
        return day
    if weekdays == USUAL and holidays and FIRST_DAY <= day <= LAST_DAY:
        later: Any = np.int64(h[day - FIRST_DAY] >> 1)
        if later != FAR:
            return int(day + later)
    while True:
        if day < FIRST_DAY or day > LAST_DAY:
            s[BAD] = R_FAR
            return LAST_DAY
        if not (weekdays >> (day % 7)) & 1 and not (holidays and h[day - FIRST_DAY] & 1):
            return day
        day += 1


@inner
def working_on(s: Row, h: Table, day: int, n: int, weekdays: int, holidays: int) -> int:
    """The n-th day after ``day`` that is none of these days off."""
    for _ in range(n):
        day = working(s, h, day + 1, weekdays, holidays)
    return day


@inner
def days_on(
    s: Row, h: Table, day: int, n: int, exactly: int, under: int, weekdays: int, holidays: int
) -> int:
    """So many days on; a short period leaves out the days off inside it."""
    if n < 2 or not (n == exactly or n < under):
        return day + n
    return working_on(s, h, day, n - 1, weekdays, holidays) + 1


@inner
def civil(day: int) -> tuple[int, int, int]:
    """The year, month and day of an ordinal."""
    z = day + 305  # from March 1 of the year 0
    era = z // 146097
    of_era = z - era * 146097
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * of_year + 2) // 153
    in_month = of_year - (153 * month + 2) // 5 + 1
    year = year_of_era + era * 400
    if month >= 10:
        return year + 1, month - 9, in_month
    return year, month + 3, in_month


@inner
def ordinal(year: int, month: int, day: int) -> int:
    """The ordinal of a date."""
    if month <= 2:
        year -= 1
        month += 12
    of_year = (153 * (month - 3) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - 305


@inner
def month_length(year: int, month: int) -> int:
    """How many days a month has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


@inner
def months_on(day: int, n: int) -> int:
    """The same day number so many months on, or the last day of that month."""
    year, month, number = civil(day)
    months = year * 12 + month - 1 + n
    year, month = months // 12, months % 12 + 1
    return ordinal(year, month, min(number, month_length(year, month)))


@inner
def earliest(day: int, kind: int, n: int) -> int:
    """The first day from which a look-back of so many days (1) or months (2) reaches this one."""
    if kind != 2:
        return day - n
    year, month, number = civil(day)
    months = year * 12 + month - 1 - n
    year, month = months // 12, months % 12 + 1
    return ordinal(year, month, 1) + min(number - 1, month_length(year, month))


@inner
def year_days(first: int, last: int, year: int) -> int:
    """The numerator of the part of a year that these days make, both included.

    ``year`` is 0 and 1 for days over 365 and 360, 2 for days over those of their own year (over
    365 * 366), and 3 for months of thirty days (over 360).
    """
    end = last + 1
    if year < 2:
        return end - first
    if year == 3:
        from_year, from_month, _ = civil(first)
        to_year, to_month, _ = civil(end)
        months = 12 * (to_year - from_year) + to_month - from_month
        if months_on(first, months) > end:
            months -= 1
        return 30 * months + end - months_on(first, months)
    n = 0
    from_year, _, _ = civil(first)
    to_year, _, _ = civil(last)
    for number in range(from_year, to_year + 1):
        opens, closes = ordinal(number, 1, 1), ordinal(number + 1, 1, 1)
        inside = min(end, closes) - max(first, opens)
        n += inside * (365 if closes - opens == 366 else 366)
    return n


@inner
def half_even(n: int, per: int) -> int:
    """n / per as a whole number, a half going to the even neighbour; n is not below 0."""
    if n == 0:
        return 0
    up, down = np.uint64(n), np.uint64(per)
    whole = up // down
    rest = (up - whole * down) * np.uint64(2)
    odd = whole & np.uint64(1)
    more = np.uint64(rest > down) | (np.uint64(rest == down) & odd)
    return int(np.int64(whole + more))
