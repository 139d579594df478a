"""Somebody opens the ledger of a case: each part in a column of its own, to the cent."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.money_cases import on_day, words, worked

from outfall.law.assess import assess
from outfall.web.casework import assembling, ledger, proposing
from outfall.web.casework.models import Entry
from outfall.web.towns.founding import set_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def city(settings: Any) -> Cast:
    on_day(settings, "2026-06-15")
    return found_town("city", pack="city-9-3-12", name="City of Example")


@pytest.fixture
def town(settings: Any) -> Cast:
    on_day(settings, "2026-05-12")
    return found_town("example")


def lines(cast: Cast, case: Any, on: date) -> tuple[list[ledger.Line], Any]:
    with cast.scope():
        found = assembling.assemble(case, cast.town)
        standing = assess(found.law, found.case, on)
        return ledger.lines_of(case, found.case, found.law, standing), standing.account


@pytest.mark.parametrize("name", ["city-dock", "city-creek"])
@pytest.mark.parametrize(
    "day", [date(2026, 4, 7), date(2026, 5, 4), date(2026, 6, 15), date(2027, 1, 31)]
)
def test_each_column_adds_up_to_what_the_law_says_is_owed_of_it(
    city: Cast, name: str, day: date
) -> None:
    found, account = lines(city, worked(city, name), day)
    parts = ledger.parts_of(account)
    for place, part in enumerate(ledger.shown_parts(account)):
        assert sum(line.cells[place].cents for line in found) == parts[part].owed
    assert not found or found[-1].owed == account.owed


def test_a_protest_carried_back_over_a_payment_still_adds_up(city: Cast) -> None:
    case = worked(city, "city-dock", until="2026-04-20")
    city.record(case, {"event": "paid", "date": "2026-04-25", "amount": "6500.00"})
    city.record(case, {"event": "protest_decided", "date": "2026-05-04", "amount": "6000.00"})
    found, account = lines(city, case, date(2026, 6, 15))
    cost = ledger.shown_parts(account).index("cost")
    assert sum(line.cells[cost].cents for line in found) == account.part("cost").owed
    assert sum(sum(cell.cents for cell in line.cells) for line in found) == account.owed


def test_the_page_shows_each_entry_with_its_paragraph_and_the_plan(city: Cast) -> None:
    case = worked(city, "city-dock")
    page = city.client("finance").get(f"/city/cases/{case.number}/money/")
    assert page.status_code == 200
    text = words(page)
    for told in (
        "Penalty",
        "Cost",
        "Fee",
        "Interest",
        "prompt repair of the dock",
        "§ J",
        "§ D.2.b",
    ):
        assert told in text
    assert "-$4,500.00" in text
    assert "Payment plan" in text
    assert text.count("to come") == 3
    assert "Owed $7,770.11" in text


def test_a_reduction_takes_from_its_own_part_and_from_no_other(city: Cast) -> None:
    found, account = lines(city, worked(city, "city-dock"), date(2026, 6, 15))
    reduced = next(line for line in found if line.kind == "reduced")
    moved = {cell.part: cell.cents for cell in reduced.cells if cell.cents}
    assert moved == {"penalty": -450000}
    assert account.part("cost").reduced == 14000  # by the protest, and by nothing else


def test_half_of_a_penalty_forgiven_leaves_the_cost_whole(city: Cast) -> None:
    case = worked(city, "city-dock", until="2026-04-02")
    city.record(
        case,
        {"event": "cost_recorded", "date": "2026-04-03", "amount": "102.18", "kind": "abatement"},
        {"event": "penalty_assessed", "date": "2026-04-06", "amount": "850.00"},
        {
            "event": "reduced",
            "date": "2026-04-10",
            "part": "penalty",
            "amount": "425.00",
            "why": "first offense",
        },
    )
    _, account = lines(city, case, date(2026, 4, 10))
    assert account.part("penalty").owed + account.part("cost").owed == 52718
    assert round(952.18 / 2 * 100) == 47609  # halving the sum would be wrong


def test_shares_of_a_cost_add_up_to_it(town: Cast) -> None:
    with town.scope():
        set_topic("policy", {"costs_borne_by": "beneficial_users"}, town.actor("administrator"))
    case = worked(town, "webster-basin", until="2026-04-24")
    page = town.client("finance").get(f"/example/cases/{case.number}/money/")
    text = words(page)
    assert "Lot 1 Owners 1 $2,166.75" in text
    assert "Lot 2 Owners 2 $4,333.50" in text
    with town.scope():
        found = assembling.assemble(case, town.town)
        account = assess(found.law, found.case, date(2026, 5, 12)).account
    assert sum(cents for _, cents in account.allocation) == 650025


def test_acts_that_are_open_are_links_and_the_others_say_what_they_wait_for(town: Cast) -> None:
    case = worked(town, "webster-basin", until="2026-04-24")
    page = town.client("finance").get(f"/example/cases/{case.number}/money/")
    body, text = page.content.decode(), words(page)
    for kind in ("cost_recorded", "lien_recorded", "certified_to_tax_roll", "reduced", "paid"):
        assert f'href="/example/cases/{case.number}/acts/{kind}/"' in body
    assert f'href="/example/cases/{case.number}/acts/plan_agreed/"' not in body
    assert "provides for no payment plan" in text
    assert "no lien is on record" in text
    assert "gives no such power" in text  # the town's code knows no civil penalty


def test_whoever_may_not_record_sees_who_does(town: Cast) -> None:
    case = worked(town, "webster-basin", until="2026-04-24")
    page = town.client("auditor").get(f"/example/cases/{case.number}/money/")
    assert f"/cases/{case.number}/acts/" not in page.content.decode()
    assert "Recorded by attorney, finance, supervisor" in words(page)


def test_a_reduction_that_waits_is_shown_and_counts_for_nothing(city: Cast) -> None:
    case = worked(city, "city-dock")
    body = {
        "event": "reduced",
        "date": "2026-06-12",
        "part": "penalty",
        "amount": "1000.00",
        "why": "hardship",
    }
    with city.scope():
        proposing.propose(
            case, "reduced", body, by=city.people["finance"], key="one", based_on=case.length
        )
    text = words(city.client("finance").get(f"/city/cases/{case.number}/money/"))
    assert "Reduction or waiver of the penalty, $1,000.00" in text
    assert "hardship" in text
    assert "Owed $7,770.11" in text


def test_a_reduction_approved_by_a_second_person_names_both(city: Cast) -> None:
    case = worked(city, "city-dock")
    body = {
        "event": "reduced",
        "date": "2026-06-12",
        "part": "penalty",
        "amount": "1000.00",
        "why": "hardship",
    }
    with city.scope():
        waiting = proposing.propose(
            case, "reduced", body, by=city.people["finance"], key="one", based_on=case.length
        )
        proposing.approve(waiting, city.people["attorney"], frozenset({"attorney"}), city.town)
    text = words(city.client("finance").get(f"/city/cases/{case.number}/money/"))
    assert "Finance Example; approved by Attorney Example" in text
    assert "Owed $6,770.11" in text


def test_an_entry_that_was_voided_is_in_no_column(city: Cast) -> None:
    case = worked(city, "city-dock")
    with city.scope():
        paid = Entry.objects.get(case=case, kind="paid")
    city.record(
        case,
        {"event": "voided", "date": "2026-06-14", "entry": f"e{paid.case_n}", "why": "bounced"},
    )
    found, account = lines(city, case, date(2026, 6, 15))
    assert not [line for line in found if line.kind == "paid"]
    assert account.paid == 0


def test_the_ledger_is_shown_as_of_another_day(city: Cast) -> None:
    case = worked(city, "city-dock")
    text = words(city.client("finance").get(f"/city/cases/{case.number}/money/?on=2026-04-10"))
    assert "as of another day than today" in text
    assert "Owed $15,5" in text


def test_another_towns_case_is_not_there(city: Cast, town: Cast) -> None:
    case = worked(city, "city-dock")
    assert town.client("finance").get(f"/example/cases/{case.number}/money/").status_code == 404
    assert town.client("finance").get(f"/city/cases/{case.number}/money/").status_code == 404


def test_a_case_without_money_says_so(town: Cast) -> None:
    case = town.case({"event": "violation_observed", "date": "2026-05-01", "kind": "maintenance"})
    text = words(town.client("inspector").get(f"/example/cases/{case.number}/money/"))
    assert "Nothing was charged in this case" in text


def test_the_ledger_asks_the_same_few_queries_however_long_it_is(
    city: Cast, django_assert_max_num_queries: Any
) -> None:
    case = worked(city, "city-dock")
    for n in range(20):
        city.record(case, {"event": "fee_charged", "date": "2026-06-12", "amount": f"{n + 1}.00"})
    client = city.client("finance")
    with django_assert_max_num_queries(16):
        assert client.get(f"/city/cases/{case.number}/money/").status_code == 200


def test_a_payment_takes_off_what_was_paid_and_not_a_cent_more(city: Cast) -> None:
    case = worked(city, "city-dock")
    found, _ = lines(city, case, date(2026, 6, 15))
    paid = next(line for line in found if line.kind == "paid")
    moved = {cell.part: cell.cents for cell in paid.cells if cell.cents}
    assert moved == {"cost": -313793, "interest": -6207}
    assert sum(moved.values()) == -320000


def test_what_is_owed_after_each_line_is_the_line_before_and_its_own(city: Cast) -> None:
    found, account = lines(city, worked(city, "city-dock"), date(2026, 6, 15))
    owed = 0
    for line in found:
        owed += sum(cell.cents for cell in line.cells)
        assert line.owed == owed
    assert owed == account.owed


def test_interest_runs_from_the_first_charge_and_not_from_an_earlier_decision(city: Cast) -> None:
    found, _ = lines(city, worked(city, "city-dock"), date(2026, 6, 15))
    assert [line.kind for line in found[:3]] == ["cost_recorded", "cost_recorded", "interest"]
    assert found[2].text == "Interest that ran from Apr 3, 2026 to Apr 6, 2026"
    assert found[2].cells[-1].cents == 430  # four days of 6 % a year on $6,540.00
