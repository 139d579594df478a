"""What is kept of money: each movement, its sums, liens, plans, what appeals leave."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.law.facts_told import CITY, OPEN, facts_of, line, march, pack
from tests.law.test_bills_and_repeats import BILLS
from tests.law.test_notions_of_packs import standing

from outfall.law.case import Event
from outfall.law.facts import Entry, Facts, Plan
from outfall.law.fold import apply

SECOND = line("03", "violation_observed", "violation: v2, kind: development")


class TestMovements:
    """Each movement of money with its day, part, amount in cents, entry and violation."""

    @pytest.mark.parametrize(
        ("entry", "kept"),
        [
            (
                line("05", "cost_recorded", "id: x, amount: 12.50, kind: sampling, violation: v2"),
                Entry(march(5), "charge", "cost", 1250, "x", "v2", "sampling"),
            ),
            (
                line("05", "cost_recorded", "id: x, amount: 1"),
                Entry(march(5), "charge", "cost", 100, "x", "v1", "other"),
            ),
            (
                line("05", "penalty_assessed", "id: x, amount: 7, violation: v2"),
                Entry(march(5), "charge", "penalty", 700, "x", "v2"),
            ),
            (
                line("05", "fee_charged", "id: x, amount: 7"),
                Entry(march(5), "charge", "fee", 700, "x", ""),
            ),
            (
                line("05", "paid", "id: x, amount: 7"),
                Entry(march(5), "paid", "", 700, "x", ""),
            ),
            (
                line("05", "reduced", "id: x, amount: 7, part: fee"),
                Entry(march(5), "reduced", "fee", 700, "x", ""),
            ),
            (
                line("05", "convicted", "id: x, fine: 7, violation: v2"),
                Entry(march(5), "charge", "fine", 700, "x", "v2"),
            ),
        ],
    )
    def test_a_movement(self, entry: str, kept: Entry) -> None:
        facts = facts_of([OPEN, SECOND, entry])
        stretch = facts.violations.get(kept.violation)
        assert facts.entries == [kept._replace(found=stretch)]

    @pytest.mark.parametrize(
        ("name", "part"),
        [
            ("cost_recorded", "cost"),
            ("penalty_assessed", "penalty"),
            ("fee_charged", "fee"),
            ("paid", ""),
            ("reduced", ""),
        ],
    )
    def test_a_movement_without_an_amount_moves_nothing(self, name: str, part: str) -> None:
        facts = Facts()
        apply(facts, Event("x", name, march(5), 0), pack(CITY))
        assert [(entry.amount, entry.part) for entry in facts.entries] == [(0, part)]
        assert (facts.assessed, facts.cost_charged) == (0, 0)

    def test_a_movement_belongs_to_the_stretch_that_had_been_found_by_then(self) -> None:
        cost = [line(day, "cost_recorded", "amount: 1") for day in ("03", "07")]
        again = line("06", "violation_observed", "kind: discharge")
        facts = facts_of([OPEN, cost[0], line("05", "corrected"), again, cost[1]])
        assert [entry.found for entry in facts.entries] == facts.found
        assert len(facts.found) == 2

    def test_sums_and_firsts(self) -> None:
        lines = [
            line("05", "cost_recorded", "amount: 1"),
            line("06", "cost_recorded", "amount: 2"),
            line("07", "penalty_assessed", "amount: 4"),
            line("08", "penalty_assessed", "amount: 8"),
        ]
        facts = facts_of([OPEN, *lines])
        assert (facts.cost_charged, facts.first_cost, facts.assessed) == (300, march(5), 1200)
        assert facts.charged == {"cost", "penalty"}

    def test_a_charge_stands_before_the_payments_of_its_own_day_and_after_all_else(self) -> None:
        lines = [
            line("04", "cost_recorded", "id: a, amount: 1"),
            line("05", "paid", "id: b, amount: 1"),
            line("06", "fee_charged", "id: c, amount: 1"),
            line("06", "paid", "id: d, amount: 1"),
            line("06", "paid", "id: e, amount: 1"),
            line("06", "cost_recorded", "id: f, amount: 1"),
            line("06", "paid", "id: g, amount: 1"),
        ]
        entries = facts_of([OPEN, *lines]).entries
        assert [entry.event for entry in entries] == ["a", "b", "c", "f", "d", "e", "g"]

    @pytest.mark.parametrize(("fine", "entries"), [("", 0), (", fine: 0", 0), (", fine: 0.01", 1)])
    def test_a_fine_of_nothing_is_no_charge(self, fine: str, entries: int) -> None:
        assert len(facts_of([OPEN, line("05", "convicted", f"id: x{fine}")]).entries) == entries

    def test_a_conviction_is_for_the_day_of_its_offense(self) -> None:
        facts = facts_of(
            [OPEN, line("05", "convicted"), line("06", "convicted", "offense_on: 2026-03-04")]
        )
        assert facts.convictions == [(march(2), march(5)), (march(4), march(6))]
        assert facts.violations["v1"].convicted == march(6)

    def test_a_protest_is_decided_with_the_amount_upheld(self) -> None:
        cost = line("05", "cost_recorded", "amount: 9")
        protest = [line("06", "cost_protested"), line("07", "protest_decided", "id: x, amount: 4")]
        facts = facts_of([OPEN, cost, *protest])
        assert facts.entries[1] == Entry(march(7), "protest", "cost", 400, "x", "")
        assert facts.contests == 1

    def test_a_protest_of_a_bill_is_decided_once(self) -> None:
        """The amount upheld is entered as the protest's, and not as an appeal's beside it."""
        cost = line("05", "cost_recorded", "amount: 9")
        bill = line("05", "notice_issued", "instrument: cost_notice")
        protest = [line("06", "cost_protested"), line("07", "protest_decided", "id: x, amount: 4")]
        facts = facts_of([OPEN, cost, bill, *protest])
        assert facts.entries[1:] == [Entry(march(7), "protest", "cost", 400, "x", "")]

    def test_contests_are_counted(self) -> None:
        cost = line("05", "cost_recorded", "amount: 9")
        bills = [
            line(day, "notice_issued", f"instrument: cost_notice, id: b{day}")
            for day in ("05", "08")
        ]
        facts = facts_of(
            [
                *(
                    OPEN,
                    cost,
                    bills[0],
                    line("06", "served", "instrument: cost_notice, method: mail"),
                ),
                *(line("07", "cost_protested"), line("07", "protest_decided", "amount: 4")),
                *(bills[1], line("09", "cost_protested", "notice: b08")),
                line("10", "protest_decided", "amount: 3"),
            ]
        )
        assert facts.contests == 2

    def test_what_an_appeal_leaves_is_of_what_was_charged_alone(self) -> None:
        """A waiver after the bill is no charge: of 200, 50 are upheld, whatever was waived."""
        lines = [
            line("03", "penalty_assessed", "amount: 200"),
            line("04", "notice_issued", "instrument: penalty_notice, id: p"),
            line("05", "reduced", "part: penalty, amount: 30"),
        ]
        law = replace(
            pack(CITY),
            proceedings=tuple(
                replace(rule, against="penalty_notice") if rule.id == "appeal" else rule
                for rule in pack(CITY).proceedings
            ),
        )
        facts = facts_of([OPEN, *lines])
        filed = Event("a", "appeal_filed", march(6), 4)
        upheld = Event("d", "appeal_decided", march(7), 5, outcome="modified", amount=5000)
        for event in (filed, upheld):
            apply(facts, event, law)
        assert facts.entries[2:] == [Entry(march(7), "protest", "penalty", 5000, "d", "")]
        assert facts.assessed == 5000

    def test_a_lien_stands_until_it_is_released(self) -> None:
        lines = [line("05", "lien_recorded"), line("07", "lien_released")]
        one, two = facts_of([OPEN, lines[0]]), facts_of([OPEN, *lines])
        assert (one.lien_since, one.lien_until) == (march(5), None)
        assert (two.lien_since, two.lien_until) == (march(5), march(7))
        again = facts_of([OPEN, *lines, line("09", "lien_recorded")])
        assert (again.lien_since, again.lien_until) == (march(9), None)

    @pytest.mark.parametrize(("payments", "kept"), [(1, True), (5, True), (6, False)])
    def test_a_plan_holds_where_the_law_allows_as_many_payments(
        self, payments: int, kept: bool
    ) -> None:
        told = f"id: x, payments: {payments}, first_due: 2026-04-01, every: week"
        plan = facts_of([OPEN, line("05", "plan_agreed", told)]).plan
        expected = Plan("x", march(5), payments, date(2026, 4, 1), "week")
        assert plan == (expected if kept else None)

    def test_a_plan_under_a_code_that_knows_none_is_no_plan(self) -> None:
        told = "payments: 1, first_due: 2026-04-01, every: week"
        assert facts_of([OPEN, line("05", "plan_agreed", told)], "webster-ny").plan is None


def test_what_an_appeal_leaves_of_a_third_bill(tmp_path: Path) -> None:
    """A bill answers for what was charged after the day of the one before it, up to its own day.

    The second bill (March 9) is for the 30 of March 5 and 9, and not for the 200 and 4 of March 3
    and 4 nor for the 5 of the day after. Ten of it are upheld, and twenty fall away.
    """
    charges = [("03", 200), ("04", 4), ("05", 10), ("09", 20), ("10", 5)]
    bills = [("04", "p1"), ("09", "p2"), ("11", "p3")]
    lines = [line(day, "penalty_assessed", f"amount: {amount}") for day, amount in charges]
    lines += [
        line(day, "notice_issued", f"instrument: penalty_notice, id: {id}") for day, id in bills
    ]
    lines += [
        line("12", "appeal_filed", "notice: p2"),
        line("13", "appeal_decided", "outcome: modified, amount: 10"),
    ]
    found = standing(tmp_path, BILLS, "\n".join([OPEN, *lines]), "2026-03-13")
    penalty = found["account"]["parts"]["penalty"]
    assert (penalty["charged"], penalty["reduced"], penalty["owed"]) == (
        "239.00",
        "20.00",
        "219.00",
    )
    assert found["assessed"]["penalty"] == "219.00"


def test_an_appeal_never_adds_to_a_bill(tmp_path: Path) -> None:
    lines = [
        line("03", "penalty_assessed", "amount: 50"),
        line("04", "notice_issued", "instrument: penalty_notice"),
        line("05", "appeal_filed"),
        line("06", "appeal_decided", "outcome: modified, amount: 80"),
    ]
    found = standing(tmp_path, BILLS, "\n".join([OPEN, *lines]), "2026-03-06")
    assert found["account"]["parts"]["penalty"]["owed"] == "50.00"
    assert found["assessed"]["penalty"] == "50.00"
