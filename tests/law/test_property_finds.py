"""Cases that a property found to be answered wrongly, each as small as it gets."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from tests.law.invariants import answer, readings_are_honest
from tests.law.strategies import laws

from outfall.law.assess import assess, check
from outfall.law.case import Case, Event
from outfall.law.events import ELEMENTS
from outfall.law.ordinance import Ordinance

NOV = "notice_of_violation"
Told = tuple[str, str, dict[str, Any]]


def law(name: str) -> Ordinance:
    return next(found for found in laws() if found.id == name)


def case(name: str, *told: Told, readings: tuple[tuple[str, str], ...] = ()) -> Case:
    events = (
        Event(f"e{n + 1}", event, date.fromisoformat(day), n, **fields)
        for n, (day, event, fields) in enumerate(told)
    )
    return Case("C-1", name, tuple(events), readings=readings)


def seen(day: str, violation: str = "v1", kind: str = "discharge", **fields: Any) -> Told:
    return day, "violation_observed", {"violation": violation, "kind": kind, **fields}


def issued(day: str, **fields: Any) -> Told:
    return day, "notice_issued", {"instrument": NOV, "contents": ELEMENTS, **fields}


def served(day: str, **fields: Any) -> Told:
    return day, "served", {"instrument": NOV, "method": "personal", **fields}


def test_an_irregular_notice_is_served_on_its_day() -> None:
    """An incomplete notice, issued and served on a day on which an earlier one exists."""
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        issued("2026-03-02"),
        served("2026-03-03"),
        issued("2026-03-10", contents=()),
        served("2026-03-10"),
    )
    papers = assess(law("city-9-3-12"), told, date(2026, 3, 10)).notices
    assert [paper.served_on for paper in papers] == [date(2026, 3, 3), date(2026, 3, 10)]


def test_what_has_no_fault_can_be_assessed() -> None:
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        issued("2026-03-02"),
        served("2026-03-03"),
        issued("2026-03-10", contents=()),
        served("2026-03-10"),
        ("2026-03-12", "service_returned", {"instrument": NOV}),
    )
    assert check(law("city-9-3-12"), told) == ()
    assess(law("city-9-3-12"), told, date(2026, 3, 12))


def test_an_appeal_against_an_irregular_notice_of_its_day() -> None:
    told = case(
        "webster-ny",
        seen("2026-03-02", kind="maintenance"),
        issued("2026-03-02"),
        issued("2026-03-10", contents=()),
        ("2026-03-10", "appeal_filed", {"notice": "e3"}),
    )
    assert check(law("webster-ny"), told) == ()
    standing = assess(law("webster-ny"), told, date(2026, 3, 10))
    assert "incomplete_notice" in {remark.id for remark in standing.irregularities}


def test_an_appeal_listed_before_its_notice() -> None:
    told = case(
        "webster-ny",
        seen("2026-03-02", kind="maintenance"),
        issued("2026-03-02"),
        ("2026-03-04", "appeal_filed", {"notice": "e4"}),
        issued("2026-03-04"),
    )
    standing = assess(law("webster-ny"), told, date(2026, 3, 5))
    assert [paper.event for paper in standing.notices] == ["e2", "e4"]


def test_a_service_listed_before_its_notice() -> None:
    """Listed after the first notice or before it, it is the only one that could be served then."""
    papers = (
        issued("2026-03-02"),
        served("2026-03-02"),
        issued("2026-03-02"),
    )
    either = [papers, (papers[1], papers[0], papers[2])]
    served_on = []
    for listed in either:
        told = case("webster-ny", seen("2026-03-01", kind="maintenance"), *listed)
        standing = assess(law("webster-ny"), told, date(2026, 3, 2))
        served_on.append([paper.served_on for paper in standing.notices])
    assert served_on[0] == served_on[1]


def test_a_plan_divides_what_is_unpaid_at_the_end_of_its_day() -> None:
    """Any act that looks at the account between the plan and a cost of the same day."""
    day = "2026-03-02"
    told = case(
        "city-9-3-12",
        seen(day),
        (day, "cost_recorded", {"amount": 10000, "kind": "sampling"}),
        (day, "plan_agreed", {"payments": 2, "first_due": date(2026, 4, 1), "every": "month"}),
        (day, "closed", {}),
        (day, "cost_recorded", {"amount": 50000, "kind": "sampling"}),
    )
    plan = assess(law("city-9-3-12"), told, date(2026, 3, 2)).account.plan
    assert [payment.amount for payment in plan] == [30000, 30000]


def test_interest_that_has_run_stays_when_the_violation_is_found_again() -> None:
    """$3,650 at 6 % is 60 cents a day, from day 30 after the first discovery (2026-01-31) on."""
    told = case(
        "city-9-3-12",
        seen("2026-01-01"),
        ("2026-01-05", "abated", {}),
        ("2026-01-05", "cost_recorded", {"amount": 365000, "kind": "abatement"}),
        seen("2026-03-02"),
    )
    found = [
        assess(law("city-9-3-12"), told, date(2026, 3, day)).account.interest for day in (1, 2)
    ]
    assert found == [30 * 60, 31 * 60]


def test_a_reading_that_moves_the_start_of_a_window() -> None:
    """Thirty days from the notice end on a Sunday, so on the day on which those from service do."""
    name, on = "gwinnett-county-ga", date(2024, 1, 2)
    told = case(name, seen("2023-12-29"), issued("2023-12-29"), served("2023-12-30"))
    moved = replace(told, readings=(("appeal_window", "thirty_from_date"),))
    here, there = (assess(law(name), c, on).action("accept_appeal") for c in (told, moved))
    assert here is not None
    assert there is not None
    assert (here.since, there.since) == (date(2023, 12, 30), date(2023, 12, 29))
    changes = other_choices(told, on, "appeal_window")["thirty_from_date"]
    assert changes.get("actions.accept_appeal.since") == "2023-12-29"


def other_choices(told: Case, on: date, reading: str) -> dict[str, dict[str, Any]]:
    readings = answer(law(told.ordinance), told, on)["readings"]
    said = next(item["otherwise"] for item in readings if item["id"] == reading)
    return {other["reading"]: other["changes"] for other in said}


def test_another_readings_deadline_does_not_take_the_name_of_one_that_is_here() -> None:
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        issued("2026-03-02"),
        served("2026-03-03"),
        seen("2026-03-04", "v2"),
        issued("2026-03-05"),
    )
    changes = other_choices(told, date(2026, 3, 6), "appeal_window")["seven_from_date"]
    assert changes["deadlines.appeal.due"] == "2026-03-09"
    assert changes["deadlines.appeal:e5.due"] == "2026-03-12"


def test_a_reading_that_decides_whether_an_act_was_regular_is_named() -> None:
    """Abated after the schedule and within the time to appeal: regular under ``schedule_only``."""
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        issued("2026-03-02", comply_by=date(2026, 3, 4)),
        served("2026-03-02"),
        ("2026-03-06", "abated", {}),
        ("2026-03-07", "appeal_filed", {}),
    )
    moved = replace(told, readings=(("abate_during_appeal_window", "schedule_only"),))
    here, there = (answer(law("city-9-3-12"), c, date(2026, 3, 7)) for c in (told, moved))
    assert here["irregularities"]
    assert not there["irregularities"]
    assert "abate_during_appeal_window" in {reading["id"] for reading in here["readings"]}


def test_since_when_a_power_is_open_without_a_break_over_two_violations() -> None:
    told = case(
        "webster-ny",
        seen("2026-03-02", kind="maintenance"),
        seen("2026-03-05", "v2", kind="maintenance"),
        ("2026-03-09", "corrected", {}),
    )
    action = assess(law("webster-ny"), told, date(2026, 3, 10)).action("issue_maintenance_notice")
    assert action is not None
    assert action.since == date(2026, 3, 2)


def test_since_when_a_notice_may_be_issued_beside_a_compensatory_action() -> None:
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        ("2026-03-03", "compensation_imposed", {}),
        ("2026-03-20", "compensation_defaulted", {}),
    )
    action = assess(law("city-9-3-12"), told, date(2026, 3, 20)).action("nuisance_action")
    assert action is not None
    assert action.since == date(2026, 3, 2)


def test_since_when_costs_may_be_assessed_over_two_notices() -> None:
    told = case(
        "webster-ny",
        seen("2026-03-02", kind="maintenance"),
        issued("2026-03-02"),
        served("2026-03-03"),
        ("2026-03-04", "cost_recorded", {"amount": 100}),
        issued("2026-03-09"),
        served("2026-03-10"),
    )
    action = assess(law("webster-ny"), told, date(2026, 3, 11)).action("assess_costs")
    assert action is not None
    assert action.since == date(2026, 3, 4)


def test_a_payment_reaches_the_irregular_penalty_of_its_day() -> None:
    """The town's order puts the penalty first, and the penalty is listed before the payment."""
    day = "2026-03-02"
    told = case(
        "webster-ny",
        seen(day, kind="maintenance"),
        (day, "cost_recorded", {"amount": 100}),
        (day, "penalty_assessed", {"amount": 100}),
        (day, "paid", {"amount": 100}),
    )
    told = replace(told, policy=(("payment_order", ("penalty", "cost", "fee", "interest")),))
    parts = assess(law("webster-ny"), told, date(2026, 3, 2)).account
    assert (parts.part("penalty").owed, parts.part("cost").owed) == (0, 100)


