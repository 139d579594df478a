"""Choosing a paper: duties first, what is open today, and what each other one waits for."""

from __future__ import annotations

import pytest
from tests.web.cast import Cast, found_town
from tests.web.paperwork import FOUND, case, cast, issue, url, words

from outfall.papers.catalog import PAPERS
from outfall.web.casework import drafting
from outfall.web.casework.models import Case

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def test_a_paper_whose_power_is_open_is_a_link(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "paper_choose"))
    papers = page.context["papers"]
    shown = [*papers.must, *papers.may]
    assert "notice_of_violation" in {choice.paper for choice in shown}
    assert url(cast, case, "paper_draft", "notice_of_violation") in page.content.decode()


def test_a_paper_that_waits_says_for_what_under_which_paragraph(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "paper_choose"))
    waits = {choice.paper: choice for choice in page.context["papers"].waits}
    later = waits["cost_notice"]
    assert later.why
    assert later.cite
    assert f"Waits for: {later.why}" in words(page)
    assert url(cast, case, "paper_draft", "cost_notice") not in page.content.decode()


def test_every_paper_of_this_ordinance_is_there_once(cast: Cast, case: Case) -> None:
    papers = cast.client().get(url(cast, case, "paper_choose")).context["papers"]
    groups = (papers.must, papers.may, papers.of_day, papers.waits)
    shown = [choice.paper for group in groups for choice in group]
    assert len(shown) == len(set(shown))
    law = cast.client().get(url(cast, case, "paper_choose")).context["law"]
    known = {id for id, paper in PAPERS.items() if drafting.known(paper, law)}
    of_others = {
        id for id in known if not drafting.made_anew(PAPERS[id], law) and PAPERS[id].events
    }
    assert set(shown) == known - of_others
    assert of_others == {
        "appeal_receipt",
        "decision",
        "certificate_of_service",
        "declaration_of_service",
    }


LIEN = {"date": "2026-05-21", "event": "lien_recorded"}
COST = {"date": "2026-05-20", "event": "cost_recorded", "amount": "500.00"}


def offered(cast: Cast, case: Case) -> tuple[set[str], dict[str, str]]:
    """The papers that can be made today, and those that can't, with why."""
    papers = cast.client().get(url(cast, case, "paper_choose")).context["papers"]
    ways = {choice.paper for choice in (*papers.must, *papers.may)}
    return ways, {choice.paper: choice.why for choice in papers.waits}


def test_a_release_is_offered_only_where_a_lien_is_on_record(cast: Cast) -> None:
    ways, waits = offered(cast, cast.case(FOUND))
    assert "lien_release" not in ways
    assert waits["lien_release"] == "No lien is on record"
    ways, waits = offered(cast, cast.case(FOUND, COST, LIEN, lenient=True))
    assert "lien_release" in ways
    assert "lien_release" not in waits


def test_a_plan_is_offered_only_where_the_ordinance_has_one_and_money_is_owed() -> None:
    city = found_town("city", "city-9-3-12", name="City of Example")
    paid = {"date": "2026-05-21", "event": "paid", "amount": "500.00"}
    for events, says in (
        ((FOUND,), "Nothing is owed"),
        ((FOUND, COST, paid), "Nothing is owed"),
        ((FOUND, COST), ""),
    ):
        ways, waits = offered(city, city.case(*events, lenient=True))
        assert ("payment_plan" in ways) == (not says)
        assert waits.get("payment_plan", "") == says


def test_where_the_ordinance_has_no_plan_that_is_said(cast: Cast) -> None:
    case = cast.case(FOUND, COST, lenient=True)
    ways, waits = offered(cast, case)
    law = cast.client().get(url(cast, case, "paper_choose")).context["law"]
    assert ("payment_plan" in ways) == (law.plan is not None)
    assert "no payment plan" in waits.get("payment_plan", "no payment plan")


@pytest.mark.parametrize("events", [(FOUND,), (FOUND, COST, LIEN)])
def test_the_page_of_a_case_offers_them_by_the_same_rule(
    cast: Cast, events: tuple[dict[str, str], ...]
) -> None:
    case = cast.case(*events, lenient=True)
    page = cast.client().get(url(cast, case, "case")).content.decode()
    assert (url(cast, case, "act", "lien_released") in page) == (LIEN in events)
    assert url(cast, case, "act", "inspected") in page


def test_a_paper_of_another_ordinance_is_not(cast: Cast, case: Case) -> None:
    assert "warning_notice" not in words(cast.client().get(url(cast, case, "paper_choose")))
    assert cast.client().get(url(cast, case, "paper_draft", "warning_notice")).status_code == 404
    assert cast.client().get(url(cast, case, "paper_draft", "no_such_paper")).status_code == 404


def test_an_obligation_stands_before_all_else(cast: Cast) -> None:
    danger = {**FOUND, "kind": "maintenance", "danger": True}
    case = cast.case(danger)
    page = cast.client().get(url(cast, case, "paper_choose"))
    must = page.context["papers"].must
    duties = {choice.paper for choice in must}
    standing = page.context["papers"]
    assert duties, standing.may
    text = words(page)
    assert text.index("The town must send") < text.index("Can be made today")


def test_an_entry_on_record_makes_its_papers_until_they_are_issued(cast: Cast, case: Case) -> None:
    issue(cast, case)
    notice = {"event": "served", "instrument": "notice_of_violation", "method": "personal"}
    cast.record(case, {**notice, "date": "2026-05-21", "paper": {"server": "Sam Sample"}})
    found = cast.client().get(url(cast, case, "paper_choose")).context["papers"].recorded
    state = {(choice.paper, choice.issued) for choice in found}
    assert ("notice_of_violation", True) in state
    assert ("certificate_of_service", False) in state


def test_an_auditor_looks_and_makes_nothing(cast: Cast, case: Case) -> None:
    page = cast.client("auditor").get(url(cast, case, "paper_choose"))
    assert page.status_code == 200
    assert "Another role makes this paper." in words(page)
    assert (
        cast.client("auditor").get(url(cast, case, "paper_draft", "account_statement")).status_code
        == 403
    )


def test_a_clerk_makes_no_notice(cast: Cast, case: Case) -> None:
    draft = url(cast, case, "paper_draft", "notice_of_violation")
    assert cast.client("permit_clerk").get(draft).status_code == 403
    assert cast.client("inspector").get(draft).status_code == 200


def test_another_towns_case_is_not_there(cast: Cast, case: Case) -> None:
    other = found_town("other", name="Town of Other")
    for name, more in (("paper_choose", ()), ("paper_draft", ("account_statement",))):
        found = other.client().get(url(other, case, name, *more))
        assert found.status_code == 404


def test_a_paper_of_others_entries_asks_which(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "paper_draft", "appeal_receipt"))
    assert page.status_code == 200
    assert "No such entry is on record" in words(page)


def test_the_page_asks_the_same_number_of_questions_for_many_papers(
    cast: Cast, case: Case, django_assert_max_num_queries: object
) -> None:
    issue(cast, case)
    client = cast.client()
    client.get(url(cast, case, "paper_choose"))
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        client.get(url(cast, case, "paper_choose"))
