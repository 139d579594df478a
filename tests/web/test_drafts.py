"""A published text is read, looked over fact by fact, and its questions are answered."""

from __future__ import annotations

import html
import io
import re
import uuid
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.cast import Cast, found_town
from tests.web.drafted import TEXT, TITLE, bench, looked_over, made, send

from outfall.web.drafts import kept, ruling
from outfall.web.drafts.bench import ACCEPTED, CORRECTED
from outfall.web.drafts.models import FACT, SIGNED, Draft, Ruling
from outfall.web.drafts.ruling import Closed, Overtaken, rule

pytestmark = pytest.mark.django_db
LIST = "/example/ordinance/drafts/"
APPEAL = 5
"""The place of the fact that the appeal is due 20 days after service."""


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town() -> Cast:
    return found_town()


def at(row: Draft, more: str = "") -> str:
    return f"{LIST}{row.pk}/{more}"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_a_pasted_text_is_read_and_each_fact_stands_beside_its_words(town: Cast) -> None:
    client = town.client("attorney")
    done = send(client, LIST, title=TITLE, state="NY", text=TEXT, origin="our own")
    assert done.status_code == 302
    page = client.get(done["Location"])
    assert re.search(r'<mark class="said"><a href="#fact-6">[^<]*20 days', page.content.decode())
    assert "Time to file the first appeal" in text_of(page)
    assert "Deadline for the party, appeal: 20 days after service" in text_of(page)
    with town.scope():
        row = Draft.objects.get()
    assert (row.title, row.source, row.state, row.form) == (TITLE, "our own", "NY", "text")


def test_the_same_form_sent_twice_is_one_draft(town: Cast) -> None:
    client, key = town.client("attorney"), str(uuid.uuid4())
    for _ in range(2):
        given = {"key": key, "title": TITLE, "state": "NY", "text": TEXT}
        assert client.post(LIST, given).status_code == 302
    with town.scope():
        assert Draft.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({}, "Choose a file, or paste the text below."),
        ({"text": " \n "}, "Choose a file, or paste the text below."),
        ({"text": TEXT, "state": "ZZ"}, "Select a valid choice"),
        ({"text": TEXT, "title": ""}, "This field is required"),
        ({"file": SimpleUploadedFile("a.pdf", b"\x7fELF" + b"x" * 99)}, "This is a program"),
        ({"file": SimpleUploadedFile("a.docx", b"PK\x03\x04" + b"x" * 99)}, "This Word file is"),
        ({"text": TEXT, "file": SimpleUploadedFile("a.txt", b"Text.")}, "Choose one of the two"),
        ({"text": "word " * 110_000}, "more than 500,000 characters"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused_by_name(town: Cast, form: dict[str, Any], says: str) -> None:
    given = {"title": TITLE, "state": "NY", **form}
    answer = send(town.client("attorney"), LIST, **given)
    assert answer.status_code == 422
    assert says.lower() in text_of(answer).lower()
    with town.scope():
        assert not Draft.objects.exists()


def test_what_nobody_sees_is_taken_out_and_told(town: Cast) -> None:
    hiding = TEXT.replace("20 days", "2\u200b0 da\u202eys")
    row = made(town, hiding)
    assert "\u200b" not in row.text
    assert "Characters that nobody sees were left out." in row.notes
    assert "To know about this text" in text_of(town.client("auditor").get(at(row)))


def test_a_text_is_kept_as_it_was_read(town: Cast) -> None:
    row = made(town)
    with town.scope():
        found = Draft.objects.get(pk=row.pk)
    again = kept.text_of(found.text, found.provisions, found.remarks)
    assert kept.provisions_plain(again) == row.provisions
    assert kept.facts_plain(map(kept.fact_of, found.facts)) == row.facts
    words = {again.provisions[f["provision"]].cite for f in row.facts}
    assert "9-2/p1" in words


def test_accepting_rejecting_and_looking_again(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    sent = {"fact": str(APPEAL), "seen": "0"}
    done = client.post(at(row), {**sent, "ruling": "accepted"})
    assert done["Location"] == f"{at(row)}#fact-6"
    assert "1 of 8 looked at" in text_of(client.get(at(row)))
    done = client.post(at(row), {**sent, "seen": "1", "ruling": "again"})
    assert done.status_code == 302
    assert "0 of 8 looked at" in text_of(client.get(at(row)))
    client.post(at(row), {**sent, "ruling": "rejected"})
    page = text_of(client.get(at(row)))
    assert "Deadline for the party, appeal" not in page
    assert "1 of 8 looked at" in page


def test_a_fact_is_corrected_with_its_rule(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    address = at(row, f"facts/{APPEAL}/")
    assert "20 days after service of the notice" in text_of(client.get(address))
    form = {"what": "appeal_window", "value": "15", "unit": "business_days"}
    form |= {"anchor": "receipt_of_notice", "condition": "", "note": "The official text says so."}
    done = send(client, address, **form)
    assert done.status_code == 302, done.context["form"].errors
    page = text_of(client.get(at(row)))
    assert "appeal: 15 business days after receipt of the notice of violation" in page
    assert "read as:" in page
    assert "The official text says so." in page
    with town.scope():
        said = Ruling.objects.get()
    assert (said.answer, said.by) == (CORRECTED, town.people["attorney"])


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"value": "soon"}, "soon is not a number"),
        ({"value": "15", "unit": ""}, "Say what the number counts"),
        ({"value": "1.5"}, "is whole"),
        ({"value": "-3"}, "from 0 to 36,525"),
        ({"value": "NaN"}, "from 0 to 36,525"),
        ({"value": "9999999", "unit": "years"}, "from 0 to 100"),
        ({"what": "lien"}, "Select a valid choice"),
    ],
)
def test_a_correction_that_is_none_is_refused(town: Cast, form: dict[str, str], says: str) -> None:
    row = made(town)
    given = {"what": "appeal_window", "value": "15", "unit": "days", "anchor": "", **form}
    answer = send(town.client("attorney"), at(row, f"facts/{APPEAL}/"), **given)
    assert answer.status_code == 422
    assert says in text_of(answer)
    with town.scope():
        assert not Ruling.objects.exists()


