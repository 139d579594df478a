"""How a case goes on by itself: its standings from a day on, at each day on which it turns.

Between two turning days no deadline, power, order or hold changes its state except by passing its
own last day, so what lists need can be stored once and compared with today's date. It is found by
asking ``assess`` at the days that a standing itself names; no rule of law is repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Hold, Order, Standing, Step

HORIZON_DAYS = 1100
TURNS_MOST = 40


@dataclass(frozen=True, slots=True)
class Span:
    """Something that lasts from a day to the day before another; ``until`` None is open."""

    name: str
    cite: str
    since: date
    until: date | None
    obligatory: bool = False


def horizon(on: date) -> date:
    """The day up to which a case is followed: at least ``HORIZON_DAYS`` on, at a half year's end.

    For half a year it stays where it is, so that a case that is followed again from a later day is
    followed as far, and turns on the same days.
    """
    least = on + timedelta(days=HORIZON_DAYS)
    return date(least.year, 6, 30) if least.month <= 6 else date(least.year, 12, 31)


def standings(law: Ordinance, case: Case, on: date) -> Iterator[Standing]:
    """The standing on a day, and on each later day on which the case turns by itself.

    A standing names most of those days. A clock that starts on a day that nothing names yet (three
    days after mailing, say) is found by looking at the day before the next one that is named, and
    halving the days between where something has changed there.
    """
    last = horizon(on)
    ahead = {event.on for event in case.events if event.on > on}
    standing = assess(law, case, on)
    for _ in range(TURNS_MOST):
        yield standing
        ahead |= set(_named(standing))
        day = standing.as_of
        following = min((d for d in ahead if day < d <= last), default=None)
        turned = _turned(law, case, standing, (following or last) - timedelta(days=1))
        if turned is None and following is None:
            return
        standing = turned or assess(law, case, following or last)


def _turned(law: Ordinance, case: Case, standing: Standing, until: date) -> Standing | None:
    """The first standing after a day, and not after another, that differs; None where none does."""
    if until <= standing.as_of:
        return None
    seen, low = _seen(standing), standing.as_of
    high = assess(law, case, until)
    if _seen(high) == seen:
        return None
    while (high.as_of - low).days > 1:
        middle = assess(law, case, low + (high.as_of - low) // 2)
        if _seen(middle) == seen:
            low = middle.as_of
        else:
            high = middle
    return high


def _seen(standing: Standing) -> tuple[object, ...]:
    """What rows are made of, without the figures that grow from day to day."""
    return (
        [(d.id, d.notice, d.due, d.status, d.done_on) for d in standing.deadlines],
        [(a.permitted, a.obligatory) for a in standing.actions],
        [(o.id, o.in_force, o.since) for o in _lasting(standing)],
    )


def _lasting(standing: Standing) -> Iterator[Order | Hold]:
    yield from standing.orders
    yield from standing.holds


def _named(standing: Standing) -> Iterator[date]:
    """The days that a standing itself names as those on which something changes."""
    after = timedelta(days=1)
    for deadline in standing.deadlines:
        yield deadline.due
        yield deadline.due + after
    for action in standing.actions:
        if action.not_before is not None:
            yield action.not_before
        for step in action.because:
            yield from _opens(step)
    for lasting in _lasting(standing):
        if lasting.until is not None:
            yield lasting.until
            yield lasting.until + after
    for payment in standing.account.plan:
        yield payment.due + after


def _opens(step: Step) -> Iterator[date]:
    if step.opens is not None:
        yield step.opens
    for part in step.parts:
        yield from _opens(part)


def powers(course: list[Standing]) -> Iterator[Span]:
    """The spans in which each act is permitted, split where it becomes or ceases to be a duty."""
    for n, name in enumerate([action.id for action in course[0].actions]):
        began: date | None = None
        duty = False
        cite = course[0].actions[n].cite
        for standing in course:
            action = standing.actions[n]
            now = (action.permitted, action.obligatory)
            if began is not None and now != (True, duty):
                yield Span(name, cite, began, standing.as_of, duty)
                began = None
            if began is None and action.permitted:
                duty = action.obligatory
                began = _since(action.since, standing, course)
        if began is not None:
            yield Span(name, cite, began, None, duty)


def _since(since: date | None, standing: Standing, course: list[Standing]) -> date:
    """On the first day a power may have opened before; later it opens on the day of the turn."""
    if standing is course[0]:
        return since or standing.as_of
    return standing.as_of
