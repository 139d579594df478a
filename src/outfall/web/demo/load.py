"""Writes the invented towns into an empty office, through the doors that everybody uses.

Entries of all cases are recorded in the order of their hours, each by somebody whose role may, so
that the chains grow as they would have. Nothing is lenient: an irregular act would be refused.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from outfall.law.events import EVENTS
from outfall.record.canonical import canonical, digest
from outfall.web import clock, permissions
from outfall.web.casework import kinds, recording, storing, uploads
from outfall.web.casework.models import Case, Layer
from outfall.web.casework.recording import Actor, New
from outfall.web.demo import script
from outfall.web.demo.drafting import draft
from outfall.web.demo.pictures import HIGH, WIDE, picture
from outfall.web.demo.script import Line, Story
from outfall.web.towns import founding, scope
from outfall.web.towns.adopted import law_of
from outfall.web.towns.models import Person, Town

PASSWORD = "an-example-password"
FOUNDED_DAYS_AGO = 800
NAMESPACE = uuid.UUID("7f0c2a36-0d52-5b61-9a57-5d9f7f0b6d10")
# Who does it where several roles may; others by the first role of the list that may.
USUAL = {
    **dict.fromkeys(("hearing_held", "appeal_decided", "petition_decided"), "hearing_officer"),
    **dict.fromkeys(("protest_decided", "hearing_set", kinds.HEARING), "hearing_officer"),
    **dict.fromkeys(("appeal_filed", "petition_filed", "cost_protested"), "permit_clerk"),
    **dict.fromkeys(("statement_received", "ownership_changed", kinds.PARTY), "permit_clerk"),
    kinds.ASSIGNED: "supervisor",
    "closed": "supervisor",
}
OVERSEER = ("overseer@county-of-example.example.gov", "Casey Example")
ROLES = ("inspector", "finance", "attorney", "supervisor", "records_officer")
SECONDED = frozenset({"reduced", "penalty_assessed"})

Watch = Callable[[int, int], object]


class NotEmpty(Exception):
    """The office has towns already; a demonstration is made in an empty one."""


@dataclass(frozen=True)
class Made:
    """A town of the demonstration: who signs in as what, and its cases by what each shows."""

    town: Town
    people: Mapping[str, Person]
    cases: dict[str, Case] = field(default_factory=dict)


def load(watch: Watch = lambda done, of: None) -> list[Made]:
    """Make both towns. Raises ``NotEmpty``. ``watch`` hears how many entries are done, of all."""
    if Town.objects.exists():
        raise NotEmpty
    hashed = make_password(PASSWORD)
    with transaction.atomic():
        made = [_town(slug, hashed) for slug in script.TOWNS]
        todo = [(one, _stories(one)) for one in made]
        of, done = sum(1 + len(story.lines) for _, told in todo for story in told), 0
        for one, told in todo:
            with scope.town(one.town.pk):
                for _ in _played(one, told):
                    done += 1
                    watch(done, of)
        for one in made:
            if one.town.slug == script.DRAFTS:
                with scope.town(one.town.pk):
                    key = _key(one.town.slug, "draft")
                    draft(one.town, one.people["attorney"], one.people["administrator"], key)
    return made


def _stories(made: Made) -> list[Story]:
    town = made.town
    with scope.town(town.pk):
        today = clock.today(town.zone)
        law = law_of(town, today)
        told = script.stories(town.slug, today)
        return [script.settled(law, town.slug, story) for story in told]


def _town(slug: str, hashed: str) -> Made:
    """The town with its letterhead, rooms, layers and people, founded some years ago."""
    told = script.town(slug)
    founded = clock.today(told["zone"]) - timedelta(days=FOUNDED_DAYS_AGO)
    at = _utc(datetime.combine(founded, time(9)), told["zone"])
    town = founding.found(
        slug,
        told["name"],
        told["pack"],
        zone=told["zone"],
        office=told["office"],
        since=founded,
        at=at,
    )
    with scope.town(town.pk):
        people = dict(_people(told, hashed, founded, at))
        _overseer(hashed, founded, at)
        admin = Actor(people["administrator"], "administrator")
        founding.set_topic("rooms", told["rooms"], admin, at=at)
        _layer(town, "Outfalls", "outfalls", list(_outfalls(told)), admin, at)
        _layer(town, "Practices", "practices", list(_practices(told)), admin, at)
    return Made(Town.objects.get(pk=town.pk), people)


def _utc(local: datetime, zone: str) -> datetime:
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _people(
    told: Mapping[str, Any], hashed: str, since: date, at: datetime
) -> Iterator[tuple[str, Person]]:
    for role, names in told["people"].items():
        for n, name in enumerate(names, start=1):
            title = role.replace("_", "-") + (str(n) if n > 1 else "")
            person = Person(email=f"{title}@{told['domain']}", name=name, password=hashed)
            person.save()
            founding.give_role(person, role, Actor(None, "administrator"), since=since, at=at)
            yield role if n == 1 else f"{role} {n}", person


def _overseer(hashed: str, since: date, at: datetime) -> None:
    """The county's reader, who is one person in both towns and sees their figures alone."""
    person = Person.objects.filter(email=OVERSEER[0]).first()
    if person is None:
        person = Person(email=OVERSEER[0], name=OVERSEER[1], password=hashed)
        person.save()
    founding.give_role(person, "overseer", Actor(None, "administrator"), since=since, at=at)


