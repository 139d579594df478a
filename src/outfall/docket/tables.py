"""The four tables of a docket: which columns they have, and how their files are read.

A docket is a folder with ``cases``, ``events``, ``parties`` and ``history``, each one file
(``events.parquet``, ``.arrow`` or ``.csv``) or a folder of such files. Columns are named as in the
case file, a group's fields by their path (``place.parcel``). They are read in batches, never whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet as pq

from outfall.docket.cells import as_text
from outfall.files.case_file import CASE, EVENT_SHAPES, PARTY
from outfall.files.shapes import near
from outfall.law.faults import Fault, Refused

BATCH_ROWS = 65_536
CSV_BLOCK = 4_194_304
"""Bytes read at once of a CSV; no row may be longer."""
ENDINGS = (".parquet", ".arrow", ".csv")
KEYS = ("town", "case", "ordinance")
GROUPS = ("readings.", "policy.")
"""Columns whose last part is a name of the pack's own."""

_EVENT = {name for shape in EVENT_SHAPES.values() for name in (*shape.needs, *shape.may)}
_FIRST = ("town", "case", "number")
COLUMNS: dict[str, tuple[str, ...]] = {
    "cases": (
        "town", "case", "ordinance", "profile", "calendar.added_holidays",
        "place.address", "place.parcel", "place.description", "place.note", "note",
    ),
    "events": (*_FIRST, "id", "date", "event", *sorted(_EVENT - {"id", "date", "event"})),
    "parties": (*_FIRST, *PARTY.needs, *PARTY.may),
    "history": (*_FIRST, "offense_on", "convicted_on", "note"),
}  # fmt: skip
NEEDED = {
    "cases": ("case", "ordinance"),
    "events": ("case", "date", "event"),
    "parties": ("case", "id", "role"),
    "history": ("case", "offense_on"),
}
assert set(CASE.needs) | set(CASE.may) >= {"case", "ordinance", "profile", "note"}


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows of one table as text; ``numbers`` are theirs in the file, counted from 1.

    ``broken`` are rows of a CSV that have too many cells or too few: their number and their text.
    """

    file: int
    numbers: Any
    rows: Any
    broken: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a docket: its files in the order of their names, and the columns they have."""

    name: str
    files: tuple[Path, ...]
    columns: tuple[str, ...]

    def batches(self, only: tuple[str, ...] | None = None) -> Iterator[Batch]:
        """The rows in batches, each column as text; ``only`` reads these columns alone.

        Raises ``Refused`` where a file stops being one.
        """
        for place, file in enumerate(self.files):
            broken: list[tuple[int, str]] = []
            count = _Count()
            try:
                for raw in _read(file, only, broken):
                    known = set(raw.schema.names)
                    names = [c for c in only or self.columns if c in known]
                    columns = [as_text(raw.column(name)) for name in names]
                    rows = pa.RecordBatch.from_arrays(columns, names=names)
                    numbers = count.over(raw.num_rows, broken)
                    told, broken[:] = tuple(broken), []
                    yield Batch(place, numbers, rows, told)
                if broken:
                    yield Batch(place, count.over(0, broken), None, tuple(broken))
            except (pa.ArrowException, OSError) as error:
                raise Refused((_unreadable(file, error),)) from None


class _Count:
    """The numbers of the rows of a file, those passed over left out."""

    def __init__(self) -> None:
        self.next = 1
        self.left_out: set[int] = set()

    def over(self, rows: int, broken: list[tuple[int, str]]) -> Any:
        self.left_out.update(number for number, _ in broken)
        if not self.left_out:
            self.next += rows
            return pa.array(np.arange(self.next - rows, self.next))
        found: list[int] = []
        while len(found) < rows:
            if self.next in self.left_out:
                self.left_out.discard(self.next)
            else:
                found.append(self.next)
            self.next += 1
        return pa.array(found, pa.int64())


def open_docket(folder: Path) -> dict[str, Table]:
    """The tables of a docket by name; only ``cases`` and ``events`` must be there.

    Raises ``Refused`` with every file that can't be read and every column that is not known: one
    that is misspelt would be lost.
    """
    faults: list[Fault] = []
    found: dict[str, Table] = {}
    if not folder.is_dir():
        says = "there is no such folder. `outfall docket pack` makes one of case files"
        raise Refused((Fault(str(folder), says, "no-docket"),))
    for name in COLUMNS:
        files = _files(folder, name, faults)
        if files:
            found[name] = Table(name, files, _columns(name, files, faults))
        elif name in ("cases", "events") and not faults:
            says = f"this is missing. Put {name}.parquet, {name}.arrow or {name}.csv there"
            faults.append(Fault(str(folder / name), says, "no-docket"))
    of_towns = {name for name, table in found.items() if "town" in table.columns}
    for name in found if of_towns and not faults else ():
        if name not in of_towns:
            says = f"the column town is missing, which {' and '.join(sorted(of_towns))} has. Add it"
            faults.append(Fault(str(folder / name), says, "missing-column"))
    if faults:
        raise Refused(tuple(faults))
    return found


