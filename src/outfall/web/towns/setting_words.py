"""What a setting says, line by line, for the list of its earlier values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outfall.web.casework.words import title_of

NAMES = {
    "added_holidays": "Declared days off",
    "entries": "Entries",
    "papers": "Papers",
    "rooms": "Rooms",
    "officers": "Hearing officers",
    "minutes": "Minutes for a hearing",
    "years": "Years",
    "kinds": "Years for each kind",
    "hold": "Under a legal hold",
    "keys": "Keys made so far",
    "pattern": "Pattern",
    "profile": "Profile",
    "latitude": "Latitude",
    "longitude": "Longitude",
    "zoom": "Zoom of the map",
}


def lines(topic: str, value: dict[str, Any]) -> list[str]:
    """The lines of a setting; one that says nothing says so."""
    if topic == "approvals":
        value = {**value, "entries": [title_of(kind) for kind in value.get("entries", [])]}
    if topic == "checklists":
        found = [f"{one['title']}: {questions(one)} questions" for one in own_checklists(value)]
    else:
        found = list(_lines(value, ""))
    return found or ["nothing"]


def _lines(value: dict[str, Any], before: str) -> Iterator[str]:
    for name, held in value.items():
        said = f"{before}{NAMES.get(name, name.replace('_', ' '))}"
        if isinstance(held, dict):
            yield from _lines(held, f"{said}, ")
        elif isinstance(held, list):
            yield f"{said}: {', '.join(map(str, held)) or 'none'}"
        elif isinstance(held, bool):
            yield f"{said}: {'yes' if held else 'no'}"
        else:
            yield f"{said}: {held}"


def own_checklists(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The town's own checklists, each with an id, a title and its sections."""
    return list(value.get("lists", []))


def questions(one: dict[str, Any]) -> int:
    """How many questions a checklist asks."""
    return sum(len(section["items"]) for section in one["sections"])
