"""Appeals and periods as conditions of a power: every state of the one, every day of the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.law.test_conditions import ISSUED, SERVED, brief, power

FILED = f"{SERVED}\n{{date: 2026-03-06, event: appeal_filed}}"
LATE = f"{SERVED}\n{{date: 2026-03-10, event: appeal_filed}}"
UPHELD = f"{FILED}\n{{date: 2026-03-08, event: appeal_decided, outcome: upheld}}"
REVERSED = f"{FILED}\n{{date: 2026-03-08, event: appeal_decided, outcome: reversed}}"
LATE_REVERSED = f"{LATE}\n{{date: 2026-03-11, event: appeal_decided, outcome: reversed}}"
UNDECIDED = "the appeal of 2026-03-06 is undecided"
NO_APPEAL = "no appeal has been filed"
DECIDED = "the appeal was decided on 2026-03-08: upheld"
FOR_PARTY = "the appeal was decided for the party on 2026-03-08"
STOPS = "the appeal of 2026-03-10 was late and stops nothing"
SET_ASIDE = "the appeal was decided for the party on 2026-03-11"


@pytest.mark.parametrize(
    ("events", "text", "states"),
    [
        # Each state that holds, with the day since which it does.
        (
            SERVED,
            NO_APPEAL,
            {"none": None, "unfiled": None, "not_pending": None, "not_reversed": None},
        ),
        (FILED, UNDECIDED, {"filed": "2026-03-06", "pending": "2026-03-06", "not_reversed": None}),
        (
            UPHELD,
            DECIDED,
            {
                "filed": "2026-03-06",
                "upheld": "2026-03-08",
                "not_pending": "2026-03-08",
                "not_reversed": None,
            },
        ),
        (REVERSED, FOR_PARTY, {"filed": "2026-03-08"}),
        (LATE, STOPS, {"none": None, "not_pending": None, "not_reversed": None}),
        (LATE_REVERSED, SET_ASIDE, {}),
    ],
)
def test_where_an_appeal_stands(
    tmp_path: Path, events: str, text: str, states: dict[str, str | None]
) -> None:
    for state in ("none", "filed", "pending", "not_pending", "upheld", "not_reversed"):
        found = brief(power(tmp_path, f"[{{proceeding: [appeal, {state}]}}]", events, "2026-03-12"))
        assert found == (state in states, states.get(state), None, text), state
    unfiled = brief(power(tmp_path, "[{proceeding: [appeal, unfiled]}]", events, "2026-03-12"))
    day = "2026-03-10" if "2026-03-10, event" in events else "2026-03-06"
    told = NO_APPEAL if "unfiled" in states else f"the appeal was filed on {day}"
    assert unfiled == ("unfiled" in states, None, None, told)


RUNS = "the time to cure runs through 2026-03-10"
PASSED = "the last day of the time to cure, 2026-03-10, has passed"
CLOCK = "the clock of the time to cure has not started"
DONE = "\n{date: 2026-03-09, event: corrected}"
DONE_LATE = "\n{date: 2026-03-12, event: corrected}"
NEXT = "2026-03-11"


@pytest.mark.parametrize(
    ("needs", "events", "on", "want"),
    [
        ("expired", ISSUED, "2026-03-12", (False, None, None, CLOCK)),
        ("expired", SERVED, "2026-03-10", (False, None, NEXT, RUNS)),
        ("expired", SERVED, NEXT, (True, NEXT, None, f"{PASSED}, and it was not done")),
        (
            "expired",
            SERVED + DONE_LATE,
            "2026-03-12",
            (True, NEXT, None, f"{PASSED}; it was done late, on 2026-03-12"),
        ),
        (
            "expired",
            SERVED + DONE,
            "2026-03-12",
            (
                False,
                None,
                None,
                "the time to cure was met on 2026-03-09, by its last day 2026-03-10",
            ),
        ),
        ("expired", FILED, "2026-03-12", (False, None, None, "the time to cure is stayed")),
        ("closed", ISSUED, "2026-03-12", (False, None, None, CLOCK)),
        ("closed", SERVED, "2026-03-10", (False, None, NEXT, RUNS)),
        (
            "closed",
            SERVED + DONE,
            NEXT,
            (True, NEXT, None, "the time for the time to cure closed with 2026-03-10"),
        ),
        ("open", ISSUED, "2026-03-12", (False, None, None, CLOCK)),
        ("open", SERVED, "2026-03-10", (True, "2026-03-04", None, RUNS)),
        (
            "open",
            SERVED,
            NEXT,
            (False, None, None, "the time for the time to cure closed with 2026-03-10"),
        ),
        ("late", ISSUED, "2026-03-12", (False, None, None, CLOCK)),
        ("late", SERVED, "2026-03-10", (False, None, None, "the time to cure is not late")),
        ("late", SERVED + DONE, "2026-03-12", (False, None, None, "the time to cure is not late")),
        ("late", SERVED, NEXT, (True, NEXT, None, f"{PASSED}, and it was not done")),
        (
            "late",
            SERVED + DONE_LATE,
            "2026-03-12",
            (True, NEXT, None, f"{PASSED}; it was done late, on 2026-03-12"),
        ),
    ],
)
def test_a_period_and_its_day_after(
    tmp_path: Path,
    needs: str,
    events: str,
    on: str,
    want: tuple[bool, str | None, str | None, str],
) -> None:
    assert brief(power(tmp_path, f"[{{{needs}: cure}}]", events, on)) == want
