"""Whoever may be the second person is written to, once; whoever proposed is told what became of it.

The control is what a letter would carry if it told the act itself: the party and the reason.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.core import mail
from tests.web.cast import Cast, found_town
from tests.web.paperwork import approvals, words
from tests.web.test_approve import PAPER, case, cast, decide, proposed, waived

from outfall.web import permissions
from outfall.web.casework import drafting, proposing
from outfall.web.casework.models import Case, Proposal
from outfall.web.jobs import outbox
from outfall.web.jobs.models import Message
from outfall.web.towns.models import Membership, Person

__all__ = ["case", "cast", "proposed"]
pytestmark = pytest.mark.django_db
ORIGIN = "https://stormwater.example.gov"
OF_THE_PARTY = ("Example Holdings", "12 Example Lane", "1 Test Street", "hardship")


def letters(cast: Cast) -> list[Message]:
    with cast.scope():
        return list(Message.objects.order_by("pk"))


def asked(cast: Cast) -> set[str]:
    """The roles of those who were asked to decide."""
    role_of = {person.email: role for role, person in cast.people.items()}
    return {role_of[m.to] for m in letters(cast) if "second person" in m.subject}


def test_those_who_may_record_it_are_asked_and_not_whoever_proposed_it(
    cast: Cast, case: Case
) -> None:
    waived(cast, case, "finance")
    assert asked(cast) == permissions.ENTRIES["reduced"] - {"finance"}


def test_of_a_paper_those_are_asked_who_may_issue_it(cast: Cast, proposed: Proposal) -> None:
    assert asked(cast) == {"supervisor", "attorney"}
    assert all(drafting.plain_title(PAPER) in letter.text for letter in letters(cast))


def test_an_auditor_and_whoever_has_left_are_not_asked(cast: Cast, case: Case) -> None:
    gone, shut = cast.people["attorney"], cast.people["supervisor"]
    with cast.scope():
        Membership.objects.filter(person=gone).update(until=date(2026, 5, 20))
        Person.objects.filter(pk=shut.pk).update(is_active=False)
        new = Membership(person=cast.people["auditor"], role="auditor", since=date(2026, 5, 1))
        new.save()
    waived(cast, case, "finance")
    assert asked(cast) == set()


def test_somebody_with_two_roles_has_one_letter(cast: Cast, case: Case) -> None:
    person = cast.people["attorney"]
    with cast.scope():
        Membership(person=person, role="supervisor", since=date(2026, 5, 1)).save()
    waived(cast, case)
    assert [m.to for m in letters(cast)].count(person.email) == 1


def test_the_letter_leads_to_the_proposal(cast: Cast, case: Case, settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = [ORIGIN]
    proposal = waived(cast, case)
    link = next(line for line in letters(cast)[0].text.splitlines() if line.startswith(ORIGIN))
    page = cast.client().get(link.removeprefix(ORIGIN))
    assert page.status_code == 200
    assert page.context["proposal"].pk == proposal.pk


def test_without_an_address_of_the_office_the_letter_names_the_page(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    at = f"/{cast.town.slug}/cases/{case.number}/proposals/{proposal.pk}/"
    assert all(f"\n{at}\n" in letter.text for letter in letters(cast))


@pytest.mark.parametrize("sent", [{"approve": "1"}, {"back": "1", "why": "Ask Sam Secret first."}])
def test_no_letter_says_anything_of_the_case(cast: Cast, case: Case, sent: dict[str, str]) -> None:
    proposal = waived(cast, case)
    decide(cast, case, proposal, "supervisor", **sent)
    for letter in letters(cast):
        for said in (*OF_THE_PARTY, "Secret", "50.00"):
            assert said not in letter.text + letter.subject
    shown = words(cast.client().get(f"/{cast.town.slug}/cases/{case.number}/"))
    assert OF_THE_PARTY[0] in shown
    assert "hardship" in json.dumps(proposal.body)


def test_proposed_twice_nobody_is_asked_twice(cast: Cast, case: Case) -> None:
    waived(cast, case)
    before = len(letters(cast))
    waived(cast, case)
    assert len(letters(cast)) == before > 1


def test_whoever_proposed_it_is_told_of_the_approval_once(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    for _ in range(2):
        with cast.scope():
            roles = frozenset({"supervisor"})
            proposing.approve(proposal, cast.people["supervisor"], roles, cast.town)
    own = [m for m in letters(cast) if m.to == cast.people["finance"].email]
    assert len(own) == 1
    assert "was approved" in own[0].subject
    assert cast.people["supervisor"].name in own[0].text
    assert "It is on the record" in own[0].text


def test_and_of_being_sent_back(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    page = decide(cast, case, proposal, "supervisor", back="1", why="Name the reason.")
    assert page.status_code == 302
    (own,) = (m for m in letters(cast) if m.to == cast.people["finance"].email)
    assert "was sent back" in own.subject
    assert "The reason stands on its page" in own.text


def test_an_approval_that_is_refused_tells_nobody(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    before = len(letters(cast))
    page = decide(cast, case, proposal, "inspector", approve="1")
    assert page.status_code == 422
    assert len(letters(cast)) == before


def test_whose_account_is_closed_is_told_nothing(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    person = cast.people["finance"]
    Person.objects.filter(pk=person.pk).update(is_active=False)
    decide(cast, case, proposal, "supervisor", back="1", why="Who is this for?")
    assert person.email not in {m.to for m in letters(cast)}


def test_the_letters_leave_with_the_outbox_and_only_of_this_town(cast: Cast, case: Case) -> None:
    other = found_town("other", name="Town of Other")
    approvals(other, entries=("paid",))
    waived(cast, case)
    laid = len(letters(cast))
    mail.outbox = []
    assert outbox.drain() == outbox.Count(sent=laid)
    assert outbox.drain() == outbox.Count()
    assert {m.to[0] for m in mail.outbox} <= {p.email for p in cast.people.values()}
    assert letters(other) == []


def test_todays_page_shows_what_waits(cast: Cast, case: Case) -> None:
    proposal = waived(cast, case)
    page = cast.client().get(f"/{cast.town.slug}/")
    assert f"/cases/{case.number}/proposals/{proposal.pk}/" in page.content.decode()
