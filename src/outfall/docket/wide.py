"""The wide table of an ordinance: a row a case, a column for each part of a standing.

Columns have the paths of the standing (``deadlines.appeal.due``), money is whole cents, days are
dates. The columns follow from the ordinance's versions alone, never from the cases, so that two
dockets under one law give tables that can be laid together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pyarrow as pa

from outfall.law.case import Case
from outfall.law.days import counted
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Exposure, Standing
from outfall.papers.rolls import MONEY_DECISIONS

PARTS = ("cost", "penalty", "fee", "fine")
DAY, CENTS, TEXT, FLAG = pa.date32(), pa.int64(), pa.string(), pa.bool_()
FURTHER = pa.list_(pa.struct([("id", TEXT), ("due", DAY), ("status", TEXT)]))
HEAD = (
    ("town", TEXT),
    ("case", TEXT),
    ("version", TEXT),
    ("as_of", DAY),
    ("observed_on", DAY),
)
FIGURES = (
    ("exposure.civil.min", CENTS), ("exposure.civil.max", CENTS),
    ("exposure.civil.unlimited", FLAG), ("exposure.civil.days", pa.int32()),
    ("exposure.civil.tier", pa.int32()),
    ("exposure.criminal.min", CENTS), ("exposure.criminal.max", CENTS),
    ("exposure.criminal.unlimited", FLAG), ("exposure.criminal.violations", pa.int32()),
    ("exposure.criminal.tier", pa.int32()), ("exposure.criminal.jail_days_max", pa.int32()),
    ("assessed.penalty", CENTS),
    ("account.charges", CENTS), ("account.interest", CENTS), ("account.reduced", CENTS),
    ("account.paid", CENTS), ("account.balance", CENTS), ("account.credit", CENTS),
    ("account.per_diem", CENTS), ("account.lien", FLAG),
    *((f"account.parts.{part}.owed", CENTS) for part in (*PARTS, "interest")),
    ("account.moved_on", DAY),
)  # fmt: skip


def columns_of(laws: Iterable[Ordinance]) -> Any:
    """The columns of an ordinance as an Arrow schema: those of all its versions together."""
    deadlines: dict[str, None] = {}
    actions: dict[str, None] = {}
    orders: dict[str, None] = {}
    holds: dict[str, None] = {}
    payments = 0
    for law in laws:
        deadlines.update(dict.fromkeys(rule.id for rule in law.deadlines))
        actions.update(dict.fromkeys(rule.id for rule in law.actions))
        orders.update(dict.fromkeys(rule.id for rule in law.orders))
        holds.update(dict.fromkeys(rule.id for rule in law.holds))
        payments = max(payments, law.plan.max_payments if law.plan else 0)
    deadlines.update(dict.fromkeys(f"payment_{n}" for n in range(1, payments + 1)))
    columns: list[tuple[str, Any]] = list(HEAD)
    for id in deadlines:
        columns += [(f"deadlines.{id}.due", DAY), (f"deadlines.{id}.status", TEXT)]
    columns.append(("deadlines.further", FURTHER))
    for id in actions:
        columns += [(f"actions.{id}.permitted", FLAG), (f"actions.{id}.obligatory", FLAG)]
        columns += [(f"actions.{id}.since", DAY), (f"actions.{id}.not_before", DAY)]
    for kind, ids in (("orders", orders), ("holds", holds)):
        for id in ids:
            columns += [(f"{kind}.{id}.in_force", FLAG)]
            columns += [(f"{kind}.{id}.since", DAY), (f"{kind}.{id}.until", DAY)]
    return pa.schema([*columns, *FIGURES])


def row_of(town: str, case: Case, standing: Standing, known: frozenset[str]) -> dict[str, Any]:
    """A standing as the cells of its row; ``known`` are the names of the columns."""
    row: dict[str, Any] = {
        "town": town or None,
        "case": case.id,
        "version": standing.version,
        "as_of": standing.as_of,
        "observed_on": _observed_on(case),
    }
    further = []
    for deadline in standing.deadlines:
        due = f"deadlines.{deadline.id}.due"
        if due in known:
            row[due] = deadline.due
            row[f"deadlines.{deadline.id}.status"] = deadline.status
        else:
            item = {"id": deadline.id, "due": deadline.due, "status": deadline.status}
            further.append(item)
    further.sort(key=lambda item: str(item["id"]))
    row["deadlines.further"] = further or None
    for action in standing.actions:
        name = f"actions.{action.id}."
        row[f"{name}permitted"] = action.permitted
        row[f"{name}obligatory"] = action.obligatory
        row[f"{name}since"], row[f"{name}not_before"] = action.since, action.not_before
    for kind, items in (("orders", standing.orders), ("holds", standing.holds)):
        for bound in items:
            name = f"{kind}.{bound.id}."
            row[f"{name}in_force"] = bound.in_force
            row[f"{name}since"], row[f"{name}until"] = bound.since, bound.until
    row.update(_exposure(standing.civil, "days"))
    row.update(_exposure(standing.criminal, "violations"))
    row["exposure.criminal.jail_days_max"] = standing.criminal.jail_days
    row.update(_account(standing))
    row["account.moved_on"] = _moved_on(case, standing.as_of)
    return row


def _exposure(found: Exposure, units: str) -> dict[str, Any]:
    name = f"exposure.{found.track}."
    return {
        f"{name}min": found.min,
        f"{name}max": found.max,
        f"{name}unlimited": found.max is None,
        f"{name}{units}": found.units,
        f"{name}tier": found.tier,
    }


def _account(standing: Standing) -> dict[str, Any]:
    account = standing.account
    reduced = sum(part.reduced for _, part in account.parts) + account.interest_reduced
    return {
        "assessed.penalty": standing.assessed,
        "account.charges": account.charges,
        "account.interest": account.interest,
        "account.reduced": reduced,
        "account.paid": account.paid,
        "account.balance": account.owed,
        "account.credit": account.credit,
        "account.per_diem": account.per_diem,
        "account.lien": account.lien,
        **{f"account.parts.{part}.owed": account.part(part).owed for part in PARTS},
        "account.parts.interest.owed": account.interest_owed,
    }


def _observed_on(case: Case) -> date | None:
    return min((e.on for e in case.events if e.name == "violation_observed"), default=None)


def _moved_on(case: Case, on: date) -> date | None:
    """The last day on which money was paid or decided about: what is owed ages from it."""
    days = [e.on for e in counted(case) if e.on <= on and e.name in MONEY_DECISIONS]
    return max(days, default=None)


@dataclass(frozen=True, slots=True)
class Heads:
    """What of a wide table comes from the cases themselves, as Arrow arrays with a row for each.

    ``entry`` gives the id of an entry: of the n-th case, and its place counted from 1.
    """

    towns: Any
    ids: Any
    observed_on: Any
    moved_on: Any
    entry: Callable[[int, int], str]

    def __len__(self) -> int:
        return len(self.ids)

    def columns(self, law: Ordinance, on: date) -> dict[str, Any]:
        """The columns by name."""
        return {
            "town": self.towns,
            "case": self.ids,
            "version": pa.repeat(pa.scalar(law.version, TEXT), len(self)),
            "as_of": pa.repeat(pa.scalar(on, DAY), len(self)),
            "observed_on": self.observed_on,
            "account.moved_on": self.moved_on,
        }


def heads_of(heads: list[tuple[str, Case]], on: date) -> Heads:
    """What comes from cases that were read, each given with its town."""
    return Heads(
        pa.array([town or None for town, _ in heads], TEXT),
        pa.array([case.id for _, case in heads], TEXT),
        pa.array([_observed_on(case) for _, case in heads], DAY),
        pa.array([_moved_on(case, on) for _, case in heads], DAY),
        lambda n, number: heads[n][1].events[number - 1].id,
    )


def table_of(schema: Any, rows: list[dict[str, Any]]) -> Any:
    """Rows of cells as an Arrow table with the columns of the schema; what is absent is null."""
    columns = [pa.array([row.get(f.name) for row in rows], f.type) for f in schema]
    return pa.Table.from_arrays(columns, schema=schema)
