"""A fact that the reader missed is added by a person, and lives as one that was read."""

from __future__ import annotations

import html
import io
import json
import re
import uuid
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.drafted import TEXT, bench, looked_over, made, send

from outfall.files.pack_file import load_pack
from outfall.reading.fact import Fact
from outfall.reading.fields import fields_of
from outfall.reading.vocabulary import WHAT
from outfall.web.casework import kinds
from outfall.web.casework.models import Entry
from outfall.web.drafts import adding, choosing, kept
from outfall.web.drafts.adding import NotAdded
from outfall.web.drafts.bench import Bench
from outfall.web.drafts.conflicts import DECIDING, undecided
from outfall.web.drafts.models import Addition, Draft, Ruling
from outfall.web.drafts.publishing import reasons
from outfall.web.screens.draft_adding import AddForm

pytestmark = pytest.mark.django_db
GRATE, APPEAL, ADDED = 8, 10, 8
"""The places of two paragraphs, and of the first fact that is added."""
SWEEP = {"words": "45 days", "value": "45", "unit": "days", "anchor": "unspecified"}
DEADLINE = {"value": "20", "unit": "days", "anchor": "service_of_notice"}


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
    return f"/example/ordinance/drafts/{row.pk}/{more}"


def form_of(row: Draft, what: str, paragraph: int = GRATE) -> str:
    return at(row, f"paragraphs/{paragraph}/add/?what={what}")


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def added(town: Cast, row: Draft, what: str = "cure_period", **form: str) -> Any:
    given = {**SWEEP, **form}
    paragraph = int(given.pop("paragraph", GRATE))
    return send(town.client("attorney"), form_of(row, what, paragraph), save="1", **given)


def test_a_fact_is_looked_at_then_stands_in_the_draft_as_added(town: Cast, row: Draft) -> None:
    client = town.client("attorney")
    page = text_of(client.get(at(row)))
    assert "Not understood: 45 days" in page
    assert "Say what it is (45 days)" in page
    seen = send(client, form_of(row, "cure_period"), **SWEEP)
    assert seen.status_code == 200
    said = text_of(seen)
    assert "Time to correct: 45 days, from a start that the text does not say § 9-1/(b)" in said
    assert "Deadline for the party, time to cure" in said
    assert "From when do they run?" in said
    with town.scope():
        assert not Addition.objects.exists()
    done = added(town, row, note="Said in passing.")
    assert done["Location"] == f"{at(row)}#fact-9"
    page = text_of(client.get(at(row)))
    assert "Added by Attorney Example" in page
    assert "Said in passing." in page
    assert "Not understood" not in page
    assert "1 of 9 looked at" in page
    with town.scope():
        fact = bench(town, row).facts[ADDED]
        assert (fact.now.cite, fact.answer, fact.is_own) == ("9-1/(b)", "accepted", True)


def test_a_figure_that_was_not_understood_fills_the_form(town: Cast, row: Draft) -> None:
    asked = form_of(row, "cure_period") + "&words=45 days"
    form = town.client("attorney").get(asked).context["form"]
    assert [form[name].value() for name in ("words", "value", "unit")] == ["45 days", 45, "days"]


def test_the_same_form_sent_twice_is_one_fact(town: Cast, row: Draft) -> None:
    client, key = town.client("attorney"), str(uuid.uuid4())
    for _ in range(2):
        done = client.post(form_of(row, "cure_period"), {**SWEEP, "key": key, "save": "1"})
        assert done["Location"] == f"{at(row)}#fact-9"
    again = added(town, row)
    assert again.status_code == 422
    assert "Fact 9 says the same of this paragraph already." in text_of(again)
    with town.scope():
        assert Addition.objects.count() == Ruling.objects.count() == 1


def test_two_who_add_the_same_at_once_add_it_once(town: Cast, row: Draft) -> None:
    with town.scope():
        before = bench(town, row)
        fact = replace(before.facts[5].read, value=10)
        assert adding.add(before, fact, town.people["attorney"], key="one") == ADDED
        with pytest.raises(NotAdded, match="Fact 9 says the same"):
            adding.add(before, fact, town.people["supervisor"], key="two")


def test_it_is_corrected_withdrawn_and_put_back(town: Cast, row: Draft) -> None:
    added(town, row)
    client, form = town.client("attorney"), {"what": "cure_period", "value": "40", "unit": "days"}
    assert send(client, at(row, "facts/8/"), **form, based_on="1").status_code == 302
    assert "time to cure: the later of 40 days" in text_of(client.get(at(row)))
    assert "Added as" in text_of(client.get(at(row, "facts/8/")))
    for ruling, seen, says in (("rejected", "2", "withdrawn"), ("accepted", "3", "added")):
        client.post(at(row), {"fact": "8", "seen": seen, "ruling": ruling})
        page = text_of(client.get(at(row)))
        assert f"{says} Added by Attorney Example" in page
        assert ("time to cure: the later of" in page) == (ruling == "accepted")


