"""Rooms, the calendar's feed and the town's own checklists are set by the town."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from tests.web.cast import Cast
from tests.web.setting_day import on_a_day, town

from outfall.web.casework.checklists import checklists
from outfall.web.towns.adopted import setting
from outfall.web.towns.models import Town

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
ROOMS, FEEDS, LISTS = (f"/example/settings/{name}/" for name in ("rooms", "feeds", "checklists"))


def form(**more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "", **more}


def test_rooms_and_officers_are_set_line_by_line(town: Cast) -> None:
    sent = form(rooms="Board Room\n\n Meeting Room B ", officers="Jordan Example", minutes="45")
    assert town.client("hearing_officer").post(ROOMS, sent).status_code == 302
    with town.scope():
        assert setting("rooms") == {
            "rooms": ["Board Room", "Meeting Room B"],
            "officers": ["Jordan Example"],
            "minutes": 45,
        }
    page = town.client("inspector").get(ROOMS)
    assert page.context["may_set"] is False
    assert "Rooms: Board Room, Meeting Room B" in page.content.decode()


def test_faulty_rooms_are_refused_all_at_once(town: Cast) -> None:
    sent = form(rooms="Board Room\nBoard Room", officers="x" * 121, minutes="3")
    wrong = town.client("administrator").post(ROOMS, sent)
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {"rooms", "officers", "minutes"}
    assert town.client("supervisor").post(ROOMS, form()).status_code == 403
    with town.scope():
        assert setting("rooms") == {"rooms": [], "officers": []}


def test_a_new_key_closes_the_old_address(town: Cast) -> None:
    client = town.client("administrator")
    old = client.get(FEEDS).context["feed"]
    assert Client().get(old).status_code == 200
    assert client.post(FEEDS, form(why="It got about.")).status_code == 302
    new = client.get(FEEDS).context["feed"]
    assert new != old
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    key = Town.objects.get(slug="example").feed_key
    page = client.get(FEEDS)
    told = [line for one in page.context["past"] for line in one["lines"]]
    assert told == ["Keys made so far: 1"]
    assert all(key not in str(one["set"].value) for one in page.context["past"])
    assert town.client("auditor").post(FEEDS, form()).status_code == 403


def test_a_double_click_makes_one_new_key(town: Cast) -> None:
    client, sent = town.client("administrator"), form()
    client.post(FEEDS, sent)
    first = Town.objects.get(slug="example").feed_key
    client.post(FEEDS, sent)
    assert Town.objects.get(slug="example").feed_key == first


def test_a_checklist_is_written_line_by_line(town: Cast) -> None:
    questions = (
        "# Car wash\nWash water goes to the sanitary sewer | look at the drain | "
        "Wash water runs to the street\n! Suds stand in the gutter\n? Who was spoken to"
    )
    sent = form(title="Car washes", kind="discharge", questions=questions)
    client = town.client("supervisor")
    assert client.post(LISTS, sent).status_code == 302
    with town.scope():
        made = checklists(setting("checklists"))["car_washes"]
    first, second, third = made.items
    assert (made.title, made.own, made.sections[0].title) == ("Car washes", True, "Car wash")
    assert (first.asks, first.hint) == (
        "Wash water goes to the sanitary sewer",
        "look at the drain",
    )
    assert (first.nature, first.kind, first.fails) == (
        "Wash water runs to the street",
        "discharge",
        ("no",),
    )
    assert second.fails == ("yes",)
    assert third.answers == ()
    page = client.get(LISTS, {"list": "car_washes"})
    assert page.context["form"]["questions"].value() == questions
    taken = form(id="car_washes", title="Car washes", questions=questions, gone="on")
    assert client.post(LISTS, taken).status_code == 302
    with town.scope():
        assert setting("checklists") == {"lists": []}


def test_a_list_of_the_towns_own_takes_the_place_of_one_that_ships(town: Cast) -> None:
    client = town.client("administrator")
    page = client.get(LISTS, {"list": "construction_site"})
    shown = page.context["form"]
    sent = form(
        id="construction_site",
        title="Building sites",
        questions=shown["questions"].value() + "\nThe sign with the permit number stands",
    )
    with town.scope():
        before = checklists(setting("checklists"))["construction_site"]
    assert client.post(LISTS, sent).status_code == 302
    with town.scope():
        after = checklists(setting("checklists"))["construction_site"]
    assert after.title == "Building sites"
    assert len(after.items) == len(before.items) + 1
    assert [(i.asks, i.fails, i.nature, i.answers, i.kind) for i in after.items[:-1]] == [
        (i.asks, i.fails, i.nature, i.answers, i.kind) for i in before.items
    ]


def test_a_list_without_a_question_is_refused(town: Cast) -> None:
    wrong = town.client("administrator").post(LISTS, form(title="Empty", questions="# A heading"))
    assert wrong.status_code == 422
    assert "write 1 to 120 questions" in wrong.content.decode()
    assert town.client("inspector").post(LISTS, form()).status_code == 403
