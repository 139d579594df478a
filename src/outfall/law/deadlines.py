"""Every deadline whose clock has started, each under its own notice."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.law.account import payment_deadlines
from outfall.law.clocks import deadline_of
from outfall.law.standing import Deadline
from outfall.law.view import View


def deadlines_of(view: View) -> tuple[Deadline, ...]:
    """The deadlines in the order of the pack, then the payments of a plan.

    The first notice of an instrument gives the plain id (``comply``); where several notices run
    side by side, the others carry the entry of their notice too (``comply:e7``).
    """
    return tuple(_deadlines(view))


def _deadlines(view: View) -> Iterator[Deadline]:
    for rule in view.plan.law.deadlines:
        if rule.of is None:
            found = deadline_of(view, rule, None)
            if found is not None:
                yield found
            continue
        first = True
        for notice in (n for paper in rule.papers for n in view.facts.live.get(paper, ())):
            found = deadline_of(view, rule, notice)
            if found is not None:
                yield found if first else found._replace(id=f"{found.id}:{notice.event}")
                first = False
    yield from payments_of(view)


def payments_of(view: View) -> list[Deadline]:
    """The payments of a plan as deadlines; none where no plan is in effect."""
    if view.facts.plan is None:
        return []
    return view.once(("payments", ""), payment_deadlines, view)
