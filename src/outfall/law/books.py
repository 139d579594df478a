"""The ledger of a case, run over its entries under the adopted readings.

While events are taken in, the ledger of the days before is kept and goes on from there, so that a
long case costs no more than its entries; what could change an earlier entry starts it afresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from outfall.law.clocks import counted_from, due_of
from outfall.law.facts import Entry, Facts, Notice
from outfall.law.ledger import Ledger, Totals
from outfall.law.ordinance import Dated, InterestRule
from outfall.law.periods import ByReading, Counted, Term
from outfall.law.plan import Setting
from outfall.law.view import View

_STEADY = ("charge", "discovery", "observation")
ORDER = ("interest", "cost", "fee", "penalty", "fine")


@dataclass(slots=True)
class Books:
    """A ledger, how many entries it has taken in, and what it was begun under.

    ``contests`` counts the decisions on bills that it knows: another one changes earlier entries.
    """

    ledger: Ledger
    setting: Setting
    contests: int = 0
    taken: int = 0
    plan: str = ""
    principal: int = 0


def books_of(view: View) -> Books:
    """The ledger after the last entry, with the principal unpaid when a plan was agreed."""
    return view.once(("ledger", ""), _run, view)


def _run(view: View) -> Books:
    rule, facts = view.plan.law.interest, view.facts
    bearing = [
        part for part in ORDER if part in facts.charged and rule and _bears(view, rule, part)
    ]
    keeps = view.is_own and _steady(view, rule if bearing else None)
    books = facts.books if keeps else None
    if books is None or books.setting is not view.setting or books.contests != facts.contests:
        books = _begin(view)
        facts.books = books if keeps else None
    if rule and bearing:
        books.ledger.rates, books.ledger.year = _rates(view, rule), view.choose(rule.year)
    if books.taken < len(facts.entries):
        entries = _upheld(facts.entries) if facts.contests else facts.entries
        for entry in entries[books.taken :]:
            _agree(books, facts, entry.on)
            _take(view, books.ledger, rule, bearing, entry)
        books.taken = len(entries)
    if facts.plan is not None and books.plan != facts.plan.event:
        books.principal = books.ledger.unpaid()  # its day may not have ended yet
    return books


def _begin(view: View) -> Books:
    order = view.policy.get("payment_order", ORDER)
    rest = tuple(part for part in ORDER if part not in order)
    return Books(Ledger(tuple(order) + rest), view.setting, view.facts.contests)


def _agree(books: Books, facts: Facts, on: date) -> None:
    """Note what is unpaid at the end of the day on which the plan was agreed."""
    plan = facts.plan
    if plan is not None and books.plan != plan.event and on > plan.on:
        books.plan, books.principal = plan.event, books.ledger.unpaid()


def _take(
    view: View, ledger: Ledger, rule: InterestRule | None, bearing: list[str], entry: Entry
) -> None:
    ledger.advance(entry.on)
    if entry.kind == "charge":
        bears = rule is not None and entry.part in bearing
        ledger.charge(entry, _bears_from(view, entry) if bears else None)
    elif entry.kind == "paid":
        ledger.pay(entry)
    elif entry.kind == "reduced":
        ledger.reduce(entry)
    elif entry.kind == "disallowed":
        part = ledger.parts.setdefault(entry.part, Totals())
        part.charged, part.reduced = part.charged + entry.amount, part.reduced + entry.amount


def _steady(view: View, rule: InterestRule | None) -> bool:
    """Whether the day from which a charge bears interest is known with the charge, for good."""
    term = _chosen(view, rule.starts) if rule else None
    return term is None or (isinstance(term, Counted) and term.anchor.kind in _STEADY)


def _chosen(view: View, term: Term) -> Term:
    while isinstance(term, ByReading):
        term = term.under(view.reading(term.reading))
    return term


def _rates(view: View, rule: InterestRule) -> tuple[Dated, ...]:
    """The rates of the code, or the one that the code leaves to the town."""
    if rule.policy is None:
        return rule.rates
    percent = Decimal(str(view.policy[rule.policy]))
    return (Dated(percent),) if percent else ()


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
    violation = entry.found
    term = rule.starts
    term = _chosen(view, term)
    if isinstance(term, Counted) and term.anchor.kind == "charge":
        first = counted_from(view, term, entry.on)
    elif (
        isinstance(term, Counted) and violation and term.anchor.kind in ("discovery", "observation")
    ):
        day = violation.discovered if term.anchor.kind == "discovery" else violation.observed
        first = counted_from(view, term, day)
    else:
        due = due_of(view, term, _billed_by(view, term, entry))
        if due is None:
            return None
        first = due.raw
    return max(first, entry.on)


def _billed_by(view: View, term: Term, entry: Entry) -> Notice | None:
    """The first notice sent after a charge, where interest waits for that kind of notice."""
    if not isinstance(term, Counted) or not term.anchor.of:
        return None
    sent = view.facts.of_instrument.get(term.anchor.of, ())
    return next((n for n in sent if n.service and n.issued >= entry.on), None)
