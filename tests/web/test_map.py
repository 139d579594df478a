"""The map and its table: the same filter, the same cases, and nothing that should not leave."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from tests.web.cast import Cast, found_town

from outfall.web.casework import geography
from outfall.web.casework.models import Case
from outfall.web.screens import mapping

pytestmark = pytest.mark.django_db
FOUND = {"date": "2026-03-02", "event": "violation_observed", "kind": "development"}
BOX = "-77.60,43.10,-77.30,43.30"


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


def placed(cast: Cast, latitude: str, longitude: str, **more: Any) -> Case:
    place = {"address": "12 Example Lane", "latitude": latitude, "longitude": longitude}
    return cast.case({**FOUND, "nature": "a secret of the file", **more}, place=place)


def asked(client: Client, town: str = "example", **query: str) -> dict[str, Any]:
    answer = client.get(reverse("map_data", args=[town]), query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/geo+json"
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_the_map_and_its_table_show_the_same_cases(cast: Cast) -> None:
    here = placed(cast, "43.2123", "-77.4567")
    nowhere = cast.case(FOUND)
    page = cast.client("auditor").get(reverse("map", args=["example"])).content.decode()
    assert here.number in page
    assert nowhere.number in page
    assert "no place on the map yet" in page
    assert 'data-spot="43.2123000,-77.4567000"' in page
    found = asked(cast.client(), bbox=BOX)
    assert [one["properties"]["case"] for one in found["features"]] == [here.number]
    assert found["features"][0]["geometry"]["coordinates"] == [-77.4567, 43.2123]
    assert found["count"] == 1
    assert not found["gathered"]


def test_the_filter_of_the_table_is_the_filter_of_the_map(cast: Cast) -> None:
    one = placed(cast, "43.21", "-77.45")
    two = placed(cast, "43.22", "-77.46", kind="discharge")
    client = cast.client()
    page = client.get(reverse("map", args=["example"]), {"kind": "discharge"}).content.decode()
    assert two.number in page
    assert one.number not in page
    found = asked(client, bbox=BOX, kind="discharge")
    assert [f["properties"]["case"] for f in found["features"]] == [two.number]
    assert asked(client, bbox=BOX, open="closed")["features"] == []


def test_only_what_lies_in_the_rectangle_is_sent(cast: Cast) -> None:
    placed(cast, "43.21", "-77.45")
    placed(cast, "10.0", "20.0")
    assert asked(cast.client(), bbox=BOX)["count"] == 1
    assert asked(cast.client(), bbox="-180,-90,180,90")["count"] == 2


@pytest.mark.parametrize(
    "bbox", ["", "1,2,3", "a,b,c,d", "nan,0,1,1", "inf,0,1,1", "5,0,1,1", "0,5,1,1", "1,1,1,1"]
)
def test_a_rectangle_that_is_none_is_refused(cast: Cast, bbox: str) -> None:
    answer = cast.client().get(reverse("map_data", args=["example"]), {"bbox": bbox})
    assert answer.status_code == 400
    assert "west,south,east,north" in answer.content.decode()


def test_very_many_cases_are_gathered_and_all_are_counted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cast.scope():
        Case.objects.bulk_create(
            Case(
                town=cast.town,
                number=f"many-{n}",
                ordinance="x",
                opened_on="2026-01-01",
                latitude=43.11 + n % 10 * 0.01,
                longitude=-77.55 + n // 10 * 0.01,
            )
            for n in range(120)
        )
    monkeypatch.setattr(mapping, "POINTS_MOST", 100)
    found = asked(cast.client(), bbox=BOX)
    assert found["gathered"]
    assert sum(one["properties"]["count"] for one in found["features"]) == 120
    assert len(found["features"]) <= geography.GRID**2
    for one in found["features"]:
        longitude, latitude = one["geometry"]["coordinates"]
        assert -77.60 <= longitude <= -77.30
        assert 43.10 <= latitude <= 43.30


def test_the_export_names_no_person_and_tells_no_free_text(cast: Cast) -> None:
    case = placed(cast, "43.21", "-77.45")
    answer = cast.client().get(reverse("map_data", args=["example"]))
    assert answer["Content-Disposition"] == 'attachment; filename="cases-example.geojson"'
    text = answer.content.decode()
    assert case.number in text
    for secret in ("Example Holdings", "secret of the file", "Test Street"):
        assert secret not in text
    properties = json.loads(text)["features"][0]["properties"]
    assert set(properties) == {
        "case", "stage", "stands", "kinds", "address", "opened", "closed", "owed_cents",
    }  # fmt: skip


def test_another_towns_cases_and_layers_are_absent(cast: Cast) -> None:
    other = found_town("elsewhere", name="Town of Elsewhere")
    number = placed(other, "43.21", "-77.45").number
    assert asked(cast.client(), bbox=BOX)["count"] == 0
    assert number not in cast.client().get(reverse("map_data", args=["example"])).content.decode()
    answer = cast.client().get(reverse("map_data", args=["elsewhere"]), {"bbox": BOX})
    assert answer.status_code == 404


def test_the_page_asks_the_database_little(cast: Cast, django_assert_max_num_queries: Any) -> None:
    for n in range(8):
        placed(cast, f"43.2{n}", "-77.45")
    client = cast.client()
    client.get(reverse("map", args=["example"]))
    with django_assert_max_num_queries(14):
        client.get(reverse("map", args=["example"]))
