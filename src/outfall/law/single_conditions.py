"""Single conditions, each a question to the facts of a case: what a pack can write in ``needs``.

A function tells whether its condition holds at the end of the view's day, since when without a
break, and, where it fails but is known to hold later, the first such day.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from operator import attrgetter

from outfall.law.account import account_of
from outfall.law.books import books_of
from outfall.law.clocks import deadline_of, timely
from outfall.law.facts import Notice, Violation
from outfall.law.orders import hold, order
from outfall.law.ordinance import Condition
from outfall.law.standing import Step
from outfall.law.view import DAY, REVERSED, View

Answer = Callable[[View, Condition, Notice | None], Step]
_observed = attrgetter("observed")


def _yes(
    condition: Condition,
    because: str,
    facts: tuple[object, ...] = (),
    since: date | None = None,
) -> Step:
    """The condition holds, since a day without a break where that is known."""
    return Step(True, because, facts, condition.cite, since)


def _no(
    condition: Condition,
    because: str,
    facts: tuple[object, ...] = (),
    opens: date | None = None,
) -> Step:
    """The condition fails; ``opens`` is the first day on which it is known to hold."""
    return Step(False, because, facts, condition.cite, None, opens)


def _either(
    condition: Condition,
    holds: bool,
    because: str,
    facts: tuple[object, ...],
    since: date | None = None,
) -> Step:
    """The same facts, whether they let the condition hold or not."""
    return _yes(condition, because, facts, since) if holds else _no(condition, because, facts)


def _violation(view: View, c: Condition, notice: Notice | None) -> Step:
    found = [v for v in view.facts.of(notice) if v.standing and (not c.args or v.kind in c.args)]
    if not found:
        return _no(c, "no_violation", (c.args,))
    first = min(found, key=_observed)
    return _yes(c, "violation", (first.id, first.kind, first.observed), first.observed)


def _unremedied(view: View, c: Condition, notice: Notice | None) -> Step:
    found = [v for v in view.facts.of(notice) if v.lasting and (not c.args or v.kind in c.args)]
    if found:
        first = min(found, key=_observed)
        since = _unbroken(view.facts.of(notice), c.args) or first.observed
        return _yes(c, "unremedied", (first.id, first.observed), since)
    whole = view.facts.of(notice)
    if any(v.reversed_on for v in whole):
        return _no(c, "set_aside", (max(v.reversed_on for v in whole if v.reversed_on),))
    days = [v.remedied for v in whole if v.remedied]
    return _no(c, "remedied" if days else "no_violation", (max(days) if days else c.args,))


def _unbroken(whole: list[Violation], kinds: tuple[str, ...]) -> date | None:
    """Since when some violation or other of these kinds has lasted without a break."""
    since: date | None = None
    until: date | None = None
    for violation in sorted(whole, key=_observed):
        if kinds and violation.kind not in kinds:
            continue
        ended = violation.ended
        if since is None or (until is not None and violation.observed > until):
            since, until = violation.observed, ended
        elif until is not None:
            until = None if ended is None else max(until, ended)
    return since


def _remedied(view: View, c: Condition, notice: Notice | None) -> Step:
    whole = [v for v in view.facts.of(notice) if v.standing]
    lasting = [v for v in whole if v.lasting]
    if lasting or not whole:
        return _no(c, "not_remedied" if whole else "no_violation", (lasting and lasting[0].id,))
    since = max(v.remedied for v in whole if v.remedied)
    return _yes(c, "remedied", (since,), since)


def _permit(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[held]``, ``[none]`` or ``[unsaid]``: what the record says of a permit."""
    said = [v for v in view.facts.lasting(notice) if v.permit]
    (wanted,) = c.args
    if not said:
        return _either(c, wanted == "unsaid", "permit_unsaid", ())
    found = next((v for v in said if v.permit == wanted), None)
    if found is None:
        return _no(c, f"permit_{said[0].permit}", (said[0].id,))
    return _yes(c, f"permit_{wanted}", (found.id,), found.observed)


def _danger(view: View, c: Condition, notice: Notice | None) -> Step:
    facts = view.facts
    if facts.danger_since is None:
        return _no(c, "no_danger")
    if facts.danger_over is not None:
        return _no(c, "danger_over", (facts.danger_over,))
    return _yes(c, "danger", (facts.danger_since,), facts.danger_since)


def _danger_over(view: View, c: Condition, notice: Notice | None) -> Step:
    over = view.facts.danger_over
    if view.facts.danger_since is not None and over is None:
        return _no(c, "danger", (view.facts.danger_since,))
    return _yes(c, "danger_over" if over else "no_danger", (over,), over)


