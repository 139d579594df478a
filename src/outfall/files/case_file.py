"""Case files: what a clerk writes, read into a case with every fault at its place."""

from __future__ import annotations

from typing import Any

from outfall.files.shapes import (
    Day,
    Faults,
    Fields,
    Flag,
    ListOf,
    MapOf,
    Money,
    Name,
    OneOf,
    Shape,
    Share,
    Text,
    Whole,
    near,
    shown,
)
from outfall.files.text import Document
from outfall.law.case import Case, Event, Party, Photo, PriorOffense
from outfall.law.events import (
    APPEAL_OUTCOMES,
    COST_KINDS,
    ELEMENTS,
    EVENTS,
    EVERY,
    FINDINGS,
    INSTRUMENTS,
    METHODS,
    PARTS,
    PERMITS,
    PETITION_OUTCOMES,
    VIOLATION_KINDS,
    EventType,
)
from outfall.law.faults import Fault, Refused

EVENTS_MOST = 20_000

_SHAPES: dict[str, Shape] = {
    "violation": Name("which violation; v1 where it is not named"),
    "violations": ListOf(Name(), "the violations that the paper is about"),
    "notice": Name("the id of the entry that issued the paper"),
    "nature": Text("what was found"),
    "severity": Text("how severe it is"),
    "danger": Flag(
        "true: a danger to public safety or health, or imminent and substantial endangerment"
    ),
    "permit": OneOf(PERMITS, "whether a permit had been issued for the activity"),
    "discovered_on": Day("the day of discovery, where other than the date"),
    "instrument": OneOf(INSTRUMENTS, "which paper"),
    "contents": ListOf(OneOf(ELEMENTS), "the elements that the paper carries"),
    "comply_by": Day("the last day that the paper sets for the remedy"),
    "cure_days": Whole(1, 3650, "the number of days to cure that the paper sets"),
    "requires": ListOf(Text(), "the measures that the paper requires"),
    "method": OneOf(METHODS, "how it was served"),
    "received_on": Day("the day on which the record shows it as received"),
    "postmarked_on": Day("the day of the postmark, where it was sent by mail"),
    "reason": Text("why it came back: unclaimed, wrong address"),
    "finding": OneOf(FINDINGS, "what the inspection found"),
    "deadline": Name("the id of the deadline that is moved"),
    "until": Day("the new last day"),
    "payments": Whole(1, 600, "how many payments"),
    "first_due": Day("the day of the first payment"),
    "every": OneOf(EVERY, "how often"),
    "part": OneOf(PARTS, "the part of the account that it is aimed at"),
    "why": Text("the reason"),
    "party": Text("the new owner"),
    "recorded_on": Day("the day on which the deed was recorded"),
    "approved": Flag("true: with the town's approval"),
    "what": Text("the compensatory action"),
    "entry": Name("the id of the entry that was made in error"),
    "offense_on": Day("the day of the offense"),
    "fine": Money("the fine that the court set", zero=True),
    "days": Whole(0, 36500, "the days of jail that the court set"),
    "amount": Money("dollars, such as 1250.00"),
    "held_on": Day("the day of the hearing, with its hour", hour=True),
    "where": Text("the room and address of the hearing"),
}

# What a paper made of an entry says besides: words and days that no rule of law reads.
PAPER = Fields(
    {},
    {
        "mailed_on": Day("the day on which it is mailed or handed over, where other than the date"),
        "by": OneOf(METHODS, "how it is to be served"),
        "remedy": Text("the measures that it asks for, in words"),
        "says": Text("a word more to the reader"),
        "findings": Text("why it was decided so"),
        "terms": Text("what was agreed: the work, where, and under whom"),
        "to": Text("to whom it is directed, handed or mailed, where not the party"),
        "address": Text("the address that goes with it, or where it was handed over"),
        "server": Text("who served it"),
        "tracking": Text("the carrier's number"),
        "recorded": Text("the recording office's number, book and page"),
        "signer": Text("who signs it, where not the town's usual signer"),
        "signer_title": Text("the office of whoever signs it"),
    },
    "what a paper made of this entry says besides; no rule of law reads it",
)
PHOTO = Fields(
    {
        "file": Text("the picture's file, beside the case file"),
        "says": Text("what it shows, for those who can't see it"),
        "taken_on": Day("when it was taken", hour=True),
    },
    {"by": Text("who took it"), "place": Text("where it was taken")},
)


