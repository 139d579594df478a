"""Which events count, in which order, and how a day is judged at its end."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.facts_told import CITY, OPEN, case_of, facts_of, line, march, pack
from tests.law.test_notions_of_packs import NOTICE, standing

from outfall.law.assess import assess
from outfall.law.days import counted
from outfall.law.faults import Refused


def ids(*lines: str) -> list[str]:
    return [event.id for event in counted(case_of(list(lines)))]


def note(day: str, id: str) -> str:
    return line(day, "work_stopped", f"id: {id}")


def void(day: str, id: str, entry: str) -> str:
    return line(day, "voided", f"id: {id}, entry: {entry}")


class TestWhatCounts:
    """Events by their day and then by their place; what was voided counts for nothing."""

    def test_by_day_and_then_by_place(self) -> None:
        assert ids(note("05", "b"), note("03", "a"), note("05", "c"), note("04", "d")) == [
            *("a", "d", "b", "c"),
        ]

    def test_a_void_takes_out_its_entry_and_itself(self) -> None:
        assert ids(note("03", "a"), note("04", "b"), void("05", "v", "a")) == ["b"]

    def test_a_void_counts_though_it_comes_before_its_entry(self) -> None:
        assert ids(void("02", "v", "a"), note("03", "a"), note("04", "b")) == ["b"]

    def test_a_void_that_was_voided_voids_nothing(self) -> None:
        assert ids(note("03", "a"), void("04", "v", "a"), void("05", "w", "v")) == ["a"]
        # Of two on one day the later in the file is the later.
        assert ids(note("03", "a"), void("04", "v", "a"), void("04", "w", "v")) == ["a"]
        three = [void("04", "v", "a"), void("05", "w", "v"), void("06", "x", "w")]
        assert ids(note("03", "a"), *three) == []

    def test_the_later_of_two_voids_goes_before_the_earlier_wherever_it_stands(self) -> None:
        assert ids(void("05", "w", "v"), note("03", "a"), void("04", "v", "a")) == ["a"]

    def test_only_what_happened_by_the_day(self) -> None:
        lines = [OPEN, line("05", "corrected"), line("06", "closed")]
        assert facts_of(lines, on="2026-03-04").violations["v1"].remedied is None
        found = facts_of(lines, on="2026-03-05")
        assert (found.violations["v1"].remedied, found.closed_on) == (march(5), None)
        assert list(found.happened) == ["violation_observed", "corrected"]


def test_earlier_offenses_are_kept_by_whether_a_court_decided_them() -> None:
    """The case's own convictions come after those of its history."""
    more = """history:
  - {offense_on: 2024-01-02, convicted_on: 2024-03-04}
  - {offense_on: 2025-01-02}
  - {offense_on: 2025-05-06}
"""
    facts = facts_of([OPEN, line("05", "convicted")], more=more)
    assert facts.convictions == [(date(2024, 1, 2), date(2024, 3, 4)), (march(2), march(5))]
    assert facts.unconvicted == [date(2025, 1, 2), date(2025, 5, 6)]


