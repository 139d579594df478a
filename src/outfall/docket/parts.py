"""A docket cut into parts: each holds a range of cases whole, and is small enough for memory.

Rows come in any order. A first pass over the keys alone draws a sample and sets the bounds of the
ranges; a second lays each row into the file of its part. What a part holds depends on the bounds;
what comes out in the end does not, for the ranges follow one another in the order of the keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc

from outfall.docket.cells import texts
from outfall.docket.tables import COLUMNS, Batch, Table
from outfall.files.case_file import EVENTS_MOST

PART_ROWS = 200_000
SAMPLE_MOST = 100_000
HELD_MOST = 64 * 1024 * 1024
"""Rows in a part, keys in the sample, bytes that wait to be laid into files."""
WORTH_ROWS = 4
"""Rows of a piece of a batch for each text of a dictionary, or it is larger than what it says."""
ORDINANCES_MOST = 10_000
SEPARATOR = "\x00"
LAST = 10**9
"""Above every number that a row can give itself: rows without one come after it."""
_WHERE = ("key", "file", "row", "number")
Aside = Callable[[str, int, int, str, str], None]
"""Told of a row that belongs to no case: table, file, number, what is wrong, its code."""


@dataclass(slots=True)
class Survey:
    """What the first pass found: rows, the names of ordinances, and a sample of the keys."""

    rows: int = 0
    cases: int = 0
    ordinances: Counter[str] = field(default_factory=Counter)
    sample: list[str] = field(default_factory=list)
    every: int = 1

    def take(self, rows: Any) -> None:
        """Draw every n-th key; where the sample grows too large, half of it and half as often."""
        if rows.column("case").null_count:
            rows = rows.filter(pc.is_valid(rows.column("case")))
        drawn = np.arange(-self.rows % self.every, rows.num_rows, self.every)
        self.sample += key_of(rows.take(pa.array(drawn))).to_pylist()
        self.rows += rows.num_rows
        while len(self.sample) > SAMPLE_MOST:
            self.sample = self.sample[::2]
            self.every *= 2

    def bounds(self, part_rows: int) -> list[str]:
        """The first key of each part but the first, in order."""
        parts = -(-self.rows // part_rows)
        keys = sorted(self.sample)
        return [keys[len(keys) * n // parts] for n in range(1, parts)]


def key_of(rows: Any) -> Any:
    """Town and case of each row as one text that sorts by both; null where no case is named."""
    case = texts(rows.column("case"))
    if "town" not in rows.schema.names:
        return pc.binary_join_element_wise(pa.scalar(""), case, SEPARATOR)
    town = pc.fill_null(texts(rows.column("town")), "")
    return pc.binary_join_element_wise(town, case, SEPARATOR)


def survey(tables: dict[str, Table], watch: Callable[[int], object]) -> Survey:
    """The first pass: the keys of all tables, and the ordinances that the cases name."""
    found = Survey()
    for name, table in tables.items():
        only = ("town", "case", "ordinance") if name == "cases" else ("town", "case")
        for batch in table.batches(only):
            if batch.rows is None:
                continue
            found.take(batch.rows)
            watch(found.rows)
            if name == "cases":
                found.cases += batch.rows.num_rows
                for item in pc.value_counts(texts(batch.rows.column("ordinance")).drop_null()):
                    named = item["values"].as_py()
                    if named in found.ordinances or len(found.ordinances) < ORDINANCES_MOST:
                        found.ordinances[named] += item["counts"].as_py()
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """One range of cases: the files of its tables, each a row of Arrow streams."""

    number: int
    folder: Path
    tables: tuple[str, ...] = tuple(COLUMNS)
    """Those of which it has rows; a file of theirs that is gone is an error, and not no rows."""

    def file(self, table: str) -> Path:
        return self.folder / f"{self.number:06d}-{table}.spill"

    def table(self, name: str) -> Any:
        """The rows of a table in this part, by key, then by the number that they give themselves.

        Its keys are a dictionary in their order, so that a key is a small number. None where the
        part has no rows of this table.
        """
        if name not in self.tables:
            return None
        found = []
        with pa.memory_map(str(self.file(name))) as source:
            while source.tell() < source.size():
                found.append(pa.ipc.open_stream(source).read_all())
        rows = _joined(found)
        return _in_order(rows.select(_by_name(name, rows.column_names)))

    def remove(self) -> None:
        """Take the part's files away: what it held is in the results."""
        for name in COLUMNS:
            self.file(name).unlink(missing_ok=True)


