"""The plain cases of a part: those in whose rows nothing can be wrong, as columns for the engine.

The judgement is over whole columns, and careful: a case of which it is not sure goes through the
reader of case files, as every case could. So it never has to say what is wrong, and what it lets
pass comes out as it would the other way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.engine.arrow import DAYS, FLAGS, LISTS, NUMBERS, PRIOR, TEXT, from_grouped
from outfall.docket.engine.columns import Columns
from outfall.docket.engine.layout import CODE, CODES, DAY, NOTICE, ODD
from outfall.docket.gathering import Rows, cases_of
from outfall.docket.plain_cells import NAME, Reading, texts_of
from outfall.docket.plain_kinds import HEADS, KINDS, Kinds
from outfall.files.case_file import EVENTS_MOST
from outfall.law.case import Case
from outfall.law.events import EVENTS
from outfall.papers.rolls import MONEY_DECISIONS

Mask = npt.NDArray[np.bool_]
Long = npt.NDArray[np.int64]
KEPT = frozenset({"key", "file", "row", "order", "town", "case", "number", "event"})
READ = frozenset({"id", "date", "violation", *DAYS, *TEXT, *NUMBERS, *FLAGS, *LISTS, *PRIOR})
"""Columns that no field's shape says anything of, and those that a rule of law may read."""
KEY = f"^(?P<town>(?:{NAME})?)\x00(?P<case>{NAME})$"
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Plain:
    """A part's cases, each by the place of its key; ``ordinance`` is -1 where one is not plain.

    ``towns`` and ``ids`` are text, null where a key can't be parted; ``ordinance`` is a place in
    ``names``. ``columns`` has every case, the others with whatever was understood of them.
    ``observed`` is the first day on which a violation was, as an ordinal, 0 where none was.
    """

    rows: Rows
    towns: Any
    ids: Any
    names: tuple[str, ...]
    ordinance: Long
    columns: Columns
    observed: Long

    def moved_on(self, on: int) -> Long:
        """The last day up to ``on`` on which money was paid or decided about; 0 for none."""
        code, day = self.columns.events[:, CODE], self.columns.events[:, DAY]
        moved = np.isin(code, [CODES[name] for name in MONEY_DECISIONS]) & (day <= on)
        moved &= ~_voided(self.columns)
        found = np.zeros(len(self.columns), np.int64)
        np.maximum.at(found, _case_of(self.columns.starts)[moved], day[moved])
        return found

    def entry(self, place: int, number: int) -> str:
        """The id of the ``number``-th entry of a case, counted from 1."""
        row = int(self.columns.starts[place]) + number - 1
        table = self.rows.tables["events"]
        given = table.column("id")[row].as_py() if "id" in table.column_names else None
        return given or f"e{number}"


def judged(rows: Rows, ordinances: frozenset[str], reading: Reading) -> Plain:
    """Which cases of a part under some ordinances are plain, and the columns of them.

    ``ordinances`` are their names as the cases have them.
    """
    judge = _Judge(rows, reading)
    events = judge.table("events", KINDS["events"], judge.events())
    if judge.event is not None:
        events = events.append_column("event", judge.event)
    judge.table("parties", KINDS["parties"])
    history = judge.table("history", KINDS["history"])
    named, names = judge.heads(ordinances)
    parted = pc.extract_regex(rows.keys, KEY)
    judge.bad |= ~_mask(pc.is_valid(parted))
    towns, ids = pc.struct_field(parted, "town"), pc.struct_field(parted, "case")
    columns = from_grouped(
        "",
        ids.to_pylist(),
        (judge.starts("events"), events),
        (judge.starts("history"), history),
        partial(_case, rows),
    )
    judge.columns(columns)
    ordinance = np.where(judge.bad, -1, named)
    return Plain(rows, towns, ids, names, ordinance, columns, _observed(columns))