def test_nobody_writes_over_what_another_has_said(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    with town.scope():
        other = town.people["supervisor"]
        rule(row, FACT, "0", "rejected", other, seen=0)
        with pytest.raises(Overtaken):
            rule(row, FACT, "0", ACCEPTED, town.people["attorney"], seen=0)
    answer = client.post(at(row), {"fact": "0", "seen": "0", "ruling": "accepted"})
    assert answer.status_code == 422
    assert f"{other.name} has looked at this since" in text_of(answer)
    with town.scope():
        assert Ruling.objects.get().by == other


def test_whoever_has_seen_it_may_say_otherwise(town: Cast) -> None:
    row = made(town)
    with town.scope():
        rule(row, FACT, "0", "rejected", town.people["supervisor"], seen=0)
        rule(row, FACT, "0", ACCEPTED, town.people["attorney"], seen=1)
        said = Ruling.objects.get()
    assert (said.by, said.answer, said.turn) == (town.people["attorney"], ACCEPTED, 2)


def test_all_facts_of_a_paragraph_but_what_a_program_proposed(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    place = row.facts[APPEAL]["provision"]
    with town.scope():
        row.facts[APPEAL]["is_proposed"] = True
        row.save()
    page = text_of(client.get(at(row)))
    assert "A program proposed this." in page
    assert "Deadline for the party, appeal" not in page
    assert client.post(at(row), {"all": str(place)}).status_code == 302
    with town.scope():
        assert [r.of for r in Ruling.objects.all()] == [str(APPEAL + 1)]
    client.post(at(row), {"fact": str(APPEAL), "seen": "0", "ruling": "accepted"})
    assert "Deadline for the party, appeal: 20 days" in text_of(client.get(at(row)))


def test_a_figure_that_no_rule_understands_is_shown(town: Cast) -> None:
    page = town.client("auditor").get(at(made(town)))
    assert '<mark class="missed">45 days</mark>' in page.content.decode()
    assert "Not understood: 45 days" in text_of(page)


def test_a_fact_that_no_rule_takes_up_says_so(town: Cast) -> None:
    court = "The final decision may be reviewed by the circuit court on a petition filed within"
    row = made(town, f"{TEXT}\nSection 9-4. Courts.\n{court} 30 days of the decision.\n")
    page = text_of(town.client("auditor").get(at(row)))
    assert page.count("No rule of the draft takes this up") == 1
    assert "Time to go to court: 30 days" in page


def test_a_question_is_answered_and_adopted(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    (one,) = [q for q in bench_in(town, row).questions if q.question.choices]
    page = text_of(client.get(at(row, "questions/")))
    assert one.question.says in page
    assert "The same with an element left out" in page
    sent = {"question": one.key, "seen": "0", "choice": "substantial", "note": "State's courts."}
    assert client.post(at(row, "questions/"), sent).status_code == 302
    found = bench_in(town, row)
    assert found.law is not None
    assert {r.id: r.adopted for r in found.law.readings}["defective_notice"] == "substantial"
    assert "1 of 2 answered" in text_of(client.get(at(row, "questions/")))
    undo = {"question": one.key, "seen": "1", "again": "1"}
    assert client.post(at(row, "questions/"), undo).status_code == 302
    assert "0 of 2 answered" in text_of(client.get(at(row, "questions/")))


def bench_in(town: Cast, row: Draft) -> Any:
    with town.scope():
        found = bench(town, row)
        assert found.questions is not None
        assert found.law is not None
    return found


def test_an_open_question_is_ticked_off_with_a_note(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    (one,) = [q for q in bench_in(town, row).questions if not q.question.choices]
    sent = {"question": one.key, "seen": "0", "choice": "settled", "note": ""}
    refused = client.post(at(row, "questions/"), sent)
    assert refused.status_code == 422
    assert "Say in the note what was looked at" in text_of(refused)
    sent["note"] = "The grate is swept by the town itself."
    assert client.post(at(row, "questions/"), sent).status_code == 302
    assert "1 of 2 answered" in text_of(client.get(at(row, "questions/")))
    wrong = {"question": "no-such", "seen": "0", "choice": "x"}
    assert client.post(at(row, "questions/"), wrong).status_code == 422


def test_a_question_whose_facts_have_changed_is_asked_anew(town: Cast) -> None:
    unsaid = TEXT.replace(" after service of the notice of violation", "")
    row, client = made(town, unsaid), town.client("attorney")
    looked_over(town, row)
    assert not bench_in(town, row).waiting_questions
    form = {"what": "appeal_window", "value": "12", "unit": "days", "anchor": "unspecified"}
    with town.scope():
        turn = Ruling.objects.get(what=FACT, of=str(APPEAL)).turn
    address = at(row, f"facts/{APPEAL}/")
    key = str(uuid.uuid4())
    done = client.post(address, {"key": key, "based_on": str(turn), "condition": "", **form})
    assert done.status_code == 302, done.context["form"].errors
    asked = [one.question.id for one in bench_in(town, row).waiting_questions]
    assert asked == ["appeal_starts"]


def test_the_pack_is_handed_out_as_files(town: Cast) -> None:
    answer = town.client("auditor").get(at(made(town), "pack.zip"))
    assert answer["Content-Disposition"] == 'attachment; filename="example.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == [
            "example/draft.yaml",
            "example/questions.md",
            "example/versions.yaml",
        ]
        assert b"appeal" in archive.read("example/draft.yaml")


def test_a_signed_draft_is_left_as_it_was_signed(town: Cast) -> None:
    row, client = made(town), town.client("attorney")
    with town.scope():
        Draft.objects.filter(pk=row.pk).update(stage=SIGNED)
        with pytest.raises(Closed):
            rule(row, FACT, "0", ACCEPTED, town.people["attorney"], seen=0)
    answer = client.post(at(row), {"fact": "0", "seen": "0", "ruling": "accepted"})
    assert answer.status_code == 422
    assert ruling.CLOSED[SIGNED] in text_of(answer)


def test_another_towns_draft_is_nowhere_in_this_one(town: Cast) -> None:
    row, other = made(town), found_town("other", "city-9-3-12", "Other City")
    for more in ("", "questions/", "cases/", "publish/", "pack.zip", "facts/0/"):
        address = at(row, more).replace("/example/", "/other/")
        assert other.client("attorney").get(address).status_code == 404, more
    answer = other.client("attorney").get(f"/other/ordinance/compare/?b=draft-{row.pk}")
    assert TITLE not in text_of(answer)
