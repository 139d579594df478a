"""Where clocks start and when they have run out: the last day itself, the day after, the hour."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.standing import Deadline

NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
APPEAL = f"{NOTICE}\n- {{proceeding: appeal, against: notice_of_violation}}"
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"
SERVED = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal}}"""


def rule(due: str, done_by: str = "remedy", more: str = "", of: str = "notice_of_violation") -> str:
    under = f", of: {of}" if of else ""
    return f"- {{deadline: asked, for: party{under}, due: {due}, done_by: {done_by}{more}}}"


def asked(folder: Path, rules: str, events: str, on: str, more: str = "") -> Deadline | None:
    return MadeUp(folder, rules, events, more).on(on).deadline("asked")


def brief(found: Deadline | None) -> tuple[str, str, str | None] | None:
    if found is None:
        return None
    return found.due.isoformat(), found.status, found.done_on.isoformat() if found.done_on else None


@pytest.mark.parametrize(
    ("then", "on", "status", "done"),
    [
        ("", "2026-03-09", "open", None),
        ("", "2026-03-10", "open", None),
        ("", "2026-03-11", "missed", None),
        ("{date: 2026-03-10, event: corrected}", "2026-03-12", "met", "2026-03-10"),
        ("{date: 2026-03-11, event: corrected}", "2026-03-12", "late", "2026-03-11"),
        ("{date: 2026-03-11, event: corrected}", "2026-03-10", "open", None),
    ],
)
def test_the_last_day_and_the_day_after(
    tmp_path: Path, then: str, on: str, status: str, done: str | None
) -> None:
    rules = f"{NOTICE}\n{rule('{after: service, length: 6 days}')}"
    found = asked(tmp_path, rules, f"{SERVED}\n{then}", on)
    assert brief(found) == ("2026-03-10", status, done)


@pytest.mark.parametrize(
    ("until", "due", "moved"),
    [
        ("2026-03-20", "2026-03-20", "2026-03-10"),
        ("2026-03-11", "2026-03-11", "2026-03-10"),
        ("2026-03-10", "2026-03-10", None),
    ],
)
def test_an_extension_moves_the_last_day_onward_alone(
    tmp_path: Path, until: str, due: str, moved: str | None
) -> None:
    rules = f"{NOTICE}\n{rule('{after: service, length: 6 days}')}"
    granted = f"{{date: 2026-03-05, event: extension_granted, deadline: asked, until: {until}}}"
    found = asked(tmp_path, rules, f"{SERVED}\n{granted}", "2026-03-11")
    assert found
    assert found.due.isoformat() == due
    assert (found.extended_from.isoformat() if found.extended_from else None) == moved
    assert found.status == ("missed" if due < "2026-03-11" else "open")


CHAIN = """
- deadline: base
  for: party
  of: notice_of_violation
  due: {{after: service, length: 3 days}}
  done_by: remedy
- deadline: asked
  for: party
  of: notice_of_violation
  due: {{after: {{{0}: base}}, length: 3 days}}
  done_by: remedy
"""


@pytest.mark.parametrize(
    ("how", "then", "due"),
    [
        # The base ends on Saturday the 7th and is shown on Monday the 9th.
        ("deadline", "", "2026-03-10"),
        ("lapse", "", "2026-03-13"),  # it lapses on the 10th
        # An extension is the town's own day: the chain goes on from it.
        ("deadline", "2026-03-14", "2026-03-17"),
        ("lapse", "2026-03-14", "2026-03-18"),
    ],
)
def test_a_chain_goes_on_from_the_day_before_any_roll(
    tmp_path: Path, how: str, then: str, due: str
) -> None:
    granted = f"\n{{date: 2026-03-05, event: extension_granted, deadline: base, until: {then}}}"
    events = SERVED + (granted if then else "")
    found = asked(tmp_path, NOTICE + CHAIN.format(how), events, "2026-03-09")
    assert found
    assert found.due.isoformat() == due
    assert found.source.event == "e3"


def test_a_chain_waits_for_its_first_link(tmp_path: Path) -> None:
    events = "\n".join(SERVED.splitlines()[:2])
    assert asked(tmp_path, NOTICE + CHAIN.format("deadline"), events, "2026-03-09") is None


@pytest.mark.parametrize(
    ("after", "due"),
    [
        ("issue", "2026-03-06"),
        ("service", "2026-03-09"),  # the 7th is a Saturday
        ("receipt", "2026-03-09"),
        ("observation", "2026-03-05"),
        ("discovery", "2026-03-04"),
        ("{filing: appeal}", "2026-03-09"),  # the 8th is a Sunday
        ("{hearing: appeal}", "2026-03-09"),
        ("{decision: appeal}", "2026-03-10"),
        ("remedy", "2026-03-12"),
        ("{event: work_stopped}", "2026-03-13"),
    ],
)
def test_three_days_from_every_start(tmp_path: Path, after: str, due: str) -> None:
    events = f"""{SERVED.replace("development}", "development, discovered_on: 2026-03-01}")}
{{date: 2026-03-05, event: appeal_filed}}
{{date: 2026-03-06, event: hearing_held}}
{{date: 2026-03-07, event: appeal_decided, outcome: upheld}}
{{date: 2026-03-08, event: work_stopped}}
{{date: 2026-03-09, event: corrected}}
{{date: 2026-03-10, event: work_stopped}}"""
    rules = f"{APPEAL}\n{rule('{after: ' + after + ', length: 3 days}', 'hearing')}"
    found = asked(tmp_path, rules, events, "2026-03-10")
    assert found
    assert found.due.isoformat() == due


