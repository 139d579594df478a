"""The attorney adopts a reading: what changes is shown before, and lists are right afterwards."""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from tests.web.cast import Cast, found_town

from outfall.law.assess import assess
from outfall.web.casework import assembling
from outfall.web.casework.kinds import TOWN_SET
from outfall.web.casework.models import Case, DeadlineRow, Entry, PowerRow
from outfall.web.casework.recording import Actor
from outfall.web.jobs.nightly import grown_old
from outfall.web.towns import founding, reading_effects
from outfall.web.towns.adopted import every_setting, setting
from outfall.web.towns.models import Setting

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
FOUND = {"date": "2026-06-01", "event": "violation_observed", "kind": "discharge"}
NOTICE = {
    "date": "2026-06-01",
    "event": "notice_issued",
    "instrument": "notice_of_violation",
    "comply_by": "2026-07-01",
    "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal", "town_work"],
}
SERVED = {
    "date": "2026-06-02",
    "event": "served",
    "instrument": "notice_of_violation",
    "method": "personal",
}


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = TODAY.isoformat()


@pytest.fixture
def city() -> Cast:
    return found_town("city", "city-9-3-12", "City of Example")


def address(id: str = "appeal_window") -> str:
    return reverse("reading", args=["city", id])


def form(based_on: int = 0, **more: str) -> dict[str, Any]:
    given = {"key": str(uuid.uuid4()), "based_on": based_on, "choice": "seven_from_date"}
    return {**given, "why": "Advice of counsel of June 12.", **more}


def due(case: Case) -> date:
    return DeadlineRow.objects.get(case=case, name="appeal", until=None).due


def right(cast: Cast, case: Case) -> bool:
    """Whether the rows of a case are what ``assess`` says of it today."""
    row = Case.objects.get(pk=case.pk)
    found = assembling.assemble(row, cast.town)
    standing = assess(found.law, found.case, TODAY)
    rows = DeadlineRow.objects.filter(case=row, since__lte=TODAY).exclude(until__lte=TODAY)
    told = {(d.name, d.due, d.status) for d in rows}
    open_now = PowerRow.objects.filter(case=row, opens_on__lte=TODAY).exclude(closes_on__lte=TODAY)
    may = {action.id for action in standing.actions if action.permitted}
    return (
        told == {(d.id, d.due, d.status) for d in standing.deadlines}
        and {p.name for p in open_now} == may
        and row.owed == standing.account.owed
        and row.version == found.law.version
    )


def test_the_page_shows_which_open_cases_change_and_how(city: Cast) -> None:
    touched = city.case(FOUND, NOTICE, SERVED, lenient=True)
    untouched = city.case({**FOUND, "date": "2026-06-10"}, lenient=True)
    closed = city.case(
        FOUND, NOTICE, SERVED, {"date": "2026-06-03", "event": "closed"}, lenient=True
    )
    response = city.client("attorney").get(address(), {"choice": "seven_from_date"})
    found = response.context["effects"]
    text = response.content.decode()
    assert (found.open, found.looked, found.whole) == (2, 2, True)
    assert [one.row.number for one in found.cases] == [touched.number]
    assert "last day moves from Tue, Jun 16, 2026 to Mon, Jun 8, 2026" in text
    assert f">{untouched.number}<" not in text
    assert f">{closed.number}<" not in text
    assert found.last_days == 1
    with city.scope():
        assert setting("readings") == {}
        assert due(touched) == date(2026, 6, 16)


def test_the_effects_are_the_differences_of_the_two_standings(city: Cast) -> None:
    case = city.case(FOUND, NOTICE, SERVED, lenient=True)
    with city.scope():
        values = every_setting()
        for reading in reading_effects.every_law(city.town, values)[0].readings:
            for choice, _ in reading.choices:
                then = reading_effects.with_one(values, "readings", reading.id, choice)
                quick = reading_effects.effects(city.town, then, reading=reading.id)
                whole = reading_effects.effects(city.town, then)
                assert [c.changes for c in quick.cases] == [c.changes for c in whole.cases]
        assert case.number


def test_adopting_it_is_an_entry_and_the_lists_are_right_afterwards(city: Cast) -> None:
    case = city.case(FOUND, NOTICE, SERVED, lenient=True)
    closed = city.case(
        FOUND, NOTICE, SERVED, {"date": "2026-06-03", "event": "closed"}, lenient=True
    )
    client = city.client("attorney")
    answer = client.post(address(), form(), follow=True)
    assert answer.redirect_chain == [(address(), 302)]
    assert "2 cases were worked out anew" in answer.content.decode()
    with city.scope():
        entry = Entry.objects.filter(kind=TOWN_SET).order_by("-n")[0]
        body = json.loads(entry.content)["body"]
        assert body["topic"] == "readings"
        assert body["value"] == {"appeal_window": "seven_from_date"}
        assert body["why"] == "Advice of counsel of June 12."
        assert json.loads(entry.content)["by"]["role"] == "attorney"
        assert due(case) == date(2026, 6, 8)
        assert right(city, case)
        assert right(city, closed)
        assert reading_effects.waiting(city.town) == 0
    text = client.get(address()).content.decode()
    assert "Seven days from the date of the notice" in text
    assert "Attorney Example, Attorney; entry" in text


