"""The map in a real browser: drawn under the strict policy, by keyboard, and never a program."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from tests.web.cast import found_town
from tests.web.ground.accessibility import axe, keyboard, reflow
from tests.web.ground.servers import Office

from outfall.web.casework import geography
from outfall.web.casework.models import Layer

PAYLOAD = "<img src=x onerror=window.ran=1>"
FOUND = {"date": "2026-03-02", "event": "violation_observed", "kind": "development"}
POND = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [-77.45, 43.21]},
    "properties": {"name": PAYLOAD},
}


@pytest.fixture
def shown(live_office: Office, page: Page) -> Page:
    """The map of a town with one case and one layer, both with a payload in their words."""
    with live_office.database.here():
        cast = found_town()
        place = {"address": PAYLOAD, "latitude": "43.2123", "longitude": "-77.4567"}
        cast.case(FOUND, place=place)
        with cast.scope():
            Layer.objects.create(
                name=PAYLOAD,
                sort="practices",
                features=1,
                geojson=geography.collection([POND]),
                added_at=datetime.now(UTC),
            )
        cookie = cast.client("supervisor").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_office.at()}])
    page.goto(live_office.at("/example/map/"))
    for _ in range(100):
        if page.get_attribute("#map", "data-ready"):
            break
        time.sleep(0.1)
    return page


def test_the_map_is_drawn_and_its_words_never_run(shown: Page) -> None:
    assert shown.inner_text("#map-said") == "1 case on this part of the map."
    assert shown.locator("#map canvas").count() >= 1
    shown.get_by_role("button", name="Show 2026-0001 on the map").click()
    card = shown.locator(".map-card")
    expect(card).to_contain_text(PAYLOAD)
    assert card.get_by_role("link", name="2026-0001").get_attribute("href") == (
        "/example/cases/2026-0001/"
    )
    assert shown.evaluate("document.activeElement.id") == "map"
    assert shown.evaluate("window.ran") is None


def test_a_layer_is_taken_off_and_put_back(shown: Page) -> None:
    box = shown.locator("[data-layer]")
    box.uncheck()
    box.check()
    assert shown.evaluate("window.ran") is None


def test_the_map_can_be_used_by_everybody(shown: Page) -> None:
    shown.emulate_media(reduced_motion="reduce")
    assert axe(shown) == ""
    stops = keyboard(shown)
    assert any("Map of the cases" in stop.name for stop in stops)
    reflow(shown)


def test_without_scripts_the_table_says_the_same(shown: Page, browse: object) -> None:
    cookies = shown.context.cookies()
    plain: Page = browse(java_script_enabled=False)  # type: ignore[operator]
    plain.context.add_cookies([{**one} for one in cookies])  # type: ignore[typeddict-item]
    plain.goto(shown.url)
    assert plain.get_by_role("link", name="2026-0001").is_visible()
    assert not plain.locator("#map").is_visible()
    assert "The table says the same" in plain.inner_text("main")
