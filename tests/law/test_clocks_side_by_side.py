"""Clocks that are easily mixed up: of two notices, of two events, of terms that others rest on."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.made_up import MadeUp
from tests.law.test_irregular_acts import CITY, pack

from outfall.files.case_file import read_case
from outfall.files.text import read_text
from outfall.law.assess import assess
from outfall.law.standing import Deadline, Standing

NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
PAPER = "- {instrument: cost_notice, title: C, needs: []}"
COMPLY = """- deadline: comply
  for: party
  of: notice_of_violation
  due: {named: comply_by, cite: A.2}
  done_by: remedy"""
FOUND = "{date: 2026-03-02, event: violation_observed, kind: development}"
# Two violations, each with a notice of its own.
ISSUE = "event: notice_issued, instrument: notice_of_violation"
SERVE = "event: served, instrument: notice_of_violation, method: personal"
TWO = f"""{{date: 2026-03-02, event: violation_observed, violation: v1, kind: development}}
{{date: 2026-03-02, event: violation_observed, violation: v2, kind: development}}
{{date: 2026-03-03, id: n1, {ISSUE}, violations: [v1], comply_by: 2026-03-13}}
{{date: 2026-03-03, {SERVE}, notice: n1}}
{{date: 2026-03-04, id: n2, {ISSUE}, violations: [v2], comply_by: 2026-03-18}}
{{date: 2026-03-04, {SERVE}, notice: n2}}"""
ONE = f"""{{date: 2026-03-02, event: violation_observed, kind: development}}
{{date: 2026-03-03, id: n1, {ISSUE}, comply_by: 2026-03-13}}
{{date: 2026-03-03T10:00, id: s1, {SERVE}}}"""


def after(term: str, *, of: str = "notice_of_violation", done: str = "statement_received") -> str:
    """A law of a notice, its schedule, and one deadline more."""
    paper = f"\n  of: {of}" if of else ""
    return f"""{NOTICE}
{PAPER}
{COMPLY}
- deadline: later
  for: party{paper}
  due: {term}
  done_by: {{event: {done}}}
  says: It says so."""


def found(standing: Standing) -> dict[str, Deadline]:
    return {item.id: item for item in standing.deadlines}


def test_each_notice_has_the_deadline_that_follows_from_its_own(tmp_path: Path) -> None:
    law = after("{after: {deadline: comply}, length: 5 days}")
    told = found(MadeUp(tmp_path, law, TWO).on("2026-03-05"))
    assert told["later"].due == date(2026, 3, 18)
    assert told["later:n2"].due == date(2026, 3, 23)
    assert told["later"].says == "It says so."


def test_a_lapse_is_the_day_after_the_last_day_of_its_own_notice(tmp_path: Path) -> None:
    law = after("{after: {lapse: comply}, length: 5 days}")
    told = found(MadeUp(tmp_path, law, TWO).on("2026-03-05"))
    assert (told["later"].due, told["later"].source.event) == (date(2026, 3, 19), "n1")
    assert told["later:n2"].due == date(2026, 3, 24)


def test_the_first_known_is_that_of_its_own_notice(tmp_path: Path) -> None:
    law = after(
        "{first_known: [{after: postmark, length: 2 days}, {after: issue, length: 3 days}]}"
    )
    told = found(MadeUp(tmp_path, law, TWO).on("2026-03-05"))
    assert told["later"].due == date(2026, 3, 6)
    assert told["later:n2"].due == date(2026, 3, 9)


def test_a_day_that_the_notice_names_has_the_cite_of_its_own_term(tmp_path: Path) -> None:
    told = found(MadeUp(tmp_path, after("{after: issue, length: 1 day}"), ONE).on("2026-03-05"))
    assert (told["comply"].cite, told["later"].cite) == ("A.2", "A")


def test_a_chain_goes_on_from_a_day_that_is_the_same_as_another(tmp_path: Path) -> None:
    law = f"""{after("{same_as: comply}")}
