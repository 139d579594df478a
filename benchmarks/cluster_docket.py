"""The docket that the engines are given: invented cases under two ordinances, cut into parts."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import fields
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from docket_cases import plain
from outfall.docket.assessing import How, with_engine
from outfall.docket.laws import Setup
from outfall.docket.packing import pack
from outfall.docket.parts import Part, cut, survey
from outfall.docket.tables import open_docket
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.case import Case, Event

ON = date(2026, 5, 1)
ORDINANCES = ("webster-ny", "city-9-3-12")
CENTS = ("amount", "fine")
SAME = {field.name: field.default for field in fields(Event)}


def document(case: Case) -> dict[str, Any]:
    """A case as its file would say it."""
    return {
        "case": case.id,
        "ordinance": case.ordinance,
        "parties": [{"id": p.id, "role": p.role, "name": p.name} for p in case.parties],
        "history": [
            {"offense_on": str(prior.offense_on)}
            | ({"convicted_on": str(prior.convicted_on)} if prior.convicted_on else {})
            for prior in case.history
        ],
        "events": [_entry(event) for event in case.events],
    }


def _entry(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"id": event.id, "event": event.name, "date": str(event.on)}
    for name, usual in SAME.items():
        value = getattr(event, name)
        if name in ("id", "name", "on", "place") or value == usual:
            continue
        if name in CENTS:
            value = f"{value // 100}.{value % 100:02}"
        told[name] = list(value) if isinstance(value, tuple) else _said(value)
    return told


def _said(value: Any) -> Any:
    return str(value) if isinstance(value, date) else value


def documents(cases: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """So many cases of twelve events each, of two towns, the same again each time."""
    laws = [load_pack(folder_of(name)) for name in ORDINANCES]
    random = Random("cluster")
    for n in range(cases):
        town = "north" if n % 3 == 0 else "south"
        yield town, document(plain(laws[n % len(laws)], random, n))


def ready(place: Path, cases: int, engine: str, many: int, tiny: int) -> None:
    """Make the docket and cut it twice: into ``many`` parts, and a slice of it into ``tiny``.

    What is made is kept in ``place`` for every engine: ``many.parts`` and ``tiny.parts``.
    """
    for name, size, parts in (("many", cases, many), ("tiny", max(cases // 20, tiny), tiny)):
        docket, folder = place / f"{name}-docket", place / name
        pack(documents(size), docket)
        tables = open_docket(docket)
        found = survey(tables, lambda rows: None)
        folder.mkdir()
        bounds = found.bounds(-(-found.rows // parts))
        made = cut(tables, bounds, folder, lambda *row: None, lambda rows: None)
        setup = with_engine(Setup(ON, docket, engine=engine), found.ordinances, How())
        (place / f"{name}.parts").write_bytes(pickle.dumps((setup, made)))


def read(place: Path, name: str) -> tuple[Setup, list[Part]]:
    """What ``ready`` has made."""
    setup, parts = pickle.loads((place / f"{name}.parts").read_bytes())
    return setup, parts
