"""How long records are kept: never shorter than the permit and the ordinance want them."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.setting_day import town

from outfall.files.pack_file import folder_of, load_pack
from outfall.web.towns import retention
from outfall.web.towns.adopted import setting

__all__ = ["town"]
pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/retention/"


def form(**more: Any) -> dict[str, Any]:
    given = {"key": str(uuid.uuid4()), "based_on": "", "why": "", "hold": ""}
    return {**given, "cases": "10", "reports": "5", "screenings": "6", **more}


def test_the_floors_come_from_the_permit_and_the_look_back() -> None:
    webster = retention.floors(load_pack(folder_of("webster-ny")))
    assert {(floor.years, floor.source) for floor in webster} >= {
        (3, "40 CFR 122.34"),
        (5, "the state's MS4 permit"),
        (5, "§ E"),
    }
    assert retention.floor_of([load_pack(folder_of("webster-ny"))]) == 5
    assert retention.floor_of([load_pack(folder_of("city-9-3-12"))]) == 3


def test_years_and_holds_are_set(town: Cast) -> None:
    case = town.case({"date": "2026-06-01", "event": "violation_observed", "kind": "development"})
    sent = form(hold=case.number)
    assert town.client("records_officer").post(ADDRESS, sent).status_code == 302
    with town.scope():
        assert setting("retention") == {
            "years": 10,
            "kinds": {"cases": 10, "reports": 5, "screenings": 6},
            "hold": [case.number],
        }
    text = town.client("auditor").get(ADDRESS).content.decode()
    assert "40 CFR 122.34" in text
    assert f"Under a legal hold: {case.number}" in text


def test_no_town_goes_below_the_floors(town: Cast) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(cases="4", reports="3"))
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {"cases", "reports"}
    assert "This must be kept for at least 5 years." in wrong.content.decode()
    with town.scope():
        assert setting("retention") == {"years": 7}


def test_a_hold_is_of_a_case_that_there_is(town: Cast) -> None:
    theirs = found_town("other").case(
        {"date": "2026-06-01", "event": "violation_observed", "kind": "development"},
        number="OTHER-1",
    )
    wrong = town.client("administrator").post(ADDRESS, form(hold=theirs.number))
    assert wrong.status_code == 422
    assert "There is no case OTHER-1" in wrong.content.decode()
    assert town.client("attorney").post(ADDRESS, form()).status_code == 403
