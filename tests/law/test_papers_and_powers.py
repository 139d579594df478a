"""What a missing proof keeps from running, what settles a matter, which paper a duty wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.law.made_up import MadeUp

from outfall.law.data import data

HEAD = """- instrument: notice_of_violation
  title: N
  needs: [violation]
  duty: true
  elements: [{nature: A(1)}, {penalties: A(2)}]
- {instrument: danger_notice, title: D, needs: [danger], duty: true}
- {instrument: termination_notice, title: T, needs: [{unremedied: [discharge]}], duty: true}
- {proceeding: appeal, against: notice_of_violation}
- {action: assess_costs, needs: [{compensation: free}]}
- {action: nuisance_action, needs: [{compensation: unsettled}]}
- {action: impose_compensatory_action, needs: []}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {after: receipt, length: 3 days}
  done_by: remedy"""
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"
ISSUED = (
    "{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, "
    "contents: [nature, penalties]}"
)
SERVED = "{date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal}"
RETURNED = (
    "{date: 2026-03-06, event: service_returned, instrument: notice_of_violation, reason: moved}"
)
MAILED = SERVED.replace("personal", "certified_mail")


def told(
    folder: Path, *events: str, on: str = "2026-03-10", rules: str = HEAD, more: str = ""
) -> Any:
    return data(MadeUp(folder, rules, "\n".join(events), more).on(on))


def powers(found: Any) -> dict[str, tuple[bool, bool, str]]:
    """Of each action: permitted, obligatory, and the sentence of its last condition."""
    return {
        act["id"]: (
            act["permitted"],
            act["obligatory"],
            act["because"][-1]["text"] if act["because"] else "",
        )
        for act in found["actions"]
    }


@pytest.mark.parametrize(
    ("events", "id", "text"),
    [
        (
            (ISSUED,),
            "proof_of_service_missing",
            "The notice of violation of 2026-03-03 is not shown as served: no clock that waits for "
            "service runs",
        ),
        (
            (ISSUED, MAILED),
            "proof_of_receipt_missing",
            "The notice of violation served by certified mail on 2026-03-04 is not shown as "
            "received: no clock that waits for receipt runs. Record received_on when the proof "
            "arrives",
        ),
        (
            (
                ISSUED,
                MAILED,
                RETURNED,
            ),
            "service_returned",
            "The notice of violation of 2026-03-03 came back (moved): that service counts for "
            "nothing until it is repeated, and no clock that waits for it runs",
        ),
    ],
)
def test_a_missing_proof_is_named(
    tmp_path: Path, events: tuple[str, ...], id: str, text: str
) -> None:
    found = told(tmp_path, OPEN, *events)
    assert found["warnings"] == [{"id": id, "event": "e2", "text": text, "cite": "", "risk": None}]
    assert found["deadlines"] == []


def test_a_proven_service_has_no_warning(tmp_path: Path) -> None:
    assert told(tmp_path, OPEN, ISSUED, SERVED)["warnings"] == []
    later = MAILED.replace("mail}", "mail, received_on: 2026-03-06}")
    found = [told(tmp_path, OPEN, ISSUED, later, on=day) for day in ("2026-03-05", "2026-03-06")]
    assert [[w["id"] for w in day["warnings"]] for day in found] == [
        ["proof_of_receipt_missing"],
        [],
    ]
    assert [day["notices"][0]["received_on"] for day in found] == [None, "2026-03-06"]
    assert (found[1]["deadlines"][0]["due"], found[1]["deadlines"][0]["from"]) == (
        "2026-03-09",
        {"event": "e3", "date": "2026-03-06"},
    )


def test_a_gap_is_a_warning_with_the_cite_of_the_first(tmp_path: Path) -> None:
    found = told(tmp_path, OPEN, ISSUED.replace("nature, penalties", ""), SERVED)
    assert found["warnings"] == [
        {
            "id": "incomplete_notice",
            "event": "e2",
            "text": "The notice of violation of 2026-03-03 lacks nature of the violation (A(1)) "
            "and statement of the penalties (A(2)): no power and no default may rest on it",
            "cite": "A(1)",
            "risk": None,
        }
    ]
    notice = found["notices"][0]
    assert (notice["missing"], notice["missing_cites"]) == (
        ["nature", "penalties"],
        ["A(1)", "A(2)"],
    )


IMPOSED = "{date: 2026-03-05, event: compensation_imposed}"
DONE = "{date: 2026-03-08, event: compensation_completed}"
DEFAULTED = "{date: 2026-03-08, event: compensation_defaulted}"
AGAIN = "{date: 2026-03-09, event: violation_observed, violation: v2, kind: development}"
NONE = "no compensatory action stands in the way"
RUNNING = "a compensatory action is being performed since 2026-03-05"
SETTLED = "the matter was settled by a compensatory action on 2026-03-08"
DEFAULT = "the compensatory action was defaulted on 2026-03-08"


@pytest.mark.parametrize(
    ("events", "free", "unsettled"),
    [
        ((), (True, NONE), (True, NONE)),
        ((IMPOSED,), (False, RUNNING), (True, NONE)),
        ((IMPOSED, DONE), (False, SETTLED), (False, SETTLED)),
        ((IMPOSED, DEFAULTED), (True, DEFAULT), (True, DEFAULT)),
        # What is found after the settlement is not settled by it.
        ((IMPOSED, DONE, AGAIN), (True, NONE), (True, NONE)),
    ],
)
def test_a_compensatory_action_in_the_way(
    tmp_path: Path,
    events: tuple[str, ...],
    free: tuple[bool, str],
    unsettled: tuple[bool, str],
) -> None:
    found = powers(told(tmp_path, OPEN, *events))
    assert (found["assess_costs"][0], found["assess_costs"][2]) == free
    assert (found["nuisance_action"][0], found["nuisance_action"][2]) == unsettled


DISCHARGE = "{date: 2026-03-05, event: violation_observed, violation: v2, kind: discharge}"
DANGER = DISCHARGE.replace("discharge}", "connection, danger: true}")
SENT = "{date: 2026-03-06, event: notice_issued, instrument: %s, violations: [%s]}"


@pytest.mark.parametrize(
    ("events", "duties"),
    [
        ((OPEN,), {"issue_notice_of_violation"}),
        ((OPEN, ISSUED), set()),
        # A paper that lacks an element discharges nothing.
        ((OPEN, ISSUED.replace("nature, penalties", "nature")), {"issue_notice_of_violation"}),
        # A new violation wants a new paper, of every kind that speaks of it.
        ((OPEN, ISSUED, DISCHARGE), {"issue_notice_of_violation", "issue_termination_notice"}),
        # The paper about discharges need not name the development.
        (
            (OPEN, ISSUED, DISCHARGE, SENT % ("termination_notice", "v2")),
            {"issue_notice_of_violation"},
        ),
        (
            (OPEN, ISSUED, DISCHARGE, SENT % ("termination_notice", "v1")),
            {"issue_notice_of_violation", "issue_termination_notice"},
        ),
        ((OPEN, ISSUED, DANGER), {"issue_notice_of_violation", "issue_danger_notice"}),
        ((OPEN, ISSUED, DANGER, SENT % ("danger_notice", "v2")), {"issue_notice_of_violation"}),
        (
            (OPEN, ISSUED, DANGER, SENT % ("danger_notice", "v1")),
            {"issue_notice_of_violation", "issue_danger_notice"},
        ),
    ],
)
def test_which_papers_the_town_must_issue(
    tmp_path: Path, events: tuple[str, ...], duties: set[str]
) -> None:
    found = powers(told(tmp_path, *events))
    assert {id for id, (_, bound, _) in found.items() if bound} == duties


@pytest.mark.parametrize(
    ("abated", "status"),
    [("2026-03-09", "met"), ("2026-03-10", "missed")],
)
def test_the_towns_work_by_the_last_day_leaves_nothing_to_miss(
    tmp_path: Path, abated: str, status: str
) -> None:
    """The cure ends on Monday the 9th. Later work by the town is not the party's late act."""
    rules = f"{HEAD}\n- {{action: enter_and_abate, needs: []}}"
    work = f"{{date: {abated}, event: abated}}"
    found = told(tmp_path, OPEN, ISSUED, SERVED, work, on="2026-03-12", rules=rules)["deadlines"][0]
    assert (found["due"], found["status"]) == ("2026-03-09", status)
    assert found["done_on"] == (abated if status == "met" else None)


