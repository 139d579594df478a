"""The ledger of a case on a screen: what each entry did to each part of the account, and payoffs.

A line is the difference that one entry makes between two standings of its day, and interest has
lines of its own, so that each column adds up, to the cent, to what the law says is owed of that
part. No part is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse

from outfall.law.assess import assess
from outfall.law.case import Case as LawCase
from outfall.law.case import Event
from outfall.law.days import counted
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Account, Part, Payment, Standing
from outfall.web import permissions
from outfall.web.casework import permitted
from outfall.web.casework.models import Case, Entry, Proposal
from outfall.web.casework.telling import Told, told
from outfall.web.casework.words import ROLE_NAMES, title_of

PARTS = ("penalty", "cost", "fee", "fine", "interest")
USUAL = ("penalty", "cost", "fee", "interest")
MOVES = (
    "cost_recorded",
    "penalty_assessed",
    "fee_charged",
    "convicted",
    "paid",
    "reduced",
    "protest_decided",
    "appeal_decided",
)
"""Entries that can move money; those below only mark what was decided about it."""
MARKS = ("plan_agreed", "lien_recorded", "lien_released", "certified_to_tax_roll")
ALWAYS = frozenset({*MARKS, "paid", "reduced"})
"""Entries that have a line even where they move nothing."""
LOOKED_AHEAD = 60
"""How many days after a payoff's day are looked at for a change of its per-diem."""
SHOWN_AHEAD = (7, 14, 30, 60)


