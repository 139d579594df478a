"""What the reports count: a period, the entries in it that count, and the cases behind each figure.

A figure is the length of a list of hits, so that it opens exactly the cases that it counts. Voided
entries are left out, as the law leaves them out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple

from outfall.web.casework.models import Entry

AT_ONCE = 500
YEARS_SHOWN = 5


class Hit(NamedTuple):
    """One thing that a report counts: the case, its day, what it is, its entry, cents or days."""

    case: int
    day: date
    says: str
    entry: str = ""
    amount: int | None = None


Hits = dict[str, list[Hit]]


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a report is about, both ends included."""

    first: date
    last: date

    @property
    def year(self) -> int | None:
        """The calendar year, where it is exactly one."""
        ends = (self.first.month, self.first.day, self.last.month, self.last.day)
        return self.first.year if ends == (1, 1, 12, 31) and self.spans_one else None

    @property
    def spans_one(self) -> bool:
        """Whether it begins and ends in the same year."""
        return self.first.year == self.last.year

    def months(self) -> list[date]:
        """The first day of each month that the period touches."""
        found, day = [], self.first.replace(day=1)
        while day <= self.last:
            found.append(day)
            day = (day + timedelta(days=32)).replace(day=1)
        return found


def year_of(year: int) -> Period:
    """A calendar year."""
    return Period(date(year, 1, 1), date(year, 12, 31))


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a report: ``behind`` names the hits that it opens; None is no figure."""

    value: int | float | None
    kind: str = "whole"
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a report: its name, its figures, and its bars, each a number and a kind."""

    label: str
    cells: tuple[Cell, ...]
    bars: tuple[tuple[int, str], ...] = ()
    group: str = ""
    sub: str = ""


@dataclass(slots=True)
class Report:
    """A report as it is shown and exported."""

    heads: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    bars: str = ""
    total: Line | None = None

    @property
    def most(self) -> int:
        """The greatest number that a bar shows; at least one."""
        return max((number for line in self.lines for number, _ in line.bars), default=0) or 1


def voided() -> set[tuple[int, str]]:
    """The entries of the town in scope that were voided, by case and id.

    A void that was voided itself voids nothing: later ones are looked at first.
    """
    rows = Entry.objects.filter(kind="voided").order_by()
    told = rows.values_list("case_id", "day", "case_n", "content")
    found: set[tuple[int, str]] = set()
    for case, _, n, content in sorted(told, key=lambda row: row[1:3], reverse=True):
        if (case, f"e{n}") not in found:
            found.add((case, str(json.loads(content)["body"].get("entry", ""))))
    return found


class Counted(NamedTuple):
    """An entry that counts: its case, kind, day, id, and its body where that was asked for."""

    case: int
    kind: str
    day: date
    entry: str
    body: dict[str, Any]


def counted(
    kinds: Iterable[str], first: date, last: date, *, bodies: bool = False
) -> Iterator[Counted]:
    """The entries of these kinds within the days, but those that were voided."""
    gone = voided()
    names = ["case_id", "kind", "day", "case_n", *(["content"] if bodies else [])]
    rows = Entry.objects.filter(kind__in=list(kinds), day__gte=first, day__lte=last)
    for case, kind, day, n, *content in rows.order_by().values_list(*names).iterator(5000):
        if case is not None and (case, f"e{n}") not in gone:
            body = json.loads(content[0])["body"] if content else {}
            yield Counted(case, kind, day, f"e{n}", body)


def cents_of(text: Any) -> int:
    """An amount of a body, such as 1250.00 or $1,250, in cents; none is 0."""
    plain = str(text or "0").replace("$", "").replace(",", "")
    whole, _, part = plain.partition(".")
    return int(whole or 0) * 100 + int((part + "00")[:2])


def chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    """Ids in lots that a query takes."""
    every = sorted(set(ids))
    for at in range(0, len(every), AT_ONCE):
        yield every[at : at + AT_ONCE]
