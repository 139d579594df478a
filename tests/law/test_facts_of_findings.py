"""What is kept of findings, papers, service and corrections: the facts that every rule asks."""

from __future__ import annotations

from datetime import date, time

import pytest
from tests.law.facts_told import CITY, OPEN, facts_of, line, march, pack

from outfall.law.case import Event
from outfall.law.facts import Extension, Facts, Notice, Service
from outfall.law.fold import apply

SECOND = line("03", "violation_observed", "violation: v2, kind: development")
DANGER = f"{OPEN[:-1]}, danger: true}}"
N1 = line("04", "notice_issued", "id: n1, instrument: notice_of_violation")
N2 = line("06", "notice_issued", "id: n2, instrument: notice_of_violation")


def served(day: str, more: str = "", id: str = "s", method: str = "mail") -> str:
    told = f"id: {id}{day}, instrument: notice_of_violation, method: {method}"
    return line(day, "served", f"{told}{', ' if more else ''}{more}")


def live(facts: Facts) -> list[str]:
    return [notice.event for notice in facts.live["notice_of_violation"]]


def notice(facts: Facts, id: str = "n1") -> Notice:
    return next(notice for notice in facts.notices if notice.event == id)


def covers(facts: Facts, id: str) -> list[str]:
    return [violation.id for violation in notice(facts, id).violations]


class TestFindings:
    """One stretch of a violation from its finding to its end, and the next as one of its own."""

    def test_a_finding_without_more_than_its_day(self) -> None:
        facts = Facts()
        apply(facts, Event("e1", "violation_observed", march(2), 0), pack(CITY))
        found = facts.violations["v1"]
        assert (found.kind, found.nature, found.permit) == ("", "", None)
        assert (found.observed, found.discovered, found.event) == (march(2), march(2), "e1")
        assert facts.happened == {"violation_observed": [(march(2), "e1")]}
        assert not facts.ever_danger

    def test_a_finding_with_all_of_its_fields(self) -> None:
        told = "id: f, nature: mud, permit: none, discovered_on: 2026-02-28"
        found = facts_of([f"{OPEN[:-1]}, {told}}}"]).violations["v1"]
        assert (found.kind, found.nature, found.permit) == ("discharge", "mud", "none")
        assert (found.observed, found.discovered) == (march(2), date(2026, 2, 28))

    def test_what_lasts_and_is_seen_again_is_one_violation(self) -> None:
        again = line("05", "violation_observed", "kind: development, permit: held")
        facts = facts_of([OPEN, again])
        assert len(facts.found) == 1
        found = facts.found[0]
        assert (found.kind, found.observed, found.permit) == ("discharge", march(2), "held")

    def test_what_ended_and_is_found_again_is_another(self) -> None:
        again = line("05", "violation_observed", "kind: development")
        first = f"{OPEN[:-1]}, permit: held}}"
        facts = facts_of([first, line("04", "corrected", "id: c"), again])
        before, now = facts.found
        assert now is facts.violations["v1"]
        assert (now.before, before.before) == (before, None)
        assert (now.kind, now.observed, now.permit) == ("development", march(5), "held")
        assert (before.remedied, before.remedied_by, now.remedied) == (march(4), "c", None)

    @pytest.mark.parametrize(
        ("event", "by_town"), [("corrected", False), ("abated", True), ("inspected", False)]
    )
    def test_who_ended_it_and_when(self, event: str, by_town: bool) -> None:
        finding = ", finding: corrected" if event == "inspected" else ""
        ended = f"{{date: '2026-03-05T14:30', event: {event}, id: x{finding}}}"
        found = facts_of([OPEN, ended, line("06", "corrected")]).found[0]
        assert (found.remedied, found.remedied_by) == (march(5), "x")
        assert (found.remedied_at, found.by_town) == (time(14, 30), by_town)

    @pytest.mark.parametrize(
        ("told", "open_ones"),
        [
            ("finding: corrected", []),
            ("finding: corrected, violation: v2", ["v1"]),
            ("finding: continuing", ["v1", "v2"]),
            ("finding: partly_corrected, violation: v1", ["v1", "v2"]),
        ],
    )
    def test_what_an_inspection_ends(self, told: str, open_ones: list[str]) -> None:
        facts = facts_of([OPEN, SECOND, line("05", "inspected", told)])
        assert [violation.id for violation in facts.open_violations()] == open_ones


