"""Events into facts: proceedings, money, access, compensation and the closing of a case."""

from __future__ import annotations

from datetime import date
from functools import partial

from outfall.law.case import Event
from outfall.law.facts import Entry, Facts, Notice, Plan, Proceeding, Violation
from outfall.law.fold_first import Handler, Impossible, release, remedy, violation_of
from outfall.law.ordinance import Ordinance

_A = {"appeal": "an appeal", "petition": "a petition", "protest": "a protest"}


def _filed(kind: str, facts: Facts, event: Event, law: Ordinance) -> None:
    rule = next((r for r in law.proceedings if r.id == kind), None)
    notice = contested(facts, event, rule.papers if rule else ())
    if rule is not None and notice is None and not (kind == "protest" and facts.cost_charged):
        raise Impossible(
            "event",
            f"there is nothing to file {_A[kind]} against: no {' or '.join(rule.papers)} "
            f"has been issued by {event.on}. Record its notice_issued first",
            "nothing-to-contest",
        )
    filed = facts.proceedings.setdefault(kind, [])
    if any(p.notice is notice and p.decided is None for p in filed):
        return  # sent again: the first filing counts, and the rest change nothing
    proceeding = Proceeding(kind, event.id, event.on, notice, event.at)
    filed.append(proceeding)
    if notice is not None and notice.proceeding is None:
        notice.proceeding = proceeding


def contested(facts: Facts, event: Event, papers: tuple[str, ...]) -> Notice | None:
    """The notice that a filing is against: the one it names, else the last not yet contested."""
    if event.notice:
        named = next((n for n in facts.notices if n.event == event.notice), None)
        if named is None:
            raise Impossible(
                "notice",
                f"no notice with the id {event.notice}. Name the entry that issued it",
                "unknown-notice",
            )
        return named
    live = [n for paper in papers for n in facts.live.get(paper, ())]
    live.sort(key=lambda n: n.issued)
    undisputed = [n for n in live if n.proceeding is None]
    return undisputed[-1] if undisputed else (live[-1] if live else None)


def _pending(facts: Facts, event: Event, kind: str) -> Proceeding:
    for proceeding in facts.proceedings.get(kind, ()):
        if event.notice and (proceeding.notice is None or proceeding.notice.event != event.notice):
            continue
        if proceeding.decided is None:
            return proceeding
    filed = {"appeal": "appeal_filed", "petition": "petition_filed", "protest": "cost_protested"}[
        kind
    ]
    raise Impossible(
        "event",
        f"no undecided {kind} has been filed by {event.on}. Record its {filed} first",
        f"no-{kind}",
    )


def _heard(facts: Facts, event: Event, law: Ordinance) -> None:
    appeal = _pending(facts, event, "appeal")
    if appeal.heard is None:
        appeal.heard = event.on


def _decided(kind: str, facts: Facts, event: Event, law: Ordinance) -> None:
    proceeding = _pending(facts, event, kind)
    proceeding.decided, proceeding.decided_event = event.on, event.id
    proceeding.outcome = event.outcome or "upheld"
    proceeding.amount = event.amount
    if proceeding.notice is not None and proceeding.notice.proceeding is not proceeding:
        return  # a further one, after a decision that was final
    if kind == "protest" and event.amount is not None:
        facts.enter(Entry(event.on, "protest", "cost", event.amount, event.id, ""))
    if kind == "appeal" and proceeding.notice is not None:
        part = _BILLS.get(proceeding.notice.instrument)
        if part is not None:
            _upheld(facts, event, proceeding.notice, part)
        if event.outcome == "reversed" and part != "cost":
            _reverse(facts, proceeding.notice, event.on)


_BILLS = {"penalty_notice": "penalty", "cost_notice": "cost"}


def _upheld(facts: Facts, event: Event, notice: Notice, part: str) -> None:
    """What an appeal left of a bill: of a reversed one nothing, else the amount it names."""
    upheld = 0 if event.outcome == "reversed" else event.amount
    if upheld is None:
        return
    earlier = [n.issued for n in facts.of_instrument[notice.instrument] if n.issued < notice.issued]
    since = max(earlier, default=date.min)
    charges = [e for e in facts.entries if e.kind == "charge" and e.part == part]
    billed = sum(e.amount for e in charges if since < e.on <= notice.issued)
    left = sum(e.amount for e in charges) - max(billed - upheld, 0)
    facts.enter(Entry(event.on, "protest", part, left, event.id, ""))
    if part == "penalty":
        facts.assessed -= max(billed - upheld, 0)


def _reverse(facts: Facts, notice: Notice, on: date) -> None:
    for violation in notice.violations:
        if violation.reversed_on is None:
            violation.reversed_on = on
        if facts.violations[violation.id] is violation:
            release(facts, violation, on)


