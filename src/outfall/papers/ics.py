"""The open deadlines and the hearings of cases as an iCalendar file (RFC 5545).

A day of the law is a date in the town's zone, judged at its end: each is an all-day event on its
last day, which no calendar program shifts into another zone. Same cases, same day: the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from outfall.law.argument import says_of
from outfall.law.case import Event as Entry
from outfall.law.standing import Deadline
from outfall.law.words import english, name_of
from outfall.papers.rolls import Matter, happened

if TYPE_CHECKING:
    from icalendar import Calendar, Event

MAKER = "-//Outfall//Deadlines of a stormwater ordinance//EN"
WARNED = timedelta(days=3)
"""How long before its day an event calls."""
WHO = {"party": "the party", "town": "the town", "body": "the appeal body"}

_LENGTHS = {"named": "the day that the notice names", "same": "its own schedule"}


class Dated(NamedTuple):
    """What goes into the calendar: ``key`` names it for good, whatever day it is moved to."""

    key: tuple[str, ...]
    on: date
    summary: str
    lines: tuple[str, ...]
    place: str


def calendar(matters: Iterable[Matter]) -> tuple[bytes, int]:
    """The calendar of these cases, in their order, and how many events it has."""
    from icalendar import Calendar  # noqa: PLC0415 -- slow to import, and only needed here

    found = Calendar()
    found.add("prodid", MAKER)
    found.add("version", "2.0")
    found.add("calscale", "GREGORIAN")
    found.add("method", "PUBLISH")
    count = 0
    for matter in matters:
        for dated in dates_of(matter):
            found.add_component(_event(matter, dated))
            count += 1
    return _bytes(found), count


def dates_of(matter: Matter) -> list[Dated]:
    """The open deadlines of whoever is bound, and hearings to come, in the order of their days."""
    found = [_deadline(matter, d) for d in matter.standing.deadlines if d.status == "open"]
    return sorted([*found, *_hearings(matter)], key=lambda dated: (dated.on, dated.key))


# Deadlines


def _deadline(matter: Matter, item: Deadline) -> Dated:
    """``key`` has the deadline's plain name and its notice: its id may gain the notice later."""
    name = item.id.partition(":")[0]
    who = WHO.get(item.bound, item.bound)
    cite = f" [{item.cite}]" if item.cite else ""
    summary = f"{matter.case.id}: last day for {who}: {name_of(name)}{cite}"
    lines = (*_count(item), *_paragraph(matter, item.cite, item.says), _as_it_stands(matter))
    return Dated((name, item.notice or ""), item.due, summary, lines, _address(matter))


def _count(item: Deadline) -> Iterator[str]:
    """The start, the count, and what moved the last day."""
    source = item.source
    if source.others:
        ends = [
            f"{_LENGTHS.get(other.length, other.length)} to {_day(other.due)}"
            + (f" ({other.cite})" if other.cite else "")
            for other in source.others
        ]
        yield f"The {'later' if source.latest else 'earlier'} of {english(ends)}."
    elif source.length == "named":
        yield f"The day that the notice names (entry {source.event})."
    elif source.start is not None:
        by = f" (entry {source.event})" if source.event else ""
        yield f"Counted from {_day(source.start)}{by}: {source.length}."
    if source.raw != source.due and not source.others:
        yield f"{_day(source.raw)} is a day off: the last day moves on to {_day(source.due)}."
    if source.due_at is not None and item.extended_from is None:
        yield f"Until {source.due_at:%H:%M} on that day."
    if item.extended_from is not None:
        yield f"Extended from {_day(item.extended_from)} to {_day(item.due)}."
    if item.reading:
        yield f"Rests on the reading {item.reading}."


def _paragraph(matter: Matter, cite: str, says: str) -> Iterator[str]:
    paragraph = says_of(matter.law, cite)
    if paragraph:
        yield f"{cite}: {paragraph}"
    if says and says != paragraph:
        yield says


def _as_it_stands(matter: Matter) -> str:
    standing = matter.standing
    law = f"{standing.ordinance}, version {standing.version}"
    return f"As case {matter.case.id} stands at the end of {standing.as_of} under {law}."


# Hearings


def _hearings(matter: Matter) -> Iterator[Dated]:
    """The day last set for each appeal that has not been heard since, today or later."""
    sets: dict[str, Entry] = {}
    for event in happened(matter):
        if event.name == "hearing_set":
            sets[event.notice or ""] = event
        elif event.name in ("hearing_held", "appeal_decided"):
            for notice in [event.notice] if event.notice else list(sets):
                sets.pop(notice, None)
    for notice, event in sets.items():
        if event.held_on is not None and event.held_on >= matter.standing.as_of:
            at = f" at {event.held_at:%H:%M}" if event.held_at else ""
            told = f"Set on {_day(event.on)} (entry {event.id})."
            lines = (told, *_hearing_rule(matter), _as_it_stands(matter))
            summary = f"{matter.case.id}: hearing{at}"
            where = event.where or _address(matter)
            yield Dated(("hearing_set", notice), event.held_on, summary, lines, where)


def _hearing_rule(matter: Matter) -> Iterator[str]:
    rule = next((rule for rule in matter.law.deadlines if rule.id == "hearing"), None)
    if rule is not None:
        yield from _paragraph(matter, rule.cite, rule.says)


# Components


def _event(matter: Matter, dated: Dated) -> Event:
    """SEQUENCE rises with the day asked about, so that a later file replaces what is moved."""
    from icalendar import Alarm, Event  # noqa: PLC0415

    as_of = matter.standing.as_of
    event = Event()
    event.add("uid", _uid(matter, dated))
    event.add("dtstamp", datetime(as_of.year, as_of.month, as_of.day, tzinfo=UTC))
    event.add("sequence", as_of.toordinal())
    event.add("dtstart", dated.on)
    event.add("dtend", dated.on + timedelta(days=1))
    event.add("summary", _seen(dated.summary))
    event.add("description", "\n".join(map(_seen, dated.lines)))
    if dated.place:
        event.add("location", _seen(dated.place))
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", _seen(dated.summary))
    alarm.add("trigger", -WARNED)
    event.add_component(alarm)
    return event


def _uid(matter: Matter, dated: Dated) -> str:
    named = [matter.standing.ordinance, matter.case.id, *dated.key]
    return f"{hashlib.sha256(json.dumps(named).encode()).hexdigest()[:32]}@outfall"


def _seen(text: str) -> str:
    """Text on one line, and nothing in it that a calendar program could take for a line's end."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _address(matter: Matter) -> str:
    place = dict(matter.case.place)
    return place.get("address", "")


def _day(day: date) -> str:
    return f"{DAYS[day.weekday()]} {day}"


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _bytes(found: Calendar) -> bytes:
    written: bytes = found.to_ical()
    return written
