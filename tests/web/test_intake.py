"""Intake: from what came in to a case, once, with all that was said and sent."""

from __future__ import annotations

import hashlib
import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.made_files import office, picture, sent, tokens

from outfall.web.casework import storing
from outfall.web.casework.models import Case, Entry, StoredFile

pytestmark = pytest.mark.django_db
NEW = "/example/cases/new/"


@pytest.fixture
def cast(settings: Any, tmp_path: Path) -> Cast:
    return office(settings, tmp_path)


def report(**more: Any) -> dict[str, Any]:
    return {
        "key": str(uuid.uuid4()),
        "source": "complaint",
        "date": "2026-06-14",
        "time": "16:40",
        "address": "40 Example Road",
        "nature": "Brown water runs into the ditch",
        **more,
    }


def body_of(cast: Cast, kind: str) -> dict[str, Any]:
    with cast.scope():
        entry = Entry.objects.get(kind=kind)
    found: dict[str, Any] = json.loads(entry.content)["body"]
    return found


def text(response: Any) -> str:
    return str(response.content.decode())


def test_the_page_asks_what_where_who_and_says_so(cast: Cast) -> None:
    page = text(cast.client("inspector").get(NEW))
    assert "<h1>New case</h1>" in page
    for words in (
        "Complaint",
        "Referral from another department",
        "Use my position",
        "Photos and files",
    ):
        assert words in page
    assert "style=" not in page
    assert "onclick" not in page


def test_a_complaint_is_a_case_that_is_reported(cast: Cast) -> None:
    sent_form = report(
        parcel="063.01-1-9",
        owner_name="Example Holdings LLC",
        owner_address="1 Test Street\nExample, NY 00000",
        reporter_name="Lee Example",
        reporter_contact="555-0101",
        reporter_unnamed="on",
    )
    response = cast.client("permit_clerk").post(NEW, sent_form)
    with cast.scope():
        case = Case.objects.get()
        kinds = list(Entry.objects.filter(case=case).values_list("kind", flat=True))
    assert response.status_code == 302
    assert response["Location"] == f"/example/cases/{case.number}/"
    assert kinds == ["office.opened"]
    assert (case.stage, case.source, case.address) == ("reported", "complaint", "40 Example Road")
    assert case.summary == "Brown water runs into the ditch"
    assert case.owner == "Example Holdings LLC"
    body = body_of(cast, "office.opened")
    assert body["received"] == "2026-06-14T16:40"
    assert body["reporter"] == {"name": "Lee Example", "contact": "555-0101", "unnamed": True}
    assert "number" in body
    assert body["place"] == {"address": "40 Example Road", "parcel": "063.01-1-9"}


def test_the_reporter_is_shown_to_those_who_work_on_the_case_alone(cast: Cast) -> None:
    cast.client("inspector").post(NEW, report(reporter_name="Lee Example", reporter_unnamed="on"))
    with cast.scope():
        people = f"/example/cases/{Case.objects.get().number}/people/"
    seen = text(cast.client("inspector").get(people))
    assert "Lee Example" in seen
    assert "Wishes to stay unnamed" in seen
    for role in ("auditor", "finance", "administrator", "hearing_officer"):
        assert "Lee Example" not in text(cast.client(role).get(people))


def test_a_finding_is_a_violation_that_the_law_reads(cast: Cast) -> None:
    form = report(
        source="inspection",
        kind="discharge",
        severity="40 feet of ditch",
        danger="on",
        permit="none",
    )
    cast.client("inspector").post(NEW, form)
    with cast.scope():
        case = Case.objects.get()
    assert (case.stage, case.kinds, case.danger) == ("found", "discharge", True)
    assert str(case.found_on) == "2026-06-14"
    body = body_of(cast, "violation_observed")
    assert body == {
        "date": "2026-06-14T16:40",
        "event": "violation_observed",
        "id": "e2",
        "kind": "discharge",
        "nature": "Brown water runs into the ditch",
        "severity": "40 feet of ditch",
        "permit": "none",
        "danger": True,
    }


def test_a_screened_outfall_with_nothing_wrong_has_no_violation(cast: Cast) -> None:
    cast.client("inspector").post(NEW, report(source="outfall_screening"))
    with cast.scope():
        assert Case.objects.get().stage == "reported"


def test_degrees_are_kept_as_text_and_shown_as_a_place(cast: Cast) -> None:
    form = report(latitude="43.21", longitude="-77.4200004")
    cast.client("inspector").post(NEW, form)
    assert body_of(cast, "office.opened")["place"]["latitude"] == "43.210000"
    assert body_of(cast, "office.opened")["place"]["longitude"] == "-77.420000"
    with cast.scope():
        assert Case.objects.get().latitude == 43.21


def test_the_same_form_twice_is_one_case(cast: Cast) -> None:
    form = report(source="inspection", kind="discharge", photos_new="The ditch")
    client = cast.client("inspector")
    first = client.post(NEW, {**form, "photos": sent(picture())})
    second = client.post(NEW, {**form, "photos": sent(picture())})
    assert first["Location"] == second["Location"]
    with cast.scope():
        assert Case.objects.count() == 1
        assert StoredFile.objects.count() == 1
        assert Entry.objects.filter(kind="violation_observed").count() == 1


def test_another_key_is_another_act_which_shows_that_the_key_does_it(cast: Cast) -> None:
    client = cast.client("inspector")
    client.post(NEW, report())
    client.post(NEW, report(other="1"))
    with cast.scope():
        assert Case.objects.count() == 2