def test_two_facts_for_one_thing_are_a_conflict_to_be_decided(town: Cast, row: Draft) -> None:
    form = {"words": "", "value": "10", "unit": "business_days", "anchor": "receipt_of_notice"}
    client = town.client("attorney")
    seen = text_of(send(client, form_of(row, "appeal_window", GRATE), **form))
    assert "Fact 6 says another thing of the same" in seen
    assert "Nothing is overwritten" in seen
    assert added(town, row, "appeal_window", **form).status_code == 302
    page = client.get(at(row)).content.decode()
    assert len(re.findall(r"</a> says another thing of the same", page)) == 2
    with town.scope():
        found = bench(town, row)
        asked = [one for one in found.questions if one.question.kind == "conflict"]
        assert [one.question.id for one in asked] == ["appeal_window"]
        assert {fact.value for fact in found.counting if fact.what == "appeal_window"} == {10, 20}
        assert any("questions are not answered" in reason for reason in reasons(found))


def two_of(found: Bench, kind: str, what: str) -> Bench:
    """The draft with two facts of one thing, in two paragraphs, both added."""
    has = fields_of(kind, what)
    tier = 1 if has.offense == "must" else None
    start = "service_of_notice" if kind == "deadline" else None
    rows = []
    for n, (place, value) in enumerate(((GRATE, 3), (12, 4)), len(found.facts)):
        own = found.text.provisions[place]
        fact = Fact(
            kind, what, own.cite, own.places[0], own.places[-1] + 1, value, has.units[0], start,
            tier, provision=place,
        )  # fmt: skip
        rows.append(Addition(n=n, fact=kept.facts_plain([fact])[0]))
    return Bench(found.row, found.town, [], rows)


VALUED = [(k, what) for k, own in WHAT.items() for what in own if fields_of(k, what).units]


def test_no_value_beside_another_is_ever_lost(town: Cast, row: Draft) -> None:
    """Whatever the vocabulary knows: a question asks which of two holds, or nothing is published.

    The control is that drafts take some things once without a question: the guard alone says so.
    """
    lost, guarded = [], []
    with town.scope():
        for kind, what in VALUED:
            found = two_of(bench(town, row), kind, what)
            said = [one.now for one in found.facts if one.added]
            places = {(fact.cite, fact.value) for fact in said}
            quotes = [q for one in found.made.questions if one.kind in DECIDING for q in one.quotes]
            asked = {(f.cite, f.value) for f in said if any(f.cite == cite for cite, _ in quotes)}
            guard = any("say two things of one" in reason for reason in undecided(found))
            if not asked and not guard:
                lost.append((what, places))
            guarded += [what] if guard else []
    assert not lost
    assert {"installments_max", "civil_penalty_total_max"} <= set(guarded)
    assert "appeal_window" not in guarded


@pytest.mark.parametrize(
    ("what", "form", "faults"),
    [
        (
            "cure_period",
            {"words": "within a week", "value": "soon", "unit": "days", "anchor": "dawn"},
            {"words", "value", "anchor"},
        ),
        ("cure_period", {**DEADLINE, "value": ""}, {"value"}),
        ("cure_period", {**DEADLINE, "blank": "on"}, {"value"}),
        ("cure_period", {**DEADLINE, "value": "1.5", "tier": "9"}, {"value", "tier"}),
        ("cure_period", {**DEADLINE, "value": "200", "unit": "years"}, {"value"}),
        ("tier_fine_max", {"value": "-1", "tier": ""}, {"value", "tier"}),
        ("lien", {"words": "pay\u202ement"}, {"words"}),
        ("lien", {"condition": "x" * 61, "note": "y" * 2001}, {"condition", "note"}),
        ("criminal_fine_max", {"value": "1e9999999"}, {"value"}),
        ("interest_rate", {"value": "0.00000001"}, {"value"}),
    ],
)
def test_every_fault_is_said_at_once_at_its_field(
    town: Cast, row: Draft, what: str, form: dict[str, str], faults: set[str]
) -> None:
    answer = send(town.client("attorney"), form_of(row, what), save="1", **form)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == faults
    with town.scope():
        assert not Addition.objects.exists()


