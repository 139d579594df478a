"""A standing: everything that follows from a case under an ordinance on one day.

Amounts are integer cents, days are local calendar dates. ``data`` turns a standing into the plain
values of the public contract.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from outfall.law.terms import Due


class Step(NamedTuple):
    """One condition of a power, whether it holds, from which day, and the facts that decide it.

    ``because`` names the kind of condition and ``facts`` what its sentence needs; the sentence is
    made by ``outfall.law.words`` when somebody asks for it. ``opens`` is the first day on which a
    condition that fails is known to hold.
    """

    holds: bool
    because: str
    facts: tuple[Any, ...] = ()
    cite: str = ""
    since: date | None = None
    opens: date | None = None
    parts: tuple[Step, ...] = ()


class Deadline(NamedTuple):
    """A period for an act: ``due`` is the last timely day, judged at its end."""

    id: str
    bound: str
    cite: str
    status: str
    due: date
    source: Due
    extended_from: date | None = None
    done_on: date | None = None
    reading: str | None = None
    notice: str | None = None
    says: str = ""


class Action(NamedTuple):
    """An act that the ordinance knows, permitted today or not, with the conditions that decide."""

    id: str
    cite: str
    permitted: bool
    obligatory: bool
    since: date | None
    not_before: date | None
    because: tuple[Step, ...]
    notice: str | None = None
    says: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Something that a party must do or leave, from a day on until another."""

    id: str
    cite: str
    in_force: bool
    since: date
    until: date | None
    scope: str | None = None
    says: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """A step that the counter must refuse until the hold is released."""

    id: str
    cite: str
    in_force: bool
    since: date
    until: date | None
    released_by: str
    blocks: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class NoticeState:
    """A paper of the town's, and the elements that the ordinance demands and it lacks."""

    event: str
    instrument: str
    complete: bool
    missing: tuple[tuple[str, str], ...]
    served_on: date | None = None
    received_on: date | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Days that follow one another, ``first`` to ``last``, all counted or all left out.

    ``why`` is empty for days that count; otherwise it says why they do not.
    """

    first: date
    last: date
    why: str = ""

    @property
    def days(self) -> int:
        return self.last.toordinal() - self.first.toordinal() + 1


@dataclass(frozen=True, slots=True)
class Count:
    """What one violation exposes its party to under one penalty rule."""

    violation: str
    tier: int
    units: int
    min: int
    max: int | None
    jail_days: int
    spans: tuple[Span, ...]
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Exposure:
    """What the law would allow on the day; ``units`` are its days, weeks or offenses."""

    track: str
    cite: str | None = None
    reading: tuple[str, ...] = ()
    tier: int | None = None
    units: int = 0
    min: int = 0
    max: int | None = 0
    per_unit: int | None = None
    jail_days: int = 0
    counts: tuple[Count, ...] = ()
    unit: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an account, in cents: what was charged, forgiven, paid and is owed."""

    charged: int = 0
    reduced: int = 0
    paid: int = 0

    @property
    def owed(self) -> int:
        return self.charged - self.reduced - self.paid


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment of a plan: ``named`` is its day in the plan, ``counted`` that day moved off a
    day off, and ``due`` that with any extension."""

    number: int
    due: date
    amount: int
    status: str
    done_on: date | None
    named: date | None = None
    counted: date | None = None


@dataclass(frozen=True, slots=True)
class InterestSpan:
    """Days that bore interest on one principal (cents) at one yearly rate (percent)."""

    first: date
    last: date
    principal: int
    rate: Decimal
    year: str

    @property
    def days(self) -> int:
        return self.last.toordinal() - self.first.toordinal() + 1


@dataclass(frozen=True, slots=True)
class Account:
    """What the party owes: three kinds of money that never mix are kept apart as parts."""

    parts: tuple[tuple[str, Part], ...] = ()
    interest: int = 0
    interest_reduced: int = 0
    interest_paid: int = 0
    paid: int = 0
    credit: int = 0
    per_diem: int = 0
    lien: bool = False
    plan: tuple[Payment, ...] = ()
    allocation: tuple[tuple[str, int], ...] = ()
    spans: tuple[InterestSpan, ...] = ()
    cite: str | None = None

    def part(self, name: str) -> Part:
        return dict(self.parts).get(name, Part())

    @property
    def charges(self) -> int:
        return sum(part.charged for _, part in self.parts)

    @property
    def interest_owed(self) -> int:
        return self.interest - self.interest_reduced - self.interest_paid

    @property
    def owed(self) -> int:
        """What is owed today, interest included; never below zero: more is a credit."""
        return sum(part.owed for _, part in self.parts) + self.interest_owed


@dataclass(frozen=True, slots=True)
class Remark:
    """An irregular act or a warning, the event it speaks of, and what it puts at risk."""

    id: str
    text: str
    cite: str
    event: str | None = None
    risk: str | None = None


Changes = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ReadingState:
    """A choice that the text leaves open, the one adopted, and what each other would change.

    ``ask`` works the changes out from the same facts; like the words of a step they are made when
    somebody asks, since a register of cases does not.
    """

    id: str
    cite: str
    adopted: str
    ask: Callable[[], tuple[tuple[str, Changes], ...]] = field(repr=False, compare=False)

    @property
    def otherwise(self) -> tuple[tuple[str, Changes], ...]:
        """For each other choice: the paths of the standing that it changes, with their values."""
        return self.ask()


@dataclass(frozen=True, slots=True)
class Standing:
    """All that follows on one day. Same case, same day, same law: the same standing."""

    case: str
    as_of: date
    ordinance: str
    version: str
    digest: str
    deadlines: tuple[Deadline, ...] = ()
    actions: tuple[Action, ...] = ()
    orders: tuple[Order, ...] = ()
    holds: tuple[Hold, ...] = ()
    notices: tuple[NoticeState, ...] = ()
    civil: Exposure = field(default_factory=lambda: Exposure("civil"))
    criminal: Exposure = field(default_factory=lambda: Exposure("criminal"))
    assessed: int = 0
    account: Account = field(default_factory=Account)
    irregularities: tuple[Remark, ...] = ()
    warnings: tuple[Remark, ...] = ()
    readings: tuple[ReadingState, ...] = ()

    def deadline(self, id: str) -> Deadline | None:
        return next((d for d in self.deadlines if d.id == id), None)

    def action(self, id: str) -> Action | None:
        return next((a for a in self.actions if a.id == id), None)
