"""The administrator lets people in and out, and the record says who did it."""

from __future__ import annotations

import json
import re
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from playwright.sync_api import Browser
from tests.web.cast import PASSWORD, Cast, found_town
from tests.web.setting_day import on_a_day, town

from outfall.web import clock
from outfall.web.casework.kinds import TOWN_ROLE
from outfall.web.casework.models import Entry
from outfall.web.jobs.models import Message
from outfall.web.towns import inviting, scope
from outfall.web.towns.models import Membership, Person

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
PEOPLE = "/example/settings/people/"


def form(**more: Any) -> dict[str, Any]:
    given = {"key": str(uuid.uuid4()), "name": "Robin Example", "email": "Robin@example.gov"}
    return {**given, "roles": ["inspector", "permit_clerk"], "since": "2026-06-15", **more}


def page_of(person: Person) -> str:
    return f"{PEOPLE}{person.pk}/"


def ends(cast: Cast, role: str, until: str = "2026-06-15") -> dict[str, str]:
    with cast.scope():
        held = Membership.objects.get(role=role, until=None)
    return {"act": "end", "key": str(uuid.uuid4()), "held": str(held.pk), "until": until}


def test_somebody_new_is_let_in_by_a_link_that_works_once(town: Cast) -> None:
    client = town.client("administrator")
    answer = client.post(PEOPLE, form(), follow=True)
    robin = Person.objects.get(email="robin@example.gov")
    assert answer.redirect_chain == [(page_of(robin), 302)]
    assert not robin.has_usable_password()
    link = re.search(
        r"http://testserver(/accounts/password/reset/key/[^<\s]+)", answer.content.decode()
    )
    assert link is not None
    with town.scope():
        roles = Membership.objects.filter(person=robin).values_list("role", flat=True)
        assert sorted(roles) == ["inspector", "permit_clerk"]
        message = Message.objects.get(to="robin@example.gov")
        assert link[1] in message.text
        entry = Entry.objects.filter(kind=TOWN_ROLE).order_by("-n")[0]
        body = json.loads(entry.content)
        assert body["body"]["person"] == {"id": str(robin.pk), "name": "Robin Example"}
        assert body["by"]["name"] == "Administrator Example"
    assert link[1] not in client.get(page_of(robin)).content.decode()
    stranger = Client()
    key = stranger.get(link[1], follow=True)
    where = key.redirect_chain[-1][0]
    words = {
        "password1": "four words that nobody guesses",
        "password2": "four words that nobody guesses",
    }
    assert stranger.post(where, words).status_code == 302
    robin.refresh_from_db()
    assert robin.check_password("four words that nobody guesses")
    again = Client().get(link[1], follow=True)
    assert "This link opens nothing" in again.content.decode()


def test_the_link_of_somebody_who_uses_the_account_is_shown_to_nobody(town: Cast) -> None:
    client = town.client("administrator")
    inspector = town.people["inspector"]
    answer = client.post(page_of(inspector), {"act": "invite"}, follow=True).content.decode()
    assert "An e-mail with a link goes to inspector@example.example.gov" in answer
    assert "/accounts/password/reset/key/" not in answer
    with town.scope():
        assert "/accounts/password/reset/key/" in Message.objects.get(to=inspector.email).text


def test_somebody_of_another_town_keeps_the_one_account_and_the_link_is_not_shown(
    town: Cast,
) -> None:
    other = found_town("other")
    theirs = other.people["inspector"]
    Person.objects.filter(pk=theirs.pk).update(password="!unusable")
    sent = form(email=theirs.email, name="Somebody Else")
    answer = town.client("administrator").post(PEOPLE, sent, follow=True).content.decode()
    theirs.refresh_from_db()
    assert theirs.name == "Inspector Example"
    assert "/accounts/password/reset/key/" not in answer
    client = town.client("administrator")
    client.post(page_of(theirs), {"act": "shut_out"})
    theirs.refresh_from_db()
    assert theirs.is_active
    with other.scope():
        assert Membership.objects.filter(person=theirs, until=None).count() == 1


def test_another_town_is_asked_on_the_same_connection_beside_a_loop(
    town: Cast, browser: Browser
) -> None:
    """A browser keeps a loop in this thread, and Django then keeps connections by context."""
    theirs = found_town("other").people["inspector"]
    with town.scope():
        assert inviting.works_elsewhere(theirs, town.town)
        assert scope.current() == town.town.pk
        with scope.person(theirs.pk), pytest.raises(scope.NoTown):
            scope.current()
        assert scope.current() == town.town.pk


def test_a_role_ends_on_its_last_day(town: Cast, settings: Any) -> None:
    inspector = town.people["inspector"]
    client = town.client("administrator")
    assert client.post(page_of(inspector), ends(town, "inspector")).status_code == 302
    with town.scope():
        assert Membership.objects.get(role="inspector").until == date(2026, 6, 15)
        body = json.loads(Entry.objects.filter(kind=TOWN_ROLE).order_by("-n")[0].content)["body"]
        assert (body["given"], body["until"]) == (False, "2026-06-15")
    theirs = town.client("inspector")
    assert theirs.get("/example/settings/").status_code == 200
    settings.OUTFALL_TODAY = "2026-06-16"
    assert theirs.get("/example/settings/").status_code == 404


