"""From the rows of a part to cases: each as the case file that its rows tell, with every fault.

A case is read by the reader of case files, so that a table and a file of the same case are the
same case. What is wrong is told at the row that it stands in. A case with one faulty row is set
aside whole: a standing without one of its entries would be wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.cells import MARK, wrong_with
from outfall.docket.parts import SEPARATOR, Part
from outfall.docket.tables import COLUMNS, GROUPS
from outfall.files.case_file import EVENTS_MOST, read_case
from outfall.files.nodes import steps_of
from outfall.files.shapes import Name
from outfall.files.text import Document
from outfall.law.case import Case
from outfall.law.faults import Fault, Refused

LISTS = frozenset({"contents", "requires", "violations", "calendar.added_holidays"})
FLAGS = {"true": True, "false": False, "True": True, "False": False}
FLAGGED = frozenset({"danger", "approved"})
NESTED = frozenset({"paper", "photos"})
KEPT = ("key", "file", "row", "order")
LIST_OF = {"events": "events", "parties": "parties", "history": "history"}
_PLAIN = re.compile(r"[1-9][0-9]{0,8}").fullmatch
Long = npt.NDArray[np.int64]
SLICE_ROWS = 50_000
"""Rows that are Python objects at one time; the others of a part stay in columns."""


class Row(NamedTuple):
    """One row of a table: where it stands, and what its cells say by their column."""

    table: str
    file: int
    row: int
    cells: dict[str, str]


class Wrong(NamedTuple):
    """One thing that sets a case aside: the row that it stands in, the place in the case, why."""

    table: str
    file: int
    row: int
    where: str
    says: str
    code: str


@dataclass(slots=True)
class Given:
    """A case as its rows tell it: the case, or all that is wrong with it."""

    town: str
    id: str
    case: Case | None = None
    wrong: list[Wrong] = field(default_factory=list)
    rows: dict[str, list[Row]] = field(default_factory=dict)

    def at(self, fault: Fault) -> Wrong:
        """A fault of the case with the row that it stands in; of the whole case, its first row."""
        steps = steps_of(fault.where) or []
        table = str(steps[0]) if steps and steps[0] in LIST_OF else "cases"
        rows = self.rows.get(table, [])
        place = steps[1] if table != "cases" and len(steps) > 1 else 0
        if not isinstance(place, int) or place >= len(rows):
            table = next(t for t in ("cases", *LIST_OF) if self.rows.get(t))
            rows, place = self.rows[table], 0
        row = rows[place]
        return Wrong(table, row.file, row.row, fault.where, fault.says, fault.code)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a part in memory, and those of its cases that are asked for.

    ``keys`` are all of the part's, in order. ``starts[table][n]`` is where the rows of the n-th
    begin. ``asked`` are the places of the keys that ``cases_of`` goes through.
    """

    number: int
    tables: dict[str, Any]
    keys: Any
    starts: dict[str, Long]
    asked: Long

    def only(self, asked: Long) -> Rows:
        """The same rows, with other cases asked for."""
        return replace(self, asked=asked)


def rows_of(part: Part) -> Rows:
    """The rows of a part, read; all its cases are asked for."""
    read = {name: part.table(name) for name in COLUMNS}
    tables = {name: table for name, table in read.items() if table is not None}
    coded = {name: table.column("key").combine_chunks() for name, table in tables.items()}
    keys = pa.chunked_array([c.dictionary for c in coded.values()], pa.string()).unique()
    keys = keys.take(pc.sort_indices(keys))
    starts = {}
    for name, codes in coded.items():
        rows = np.bincount(codes.indices.to_numpy(), minlength=len(codes.dictionary))
        counts = np.zeros(len(keys), np.int64)
        counts[pc.index_in(codes.dictionary, value_set=keys).to_numpy()] = rows
        starts[name] = np.concatenate([[0], np.cumsum(counts)])
    return Rows(part.number, tables, keys, starts, np.arange(len(keys)))


def cases_of(part: Part | Rows) -> Iterator[Given]:
    """The cases of a part in the order of their keys, those that can't be used with the reasons."""
    rows = rows_of(part) if isinstance(part, Part) else part
    every = {name: _most(np.diff(starts)[rows.asked]) for name, starts in rows.starts.items()}
    many = np.cumsum(np.sum(list(every.values()), axis=0)) if every else rows.asked
    begun = 0
    while begun < len(rows.asked):
        before = many[begun - 1] if begun else 0
        end = max(int(np.searchsorted(many, before + SLICE_ROWS)), begun + 1)
        places = rows.asked[begun:end]
        read = {name: _rows(name, rows, places) for name in rows.tables}
        for place, key in zip(places.tolist(), rows.keys.take(places).to_pylist(), strict=True):
            yield _given(key, {name: f[place] for name, f in read.items() if place in f})
        begun = end


def _most(count: Long) -> Long:
    """How many rows are read: one more than a case may have shows that it has too many."""
    return np.minimum(count, EVENTS_MOST + 1)