def _joined(tables: list[Any]) -> Any:
    """Tables one below the other; what is a dictionary in some and text in others is text."""
    kinds: dict[str, set[Any]] = {}
    for table in tables:
        for column in table.schema:
            kinds.setdefault(column.name, set()).add(column.type)
    mixed = {name for name, types in kinds.items() if len(types) > 1}
    if mixed:
        tables = [_as_texts(table, mixed) for table in tables]
    return pa.concat_tables(tables, promote_options="default").combine_chunks()


def _as_texts(rows: Any, names: set[str]) -> Any:
    """Rows with some of their columns, or those of them that are there, as text in each row."""
    for n, name in enumerate(rows.schema.names):
        if name in names and pa.types.is_dictionary(rows.schema.field(n).type):
            rows = rows.set_column(n, name, rows.column(n).cast(pa.string()))
    return rows


def _by_name(table: str, names: list[str]) -> list[str]:
    """The columns as the reader of cases takes them: faults are told in this order."""
    known = [*_WHERE, *(c for c in COLUMNS[table] if c not in _WHERE)]
    return [*(c for c in known if c in names), *sorted(set(names) - set(known))]


def _in_order(rows: Any) -> Any:
    """Rows by key and number; those that give themselves none stand last, as they were read.

    They were laid down as they were read, so that a stable sort needs no more. Mostly they are in
    order already.
    """
    encoded = rows.column("key").combine_chunks().dictionary_encode()
    by_name = pc.sort_indices(encoded.dictionary)
    ranks = np.argsort(by_name.to_numpy())
    codes = ranks[encoded.indices.to_numpy()]
    given = rows.column("number").combine_chunks()
    if given.null_count == len(given):
        order, by = pa.nulls(len(given), pa.int64()), codes
    else:
        few = given if pa.types.is_dictionary(given.type) else given.dictionary_encode()
        sound = pc.match_substring_regex(few.dictionary, "^[0-9]{1,9}$")
        order = pc.if_else(sound, few.dictionary, None).cast(pa.int64()).take(few.indices)
        by = codes * (LAST + 1) + pc.fill_null(order, LAST).to_numpy()
    keys = pa.DictionaryArray.from_arrays(codes.astype(np.int32), encoded.dictionary.take(by_name))
    rows = rows.set_column(rows.column_names.index("key"), "key", keys)
    rows = rows.append_column("order", order)
    if (by[1:] >= by[:-1]).all():
        return rows
    return rows.take(pa.array(np.argsort(by, kind="stable")))


