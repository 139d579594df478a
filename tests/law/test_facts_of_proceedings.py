"""What is kept of appeals, petitions and protests, of money, access and compensatory actions."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest
from tests.law.facts_told import CITY, OPEN, facts_of, line, march, pack
from tests.law.test_bills_and_repeats import BILLS
from tests.law.test_notions_of_packs import standing

from outfall.law.case import Event
from outfall.law.facts import Entry, Facts, Plan, Proceeding
from outfall.law.fold import apply

SECOND = line("03", "violation_observed", "violation: v2, kind: development")
N1 = line("04", "notice_issued", "id: n1, instrument: notice_of_violation, violations: [v1]")
N2 = line("06", "notice_issued", "id: n2, instrument: notice_of_violation, violations: [v2]")
TWO = [OPEN, SECOND, N1, N2]


def appeals(*lines: str) -> list[Proceeding]:
    return facts_of([*TWO, *lines]).proceedings["appeal"]


def against(*lines: str) -> list[str | None]:
    """The notices that the appeals are against, in the order of filing."""
    return [case.notice.event if case.notice else None for case in appeals(*lines)]


def appeal(day: str, more: str = "") -> str:
    return line(day, "appeal_filed", f"id: a{day}{', ' if more else ''}{more}")


def decided(day: str, outcome: str, more: str = "") -> str:
    told = f"id: d{day}, outcome: {outcome}{', ' if more else ''}{more}"
    return line(day, "appeal_decided", told)


class TestFilings:
    """Which notice a filing is against, which filing counts, and which one a decision decides."""

    def test_against_the_last_that_is_not_contested(self) -> None:
        assert against(appeal("08")) == ["n2"]
        assert against(appeal("08"), appeal("09")) == ["n2", "n1"]

    def test_against_the_one_that_it_names(self) -> None:
        assert against(appeal("08", "notice: n1")) == ["n1"]
        assert against(appeal("08", "notice: n1"), appeal("09")) == ["n1", "n2"]

    def test_where_all_are_contested_a_further_one_repeats_the_last(self) -> None:
        lines = [appeal("08"), appeal("09"), appeal("10")]
        assert against(*lines) == ["n2", "n1"]
        assert [case.event for case in appeals(*lines)] == ["a08", "a09"]

    def test_the_last_is_by_the_day_of_issue_and_not_by_the_kind_of_paper(
        self, tmp_path: Path
    ) -> None:
        """A bill of costs of March 5 comes after a bill of a penalty of March 6 in this code."""
        events = f"""{OPEN}
{{date: 2026-03-03, event: penalty_assessed, amount: 200}}
{{date: 2026-03-03, event: cost_recorded, amount: 900}}
{{date: 2026-03-05, event: notice_issued, instrument: cost_notice, id: c}}
{{date: 2026-03-06, event: notice_issued, instrument: penalty_notice, id: p}}
{{date: 2026-03-07, event: appeal_filed}}
{{date: 2026-03-08, event: appeal_decided, outcome: reversed}}"""
        parts = standing(tmp_path, BILLS, events, "2026-03-08")["account"]["parts"]
        assert (parts["penalty"]["owed"], parts["cost"]["owed"]) == ("0.00", "900.00")

    def test_all_that_is_told_of_a_filing(self) -> None:
        at = "{date: '2026-03-08T16:45', event: appeal_filed, id: a}"
        case = appeals(at)[0]
        assert (case.kind, case.event, case.filed, case.at) == (
            *("appeal", "a", march(8)),
            time(16, 45),
        )
        assert case.notice is not None
        assert case.notice.proceeding is case
        assert (case.heard, case.decided, case.outcome, case.amount) == (None, None, "", None)

    def test_a_further_filing_after_a_decision_is_kept_and_changes_nothing(self) -> None:
        lines = [
            appeal("08", "notice: n1"),
            decided("09", "upheld"),
            appeal("10", "notice: n1"),
            decided("11", "reversed"),
        ]
        first, further = appeals(*lines)
        assert (first.outcome, further.outcome) == ("upheld", "reversed")
        assert first.notice is not None
        assert first.notice.proceeding is first
        assert first.notice.violations[0].reversed_on is None

    def test_the_first_hearing_counts(self) -> None:
        case = appeals(appeal("08"), line("09", "hearing_held"), line("10", "hearing_held"))[0]
        assert case.heard == march(9)

    def test_a_hearing_is_of_the_appeal_of_the_notice_that_it_names(self) -> None:
        both = [appeal("08", "notice: n1"), appeal("09", "notice: n2")]
        heard = [case.heard for case in appeals(*both, line("10", "hearing_held", "notice: n2"))]
        assert heard == [None, march(10)]
        heard = [case.heard for case in appeals(*both, line("10", "hearing_held"))]
        assert heard == [march(10), None]

    def test_a_decision_is_of_the_first_that_is_undecided(self) -> None:
        both = [appeal("08", "notice: n1"), appeal("09", "notice: n2")]
        first, second = appeals(*both, decided("10", "upheld"), decided("11", "modified"))
        assert (first.decided, first.decided_event, first.outcome) == (march(10), "d10", "upheld")
        assert (second.decided, second.outcome) == (march(11), "modified")
        named = appeals(*both, decided("10", "modified", "notice: n2, amount: 5"))
        assert [(case.outcome, case.amount) for case in named] == [("", None), ("modified", 500)]

    def test_a_decision_without_an_outcome_upholds(self) -> None:
        facts = facts_of([*TWO, appeal("08")])
        apply(facts, Event("d", "appeal_decided", march(9), 9), pack(CITY))
        assert facts.proceedings["appeal"][0].outcome == "upheld"

    def test_a_reversal_sets_aside_what_its_notice_was_about(self) -> None:
        facts = facts_of([*TWO, appeal("08", "notice: n2"), decided("09", "reversed")])
        assert [violation.reversed_on for violation in facts.found] == [None, march(9)]
        assert facts.unaccepted == {"v1"}

    def test_a_reversal_does_not_touch_what_was_found_since(self) -> None:
        again = line("08", "violation_observed", "kind: discharge")
        reversal = [appeal("09", "notice: n1"), decided("10", "reversed")]
        facts = facts_of([*TWO, line("07", "corrected"), again, *reversal])
        assert [(v.id, v.reversed_on) for v in facts.found] == [
            ("v1", march(10)),
            ("v2", None),
            ("v1", None),
        ]
        assert facts.unaccepted == {"v1", "v2"}

    def test_what_was_set_aside_stays_so_from_its_first_day(self) -> None:
        both = f"{N2[:-1]}".replace("violations: [v2]", "violations: [v1, v2]") + "}"
        first = [appeal("08", "notice: n1"), decided("09", "reversed")]
        then = [appeal("10", "notice: n2"), decided("11", "reversed")]
        facts = facts_of([OPEN, SECOND, N1, both, *first, *then])
        assert [violation.reversed_on for violation in facts.found] == [march(9), march(11)]


class TestMoney:
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


SUSPENDED = line("05", "access_suspended")
TERMINATED = line("07", "access_terminated")


def reinstated(day: str, approved: str) -> str:
    return line(day, "access_reinstated", f"id: r{day}, approved: {approved}")


class TestAccess:
    """Access is cut from the first act on, and what was taken back unasked is a violation."""

    @pytest.mark.parametrize(
        ("lines", "state", "since"),
        [
            ([SUSPENDED], "suspended", 5),
            ([SUSPENDED, TERMINATED], "terminated", 5),
            ([SUSPENDED, reinstated("06", "true")], "", 5),
            ([SUSPENDED, reinstated("06", "true"), TERMINATED], "terminated", 7),
            ([SUSPENDED, reinstated("06", "false")], "suspended", 5),
        ],
    )
    def test_state_and_since(self, lines: list[str], state: str, since: int) -> None:
        facts = facts_of([OPEN, *lines])
        assert (facts.access, facts.access_since) == (state, march(since))

    def test_each_unapproved_reinstatement_is_a_violation_until_access_is_cut_again(self) -> None:
        twice = [reinstated("08", "false"), reinstated("09", "false")]
        lines = [OPEN, SUSPENDED, *twice]
        first, second = facts_of(lines).found[1:]
        assert (first.id, second.id) == ("reinstatement-r08", "reinstatement-r09")
        assert (first.kind, first.event, first.nature) == (
            "connection",
            "r08",
            "access taken up again without approval",
        )
        assert (first.observed, first.discovered) == (march(8), march(8))
        assert list(facts_of(lines).unapproved) == ["reinstatement-r08", "reinstatement-r09"]
        cut = facts_of([*lines, line("11", "access_terminated", "id: t")])
        assert [(v.remedied, v.remedied_by) for v in cut.found[1:]] == [(march(11), "t")] * 2
        assert not cut.found[1].by_town
        assert not cut.unapproved


class TestCompensation:
    """A compensatory action in its states; done, it settles all that was found by then."""

    @pytest.mark.parametrize(
        ("ends", "state", "day"),
        [
            ([], "running", 5),
            ([line("07", "compensation_completed")], "completed", 7),
            ([line("07", "compensation_defaulted")], "defaulted", 7),
        ],
    )
    def test_its_state_and_its_day(self, ends: list[str], state: str, day: int) -> None:
        facts = facts_of([OPEN, line("05", "compensation_imposed"), *ends])
        assert (facts.compensation, facts.compensation_on) == (state, march(day))
        settled = march(day) if state == "completed" else None
        assert facts.found[0].settled_on == settled

    def test_what_was_settled_stays_so_from_its_first_day(self) -> None:
        once = [line("05", "compensation_imposed"), line("06", "compensation_completed")]
        more = line("07", "violation_observed", "violation: v2, kind: discharge")
        twice = [line("08", "compensation_imposed"), line("09", "compensation_completed")]
        facts = facts_of([OPEN, *once, more, *twice])
        assert [v.settled_on for v in facts.found] == [march(6), march(9)]


def test_a_case_is_closed_until_it_is_reopened() -> None:
    closed = [OPEN, line("05", "closed")]
    assert facts_of(closed).closed_on == march(5)
    assert facts_of([*closed, line("06", "reopened")]).closed_on is None


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
    lines += [appeal("12", "notice: p2"), decided("13", "modified", "amount: 10")]
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
        appeal("05"),
        decided("06", "modified", "amount: 80"),
    ]
    found = standing(tmp_path, BILLS, "\n".join([OPEN, *lines]), "2026-03-06")
    assert found["account"]["parts"]["penalty"]["owed"] == "50.00"
    assert found["assessed"]["penalty"] == "50.00"
