"""A case's account: charges, interest, payments and reductions, each part apart, in cents.

A day bears interest on the principal that is unpaid at its end: the day of a charge counts, the
day of a payment does not. Interest is exact; it is rounded (half to even) only where it is shown.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from outfall.law.facts import Entry
from outfall.law.money import half_even, year_part
from outfall.law.ordinance import Dated
from outfall.law.standing import InterestSpan
from outfall.law.view import DAY


@dataclass(slots=True)
class Line:
    """One charge: what of it is unpaid, and whether it bears interest by now."""

    unpaid: int
    bearing: bool = False


@dataclass(slots=True)
class Totals:
    """What of one part was charged, forgiven and paid, in cents."""

    charged: int = 0
    reduced: int = 0
    paid: int = 0


@dataclass(slots=True)
class Ledger:
    """Charges and payments in the order of their days. ``day`` is the next day to bear interest."""

    order: tuple[str, ...]
    rates: tuple[Dated, ...] = ()
    year: str = "actual_365"
    parts: dict[str, Totals] = field(default_factory=dict)
    lines: dict[str, list[Line]] = field(default_factory=dict)
    first_unpaid: dict[str, int] = field(default_factory=dict)
    waiting: list[tuple[date, int, Line]] = field(default_factory=list)
    pushed: int = 0
    principal: int = 0
    accrued: dict[int, int] = field(default_factory=dict)
    interest_paid: int = 0
    interest_reduced: int = 0
    paid: int = 0
    credit: int = 0
    day: date | None = None
    settled: list[tuple[date, int]] = field(default_factory=list)
    spans: list[InterestSpan] = field(default_factory=list)
    excess: list[Entry] = field(default_factory=list)
    cleared: dict[str, tuple[date, str]] = field(default_factory=dict)

    @property
    def interest(self) -> int:
        """Interest so far in whole cents, paid or not: exact until here, a half to even."""
        return _cents(self.accrued)

    def owed(self, part: str) -> int:
        totals = self.parts.get(part)
        return totals.charged - totals.reduced - totals.paid if totals else 0

    def unpaid(self) -> int:
        return sum(self.owed(part) for part in self.parts)

    def _segments(self, to: date) -> Iterator[tuple[date, date, int]]:
        """Stretches of one principal, from the next day to bear interest to that before ``to``.

        A stretch that ends before it begins has no day.
        """
        day, principal = self.day or to, self.principal
        for start, _, line in sorted(self.waiting):
            if start >= to:
                break
            yield day, start - DAY, principal
            day, principal = start, principal + line.unpaid
        yield day, to - DAY, principal

    def _borne(self, to: date) -> list[InterestSpan]:
        """The interest that the days before ``to`` still have to bear, a stretch for each rate."""
        found = []
        for first, last, principal in self._segments(to):
            for rate in self.rates if principal > 0 else ():
                start, end = max(first, rate.since or first), min(last, rate.until or last)
                if start <= end:
                    found.append(InterestSpan(start, end, principal, rate.value, self.year))
        return found

    def advance(self, to: date) -> None:
        """Let every day before ``to`` bear its interest, for good."""
        _bear(self.accrued, self.spans, self._borne(to))
        while self.waiting and self.waiting[0][0] < to:
            _, _, line = heapq.heappop(self.waiting)
            line.bearing = True
            self.principal += line.unpaid
        self.day = max(self.day or to, to)

    def interest_at(self, on: date) -> int:
        """Interest in whole cents at the end of a day; the ledger stays as it is."""
        accrued, last = dict(self.accrued), self.spans[-1:]
        _bear(accrued, last, self._borne(on + DAY))
        return _cents(accrued)

    def spans_at(self, on: date) -> tuple[InterestSpan, ...]:
        """Every stretch of days that bore interest by the end of a day."""
        spans = list(self.spans)
        _bear({}, spans, self._borne(on + DAY))
        return tuple(spans)

    def charge(self, entry: Entry, bears_from: date | None) -> None:
        line = Line(entry.amount)
        self.parts.setdefault(entry.part, Totals()).charged += entry.amount
        self.lines.setdefault(entry.part, []).append(line)
        self.cleared.pop(entry.part, None)
        if self.credit:
            self._settle(entry, self._take_credit())
        if bears_from is None or not line.unpaid:
            return
        if bears_from <= entry.on:
            line.bearing = True
            self.principal += line.unpaid
        else:
            self.pushed += 1
            heapq.heappush(self.waiting, (bears_from, self.pushed, line))

    def _take_credit(self) -> int:
        credit, self.credit = self.credit, 0
        return credit

    def pay(self, entry: Entry) -> None:
        self.paid += entry.amount
        self._settle(entry, entry.amount)

    def _settle(self, entry: Entry, amount: int) -> None:
        before = self.unpaid()
        for part in self.order:
            if part == "interest":
                due = self.interest - self.interest_paid - self.interest_reduced
                taken = min(amount, max(due, 0))
                self.interest_paid += taken
            else:
                taken = self._pay_part(part, amount)
                if part in self.parts:
                    self.parts[part].paid += taken
            amount -= taken
        self.credit += amount
        if self.unpaid() != before:
            self.settled.append((entry.on, before - self.unpaid()))
        self._clear(entry)

    def _clear(self, entry: Entry) -> None:
        """Note each part of which this entry leaves nothing owed."""
        for part in self.parts:
            if self.owed(part) <= 0:
                self.cleared.setdefault(part, (entry.on, entry.event))

    def _pay_part(self, part: str, amount: int) -> int:
        """Pay the oldest charges of a part first; gives the cents that were used."""
        used = 0
        lines = self.lines.get(part, [])
        position = self.first_unpaid.get(part, 0)
        while position < len(lines) and used < amount:
            line = lines[position]
            taken = min(line.unpaid, amount - used)
            line.unpaid -= taken
            if line.bearing:
                self.principal -= taken
            used += taken
            if line.unpaid == 0:
                position += 1
        self.first_unpaid[part] = position
        return used

    def reduce(self, entry: Entry) -> None:
        """A waiver aimed at one part; what goes beyond that part's debt reduces nothing."""
        if entry.part == "interest":
            due = max(self.interest - self.interest_paid - self.interest_reduced, 0)
            taken = min(due, entry.amount)
            self.interest_reduced += taken
        else:
            taken = self._pay_part(entry.part, entry.amount)
            if taken:
                self.parts[entry.part].reduced += taken
                self.settled.append((entry.on, taken))
            self._clear(entry)
        if taken < entry.amount:
            self.excess.append(entry)

    def per_diem(self, on: date) -> int:
        """Interest of the next day in whole cents; under thirty-day months, of a thirtieth."""
        day = on + DAY
        starting = sum(line.unpaid for start, _, line in self.waiting if start <= day)
        n, per = year_part(day, day, self.year)
        for rate in self.rates:
            if (rate.since or day) <= day <= (rate.until or day):
                up, down = rate.value.as_integer_ratio()
                return half_even((self.principal + starting) * up * n, per * 100 * down)
        return 0


