"""The conditions that a power can wait for, each answered with the facts that decide it.

A row of ``KINDS`` is one condition that a pack can write in ``needs``. Its function tells whether
the condition holds at the end of the day, since when without a break, and, where it fails but is
known to hold later, the first such day.
"""

from __future__ import annotations

from datetime import date

from outfall.law.facts import Notice
from outfall.law.ordinance import Condition
from outfall.law.single_conditions import SINGLE, Answer
from outfall.law.standing import Step
from outfall.law.view import View


def ask(view: View, condition: Condition, notice: Notice | None) -> Step:
    """Whether one condition holds on the view's day (for the notice in hand, if any)."""
    return KINDS[condition.kind](view, condition, notice)


def ask_all(
    view: View, conditions: tuple[Condition, ...], notice: Notice | None
) -> tuple[bool, date | None, date | None, tuple[Step, ...]]:
    """Whether all hold, since when, the first day on which they could, and the steps."""
    steps: list[Step] = []
    since: date | None = None
    opens: date | None = None
    holds, known = True, True
    for condition in conditions:
        if condition.kind == "reading" and not known:
            continue  # nothing that the reading says can matter: this case does not touch it
        step = KINDS[condition.kind](view, condition, notice)
        steps.append(step)
        if step.holds:
            if step.since is not None and (since is None or step.since > since):
                since = step.since
        else:
            holds = False
            if step.opens is None:
                known = False
            elif opens is None or step.opens > opens:
                opens = step.opens
    if holds:
        return True, since, None, tuple(steps)
    return False, None, opens if known else None, tuple(steps)


def _any(view: View, c: Condition, notice: Notice | None) -> Step:
    """One of several ways: it holds since the first way that holds, or opens with the earliest."""
    ways = tuple(ask(view, part, notice) for part in c.parts)
    if any(way.holds for way in ways):
        days = [way.since for way in ways if way.holds]
        since = None if None in days else min(day for day in days if day)
        return Step(True, "any", cite=c.cite, since=since, parts=ways)
    opens = min((way.opens for way in ways if way.opens), default=None)
    return Step(False, "any", cite=c.cite, opens=opens, parts=ways)


def _all(view: View, c: Condition, notice: Notice | None) -> Step:
    holds, since, opens, steps = ask_all(view, c.parts, notice)
    return Step(holds, "all", cite=c.cite, since=since, opens=opens, parts=steps)


def _reading(view: View, c: Condition, notice: Notice | None) -> Step:
    choice = view.reading(c.args[0])
    chosen = dict(c.choices)[choice]
    holds, since, opens, steps = ask_all(view, chosen, notice)
    return Step(holds, "reading", (c.args[0], choice), c.cite, since, opens, steps)


KINDS: dict[str, Answer] = {**SINGLE, "any": _any, "all": _all, "reading": _reading}