- deadline: last
  for: party
  of: notice_of_violation
  due: {{after: {{deadline: later}}, length: 4 days}}
  done_by: remedy"""
    told = found(MadeUp(tmp_path, law, ONE).on("2026-03-05"))
    assert told["last"].due == date(2026, 3, 17)


@pytest.mark.parametrize(
    ("which", "due", "cite"),
    [("latest", date(2026, 3, 13), "A.9"), ("earliest", date(2026, 3, 13), "A.9")],
)
def test_of_two_terms_that_end_together_the_first_is_told(
    tmp_path: Path, which: str, due: date, cite: str
) -> None:
    terms = "[{after: service, length: 10 days, cite: A.9}, {named: comply_by, cite: A.2}]"
    told = found(MadeUp(tmp_path, after(f"{{{which}: {terms}}}"), ONE).on("2026-03-05"))
    assert (told["later"].due, told["later"].cite) == (due, cite)


def test_the_later_of_two_terms_keeps_its_hour_its_start_and_its_unrolled_day(
    tmp_path: Path,
) -> None:
    """March 3, 10:00 and 99 hours end on Saturday, March 7 and so on Monday at 13:00."""
    terms = "[{after: service, length: 99 hours}, {after: issue, length: 1 day}]"
    law = f"""{after(f"{{latest: {terms}}}")}
- deadline: last
  for: party
  of: notice_of_violation
  due: {{after: {{deadline: later}}, length: 1 day}}
  done_by: remedy"""
    told = found(MadeUp(tmp_path, law, ONE).on("2026-03-05"))
    source = told["later"].source
    assert (source.due, source.raw, source.anchor) == (
        date(2026, 3, 9),
        date(2026, 3, 7),
        "service",
    )
    assert source.due_at is not None
    assert (source.due_at.hour, source.due_at.minute) == (13, 0)
    assert told["last"].source.raw == date(2026, 3, 8)


def test_a_period_from_the_finding_names_the_finding(tmp_path: Path) -> None:
    discovered = FOUND.replace("kind:", "discovered_on: 2026-02-20, id: seen, kind:")
    for start, day in (("observation", date(2026, 3, 2)), ("discovery", date(2026, 2, 20))):
        law = after(f"{{after: {start}, length: 30 days}}", of="")
        source = found(MadeUp(tmp_path, law, discovered).on("2026-03-05"))["later"].source
        assert (source.event, source.start) == ("seen", day)


def test_a_period_from_the_remedy_counts_from_the_last_hour_of_it(tmp_path: Path) -> None:
    events = f"""{TWO}
{{date: 2026-03-10T09:00, event: corrected, id: z-early, violation: v1}}
{{date: 2026-03-10T15:00, event: corrected, id: a-late, violation: v2}}"""
    law = after("{after: remedy, length: 10 hours}", of="")
    source = found(MadeUp(tmp_path, law, events).on("2026-03-11"))["later"].source
    assert source.event == "a-late"
    assert source.due_at is not None
    assert source.due_at.hour == 1


def test_the_town_ends_only_the_violation_on_which_it_worked(tmp_path: Path) -> None:
    events = f"""{TWO}
{{date: 2026-03-12, event: abated, violation: v1}}
{{date: 2026-03-20, event: corrected, violation: v2}}"""
    told = found(MadeUp(tmp_path, f"{NOTICE}\n{COMPLY}", events).on("2026-03-25"))
    assert (told["comply"].status, told["comply"].done_on) == ("met", date(2026, 3, 12))
    assert (told["comply:n2"].status, told["comply:n2"].done_on) == ("late", date(2026, 3, 20))


def test_the_towns_work_after_the_last_day_leaves_it_missed(tmp_path: Path) -> None:
    events = f"{ONE}\n{{date: 2026-03-16, event: abated}}"
    told = found(MadeUp(tmp_path, f"{NOTICE}\n{COMPLY}", events).on("2026-03-25"))
    assert (told["comply"].status, told["comply"].done_on) == ("missed", None)


def test_the_first_event_after_the_start_is_what_the_deadline_waited_for(tmp_path: Path) -> None:
    events = f"""{{date: 2026-03-01, event: violation_observed, kind: development}}
{{date: 2026-03-02, event: statement_received}}
{ONE}
{{date: 2026-03-05, event: statement_received}}
{{date: 2026-03-20, event: statement_received}}"""
    law = after("{after: service, length: 5 days}")
    told = found(MadeUp(tmp_path, law, events).on("2026-03-25"))["later"]
    assert (told.status, told.done_on) == ("met", date(2026, 3, 5))


def test_a_deadline_that_waits_for_a_paper_is_met_by_the_first_after_its_start(
    tmp_path: Path,
) -> None:
    law = f"""{after("{after: issue, length: 1 day}")}
