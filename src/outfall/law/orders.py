"""Orders that bind a party and holds that bind the counter."""

from __future__ import annotations

from datetime import date
from operator import attrgetter

from outfall.law.clocks import start_of
from outfall.law.facts import Facts
from outfall.law.ordinance import HoldRule, OrderRule
from outfall.law.standing import Hold, Order
from outfall.law.view import View


def order(view: View, rule: OrderRule) -> Order | None:
    """An order as it stands on the day; None where it never began."""
    return view.once(("order", rule.id), _order, view, rule)


def _order(view: View, rule: OrderRule) -> Order | None:
    starts = sorted(_starts(view, rule))
    if not starts:
        return None
    ends = [day for name in rule.ends for day, _ in view.facts.happened.get(name, ())]
    ends += _reversals(view, rule)
    if "remedied" in rule.ends:
        ends += [end for _, end in stretches(view.facts) if end]
    since, until = starts[0], _end(ends, starts[0])
    for start in starts[1:]:
        if until is not None and start > until:
            since, until = start, _end(ends, start)
    scope = view.reading(rule.scope) if rule.scope else None
    return Order(rule.id, rule.cite, until is None, since, until, scope, rule.says)


def _starts(view: View, rule: OrderRule) -> list[date]:
    found: list[date] = []
    for anchor in rule.starts:
        if anchor.kind == "event":
            found += [day for day, _ in view.facts.happened.get(anchor.of, ())]
            continue
        for notice in view.facts.of_instrument.get(anchor.of, ()):
            start = start_of(view, anchor, notice)
            if start is not None and start.on <= view.on and view.sound(notice):
                found.append(start.on)
    return found


def _reversals(view: View, rule: OrderRule) -> list[date]:
    """The days on which a notice that starts the order was set aside on appeal."""
    return [
        notice.proceeding.decided
        for anchor in rule.starts
        for notice in view.facts.of_instrument.get(anchor.of, ())
        if notice.proceeding
        and notice.proceeding.decided
        and notice.proceeding.outcome == "reversed"
    ]


def _end(ends: list[date], start: date) -> date | None:
    return min((day for day in ends if day >= start), default=None)


def stretches(facts: Facts) -> list[tuple[date, date | None]]:
    """The stretches of days without a break on which some violation or other lasted."""
    merged: list[tuple[date, date | None]] = []
    for violation in sorted(facts.found, key=attrgetter("observed")):
        since, until = merged[-1] if merged else (violation.observed, date.min)
        if until is not None and violation.observed > until:
            merged.append((violation.observed, violation.ended))
        elif until is not None:
            ended = violation.ended
            merged[-1] = (since, None if ended is None else max(until, ended))
    return merged


def hold(view: View, rule: HoldRule) -> Hold | None:
    """A hold as it stands on the day; None where no violation was ever found."""
    facts = view.facts
    if facts.hold_since is None:
        return None
    in_force, since, until = bool(facts.unaccepted), facts.hold_since, facts.hold_until
    if rule.released_by == "corrected":
        since, until = stretches(facts)[-1]
        in_force = until is None
    return Hold(
        rule.id,
        rule.cite,
        in_force,
        since,
        None if in_force else until,
        rule.released_by,
        rule.blocks,
        rule.says,
    )