class TestDanger:
    """A danger lasts from the first dangerous finding to the last remedy, or until it passed."""

    def test_two_dangers_are_over_with_the_second(self) -> None:
        v2 = f"{SECOND[:-1]}, danger: true}}"
        lines = [DANGER, v2, line("05", "corrected"), line("08", "corrected", "violation: v2")]
        first, over = facts_of(lines, on="2026-03-07"), facts_of(lines)
        assert (first.danger_since, first.danger_over) == (march(2), None)
        assert first.danger_violations == {"v2"}
        assert (over.danger_since, over.danger_over) == (march(2), march(8))
        assert over.danger_violations == set()

    def test_a_danger_seen_again_goes_on(self) -> None:
        facts = facts_of(
            [DANGER, line("05", "violation_observed", "kind: discharge, danger: true")]
        )
        assert (facts.danger_since, facts.danger_over) == (march(2), None)

    def test_a_danger_seen_later_begins_then(self) -> None:
        facts = facts_of([OPEN, line("05", "violation_observed", "kind: discharge, danger: true")])
        assert (facts.danger_since, facts.ever_danger) == (march(5), True)

    def test_a_danger_that_passed_is_over_once(self) -> None:
        passed = [line("05", "danger_passed"), line("06", "danger_passed"), line("07", "corrected")]
        facts = facts_of([DANGER, *passed])
        assert (facts.danger_since, facts.danger_over) == (march(2), march(5))
        assert facts.danger_violations == set()

    def test_a_danger_after_one_that_passed_begins_anew(self) -> None:
        new = line("09", "violation_observed", "violation: v3, kind: discharge, danger: true")
        facts = facts_of([DANGER, line("05", "danger_passed"), new])
        assert (facts.danger_since, facts.danger_over) == (march(9), None)
        assert facts.danger_violations == {"v3"}

    def test_what_was_no_danger_ends_none(self) -> None:
        facts = facts_of([OPEN, line("05", "corrected")])
        assert (facts.danger_since, facts.danger_over) == (None, None)

    @pytest.mark.parametrize(
        ("lines", "dangerous"),
        [([DANGER, N1], True), ([OPEN, N1], False), ([OPEN, N1, SECOND], False)],
    )
    def test_a_paper_knows_whether_it_was_issued_in_danger(
        self, lines: list[str], dangerous: bool
    ) -> None:
        assert notice(facts_of(lines)).in_danger is dangerous

    def test_a_paper_about_something_else_was_not_issued_in_danger(self) -> None:
        facts = facts_of([DANGER, SECOND, f"{N1[:-1]}, violations: [v2]}}"])
        assert not notice(facts).in_danger
        assert notice(facts_of([DANGER, SECOND, N1])).in_danger


class TestHold:
    """The hold lasts from the first finding until everything found has been accepted."""

    @pytest.mark.parametrize(
        ("lines", "since", "until"),
        [
            ([OPEN], 2, None),
            ([OPEN, SECOND], 2, None),
            ([OPEN, SECOND, line("05", "practices_accepted", "violation: v1")], 2, None),
            ([OPEN, SECOND, line("05", "practices_accepted")], 2, 5),
            ([OPEN, line("05", "practices_accepted"), line("06", "practices_accepted")], 2, 5),
            ([OPEN, line("05", "practices_accepted"), line("07", "corrected")], 2, 5),
        ],
    )
    def test_since_and_until(self, lines: list[str], since: int, until: int | None) -> None:
        facts = facts_of(lines)
        assert facts.hold_since == march(since)
        assert facts.hold_until == (until and march(until))

    @pytest.mark.parametrize(("day", "since"), [("05", 2), ("06", 6)])
    def test_found_again_on_the_day_of_the_release_it_never_was_free(
        self, day: str, since: int
    ) -> None:
        ended = [line("04", "corrected"), line("05", "practices_accepted")]
        again = line(day, "violation_observed", "kind: discharge")
        facts = facts_of([OPEN, *ended, again])
        assert (facts.hold_since, facts.hold_until) == (march(since), None)
        assert facts.unaccepted == {"v1"}

    def test_a_reversal_on_appeal_releases_what_it_sets_aside(self) -> None:
        appeal = [
            line("08", "appeal_filed"),
            line("09", "appeal_decided", "outcome: reversed"),
        ]
        facts = facts_of([OPEN, N1, served("05"), *appeal])
        assert (facts.hold_until, facts.unaccepted) == (march(9), set())