class Cell(NamedTuple):
    """What a line does to one part of the account, in cents: above zero where more is owed."""

    part: str
    cents: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger, with what is owed in all after it."""

    day: date
    kind: str
    text: str
    cite: str
    cells: tuple[Cell, ...]
    owed: int
    credit: int = 0
    entry: Told | None = None

    @property
    def moves(self) -> bool:
        """Whether any part of the account changes by it."""
        return any(cell.cents for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Sum:
    """A row of sums below the ledger: one figure for each part, and for all of them."""

    name: str
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Bearer:
    """A party who bears a part of the cost, by their share of it."""

    name: str
    share: str
    cents: int


@dataclass(frozen=True, slots=True)
class Way:
    """An act about money: open to this person today, or why it is not."""

    kind: str
    name: str
    cite: str
    href: str = ""
    why: str = ""
    waits: str = ""
    not_before: date | None = None


# Lines


def parts_of(account: Account) -> dict[str, Part]:
    """Each part of an account, interest among them."""
    interest = Part(account.interest, account.interest_reduced, account.interest_paid)
    return {**dict(account.parts), "interest": interest}


def shown_parts(account: Account) -> tuple[str, ...]:
    """The columns that a ledger needs: a fine of a court only where there is one."""
    used = parts_of(account)
    return tuple(name for name in PARTS if name in USUAL or used.get(name, Part()).charged)


def lines_of(row: Case, case: LawCase, law: Ordinance, standing: Standing) -> list[Line]:
    """The ledger of a case up to the day of a standing, oldest first.

    What ran until the end of a day stands before the entries of that day: a payment is shown with
    what it paid, and never with the interest that it saved.
    """
    entries = Entry.objects.filter(case=row, kind__in=(*MOVES, *MARKS)).order_by("case_n")
    known = {item.id: item for item in map(told, entries)}
    account = standing.account
    book = _Book(law, standing, shown_parts(account))
    for day, group in groupby(_steps(case, law, standing.as_of), lambda step: step[0].on):
        steps = list(group)
        book.run(day, steps[-1][2])
        for event, before, after in steps:
            book.put(event, known.get(event.id), before, after)
        if steps[-1][2].charges:
            book.since = day
    book.run(standing.as_of, account)
    return book.lines


@dataclass
class _Book:
    """The lines so far, what is owed after them, and up to which day interest is in them."""

    law: Ordinance
    standing: Standing
    shown: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)
    owed: int = 0
    interest: int = 0
    since: date | None = None

    def run(self, to: date, account: Account) -> None:
        """A line for the interest since the last one; it is rounded once, over all its days."""
        cents = account.interest - self.interest
        if self.since is None or not cents:
            return
        text = f"Interest that ran from {_said(self.since)} to {_said(to)}"
        if cents < 0:
            text = "Interest taken back: what was not upheld never bore any"
        self.interest += cents
        self.owed += cents
        cite = account.cite or (self.law.interest.cite if self.law.interest else "")
        cells = tuple(Cell(name, cents if name == "interest" else 0) for name in self.shown)
        self.lines.append(Line(to, "interest", text, cite, cells, self.owed))

    def put(self, event: Event, entry: Told | None, before: Account, after: Account) -> None:
        """The line of an entry, where it moves money or is one that always has a line."""
        old, new = _without_run(before), _without_run(after)
        none = Part()
        cells = tuple(Cell(n, new.get(n, none).owed - old.get(n, none).owed) for n in self.shown)
        self.owed += sum(cell.cents for cell in cells)
        text = entry.text if entry else title_of(event.name)
        if event.name == "reduced" and event.why and event.why not in text:
            text = f"{text}: {event.why}"
        cite = _cite(event, self.law, self.standing)
        line = Line(event.on, event.name, text, cite, cells, self.owed, after.credit, entry)
        if line.moves or event.name in ALWAYS:
            self.lines.append(line)


def _without_run(account: Account) -> dict[str, Part]:
    """The parts of an account with interest only as far as it was paid or forgiven."""
    interest = Part(0, account.interest_reduced, account.interest_paid)
    return {**dict(account.parts), "interest": interest}


def _steps(case: LawCase, law: Ordinance, to: date) -> Iterator[tuple[Event, Account, Account]]:
    """Each entry about money, with the account of its day without it and with it."""
    events = [event for event in counted(case) if event.on <= to]
    for place, event in enumerate(events):
        if event.name in MOVES or event.name in MARKS:
            before, after = tuple(events[:place]), tuple(events[: place + 1])
            yield (
                event,
                assess(law, replace(case, events=before), event.on).account,
                assess(law, replace(case, events=after), event.on).account,
            )


def _said(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def _cite(event: Event, law: Ordinance, standing: Standing) -> str:
    """The paragraph that an entry about money rests on; none where the ordinance has none."""
    decided = {"protest_decided": "protest", "appeal_decided": "appeal"}.get(event.name)
    if decided:
        return next((rule.cite for rule in law.proceedings if rule.id == decided), "")
    if event.name == "cost_recorded":
        return dict(law.cost_kinds).get(event.kind or "other", "")
    if event.name == "plan_agreed":
        return law.plan.cite if law.plan else ""
    if event.name == "convicted":
        return standing.criminal.cite or ""
    power = next((a for a, kind in permitted.EVENT_OF.items() if kind == event.name), "")
    found = standing.action(power)
    return found.cite if found else ""


def sums_of(account: Account) -> list[Sum]:
    """The standing's own figures under the lines: charged, reduced, paid, owed."""
    parts = parts_of(account)
    shown = shown_parts(account)
    figures = (
        ("Charged", "charged", 1),
        ("Reduced or waived", "reduced", -1),
        ("Paid", "paid", -1),
        ("Owed", "owed", 1),
    )
    found = []
    for label, name, sign in figures:
        cells = [Cell(part, sign * getattr(parts.get(part, Part()), name)) for part in shown]
        found.append(Sum(label, tuple(cells), sum(cell.cents for cell in cells)))
    return found


def bearers_of(case: LawCase, account: Account) -> list[Bearer]:
    """Who bears the cost, with the cents of each: they add up to the cost, to the cent."""
    known = {party.id: party for party in case.parties}
    found = []
    for id, cents in account.allocation:
        party = known[id]
        found.append(Bearer(party.name, str(party.share) if party.share else "", cents))
    return found


# Acts

