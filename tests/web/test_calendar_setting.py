"""A day off is declared: last days that fall on it move, in open cases too."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town

from outfall.web.casework.models import DeadlineRow
from outfall.web.towns.adopted import setting

pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/calendar/"
EVENTS = (
    {"date": "2026-06-08", "event": "violation_observed", "kind": "development"},
    {"date": "2026-06-08", "event": "notice_issued", "instrument": "notice_of_violation"},
    {
        "date": "2026-06-09",
        "event": "served",
        "instrument": "notice_of_violation",
        "method": "personal",
    },
)


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town() -> Cast:
    return found_town()


def form(**more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "Proclaimed.", **more}


def test_the_next_twelve_months_are_shown_with_what_makes_each_a_day_off(town: Cast) -> None:
    page = town.client("inspector").get(ADDRESS)
    days = {one["day"]: one for one in page.context["days"]}
    assert days[date(2026, 7, 4)]["name"] == "Independence Day"
    assert days[date(2026, 12, 25)]["cite"].startswith("GCL")
    assert min(days) >= date(2026, 6, 15)
    assert max(days) <= date(2027, 6, 15)
    assert "GCL 20, 25-a" in page.content.decode()


def test_a_declared_day_moves_the_last_days_of_open_cases(town: Cast) -> None:
    case = town.case(*EVENTS, lenient=True)
    with town.scope():
        assert DeadlineRow.objects.get(case=case, name="appeal", until=None).due == date(
            2026, 6, 24
        )
    client = town.client("administrator")
    answer = client.post(ADDRESS, form(add="2026-06-24"), follow=True)
    assert "What lists show of one case was worked out anew" in answer.content.decode()
    with town.scope():
        assert setting("calendar") == {"added_holidays": ["2026-06-24"]}
        assert DeadlineRow.objects.get(case=case, name="appeal", until=None).due == date(
            2026, 6, 25
        )
    assert "Declared holiday" in client.get(ADDRESS).content.decode()
    taken_back = client.post(ADDRESS, form())
    assert taken_back.status_code == 302
    with town.scope():
        assert setting("calendar") == {"added_holidays": []}
        assert DeadlineRow.objects.get(case=case, name="appeal", until=None).due == date(
            2026, 6, 24
        )


def test_who_set_it_before_stands_below(town: Cast) -> None:
    client = town.client("attorney")
    client.post(ADDRESS, form(add="2026-06-24"))
    client.post(ADDRESS, form(keep=["2026-06-24"], add="2026-07-06"))
    page = client.get(ADDRESS)
    text = page.content.decode()
    assert [one["set"].value["added_holidays"] for one in page.context["past"]] == [
        ["2026-06-24", "2026-07-06"],
        ["2026-06-24"],
    ]
    assert "Attorney Example, Attorney" in text
    assert "Proclaimed." in text


def test_what_is_no_day_is_refused(town: Cast) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(add="2026-02-30"))
    assert wrong.status_code == 422
    assert "Enter a valid date" in wrong.content.decode()
    assert town.client("inspector").post(ADDRESS, form(add="2026-06-24")).status_code == 403
    with town.scope():
        assert setting("calendar") == {"added_holidays": []}
