"""`outfall rebuild`: lists are what the entries say, and what was otherwise is put right."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.web.ground.databases import Database
from tests.web.offices import CITY, DAY, TOWN, case_at, demo, office, run, within

from outfall.web.casework.models import Case, DeadlineRow, PartyRow, SearchEntry
from outfall.web.jobs.rebuilding import rebuild, stored
from outfall.web.towns.models import Setting

__all__ = ["demo", "office"]


def test_an_office_that_is_as_it_should_be_has_no_difference(office: Database) -> None:
    with within(TOWN) as town:
        before = {case.number: stored(case) for case in Case.objects.all()}
    heard: list[tuple[int, int]] = []
    told = rebuild(town, lambda done, of: heard.append((done, of)))
    assert (told.cases, told.differed, told.failed, told.settings) == (31, [], [], [])
    assert heard == [(n, 31) for n in range(1, 32)]
    with within(TOWN):
        assert {case.number: stored(case) for case in Case.objects.all()} == before


def test_each_tampered_list_is_found_and_put_right(office: Database) -> None:
    with within(TOWN) as town:
        Case.objects.filter(address="115 Old Ferry Road").update(owed=1)
        DeadlineRow.objects.filter(case=case_at("45 Heron Marsh Road")).delete()
        PartyRow.objects.filter(case=case_at("90 Example Lane")).update(name="Somebody Else")
        SearchEntry.objects.filter(case=case_at("31 Willow Bend")).delete()
        numbers = {
            case_at(address).number
            for address in (
                "115 Old Ferry Road",
                "45 Heron Marsh Road",
                "90 Example Lane",
                "31 Willow Bend",
            )
        }
        Setting.objects.filter(topic="rooms").update(value={"rooms": ["Cellar"], "officers": []})
        Setting.objects.create(topic="words", value={"never": "recorded"})
    told = rebuild(town)
    assert set(told.differed) == numbers
    assert sorted(told.settings) == ["rooms", "words"]
    again = rebuild(town)
    assert (again.differed, again.settings) == ([], [])
    with within(TOWN):
        assert Setting.objects.get(topic="rooms").value["rooms"] == ["Meeting Room B", "Board Room"]
        assert not Setting.objects.filter(topic="words").exists()
        assert case_at("115 Old Ferry Road").owed > 100


def test_lists_made_on_another_day_are_no_difference_and_are_todays_after(
    office: Database, settings: Any
) -> None:
    with within(TOWN) as town:
        case = case_at("45 Heron Marsh Road")
        assert case.judged_on == DAY
    day = DAY + timedelta(days=30)
    settings.OUTFALL_TODAY = day.isoformat()
    told = rebuild(town)
    assert told.differed == []
    with within(TOWN):
        later = case_at("45 Heron Marsh Road")
        assert later.judged_on == day
        assert (later.exposure or 0) > (case.exposure or 0) > 0


def test_the_command_tells_how_many_differed(demo: Database) -> None:
    assert run(demo, "rebuild", TOWN) == (
        0,
        "town-of-example: 31 cases made anew, 0 differed before\n",
    )
    spoil = (
        "from outfall.web.casework.models import Case\nfrom outfall.web.towns import scope\n"
        "from outfall.web.towns.models import Town\n"
        "with scope.town(Town.objects.get(slug='city-of-example').pk):\n"
        "    Case.objects.filter(address='40 Depot Street').update(stage='closed')"
    )
    demo.python(spoil)
    status, said = run(demo, "rebuild")
    assert status == 1
    assert "city-of-example: 32 cases made anew, 1 differed before\n  differed: 20" in said
    assert run(demo, "rebuild", CITY)[0] == 0
    status, said = run(demo, "rebuild", "nowhere")
    assert (status, said) == (
        2,
        "nowhere: There is no town of this name. There are: city-of-example, town-of-example\n",
    )
