"""Two codes side by side in the office; and the page of the command line, in a browser."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web.cast import Cast, found_town
from tests.web.drafted import TITLE, made
from tests.web.ground.accessibility import NARROW, STICKING_OUT, axe
from tests.web.ground.stub import site

from outfall.cli.compare import law_on
from outfall.cli.compare_page import page as compared
from outfall.law.ordinance import Ordinance
from outfall.told.points import alike, points

ADDRESS = "/example/ordinance/compare/"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def town(db: None, settings: Any) -> Cast:
    settings.OUTFALL_TODAY = "2026-06-15"
    return found_town()


def test_the_towns_law_beside_one_that_ships(town: Cast) -> None:
    page = town.client("auditor").get(ADDRESS, {"a": "town", "b": "city-9-3-12"})
    laws: tuple[Ordinance, Ordinance] = page.context["law"], page.context["then"]
    assert [law.id for law in laws] == ["webster-ny", "city-9-3-12"]
    told = [name for name, left, right in points(*laws) if not alike(left, right)]
    assert [point.name for point in page.context["differ"]] == told
    assert "15 days after service of the notice of violation" in text_of(page)


def test_a_draft_beside_the_law_and_beside_another(town: Cast) -> None:
    row = made(town)
    page = town.client("auditor").get(ADDRESS, {"b": f"draft-{row.pk}"})
    assert f"Draft: {TITLE}" in text_of(page)
    assert "20 days after service" in text_of(page)
    same = town.client("auditor").get(ADDRESS, {"a": f"draft-{row.pk}", "b": f"draft-{row.pk}"})
    assert same.context["differ"] == []
    assert "Alike on: papers" in text_of(same)


@pytest.mark.parametrize("asked", ["", "no-such", "draft-999", "draft-x", "../webster-ny"])
def test_what_is_not_there_is_not_compared(town: Cast, asked: str) -> None:
    page = town.client("auditor").get(ADDRESS, {"b": asked})
    assert page.status_code == 200
    assert "Choose two codes" in text_of(page)


def test_the_page_of_the_command_line_is_accessible(page: Page) -> None:
    text = compared(law_on("webster-ny", None), law_on("city-9-3-12", None))
    with site({"/codes.html": text}, "default-src 'none'; style-src 'unsafe-inline'") as address:
        page.goto(f"{address}/codes.html")
        assert not axe(page)
        for screen in NARROW.values():
            page.set_viewport_size({"width": screen["width"], "height": screen["height"]})
            assert page.evaluate(STICKING_OUT) == []
        assert not axe(page)
