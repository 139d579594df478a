"""An ordinance as data: what a pack says, read and checked, before it is compiled.

Nothing here computes. ``outfall.files.pack_file`` makes these from a pack's files, and
``outfall.law.plan`` turns them into plain functions, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from outfall.law.calendar import Calendar
from outfall.law.counting import CountingRule, Length
from outfall.law.periods import Anchor, ByReading, Term


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a power. ``kind`` is a row of ``outfall.law.conditions.KINDS``."""

    kind: str
    args: tuple[str, ...] = ()
    cite: str = ""
    parts: tuple[Condition, ...] = ()
    choices: tuple[tuple[str, tuple[Condition, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice that the text leaves open. ``choices`` are (id, what it means)."""

    id: str
    cite: str
    question: str
    choices: tuple[tuple[str, str], ...]
    adopted: str


@dataclass(frozen=True, slots=True)
class Policy:
    """A number or a list that the code leaves to the town."""

    id: str
    cite: str
    says: str
    value: int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Instrument:
    """A paper that the town issues, with the elements that the paragraph demands of it."""

    id: str
    cite: str
    title: str
    elements: tuple[tuple[str, str], ...] = ()
    may_require: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DeadlineRule:
    """A period for an act, under each notice of the instruments ``of`` and ``also``."""

    id: str
    bound: str
    cite: str
    due: Term
    done_by: Anchor
    of: str | None = None
    stayed_by: str | ByReading[str] | None = None
    says: str = ""
    also: tuple[str, ...] = ()

    @property
    def papers(self) -> tuple[str, ...]:
        return (self.of, *self.also) if self.of else ()


@dataclass(frozen=True, slots=True)
class ActionRule:
    """A power or a duty (always, or under conditions).

    ``of`` and ``also`` are the instruments under whose notices it opens.
    """

    id: str
    cite: str
    needs: tuple[Condition, ...]
    of: str | None = None
    duty: bool | tuple[Condition, ...] = False
    says: str = ""
    also: tuple[str, ...] = ()

    @property
    def papers(self) -> tuple[str, ...]:
        return (self.of, *self.also) if self.of else ()


@dataclass(frozen=True, slots=True)
class OrderRule:
    """An order: in force from any of ``starts`` until any of ``ends``.

    ``ends`` are events, or ``remedied``: the day that leaves no violation. ``spares_remedy``: the
    text lets the work that the paper demands go on.
    """

    id: str
    cite: str
    starts: tuple[Anchor, ...]
    ends: tuple[str, ...]
    scope: str | None = None
    says: str = ""
    spares_remedy: bool = False


@dataclass(frozen=True, slots=True)
class HoldRule:
    """A hold on a step of the counter's, from the violation until ``released_by``.

    ``corrected`` releases it when no violation is left, however the last one was remedied.
    """

    id: str
    cite: str
    blocks: str
    released_by: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Dated:
    """A value with the first and last day on which it is law; both included, None is open."""

    value: Decimal
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Tier:
    """The punishment of one offense: amounts in cents; ``max`` None: the code names no ceiling."""

    min: int = 0
    max: int | None = 0
    jail_days: int = 0
    warning: bool = False
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """Earlier convictions that raise the tier: those whose offense lies within ``within`` before.

    With ``unconvicted`` offenses that no court has decided raise it too, the case's own as well.
    """

    within: Length | None
    after_conviction: bool | ByReading[bool] = False
    unconvicted: bool | ByReading[bool] = False


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """What a day, a week or an offense can cost, and how those are counted.

    ``tiers`` has a row for the first, second, ... offense (the last one for all that follow), each
    possibly in several rows with their dates. ``count`` is ``each_day``, ``additional_full``,
    ``additional_begun``, ``full_only`` or ``once``. ``starts`` is the day from which days count and
    ``first_day_counts`` whether it counts itself; the day of the remedy never does. Where a reading
    decides which rows apply, ``tiers_by`` has them all and ``tiers`` the first.
    """

    track: str
    cite: str
    unit: str
    tiers: tuple[tuple[Tier, ...], ...]
    starts: Anchor
    first_day_counts: bool = False
    of: str | None = None
    count: str | ByReading[str] = "each_day"
    at_least_one: bool = False
    opens: tuple[Condition, ...] = ()
    after_deadline: str | ByReading[str] | None = None
    tolled_by: str | ByReading[str] | None = None
    each_violation: bool | ByReading[bool] = True
    escalating: bool | ByReading[bool] = False
    repeat: Repeat | None = None
    cap: int | ByReading[int | None] | None = None
    says: str = ""
    tiers_by: ByReading[tuple[tuple[Tier, ...], ...]] | None = None


@dataclass(frozen=True, slots=True)
class InterestRule:
    """Simple interest: yearly percent, the parts that bear it, the first day that can bear any.

    ``policy`` names the town's own yearly percent, where the code gives none.
    """

    cite: str
    rates: tuple[Dated, ...]
    on: tuple[str, ...] | ByReading[tuple[str, ...]]
    starts: Term
    year: str | ByReading[str] = "actual_365"
    says: str = ""
    policy: str | None = None


@dataclass(frozen=True, slots=True)
class PlanRule:
    """Payment by instalments, at most ``max_payments``; ``every``: the interval, where named."""

    cite: str
    max_payments: int
    rule: str = "plain"
    says: str = ""
    every: str | None = None


@dataclass(frozen=True, slots=True)
class ProceedingRule:
    """An appeal, petition or protest: against which instruments, and the deadline that times it.

    ``body`` is who decides it and ``stay`` what the text says of a stay; empty where it is silent.
    """

    id: str
    cite: str
    against: str
    deadline: str | None
    final: bool = False
    also: tuple[str, ...] = ()
    body: str = ""
    stay: str = ""

    @property
    def papers(self) -> tuple[str, ...]:
        return (self.against, *self.also)


@dataclass(frozen=True, slots=True)
class Clause:
    """What a paragraph says of the other ones; no standing rests on it, the checker reads it.

    ``kind`` is a row of ``outfall.files.pack_rules.CLAUSES``, or ``undefined``: then ``what`` are
    the words that the text uses and does not define, and ``taken_as`` what the pack takes them for.
    """

    kind: str
    cite: str
    what: str = ""
    taken_as: str = ""

    @property
    def id(self) -> str:
        """Its kind, or for undefined words these as a name: ``the_time_to_appeal``."""
        plain = (c if c.isascii() and c.isalnum() else " " for c in self.what.lower())
        return "_".join("".join(plain).split()) or self.kind


@dataclass(frozen=True, slots=True)
class WarningRule:
    """Something that a person must know when all of ``when`` hold."""

    id: str
    cite: str
    when: tuple[Condition, ...]
    says: str


@dataclass(frozen=True, slots=True)
class ServiceRule:
    """What a way of service means: when receipt is shown, and the days that it adds to a period."""

    method: str
    receipt: str = "when_shown"
    adds: int = 0
    adds_after_end: bool = False
    cite: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of the ordinance: its cite, what it says in our words, the rules it makes."""

    cite: str
    heading: str
    says: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A named bundle of choices, such as a state's, that a town can switch on."""

    id: str
    says: str
    readings: tuple[tuple[str, str], ...] = ()
    policy: tuple[tuple[str, int | str | tuple[str, ...]], ...] = ()
    ceiling: tuple[int, str] | None = None
    calendar: Calendar | None = None
    counting: tuple[tuple[str, date | None, CountingRule], ...] = ()


@dataclass(frozen=True, slots=True)
class Ordinance:
    """One version of a town's ordinance. ``digest`` names its exact data.

    ``shares`` is how the text divides a cost among those who bear it; empty where it is silent.
    """

    id: str
    version: str
    digest: str
    title: str
    source: str
    state: str | None
    since: date | None
    until: date | None
    calendar: Calendar
    counting: tuple[tuple[str, date | None, CountingRule], ...]
    service: tuple[ServiceRule, ...]
    readings: tuple[Reading, ...]
    policy: tuple[Policy, ...]
    paragraphs: tuple[Paragraph, ...]
    instruments: tuple[Instrument, ...]
    deadlines: tuple[DeadlineRule, ...]
    actions: tuple[ActionRule, ...]
    orders: tuple[OrderRule, ...]
    holds: tuple[HoldRule, ...]
    penalties: tuple[PenaltyRule, ...]
    proceedings: tuple[ProceedingRule, ...]
    warnings: tuple[WarningRule, ...]
    cost_kinds: tuple[tuple[str, str], ...]
    interest: InterestRule | None = None
    plan: PlanRule | None = None
    profiles: tuple[Profile, ...] = ()
    ceiling: tuple[int, str] | None = None
    allocation: str | None = None
    shares: str = ""
    clauses: tuple[Clause, ...] = ()

    def __hash__(self) -> int:
        return hash((self.id, self.version, self.digest))
