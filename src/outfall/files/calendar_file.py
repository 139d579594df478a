"""Calendars: a state's counting rules and holidays, read with every fault at its place."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from outfall.files.case_file import placed
from outfall.files.pack_calendar import CALENDAR, DAYS_OFF, WEEKDAYS
from outfall.files.shapes import Faults
from outfall.files.text import load_file
from outfall.law.calendar import Calendar, Holiday
from outfall.law.counting import CountingRule
from outfall.law.faults import Fault, Refused

PACKS = Path(__file__).parent.parent / "ordinances"


def calendar_file(file: Path, name: str) -> Path:
    """The file of a calendar: beside the pack, or among those that ship."""
    for folder in (
        file.parent,
        file.parent / "calendars",
        file.parent.parent / "calendars",
        PACKS / "calendars",
    ):
        if (folder / f"{name}.yaml").is_file():
            return folder / f"{name}.yaml"
    known = sorted(p.stem for p in (PACKS / "calendars").glob("*.yaml"))
    says = f"there is no calendar {name}. Name one of {', '.join(known)}"
    raise Refused((Fault("calendar", says, "unknown-calendar"),))


def read(file: Path, shape: Any) -> dict[str, Any]:
    """A file in the form of a shape. Raises ``Refused`` with every fault at its place."""
    document = load_file(str(file))
    faults: Faults = []
    found: dict[str, Any] = shape.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    return found


def load_calendar(
    file: Path, zone: ZoneInfo | None = None
) -> tuple[Calendar, tuple[tuple[str, date | None, CountingRule], ...], bytes]:
    """A calendar's holidays and counting rules, and the bytes that they were read from."""
    data = read(file, CALENDAR)
    try:
        holidays = tuple(_holiday(item) for item in data["holidays"])
        rules = tuple(
            (name, row.get("since"), _counting(name, row))
            for name, rows in data["rules"].items()
            for row in rows
        )
    except ValueError as trouble:
        raise Refused((Fault("holidays", f"{file.name}: {trouble}", "not-a-holiday"),)) from None
    return Calendar(holidays, zone=zone), rules, file.read_bytes()


def _holiday(item: dict[str, Any]) -> Holiday:
    observed = tuple(
        (WEEKDAYS.index(day), shift) for day, shift in item.get("observed", {}).items()
    )
    return Holiday(
        item["name"],
        item.get("month", 0),
        item.get("day"),
        WEEKDAYS.index(item["weekday"]) if "weekday" in item else None,
        item.get("nth"),
        item.get("on_or_after"),
        item.get("since"),
        item.get("until"),
        observed,
        item.get("easter"),
        item.get("every"),
    )


def _counting(name: str, row: dict[str, Any]) -> CountingRule:
    off = frozenset(DAYS_OFF)
    return CountingRule(
        name,
        row["cite"],
        frozenset(row["rolls"]),
        frozenset(row.get("leaves_out", off)),
        row.get("when_exactly"),
        row.get("when_under"),
        frozenset(row.get("business_days_off", off)),
        row.get("hours_roll", True),
        frozenset(row.get("hours_leave_out", ())),
    )
