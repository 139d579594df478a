"""Every kind of argument, sentence by sentence: what is asked at the counter is answered."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.argument import says_of
from outfall.law.explain import explain, subjects
from outfall.law.faults import Refused

RULES = """- {instrument: notice_of_violation, title: N, needs: []}
- {proceeding: appeal, against: notice_of_violation}
- deadline: stop
  for: party
  of: notice_of_violation
  due: {after: service, length: 2 days}
  done_by: remedy
- deadline: last
  for: party
  of: notice_of_violation
  due: {latest: [{after: service, length: 11 days}, {named: comply_by}, {same_as: stop}]}
  done_by: remedy
- deadline: first
  for: party
  of: notice_of_violation
  due: {earliest: [{after: issue, length: 2 months}, {named: comply_by}]}
  done_by: remedy
  stayed_by: appeal
- deadline: hours
  for: party
  of: notice_of_violation
  due: {after: receipt, length: 48 hours, rule: fixed}
  done_by: remedy
- action: stop
  of: notice_of_violation
  needs:
    - {served: notice_of_violation}
    - {any: [danger, {all: [cost, {expired: stop}]}, {closed: stop}]}
  duty: true
- {action: seek_injunction, needs: [{expired: last}]}
- {action: record_lien, needs: [{owed: cost}, no_lien]}
- order: stop
  starts: [{service: notice_of_violation}]
  ends: [compliance_confirmed, danger_passed]
  scope: scope
