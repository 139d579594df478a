"""Where the town is: its zone and state are told, and where its map opens is set."""

from __future__ import annotations

import json
import time
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web.cast import Cast, found_town
from tests.web.ground.servers import Office

from outfall.web.casework import geography
from outfall.web.casework.models import Layer
from outfall.web.towns import founding, place
from outfall.web.towns.adopted import setting
from outfall.web.towns.models import Town
from outfall.web.towns.place import View

ADDRESS = "/example/settings/place/"
FOUND = {"date": "2026-06-08", "event": "violation_observed", "kind": "development"}
CORNERS = [[-77.5, 43.1], [-77.3, 43.1], [-77.3, 43.3], [-77.5, 43.3], [-77.5, 43.1]]
HERE = {"latitude": "43.200000", "longitude": "-77.400000", "zoom": 13}


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town(db: None) -> Cast:
    return found_town()


def form(**more: Any) -> dict[str, Any]:
    spot = {"latitude": "43.2", "longitude": "-77.4", "zoom": "13"}
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "", **spot, **more}


def at(cast: Cast, latitude: str, longitude: str) -> None:
    cast.case(FOUND, place={"latitude": latitude, "longitude": longitude})


def outline(cast: Cast) -> None:
    geometry = {"type": "Polygon", "coordinates": [CORNERS]}
    ground = {"type": "Feature", "geometry": geometry, "properties": {}}
    with cast.scope():
        Layer.objects.create(
            name="Outline",
            sort="outline",
            geojson=geography.collection([ground]),
            added_at=datetime.now(UTC),
        )


def opens(cast: Cast) -> Any:
    page = cast.client("inspector").get("/example/map/")
    return json.loads(page.context["shown"])["opens"]


def test_the_map_opens_where_the_town_says(town: Cast) -> None:
    assert opens(town) == []
    assert town.client("administrator").post(ADDRESS, form()).status_code == 302
    with town.scope():
        assert setting("place") == HERE
    assert opens(town) == [43.2, -77.4, 13]
    told = town.client("inspector").get(ADDRESS).content.decode()
    assert "43.2000° north" in told
    assert "77.4000° west" in told
    assert "about 9 miles" in told
    taken_back = form(latitude="", longitude="")
    assert town.client("administrator").post(ADDRESS, taken_back).status_code == 302
    assert opens(town) == []


def test_it_is_said_how_many_cases_would_be_seen(town: Cast) -> None:
    at(town, "43.21", "-77.41")
    at(town, "43.90", "-77.41")
    client = town.client("administrator")
    page = client.post(ADDRESS, form(look="1"))
    assert (page.context["example"]["shown"], page.context["example"]["placed"]) == (1, 2)
    assert "<strong>1</strong> of 2 cases with a place on the map is seen" in page.content.decode()
    forgotten = client.post(ADDRESS, form(look="1", longitude="77.4"))
    assert forgotten.context["example"]["shown"] == 0
    assert "77.4000° east" in forgotten.content.decode()
    with town.scope():
        assert setting("place") == {}


def test_the_middle_can_be_that_of_the_outline_or_of_the_cases(town: Cast) -> None:
    client = town.client("administrator")
    assert "Fill in the middle of" not in client.get(ADDRESS).content.decode()
    outline(town)
    at(town, "43.21", "-77.41")
    at(town, "43.23", "-77.43")
    page = client.get(ADDRESS, {"from": "outline"})
    shown = page.context["form"]
    assert (shown["latitude"].value(), shown["longitude"].value()) == ("43.200000", "-77.400000")
    by_cases = client.get(ADDRESS, {"from": "cases"}).context
    assert by_cases["form"]["latitude"].value() == "43.220000"
    assert by_cases["example"]["shown"] == by_cases["example"]["placed"] == 2
    with town.scope():
        assert setting("place") == {}


def test_a_view_shows_all_that_it_is_made_around() -> None:
    corners = [[43.1, -77.5], [43.3, -77.3]]
    found = place.around(corners)
    assert found is not None
    assert _holds(found, corners)
    assert not _holds(View(found.latitude, found.longitude, found.zoom + 1), corners)


def _holds(view: View, corners: list[list[float]]) -> bool:
    (south, west), (north, east) = corners
    box = view.box
    return box.south <= south and box.west <= west and box.north >= north and box.east >= east


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"latitude": "86"}, "latitude"),
        ({"longitude": "-181"}, "longitude"),
        ({"latitude": "north"}, "latitude"),
        ({"longitude": ""}, "longitude"),
        ({"latitude": ""}, "latitude"),
        ({"zoom": "40"}, "zoom"),
    ],
)
def test_what_is_no_place_is_refused(town: Cast, typed: dict[str, str], field: str) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(**typed))
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {field}
    assert town.client("supervisor").post(ADDRESS, form()).status_code == 403
    with town.scope():
        assert setting("place") == {}


def test_zone_and_state_are_told_and_two_zones_are_warned_of(town: Cast) -> None:
    page = town.client("inspector").get(ADDRESS).content.decode()
    assert "America/New_York" in page
    assert "Two zones" not in page
    Town.objects.filter(pk=town.town.pk).update(zone="America/Chicago")
    page = town.client("inspector").get(ADDRESS).content.decode()
    assert "counts hours in the zone America/New_York" in page


@pytest.mark.parametrize("set_far_away", [False, True])
def test_a_browser_opens_the_map_there(live_office: Office, page: Page, set_far_away: bool) -> None:
    with live_office.database.here():
        cast = found_town()
        at(cast, "43.2123", "-77.4567")
        if set_far_away:
            with cast.scope():
                founding.set_topic("place", {**HERE, "latitude": "41.000000"}, cast.actor())
        cookie = cast.client("supervisor").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_office.at()}])
    page.goto(live_office.at("/example/map/"))
    for _ in range(100):
        if page.get_attribute("#map", "data-ready"):
            break
        time.sleep(0.1)
    seen = "0 cases" if set_far_away else "1 case"
    assert page.inner_text("#map-said") == f"{seen} on this part of the map."