class TestOrderOfADay:
    """A day is judged at its end: the order within it matters only where both make sense."""

    def told(self, *lines: str) -> list[tuple[str, str | None]]:
        case = case_of([OPEN, *lines])
        found = assess(pack(CITY), case, date(2026, 12, 31)).irregularities
        return [(remark.id, remark.event) for remark in found]

    def test_an_act_is_lawful_by_what_happened_later_that_day(self) -> None:
        danger = line("05", "violation_observed", "violation: v2, kind: discharge, danger: true")
        act = line("05", "abated", "id: x, violation: v2")
        assert self.told(act, danger) == []

    def test_an_act_that_no_order_makes_lawful_is_told_once(self) -> None:
        acts = [line("05", "access_suspended", "id: x"), line("05", "lien_recorded", "id: y")]
        assert self.told(*acts) == [("not_permitted", "x"), ("not_permitted", "y")]

    def test_what_waits_for_an_unlawful_act_of_the_day_is_taken_after_it(self) -> None:
        """It could not happen before it: the act is kept first, and then what waited for it."""
        back = line("05", "access_reinstated", "id: r, approved: true")
        cut = line("05", "access_suspended", "id: x")
        assert self.told(back, cut) == [("not_permitted", "x")]
        facts = facts_of([OPEN, back, cut])
        assert list(facts.happened)[-2:] == ["access_suspended", "access_reinstated"]

    def test_what_is_unlawful_and_waits_is_told_once(self) -> None:
        back = line("05", "access_reinstated", "id: r, approved: false")
        cut = line("05", "access_suspended", "id: x")
        assert self.told(back, cut) == [("not_permitted", "x"), ("unapproved_reinstatement", "r")]

    def test_an_early_cost_that_waits_for_its_violation_is_warned_of_once(self) -> None:
        cost = line("05", "cost_recorded", "id: c, amount: 5, kind: abatement, violation: v2")
        found = line("05", "violation_observed", "violation: v2, kind: discharge")
        standing_ = assess(pack(CITY), case_of([OPEN, cost, found]), march(5))
        warned = [w.event for w in standing_.warnings if w.id == "cost_before_authority"]
        assert warned == ["c"]

    def test_the_day_after_does_not_make_up_for_it(self) -> None:
        early = line("05", "corrected", "violation: v2")
        found = line("06", "violation_observed", "violation: v2, kind: discharge")
        with pytest.raises(Refused, match=r"events\[1\]\.violation: no violation v2"):
            self.told(early, found)

    def test_what_happened_is_told_and_what_cannot_have_is_a_fault(self) -> None:
        """A fault anywhere refuses the case, with only what can't have happened in it."""
        unlawful = line("05", "access_suspended")
        with pytest.raises(Refused) as refused:
            self.told(unlawful, line("05", "reopened"), line("04", "danger_passed"))
        assert [(f.where, f.code) for f in refused.value.faults] == [
            ("events[2].event", "not-closed"),
            ("events[3].event", "no-danger"),
        ]


NOV = "instrument: notice_of_violation"
FIRST = line("03", "notice_issued", f"id: n1, {NOV}")
LACKING = line("05", "notice_issued", f"id: n2, {NOV}")
SERVED = line("05", "served", f"id: s, {NOV}, method: personal")


class TestBehindAPaper:
    """A paper that lacks something waits for the end of the day; what speaks of it waits too."""

    def served(self, *lines: str) -> dict[str, date | None]:
        found = assess(pack(CITY), case_of([OPEN, FIRST, *lines]), date(2026, 12, 31))
        return {notice.event: notice.served_on for notice in found.notices}

    def test_service_is_of_the_paper_that_stands_before_it(self) -> None:
        assert self.served(LACKING, SERVED) == {"n1": None, "n2": march(5)}

    def test_service_is_of_the_paper_before_where_the_new_one_stands_behind_it(self) -> None:
        assert self.served(SERVED, LACKING) == {"n1": march(5), "n2": None}

    def test_service_of_another_kind_of_paper_does_not_wait(self) -> None:
        warning = line("03", "notice_issued", "id: w, instrument: warning_notice")
        other = SERVED.replace("notice_of_violation", "warning_notice")
        assert self.served(warning, LACKING, other) == {"n1": None, "w": march(5), "n2": None}

    def test_an_appeal_is_against_the_paper_that_stands_before_it(self) -> None:
        lines = [OPEN, FIRST, line("04", "served", f"{NOV}, method: personal"), LACKING]
        filed, then = line("05", "appeal_filed"), line("06", "appeal_decided", "outcome: upheld")
        found = assess(pack(CITY), case_of([*lines, filed, then]), march(6))
        after = [d for d in found.deadlines if d.id.startswith("comply_after_decision")]
        assert [deadline.notice for deadline in after] == ["n2"]

    def test_what_speaks_of_no_paper_does_not_wait_behind_one(self) -> None:
        """The correction is taken at once, and so the closing that stands before it is lawful."""
        lines = [OPEN, LACKING, line("05", "closed"), line("05", "corrected")]
        found = assess(pack(CITY), case_of(lines), march(5))
        assert [remark.id for remark in found.irregularities] == ["incomplete_notice"]

    def test_an_appeal_of_the_other_paper_does_not_wait_for_it(self) -> None:
        lines = [OPEN, FIRST, line("04", "served", f"{NOV}, method: personal"), LACKING]
        filed = line("05", "appeal_filed", "notice: n1")
        found = assess(pack(CITY), case_of([*lines, filed]), march(5))
        hearing = [d.notice for d in found.deadlines if d.id.startswith("hearing")]
        assert hearing == ["n1"]

    def test_what_names_a_paper_of_its_own_day_waits_for_it(self) -> None:
        """A filing that names a paper which stands behind it in the file is no fault."""
        filed = line("05", "appeal_filed", "id: a, notice: n2")
        found = assess(pack(CITY), case_of([OPEN, FIRST, filed, LACKING]), march(5))
        assert [(remark.id, remark.event) for remark in found.irregularities] == [
            ("incomplete_notice", "n1"),
            ("incomplete_notice", "n2"),
        ]


