"""A due date and where it comes from."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from outfall.law.counting import Count


class Due(NamedTuple):
    """The last timely day of a term, with its start and its count.

    ``raw`` is the day before any roll: a chain of periods counts from it. ``event`` is the entry
    that started the clock. ``others`` are the terms that were compared, for latest or earliest of;
    ``anchor`` is the kind of start, as in ``outfall.law.ordinance.Anchor``.
    """

    due: date
    raw: date
    event: str
    start: date
    length: str
    cite: str = ""
    counted: Count | None = None
    due_at: datetime | None = None
    others: tuple[Due, ...] = ()
    latest: bool = True
    anchor: str = ""