def _files(folder: Path, name: str, faults: list[Fault]) -> tuple[Path, ...]:
    single = [folder / f"{name}{end}" for end in ENDINGS if (folder / f"{name}{end}").is_file()]
    below = folder / name
    several = sorted(p for end in ENDINGS for p in below.glob(f"*{end}")) if below.is_dir() else []
    if len(single) + bool(several) > 1:
        told = " and ".join(p.name for p in [*single, *([below] if several else [])])
        says = f"{told} are the same table twice. Keep one of them"
        faults.append(Fault(str(folder), says, "table-twice"))
    return tuple(single or several)


def _columns(name: str, files: tuple[Path, ...], faults: list[Fault]) -> tuple[str, ...]:
    known, seen = COLUMNS[name], set[str]()
    for file in files:
        try:
            columns = _schema(file)
        except (pa.ArrowException, OSError) as error:
            faults.append(_unreadable(file, error))
            continue
        for column in columns:
            if columns.count(column) > 1:
                says = f"there are two columns {column}. Keep one of them"
                faults.append(Fault(str(file), says, "column-twice"))
                break
            group = name == "cases" and column.startswith(GROUPS)
            if column not in known and not group:
                hint = near(column, list(known))
                says = f"{hint}there is no column {column} here; there are {', '.join(known)}"
                faults.append(Fault(str(file), says, "unknown-column"))
        for column in NEEDED[name]:
            if column not in columns:
                says = f"the column {column} is missing. Add it"
                faults.append(Fault(str(file), says, "missing-column"))
        seen.update(columns)
    return (*(c for c in known if c in seen), *sorted(c for c in seen if c.startswith(GROUPS)))


def _schema(file: Path) -> list[str]:
    if file.suffix == ".parquet":
        return list(pq.read_schema(file).names)
    if file.suffix == ".arrow":
        with pa.OSFile(str(file)) as source:
            return list(_arrow(source)[0].names)
    with _csv(file) as reader:
        return list(reader.schema.names)


def _read(file: Path, only: tuple[str, ...] | None, broken: list[tuple[int, str]]) -> Iterator[Any]:
    if file.suffix == ".parquet":
        with pq.ParquetFile(file, read_dictionary=_texts(file)) as parquet:
            said = _said(parquet)
            columns = [c for c in said if c in only] if only else said
            yield from parquet.iter_batches(BATCH_ROWS, columns=columns)
    elif file.suffix == ".arrow":
        with pa.OSFile(str(file)) as source:
            for batch in _arrow(source)[1]:
                for start in range(0, batch.num_rows, BATCH_ROWS):
                    yield batch.slice(start, BATCH_ROWS)
    else:
        with _csv(file, broken, only) as reader:
            yield from reader


def _said(parquet: Any) -> list[str]:
    """The columns of a Parquet file that say anything, as far as the file knows, and the keys.

    Most columns of a docket are empty, and an empty one takes as long to read as another. What a
    list holds is not known so: an empty list is no list that is left out.
    """
    meta, schema = parquet.metadata, parquet.schema_arrow
    leaves = [meta.schema.column(n) for n in range(meta.num_columns)]
    flat = {f.name for f in schema if not pa.types.is_nested(f.type)} - set(KEYS)
    groups = [meta.row_group(n) for n in range(meta.num_row_groups)]
    silent = {
        leaf.path
        for n, leaf in enumerate(leaves)
        if leaf.path in flat and all(_is_empty(group.column(n)) for group in groups)
    }
    return [name for name in schema.names if name not in silent]


def _texts(file: Path) -> list[str]:
    """The columns of text of a Parquet file, which mostly holds each text once itself."""
    return [field.name for field in pq.read_schema(file) if pa.types.is_string(field.type)]


def _is_empty(chunk: Any) -> bool:
    known = chunk.statistics
    return known is not None and known.has_null_count and known.null_count == chunk.num_values


def _arrow(source: Any) -> tuple[Any, Iterator[Any]]:
    """The schema and the batches of an Arrow file, or of a stream saved as one."""
    try:
        reader = pa.ipc.open_file(source)
    except pa.ArrowInvalid:
        source.seek(0)
        stream = pa.ipc.open_stream(source)
        return stream.schema, iter(stream)
    return reader.schema, (reader.get_batch(n) for n in range(reader.num_record_batches))


def _csv(
    file: Path,
    broken: list[tuple[int, str]] | None = None,
    only: tuple[str, ...] | None = None,
) -> Any:
    """A CSV as text alone: what a cell means is for the fields to say, not for a guess."""

    def left_out(row: Any) -> str:
        if broken is not None:
            says = f"this row has {row.actual_columns} cells and the table {row.expected_columns} "
            broken.append((row.number - 1, f"{says}columns. Put the row right"))
        return "skip"

    parse = pa.csv.ParseOptions(newlines_in_values=True, invalid_row_handler=left_out)
    with open(file, "rb") as head:
        first = head.readline(1_048_576)
    names = pa.csv.open_csv(pa.BufferReader(first.rstrip(b"\r\n") + b"\n")).schema.names
    return pa.csv.open_csv(
        file,
        read_options=pa.csv.ReadOptions(block_size=CSV_BLOCK, use_threads=False),
        parse_options=parse,
        convert_options=pa.csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.binary()),
            null_values=[""],
            strings_can_be_null=True,
            include_columns=[name for name in names if name in only] if only else [],
        ),
    )


def _unreadable(file: Path, error: Exception) -> Fault:
    told = " ".join(str(error).split())[:200]
    return Fault(str(file), f"this can't be read ({told}). Save it anew", "unreadable-table")
