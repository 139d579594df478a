"""A day off is declared: last days that fall on it move, in open cases too."""

from __future__ import annotations

import re
import uuid
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town

from outfall.web.casework.models import DeadlineRow, Entry
from outfall.web.towns import reading_effects
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


def looked(town: Cast, role: str = "administrator", **asked: Any) -> Any:
    return town.client(role).get(ADDRESS, {"look": "1", **asked})


def test_before_a_day_is_declared_the_page_shows_what_it_moves(town: Cast) -> None:
    case = town.case(*EVENTS, lenient=True)
    with town.scope():
        length = Entry.objects.count()
    page = looked(town, add="2026-06-24")
    text = page.content.decode()
    assert page.context["told"] == ["Wednesday, June 24, 2026 would be a day off."]
    assert [one.row.number for one in page.context["effects"].cases] == [case.number]
    assert "Appeal: last day moves from Wed, Jun 24, 2026 to Thu, Jun 25, 2026" in text
    with town.scope():
        assert Entry.objects.count() == length
        assert setting("calendar") == {"added_holidays": []}
        row = DeadlineRow.objects.get(case=case, name="appeal", until=None)
        assert row.due == date(2026, 6, 24)


def test_what_is_set_is_what_was_looked_at(town: Cast) -> None:
    client = town.client("administrator")
    client.post(ADDRESS, form(add="2026-07-06"))
    page = client.get(ADDRESS, {"look": "1", "keep": "2026-07-06", "add": "2026-06-24"})
    sent = re.findall(r'<input type="hidden" name="(keep|add)" value="([^"]*)">', _act(page))
    assert sent == [("keep", "2026-07-06"), ("add", "2026-06-24")]
    key = page.context["form"]["key"].value()
    client.post(ADDRESS, {"key": key, "based_on": "", **dict(sent)})
    with town.scope():
        assert setting("calendar") == {"added_holidays": ["2026-06-24", "2026-07-06"]}


def _act(page: Any) -> str:
    return str(page.content.decode().partition('id="looked"')[2])


def test_taking_a_day_back_is_looked_at_too(town: Cast) -> None:
    case = town.case(*EVENTS, lenient=True)
    town.client("administrator").post(ADDRESS, form(add="2026-06-24"))
    page = looked(town, add="")
    assert page.context["told"] == ["Wednesday, June 24, 2026 would no longer be declared."]
    assert "from Thu, Jun 25, 2026 to Wed, Jun 24, 2026" in page.content.decode()
    assert [one.row.number for one in page.context["effects"].cases] == [case.number]


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ("2026-06-19", "Friday, June 19, 2026 is a day off already: Juneteenth."),
        ("2026-06-20", "It is a Saturday, on which offices rest anyway."),
    ],
)
def test_a_day_that_moves_nothing_is_told_as_such(town: Cast, day: str, says: str) -> None:
    town.case(*EVENTS, lenient=True)
    page = looked(town, add=day)
    assert says in page.context["told"][0]
    assert page.context["effects"].cases == []
    assert "None of them would stand otherwise" in page.content.decode()


def test_everybody_can_look_and_only_some_can_set(town: Cast) -> None:
    page = looked(town, "inspector", add="2026-06-24")
    assert page.context["effects"].open == 0
    assert "Set it for every case" not in page.content.decode()
    assert "Set it for every case" in looked(town, "attorney", add="2026-06-24").content.decode()


def test_looking_at_what_is_no_day_or_nothing_new_shows_no_effects(town: Cast) -> None:
    wrong = looked(town, add="2026-02-30")
    assert wrong.status_code == 422
    assert "effects" not in wrong.context
    same = looked(town, add="")
    assert same.status_code == 200
    assert "That is what is set now" in same.content.decode()
    assert "effects" not in same.context


def test_whoever_was_overtaken_looks_again_before_it_is_set(town: Cast) -> None:
    town.case(*EVENTS, lenient=True)
    shown = looked(town, add="2026-06-24").context["form"]
    town.client("attorney").post(ADDRESS, form(add="2026-07-06"))
    sent = {"key": shown["key"].value(), "based_on": shown["based_on"].value()}
    late = town.client("administrator").post(ADDRESS, {**sent, "add": "2026-06-24"})
    assert late.status_code == 422
    assert "Attorney Example has set this since you opened the page" in late.content.decode()
    assert late.context["told"] == [
        "Wednesday, June 24, 2026 would be a day off.",
        "Monday, July 6, 2026 would no longer be declared.",
    ]
    with town.scope():
        assert setting("calendar") == {"added_holidays": ["2026-07-06"]}


def test_of_many_cases_the_next_ones_are_a_link_away(
    town: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_effects, "LOOKED_AT", 1)
    numbers = [town.case(*EVENTS, lenient=True).number for _ in range(2)]
    first = looked(town, add="2026-06-24")
    link = "?look=1&amp;add=2026-06-24&amp;first=1"
    assert f'href="{link}"' in first.content.decode()
    second = town.client("administrator").get(ADDRESS + link.replace("&amp;", "&"))
    seen = [one.row.number for page in (first, second) for one in page.context["effects"].cases]
    assert sorted(seen) == sorted(numbers)