def _outfalls(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for id, name, latitude, longitude, inches in told["outfalls"]:
        yield _point(latitude, longitude, id=id, name=name, pipe=f"{inches} inches")


def _practices(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for id, kind, where, latitude, longitude in told["practices"]:
        yield _point(latitude, longitude, id=id, name=f"{id}, {kind}", kind=kind, where=where)


def _point(latitude: float, longitude: float, **properties: str) -> dict[str, Any]:
    place = {"type": "Point", "coordinates": [longitude, latitude]}
    return {"type": "Feature", "properties": properties, "geometry": place}


def _layer(
    town: Town,
    name: str,
    sort: str,
    features: list[dict[str, Any]],
    actor: Actor,
    at: datetime,
) -> None:
    """A layer of the map, and the town's entry that says which one was uploaded."""
    found = {"type": "FeatureCollection", "features": features}
    named = digest(canonical([list(f["properties"].values()) for f in features]))
    body = {"name": name, "sort": sort, "features": len(features), "sha256": named}
    recording.record_town(kinds.TOWN_LAYER, body, actor, key=_key(town.slug, "layer", name), at=at)
    Layer.objects.create(
        town=town, name=name, sort=sort, features=len(features), geojson=found, added_at=at
    )


def _key(*words: object) -> str:
    """The same words, the same key: the demonstration is the same each time on one day."""
    return str(uuid.uuid5(NAMESPACE, "/".join(map(str, words))))


def _played(made: Made, stories: list[Story]) -> Iterator[None]:
    """Record everything that happened, in the order of its hours."""
    steps: list[tuple[datetime, int, int, Line | None]] = []
    for n, story in enumerate(stories):
        steps.append((story.at, n, -1, None))
        steps += [(line.at, n, place, line) for place, line in enumerate(story.lines)]
    steps.sort(key=lambda step: step[:3])
    for at, n, place, line in steps:
        story, key = stories[n], _key(made.town.slug, n, place)
        instant = _utc(at, made.town.zone)
        instant = instant if settings.OUTFALL_TODAY else min(instant, clock.now())
        if line is None:
            actor = Actor(made.people["inspector"], "inspector")
            case, _ = recording.open_case(story.opened, [], actor, key=key, at=instant)
            made.cases[story.shows] = case
        else:
            _record(made, made.cases[story.shows], line, key, instant)
        yield


def _record(made: Made, case: Case, line: Line, key: str, at: datetime) -> None:
    body = dict(line.body)
    if line.kind == kinds.ASSIGNED:
        person = made.people[line.by]
        body["person"] = {"id": str(person.pk), "name": person.name}
    actor = _actor(made, line)
    if not line.photo:
        recording.record(case, [New(line.kind, body)], actor, key=key, at=at)
        return
    entry = New(kinds.FILE, _photo(made.town, case, line))
    with transaction.atomic():
        done = recording.record(case, [entry], actor, key=key, at=at)
        uploads.file_rows(case, done)


def _photo(town: Town, case: Case, line: Line) -> dict[str, Any]:
    """The body of the entry of a photo, whose bytes are kept."""
    data = picture(f"{case.number} {line.photo}")
    name = re.sub(r"[^a-z0-9]+", "-", line.photo.lower()).strip("-")[:60]
    origin = {"width": str(WIDE), "height": str(HIGH)}
    sha256 = storing.keep(town.slug, data)
    file = uploads.Upload(sha256, f"{name}.png", "png", len(data), origin, line.photo)
    return file.body(date.fromisoformat(line.body["date"]))


def _actor(made: Made, line: Line) -> Actor:
    """Somebody who may record this kind of entry, and a second person where one is asked for."""
    role = USUAL.get(line.kind) or next(
        role
        for role in ROLES
        if line.kind not in EVENTS or permissions.may_record(line.kind, frozenset({role}))
    )
    if line.kind in SECONDED:
        other = "attorney" if role != "attorney" else "supervisor"
        return Actor(made.people[role], role, made.people[other], other)
    return Actor(made.people[role], role)
