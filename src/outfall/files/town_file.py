"""A town's own file: the readings, figures and holidays that hold for all of its cases."""

from __future__ import annotations

from outfall.files.case_file import CHOICES, choices_of, placed
from outfall.files.shapes import Faults, Fields, Text
from outfall.files.text import Document
from outfall.law.case import Town
from outfall.law.faults import Refused

TOWN = Fields(
    {"town": Text("the town's name"), "ordinance": Text("a pack's id, or a path to a pack")},
    {**CHOICES, "note": Text()},
    "what a town has adopted under its ordinance",
)


def read_town(document: Document) -> Town:
    """The town of a document. Raises ``Refused`` with every fault, each at its place."""
    faults: Faults = []
    found = TOWN.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    return Town(found["town"], found["ordinance"], **choices_of(found))
