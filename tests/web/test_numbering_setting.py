"""Case numbers look as the town says, each is given once, and a pattern runs nothing."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError
from playwright.sync_api import Page, expect
from tests.web.cast import Cast, found_town
from tests.web.ground.servers import Office

from outfall.web.casework.models import Entry
from outfall.web.towns import adopted, numbering
from outfall.web.towns.adopted import setting
from outfall.web.towns.founding import set_topic

ADDRESS = "/example/settings/numbering/"
FOUND = {"date": "2026-06-08", "event": "violation_observed", "kind": "development"}
PATTERNS = ("{year}-{n:04}", "SW-{year}-{n:04}", "{yy}.{n:06}", "C{n}", "S_1-{yy}{n:02}")


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town(db: None) -> Cast:
    return found_town()


def form(**more: Any) -> dict[str, Any]:
    parts = {"before": "SW-", "year": "short", "between": "-", "digits": "3"}
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "", **parts, **more}


def test_a_new_case_has_the_number_that_was_shown(town: Cast) -> None:
    before = town.case(FOUND)
    client = town.client("administrator")
    assert client.get(ADDRESS).context["example"]["numbers"][0] == "2026-0002"
    assert client.post(ADDRESS, form()).status_code == 302
    page = client.get(ADDRESS)
    assert page.context["example"]["numbers"] == ["SW-26-002", "SW-26-003", "SW-26-004"]
    assert "Pattern: SW-{yy}-{n:03}" in page.content.decode()
    assert town.case(FOUND).number == "SW-26-002"
    with town.scope():
        before.refresh_from_db()
    assert before.number == "2026-0001"
    assert client.get("/example/cases/SW-26-002/").status_code == 200


def test_looking_shows_what_is_typed_and_sets_nothing(town: Cast) -> None:
    client = town.client("administrator")
    with town.scope():
        length = Entry.objects.count()
    page = client.post(ADDRESS, form(look="1", year="none", digits="6"))
    assert page.status_code == 200
    assert page.context["example"]["numbers"][0] == "SW-000001"
    assert page.context["form"]["before"].value() == "SW-"
    with town.scope():
        assert Entry.objects.count() == length
        assert setting("numbering") == {"pattern": "{year}-{n:04}"}
    sent = client.post(ADDRESS, form(year="none", digits="6"))
    assert sent.status_code == 302
    with town.scope():
        assert Entry.objects.count() == length + 1


@pytest.mark.parametrize("before", ["S/W-", "../", "-SW", "SW 1-", "{n}", "S" * 21, "SW1", "Ü-"])
def test_what_fits_no_address_or_runs_into_the_count_is_refused(town: Cast, before: str) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(before=before))
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {"before"}
    assert "example" not in wrong.context
    with town.scope():
        assert setting("numbering") == {"pattern": "{year}-{n:04}"}


def test_a_script_is_told_in_place_what_is_wrong(town: Cast) -> None:
    client = town.client("administrator")
    part = client.post(ADDRESS, form(look="1", before="S/W"), headers={"HX-Request": "true"})
    live = part.content.decode().partition('id="live-says"')[2].partition("</div>")[0]
    assert "Before the number: Begin with a letter or a digit" in live


def test_only_an_administrator_sets_it(town: Cast) -> None:
    assert town.client("attorney").post(ADDRESS, form()).status_code == 403
    page = town.client("attorney").get(ADDRESS).content.decode()
    assert "2026-0001" in page
    assert "Setting it is for others" in page


def test_a_number_that_a_case_has_already_is_left_out(town: Cast) -> None:
    town.case(FOUND, number="2026-0002")
    town.case(FOUND, number="2026-0005")
    shown = town.client("administrator").get(ADDRESS).context["example"]["numbers"]
    assert shown == ["2026-0004", "2026-0006", "2026-0007"]
    assert [town.case(FOUND).number for _ in range(2)] == shown[:2]


def test_without_looking_the_next_case_could_not_be_opened(
    town: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    town.case(FOUND, number="2026-0002")
    monkeypatch.setattr(adopted, "number_is_taken", lambda _: False)
    with pytest.raises(IntegrityError):
        town.case(FOUND)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_and_its_parts_are_the_same(pattern: str) -> None:
    parts = numbering.parts_of(pattern)
    assert parts is not None
    assert parts.pattern == pattern


def test_a_pattern_of_another_hand_is_kept_until_it_is_set_anew(town: Cast) -> None:
    with town.scope():
        value = {"pattern": "{n:03}/{year}"}
        set_topic("numbering", value, town.actor("administrator"))
    page = town.client("administrator").get(ADDRESS)
    assert "was not made on this page: {n:03}/{year}" in page.content.decode()
    assert page.context["example"]["numbers"][0] == "001/2026"


def test_a_pattern_is_filled_in_and_never_run() -> None:
    evil = "{n.__class__.__mro__}{year[0]}-{n}"
    assert numbering.number_of(evil, "2026-06-15", 7) == "{n.__class__.__mro__}{year[0]}-7"
    assert "object" in evil.format(n=7, year="2026")


def test_a_browser_shows_the_number_while_somebody_types(live_office: Office, page: Page) -> None:
    with live_office.database.here():
        cast = found_town()
        cookie = cast.client("administrator").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_office.at()}])
    page.goto(live_office.at(ADDRESS))
    page.get_by_label("Before the number").press_sequentially("SW-")
    expect(page.locator("#live li").first).to_have_text("SW-2026-0001")
    page.get_by_label("Year in which").select_option("none")
    expect(page.locator("#live li").first).to_have_text("SW-0001")
    expect(page.get_by_label("Before the number")).to_have_value("SW-")
    with live_office.database.here(), cast.scope():
        assert setting("numbering") == {"pattern": "{year}-{n:04}"}
