"""Conditions asked under one of several notices, and orders that begin and end together."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.law.made_up import MadeUp, law_of
from tests.law.test_clocks_side_by_side import ONE, TWO

from outfall.law.faults import Refused
from outfall.law.standing import Action, Standing
from outfall.law.words import reason

NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
PAPER = "- {instrument: cost_notice, title: C, needs: []}"
BOTH = f"{NOTICE}\n{PAPER}"


def asked(needs: str, *, of: str = "notice_of_violation", duty: str = "false") -> str:
    """A law of one power under a notice, and of the notice."""
    return f"""{BOTH}
- {{proceeding: appeal, against: notice_of_violation}}
- deadline: comply
  for: party
  of: notice_of_violation
  due: {{named: comply_by}}
  done_by: remedy
- action: enter_and_abate
  of: {of}
  duty: {duty}
  needs: {needs}"""


def act(standing: Standing, id: str = "enter_and_abate") -> Action:
    return next(action for action in standing.actions if action.id == id)


FIRST_DONE = f"{TWO}\n{{date: 2026-03-10, event: corrected, violation: v1}}"


@pytest.mark.parametrize(
    ("needs", "more", "notice"),
    [
        # v1 is remedied: only the second notice still has a violation that lasts.
        ("[unremedied]", "{date: 2026-03-10, event: corrected, violation: v1}", "n2"),
        # v1 alone is remedied: only the first notice has nothing left.
        ("[remedied]", "{date: 2026-03-10, event: corrected, violation: v1}", "n1"),
        ("[remedied]", "{date: 2026-03-10, event: corrected, violation: v2}", "n2"),
        ("[violation]", "{date: 2026-03-10, event: appeal_filed, notice: n1}\n"
         "{date: 2026-03-11, event: appeal_decided, notice: n1, outcome: reversed}", "n2"),
        ("[{late: comply}]", "{date: 2026-03-16, event: corrected, violation: v1}", "n1"),
        ("[{late: comply}]", "{date: 2026-03-12, event: corrected, violation: v1}\n"
         "{date: 2026-03-20, event: corrected, violation: v2}", "n2"),
        ("[{expired: comply}]", "{date: 2026-03-12, event: corrected, violation: v1}", "n2"),
    ],
)  # fmt: skip
def test_a_power_is_judged_by_the_violations_of_its_own_notice(
    tmp_path: Path, needs: str, more: str, notice: str
) -> None:
    found = act(MadeUp(tmp_path, asked(needs), f"{TWO}\n{more}").on("2026-03-25"))
    assert (found.permitted, found.notice) == (True, notice)


def test_a_power_waits_for_the_paper_of_its_own_notice(tmp_path: Path) -> None:
    """Served, received and complete speak of the notice in hand where it is of that kind."""
    unserved = TWO.rpartition("\n")[0]
    needs = "[{served: notice_of_violation}, {received: notice_of_violation}]"
    found = act(MadeUp(tmp_path, asked(needs), unserved).on("2026-03-25"))
    assert (found.permitted, found.notice) == (True, "n1")
    law = asked("[{complete: notice_of_violation}]").replace(
        "title: N, needs: []", "title: N, needs: [], elements: [{nature: A}]"
    )
    lines = TWO.splitlines()
    lines[4] = lines[4].replace("violations: [v2]", "violations: [v2], contents: [nature]")
    found = act(MadeUp(tmp_path, law, "\n".join(lines)).on("2026-03-25"))
    assert (found.permitted, found.notice) == (True, "n2")


def test_a_gap_that_is_held_not_to_matter_lets_a_power_rest_on_the_day_of_the_paper(
    tmp_path: Path,
) -> None:
    reads = """readings:
  - id: defective_notice
    cite: A
    question: q
    adopted: substantial
    choices: {substantial: s, starts_nothing: n}"""
    law = asked("[{complete: notice_of_violation}]").replace(
        "title: N, needs: []", "title: N, needs: [], elements: [{nature: A}]"
    )
    found = act(MadeUp(tmp_path, law, ONE, more=reads).on("2026-03-25"))
    assert (found.permitted, found.since) == (True, date(2026, 3, 3))
    (step,) = found.because
    assert (step.because, step.facts) == (
        "incomplete",
        ("notice_of_violation", date(2026, 3, 3), (("nature", "A"),)),
    )


def test_a_permit_is_asked_of_the_violations_of_the_notice(tmp_path: Path) -> None:
    lines = TWO.splitlines()
    lines[1] = lines[1].replace("kind:", "permit: held, kind:")
    events = "\n".join(lines)
    held = act(MadeUp(tmp_path, asked("[{permit: held}]"), events).on("2026-03-25"))
    assert (held.permitted, held.notice, held.since) == (True, "n2", date(2026, 3, 2))
    unsaid = act(MadeUp(tmp_path, asked("[{permit: unsaid}]"), events).on("2026-03-25"))
    assert (unsaid.permitted, unsaid.notice) == (True, "n1")
    none = act(MadeUp(tmp_path, asked("[{permit: none}]"), "\n".join(lines[:2])).on("2026-03-25"))
    (step,) = none.because
    assert (none.permitted, step.because, step.facts) == (False, "permit_held", ("v2",))


def test_a_duty_is_judged_under_its_own_notice(tmp_path: Path) -> None:
    events = f"{TWO}\n{{date: 2026-03-10, event: corrected, violation: v1}}"
    found = act(MadeUp(tmp_path, asked("[]", duty="[unremedied]"), events).on("2026-03-25"))
    assert (found.permitted, found.obligatory, found.notice) == (True, True, "n2")


@pytest.mark.parametrize(("paid", "owed"), [("99.99", True), ("100.00", False)])
def test_one_cent_is_owed(tmp_path: Path, paid: str, owed: bool) -> None:
    events = f"""{ONE}
{{date: 2026-03-20, event: cost_recorded, amount: 100}}
{{date: 2026-03-21, event: paid, amount: {paid}}}"""
    found = act(MadeUp(tmp_path, asked("[{owed: cost}]"), events).on("2026-03-25"))
    assert (found.permitted, found.since) == (owed, date(2026, 3, 20) if owed else None)


def test_what_is_owed_without_a_charge_is_owed_since_no_day(tmp_path: Path) -> None:
    needs = "[{any: [{owed: any}, {owed: fee}]}]"
    events = f"{ONE}\n{{date: 2026-03-20, event: fee_charged, amount: 5}}"
    found = act(MadeUp(tmp_path, asked(needs), events).on("2026-03-25"))
    assert found.since == date(2026, 3, 20)


ANY = "[{any: [%s], cite: A.4}]"


@pytest.mark.parametrize(
    ("ways", "since"),
    [
        ("{served: notice_of_violation}, {event: inspected}", date(2026, 3, 3)),
        ("{event: inspected}, {served: notice_of_violation}", date(2026, 3, 3)),
        # A way that has always held has no day, and neither has the whole.
        ("{served: notice_of_violation}, {never: closed}", None),
        ("{never: closed}, {served: notice_of_violation}", None),
    ],
)
def test_of_several_ways_the_first_that_held_counts(
    tmp_path: Path, ways: str, since: date | None
) -> None:
    events = f"{ONE}\n{{date: 2026-03-12, event: inspected, finding: continuing}}"
    found = act(MadeUp(tmp_path, asked(ANY % ways), events).on("2026-03-25"))
    assert (found.permitted, found.since, found.not_before) == (True, since, None)
    (step,) = found.because
    assert (step.because, step.facts, step.cite, step.opens) == ("any", (), "A.4", None)
    assert len(step.parts) == 2


def test_of_several_ways_that_fail_the_earliest_opens(tmp_path: Path) -> None:
    ways = "{expired: comply}, {event: inspected}"
    found = act(MadeUp(tmp_path, asked(ANY % ways), ONE).on("2026-03-05"))
    assert (found.permitted, found.not_before) == (False, date(2026, 3, 14))
    (step,) = found.because
    assert (step.because, step.cite, step.opens) == ("any", "A.4", date(2026, 3, 14))


def test_all_of_several_conditions_keep_their_paragraph(tmp_path: Path) -> None:
    needs = "[{any: [{all: [violation, {served: notice_of_violation}], cite: A.5}]}]"
    found = act(MadeUp(tmp_path, asked(needs), ONE).on("2026-03-05"))
    (whole,) = found.because
    (step,) = whole.parts
    assert (step.because, step.facts, step.cite) == ("all", (), "A.5")
    assert (step.since, len(step.parts)) == (date(2026, 3, 3), 2)


# Orders


ORDER = f"""{BOTH}
- order: stop_work
  starts: [{{event: work_stopped}}, {{receipt: notice_of_violation}}]
  ends: [compliance_confirmed, remedied]
  says: Work stops."""


def order(tmp_path: Path, *lines: str, on: str = "2026-03-25") -> Any:
    events = "\n".join([ONE, *lines])
    (found,) = MadeUp(tmp_path, ORDER, events).on(on).orders
    return found


def test_an_order_begins_with_the_first_of_its_starts_and_says_what_it_says(tmp_path: Path) -> None:
    found = order(tmp_path, "{date: 2026-03-05, event: work_stopped}")
    assert (found.in_force, found.since, found.says) == (True, date(2026, 3, 3), "Work stops.")
    early = "{date: 2026-03-02, event: work_stopped}"
    assert order(tmp_path, early).since == date(2026, 3, 2)


def test_an_order_ends_with_the_first_of_its_ends(tmp_path: Path) -> None:
    confirmed = "{date: 2026-03-10, event: compliance_confirmed}"
    corrected = "{date: 2026-03-12, event: corrected}"
    assert order(tmp_path, confirmed, corrected).until == date(2026, 3, 10)
    assert order(tmp_path, corrected).until == date(2026, 3, 12)


def test_an_order_that_ends_on_the_day_of_its_start_is_over(tmp_path: Path) -> None:
    found = order(tmp_path, "{date: 2026-03-03, event: compliance_confirmed}")
    assert (found.in_force, found.since, found.until) == (
        False,
        date(2026, 3, 3),
        date(2026, 3, 3),
    )


def test_an_order_begun_again_on_the_day_of_its_end_is_ended_by_it(tmp_path: Path) -> None:
    found = order(
        tmp_path,
        "{date: 2026-03-10, event: compliance_confirmed}",
        "{date: 2026-03-10, event: work_stopped}",
    )
    assert (found.in_force, found.since, found.until) == (
        False,
        date(2026, 3, 3),
        date(2026, 3, 10),
    )


def test_a_hold_that_is_in_force_again_has_no_end(tmp_path: Path) -> None:
    law = f"""{BOTH}
