"""What a town's own program proposes comes in as a file or by `outfall work`, and waits."""

from __future__ import annotations

import html
import json
import re
import shlex
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.cast import Cast, found_town
from tests.web.drafted import bench, looked_over, made, send

from outfall.reading import asking
from outfall.reading.proposing import listed
from outfall.web.casework import kinds
from outfall.web.casework.models import Entry
from outfall.web.drafts import offering
from outfall.web.drafts.models import Addition, Draft, Offer
from outfall.web.drafts.publishing import reasons

pytestmark = pytest.mark.django_db
RIGHT = {
    "kind": "deadline",
    "what": "cure_period",
    "value": 45,
    "unit": "days",
    "anchor": "unspecified",
    "cite": "9-1/(b)",
    "quote": "every 45 days",
}
OTHER = {
    **RIGHT,
    "what": "appeal_window",
    "cite": "9-2/p1",
    "value": 30,
    "anchor": "receipt_of_notice",
    "quote": "within 30 days",
}
SCRIPT = "<script>document.title='taken'</script>"


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"
    settings.OUTFALL_PROPOSER = ""


@pytest.fixture
def town() -> Cast:
    return found_town()


@pytest.fixture
def row(town: Cast) -> Draft:
    return made(town)


def at(row: Draft, more: str = "proposed/") -> str:
    return f"/example/ordinance/drafts/{row.pk}/{more}"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def upload(
    town: Cast, row: Draft, given: Any, role: str = "attorney", name: str = "model.json"
) -> Any:
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    return send(town.client(role), at(row), file=SimpleUploadedFile(name, data))


def test_a_file_of_proposals_waits_for_a_person(town: Cast, row: Draft) -> None:
    assert upload(town, row, [RIGHT], "administrator").status_code == 302
    client = town.client("attorney")
    listed_there = text_of(client.get(at(row)))
    assert "Time to correct: 45 days" in listed_there
    assert "model.json taken in" in listed_there
    page = text_of(client.get(at(row, "")))
    assert "proposed Proposed by a program, sent by Administrator Example" in page
    assert "time to cure" not in page
    with town.scope():
        assert not bench(town, row).facts[8].counts
    client.post(at(row, ""), {"all": "8"})
    with town.scope():
        assert not bench(town, row).facts[8].answer
    client.post(at(row, ""), {"fact": "8", "seen": "0", "ruling": "accepted"})
    page = text_of(client.get(at(row, "")))
    assert "Deadline for the party, time to cure" in page
    assert "accepted Proposed by a program, sent by Administrator Example" in page


def test_an_administrator_sends_and_never_accepts(town: Cast, row: Draft) -> None:
    upload(town, row, [RIGHT], "administrator")
    sent = {"fact": "8", "seen": "0", "ruling": "accepted"}
    assert town.client("administrator").post(at(row, ""), sent).status_code == 403
    assert upload(town, row, [RIGHT], "supervisor").status_code == 403
    assert "for an attorney or an administrator" in text_of(town.client("auditor").get(at(row)))


def test_a_proposal_against_what_was_read_is_a_conflict(town: Cast, row: Draft) -> None:
    upload(town, row, [OTHER])
    client = town.client("attorney")
    assert "Fact 6 says another thing of the same" in text_of(client.get(at(row)))
    with town.scope():
        assert any("not looked at" in one for one in reasons(bench(town, row)))
        looked_over(town, row)
        found = bench(town, row)
        assert not found.facts[8].answer
        assert {f.value for f in found.counting if f.what == "appeal_window"} == {20}
    client.post(at(row, ""), {"fact": "8", "seen": "0", "ruling": "accepted"})
    with town.scope():
        asked = bench(town, row).waiting_questions
        assert "conflict" in {one.question.kind for one in asked}


def test_what_stands_already_is_not_added_again(town: Cast, row: Draft) -> None:
    known = {**OTHER, "value": 20, "anchor": "service_of_notice", "quote": "within 20 days"}
    for given in ([RIGHT, RIGHT, known], [RIGHT], [known]):
        assert upload(town, row, given).status_code == 302
    with town.scope():
        assert Addition.objects.count() == 1
        assert [one.added for one in Offer.objects.order_by("pk")] == [1, 0, 0]
    key = str(uuid.uuid4())
    for _ in range(2):
        file = SimpleUploadedFile("again.json", json.dumps([OTHER]).encode())
        town.client("attorney").post(at(row), {"key": key, "file": file})
    with town.scope():
        assert (Addition.objects.count(), Offer.objects.count()) == (2, 4)