_ACTS = (
    ("paid", ""),
    ("plan_agreed", ""),
    ("cost_recorded", "assess_costs"),
    ("penalty_assessed", "impose_civil_penalty"),
    ("fee_charged", ""),
    ("lien_recorded", "record_lien"),
    ("certified_to_tax_roll", "certify_to_tax_roll"),
    ("reduced", ""),
    ("lien_released", ""),
)


def ways_of(
    row: Case, town: str, law: Ordinance, standing: Standing, roles: frozenset[str]
) -> tuple[list[Way], list[Way]]:
    """The acts about money that are open today, and those that are not, each with its reason."""
    acts = permitted.acts_of(standing, town, row.number, roles)
    powers = {act.id: act for act in (*acts.must, *acts.may, *acts.waits)}
    open_, closed = [], []
    for kind, power in _ACTS:
        act = powers.get(power)
        cite = act.cite if act else (law.plan.cite if kind == "plan_agreed" and law.plan else "")
        waits, day = _missing(kind, law, standing.account), None
        if power and act is None:
            waits = f"{law.title} gives no such power"
        elif act is not None and not act.permitted:
            waits, day, cite = act.waits, act.not_before, act.waits_cite
        if waits:
            closed.append(Way(kind, title_of(kind), cite, "", "", waits, day))
        else:
            href = _href(kind, row, town, roles)
            why = act.why if act else ""
            if kind == "lien_released" and standing.account.owed > 0:
                why = "Money is still owed: release it only where that is meant"
            open_.append(Way(kind, title_of(kind), cite, href, why))
    return open_, closed


def _missing(kind: str, law: Ordinance, account: Account) -> str:
    """What an act lacks to be of use; whether it is lawful is seen when it is recorded."""
    if kind in ("reduced", "paid") and account.owed <= 0:
        return "nothing is owed"
    return permitted.missing(kind, law, account)


def _href(kind: str, row: Case, town: str, roles: frozenset[str]) -> str:
    able = permissions.may_record(kind, roles)
    return reverse("act", args=[town, row.number, kind]) if able else ""


def who_may(kind: str) -> str:
    """The roles that may record a kind of entry, in words."""
    names = [ROLE_NAMES[role].lower() for role in sorted(permissions.ENTRIES.get(kind, ()))]
    return ", ".join(names)


def proposed(row: Case) -> list[Proposal]:
    """Acts about money that wait for a second person: no part of the account yet."""
    waiting = Proposal.objects.filter(case=row, state="waiting", kind__in=(*MOVES, *MARKS))
    return list(waiting.select_related("by").order_by("at"))


# Payoff


class Later(NamedTuple):
    """What would be owed on a later day if nothing were recorded until then."""

    on: date
    owed: int


@dataclass(frozen=True, slots=True)
class Payoff:
    """What is owed at the end of a day, and until when each further day adds the same.

    ``changes`` is the account of the first day on which it no longer does, within the days that
    were looked at.
    """

    on: date
    account: Account
    sums: tuple[Sum, ...]
    later: tuple[Later, ...]
    holds_until: date
    changes: Account | None


def payoff(case: LawCase, law: Ordinance, on: date) -> Payoff:
    """The payoff of a case on a day; the later days are the law's own figures for those days."""
    account = assess(law, case, on).account
    last, changes, owed = on, None, account.owed
    later = []
    for n in range(1, LOOKED_AHEAD + 1):
        day = on + timedelta(days=n)
        then = assess(law, case, day).account
        steady = abs(then.owed - owed - account.per_diem) <= 1
        if changes is None and steady:
            last = day
        elif changes is None:
            changes = then
        if n in SHOWN_AHEAD:
            later.append(Later(day, then.owed))
        owed = then.owed
    return Payoff(on, account, tuple(sums_of(account)), tuple(later), last, changes)


def arrears(plan: Iterable[Payment]) -> list[Payment]:
    """The payments of a plan whose last day has passed without them."""
    return [payment for payment in plan if payment.status == "missed"]
