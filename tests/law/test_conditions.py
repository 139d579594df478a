"""Each condition of a power: whether it holds, since when, from when, and its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.standing import Action
from outfall.law.words import reason

PAPERS = """- {instrument: notice_of_violation, title: N, needs: [], elements: [{nature: A(1)}]}
- {instrument: stop_work_order, title: S, needs: []}
- {proceeding: appeal, against: notice_of_violation, deadline: appeal}
- {proceeding: petition, against: stop_work_order}
- deadline: appeal
  for: party
  of: notice_of_violation
  due: {after: service, length: 3 days}
  done_by: {filing: appeal}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {after: service, length: 6 days}
  done_by: remedy
  stayed_by: appeal
- {order: stop_work, starts: [{service: stop_work_order}], ends: [compliance_confirmed]}
- {hold: permit_hold, blocks: grant_occupancy_permit, released_by: practices_accepted}
- {penalty: civil, unit: day, starts: observation, tiers: [{max: 10}]}"""
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"
ISSUED = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, contents: [nature]}}"""
SERVED = f"""{ISSUED}
{{date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal}}"""


def power(folder: Path, needs: str, events: str, on: str, more: str = "") -> Action:
    rules = f"{PAPERS}\n- {{action: seek_injunction, needs: {needs}{more}}}"
    found = MadeUp(folder, rules, events).on(on).action("seek_injunction")
    assert found
    return found


def brief(found: Action) -> tuple[bool, str | None, str | None, str]:
    return (
        found.permitted,
        found.since.isoformat() if found.since else None,
        found.not_before.isoformat() if found.not_before else None,
        " / ".join(reason(step) for step in found.because),
    )


DONE = "\n{date: 2026-03-09, event: corrected}"
NEXT = "2026-03-11"


def happened(*names: str) -> str:
    return OPEN + "".join(
        f"\n{{date: 2026-03-0{n}, event: {name}}}" for n, name in enumerate(names, 3)
    )


