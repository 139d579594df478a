"""The calendar: every open deadline and hearing on its day, in a file that every program reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from tests import worked_cases

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.case import Event
from outfall.papers.ics import calendar, dates_of
from outfall.papers.rolls import Matter

CASES = Path(__file__).parents[2] / "cases"
DEMO = CASES / "demo" / "webster-stop-work.yaml"
APPEAL = CASES / "good" / "city" / "appeal-upheld.yaml"
ON = "2026-05-28"
HOSTILE = "A\r\nBEGIN:VEVENT\nSUMMARY:forged\u2028\x85\x0b\x00; a\\, b\\N \u202e"


def matter(file: Path = DEMO, on: str = ON, *more: Event) -> Matter:
    case, law = worked_cases.loaded(file)
    case = replace(case, events=(*case.events, *more))
    return Matter(case, law, assess(law, case, date.fromisoformat(on)))


def event(name: str, on: str, **fields: Any) -> Event:
    return Event(f"new-{name}-{on}", name, date.fromisoformat(on), 900, **fields)


def hearing(on: str, held_on: str, **fields: Any) -> Event:
    return event("hearing_set", on, held_on=date.fromisoformat(held_on), **fields)


def components(*matters: Matter) -> Iterator[Any]:
    """As another program reads the file."""
    written, count = calendar(matters)
    found = list(Calendar.from_ical(written).walk("VEVENT"))
    assert len(found) == count
    return iter(found)


def test_every_open_deadline_is_an_all_day_event_on_its_last_day() -> None:
    for answer in worked_cases.answers():
        found = matter(answer.file, answer.on)
        wanted = sorted(d.due for d in found.standing.deadlines if d.status == "open")
        shown = [c for c in components(found) if "last day" in str(c["SUMMARY"])]
        assert [c["DTSTART"].dt for c in shown] == wanted
        for component in shown:
            assert type(component["DTSTART"].dt) is date
            assert component["DTEND"].dt == component["DTSTART"].dt + timedelta(days=1)


def test_an_event_says_who_what_and_why() -> None:
    first = next(components(matter()))
    assert str(first["SUMMARY"]) == "W-2026-014: last day for the party: appeal [C(6)]"
    assert str(first["DESCRIPTION"]).splitlines() == [
        "Counted from Fri 2026-05-22 (entry e4): 15 days.",
        "Sat 2026-06-06 is a day off: the last day moves on to Mon 2026-06-08.",
        "C(6): The determination may be appealed to the municipality in writing within fifteen "
        "days of service. No hearing date, no body and no stay are named.",
        "As case W-2026-014 stands at the end of 2026-05-28 under webster-ny, version undated.",
    ]
    assert str(first["LOCATION"]) == "12 Example Lane"


def test_the_town_and_the_body_have_their_deadlines_too() -> None:
    said = set()
    for answer in worked_cases.answers():
        for dated in dates_of(matter(answer.file, answer.on)):
            said |= {who for who in ("party", "town", "body") if f" {who}: " in dated.summary}
    assert said == {"party", "town", "body"}


def test_an_extension_is_told() -> None:
    moved = event("extension_granted", "2026-05-27", deadline="appeal", until=date(2026, 6, 20))
    (found,) = [c for c in components(matter(DEMO, ON, moved)) if "appeal" in str(c["SUMMARY"])]
    assert found["DTSTART"].dt == date(2026, 6, 20)
    assert "Extended from Mon 2026-06-08 to Sat 2026-06-20." in str(found["DESCRIPTION"])


def test_an_alarm_calls_three_days_before() -> None:
    for component in components(matter()):
        (alarm,) = component.walk("VALARM")
        assert alarm["TRIGGER"].dt == -timedelta(days=3)
        assert (str(alarm["ACTION"]), alarm["DESCRIPTION"]) == ("DISPLAY", component["SUMMARY"])


# What stays the same


def test_the_same_cases_and_day_give_the_same_bytes() -> None:
    assert calendar([matter()]) == calendar([matter()])
    stamps = {component["DTSTAMP"].dt for component in components(matter())}
    assert {stamp.replace(tzinfo=None) for stamp in stamps} == {datetime(2026, 5, 28)}  # noqa: DTZ001


def test_a_deadline_keeps_its_name_when_its_day_moves() -> None:
    moved = event("extension_granted", "2026-05-29", deadline="appeal", until=date(2026, 6, 20))
    before, after = (
        {str(c["UID"]): c for c in components(m)}
        for m in (matter(), matter(DEMO, "2026-05-30", moved))
    )
    assert set(before) == set(after)
    for name, component in after.items():
        assert component["SEQUENCE"] > before[name]["SEQUENCE"]
    assert [c["DTSTART"].dt for c in before.values()] != [c["DTSTART"].dt for c in after.values()]


def test_each_deadline_of_each_notice_and_case_has_a_name_of_its_own() -> None:
    for answer in worked_cases.answers():
        found = matter(answer.file, answer.on)
        other = found._replace(case=replace(found.case, id="another"))
        names = [str(component["UID"]) for component in components(found, other)]
        assert len(names) == len(set(names))


# Hearings


def appealed(*more: Event, on: str = "2026-04-01") -> Matter:
    return matter(APPEAL, on, *more)


def hearings(found: Matter) -> list[Any]:
    return [
        c
        for c in components(found)
        if ": hearing" in str(c["SUMMARY"]) and "last day" not in str(c["SUMMARY"])
    ]


def filed() -> date:
    case, _ = load_case(str(APPEAL))
    return next(e.on for e in case.events if e.name == "appeal_filed")


def test_a_hearing_is_on_the_day_last_set_with_its_hour_and_room() -> None:
    day = str(filed())
    first = hearing(day, "2026-12-01", where="Example Hall")
    second = replace(
        hearing(day, "2026-12-08", held_at=time(14, 30), where="Example Hall, room 2"), id="second"
    )
    (found,) = hearings(appealed(first, second, on=day))
    assert found["DTSTART"].dt == date(2026, 12, 8)
    assert str(found["SUMMARY"]).endswith(": hearing at 14:30")
    assert str(found["LOCATION"]) == "Example Hall, room 2"
    (before,) = hearings(appealed(first, on=day))
    assert before["UID"] == found["UID"]


def test_a_hearing_that_was_held_or_is_past_is_not_shown() -> None:
    day = str(filed())
    held = replace(event("hearing_held", day), place=901)
    assert hearings(appealed(hearing(day, day), on=day)) != []
    assert hearings(appealed(hearing(day, day), held, on=day)) == []
    assert hearings(appealed(hearing(day, day), on=str(filed() + timedelta(days=1)))) == []


# Text


def test_hostile_text_stays_one_event() -> None:
    found = matter()
    case = replace(found.case, id=HOSTILE, place=(("address", HOSTILE),))
    written, count = calendar([found._replace(case=case)])
    assert len(Calendar.from_ical(written).walk("VEVENT")) == count == len(dates_of(found))
    assert b"\nSUMMARY:forged" not in written
    # The control: put in as it is, the same text makes lines of its own.
    assert "\nSUMMARY:forged" in f"SUMMARY:{HOSTILE}"


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_gives_short_lines_that_read_back(text: str) -> None:
    found = matter()
    case = replace(found.case, id=text, place=(("address", text),))
    written, count = calendar([found._replace(case=case)])
    lines = written.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert not any(char < 32 for line in lines for char in line)
    written.decode("utf-8")
    shown = list(Calendar.from_ical(written).walk("VEVENT"))
    assert len(shown) == count
    for component in shown:
        plain = "".join(c if c.isprintable() else " " for c in text)
        assert str(component.get("LOCATION", "")) == " ".join(plain.split()).replace("\\N", "\n")


@pytest.mark.parametrize("file", ["good/city/an-element-missing.yaml"])
def test_a_case_without_a_place_has_no_location(file: str) -> None:
    found = matter(CASES / file, "2026-03-10")
    bare = found._replace(case=replace(found.case, place=()))
    for component in components(bare):
        assert "LOCATION" not in component
        assert "None" not in str(component["DESCRIPTION"])
