"""Columns from Arrow tables, named as in the case file: one row a case, one row an event.

Days are ``date32`` (hours apart, in ``at``, as seconds since midnight), amounts whole cents, words
text; a column that is not there is empty everywhere. ``violation`` is ``v1`` where it is empty and
``id`` ``e1``, ``e2``, ... by place. Lists (``contents``, ``violations``) are lists of text.
Everything is put into numbers a column at a time, by ``encoding``; a case is read as the law reads
one only where it is handed over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import time
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.engine.columns import Columns
from outfall.docket.engine.encoding import Encoding, days_of
from outfall.law.case import Case, Event, PriorOffense

DAYS = ("discovered_on", "comply_by", "received_on", "postmarked_on", "until", "offense_on",
        "first_due")  # fmt: skip
TEXT = ("kind", "permit", "instrument", "notice", "method", "finding", "deadline", "outcome",
        "every", "part", "entry", "nature", "reason")  # fmt: skip
NUMBERS = ("cure_days", "amount", "fine", "payments", "days")
FLAGS = ("danger", "approved")
LISTS = ("contents", "violations")
PRIOR = ("offense_on", "convicted_on")
Starts = npt.NDArray[np.int64]
Grouped = tuple[Starts, pa.Table]


class Tables:
    """Two or three tables, and the law's own case of each row on demand."""

    def __init__(self, law_id: str, cases: pa.Table, events: pa.Table, history: pa.Table | None):
        self.law_id = law_id
        self.ids: list[str] = cases["case"].to_pylist()
        self.starts, self.events = grouped(self.ids, events)
        none = pa.table({"case": pa.array([], pa.string())})
        self.history_starts, self.history = grouped(self.ids, none if history is None else history)

    def __len__(self) -> int:
        return len(self.ids)

    def case(self, n: int) -> Case:
        """The n-th case, as the law reads one."""
        first, last = int(self.starts[n]), int(self.starts[n + 1])
        rows = self.events.slice(first, last - first).to_pylist()
        events = tuple(_event(place, row) for place, row in enumerate(rows))
        first, last = int(self.history_starts[n]), int(self.history_starts[n + 1])
        priors = self.history.slice(first, last - first).to_pylist()
        return Case(
            self.ids[n],
            self.law_id,
            events,
            history=tuple(
                PriorOffense(row["offense_on"], row.get("convicted_on")) for row in priors
            ),
        )


def grouped(ids: Sequence[str], table: pa.Table) -> tuple[npt.NDArray[np.int64], pa.Table]:
    """The rows of a table in the order of their cases, each case's as they stand, and the cuts.

    Raises ``ValueError`` naming a row whose case is not among the cases.
    """
    wanted = pa.array(ids, pa.string())
    if len(pc.unique(wanted)) != len(ids):
        raise ValueError("an id stands twice among the cases: give each case an id of its own")
    place = pc.index_in(table["case"].combine_chunks().cast(pa.string()), value_set=wanted)
    if place.null_count:
        row = int(pc.index(pc.is_null(place), True).as_py())
        said = table["case"][row].as_py()
        raise ValueError(f"row {row + 1} is of case {said!r}, which is not among the cases")
    places = place.to_numpy(zero_copy_only=False).astype(np.int64)
    if (places[1:] >= places[:-1]).all():
        starts = np.searchsorted(places, np.arange(len(ids) + 1)).astype(np.int64)
        return starts, table
    order = np.argsort(places, kind="stable")
    starts = np.searchsorted(places[order], np.arange(len(ids) + 1)).astype(np.int64)
    return starts, table.take(pa.array(order))


def _event(place: int, row: dict[str, Any]) -> Event:
    """One event as the law reads it."""
    said: dict[str, Any] = {}
    for name in (*DAYS, *TEXT, *NUMBERS, *FLAGS):
        if row.get(name) is not None:
            said[name] = row[name]
    for name in LISTS:
        if row.get(name):
            said[name] = tuple(row[name])
    if row.get("violation") is not None:
        said["violation"] = row["violation"]
    if row.get("at") is not None:
        said["at"] = time(*_clock(int(row["at"])))
    if row["event"] in ("inspected", "practices_accepted") and "violation" in said:
        said.setdefault("violations", (said["violation"],))
    return Event(row.get("id") or f"e{place + 1}", row["event"], row["date"], place, **said)


def _clock(seconds: int) -> tuple[int, int, int]:
    """Hour, minute and second of the day."""
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def from_tables(
    law_id: str, cases: pa.Table, events: pa.Table, history: pa.Table | None = None
) -> Columns:
    """Columns of tables: cases (``case``), events (``case``, ``date``, ``event`` and their fields).

    ``history`` has ``case``, ``offense_on`` and ``convicted_on``. The choices are the town's, as
    ``law.choices.adopt`` puts them into the law. Raises ``ValueError`` for a row of no case and for
    an id that stands twice.
    """
    tables = Tables(law_id, cases, events, history)
    grouped = (tables.starts, tables.events), (tables.history_starts, tables.history)
    return from_grouped(law_id, tables.ids, *grouped, tables.case)


def from_grouped(
    law_id: str,
    ids: Sequence[str],
    events: Grouped,
    history: Grouped,
    case: Callable[[int], Case],
) -> Columns:
    """Columns of tables whose rows stand by case already, each with where its cases begin.

    ``case`` gives the law's own case of the n-th, for what is handed over.
    """
    numbers, deadlines = Encoding(*events).encoded()
    history_starts, prior = history
    priors = np.zeros((len(prior), 2), np.int64)
    for n, name in enumerate(PRIOR):
        priors[:, n] = days_of(prior, name)
    return Columns(
        ids,
        numbers,
        events[0],
        priors,
        history_starts,
        np.zeros(len(ids), np.int32),
        (Case("", law_id, ()),),
        deadlines,
        case,
    )


def some_of(columns: Columns, places: npt.NDArray[np.int64], law_id: str) -> Columns:
    """Some cases of columns that make no choices of their own, as columns under one law."""
    rows, starts = _cut(columns.starts, places)
    priors, history_starts = _cut(columns.history_starts, places)
    return Columns(
        [columns.ids[n] for n in places.tolist()],
        columns.events[rows],
        starts,
        columns.history[priors],
        history_starts,
        np.zeros(len(places), np.int32),
        (Case("", law_id, ()),),
        columns.deadlines,
        lambda n: columns.case(int(places[n])),
    )


def _cut(starts: Starts, places: npt.NDArray[np.int64]) -> tuple[Starts, Starts]:
    """The rows of some cases, and where each of these cases begins among them."""
    counts = starts[places + 1] - starts[places]
    begins = np.concatenate([[0], np.cumsum(counts)])
    return np.repeat(starts[places] - begins[:-1], counts) + np.arange(begins[-1]), begins
