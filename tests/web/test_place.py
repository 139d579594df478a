"""Where a case is: described anew, with degrees that fit."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from tests.web.cast import Cast
from tests.web.made_files import case, cast

from outfall.web.casework.models import Case, Entry

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def send(cast: Cast, case: Case, role: str = "inspector", **more: Any) -> Any:
    form = {"key": str(uuid.uuid4()), "based_on": case.length, **more}
    return cast.client(role).post(f"/example/cases/{case.number}/place/", form)


def test_the_place_is_described_anew_and_lists_follow(cast: Cast, case: Case) -> None:
    response = send(
        cast,
        case,
        address="14 Example Lane",
        latitude="43.2",
        longitude="-77.41",
        note="by the gate",
    )
    assert response["Location"] == f"/example/cases/{case.number}/"
    with cast.scope():
        row = Case.objects.get()
        body = json.loads(Entry.objects.get(kind="office.place").content)["body"]
    assert (row.address, row.parcel, row.latitude, row.longitude) == (
        "14 Example Lane",
        "",
        43.2,
        -77.41,
    )
    assert body["place"]["latitude"] == "43.200000"
    assert body["place"]["note"] == "by the gate"


def test_what_is_known_stands_in_the_form(cast: Cast, case: Case) -> None:
    page = cast.client("inspector").get(f"/example/cases/{case.number}/place/").content.decode()
    assert 'value="12 Example Lane"' in page
    assert 'value="063.01-1-1"' in page


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"address": ""}, "Say where it is"),
        ({"address": "x", "latitude": "43"}, "Give the longitude too"),
        ({"address": "x", "longitude": "-77"}, "Give the latitude too"),
        ({"latitude": "north", "longitude": "5"}, "Enter a number."),
        ({"latitude": "5", "longitude": "181"}, "It lies between -180 and 180 degrees."),
        ({"latitude": "Infinity", "longitude": "5"}, "Enter a number."),
    ],
)
def test_a_place_that_is_none_is_refused(
    cast: Cast, case: Case, given: dict[str, str], words: str
) -> None:
    response = send(cast, case, **given)
    assert response.status_code == 422
    assert words in response.content.decode()
    with cast.scope():
        assert Case.objects.get().address == "12 Example Lane"


def test_a_stale_form_is_told_and_nothing_is_overwritten(cast: Cast, case: Case) -> None:
    assert send(cast, case, address="14 Example Lane").status_code == 302
    stale = send(cast, case, address="16 Example Lane")
    assert stale.status_code == 422
    assert "The case has changed since you opened this form" in stale.content.decode()
    with cast.scope():
        assert Case.objects.get().address == "14 Example Lane"


def test_whoever_may_not_write_sees_the_place_alone(cast: Cast, case: Case) -> None:
    page = cast.client("auditor").get(f"/example/cases/{case.number}/place/").content.decode()
    assert "12 Example Lane" in page
    assert '<button class="usa-button" type="submit"' not in page
    assert send(cast, case, role="auditor", address="x").status_code == 403
    assert send(cast, case, role="finance", address="x").status_code == 403