def test_another_readings_deadline_of_an_earlier_notice_keeps_a_name_of_its_own() -> None:
    """The first notice went by mail without proof: only under the other reading has it a clock."""
    told = case(
        "city-9-3-12",
        seen("2026-03-02"),
        issued("2026-03-02", violations=("v1",)),
        served("2026-03-02", method="mail"),
        seen("2026-03-09", "v2"),
        issued("2026-03-09", violations=("v2",)),
        served("2026-03-09"),
    )
    changes = other_choices(told, date(2026, 3, 9), "receipt_unshown")["with_service"]
    assert changes["deadlines.cure:e2.due"] == "2026-03-03"
    assert "deadlines.cure.due" not in changes


def test_a_return_listed_before_its_service_on_the_day_of_an_irregular_notice() -> None:
    """Served, returned and served again: listed after the first service or before it."""
    day = "2026-03-02"
    back = (day, "service_returned", {"instrument": NOV})
    either = [(served(day), back), (back, served(day))]
    served_on = []
    for listed in either:
        told = case(
            "webster-ny",
            seen(day, kind="maintenance"),
            issued(day, contents=()),
            *listed,
            served(day),
        )
        (paper,) = assess(law("webster-ny"), told, date(2026, 3, 2)).notices
        served_on.append(paper.served_on)
    assert served_on[0] == served_on[1]


def test_a_reading_that_takes_a_day_in_another_order_tells_all_that_follows() -> None:
    """The town's work is regular under the other reading alone, and so comes before the party's."""
    told = case(
        "gwinnett-county-ga",
        seen("2023-12-29", kind="maintenance"),
        issued(
            "2023-12-29",
            contents=tuple(e for e in ELEMENTS if e != "recipient"),
            comply_by=date(2023, 12, 29),
        ),
        served("2023-12-29", received_on=date(2023, 12, 29)),
        ("2024-01-30", "abated", {}),
        ("2024-01-30", "corrected", {}),
    )
    changes = other_choices(told, date(2024, 1, 30), "defective_notice")["substantial"]
    assert changes["irregularities.e4"] is None
    assert changes["deadlines.comply.status"] == "missed"
    readings_are_honest(law("gwinnett-county-ga"), told, date(2024, 1, 30))
