"""Every page, each method, each person: who may open it and who may send its form.

The walk takes the pages from the resolver and the people from the cast, so a page that was
forgotten in the table fails here, and so does a table that says more than the pages do.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from tests.web.cast import PASSWORD, found_town
from tests.web.drafted import made

from outfall.web import clock, permissions
from outfall.web.casework import proposing, storing
from outfall.web.casework.models import Case, Entry, Layer, Proposal, StoredFile
from outfall.web.towns.models import ROLES, Membership, Person

pytestmark = pytest.mark.django_db
NAMES = [name for name, _ in ROLES]
# Who opens which page is the table's, whatever is beneath; these open each page on every database.
ON_BOTH = ("supervisor", "attorney", "administrator", "finance", "records_officer")
WALKERS = [
    name
    if name in ON_BOTH
    else pytest.param(name, marks=pytest.mark.once("others open these pages on both databases"))
    for name in NAMES
]
FOUND = {
    "date": "2026-03-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence",
}
HEARING = {"date": "2026-03-09", "event": "hearing_set", "held_on": "2026-04-01T19:00"}


def patterns(found: Any = None) -> Iterator[tuple[str, str]]:
    """Every page of a town: its name and its route."""
    for one in (found or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            if str(one.pattern) == "<slug:town>/":
                yield from patterns(one)
        elif isinstance(one, URLPattern) and found is not None:
            yield str(one.name), str(one.pattern)


PAGES = list(patterns())


def seen(answer: Any) -> str:
    """A page without the token that guards its forms, which differs from one to the next."""
    return re.sub(r"[A-Za-z0-9]{64}", "", answer.content.decode())


class Office:
    """A town with one of everything, and what stands for each part of an address."""

    def __init__(self) -> None:
        self.cast = found_town()
        self.case = self.cast.case(FOUND, HEARING, lenient=True)
        with self.cast.scope():
            entries = Entry.objects.filter(case=self.case)
            last = entries.order_by("-n")[0]
            self.file = StoredFile.objects.create(
                case=self.case,
                sha256=storing.keep(self.cast.town.slug, b"A page of text.\n"),
                name="page.txt",
                kind="text",
                size=16,
                entry_n=last.n,
                added_on=date(2026, 3, 2),
            )
            self.proposal = proposing.propose(
                self.case,
                "reduced",
                {"date": "2026-03-10", "event": "reduced", "part": "fee", "amount": "1.00"},
                by=self.cast.people["finance"],
                key=str(uuid.uuid4()),
                based_on=self.case.length,
            )
            self.layer = Layer.objects.create(
                name="Outfalls",
                sort="outfalls",
                geojson={"type": "FeatureCollection", "features": []},
                added_at=clock.now(),
            )
        self.draft = made(self.cast)

    def address(self, name: str, route: str, town: str = "", number: str = "") -> str:
        """A page's address with something in each of its places."""
        values = {
            "<str:number>": number or self.case.number,
            "<str:kind>": "inspected",
            "<slug:kind>": "deadline",
            "<str:what>": "exposure.criminal",
            "<str:ending>": "csv",
            "<int:id>": str(self.file.pk),
            "<int:pk>": str(self.proposal.pk if name == "proposal" else self.file.pk),
            "<str:entry>": "e3",
            "<slug:id>": {"reading": "week", "policy": "reasonable_notice_days"}.get(name, "e2"),
            "<int:place>": "1",
            "<slug:paper>": "notice_of_violation",
            "<slug:name>": {"today_list": "due", "checklist": "construction_site"}.get(name, "x"),
            "<int:layer>": str(self.layer.pk),
            "<int:draft>": str(self.draft.pk),
            "<int:fact>": "0",
            "<int:paragraph>": "10",
            "<slug:trial>": "sample-1",
            "<str:feed_key>": "wrong",
        }
        for place, value in values.items():
            route = route.replace(place, value)
        assert "<" not in route, f"say what stands for a place of {route}"
        return f"/{town or self.cast.town.slug}/{route}"


@pytest.fixture
def office(settings: Any) -> Office:
    settings.OUTFALL_TODAY = "2026-03-10"
    return Office()


def test_every_page_has_a_row_and_every_row_a_page() -> None:
    assert {name for name, _ in PAGES} - permissions.OPEN == set(permissions.PAGES)


def test_the_walk_sees_the_pages() -> None:
    assert len(PAGES) > 60


def test_those_who_walk_on_every_database_open_and_send_every_page() -> None:
    for row in permissions.PAGES.values():
        assert not row.read or set(ON_BOTH) & set(row.read)
        assert not row.write or set(ON_BOTH) & set(row.write)