@pytest.mark.parametrize(
    ("after", "without"),
    [
        ("service", "2026-03-03"),
        ("{filing: appeal}", "2026-03-04"),
        ("{hearing: appeal}", "2026-03-05"),
        ("{decision: appeal}", "2026-03-06"),
        ("remedy", "2026-03-08"),
    ],
)
def test_no_clock_before_its_start(tmp_path: Path, after: str, without: str) -> None:
    events = f"""{SERVED}
{{date: 2026-03-05, event: appeal_filed}}
{{date: 2026-03-06, event: hearing_held}}
{{date: 2026-03-07, event: appeal_decided, outcome: upheld}}
{{date: 2026-03-09, event: corrected}}"""
    rules = f"{APPEAL}\n{rule('{after: ' + after + ', length: 3 days}', 'hearing')}"
    assert asked(tmp_path, rules, events, without) is None
    assert asked(tmp_path, rules, events, "2026-03-10") is not None


HOURS = f"{NOTICE}\n{rule('{after: receipt, length: 48 hours, rule: fixed}')}"


@pytest.mark.parametrize(
    ("done", "status"),
    [
        ("2026-03-06 10:29", "met"),
        ("2026-03-06 10:30", "met"),
        ("2026-03-06 10:31", "late"),
        ("2026-03-06", "met"),  # the hour is not on record: the day is
        ("2026-03-05 23:59", "met"),
        ("2026-03-07 00:01", "late"),
    ],
)
def test_hours_end_with_their_hour(tmp_path: Path, done: str, status: str) -> None:
    events = SERVED.replace("2026-03-04", "2026-03-04 10:30")
    found = asked(tmp_path, HOURS, f"{events}\n{{date: {done}, event: corrected}}", "2026-03-10")
    assert brief(found) == ("2026-03-06", status, done[:10])


def test_the_last_of_several_violations_ends_the_period(tmp_path: Path) -> None:
    events = f"""{{date: 2026-03-02, event: violation_observed, violation: a, kind: development}}
{{date: 2026-03-02, event: violation_observed, violation: b, kind: development}}
{SERVED.partition(chr(10))[2]}
{{date: 2026-03-05, event: corrected, violation: a}}
{{date: 2026-03-11, event: corrected, violation: b}}"""
    rules = f"{NOTICE}\n{rule('{after: service, length: 6 days}')}"
    assert brief(asked(tmp_path, rules, events, "2026-03-10")) == ("2026-03-10", "open", None)
    found = asked(tmp_path, rules, events, "2026-03-11")
    assert brief(found) == ("2026-03-10", "late", "2026-03-11")


STAY = f"{APPEAL}\n{rule('{after: service, length: 6 days}', 'remedy', ', stayed_by: appeal')}"


@pytest.mark.parametrize(
    ("filed", "on", "status"),
    [
        ("2026-03-10", "2026-03-10", "stayed"),
        ("2026-03-10", "2026-03-15", "stayed"),
        ("2026-03-11", "2026-03-15", "missed"),
        ("2026-03-10", "2026-03-09", "open"),
    ],
)
def test_what_is_filed_by_the_last_day_stays_it(
    tmp_path: Path, filed: str, on: str, status: str
) -> None:
    events = f"{SERVED}\n{{date: {filed}, event: appeal_filed}}"
    assert brief(asked(tmp_path, STAY, events, on)) == ("2026-03-10", status, None)


def test_a_decision_ends_the_stay(tmp_path: Path) -> None:
    events = f"""{SERVED}
{{date: 2026-03-10, event: appeal_filed}}
{{date: 2026-03-16, event: appeal_decided, outcome: upheld}}"""
    statuses = [brief(asked(tmp_path, STAY, events, day)) for day in ("2026-03-15", "2026-03-16")]
    assert [found and found[1] for found in statuses] == ["stayed", "missed"]