def test_a_notice_set_aside_starts_nothing_any_more(tmp_path: Path) -> None:
    rules = f"{HEAD}\n- {{action: seek_injunction, needs: [{{unremedied: []}}]}}"
    filed = "{date: 2026-03-05, event: appeal_filed}"
    reversed_ = "{date: 2026-03-07, event: appeal_decided, outcome: reversed}"
    found = told(tmp_path, OPEN, ISSUED, SERVED, filed, reversed_, rules=rules)
    assert found["deadlines"] == []
    act = powers(found)["seek_injunction"]
    assert act == (False, False, "the notice was set aside on appeal on 2026-03-07")


READ = """readings:
  - {id: stay, cite: A, question: Q?, adopted: stays, choices: {stays: Yes., runs: No.}}"""
STAY = """- action: terminate_access
  needs:
    - violation
    - {reading: stay, choices: {stays: [{never: work_stopped}], runs: []}}"""
STOPPED = "{date: 2026-03-05, event: work_stopped}"


def test_a_condition_that_a_reading_sets(tmp_path: Path) -> None:
    found = told(tmp_path, OPEN, STOPPED, rules=STAY, more=READ)
    act = found["actions"][0]
    assert (act["permitted"], act["since"], act["not_before"]) == (False, None, None)
    assert act["because"][1] == {
        "holds": False,
        "text": "stop of the work is on record since 2026-03-05 (reading stay: stays)",
        "cite": "A",
        "parts": [
            {"holds": False, "text": "stop of the work is on record since 2026-03-05", "cite": "A"}
        ],
    }
    assert found["readings"] == [
        {
            "id": "stay",
            "adopted": "stays",
            "cite": "A",
            "otherwise": [
                {
                    "reading": "runs",
                    "changes": {
                        "actions.terminate_access.permitted": True,
                        "actions.terminate_access.since": "2026-03-02",
                    },
                }
            ],
        }
    ]


