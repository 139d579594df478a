"""Choosing a paper: duties first, what is open today, and what each other one waits for."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings
from tests.web.cast import Cast, found_town
from tests.web.paperwork import FOUND, TODAY, issue, url, words

from outfall.papers.catalog import PAPERS
from outfall.web.casework import drafting
from outfall.web.casework.models import Case

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_TODAY = TODAY.isoformat()
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


@pytest.fixture
def case(cast: Cast) -> Case:
    return cast.case(FOUND)


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
