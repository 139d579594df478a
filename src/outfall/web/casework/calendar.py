"""Hearings by their days: as they were set, moved and cancelled, in rooms and before officers.

A hearing that is set anew for the same notice before it was held is one hearing that has moved. The
calendar that leaves the office names it for good by its first entry; what changes it later is known
by the place of the change in the case's chain, which only grows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from outfall.files.case_file import read_event
from outfall.law.case import Case as LawCase
from outfall.law.case import Event
from outfall.law.days import counted
from outfall.law.events import EVENTS
from outfall.web.casework.kinds import HEARING
from outfall.web.casework.models import Case, Entry, HearingRow
from outfall.web.towns.models import Town

SET, HELD, DECIDED, CANCELLED = "set", "held", "decided", "cancelled"
_ENDS = {
    "hearing_held": HELD,
    "appeal_decided": DECIDED,
    "petition_decided": DECIDED,
    "protest_decided": DECIDED,
}
_KINDS = ("hearing_set", *_ENDS, "voided", HEARING)
_SET_AHEAD = timedelta(days=400)
"""How long before its day a hearing is set at most, for finding those that were cancelled."""
MINUTES = 60
"""How long a hearing is taken to last where the town has set nothing else."""


@dataclass(slots=True)
class Hearing:
    """One hearing as it now stands.

    ``first`` names it for good, ``entry`` is what last set it, and ``entries`` are all that did.
    ``version`` grows with each change, and ``earlier`` are the days from which it was moved.
    """

    case: Case
    first: str
    entry: str
    on: date
    at: time | None
    where: str
    notice: str
    entries: tuple[str, ...] = ()
    room: str = ""
    officer: str = ""
    state: str = SET
    version: int = 0
    changed_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    earlier: list[tuple[date, time | None]] = field(default_factory=list)
    clashes: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        """The room, or else the words of the entry."""
        return self.room or self.where

    @property
    def goes_on(self) -> bool:
        """Whether it is still to come: set, and neither held, decided nor cancelled."""
        return self.state == SET


@dataclass(slots=True)
class _Case:
    """The entries about hearings of one case: as the law reads them, and where they stand."""

    row: Case
    events: list[Event] = field(default_factory=list)
    at: dict[int, datetime] = field(default_factory=dict)
    beside: list[tuple[int, dict[str, Any]]] = field(default_factory=list)


@dataclass(slots=True)
class Chain:
    """The entries that set one hearing, and then moved it, in the order of the case's chain.

    It is put together from all entries, voided ones too: what is added later never changes it.
    """

    notice: str
    sets: list[Event] = field(default_factory=list)
    ended: Event | None = None


def between(first: date, last: date, *, cancelled: bool = False) -> list[Hearing]:
    """The hearings of the town in scope from one day to another, in order."""
    rows = HearingRow.objects.filter(held_on__gte=first, held_on__lte=last)
    ids = set(rows.values_list("case_id", flat=True))
    if cancelled:
        sets = Entry.objects.filter(kind="hearing_set", day__gte=first - _SET_AHEAD)
        ids |= set(sets.values_list("case_id", flat=True))
    found = [h for h in of_cases(Case.objects.filter(pk__in=ids)) if first <= h.on <= last]
    found = [h for h in found if cancelled or h.state != CANCELLED]
    found.sort(key=lambda h: (h.on, h.at or time.min, h.case.number))
    return found


def of_cases(cases: QuerySet[Case]) -> list[Hearing]:
    """Every hearing of some cases, whatever its day."""
    known = {row.pk: _Case(row) for row in cases}
    rows = Entry.objects.filter(case_id__in=known, kind__in=_KINDS).order_by("case_id", "case_n")
    for case_id, n, kind, at, content in rows.values_list(
        "case_id", "case_n", "kind", "at", "content"
    ):
        case, body = known[case_id or 0], json.loads(content)["body"]
        case.at[n or 0] = at
        if kind == HEARING:
            case.beside.append((n or 0, body))
        elif kind in EVENTS:
            event = read_event(body, n or 0, [])
            if event is not None:
                case.events.append(event)
    return [hearing for case in known.values() for hearing in _hearings(case)]


def _hearings(case: _Case) -> Iterator[Hearing]:
    """The hearings of a case; one of which every setting was voided is cancelled."""
    valid = {e.id for e in counted(LawCase(case.row.number, "", tuple(case.events)))}
    for chain in chains(case.events, valid):
        standing = [event for event in chain.sets if event.id in valid] or chain.sets
        now = standing[-1]
        assert now.held_on is not None
        hearing = Hearing(
            case.row,
            chain.sets[0].id,
            now.id,
            now.held_on,
            now.held_at,
            now.where or "",
            now.notice or "",
            tuple(event.id for event in chain.sets),
        )
        if now.id not in valid:
            hearing.state = CANCELLED
        elif chain.ended is not None:
            hearing.state = _ENDS[chain.ended.name]
        hearing.earlier = [(e.held_on, e.held_at) for e in standing[:-1] if e.held_on is not None]
        _beside(case, hearing)
        yield hearing


def chains(events: Iterable[Event], valid: set[str]) -> list[Chain]:
    """The hearings that some events set, move and end; ``valid`` are the ids that count."""
    found: list[Chain] = []
    open_: dict[str, Chain] = {}
    for event in events:
        notice = event.notice or ""
        if event.name == "hearing_set" and event.held_on is not None:
            only = next(iter(open_.values())) if not notice and len(open_) == 1 else None
            chain = open_.get(notice) or only or open_.get("")
            if chain is None:
                chain = open_[notice] = Chain(notice)
                found.append(chain)
            chain.sets.append(event)
        elif event.name in _ENDS:
            named = [chain for chain in found if notice and chain.notice == notice]
            for chain in named or found:
                if open_.get(chain.notice) is chain:
                    del open_[chain.notice]
                if event.id in valid and chain.ended is None:
                    chain.ended = event
    return found


def _beside(case: _Case, hearing: Hearing) -> None:
    """Room and officer as last set for it, and the entry by which it last changed."""
    ids = hearing.entries
    touched = [event.place for event in case.events if event.id in ids or event.entry in ids]
    for n, body in case.beside:
        if body["entry"] in ids:
            touched.append(n)
            if body["entry"] == hearing.entry:
                hearing.room = str(body.get("room", ""))
                hearing.officer = str(body.get("officer", ""))
    hearing.version = max(touched)
    hearing.changed_at = case.at[hearing.version]


def mark_clashes(hearings: Iterable[Hearing], minutes: int = MINUTES) -> None:
    """Say of each hearing with which others it shares its room or its officer at one time."""
    days: dict[date, list[Hearing]] = {}
    for hearing in hearings:
        if hearing.goes_on and hearing.at is not None:
            days.setdefault(hearing.on, []).append(hearing)
    for same in days.values():
        for n, one in enumerate(same):
            for other in same[n + 1 :]:
                if not _overlap(one, other, minutes):
                    continue
                for what in _shared(one, other):
                    one.clashes.append(f"{what} is taken by case {other.case.number}")
                    other.clashes.append(f"{what} is taken by case {one.case.number}")


def _overlap(one: Hearing, other: Hearing, minutes: int) -> bool:
    assert one.at is not None
    assert other.at is not None
    apart = abs(one.at.hour * 60 + one.at.minute - other.at.hour * 60 - other.at.minute)
    return apart < minutes


def _shared(one: Hearing, other: Hearing) -> Iterator[str]:
    if one.place and one.place.casefold() == other.place.casefold():
        yield one.place
    if one.officer and one.officer.casefold() == other.officer.casefold():
        yield one.officer


# iCalendar


def ics(
    town: Town, hearings: Iterable[Hearing], *, open_url: bool, minutes: int = MINUTES
) -> bytes:
    """Hearings for any calendar program. At an open URL no party is named, and no address.

    Times are instants in UTC, so that no program has to know the town's zone.
    """
    from icalendar import Calendar  # noqa: PLC0415 -- slow to import, and only needed here

    found = Calendar()
    found.add("prodid", "-//Outfall//Hearings of a town//EN")
    found.add("version", "2.0")
    found.add("calscale", "GREGORIAN")
    found.add("method", "PUBLISH")
    found.add("x-wr-calname", f"Hearings, {town.name}")
    found.add("x-published-ttl", "PT1H")
    for hearing in hearings:
        found.add_component(_event(town, hearing, open_url, minutes))
    written: bytes = found.to_ical()
    return written


def _event(town: Town, hearing: Hearing, open_url: bool, minutes: int) -> Any:
    from icalendar import Event as Component  # noqa: PLC0415

    event = Component()
    event.add("uid", uid_of(town, hearing))
    event.add("dtstamp", hearing.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", hearing.version)
    event.add("status", "CANCELLED" if hearing.state == CANCELLED else "CONFIRMED")
    if hearing.at is None:
        event.add("dtstart", hearing.on)
        event.add("dtend", hearing.on + timedelta(days=1))
    else:
        local = datetime.combine(hearing.on, hearing.at, ZoneInfo(town.zone))
        event.add("dtstart", local.astimezone(UTC))
        event.add("dtend", local.astimezone(UTC) + timedelta(minutes=minutes))
    event.add("summary", _plain(f"Hearing, case {hearing.case.number}"))
    if hearing.place:
        event.add("location", _plain(hearing.place))
    if not open_url:
        before = f"Before {hearing.officer}" if hearing.officer else ""
        lines = (hearing.case.owner, hearing.case.address, before)
        event.add("description", "\n".join(_plain(line) for line in lines if line))
    return event


def uid_of(town: Town, hearing: Hearing) -> str:
    """The name of a hearing for good, wherever its calendar is read."""
    named = json.dumps([town.slug, hearing.case.number, "hearing", hearing.first])
    return f"{hashlib.sha256(named.encode()).hexdigest()[:32]}@outfall"


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
