"""Notions of the pack language, each in a made-up ordinance of a few lines."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from outfall.files.case_file import read_case
from outfall.files.pack_file import load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess
from outfall.law.data import data
from outfall.law.faults import Refused

HEAD = """
pack: made-up
title: A made-up town
source: made up
zone: America/New_York
calendar: federal
service: [{method: personal, receipt: with_service}]
"""
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"


def standing(
    tmp_path: Path, rules: str, events: str, on: str, more: str = "", case: str = ""
) -> Any:
    """The standing of a day under an ordinance of these rules, which all stand in one paragraph."""
    folder = tmp_path / "made-up"
    folder.mkdir(exist_ok=True)
    (folder / "versions.yaml").write_text(
        "ordinance: made-up\nversions: [{version: one, file: one.yaml}]\n", "utf-8"
    )
    body = "\n".join(f"      {line}" for line in rules.strip().splitlines())
    text = (
        f"{HEAD}{more}\nparagraphs:\n  - cite: A\n    heading: A\n    says: A\n    rules:\n{body}\n"
    )
    (folder / "one.yaml").write_text(text, "utf-8")
    lines = "\n".join(f"  - {line}" for line in events.strip().splitlines())
    document = read_text(f"case: X\nordinance: made-up\n{case}\nevents:\n{lines}\n".encode())
    return data(assess(load_pack(folder), read_case(document), date.fromisoformat(on)))


def named(items: list[dict[str, Any]], id: str) -> dict[str, Any] | None:
    return next((item for item in items if item["id"] == id), None)


NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
SERVED = """
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}
{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}
"""

CURE = f"""{NOTICE}
- deadline: cure
  for: party
  of: notice_of_violation
  due:
    in_danger: {{after: service, length: 2 days}}
    otherwise: {{after: service, length: 10 days}}
  done_by: remedy"""


@pytest.mark.parametrize(
    ("before", "after", "due"),
    [
        ("danger: true", "", "2026-03-05"),
        ("danger: false", "", "2026-03-13"),
        # what happens to the danger later leaves the notice's own clock as it is
        ("danger: true", "{date: 2026-03-04, event: danger_passed}", "2026-03-05"),
        ("danger: true", "{date: 2026-03-04, event: corrected}", "2026-03-05"),
    ],
)
def test_a_period_that_is_shorter_in_danger(
    tmp_path: Path, before: str, after: str, due: str
) -> None:
    found = standing(
        tmp_path, CURE, f"{OPEN[:-1]}, {before}}}\n{SERVED.strip()}\n{after}".strip(), "2026-03-04"
    )
    assert found["deadlines"][0]["due"] == due


def test_a_danger_found_after_the_notice_needs_a_new_notice(tmp_path: Path) -> None:
    later = "{date: 2026-03-04, event: violation_observed, kind: development, danger: true}"
    found = standing(tmp_path, CURE, f"{OPEN}\n{SERVED.strip()}\n{later}", "2026-03-04")
    assert found["deadlines"][0]["due"] == "2026-03-13"


APPEAL = f"""{NOTICE}
- {{proceeding: appeal, against: notice_of_violation}}
- deadline: findings
  for: body
  of: notice_of_violation
  due: {{after: {{hearing: appeal}}, length: 10 days}}
  done_by: {{decision: appeal}}"""


@pytest.mark.parametrize("outcome", ["upheld", "reversed"])
def test_findings_are_due_from_the_hearing_and_met_by_either_decision(
    tmp_path: Path, outcome: str
) -> None:
    events = f"""{OPEN}
{SERVED.strip()}
{{date: 2026-03-05, event: appeal_filed}}
{{date: 2026-03-10, event: hearing_held}}
{{date: 2026-03-19, event: appeal_decided, outcome: {outcome}}}"""
    assert standing(tmp_path, APPEAL, events, "2026-03-09")["deadlines"] == []
    waiting = standing(tmp_path, APPEAL, events, "2026-03-18")["deadlines"][0]
    assert (waiting["due"], waiting["status"]) == ("2026-03-20", "open")
    done = standing(tmp_path, APPEAL, events, "2026-03-19")["deadlines"][0]
    assert (done["status"], done["done_on"]) == ("met", "2026-03-19")


PAYMENT = """- {action: impose_civil_penalty, needs: []}
- deadline: payment
  for: party
  due: {after: {event: penalty_assessed}, length: 30 days}
  done_by: {settled: penalty}"""


def test_a_debt_is_settled_by_its_last_cent(tmp_path: Path) -> None:
    events = f"""{OPEN}
{{date: 2026-03-03, event: penalty_assessed, amount: 100}}
{{date: 2026-03-20, event: paid, amount: 60}}
{{date: 2026-03-25, event: paid, amount: 40}}"""
    on = {
        day: standing(tmp_path, PAYMENT, events, day)["deadlines"][0]
        for day in ("2026-03-20", "2026-03-25")
    }
    assert [(d["status"], d["done_on"]) for d in on.values()] == [
        ("open", None),
        ("met", "2026-03-25"),
    ]


@pytest.mark.parametrize(
    ("then", "status"),
    [
        ("{date: 2026-03-20, event: reduced, part: penalty, amount: 100, why: waived}", "met"),
        ("{date: 2026-04-10, event: paid, amount: 100}", "late"),
        ("{date: 2026-03-20, event: paid, amount: 99.99}", "missed"),
    ],
)
def test_how_a_debt_is_settled(tmp_path: Path, then: str, status: str) -> None:
    events = f"{OPEN}\n{{date: 2026-03-03, event: penalty_assessed, amount: 100}}\n{then}"
    assert standing(tmp_path, PAYMENT, events, "2026-04-20")["deadlines"][0]["status"] == status


def test_a_new_charge_opens_a_settled_debt_again(tmp_path: Path) -> None:
    events = f"""{OPEN}
{{date: 2026-03-03, event: penalty_assessed, amount: 100}}
{{date: 2026-03-10, event: paid, amount: 100}}
{{date: 2026-03-12, event: penalty_assessed, amount: 50}}"""
    found = standing(tmp_path, PAYMENT, events, "2026-03-12")["deadlines"][0]
    assert (found["due"], found["status"]) == ("2026-04-13", "open")  # April 11 is a Saturday


HOLD = """- {hold: occupancy_permit, blocks: grant_occupancy_permit, released_by: corrected}
- {action: grant_occupancy_permit, needs: [{free: occupancy_permit}]}"""
RECURRING = f"""{OPEN}
{{date: 2026-03-03, event: violation_observed, violation: v2, kind: development}}
{{date: 2026-03-05, event: corrected}}
{{date: 2026-03-08, event: corrected, violation: v2}}
{{date: 2026-03-20, event: violation_observed, kind: development}}"""


@pytest.mark.parametrize(
    ("on", "in_force", "since", "until"),
    [
        ("2026-03-05", True, "2026-03-02", None),
        ("2026-03-08", False, "2026-03-02", "2026-03-08"),
        ("2026-03-20", True, "2026-03-20", None),
    ],
)
def test_a_hold_that_the_last_correction_releases(
    tmp_path: Path, on: str, in_force: bool, since: str, until: str | None
) -> None:
    found = standing(tmp_path, HOLD, RECURRING, on)
    hold, grant = found["holds"][0], named(found["actions"], "grant_occupancy_permit")
    assert (hold["in_force"], hold["since"], hold["until"]) == (in_force, since, until)
    assert grant is not None
    assert grant["permitted"] is not in_force


ORDER = """- {instrument: stop_work_order, title: S, needs: []}
- {order: stop_work, starts: [{service: stop_work_order}], ends: [remedied]}"""


@pytest.mark.parametrize(
    ("on", "until"),
    [("2026-03-07", None), ("2026-03-08", "2026-03-08"), ("2026-03-25", "2026-03-08")],
)
def test_an_order_that_ends_with_the_last_violation_stays_ended(
    tmp_path: Path, on: str, until: str | None
) -> None:
    served = """
{date: 2026-03-04, event: notice_issued, instrument: stop_work_order}
{date: 2026-03-04, event: served, instrument: stop_work_order, method: personal}"""
    order = standing(tmp_path, ORDER, RECURRING + served, on)["orders"][0]
    assert (order["since"], order["until"], order["in_force"]) == (
        "2026-03-04",
        until,
        until is None,
    )


def penalty(more: str) -> str:
    return f"""{NOTICE}