- {order: plain, starts: [{service: notice_of_violation}], ends: [corrected]}
- {hold: stop, blocks: grant_occupancy_permit, released_by: practices_accepted}
- {action: grant_occupancy_permit, needs: [{free: stop}]}"""
READ = """readings:
  - {id: scope, cite: A, question: Which?, adopted: all, choices: {all: All of it., some: Some.}}"""
OPEN = """{date: 2026-03-02, event: violation_observed, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, comply_by: 2026-03-14}
{date: 2026-03-03 10:30, event: served, instrument: notice_of_violation, method: personal}"""
START = "by e3 (a paper is served: notice of violation): service starts the clock. [A]"
PLAIN = (
    "The day of the event is left out and the last day counts in; a last day on a Saturday, "
    "Sunday or holiday moves on. [the plain rule]"
)
WAITS = "Nothing on record shows that it was done."


@pytest.fixture
def stop(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path, RULES, OPEN, READ)


DEADLINE = [
    "The last day is Thursday, March 5, 2026: missed on 2026-03-10.",
    f"It starts on Tuesday, March 3, 2026 at 10:30, {START}",
    "It is 2 days long. [A]",
    PLAIN,
    "The count ends on Thursday, March 5, 2026.",
    WAITS,
]
ACTION = [
    "Permitted on 2026-03-10 since Friday, March 6, 2026. The town must do it.",
    "yes the notice of violation was served on 2026-03-03 (holds since 2026-03-03) [A]",
    "yes one of these holds: [A]",
    "  no no danger is on record [A]",
    "  no all of these hold: [A]",
    "    no no cost is on record [A]",
    "    yes the last day of the stop, 2026-03-05, has passed, and it was not done "
    "(holds since 2026-03-06) [A]",
    "  yes the time for the stop closed with 2026-03-05 (holds since 2026-03-06) [A]",
]
ORDER = [
    "In force on 2026-03-10.",
    "It began on Tuesday, March 3, 2026 and has not been lifted. [A]",
    "Only written confirmation of compliance or end of the danger lifts it. [A]",
    "Which? Adopted: All of it. (scope: all) [A]",
    "  Under some (Some): the stop order would cover some.",
]
HOLD = [
    "In force on 2026-03-10.",
    "It began with the violation on Monday, March 2, 2026 and is not released. [A]",
    "It stops one step, grant the occupancy permit; acceptance of the corrected practices "
    "releases it. [A]",
]
READING = ["Adopted: all. All of it.", "  Under some (Some): the stop order would cover some."]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("stop", DEADLINE),
        ("deadlines.stop", DEADLINE),
        ("actions.stop", ACTION),
        ("orders.stop", ORDER),
        ("holds.stop", HOLD),
        ("scope", READING),
        ("readings.scope", READING),
    ],
)
def test_one_id_in_every_section(stop: MadeUp, what: str, told: list[str]) -> None:
    """A plain id is the first of its name; with its section before it, the one of that section."""
    assert stop.told(what, "2026-03-10") == told


@pytest.mark.parametrize(
    ("what", "title", "asked"),
    [
        ("deadlines.last", "last", "last"),
        ("actions.record_lien", "record a lien", "record_lien"),
        ("orders.plain", "plain", "plain"),
        ("holds.stop", "stop", "stop"),
        ("scope", "Which?", "scope"),
    ],
)
def test_an_argument_names_what_was_asked_and_quotes_its_paragraph(
    stop: MadeUp, what: str, title: str, asked: str
) -> None:
    found = explain(stop.law, stop.case, what, date(2026, 3, 10))
    assert (found.what, found.title, found.cite, found.paragraph) == (
        asked,
        title,
        "A",
        "It says so.",
    )


@pytest.mark.parametrize(
    "what", ["actions.last", "orders.record_lien", "holds.plain", "deadlines.record_lien"]
)
def test_nothing_of_another_section_answers(stop: MadeUp, what: str) -> None:
    with pytest.raises(Refused, match=f"there is no {what} in this standing"):
        explain(stop.law, stop.case, what, date(2026, 3, 10))


def test_the_latest_of_three_days_is_argued_one_by_one(stop: MadeUp) -> None:
    assert stop.told("last", "2026-03-10") == [
        "The last day is Monday, March 16, 2026: open on 2026-03-10.",
        "Of these the latest counts:",
        f"  It starts on Tuesday, March 3, 2026 at 10:30, {START}",
        "  It is 11 days long. [A]",
        f"  {PLAIN}",
        "  The count ends on Saturday, March 14, 2026, which moves to Monday, March 16, 2026.",
        "  The notice itself names Saturday, March 14, 2026; a named day never moves. [A]",
        "  Thursday, March 5, 2026 (same) by e3 (a paper is served: notice of violation) [A]",
        WAITS,
    ]


def test_the_earliest_of_two(stop: MadeUp) -> None:
    told = stop.told("first", "2026-03-10")
    assert told[1] == "Of these the earliest counts:"
    assert told[2] == (
        "  It starts on Tuesday, March 3, 2026, by e2 (the town signs and dates a paper: "
        "notice of violation): the date of the paper starts the clock. [A]"
    )
    assert told[3] == "  It is 2 months long. [A]"


def test_hours_are_told_with_their_hour(stop: MadeUp) -> None:
    told = stop.told("hours", "2026-03-04")
    assert told[1] == (
        "It starts on Tuesday, March 3, 2026 at 10:30, by e3 (a paper is served: "
        "notice of violation): receipt starts the clock. [A]"
    )
    assert told[2:5] == [
        "It is 48 hours long. [A]",
        "The day of the event is left out and the last day counts in; it never moves. "
        "[the plain rule]",
        "The count ends on Thursday, March 5, 2026 at 10:30.",
    ]


def test_the_days_of_a_count(stop: MadeUp) -> None:
    assert stop.days("stop", "2026-03-10") == [
        ("2026-03-03", None, "not counted: the day of the event"),
        ("2026-03-04", 1, ""),
        ("2026-03-05", 2, "the last day"),
    ]


@pytest.mark.parametrize(
    ("then", "line"),
    [
        (
            "{date: 2026-03-05, event: corrected}",
            "It was done on Thursday, March 5, 2026, in time.",
        ),
        (
            "{date: 2026-03-06, event: corrected}",
            "It was done on Friday, March 6, 2026, after the last day.",
        ),
    ],
)
def test_when_it_was_done(tmp_path: Path, then: str, line: str) -> None:
    assert MadeUp(tmp_path, RULES, f"{OPEN}\n{then}", READ).told("stop", "2026-03-10")[-1] == line


def test_a_stay_and_an_extension_are_told(tmp_path: Path) -> None:
    events = f"""{OPEN}
{{date: 2026-03-04, event: extension_granted, deadline: stop, until: 2026-03-20}}
{{date: 2026-03-04, event: appeal_filed}}"""
    asked = MadeUp(tmp_path, RULES, events, READ)
    assert asked.told("first", "2026-03-10")[-1] == "A proceeding that is undecided stays it."
    assert asked.told("stop", "2026-03-10")[-2:] == [
        "The town moved it in writing from 2026-03-05 to 2026-03-20.",
        WAITS,
    ]


def test_an_order_and_a_hold_that_have_ended(tmp_path: Path) -> None:
    events = f"""{OPEN}
{{date: 2026-03-05, event: corrected}}
{{date: 2026-03-06, event: practices_accepted}}"""
    asked = MadeUp(tmp_path, RULES, events, READ)
    assert asked.told("orders.plain", "2026-03-10") == [
        "Not in force on 2026-03-10.",
        "It began on Tuesday, March 3, 2026; it ended on Thursday, March 5, 2026. [A]",
        "Only correction lifts it. [A]",
    ]
    assert asked.told("holds.stop", "2026-03-10")[:2] == [
        "Not in force on 2026-03-10.",
        "It began with the violation on Monday, March 2, 2026; "
        "it was released on Friday, March 6, 2026. [A]",
    ]


def test_powers_that_are_closed(stop: MadeUp) -> None:
    assert stop.told("seek_injunction", "2026-03-10") == [
        "Not permitted on 2026-03-10. If nothing else happens it opens on Tuesday, March 17, 2026.",
        "no the last runs through 2026-03-16 (holds from 2026-03-17) [A]",
    ]
    assert stop.told("record_lien", "2026-03-10") == [
        "Not permitted on 2026-03-10; no day is known on which it opens.",
        "no nothing of the cost is owed [A]",
        "yes no lien is on record [A]",
    ]


def test_a_power_without_a_first_day(tmp_path: Path) -> None:
    asked = MadeUp(tmp_path, "- {action: nuisance_action, needs: [no_lien]}", OPEN.splitlines()[0])
    assert asked.told("nuisance_action", "2026-03-10")[0] == "Permitted on 2026-03-10."


def test_a_short_period_leaves_days_out(tmp_path: Path) -> None:
    """Indiana leaves Saturdays, Sundays and holidays out of a period under seven days."""
    asked = MadeUp(tmp_path, RULES.replace("2 days", "4 days"), OPEN, READ, calendar="indiana")
    told = asked.told("stop", "2026-03-10")
    assert told[0] == "The last day is Monday, March 9, 2026: missed on 2026-03-10."
    assert told[4] == (
        "In so short a period a Saturday, Sunday or holiday before the last day is left out. "
        "[Ind. Trial Rule 6(A)]"
    )
    assert len(asked.told("last", "2026-03-10")) == 9  # eleven days are not short: no such line


ANCHORS = [
    ("{filing: appeal}", "the filing starts the clock"),
    ("{decision: appeal}", "the decision starts the clock"),
    ("observation", "the observation starts the clock"),
    ("discovery", "the discovery starts the clock"),
    ("{event: appeal_filed}", "this event starts the clock"),
    ("{deadline: base}", "the period goes on from the unrolled last day of the one before"),
    ("{lapse: base}", "the period begins when the one before has lapsed"),
    ("remedy", "the remedy starts the clock"),
    ("{settled: cost}", "this starts the clock"),
]


@pytest.mark.parametrize(("after", "why"), ANCHORS)
def test_why_a_clock_starts(tmp_path: Path, after: str, why: str) -> None:
    rules = f"""- {{instrument: notice_of_violation, title: N, needs: []}}
