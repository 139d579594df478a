"""Somebody records what happened: the form, what it would change, and the entry."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from tests.web.cast import Cast, found_town

from outfall.law.events import EVENTS
from outfall.web import permissions
from outfall.web.casework.models import Case, Entry, Proposal

pytestmark = pytest.mark.django_db
FOUND = {
    "date": "2026-03-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence",
}
NOTICE = {
    "date": "2026-03-03",
    "event": "notice_issued",
    "instrument": "notice_of_violation",
    "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal"],
    "comply_by": "2026-03-31",
}
SERVED = {"date": "2026-03-05", "notice": "e3", "method": "personal"}


@pytest.fixture(autouse=True)
def day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-03-10"


@pytest.fixture
def cast() -> Cast:
    return found_town()


@pytest.fixture
def case(cast: Cast) -> Case:
    return cast.case(FOUND, NOTICE)


def page_of(cast: Cast, case: Case, kind: str) -> str:
    return reverse("act", args=[cast.town.slug, case.number, kind])


def sent(client: Client, url: str, **values: Any) -> Any:
    """The form of a page as a browser would send it, with these values typed in."""
    form = client.get(url)
    assert form.status_code == 200, form.content
    text = form.content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|based_on)" value="([^"]*)"', text))
    assert set(hidden) == {"key", "based_on"}
    return client.post(url, {**hidden, **values})


def kinds(cast: Cast, case: Case) -> list[str]:
    with cast.scope():
        found = Entry.objects.filter(case=case).order_by("case_n")
        return list(found.values_list("kind", flat=True))


def test_first_it_shows_what_changes_and_saves_nothing(cast: Cast, case: Case) -> None:
    before = kinds(cast, case)
    answer = sent(cast.client(), page_of(cast, case, "served"), **SERVED)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "What this changes" in text
    assert "Appeal starts for the party: last day Fri, Mar 20, 2026" in text
    assert "Save it on the record" in text
    assert kinds(cast, case) == before


def test_then_it_is_saved_once_with_who_did_it(cast: Cast, case: Case) -> None:
    client, url = cast.client("inspector"), page_of(cast, case, "served")
    answer = sent(client, url, **SERVED, save="1")
    assert answer.status_code == 302
    assert kinds(cast, case)[-1] == "served"
    with cast.scope():
        entry = Entry.objects.get(kind="served")
    assert entry.person == cast.people["inspector"]
    assert '"role":"inspector"' in entry.content
    assert '"method":"personal"' in entry.content


def test_a_double_click_is_one_entry(cast: Cast, case: Case) -> None:
    client, url = cast.client(), page_of(cast, case, "served")
    text = client.get(url).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|based_on)" value="([^"]*)"', text))
    for _ in range(3):
        answer = client.post(url, {**hidden, **SERVED, "save": "1"})
    assert answer.status_code == 302
    assert kinds(cast, case).count("served") == 1


def test_a_stale_form_is_told_what_came_between_and_keeps_what_was_typed(
    cast: Cast, case: Case
) -> None:
    client, url = cast.client(), page_of(cast, case, "served")
    text = client.get(url).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|based_on)" value="([^"]*)"', text))
    cast.record(case, {"date": "2026-03-04", "event": "inspected", "finding": "continuing"})
    answer = client.post(url, {**hidden, **SERVED, "note": "by hand", "save": "1"})
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "The case has changed since you opened this form: Inspected again" in told
    assert "by hand" in told
    again = dict(re.findall(r'<input type="hidden" name="(key|based_on)" value="([^"]*)"', told))
    assert int(again["based_on"]) == int(hidden["based_on"]) + 1
    assert client.post(url, {**again, **SERVED, "save": "1"}).status_code == 302


def test_an_irregular_act_of_the_town_is_refused_with_its_paragraph(cast: Cast, case: Case) -> None:
    before = kinds(cast, case)
    for values in ({}, {"save": "1"}):
        url = page_of(cast, case, "lien_recorded")
        answer = sent(cast.client("finance"), url, date="2026-03-10", **values)
        assert answer.status_code == 422
        told = answer.content.decode()
        assert "not permitted on Mar 10, 2026" in told
        assert "(§ " in told
    assert kinds(cast, case) == before


def test_what_has_not_happened_is_not_recorded(cast: Cast, case: Case) -> None:
    url = page_of(cast, case, "inspected")
    answer = sent(cast.client(), url, date="2026-03-11", finding="continuing", save="1")
    assert answer.status_code == 422
    assert "2026-03-11 is after today, 2026-03-10" in answer.content.decode()
    assert kinds(cast, case)[-1] == "notice_issued"


def test_what_a_party_did_too_late_is_recorded_and_told(
    cast: Cast, case: Case, settings: Any
) -> None:
    settings.OUTFALL_TODAY = "2026-05-01"
    cast.record(
        case,
        {
            "event": "served",
            "instrument": "notice_of_violation",
            **SERVED,
            "received_on": "2026-03-05",
        },
    )
    url = page_of(cast, case, "appeal_filed")
    shown = sent(cast.client(), url, date="2026-04-30")
    assert "too late" in shown.content.decode() or "after" in shown.content.decode()
    assert sent(cast.client(), url, date="2026-04-30", save="1").status_code == 302
    assert kinds(cast, case)[-1] == "appeal_filed"


def test_faults_are_told_all_at_once_at_their_fields(cast: Cast, case: Case) -> None:
    answer = sent(cast.client("finance"), page_of(cast, case, "paid"), date="", amount="")
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "Date</a>:" in told
    assert "Amount, in dollars</a>:" in told
    answer = sent(
        cast.client("finance"), page_of(cast, case, "paid"), date="2026-03-10", amount="x"
    )
    assert "is not an amount" in answer.content.decode()


def test_what_needs_a_second_person_becomes_a_proposal(cast: Cast, case: Case) -> None:
    cast.record(
        case,
        {
            "event": "served",
            "instrument": "notice_of_violation",
            **SERVED,
            "received_on": "2026-03-05",
        },
    )
    cast.record(case, {"date": "2026-03-08", "event": "fee_charged", "amount": "100.00"})
    before = kinds(cast, case)
    answer = sent(
        cast.client("finance"),
        page_of(cast, case, "reduced"),
        date="2026-03-10",
        part="fee",
        amount="40.00",
        why="hardship",
        save="1",
    )
    assert answer.status_code == 302
    assert kinds(cast, case) == before
    with cast.scope():
        proposal = Proposal.objects.get()
    assert (proposal.kind, proposal.by) == ("reduced", cast.people["finance"])


@pytest.mark.parametrize("kind", sorted(set(EVENTS) - {"voided", "notice_issued"}))
def test_every_kind_of_entry_has_a_form_for_those_who_may_record_it(
    cast: Cast, case: Case, kind: str
) -> None:
    able = permissions.ENTRIES[kind]
    for role in ("inspector", "finance", "hearing_officer", "auditor"):
        answer = cast.client(role).get(page_of(cast, case, kind))
        assert answer.status_code == (200 if role in able else 403), role
        if role in able:
            text = answer.content.decode()
            for name in set(EVENTS[kind].needs) - {"instrument"}:
                assert f'name="{name}"' in text


def test_another_towns_case_is_as_absent_as_one_that_never_was(cast: Cast, case: Case) -> None:
    other = found_town("other", "city-9-3-12", "Other City")
    there = other.case(FOUND, number="C-1")
    theirs = cast.client().get(reverse("act", args=["example", there.number, "served"]))
    absent = cast.client().get(reverse("act", args=["example", "C-2", "served"]))
    assert theirs.status_code == absent.status_code == 404
    token = r"[A-Za-z0-9]{64}"
    assert re.sub(token, "", theirs.content.decode()) == re.sub(token, "", absent.content.decode())


def test_the_next_violation_has_a_name_of_its_own(cast: Cast, case: Case) -> None:
    url = page_of(cast, case, "violation_observed")
    text = cast.client().get(url).content.decode()
    assert '<option value="v2">another violation</option>' in text
    assert "found again: no silt fence" in text
    answer = sent(
        cast.client(), url, date="2026-03-09", kind="development", violation="v2", save="1"
    )
    assert answer.status_code == 302
    with cast.scope():
        last = Entry.objects.filter(kind="violation_observed").order_by("n").last()
    assert last is not None
    assert '"violation":"v2"' in last.content
