"""The cast of the office's tests: two towns, and somebody in each role. All are invented."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from outfall.web.casework import recording
from outfall.web.casework.models import Case
from outfall.web.casework.recording import Actor, Done, New
from outfall.web.towns import founding, scope
from outfall.web.towns.models import ROLES, Membership, Person, Town

OFFICE = {
    "department": "Department of Public Works",
    "address": "100 Example Square\nExample, NY 00000",
    "phone": "555-0100",
    "email": "stormwater@example.gov",
    "county": "Example County",
    "state": "New York",
    "signer": {"name": "Pat Example", "title": "Superintendent of Public Works"},
    "appeals": {
        "name": "Town Board",
        "address": "Town Clerk, 100 Example Square, Example, NY 00000",
        "how": "in writing; by hand or by mail",
    },
    "payments": {
        "to": "Town of Example",
        "address": "Receiver of Taxes, 100 Example Square, Example, NY 00000",
        "how": "check or money order",
    },
    "languages": ["en", "es"],
}
PASSWORD = "an-example-password-for-tests"


class FewRounds(PBKDF2PasswordHasher):
    """As an office hashes a password, in so few rounds that no test waits for them."""

    iterations = 1000


HASHER = f"{__name__}.{FewRounds.__name__}"
_HASHED = FewRounds().encode(PASSWORD, "salt-of-the-tests")


@dataclass
class Cast:
    """A town with one person in each role; ``people`` is by role."""

    town: Town
    people: dict[str, Person] = field(default_factory=dict)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """The scope of this town."""
        with scope.town(self.town.pk):
            yield

    def actor(self, role: str = "supervisor") -> Actor:
        """Somebody in a role, as recording wants them."""
        return Actor(self.people[role], role)

    def client(self, role: str = "supervisor") -> Client:
        """A browser in which somebody with this role is signed in."""
        client = Client()
        client.force_login(self.people[role], "django.contrib.auth.backends.ModelBackend")
        return client

    def case(self, *events: dict[str, Any], lenient: bool = False, **opened: Any) -> Case:
        """A case with these events, each in the words of the case file."""
        parties = [
            {
                "id": "owner",
                "role": "owner",
                "name": "Example Holdings LLC",
                "address": "1 Test Street\nExample, NY 00000",
            }
        ]
        place = {"address": "12 Example Lane", "parcel": "063.01-1-1"}
        body: dict[str, Any] = {"parties": parties, "place": place, **opened}
        if events:
            body.setdefault("date", min(str(e["date"])[:10] for e in events))
        new = [New(event["event"], event) for event in events]
        with self.scope():
            case, _ = recording.open_case(
                body, new, self.actor(), key=str(uuid.uuid4()), lenient=lenient
            )
        return case

    def record(self, case: Case, *events: dict[str, Any], role: str = "supervisor") -> Done:
        """Add events to a case."""
        new = [New(event["event"], event) for event in events]
        with self.scope():
            return recording.record(case, new, self.actor(role), key=str(uuid.uuid4()))


def found_town(
    slug: str = "example", pack: str = "webster-ny", name: str = "Town of Example"
) -> Cast:
    """A town under an ordinance that ships, with one person in each role."""
    zone = "America/New_York" if pack == "webster-ny" else "America/Chicago"
    town = founding.found(slug, name, pack, zone=zone, office=OFFICE)
    cast = Cast(town)
    with scope.town(town.pk):
        for role, title in ROLES:
            name = f"{title.partition(' (')[0]} Example"
            person = Person(email=f"{role}@{slug}.example.gov", name=name, password=_HASHED)
            person.save()
            Membership.objects.create(person=person, role=role, since=date(2020, 1, 1), town=town)
            cast.people[role] = person
    return cast
