"""Interest, payments and shares: what starts too early, and what has no rate, interval or rule."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.checking.finding import Finding, found, policy_words
from outfall.checking.terms import counted_in
from outfall.law.ordinance import Ordinance
from outfall.law.periods import Counted, anchors
from outfall.told.rule_words import Words

BEFORE_ANY_CHARGE = ("discovery", "observation")
"""Starts that no charge can precede: nobody is charged for what nobody has found."""


def interest(law: Ordinance) -> Iterator[Finding]:
    """Interest that can start before the sum was charged or is due, or that has no rate."""
    rule = law.interest
    if rule is None:
        return
    early = [anchor for anchor in anchors(rule.starts) if anchor.kind in BEFORE_ANY_CHARGE]
    if early:
        start = Words(law).anchor(early[0])
        says = f"Interest runs from {start}, which can lie before anything was charged."
        adopt = "Bill interest from the day of the charge on, never before it."
        yield found("interest-before-charge", (rule.cite,), "interest", says, adopt)
    for deadline in law.deadlines:
        if deadline.done_by.kind == "settled":
            ahead = _ahead(counted_in(rule.starts), counted_in(deadline.due))
            if ahead:
                says = (
                    f"Interest starts {ahead[0].length} after an event from which "
                    f"the party has {ahead[1].length} to pay ({deadline.cite})."
                )
                cites = (rule.cite, deadline.cite)
                yield found("interest-before-due", cites, "interest", says)
    if rule.policy is not None:
        says = "The text lets a debt bear interest and names no rate."
        adopt = policy_words(law, rule.policy)
        yield found("undefined-rate", (rule.cite,), "interest", says, adopt)


def _ahead(first: Iterator[Counted], due: Iterator[Counted]) -> tuple[Counted, Counted] | None:
    """A period of the one that is shorter than one of the other from the same event, in days."""
    later = list(due)
    for one in first:
        for other in later:
            same = one.anchor == other.anchor and one.length and other.length
            if same and one.length.unit == other.length.unit and one.length.n < other.length.n:  # type: ignore[union-attr]
                return one, other
    return None


def plan(law: Ordinance) -> Iterator[Finding]:
    """Instalments whose days nobody can tell."""
    if law.plan is not None and law.plan.every is None:
        says = (
            f"The text allows {law.plan.max_payments} payments and names no interval between them."
        )
        adopt = "Agree in writing on the days of all payments."
        yield found("plan-without-interval", (law.plan.cite,), "plan", says, adopt)


def shares(law: Ordinance) -> Iterator[Finding]:
    """A cost that can be shared, by a measure that nobody gave."""
    if law.allocation is not None and not law.shares:
        cite = next(item.cite for item in law.policy if item.id == law.allocation)
        says = "The text lets a cost be shared among several and gives no rule for the shares."
        adopt = "Adopt a rule for the shares by resolution, before the first cost is shared."
        yield found("shares-without-rule", (cite,), "allocation", says, adopt)
