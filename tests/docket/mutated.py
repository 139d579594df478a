"""Dockets with faults in them: what can go wrong with a cell or a row, planted at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import date, time
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from tests.docket.dockets import TABLES

from docket_cases import plain, wild
from outfall.docket.cells import MARK, as_text
from outfall.docket.gathering import Rows, rows_of
from outfall.docket.packing import pack
from outfall.docket.parts import cut, survey
from outfall.docket.tables import COLUMNS, open_docket
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.case import Case, Event
from outfall.law.ordinance import Ordinance

Tables = dict[str, list[dict[str, Any]]]
ORDINANCES = ("webster-ny", "city-9-3-12")
USUAL = {field.name: field.default for field in fields(Event)}
CELLS = (
    "", " ", "\t", "x" * 80, "x" * 81, "y" * 4_000, "y" * 4_001, " trimmed ", "ok é",
    "2026-02-30", "2026-1-5", "1899-12-31", "1900-01-01", "2200-12-31", "2201-01-01", "9999-12-31",
    "2026-05-01T10:00", "2026-05-01 10:00:07", "2026-05-01T24:00", "2026-05-01T10:00:61",
    "2026-05-01\n", "0000-00-00", "２０２６-05-01", "12.345", "-5", "0", "0.00", "00.10", "1e3",
    "999999999999.99", "1234567890123", "٣", "5 ", " 5", "1.", ".5", "21474836.48", "10001",
    "true", "True", "TRUE", "yes", "null", "a\u2028b", "a\x00b", "a\tb", "\ufeffx", "a\x7f",
    "a\x85", "a\u200bb", "\u3000", "[]", '["a"]', "[1]", "[null]", '["a b"]', "{", "{}",
    '{"says": "x"}', '{"says": 5, "by": "mail"}', '{"moon": 1}', "recipient;place",
    "recipient;moon", ";", "v1",
    "v2", "v 1", "-x", "x\n", "upheld", "granted", "abatement", "development", "paid", "voided",
    "e1", "e99", "x1", "x2", "appeal", "appeal:", "appeal:x2", "payment_1", "1", "01", "007",
    "1/3", "1/0", "0/5", "2.5", "corrected\n", MARK + "planted", "-1", "3651", "601", "webster-ny",
    "../webster-ny", "week=begun", "north", "a/b:c",
)  # fmt: skip
"""What somebody, or some program, could have written into a cell."""
AMOUNTS = ("0", "0.00", "-5", "12.345", "1e3", " 5", "1.", "5.5", "21474836.48", "1234567890123")
DAYS = ("2026-02-30", "2025-2-3", "1899-12-31", "2025-03-01T10:15", "2025-03-01\n", "tomorrow")


def laws() -> list[Ordinance]:
    """The laws of these dockets."""
    return [load_pack(folder_of(name)) for name in ORDINANCES]


def document(case: Case) -> dict[str, Any]:
    """A case as its file would say it."""
    return {
        "case": case.id,
        "ordinance": case.ordinance,
        "place": {"address": "12 Example Lane"},
        "parties": [{"id": p.id, "role": p.role, "name": p.name} for p in case.parties],
        "history": [
            {"offense_on": str(prior.offense_on)}
            | ({"convicted_on": str(prior.convicted_on)} if prior.convicted_on else {})
            for prior in case.history
        ],
        "events": [_entry(event) for event in case.events],
    }


def _entry(event: Event) -> dict[str, Any]:
    """An entry; every second one leaves its own name out, where nothing needs it."""
    told: dict[str, Any] = {"id": event.id, "event": event.name, "date": str(event.on)}
    if event.at is not None:
        told["date"] += f"T{event.at:%H:%M:%S}"
    left_out = ["id", "name", "on", "at", "place"]
    left_out += ["violations"] if event.name in ("inspected", "practices_accepted") else []
    for name, usual in USUAL.items():
        value = getattr(event, name)
        if name not in left_out and value != usual:
            told[name] = _said(name, value)
    return told


def _said(name: str, value: Any) -> Any:
    if name in ("amount", "fine"):
        return f"{value // 100}.{value % 100:02}"
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, date | time) else value


def documents(seed: str, many: int, *, usual: bool = False) -> list[dict[str, Any]]:
    """Invented cases of two ordinances: likely and unlikely ones, or only the ``usual`` ones."""
    random, known = Random(seed), laws()
    make: Callable[..., Case] = plain if usual else wild
    more: dict[str, Any] = {} if usual else {"choices": 0.05}
    return [document(make(known[n % 2], random, n, **more)) for n in range(many)]


def tables_of(place: Path, made: Iterable[dict[str, Any]]) -> Tables:
    """Cases as rows of text, as a CSV would have them."""
    pack((("north" if n % 3 else "", found) for n, found in enumerate(made)), place)
    found = {}
    for name in TABLES:
        table = pq.read_table(place / f"{name}.parquet")
        columns = {c: as_text(table.column(c)).to_pylist() for c in table.column_names}
        found[name] = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values())]  # noqa: B905
    return found


def planted(tables: Tables, random: Random, faults: int) -> None:
    """Plant so many faults, each of a kind drawn at random; some are none in their place."""
    for _ in range(faults):
        random.choice(PLANTS)(tables, random)


def _row(tables: Tables, random: Random) -> tuple[str, dict[str, Any]]:
    name = random.choice(("cases", "events", "events", "events", "parties", "history"))
    return (name, random.choice(tables[name])) if tables[name] else _row(tables, random)


def _a_cell(tables: Tables, random: Random) -> None:
    name, row = _row(tables, random)
    column = random.choice([c for c in COLUMNS[name] if c not in ("case", "town")])
    row[column] = random.choice(CELLS)


def _a_said_cell(tables: Tables, random: Random) -> None:
    _, row = _row(tables, random)
    said = [c for c in row if row[c] is not None and c not in ("case", "town")]
    row[random.choice(said)] = random.choice(CELLS)


def _nothing(tables: Tables, random: Random) -> None:
    _, row = _row(tables, random)
    said = [c for c in row if row[c] is not None and c not in ("case", "town")]
    row[random.choice(said)] = None


def _another_row(tables: Tables, random: Random) -> None:
    """The cell of another row of the table, which is sound where it stands."""
    name, row = _row(tables, random)
    other = random.choice(tables[name])
    column = random.choice([c for c in row if c not in ("case", "town")])
    row[column] = other.get(column)


def _a_figure(tables: Tables, random: Random) -> None:
    """An amount, or a day, that is nearly one."""
    name, cells = random.choice((("amount", AMOUNTS), ("fine", AMOUNTS), ("date", DAYS)))
    rows = [row for row in tables["events"] if row.get(name)]
    if rows:
        random.choice(rows)[name] = random.choice(cells)


def _again(tables: Tables, random: Random) -> None:
    name, row = _row(tables, random)
    tables[name].append(dict(row))


def _gone(tables: Tables, random: Random) -> None:
    name, row = _row(tables, random)
    if len(tables[name]) > 1:
        tables[name].remove(row)


def _named_alike(tables: Tables, random: Random) -> None:
    row = random.choice(tables["events"])
    mates = [r for r in tables["events"] if r["case"] == row["case"] and r["town"] == row["town"]]
    other = random.choice(mates)
    column = random.choice(("id", "number", "entry", "notice"))
    row[column] = other.get("number" if column == "number" else "id")


def _of_another(tables: Tables, random: Random) -> None:
    _, row = _row(tables, random)
    row[random.choice(("case", "town"))] = random.choice((*CELLS, "north"))


PLANTS = (_a_cell, _a_cell, _a_said_cell, _a_said_cell, _nothing, _another_row, _a_figure, _again,
          _gone, _named_alike, _of_another)  # fmt: skip


def written(place: Path, tables: Tables) -> Path:
    """The tables as a docket of text."""
    place.mkdir(parents=True)
    for name, rows in tables.items():
        columns = {c: None for row in rows for c in row}
        schema = pa.schema([(c, pa.string()) for c in columns or COLUMNS[name]])
        pq.write_table(pa.Table.from_pylist(rows, schema), place / f"{name}.parquet")
    return place


def part_of(docket: Path, work: Path) -> Rows:
    """The rows of a docket as one part."""
    work.mkdir()
    tables = open_docket(docket)
    bounds = survey(tables, lambda rows: None).bounds(10**9)
    (part,) = cut(tables, bounds, work, lambda *row: None, lambda rows: None)
    return rows_of(part)
