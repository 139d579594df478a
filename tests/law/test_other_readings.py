"""What another reading would change: each path once, each value as the contract writes it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from tests.law.made_up import MadeUp
from tests.law.test_clocks_side_by_side import DISCHARGE, SERVED, stands

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.data import data
from outfall.law.standing import Standing

ALL = "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
CASES = Path(__file__).resolve().parents[2] / "cases" / "papers"


def changes(standing: Standing, reading: str, choice: str) -> dict[str, Any]:
    state = next(r for r in standing.readings if r.id == reading)
    found = dict(state.otherwise)[choice]
    paths = [path for path, _ in found]
    assert len(paths) == len(set(paths))
    return dict(found)


def test_each_path_is_told_once_under_every_reading_of_the_worked_cases() -> None:
    for name in ("city-dock", "city-creek", "webster-basin"):
        case, law = load_case(str(CASES / f"{name}.yaml"))
        for state in assess(law, case, date(2026, 6, 20)).readings:
            for _, found in state.otherwise:
                paths = [path for path, _ in found]
                assert len(paths) == len(set(paths))


TWO = [
    DISCHARGE,
    "{date: 2026-03-02, event: violation_observed, violation: v2, kind: connection}",
    "{date: 2026-03-03, event: notice_issued, id: n1, instrument: notice_of_violation, "
    f"violations: [v1], comply_by: 2026-03-20, {ALL}}}",
    "{date: 2026-03-04, event: served, instrument: notice_of_violation, notice: n1, "
    "method: personal, received_on: 2026-03-04}",
    "{date: 2026-03-05, event: notice_issued, id: n2, instrument: notice_of_violation, "
    f"violations: [v2], comply_by: 2026-03-27, {ALL}}}",
    "{date: 2026-03-06, event: served, instrument: notice_of_violation, notice: n2, "
    "method: personal, received_on: 2026-03-06}",
]


def test_the_deadline_of_a_second_notice_is_told_under_its_own_name() -> None:
    found = changes(stands(*TWO, on="2026-03-10"), "cure_period", "one_day")
    assert found["deadlines.cure.due"] == "2026-03-05"
    assert found["deadlines.cure:n2.due"] == "2026-03-09"


def test_a_deadline_that_runs_only_under_the_other_reading_is_named_as_it_would_be() -> None:
    """The second notice is not shown as received: its clock runs only if that is presumed."""
    mailed = TWO[5].replace("personal, received_on: 2026-03-06", "mail")
    found = changes(stands(*TWO[:5], mailed, on="2026-03-10"), "receipt_unshown", "with_service")
    assert found["deadlines.cure:n2.due"] == "2026-03-27"
    alone = [TWO[0], TWO[2], TWO[3].replace("personal, received_on: 2026-03-04", "mail")]
    found = changes(stands(*alone, on="2026-03-10"), "receipt_unshown", "with_service")
    assert found["deadlines.cure.due"] == "2026-03-20"


def test_an_order_that_would_have_been_and_gone_has_its_days_in_words() -> None:
    danger = DISCHARGE.replace("kind:", "danger: true, kind:")
    standing = stands(
        danger,
        "{date: 2026-03-03, event: notice_issued, instrument: cease_and_desist_order}",
        "{date: 2026-03-04, event: served, instrument: cease_and_desist_order, method: mail}",
        "{date: 2026-03-09, event: danger_passed}",
        on="2026-03-20",
    )
    found = changes(standing, "receipt_unshown", "with_service")
    assert found["orders.cease_and_desist.since"] == "2026-03-04"
    assert found["orders.cease_and_desist.until"] == "2026-03-09"


def test_a_standing_says_which_law_it_applied() -> None:
    standing = stands(DISCHARGE, SERVED.replace("served", "inspected").split(", instrument")[0]
                      + ", finding: continuing}")  # fmt: skip
    told = data(standing)["ordinance"]
    assert told == {"id": "city-9-3-12", "version": "2008-O-22", "digest": standing.digest}
    assert len(standing.digest) == 64


def test_a_warning_stands_where_its_condition_holds_without_a_day(tmp_path: Path) -> None:
    rules = "- {warning: not_closed, when: [{never: closed}], says: The case is open.}"
    events = "{date: 2026-03-02, event: violation_observed, kind: development}"
    found = MadeUp(tmp_path, rules, events).on("2026-03-03").warnings
    assert [(remark.id, remark.text) for remark in found] == [("not_closed", "The case is open.")]


def test_a_payment_that_falls_short_under_another_year_is_told_once() -> None:
    """$3,650 from April 20 through May 31 bear 42 days of 60 cents, or of 1/360 of $219."""
    standing = stands(
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-20, event: cost_recorded, amount: 3650}",
        "{date: 2026-05-01, event: plan_agreed, payments: 1, first_due: 2026-06-01, every: month}",
        "{date: 2026-06-01, event: paid, amount: 3675.20}",
        on="2026-06-15",
    )
    assert standing.account.plan[0].status == "met"
    found = changes(standing, "interest_year", "actual_360")
    assert found["deadlines.payment_1.status"] == "missed"
