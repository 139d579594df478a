"""A town's own file: the readings, figures and holidays that hold for all of its cases."""

from __future__ import annotations

from typing import Any

from outfall.files.case_file import CHOICES, choices_of, placed
from outfall.files.office import OFFICE, Office, office_of
from outfall.files.shapes import Faults, Fields, Text
from outfall.files.text import Document
from outfall.law.case import Town
from outfall.law.faults import Refused

TOWN = Fields(
    {"town": Text("the town's name"), "ordinance": Text("a pack's id, or a path to a pack")},
    {**CHOICES, "office": OFFICE, "note": Text()},
    "what a town has adopted under its ordinance",
)


def read_town(document: Document) -> Town:
    """The town of a document. Raises ``Refused`` with every fault, each at its place."""
    found = _read(document)
    return Town(found["town"], found["ordinance"], **choices_of(found))


def read_office(document: Document) -> Office:
    """The office of a town's file, its name alone where the file says no more of it.

    Raises ``Refused`` with every fault, each at its place.
    """
    found = _read(document)
    office = found.get("office")
    return office_of(found["town"], office) if office else Office(found["town"])


def _read(document: Document) -> dict[str, Any]:
    faults: Faults = []
    found = TOWN.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    return dict(found)
