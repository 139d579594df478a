"""Irregularities that depend on what an ordinance has and lacks, each in one of a few lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.law.test_notions_of_packs import NOTICE, OPEN, SERVED, standing

DANGER = OPEN.replace("development", "discharge, danger: true")
DAILY = """- {action: impose_civil_penalty, cite: P.1, needs: []}
- penalty: civil
  cite: P.2
  unit: day
  starts: observation
  first_day: counts
  tiers: [{min: 100, max: 250}]"""


def told(tmp_path: Path, rules: str, events: str, on: str = "2026-04-30") -> list[Any]:
    """What is told of a case: id, words and paragraph of each irregularity."""
    found = standing(tmp_path, rules, events, on)["irregularities"]
    return [(item["id"], item["text"], item["cite"]) for item in found]


def assessed(*amounts: str, on: str = "2026-03-03") -> str:
    """A violation of March 2, and so two days of it on March 3."""
    lines = [f"{{date: {on}, event: penalty_assessed, amount: {amount}}}" for amount in amounts]
    return "\n".join([OPEN, *lines])


@pytest.mark.parametrize(
    ("amounts", "id", "text"),
    [
        (
            ["199.99"],
            "below_minimum",
            "$199.99 assessed in all is below the least that the law allowed on 2026-03-03, "
            "$200.00",
        ),
        (
            ["500.01"],
            "above_maximum",
            "$500.01 assessed in all is $0.01 above the most that the law allowed on 2026-03-03, "
            "$500.00",
        ),
        # What was assessed before counts with it.
        (
            ["400", "200"],
            "above_maximum",
            "$600.00 assessed in all is $100.00 above the most that the law allowed on "
            "2026-03-03, $500.00",
        ),
    ],
)
def test_an_assessment_outside_of_what_the_law_allows(
    tmp_path: Path, amounts: list[str], id: str, text: str
) -> None:
    assert told(tmp_path, DAILY, assessed(*amounts)) == [(id, text, "P.2")]


@pytest.mark.parametrize("amounts", [["200"], ["500"], ["200", "300"]])
def test_an_assessment_at_the_least_and_at_the_most(tmp_path: Path, amounts: list[str]) -> None:
    assert told(tmp_path, DAILY, assessed(*amounts)) == []


def test_an_assessment_in_cents(tmp_path: Path) -> None:
    """A most of one cent is a most: only where nothing at all is allowed is there no power."""
    rules = DAILY.replace("min: 100, max: 250", 'max: "0.01"').replace(
        "day\n", "offense\n  count: once\n"
    )
    found = told(tmp_path, rules, assessed("0.02"))
    assert [id for id, _, _ in found] == ["above_maximum"]


def test_a_penalty_without_a_most_has_none_to_be_above(tmp_path: Path) -> None:
    rules = DAILY.replace(", max: 250", "")
    assert told(tmp_path, rules, assessed("99999")) == []
    below = told(tmp_path, rules, assessed("1"))
    assert [id for id, _, _ in below] == ["below_minimum"]


def test_a_fine_of_a_court_s_bounds_no_assessment(tmp_path: Path) -> None:
    """A code with a power to assess and only a criminal track sets the town no bounds."""
    rules = DAILY.replace("penalty: civil", "penalty: criminal")
    assert told(tmp_path, rules, assessed("99999")) == []


def test_the_civil_rule_is_found_beside_the_criminal_one(tmp_path: Path) -> None:
    criminal = (
        "- {penalty: criminal, cite: C, unit: day, starts: observation, first_day: counts, "
        'tiers: [{max: "1.00"}]}'
    )
    found = told(tmp_path, f"{criminal}\n{DAILY}", assessed("501"))
    assert [(id, cite) for id, _, cite in found] == [("above_maximum", "P.2")]


ORDERS = f"""{NOTICE}
- {{instrument: cease_and_desist_order, title: C, needs: []}}
- {{order: cease_and_desist, cite: O.1, starts: [{{service: cease_and_desist_order}}],
   ends: [danger_passed]}}
