"""A town is founded: its ordinance, its letterhead and its first people."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from outfall.web import clock
from outfall.web.casework.kinds import TOWN_ROLE, TOWN_SET
from outfall.web.casework.recording import Actor, record_town
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Setting, Town


def found(
    slug: str,
    name: str,
    pack: str,
    *,
    zone: str,
    office: Mapping[str, Any] | None = None,
    since: date | None = None,
    at: datetime | None = None,
) -> Town:
    """A new town under an ordinance; ``office`` is its letterhead, as in a town's file.

    ``at`` is the instant of its first entries, now where none is given.
    """
    with transaction.atomic():
        town = Town.objects.create(slug=slug, name=name, zone=zone, feed_key=uuid.uuid4().hex)
        with scope.town(town.pk):
            adopted = {"adopted": [{"pack": pack, "since": (since or date.min).isoformat()}]}
            set_topic("ordinance", adopted, Actor(None, "administrator"), at=at)
            if office:
                set_topic("office", dict(office), Actor(None, "administrator"), at=at)
    return Town.objects.get(pk=town.pk)


def set_topic(
    topic: str,
    value: Mapping[str, Any],
    actor: Actor,
    *,
    key: str | None = None,
    why: str = "",
    at: datetime | None = None,
) -> None:
    """Set a topic for the town in scope: an entry of its record, and the setting that it gives."""
    with transaction.atomic():
        body: dict[str, Any] = {"topic": topic, "value": dict(value)}
        if why:
            body["why"] = why
        done = record_town(TOWN_SET, body, actor, key=key or str(uuid.uuid4()), at=at)
        if done.again:
            return
        entry = done.entries[0]
        Setting.objects.update_or_create(
            topic=topic,
            town_id=entry.town_id,
            defaults={
                "value": dict(value),
                "entry_n": entry.n,
                "set_at": entry.at,
                "set_by": actor.person.name if actor.person else "Outfall",
            },
        )


def give_role(
    person: Person,
    role: str,
    actor: Actor,
    *,
    since: date | None = None,
    at: datetime | None = None,
) -> Membership:
    """Give somebody a role in the town in scope."""
    with transaction.atomic():
        town = Town.objects.get(pk=scope.current())
        day = since or clock.today(town.zone)
        body = {"person": {"id": str(person.pk), "name": person.name}, "role": role, "given": True}
        body["since"] = day.isoformat()
        record_town(TOWN_ROLE, body, actor, key=str(uuid.uuid4()), at=at)
        return Membership.objects.create(town=town, person=person, role=role, since=day)


def end_role(membership: Membership, actor: Actor, *, until: date) -> None:
    """End somebody's role, with the day on which it was last held."""
    with transaction.atomic():
        person = membership.person
        body = {
            "person": {"id": str(person.pk), "name": person.name},
            "role": membership.role,
            "given": False,
            "until": until.isoformat(),
        }
        record_town(TOWN_ROLE, body, actor, key=str(uuid.uuid4()))
        membership.until = until
        membership.save()
