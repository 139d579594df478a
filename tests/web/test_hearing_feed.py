"""A calendar program follows the town's hearings at an address that only the town gives out."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest
from django.test import Client
from tests.web.cast import Cast, found_town
from tests.web.money_cases import on_day, worked

from outfall.web.casework.models import Case
from outfall.web.casework.recording import New, record
from outfall.web.screens import hearings

pytestmark = pytest.mark.django_db


@pytest.fixture
def town(settings: Any) -> Cast:
    on_day(settings, "2026-03-20")
    return found_town("example")


@pytest.fixture
def case(town: Cast) -> Case:
    return worked(town, "webster-basin", until="2026-03-18", number="W-1")


def feed(town: Cast, key: str = "") -> Any:
    return Client().get(f"/{town.town.slug}/hearings-{key or town.town.feed_key}.ics")


def events(response: Any) -> list[Any]:
    return list(icalendar.Calendar.from_ical(response.content).walk("VEVENT"))


def the_set(case: Case) -> str:
    return f"e{case.length}"


def test_nobody_signs_in_to_follow_it(town: Cast, case: Case) -> None:
    page = feed(town)
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/calendar")
    event = events(page)[0]
    assert str(event["SUMMARY"]) == "Hearing, case W-1"
    assert str(event["LOCATION"]) == "Town Hall, Meeting Room B, 100 Example Square"
    assert event["DTSTART"].dt == datetime(2026, 4, 1, 23, 0, tzinfo=UTC)  # seven in summer time
    assert str(event["STATUS"]) == "CONFIRMED"


def test_no_party_is_named_in_it(town: Cast, case: Case) -> None:
    record_room(town, case, "Room B", "Robin Example", "one")
    content = feed(town).content.decode()
    assert "Example Holdings" not in content
    assert "Example Lane" not in content
    assert "Robin" not in content
    assert "DESCRIPTION" not in content
    own = town.client("auditor").get("/example/hearings.ics").content.decode()
    assert "Example Holdings LLC" in own  # who is signed in has it with names
    assert "Robin Example" in own


def record_room(town: Cast, case: Case, room: str, officer: str, key: str) -> None:
    body = {"date": "2026-03-20", "entry": the_set(case), "room": room, "officer": officer}
    with town.scope():
        row = Case.objects.get(pk=case.pk)
        record(row, [New("office.hearing", body)], town.actor("hearing_officer"), key=key)


@pytest.mark.parametrize("key", ["wrong", "0" * 32, "é", "%00"])
def test_a_wrong_key_is_told_nothing(town: Cast, case: Case, key: str) -> None:
    assert feed(town, key).status_code == 404


def test_a_town_without_a_key_has_no_feed(town: Cast, case: Case) -> None:
    key = town.town.feed_key
    town.town.feed_key = ""
    town.town.save()
    assert Client().get(f"/example/hearings-{key}.ics").status_code == 404
    assert Client().get("/example/hearings-.ics").status_code == 404


def test_one_towns_key_opens_no_other_town(town: Cast, case: Case) -> None:
    other = found_town("other")
    assert feed(other, town.town.feed_key).status_code == 404
    assert Client().get(f"/nowhere/hearings-{town.town.feed_key}.ics").status_code == 404
    assert events(feed(other)) == []


def test_keys_are_compared_in_constant_time(
    town: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def watched(one: bytes, other: bytes) -> bool:
        asked.append((one, other))
        return secrets.compare_digest(one, other)

    class Watched:
        compare_digest = staticmethod(watched)
        token_hex = staticmethod(secrets.token_hex)

    monkeypatch.setattr(hearings, "secrets", Watched)
    feed(town, "wrong")
    Client().get("/nowhere/hearings-wrong.ics")
    assert [other for _, other in asked] == [b"wrong", b"wrong"]
    assert asked[0][0] == town.town.feed_key.encode()


def test_a_hearing_that_moves_keeps_its_name_and_its_sequence_grows(town: Cast, case: Case) -> None:
    first = events(feed(town))[0]
    moved = {
        "event": "hearing_set",
        "date": "2026-03-20",
        "held_on": "2026-04-08T18:00",
        "where": "Room C",
    }
    town.record(case, moved)
    found = events(feed(town))
    assert len(found) == 1
    assert found[0]["UID"] == first["UID"]
    assert found[0]["SEQUENCE"] > first["SEQUENCE"]
    assert found[0]["DTSTART"].dt == datetime(2026, 4, 8, 22, 0, tzinfo=UTC)


def test_another_room_makes_the_sequence_grow(town: Cast, case: Case) -> None:
    first = events(feed(town))[0]
    record_room(town, case, "Room Z", "", "one")
    second = events(feed(town))[0]
    assert (second["UID"], str(second["LOCATION"])) == (first["UID"], "Room Z")
    assert second["SEQUENCE"] > first["SEQUENCE"]


def test_a_voided_hearing_is_cancelled_under_its_name(town: Cast, case: Case) -> None:
    first = events(feed(town))[0]
    town.record(case, {"event": "voided", "date": "2026-03-20", "entry": the_set(case)})
    found = events(feed(town))
    assert [str(event["STATUS"]) for event in found] == ["CANCELLED"]
    assert found[0]["UID"] == first["UID"]
    assert found[0]["SEQUENCE"] > first["SEQUENCE"]


def test_a_move_that_is_voided_goes_back_under_the_same_name(town: Cast, case: Case) -> None:
    first = events(feed(town))[0]
    original = the_set(case)
    moved = {
        "event": "hearing_set",
        "date": "2026-03-20",
        "held_on": "2026-04-08T18:00",
        "where": "Room C",
    }
    town.record(case, moved)
    town.record(case, {"event": "voided", "date": "2026-03-20", "entry": f"e{case.length}"})
    back = events(feed(town))[0]
    assert (back["UID"], back["DTSTART"].dt) == (first["UID"], first["DTSTART"].dt)
    town.record(case, moved)
    town.record(case, {"event": "voided", "date": "2026-03-20", "entry": original})
    again = events(feed(town))
    assert [event["UID"] for event in again] == [first["UID"]]
    assert again[0]["SEQUENCE"] > back["SEQUENCE"] > first["SEQUENCE"]


def test_a_hearing_without_an_hour_takes_its_day(town: Cast) -> None:
    case = worked(town, "webster-basin", until="2026-03-16", number="W-2")
    town.record(case, {"event": "hearing_set", "date": "2026-03-18", "held_on": "2026-04-01"})
    event = events(feed(town))[0]
    assert str(event["DTSTART"].dt) == "2026-04-01"
    assert str(event["DTEND"].dt) == "2026-04-02"


def test_the_same_hearings_are_the_same_bytes(town: Cast, case: Case) -> None:
    assert feed(town).content == feed(town).content


def test_the_words_of_a_room_can_write_no_line_of_their_own(town: Cast, case: Case) -> None:
    record_room(town, case, "Room A\r\nSTATUS:CANCELLED\r\nX:1", "", "one")
    content = feed(town).content.decode()
    assert "\r\nSTATUS:CANCELLED" not in content
    assert str(events(feed(town))[0]["LOCATION"]) == "Room A STATUS:CANCELLED X:1"
