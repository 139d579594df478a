"""What holds for every account and every listing of one day, as functions that assert it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.law.invariants import answer, cents, placed, same, until

from outfall.law.assess import assess, check
from outfall.law.case import Case, Event
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Account

CHARGES = frozenset({"cost_recorded", "fee_charged", "penalty_assessed", "convicted"})
TAKES_BACK = frozenset({"protest_decided", "appeal_decided"})
DAY = timedelta(days=1)


def account_adds_up(law: Ordinance, case: Case, on: date) -> None:
    """Charges and interest, less what was reduced and paid, are the balance: to the cent."""
    found = answer(law, case, on)["account"]
    money = {name: cents(found[name]) for name in ("charges", "interest", "reduced", "paid")}
    balance, credit = cents(found["balance"]), cents(found["credit"])
    total = money["charges"] + money["interest"] - money["reduced"] - money["paid"] + credit
    assert total == balance, f"{total} cents by the figures, {balance} by the balance"
    parts = {name: {k: cents(v) for k, v in part.items()} for name, part in found["parts"].items()}
    for name, part in parts.items():
        assert part["owed"] == part["charged"] - part["reduced"] - part["paid"], name
        assert min(part.values()) >= 0, f"{name} is below nothing: {part}"
    assert sum(part["owed"] for part in parts.values()) == balance
    assert sum(part["charged"] for part in parts.values()) == money["charges"] + money["interest"]
    assert sum(part["reduced"] for part in parts.values()) == money["reduced"]
    assert sum(part["paid"] for part in parts.values()) == money["paid"] - credit
    assert min(balance, credit, cents(found["per_diem"]), *money.values()) >= 0
    assert not (credit and balance), "a credit beside a debt"
    told = sum(e.amount or 0 for e in case.events if e.name == "paid" and e.on <= on)
    assert money["paid"] == told, f"{told} cents were paid, {money['paid']} are shown"


def interest_never_falls(law: Ordinance, case: Case, on: date) -> None:
    """What interest has accrued stays accrued; only a decision on the bill takes any back."""
    found = [event.name for event in case.events]
    if TAKES_BACK & set(found):
        return
    before, days = 0, sorted({e.on for e in case.events} | {on, on + DAY, on + 40 * DAY})
    for day in days:
        accrued = assess(law, case, day).account.interest
        assert accrued >= before, f"interest fell to {accrued} on {day}"
        before = accrued


def payment_keeps_the_order(law: Ordinance, case: Case, on: date) -> None:
    """The last payment reached a part only where every part before it was owed nothing more."""
    told = until(case, on)
    if not told.events or told.events[-1].name != "paid":
        return
    day = told.events[-1].on
    without = replace(told, events=told.events[:-1])
    before, after = assess(law, without, day).account, assess(law, told, day).account
    policy = {item.id: item.value for item in law.policy} | dict(case.policy)
    order = policy.get("payment_order", ())
    assert isinstance(order, tuple)
    for n, part in enumerate(order):
        if _paid(after, part) > _paid(before, part):
            unpaid = [first for first in order[:n] if _owed(after, first) > _today(after, first)]
            assert not unpaid, f"{part} was paid before {unpaid}"
    amount = told.events[-1].amount or 0
    less = max(before.owed - amount, 0) - after.owed
    assert 0 <= less <= 1 + amount // 1000, (
        "what is paid bears no interest on its day: no more is won"
    )


def _today(account: Account, part: str) -> int:
    """What the day of the payment itself bears: it is owed at the end of that day."""
    return account.per_diem + 1 if part == "interest" else 0


def _paid(account: Account, part: str) -> int:
    return account.interest_paid if part == "interest" else account.part(part).paid


def _owed(account: Account, part: str) -> int:
    return account.interest_owed if part == "interest" else account.part(part).owed


def plan_adds_up(law: Ordinance, case: Case, on: date) -> None:
    """A plan divides the principal of its day: equal payments, odd cents on the last, none lost."""
    found = assess(law, case, on).account
    most = law.plan.max_payments if law.plan else 0
    plans = [e for e in until(case, on).events if e.name == "plan_agreed"]
    plan = next((e for e in reversed(plans) if (e.payments or 0) <= most), None)
    if plan is None or not plan.payments:
        assert found.plan == (), "a plan that the law does not know"
        return
    assert len(found.plan) == plan.payments
    amounts = [payment.amount for payment in found.plan]
    assert len(set(amounts[:-1])) <= 1, f"payments are not equal: {amounts}"
    assert 0 <= amounts[-1] - amounts[0] < len(amounts), f"more than odd cents: {amounts}"
    if not any(event.name in TAKES_BACK for event in case.events):
        then = assess(law, until(case, plan.on), plan.on).account
        principal = sum(part.owed for _, part in then.parts)
        assert sum(amounts) == principal, f"{sum(amounts)} in the plan, {principal} unpaid"
    dues = [payment.due for payment in found.plan]
    assert all(d >= (plan.first_due or d) for d in dues)
    done = [p.done_on is not None for p in found.plan]
    assert done == sorted(done, reverse=True), "a later payment is done before an earlier one"


def allocation_adds_up(law: Ordinance, case: Case, on: date) -> None:
    """A cost is shared out to the cent, and nobody without a share bears any."""
    found = assess(law, case, on).account
    if not found.allocation:
        return
    cost = found.part("cost")
    assert sum(amount for _, amount in found.allocation) == cost.charged - cost.reduced
    shares = {party.id: party.share for party in case.parties}
    for party, amount in found.allocation:
        assert amount >= 0
        assert shares[party] != 0 or amount == 0, f"{party} has no share and bears {amount}"


# One day's events in another order

MONEY = frozenset({"paid", "reduced", "fee_charged", "cost_recorded", "protest_decided"})
PAPER = frozenset({"served", "service_returned"})
FOUND = frozenset({"violation_observed", "inspected", "corrected", "danger_passed"})
SAID = frozenset(
    {"statement_received", "entry_refused", "work_stopped", "non_compliance_observed"}
    | {"extension_granted"}
)
FAMILIES = (MONEY, PAPER, FOUND, SAID)


def independent(a: Event, b: Event) -> bool:
    """Whether two entries of one day speak of different things, so that their order says nothing.

    Money, the service of papers, what was found at the site, and what was said: no entry of one
    family looks at what another changes, and none of them needs a power of the town's, so that no
    judgment of the day can hang on the order. A cost of the work itself does: whether the town had
    the power to do the work is asked of it.
    """
    if "abatement" in (a.kind, b.kind):
        return False
    families = [next((f for f in FAMILIES if e.name in f), None) for e in (a, b)]
    return None not in families and families[0] is not families[1]


def swapped(case: Case, n: int) -> Case:
    """The case with the entries at n and n + 1 of the file in the other order."""
    events = list(case.events)
    events[n : n + 2] = [events[n + 1], events[n]]
    return placed(case, events)


def depends(law: Ordinance, case: Case, n: int) -> bool:
    """Whether the entry at n + 1 can't have happened, but for the one at n."""
    before, last = case.events[:n], case.events[n + 1]
    alone = replace(case, events=(*before, replace(last, place=n)))
    return bool(check(law, alone))


