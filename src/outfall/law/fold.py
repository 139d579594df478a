"""Events into facts, one at a time.

Each function below takes one kind of event into the facts. What can't have happened (a decision
without an appeal, a correction before the observation) is ``Impossible``: a fault of the file.
What the law did not permit is kept as it happened; ``outfall.law.irregular`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from outfall.law.case import Event
from outfall.law.facts import (
    Entry,
    Extension,
    Facts,
    Notice,
    Plan,
    Proceeding,
    Service,
    Spell,
    Violation,
)
from outfall.law.ordinance import Instrument, Ordinance


class Impossible(Exception):
    """An event that can't have happened as the file tells it. ``field`` is where to look."""

    def __init__(self, field: str, says: str, code: str) -> None:
        super().__init__(says)
        self.field, self.says, self.code = field, says, code


def apply(facts: Facts, event: Event, law: Ordinance) -> None:
    """Take one event into the facts; ``Impossible`` leaves the facts as they were."""
    handler = _HANDLERS.get(event.name)
    if handler is not None:
        handler(facts, event, law)
    facts.happened.setdefault(event.name, []).append((event.on, event.id))


def _violation(facts: Facts, event: Event, field: str = "violation") -> Violation:
    violation = facts.violations.get(event.violation)
    if violation is None:
        known = ", ".join(facts.violations) or "none yet"
        raise Impossible(
            field,
            f"no violation {event.violation} has been observed by {event.on} (observed: {known}). "
            "Record its violation_observed first, or name the right one",
            "unknown-violation",
        )
    return violation


def _observed(facts: Facts, event: Event, law: Ordinance) -> None:
    violation = facts.violations.get(event.violation)
    if event.discovered_on and event.discovered_on > event.on:
        raise Impossible(
            "discovered_on",
            f"{event.discovered_on} is after the observation itself ({event.on})",
            "discovered-after-observed",
        )
    if violation is None:
        violation = Violation(
            event.violation,
            event.kind or "",
            event.id,
            event.on,
            event.discovered_on or event.on,
            event.nature or "",
        )
        facts.violations[event.violation] = violation
        facts.unremedied += 1
        facts.all_remedied_on = None
        if facts.first_observed is None:
            facts.first_observed = event.on
        _hold(facts, violation, event.on)
    elif not violation.lasting:
        violation.earlier.append(Spell(violation.observed, violation.remedied or violation.reversed_on))
        violation.observed, violation.remedied, violation.reversed_on = event.on, None, None
        facts.unremedied += 1
        facts.all_remedied_on = None
        _hold(facts, violation, event.on)
    if event.danger:
        if not facts.danger_violations or facts.danger_over is not None:
            facts.danger_since, facts.danger_event, facts.danger_over = event.on, event.id, None
        facts.danger_violations.add(event.violation)
        facts.ever_danger = True


def _hold(facts: Facts, violation: Violation, on: date) -> None:
    violation.accepted_on = None
    if not facts.unaccepted:
        if facts.hold_until != on:
            facts.hold_since = on
        facts.hold_until = None
    facts.unaccepted.add(violation.id)


def _release(facts: Facts, violation: Violation, on: date) -> None:
    if violation.id in facts.unaccepted:
        facts.unaccepted.discard(violation.id)
        violation.accepted_on = on
        if not facts.unaccepted:
            facts.hold_until = on


def _remedy(facts: Facts, violation: Violation, on: date, event: Event) -> None:
    if not violation.lasting:
        return
    violation.remedied, violation.remedied_by = on, event.id
    violation.by_town = event.name == "abated"
    facts.unremedied -= 1
    if facts.unremedied == 0:
        facts.all_remedied_on = on
    _end_danger(facts, violation, on)


def _end_danger(facts: Facts, violation: Violation, on: date) -> None:
    facts.danger_violations.discard(violation.id)
    if not facts.danger_violations and facts.danger_since and facts.danger_over is None:
        facts.danger_over = on


def _danger_passed(facts: Facts, event: Event, law: Ordinance) -> None:
    if not facts.ever_danger:
        raise Impossible(
            "event",
            "no danger was recorded before it. Set danger: true on the violation_observed entry",
            "no-danger",
        )
    facts.danger_violations.clear()
    if facts.danger_over is None:
        facts.danger_over = event.on


