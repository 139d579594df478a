"""Days into columns: where a month, a week or a century begins, and how many fit."""

from __future__ import annotations

from bisect import bisect_right
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


WIDEST = 8


class Columns:
    """Days on a line of ``width`` columns, each unit of days as wide as every other.

    The unit is the shortest of which all fit, and takes as many columns as there is room for.

    >>> c = Columns(date(2026, 3, 2), date(2026, 8, 1), 30)
    >>> str(c), c.width, c.left(date(2026, 3, 11))
    ('one column is one week', 22, 1)
    """

    def __init__(self, first: date, last: date, room: int) -> None:
        self.unit = next((u for u in UNITS if _length(first, last, u) <= room), UNITS[-1])
        self.starts = tuple(starts(begin(first, self.unit), last, self.unit))
        self.each = max(1, min(room // len(self.starts), WIDEST))
        self.width = len(self.starts) * self.each

    def __str__(self) -> str:
        one = self.each == 1
        return (
            f"one column is one {self.unit}" if one else f"{self.each} columns are one {self.unit}"
        )

    def left(self, day: date) -> int:
        """The column in which a day begins."""
        n = max(bisect_right(self.starts, day) - 1, 0)
        following = after(self.starts[n], self.unit)
        length = (following - self.starts[n]).days if following else 1
        return n * self.each + min((day - self.starts[n]).days, length - 1) * self.each // length

    def right(self, day: date) -> int:
        """The column in which a day ends."""
        if day == date.max or (day + DAY > self.starts[-1] and self._past(day)):
            return self.width - 1
        return max(self.left(day), self.left(day + DAY) - 1)

    def _past(self, day: date) -> bool:
        following = after(self.starts[-1], self.unit)
        return following is not None and day + DAY >= following

    def middle(self, day: date) -> int:
        """The column for something on a day."""
        return (self.left(day) + self.right(day)) // 2


def _length(first: date, last: date, unit: str) -> int:
    if unit == "day":
        return last.toordinal() - first.toordinal() + 1
    if unit == "week":
        return (begin(last, unit).toordinal() - begin(first, unit).toordinal()) // 7 + 1
    months = MONTHS[unit]
    return (
        (last.year * 12 + last.month - 1) // months
        - (first.year * 12 + first.month - 1) // months
        + 1
    )


def padded(first: date, last: date) -> tuple[date, date]:
    """A stretch of days with a little room on both sides, within the calendar."""
    room = max(1, (last.toordinal() - first.toordinal()) // 40)
    low = max(first.toordinal() - room, date.min.toordinal())
    high = min(last.toordinal() + room, date.max.toordinal())
    return date.fromordinal(low), date.fromordinal(high)