STOPPED = "stop of the work is on record since"
MORE_PAPER = "\n{date: 2026-03-06, event: notice_issued, instrument: stop_work_order}"
ORDERED = (
    MORE_PAPER
    + "\n{date: 2026-03-06, event: served, instrument: stop_work_order, method: personal}"
)
BACK = "\n{date: 2026-03-07, event: service_returned, instrument: stop_work_order, reason: moved}"
COSTS = (
    "\n{date: 2026-03-03, event: fee_charged, amount: 5}"
    "\n{date: 2026-03-04, event: cost_recorded, amount: 7}"
)
PAID = "\n{date: 2026-03-05, event: paid, amount: 12}"
DANGER = OPEN.replace("development}", "development, danger: true}")
FACTS = [
    ("{event: work_stopped}", OPEN, (False, None, "no stop of the work is on record")),
    (
        "{event: work_stopped}",
        happened("work_stopped", "work_stopped"),
        (True, "2026-03-03", f"{STOPPED} 2026-03-03"),
    ),
    (
        "{event: [work_stopped, work_resumed]}",
        happened("work_stopped", "work_stopped"),
        (True, "2026-03-04", f"{STOPPED} 2026-03-04"),
    ),
    (
        "{event: [work_stopped, work_resumed]}",
        happened("work_stopped", "work_resumed"),
        (False, None, "resumption of the work followed on 2026-03-04"),
    ),
    (
        "{event: [work_stopped, work_resumed]}",
        happened("work_stopped", "work_resumed", "work_stopped"),
        (True, "2026-03-05", f"{STOPPED} 2026-03-05"),
    ),
    (
        "{event: [work_stopped, work_resumed]}",
        OPEN + "\n{date: 2026-03-03, event: work_stopped}\n{date: 2026-03-03, event: work_resumed}",
        (False, None, "resumption of the work followed on 2026-03-03"),
    ),
    ("{never: work_stopped}", OPEN, (True, None, "no stop of the work is on record")),
    (
        "{never: work_stopped}",
        happened("work_stopped", "work_stopped"),
        (False, None, f"{STOPPED} 2026-03-04"),
    ),
    ("violation", OPEN, (True, "2026-03-02", "violation v1 (development) was found on 2026-03-02")),
    (
        "{violation: [discharge, connection]}",
        OPEN,
        (False, None, "no violation of kind discharge or connection is on record"),
    ),
    ("{unremedied: []}", OPEN, (True, "2026-03-02", "violation v1 is unremedied since 2026-03-02")),
    (
        "{unremedied: [discharge]}",
        OPEN,
        (False, None, "no violation of kind discharge is on record"),
    ),
    ("{unremedied: []}", OPEN + DONE, (False, None, "the violation was remedied on 2026-03-09")),
    ("remedied", OPEN, (False, None, "violation v1 is not remedied")),
    ("remedied", OPEN + DONE, (True, "2026-03-09", "the violation was remedied on 2026-03-09")),
    ("danger", OPEN, (False, None, "no danger is on record")),
    (
        "danger",
        DANGER,
        (True, "2026-03-02", "a danger is on record since 2026-03-02 and has not passed"),
    ),
    (
        "danger",
        f"{DANGER}\n{{date: 2026-03-05, event: danger_passed}}",
        (False, None, "the danger was over on 2026-03-05"),
    ),
    ("danger_over", OPEN, (True, None, "no danger is on record")),
    (
        "danger_over",
        DANGER,
        (False, None, "a danger is on record since 2026-03-02 and has not passed"),
    ),
    (
        "danger_over",
        f"{DANGER}\n{{date: 2026-03-05, event: danger_passed}}",
        (True, "2026-03-05", "the danger was over on 2026-03-05"),
    ),
    ("{served: stop_work_order}", OPEN, (False, None, "no stop work order has been issued")),
    (
        "{served: stop_work_order}",
        OPEN + MORE_PAPER,
        (False, None, "the stop work order of 2026-03-06 is not shown as served"),
    ),
    (
        "{served: stop_work_order}",
        OPEN + ORDERED + BACK,
        (False, None, "the stop work order of 2026-03-06 came back (moved)"),
    ),
    (
        "{served: stop_work_order}",
        OPEN + ORDERED,
        (True, "2026-03-06", "the stop work order was served on 2026-03-06"),
    ),
    ("{received: stop_work_order}", OPEN, (False, None, "no stop work order has been issued")),
    (
        "{received: stop_work_order}",
        OPEN + MORE_PAPER,
        (False, None, "the stop work order of 2026-03-06 is not shown as served"),
    ),
    (
        "{received: stop_work_order}",
        OPEN + ORDERED,
        (True, "2026-03-06", "the stop work order was received on 2026-03-06"),
    ),
    (
        "{received: stop_work_order}",
        OPEN + ORDERED.replace("personal", "certified_mail"),
        (
            False,
            None,
            "the stop work order served by certified mail on 2026-03-06 is not shown as received",
        ),
    ),
    (
        "{complete: notice_of_violation}",
        OPEN,
        (False, None, "no notice of violation has been issued"),
    ),
    (
        "{complete: notice_of_violation}",
        ISSUED,
        (True, None, "the notice of violation has all that it must contain"),
    ),
    (
        "{complete: notice_of_violation}",
        ISSUED.replace("[nature]", "[]"),
        (
            False,
            None,
            "the notice of violation of 2026-03-03 lacks nature of the violation (A(1))",
        ),
    ),
    ("{owed: cost}", OPEN, (False, None, "nothing of the cost is owed")),
    ("{owed: any}", OPEN, (False, None, "nothing is owed")),
    ("{owed: cost}", OPEN + COSTS, (True, "2026-03-04", "$7.00 of the cost is owed")),
    ("{owed: any}", OPEN + COSTS, (True, "2026-03-03", "$12.00 of the account is owed")),
    ("{owed: cost}", OPEN + COSTS + PAID, (False, None, "nothing of the cost is owed")),
    ("{owed: any}", OPEN + COSTS + PAID, (False, None, "nothing is owed")),
    ("cost", OPEN, (False, None, "no cost is on record")),
    ("cost", OPEN + COSTS, (True, "2026-03-04", "a cost is on record since 2026-03-04")),
    ("no_lien", OPEN, (True, None, "no lien is on record")),
    ("access_cut", OPEN, (False, None, "access is neither suspended nor terminated")),
    (
        "{free: permit_hold}",
        OPEN,
        (False, None, "the permit hold hold is in force since 2026-03-02"),
    ),
    ("unaccepted", OPEN, (True, "2026-03-02", "corrected practices are still to be accepted")),
    ("{order: stop_work}", OPEN, (False, None, "no stop work order is in force")),
    (
        "{order: stop_work}",
        OPEN + ORDERED,
        (True, "2026-03-06", "the stop work order is in force since 2026-03-06"),
    ),
    (
        "{order: stop_work}",
        f"{OPEN}{ORDERED}{DONE}\n{{date: 2026-03-10, event: compliance_confirmed}}",
        (False, None, "no stop work order is in force"),
    ),
    ("{exposed: civil}", OPEN, (True, None, "the law allows a civil amount")),
]


@pytest.mark.parametrize(("needs", "events", "want"), FACTS)
def test_what_is_on_record(
    tmp_path: Path, needs: str, events: str, want: tuple[bool, str | None, str]
) -> None:
    found = power(tmp_path, f"[{needs}]", events, "2026-03-12")
    assert brief(found) == (want[0], want[1], None, want[2])