class _Judge:
    """The judgement as it grows: ``bad`` are the cases that are not plain, by their keys."""

    def __init__(self, rows: Rows, reading: Reading) -> None:
        self.rows, self.reading = rows, reading
        self.bad = np.zeros(len(rows.keys), bool)
        self.event: Any = None

    def starts(self, name: str) -> Long:
        """Where the rows of each case begin in a table."""
        return self.rows.starts.get(name, np.zeros(len(self.bad) + 1, np.int64))

    def events(self) -> Long:
        """Each entry's kind, a place among ``EVENTS``; -1 where there is no such event."""
        if "events" not in self.rows.tables:
            return np.zeros(0, np.int64)
        table = self.rows.tables["events"]
        said = texts_of(table, "event")
        if said is None:
            return np.full(table.num_rows, -1)
        known = pc.index_in(said.different, value_set=pa.array(EVENTS, pa.string()))
        kinds = np.append(pc.fill_null(known, -1).to_numpy(), -1)
        self.event = _spread(said.different, said.codes)
        return np.asarray(kinds[said.codes], np.int64)

    def table(self, name: str, kinds: Kinds, kind: Long | None = None) -> Any:
        """The cells of a table as values, once each row of it is judged by its kind."""
        found = self.rows.tables.get(name)
        if found is None:
            return pa.table({"case": pa.array([], pa.string())})
        kind = np.zeros(found.num_rows, np.int64) if kind is None else kind
        case = _case_of(self.rows.starts[name])
        bad = kind < 0
        values = {"key": found.column("key")}
        there: dict[str, Long] = {}
        for column in found.column_names:
            said = texts_of(found, column) if column not in KEPT else None
            if said is None:
                continue
            at = np.flatnonzero(said.there)
            there[column] = at
            bad[at] |= ~kinds.takes(column)[kind[at]]
            for shape, of_kind in kinds.shapes.get(column, ()):
                read = self.reading.said(column, shape, said.different)
                bad[at] |= of_kind[kind[at]] & ~read.plain[said.codes[at]]
                if column in READ and read.values is not None:
                    values[column] = _spread(read.values, said.codes)
                    if read.hours is not None:
                        values["at"] = _spread(read.hours, said.codes)
        for column, needing in kinds.needs.items():
            if column not in KEPT:
                missing = needing[kind]
                missing[there.get(column, [])] = False
                bad |= missing
        bad |= _number_wrong(found, case)
        self.bad[case[bad]] = True
        self.bad |= np.diff(self.rows.starts[name]) > EVENTS_MOST
        return pa.table(values)

    def heads(self, ordinances: frozenset[str]) -> tuple[Long, tuple[str, ...]]:
        """The ordinance of each case, a place among the names: -1 where it is none of those."""
        self.table("cases", HEADS)
        starts = self.starts("cases")
        self.bad |= np.diff(starts) != 1
        said = texts_of(self.rows.tables["cases"], "ordinance") if starts[-1] else None
        if said is None:
            return np.full(len(self.bad), -1), ()
        names = tuple(said.different.to_pylist())
        places = [n if name in ordinances and name == name.strip() else -1
                  for n, name in enumerate(names)]  # fmt: skip
        first = said.codes[np.minimum(starts[:-1], len(said.codes) - 1)]
        return np.array([*places, -1])[first], names

    def columns(self, columns: Columns) -> None:
        """What the numbers show: ids that stand twice, and entries that void none or themselves."""
        case, events = _case_of(columns.starts), columns.events
        own = np.arange(len(events)) - columns.starts[case] + 1
        void = events[:, CODE] == CODES["voided"]
        void &= (events[:, NOTICE] < 1) | (events[:, NOTICE] == own)
        self.bad[case[(events[:, ODD] != 0) | void]] = True


def _spread(values: Any, codes: Long) -> Any:
    """The value of each row; of texts and lists as a dictionary, for there are mostly few."""
    indices = pa.array(codes.astype(np.int32), mask=codes < 0)
    if pa.types.is_string(values.type) or pa.types.is_list(values.type):
        return pa.DictionaryArray.from_arrays(indices, values)
    return values.take(indices)


def _number_wrong(table: Any, case: Long) -> Mask:
    """Rows whose number is none, or that of the row before; they stand by number already."""
    order = table.column("order").combine_chunks()
    given = _mask(pc.is_valid(order))
    wrong = _mask(pc.is_valid(table.column("number"))) & ~given
    number = pc.fill_null(order, -1).to_numpy()
    wrong[1:] |= given[1:] & (number[1:] == number[:-1]) & (case[1:] == case[:-1])
    return wrong


def _case_of(starts: Long) -> Long:
    """The place of the case of each row."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def _observed(columns: Columns) -> Long:
    code, day = columns.events[:, CODE], columns.events[:, DAY]
    seen = code == CODES["violation_observed"]
    first = np.full(len(columns), NEVER)
    np.minimum.at(first, _case_of(columns.starts)[seen], day[seen])
    return np.where(first == NEVER, 0, first)


def _voided(columns: Columns) -> Mask:
    """Which entries count for nothing, as ``law.days.counted`` has it: the last ones speak first"""
    events, case = columns.events, _case_of(columns.starts)
    void = np.zeros(len(events), bool)
    entries = np.flatnonzero(events[:, CODE] == CODES["voided"])
    for n in entries[np.argsort(events[entries, DAY], kind="stable")][::-1].tolist():
        if not void[n] and events[n, NOTICE] > 0:
            void[columns.starts[case[n]] + events[n, NOTICE] - 1] = True
    return void


def _case(rows: Rows, place: int) -> Case:
    """The law's own case, read from its rows as every case can be."""
    (given,) = cases_of(rows.only(np.array([place])))
    if given.case is None:
        raise ValueError(f"case {given.id} can't be read: {given.wrong[0].says}")
    return given.case


def _mask(array: Any) -> Mask:
    return np.asarray(array.to_numpy(zero_copy_only=False), bool)
