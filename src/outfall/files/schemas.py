"""The published JSON Schemas, each built from what reads or prints the thing that it describes.

They describe shape, for editors and programs. What a shape can't tell (a date that is none, an id
that leads nowhere, a decision without an appeal) is for ``outfall check-case``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outfall.files.case_file import CASE, EVENT_SHAPES
from outfall.files.pack_calendar import CALENDAR, VERSIONS
from outfall.files.pack_shapes import PACK
from outfall.files.pack_terms import condition_schema, term_schema
from outfall.files.standing_schema import standing_schema
from outfall.files.town_file import TOWN

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def case_schema() -> Schema:
    """A case file: its head, and each entry by the name of its event."""
    found = CASE.schema()
    entries = {**found["properties"]["events"], "items": {"oneOf": _one_of_events()}}
    return {
        **found,
        "properties": {**found["properties"], "events": entries},
        "$defs": _events(),
    }


def events_schema() -> Schema:
    """One entry of a case, for a program that records them one at a time."""
    return {"oneOf": _one_of_events(), "$defs": _events()}


def _one_of_events() -> list[Schema]:
    return [{"$ref": f"#/$defs/{name}"} for name in EVENT_SHAPES]


def _events() -> dict[str, Schema]:
    """Every event by its name; what each of them may have, its paper and photos, stands once."""
    found = {name: shape.schema() for name, shape in EVENT_SHAPES.items()}
    once = ("paper", "photos")
    shared = {name: next(iter(found.values()))["properties"][name] for name in once}
    for event in found.values():
        event["properties"] |= {name: {"$ref": f"#/$defs/{name}"} for name in once}
    return {**found, **shared}


def pack_schema() -> Schema:
    """One version of an ordinance."""
    return {**PACK.schema(), "$defs": {"term": term_schema(), "condition": condition_schema()}}


def faults_schema() -> Schema:
    """What ``outfall check-case --json`` prints."""
    place = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}
    fields = {
        "where": {
            "type": "string",
            "description": "its place, such as events[3].date; empty: the file",
        },
        "line": {**place, "description": "counted from 1; null where the text has no such place"},
        "column": {**place, "description": "counted from 1"},
        "says": {"type": "string", "description": "what is wrong, and what to do next"},
        "code": {"type": "string", "pattern": "^[a-z0-9-]+$", "description": "never changes"},
    }
    fault = {"type": "object", "properties": fields, "required": list(fields)}
    return {"type": "array", "items": fault}


SCHEMAS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "case": ("A case file.", case_schema),
    "town": ("A town's file: what it has adopted under its ordinance.", TOWN.schema),
    "events": ("One entry of a case file.", events_schema),
    "standing": ("A standing: what `outfall assess --json` prints.", standing_schema),
    "faults": ("The faults of a case: what `outfall check-case --json` prints.", faults_schema),
    "pack": ("One version of an ordinance.", pack_schema),
    "versions": ("A pack's versions.yaml: which version is law on which days.", VERSIONS.schema),
    "calendar": ("A calendar: holidays, and how days are counted.", CALENDAR.schema),
}


def schema(name: str) -> Schema:
    """A published schema by its name. Raises ``KeyError`` where there is none.

    >>> schema("case")["$id"]
    'urn:outfall:schema:case:1'
    """
    title, build = SCHEMAS[name]
    head = {"$schema": DIALECT, "$id": f"urn:outfall:schema:{name}:1", "title": title}
    return {**head, **build()}