def _issued(facts: Facts, event: Event, law: Ordinance) -> None:
    instrument = _instrument(event, law)
    missing = tuple((e, cite) for e, cite in instrument.elements if e not in event.contents)
    live = facts.live.setdefault(instrument.id, [])
    notice = Notice(
        event.id,
        instrument.id,
        event.on,
        event.contents,
        missing,
        _covered(facts, event, live),
        event.comply_by,
        event.cure_days,
    )
    if event.comply_by and event.comply_by < event.on:
        raise Impossible(
            "comply_by",
            f"{event.comply_by} is before the notice itself ({event.on}). Give a day after it",
            "comply-before-issue",
        )
    notice.replaces = [n for n in live if n.service is None and _within(n, notice)]
    facts.live[instrument.id] = [n for n in live if n not in notice.replaces] + [notice]
    facts.notices.append(notice)
    facts.of_instrument.setdefault(instrument.id, []).append(notice)


def _instrument(event: Event, law: Ordinance) -> Instrument:
    for instrument in law.instruments:
        if instrument.id == event.instrument:
            return instrument
    known = ", ".join(i.id for i in law.instruments)
    raise Impossible(
        "instrument",
        f"{law.id} knows no {event.instrument}; it knows {known}",
        "unknown-instrument",
    )


def _covered(facts: Facts, event: Event, live: list[Notice]) -> tuple[str, ...]:
    if event.violations:
        for name in event.violations:
            if name not in facts.violations:
                raise Impossible(
                    "violations",
                    f"no violation {name} has been observed by {event.on}",
                    "unknown-violation",
                )
        return event.violations
    lasting = facts.open_violations()
    noticed = {name for notice in live for name in notice.violations}
    fresh = tuple(name for name in lasting if name not in noticed)
    return fresh or lasting or tuple(facts.violations)


def _within(earlier: Notice, later: Notice) -> bool:
    return earlier is not later and set(earlier.violations) <= set(later.violations)


def _find(facts: Facts, event: Event, law: Ordinance) -> Notice:
    instrument = _instrument(event, law)
    issued = facts.of_instrument.get(instrument.id, ())
    for notice in reversed(issued):
        if event.notice is None or notice.event == event.notice:
            return notice
    wanted = f"no {instrument.id} with the id {event.notice}" if event.notice else f"no {instrument.id}"
    raise Impossible(
        "notice" if event.notice else "instrument",
        f"{wanted} has been issued by {event.on}. Record its notice_issued first",
        "nothing-to-serve",
    )


def _served(facts: Facts, event: Event, law: Ordinance) -> None:
    notice = _find(facts, event, law)
    received = event.received_on
    if received and received < notice.issued:
        raise Impossible(
            "received_on",
            f"{received} is before the paper was issued ({notice.issued})",
            "received-before-issue",
        )
    if notice.service is None or notice.returned:
        notice.service = Service(event.id, event.on, event.at, event.method or "", received)
        notice.returned = ""
        live = facts.live[notice.instrument]
        replaced = [n for n in live if _within(n, notice) and n.issued <= notice.issued]
        notice.replaces += replaced
        facts.live[notice.instrument] = [n for n in live if n not in replaced]
    elif received and notice.service.received_on is None:
        notice.service.received_on = received
    elif notice.service.received_on is None and notice.service.method != event.method:
        notice.service = Service(event.id, event.on, event.at, event.method or "", received)


def _returned(facts: Facts, event: Event, law: Ordinance) -> None:
    notice = _find(facts, event, law)
    if notice.service is None:
        raise Impossible(
            "event",
            f"the {notice.instrument} of {notice.issued} was not served before {event.on}",
            "nothing-returned",
        )
    notice.service = None
    notice.returned = event.reason or "returned"
    served = [n for n in notice.replaces if n.service is not None]
    facts.live[notice.instrument] = served + facts.live[notice.instrument]
    notice.replaces = [n for n in notice.replaces if n.service is None]


def _inspected(facts: Facts, event: Event, law: Ordinance) -> None:
    if not facts.violations:
        raise Impossible(
            "event",
            f"no violation has been observed by {event.on}. Record violation_observed first",
            "unknown-violation",
        )
    if event.finding == "corrected":
        for violation in list(facts.violations.values()):
            if violation.lasting and violation.id in (event.violations or (violation.id,)):
                _remedy(facts, violation, event.on, event)


def _corrected(facts: Facts, event: Event, law: Ordinance) -> None:
    _remedy(facts, _violation(facts, event), event.on, event)


def _abated(facts: Facts, event: Event, law: Ordinance) -> None:
    _remedy(facts, _violation(facts, event), event.on, event)


