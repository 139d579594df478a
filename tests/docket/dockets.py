"""Dockets for tests: invented cases of two ordinances and two towns, as many as asked for."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from outfall.docket.assessing import How, assess_docket
from outfall.docket.folder import put_folder
from outfall.docket.laws import Setup
from outfall.docket.packing import pack

ON = date(2026, 6, 1)
TABLES = ("cases", "events", "parties", "history")
CONTENTS = ["recipient", "place", "nature", "remedy", "penalties", "appeal", "town_work"]
Document = dict[str, Any]


def document(n: int) -> Document:
    """The n-th invented case: its dates, its ordinance and how far it has come go by ``n``."""
    first = date(2026, 1, 5) + timedelta(days=3 * (n % 47))

    def on(days: int) -> str:
        return str(first + timedelta(days=days))

    is_city = n % 2 == 1
    events: list[Document] = [
        {"date": on(0), "event": "violation_observed", "kind": "discharge" if is_city
         else "development", "nature": f"invented finding {n}"},
        {"date": on(1), "event": "notice_issued", "instrument": "notice_of_violation",
         "comply_by": on(15 + n % 9), "contents": CONTENTS},
        {"date": on(2), "event": "served", "instrument": "notice_of_violation",
         "method": "personal", "received_on": on(2)},
        {"date": on(9), "event": "appeal_filed"},
        {"date": on(30), "event": "appeal_decided", "outcome": "upheld"},
        {"date": on(40), "event": "inspected", "finding": "continuing"},
        {"date": on(40), "event": "fee_charged", "amount": f"{25 + n % 7}.50"},
        {"date": on(44), "event": "paid", "amount": "10.25"},
    ]  # fmt: skip
    keep = (3, 4, 5, 8, 6)[n % 5]
    found: Document = {
        "case": f"X-{n:05d}",
        "ordinance": "city-9-3-12" if is_city else "webster-ny",
        "place": {"address": f"{n + 1} Example Lane"},
        "parties": [{"id": "owner", "role": "owner", "name": "Example Holdings LLC"}],
        "events": events[:keep],
    }
    if n % 4 == 0:
        found["history"] = [{"offense_on": "2024-05-01", "convicted_on": "2024-09-12"}]
    return found


def packed(place: Path, documents: Iterable[Document]) -> Path:
    """A docket of documents; every third is of one town and the others of another."""
    pack((("north" if n % 3 == 0 else "south", found) for n, found in enumerate(documents)), place)
    return place


def plain(place: Path, documents: Iterable[Document]) -> Path:
    """A docket of documents without towns."""
    pack((("", found) for found in documents), place)
    return place


def assessed(
    docket: Path, out: Path, how: How | None = None, on: date = ON, engine: str = "assess"
) -> dict[str, Any]:
    """The report of a docket that was assessed."""
    setup = Setup(on, docket, engine=engine)
    return put_folder(out, lambda new, work: assess_docket(docket, setup, how or How(), new, work))


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of every file of a folder, by name."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The rows of all wide tables of a result."""
    return [
        row for file in sorted(folder.glob("*.parquet")) for row in pq.read_table(file).to_pylist()
    ]


def set_aside(folder: Path) -> list[dict[str, str]]:
    """The rows of the file of those set aside."""
    with open(folder / "set-aside.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def changed(docket: Path, place: Path, change: Callable[[str, Any], Any]) -> Path:
    """A docket whose tables are changed on the way to another place."""
    place.mkdir()
    for name in TABLES:
        table = change(name, pq.read_table(docket / f"{name}.parquet"))
        if table is not None:
            pq.write_table(table, place / f"{name}.parquet")
    return place


def as_arrow(docket: Path, place: Path) -> Path:
    """The same docket in Arrow files."""
    place.mkdir()
    for name in TABLES:
        table = pq.read_table(docket / f"{name}.parquet")
        with pa.ipc.new_file(place / f"{name}.arrow", table.schema) as writer:
            writer.write_table(table)
    return place


def as_csv(docket: Path, place: Path, lists: Callable[[list[str]], str] = json.dumps) -> Path:
    """The same docket in CSV files, as a person's table program writes them."""
    place.mkdir()
    for name in TABLES:
        rows = pq.read_table(docket / f"{name}.parquet").to_pylist()
        columns = pq.read_schema(docket / f"{name}.parquet").names
        with open(place / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow(columns)
            for row in rows:
                out.writerow([_cell(row[column], lists) for column in columns])
    return place


def _cell(value: Any, lists: Callable[[list[str]], str]) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return lists(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
