"""Who works on a case: given by a supervisor or an attorney, to somebody of the town."""

from __future__ import annotations

import json
import uuid
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.made_files import case, cast

from outfall.web.casework.models import Case, Entry
from outfall.web.towns.models import Membership

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def send(cast: Cast, case: Case, role: str, person: object, based_on: int = 0, **more: Any) -> Any:
    form = {"key": str(uuid.uuid4()), "based_on": based_on or case.length, "person": person, **more}
    return cast.client(role).post(f"/example/cases/{case.number}/assign/", form)


def test_a_case_is_given_to_somebody_and_back_to_nobody(cast: Cast, case: Case) -> None:
    inspector = cast.people["inspector"]
    response = send(cast, case, "supervisor", inspector.pk, note="Look at the outlet first")
    assert response.status_code == 302
    with cast.scope():
        row = Case.objects.get()
        body = json.loads(Entry.objects.get(kind="office.assigned").content)["body"]
    assert row.assigned_id == inspector.pk
    assert body["person"] == {"id": str(inspector.pk), "name": "Inspector Example"}
    assert body["note"] == "Look at the outlet first"
    where = f"/example/cases/{case.number}/assign/"
    page = cast.client("supervisor").get(where).content.decode()
    assert "is with Inspector Example" in page
    assert send(cast, row, "attorney", "").status_code == 302
    with cast.scope():
        assert Case.objects.get().assigned_id is None


def test_only_those_with_a_role_today_who_do_more_than_read_are_offered(
    cast: Cast, case: Case
) -> None:
    other = found_town("other", "city-9-3-12", "City of Other")
    with cast.scope():
        Membership.objects.filter(role="finance").update(until=date(2026, 6, 14))
    page = cast.client("supervisor").get(f"/example/cases/{case.number}/assign/").content.decode()
    assert "Inspector Example (inspector)" in page
    assert "Auditor Example" not in page
    assert "Finance Example" not in page
    for person in (other.people["inspector"], cast.people["auditor"], cast.people["finance"]):
        assert send(cast, case, "supervisor", person.pk).status_code == 422
    with cast.scope():
        assert Case.objects.get().assigned_id is None


@pytest.mark.parametrize("role", ["inspector", "permit_clerk", "auditor", "administrator"])
def test_others_look_and_are_refused(cast: Cast, case: Case, role: str) -> None:
    page = cast.client(role).get(f"/example/cases/{case.number}/assign/").content.decode()
    assert "A supervisor or an attorney gives cases to people." in page
    assert send(cast, case, role, cast.people["inspector"].pk).status_code == 403


def test_a_stale_form_is_told(cast: Cast, case: Case) -> None:
    person = cast.people["inspector"].pk
    assert send(cast, case, "supervisor", person).status_code == 302
    stale = send(cast, case, "attorney", cast.people["attorney"].pk)
    assert stale.status_code == 422
    assert "The case has changed" in stale.content.decode()
    with cast.scope():
        assert Case.objects.get().assigned_id == person