def _accepted(facts: Facts, event: Event, law: Ordinance) -> None:
    named = event.violations or tuple(facts.violations)
    for name in named:
        if name not in facts.violations:
            raise Impossible(
                "violation", f"no violation {name} has been observed by {event.on}", "unknown-violation"
            )
        _release(facts, facts.violations[name], event.on)


def _extended(facts: Facts, event: Event, law: Ordinance) -> None:
    known = [rule.id for rule in law.deadlines]
    plan = [f"payment_{n + 1}" for n in range(law.plan.max_payments)] if law.plan else []
    if event.deadline not in known + plan:
        raise Impossible(
            "deadline",
            f"{law.id} knows no deadline {event.deadline}; it knows {', '.join(known + plan)}",
            "unknown-deadline",
        )
    if event.until:
        facts.extensions[event.deadline or ""] = Extension(event.until, event.id)


def _filed(kind: str) -> Callable[[Facts, Event, Ordinance], None]:
    def handler(facts: Facts, event: Event, law: Ordinance) -> None:
        rule = next((r for r in law.proceedings if r.id == kind), None)
        notice = contested(facts, event, rule.against if rule else None)
        if rule is not None and notice is None and not (kind == "protest" and facts.cost_charged):
            raise Impossible(
                "event",
                f"there is nothing to file a {kind} against: no {rule.against} has been issued "
                f"by {event.on}",
                "nothing-to-contest",
            )
        proceeding = Proceeding(kind, event.id, event.on, notice)
        facts.proceedings.setdefault(kind, []).append(proceeding)
        if notice is not None and (notice.proceeding is None or notice.proceeding.decided):
            if notice.proceeding is None:
                notice.proceeding = proceeding

    return handler


def contested(facts: Facts, event: Event, instrument: str | None) -> Notice | None:
    """The notice that a filing is against: the one it names, else the last not yet contested."""
    issued = facts.of_instrument.get(instrument or "", [])
    if event.notice:
        named = next((n for n in facts.notices if n.event == event.notice), None)
        if named is None:
            raise Impossible("notice", f"no notice with the id {event.notice}", "unknown-notice")
        return named
    undisputed = [n for n in issued if n.proceeding is None]
    return undisputed[-1] if undisputed else (issued[-1] if issued else None)


def _pending(facts: Facts, event: Event, kind: str) -> Proceeding:
    for proceeding in reversed(facts.proceedings.get(kind, ())):
        if event.notice and (proceeding.notice is None or proceeding.notice.event != event.notice):
            continue
        if proceeding.decided is None:
            return proceeding
    filed = {"appeal": "appeal_filed", "petition": "petition_filed", "protest": "cost_protested"}[kind]
    raise Impossible(
        "event",
        f"no undecided {kind} has been filed by {event.on}. Record its {filed} first",
        f"no-{kind}",
    )


def _heard(facts: Facts, event: Event, law: Ordinance) -> None:
    appeal = _pending(facts, event, "appeal")
    if appeal.heard is None:
        appeal.heard = event.on


def _decided(kind: str) -> Callable[[Facts, Event, Ordinance], None]:
    def handler(facts: Facts, event: Event, law: Ordinance) -> None:
        proceeding = _pending(facts, event, kind)
        proceeding.decided, proceeding.decided_event = event.on, event.id
        proceeding.outcome = event.outcome or "upheld"
        proceeding.amount = event.amount
        if kind == "protest" and event.amount is not None:
            facts.entries.append(Entry(event.on, "protest", "cost", event.amount, event.id, ""))
        if kind == "appeal" and event.outcome == "reversed" and proceeding.notice is not None:
            _reverse(facts, proceeding.notice, event.on)

    return handler


def _reverse(facts: Facts, notice: Notice, on: date) -> None:
    for name in notice.violations:
        violation = facts.violations[name]
        if violation.lasting:
            facts.unremedied -= 1
        if violation.reversed_on is None:
            violation.reversed_on = on
        _release(facts, violation, on)


def _cost(facts: Facts, event: Event, law: Ordinance) -> None:
    if event.violation not in facts.violations and facts.violations:
        _violation(facts, event)
    amount = event.amount or 0
    facts.entries.append(
        Entry(event.on, "charge", "cost", amount, event.id, event.violation, event.kind or "other")
    )
    facts.cost_charged += amount
    if facts.first_cost is None:
        facts.first_cost = event.on


