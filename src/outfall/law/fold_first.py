"""Events into facts: violations, papers and their service, inspections, corrections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from outfall.law.case import Event
from outfall.law.facts import (
    Extension,
    Facts,
    Notice,
    Service,
    Violation,
)
from outfall.law.ordinance import Instrument, Ordinance


class Impossible(Exception):
    """An event that can't have happened as the file tells it. ``field`` is where to look."""

    def __init__(self, field: str, says: str, code: str) -> None:
        super().__init__(says)
        self.field, self.says, self.code = field, says, code


Handler = Callable[[Facts, Event, Ordinance], None]


def violation_of(facts: Facts, event: Event, field: str = "violation") -> Violation:
    """The violation that an event names; ``Impossible`` where none was observed by then."""
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
            f"{event.discovered_on} is after the observation itself ({event.on}). "
            "Give the day of the discovery, or leave it out",
            "discovered-after-observed",
        )
    if violation is None or not violation.lasting:
        before = violation
        violation = Violation(
            event.violation,
            event.kind or "",
            event.id,
            event.on,
            event.discovered_on or event.on,
            event.nature or "",
            permit=before.permit if before else None,
        )
        facts.find(violation)
        _hold(facts, violation, event.on)
    violation.permit = event.permit or violation.permit
    if event.danger:
        if not facts.danger_violations or facts.danger_over is not None:
            facts.danger_since, facts.danger_over = event.on, None
        facts.danger_violations.add(event.violation)
        facts.ever_danger = True


def _hold(facts: Facts, violation: Violation, on: date) -> None:
    if not facts.unaccepted:
        if facts.hold_until != on:
            facts.hold_since = on
        facts.hold_until = None
    facts.unaccepted.add(violation.id)


def release(facts: Facts, violation: Violation, on: date) -> None:
    """Take a violation off the hold; the last one releases it."""
    if violation.id in facts.unaccepted:
        facts.unaccepted.discard(violation.id)
        if not facts.unaccepted:
            facts.hold_until = on


def remedy(facts: Facts, violation: Violation, on: date, event: Event) -> None:
    """End a violation that lasts; one that has ended stays as it is."""
    if not violation.lasting:
        return
    violation.remedied, violation.remedied_by, violation.remedied_at = on, event.id, event.at
    violation.by_town = event.name == "abated"
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
    notice.in_danger = any(
        violation.id in facts.danger_violations for violation in notice.violations
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


def _covered(facts: Facts, event: Event, live: list[Notice]) -> tuple[Violation, ...]:
    """What a paper is about: the violations it names, else those open and not yet under one."""
    for name in event.violations or ():
        if name not in facts.violations:
            raise Impossible(
                "violations",
                f"no violation {name} has been observed by {event.on}. "
                "Record its violation_observed first, or name the right one",
                "unknown-violation",
            )
    if event.violations:
        return tuple(facts.violations[name] for name in event.violations)
    lasting = facts.open_violations()
    noticed = {v for notice in live for v in notice.violations}
    fresh = tuple(v for v in lasting if v not in noticed)
    return fresh or lasting or tuple(facts.violations.values())


def _within(earlier: Notice, later: Notice) -> bool:
    """Whether a later paper of the kind covers all that an earlier one does, and so replaces it."""
    return earlier is not later and set(earlier.violations) <= set(later.violations)


def _find(facts: Facts, event: Event, law: Ordinance) -> Notice:
    instrument = _instrument(event, law)
    issued = facts.of_instrument.get(instrument.id, ())
    for notice in reversed(issued):
        if event.notice is None or notice.event == event.notice:
            return notice
    wanted = (
        f"no {instrument.id} with the id {event.notice}" if event.notice else f"no {instrument.id}"
    )
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
            f"{received} is before the paper was issued ({notice.issued}). Correct one of the two",
            "received-before-issue",
        )
    if event.postmarked_on and event.postmarked_on < notice.issued:
        raise Impossible(
            "postmarked_on",
            f"{event.postmarked_on} is before the paper was issued ({notice.issued})",
            "postmarked-before-issue",
        )
    new = Service(event.id, event.on, event.at, event.method or "")
    if notice.service is None or notice.returned:
        notice.service = new
        notice.returned = ""
        live = facts.live[notice.instrument]
        replaced = [n for n in live if _within(n, notice) and n.issued <= notice.issued]
        notice.replaces += replaced
        facts.live[notice.instrument] = [n for n in live if n not in replaced]
    elif (
        notice.service.received_on is None and not received and notice.service.method != new.method
    ):
        notice.service = new
    if notice.service.received_on is None:
        notice.service.received_on = received
    if notice.service.postmarked_on is None:
        notice.service.postmarked_on = event.postmarked_on


def _returned(facts: Facts, event: Event, law: Ordinance) -> None:
    notice = _find(facts, event, law)
    if notice.service is None:
        raise Impossible(
            "event",
            f"the {notice.instrument} of {notice.issued} was not served before {event.on}. "
            "Record its served first",
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
    for name in event.violations or ():
        if name not in facts.violations:
            raise Impossible(
                "violation",
                f"no violation {name} has been observed by {event.on}. "
                "Record its violation_observed first, or name the right one",
                "unknown-violation",
            )
    if event.finding == "corrected":
        for violation in list(facts.violations.values()):
            if violation.lasting and violation.id in (event.violations or (violation.id,)):
                remedy(facts, violation, event.on, event)


def _corrected(facts: Facts, event: Event, law: Ordinance) -> None:
    remedy(facts, violation_of(facts, event), event.on, event)


def _abated(facts: Facts, event: Event, law: Ordinance) -> None:
    remedy(facts, violation_of(facts, event), event.on, event)


def _accepted(facts: Facts, event: Event, law: Ordinance) -> None:
    named = event.violations or tuple(facts.violations)
    for name in named:
        if name not in facts.violations:
            raise Impossible(
                "violation",
                f"no violation {name} has been observed by {event.on}. "
                "Record its violation_observed first, or name the right one",
                "unknown-violation",
            )
        release(facts, facts.violations[name], event.on)


def _extended(facts: Facts, event: Event, law: Ordinance) -> None:
    known = [rule.id for rule in law.deadlines]
    plan = [f"payment_{n + 1}" for n in range(law.plan.max_payments)] if law.plan else []
    deadline = str(event.deadline)
    name, _, paper = deadline.partition(":")
    if name not in known + plan:
        raise Impossible(
            "deadline",
            f"{law.id} knows no deadline {name}; it knows {', '.join(known + plan)}. "
            "Name one of them",
            "unknown-deadline",
        )
    if paper and all(notice.event != paper for notice in facts.notices):
        raise Impossible(
            "deadline",
            f"no notice with the id {paper} has been issued by {event.on}. "
            f"Name the entry that issued it, or {name} alone for every notice",
            "unknown-notice",
        )
    if event.until:
        facts.extensions[deadline] = Extension(event.until, event.id)


FIRST: dict[str, Handler] = {
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
}
