"""The account of a case on a day: the ledger run under the adopted readings, and the plan."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from outfall.law.case import Party
from outfall.law.counting import add_months, roll
from outfall.law.facts import Entry, Facts, Notice, Plan
from outfall.law.ledger import Ledger, Totals
from outfall.law.money import instalments, split
from outfall.law.ordinance import ByReading, Counted, Dated, InterestRule, Term
from outfall.law.standing import Account, Deadline, Part, Payment
from outfall.law.terms import Due
from outfall.law.view import DAY, View

ORDER = ("interest", "cost", "fee", "penalty", "fine")
SHOWN = ("cost", "penalty", "fee")


def account_of(view: View) -> Account:
    """What is charged, accrued, paid and owed at the end of the view's day."""
    return view.once(("account", ""), _account, view)


def _account(view: View) -> Account:
    ledger, principal = ledger_of(view)
    rule = view.plan.law.interest
    parts = {name: ledger.parts.get(name) for name in (*SHOWN, "fine")}
    return Account(
        tuple(
            (name, Part(totals.charged, totals.reduced, totals.paid) if totals else Part())
            for name, totals in parts.items()
            if totals or name in SHOWN
        ),
        ledger.interest,
        ledger.interest_reduced,
        ledger.interest_paid,
        ledger.paid,
        ledger.credit,
        ledger.per_diem(view.on) if rule else 0,
        view.facts.lien_since is not None and view.facts.lien_until is None,
        _plan(view, ledger, principal),
        (),
        tuple(ledger.spans),
        rule.cite if rule else None,
    )


def ledger_of(view: View) -> tuple[Ledger, int]:
    """The ledger at the end of the day, and the principal unpaid when a plan was agreed."""
    return view.once(("ledger", ""), _run, view)


def _run(view: View) -> tuple[Ledger, int]:
    rule, facts = view.plan.law.interest, view.facts
    order = view.policy.get("payment_order", ORDER)
    bearing = rule is not None and any(_bears(view, rule, part) for part in _charged(facts))
    ledger = Ledger(
        tuple(order) + tuple(part for part in ORDER if part not in order),
        _rates(view, rule) if rule and bearing else (),
        view.choose(rule.year) if rule and bearing else "actual_365",
    )
    plan, principal = facts.plan, 0
    entries = _upheld(facts.entries)
    for n, entry in enumerate(entries):
        ledger.advance(entry.on)
        if entry.kind == "charge":
            bears = bearing and rule is not None and _bears(view, rule, entry.part)
            ledger.charge(entry, _bears_from(view, entry) if bears else None)
        elif entry.kind == "paid":
            ledger.pay(entry)
        elif entry.kind == "reduced":
            ledger.reduce(entry)
        elif entry.kind == "disallowed":
            part = ledger.parts.setdefault(entry.part, Totals())
            part.charged, part.reduced = part.charged + entry.amount, part.reduced + entry.amount
        if (
            plan is not None
            and entry.on <= plan.on
            and (n + 1 == len(entries) or entries[n + 1].on > plan.on)
        ):
            principal = ledger.unpaid()
    if entries:
        ledger.advance(view.on + DAY)
    return ledger, principal


def settled(view: View, part: str) -> tuple[date, str] | None:
    """The day, and the entry, since which nothing of a part of the account has been owed."""
    return ledger_of(view)[0].cleared.get(part)


def _rates(view: View, rule: InterestRule) -> tuple[Dated, ...]:
    """The rates of the code, or the one that the code leaves to the town."""
    if rule.policy is None:
        return rule.rates
    percent = Decimal(str(view.policy[rule.policy]))
    return (Dated(percent),) if percent else ()


def _charged(facts: Facts) -> list[str]:
    """The parts of the account that have a charge, each once, in the order of the ledger."""
    found = {entry.part for entry in facts.entries if entry.kind == "charge"}
    return [part for part in ORDER if part in found]


def _bears(view: View, rule: InterestRule, part: str) -> bool:
    """Whether a part bears interest; a reading is asked only where its choices differ on it."""
    if not isinstance(rule.on, ByReading):
        return part in rule.on
    answers = {part in parts for _, parts in rule.on.choices}
    if len(answers) == 1:
        return answers.pop()
    return part in rule.on.under(view.reading(rule.on.reading))


