"""Days into columns: where a month, a week or a century begins, and how many fit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

DAY = timedelta(days=1)
MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200, "millennium": 12000}
UNITS = ("day", "week", *MONTHS)
"""What one column can stand for, the shortest first."""


def begin(day: date, unit: str) -> date:
    """The first day of the unit that a day lies in; weeks begin on Monday.

    >>> begin(date(2026, 5, 20), "week"), begin(date(2026, 5, 20), "quarter")
    (datetime.date(2026, 5, 18), datetime.date(2026, 4, 1))
    """
    if unit == "day":
        return day
    if unit == "week":
        return date.fromordinal(max(day.toordinal() - day.weekday(), 1))
    months = MONTHS[unit]
    start = (day.year * 12 + day.month - 1) // months * months
    return date.min if start < 12 else date(start // 12, start % 12 + 1, 1)


def after(day: date, unit: str) -> date | None:
    """The first day of the next unit; None where the calendar ends before it."""
    start = begin(day, unit)
    if unit in ("day", "week"):
        days = 7 - day.weekday() if unit == "week" else 1
        ordinal = day.toordinal() + days
        return date.fromordinal(ordinal) if ordinal <= date.max.toordinal() else None
    months = MONTHS[unit]
    following = (start.year * 12 + start.month - 1) // months * months + months
    return date(following // 12, following % 12 + 1, 1) if following < 120_000 else None


def starts(first: date, last: date, unit: str) -> Iterator[date]:
    """The first days of every unit that has one from ``first`` through ``last``."""
    day: date | None = begin(first, unit)
    while day is not None and day <= last:
        if day >= first:
            yield day
        day = after(day, unit)


def columns(first: date, last: date, most: int) -> tuple[str, tuple[date, ...]]:
    """The shortest unit of which at most ``most`` cover the days, and the first day of each.

    >>> unit, days = columns(date(2026, 3, 2), date(2026, 8, 1), 30)
    >>> unit, len(days), days[0].isoformat()
    ('week', 22, '2026-03-02')
    """
    for unit in UNITS:
        if _length(first, last, unit) <= most or unit == UNITS[-1]:
            return unit, tuple(starts(begin(first, unit), last, unit))
    raise AssertionError("the last unit always fits")


def _length(first: date, last: date, unit: str) -> int:
    if unit == "day":
        return last.toordinal() - first.toordinal() + 1
    if unit == "week":
        return (begin(last, unit).toordinal() - begin(first, unit).toordinal()) // 7 + 1
    months = MONTHS[unit]
    return (last.year * 12 + last.month - 1) // months - (first.year * 12 + first.month - 1) // months + 1


def padded(first: date, last: date) -> tuple[date, date]:
    """A stretch of days with a little room on both sides, within the calendar."""
    room = max(1, (last.toordinal() - first.toordinal()) // 40)
    low = max(first.toordinal() - room, date.min.toordinal())
    high = min(last.toordinal() + room, date.max.toordinal())
    return date.fromordinal(low), date.fromordinal(high)
