"""A title company asks what pays a case off on a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.money_cases import on_day, words, worked

from outfall.law.assess import assess
from outfall.law.words import dollars
from outfall.web.casework import assembling, ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def city(settings: Any) -> Cast:
    on_day(settings, "2026-06-15")
    return found_town("city", pack="city-9-3-12", name="City of Example")


def account(cast: Cast, case: Any, on: date) -> Any:
    with cast.scope():
        found = assembling.assemble(case, cast.town)
        return assess(found.law, found.case, on).account


def test_the_payoff_of_a_day_is_the_laws_own_figure(city: Cast) -> None:
    case = worked(city, "city-dock")
    for day in (date(2026, 4, 10), date(2026, 6, 15), date(2026, 12, 31)):
        page = city.client("finance").get(f"/city/cases/{case.number}/payoff/?on={day}")
        then = account(city, case, day)
        text = words(page)
        assert f"pays off case {case.number}" in text
        assert dollars(then.owed) in text
        assert dollars(then.per_diem) in text


def test_later_days_are_exact_and_no_multiple_of_the_per_diem(city: Cast) -> None:
    case = worked(city, "city-dock")
    with city.scope():
        found = assembling.assemble(case, city.town)
        payoff = ledger.payoff(found.case, found.law, date(2026, 6, 15))
    for later in payoff.later:
        assert later.owed == account(city, case, later.on).owed
    sixty = payoff.later[-1]
    assert sixty.on == date(2026, 8, 14)
    assert sixty.owed != payoff.account.owed + 60 * payoff.account.per_diem


def test_it_says_until_when_the_per_diem_holds(city: Cast) -> None:
    case = worked(city, "city-dock", until="2026-04-03")
    with city.scope():
        found = assembling.assemble(case, city.town)
        before = ledger.payoff(found.case, found.law, date(2026, 4, 3))
        steady = ledger.payoff(found.case, found.law, date(2026, 6, 15))
    assert before.holds_until == date(2026, 4, 3) or before.changes is None
    assert steady.changes is None
    assert steady.holds_until == date(2026, 6, 15) + timedelta(days=ledger.LOOKED_AHEAD)


def test_a_day_on_which_interest_begins_ends_the_statement(city: Cast) -> None:
    case = city.case(
        {"event": "violation_observed", "date": "2026-06-01", "kind": "discharge", "danger": True},
        {"event": "cost_recorded", "date": "2026-06-05", "amount": "3650.00", "kind": "abatement"},
        lenient=True,
    )
    with city.scope():
        found = assembling.assemble(case, city.town)
        payoff = ledger.payoff(found.case, found.law, date(2026, 6, 15))
    assert payoff.account.per_diem == 0
    assert payoff.changes is not None
    assert account(city, case, payoff.holds_until).owed == 365000
    assert account(city, case, payoff.holds_until + timedelta(days=1)).owed > 365000
    text = words(city.client("finance").get(f"/city/cases/{case.number}/payoff/"))
    assert "No interest runs through" in text


def test_it_tells_what_is_not_in_the_figure(city: Cast) -> None:
    case = worked(city, "city-dock")
    text = words(city.client("finance").get(f"/city/cases/{case.number}/payoff/"))
    assert "Not in this figure" in text
    assert "this letter is no release" in text
    assert "Receiver of Taxes" in text


@pytest.mark.parametrize(
    ("asked", "says"),
    [("June", "This is no day"), ("", "required"), ("3026-01-01", "within 20 years")],
)
def test_a_day_that_is_none_is_refused_at_its_field(city: Cast, asked: str, says: str) -> None:
    case = worked(city, "city-dock")
    page = city.client("finance").get(f"/city/cases/{case.number}/payoff/?on={asked}")
    assert page.status_code == 422
    assert says in words(page)
    assert "$7,770.11" in words(page)  # today's figure stands


def test_a_case_that_is_paid_off_owes_nothing(settings: Any) -> None:
    on_day(settings, "2026-10-12")
    town = found_town("example")
    case = worked(town, "webster-basin")
    text = words(town.client("finance").get(f"/example/cases/{case.number}/payoff/"))
    assert "$0.00 pays off case W-2026-088" in text
    assert "No lien of this case is on record" in text


def test_a_stranger_gets_no_payoff(city: Cast, client: Any) -> None:
    case = worked(city, "city-dock")
    assert client.get(f"/city/cases/{case.number}/payoff/").status_code == 302
    other = found_town("other")
    assert other.client("finance").get(f"/city/cases/{case.number}/payoff/").status_code == 404
