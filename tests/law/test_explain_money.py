"""Arguments for figures of money: what counts, how much it makes, and each day with its number."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.explain import explain

NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"
SERVED = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}}"""
NOT_OWED = (
    "That is not owed: what the town assessed and what a court decided are figures of their own."
)
CURED = f"""{NOTICE}
- {{proceeding: appeal, against: notice_of_violation}}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {{after: receipt, length: 2 days}}
  done_by: remedy
- penalty: civil
  of: notice_of_violation
  unit: day
  starts: receipt
  tiers: [{{min: 100, max: 250}}]
  opens: [{{expired: cure}}]
  after_deadline: cure
  tolled_by: appeal"""
HEARD = f"""{SERVED}
{{date: 2026-03-08, event: appeal_filed}}
{{date: 2026-03-10, event: appeal_decided, outcome: upheld}}"""
TOLLED = "left out: a timely appeal was undecided"
CURE = "left out: still within the time to cure"


def test_a_daily_penalty_lists_what_it_counts_and_what_it_leaves_out(tmp_path: Path) -> None:
    """From the 4th, less two days of cure (4, 5) and the appeal's days (8, 9, 10)."""
    asked = MadeUp(tmp_path, CURED, HEARD)
    assert asked.told("exposure.civil", "2026-03-12") == [
        f"On 2026-03-12 the law would allow $1,000.00. {NOT_OWED}",
        "Violation v1: 4 days that count, at least $400.00, at most $1,000.00. [A]",
    ]
    assert asked.days("civil", "2026-03-12") == [
        ("2026-03-04", None, CURE),
        ("2026-03-05", None, CURE),
        ("2026-03-06", 1, ""),
        ("2026-03-07", 2, ""),
        ("2026-03-08", None, TOLLED),
        ("2026-03-09", None, TOLLED),
        ("2026-03-10", None, TOLLED),
        ("2026-03-11", 3, ""),
        ("2026-03-12", 4, ""),
    ]


def test_one_day_is_not_days(tmp_path: Path) -> None:
    told = MadeUp(tmp_path, CURED, HEARD).told("civil", "2026-03-06")
    assert told[1] == "Violation v1: 1 day that count, at least $100.00, at most $250.00. [A]"


def test_no_exposure_has_no_figure(tmp_path: Path) -> None:
    asked = MadeUp(tmp_path, CURED, HEARD)
    assert asked.told("exposure.civil", "2026-03-05") == [
        "On 2026-03-05 there is no exposure on this track."
    ]
    assert asked.told("exposure.criminal", "2026-03-12") == [
        "On 2026-03-12 there is no exposure on this track."
    ]


WEEKS = """- penalty: criminal
  unit: week
  starts: observation
  first_day: counts
  at_least_one: true
  count:
    reading: week
    choices: {completed: additional_full, begun: additional_begun, only: full_only}
  tiers: [{max: 350, jail_days: 15}, {min: 350, max: 700, jail_days: 15}, {jail_days: 0}]
  repeat: {within: 5 years}"""
WEEK = """readings:
  - id: week
    cite: A
    question: Which weeks?
    adopted: completed
    choices: {completed: Full ones., begun: Begun ones., only: Only full ones.}"""
HISTORY = "history: [{offense_on: 2025-01-02, convicted_on: 2025-02-02}, {offense_on: 2024-01-02}]"


def test_weeks_with_their_tier_their_jail_and_what_came_before(tmp_path: Path) -> None:
    """Fifteen days make the violation and two further weeks; a third begun would be one more."""
    asked = MadeUp(tmp_path, WEEKS, OPEN, WEEK, HISTORY)
    assert asked.told("exposure.criminal", "2026-03-17") == [
        f"On 2026-03-17 the law would allow $2,100.00. {NOT_OWED}",
        "Violation v1, offense tier 2: 3 weeks that count, at least $1,050.00, at most $2,100.00, "
        "up to 45 days in jail. [A]",
        "  Earlier offense of 2025-01-02, convicted 2025-02-02; offenses within 5 years before "
        "count. [A]",
        "  Earlier offense of 2024-01-02, not convicted; offenses within 5 years before count. [A]",
        "Which weeks? Adopted: Full ones. (week: completed) [A]",
        "  Under begun (Begun ones): 4 violations would count, the least would be $1,400.00, "
        "the most would be $2,800.00 and up to 60 days in jail.",
        "  Under only (Only full ones): 2 violations would count, the least would be $700.00, "
        "the most would be $1,400.00 and up to 30 days in jail.",
    ]
    assert asked.days("criminal", "2026-03-17") == [
        ("2026-03-02", 1, "the violation"),
        ("2026-03-09", 2, "a further week"),
        ("2026-03-16", 3, "a further week"),
    ]


def test_a_tier_without_a_ceiling(tmp_path: Path) -> None:
    two = (
        "history: [{offense_on: 2025-01-02, convicted_on: 2025-02-02}, "
        "{offense_on: 2025-01-03, convicted_on: 2025-02-02}]"
    )
    told = MadeUp(tmp_path, WEEKS, OPEN, WEEK, two).told("criminal", "2026-03-02")
    assert told[:2] == [
        f"On 2026-03-02 the law would allow no ceiling. {NOT_OWED}",
        "Violation v1, offense tier 3: 1 week that count, at least $0.00, without a ceiling. [A]",
    ]


def test_offenses_without_a_span_of_years(tmp_path: Path) -> None:
    rules = WEEKS.replace("week\n", "offense\n", 1).replace("{within: 5 years}", "{}")
    told = MadeUp(tmp_path, rules, OPEN, WEEK, HISTORY).told("criminal", "2026-03-02")
    assert told[1].startswith("Violation v1, offense tier 2: 1 offense that count, ")
    assert (
        told[2]
        == "  Earlier offense of 2025-01-02, convicted 2025-02-02; offenses before count. [A]"
    )