- {{proceeding: appeal, against: notice_of_violation}}
- deadline: base
  for: party
  due: {{after: observation, length: 3 days}}
  done_by: {{filing: appeal}}
- deadline: asked
  for: party
  of: notice_of_violation
  due: {{after: {after}, length: 9 days}}
  done_by: hearing"""
    events = f"""{OPEN}
{{date: 2026-03-04, event: cost_recorded, amount: 10}}
{{date: 2026-03-04, event: paid, amount: 10}}
{{date: 2026-03-04, event: appeal_filed}}
{{date: 2026-03-05, event: corrected}}
{{date: 2026-03-05, event: appeal_decided, outcome: upheld}}"""
    told = MadeUp(tmp_path, rules, events).told("asked", "2026-03-10")
    assert told[1].endswith(f": {why}. [A]")


def test_an_unknown_subject_is_told_what_there_is(stop: MadeUp) -> None:
    with pytest.raises(Refused) as refused:
        explain(stop.law, stop.case, "record_lein", date(2026, 3, 2))
    (fault,) = refused.value.faults
    assert (fault.where, fault.code) == ("WHAT", "nothing-to-explain")
    assert fault.says == (
        "there is no record_lein in this standing. Did you mean record_lien? There are: "
        "issue_notice_of_violation, stop, seek_injunction, record_lien, grant_occupancy_permit, "
        "stop, "
        "exposure.civil, exposure.criminal, interest, account"
    )


def test_nothing_close_gets_no_hint(stop: MadeUp) -> None:
    with pytest.raises(Refused, match=r"there is no qqqq in this standing\. There are: issue_"):
        explain(stop.law, stop.case, "qqqq", date(2026, 3, 2))


def test_everything_of_a_standing_can_be_asked(stop: MadeUp) -> None:
    day = date(2026, 3, 10)
    found = subjects(stop.on("2026-03-10"))
    assert found[:4] == ["stop", "last", "first", "hours"]
    assert found[-1] == "scope"
    for what in found:
        assert explain(stop.law, stop.case, what, day).conclusion


def test_the_words_of_a_paragraph_reach_the_cites_below_it(stop: MadeUp) -> None:
    assert says_of(stop.law, "A") == "It says so."
    assert says_of(stop.law, "A(3)") == "It says so."
    assert says_of(stop.law, "B") == ""
    assert says_of(stop.law, "") == ""


def test_a_term_within_a_term_stands_below_it(tmp_path: Path) -> None:
    law = """- {instrument: notice_of_violation, title: N, needs: []}
