"""The registers of a town's cases as rows: liens, the tax roll, ledgers and the case list.

Every figure is one of the standing's, or adds up to one to the cent; what the file itself says (a
day, a name, a reason) comes from the case. No rule of law is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from outfall.law.assess import plan_of
from outfall.law.case import Case, Event, Party
from outfall.law.choices import chosen
from outfall.law.days import counted, take
from outfall.law.facts import Facts
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Standing
from outfall.law.words import name_of
from outfall.papers.ledger_rows import LEDGER, ledger_rows
from outfall.papers.tables import Column, Row, Table

MONEY_DECISIONS = frozenset(
    {
        "cost_recorded", "penalty_assessed", "fee_charged", "convicted", "paid", "reduced",
        "plan_agreed", "appeal_decided", "petition_decided", "protest_decided", "lien_recorded",
        "lien_released", "certified_to_tax_roll",
    }
)  # fmt: skip
"""Payments, and what a town or a court decides about money: an account ages from the last one."""
NOT_THE_TOWN = frozenset(
    {
        "corrected", "appeal_filed", "petition_filed", "cost_protested", "entry_refused", "paid",
        "service_returned", "statement_received", "ownership_changed", "work_stopped",
        "work_resumed", "compensation_completed", "compensation_defaulted", "voided",
    }
)  # fmt: skip
"""Entries of what others did: all the rest are acts of the town's, its courts and its bodies."""
AGES = ((30, "0-30 days"), (60, "31-60 days"), (90, "61-90 days"), (None, "over 90 days"))


class Matter(NamedTuple):
    """A case, the law that it stands under, and how it stands on the day of the register."""

    case: Case
    law: Ordinance
    standing: Standing


@dataclass(frozen=True, slots=True)
class Roll:
    """One register: its columns, and the rows that a case has in it (often none)."""

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Matter], Iterable[Row]]


def roll_of(name: str, matters: Iterable[Matter]) -> Table:
    """A register over cases, in their order; ``name`` is a key of ``ROLLS``."""
    roll = ROLLS[name]
    return Table(name, roll.columns, (row for matter in matters for row in roll.rows(matter)))


# What several registers say of a case


def happened(matter: Matter) -> list[Event]:
    """The entries that count by the day of the standing, in order."""
    return [event for event in counted(matter.case) if event.on <= matter.standing.as_of]


def owners(matter: Matter) -> list[Party]:
    """Who owns the place on the day: the last new owner on record, or else the owners listed."""
    changes = [e.party for e in counted(matter.case) if e.name == "ownership_changed"]
    new = [event.party for event in happened(matter) if event.name == "ownership_changed"]
    if new:
        known = [party for party in matter.case.parties if party.id == new[-1]]
        return known or [Party(new[-1] or "", "owner", new[-1] or "")]
    return [p for p in matter.case.parties if p.role == "owner" and p.id not in changes]


def _joined(texts: Iterable[str | None]) -> str:
    return "; ".join(text for text in texts if text)


def _place(matter: Matter, *names: str) -> str:
    place = dict(matter.case.place)
    return next((place[name] for name in names if place.get(name)), "")


def _act(matter: Matter, id: str) -> Action | None:
    return matter.standing.action(id)


def _last(matter: Matter, *names: str) -> date | None:
    return max((e.on for e in happened(matter) if e.name in names), default=None)


def _mark(cite: str) -> str:
    return f" [{cite}]" if cite else ""


# Liens

LIENS = tuple(
    Column(*column)
    for column in (
        ("Case",), ("Parcel",), ("Address",), ("Owner",), ("Lien",), ("Lien since", "date"),
        ("Cost owed", "money"), ("Penalty owed", "money"), ("Fee owed", "money"),
        ("Fine owed", "money"), ("Interest owed", "money"), ("Owed", "money"),
        ("Each further day", "money"), ("Cite",),
    )
)  # fmt: skip


def lien_rows(matter: Matter) -> Iterator[Row]:
    """A row where a lien is on record and not released, or the town may record one today."""
    account, power = matter.standing.account, _act(matter, "record_lien")
    if not account.lien and (power is None or not power.permitted):
        return
    since = _last(matter, "lien_recorded") if account.lien else None
    yield (
        matter.case.id,
        _place(matter, "parcel"),
        _place(matter, "address", "description"),
        _joined(party.name for party in owners(matter)),
        "recorded" if account.lien else "may be recorded",
        since,
        *(account.part(name).owed for name in ("cost", "penalty", "fee", "fine")),
        account.interest_owed,
        account.owed,
        account.per_diem,
        power.cite if power else "",
    )


# The tax roll

TAXES = tuple(
    Column(*column)
    for column in (
        ("Case",), ("Parcel",), ("Address",), ("Owner",), ("Owner's address",), ("What",),
        ("Amount owed", "money"), ("Certified on", "date"), ("Cite",),
    )
)  # fmt: skip