- action: grant_occupancy_permit
  needs: [{{free: occupancy_permit}}]
- hold: occupancy_permit
  blocks: grant_occupancy_permit
  released_by: practices_accepted
  says: No permit before that."""
    events = f"""{ONE}
{{date: 2026-03-10, event: corrected}}
{{date: 2026-03-11, event: practices_accepted}}"""
    (released,) = MadeUp(tmp_path, law, events).on("2026-03-12").holds
    assert (released.in_force, released.until, released.says) == (
        False,
        date(2026, 3, 11),
        "No permit before that.",
    )
    again = f"{events}\n{{date: 2026-03-15, event: violation_observed, kind: development}}"
    (held,) = MadeUp(tmp_path, law, again).on("2026-03-20").holds
    assert (held.in_force, held.until) == (True, None)


# What a pack must say


@pytest.mark.parametrize(
    ("needs", "says"),
    [
        ("[served]", "served needs the name of an instrument"),
        ("[expired]", "expired needs the name of a deadline"),
        ("[order]", "order needs the name of an order"),
        ("[permit]", "permit needs one of held, none, unsaid"),
        ("[{permit: maybe}]", "permit can't name maybe: it names one of held, none, unsaid"),
        ("[{unremedied: noise}]", "unremedied can't name noise: it names one of maintenance, "
         "development, discharge, connection"),
        ("[{owed: nothing}]", "owed can't name nothing: it names one of any, penalty, cost, "
         "interest, fee, fine"),
        ("[{proceeding: [appeal]}]", "proceeding needs a proceeding and one of none, unfiled, "
         "filed, pending, not_pending, upheld, not_reversed"),
        ("[{proceeding: [appeal, won]}]", "proceeding needs a proceeding and one of none, unfiled, "
         "filed, pending, not_pending, upheld, not_reversed"),
        ("[{compensation: paid}]", "compensation can't name paid: it names one of free, unsettled"),
    ],
)  # fmt: skip
def test_a_condition_that_names_nothing_it_could_is_a_fault_of_the_pack(
    tmp_path: Path, needs: str, says: str
) -> None:
    with pytest.raises(Refused) as refused:
        law_of(tmp_path, asked(needs))
    assert any(says in str(fault) for fault in refused.value.faults)


@pytest.mark.parametrize("kind", ["violation", "unremedied"])
def test_a_duty_to_issue_a_paper_is_done_for_the_violations_of_its_kinds(
    tmp_path: Path, kind: str
) -> None:
    law = f"""- instrument: notice_of_violation
  title: N
  needs: [{{{kind}: [discharge]}}]
  duty: true"""
    events = """{date: 2026-03-02, event: violation_observed, violation: v1, kind: discharge}
{date: 2026-03-02, event: violation_observed, violation: v2, kind: development}"""
    issued = "{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, violations"
    act_of = "issue_notice_of_violation"
    before = act(MadeUp(tmp_path, law, events).on("2026-03-05"), act_of)
    assert before.obligatory
    for_it = act(MadeUp(tmp_path, law, f"{events}\n{issued}: [v1]}}").on("2026-03-05"), act_of)
    assert not for_it.obligatory
    other = act(MadeUp(tmp_path, law, f"{events}\n{issued}: [v2]}}").on("2026-03-05"), act_of)
    assert other.obligatory


def test_a_reading_that_asks_nothing_more_says_so(tmp_path: Path) -> None:
    reads = """readings:
  - {id: stay, cite: A, question: q, adopted: none, choices: {none: n, appeal: a}}"""
    ways = "{none: [], appeal: [{proceeding: [appeal, pending]}]}"
    needs = f"[{{reading: stay, cite: A.8, choices: {ways}}}]"
    made = MadeUp(tmp_path, asked(needs), ONE, more=reads)
    (step,) = act(made.on("2026-03-05")).because
    assert reason(step) == "nothing more is asked (reading stay: none)"
    assert (step.because, step.cite) == ("reading", "A.8")


def test_an_order_begins_with_each_notice_on_its_own_day(tmp_path: Path) -> None:
    (found,) = MadeUp(tmp_path, ORDER, TWO).on("2026-03-25").orders
    assert found.since == date(2026, 3, 3)
    law = ORDER.replace(
        "[{event: work_stopped}, {receipt: notice_of_violation}]",
        "[{receipt: notice_of_violation}, {event: work_stopped}]",
    )
    late = "{date: 2026-03-05, event: work_stopped}"
    (found,) = MadeUp(tmp_path, law, f"{ONE}\n{late}").on("2026-03-25").orders
    assert found.since == date(2026, 3, 3)


def test_an_order_until_the_remedy_goes_on_where_the_violation_is_found_again(
    tmp_path: Path,
) -> None:
    """On the very day of the remedy: at its end the violation lasts."""
    found = order(
        tmp_path,
        "{date: 2026-03-10, event: corrected}",
        "{date: 2026-03-10, event: violation_observed, kind: development}",
    )
    assert (found.in_force, found.since) == (True, date(2026, 3, 3))


def test_a_remedy_is_told_of_the_violations_of_the_notice(tmp_path: Path) -> None:
    events = f"""{TWO}
{{date: 2026-03-10, event: corrected, violation: v1}}
{{date: 2026-03-12, event: corrected, violation: v2}}"""
    (step,) = act(MadeUp(tmp_path, asked("[unremedied]"), events).on("2026-03-25")).because
    assert (step.because, step.facts) == ("remedied", (date(2026, 3, 10),))


def test_a_violation_of_another_kind_breaks_no_chain(tmp_path: Path) -> None:
    """A discharge found on March 2 and remedied on March 10, and another found on March 8."""
    events = """{date: 2026-03-01, event: violation_observed, violation: w, kind: development}
{date: 2026-03-02, event: violation_observed, violation: v1, kind: discharge}
{date: 2026-03-08, event: violation_observed, violation: v2, kind: discharge}
{date: 2026-03-10, event: corrected, violation: v1}"""
    law = "- {action: record_lien, needs: [{unremedied: discharge}]}"
    found = act(MadeUp(tmp_path, law, events).on("2026-03-25"), "record_lien")
    assert (found.permitted, found.since) == (True, date(2026, 3, 2))


def test_a_stretch_that_begins_on_the_day_another_ends_goes_on_with_it(tmp_path: Path) -> None:
    events = """{date: 2026-03-02, event: violation_observed, violation: v1, kind: discharge}
{date: 2026-03-10, event: violation_observed, violation: v2, kind: discharge}
{date: 2026-03-10, event: corrected, violation: v1}"""
    law = "- {action: record_lien, needs: [{unremedied: discharge}]}"
    found = act(MadeUp(tmp_path, law, events).on("2026-03-25"), "record_lien")
    assert found.since == date(2026, 3, 2)


@pytest.mark.parametrize("word", ["served", "received"])
def test_the_service_of_one_notice_is_none_of_another(tmp_path: Path, word: str) -> None:
    """The first is served and its violation remedied; the second is not served."""
    events = f"""{TWO.rpartition(chr(10))[0]}
{{date: 2026-03-10, event: corrected, violation: v1}}"""
    needs = f"[unremedied, {{{word}: notice_of_violation}}]"
    found = act(MadeUp(tmp_path, asked(needs), events).on("2026-03-25"))
    assert not found.permitted
    only = asked(f"[{{{word}: notice_of_violation}}]", of="cost_notice")
    assert act(MadeUp(tmp_path, only, events).on("2026-03-25")).permitted
    second = f"{TWO.splitlines()[1]}\n{TWO.splitlines()[4]}"
    (step,) = act(
        MadeUp(tmp_path, asked(f"[{{{word}: notice_of_violation}}]"), second).on("2026-03-25")
    ).because
    assert (step.because, step.facts[1]) == ("not_served", date(2026, 3, 4))


def test_what_was_settled_by_work_for_the_town_is_settled_for_its_own_notice(
    tmp_path: Path,
) -> None:
    """The first violation goes on and is settled; the second was found later, and remedied."""
    events = """{date: 2026-03-02, event: violation_observed, violation: v1, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, violations: [v1]}
{date: 2026-03-04, event: compensation_imposed, what: creek cleanup}
{date: 2026-03-06, event: compensation_completed}
{date: 2026-03-08, event: violation_observed, violation: v2, kind: development}
{date: 2026-03-09, event: notice_issued, instrument: notice_of_violation, violations: [v2]}
{date: 2026-03-10, event: corrected, violation: v2}"""
    needs = "[unremedied, {compensation: unsettled}]"
    assert not act(MadeUp(tmp_path, asked(needs), events).on("2026-03-25")).permitted


def test_a_hold_that_never_began_holds_nobody(tmp_path: Path) -> None:
    law = """- action: grant_occupancy_permit
  needs: [{free: occupancy_permit}]
- hold: occupancy_permit
  blocks: grant_occupancy_permit
  released_by: practices_accepted"""
    standing = MadeUp(tmp_path, law, "{date: 2026-03-02, event: closed}").on("2026-03-05")
    found = act(standing, "grant_occupancy_permit")
    assert (found.permitted, found.since, standing.holds) == (True, None, ())


def test_a_duty_under_a_condition_without_a_day_is_a_duty(tmp_path: Path) -> None:
    found = act(MadeUp(tmp_path, asked("[]", duty="[{never: closed}]"), ONE).on("2026-03-05"))
    assert (found.permitted, found.obligatory) == (True, True)
