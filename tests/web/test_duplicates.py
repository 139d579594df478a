"""The same matter again: likely cases are shown before anything is saved, and can be added to."""

from __future__ import annotations

import json
import uuid
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from tests.web.cast import Cast, found_town
from tests.web.made_files import office, picture, sent

from outfall.web.casework.alike import Spot, alike, plain_address, plain_parcel
from outfall.web.casework.models import Case, Entry, StoredFile

pytestmark = pytest.mark.django_db
NEW = "/example/cases/new/"
TODAY = date(2026, 6, 15)
FOUND = {"date": "2026-05-01", "event": "violation_observed", "kind": "discharge"}


@pytest.fixture
def cast(settings: Any, tmp_path: Path) -> Cast:
    return office(settings, tmp_path)


def placed(cast: Cast, *events: dict[str, Any], **place: str) -> Case:
    return cast.case(*(events or (FOUND,)), place=place, lenient=True)


def near(cast: Cast, **spot: Any) -> list[str]:
    with cast.scope():
        return [each.case.number for each in alike(Spot(**spot), TODAY)]


def report(**more: Any) -> dict[str, Any]:
    return {
        "key": str(uuid.uuid4()),
        "source": "complaint",
        "date": "2026-06-14",
        "address": "12 Example Ln.",
        "nature": "Oil on the ditch",
        **more,
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 Example Lane", "12 example ln."),
        ("12 N. Example Street, Example NY", "12 North Example St"),
        ("12  Example Road\nExample, NY 00000", "12 Example Rd"),
        ("12 Example Lane Apt 4", "12 Example Ln"),
    ],
)
def test_one_address_in_two_ways(one: str, other: str) -> None:
    assert plain_address(one) == plain_address(other)


@pytest.mark.parametrize("other", ["112 Example Lane", "12 Example Road", "2 Example Lane", ""])
def test_another_address_stays_another(other: str) -> None:
    assert plain_address("12 Example Lane") != plain_address(other)


def test_parcels_are_compared_without_what_stands_between() -> None:
    assert plain_parcel("063.01-1-88") == plain_parcel("63.01 1 88")
    assert plain_parcel("063.01-1-88") != plain_parcel("063.01-18-8")


def test_the_same_address_the_same_parcel_and_nearby(cast: Cast) -> None:
    by_address = placed(cast, address="12 Example Lane")
    by_parcel = placed(cast, parcel="063.01-1-7")
    by_degrees = placed(cast, address="9 Other Way", latitude="43.2000", longitude="-77.4000")
    placed(cast, address="500 Far Street", latitude="43.3000", longitude="-77.4000")
    assert near(cast, address="12 EXAMPLE LN") == [by_address.number]
    assert near(cast, parcel="63.01-1-7") == [by_parcel.number]
    assert near(cast, latitude=43.2010, longitude=-77.4000) == [by_degrees.number]
    assert near(cast, latitude=43.2016, longitude=-77.4000) == []
    assert near(cast) == []


def test_the_likeliest_stands_first(cast: Cast) -> None:
    one = placed(cast, address="12 Example Lane")
    both = placed(cast, address="12 Example Lane", parcel="063.01-1-7")
    assert near(cast, address="12 Example Lane", parcel="063.01-1-7") == [both.number, one.number]


def test_closed_within_a_year_is_shown_and_longer_ago_is_not(cast: Cast) -> None:
    late = placed(cast, FOUND, {"date": "2026-05-20", "event": "closed"}, address="12 Example Lane")
    old = ({**FOUND, "date": "2025-01-02"}, {"date": "2025-03-01", "event": "closed"})
    placed(cast, *old, address="12 Example Lane")
    assert near(cast, address="12 Example Lane") == [late.number]


def test_another_towns_case_is_never_shown(cast: Cast) -> None:
    other = found_town("other", "city-9-3-12", "City of Other")
    placed(other, address="12 Example Lane")
    assert near(cast, address="12 Example Lane") == []
    assert len(near(other, address="12 Example Lane")) == 1