def test_the_last_administrator_stays(town: Cast) -> None:
    admin = town.people["administrator"]
    client = town.client("administrator")
    refused = client.post(page_of(admin), ends(town, "administrator"))
    assert refused.status_code == 422
    assert "the town&#x27;s only administrator" in refused.content.decode()
    shut = client.post(page_of(admin), {"act": "shut_out"}, follow=True)
    assert "only administrator" in shut.content.decode()
    with town.scope():
        assert Membership.objects.get(role="administrator").until is None
    role = {"act": "role", "role-key": str(uuid.uuid4()), "role-role": "administrator"}
    supervisor = town.people["supervisor"]
    client.post(page_of(supervisor), {**role, "role-since": "2026-06-15"})
    with town.scope():
        held = Membership.objects.get(role="administrator", person=admin)
    sent = {"act": "end", "key": str(uuid.uuid4()), "held": str(held.pk), "until": "2026-06-15"}
    assert client.post(page_of(admin), sent).status_code == 302


def test_all_access_ends_at_once(town: Cast) -> None:
    finance = town.people["finance"]
    theirs = town.client("finance")
    assert theirs.get(PEOPLE).status_code == 200
    assert (
        town.client("administrator").post(page_of(finance), {"act": "shut_out"}).status_code == 302
    )
    assert theirs.get(PEOPLE).status_code in (302, 404)
    finance.refresh_from_db()
    assert not finance.is_active
    assert not Client().login(email=finance.email, password=PASSWORD)
    back = {"act": "role", "role-key": str(uuid.uuid4()), "role-role": "finance"}
    town.client("administrator").post(page_of(finance), {**back, "role-since": "2026-06-15"})
    finance.refresh_from_db()
    assert finance.is_active


def test_a_role_given_to_oneself_says_so(town: Cast) -> None:
    admin = town.people["administrator"]
    sent = {"act": "role", "role-key": str(uuid.uuid4()), "role-role": "attorney"}
    sent["role-since"] = "2026-06-15"
    client = town.client("administrator")
    told = client.post(page_of(admin), sent, follow=True).content.decode()
    assert "You gave it to yourself, and the record says so" in told
    again = client.post(page_of(admin), sent)
    assert again.status_code == 422
    assert "has this role already" in again.content.decode()
    with town.scope():
        body = json.loads(Entry.objects.filter(kind=TOWN_ROLE).order_by("-n")[0].content)
        assert body["by"]["id"] == body["body"]["person"]["id"] == str(admin.pk)


def test_a_person_unused_for_45_days_is_flagged(town: Cast) -> None:
    old = clock.now() - timedelta(days=46)
    Person.objects.filter(pk=town.people["auditor"].pk).update(last_login=old, joined_at=old)
    Person.objects.filter(pk=town.people["inspector"].pk).update(
        last_login=clock.now() - timedelta(days=44), joined_at=old
    )
    page = town.client("administrator").get(PEOPLE)
    assert [one.person.name for one in page.context["here"] if one.unused] == ["Auditor Example"]
    assert page.content.decode().count("unused for 45 days") == 1


def test_who_has_a_second_factor_is_shown(town: Cast) -> None:
    person = town.people["attorney"]
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={})
    Authenticator.objects.create(
        user=town.people["finance"], type=Authenticator.Type.RECOVERY_CODES, data={}
    )
    page = town.client("administrator").get(PEOPLE)
    assert [o.person.name for o in page.context["here"] if o.second_factor] == ["Attorney Example"]


@pytest.mark.parametrize("role", ["supervisor", "attorney", "records_officer", "auditor"])
def test_only_the_administrator_lets_in(town: Cast, role: str) -> None:
    client = town.client(role)
    assert client.get(PEOPLE).status_code == 200
    assert client.post(PEOPLE, form()).status_code == 403
    own = page_of(town.people[role])
    assert client.post(own, {"act": "role"}).status_code == 403
    assert not Person.objects.filter(email="robin@example.gov").exists()


def test_faults_are_told_all_at_once(town: Cast) -> None:
    wrong = town.client("administrator").post(PEOPLE, form(name="", email="robin", roles=[]))
    text = wrong.content.decode()
    assert wrong.status_code == 422
    assert text.count("This field is required.") >= 2
    assert "Enter a valid email address" in text
    assert town.client("administrator").get(f"{PEOPLE}999999/").status_code == 404
    stranger = found_town("other").people["inspector"]
    assert town.client("administrator").get(page_of(stranger)).status_code == 404


def test_nobody_is_let_in_twice(town: Cast) -> None:
    client, sent = town.client("administrator"), form()
    client.post(PEOPLE, sent)
    client.post(PEOPLE, sent)
    with town.scope():
        robin = Person.objects.get(email="robin@example.gov")
        assert Membership.objects.filter(person=robin).count() == 2
        assert Message.objects.filter(to=robin.email).count() == 1