def test_the_earliest_violation_of_its_kind_counts(tmp_path: Path) -> None:
    events = """{date: 2026-03-04, event: violation_observed, violation: a, kind: discharge}
{date: 2026-03-05, event: violation_observed, violation: b, kind: development}
{date: 2026-03-06, event: violation_observed, violation: c, kind: development}
{date: 2026-03-07, event: corrected, violation: b}
{date: 2026-03-09, event: corrected, violation: a}"""
    for needs, text in (
        ("{violation: [development]}", "violation b (development) was found on 2026-03-05"),
        ("{unremedied: [development]}", "violation c is unremedied since 2026-03-06"),
        ("remedied", "violation c is not remedied"),
        ("{unremedied: [discharge]}", "the violation was remedied on 2026-03-09"),
    ):
        assert brief(power(tmp_path, f"[{needs}]", events, "2026-03-12"))[3] == text


WAYS = [
    # A way that holds, before one that does not; of two that hold, the one that held first.
    ("[{event: work_stopped}, {closed: cure}]", "2026-03-12", (True, NEXT, None)),
    ("[{served: notice_of_violation}, violation]", "2026-03-09", (True, "2026-03-02", None)),
    ("[violation, {served: notice_of_violation}]", "2026-03-09", (True, "2026-03-02", None)),
    # One that holds without a first day holds always.
    ("[violation, no_lien]", "2026-03-09", (True, None, None)),
    ("[no_lien, violation]", "2026-03-09", (True, None, None)),
    # Where none holds: the earliest day that is known; none where none is.
    ("[{closed: cure}, {closed: appeal}]", "2026-03-05", (False, None, "2026-03-10")),
    ("[{closed: appeal}, {closed: cure}]", "2026-03-05", (False, None, "2026-03-10")),
    ("[cost, {closed: cure}]", "2026-03-05", (False, None, NEXT)),
    ("[{closed: cure}, cost]", "2026-03-05", (False, None, NEXT)),
    ("[cost, danger]", "2026-03-05", (False, None, None)),
    (
        "[{all: [violation, {closed: appeal}]}, {closed: cure}]",
        "2026-03-10",
        (True, "2026-03-10", None),
    ),
]


@pytest.mark.parametrize(("ways", "on", "want"), WAYS)
def test_several_ways(
    tmp_path: Path, ways: str, on: str, want: tuple[bool, str | None, str | None]
) -> None:
    """The appeal is closed on Tuesday the 10th (its 7th is a Saturday), the cure on the 11th."""
    found = power(tmp_path, f"[{{any: {ways}}}]", SERVED, on)
    assert brief(found)[:3] == want
    assert found.because[0].because == "any"
    assert len(found.because[0].parts) == 2


@pytest.mark.parametrize(
    ("needs", "on", "want"),
    [
        ("[violation, {served: notice_of_violation}]", "2026-03-09", (True, "2026-03-04", None)),
        ("[{served: notice_of_violation}, violation]", "2026-03-09", (True, "2026-03-04", None)),
        ("[{closed: appeal}, {closed: cure}]", "2026-03-05", (False, None, NEXT)),
        ("[{closed: cure}, {closed: appeal}]", "2026-03-05", (False, None, NEXT)),
        ("[{closed: cure}, cost]", "2026-03-05", (False, None, None)),
        ("[cost, {closed: cure}]", "2026-03-05", (False, None, None)),
        ("[{closed: appeal}, {closed: cure}]", "2026-03-10", (False, None, NEXT)),
        ("[no_lien]", "2026-03-09", (True, None, None)),
        ("[]", "2026-03-09", (True, None, None)),
    ],
)
def test_all_at_once(
    tmp_path: Path, needs: str, on: str, want: tuple[bool, str | None, str | None]
) -> None:
    assert brief(power(tmp_path, needs, SERVED, on))[:3] == want
    assert brief(power(tmp_path, f"[{{all: {needs}}}]", SERVED, on))[:3] == want


@pytest.mark.parametrize(
    ("duty", "events", "bound"),
    [
        ("", OPEN, False),
        (", duty: true", OPEN, True),
        (", duty: [cost]", OPEN, False),
        (", duty: [cost]", OPEN + COSTS, True),
        (", duty: [violation, cost]", OPEN, False),
    ],
)
def test_what_the_town_must_do(tmp_path: Path, duty: str, events: str, bound: bool) -> None:
    found = power(tmp_path, "[violation]", events, "2026-03-12", duty)
    assert (found.permitted, found.obligatory) == (True, bound)
    closed = power(tmp_path, "[danger]", events, "2026-03-12", duty)
    assert (closed.permitted, closed.obligatory) == (False, False)
