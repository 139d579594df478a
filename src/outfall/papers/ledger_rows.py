"""The account of a case as a ledger: every entry that moved money, interest, and the sums.

The columns add up: over the entries and the interest they give, to the cent, what the standing says
was charged, forgiven and paid, and the rows of sums repeat the standing's own figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from outfall.law.assess import assess
from outfall.law.case import Case, Event
from outfall.law.days import counted
from outfall.law.money import year_part
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Account, InterestSpan, Part, Standing
from outfall.law.words import dollars, name_of
from outfall.papers.speech import Speech
from outfall.papers.tables import Column, Row

LEDGER = tuple(
    Column(*column)
    for column in (
        ("Case",), ("Day", "date"), ("Kind",), ("Part",), ("Text",),
        ("Charge", "money"), ("Reduction", "money"), ("Payment", "money"), ("Owed", "money"),
        ("Entry",),
    )
)  # fmt: skip
WHAT = ("Kind", "Part", "Text")


def cells(row: Row) -> dict[str, Any]:
    """A row of the ledger by the heads of its columns."""
    return dict(zip((column.head for column in LEDGER), row, strict=True))


def what_of(row: Row, words: Speech) -> str:
    """What a row is, in a language: its kind, then its part and what it was for."""
    cell = cells(row)
    kind, *more = [words.get(f"ledger_words.{cell[n]}") or cell[n] for n in WHAT if cell[n]]
    return f"{kind}: {', '.join(more)}" if more else kind


CHARGES = {
    "cost_recorded": "cost",
    "penalty_assessed": "penalty",
    "fee_charged": "fee",
    "convicted": "fine",
}
FORGIVES = ("reduced", "protest_decided", "appeal_decided")
"""What can take something off an account without a payment: a waiver, or a decision on a bill."""

Forgiven = tuple[Event, str, int]


def ledger_rows(case: Case, law: Ordinance, standing: Standing) -> Iterator[Row]:
    """The rows of one case; none where nothing was ever charged or paid."""
    account = standing.account
    events = [event for event in counted(case) if event.on <= standing.as_of]
    rows = [*_entries(case, law, events), *_interest(case, account)]
    yield from rows
    if rows:
        yield from _sums(case, standing)


def _entries(case: Case, law: Ordinance, events: list[Event]) -> Iterator[Row]:
    forgiven: dict[str, list[Forgiven]] = {}
    for item in _forgiven(case, law, events):
        forgiven.setdefault(item[0].id, []).append(item)
    for event in events:
        part = CHARGES.get(event.name)
        cents = event.fine if event.name == "convicted" else event.amount
        if part and cents:
            yield _row(case, event, "charge", part, _why(event), charge=cents)
        elif event.name == "paid":
            yield _row(case, event, "payment", "", "", payment=event.amount)
        for _, part, taken in forgiven.get(event.id, ()):
            yield _row(case, event, "reduction", part, _why(event, taken), reduction=taken)


def _row(
    case: Case,
    event: Event,
    kind: str,
    part: str,
    text: str,
    charge: int | None = None,
    reduction: int | None = None,
    payment: int | None = None,
) -> Row:
    return case.id, event.on, kind, part, text, charge, reduction, payment, None, event.id


def _why(event: Event, taken: int = 0) -> str:
    """What the entry says of itself, in the file's own words where it has any."""
    if event.name == "reduced":
        asked = event.amount or 0
        beyond = f"{dollars(asked)} granted, more than was left to reduce" if taken < asked else ""
        return "; ".join(filter(None, (event.why, beyond)))
    if event.name in FORGIVES:
        return f"{name_of(event.name)}: {event.outcome or 'the amount upheld'}"
    if event.name == "cost_recorded":
        return (event.kind or "other").replace("_", " ")
    return event.why or (name_of(event.name) if event.name != "fee_charged" else "")


def _forgiven(case: Case, law: Ordinance, events: list[Event]) -> Iterator[Forgiven]:
    """What each waiver and each decision took off, by part: the law's own figures at the end of
    its day less those of the last such day, since a waiver takes no more than there is.
    """
    days: dict[date, list[Event]] = {}
    for event in events:
        if event.name in FORGIVES:
            days.setdefault(event.on, []).append(event)
    before: dict[str, int] = {}
    for day, entries in days.items():
        after = _reduced(assess(law, case, day).account)
        left = {part: after[part] - before.get(part, 0) for part in after}
        before = after
        for event in entries:
            if event.name == "reduced" and event.part:
                taken = max(min(event.amount or 0, left.get(event.part, 0)), 0)
                left[event.part] = left.get(event.part, 0) - taken
                yield event, event.part, taken
        last = next((e for e in reversed(entries) if e.name != "reduced"), entries[-1])
        yield from ((last, part, cents) for part, cents in left.items() if cents)


def _reduced(account: Account) -> dict[str, int]:
    found = {name: part.reduced for name, part in account.parts}
    return {**found, "interest": account.interest_reduced}


def _interest(case: Case, account: Account) -> Iterator[Row]:
    """The stretches that bore interest. Interest is rounded once, over all of them: each stretch
    shows the cents by which it moves the rounded sum, so that they add up to it."""
    exact, shown = Fraction(0), 0
    for span in account.spans:
        exact += _exact(span)
        cents = round(exact) - shown
        shown += cents
        text = (
            f"{span.first} to {span.last}: {span.days} days at {span.rate} % a year on "
            f"{dollars(span.principal)} ({span.year.replace('_', '/')})"
        )
        yield case.id, span.last, "interest", "interest", text, cents, None, None, None, ""


def _exact(span: InterestSpan) -> Fraction:
    n, per = year_part(span.first, span.last, span.year)
    return Fraction(span.rate) * span.principal * n / (100 * per)


def _sums(case: Case, standing: Standing) -> Iterator[Row]:
    """The standing's own figures, part by part; what was paid beyond them; and all together."""
    account, day = standing.account, standing.as_of
    interest = Part(account.interest, account.interest_reduced, account.interest_paid)
    parts = [*account.parts, ("interest", interest)]
    for name, part in parts:
        if part != Part():
            yield _sum(case, day, name, "", part.charged, part.reduced, part.paid, part.owed)
    if account.credit:
        text = "paid beyond what is owed: a credit"
        yield _sum(case, day, "credit", text, None, None, account.credit, None)
    charged = account.charges + account.interest
    reduced = sum(part.reduced for _, part in parts)
    yield _sum(case, day, "all", "", charged, reduced, account.paid, account.owed)


def _sum(case: Case, day: date, part: str, text: str, *cents: int | None) -> Row:
    return (case.id, day, "sum", part, text, *cents, "")
