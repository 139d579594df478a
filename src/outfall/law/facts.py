"""What has happened, as far as the events tell: the state that rules are asked about.

These are working records of one assessment, built up event by event by ``outfall.law.fold`` and
never seen outside it. They hold facts alone: nothing here depends on a reading or on today.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import date, time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from outfall.law.books import Books


@dataclass(slots=True, eq=False)
class Violation:
    """One stretch of a violation, from its finding to its remedy.

    What is found again after its remedy is a new stretch under the same id: a notice, an appeal, a
    conviction or a settlement of the one before says nothing of it.
    """

    id: str
    kind: str
    event: str
    observed: date
    discovered: date
    nature: str = ""
    remedied: date | None = None
    remedied_by: str = ""
    remedied_at: time | None = None
    by_town: bool = False
    reversed_on: date | None = None
    convicted: date | None = None
    permit: str | None = None
    settled_on: date | None = None
    before: Violation | None = None

    @property
    def standing(self) -> bool:
        """Found, and not set aside on appeal."""
        return self.reversed_on is None

    @property
    def ended(self) -> date | None:
        """The day on which it was remedied, or set aside on appeal."""
        return self.remedied or self.reversed_on

    @property
    def lasting(self) -> bool:
        """Found, not remedied and not set aside."""
        return self.remedied is None and self.reversed_on is None


@dataclass(slots=True)
class Service:
    """How and when a notice was served; ``received`` where the record shows it."""

    event: str
    on: date
    at: time | None
    method: str
    received_on: date | None = None
    postmarked_on: date | None = None


@dataclass(slots=True, eq=False)
class Proceeding:
    """An appeal, a petition or a protest, from its filing to its decision."""

    kind: str
    event: str
    filed: date
    notice: Notice | None
    at: time | None = None
    heard: date | None = None
    decided: date | None = None
    decided_event: str = ""
    outcome: str = ""
    amount: int | None = None


@dataclass(slots=True, eq=False)
class Notice:
    """One paper that the town issued, and what came of it."""

    event: str
    instrument: str
    issued: date
    contents: tuple[str, ...]
    missing: tuple[tuple[str, str], ...]
    violations: tuple[Violation, ...]
    comply_by: date | None = None
    cure_days: int | None = None
    service: Service | None = None
    returned: str = ""
    replaces: list[Notice] = field(default_factory=list)
    proceeding: Proceeding | None = None
    in_danger: bool = False

    @property
    def complete(self) -> bool:
        return not self.missing


class Entry(NamedTuple):
    """A movement of money: charge, payment, reduction or protest decision, in cents."""

    on: date
    kind: str
    part: str
    amount: int
    event: str
    violation: str
    cost_kind: str = ""
    found: Violation | None = None


class Extension(NamedTuple):
    """A last day that the town moved in writing, and the entry that says so."""

    until: date
    event: str


@dataclass(slots=True)
class Plan:
    """A plan of payments as it was agreed."""

    event: str
    on: date
    payments: int
    first_due: date
    every: str


@dataclass(slots=True)
class Facts:
    """All facts of a case up to a day."""

    violations: dict[str, Violation] = field(default_factory=dict)
    found: list[Violation] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    of_instrument: dict[str, list[Notice]] = field(default_factory=dict)
    live: dict[str, list[Notice]] = field(default_factory=dict)
    proceedings: dict[str, list[Proceeding]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    charged: set[str] = field(default_factory=set)
    contests: int = 0
    books: Books | None = None
    plan: Plan | None = None
    happened: dict[str, list[tuple[date, str]]] = field(default_factory=dict)
    extensions: dict[str, Extension] = field(default_factory=dict)
    danger_since: date | None = None
    danger_violations: set[str] = field(default_factory=set)
    danger_over: date | None = None
    ever_danger: bool = False
    hold_since: date | None = None
    hold_until: date | None = None
    unaccepted: set[str] = field(default_factory=set)
    access: str = ""
    access_since: date | None = None
    unapproved: deque[str] = field(default_factory=deque)
    lien_since: date | None = None
    lien_until: date | None = None
    compensation: str = ""
    compensation_on: date | None = None
    assessed: int = 0
    cost_charged: int = 0
    first_cost: date | None = None
    convictions: list[tuple[date, date]] = field(default_factory=list)
    unconvicted: list[date] = field(default_factory=list)
    closed_on: date | None = None

    def enter(self, entry: Entry) -> None:
        """Put a movement of money into the account, a charge before the payments of its day."""
        place = len(self.entries)
        if entry.kind == "charge":
            self.charged.add(entry.part)
            while place and self.entries[place - 1][:2] == (entry.on, "paid"):
                place -= 1
            if self.books is not None and self.books.taken > place:
                self.books = None
        elif entry.kind == "protest":
            self.contests += 1
        self.entries.insert(place, entry._replace(found=self.violations.get(entry.violation)))

    def find(self, violation: Violation) -> None:
        """Take in a new stretch of a violation; it is now the one that its id names."""
        violation.before = self.violations.get(violation.id)
        self.violations[violation.id] = violation
        self.found.append(violation)

    def happened_last(self, event: str) -> tuple[date, str] | None:
        entries = self.happened.get(event)
        return entries[-1] if entries else None

    def open_violations(self) -> tuple[Violation, ...]:
        return tuple(v for v in self.violations.values() if v.lasting)

    def lasting(self, notice: Notice | None) -> list[Violation]:
        """The violations (of a notice, or all) that are neither remedied nor set aside."""
        return [v for v in self.of(notice) if v.lasting]

    def of(self, notice: Notice | None) -> list[Violation]:
        if notice is None:
            return self.found
        return list(notice.violations)
