"""Checklists: answered in the field, kept with their questions, leading to what they show."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.made_files import case, cast, picture, sent, tokens

from outfall.law.events import VIOLATION_KINDS
from outfall.web.casework.checklists import (
    ANALYTES,
    NOT_SEEN,
    checklists,
    faults_of,
    sample_value,
    shipped,
)
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.towns.founding import set_topic

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db
OWN = {
    "id": "car_wash",
    "title": "Car wash",
    "kind": "discharge",
    "sections": [
        {
            "title": "Water",
            "items": [
                {
                    "id": "drain",
                    "asks": "Wash water stays out of the drain",
                    "nature": "Wash water",
                },
                {"id": "soap", "asks": "Which soap", "answers": "words", "optional": True},
            ],
        }
    ],
    "samples": ["ph"],
}


def at(case: Case, name: str = "construction_site") -> str:
    return f"/example/cases/{case.number}/checklists/{name}/"


def filled(name: str, **more: Any) -> dict[str, Any]:
    """A form in which each question has its first good answer."""
    (listed,) = [each for each in shipped() if each.id == name]
    form: dict[str, Any] = {"key": str(uuid.uuid4()), "date": "2026-06-14", "time": "09:40"}
    for item in listed.items:
        good = [each for each in item.answers if each not in item.fails]
        form[f"a_{item.id}"] = good[0] if good else "12"
    for analyte in listed.samples:
        form[f"s_{analyte.id}_unit"] = analyte.units[0]
    return form | more


def body_of(cast: Cast) -> dict[str, Any]:
    with cast.scope():
        entry = Entry.objects.get(kind="office.checklist")
    found: dict[str, Any] = json.loads(entry.content)["body"]
    return found


def test_three_ship_and_each_failing_answer_says_what_it_shows() -> None:
    assert [each.id for each in shipped()] == [
        "construction_site",
        "post_construction",
        "outfall_screening",
    ]
    for listed in shipped():
        for item in listed.items:
            assert not item.fails or (item.nature and item.kind in VIOLATION_KINDS), item
            assert set(item.fails) <= set(item.answers)
            assert not item.answers or NOT_SEEN in item.answers
            assert not item.fails or set(item.answers) != set(item.fails)


def test_the_units_offered_are_those_that_fit(cast: Cast, case: Case) -> None:
    page = cast.client("inspector").get(at(case, "outfall_screening")).content.decode()
    for words in ("MPN/100 mL", "µS/cm", "°C", "mg/L", "standard units", "Detection limit"):
        assert words in page
    conductivity = page.partition('name="s_conductivity_unit"')[2].partition("</select>")[0]
    assert "µS/cm" in conductivity
    assert "mg/L" not in conductivity


@pytest.mark.parametrize(
    ("text", "analyte", "found"),
    [
        ("0.25", "ammonia", ("", "0.25")),
        ("<0.1", "ammonia", ("<", "0.1")),
        ("> 2419.6", "ecoli", (">", "2419.6")),
        ("1,200", "conductivity", ("", "1200")),
        ("-2", "temperature", ("", "-2")),
        ("7.4", "ph", ("", "7.4")),
    ],
)
def test_a_value_is_kept_as_it_was_written(text: str, analyte: str, found: tuple[str, str]) -> None:
    assert sample_value(text, ANALYTES[analyte]) == found


@pytest.mark.parametrize(
    ("text", "analyte", "words"),
    [
        ("much", "ammonia", "Write a figure"),
        ("1e3", "ecoli", "Write a figure"),
        ("15", "ph", "pH lies between 0 and 14"),
        ("-1", "ammonia", "Ammonia lies between 0"),
        ("NaN", "ph", "Write a figure"),
        ("<", "ph", "Write a figure"),
    ],
)
def test_a_value_that_is_none_is_told(text: str, analyte: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sample_value(text, ANALYTES[analyte])


def test_a_filled_list_is_one_entry_with_its_questions(cast: Cast, case: Case) -> None:
    form = filled(
        "construction_site", a_inlets="no", n_inlets="Two of them full", says="Rain at noon"
    )
    client = cast.client("inspector")
    first = client.post(at(case), form)
    assert first.status_code == 302
    assert client.post(at(case), form)["Location"] == first["Location"]
    body = body_of(cast)
    assert (body["checklist"], body["title"]) == ("construction_site", "Construction site")
    assert (body["date"], body["time"], body["says"]) == ("2026-06-14", "09:40", "Rain at noon")
    (bad,) = [row for row in body["answers"] if row.get("fails")]
    assert bad == {
        "item": "inlets",
        "asks": "Storm drain inlets are protected and not full",
        "answer": "no",
        "note": "Two of them full",
        "fails": True,
        "nature": "Storm drain inlets are not protected or are full of sediment",
        "kind": "development",
    }
    assert len(body["answers"]) == 19


def test_what_fails_leads_to_a_violation_that_is_filled_in(cast: Cast, case: Case) -> None:
    form = filled("construction_site", a_inlets="no", n_inlets="Two of them full")
    client = cast.client("inspector")
    page = client.post(at(case), form, follow=True).content.decode()
    assert "1 answer shows something wrong" in page
    href = page.partition("acts/violation_observed/?")[2].partition('"')[0].replace("&amp;", "&")
    assert "date=2026-06-14" in href
    assert "kind=development" in href
    assert "nature=Storm+drain+inlets+are+not+protected" in href
    act = client.get(f"/example/cases/{case.number}/acts/violation_observed/?{href}")
    assert "Two of them full" in act.content.decode()
    assert f"/example/cases/{case.number}/acts/inspected/" in page


def test_nothing_wrong_says_so(cast: Cast, case: Case) -> None:
    page = cast.client("inspector").post(at(case), filled("construction_site"), follow=True)
    assert "Nothing wrong was found" in page.content.decode()
    assert "Record a violation" not in page.content.decode()


def test_whoever_records_no_violations_is_offered_none(cast: Cast, case: Case) -> None:
    done = cast.client("inspector").post(at(case), filled("construction_site", a_inlets="no"))
    page = cast.client("auditor").get(done["Location"]).content.decode()
    assert "1 answer shows something wrong" in page
    assert "violation_observed" not in page


def test_every_question_is_answered_or_said_not_to_be(cast: Cast, case: Case) -> None:
    form = filled("construction_site")
    for name in ("a_inlets", "a_fuel"):
        del form[name]
    client = cast.client("inspector")
    refused = client.post(at(case), form)
    assert refused.status_code == 422
    assert refused.content.decode().count("Choose an answer, or Not seen.") == 4
    client.post(at(case), {**form, "rest": "1"})
    answers = {row["item"]: row["answer"] for row in body_of(cast)["answers"]}
    assert (answers["inlets"], answers["fuel"], answers["waste"]) == ("not seen", "not seen", "yes")


def test_samples_keep_value_unit_method_and_limit(cast: Cast, case: Case) -> None:
    form = filled(
        "outfall_screening",
        s_ammonia_value="<0.1",
        s_ammonia_unit="mg/L as N",
        s_ammonia_method="test kit",
        s_ecoli_value="2419.6",
        s_ecoli_limit="1",
    )
    page = cast.client("inspector").post(at(case, "outfall_screening"), form, follow=True)
    assert body_of(cast)["samples"] == [
        {
            "analyte": "ammonia",
            "name": "Ammonia",
            "value": "0.1",
            "sign": "<",
            "unit": "mg/L as N",
            "method": "test kit",
            "limit": "0.1",
        },
        {
            "analyte": "ecoli",
            "name": "E. coli",
            "value": "2419.6",
            "unit": "MPN/100 mL",
            "limit": "1",
        },
    ]
    text = page.content.decode()
    assert "&lt;0.1" in text
    assert "MPN/100 mL" in text


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"s_ph_value": "15"}, "pH lies between 0 and 14."),
        ({"s_ph_value": "acid"}, "Write a figure, such as 0.25"),
        ({"s_ph_method": "meter"}, "Give the value, or leave the whole sample empty."),
        ({"s_ph_value": "7", "s_ph_unit": "mg/L"}, "Select a valid choice."),
        ({"date": "2026-06-16"}, "This day lies ahead."),
        ({"a_sheen": "perhaps"}, "Select a valid choice."),
        ({"a_outfall": ""}, "Write it, or: not seen."),
    ],
)
def test_faults_are_told_at_their_field(
    cast: Cast, case: Case, given: dict[str, str], words: str
) -> None:
    form = filled("outfall_screening", **given)
    response = cast.client("inspector").post(at(case, "outfall_screening"), form)
    assert response.status_code == 422
    assert words in response.content.decode()
    with cast.scope():
        assert not Entry.objects.filter(kind="office.checklist").exists()


def test_a_photo_of_an_item_is_described_by_its_note(cast: Cast, case: Case) -> None:
    client = cast.client("inspector")
    form = filled("construction_site", a_washout="no")
    refused = client.post(at(case), {**form, "p_washout": sent(picture())})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "Say what the photo shows, for those who can&#x27;t see it." in page
    (note,) = tokens(page, "p_washout")
    again = {**form, "p_washout_kept": note, "n_washout": "Slurry beside the pit"}
    done = client.post(at(case), again, follow=True).content.decode()
    with cast.scope():
        row = StoredFile.objects.get()
    assert row.says == "Concrete is washed out in a lined pit with room: Slurry beside the pit"
    assert body_of(cast)["answers"][11]["photos"] == [row.sha256]
    assert f"/files/{row.pk}/?shown=small" in done


def test_a_town_has_its_own_and_may_change_one_that_ships(cast: Cast, case: Case) -> None:
    mine = {**OWN, "id": "construction_site", "title": "Our sites"}
    with cast.scope():
        set_topic("checklists", {"lists": [OWN, mine]}, cast.actor("administrator"))
    client = cast.client("inspector")
    page = client.get(f"/example/cases/{case.number}/checklists/").content.decode()
    for words in ("Car wash", "Our sites", "Post-construction practice"):
        assert words in page
    form = {"key": str(uuid.uuid4()), "date": "2026-06-14", "a_drain": "no", "s_ph_value": "9"}
    sent_form = {**form, "s_ph_unit": "standard units"}
    assert client.post(at(case, "car_wash"), sent_form).status_code == 302
    with cast.scope():
        set_topic("checklists", {"lists": []}, cast.actor("administrator"))
    done = client.get(f"/example/cases/{case.number}/checklists/").content.decode()
    assert "Fill in" in done
    assert client.get(at(case, "car_wash")).status_code == 404
    place = done.partition("/checklists/done/")[2].partition("/")[0]
    kept = client.get(f"/example/cases/{case.number}/checklists/done/{place}/").content.decode()
    assert "Wash water stays out of the drain" in kept


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "Car Wash"}, "its id has small letters"),
        ({"title": ""}, "the title is a text of 1 to 200 letters"),
        ({"kind": "crime"}, "its kind is one of"),
        ({"samples": ["gold"]}, "gold can't be sampled"),
        ({"sections": []}, "write 1 to 120 questions"),
        ({"sections": [{"title": "A"}]}, "each section has a title and items"),
        ({"sections": [{"title": "A", "items": [7]}]}, "each question has an id"),
        ({"sections": [{"title": "A", "items": [{"id": "a", "asks": "b"}] * 2}]}, "two questions"),
        (
            {"sections": [{"title": "A", "items": [{"id": "a", "asks": "b", "fails": ["x"]}]}]},
            "x is none of its answers",
        ),
        (
            {"sections": [{"title": "A", "items": [{"id": "a", "asks": "b", "answers": ["x"]}]}]},
            "2 to 20 different words",
        ),
    ],
)
def test_a_list_that_a_town_wrote_wrongly_is_told_and_left_out(
    change: dict[str, Any], words: str
) -> None:
    setting = {"lists": [{**OWN, **change}]}
    assert any(words in fault for fault in faults_of(setting)), faults_of(setting)
    assert len(checklists(setting)) == 3
    assert faults_of({"lists": [OWN]}) == []


@pytest.mark.parametrize("setting", [{}, {"lists": 7}, {"lists": [7]}])
def test_a_setting_that_is_no_list_leaves_those_that_ship(setting: dict[str, Any]) -> None:
    assert len(checklists(setting)) == 3


def test_what_is_not_there_is_absent(cast: Cast, case: Case) -> None:
    client = cast.client("inspector")
    assert client.get(at(case, "nothing")).status_code == 404
    assert client.get(f"/example/cases/{case.number}/checklists/done/1/").status_code == 404
    assert client.get("/example/cases/NONE/checklists/").status_code == 404
    other = found_town("other", "city-9-3-12", "City of Other")
    assert other.client("inspector").get(at(case)).status_code == 404


@pytest.mark.parametrize("role", ["auditor", "finance", "attorney"])
def test_others_look_at_the_questions(cast: Cast, case: Case, role: str) -> None:
    page = cast.client(role).get(at(case)).content.decode()
    assert "Save the checklist" not in page
    assert cast.client(role).post(at(case), filled("construction_site")).status_code == 403