def _assessed(facts: Facts, event: Event, law: Ordinance) -> None:
    amount = event.amount or 0
    facts.assessed += amount
    facts.entries.append(Entry(event.on, "charge", "penalty", amount, event.id, event.violation))


def _convicted(facts: Facts, event: Event, law: Ordinance) -> None:
    violation = _violation(facts, event)
    violation.convicted = event.on
    facts.convictions.append((event.offense_on or violation.observed, event.on))
    if event.fine:
        facts.entries.append(Entry(event.on, "charge", "fine", event.fine, event.id, violation.id))


def _fee(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.entries.append(Entry(event.on, "charge", "fee", event.amount or 0, event.id, ""))


def _paid(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.entries.append(Entry(event.on, "paid", "", event.amount or 0, event.id, ""))


def _reduced(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.entries.append(
        Entry(event.on, "reduced", event.part or "", event.amount or 0, event.id, "")
    )


def _planned(facts: Facts, event: Event, law: Ordinance) -> None:
    assert event.payments and event.first_due and event.every
    if event.first_due < event.on:
        raise Impossible(
            "first_due",
            f"{event.first_due} is before the agreement itself ({event.on})",
            "first-due-before-agreement",
        )
    facts.plan = Plan(event.id, event.on, event.payments, event.first_due, event.every)


def _lien(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.lien_since, facts.lien_until = event.on, None


def _lien_released(facts: Facts, event: Event, law: Ordinance) -> None:
    if facts.lien_since is None:
        raise Impossible("event", "no lien was recorded before it", "no-lien")
    facts.lien_until = event.on


def _access(state: str) -> Callable[[Facts, Event, Ordinance], None]:
    def handler(facts: Facts, event: Event, law: Ordinance) -> None:
        if not facts.access:
            facts.access_since = event.on
        facts.access, facts.access_until = state, None

    return handler


def _reinstated(facts: Facts, event: Event, law: Ordinance) -> None:
    if not facts.access:
        raise Impossible("event", "access was not suspended or ended before it", "access-not-cut")
    if event.approved:
        facts.access, facts.access_until = "", event.on
    else:
        name = f"reinstatement-{event.id}"
        facts.unapproved.append(name)
        facts.violations[name] = Violation(
            name, "connection", event.id, event.on, event.on, "access taken up again without approval"
        )
        facts.unremedied += 1
        facts.all_remedied_on = None


def _compensation(state: str) -> Callable[[Facts, Event, Ordinance], None]:
    def handler(facts: Facts, event: Event, law: Ordinance) -> None:
        if state != "running" and facts.compensation != "running":
            raise Impossible(
                "event", "no compensatory action is being performed on that day", "no-compensation"
            )
        facts.compensation, facts.compensation_on = state, event.on

    return handler


def _owner(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.owner_changes.append((event.on, event.party or "", event.id, event.recorded_on))


def _closed(facts: Facts, event: Event, law: Ordinance) -> None:
    facts.closed_on = event.on


def _reopened(facts: Facts, event: Event, law: Ordinance) -> None:
    if facts.closed_on is None:
        raise Impossible("event", "the case was not closed before it", "not-closed")
    facts.closed_on = None


_HANDLERS: dict[str, Callable[[Facts, Event, Ordinance], None]] = {
    "violation_observed": _observed,
    "danger_passed": _danger_passed,
    "notice_issued": _issued,
    "served": _served,
    "service_returned": _returned,
    "inspected": _inspected,
    "corrected": _corrected,
    "abated": _abated,
    "practices_accepted": _accepted,
    "extension_granted": _extended,
    "appeal_filed": _filed("appeal"),
    "petition_filed": _filed("petition"),
    "cost_protested": _filed("protest"),
    "hearing_held": _heard,
    "appeal_decided": _decided("appeal"),
    "petition_decided": _decided("petition"),
    "protest_decided": _decided("protest"),
    "cost_recorded": _cost,
    "penalty_assessed": _assessed,
    "convicted": _convicted,
    "fee_charged": _fee,
    "paid": _paid,
    "reduced": _reduced,
    "plan_agreed": _planned,
    "lien_recorded": _lien,
    "lien_released": _lien_released,
    "access_suspended": _access("suspended"),
    "access_terminated": _access("terminated"),
    "access_reinstated": _reinstated,
    "compensation_imposed": _compensation("running"),
    "compensation_completed": _compensation("completed"),
    "compensation_defaulted": _compensation("defaulted"),
    "ownership_changed": _owner,
    "closed": _closed,
    "reopened": _reopened,
}
