"""A case's events taken in, day by day, with the acts that the law did not permit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from outfall.law.case import Case, Event
from outfall.law.facts import Facts
from outfall.law.faults import Fault, Refused
from outfall.law.fold import Impossible, apply
from outfall.law.irregular import WATCHED, early_cost, irregularity
from outfall.law.plan import Plan, Setting
from outfall.law.standing import Remark
from outfall.law.view import View

# Events of which no clock knows: after one of these, a due date is what it was before it.
NO_CLOCK = frozenset(
    {
        "cost_recorded",
        "paid",
        "reduced",
        "fee_charged",
        "penalty_assessed",
        "plan_agreed",
        "lien_recorded",
        "lien_released",
        "certified_to_tax_roll",
        "charged",
        "convicted",
        "ownership_changed",
        "injunction_sought",
        "nuisance_action_begun",
        "entry_refused",
        "closed",
        "reopened",
    }
)
TRIED_AGAIN = 8  # so that a day of thousands of entries stays linear in them
FILINGS = frozenset({"appeal_filed", "petition_filed", "cost_protested"})
_LASTING = ("due", "timely")


def counted(case: Case) -> list[Event]:
    """The events that count, by date and then by their place in the file, voided ones left out."""
    voids = sorted((e for e in case.events if e.name == "voided"), key=lambda e: (e.on, e.place))
    void: set[str] = set()
    for entry in reversed(voids):
        if entry.id not in void and entry.entry:
            void.add(entry.entry)
    return sorted(
        (e for e in case.events if e.id not in void and e.name != "voided"),
        key=lambda e: (e.on, e.place),
    )


@dataclass(slots=True)
class Taken:
    """The facts so far, the acts that were not permitted, early costs and faults.

    ``known`` holds what goes on being true of the clocks until an event or the day of a receipt
    that was recorded ahead (``awaited``) changes it. ``order`` is the order in which the entries
    were taken: from the same order come the same facts.
    """

    plan: Plan
    watch: bool = True
    facts: Facts = field(default_factory=Facts)
    remarks: list[Remark] = field(default_factory=list)
    early: list[Remark] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    touched: int = 0
    order: list[str] = field(default_factory=list)
    awaited: list[date] = field(default_factory=list)
    known: dict[tuple[Any, ...], tuple[Any, int, int]] = field(default_factory=dict)


def take(plan: Plan, case: Case, on: date, setting: Setting, *, watch: bool = True) -> Taken:
    """Every event that counts up to a day, as facts. Raises ``Refused`` with every fault.

    Without ``watch`` only what can't have happened is looked for.
    """
    taken = Taken(plan, watch)
    for prior in case.history:
        if prior.convicted_on is not None:
            taken.facts.convictions.append((prior.offense_on, prior.convicted_on))
        else:
            taken.facts.unconvicted.append(prior.offense_on)
    events = (event for event in counted(case) if event.on <= on)
    view = View(plan, taken.facts, on, setting)
    for day, group in groupby(events, key=attrgetter("on")):
        _come_to(taken, day)
        view.on = day
        _day(taken, view, list(group))
    _come_to(taken, on)
    if taken.faults:
        raise Refused(tuple(fault for _, fault in sorted(taken.faults, key=itemgetter(0))))
    return taken


def _come_to(taken: Taken, day: date) -> None:
    """Forget what was known of the clocks where a paper has come to hand since."""
    if taken.awaited and min(taken.awaited) <= day:
        taken.awaited = [later for later in taken.awaited if later > day]
        taken.known.clear()


def _day(taken: Taken, view: View, events: list[Event]) -> None:
    """Take the events of one day in the file's order.

    One that can't have happened yet, or was not yet permitted, waits for the others: a day is
    judged at its end, so the order within it matters only where both orders make sense. What
    speaks of a paper that waits, waits behind it.
    """
    waiting = events if len(events) > 1 else _keep(taken, view, events)
    while waiting:
        left = _pass(taken, view, waiting)
        waiting = _keep(taken, view, left) if len(left) == len(waiting) else left


def _keep(taken: Taken, view: View, waiting: list[Event]) -> list[Event]:
    """Take, in order, what no order of the day makes regular; gives what still waits.

    Where nothing could be taken, what waits can't have happened: faults, and nothing is left.
    """
    left: list[Event] = []
    troubles: dict[str, Impossible] = {}
    for event in waiting:
        trouble = _kept(taken, view, event)
        if trouble is None:
            _again(left, lambda later: _kept(taken, view, later) is None)
        else:
            left.append(event)
            troubles[event.id] = trouble
    if len(left) < len(waiting):
        return left
    taken.faults += [_fault(event, troubles[event.id]) for event in left]
    return []


def _pass(taken: Taken, view: View, waiting: list[Event]) -> list[Event]:
    """Take what can be taken, in order; after each, what waits is tried again."""
    left: list[Event] = []
    for event in waiting:
        if any(_behind(event, paper) for paper in left) or not _regular(taken, view, event):
            left.append(event)
        else:
            _again(left, lambda later: _regular(taken, view, later))
    return left


def _again(left: list[Event], taken: Callable[[Event], bool]) -> None:
    """Try again, in order, the first few that wait, as long as one of them can be taken."""
    n = 0
    while n < min(len(left), TRIED_AGAIN):
        paper_waits = any(_behind(left[n], paper) for paper in left[:n])
        if not paper_waits and taken(left[n]):
            del left[n]
            n = 0
        else:
            n += 1


def _behind(event: Event, paper: Event) -> bool:
    """Whether an event may speak of a paper whose issue waits."""
    if paper.name != "notice_issued":
        return False
    return event.notice == paper.id or (
        event.instrument == paper.instrument if event.instrument else event.name in FILINGS
    )


def _regular(taken: Taken, view: View, event: Event) -> bool:
    """Take in an event that the law permits by what is already known of the day."""
    try:
        if taken.watch and _irregular(taken, view, event) is not None:
            return False
    except Impossible:
        return False
    return _enter(taken, view, event) is None


def _kept(taken: Taken, view: View, event: Event) -> Impossible | None:
    """Take in an event that no order of the day makes regular: it is kept, and told."""
    try:
        remark = _irregular(taken, view, event) if taken.watch else None
    except Impossible as unlikely:
        return unlikely
    trouble = _enter(taken, view, event)
    if trouble is None and remark is not None:
        taken.remarks.append(remark)
    return trouble


def _irregular(taken: Taken, view: View, event: Event) -> Remark | None:
    if event.name not in WATCHED:
        return None
    _begin(taken, view)
    found = irregularity(view, event)
    taken.touched |= view.touched
    taken.known = {key: answer for key, answer in view.memo.items() if key[0] in _LASTING}
    return found


def _begin(taken: Taken, view: View) -> None:
    """Let the view know no more than what lasts."""
    view.memo, view.touched = dict(taken.known), 0


def _enter(taken: Taken, view: View, event: Event) -> Impossible | None:
    warning = None
    if taken.watch and event.name == "cost_recorded":
        _begin(taken, view)
        warning = early_cost(view, event)
    try:
        apply(view.facts, event, taken.plan.law)
    except Impossible as trouble:
        return trouble
    taken.order.append(event.id)
    if event.name not in NO_CLOCK or event.name in taken.plan.clock_events:
        taken.known.clear()
    if event.received_on is not None and event.received_on > event.on:
        taken.awaited.append(event.received_on)
    if warning is not None:
        taken.early.append(warning)
    return None


def _fault(event: Event, trouble: Impossible) -> tuple[int, Fault]:
    where = f"events[{event.place}].{trouble.field}"
    return event.place, Fault(where, trouble.says, trouble.code)
