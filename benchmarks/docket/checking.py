"""Whether all engines say the same, row by row, and the same as ``assess``.

``assess`` takes cases, so a row of columns is made one: a notice and a remedy for the days that
count, a history for the tier, a cost with its payments for interest. It is slow, and is asked for a
sample; the engines are compared on every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import numpy as np

from outfall.law.assess import assess, check
from outfall.law.case import Case, Event, PriorOffense
from outfall.law.events import ELEMENTS
from outfall.law.standing import Standing

from . import laid
from .asked import ANSWERS, Answer, Engine
from .law import BEARS_AFTER, joined
from .made import Columns, Log

SURE = 12  # days after which the time to cure is over, whatever the calendar


class Differs(Exception):
    """Two ways of answering say different things of one row."""


def same(question: str, title: str, found: Answer, wanted: Answer) -> int:
    """How many rows were compared. Raises ``Differs`` for the first row that is not equal."""
    for (name, _), own, other in zip(ANSWERS[question], found, wanted, strict=True):
        if own.shape != other.shape:
            raise Differs(f"{title}, {question}: {own.shape} answers and not {other.shape}")
        wrong = np.flatnonzero(own != other)
        if len(wrong):
            n = int(wrong[0])
            raise Differs(
                f"{title}, {question}, {name}: {len(wrong):,} rows differ; "
                f"row {n} is {own[n]} and not {other[n]}"
            )
    return len(wanted[0])


def equal(question: str, engines: Iterable[tuple[Engine, Any]], wanted: Answer) -> int:
    """How many rows all engines agree on, each given its ready data."""
    rows = 0
    for engine, ready in engines:
        rows = same(
            question, engine.title, engine.told(question, engine.ask(question, ready)), wanted
        )
    return rows


def day(ordinal: Any) -> date:
    """The date of an ordinal."""
    return date.fromordinal(int(ordinal))


def standing(events: list[dict[str, Any]], on: date, history: Iterable[Any] = ()) -> Standing:
    """What ``assess`` says of a case of these events, which has to be without a fault."""
    told = sorted(events, key=lambda event: event["on"])
    made = tuple(Event(f"e{n}", place=n, **event) for n, event in enumerate(told))
    case = Case("C-1", joined().id, made, history=tuple(history))
    faults = check(joined(), case)
    if faults:
        raise Differs(f"a case of the benchmark is refused: {faults[0].says}")
    return assess(joined(), case, on)


def observed(on: date) -> dict[str, Any]:
    """A discharge that the town finds on a day."""
    return {"name": "violation_observed", "on": on, "kind": laid.KIND}


def assessed(question: str, data: Any, n: int) -> tuple[int, ...] | None:
    """What ``assess`` says of the n-th row; None for one that no case comes to."""
    return {"civil": _civil, "tier": _tier, "interest": _interest, "log": _log}[question](data, n)


def _civil(data: Columns, n: int) -> tuple[int, ...] | None:
    if not data.first[n] or data.last[n] - data.first[n] < SURE:
        return None
    served, last = day(data.first[n] - 1), day(data.last[n])
    events = [
        observed(served),
        {
            "name": "notice_issued",
            "on": served,
            "instrument": laid.NOTICE,
            "contents": ELEMENTS,
        },
        {
            "name": "served",
            "on": served,
            "instrument": laid.NOTICE,
            "method": "personal",
        },
        {"name": "corrected", "on": day(data.last[n] + 1)},
    ]
    remedied = standing(events, day(data.last[n] + 9)).civil.max or 0
    lasting = standing(events[:3], last).civil.max or 0
    if remedied != lasting:
        raise Differs(f"row {n}: {remedied} once it was remedied, and {lasting} the day before")
    return (remedied,)


def _tier(data: Columns, n: int) -> tuple[int, ...]:
    on = day(data.offense[n])
    history = [PriorOffense(day(e), day(e)) for e in data.earlier[:, n] if e]
    found = standing([observed(on)], on, history).criminal
    return found.tier or 0, found.max or 0


def _interest(data: Columns, n: int) -> tuple[int, ...] | None:
    since, on = int(data.since[n]), int(data.on[n])
    found = since - BEARS_AFTER
    if on < found:
        return None
    cost = {"on": day(found), "amount": int(data.principal[n])}
    events = [observed(day(found)), {"name": "cost_recorded", "kind": laid.COST_KIND, **cost}]
    events += [
        {"name": "paid", "on": day(when), "amount": int(paid)}
        for when, paid in zip(data.paid_on[:, n], data.paid[:, n], strict=True)
        if when
    ]
    account = standing(events, day(on)).account
    return account.interest, account.owed


def _log(data: Log, n: int) -> tuple[int, ...]:
    case = laid.case(data, n)
    faults = check(joined(), case)
    if faults:
        raise Differs(f"case {n} of the log is refused: {faults[0].says}")
    told = assess(joined(), case, day(data.on))
    appeal = next((d.due.toordinal() for d in told.deadlines if d.id == "appeal"), 0)
    criminal, account = told.criminal, told.account
    fines = criminal.tier or 0, criminal.max or 0
    return told.civil.max or 0, *fines, account.interest, account.owed, appeal


def against_assess(question: str, data: Any, answer: Answer, most: int) -> int:
    """How many rows were compared with ``assess``. Raises ``Differs`` where one is not equal."""
    compared = 0
    for n in _spread(len(data), most):
        wanted = assessed(question, data, n)
        if wanted is None:
            continue
        found = tuple(int(part[n]) for part in answer)
        if found != wanted:
            raise Differs(f"{question}, row {n}: {found}, and assess says {wanted}")
        compared += 1
    return compared


def _spread(size: int, most: int) -> Iterator[int]:
    """So many rows, spread over all."""
    return iter(range(0, size, max(1, size // most)))
