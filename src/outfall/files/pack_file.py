"""Packs: an ordinance's files, read into law with every fault at its place.

A pack is a folder with ``versions.yaml`` and one file for each version; its calendar (counting
rules and holidays) is a file beside the packs, shared by all ordinances of a state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from outfall.files.calendar_file import PACKS, calendar_file, load_calendar, read
from outfall.files.case_file import placed
from outfall.files.pack_build import ordinance_of
from outfall.files.pack_calendar import VERSIONS
from outfall.files.pack_shapes import PACK
from outfall.files.pack_wiring import wired
from outfall.files.shapes import Faults
from outfall.files.text import Document, load_file
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import (
    Ordinance,
)


def packs() -> list[str]:
    """The ids of the packs that ship, examples included."""
    return sorted(p.parent.relative_to(PACKS).as_posix() for p in PACKS.glob("**/versions.yaml"))


def folder_of(name: str, beside: Path | None = None) -> Path:
    """The folder of a pack: one that ships, or a path (from the case file's folder)."""
    for base in (PACKS, PACKS / "examples"):
        if (base / name / "versions.yaml").is_file() and ".." not in name:
            return base / name
    path = Path(name) if Path(name).is_absolute() else (beside or Path()) / name
    if (path / "versions.yaml").is_file():
        return path
    known = ", ".join(Path(p).name for p in packs())
    says = (
        f"there is no ordinance {name}. Name one that ships ({known}) "
        "or the folder of a pack of your own"
    )
    raise Refused((Fault("ordinance", says, "unknown-ordinance"),))


def versions(folder: Path) -> list[tuple[str, date | None, date | None, Path]]:
    """A pack's versions: name, first and last day in force (None is open), file."""
    found = read(folder / "versions.yaml", VERSIONS)
    rows = [
        (row["version"], row.get("since"), row.get("until"), folder / row["file"])
        for row in found["versions"]
    ]
    rows.sort(key=lambda row: row[1] or date.min)
    return [
        (name, since, until or _day_before(rows[n + 1][1] if n + 1 < len(rows) else None), file)
        for n, (name, since, until, file) in enumerate(rows)
    ]


def _day_before(day: date | None) -> date | None:
    return date.fromordinal(day.toordinal() - 1) if day else None


def load_pack(folder: Path, on: date | None = None) -> Ordinance:
    """The version of a pack that was law on a day (the newest where no day is given).

    Raises ``Refused`` where the pack is faulty, or where no version was in force on the day.
    """
    rows = versions(folder)
    for name, since, until, file in reversed(rows):
        if on is None or (since or date.min) <= on <= (until or date.max):
            return read_pack(file, name, since, until)
    spans = ", ".join(
        f"{name} from {since or 'the beginning'} to {until or 'today'}"
        for name, since, until, _ in rows
    )
    says = (
        f"{folder.name} was not in force on {on}, the day of the first violation. "
        f"Its versions: {spans}. "
        "Check the day, or add the version that was law then"
    )
    raise Refused((Fault("ordinance", says, "no-version-in-force"),))


def read_pack(
    file: Path,
    version: str,
    since: date | None,
    until: date | None,
    change: Callable[[Any], str] | None = None,
) -> Ordinance:
    """One version of a pack. Raises ``Refused`` with every fault found in its files.

    ``change`` may put other values into what the file says, and tells which: a law changed so has
    a digest of its own.
    """
    document = load_file(str(file))
    told = change(document.data).encode() if change is not None else b""
    faults: Faults = []
    data = PACK.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    listed = calendar_file(file, data["calendar"])
    calendar, counting, text = load_calendar(listed, _zone(document, data["zone"]))
    digest = hashlib.sha256(file.read_bytes() + b"\0" + text + told).hexdigest()
    ordinance = ordinance_of(data, version, since, until, digest, calendar, counting, file)
    trouble = wired(ordinance)
    if trouble:
        raise Refused(tuple(placed(document, fault) for fault in trouble))
    return ordinance


def _zone(document: Document, name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        says = f"{name} is not a time zone. Write one such as America/New_York"
        raise Refused((placed(document, Fault("zone", says, "unknown-zone")),)) from None
