"""The picture says what the standing says: every date of it once, and nothing that it doesn't."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.standing import Deadline, Hold, Order, Standing
from outfall.law.terms import Due
from outfall.timeline.layout import lay, period, turning_days
from outfall.timeline.model import COMING, Bar, Row, Timeline
from outfall.timeline.picture import picture

HERE = Path(__file__).parent
WORKED = sorted(
    path
    for folder in (HERE / "cases", HERE.parent.parent / "cases" / "good")
    for path in folder.rglob("*.yaml")
    if not path.name.endswith(".answers.yaml")
)
Drawn = Callable[..., Any]
Pictures = tuple[tuple[Standing, Case, Timeline], ...]
LATER = timedelta(days=45)


def rows(timeline: Timeline, lane: str) -> dict[str, Row]:
    found = [row for part in timeline.lanes if part.id == lane for row in part.rows]
    assert len({row.id for row in found}) == len(found)
    return {row.id: row for row in found}


def spans(row: Row, *kinds: str) -> list[tuple[date, date]]:
    return [(bar.first, bar.last) for bar in row.bars if bar.kind in kinds]


def day(text: str) -> date:
    return date.fromisoformat(text)


@cache
def pictures(path: Path) -> tuple[tuple[Standing, Case, Timeline], ...]:
    """A worked case on its first day, in the middle, on its last day and long after it."""
    case, ordinance = load_case(str(path))
    known = sorted({event.on for event in case.events})
    asked = dict.fromkeys((known[0], known[len(known) // 2], known[-1], known[-1] + LATER))
    return tuple((assess(ordinance, case, on), case, picture(case, ordinance, on)) for on in asked)


@pytest.fixture(params=WORKED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def days_of_a_case(request: pytest.FixtureRequest) -> tuple[tuple[Standing, Case, Timeline], ...]:
    return pictures(request.param)


def test_every_deadline_stands_once_with_its_dates(days_of_a_case: Pictures) -> None:
    for standing, _, timeline in days_of_a_case:
        found = rows(timeline, "deadlines")
        assert sorted(found) == sorted(deadline.id for deadline in standing.deadlines)
        for deadline in standing.deadlines:
            row = found[deadline.id]
            pieces = spans(row, "run", "ahead", "extension", "extension_ahead")
            planned = deadline.extended_from or deadline.due
            assert pieces[0][0] == min(deadline.source.start, planned)
            assert pieces[-1][1] == deadline.due
            for (_, before), (after, _) in pairwise(pieces):
                assert after == before + timedelta(days=1)
            due = [mark.on for mark in row.marks if mark.kind in ("due", "missed")]
            done = [mark.on for mark in row.marks if mark.kind in ("met", "late")]
            assert due == [deadline.due]
            assert done == ([deadline.done_on] if deadline.done_on else [])
            assert row.cite == deadline.cite
            assert any(deadline.due in note and deadline.status in str(note) for note in row.notes)


def test_every_order_and_hold_stands_once_from_its_first_day_to_its_last(
    days_of_a_case: Pictures,
) -> None:
    for standing, _, timeline in days_of_a_case:
        found = rows(timeline, "orders")
        lasting: list[Order | Hold] = [*standing.orders, *standing.holds]
        assert sorted(found) == sorted(item.id for item in lasting)
        for item in lasting:
            (bar,) = found[item.id].bars
            assert (bar.first, bar.last) == (item.since, item.until or standing.as_of)
            assert bar.goes_on is item.in_force


def test_every_day_of_penalty_and_of_interest_is_drawn_once(days_of_a_case: Pictures) -> None:
    for standing, _, timeline in days_of_a_case:
        drawn_spans = [
            (row_id.partition(":")[0], bar.first, bar.last, bar.kind)
            for row_id, row in rows(timeline, "penalties").items()
            for bar in row.bars
        ]
        wanted = [
            (exposure.track, span.first, span.last, "left_out" if span.why else "penalty")
            for exposure in (standing.civil, standing.criminal)
            for count in exposure.counts
            for span in count.spans
        ]
        assert sorted(drawn_spans) == sorted(wanted)
        interest = [b for row in rows(timeline, "interest").values() for b in row.bars]
        assert [(b.first, b.last) for b in interest] == [
            (span.first, span.last) for span in standing.account.spans
        ]


def test_every_dated_power_stands_once(days_of_a_case: Pictures) -> None:
    for standing, _, timeline in days_of_a_case:
        found = rows(timeline, "powers")
        opens = {
            action.id: action.since if action.permitted else action.not_before
            for action in standing.actions
        }
        assert {name: row.bars[0].first for name, row in found.items()} == {
            name: on for name, on in opens.items() if on is not None
        }
        for action in standing.actions:
            if action.id in found and not action.permitted:
                assert [mark.on for mark in found[action.id].marks] == [action.not_before]


def test_every_entry_up_to_the_day_is_told_once(days_of_a_case: Pictures) -> None:
    for standing, case, timeline in days_of_a_case:
        told = [
            mark.id
            for lane in timeline.lanes
            if lane.entries
            for row in lane.rows
            for mark in row.marks
        ]
        assert sorted(told) == sorted(
            event.id
            for event in case.events
            if event.on <= standing.as_of and event.name != "voided"
        )


def test_nothing_after_the_day_is_drawn_as_having_happened(days_of_a_case: Pictures) -> None:
    for standing, _, timeline in days_of_a_case:
        for lane in timeline.lanes:
            for row in lane.rows:
                for bar in row.bars:
                    assert timeline.first <= bar.first <= bar.last <= timeline.last
                    if bar.kind in COMING:
                        assert bar.last > standing.as_of
                    else:
                        assert bar.last <= standing.as_of
                for mark in row.marks:
                    if mark.kind not in ("due", "was_due", "opens"):
                        assert mark.on <= standing.as_of


def test_entries_dated_after_the_day_leave_no_trace(drawn: Drawn) -> None:
    standing, case, timeline = drawn("appeal-and-money", "2026-04-08")
    until = replace(case, events=tuple(e for e in case.events if e.on <= standing.as_of))
    assert lay(standing, until, ()).lanes[0] == timeline.lanes[0]


def test_a_stay_is_hatched_from_the_filing_to_the_eve_of_the_decision(drawn: Drawn) -> None:
    _, _, timeline = drawn("appeal-and-money", "2026-08-25")
    row = rows(timeline, "deadlines")["comply"]
    assert spans(row, "stay") == [(day("2026-03-13"), day("2026-04-08"))]
    assert ("stayed ", day("2026-03-13"), " to ", day("2026-04-08")) in row.notes


def test_a_stay_that_lasts_ends_with_the_picture(drawn: Drawn) -> None:
    standing, _, timeline = drawn("appeal-and-money", "2026-03-30")
    assert spans(rows(timeline, "deadlines")["comply"], "stay") == [
        (day("2026-03-13"), standing.as_of)
    ]


def test_without_the_earlier_standings_a_stay_shows_on_the_day_alone(drawn: Drawn) -> None:
    standing, case, _ = drawn("appeal-and-money", "2026-03-30")
    row = rows(lay(standing, case), "deadlines")["comply"]
    assert spans(row, "stay") == [(standing.as_of, standing.as_of)]


def test_the_days_to_ask_are_those_of_filings_and_decisions(drawn: Drawn) -> None:
    _, case, _ = drawn("appeal-and-money", "2026-08-25")
    asked = turning_days(case, day("2026-08-25"))
    assert asked == (day("2026-03-13"), day("2026-04-09"))
    assert turning_days(case, day("2026-03-13")) == ()


def test_an_extension_is_told_from_the_period_that_it_extends(drawn: Drawn) -> None:
    _, _, timeline = drawn("appeal-and-money", "2026-04-20")
    row = rows(timeline, "deadlines")["comply_after_decision"]
    assert [(bar.kind, bar.first.isoformat(), bar.last.isoformat()) for bar in row.bars] == [
        ("run", "2026-04-09", "2026-04-16"),
        ("extension", "2026-04-17", "2026-04-20"),
        ("extension_ahead", "2026-04-21", "2026-04-24"),
    ]
    assert [mark.on for mark in row.marks if mark.kind == "was_due"] == [day("2026-04-16")]


def test_a_period_that_has_not_begun_is_all_still_to_come() -> None:
    source = Due(day("2026-05-20"), day("2026-05-20"), "e1", day("2026-05-10"), "10 days")
    item = Deadline("cure", "party", "F", "open", day("2026-05-20"), source)
    assert list(period(item, day("2026-05-01"))) == [
        Bar("ahead", day("2026-05-10"), day("2026-05-20"))
    ]


def test_left_out_days_say_why(drawn: Drawn) -> None:
    _, _, timeline = drawn("appeal-and-money", "2026-08-25")
    row = rows(timeline, "penalties")["civil:v1"]
    assert [(bar.kind, bar.says) for bar in row.bars] == [
        ("left_out", "time to cure"),
        ("left_out", "tolled by the appeal"),
        ("penalty", ""),
    ]
    assert ("14 left out: time to cure",) in row.notes


def test_an_entry_made_in_error_is_kept_and_marked(drawn: Drawn) -> None:
    _, _, timeline = drawn("appeal-and-money", "2026-08-25")
    (row,) = rows(timeline, "money").values()
    assert [(m.on, m.says) for m in row.marks if m.kind == "voided"] == [
        (day("2026-03-09"), "$25.00 paid (voided)")
    ]


def test_an_act_that_the_law_did_not_permit_is_marked_with_the_paragraph(tmp_path: Path) -> None:
    early = (HERE / "cases" / "appeal-and-money.yaml").read_text(encoding="utf-8")
    file = tmp_path / "early.yaml"
    file.write_text(early.replace("2026-05-11, event: abated", "2026-03-19, event: abated"))
    case, law = load_case(str(file))
    standing = assess(law, case, day("2026-03-19"))
    (row,) = rows(lay(standing, case), "events").values()
    assert [(m.kind, m.says) for m in row.marks if m.kind == "irregular"] == [
        ("irregular", "violation v1 abated by the town (irregular, D.1)")
    ]


def test_before_the_first_entry_the_picture_says_that_there_is_nothing(drawn: Drawn) -> None:
    _, _, timeline = drawn("short-notice", "2026-01-05")
    assert not any(lane.entries for lane in timeline.lanes)
    assert "Nothing is on record by this day." in timeline.footnotes