def _upheld(entries: list[Entry]) -> list[Entry]:
    """The entries with each decision on a bill carried back: what was not upheld was never due.

    What is taken off is taken from the latest charges first; it stays visible as a reduction.
    """
    if not any(entry.kind == "protest" for entry in entries):
        return entries
    found = list(entries)
    for n, entry in enumerate(entries):
        if entry.kind != "protest":
            continue
        part = entry.part
        charged = sum(e.amount for e in found[:n] if e.kind == "charge" and e.part == part)
        excess = max(charged - entry.amount, 0)
        found[n] = entry._replace(kind="disallowed", amount=excess)
        for m in range(n - 1, -1, -1):
            if found[m].kind == "charge" and found[m].part == part and excess:
                taken = min(excess, found[m].amount)
                found[m] = found[m]._replace(amount=found[m].amount - taken)
                excess -= taken
    return found


def _bears_from(view: View, entry: Entry) -> date | None:
    """The later of the charge and the first day that can bear interest."""
    rule = view.plan.law.interest
    assert rule is not None
    violation = view.facts.violations.get(entry.violation)
    term = rule.starts
    while isinstance(term, ByReading):
        term = term.under(view.reading(term.reading))
    if isinstance(term, Counted) and term.anchor.kind == "charge":
        first = view.counted_from(term, entry.on)
    elif (
        isinstance(term, Counted) and violation and term.anchor.kind in ("discovery", "observation")
    ):
        day = violation.discovered if term.anchor.kind == "discovery" else violation.observed
        first = view.counted_from(term, day)
    else:
        due = view.due(term, _billed_by(view, term, entry))
        if due is None:
            return None
        first = due.raw
    return max(first, entry.on)


def _billed_by(view: View, term: Term, entry: Entry) -> Notice | None:
    """The first notice sent after a charge, where interest waits for that kind of notice."""
    if not isinstance(term, Counted) or term.anchor.of is None:
        return None
    sent = view.facts.of_instrument.get(term.anchor.of, ())
    return next((n for n in sent if n.service and n.issued >= entry.on), None)


def schedule(view: View, plan: Plan) -> list[tuple[date, date]]:
    """The (named, due) days of a plan: each from the anchor, never from the one before it."""
    return view.once(("schedule", plan.event), _schedule, view, plan)


def _schedule(view: View, plan: Plan) -> list[tuple[date, date]]:
    rule = view.plan.law.plan
    counting = view.plan.rule(rule.rule if rule else "plain", plan.on)
    days = []
    for n in range(plan.payments):
        if plan.every == "week":
            day = plan.first_due + timedelta(weeks=n)
        else:
            day = add_months(plan.first_due, n * (3 if plan.every == "quarter" else 1))
        days.append((day, roll(day, counting, view.calendar)))
    return days


def in_effect(view: View) -> Plan | None:
    """The plan, if the law allows that many payments."""
    plan, rule = view.facts.plan, view.plan.law.plan
    if plan is None or rule is None or plan.payments > rule.max_payments:
        return None
    return plan


def _plan(view: View, ledger: Ledger, principal: int) -> tuple[Payment, ...]:
    plan = in_effect(view)
    if plan is None:
        return ()
    paid, reached = 0, []
    for on, amount in ledger.settled:
        if on >= plan.on:
            paid += amount
            reached.append((paid, on))
    needed, payments = 0, []
    for n, (amount, (named, due)) in enumerate(
        zip(instalments(principal, plan.payments), schedule(view, plan), strict=True), 1
    ):
        needed += amount
        extension = view.facts.extensions.get(f"payment_{n}")
        last = extension.until if extension and extension.until > due else due
        done = next((on for total, on in reached if total >= needed), None)
        if done is not None:
            status = "met" if done <= last else "late"
        else:
            status = "missed" if view.on > last else "open"
        payments.append(Payment(n, last, amount, status, done, named, due))
    return tuple(payments)


def payment_deadlines(view: View) -> list[Deadline]:
    """The plan's payments as deadlines."""
    plan, rule = in_effect(view), view.plan.law.plan
    if plan is None or rule is None:
        return []
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
    borne_by = view.policy.get("costs_borne_by", "owners")
    role = "owner" if borne_by == "owners" else "beneficial_user"
    bearers = [p for p in parties if p.role == role]
    if not bearers or total <= 0:
        return ()
    shares = [p.share if p.share is not None else 1 for p in bearers]
    if not any(shares):
        return ()
    return tuple(zip((p.id for p in bearers), split(total, shares), strict=True))