- deadline: bill
  for: town
  due: {{after: {{event: abated}}, length: 30 days}}
  done_by: {{service: cost_notice}}"""
    events = f"""{ONE}
{{date: 2026-03-16, event: abated}}
{{date: 2026-03-17, event: notice_issued, id: c1, instrument: cost_notice}}
{{date: 2026-03-18, event: served, instrument: cost_notice, notice: c1, method: personal}}
{{date: 2026-03-30, event: notice_issued, id: c2, instrument: cost_notice}}
{{date: 2026-03-30, event: served, instrument: cost_notice, notice: c2, method: personal}}"""
    told = found(MadeUp(tmp_path, law, events).on("2026-04-25"))["bill"]
    assert (told.status, told.done_on) == ("met", date(2026, 3, 18))


@pytest.mark.parametrize(
    ("hour", "status"), [("09:59", "met"), ("10:00", "met"), ("10:01", "late")]
)
def test_a_filing_on_the_last_day_is_late_after_its_hour(
    tmp_path: Path, hour: str, status: str
) -> None:
    law = f"""{NOTICE}
- {{proceeding: appeal, against: notice_of_violation, deadline: appeal}}
- deadline: appeal
  for: party
  of: notice_of_violation
  due: {{after: service, length: 48 hours}}
  done_by: {{filing: appeal}}"""
    events = f"{ONE}\n{{date: 2026-03-05T{hour}, event: appeal_filed}}"
    assert found(MadeUp(tmp_path, law, events).on("2026-03-05"))["appeal"].status == status


# A city's section 9-3-12


def stands(*lines: str, on: str = "2026-06-30", town: str = "") -> Standing:
    text = f"case: X\nordinance: {CITY}\n{town}events:\n" + "\n".join(f"  - {x}" for x in lines)
    return assess(pack(CITY), read_case(read_text(text)), date.fromisoformat(on))


DISCHARGE = "{date: 2026-03-02, event: violation_observed, kind: discharge}"
ALL = "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
ISSUED = (
    "{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, "
    f"comply_by: 2026-03-20, {ALL}}}"
)
SERVED = "{date: 2026-03-04, event: served, instrument: notice_of_violation, method: mail}"


def test_a_bill_tells_of_the_work_that_came_after_the_bill_before_it() -> None:
    """Work of the very day of the first bill was told by that bill."""
    standing = stands(
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-20, event: cost_recorded, amount: 5}",
        "{date: 2026-04-20, event: notice_issued, id: c1, instrument: cost_notice}",
        "{date: 2026-04-20, event: served, instrument: cost_notice, notice: c1, method: personal}",
        "{date: 2026-05-01, event: violation_observed, violation: v2, kind: discharge}",
        "{date: 2026-05-10, event: abated, violation: v2}",
        "{date: 2026-05-12, event: notice_issued, id: c2, instrument: cost_notice}",
        "{date: 2026-05-15, event: served, instrument: cost_notice, notice: c2, method: personal}",
    )
    bill = next(d for d in standing.deadlines if d.id == "cost_notice")
    assert (bill.source.start, bill.due) == (date(2026, 5, 10), date(2026, 6, 9))


def test_the_reading_of_a_due_date_is_its_own_before_that_of_the_proof() -> None:
    standing = stands(DISCHARGE, ISSUED, SERVED, town="readings: {receipt_unshown: with_service}\n")
    told = found(standing)
    assert told["cure"].reading == "cure_period"


def test_a_decision_on_a_bill_is_seen_by_an_account_that_was_asked_for_before_it() -> None:
    """A lien on record before its day had the account drawn up; the decision changes it."""
    before = [
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-21, event: cost_recorded, amount: 6540}",
        "{date: 2026-04-22, event: notice_issued, instrument: cost_notice}",
        "{date: 2026-04-22, event: served, instrument: cost_notice, method: personal}",
        "{date: 2026-05-01, event: cost_protested}",
    ]
    early = "{date: 2026-05-02, event: lien_recorded}"
    decided = "{date: 2026-05-20, event: protest_decided, amount: 6400}"
    asked, plain = stands(*before, early, decided), stands(*before, decided)
    assert asked.account.part("cost").owed == plain.account.part("cost").owed == 640000
    assert asked.account.interest == plain.account.interest


def test_a_charge_before_the_payments_of_its_day_starts_the_account_afresh() -> None:
    lines = [
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-21, event: cost_recorded, amount: 100}",
        "{date: 2026-05-04, event: paid, amount: 150}",
        "{date: 2026-05-04, event: paid, amount: 20}",
        "{date: 2026-05-04, event: lien_recorded}",
    ]
    charge = "{date: 2026-05-04, event: cost_recorded, amount: 200}"
    after_it = stands(*lines, charge)
    before_it = stands(*lines[:3], charge, *lines[3:])
    assert after_it.account.part("cost") == before_it.account.part("cost")
    assert after_it.account.owed == before_it.account.owed
    assert after_it.account.credit == before_it.account.credit == 0


def test_a_part_that_an_account_has_not_is_nothing() -> None:
    assert stands(DISCHARGE).account.part("fine").owed == 0


def test_without_a_postmark_nothing_is_counted_from_one(tmp_path: Path) -> None:
    """Neither for a paper that was never served, nor where the code reads nothing into it."""
    law = after("{after: postmark, length: 5 days}")
    assert "later" not in found(MadeUp(tmp_path, law, ONE).on("2026-03-20"))
    unserved = ONE.rpartition("\n")[0]
    assert "later" not in found(MadeUp(tmp_path, law, unserved).on("2026-03-20"))
    reads = """readings:
  - id: postmark_unshown
    cite: A
    question: q
    adopted: with_service
    choices: {with_service: s, no_clock: n}"""
    read = MadeUp(tmp_path, law, ONE, more=reads)
    assert found(read.on("2026-03-20"))["later"].due == date(2026, 3, 9)
    assert "later" not in found(MadeUp(tmp_path, law, unserved, more=reads).on("2026-03-20"))


APPEAL = f"""{NOTICE}
{PAPER}
- {{proceeding: appeal, against: notice_of_violation, deadline: appeal}}
- deadline: appeal
  for: party
  of: notice_of_violation
  due: {{after: service, length: 15 days}}
  done_by: {{filing: appeal}}
