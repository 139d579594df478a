"""An account that was asked for while the case was taken in is the same account in the end.

A case closed with money owed has its account drawn up on that day; what comes after has to find its
way in, whatever it changes of what was charged before.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.made_up import MadeUp
from tests.law.test_clocks_side_by_side import DISCHARGE, stands

BILL = """- {instrument: cost_notice, title: C, needs: []}
- {instrument: notice_of_violation, title: N, needs: []}"""
FOUND = "{date: 2026-01-05, event: violation_observed, discovered_on: 2026-01-01, kind: discharge}"
COST = """{date: 2026-03-02, event: cost_recorded, amount: 3650}
{date: 2026-03-02, event: closed}
{date: 2026-03-03, event: reopened}"""
SENT = """{date: 2026-03-04, event: notice_issued, instrument: cost_notice}
{date: 2026-03-05, event: served, instrument: cost_notice, method: personal}"""


def interest(starts: str) -> str:
    return f"""{BILL}
- interest:
    rates: [{{percent: 10}}]
    on: [cost]
    starts: {starts}"""


@pytest.mark.parametrize(
    ("starts", "first"),
    [
        ("{after: {receipt: cost_notice}, length: 10 days, rule: plain}", date(2026, 3, 15)),
        ("{after: charge, length: 10 days, rule: plain}", date(2026, 3, 12)),
        ("{after: discovery, length: 90 days, rule: plain}", date(2026, 4, 1)),
        ("{after: observation, length: 90 days, rule: plain}", date(2026, 4, 5)),
        (
            "{latest: [{after: {receipt: cost_notice}, length: 10 days}, "
            "{after: {issue: cost_notice}, length: 30 days}]}",
            date(2026, 4, 3),
        ),
    ],
)
@pytest.mark.parametrize("asked", [True, False])
def test_interest_begins_on_its_day_whether_or_not_the_account_was_asked_for(
    tmp_path: Path, starts: str, first: date, asked: bool
) -> None:
    """$3,650 at ten percent bear one dollar a day."""
    cost = COST if asked else COST.partition("\n")[0]
    account = (
        MadeUp(tmp_path, interest(starts), f"{FOUND}\n{cost}\n{SENT}").on("2026-04-30").account
    )
    (span,) = account.spans
    assert (span.first, span.last) == (first, date(2026, 4, 30))
    assert account.interest == 100 * span.days


def test_a_rate_of_nothing_bears_nothing_and_shows_no_days(tmp_path: Path) -> None:
    rules = f"""{BILL}
