"""What is kept of appeals and their decisions, of access, and of compensatory actions."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest
from tests.law.facts_told import CITY, OPEN, facts_of, line, march, pack
from tests.law.test_bills_and_repeats import BILLS
from tests.law.test_notions_of_packs import standing

from outfall.law.case import Event
from outfall.law.facts import Proceeding
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