def _cost(facts: Facts, event: Event, law: Ordinance) -> None:
    if event.violation not in facts.violations and facts.violations:
        violation_of(facts, event)
    amount = event.amount or 0
    facts.enter(
        Entry(event.on, "charge", "cost", amount, event.id, event.violation, event.kind or "other")
    )
    facts.cost_charged += amount
    if facts.first_cost is None:
        facts.first_cost = event.on


def _assessed(facts: Facts, event: Event, law: Ordinance) -> None:
    amount = event.amount or 0
    facts.assessed += amount
    facts.enter(Entry(event.on, "charge", "penalty", amount, event.id, event.violation))


def _convicted(facts: Facts, event: Event, law: Ordinance) -> None:
    violation = violation_of(facts, event)
    violation.convicted = event.on
    facts.convictions.append((event.offense_on or violation.observed, event.on))
    if event.fine:
        facts.enter(Entry(event.on, "charge", "fine", event.fine, event.id, violation.id))


def _fee(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.enter(Entry(event.on, "charge", "fee", event.amount or 0, event.id, ""))


def _paid(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.enter(Entry(event.on, "paid", "", event.amount or 0, event.id, ""))


def _reduced(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.enter(Entry(event.on, "reduced", event.part or "", event.amount or 0, event.id, ""))


def _planned(facts: Facts, event: Event, law: Ordinance) -> None:
    assert event.payments
    assert event.first_due
    assert event.every
    if event.first_due < event.on:
        raise Impossible(
            "first_due",
            f"{event.first_due} is before the agreement itself ({event.on}). "
            "Give a day on or after it",
            "first-due-before-agreement",
        )
    if law.plan is not None and event.payments <= law.plan.max_payments:
        facts.plan = Plan(event.id, event.on, event.payments, event.first_due, event.every)


def _lien(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.lien_since, facts.lien_until = event.on, None


def _lien_released(facts: Facts, event: Event, law: Ordinance) -> None:
    if facts.lien_since is None:
        raise Impossible(
            "event", "no lien was recorded before it. Record lien_recorded first", "no-lien"
        )
    facts.lien_until = event.on


def _access(state: str, facts: Facts, event: Event, law: Ordinance) -> None:
    while facts.unapproved:
        remedy(facts, facts.violations[facts.unapproved.popleft()], event.on, event)
    if not facts.access:
        facts.access_since = event.on
    facts.access = state


def _reinstated(facts: Facts, event: Event, law: Ordinance) -> None:
    if not facts.access:
        raise Impossible(
            "event",
            "access was not suspended or ended before it. Record access_suspended first",
            "access-not-cut",
        )
    if event.approved:
        facts.access = ""
    else:
        name = f"reinstatement-{event.id}"
        facts.unapproved.append(name)
        nature = "access taken up again without approval"
        facts.find(Violation(name, "connection", event.id, event.on, event.on, nature))


def _compensation(state: str, facts: Facts, event: Event, law: Ordinance) -> None:
    if state != "running" and facts.compensation != "running":
        raise Impossible(
            "event",
            "no compensatory action is being performed on that day. "
            "Record compensation_imposed first",
            "no-compensation",
        )
    facts.compensation, facts.compensation_on = state, event.on
    if state == "completed":
        for violation in facts.found:
            violation.settled_on = violation.settled_on or event.on


def _closed(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.closed_on = event.on


def _reopened(facts: Facts, event: Event, law: Ordinance) -> None:
    if facts.closed_on is None:
        raise Impossible(
            "event",
            "the case was not closed before it. Record closed first, or take this out",
            "not-closed",
        )
    facts.closed_on = None


LATER: dict[str, Handler] = {
    "appeal_filed": partial(_filed, "appeal"),
    "petition_filed": partial(_filed, "petition"),
    "cost_protested": partial(_filed, "protest"),
    "hearing_held": _heard,
    "appeal_decided": partial(_decided, "appeal"),
    "petition_decided": partial(_decided, "petition"),
    "protest_decided": partial(_decided, "protest"),
    "cost_recorded": _cost,
    "penalty_assessed": _assessed,
    "convicted": _convicted,
    "fee_charged": _fee,
    "paid": _paid,
    "reduced": _reduced,
    "plan_agreed": _planned,
    "lien_recorded": _lien,
    "lien_released": _lien_released,
    "access_suspended": partial(_access, "suspended"),
    "access_terminated": partial(_access, "terminated"),
    "access_reinstated": _reinstated,
    "compensation_imposed": partial(_compensation, "running"),
    "compensation_completed": partial(_compensation, "completed"),
    "compensation_defaulted": partial(_compensation, "defaulted"),
    "closed": _closed,
    "reopened": _reopened,
}