- action: record_lien
  of: cost_notice
  needs: [{{proceeding: [appeal, none]}}]
- action: impose_civil_penalty
  of: notice_of_violation
  needs: [{{proceeding: [appeal, none]}}]"""


def test_a_filing_counts_for_the_notice_it_was_directed_against(tmp_path: Path) -> None:
    """And neither for another notice of its kind, nor for a paper that can't be appealed."""
    events = f"""{TWO}
{{date: 2026-03-05, event: notice_issued, id: c1, instrument: cost_notice}}
{{date: 2026-03-05, event: served, instrument: cost_notice, notice: c1, method: personal}}
{{date: 2026-03-10, event: appeal_filed, notice: n1}}"""
    standing = MadeUp(tmp_path, APPEAL, events).on("2026-03-11")
    told = found(standing)
    assert (told["appeal"].status, told["appeal:n2"].status) == ("met", "open")
    acts = {action.id: action for action in standing.actions}
    assert acts["record_lien"].permitted
    assert (acts["impose_civil_penalty"].permitted, acts["impose_civil_penalty"].notice) == (
        True,
        "n2",
    )


def test_an_account_that_was_asked_for_is_drawn_up_anew_for_an_earlier_charge() -> None:
    """$100 bear 21 cents from April 21 through May 3; May 4 pays them, and its own charges."""
    lines = [
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-21, event: cost_recorded, amount: 100}",
        "{date: 2026-05-04, event: paid, amount: 100}",
        "{date: 2026-05-04, event: lien_recorded}",
        "{date: 2026-05-04, event: cost_recorded, amount: 30}",
        "{date: 2026-05-04, event: paid, amount: 10}",
        "{date: 2026-05-04, event: paid, amount: 10}",
        "{date: 2026-05-04, event: cost_recorded, amount: 40}",
    ]
    account = stands(*lines, on="2026-05-04").account
    assert (account.part("cost").charged, account.part("cost").paid) == (17_000, 11_979)
    assert account.interest_paid == 21


def test_a_day_that_a_notice_names_is_none_where_no_notice_is_meant(tmp_path: Path) -> None:
    law = after("{named: comply_by}", of="")
    assert "later" not in found(MadeUp(tmp_path, law, ONE).on("2026-03-05"))


def test_the_reading_of_a_proof_is_told_only_where_there_is_no_other(tmp_path: Path) -> None:
    reads = """readings:
  - id: receipt_unshown
    cite: A
    question: q
    adopted: with_service
    choices: {with_service: s, no_clock: n}
  - {id: length, cite: A, question: q, adopted: short, choices: {short: s, long: l}}"""
    term = "{after: receipt, length: 5 days}"
    by = f"{{reading: length, choices: {{short: {term}, long: {term}}}}}"
    mailed = ONE.replace("personal", "mail")
    both = found(MadeUp(tmp_path, after(by), mailed, more=reads).on("2026-03-05"))["later"]
    assert both.reading == "length"
    alone = found(MadeUp(tmp_path, after(term), mailed, more=reads).on("2026-03-05"))["later"]
    assert alone.reading == "receipt_unshown"