def test_a_reading_that_cannot_matter_is_not_asked(tmp_path: Path) -> None:
    rules = STAY.replace("- violation", "- danger")
    found = told(tmp_path, OPEN, STOPPED, rules=rules, more=READ)
    assert len(found["actions"][0]["because"]) == 1
    assert found["readings"] == []


WINDOW = """- {instrument: notice_of_violation, title: N, needs: []}
- deadline: cure
  for: party
  of: notice_of_violation
  due:
    reading: stay
    choices:
      stays: {after: service, length: 30 days}
      runs: {after: receipt, length: 2 days}
  done_by: remedy
- {action: enter_and_abate, of: notice_of_violation, needs: [{expired: cure}]}
- penalty: civil
  of: notice_of_violation
  unit: day
  starts: service
  tiers: [{max: 10}]
  opens: [{expired: cure}]"""


def changes(found: Any) -> dict[str, Any]:
    return dict(found["readings"][0]["otherwise"][0]["changes"])


def test_all_that_hangs_on_a_day_changes_with_it(tmp_path: Path) -> None:
    """Under the short period the cure ended on the 6th; by the 10th six days would count."""
    issued = ISSUED.partition(", contents")[0] + "}"
    found = told(tmp_path, OPEN, issued, SERVED, rules=WINDOW, more=READ)
    assert list(changes(found).items()) == [
        ("deadlines.cure.due", "2026-03-06"),
        ("deadlines.cure.status", "missed"),
        ("actions.enter_and_abate.permitted", True),
        ("actions.enter_and_abate.since", "2026-03-07"),
        ("actions.enter_and_abate.not_before", None),
        ("exposure.civil.days", 6),
        ("exposure.civil.max", "60.00"),
    ]


def test_a_clock_that_would_not_run_under_the_other(tmp_path: Path) -> None:
    issued = ISSUED.partition(", contents")[0] + "}"
    found = told(tmp_path, OPEN, issued, MAILED, rules=WINDOW, more=READ)
    assert changes(found) == {
        "deadlines.cure": None,
        "actions.enter_and_abate.not_before": None,
    }
    turned = READ.replace("adopted: stays", "adopted: runs")
    other = changes(told(tmp_path, OPEN, issued, MAILED, rules=WINDOW, more=turned))
    assert other == {
        "deadlines.cure.due": "2026-04-03",
        "deadlines.cure.status": "open",
        "actions.enter_and_abate.not_before": "2026-04-04",
    }


