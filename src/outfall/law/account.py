"""The account of a case on a day: the ledger run under the adopted readings, and the plan."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from outfall.law.books import books_of
from outfall.law.case import Party
from outfall.law.counting import add_months, roll
from outfall.law.facts import Plan
from outfall.law.ledger import Ledger
from outfall.law.money import instalments, split
from outfall.law.ordinance import PlanRule
from outfall.law.standing import Account, Deadline, Part, Payment
from outfall.law.terms import Due
from outfall.law.view import View

SHOWN = ("cost", "penalty", "fee")


def account_of(view: View) -> Account:
    """What is charged, accrued, paid and owed at the end of the view's day."""
    return view.once(("account", ""), _account, view)


def _account(view: View) -> Account:
    books = books_of(view)
    ledger = books.ledger
    rule = view.plan.law.interest
    parts = {name: ledger.parts.get(name) for name in (*SHOWN, "fine")}
    return Account(
        tuple(
            (name, Part(totals.charged, totals.reduced, totals.paid) if totals else Part())
            for name, totals in parts.items()
            if totals or name in SHOWN
        ),
        ledger.interest_at(view.on),
        ledger.interest_reduced,
        ledger.interest_paid,
        ledger.paid,
        ledger.credit,
        ledger.per_diem(view.on),
        view.facts.lien_since is not None and view.facts.lien_until is None,
        _plan(view, ledger, books.principal),
        cite=rule.cite if rule else None,
    )


def full_account(view: View, parties: tuple[Party, ...]) -> Account:
    """The account with the days that bore interest and each party's part of the cost."""
    account = account_of(view)
    cost = account.part("cost")
    shared: tuple[tuple[str, int], ...] = ()
    if view.plan.law.allocation:
        shared = allocation(view, parties, cost.charged - cost.reduced)
    spans = books_of(view).ledger.spans_at(view.on)
    return replace(account, allocation=shared, spans=spans)


def settled(view: View, part: str) -> tuple[date, str] | None:
    """The day, and the entry, since which nothing of a part of the account has been owed."""
    return books_of(view).ledger.cleared.get(part)


def schedule(view: View, plan: Plan, rule: PlanRule) -> list[tuple[date, date]]:
    """The (named, due) days of a plan: each from the anchor, never from the one before it."""
    counting = view.plan.rule(rule.rule, plan.on)
    days = []
    for n in range(plan.payments):
        if plan.every == "week":
            day = plan.first_due + timedelta(weeks=n)
        else:
            day = add_months(plan.first_due, n * (3 if plan.every == "quarter" else 1))
        days.append((day, roll(day, counting, view.calendar)))
    return days


def in_effect(view: View) -> tuple[Plan, PlanRule] | None:
    """The plan and its rule; one of more payments than the law allows never came into effect."""
    plan, rule = view.facts.plan, view.plan.law.plan
    if plan is None or rule is None:
        return None
    return plan, rule


def _plan(view: View, ledger: Ledger, principal: int) -> tuple[Payment, ...]:
    found = in_effect(view)
    if found is None:
        return ()
    plan, rule = found
    paid, reached = 0, []
    for on, amount in ledger.settled:
        if on > plan.on:
            paid += amount
            reached.append((paid, on))
    needed, payments = 0, []
    for n, (amount, (named, due)) in enumerate(
        zip(instalments(principal, plan.payments), schedule(view, plan, rule), strict=True), 1
    ):
        needed += amount
        extension = view.facts.extensions.get(f"payment_{n}")
        last = max(extension.until, due) if extension else due
        done = next((on for total, on in reached if total >= needed), None)
        if done is not None:
            status = "met" if done <= last else "late"
        else:
            status = "missed" if view.on > last else "open"
        payments.append(Payment(n, last, amount, status, done, named, due))
    return tuple(payments)


def payment_deadlines(view: View) -> list[Deadline]:
    """The plan's payments as deadlines."""
    agreed = in_effect(view)
    if agreed is None:
        return []
    plan, rule = agreed
    found = []
    for payment in account_of(view).plan:
        counted, named = payment.counted or payment.due, payment.named or payment.due
        source = Due(counted, named, plan.event, plan.on, f"every {plan.every}", rule.cite)
        found.append(
            Deadline(
                f"payment_{payment.number}",
                "party",
                rule.cite,
                payment.status,
                payment.due,
                source,
                counted if payment.due != counted else None,
                payment.done_on,
                None,
                None,
                rule.says,
            )
        )
    return found


def allocation(view: View, parties: tuple[Party, ...], total: int) -> tuple[tuple[str, int], ...]:
    """A cost shared among the parties who bear it, to the cent."""
    prorated = view.policy.get("costs_borne_by") == "beneficial_users"
    role = "beneficial_user" if prorated else "owner"
    bearers = [p for p in parties if p.role == role]
    if not bearers or total <= 0:
        return ()
    shares = [p.share if p.share is not None else 1 for p in bearers]
    if not any(shares):
        return ()
    return tuple(zip((p.id for p in bearers), split(total, shares), strict=True))
