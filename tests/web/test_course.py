"""Every worked case, followed day by day: what was stored once stays true until it turns."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.web.test_projection import seen_in_standing
from tests.worked_cases import loaded

from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.web.casework import course, projecting

HERE = Path(__file__).parents[2]
GOOD = sorted(p for p in (HERE / "cases").glob("good/**/*.yaml") if "events:" in p.read_text())
DAYS = 200


def days_of(case: Case) -> list[date]:
    """A day in the midst of the case, and its last."""
    days = sorted({event.on for event in case.events})
    return sorted({days[len(days) // 2], days[-1]}) if days else []


def stored(walked: list[Standing], on: date) -> dict[str, object]:
    """What rows made of these standings say on a later day."""
    deadlines = [
        (d.name, d.bound, d.due, d.status, d.done_on)
        for d in projecting.deadline_rows(walked)
        if d.since <= on and (d.until is None or on < d.until)
    ]
    powers = {
        (p.name, p.obligatory)
        for p in projecting.power_rows(walked)
        if p.opens_on <= on and (p.closes_on is None or on < p.closes_on)
    }
    holds = {
        (h.sort, h.name)
        for h in projecting.hold_rows(walked)
        if h.since <= on and (h.until is None or on < h.until)
    }
    return {"deadlines": sorted(deadlines, key=str), "powers": powers, "holds": holds}


def follow(law: Ordinance, case: Case, on: date, walked: list[Standing]) -> list[date]:
    """The days ahead on which rows and law disagree."""
    turns = {standing.as_of + timedelta(days=n) for standing in walked for n in (-1, 0, 1)}
    ahead = {on + timedelta(days=n) for n in range(0, DAYS, 9)} | turns
    days = sorted(day for day in ahead if on <= day <= on + timedelta(days=course.HORIZON_DAYS))
    return [day for day in days if stored(walked, day) != seen_in_standing(assess(law, case, day))]


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_a_case_turns_on_the_days_that_its_standing_names(path: Path) -> None:
    case, law = loaded(path)
    for on in days_of(case):
        assert follow(law, case, on, list(course.standings(law, case, on))) == []


def stale(paths: list[Path]) -> int:
    count = 0
    for path in paths:
        case, law = loaded(path)
        for on in days_of(case):
            count += bool(follow(law, case, on, list(course.standings(law, case, on))))
    return count


def test_without_the_days_that_standings_name_rows_go_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course, "_named", lambda standing: iter(()))
    monkeypatch.setattr(course, "_turned", lambda *_: None)
    assert stale(GOOD[:40]) > 5


def test_without_a_look_between_a_clock_that_nothing_names_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course, "_turned", lambda *_: None)
    assert stale([p for p in GOOD if p.stem == "danger-repaired-in-time"]) == 1