- deadline: comply
  for: party
  of: notice_of_violation
  due: {named: comply_by}
  done_by: remedy
- deadline: cure
  for: party
  of: notice_of_violation
  due: {latest: [{after: service, length: 1 day}, {same_as: comply}]}
  done_by: remedy"""
    events = """{date: 2026-03-02, event: violation_observed, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, comply_by: 2026-03-13}
{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}"""
    told = MadeUp(tmp_path, law, events).told("cure", "2026-03-05")
    assert [line for line in told if "(same)" in line] == [
        "  Friday, March 13, 2026 (same) by e2 (the town signs and dates a paper: notice of "
        "violation) [A]"
    ]


def test_a_named_day_within_a_term_stands_below_it(tmp_path: Path) -> None:
    law = """- {instrument: notice_of_violation, title: N, needs: []}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {latest: [{after: service, length: 1 day}, {named: comply_by}]}
  done_by: remedy"""
    events = """{date: 2026-03-02, event: violation_observed, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, comply_by: 2026-03-13}
{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}"""
    told = MadeUp(tmp_path, law, events).told("cure", "2026-03-05")
    named = "The notice itself names Friday, March 13, 2026; a named day never moves. [A]"
    assert [line for line in told if "itself names" in line] == [f"  {named}"]


def test_a_short_period_within_a_term_stands_below_it(tmp_path: Path) -> None:
    law = """- {instrument: notice_of_violation, title: N, needs: []}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {latest: [{after: service, length: 2 days, rule: two_days}, {named: comply_by}]}
  done_by: remedy"""
    events = """{date: 2026-03-02, event: violation_observed, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, comply_by: 2026-03-04}
{date: 2026-03-06, event: served, instrument: notice_of_violation, method: personal}"""
    told = MadeUp(tmp_path, law, events, calendar="new-york").told("cure", "2026-03-07")
    short = [line for line in told if "In so short a period" in line]
    assert len(short) == 1
    assert short[0].startswith("  In so short a period")
