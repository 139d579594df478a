"""A profile that the ordinance offers: what it would change is shown, then it is set."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town

from outfall.law.case import Town as LawTown
from outfall.law.choices import adopt
from outfall.law.faults import Refused
from outfall.web.casework.models import Case, Entry
from outfall.web.towns.adopted import every_setting, law_of, setting
from outfall.web.towns.founding import set_topic

pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/profile/"
PACK, READING = "city-9-3-12", "interest_year"
EVENTS = (
    {"date": "2026-01-05", "event": "violation_observed", "kind": "discharge"},
    {"date": "2026-01-06", "event": "notice_issued", "instrument": "notice_of_violation"},
    {
        "date": "2026-01-07",
        "event": "served",
        "instrument": "notice_of_violation",
        "method": "personal",
    },
    {"date": "2026-02-10", "event": "abated_by_town"},
    {"date": "2026-02-12", "event": "cost_recorded", "kind": "abatement", "amount": "4000.00"},
    {"date": "2026-02-13", "event": "notice_issued", "instrument": "cost_notice"},
    {"date": "2026-02-14", "event": "served", "instrument": "cost_notice", "method": "personal"},
)


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def city() -> Cast:
    return found_town("example", PACK)


def form(profile: str = "illinois", **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "Counsel.", "profile": profile, **more}


def chosen(cast: Cast, on: date | None = None) -> dict[str, str]:
    with cast.scope():
        law = law_of(cast.town, on)
    return {reading.id: reading.adopted for reading in law.readings}


def owed(cast: Cast, case: Case) -> int:
    with cast.scope():
        case.refresh_from_db()
    return case.owed


def test_what_it_would_change_is_shown_and_then_set(city: Cast) -> None:
    with city.scope():
        length = Entry.objects.count()
    client = city.client("attorney")
    assert chosen(city)[READING] != "thirty_360"
    page = client.get(ADDRESS, {"look": "1", "profile": "illinois"})
    assert page.status_code == 200
    assert page.context["told"] == ["The profile “Illinois” would be in force."]
    assert page.context["effects"].looked == page.context["effects"].open
    assert "A month as a twelfth of a year" in page.content.decode()
    with city.scope():
        assert Entry.objects.count() == length
        assert setting("profile") == {}
    assert client.post(ADDRESS, form()).status_code == 302
    with city.scope():
        assert setting("profile") == {"profile": "illinois"}
        assert law_of(city.town, None).ceiling == (75000, "65 ILCS 5/1-2-1")
    assert chosen(city)[READING] == "thirty_360"
    assert client.post(ADDRESS, form("")).status_code == 302
    with city.scope():
        assert setting("profile") == {}
    assert chosen(city)[READING] != "thirty_360"


def test_the_figures_of_open_cases_are_told_before_and_right_after(city: Cast) -> None:
    case = city.case(*EVENTS, lenient=True)
    client = city.client("attorney")
    before = owed(city, case)
    page = client.get(ADDRESS, {"look": "1", "profile": "illinois"})
    assert [one.row.number for one in page.context["effects"].cases] == [case.number]
    now, then = page.context["effects"].owed
    assert now == before
    client.post(ADDRESS, form())
    assert owed(city, case) == then != before


def test_the_towns_own_choice_goes_before_and_is_told(city: Cast) -> None:
    own = chosen(city)[READING]
    with city.scope():
        set_topic("readings", {READING: own}, city.actor("attorney"))
    client = city.client("attorney")
    assert "Goes by the town's own choice" in client.get(ADDRESS).content.decode()
    client.post(ADDRESS, form())
    assert chosen(city)[READING] == own


def test_what_is_not_offered_is_refused(city: Cast) -> None:
    assert city.client("attorney").post(ADDRESS, form("nowhere")).status_code == 422
    looked = city.client("attorney").get(ADDRESS, {"look": "1", "profile": "nowhere"})
    assert looked.status_code == 422
    assert "effects" not in looked.context
    assert city.client("administrator").post(ADDRESS, form()).status_code == 403
    with city.scope():
        assert setting("profile") == {}


def test_an_ordinance_without_profiles_says_so() -> None:
    town = found_town()
    page = town.client("attorney").get(ADDRESS).content.decode()
    assert "offers no profile: there is nothing to choose here" in page
    assert "What would it change" not in page


def test_a_profile_of_one_ordinance_leaves_cases_of_another_alone(city: Cast) -> None:
    rows = [{"pack": "webster-ny", "since": "0001-01-01"}, {"pack": PACK, "since": "2026-03-01"}]
    with city.scope():
        set_topic("ordinance", {"adopted": rows}, city.actor("attorney"))
    assert city.client("attorney").post(ADDRESS, form()).status_code == 302
    with city.scope():
        values = every_setting()
        old = law_of(city.town, date(2025, 5, 1), values)
        new = law_of(city.town, date(2026, 5, 1), values)
    assert (old.id, new.id) == ("webster-ny", PACK)
    assert new.ceiling is not None
    with pytest.raises(Refused, match="illinois"):
        adopt(old, LawTown("Town of Example", "webster-ny", profile="illinois"))


def test_a_profile_that_nothing_offers_any_more_can_be_taken_out() -> None:
    town = found_town()
    with town.scope():
        set_topic("profile", {"profile": "illinois"}, town.actor("attorney"))
    client = town.client("attorney")
    assert "offered by none of the town" in client.get(ADDRESS).content.decode()
    page = client.get(ADDRESS, {"look": "1", "profile": ""})
    assert page.context["told"] == ["The profile “Illinois” would no longer be in force."]
    assert client.post(ADDRESS, form("")).status_code == 302
    with town.scope():
        assert setting("profile") == {}