PAYMENT = f"""{NOTICE}
- {{action: impose_civil_penalty, needs: []}}
- {{action: assess_costs, needs: []}}
- {{action: record_lien, needs: [{{expired: payment}}]}}
- {{deadline: payment, for: party, done_by: {{settled: penalty}},
   due: {{after: {{event: penalty_assessed}}, length: 10 days}}}}"""


def test_a_later_start_of_a_clock_is_seen_though_it_is_a_matter_of_money(tmp_path: Path) -> None:
    """Due on March 13 from the first penalty and on March 23 from the second, of March 12.

    A lien on March 14 is then too early, and one on March 24 is not.
    """
    events = """{date: 2026-03-02, event: violation_observed, kind: discharge}
{date: 2026-03-03, event: penalty_assessed, amount: 5}
{date: 2026-03-04, event: lien_recorded, id: a}
{date: 2026-03-12, event: penalty_assessed, amount: 5}
{date: 2026-03-14, event: lien_recorded, id: b}
{date: 2026-03-24, event: lien_recorded, id: c}"""
    found = standing(tmp_path, PAYMENT, events, "2026-04-30")["irregularities"]
    assert [item["event"] for item in found] == ["a", "b"]
    assert [item["text"] for item in found] == [
        "Record a lien was not permitted on 2026-03-04: the payment runs through 2026-03-13",
        "Record a lien was not permitted on 2026-03-14: the payment runs through 2026-03-23",
    ]


def test_a_clock_that_starts_again_on_the_day_itself_is_seen_too(tmp_path: Path) -> None:
    """The lien stands before the penalty of its day, and is judged by the day's end."""
    events = """{date: 2026-03-02, event: violation_observed, kind: discharge}
{date: 2026-03-03, event: penalty_assessed, amount: 5}
{date: 2026-03-12, event: lien_recorded}
{date: 2026-03-12, event: penalty_assessed, amount: 5}"""
    found = standing(tmp_path, PAYMENT, events, "2026-04-30")["irregularities"]
    assert [item["text"] for item in found] == [
        "Record a lien was not permitted on 2026-03-12: the payment runs through 2026-03-23",
    ]


def test_a_clock_that_starts_again_with_a_second_service_is_seen(tmp_path: Path) -> None:
    """Served on March 4 it ended on Monday, March 16; served again on March 10, on March 20."""
    rules = PAYMENT.replace("{event: penalty_assessed}", "service").replace(
        "for: party,", "for: party, of: notice_of_violation,"
    )
    events = """{date: 2026-03-02, event: violation_observed, kind: discharge}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}
{date: 2026-03-04, event: served, instrument: notice_of_violation, method: mail}
{date: 2026-03-06, event: lien_recorded, id: a}
{date: 2026-03-07, event: service_returned, instrument: notice_of_violation}
{date: 2026-03-10, event: lien_recorded, id: d}
{date: 2026-03-10, event: served, instrument: notice_of_violation, method: mail}
{date: 2026-03-18, event: lien_recorded, id: b}
{date: 2026-03-21, event: lien_recorded, id: c}"""
    found = standing(tmp_path, rules, events, "2026-04-30")["irregularities"]
    assert [(item["event"], item["text"][-10:]) for item in found] == [
        ("a", "2026-03-16"),
        ("d", "2026-03-20"),
        ("b", "2026-03-20"),
    ]


@pytest.mark.parametrize("after", [[], [line("13", "closed")], [line("13", "corrected")]])
def test_a_reading_that_decides_an_irregularity_is_named_whatever_follows(after: list[str]) -> None:
    """By the notice's date the appeal of March 12 was two days late; by its service it was not."""
    served = line("04", "served", "instrument: notice_of_violation, method: personal")
    contents = "recipient, place, nature, remedy, penalties, appeal, town_work"
    issued = f"{FIRST[:-1]}, contents: [{contents}]}}"
    lines = [OPEN, issued, served, line("12", "appeal_filed", "id: a"), *after]
    found = assess(pack(CITY), case_of(lines), march(14))
    window = next(reading for reading in found.readings if reading.id == "appeal_window")
    changes = dict(dict(window.otherwise)["seven_from_date"])
    late = [value for path, value in changes.items() if "late_filing" in f"{path} {value}"]
    assert len(late) == 1
