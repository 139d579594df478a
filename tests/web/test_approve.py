"""The second person: nobody approves their own act, and both names stand in the entry."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.paperwork import (
    FOUND,
    NOTICE,
    TODAY,
    approvals,
    cast,
    draft,
    entries,
    filled,
    text_of,
    url,
    words,
)

from outfall.web.casework import proposing, recording, storing
from outfall.web.casework.models import Case, Proposal, StoredFile
from outfall.web.towns.models import Membership

__all__ = ["cast"]
pytestmark = pytest.mark.django_db
PAPER = "notice_of_violation"
WAIVED = {"date": "2026-05-21", "part": "cost", "amount": "50.00", "why": "hardship"}


@pytest.fixture
def case(cast: Cast) -> Case:
    cost = {"date": "2026-05-20", "event": "cost_recorded", "amount": "500.00"}
    return cast.case(FOUND, cost)


@pytest.fixture
def proposed(cast: Cast, case: Case) -> Proposal:
    """A notice that an inspector has proposed."""
    approvals(cast, PAPER)
    sent = draft(cast, case, PAPER, "inspector", **NOTICE, issue="1")
    page = cast.client("inspector").post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 302, words(page)
    with cast.scope():
        return Proposal.objects.get()


def waived(cast: Cast, case: Case, role: str = "finance") -> Proposal:
    """A waiver that somebody has proposed."""
    with cast.scope():
        return proposing.propose(
            case, "reduced", WAIVED, by=cast.people[role], key="k", based_on=case.length
        )


def decide(cast: Cast, case: Case, proposal: Proposal, role: str, **sent: str) -> Any:
    """The form of a decision, sent."""
    at = url(cast, case, "proposal", proposal.pk)
    client = cast.client(role)
    return client.post(at, filled(client.get(at), **sent))


def test_reductions_always_want_a_second_person_and_others_as_the_town_says() -> None:
    assert proposing.needs_second("reduced", "", {"entries": [], "papers": []})
    assert not proposing.needs_second("paid", "", {"entries": ["reduced"], "papers": []})
    assert proposing.needs_second("paid", "", {"entries": ["paid"]})
    assert proposing.needs_second("notice_issued", PAPER, {"papers": [PAPER]})
    assert proposing.needs_second("notice_issued", PAPER, {"approvals": {"papers": [PAPER]}})
    assert not proposing.needs_second("notice_issued", "cost_notice", {"papers": [PAPER]})


def test_issuing_makes_a_proposal_and_no_entry(cast: Cast, case: Case, proposed: Proposal) -> None:
    assert len(entries(cast, case)) == case.length
    assert (proposed.kind, proposed.paper, proposed.state) == ("notice_issued", PAPER, "waiting")
    with cast.scope():
        assert not StoredFile.objects.exists()


def test_sent_twice_it_is_one_proposal(cast: Cast, case: Case) -> None:
    first, second = waived(cast, case), waived(cast, case)
    assert first.pk == second.pk


def test_another_person_approves_and_both_names_stand(
    cast: Cast, case: Case, proposed: Proposal
) -> None:
    page = decide(cast, case, proposed, "supervisor", approve="1")
    assert page.status_code == 302, words(page)
    added = entries(cast, case)[case.length :]
    assert [entry.kind for entry in added] == ["notice_issued", "office.file"]
    for entry in added:
        content = json.loads(entry.content)
        assert content["by"]["name"] == cast.people["inspector"].name
        assert content["by"]["role"] == "inspector"
        assert content["second"]["name"] == cast.people["supervisor"].name
        assert content["second"]["role"] == "supervisor"
    with cast.scope():
        file = StoredFile.objects.get(kind="paper")
        assert Proposal.objects.get().state == "approved"
    assert "Put up a silt fence" in text_of(storing.fetch(cast.town.slug, file.sha256))
    shown = cast.client().get(url(cast, case, "paper", file.pk))
    assert f"approved by {cast.people['supervisor'].name}" in words(shown)


def test_nobody_approves_their_own(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case, "supervisor")
    page = cast.client("supervisor").get(url(cast, case, "proposal", proposal.pk))
    assert "You proposed this yourself" in words(page)
    assert "Approve it" not in words(page)
    page = decide(cast, case, proposal, "supervisor", approve="1")
    assert page.status_code == 422
    assert "You proposed this yourself" in words(page)
    assert len(entries(cast, case)) == case.length


def test_nor_with_a_second_role(cast: Cast, case: Case) -> None:
    with cast.scope():
        person = cast.people["finance"]
        Membership.objects.create(
            person=person, role="attorney", since=date(2020, 1, 1), town=cast.town
        )
    proposal = waived(cast, case)
    page = decide(cast, case, proposal, "finance", approve="1")
    assert page.status_code == 422
    assert len(entries(cast, case)) == case.length


def test_a_role_that_may_not_record_it_does_not_approve_it(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    page = decide(cast, case, proposal, "inspector", approve="1")
    assert page.status_code == 422
    assert "Your role may not record this" in words(page)
    at = url(cast, case, "proposal", proposal.pk)
    assert cast.client("auditor").post(at, {"approve": "1"}).status_code == 403
    assert cast.client("auditor").get(at).status_code == 200
    assert len(entries(cast, case)) == case.length


def test_whoever_lost_the_role_proposes_no_more(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    with cast.scope():
        Membership.objects.filter(person=cast.people["finance"]).update(until=date(2026, 5, 20))
    page = decide(cast, case, proposal, "supervisor", approve="1")
    assert page.status_code == 422
    assert "holds no role any more" in words(page)
    assert len(entries(cast, case)) == case.length


def test_the_case_as_it_is_now_decides(cast: Cast, case: Case, proposed: Proposal) -> None:
    """The finding was voided meanwhile: nothing calls for the notice any more."""
    cast.record(case, {"event": "voided", "date": "2026-05-21", "entry": "e2", "why": "no site"})
    before = case.length
    text = words(cast.client().get(url(cast, case, "proposal", proposed.pk)))
    assert "The case has changed since it was proposed" in text
    assert "It can't be recorded as it stands" in text
    assert "no violation" in text
    assert "Approve it" not in text
    page = decide(cast, case, proposed, "supervisor", approve="1")
    assert page.status_code == 422
    assert len(entries(cast, case)) == before
    with cast.scope():
        assert Proposal.objects.get().state == "waiting"


def test_whoever_is_overtaken_while_looking_is_told(
    cast: Cast, case: Case, proposed: Proposal
) -> None:
    before = case.length
    at = url(cast, case, "proposal", proposed.pk)
    client = cast.client()
    sent = filled(client.get(at), approve="1")
    cast.record(case, {"event": "inspected", "date": "2026-05-21", "finding": "continuing"})
    page = client.post(at, sent)
    assert page.status_code == 422
    assert "Inspected again" in words(page)
    assert len(entries(cast, case)) == before + 1
    again = client.post(at, filled(page, approve="1"))
    assert again.status_code == 302
    assert len(entries(cast, case)) == before + 3


def test_what_is_not_permitted_any_more_is_refused_with_the_reason(cast: Cast, case: Case) -> None:
    approvals(cast, entries=("penalty_assessed",))
    with cast.scope():
        body = {"date": "2026-05-21", "amount": "100.00"}
        proposal = proposing.propose(
            case,
            "penalty_assessed",
            body,
            by=cast.people["attorney"],
            key="k",
            based_on=case.length,
        )
    page = decide(cast, case, proposal, "supervisor", approve="1")
    assert page.status_code == 422
    assert "It can't be recorded as it stands" in words(page)
    assert len(entries(cast, case)) == case.length
    with cast.scope():
        assert Proposal.objects.get().state == "waiting"


def test_approved_twice_it_is_recorded_once(cast: Cast, case: Case, proposed: Proposal) -> None:
    at = url(cast, case, "proposal", proposed.pk)
    client = cast.client()
    sent = filled(client.get(at), approve="1")
    assert client.post(at, sent).status_code == 302
    assert client.post(at, sent).status_code == 302
    assert len(entries(cast, case)) == case.length + 2


def test_two_people_approve_and_one_entry_comes_of_it(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    assert decide(cast, case, proposal, "supervisor", approve="1").status_code == 302
    with cast.scope(), pytest.raises(proposing.Decided):
        proposing.approve(proposal, cast.people["attorney"], frozenset({"attorney"}), cast.town)
    assert len(entries(cast, case)) == case.length + 1


def test_sent_back_with_a_reason_nothing_is_recorded(
    cast: Cast, case: Case, proposed: Proposal
) -> None:
    page = decide(cast, case, proposed, "supervisor", back="1")
    assert page.status_code == 422
    assert "Say why" in words(page)
    page = decide(cast, case, proposed, "supervisor", back="1", why="Name the street.")
    assert page.status_code == 302
    assert len(entries(cast, case)) == case.length
    client = cast.client("inspector")
    shown = client.get(url(cast, case, "proposal", proposed.pk))
    assert "Name the street." in words(shown)
    again = url(cast, case, "paper_draft", PAPER) + f"?again={proposed.pk}"
    assert again in shown.content.decode()
    assert "Put up a silt fence" in client.get(again).content.decode()


@pytest.mark.parametrize("role", ["finance", "attorney"])
def test_an_entry_that_was_sent_back_comes_with_all_that_was_said(
    cast: Cast, case: Case, role: str
) -> None:
    """Whoever proposed it need not type it again; for anybody else the form is empty."""
    proposal = waived(cast, case)
    decide(cast, case, proposal, "supervisor", back="1", why="Half of it.")
    shown = cast.client("finance").get(url(cast, case, "proposal", proposal.pk))
    again = shown.context["again"]
    assert f'href="{again}"' in shown.content.decode()
    assert f"again={proposal.pk}" in again
    page = cast.client(role).get(again)
    given = {name: page.context["form"][name].value() for name in WAIVED}
    assert (str(given["date"]), given["amount"], given["why"]) == (
        ("2026-05-21", "50.00", "hardship")
        if role == "finance"
        else (TODAY.isoformat(), None, None)
    )


def test_a_voiding_that_was_sent_back_comes_with_its_reason(cast: Cast, case: Case) -> None:
    body = {"date": "2026-05-21", "entry": "e2", "why": "It was next door."}
    with cast.scope():
        proposal = proposing.propose(
            case, "voided", body, by=cast.people["inspector"], key="k", based_on=case.length
        )
    decide(cast, case, proposal, "supervisor", back="1", why="Where then?")
    shown = cast.client("inspector").get(url(cast, case, "proposal", proposal.pk))
    page = cast.client("inspector").get(shown.context["again"])
    assert page.context["form"]["why"].value() == "It was next door."
    assert cast.client().get(url(cast, case, "proposal", proposal.pk)).context["again"] == ""


@pytest.mark.parametrize("asked", ["0", "999999", "x", "1" * 40, "²"])
def test_an_address_that_asks_for_no_proposal_shows_the_empty_form(
    cast: Cast, case: Case, asked: str
) -> None:
    page = cast.client("finance").get(url(cast, case, "act", "reduced"), {"again": asked})
    assert page.status_code == 200
    assert page.context["form"]["amount"].value() is None


def test_what_was_sent_back_is_not_approved_after(
    cast: Cast, case: Case, proposed: Proposal
) -> None:
    decide(cast, case, proposed, "supervisor", back="1", why="Name the street.")
    with cast.scope(), pytest.raises(proposing.Decided):
        proposing.approve(proposed, cast.people["supervisor"], frozenset({"supervisor"}), cast.town)


def test_the_draft_of_a_proposal_is_marked(cast: Cast, case: Case, proposed: Proposal) -> None:
    at = url(cast, case, "paper_preview", PAPER)
    page = cast.client().get(at, {"proposal": proposed.pk})
    assert page.headers["Content-Type"] == "application/pdf"
    assert "draft" in text_of(page.content).lower()
    assert cast.client().get(at, {"proposal": 999}).status_code == 404
    assert cast.client().get(at).status_code == 404


def test_the_list_shows_who_may_decide(cast: Cast, case: Case, proposed: Proposal) -> None:
    at = f"/{cast.town.slug}/proposals/"
    assert "may decide" in words(cast.client("supervisor").get(at))
    assert "proposed it" in words(cast.client("inspector").get(at))
    assert "another role decides" in words(cast.client("finance").get(at))
    assert "Nothing here" in words(cast.client().get(at, {"state": "approved"}))
    assert cast.client().get(at, {"state": "no"}).status_code == 404


def test_a_long_list_is_one_plan_of_questions(
    cast: Cast, case: Case, django_assert_max_num_queries: object
) -> None:
    with cast.scope():
        for n in range(60):
            proposing.propose(
                case,
                "reduced",
                {**WAIVED, "amount": f"{n + 1}.00"},
                by=cast.people["finance"],
                key=str(n),
                based_on=case.length,
            )
    client = cast.client()
    client.get(f"/{cast.town.slug}/proposals/")
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page = client.get(f"/{cast.town.slug}/proposals/")
    assert len(page.context["rows"]) == 50


def test_another_towns_proposal_is_not_there(cast: Cast, case: Case, proposed: Proposal) -> None:
    other = found_town("other", name="Town of Other")
    own = other.case(FOUND)
    assert other.client().get(url(other, own, "proposal", proposed.pk)).status_code == 404
    assert "Nothing here" in words(other.client().get(f"/{other.town.slug}/proposals/"))


def test_without_the_check_one_person_would_be_both(cast: Cast, case: Case) -> None:
    """The control: recording alone asks for no second person, so the office must."""
    with cast.scope():
        done = recording.record(
            case, [recording.New("reduced", WAIVED)], cast.actor("finance"), key="alone"
        )
    assert json.loads(done.entries[0].content)["second"] is None
