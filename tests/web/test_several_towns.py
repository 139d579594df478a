"""Several towns: whoever may sees each town's figures, and nobody a number of another's."""

from __future__ import annotations

import csv
import io
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, models
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from tests.web.cast import PASSWORD, Cast, found_town
from tests.web.conftest import Browse
from tests.web.ground.accessibility import NARROW, STICKING_OUT, axe
from tests.web.ground.servers import Office

from outfall.web import permissions
from outfall.web.casework.models import Case, CaseManager
from outfall.web.screens import several as screen
from outfall.web.towns import oversight, scope
from outfall.web.towns.models import ROLES, Membership, Person

TODAY = date(2026, 6, 15)
PAGE = "/towns/figures/"
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
COST = {"date": "2026-06-03", "event": "cost_recorded", "kind": "sampling", "amount": "61.25"}


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = TODAY.isoformat()


def towns() -> tuple[Cast, Cast]:
    """A town with two open cases, and a city with one of which money is owed."""
    town = found_town("example", "webster-ny", "Town of Example")
    city = found_town("city", "city-9-3-12", "City of Example")
    town.case({**FOUND, "kind": "maintenance"})
    town.case({**FOUND, "kind": "development", "date": "2026-06-10"})
    city.case(FOUND, NOTICE, SERVED, COST, lenient=True)
    return town, city


@pytest.fixture
def both(db: None) -> tuple[Cast, Cast]:
    return towns()


def somebody(name: str = "Casey Example", **roles: Cast) -> Person:
    """Somebody with a role in each of some towns: ``overseer=town``."""
    person = Person.objects.create_user(f"{uuid.uuid4().hex[:8]}@example.gov", name, PASSWORD)
    for role, cast in roles.items():
        give(person, role, cast)
    return person


def give(person: Person, role: str, cast: Cast, since: date = date(2020, 1, 1)) -> Membership:
    with cast.scope():
        return Membership.objects.create(person=person, role=role, since=since)


def client_of(person: Person) -> Client:
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def seen(person: Person) -> dict[str, oversight.Figures]:
    """What stands on somebody's page, by town; nothing where there is no such page."""
    answer = client_of(person).get(PAGE)
    if answer.status_code == 404:
        return {}
    assert answer.status_code == 200
    return {found.town.slug: found for found in answer.context["found"]}


def test_each_town_stands_with_its_own_figures(both: tuple[Cast, Cast]) -> None:
    town, city = both
    person = somebody()
    give(person, "overseer", town)
    give(person, "overseer", city)
    found = seen(person)
    assert [one.town.name for one in found.values()] == ["City of Example", "Town of Example"]
    assert (found["example"].open, found["city"].open) == (2, 1)
    assert (found["example"].owed, found["city"].owed) == (0, 6125)
    assert (found["example"].owing, found["city"].owing) == (0, 1)
    assert sum(found["city"].ages.values()) == 6125
    with city.scope():
        row = Case.objects.get()
        assert found["city"].stages == {row.stage: 1}
        assert (found["city"].could, found["city"].assessed) == (row.exposure, row.assessed)


def test_the_figures_are_those_of_the_towns_own_pages(both: tuple[Cast, Cast]) -> None:
    for cast in both:
        person = somebody(supervisor=cast)
        (found,) = seen(person).values()
        client = client_of(person)
        today = client.get(f"/{cast.town.slug}/").context
        count = {one["item"].name: one["count"] for one in today["lists"]}
        assert today["open_cases"] == found.open
        assert (found.duties, found.opening, found.closing) == (
            count["duties"],
            count["opening"],
            count["closing"],
        )
        first = oversight.monday(TODAY)
        weeks = [found.weeks[first + timedelta(weeks=n)] for n in range(2)]
        assert sum(weeks) >= count["due"]
        opened = 0
        for panel in screen.panels(first):
            for column in panel.columns:
                href = column.href(found)
                if href:
                    answer = client.get(href)
                    assert answer.status_code == 200, href
                    opened += 1
                    if column.page == "cases":
                        listed = answer.context["page_obj"].paginator.count
                        assert listed == column.number(found), href
        assert opened > 2