def event_shape(kind: EventType) -> Fields:
    """The fields of one kind of event, besides ``date`` and ``event``."""
    own: dict[str, Shape] = dict(_SHAPES)
    own["kind"] = OneOf(COST_KINDS, "what the cost is for")
    if kind.name == "violation_observed":
        own["kind"] = OneOf(VIOLATION_KINDS, "what kind of violation")
    own["outcome"] = OneOf(
        PETITION_OUTCOMES if kind.name == "petition_decided" else APPEAL_OUTCOMES,
        "how it was decided",
    )
    if kind.name in ("protest_decided", "appeal_decided"):
        own["amount"] = Money("the amount upheld", zero=True)
    return Fields(
        {
            "date": Day("the local date", hour=True),
            "event": OneOf((kind.name,)),
            **_pick(own, kind.needs),
        },
        {
            "id": Name("a name for this entry"),
            "note": Text(),
            **_pick(own, kind.may),
            "paper": PAPER,
            "photos": ListOf(PHOTO, "pictures of what the entry tells", 100),
        },
        kind.says,
    )


def _pick(shapes: dict[str, Shape], names: tuple[str, ...]) -> dict[str, Shape]:
    return {name: shapes[name] for name in names}


EVENT_SHAPES = {name: event_shape(kind) for name, kind in EVENTS.items()}

PARTY = Fields(
    {
        "id": Name("a short name for the party"),
        "role": Name("owner, operator, beneficial_user, ..."),
    },
    {
        "name": Text("the full name"),
        "address": Text("the mailing address"),
        "share": Share("the part of a prorated cost"),
        "email": Text(),
        "phone": Text(),
        "note": Text(),
    },
)

# What a town and a case may choose, each in its own file.
CHOICES: dict[str, Shape] = {
    "readings": MapOf(Name(), "readings other than those adopted"),
    "policy": MapOf(
        ListOf(Text(), single=True, least=1), "figures that the code leaves to the town"
    ),
    "profile": Name("a bundle of choices that the pack offers, such as a state's"),
    "calendar": Fields(
        {}, {"added_holidays": ListOf(Day())}, "days declared by the town or the governor"
    ),
}

CASE = Fields(
    {
        "case": Name("the case's number"),
        "ordinance": Text("a pack's id, or a path to a pack"),
        "events": ListOf(MapOf(Text()), "what happened, in any order", EVENTS_MOST),
    },
    {
        **CHOICES,
        "place": Fields(
            {}, {"address": Text(), "parcel": Text(), "description": Text(), "note": Text()}
        ),
        "parties": ListOf(PARTY),
        "history": ListOf(
            Fields({"offense_on": Day()}, {"convicted_on": Day(), "note": Text()}),
            "earlier offenses of the party",
        ),
        "note": Text(),
    },
)


def read_case(document: Document) -> Case:
    """The case of a document. Raises ``Refused`` with every fault, in the file's order."""
    faults: Faults = []
    data = document.data
    found = _head(data, faults)
    events = _events(data.get("events") if isinstance(data, dict) else None, faults)
    _ids(events, faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in _ordered(faults, data)))
    return Case(
        found["case"],
        found["ordinance"],
        tuple(event for event in events if event is not None),
        tuple(_party(item) for item in found.get("parties", ())),
        tuple(
            PriorOffense(p["offense_on"], p.get("convicted_on")) for p in found.get("history", ())
        ),
        place=tuple(found.get("place", {}).items()),
        **choices_of(found),
    )


def _head(data: Any, faults: Faults) -> dict[str, Any]:
    if not isinstance(data, dict):
        says = (
            "this is not a case file: it must be a group of fields with case, ordinance and events"
        )
        faults.append(Fault("", says, "not-a-case"))
        return {}
    events = data.get("events", [])
    if not isinstance(events, list):
        return CASE.read(data, "", faults) or {}
    bare = {name: value for name, value in data.items() if name != "events"}
    if "events" in data:
        if len(events) > EVENTS_MOST:
            most = f"at most {EVENTS_MOST} fit in one case"
            says = f"this has {len(events)} events; {most}. Split the case"
            faults.append(Fault("events", says, "too-many-events"))
        bare["events"] = []
    return CASE.read(bare, "", faults) or {}