@pytest.mark.parametrize("role", WALKERS)
def test_each_role_opens_and_sends_what_the_table_says(office: Office, role: str) -> None:
    client = office.cast.client(role)
    client.raise_request_exception = True
    wrong = []
    for name, route in PAGES:
        if name in permissions.OPEN:
            continue
        row, address = permissions.PAGES[name], office.address(name, route)
        for method, able in (("get", role in row.read), ("post", role in row.write)):
            answer = getattr(client, method)(address)
            status = answer.status_code
            if answer.streaming:
                list(answer.streaming_content)
            if (status != 403) != able and not _by_entry(name, role):
                wrong.append((name, method, status, able))
            if status >= 500:
                wrong.append((name, method, status, able))
    assert wrong == []


def _by_entry(name: str, role: str) -> bool:
    """Pages that ask a second time, by the entry that they would record."""
    by = {
        "act": "inspected",
        "entry_void": "voided",
        "paper_draft": "notice_issued",
        "paper_preview": "notice_issued",
        "hearing": "hearing_set",
        "proposal": "reduced",
        "payments_import": "paid",
        "checklist": "inspected",
    }
    return name in by and role not in permissions.ENTRIES[by[name]]


def people(office: Office) -> dict[str, Client]:
    """Those who have no business here: nobody, somebody of another town, somebody who has left."""
    other = found_town("other", "city-9-3-12", "Other City")
    left = office.cast.people["inspector"]
    yesterday = clock.today(office.cast.town.zone) - timedelta(days=1)
    with office.cast.scope():
        Membership.objects.filter(person=left).update(until=yesterday)
    early = Person.objects.create_user("soon@example.gov", "Soon Example", PASSWORD)
    with office.cast.scope():
        Membership.objects.create(person=early, role="supervisor", since=date(2030, 1, 1))
    soon = Client()
    soon.force_login(early, "django.contrib.auth.backends.ModelBackend")
    return {
        "of another town": other.client("supervisor"),
        "of no town": _without_town(),
        "who has left": office.cast.client("inspector"),
        "who has not begun": soon,
    }


def _without_town() -> Client:
    client = Client()
    person = Person.objects.create_user("nobody@example.gov", "Nobody Example", PASSWORD)
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def test_strangers_are_told_what_an_absent_town_would_tell(office: Office) -> None:
    for who, client in people(office).items():
        for name, route in PAGES:
            if name in permissions.OPEN:
                continue
            for method in ("get", "post"):
                here = getattr(client, method)(office.address(name, route))
                nowhere = getattr(client, method)(office.address(name, route, town="no-such-town"))
                assert here.status_code == nowhere.status_code == 404, (who, name, method)
                assert seen(here) == seen(nowhere), (who, name)
                assert dict(here.headers) == dict(nowhere.headers), (who, name)


def test_nobody_is_sent_to_the_door(office: Office) -> None:
    for name, route in PAGES:
        if name in permissions.OPEN:
            continue
        for method in ("get", "post"):
            answer = getattr(Client(), method)(office.address(name, route))
            assert answer.status_code == 302, (name, method)
            assert answer["Location"].startswith("/accounts/login/?next="), name


def test_another_towns_case_is_nowhere_in_this_one(office: Office) -> None:
    other = found_town("other", "city-9-3-12", "Other City")
    there = other.case({**FOUND, "kind": "discharge"}, number="OTHER-1")
    client = office.cast.client("supervisor")
    for name, route in PAGES:
        if "<str:number>" not in route:
            continue
        theirs = client.get(office.address(name, route, number=there.number))
        absent = client.get(office.address(name, route, number="OTHER-2"))
        assert theirs.status_code == absent.status_code == 404, name
        assert seen(theirs) == seen(absent), name


def test_ids_of_another_town_open_nothing(office: Office) -> None:
    other = found_town("other", "city-9-3-12", "Other City")
    client = other.client("supervisor")
    there = other.case({**FOUND, "kind": "discharge"}, number=office.case.number)
    assert there.number == office.case.number
    for name in ("file", "file_original", "paper", "paper_pdf", "proposal"):
        route = dict(PAGES)[name]
        assert client.get(office.address(name, route, town="other")).status_code == 404, name
    person = office.cast.people["finance"]
    administrator = other.client("administrator")
    assert administrator.get(f"/other/settings/people/{person.pk}/").status_code == 404


def test_without_the_check_an_auditor_could_write(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, address = office.cast.client("auditor"), f"/example/cases/{office.case.number}/notes/"
    assert client.post(address, {}).status_code == 403
    monkeypatch.setattr(permissions, "may_open", lambda *_: True)
    assert client.post(address, {}).status_code != 403


def test_an_auditor_leaves_no_trace(office: Office) -> None:
    client = office.cast.client("auditor")
    with office.cast.scope():
        before = (Entry.objects.count(), Proposal.objects.count(), Case.objects.count())
    for name, route in PAGES:
        if name not in permissions.OPEN:
            assert client.post(office.address(name, route)).status_code == 403, name
    with office.cast.scope():
        assert before == (Entry.objects.count(), Proposal.objects.count(), Case.objects.count())


def test_a_new_page_without_a_row_is_closed() -> None:
    assert not permissions.may_open("no_such_page", "GET", permissions.ALL)