def _paper(c: Condition, view: View, notice: Notice | None) -> tuple[str, Notice | None]:
    (instrument,) = c.args
    if notice is not None and notice.instrument == instrument:
        return instrument, notice
    return instrument, view.governing(instrument)


def _served(view: View, c: Condition, notice: Notice | None) -> Step:
    instrument, paper = _paper(c, view, notice)
    if paper is None:
        return _no(c, "not_issued", (instrument,))
    if paper is not notice:
        served = [n.service.on for n in view.facts.of_instrument[instrument] if n.service]
        if served:
            return _yes(c, "served", (instrument, min(served)), min(served))
    if paper.service is None:
        why = "returned" if paper.returned else "not_served"
        return _no(c, why, (instrument, paper.issued, paper.returned))
    return _yes(c, "served", (instrument, paper.service.on), paper.service.on)


def _received(view: View, c: Condition, notice: Notice | None) -> Step:
    instrument, paper = _paper(c, view, notice)
    start = view.receipt(paper) if paper else None
    if start is None:
        if paper is None or paper.service is None:
            return _served(view, c, notice)
        return _no(c, "receipt_unshown", (instrument, paper.service.on, paper.service.method))
    return _yes(c, "received", (instrument, start.on), start.on)


def _complete(view: View, c: Condition, notice: Notice | None) -> Step:
    instrument, paper = _paper(c, view, notice)
    if paper is None:
        return _no(c, "not_issued", (instrument,))
    if paper.complete:
        return _yes(c, "complete", (instrument,))
    lacking = tuple(paper.missing)
    facts = (instrument, paper.issued, lacking)
    return _either(c, view.sound(paper), "incomplete", facts, paper.issued)


def _expired(view: View, c: Condition, notice: Notice | None) -> Step:
    """The day after a last day that passed without the act."""
    found = deadline_of(view, view.plan.deadlines[c.args[0]], notice)
    if found is None:
        return _no(c, "no_clock", (c.args[0],))
    facts = (found.id, found.due, found.done_on)
    if found.status == "met":
        return _no(c, "met", facts)
    if found.status == "stayed":
        return _no(c, "stayed", facts)
    opens = found.due + DAY
    if view.on < opens:
        return _no(c, "running", facts, opens)
    return _yes(c, "expired", facts, opens)


def _closed(view: View, c: Condition, notice: Notice | None) -> Step:
    """The day after a last day, whether or not the act was done."""
    found = deadline_of(view, view.plan.deadlines[c.args[0]], notice)
    if found is None:
        return _no(c, "no_clock", (c.args[0],))
    opens = found.due + DAY
    facts = (found.id, found.due, None)
    if view.on < opens:
        return _no(c, "running", facts, opens)
    return _yes(c, "closed", facts, opens)


def _open(view: View, c: Condition, notice: Notice | None) -> Step:
    """A window that has begun and not yet closed."""
    found = deadline_of(view, view.plan.deadlines[c.args[0]], notice)
    if found is None:
        return _no(c, "no_clock", (c.args[0],))
    if view.on > found.due:
        return _no(c, "closed", (found.id, found.due, None))
    return _yes(c, "running", (found.id, found.due, None), found.source.start)