@pytest.mark.parametrize("role", [name for name, _ in ROLES])
def test_a_role_shows_the_town_where_the_table_says_so(both: tuple[Cast, Cast], role: str) -> None:
    town, city = both
    person = somebody()
    give(person, role, town)
    shown = set(seen(person))
    assert shown == ({"example"} if role in permissions.SUMMED else set())
    give(person, "auditor", city)
    assert set(seen(person)) == shown | {"city"}


def test_nobody_sees_a_number_or_the_name_of_another_town(both: tuple[Cast, Cast]) -> None:
    town, city = both
    for role in sorted(permissions.SUMMED):
        person = somebody()
        give(person, role, town)
        for address in (PAGE, "/towns/figures.csv"):
            text = client_of(person).get(address).content.decode("utf-8-sig")
            assert "Town of Example" in text
            assert "City of Example" not in text
            assert "61.25" not in text
    assert seen(city.people["supervisor"]).keys() == {"city"}


def test_who_has_no_such_role_anywhere_is_told_that_there_is_no_such_page(
    both: tuple[Cast, Cast],
) -> None:
    town, _ = both
    absent = client_of(somebody()).get("/towns/nothing/")
    for person in (somebody(), somebody(inspector=town)):
        for address in (PAGE, "/towns/figures.csv", "/towns/figures.xlsx"):
            assert client_of(person).get(address).status_code == absent.status_code == 404
    answer = Client().get(PAGE)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=")


def test_it_asks_for_the_second_factor_and_is_kept_nowhere(
    both: tuple[Cast, Cast], settings: Any
) -> None:
    client = client_of(somebody(overseer=both[0]))
    assert "no-store" in client.get(PAGE)["Cache-Control"]
    settings.OUTFALL_REQUIRE_MFA = True
    for address in (PAGE, "/towns/figures.csv"):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_index"))


def test_a_role_that_ends_takes_the_town_away_at_once(
    both: tuple[Cast, Cast], monkeypatch: pytest.MonkeyPatch
) -> None:
    town, city = both
    person = somebody()
    give(person, "overseer", town)
    held = give(person, "overseer", city)
    client = client_of(person)
    assert b"City of Example" in client.get(PAGE).content
    with city.scope():
        held.until = TODAY - timedelta(days=1)
        held.save()
    answer = client.get(PAGE)
    assert b"Town of Example" in answer.content
    assert b"City of Example" not in answer.content
    # The control: whoever asked for memberships and not for their days would show it still.
    monkeypatch.setattr(oversight, "roles_of", lambda *_: frozenset({"overseer"}))
    assert b"City of Example" in client.get(PAGE).content


def test_a_role_that_has_not_begun_shows_nothing(both: tuple[Cast, Cast]) -> None:
    person = somebody()
    give(person, "overseer", both[0], since=TODAY + timedelta(days=1))
    assert seen(person) == {}


def test_outside_of_a_scope_there_are_no_figures(both: tuple[Cast, Cast]) -> None:
    with pytest.raises(scope.NoTown):
        oversight.figures(both[0].town, frozenset({"overseer"}), TODAY)