- {{action: impose_civil_penalty, needs: []}}
- penalty: civil
  of: notice_of_violation
  unit: day
  starts: receipt
  tiers: [{{min: 100, max: 250}}]
  {more}"""


@pytest.mark.parametrize(
    ("more", "days", "low", "high"),
    [
        ("count: each_day", 7, "700.00", "1750.00"),
        ("count: once", 1, "100.00", "250.00"),
        ("cap: 600", 7, "600.00", "600.00"),
        ("cap: none", 7, "700.00", "1750.00"),
    ],
)
def test_a_penalty_for_each_day_or_once_and_its_most(
    tmp_path: Path, more: str, days: int, low: str, high: str
) -> None:
    civil = standing(tmp_path, penalty(more), f"{OPEN}\n{SERVED.strip()}", "2026-03-10")[
        "exposure"
    ]["civil"]
    assert (civil["days"], civil["min"], civil["max"]) == (days, low, high)


READING = """
readings:
  - id: most
    cite: A
    question: Is there a most?
    adopted: a_most
    choices: {a_most: There is., no_most: There is none.}
"""


def test_a_most_that_a_reading_decides(tmp_path: Path) -> None:
    rule = penalty("cap: {reading: most, choices: {a_most: 600, no_most: none}}")
    found = standing(tmp_path, rule, f"{OPEN}\n{SERVED.strip()}", "2026-03-10", READING)
    assert found["exposure"]["civil"]["max"] == "600.00"
    changes = found["readings"][0]["otherwise"][0]["changes"]
    assert changes == {"exposure.civil.min": "700.00", "exposure.civil.max": "1750.00"}


def test_an_assessment_below_the_least_is_told(tmp_path: Path) -> None:
    assessed = "{date: 2026-03-05, event: penalty_assessed, amount: 150}"
    events = f"{OPEN}\n{SERVED.strip()}\n{assessed}"
    found = standing(tmp_path, penalty("count: each_day"), events, "2026-03-05")
    assert [item["id"] for item in found["irregularities"]] == ["below_minimum"]  # two days: 200
    assert standing(tmp_path, penalty("count: once"), events, "2026-03-05")["irregularities"] == []


def test_an_event_before_the_paper_counts_for_nothing_under_it(tmp_path: Path) -> None:
    rules = f"""{NOTICE}