HOSTILE: dict[str, tuple[Any, str]] = {
    "nothing": (b"", "empty"),
    "no list": ({"facts": [RIGHT]}, "no JSON list of facts"),
    "an empty list": ([], "proposes nothing"),
    "words": (b"Here are your facts: [", "no JSON list of facts"),
    "not UTF-8": (b"\xff\xfe[\x00]\x00", "no text in UTF-8"),
    "too large": (b"[" + b" " * 4_300_000 + b"]", "larger than 4 MB"),
    "very deep": (b"[" * 900_000, "no JSON list of facts"),
    "deep and whole": (b"[" * 60_000 + b"]" * 60_000, "no JSON list of facts"),
    "a number without end": (b'[{"value": ' + b"9" * 9_000 + b"}]", "no JSON list of facts"),
    "wrong types": ([RIGHT["cite"], 5, None, [[]], {"kind": []}], "it is no object"),
    "not of its words": ([{**RIGHT, "what": SCRIPT}], "not in the vocabulary"),
    "words that turn": ([{**RIGHT, "quote": "every \u202e45 days"}], "does not stand in that"),
    "a cite that turns": ([{**RIGHT, "cite": "9-1/(b)\u2066"}], "does not stand in that"),
    "made up": ([{**RIGHT, "quote": "every 45 days, at dawn"}], "does not stand in that"),
    "a script": ([{**RIGHT, "quote": SCRIPT}], "does not stand in that"),
    "no number": (b'[{"kind":"deadline","what":"cure_period","value":NaN}]', "no number"),
    "tiny": (
        json.dumps([RIGHT]).replace("45,", "1e-999999999,", 1).encode(),
        "its value is out of range",
    ),
    "huge": (json.dumps([RIGHT]).replace("45,", "1e999999999,", 1).encode(), "out of range"),
    "another unit": ([{**RIGHT, "unit": "usd"}], "none in which such a fact is told"),
    "half a day": ([{**RIGHT, "value": 1.5}], "its value is out of range"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_by_name(town: Cast, row: Draft, name: str) -> None:
    given, says = HOSTILE[name]
    answer = upload(town, row, given, name="<img src=x>.json")
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert SCRIPT not in answer.content.decode()
    with town.scope():
        assert not Addition.objects.exists()
        assert not Offer.objects.exists()


def test_nesting_without_the_guard_is_no_plain_fault() -> None:
    deep = "[" * 60_000
    with pytest.raises(RecursionError):
        json.loads(deep)
    with pytest.raises(ValueError, match="no JSON list"):
        listed(deep)


def test_what_is_left_out_is_told_and_the_rest_comes_in(town: Cast, row: Draft) -> None:
    rows = [RIGHT, *({**RIGHT, "what": f"magic {n}"} for n in range(99))]
    assert upload(town, row, rows, name=f"{SCRIPT}\u202e.json").status_code == 302
    page = town.client("auditor").get(at(row))
    said = text_of(page)
    assert "Proposal 2 was left out: its kind and what are not in the vocabulary." in said
    assert "49 more were left out." in said
    assert SCRIPT not in page.content.decode()
    assert "\u202e" not in page.content.decode()


def test_no_more_wait_than_people_can_look_over(
    town: Cast, row: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offering, "WAITING_MOST", 3)
    assert upload(town, row, [{**RIGHT, "value": n} for n in range(1, 9)]).status_code == 302
    with town.scope():
        assert Addition.objects.count() == 3
        assert Offer.objects.get().notes == ["5 proposals were left out: too many."]
    assert "too many" in text_of(upload(town, row, [{**RIGHT, "value": 50}]))


def test_a_signed_draft_takes_no_proposal(town: Cast, row: Draft) -> None:
    with town.scope():
        Draft.objects.update(stage="signed")
    assert "waits for a second signature" in text_of(upload(town, row, [RIGHT]))


def test_the_question_is_what_the_command_asks(town: Cast, row: Draft) -> None:
    answer = town.client("auditor").get(at(row, "proposed/question.json"))
    asked = json.loads(answer.content)
    assert {"cite": "9-1/(b)", "words": "The owner shall sweep the grate every 45 days."} in asked[
        "paragraphs"
    ]
    assert {"what", "units", "anchors", "answer"} < set(asked)


def test_the_record_names_who_accepted_a_proposal(town: Cast, row: Draft) -> None:
    upload(town, row, [RIGHT], "administrator")
    client = town.client("attorney")
    client.post(at(row, ""), {"fact": "8", "seen": "0", "ruling": "accepted"})
    looked_over(town, row)
    signed = {"since": "2026-07-01", "why": "Local law."}
    assert send(client, at(row, "publish/"), **signed).status_code == 302
    assert send(town.client("supervisor"), at(row, "publish/"), second="1").status_code == 302
    with town.scope():
        content = json.loads(Entry.objects.get(kind=kinds.TOWN_ORDINANCE).content)
    (added,) = content["body"]["added"]
    assert (added["by"], added["proposed_by"]) == ("Attorney Example", "a program")


# The program that the operator has named


@pytest.fixture
def program(tmp_path: Path, settings: Any) -> Callable[[str], None]:
    """Names a small program as the operator would."""

    def named(body: str) -> None:
        file = tmp_path / "model.py"
        file.write_text(f"import json, sys\n{body}", encoding="utf-8")
        settings.OUTFALL_PROPOSER = shlex.join([sys.executable, str(file)])

    return named


def ask(town: Cast, row: Draft, key: str = "") -> Any:
    form = {"key": key or str(uuid.uuid4()), "run": "1"}
    return town.client("attorney").post(at(row), form)


def worked(town: Cast) -> list[str]:
    with town.scope():
        return list(offering.work(town.town))


def test_a_page_queues_it_and_outfall_work_asks_it(
    town: Cast, row: Draft, program: Callable[[str], None], tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    program(
        f"asked = json.load(sys.stdin)\nopen({str(ran)!r}, 'w').close()\n"
        f"assert asked['paragraphs']\nprint({json.dumps([RIGHT])!r})"
    )
    key = str(uuid.uuid4())
    for _ in range(2):
        assert ask(town, row, key).status_code == 302
    assert "queued" in text_of(town.client("auditor").get(at(row)))
    assert "The program is asked already" in text_of(ask(town, row))
    assert not ran.exists()
    assert worked(town) == ["the program proposes one fact"]
    assert ran.exists()
    assert worked(town) == []
    page = text_of(town.client("auditor").get(at(row)))
    assert "The office's program taken in" in page
    with town.scope():
        assert bench(town, row).facts[8].read.is_proposed


def test_without_the_setting_there_is_no_button_and_no_run(town: Cast, row: Draft) -> None:
    assert "Ask the program" not in text_of(town.client("attorney").get(at(row)))
    assert "No program is set up here" in text_of(ask(town, row))
    with town.scope():
        Offer.objects.create(
            draft=row, key="x", by=town.people["attorney"], at=row.made_at, town_id=row.town_id
        )
    assert worked(town) == []


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit('no licence \u202e<b>')", "The program ended with 1: no licence <b>."),
        ("print('hello')", "does not answer with a JSON list"),
        ("sys.stdout.buffer.write(b'\\xff')", "does not write UTF-8"),
        ("import time; time.sleep(60)", "takes more than 1 seconds"),
        ("while True: print('x' * 99_999)", "writes more than"),
        ("print(len(bytearray(400_000_000)))", "MemoryError"),
        ("import os; os.kill(os.getpid(), 9)", "ended with -9"),
    ],
)
def test_a_run_that_fails_says_how(
    town: Cast,
    row: Draft,
    program: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    says: str,
) -> None:
    monkeypatch.setattr(asking, "SECONDS_MOST", 1)
    monkeypatch.setattr(asking, "MEMORY_MOST", 200_000_000)
    monkeypatch.setattr(asking, "ANSWER_MOST", 100_000)
    program(body)
    ask(town, row)
    assert worked(town) == ["the program failed"]
    page = text_of(town.client("auditor").get(at(row)))
    assert "failed" in page
    assert says in page
    assert ask(town, row).status_code == 302


def test_a_run_that_the_office_was_stopped_in_is_told(
    town: Cast, row: Draft, program: Callable[[str], None]
) -> None:
    program("print('[]')")
    ask(town, row)
    with town.scope():
        claimed = offering._claimed()
        assert claimed is not None
        assert offering._claimed() is None
        Offer.objects.update(began_at=claimed.at - timedelta(hours=2))
    assert worked(town) == []
    assert offering.STOPPED in text_of(town.client("auditor").get(at(row)))


def test_a_draft_signed_meanwhile_is_left_alone(
    town: Cast, row: Draft, program: Callable[[str], None]
) -> None:
    program(f"print({json.dumps([RIGHT])!r})")
    ask(town, row)
    with town.scope():
        Draft.objects.update(stage="signed")
    assert worked(town) == ["the program failed"]
    with town.scope():
        assert not Addition.objects.exists()