def test_every_fault_is_told_at_once_and_nothing_is_saved(cast: Cast) -> None:
    form = report(
        source="inspection",
        date="2026-07-01",
        nature="",
        address="",
        latitude="43.2",
        owner_address="1 Test Street",
    )
    response = cast.client("inspector").post(NEW, form)
    page = text(response)
    assert response.status_code == 422
    for words in (
        "This day lies ahead. Give the day on which it came in.",
        "Say what kind of violation was found.",
        "Give the longitude too, or leave both empty.",
        "Give the name that goes with the address.",
        "Nothing was saved yet",
    ):
        assert words in page, words
    with cast.scope():
        assert not Case.objects.exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"source": "complaint", "kind": "discharge"}, "A report is looked at first."),
        ({"address": ""}, "Say where it is: an address, a parcel or a description."),
        ({"latitude": "91", "longitude": "5"}, "It lies between -90 and 90 degrees."),
        ({"latitude": "NaN", "longitude": "5"}, "Enter a number."),
        ({"date": "2001-01-01"}, "This is more than ten years ago."),
        ({"source": "rumor"}, "Select a valid choice."),
    ],
)
def test_a_fault_is_told_at_its_field(cast: Cast, given: dict[str, str], words: str) -> None:
    response = cast.client("inspector").post(NEW, report(**given))
    assert response.status_code == 422
    assert words in text(response)


def test_a_clerk_takes_in_reports_and_finds_no_violations(cast: Cast) -> None:
    client = cast.client("permit_clerk")
    assert "Kind of violation" not in text(client.get(NEW))
    response = client.post(NEW, report(source="inspection", kind="discharge"))
    assert response.status_code == 422
    with cast.scope():
        assert not Case.objects.exists()


@pytest.mark.parametrize("role", ["auditor", "finance", "hearing_officer", "records_officer"])
def test_whoever_opens_no_cases_is_refused(cast: Cast, role: str) -> None:
    assert cast.client(role).get(NEW).status_code == 200
    assert cast.client(role).post(NEW, report()).status_code == 403


def test_photos_are_asked_what_they_show_before_the_case_is_opened(cast: Cast) -> None:
    client = cast.client("inspector")
    data = [picture(size=(40 + n, 30)) for n in range(3)]
    photos = [sent(each, f"IMG_{n}.jpg") for n, each in enumerate(data)]
    asked = client.post(NEW, report(photos=photos))
    assert asked.status_code == 200
    assert "What do the photos show?" in text(asked)
    with cast.scope():
        assert not Case.objects.exists()
    notes = tokens(text(asked), "photos")
    assert len(notes) == 3
    again = report(photos_kept=notes, looked="1", other="1")
    refused = client.post(NEW, {**again, "photos_says": ["The ditch", "", "The pipe"]})
    assert refused.status_code == 422
    assert "IMG_1.jpg: say what it shows" in text(refused)
    client.post(NEW, {**again, "photos_says": ["The ditch", "The inlet", "The pipe"]})
    with cast.scope():
        rows = list(StoredFile.objects.order_by("entry_n"))
        assert [row.says for row in rows] == ["The ditch", "The inlet", "The pipe"]
        assert [row.sha256 for row in rows] == [hashlib.sha256(d).hexdigest() for d in data]
        assert storing.fetch("example", rows[0].sha256) == data[0]


def test_photos_of_a_finding_belong_to_it(cast: Cast) -> None:
    form = report(source="inspection", kind="discharge", photos_new="The ditch")
    cast.client("inspector").post(NEW, {**form, "photos": sent(picture())})
    with cast.scope():
        assert StoredFile.objects.get().of_entry == "e2"


def test_a_photo_that_was_sent_is_not_lost_over_another_fault(cast: Cast) -> None:
    client = cast.client("inspector")
    refused = client.post(NEW, report(nature="", photos=sent(picture())))
    assert refused.status_code == 422
    (note,) = tokens(text(refused), "photos")
    client.post(NEW, report(photos_kept=note, photos_says="The ditch"))
    with cast.scope():
        assert StoredFile.objects.get().says == "The ditch"


def test_a_note_of_a_file_that_was_made_up_is_refused(cast: Cast) -> None:
    forged = "WyJhYmMiLCJ4LmpwZyIsImpwZWciLDEse31d:1abc:xyz"
    response = cast.client("inspector").post(NEW, report(photos_kept=forged, photos_says="x"))
    assert response.status_code == 422
    assert "is no longer there. Choose it again." in text(response)


def test_a_note_of_another_towns_file_is_refused(cast: Cast) -> None:
    other = found_town("other", "city-9-3-12", "City of Other")
    asked = other.client("inspector").post("/other/cases/new/", report(photos=sent(picture())))
    (note,) = tokens(text(asked), "photos")
    response = cast.client("inspector").post(NEW, report(photos_kept=note, photos_says="x"))
    assert response.status_code == 422


def test_what_is_given_in_the_address_is_filled_in(cast: Cast) -> None:
    page = text(cast.client("inspector").get(NEW + "?address=7+Example+Road&latitude=43.1"))
    assert 'value="7 Example Road"' in page
    assert 'value="43.1"' in page


def test_change_something_leads_back_with_all_that_was_typed(cast: Cast) -> None:
    form = report(looked="1", back="1", nature="Foam on the creek")
    page = cast.client("inspector").post(NEW, form)
    assert page.status_code == 200
    assert "Foam on the creek" in text(page)
    with cast.scope():
        assert not Case.objects.exists()


def test_scripts_in_every_field_are_shown_as_words(cast: Cast) -> None:
    bad = "<script>alert(1)</script>"
    form = report(address=bad, nature=bad, owner_name=bad, reporter_name=bad, parcel=bad)
    cast.client("inspector").post(NEW, form)
    with cast.scope():
        number = Case.objects.get().number
    for page in (f"/example/cases/{number}/people/", f"/example/cases/{number}/place/"):
        assert bad not in text(cast.client("inspector").get(page))