- penalty: criminal
  of: notice_of_violation
  unit: offense
  count: once
  starts: {{event: non_compliance_observed}}
  first_day: counts
  at_least_one: true
  tiers: [{{max: 5000}}]"""
    events = f"""{OPEN}
{{date: 2026-03-02, event: non_compliance_observed}}
{SERVED.strip()}
{{date: 2026-03-09, event: non_compliance_observed}}
{{date: 2026-03-09, event: corrected}}"""
    most = [
        standing(tmp_path, rules, events, on)["exposure"]["criminal"]["max"]
        for on in ("2026-03-08", "2026-03-20")
    ]
    assert most == ["0.00", "5000.00"]


INTEREST = """- {action: assess_costs, needs: []}
- interest:
    policy: percent
    on: [cost]
    starts:
      reading: most
      choices:
        a_most: {after: charge, length: 0 days}
        no_most: {after: charge, length: 10 days}"""
PERCENT = READING + "policy: [{id: percent, cite: A, says: The town's rate., value: 0}]\n"
COST = "{date: 2026-03-03, event: cost_recorded, amount: 3650, kind: abatement}"


@pytest.mark.parametrize(
    ("case", "interest"),
    [
        ("", "0.00"),
        ("policy: {percent: 10}", "8.00"),  # 3650 at 10 percent: 1.00 a day, March 3 to 10
        ("policy: {percent: 2.5}", "2.00"),
        ("policy: {percent: 10}\nreadings: {most: no_most}", "0.00"),  # from March 13
    ],
)
def test_interest_at_the_towns_own_rate(tmp_path: Path, case: str, interest: str) -> None:
    found = standing(tmp_path, INTEREST, f"{OPEN}\n{COST}", "2026-03-10", PERCENT, case)
    assert found["account"]["interest"] == interest


@pytest.mark.parametrize("percent", ["much", "1e3", "-1"])
def test_a_rate_that_is_no_number_is_a_fault(tmp_path: Path, percent: str) -> None:
    with pytest.raises(Refused, match=r"policy\.percent.*is not a number"):
        standing(
            tmp_path,
            INTEREST,
            f"{OPEN}\n{COST}",
            "2026-03-10",
            PERCENT,
            f"policy: {{percent: {percent}}}",
        )


def test_interest_needs_a_rate_or_a_policy(tmp_path: Path) -> None:
    bare = "- interest: {on: [cost], starts: {after: charge, length: 0 days}}"
    with pytest.raises(Refused, match="either its rates or a policy"):
        standing(tmp_path, bare, OPEN, "2026-03-10")


@pytest.mark.parametrize(
    ("permit", "permitted", "text"),
    [
        ("permit: held", True, "violation v1 is of one who holds a permit"),
        ("permit: none", False, "violation v1 is of one who holds no permit"),
        ("nature: mud", False, "the record does not say whether a permit was issued"),
    ],
)
def test_a_power_over_those_who_hold_a_permit(
    tmp_path: Path, permit: str, permitted: bool, text: str
) -> None:
    rules = """- {action: revoke_permit, needs: [{permit: held}]}
- {action: ask, needs: [{permit: unsaid}]}"""
    found = standing(tmp_path, rules, f"{OPEN[:-1]}, {permit}}}", "2026-03-10")
    revoke, ask = named(found["actions"], "revoke_permit"), named(found["actions"], "ask")
    assert revoke is not None
    assert ask is not None
    assert (revoke["permitted"], revoke["because"][0]["text"]) == (permitted, text)
    assert ask["permitted"] is ("permit" not in permit)