def ranges(starts: Long, counts: Long) -> Long:
    """The numbers of several ranges one after the other."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(counts.sum())


def _rows(name: str, rows: Rows, places: Long) -> dict[int, list[Row]]:
    """The rows of some cases as Python objects, by the place of their key: cells that are set."""
    table, starts = rows.tables[name], rows.starts[name]
    counts = _most(starts[places + 1] - starts[places])
    whole = table.take(ranges(starts[places], counts))
    cells: list[dict[str, str]] = [{} for _ in range(whole.num_rows)]
    for column in whole.column_names:
        if column not in KEPT and whole.column(column).null_count < whole.num_rows:
            for place, value in enumerate(whole.column(column).to_pylist()):
                if value is not None:
                    cells[place][column] = value
    files, numbers = whole.column("file").to_pylist(), whole.column("row").to_pylist()
    found, begin = {}, 0
    for place, count in zip(places.tolist(), counts.tolist(), strict=True):
        if count:
            each = range(begin, begin + count)
            found[place] = [Row(name, files[n], numbers[n], cells[n]) for n in each]
            begin += count
    return found


def _given(key: str, rows: dict[str, list[Row]]) -> Given:
    town, _, id = key.partition(SEPARATOR)
    found = Given(town, id, rows=rows)
    _heads(found)
    if found.wrong:
        return found
    document = _document(found)
    if not found.wrong:
        try:
            found.case = read_case(Document(document))
        except Refused as refused:
            found.wrong += [found.at(fault) for fault in refused.faults]
        except Exception as error:
            found.wrong.append(found.at(own_defect(error)))
    return found


def own_defect(error: Exception) -> Fault:
    """A defect of Outfall's own at one case: it is told there, and stops no other."""
    told = f"{type(error).__name__}: {error}"[:200]
    says = f"a defect of Outfall's own, not of the case ({told}). Please report it"
    return Fault("", says, "own-defect")


def _heads(found: Given) -> None:
    """What is wrong with the case as a whole: no row of its own, or several; a town that is none"""
    heads = found.rows.get("cases", [])
    if not heads:
        says = "no row of the table cases has this number. Add it, or correct the number here"
        for row in (r for rows in found.rows.values() for r in rows):
            found.wrong.append(Wrong(row.table, row.file, row.row, "case", says, "no-such-case"))
    elif len(heads) > 1:
        says = "several rows of the table cases have this number, and it can't be told which is "
        says += "right. Keep one"
        for row in heads:
            found.wrong.append(Wrong("cases", row.file, row.row, "case", says, "case-twice"))
    if found.town and heads:
        faults: list[Fault] = []
        Name().read(found.town, "town", faults)
        found.wrong += [found.at(fault) for fault in faults]
    for table, rows in found.rows.items():
        if len(rows) > EVENTS_MOST:
            says = f"this case has more than {EVENTS_MOST:,} rows in {table}. Split the case"
            row = rows[0]
            wrong = Wrong(table, row.file, row.row, table, says, "too-many-events")
            found.wrong = [wrong]
            return


def _document(found: Given) -> dict[str, Any]:
    """The case file that the rows tell; cells that can't stand in one are told as wrong."""
    document: dict[str, Any] = {}
    for name, value in _values(found, found.rows["cases"][0], ""):
        head, dot, last = name.partition(".")
        if dot:
            document.setdefault(head, {})[last] = value
        elif name != "town":
            document[name] = value
    for table in LIST_OF:
        rows = found.rows.get(table, [])
        _numbers(found, rows)
        if rows or table == "events":
            document[table] = [
                {
                    name: value
                    for name, value in _values(found, row, f"{table}[{place}].")
                    if name not in ("town", "case", "number")
                }
                for place, row in enumerate(rows)
            ]
    return document


def _numbers(found: Given, rows: list[Row]) -> None:
    """Rows that give themselves a number must each give another, or their order is a chance."""
    given = [row.cells["number"] for row in rows if "number" in row.cells]
    if len(set(given)) == len(given) and all(map(_PLAIN, given)):
        return
    seen: dict[str, int] = {}
    for place, row in enumerate(rows):
        number = row.cells.get("number")
        if number is None:
            continue
        where = f"{row.table}[{place}].number"
        plain = number.lstrip("0") or "0"
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            says = f"{number[:60]} is not a number from 0 to 999999999. Count the rows of a case"
            found.wrong.append(Wrong(*row[:3], where, says, "not-a-whole-number"))
        elif plain in seen:
            says = f"row {seen[plain]} has this number too. Give each row of a case its own"
            found.wrong.append(Wrong(*row[:3], where, says, "number-twice"))
        seen[plain] = row.row


def _values(found: Given, row: Row, dot: str) -> Iterator[tuple[str, Any]]:
    for name, text in row.cells.items():
        if not text.isprintable() and (says := wrong_with(text)):
            code = "not-a-cell" if text.startswith(MARK) else "control-character"
            found.wrong.append(Wrong(*row[:3], f"{dot}{name}", says, code))
        else:
            yield name, value_of(name, text)


def value_of(name: str, text: str) -> Any:
    """What a cell of a column stands for in a case file."""
    if name in LISTS or name in NESTED or name.startswith(GROUPS):
        return _structure(name, text)
    return FLAGS[text] if name in FLAGGED and text in FLAGS else text


def _structure(name: str, text: str) -> Any:
    """A list as JSON or with semicolons between its words; a paper's or a photo's fields as JSON.

    What is not JSON stays text, and the field's own shape says what is wrong with it.
    """
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text, parse_float=str)
        except (ValueError, RecursionError):
            return text
    if name in LISTS:
        return [word.strip() for word in text.split(";") if word.strip()]
    return text
