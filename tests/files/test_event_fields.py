"""The fields of an entry for its papers: read as they are written, or refused at their line."""

from __future__ import annotations

from datetime import date, time

import pytest

from outfall.files.case_file import read_case
from outfall.files.text import read_text
from outfall.law.case import Case
from outfall.law.faults import Refused

HEAD = "case: W-1\nordinance: webster-ny\nevents:\n"
SET = "  - {date: 2026-03-18, event: hearing_set, held_on: 2026-04-01T19:00, where: Room B}\n"
SEEN = "  - {date: 2026-03-02, event: violation_observed, kind: development, %s}\n"


def read(events: str) -> Case:
    return read_case(read_text(HEAD + events))


def refused(events: str) -> list[str]:
    with pytest.raises(Refused) as told:
        read(events)
    return [str(fault) for fault in told.value.faults]


def test_a_hearing_has_its_day_hour_and_room() -> None:
    (event,) = read(SET).events
    assert (event.held_on, event.held_at, event.where) == (
        date(2026, 4, 1),
        time(19, 0),
        "Room B",
    )
    (event,) = read(SET.replace("T19:00", "").replace(", where: Room B", "")).events
    assert (event.held_on, event.held_at, event.where) == (date(2026, 4, 1), None, None)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("held_on: 2026-04-01T19:00, ", ""), "events[0].held_on (line 4): this is missing. "),
        (("2026-04-01T19:00", "soon"), "events[0].held_on (line 4): soon is not a date. "),
        (("T19:00", "T25:00"), "events[0].held_on (line 4): 2026-04-01T25:00 is not a date. "),
        (("Room B", "''"), "events[0].where (line 4): this is empty. "),
        (("where", "room"), "events[0].room (line 4): "),
    ],
)
def test_a_hearing_s_odd_field_is_refused_at_its_line(change: tuple[str, str], says: str) -> None:
    assert refused(SET.replace(*change))[0].startswith(says)


def test_what_a_paper_says_besides_is_kept() -> None:
    words = "paper: {mailed_on: 2026-03-04, by: certified_mail, server: Sam, tracking: 7000}"
    (event,) = read(SEEN % words).events
    assert dict(event.paper) == {
        "mailed_on": date(2026, 3, 4),
        "by": "certified_mail",
        "server": "Sam",
        "tracking": "7000",
    }
    assert read(SEEN % "nature: x").events[0].paper == ()


@pytest.mark.parametrize(
    ("paper", "says"),
    [
        ("x", "events[0].paper (line 4): "),
        ("{by: pigeon}", "events[0].paper.by (line 4): "),
        ("{mailed_on: 2026-02-30}", "events[0].paper.mailed_on (line 4): 2026-02-30 is not a date"),
        ("{sever: Sam}", "events[0].paper.sever (line 4): "),
        ("{says: ''}", "events[0].paper.says (line 4): this is empty"),
    ],
)
def test_what_is_odd_in_it_is_refused_at_its_line(paper: str, says: str) -> None:
    assert refused(SEEN % f"paper: {paper}")[0].startswith(says)


def test_photographs_are_kept_in_their_order() -> None:
    one = "{file: a.jpg, says: the creek, taken_on: 2026-03-02T08:05, by: Robin, place: the bridge}"
    two = "{file: b/a.jpg, says: the fence, taken_on: 2026-03-02}"
    first, second = read(SEEN % f"photos: [{one}, {two}]").events[0].photos
    assert (first.file, first.taken_at, first.by, first.place) == (
        "a.jpg",
        time(8, 5),
        "Robin",
        "the bridge",
    )
    assert (second.file, second.taken_at, second.by) == ("b/a.jpg", None, None)


PICTURE = "{file: a.jpg, says: x, taken_on: 2026-03-02}"


@pytest.mark.parametrize(
    ("photos", "says"),
    [
        ("a.jpg", "events[0].photos (line 4): a.jpg is not a list"),
        ("[a.jpg]", "events[0].photos[0] (line 4): "),
        (
            f"[{PICTURE}, {{file: b.jpg, taken_on: 2026-03-02}}]",
            "events[0].photos[1].says (line 4): this is missing. Add says: what it shows, for "
            "those who can't see it",
        ),
        (
            "[{file: '', says: x, taken_on: 2026-03-02}]",
            "events[0].photos[0].file (line 4): this is",
        ),
        ("[{file: a, says: x}]", "events[0].photos[0].taken_on (line 4): this is missing"),
        (f"[{', '.join([PICTURE] * 101)}]", "events[0].photos (line 4): this list has 101 entries"),
    ],
)
def test_an_odd_photograph_is_refused_at_its_line(photos: str, says: str) -> None:
    assert refused(SEEN % f"photos: {photos}")[0].startswith(says)