class TestPapers:
    """What a paper is about, which one it takes the place of, and how it was served."""

    def test_a_paper_is_about_what_no_other_covers(self) -> None:
        later = line("05", "violation_observed", "violation: v2, kind: discharge")
        facts = facts_of([OPEN, N1, later, N2])
        assert (covers(facts, "n1"), covers(facts, "n2")) == (["v1"], ["v2"])
        assert live(facts) == ["n1", "n2"]

    def test_where_all_is_covered_it_is_about_all_that_lasts(self) -> None:
        facts = facts_of([OPEN, SECOND, N1, line("05", "corrected"), N2])
        assert (covers(facts, "n1"), covers(facts, "n2")) == (["v1", "v2"], ["v2"])

    def test_where_nothing_lasts_it_is_about_all_that_was_found(self) -> None:
        facts = facts_of([OPEN, SECOND, line("03", "inspected", "finding: corrected"), N1])
        assert covers(facts, "n1") == ["v1", "v2"]

    def test_a_paper_names_what_it_is_about(self) -> None:
        facts = facts_of([OPEN, SECOND, f"{N1[:-1]}, violations: [v2]}}"])
        assert covers(facts, "n1") == ["v2"]

    def test_what_a_paper_carries_and_lacks(self) -> None:
        told = "contents: [recipient, nature], comply_by: 2026-04-01, cure_days: 4"
        paper = notice(facts_of([OPEN, f"{N1[:-1]}, {told}}}"]))
        assert paper.contents == ("recipient", "nature")
        assert [element for element, _ in paper.missing] == [
            *("place", "remedy", "penalties", "appeal", "town_work"),
        ]
        assert paper.missing[0] == ("place", "C.1.a(2)")
        assert (paper.comply_by, paper.cure_days, paper.issued) == (date(2026, 4, 1), 4, march(4))

    def test_an_unserved_paper_gives_way_to_the_next(self) -> None:
        assert live(facts_of([OPEN, N1, N2])) == ["n2"]
        assert notice(facts_of([OPEN, N1, N2]), "n2").replaces[0].event == "n1"

    def test_a_served_paper_gives_way_only_to_one_that_is_served(self) -> None:
        lines = [OPEN, N1, served("05"), N2]
        assert live(facts_of(lines)) == ["n1", "n2"]
        assert live(facts_of([*lines, served("07")])) == ["n2"]

    def test_of_two_papers_of_one_day_the_one_that_is_served_last_holds(self) -> None:
        same_day = N2.replace("03-06", "03-04")
        assert live(facts_of([OPEN, N1, served("04"), same_day, served("05")])) == ["n2"]

    def test_what_lasts_of_all_and_of_one_paper(self) -> None:
        facts = facts_of([OPEN, SECOND, f"{N1[:-1]}, violations: [v2]}}"])
        assert [v.id for v in facts.lasting(None)] == ["v1", "v2"]
        assert [v.id for v in facts.lasting(notice(facts))] == ["v2"]
        over = facts_of([OPEN, SECOND, N1, line("05", "corrected", "violation: v2")])
        assert [v.id for v in over.lasting(None)] == ["v1"]
        assert [v.id for v in over.lasting(notice(over))] == ["v1"]

    def test_a_paper_that_covers_less_takes_no_place(self) -> None:
        less = f"{N2[:-1]}, violations: [v2]}}"
        lines = [OPEN, SECOND, N1, less, served("07")]
        assert live(facts_of(lines)) == ["n1", "n2"]

    def test_one_that_comes_back_gives_its_place_back(self) -> None:
        back = line("09", "service_returned", "instrument: notice_of_violation, reason: moved")
        lines = [OPEN, N1, served("05"), N2, served("07"), back]
        facts = facts_of(lines)
        assert live(facts) == ["n1", "n2"]
        assert (notice(facts, "n2").service, notice(facts, "n2").returned) == (None, "moved")
        assert notice(facts, "n2").replaces == []
        again = facts_of([*lines, served("10", "notice: n2")])
        assert live(again) == ["n2"]
        assert notice(again, "n2").returned == ""

    def test_one_that_came_back_leaves_what_was_never_served_in_its_place(self) -> None:
        back = line("09", "service_returned", "instrument: notice_of_violation")
        facts = facts_of([OPEN, N1, N2, served("07"), back])
        assert live(facts) == ["n2"]
        assert [paper.event for paper in notice(facts, "n2").replaces] == ["n1"]
        assert notice(facts, "n2").returned == "returned"

    def test_service_is_of_the_last_paper_unless_it_names_one(self) -> None:
        facts = facts_of([OPEN, N1, N2, served("07")])
        assert (notice(facts, "n1").service is None, notice(facts, "n2").service is None) == (
            True,
            False,
        )
        named = facts_of([OPEN, N1, N2, served("07", "notice: n1")])
        assert (notice(named, "n1").service is None, notice(named, "n2").service is None) == (
            False,
            True,
        )

    def test_a_paper_served_late_takes_no_later_one_s_place(self) -> None:
        lines = [OPEN, N1, N2, served("07", "notice: n2"), served("08", "notice: n1")]
        assert live(facts_of(lines)) == ["n2"]


