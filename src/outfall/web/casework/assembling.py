"""From entries to a case: the record is read in order and gives the case file of its day.

What the law reads are the entries of the kinds in ``EVENTS``, in the words of the case file. The
office's own entries (a party, a place, a note) stand beside them and make the file's other parts.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from threading import Lock
from typing import Any

from outfall.files.case_file import read_case
from outfall.files.text import Document
from outfall.law import case as law_case
from outfall.law.events import EVENTS
from outfall.law.ordinance import Ordinance
from outfall.web.casework.kinds import ASSIGNED, HEARING, HISTORY, OPENED, PARTY, PARTY_LEFT, PLACE
from outfall.web.casework.models import Case, Entry
from outfall.web.towns.adopted import law_of
from outfall.web.towns.models import Town


@dataclass
class File:
    """A case as its entries tell it: the case file's parts, and what the office keeps beside."""

    number: str = ""
    ordinance: str = ""
    opened: dict[str, Any] = field(default_factory=dict)
    place: dict[str, Any] = field(default_factory=dict)
    parties: dict[str, dict[str, Any]] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    assigned: dict[str, Any] | None = None
    hearings: dict[str, dict[str, Any]] = field(default_factory=dict)

    def take(self, kind: str, body: dict[str, Any]) -> None:
        """Take in one entry."""
        if kind in EVENTS:
            self.events.append(body)
        elif kind == OPENED:
            self.number, self.ordinance, self.opened = body["number"], body["ordinance"], body
            self.place = dict(body.get("place", {}))
            self.parties = {p["id"]: p for p in body.get("parties", [])}
            self.history = list(body.get("history", []))
        elif kind == PLACE:
            self.place = dict(body["place"])
        elif kind == PARTY:
            self.parties[body["party"]["id"]] = body["party"]
        elif kind == PARTY_LEFT:
            self.parties.pop(body["party"], None)
        elif kind == HISTORY:
            self.history = list(body["history"])
        elif kind == ASSIGNED:
            self.assigned = body.get("person")
        elif kind == HEARING:
            self.hearings[body["entry"]] = body

    def document(self) -> dict[str, Any]:
        """The case file: what ``outfall assess`` reads."""
        known = ("address", "parcel", "description", "note")
        found: dict[str, Any] = {"case": self.number, "ordinance": self.ordinance}
        place = {name: self.place[name] for name in known if self.place.get(name)}
        if place:
            found["place"] = place
        if self.parties:
            found["parties"] = [_party(p) for p in self.parties.values()]
        if self.history:
            found["history"] = self.history
        return {**found, "events": self.events}


def _party(party: dict[str, Any]) -> dict[str, Any]:
    shown = ("id", "role", "name", "address", "share", "email", "phone")
    return {name: party[name] for name in shown if party.get(name) not in (None, "")}


def file_of(entries: Iterable[tuple[str, str]]) -> File:
    """The case that entries tell, each given as its kind and its canonical text."""
    found = File()
    for kind, content in entries:
        found.take(kind, json.loads(content)["body"])
    return found


@dataclass(frozen=True)
class Assembled:
    """A case at one length of its chain: as the office keeps it, as the law reads it, its law."""

    file: File
    case: law_case.Case
    law: Ordinance


_kept: OrderedDict[tuple[int, str], tuple[File, law_case.Case]] = OrderedDict()
_lock = Lock()
_KEPT_MOST = 512


def read(file: File) -> law_case.Case:
    """The case as the law takes it. Raises ``Refused`` with every fault."""
    return read_case(Document(file.document()))


def found_on(case: law_case.Case) -> date | None:
    """The day of the first violation: the law of that day governs the case."""
    return min((e.on for e in case.events if e.name == "violation_observed"), default=None)


def assemble(row: Case, town: Town, values: dict[str, Any] | None = None) -> Assembled:
    """A case of the town in scope, from its entries, with the law that governs it."""
    key = (row.pk, row.head)
    with _lock:
        kept = _kept.get(key)
        if kept is not None:
            _kept.move_to_end(key)
    if kept is None:
        entries = Entry.objects.filter(case=row, case_n__lte=row.length).order_by("case_n")
        file = file_of(entries.values_list("kind", "content").iterator())
        kept = (file, read(file))
        keep(row, *kept)
    file, case = kept
    return Assembled(file, case, law_of(town, found_on(case), values))


def forget(row: Case) -> None:
    """Keep nothing of a case any more: it was disposed of."""
    with _lock:
        for key in [key for key in _kept if key[0] == row.pk]:
            del _kept[key]


def keep(row: Case, file: File, case: law_case.Case) -> None:
    """Keep a case that was read, under the digest of its last entry."""
    with _lock:
        _kept[(row.pk, row.head)] = (file, case)
        while len(_kept) > _KEPT_MOST:
            _kept.popitem(last=False)
