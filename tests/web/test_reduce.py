"""Something is taken off an account: from one part, with a reason, by two people."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.money_cases import kinds_of, on_day, words, worked

from outfall.web.casework import proposing
from outfall.web.casework.models import Case, Entry, Proposal

pytestmark = pytest.mark.django_db
ADDRESS = "/city/cases/C-1/acts/reduced/"


@pytest.fixture
def city(settings: Any) -> Cast:
    on_day(settings, "2026-06-15")
    return found_town("city", pack="city-9-3-12", name="City of Example")


@pytest.fixture
def case(city: Cast) -> Case:
    return worked(city, "city-dock", until="2026-06-01", number="C-1")


def ask(city: Cast, case: Case, role: str = "finance", **said: str) -> Any:
    sent = {
        "key": "reduce-once", "based_on": str(case.length), "date": "2026-06-12",
        "part": "penalty", "amount": "4500.00", "why": "prompt repair", "save": "1", **said,
    }  # fmt: skip
    return city.client(role).post(ADDRESS, sent)


def test_one_person_alone_reduces_nothing(city: Cast, case: Case) -> None:
    done = ask(city, case)
    assert done.status_code == 302
    assert "reduced" not in kinds_of(city, case)
    with city.scope():
        waiting = Proposal.objects.get(case=case)
    assert (waiting.kind, waiting.by.email) == ("reduced", "finance@city.example.gov")
    text = words(city.client("finance").get("/city/cases/C-1/money/"))
    assert "Reduction or waiver of the penalty, $4,500.00" in text
    assert "prompt repair" in text


def test_who_proposed_it_can_not_approve_it(city: Cast, case: Case) -> None:
    ask(city, case)
    with city.scope():
        waiting = Proposal.objects.get(case=case)
    address = f"/city/cases/C-1/proposals/{waiting.pk}/"
    page = city.client("finance").get(address)
    assert "Somebody else has to look at it" in words(page)
    assert "reduced" not in kinds_of(city, case)


def test_with_a_second_person_it_comes_off_its_own_part(city: Cast, case: Case) -> None:
    ask(city, case)
    with city.scope():
        waiting = Proposal.objects.get(case=case)
        proposing.approve(waiting, city.people["attorney"], frozenset({"attorney"}), city.town)
        content = json.loads(Entry.objects.filter(case=case).latest("case_n").content)
    assert content["by"]["name"] == "Finance Example"
    assert content["second"]["name"] == "Attorney Example"
    text = words(city.client("finance").get("/city/cases/C-1/money/"))
    assert "Reduced or waived -$4,500.00 -$140.00 $0.00 $0.00 -$4,640.00" in text


def test_more_than_is_owed_of_the_part_is_refused_with_the_reason(city: Cast, case: Case) -> None:
    page = ask(city, case, amount="9000.01")
    assert page.status_code == 422
    assert "more than is owed of the penalty" in words(page)
    with city.scope():
        assert not Proposal.objects.exists()


def test_a_part_has_to_be_named(city: Cast, case: Case) -> None:
    page = ask(city, case, part="everything", amount="")
    assert page.status_code == 422
    assert {"part", "amount"} <= set(page.context["form"].errors)


@pytest.mark.parametrize("role", ["inspector", "hearing_officer", "auditor", "permit_clerk"])
def test_other_roles_reduce_nothing(city: Cast, case: Case, role: str) -> None:
    assert ask(city, case, role).status_code == 403
    with city.scope():
        assert not Proposal.objects.exists()