@pytest.mark.parametrize(
    ("what", "form", "words"),
    [
        ("civil_penalty_per_day_max", {"value": "$1,000.50"}, "Most that a day costs: $1,000.50"),
        ("interest_rate", {"value": "9%"}, "Rate of interest: 9 percent a year"),
        ("tier_fine_max", {"value": "500", "tier": "2"}, "tier: $500, second offense"),
        ("imprisonment_max", {"value": "6", "unit": "months"}, "Longest imprisonment: 6 months"),
        ("installments_max", {"value": "4"}, "Most payments in a plan: 4"),
        ("penalty_statement", {}, "Which penalties may follow"),
        ("injunction", {"condition": "no permit"}, "Injunction, in this case: no permit"),
        (
            "cost_payment_due",
            {"blank": "on", "unit": "days", "anchor": "cost_notice"},
            "before assessment, lien or suit: a figure that the text leaves blank",
        ),
        (
            "cure_period",
            {**DEADLINE, "unit": "business_days", "least": "on", "tier": "2"},
            "20 business days, at the least, from service of the notice, second offense",
        ),
    ],
)
def test_each_kind_has_the_fields_that_it_is_told_with(
    town: Cast, row: Draft, what: str, form: dict[str, str], words: str
) -> None:
    answer = send(town.client("attorney"), form_of(row, what), save="1", **form)
    assert answer.status_code == 302, answer.context["form"].errors
    page = town.client("auditor").get(at(row))
    assert words in text_of(page)


def test_every_word_of_the_vocabulary_can_be_chosen_once(town: Cast, row: Draft) -> None:
    offered = [what for own in choosing.GROUPS.values() for what in own]
    assert sorted(offered) == sorted(what for own in WHAT.values() for what in own)
    with town.scope():
        own = bench(town, row).text.provisions[GRATE]
        for what in offered:
            form = AddForm(what=what, place=GRATE, own=own)
            has = fields_of(form.kind, what)
            shown = ("value" in form.fields, "anchor" in form.fields, "tier" in form.fields)
            assert shown == (bool(has.units), has.starts, bool(has.offense))


def test_only_to_a_paragraph_of_the_law_and_in_known_words(town: Cast, row: Draft) -> None:
    client = town.client("attorney")
    for place in (0, 1, 99):
        assert client.get(form_of(row, "lien", place)).status_code == 404
    page = client.get(form_of(row, "magic"))
    assert "Nothing of this name can be added" in text_of(page)
    assert send(client, form_of(row, "magic"), save="1").status_code == 200
    with town.scope():
        assert not Addition.objects.exists()


def test_others_look_and_a_signed_draft_takes_nothing(town: Cast, row: Draft) -> None:
    page = text_of(town.client("inspector").get(form_of(row, "lien")))
    assert "Adding to a draft is for the attorney." in page
    assert send(town.client("inspector"), form_of(row, "lien"), save="1").status_code == 403
    with town.scope():
        Draft.objects.update(stage="signed")
    answer = added(town, row)
    assert "waits for a second signature" in text_of(answer)
    with town.scope():
        assert not Addition.objects.exists()


def test_it_is_in_the_pack_and_in_the_record_with_who_added_it(
    town: Cast, row: Draft, tmp_path: Any
) -> None:
    done = added(town, row, "civil_penalty_total_max", words="", value="5000", anchor="")
    assert done.status_code == 302
    looked_over(town, row)
    client = town.client("attorney")
    with zipfile.ZipFile(io.BytesIO(client.get(at(row, "pack.zip")).content)) as archive:
        archive.extractall(tmp_path)
    law = load_pack(tmp_path / "example", None)
    assert [one.cap for one in law.penalties] == [500_000]
    questions = (tmp_path / "example" / "questions.md").read_text()
    assert "(9-1/(b)), added by Attorney Example." in questions
    signed = {"since": "2026-07-01", "why": "Local law."}
    assert send(client, at(row, "publish/"), **signed).status_code == 302
    assert send(town.client("supervisor"), at(row, "publish/"), second="1").status_code == 302
    with town.scope():
        entry = Entry.objects.get(kind=kinds.TOWN_ORDINANCE)
    assert json.loads(entry.content)["body"]["added"] == [
        {"cite": "9-1/(b)", "says": "most that a series costs: $5,000", "by": "Attorney Example"}
    ]


def test_a_figure_beyond_all_counting_is_told_and_breaks_no_page(town: Cast) -> None:
    row = made(town, TEXT.replace("within 20 days", "within 9999999 years"))
    client = town.client("attorney")
    for part in ("", "questions/", "cases/", "publish/", "facts/5/"):
        assert client.get(at(row, part)).status_code == 200
    assert "Fact 6 has a figure out of range" in text_of(client.get(at(row)))