- interest:
    policy: percent
    on: [cost]
    starts: {{after: charge, length: 1 day}}"""
    policy = "policy:\n  - {id: percent, cite: A, says: s, value: 0}"
    account = MadeUp(tmp_path, rules, f"{FOUND}\n{COST}", more=policy).on("2026-04-30").account
    assert (account.interest, account.spans, account.per_diem) == (0, (), 0)


def test_a_protest_of_a_bill_without_a_cost_leaves_nothing() -> None:
    account = stands(
        DISCHARGE,
        "{date: 2026-04-20, event: abated}",
        "{date: 2026-04-21, event: notice_issued, instrument: cost_notice}",
        "{date: 2026-04-21, event: served, instrument: cost_notice, method: personal}",
        "{date: 2026-05-01, event: cost_protested}",
        "{date: 2026-05-10, event: protest_decided, amount: 0}",
    ).account
    assert (account.owed, account.part("cost").charged) == (0, 0)


SHARED = """- allocation: costs_borne_by
- plan: {most: 5, says: In five payments at most., cite: A.5}"""
POLICY = "policy:\n  - {id: costs_borne_by, cite: A, says: s, value: owners}"
PARTIES = """parties:
  - {id: a, role: owner, name: A, share: 1}
  - {id: b, role: owner, name: B, share: 2}
  - {id: c, role: beneficial_user, name: C}"""


@pytest.mark.parametrize(
    ("policy", "shares"),
    [
        ("", (("a", 20_000), ("b", 40_000))),
        ("\npolicy: {costs_borne_by: beneficial_users}", (("c", 60_000),)),
        ("\npolicy: {costs_borne_by: owners}", (("a", 20_000), ("b", 40_000))),
    ],
)
def test_what_was_taken_off_a_cost_is_nobodys_share(
    tmp_path: Path, policy: str, shares: tuple[tuple[str, int], ...]
) -> None:
    events = f"""{FOUND}
{{date: 2026-03-02, event: cost_recorded, amount: 900}}
{{date: 2026-03-03, event: reduced, part: cost, amount: 300}}"""
    made = MadeUp(tmp_path, f"{BILL}\n{SHARED}", events, more=POLICY, case=PARTIES + policy)
    assert made.on("2026-03-04").account.allocation == shares


def test_the_payments_of_a_plan_say_where_they_come_from(tmp_path: Path) -> None:
    events = f"""{FOUND}
{{date: 2026-03-02, event: cost_recorded, amount: 900}}
{{date: 2026-03-03, event: plan_agreed, payments: 2, first_due: 2026-03-07, every: month}}
{{date: 2026-03-04, event: extension_granted, deadline: payment_2, until: 2026-04-01}}"""
    made = MadeUp(tmp_path, f"{BILL}\n{SHARED}", events, more=POLICY)
    first, second = made.on("2026-03-05").deadlines
    assert (first.id, first.says, first.cite) == ("payment_1", "In five payments at most.", "A.5")
    assert (first.due, first.source.raw) == (date(2026, 3, 9), date(2026, 3, 7))
    assert (second.due, second.extended_from) == (date(2026, 4, 7), None)
    assert first.source.cite == "A.5"


def test_interest_can_have_a_paragraph_of_its_own(tmp_path: Path) -> None:
    rules = interest("{after: charge, length: 1 day, cite: A.7}").replace(
        "rates:", "cite: A.6\n    rates:"
    )
    assert MadeUp(tmp_path, rules, f"{FOUND}\n{COST}").on("2026-04-30").account.cite == "A.6"


def test_a_plan_of_too_many_payments_has_none(tmp_path: Path) -> None:
    events = f"""{FOUND}
{{date: 2026-03-02, event: cost_recorded, amount: 900}}
{{date: 2026-03-03, event: plan_agreed, payments: 6, first_due: 2026-03-09, every: month}}"""
    standing = MadeUp(tmp_path, f"{BILL}\n{SHARED}", events, more=POLICY).on("2026-03-04")
    assert (standing.deadlines, standing.account.plan) == ((), ())


@pytest.mark.parametrize(
    ("amount", "parties", "shares"),
    [
        ("0.01", "{id: a, role: owner, name: A}", (("a", 1),)),
        # A share that is not named is one.
        (
            "900",
            "{id: a, role: owner, name: A, share: 1}, {id: b, role: owner, name: B}",
            (("a", 45_000), ("b", 45_000)),
        ),
    ],
)
def test_a_cost_is_shared_to_the_cent(
    tmp_path: Path, amount: str, parties: str, shares: tuple[tuple[str, int], ...]
) -> None:
    events = f"{FOUND}\n{{date: 2026-03-02, event: cost_recorded, amount: {amount}}}"
    made = MadeUp(tmp_path, f"{BILL}\n{SHARED}", events, more=POLICY, case=f"parties: [{parties}]")
    assert made.on("2026-03-04").account.allocation == shares


def test_interest_from_the_finding_is_that_of_the_violation_charged(tmp_path: Path) -> None:
    events = f"""{FOUND}
{{date: 2026-02-10, event: violation_observed, violation: v2, discovered_on: 2026-02-08,
  kind: discharge}}
{{date: 2026-02-11, event: cost_recorded, amount: 3650, violation: v2}}""".replace(",\n ", ",")
    for start, first in (("observation", date(2026, 2, 20)), ("discovery", date(2026, 2, 18))):
        law = interest(f"{{after: {start}, length: 10 days, rule: plain}}")
        (span,) = MadeUp(tmp_path, law, events).on("2026-04-30").account.spans
        assert span.first == first