class _Spill:
    """Rows on their way into the files of their parts; at most ``HELD_MOST`` bytes wait here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: dict[tuple[int, str], list[Any]] = {}
        self.held = 0
        self.laid: set[tuple[int, str]] = set()

    def add(self, part: int, table: str, rows: Any) -> None:
        self.waiting.setdefault((part, table), []).append(rows)
        self.held += rows.nbytes
        if self.held > HELD_MOST:
            self.flush()

    def flush(self) -> None:
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        for (part, table), batches in sorted(self.waiting.items(), key=lambda item: item[0]):
            with open(Part(part, self.folder).file(table), "ab") as file:
                rows = _joined([pa.Table.from_batches([batch]) for batch in batches])
                with pa.ipc.new_stream(file, rows.schema, options=options) as stream:
                    stream.write_table(rows)
        self.laid.update(self.waiting)
        self.waiting.clear()
        self.held = 0


def cut(
    tables: dict[str, Table],
    bounds: list[str],
    folder: Path,
    aside: Aside,
    watch: Callable[[int], object],
) -> list[Part]:
    """The second pass: every row into its part. Gives the parts in the order of their ranges."""
    spill, done = _Spill(folder), 0
    limits = pa.array(bounds, pa.string())
    crowded = _Crowded(bounds)
    for name, table in tables.items():
        for batch in table.batches():
            for number, says in batch.broken:
                aside(name, batch.file, number, says, "broken-row")
            if batch.rows is None:
                continue
            rows = _keyed(table, batch)
            if rows.column("key").null_count:
                lost = pc.is_null(rows.column("key"))
                for n in np.flatnonzero(lost.to_numpy(zero_copy_only=False)):
                    says = "this row names no case. Write the case's number into its column case"
                    aside(name, batch.file, batch.numbers[n].as_py(), says, "row-without-case")
                rows = rows.filter(pc.invert(lost))
            for part, some in _by_part(crowded.thin(name, rows), limits):
                spill.add(part, name, some)
            done += batch.rows.num_rows
            watch(done)
    spill.flush()
    return [
        Part(n, folder, tuple(name for name in COLUMNS if (n, name) in spill.laid))
        for n in range(len(bounds) + 1)
    ]


def _keyed(table: Table, batch: Batch) -> Any:
    """The rows with their key and where they stand, and each column that says anything."""
    rows, count = batch.rows, batch.rows.num_rows
    known = set(rows.schema.names)
    columns = {
        "key": key_of(rows),
        "file": pa.array(np.full(count, batch.file, np.int32)),
        "row": batch.numbers,
        "number": rows.column("number") if "number" in known else pa.nulls(count, pa.string()),
    }
    for name in table.columns:
        if name in known and name != "number" and rows.column(name).null_count < count:
            columns[name] = rows.column(name)
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _by_part(rows: Any, limits: Any) -> Iterator[tuple[int, Any]]:
    if not len(limits):
        if rows.num_rows:
            yield 0, rows
        return
    places = pc.search_sorted(limits, rows.column("key"), side="right").to_numpy()
    rows = _as_texts(rows, _worthless(rows, len(places) // max(len(np.unique(places)), 1)))
    if not (places[1:] >= places[:-1]).all():
        order = np.argsort(places, kind="stable")
        rows, places = rows.take(pa.array(order)), places[order]
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(places)], strict=True):
        yield int(places[start]), rows.slice(start, end - start)


def _worthless(rows: Any, piece: int) -> set[str]:
    """The columns whose dictionary would be too large for pieces of so many rows."""
    return {
        name
        for name, column in zip(rows.schema.names, rows.columns, strict=True)
        if pa.types.is_dictionary(column.type) and len(column.dictionary) * WORTH_ROWS > piece
    }


class _Crowded:
    """Keys so frequent that they fill a part by themselves: no case has so many entries.

    Only as many of their rows are kept as show that there are too many, or one hostile case would
    not fit into memory.
    """

    def __init__(self, bounds: list[str]) -> None:
        again = {a for a, b in pairwise(bounds) if a == b}
        self.keys = pa.array(sorted(again), pa.string())
        self.seen: dict[tuple[str, str], int] = {}

    def thin(self, table: str, rows: Any) -> Any:
        if not len(self.keys):
            return rows
        keys = rows.column("key")
        crowded = pc.is_in(keys, value_set=self.keys)
        if not pc.any(crowded).as_py():
            return rows
        keep = np.ones(len(keys), bool)
        for n in np.flatnonzero(crowded.to_numpy(zero_copy_only=False)):
            seen = (table, keys[n].as_py())
            self.seen[seen] = self.seen.get(seen, 0) + 1
            keep[n] = self.seen[seen] <= EVENTS_MOST + 1
        return rows.filter(pa.array(keep))