def test_without_working_out_anew_the_lists_would_be_wrong(city: Cast) -> None:
    case = city.case(FOUND, NOTICE, SERVED, lenient=True)
    with city.scope():
        actor = Actor(city.people["attorney"], "attorney")
        founding.set_topic("readings", {"appeal_window": "seven_from_date"}, actor)
        assert not right(city, case)
        assert reading_effects.reproject(city.town, [case]) == 1
        assert right(city, case)


def test_what_one_request_leaves_is_known_to_wait(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [city.case(FOUND, NOTICE, SERVED, lenient=True) for _ in range(3)]
    monkeypatch.setattr(reading_effects, "AT_ONCE", 2)
    client = city.client("attorney")
    answer = client.post(address(), form(), follow=True).content.decode()
    assert "1 still wait" in answer
    assert "1 case waits to be worked out anew" in " ".join(answer.split())
    with city.scope():
        assert [right(city, case) for case in cases].count(False) == 1
        tonight = Case.objects.filter(grown_old(TODAY + timedelta(days=1)), turns_on=TODAY)
        assert tonight.count() == 1
    client.post(address(), {"again": "1"})
    with city.scope():
        assert all(right(city, case) for case in cases)
        assert reading_effects.waiting(city.town) == 0


def test_a_page_of_many_cases_says_how_many_it_looked_at(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        city.case(FOUND, NOTICE, SERVED, lenient=True)
    monkeypatch.setattr(reading_effects, "LOOKED_AT", 2)
    client = city.client("attorney")
    text = client.get(address(), {"choice": "seven_from_date"}).content.decode()
    assert "Cases 1 to 2 of <strong>3</strong> open ones" in text
    assert "first=2" in text
    more = client.get(address(), {"choice": "seven_from_date", "first": "2"})
    assert more.context["effects"].looked == 1


@pytest.mark.parametrize("role", ["supervisor", "administrator", "auditor", "inspector"])
def test_only_the_attorney_adopts(city: Cast, role: str) -> None:
    client = city.client(role)
    page = client.get(address(), {"choice": "seven_from_date"}).content.decode()
    assert "Adopting another answer is for the attorney" in page
    assert client.post(address(), form()).status_code == 403
    with city.scope():
        assert setting("readings") == {}


def test_a_double_click_is_one_entry(city: Cast) -> None:
    client, sent = city.client("attorney"), form()
    assert client.post(address(), sent).status_code == 302
    assert client.post(address(), sent).status_code == 302
    with city.scope():
        assert (
            Entry.objects.filter(kind=TOWN_SET, content__contains='"topic":"readings"').count() == 1
        )


def test_a_form_that_was_overtaken_is_told_who_was_quicker(city: Cast) -> None:
    client = city.client("attorney")
    assert client.post(address(), form()).status_code == 302
    late = client.post(address("interest_year"), form(0, choice="actual_360"))
    assert late.status_code == 422
    assert "Attorney Example has set this since you opened the page" in late.content.decode()
    with city.scope():
        now = Setting.objects.get(topic="readings").entry_n
        assert setting("readings") == {"appeal_window": "seven_from_date"}
    assert client.post(address("interest_year"), form(now, choice="actual_360")).status_code == 302
    with city.scope():
        both = {"appeal_window": "seven_from_date", "interest_year": "actual_360"}
        assert setting("readings") == both


def test_without_a_reason_or_with_a_strange_choice_nothing_is_adopted(city: Cast) -> None:
    client = city.client("attorney")
    empty = client.post(address(), form(why=""))
    assert empty.status_code == 422
    assert "Reason</a>: This field is required." in empty.content.decode()
    strange = client.post(address(), form(choice="nine_days"))
    assert strange.status_code == 422
    assert "Choose an answer other than the one that is adopted" in strange.content.decode()
    assert client.get(address("no_such_reading")).status_code == 404
    with city.scope():
        assert setting("readings") == {}


def test_another_towns_cases_are_left_alone(city: Cast) -> None:
    other = found_town("other", "city-9-3-12", "Other Example")
    theirs = other.case(FOUND, NOTICE, SERVED, lenient=True)
    assert city.client("attorney").post(address(), form()).status_code == 302
    assert (
        city.client("attorney").get(reverse("reading", args=["other", "week"])).status_code == 404
    )
    with other.scope():
        assert due(theirs) == date(2026, 6, 16)
        assert right(other, theirs)
