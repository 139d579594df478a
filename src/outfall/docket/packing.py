"""Cases laid into the four tables of a docket: from case files, or from wherever cases are kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from outfall.docket.folder import put_folder
from outfall.docket.gathering import FLAGGED, LISTS, NESTED
from outfall.docket.tables import COLUMNS, GROUPS

ROWS_AT_ONCE = 65_536
DAYS = frozenset({"offense_on", "convicted_on"})
_LIST = pa.list_(pa.string())


def type_of(column: str) -> Any:
    """The Arrow type of a column: text wherever a case file may say it in words of its own."""
    if column in LISTS:
        return _LIST
    if column in FLAGGED:
        return pa.bool_()
    return pa.int32() if column == "number" else pa.string()


def pack(cases: Iterable[tuple[str, dict[str, Any]]], place: Path) -> dict[str, int]:
    """Write cases, each with its town (or nothing) and what its file says, as a docket.

    The files are taken as they are, faults and all: what is wrong is told when they are assessed.
    Gives how many rows each table has.
    """

    def fill(new: Path, work: Path) -> dict[str, Any]:
        tables = {name: _Growing(new / f"{name}.parquet", name) for name in COLUMNS}
        for town, document in cases:
            for name, row in rows_of(town, document):
                tables[name].add(row)
        return {"docket": {name: table.close() for name, table in tables.items()}}

    found: dict[str, int] = put_folder(place, fill)["docket"]
    return found


def rows_of(town: str, document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a case by their table: one of ``cases``, and one for each item of its lists."""
    case = _text(document.get("case"))
    head = {"town": town or None, "case": case}
    own: dict[str, Any] = dict(head)
    for name, value in document.items():
        if name in ("place", "calendar", "readings", "policy") and isinstance(value, dict):
            own.update({f"{name}.{below}": item for below, item in value.items()})
        elif name not in ("case", "events", "parties", "history"):
            own[name] = value
    yield "cases", own
    for name in ("events", "parties", "history"):
        for number, item in enumerate(document.get(name) or (), 1):
            yield name, {**head, "number": number, **item}


class _Growing:
    """A table that grows row by row; columns of the pack's own names are gathered as they come."""

    def __init__(self, file: Path, name: str) -> None:
        self.file, self.name = file, name
        self.rows: list[dict[str, Any]] = []
        self.count = 0
        self.own: dict[str, None] = {}
        self.writer: Any = None

    def add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        self.count += 1
        if len(self.rows) >= ROWS_AT_ONCE:
            self._flush()

    def close(self) -> int:
        """Write what waits; gives the rows of the table."""
        if self.rows or self.writer is None:
            self._flush()
        self.writer.close()
        return self.count

    def _flush(self) -> None:
        names = COLUMNS[self.name]
        if self.writer is None:
            grouped = {c: None for row in self.rows for c in row if c.startswith(GROUPS)}
            names = (*names, *sorted(grouped))
            self.schema = pa.schema([(name, type_of(name)) for name in names])
            self.writer = pq.ParquetWriter(self.file, self.schema, compression="zstd")
        columns = [
            pa.array([_cell(row.get(f.name), f.name) for row in self.rows], f.type)
            for f in self.schema
        ]
        self.writer.write_table(pa.Table.from_arrays(columns, schema=self.schema))
        self.rows.clear()


def _cell(value: Any, column: str) -> Any:
    if value is None:
        return None
    if column in LISTS:
        return [_text(item) for item in value] if isinstance(value, list) else [_text(value)]
    if column in NESTED or isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if column in FLAGGED or column == "number" else _text(value)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | Decimal) else json.dumps(value, default=str)
