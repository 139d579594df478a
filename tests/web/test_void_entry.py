"""An entry made in error is voided by another one; nothing is ever taken away."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.paperwork import (
    FOUND,
    approvals,
    cast,
    entries,
    filled,
    issue,
    standing,
    url,
    words,
)

from outfall.web.casework.models import Case, Proposal

__all__ = ["cast"]
pytestmark = pytest.mark.django_db
COST = {"date": "2026-05-20", "event": "cost_recorded", "amount": "500.00", "note": "a pump"}


@pytest.fixture
def case(cast: Cast) -> Case:
    return cast.case(FOUND, COST)


def void(cast: Cast, case: Case, id: object, role: str = "supervisor", **sent: str) -> Any:
    """The form of a voiding, sent."""
    client, at = cast.client(role), url(cast, case, "entry_void", id)
    return client.post(at, filled(client.get(at), **sent))


def test_an_entry_shows_its_words_its_bytes_and_its_place(cast: Cast, case: Case) -> None:
    row = entries(cast, case)[2]
    page = cast.client("auditor").get(url(cast, case, "entry", 3))
    text = words(page)
    assert "Cost recorded" in text
    assert "a pump" in text
    assert row.digest in text
    assert sha256(row.content.encode()).hexdigest() == row.digest
    assert json.loads(row.content)["case_before"] in text
    assert cast.people["supervisor"].name in text
    assert "webster-ny" in text
    assert "It was made in error" not in text
    assert cast.client().get(url(cast, case, "entry", "e3")).status_code == 200


def test_voiding_shows_what_it_changes_and_saves_nothing(cast: Cast, case: Case) -> None:
    page = void(cast, case, 3, why="It was the pump of another case.")
    assert page.status_code == 200
    assert "Void the entry" in words(page)
    assert len(entries(cast, case)) == case.length


def test_voided_with_a_reason_both_entries_stay(cast: Cast, case: Case) -> None:
    before = entries(cast, case)
    page = void(cast, case, 3, why="It was the pump of another case.", save="1")
    assert page.status_code == 302
    after = entries(cast, case)
    assert [e.digest for e in after[:-1]] == [e.digest for e in before]
    body = json.loads(after[-1].content)["body"]
    assert (body["event"], body["entry"]) == ("voided", "e3")
    assert body["why"] == "It was the pump of another case."
    assert "counts for nothing" in words(cast.client().get(url(cast, case, "entry", 3)))


def test_what_rested_on_it_is_gone(cast: Cast, case: Case) -> None:
    issue(cast, case)
    served = {"event": "served", "instrument": "notice_of_violation", "method": "personal"}
    cast.record(case, {**served, "date": "2026-05-21", "received_on": "2026-05-21"})
    assert standing(cast, case).deadline("appeal") is not None
    page = void(cast, case, 6, why="Handed to a neighbour.")
    assert "Appeal, due" in words(page)
    assert void(cast, case, 6, why="Handed to a neighbour.", save="1").status_code == 302
    assert standing(cast, case).deadline("appeal") is None


def test_a_reason_is_wanted(cast: Cast, case: Case) -> None:
    page = void(cast, case, 3, save="1")
    assert page.status_code == 422
    assert "Say what was wrong" in words(page)
    assert len(entries(cast, case)) == case.length


def test_an_entry_of_the_office_is_not_voided(cast: Cast, case: Case) -> None:
    assert cast.client().get(url(cast, case, "entry_void", 1)).status_code == 404
    assert "It was made in error" not in words(cast.client().get(url(cast, case, "entry", 1)))


def test_voided_once_is_voided(cast: Cast, case: Case) -> None:
    void(cast, case, 3, why="Another case.", save="1")
    at = url(cast, case, "entry_void", 3)
    assert cast.client().get(at).status_code == 302
    assert "It was made in error" not in words(cast.client().get(url(cast, case, "entry", 3)))


def test_the_same_key_twice_is_one_voiding(cast: Cast, case: Case) -> None:
    client, at = cast.client(), url(cast, case, "entry_void", 3)
    sent = filled(client.get(at), why="Another case.", save="1")
    assert client.post(at, sent).status_code == client.post(at, sent).status_code == 302
    assert len(entries(cast, case)) == case.length + 1


def test_a_stale_form_is_told(cast: Cast, case: Case) -> None:
    before = case.length
    client, at = cast.client(), url(cast, case, "entry_void", 3)
    sent = filled(client.get(at), why="Another case.")
    cast.record(case, {"event": "inspected", "date": "2026-05-21", "finding": "continuing"})
    for more in ({}, {"save": "1"}):
        page = client.post(at, {**sent, **more})
        assert page.status_code == 422
        assert "Inspected again" in words(page)
    assert len(entries(cast, case)) == before + 1


def test_who_may_not(cast: Cast, case: Case) -> None:
    at = url(cast, case, "entry_void", 3)
    for role in ("auditor", "permit_clerk"):
        assert cast.client(role).post(at, {"why": "x", "save": "1"}).status_code == 403
    assert len(entries(cast, case)) == case.length


def test_what_wanted_a_second_person_wants_one_to_be_voided(cast: Cast, case: Case) -> None:
    approvals(cast, entries=("cost_recorded",))
    page = void(cast, case, 3, why="Another case.", save="1")
    assert page.status_code == 302
    assert len(entries(cast, case)) == case.length
    with cast.scope():
        proposal = Proposal.objects.get()
    assert (proposal.kind, proposal.body["entry"]) == ("voided", "e3")


def test_a_paper_of_a_voided_entry_says_so(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    page = void(cast, case, 4, why="Wrong owner.")
    assert "A paper was issued of it" in words(page)
    void(cast, case, 4, why="Wrong owner.", save="1")
    shown = words(cast.client().get(url(cast, case, "paper", file.pk)))
    assert "The entry was voided" in shown
    assert cast.client().get(url(cast, case, "paper_pdf", file.pk)).status_code == 200


def test_no_such_entry_and_another_towns(cast: Cast, case: Case) -> None:
    assert cast.client().get(url(cast, case, "entry", 99)).status_code == 404
    assert cast.client().get(url(cast, case, "entry", "abc")).status_code == 404
    other = found_town("other", name="Town of Other")
    assert other.client().get(url(other, case, "entry", 3)).status_code == 404


def test_a_stored_script_is_only_text(cast: Cast, case: Case) -> None:
    hostile = "<script>alert(1)</script>"
    cast.record(case, {**COST, "note": hostile})
    for name in ("entry", "entry_void"):
        page = cast.client().get(url(cast, case, name, 4))
        assert hostile not in page.content.decode()
    assert hostile in words(cast.client().get(url(cast, case, "entry", 4)))
