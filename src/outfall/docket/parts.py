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

from outfall.docket.tables import COLUMNS, Batch, Table
from outfall.files.case_file import EVENTS_MOST

PART_ROWS = 200_000
SAMPLE_MOST = 100_000
HELD_MOST = 64 * 1024 * 1024
"""Rows in a part, keys in the sample, bytes that wait to be laid into files."""
ORDINANCES_MOST = 10_000
SEPARATOR = "\x00"
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

    def take(self, keys: Any) -> None:
        """Draw every n-th key; where the sample grows too large, half of it and half as often."""
        at = -self.rows % self.every
        self.sample += keys.slice(at)[:: self.every].to_pylist() if at < len(keys) else []
        self.rows += len(keys)
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
    case = rows.column("case")
    if "town" not in rows.schema.names:
        return pc.binary_join_element_wise(pa.scalar(""), case, SEPARATOR)
    return pc.binary_join_element_wise(pc.fill_null(rows.column("town"), ""), case, SEPARATOR)


def survey(tables: dict[str, Table], watch: Callable[[int], object]) -> Survey:
    """The first pass: the keys of all tables, and the ordinances that the cases name."""
    found = Survey()
    for name, table in tables.items():
        only = ("town", "case", "ordinance") if name == "cases" else ("town", "case")
        for batch in table.batches(only):
            if batch.rows is None:
                continue
            found.take(key_of(batch.rows).drop_null())
            watch(found.rows)
            if name == "cases":
                found.cases += batch.rows.num_rows
                for item in pc.value_counts(batch.rows.column("ordinance").drop_null()):
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

        None where the part has none.
        """
        if name not in self.tables:
            return None
        found = []
        with pa.memory_map(str(self.file(name))) as source:
            while source.tell() < source.size():
                found.append(pa.ipc.open_stream(source).read_all())
        rows = pa.concat_tables(found)
        given = rows.column("number")
        sound = pc.match_substring_regex(given, "^[0-9]{1,9}$")
        order = pc.if_else(sound, given, None).cast(pa.int64())
        rows = rows.append_column("order", order)
        by = [("key", "ascending"), ("order", "ascending"), ("file", "ascending")]
        return rows.sort_by([*by, ("row", "ascending")])

    def remove(self) -> None:
        """Take the part's files away: what it held is in the results."""
        for name in COLUMNS:
            self.file(name).unlink(missing_ok=True)


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
                rows = pa.Table.from_batches(batches).combine_chunks()
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
            rows = _keyed(name, table, batch)
            lost = pc.is_null(rows.column("key"))
            for n in np.flatnonzero(lost.to_numpy(zero_copy_only=False)):
                says = "this row names no case. Write the case's number into its column case"
                aside(name, batch.file, batch.numbers[n].as_py(), says, "row-without-case")
            kept = crowded.thin(name, rows.filter(pc.invert(lost)))
            for part, some in _by_part(kept, limits):
                spill.add(part, name, some)
            done += batch.rows.num_rows
            watch(done)
    spill.flush()
    return [
        Part(n, folder, tuple(name for name in COLUMNS if (n, name) in spill.laid))
        for n in range(len(bounds) + 1)
    ]


def _keyed(name: str, table: Table, batch: Batch) -> Any:
    """The rows with their key and where they stand, and each column that any file of theirs has."""
    rows, count = batch.rows, batch.rows.num_rows
    empty = pa.nulls(count, pa.string())
    known = set(rows.schema.names)
    columns = {
        "key": key_of(rows),
        "file": pa.array(np.full(count, batch.file, np.int32)),
        "row": batch.numbers,
        "number": rows.column("number") if "number" in known else empty,
        **{c: rows.column(c) if c in known else empty for c in table.columns if c != "number"},
    }
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _by_part(rows: Any, limits: Any) -> Iterator[tuple[int, Any]]:
    if not len(limits):
        if rows.num_rows:
            yield 0, rows
        return
    places = pc.search_sorted(limits, rows.column("key"), side="right").to_numpy()
    order = np.argsort(places, kind="stable")
    rows, places = rows.take(pa.array(order)), places[order]
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(places)], strict=True):
        yield int(places[start]), rows.slice(start, end - start)


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