class TestService:
    """The first service counts; what is shown of it later is added to it."""

    def service(self, *lines: str) -> Service | None:
        return notice(facts_of([OPEN, N1, *lines])).service

    def test_all_that_is_told_of_it(self) -> None:
        told = "received_on: 2026-03-06, postmarked_on: 2026-03-04"
        assert self.service(served("05", told)) == Service(
            "s05", march(5), None, "mail", march(6), march(4)
        )
        at = served("05").replace("2026-03-05", "'2026-03-05T09:15'")
        assert self.service(at) == Service("s05", march(5), time(9, 15), "mail", None, None)

    def test_a_second_one_of_the_kind_adds_what_was_not_shown(self) -> None:
        assert self.service(served("05"), served("07")) == Service(
            "s05", march(5), None, "mail", None, None
        )
        shown = served("07", "received_on: 2026-03-06, postmarked_on: 2026-03-04")
        assert self.service(served("05"), shown) == Service(
            "s05", march(5), None, "mail", march(6), march(4)
        )

    def test_what_was_shown_stays(self) -> None:
        first = served("05", "received_on: 2026-03-06, postmarked_on: 2026-03-04")
        later = served("07", "received_on: 2026-03-07, postmarked_on: 2026-03-05")
        other = served("08", method="personal")
        expected = Service("s05", march(5), None, "mail", march(6), march(4))
        assert self.service(first, later, other) == expected

    def test_another_way_takes_the_place_of_one_never_shown_as_received(self) -> None:
        at = served("07", method="personal").replace("2026-03-07", "'2026-03-07T09:15'")
        assert self.service(served("05"), at) == Service(
            "s07", march(7), time(9, 15), "personal", None, None
        )
        posted = served("07", "postmarked_on: 2026-03-06", method="certified_mail")
        assert self.service(served("05"), posted) == Service(
            "s07", march(7), None, "certified_mail", None, march(6)
        )

    def test_a_service_without_a_method(self) -> None:
        facts = facts_of([OPEN, N1])
        instrument = "notice_of_violation"
        apply(facts, Event("a", "served", march(5), 2, instrument=instrument), pack(CITY))
        found = notice(facts).service
        assert found is not None
        assert found.method == ""


@pytest.mark.parametrize(
    ("granted", "extensions"),
    [
        ([("cure", "01")], {"cure": Extension(date(2026, 4, 1), "x0")}),
        ([("cure:n1", "01")], {"cure:n1": Extension(date(2026, 4, 1), "x0")}),
        ([("cure", "09"), ("cure", "05")], {"cure": Extension(date(2026, 4, 5), "x1")}),
        (
            [("cure", "09"), ("cure:n1", "05")],
            {
                "cure": Extension(date(2026, 4, 9), "x0"),
                "cure:n1": Extension(date(2026, 4, 5), "x1"),
            },
        ),
    ],
)
def test_the_last_extension_of_a_deadline_counts(
    granted: list[tuple[str, str]], extensions: dict[str, Extension]
) -> None:
    lines = [
        line("06", "extension_granted", f"id: x{n}, deadline: '{id}', until: 2026-04-{day}")
        for n, (id, day) in enumerate(granted)
    ]
    assert facts_of([OPEN, N1, *lines]).extensions == extensions
