"""People of a case: entered, described anew, taken out; their shares and earlier offenses."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.made_files import FOUND, case, cast

from outfall.web.casework.models import Case, Entry, PartyRow

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def at(case: Case, page: str = "people") -> str:
    return f"/example/cases/{case.number}/{page}/"


def form(case: Case, **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": case.length, **more}


def last(cast: Cast, kind: str) -> dict[str, Any]:
    with cast.scope():
        entry = Entry.objects.filter(kind=kind).order_by("-n")[0]
    found: dict[str, Any] = json.loads(entry.content)["body"]
    return found


def parties(cast: Cast) -> list[tuple[str, str, str]]:
    with cast.scope():
        return list(PartyRow.objects.order_by("pk").values_list("role", "name", "share"))


def test_somebody_is_entered_with_all_that_is_known(cast: Cast, case: Case) -> None:
    sent = form(
        case,
        role="contractor",
        name="Example Paving Inc.",
        address="3 Test Street\nExample, NY 00000",
        email="office@example.com",
        phone="555-0102",
    )
    response = cast.client("inspector").post(at(case), sent, follow=True)
    page = response.content.decode()
    assert "Example Paving Inc. is entered." in page
    assert "office@example.com" in page
    assert ("contractor", "Example Paving Inc.", "") in parties(cast)
    body = last(cast, "office.party")
    assert body["date"] == "2026-06-15"
    assert body["party"]["id"].startswith("contractor-")
    assert body["party"]["address"] == "3 Test Street\nExample, NY 00000"


def test_the_same_form_twice_is_one_party(cast: Cast, case: Case) -> None:
    sent = form(case, role="operator", name="Example Operations")
    client = cast.client("inspector")
    assert client.post(at(case), sent).status_code == 302
    assert client.post(at(case), sent).status_code == 302
    assert len(parties(cast)) == 2


def test_two_people_who_add_at_once_do_not_overwrite_one_another(cast: Cast, case: Case) -> None:
    one, two = (form(case, role="occupant", name=f"Occupant {n}") for n in "AB")
    cast.client("inspector").post(at(case), one)
    stale = cast.client("supervisor").post(at(case), two)
    page = stale.content.decode()
    assert stale.status_code == 422
    assert "The case has changed since you opened this form" in page
    assert "Occupant B" in page
    cast.client("supervisor").post(at(case), {**two, "based_on": case.length + 1})
    assert [name for _, name, _ in parties(cast)][1:] == ["Occupant A", "Occupant B"]


def test_a_party_is_described_anew_and_stays_the_same_party(cast: Cast, case: Case) -> None:
    page = cast.client("inspector").get(at(case) + "?party=owner").content.decode()
    assert 'value="Example Holdings LLC"' in page
    sent = form(case, party="owner", role="owner", name="Example Holdings LLC", address="4 New Way")
    cast.client("inspector").post(at(case), sent)
    with cast.scope():
        row = PartyRow.objects.get()
    assert (row.party, row.address) == ("owner", "4 New Way")


def test_faults_are_told_at_once(cast: Cast, case: Case) -> None:
    sent = form(case, role="king", name="", email="nothing", share="2")
    page = cast.client("inspector").post(at(case), sent)
    assert page.status_code == 422
    text = page.content.decode()
    assert "Select a valid choice" in text
    assert "This field is required." in text
    assert "Enter a valid email address." in text


@pytest.mark.parametrize("share", ["a half", "1/0", "0", "-1", "1,5"])
def test_a_share_that_is_none_is_told_at_its_field(cast: Cast, case: Case, share: str) -> None:
    sent = form(case, role="beneficial_user", name="Lot 1 Owners", share=share)
    response = cast.client("inspector").post(at(case), sent)
    assert response.status_code == 422
    assert (
        "Write a number or a fraction above 0, such as 1, 2.5 or 1/3" in response.content.decode()
    )
    assert len(parties(cast)) == 1


def test_shares_are_added_up_and_missing_ones_told(cast: Cast) -> None:
    users = [("Lot 1 Owners", "1/3"), ("Lot 2 Owners", "2/3"), ("Lot 3 Owners", "1"), ("Lot 4", "")]
    listed = [
        {"id": f"lot-{n}", "role": "beneficial_user", "name": name, **({"share": s} if s else {})}
        for n, (name, s) in enumerate(users)
    ]
    case = cast.case(FOUND, parties=listed)
    page = cast.client("auditor").get(at(case)).content.decode()
    assert "Sum of the shares" in page
    for words in ("1/6", "1/2", "16.67", "33.33", "50.00", '<td class="num">2</td>'):
        assert words in page, words
    assert "A beneficial user has no share yet." in page


def test_somebody_is_taken_out_with_a_reason_once(cast: Cast, case: Case) -> None:
    client = cast.client("inspector")
    assert "Was the property sold?" in client.get(at(case) + "?leave=owner").content.decode()
    refused = client.post(at(case), form(case, leave="owner", why=""))
    assert refused.status_code == 422
    sent = form(case, leave="owner", why="entered on the wrong case")
    for _ in range(2):
        assert client.post(at(case), sent).status_code == 302
    assert parties(cast) == []
    body = last(cast, "office.party_left")
    assert (body["party"], body["why"]) == ("owner", "entered on the wrong case")
    assert body["name"] == "Example Holdings LLC"


def test_somebody_who_is_not_there_is_absent(cast: Cast, case: Case) -> None:
    client = cast.client("inspector")
    assert client.get(at(case) + "?party=nobody").status_code == 404
    assert client.get(at(case) + "?leave=nobody").status_code == 404
    assert client.post(at(case), form(case, leave="nobody", why="x")).status_code == 404


def test_a_new_owner_is_the_laws_event(cast: Cast, case: Case) -> None:
    page = cast.client("inspector").get(at(case)).content.decode()
    assert f"/example/cases/{case.number}/acts/ownership_changed/" in page


def test_earlier_offenses_are_entered_and_the_law_reads_them(cast: Cast, case: Case) -> None:
    sent = form(
        case,
        offense_on_0="2024-05-01",
        convicted_on_0="2024-09-12",
        note_0="Town Court",
        offense_on_2="2023-02-03",
    )
    assert cast.client("attorney").post(at(case, "history"), sent).status_code == 302
    assert last(cast, "office.history")["history"] == [
        {"offense_on": "2023-02-03"},
        {"offense_on": "2024-05-01", "convicted_on": "2024-09-12", "note": "Town Court"},
    ]
    page = cast.client("auditor").get(at(case, "history")).content.decode()
    assert "2024-09-12" in page
    assert 'type="submit" data-once-words' not in page


def test_an_offense_row_is_emptied_to_leave_it_out(cast: Cast) -> None:
    case = cast.case(FOUND, history=[{"offense_on": "2024-05-01"}, {"offense_on": "2023-01-01"}])
    page = cast.client("attorney").get(at(case, "history")).content.decode()
    assert 'value="2024-05-01"' in page
    sent = form(case, offense_on_1="2023-01-01")
    cast.client("attorney").post(at(case, "history"), sent)
    assert last(cast, "office.history")["history"] == [{"offense_on": "2023-01-01"}]


def test_a_conviction_without_its_offense_is_refused(cast: Cast, case: Case) -> None:
    response = cast.client("attorney").post(
        at(case, "history"), form(case, convicted_on_1="2024-01-01", offense_on_0="sometime")
    )
    assert response.status_code == 422
    text = response.content.decode()
    assert "Give the day of the offense, or empty the row." in text
    assert "Enter a valid date." in text


@pytest.mark.parametrize(
    ("page", "role"), [("people", "auditor"), ("people", "administrator"), ("history", "finance")]
)
def test_whoever_may_not_write_may_look(cast: Cast, case: Case, page: str, role: str) -> None:
    client = cast.client(role)
    seen = client.get(at(case, page))
    assert seen.status_code == 200
    assert "data-once-words" not in seen.content.decode()
    assert client.post(at(case, page), form(case)).status_code == 403


@pytest.mark.parametrize("page", ["people", "history", "place", "notes", "assign", "files"])
def test_another_towns_case_is_absent(cast: Cast, case: Case, page: str) -> None:
    other = found_town("other", "city-9-3-12", "City of Other")
    with cast.scope():
        Case.objects.filter(pk=case.pk).update(number="ONLY-HERE")
    assert other.client("supervisor").get(f"/other/cases/ONLY-HERE/{page}/").status_code == 404
    assert other.client("supervisor").get(f"/example/cases/ONLY-HERE/{page}/").status_code == 404
    assert cast.client("supervisor").get(f"/example/cases/ONLY-HERE/{page}/").status_code == 200


def test_the_page_takes_few_queries_however_many_people(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    many = [{"id": f"p{n}", "role": "occupant", "name": f"Occupant {n}"} for n in range(40)]
    case = cast.case(FOUND, parties=many)
    client = cast.client("inspector")
    with django_assert_max_num_queries(12):
        assert client.get(at(case)).status_code == 200