def tax_rows(matter: Matter) -> Iterator[Row]:
    """What may be certified to the tax roll today, or was: its rows add up to what is owed.

    Where several bear the cost, each has a row with the share that the standing gives them; what
    the ordinance does not share out (penalty, fee, interest), less what was paid, is one row more.
    """
    account, power = matter.standing.account, _act(matter, "certify_to_tax_roll")
    certified = _last(matter, "certified_to_tax_roll")
    if certified is None and (power is None or not power.permitted):
        return

    def row(bearers: list[Party], what: str, cents: int) -> Row:
        return (
            matter.case.id,
            _place(matter, "parcel"),
            _place(matter, "address", "description"),
            _joined(party.name for party in bearers),
            _joined(party.address for party in bearers),
            what,
            cents,
            certified,
            power.cite if power else "",
        )

    known = {party.id: party for party in matter.case.parties}
    bearers = [known[id] for id, _ in account.allocation]
    if len(bearers) < 2:
        others = [party for party in bearers if party.role != "owner"]
        yield row(others or owners(matter), "all that is owed", account.owed)
        return
    for id, cents in account.allocation:
        yield row([known[id]], "share of the cost", cents)
    rest = account.owed - sum(cents for _, cents in account.allocation)
    if rest:
        yield row(owners(matter), "not shared: all but the cost, less what was paid", rest)


# The case list

CASES = tuple(
    Column(*column)
    for column in (
        ("Case",), ("Ordinance",), ("Version",), ("Place",), ("Parcel",), ("Owner",),
        ("Open violations", "whole"),
        ("Party's next day", "date"), ("Party's next deadline",),
        ("Town's next day", "date"), ("Town's next deadline",), ("Town must",), ("Town may",),
        ("Civil, could be", "money"), ("Criminal, could be", "money"), ("Without a ceiling",),
        ("Assessed", "money"), ("Owed", "money"),
        *((f"Owed {label}", "money") for _, label in AGES),
        ("Days since a decision or payment", "whole"), ("Days without an act", "whole"),
        ("Closed on", "date"), ("As of", "date"),
    )
)  # fmt: skip


def case_rows(matter: Matter) -> Iterator[Row]:
    """One row: where the case stands, what comes next, what is owed and for how long."""
    standing, facts = matter.standing, _facts(matter)
    account = standing.account
    limits = (standing.civil, standing.criminal)
    age = _since(matter, lambda event: event.name in MONEY_DECISIONS) if account.owed else None
    idle = _since(matter, lambda event: event.name not in NOT_THE_TOWN)
    done = facts.closed_on is not None and not account.owed
    yield (
        matter.case.id,
        standing.ordinance,
        standing.version,
        _place(matter, "address", "description"),
        _place(matter, "parcel"),
        _joined(party.name for party in owners(matter)),
        len(facts.open_violations()),
        *_next(d for d in standing.deadlines if d.bound == "party"),
        *_next(d for d in standing.deadlines if d.bound != "party"),
        _joined(_power(a) for a in standing.actions if a.permitted and a.obligatory),
        _joined(_power(a) for a in standing.actions if a.permitted and not a.obligatory),
        *(exposure.max if exposure.cite else None for exposure in limits),
        _joined(exposure.track for exposure in limits if exposure.max is None),
        standing.assessed,
        account.owed,
        *_aged(account.owed, age),
        age,
        None if done else idle,
        facts.closed_on,
        standing.as_of,
    )


def _facts(matter: Matter) -> Facts:
    """What the law makes of the entries by the day: which violations last, whether it is closed."""
    law, case = matter.law, matter.case
    on = matter.standing.as_of
    return take(plan_of(law), case, on, chosen(law, case), watch=False).facts


def _next(deadlines: Iterable[Deadline]) -> tuple[date | None, str]:
    waiting = [deadline for deadline in deadlines if deadline.status == "open"]
    if not waiting:
        return None, ""
    first = min(waiting, key=lambda deadline: deadline.due)
    return first.due, f"{name_of(first.id)}{_mark(first.cite)}"


def _power(action: Action) -> str:
    return f"{name_of(action.id)}{_mark(action.cite)}"


def _since(matter: Matter, which: Callable[[Event], bool]) -> int | None:
    """Whole days from the last entry of a kind to the day of the standing."""
    days = [event.on for event in happened(matter) if which(event)]
    return (matter.standing.as_of - max(days)).days if days else None


def _aged(owed: int, age: int | None) -> list[int | None]:
    """The amount in the one column of its age, the others empty."""
    cells: list[int | None] = [None] * len(AGES)
    if owed and age is not None:
        place = next(n for n, (most, _) in enumerate(AGES) if most is None or age <= most)
        cells[place] = owed
    return cells


ROLLS = {
    roll.name: roll
    for roll in (
        Roll("lien-roll", LIENS, lien_rows),
        Roll("tax-roll", TAXES, tax_rows),
        Roll("ledger", LEDGER, lambda matter: ledger_rows(*matter)),
        Roll("cases", CASES, case_rows),
    )
}
