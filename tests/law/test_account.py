"""Plans, shares and liens: each payment with its day and state, each share to the cent."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.data import data
from outfall.law.standing import Account

PLAIN = """- {action: assess_costs, needs: []}
- {action: record_lien, needs: [no_lien]}
- plan: {most: 5}"""
OPEN = "{date: 2026-03-02, event: violation_observed, kind: maintenance}"
COST = f"{OPEN}\n{{date: 2026-03-03, event: cost_recorded, amount: 100, kind: abatement}}"


def agreed(payments: int, every: str, first: str = "2026-04-30", on: str = "2026-03-04") -> str:
    return (
        f"{COST}\n{{date: {on}, event: plan_agreed, payments: {payments}, "
        f"first_due: {first}, every: {every}}}"
    )


def account(folder: Path, events: str, on: str, case: str = "") -> Account:
    return MadeUp(folder, PLAIN, events, case=case).on(on).account


@pytest.mark.parametrize(
    ("every", "days"),
    [
        # Each from the first day, never from the one before: the 31st comes back after February.
        ("month", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("week", ["2026-01-31", "2026-02-07", "2026-02-14", "2026-02-21"]),
        ("quarter", ["2026-01-31", "2026-04-30", "2026-07-31", "2026-10-31"]),
    ],
)
def test_the_days_of_a_plan_as_named(tmp_path: Path, every: str, days: list[str]) -> None:
    events = f"""{OPEN.replace("03-02", "01-02")}
{{date: 2026-01-03, event: cost_recorded, amount: 100}}
{{date: 2026-01-04, event: plan_agreed, payments: 4, first_due: 2026-01-31, every: {every}}}"""
    found = account(tmp_path, events, "2026-01-05").plan
    assert [str(payment.named) for payment in found] == days
    assert [payment.number for payment in found] == [1, 2, 3, 4]


def test_a_payment_day_off_moves_and_its_neighbours_stay(tmp_path: Path) -> None:
    """May 30 is a Saturday: the payment moves to June 1, the next stays on June 30."""
    found = account(tmp_path, agreed(3, "month"), "2026-03-05").plan
    assert [(str(p.named), str(p.due), p.amount) for p in found] == [
        ("2026-04-30", "2026-04-30", 3333),
        ("2026-05-30", "2026-06-01", 3333),
        ("2026-06-30", "2026-06-30", 3334),
    ]


@pytest.mark.parametrize(
    ("on", "statuses"),
    [
        ("2026-04-30", ["open", "open", "open"]),
        ("2026-05-01", ["missed", "open", "open"]),
        ("2026-06-01", ["missed", "open", "open"]),
        ("2026-06-02", ["missed", "missed", "open"]),
        ("2026-07-01", ["missed", "missed", "missed"]),
    ],
)
def test_payments_that_do_not_come(tmp_path: Path, on: str, statuses: list[str]) -> None:
    found = account(tmp_path, agreed(3, "month"), on).plan
    assert [payment.status for payment in found] == statuses


@pytest.mark.parametrize(
    ("paid", "want"),
    [
        ([("2026-04-30", "33.33")], [("met", "2026-04-30"), ("missed", None)]),
        ([("2026-05-01", "33.33")], [("late", "2026-05-01"), ("missed", None)]),
        ([("2026-04-30", "33.32")], [("missed", None), ("missed", None)]),
        (
            [("2026-04-30", "33.32"), ("2026-05-04", "0.01")],
            [("late", "2026-05-04"), ("missed", None)],
        ),
        (
            [("2026-04-01", "33.33"), ("2026-06-01", "33.33")],
            [("met", "2026-04-01"), ("met", "2026-06-01")],
        ),
    ],
)
def test_payments_by_what_was_paid(
    tmp_path: Path, paid: list[tuple[str, str]], want: list[tuple[str, str | None]]
) -> None:
    events = agreed(3, "month") + "".join(
        f"\n{{date: {on}, event: paid, amount: {amount}}}" for on, amount in paid
    )
    found = account(tmp_path, events, "2026-06-10").plan
    told = [(p.status, str(p.done_on) if p.done_on else None) for p in found[:2]]
    assert told == want


def test_what_was_paid_before_the_plan_is_no_part_of_it(tmp_path: Path) -> None:
    events = f"""{COST}
{{date: 2026-03-03, event: paid, amount: 40}}
{{date: 2026-03-04, event: plan_agreed, payments: 2, first_due: 2026-04-01, every: month}}"""
    found = account(tmp_path, events, "2026-03-05").plan
    assert [(p.amount, p.status) for p in found] == [(3000, "open"), (3000, "open")]


def test_what_is_paid_on_the_day_of_the_plan_counts_once(tmp_path: Path) -> None:
    """$40 of $100 are paid as the plan is agreed: two payments of $30 are still to come."""
    events = f"{agreed(2, 'month')}\n{{date: 2026-03-04, event: paid, amount: 40}}"
    found = account(tmp_path, events, "2026-03-05").plan
    assert [(p.amount, p.status) for p in found] == [(3000, "open"), (3000, "open")]


@pytest.mark.parametrize(
    ("until", "due", "moved"),
    [("2026-06-15", "2026-06-15", "2026-06-01"), ("2026-06-01", "2026-06-01", None)],
)
def test_a_payment_that_the_town_moved(
    tmp_path: Path, until: str, due: str, moved: str | None
) -> None:
    granted = f"{{date: 2026-05-01, event: extension_granted, deadline: payment_2, until: {until}}}"
    found = MadeUp(tmp_path, PLAIN, f"{agreed(3, 'month')}\n{granted}").on("2026-06-10")
    told = data(found)["deadlines"][1]
    assert (told["id"], told["due"], told["extended_from"]) == ("payment_2", due, moved)
    assert (told["status"], told["for"], told["cite"]) == (
        "open" if moved else "missed",
        "party",
        "A",
    )
    assert told["length"] == "every month"
    assert told["from"] == {"event": "e3", "date": "2026-03-04"}
    deadline = found.deadlines[1]
    assert (str(deadline.source.raw), str(deadline.source.due)) == ("2026-05-30", "2026-06-01")


@pytest.mark.parametrize(
    ("rules", "count"),
    [("plan: {most: 3}", 3), ("plan: {most: 2}", 0)],
)
def test_no_more_payments_than_the_law_knows(tmp_path: Path, rules: str, count: int) -> None:
    asked = MadeUp(tmp_path, PLAIN.replace("plan: {most: 5}", rules), agreed(3, "month"))
    found = asked.on("2026-03-05")
    assert len(found.account.plan) == count
    assert len(found.deadlines) == count


@pytest.mark.parametrize(
    ("then", "on", "lien"),
    [
        ("", "2026-03-20", False),
        ("lien_recorded", "2026-03-09", False),
        ("lien_recorded", "2026-03-10", True),
        ("lien_released", "2026-03-20", False),
    ],
)
def test_a_lien_from_its_record_to_its_release(
    tmp_path: Path, then: str, on: str, lien: bool
) -> None:
    events = COST
    if then:
        events += "\n{date: 2026-03-10, event: lien_recorded}"
    if then == "lien_released":
        events += "\n{date: 2026-03-15, event: lien_released}"
    found = MadeUp(tmp_path, PLAIN, events).on(on)
    assert found.account.lien is lien
    act = data(found)["actions"][1]
    text = "a lien is on record since 2026-03-10" if lien else "no lien is on record"
    assert (act["permitted"], act["because"][0]["text"]) == (not lien, text)
    assert act["since"] == ("2026-03-15" if then == "lien_released" else None)


def test_the_account_as_data(tmp_path: Path) -> None:
    events = f"""{COST}
{{date: 2026-03-04, event: fee_charged, amount: 20}}
{{date: 2026-03-05, event: reduced, part: fee, amount: 5, why: waived}}
{{date: 2026-03-06, event: paid, amount: 110}}"""
    told = data(MadeUp(tmp_path, PLAIN, events).on("2026-03-10"))["account"]
    zero = {"charged": "0.00", "reduced": "0.00", "paid": "0.00", "owed": "0.00"}
    assert told == {
        "charges": "120.00",
        "interest": "0.00",
        "reduced": "5.00",
        "paid": "110.00",
        "balance": "5.00",
        "credit": "0.00",
        "per_diem": "0.00",
        "lien": False,
        "plan": [],
        "parts": {
            "cost": {"charged": "100.00", "reduced": "0.00", "paid": "100.00", "owed": "0.00"},
            "penalty": zero,
            "fee": {"charged": "20.00", "reduced": "5.00", "paid": "10.00", "owed": "5.00"},
            "interest": zero,
        },
        "allocation": [],
        "cite": None,
    }