def test_without_the_filter_of_the_scope_towns_would_be_mixed(
    both: tuple[Cast, Cast], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a forgotten filter would add the other town's cases; PostgreSQL keeps them."""

    def every(self: Any) -> models.QuerySet[Case]:
        return models.Manager.get_queryset(self)

    person = somebody(overseer=both[0])
    assert seen(person)["example"].open == 2
    monkeypatch.setattr(CaseManager, "get_queryset", every)
    kept = connection.vendor == "postgresql"
    assert seen(person)["example"].open == (2 if kept else 3)


def test_an_overseer_is_led_into_no_town_and_let_into_none(both: tuple[Cast, Cast]) -> None:
    town, city = both
    person = somebody(overseer=town)
    client = client_of(person)
    assert 'href="/example/' not in client.get(PAGE).content.decode()
    for page in ("", "cases/", "cases/export.csv", "money/", "reports/", "settings/people/"):
        assert client.get(f"/example/{page}").status_code == 403
    give(person, "supervisor", city)
    text = client.get(PAGE).content.decode()
    assert 'href="/city/cases/?stage=' in text
    assert 'href="/example/' not in text
    home = client.get("/").content.decode()
    assert 'href="/city/"' in home
    assert 'href="/example/"' not in home
    assert 'href="/towns/figures/"' in home


def test_the_table_to_take_away_says_the_same(both: tuple[Cast, Cast]) -> None:
    person = somebody()
    for cast in both:
        give(person, "auditor", cast)
    client = client_of(person)
    text = client.get("/towns/figures.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    found = seen(person)
    assert [row["Town"] for row in rows] == [one.town.name for one in found.values()]
    for row, one in zip(rows, found.values(), strict=True):
        assert row["On"] == one.today.isoformat()
        assert row["Open cases by where they stand: Open"] == str(one.open)
        assert row["Money: Owed"] == f"{one.owed // 100}.{one.owed % 100:02}"
        assert row["Money: Could be imposed"] == f"{one.could // 100}.{one.could % 100:02}"
    answer = client.get("/towns/figures.xlsx")
    assert answer["Content-Disposition"].endswith('several-towns-2026-06-15.xlsx"')
    assert answer.content[:2] == b"PK"
    assert client.get("/towns/figures.exe").status_code == 404


def test_an_administrator_gives_the_role_and_ends_it(
    both: tuple[Cast, Cast], settings: Any
) -> None:
    town, _ = both
    administrator = town.client("administrator")
    form = {"key": str(uuid.uuid4()), "name": "Casey Example", "email": "casey@county.example.gov"}
    form |= {"since": TODAY.isoformat()}
    sent = administrator.post("/example/settings/people/", {**form, "roles": ["overseer"]})
    assert sent.status_code == 302
    person = Person.objects.get(email="casey@county.example.gov")
    client = client_of(person)
    answer = client.get("/", follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert b"Town of Example" in answer.content
    with town.scope():
        held = Membership.objects.get(person=person)
    ended = {"act": "end", "key": str(uuid.uuid4()), "held": str(held.pk)}
    ended["until"] = TODAY.isoformat()
    assert administrator.post(f"/example/settings/people/{person.pk}/", ended).status_code == 302
    assert client.get(PAGE).status_code == 200
    settings.OUTFALL_TODAY = (TODAY + timedelta(days=1)).isoformat()
    assert client.get(PAGE).status_code == 404


def test_the_reports_lead_there_where_there_are_several(both: tuple[Cast, Cast]) -> None:
    town, city = both
    person = somebody(supervisor=town)
    client = client_of(person)
    assert PAGE not in client.get("/example/reports/").content.decode()
    give(person, "auditor", city)
    assert PAGE in client.get("/example/reports/").content.decode()


def _signed_in(live_office: Office, page: Page) -> None:
    with live_office.database.here():
        person = somebody()
        for cast in towns():
            give(person, "overseer", cast)
        cookie = client_of(person).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_office.at()}])
    page.goto(live_office.at("/"))


@pytest.mark.parametrize("script", [True, False])
def test_it_can_be_used_by_everybody_on_every_screen(
    script: bool, live_office: Office, browse: Browse
) -> None:
    page = browse(java_script_enabled=script)
    _signed_in(live_office, page)
    assert page.url == live_office.at(PAGE)
    row = page.get_by_role("table", name="Money").get_by_role("row", name="City of Example")
    assert "$61.25" in row.inner_text()
    if not script:
        return
    assert axe(page) == ""
    for screen_of in NARROW.values():
        page.set_viewport_size({"width": screen_of["width"], "height": screen_of["height"]})
        assert page.evaluate(STICKING_OUT) == []
        assert axe(page) == ""
        assert row.get_by_role("cell").filter(has_text="$61.25").count() == 1