def _proceeding(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[appeal, STATE]``: none, unfiled, filed, pending, not_pending, upheld, not_reversed."""
    kind, wanted = c.args
    case = view.proceeding(kind, notice)
    if wanted == "unfiled":
        if case is None:
            return _yes(c, "no_proceeding", (kind,))
        return _no(c, "already_filed", (kind, case.filed))
    counts = case is not None and timely(view, case)
    if case is None or not counts:
        holds = wanted in ("none", "not_pending", "not_reversed")
        set_aside = case is not None and case.outcome in REVERSED
        if set_aside and case is not None:
            return _no(c, "reversed", (kind, case.decided))
        why = "late_filing" if case else "no_proceeding"
        return _either(c, holds, why, (kind, case and case.filed))
    if case.decided is None:
        holds = wanted in ("filed", "not_reversed", "pending")
        since = None if wanted == "not_reversed" else case.filed
        return _either(c, holds, "pending", (kind, case.filed), since)
    if case.outcome in REVERSED:
        return _either(c, wanted == "filed", "reversed", (kind, case.decided), case.decided)
    holds = wanted not in ("none", "pending")
    since = {"filed": case.filed, "not_reversed": None}.get(wanted, case.decided)
    return _either(c, holds, "upheld", (kind, case.decided, case.outcome), since)


def _event(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[NAME]``, or ``[NAME, OTHER]``: since the last OTHER, if there was one."""
    found = view.facts.happened_last(c.args[0])
    if found is None:
        return _no(c, "not_happened", (c.args[0],))
    if len(c.args) > 1:
        ended = view.facts.happened_last(c.args[1])
        if ended is not None and ended[0] >= found[0]:
            return _no(c, "ended", (c.args[1], ended[0]))
    first = view.facts.happened[c.args[0]]
    day = found[0] if len(c.args) > 1 else first[0][0]
    return _yes(c, "happened", (c.args[0], day), day)


def _never(view: View, c: Condition, notice: Notice | None) -> Step:
    found = view.facts.happened_last(c.args[0])
    if found is None:
        return _yes(c, "not_happened", (c.args[0],))
    return _no(c, "happened", (c.args[0], found[0]))


def _owed(view: View, c: Condition, notice: Notice | None) -> Step:
    part = c.args[0]
    owed = account_of(view).owed if part == "any" else books_of(view).ledger.owed(part)
    if owed <= 0:
        return _no(c, "nothing_owed", (part,))
    since = next(
        (e.on for e in view.facts.entries if e.kind == "charge" and part in (e.part, "any")), None
    )
    return _yes(c, "owed", (part, owed), since)


def _cost(view: View, c: Condition, notice: Notice | None) -> Step:
    first = view.facts.first_cost
    return _yes(c, "cost", (first,), first) if first else _no(c, "no_cost")


def _exposed(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[TRACK]``: the law allows an amount today, and not a warning alone."""
    most = view.plan.exposure(view, c.args[0]).max
    return _no(c, "not_exposed", c.args) if most == 0 else _yes(c, "exposed", c.args)


def _compensation(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[free]``: none is being performed, nor is the matter settled; ``[unsettled]``: not settled.

    A compensatory action settles what had been found by then, and nothing that is found later.
    """
    state, on = view.facts.compensation, view.facts.compensation_on
    if state == "running" and c.args == ("free",):
        return _no(c, "compensation_running", (on,))
    found = view.facts.of(notice)
    settled = [v.settled_on for v in found if v.settled_on is not None]
    if settled and len(settled) == len(found):
        return _no(c, "compensation_completed", (max(settled),))
    if state == "defaulted":
        since = on if c.args == ("free",) else None
        return _yes(c, "compensation_defaulted", (on,), since)
    return _yes(c, "compensation_none")


def _late(view: View, c: Condition, notice: Notice | None) -> Step:
    """An act that was not done by its last day, whether it was done later or not at all."""
    found = deadline_of(view, view.plan.deadlines[c.args[0]], notice)
    if found is None or found.status not in ("late", "missed"):
        return _no(c, "no_clock" if found is None else "met_or_open", (c.args[0],))
    return _yes(c, "expired", (found.id, found.due, found.done_on), found.due + DAY)


def _no_lien(view: View, c: Condition, notice: Notice | None) -> Step:
    since, until = view.facts.lien_since, view.facts.lien_until
    if since is not None and until is None:
        return _no(c, "lien", (since,))
    return _yes(c, "no_lien", (), until)


def _access_cut(view: View, c: Condition, notice: Notice | None) -> Step:
    facts = view.facts
    if not facts.access:
        return _no(c, "access_open")
    return _yes(c, "access_cut", (facts.access, facts.access_since), facts.access_since)


def _free(view: View, c: Condition, notice: Notice | None) -> Step:
    """``[HOLD]``: no such hold is in force."""
    found = hold(view, view.plan.holds[c.args[0]])
    if found is not None and found.in_force:
        return _no(c, "held", (c.args[0], found.since))
    until = found.until if found else None
    return _yes(c, "not_held", (c.args[0], until), until)


def _unaccepted(view: View, c: Condition, notice: Notice | None) -> Step:
    facts = view.facts
    if not facts.unaccepted:
        return _no(c, "all_accepted")
    return _yes(c, "unaccepted", (), facts.hold_since)


def _order(view: View, c: Condition, notice: Notice | None) -> Step:
    found = order(view, next(rule for rule in view.plan.law.orders if rule.id == c.args[0]))
    if found is None or not found.in_force:
        return _no(c, "no_order", (c.args[0], found and found.until))
    return _yes(c, "order", (c.args[0], found.since), found.since)


SINGLE: dict[str, Answer] = {
    "violation": _violation,
    "unremedied": _unremedied,
    "remedied": _remedied,
    "permit": _permit,
    "danger": _danger,
    "danger_over": _danger_over,
    "served": _served,
    "received": _received,
    "complete": _complete,
    "expired": _expired,
    "closed": _closed,
    "late": _late,
    "open": _open,
    "proceeding": _proceeding,
    "event": _event,
    "never": _never,
    "owed": _owed,
    "cost": _cost,
    "exposed": _exposed,
    "compensation": _compensation,
    "no_lien": _no_lien,
    "access_cut": _access_cut,
    "free": _free,
    "unaccepted": _unaccepted,
    "order": _order,
}