SIDES = """- {instrument: notice_of_violation, title: N, needs: []}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {after: service, length: 3 days}
  done_by: remedy
- {action: enter_and_abate, of: notice_of_violation, needs: [{expired: cure}]}
- penalty: civil
  of: notice_of_violation
  unit: day
  starts: service
  tiers: [{max: 1}, {max: 2}]
  repeat: {within: 1 year}"""
BOTH = [
    "{date: 2026-03-02, event: violation_observed, violation: a, kind: development}",
    "{date: 2026-03-02, event: violation_observed, violation: b, kind: development}",
]


def paper(id: str, violation: str, served: str) -> list[str]:
    named = f"instrument: notice_of_violation, violations: [{violation}], id: {id}"
    return [
        f"{{date: 2026-03-02, event: notice_issued, {named}}}",
        f"{{date: {served}, event: served, instrument: notice_of_violation, method: personal, "
        f"notice: {id}}}",
    ]


@pytest.mark.parametrize(
    ("first", "second", "on", "want"),
    [
        # Cures end on the 12th and 13th: open under both, or under one alone.
        ("2026-03-09", "2026-03-10", "2026-03-16", (True, "2026-03-13", None, "n1")),
        ("2026-03-10", "2026-03-09", "2026-03-16", (True, "2026-03-13", None, "n2")),
        ("2026-03-09", "2026-03-10", "2026-03-13", (True, "2026-03-13", None, "n1")),
        ("2026-03-10", "2026-03-09", "2026-03-13", (True, "2026-03-13", None, "n2")),
        # Open under neither yet: the nearer day; of two alike, the first paper.
        ("2026-03-09", "2026-03-10", "2026-03-12", (False, None, "2026-03-13", "n1")),
        ("2026-03-10", "2026-03-09", "2026-03-12", (False, None, "2026-03-13", "n2")),
        ("2026-03-09", "2026-03-09", "2026-03-12", (False, None, "2026-03-13", "n1")),
        ("2026-03-09", "2026-03-09", "2026-03-13", (True, "2026-03-13", None, "n1")),
    ],
)
def test_a_power_rests_on_the_paper_that_opens_it_first(
    tmp_path: Path, first: str, second: str, on: str, want: tuple[bool, str | None, str | None, str]
) -> None:
    papers = [*paper("n1", "a", first), *paper("n2", "b", second)]
    events = BOTH + sorted(papers, key=lambda line: line[7:17])
    act = told(tmp_path, *events, on=on, rules=SIDES)["actions"][-1]
    assert (act["permitted"], act["since"], act["not_before"], act["notice"]) == want


def test_a_power_rests_on_a_paper_whose_day_is_known(tmp_path: Path) -> None:
    """The first was remedied in time and never opens; the second opens on the 13th."""
    papers = [*paper("n1", "a", "2026-03-09"), *paper("n2", "b", "2026-03-09")]
    events = [*BOTH, *sorted(papers, key=lambda line: line[7:17])]
    remedied = "{date: 2026-03-10, event: corrected, violation: a}"
    act = told(tmp_path, *events, remedied, on="2026-03-12", rules=SIDES)["actions"][-1]
    assert (act["permitted"], act["not_before"], act["notice"]) == (False, "2026-03-13", "n2")


def test_a_deadline_is_found_under_an_entry_with_a_dot(tmp_path: Path) -> None:
    papers = [*paper("n1", "a", "2026-03-09"), *paper("n.2", "b", "2026-03-10")]
    events = [*BOTH, *sorted(papers, key=lambda line: line[7:17])]
    told = MadeUp(tmp_path, SIDES, "\n".join(events)).told("deadlines.cure:n.2", "2026-03-12")
    assert told[0] == "The last day is Friday, March 13, 2026: open on 2026-03-12."


def test_an_earlier_conviction_raises_the_days_under_a_notice(tmp_path: Path) -> None:
    """Three days after the service of the 9th, at the second row of the table."""
    events = "\n".join([BOTH[0], *paper("n1", "a", "2026-03-09")])
    history = "history: [{offense_on: 2025-03-02, convicted_on: 2025-04-01}]"
    for case, tier in (("", 1), (history, 2), (history.replace("-02", "-01", 1), 1)):
        found = MadeUp(tmp_path, SIDES, events, case=case).on("2026-03-12").civil
        assert (found.tier, found.units, found.max) == (tier, 3, 300 * tier)
        assert found.counts[0].tier == tier
