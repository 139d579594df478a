"""Notes: written down once, by whom, and never out of the record."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from tests.web.cast import Cast
from tests.web.made_files import case, cast

from outfall.web.casework.models import Case, Entry

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def note(text: str, **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "text": text, **more}


def test_a_note_is_written_down_with_its_writer(cast: Cast, case: Case) -> None:
    where = f"/example/cases/{case.number}/notes/"
    page = cast.client("finance").post(where, note("Called; will pay on Friday."), follow=True)
    text = page.content.decode()
    assert "Called; will pay on Friday." in text
    assert "Finance Example, Finance" in text
    with cast.scope():
        assert Entry.objects.get(kind="office.note").case_id == case.pk


def test_the_same_note_twice_is_one_and_two_writers_are_two(cast: Cast, case: Case) -> None:
    where = f"/example/cases/{case.number}/notes/"
    same = note("Seen.")
    for _ in range(2):
        assert cast.client("inspector").post(where, same).status_code == 302
    cast.client("supervisor").post(where, note("Seen."))
    with cast.scope():
        assert Entry.objects.filter(kind="office.note").count() == 2


def test_a_key_of_another_note_is_refused(cast: Cast, case: Case) -> None:
    where = f"/example/cases/{case.number}/notes/"
    first = note("One.")
    cast.client("inspector").post(where, first)
    response = cast.client("inspector").post(where, {**first, "text": "Two."})
    assert response.status_code == 422
    assert "This form was sent before with other values." in response.content.decode()


@pytest.mark.parametrize("given", [{"text": ""}, {"text": "x" * 4001}, {"text": "x", "key": ""}])
def test_a_note_that_is_none_is_refused(cast: Cast, case: Case, given: dict[str, str]) -> None:
    where = f"/example/cases/{case.number}/notes/"
    response = cast.client("inspector").post(where, {**note("x"), **given})
    assert response.status_code == 422
    with cast.scope():
        assert not Entry.objects.filter(kind="office.note").exists()


def test_a_script_in_a_note_is_words(cast: Cast, case: Case) -> None:
    where = f"/example/cases/{case.number}/notes/"
    bad = "<img src=x onerror=alert(1)>"
    page = cast.client("inspector").post(where, note(bad), follow=True).content.decode()
    assert bad not in page
    assert "&lt;img src=x" in page


def test_an_auditor_reads_and_an_administrator_too(cast: Cast, case: Case) -> None:
    where = f"/example/cases/{case.number}/notes/"
    for role in ("auditor", "administrator"):
        assert "There is no note yet." in cast.client(role).get(where).content.decode()
        assert cast.client(role).post(where, note("x")).status_code == 403
