"""The two lines of dates above a picture that is drawn in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from outfall.timeline.scale import Columns

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def ruler(columns: Columns) -> tuple[str, str]:
    """The upper line names the longer units, the lower the shorter; one without room is left out.

    >>> for line in ruler(Columns(date(2026, 3, 28), date(2026, 4, 12), 16)):
    ...     print(line)
        Apr
      30     06
    """
    return _placed(columns, _upper(columns)), _placed(columns, _lower(columns))


def _changes(columns: Columns, part: Callable[[date], object]) -> Iterator[date]:
    before: object = None
    for day in columns.starts:
        if part(day) != before:
            yield day
        before = part(day)


def _upper(columns: Columns) -> Iterator[tuple[date, str]]:
    if columns.unit != "day":
        for day in _changes(columns, lambda day: day.year):
            yield day, f"{day.year:04d}"
        return
    year = 0
    for day in _changes(columns, lambda day: (day.year, day.month)):
        yield day, MONTHS[day.month - 1] + (f" {day.year}" if day.year != year else "")
        year = day.year


def _lower(columns: Columns) -> Iterator[tuple[date, str]]:
    unit = columns.unit
    if unit == "day":
        every = 1 if columns.each > 2 else 7
        yield from (
            (day, f"{day.day:02d}") for day in columns.starts if every == 1 or day.weekday() == 0
        )
    elif unit == "week":
        for day in _changes(columns, lambda day: (day.year, day.month)):
            yield day, MONTHS[day.month - 1]
    elif unit == "month":
        wide = columns.each > 3
        yield from ((day, MONTHS[day.month - 1][: 3 if wide else 1]) for day in columns.starts)
    elif unit == "quarter":
        yield from ((day, f"{(day.month + 2) // 3}") for day in columns.starts)


def _placed(columns: Columns, labels: Iterator[tuple[date, str]]) -> str:
    """Each label where its day begins, as far as it fits, with a space between two words."""
    line = ""
    places = list(labels)
    if len(places) > 1 and columns.left(places[0][0]) + len(places[0][1]) >= columns.left(
        places[1][0]
    ):
        places = places[1:] if len(places[1][1]) > 1 else places
    for day, text in places:
        at = (
            columns.middle(day) - (len(text) - 1) // 2
            if len(text) < columns.each
            else columns.left(day)
        )
        if (
            at >= len(line) + (1 if line and len(text) > 1 else 0)
            and at + len(text) <= columns.width
        ):
            line = line.ljust(at) + text
    return line