def test_two_notices_side_by_side_have_a_deadline_each(tmp_path: Path) -> None:
    """The first keeps the plain id; the other carries the entry of its notice."""
    events = """{date: 2026-03-02, event: violation_observed, violation: a, kind: development}
{date: 2026-03-02, event: violation_observed, violation: b, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, violations: [a], id: n1}
{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal, notice: n1}
{date: 2026-03-04, event: notice_issued, instrument: notice_of_violation, violations: [b], id: n2}
{date: 2026-03-05, event: served, instrument: notice_of_violation, method: personal, notice: n2}
{date: 2026-03-06, event: extension_granted, deadline: "asked:n2", until: 2026-03-30}
{date: 2026-03-06, event: corrected, violation: b}"""
    rules = f"{NOTICE}\n{rule('{after: service, length: 6 days}')}"
    found = MadeUp(tmp_path, rules, events).on("2026-03-10").deadlines
    assert [(d.id, d.notice, d.due.isoformat(), d.status) for d in found] == [
        ("asked", "n1", "2026-03-09", "missed"),
        ("asked:n2", "n2", "2026-03-30", "met"),
    ]


@pytest.mark.parametrize(
    ("term", "due"),
    [
        ("latest", "2026-03-10"),
        ("earliest", "2026-03-06"),
    ],
)
def test_of_two_terms(tmp_path: Path, term: str, due: str) -> None:
    terms = "[{after: issue, length: 3 days}, {after: service, length: 6 days}]"
    rules = f"{NOTICE}\n{rule(f'{{{term}: {terms}}}')}"
    found = asked(tmp_path, rules, SERVED, "2026-03-05")
    assert found
    assert found.due.isoformat() == due
    assert [other.due.isoformat() for other in found.source.others] == ["2026-03-06", "2026-03-10"]
    assert found.source.latest is (term == "latest")
    # Without one of its terms there is no clock.
    assert asked(tmp_path, rules, SERVED, "2026-03-03") is None


def test_a_day_that_the_notice_does_not_name_is_not_compared(tmp_path: Path) -> None:
    terms = "{latest: [{after: service, length: 6 days}, {named: comply_by}]}"
    found = asked(tmp_path, f"{NOTICE}\n{rule(terms)}", SERVED, "2026-03-05")
    assert found
    assert (found.due.isoformat(), found.source.others) == ("2026-03-10", ())


@pytest.mark.parametrize(
    ("cure", "due"), [("", 5), (", cure_days: 1", 5), (", cure_days: 2", 6), (", cure_days: 5", 9)]
)
def test_the_notices_own_days_where_they_are_more(tmp_path: Path, cure: str, due: int) -> None:
    events = SERVED.replace(
        "notice_issued, instrument: notice_of_violation",
        f"notice_issued, instrument: notice_of_violation{cure}",
    )
    rules = f"{NOTICE}\n{rule('{after: receipt, length: 1 day, at_least: cure_days}')}"
    found = asked(tmp_path, rules, events, "2026-03-05")
    assert found
    assert found.due.isoformat() == f"2026-03-0{due}"


TOLD = """- {instrument: cost_notice, title: C, needs: []}
- deadline: asked
  for: town
  due: {after: {event: abated, told_by: cost_notice}, length: 30 days}
  done_by: {service: cost_notice}"""
ABATED = """{date: 2026-03-02, event: violation_observed, violation: a, kind: development}
{date: 2026-03-02, event: violation_observed, violation: b, kind: development}
{date: 2026-03-03, event: abated, violation: a}
{date: 2026-03-05, event: abated, violation: b}"""


def bill(day: str) -> str:
    return f"""
{{date: {day}, event: notice_issued, instrument: cost_notice}}
{{date: {day}, event: served, instrument: cost_notice, method: personal}}"""


@pytest.mark.parametrize(
    ("bills", "on", "want"),
    [
        # The first abatement that no bill tells of: April 2 is the 30th day from March 3.
        ((), "2026-03-10", ("2026-04-02", "open", None)),
        # A bill of the day itself tells of it; the later abatement is then the one untold.
        (("2026-03-03",), "2026-03-04", ("2026-04-02", "met", "2026-03-03")),
        (("2026-03-03",), "2026-03-10", ("2026-04-06", "open", None)),
        (("2026-03-04",), "2026-03-10", ("2026-04-06", "open", None)),
        # Told of both: the first that the last bill tells of.
        (("2026-03-06",), "2026-03-10", ("2026-04-02", "met", "2026-03-06")),
        (("2026-03-04", "2026-03-06"), "2026-03-10", ("2026-04-06", "met", "2026-03-06")),
        (
            ("2026-03-04", "2026-03-06", "2026-03-08"),
            "2026-03-10",
            ("2026-04-06", "met", "2026-03-06"),
        ),
    ],
)
def test_each_abatement_is_told_by_its_own_bill(
    tmp_path: Path, bills: tuple[str, ...], on: str, want: tuple[str, str, str | None]
) -> None:
    rules = f"{TOLD}\n- {{action: enter_and_abate, needs: []}}"
    events = ABATED + "".join(bill(day) for day in bills)
    lines = [line for line in events.splitlines() if line]
    lines.sort(key=lambda line: line[7:17])
    assert brief(asked(tmp_path, rules, "\n".join(lines), on)) == want