def _one_of_two_papers(case: Case, paper: Event) -> bool:
    """Whether another paper or service of the day could be meant by one listed before it."""
    if paper.instrument is None:
        return False
    kind = (paper.instrument, paper.on)
    return sum((e.instrument, e.on) == kind for e in case.events) > 2


def _listed(standing: dict[str, Any]) -> dict[str, Any]:
    """The standing with its remarks by entry: they may be told in either order."""
    remarks = sorted(standing["irregularities"], key=lambda r: (r["event"] or "", r["id"]))
    return {**standing, "irregularities": remarks}


def order_of_a_day(law: Ordinance, case: Case, on: date) -> None:
    """Entries of one day of which neither needs the other, or one does, may stand either way."""
    here: dict[str, Any] | None = None
    for n, (a, b) in enumerate(zip(case.events, case.events[1:], strict=False)):
        if a.on != b.on:
            continue
        other = swapped(case, n)
        needed = depends(law, case, n) and not _one_of_two_papers(case, a)
        if needed:
            faults = check(law, other)
            assert not faults, f"{b.name} listed before {a.name}: {faults[0]}"
        if needed or independent(a, b):
            here = here or _listed(answer(law, case, on))
            same(
                here, _listed(answer(law, other, on)), f"{b.name} listed before {a.name} on {a.on}"
            )


def payment_and_charge(law: Ordinance, case: Case, on: date) -> None:
    """A payment listed before the charge of its day pays it all the same."""
    for n, (a, b) in enumerate(zip(case.events, case.events[1:], strict=False)):
        names = {a.name, b.name}
        if a.on != b.on or "paid" not in names or not names & CHARGES:
            continue
        if any(event.name == "reduced" and event.on == a.on for event in case.events):
            continue  # what a waiver finds to waive hangs on what is paid before it
        one, two = (assess(law, c, a.on).account for c in (case, swapped(case, n)))
        day = max(one.per_diem, two.per_diem) + 1  # what is paid first bears no interest that day
        for figure, apart in (("charges", 0), ("paid", 0), ("owed", day), ("credit", day)):
            x, y = getattr(one, figure), getattr(two, figure)
            told = f"{b.name} before {a.name} on {a.on}: {figure} {x} and {y}"
            assert abs(x - y) <= apart, told