def _events(events: Any, faults: Faults) -> list[Event | None]:
    if not isinstance(events, list) or len(events) > EVENTS_MOST:
        return []
    return [read_event(item, n, faults) for n, item in enumerate(events)]


def read_event(item: Any, place: int, faults: Faults) -> Event | None:
    """One entry of a case file, None where it has a fault; faults go into ``faults``."""
    where = f"events[{place}]"
    if not isinstance(item, dict):
        says = f"{shown(item)} is not an event. Write its fields, such as date and event"
        faults.append(Fault(where, says, "not-fields"))
        return None
    name = item.get("event")
    shape = EVENT_SHAPES.get(name) if isinstance(name, str) else None
    if shape is None:
        hint = near(str(name), list(EVENTS)) if name is not None else ""
        says = f"{shown(name)} is not an event that a case can record. {hint.capitalize()}" \
            "`outfall schema events` lists them"  # fmt: skip
        faults.append(Fault(f"{where}.event", says, "unknown-event"))
        Day(hour=True).read(item.get("date"), f"{where}.date", faults)
        return None
    before = len(faults)
    found = shape.read(item, where, faults)
    if len(faults) > before:
        return None
    day, at = found.pop("date")
    found.pop("note", None)
    del found["event"]
    if "held_on" in found:
        found["held_on"], found["held_at"] = found["held_on"]
    if "paper" in found:
        found["paper"] = tuple(found["paper"].items())
    if "photos" in found:
        found["photos"] = tuple(map(_photo, found["photos"]))
    for many in ("contents", "requires", "violations"):
        if many in found:
            found[many] = tuple(found[many])
    if "violation" in found and name in ("inspected", "practices_accepted"):
        found["violations"] = (found["violation"],)
    return Event(found.pop("id", f"e{place + 1}"), str(name), day, place, at, **found)


def _photo(item: dict[str, Any]) -> Photo:
    day, at = item["taken_on"]
    return Photo(item["file"], item["says"], day, at, item.get("by"), item.get("place"))


def _ids(events: list[Event | None], faults: Faults) -> None:
    seen: dict[str, int] = {}
    for event in events:
        if event is None:
            continue
        if event.id in seen:
            other = f"events[{seen[event.id]}]"
            says = f"{event.id} is the id of {other} too. Give each entry an id of its own"
            faults.append(Fault(f"events[{event.place}].id", says, "duplicate-id"))
        seen[event.id] = event.place
    for event in events:
        if (
            event is not None
            and event.name == "voided"
            and (event.entry not in seen or event.entry == event.id)
        ):
            known = "itself" if event.entry == event.id else "no entry of this file"
            says = f"{event.entry} is {known}. Name the id of the entry that was made in error"
            faults.append(Fault(f"events[{event.place}].entry", says, "unknown-entry"))


def _party(item: dict[str, Any]) -> Party:
    return Party(
        item["id"],
        item["role"],
        item.get("name") or item["id"],
        item.get("address"),
        item.get("share"),
    )


def choices_of(found: dict[str, Any]) -> dict[str, Any]:
    """The choices of a town's or a case's file, as the law takes them."""
    return {
        "readings": tuple(found.get("readings", {}).items()),
        "policy": tuple((name, _figure(v)) for name, v in found.get("policy", {}).items()),
        "added_holidays": tuple(found.get("calendar", {}).get("added_holidays", ())),
        "profile": found.get("profile"),
    }


def _figure(words: list[str]) -> int | str | tuple[str, ...]:
    if len(words) > 1:
        return tuple(words)
    return int(words[0]) if words[0].isdigit() else words[0]


def _ordered(faults: Faults, data: Any) -> list[Fault]:
    order = {name: n for n, name in enumerate(data)} if isinstance(data, dict) else {}

    def key(fault: Fault) -> tuple[int, int]:
        head, _, rest = fault.where.partition("[")
        number = rest.split("]")[0]
        return order.get(head.split(".")[0], len(order)), int(number) if number.isdigit() else -1

    return sorted(faults, key=key)


def placed(document: Document, fault: Fault) -> Fault:
    """The fault with the line and column of its place, or of the nearest place above it."""
    where = fault.where
    while where:
        found = document.place(where)
        if found is not None:
            return Fault(fault.where, fault.says, fault.code, *found)
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return fault