def _bear(accrued: dict[int, int], spans: list[InterestSpan], new: list[InterestSpan]) -> None:
    """Add stretches of interest; one that only goes on with the last is counted as one with it.

    Where months count as thirty days, the same days cut in two would bear another sum.
    """
    for span in new:
        last = spans[-1] if spans else None
        if last is not None and last.last + DAY == span.first and _same(last, span):
            whole = InterestSpan(last.first, span.last, span.principal, span.rate, span.year)
            _count(accrued, last, -1)
            _count(accrued, whole, 1)
            spans[-1] = whole
        else:
            _count(accrued, span, 1)
            spans.append(span)


def _same(a: InterestSpan, b: InterestSpan) -> bool:
    return (a.principal, a.rate, a.year) == (b.principal, b.rate, b.year)


def _count(accrued: dict[int, int], span: InterestSpan, sign: int) -> None:
    n, per = year_part(span.first, span.last, span.year)
    up, down = span.rate.as_integer_ratio()
    per *= 100 * down
    accrued[per] = accrued.get(per, 0) + sign * span.principal * up * n


def _cents(accrued: dict[int, int]) -> int:
    """Whole cents of parts that stand over several denominators."""
    if len(accrued) == 1:
        ((per, n),) = accrued.items()
        return half_even(n, per)
    return round(sum(Fraction(n, per) for per, n in accrued.items()))
