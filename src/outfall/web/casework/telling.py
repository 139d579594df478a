"""An entry of the record in a line: what was done, when, by whom."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from outfall.files.case_file import read_event
from outfall.law.events import EVENTS
from outfall.law.words import name_of
from outfall.timeline.entries import told as told_event
from outfall.web.casework import kinds
from outfall.web.casework.models import Entry
from outfall.web.casework.words import ROLE_NAMES, title_of


@dataclass(frozen=True, slots=True)
class Told:
    """One entry as lists show it. ``id`` is empty for the office's own entries."""

    n: int
    id: str
    kind: str
    day: date
    at: datetime
    title: str
    text: str
    note: str
    who: str
    role: str
    second: str
    digest: str

    @property
    def of_law(self) -> bool:
        """Whether it is of a kind that the law reads."""
        return self.kind in EVENTS


def told(entry: Entry) -> Told:
    """An entry in words."""
    content = json.loads(entry.content)
    if entry.kind == kinds.EMPTIED:
        return _emptied(entry)
    body: dict[str, Any] = content["body"]
    second = content["second"]
    return Told(
        entry.case_n or entry.n,
        str(body.get("id", "")) if entry.kind in EVENTS else "",
        entry.kind,
        entry.day,
        entry.at,
        title_of(entry.kind),
        _text(entry.kind, body),
        str(body.get("note", "")),
        content["by"]["name"],
        ROLE_NAMES.get(content["by"]["role"], content["by"]["role"]),
        second["name"] if second else "",
        entry.digest,
    )


def _emptied(entry: Entry) -> Told:
    title = title_of(entry.kind)
    place = entry.case_n or entry.n
    return Told(
        place, "", entry.kind, entry.day, entry.at, title, title, "", "", "", "", entry.digest
    )


def _text(kind: str, body: dict[str, Any]) -> str:
    if kind in EVENTS:
        event = read_event(body, 0, [])
        text = told_event(event) if event else title_of(kind)
    else:
        teller = _TOLD.get(kind)
        text = teller(body) if teller else title_of(kind)
    return text[:1].upper() + text[1:]


def _opened(body: dict[str, Any]) -> str:
    summary = body.get("summary")
    return f"case {body['number']} opened{f': {summary}' if summary else ''}"


def _party(body: dict[str, Any]) -> str:
    party = body["party"]
    return f"{party.get('name') or party['id']}, {name_of(party.get('role', 'party'))}"


def _assigned(body: dict[str, Any]) -> str:
    person = body.get("person")
    return f"given to {person['name']}" if person else "given to nobody"


_TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    kinds.OPENED: _opened,
    kinds.PLACE: lambda b: f"place: {b['place'].get('address', 'described anew')}",
    kinds.PARTY: _party,
    kinds.PARTY_LEFT: lambda b: f"party {b['party']} taken out",
    kinds.HISTORY: lambda b: f"{len(b['history'])} earlier offenses entered",
    kinds.NOTE: lambda b: str(b.get("text", "")),
    kinds.FILE: lambda b: str(b.get("says") or b["file"]["name"]),
    kinds.ASSIGNED: _assigned,
    kinds.CHECKLIST: lambda b: f"checklist: {b.get('title', '')}",
    kinds.HEARING: lambda b: (
        f"hearing in {b.get('room') or 'a room to be named'}, "
        f"{b.get('officer') or 'officer to be named'}"
    ),
    kinds.LINKED: lambda b: f"linked with case {b.get('case', '')}",
    kinds.DISPOSED: lambda b: f"case {b['case']} disposed of: {b['rule']['says']}",
    kinds.REPEATED: lambda b: f"reported again: {b.get('summary', '')}",
}