- {{order: stop_work, cite: O.2, starts: [{{service: notice_of_violation}}],
   ends: [compliance_confirmed]}}
- {{action: confirm_compliance, needs: []}}"""
RESUMED = "{date: 2026-03-05, event: work_resumed}"
CEASE = """{date: 2026-03-03, event: notice_issued, instrument: cease_and_desist_order}
{date: 2026-03-03, event: served, instrument: cease_and_desist_order, method: personal}"""


def test_work_goes_on_under_a_stop_work_order_among_others(tmp_path: Path) -> None:
    text = "Work went on again on 2026-03-05 while the stop work order was in force"
    for papers in (SERVED.strip(), f"{CEASE}\n{SERVED.strip()}"):
        found = told(tmp_path, ORDERS, f"{OPEN}\n{papers}\n{RESUMED}")
        assert found == [("order_breached", text, "O.2")]


@pytest.mark.parametrize(
    "papers", [CEASE, f"{SERVED.strip()}\n{{date: 2026-03-04, event: compliance_confirmed}}"]
)
def test_work_goes_on_where_no_stop_work_order_is_in_force(tmp_path: Path, papers: str) -> None:
    assert told(tmp_path, ORDERS, f"{OPEN}\n{papers}\n{RESUMED}") == []


def test_a_case_is_closed_over_an_order_that_was_lifted(tmp_path: Path) -> None:
    """Only what is still in force keeps a case open, and the first paragraph of it is cited."""
    closed = "{date: 2026-03-05, event: closed}"
    in_force = told(tmp_path, ORDERS, f"{OPEN}\n{CEASE}\n{SERVED.strip()}\n{closed}")
    text = "The case was closed with these still open: "
    both = f"{text}cease and desist, stop work, violation v1"
    assert in_force == [("closed_open", both, "O.1")]
    lifted = f"{SERVED.strip()}\n{{date: 2026-03-04, event: compliance_confirmed}}"
    found = told(tmp_path, ORDERS, f"{OPEN}\n{CEASE}\n{lifted}\n{closed}")
    assert found == [("closed_open", f"{text}cease and desist, violation v1", "O.1")]
    found = told(tmp_path, ORDERS, f"{OPEN}\n{lifted}\n{closed}")
    assert found == [("closed_open", f"{text}violation v1", "")]


def test_a_case_is_closed_with_a_hold_released_and_all_paid(tmp_path: Path) -> None:
    rules = "- {hold: occupancy_permit, blocks: occupancy, released_by: corrected, cite: H}"
    events = f"""{OPEN}
{{date: 2026-03-03, event: fee_charged, amount: 1}}
{{date: 2026-03-04, event: paid, amount: 2}}
{{date: 2026-03-05, event: corrected}}
{{date: 2026-03-06, event: closed}}"""
    assert told(tmp_path, rules, events) == []
    owing = events.replace("amount: 2", "amount: 0.99")
    text = "The case was closed with these still open: $0.01 owed"
    assert told(tmp_path, rules, owing) == [("closed_open", text, "")]
    held = events.replace("{date: 2026-03-05, event: corrected}\n", "")
    text = "The case was closed with these still open: occupancy permit, violation v1"
    assert told(tmp_path, rules, held) == [("closed_open", text, "H")]


POWERLESS = "- {instrument: cost_notice, title: C, needs: []}"


@pytest.mark.parametrize(
    ("events", "id", "text"),
    [
        (
            "{date: 2026-03-03, event: access_suspended}\n"
            "{date: 2026-03-04, event: access_reinstated, approved: false}",
            "unapproved_reinstatement",
            "Access was taken up again on 2026-03-04 without approval: a separate violation",
        ),
        (
            "{date: 2026-03-03, event: access_suspended}\n"
            "{date: 2026-03-04, event: access_reinstated, approved: true}",
            "no_such_power",
            "A made-up town gives no power to approve reinstatement of access",
        ),
        (
            "{date: 2026-03-03, event: cost_recorded, amount: 5}\n"
            "{date: 2026-03-04, event: ownership_changed, party: B}",
            "sold_before_lien",
            "The property changed hands on 2026-03-04 before any lien was recorded",
        ),
    ],
)
def test_what_a_code_without_the_power_is_cited_for(
    tmp_path: Path, events: str, id: str, text: str
) -> None:
    assert told(tmp_path, POWERLESS, f"{OPEN}\n{events}")[-1] == (id, text, "")


EARLY = f"""{NOTICE}
- {{action: enter_and_abate, cite: E.1, needs: [{{served: notice_of_violation}}]}}
- {{action: abate_without_notice, cite: E.2, needs: [danger]}}"""
COST = "{date: 2026-03-05, event: cost_recorded, amount: 5, kind: abatement}"


def early(tmp_path: Path, rules: str, events: str) -> list[Any]:
    found = standing(tmp_path, rules, events, "2026-04-30")["warnings"]
    return [item for item in found if item["id"] == "cost_before_authority"]


@pytest.mark.parametrize(
    ("rules", "cite"),
    [
        (EARLY, "E.1"),
        ("- {action: abate_without_notice, cite: E.2, needs: [danger]}", "E.2"),
        ("- {action: town_correction, cite: E.3, needs: [danger]}", "E.3"),
    ],
)
def test_a_cost_of_work_before_the_power_to_do_it(tmp_path: Path, rules: str, cite: str) -> None:
    assert early(tmp_path, rules, f"{OPEN}\n{COST[:-1]}, id: x}}") == [
        {
            "id": "cost_before_authority",
            "event": "x",
            "text": "The cost of $5.00 is dated 2026-03-05, before the town had the power to do "
            "the work",
            "cite": cite,
            "risk": "Costs spent before the authority existed can't be charged to the property.",
        }
    ]


@pytest.mark.parametrize(
    ("rules", "events"),
    [
        (EARLY, f"{OPEN}\n{COST.replace('abatement', 'sampling')}"),
        (EARLY, f"{OPEN}\n{SERVED.strip()}\n{COST}"),
        (EARLY, f"{DANGER}\n{COST}"),
        (EARLY, f"{OPEN}\n{{date: 2026-03-04, event: abated}}\n{COST}"),
        (POWERLESS, f"{OPEN}\n{COST}"),
    ],
)
def test_a_cost_that_is_not_too_early(tmp_path: Path, rules: str, events: str) -> None:
    assert early(tmp_path, rules, events) == []


LATE = f"""{NOTICE}
- {{instrument: cost_notice, title: C, needs: []}}
- {{proceeding: appeal, cite: L, against: notice_of_violation, deadline: appeal}}
- {{proceeding: protest, cite: L, against: cost_notice}}
- {{deadline: appeal, for: party, of: notice_of_violation, done_by: {{filing: appeal}},
   due: {{after: service, length: 5 days}}}}"""


def test_a_filing_for_which_the_code_sets_no_time_is_never_late(tmp_path: Path) -> None:
    events = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: cost_notice}}
{{date: 2026-12-01, event: cost_protested}}"""
    assert told(tmp_path, LATE, events, "2026-12-31") == []


def test_a_filing_whose_clock_has_not_started_is_not_late(tmp_path: Path) -> None:
    issued = SERVED.strip().splitlines()[0]
    filed = "{date: 2026-12-01, event: appeal_filed}"
    assert told(tmp_path, LATE, f"{OPEN}\n{issued}\n{filed}", "2026-12-31") == []


def test_a_further_filing_is_nothing_where_decisions_are_not_final(tmp_path: Path) -> None:
    """It is then neither late (the first was in time) nor barred by the decision."""
    events = f"""{OPEN}
{SERVED.strip()}
{{date: 2026-03-04, event: appeal_filed}}
{{date: 2026-03-05, event: appeal_decided, outcome: upheld}}
{{date: 2026-12-01, event: appeal_filed}}"""
    assert told(tmp_path, LATE, events, "2026-12-31") == []
    final = LATE.replace("deadline: appeal}", "deadline: appeal, final: true}")
    text = "The appeal was decided on 2026-03-05, and the decision is final"
    assert told(tmp_path, final, events, "2026-12-31") == [("already_decided", text, "L")]