def test_an_argument_of_money_names_itself(tmp_path: Path) -> None:
    asked = MadeUp(tmp_path, CURED, HEARD)
    for what, title in (
        ("exposure.civil", "civil exposure"),
        ("interest", "interest"),
        ("account", "account"),
    ):
        found = explain(asked.law, asked.case, what, date(2026, 3, 12))
        assert (found.what, found.title) == (what, title)
    civil = explain(asked.law, asked.case, "civil", date(2026, 3, 12))
    assert (civil.what, civil.cite, civil.paragraph) == ("exposure.civil", "A", "It says so.")
    crime = explain(asked.law, asked.case, "criminal", date(2026, 3, 12))
    assert (crime.what, crime.cite, crime.paragraph, crime.days) == (
        "exposure.criminal",
        "",
        "",
        (),
    )


BORNE = (
    "A day bears interest on what is unpaid at its end: the day of a charge counts, the day of a "
    "payment does not."
)
INTEREST = """- {action: assess_costs, needs: []}
- plan: {most: 5}
- interest:
    rates: [{percent: 6}]
    on: [cost]
    starts: {after: charge, length: 0 days}
    year: {reading: interest_year, choices: {actual_365: actual_365, actual_360: actual_360}}"""
YEAR = """readings:
  - id: interest_year
    cite: A
    question: Which year?
    adopted: actual_365
    choices: {actual_365: Of 365., actual_360: Of 360.}"""
COST = f"""{OPEN}
{{date: 2026-03-03, event: cost_recorded, amount: 3650, kind: abatement}}
{{date: 2026-03-05, event: cost_recorded, amount: 3650, kind: abatement}}"""


def test_interest_is_told_stretch_by_stretch_and_day_by_day(tmp_path: Path) -> None:
    """60 cents a day on $3,650 and $1.20 on $7,300; of 360 days 60.83 and 121.67 cents."""
    asked = MadeUp(tmp_path, INTEREST, COST, YEAR)
    assert asked.told("interest", "2026-03-06") == [
        "$3.60 by 2026-03-06; $1.20 for the next day.",
        "2026-03-03 to 2026-03-04: 2 days at 6 % a year (actual/365) on $3,650.00. [A]",
        "2026-03-05 to 2026-03-06: 2 days at 6 % a year (actual/365) on $7,300.00. [A]",
        BORNE,
        "Which year? Adopted: Of 365. (interest_year: actual_365) [A]",
        "  Under actual_360 (Of 360): interest would be $3.65, the balance would be $7,303.65 and "
        "a day's interest would be $1.22.",
    ]
    assert asked.days("account.interest", "2026-03-06") == [
        ("2026-03-03", 1, "$3,650.00"),
        ("2026-03-04", 2, "$3,650.00"),
        ("2026-03-05", 3, "$7,300.00"),
        ("2026-03-06", 4, "$7,300.00"),
    ]
    found = explain(asked.law, asked.case, "account.interest", date(2026, 3, 6))
    assert (found.what, found.cite, found.paragraph) == ("interest", "A", "It says so.")


def test_a_code_without_interest_says_so(tmp_path: Path) -> None:
    asked = MadeUp(tmp_path, "- {action: assess_costs, needs: []}", COST)
    assert asked.told("interest", "2026-03-06") == [
        "$0.00 by 2026-03-06; $0.00 for the next day.",
        "This code sets no interest.",
    ]
    found = explain(asked.law, asked.case, "interest", date(2026, 3, 6))
    assert (found.cite, found.paragraph, found.days) == ("", "", ())


def test_an_account_part_by_part(tmp_path: Path) -> None:
    """Interest first: 60 + 60 + 120 cents are due on the 6th, before its own."""
    events = f"""{COST}
{{date: 2026-03-06, event: fee_charged, amount: 10}}
{{date: 2026-03-06, event: reduced, part: cost, amount: 300, why: waived}}
{{date: 2026-03-06, event: reduced, part: interest, amount: "0.40", why: waived}}
{{date: 2026-03-06, event: plan_agreed, payments: 2, first_due: 2026-04-01, every: month}}
{{date: 2026-03-06, event: paid, amount: 5}}"""
    parties = "parties: [{id: p1, name: P, role: owner}]"
    told = MadeUp(tmp_path, INTEREST, events, YEAR, parties).told("account", "2026-03-06")
    assert told == [
        "$7,008.15 is owed at the end of 2026-03-06.",
        "cost: charged $7,300.00, reduced $300.00, paid $3.00, owed $6,997.00.",
        "fee: charged $10.00, reduced $0.00, paid $0.00, owed $10.00.",
        "interest: accrued $3.55, reduced $0.40, paid $2.00, owed $1.15. [A]",
        "payment 1: $3,503.50 by 2026-04-01, open.",
        "payment 2: $3,503.50 by 2026-05-01, open.",
    ]


def test_a_credit_is_told(tmp_path: Path) -> None:
    events = f"{OPEN}\n{{date: 2026-03-06, event: paid, amount: 5}}"
    told = MadeUp(tmp_path, INTEREST, events, YEAR).told("account", "2026-03-06")
    assert told[0] == "$0.00 is owed at the end of 2026-03-06."
    assert told[-1] == "$5.00 was paid beyond what is owed: a credit."


@pytest.mark.parametrize("what", ["account", "interest"])
def test_money_is_argued_under_its_own_paragraph(tmp_path: Path, what: str) -> None:
    asked = MadeUp(tmp_path, INTEREST, COST, YEAR)
    assert explain(asked.law, asked.case, what, date(2026, 3, 6)).cite == "A"
