"""A draft is tried on the town's own cases and files, each beside the law in force."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.cast import Cast, found_town
from tests.web.drafted import bench, made, send

from outfall.law.assess import assess
from outfall.web.casework.previewing import changes
from outfall.web.drafts import trials
from outfall.web.drafts.models import Draft, Trial
from outfall.web.drafts.trials import cases_of, tried
from outfall.web.towns.adopted import law_of

pytestmark = pytest.mark.django_db
FOUND = {"date": "2026-06-01", "event": "violation_observed", "kind": "discharge"}
FILE = """\
case: TEST-1
ordinance: example
events:
  - {date: 2026-05-01, event: violation_observed, kind: discharge}
  - {date: 2026-05-04, event: notice_issued, instrument: notice_of_violation, comply_by: 2026-05-20,
     requires: [Take the pipe out], contents: [recipient, place, nature, remedy, appeal]}
  - {date: 2026-05-04, event: served, instrument: notice_of_violation, method: personal}
"""


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town() -> Cast:
    return found_town()


@pytest.fixture
def row(town: Cast) -> Draft:
    return made(town)


def at(row: Draft, more: str = "") -> str:
    return f"/example/ordinance/drafts/{row.pk}/cases/{more}"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def upload(town: Cast, row: Draft, data: bytes, name: str = "test.yaml") -> Any:
    return send(town.client("attorney"), at(row), file=SimpleUploadedFile(name, data))


def test_a_case_file_is_judged_under_both(town: Cast, row: Draft) -> None:
    assert upload(town, row, FILE.encode()).status_code == 302
    with town.scope():
        law = bench(town, row).law
        assert law is not None
        given = next(iter(cases_of(row, town.town, law)))
        found = tried(given, law, town.town)
        assert given.case is not None
        assert found.then == assess(law, given.case, found.on)
        in_force = assess(law_of(town.town, given.case.events[0].on), given.case, found.on)
        assert list(found.changes) == list(changes(in_force, found.then))
    page = text_of(town.client("auditor").get(at(row)))
    assert "TEST-1 (test.yaml)" in page
    assert "differences to the law in force" in page
    one = text_of(town.client("auditor").get(at(row, f"{found.id}/")))
    assert "Appeal: last day moves from Tue, May 19, 2026 to Tue, May 26, 2026" in one
    early = town.client("auditor").get(at(row, f"{found.id}/"), {"on": "2026-05-10"})
    assert "Under the draft, on Sun, May 10, 2026" in text_of(early)
    wrong = town.client("auditor").get(at(row, f"{found.id}/"), {"on": "soon"})
    assert wrong.status_code == 422


def test_an_open_case_of_the_towns_is_named_and_not_copied(town: Cast, row: Draft) -> None:
    case = town.case(FOUND, lenient=True)
    length = case.length
    assert send(town.client("attorney"), at(row), number=case.number).status_code == 302
    assert send(town.client("attorney"), at(row), number=case.number).status_code == 302
    with town.scope():
        trial = Trial.objects.get()
        case.refresh_from_db()
    assert (trial.case_id, trial.text) == (case.pk, "")
    assert case.length == length
    page = town.client("auditor").get(at(row, f"own-{trial.pk}/"))
    assert "The case as it is" in text_of(page)


def test_samples_are_made_of_what_the_draft_has(town: Cast, row: Draft) -> None:
    page = town.client("auditor").get(at(row))
    assert len(page.context["samples"]) > 3
    assert all(one.then is not None for one in page.context["samples"])
    for one in page.context["samples"]:
        assert town.client("auditor").get(at(row, f"{one.id}/")).status_code == 200
    assert town.client("auditor").get(at(row, "sample-99/")).status_code == 404


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"case: TEST-1\nordinance: example\nevents: [{date: 2026-13-01}]\n", "events[0]"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"a: &x [*x]", "line 1"),
        (b"[" * 5000, "deep"),
        (b"x" * (trials.CASE_MOST + 1), "larger than"),
    ],
)
def test_a_file_that_is_no_case_is_refused_with_its_faults(
    town: Cast, row: Draft, data: bytes, says: str
) -> None:
    answer = upload(town, row, data)
    assert answer.status_code == 422
    assert says in text_of(answer)
    with town.scope():
        assert not Trial.objects.exists()


def test_neither_or_both_or_a_number_that_is_none(town: Cast, row: Draft) -> None:
    closed = town.case(FOUND, lenient=True)
    client = town.client("attorney")
    for form in ({}, {"number": "no-such"}, {"number": closed.number, "file": _file()}):
        assert send(client, at(row), **form).status_code == 422


def _file() -> SimpleUploadedFile:
    return SimpleUploadedFile("test.yaml", FILE.encode())


def test_a_case_that_the_draft_cant_judge_says_why(town: Cast, row: Draft) -> None:
    other = FILE.replace("notice_of_violation", "stop_work_order").replace(
        "contents: [recipient, place, nature, remedy, appeal]", "note: stop"
    )
    assert upload(town, row, other.encode()).status_code == 302
    page = text_of(town.client("auditor").get(at(row)))
    assert "can't be judged" in page
    assert "stop_work_order" in page


def test_a_case_is_taken_out(town: Cast, row: Draft) -> None:
    upload(town, row, FILE.encode())
    with town.scope():
        pk = Trial.objects.get().pk
    client = town.client("attorney")
    assert client.post(at(row), {"remove": str(pk)}).status_code == 302
    assert client.post(at(row), {"remove": "x"}).status_code == 302
    with town.scope():
        assert not Trial.objects.exists()