def test_a_likely_case_is_shown_first_and_nothing_is_saved(cast: Cast) -> None:
    case = placed(cast, address="12 Example Lane")
    response = cast.client("inspector").post(NEW, report())
    page = response.content.decode()
    assert response.status_code == 200
    assert "Is this a new matter?" in page
    assert f"Add this to case {case.number}" in page
    assert "the same address" in page
    with cast.scope():
        assert Case.objects.count() == 1


def test_another_matter_becomes_a_case_of_its_own(cast: Cast) -> None:
    placed(cast, address="12 Example Lane")
    response = cast.client("inspector").post(NEW, report(looked="1", other="1"))
    assert response.status_code == 302
    with cast.scope():
        assert Case.objects.count() == 2


def test_added_to_a_case_it_is_written_down_there_with_its_photo(cast: Cast) -> None:
    case = placed(cast, address="12 Example Lane")
    form = report(add_to=case.number, reporter_name="Lee Example", photos_new="The ditch")
    client = cast.client("permit_clerk")
    for _ in range(2):
        response = client.post(NEW, {**form, "photos": sent(picture())})
        assert response["Location"] == f"/example/cases/{case.number}/"
    with cast.scope():
        assert Case.objects.count() == 1
        entry = Entry.objects.get(kind="office.repeated")
        body = json.loads(entry.content)["body"]
        assert StoredFile.objects.get().case_id == case.pk
    assert entry.case_id == case.pk
    assert body["summary"] == "Oil on the ditch"
    assert body["reporter"]["name"] == "Lee Example"


def test_a_photo_is_described_before_it_is_added_to_a_case(cast: Cast) -> None:
    case = placed(cast, address="12 Example Lane")
    form = report(add_to=case.number, photos=sent(picture(), "IMG_7.jpg"))
    response = cast.client("inspector").post(NEW, form)
    assert response.status_code == 422
    assert "IMG_7.jpg: say what it shows" in response.content.decode()
    with cast.scope():
        assert not Entry.objects.filter(kind="office.repeated").exists()


def test_a_finding_added_to_a_case_leads_to_the_act_filled_in(cast: Cast) -> None:
    case = placed(cast, address="12 Example Lane")
    form = report(source="inspection", kind="discharge", add_to=case.number)
    response = cast.client("inspector").post(NEW, form)
    assert response["Location"].startswith(
        f"/example/cases/{case.number}/acts/violation_observed/?kind=discharge&nature=Oil"
    )


def test_another_towns_case_can_not_be_added_to(cast: Cast) -> None:
    other = found_town("other", "city-9-3-12", "City of Other")
    case = placed(other, address="12 Example Lane", parcel="9")
    with other.scope():
        Case.objects.filter(pk=case.pk).update(number="OTHER-1")
    assert cast.client("inspector").post(NEW, report(add_to="OTHER-1")).status_code == 404


def test_while_typing_the_cases_nearby_are_told(cast: Cast) -> None:
    case = placed(cast, address="12 Example Lane", latitude="43.2", longitude="-77.4")
    client = cast.client("inspector")
    part = client.get(NEW + "alike/", {"address": "12 example lane"}).content.decode()
    assert case.number in part
    assert "<html" not in part
    assert (
        case.number
        in client.get(
            NEW + "alike/", {"latitude": "43.2001", "longitude": "-77.4"}
        ).content.decode()
    )
    for odd in ("nan", "inf", "1e400", "x", ""):
        answer = client.get(NEW + "alike/", {"latitude": odd, "longitude": odd})
        assert answer.content.decode().strip() == ""


def test_many_cases_at_one_place_are_looked_through_in_one_query(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    for _ in range(10):
        placed(cast, address="12 Example Lane")
    told = 2 if connection.vendor == "postgresql" else 0  # the scope, opened and closed
    with django_assert_max_num_queries(1 + told):
        assert len(near(cast, address="12 Example Lane")) == 8
