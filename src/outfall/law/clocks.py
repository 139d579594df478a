"""When clocks start, when they end, and how each deadline stands on a view's day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from typing import NamedTuple

from outfall.law.counting import Days, count
from outfall.law.facts import Notice, Proceeding, Violation
from outfall.law.ordinance import DeadlineRule, ServiceRule
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)
from outfall.law.standing import Deadline
from outfall.law.terms import Due
from outfall.law.view import DAY, REVERSED, Start, View


def start_of(view: View, anchor: Anchor, notice: Notice | None) -> Start | None:
    """When the event of an anchor happened, as far as the record shows by this day."""
    kind, of = anchor.kind, anchor.of
    if kind in ("issue", "service", "receipt", "postmark"):
        paper = view.governing(of) if of and (not notice or notice.instrument != of) else notice
        return _paper(view, kind, paper)
    if kind == "event":
        return _happened(view, of, anchor.told_by)
    if kind in ("deadline", "lapse"):
        deadline = deadline_of(view, view.plan.deadlines[of], notice)
        if deadline is None:
            return None
        if kind == "lapse":
            return Start(deadline.due + DAY, deadline.source.event)
        raw = deadline.due if deadline.extended_from else deadline.source.raw
        return Start(raw, deadline.source.event)
    if kind in ("filing", "hearing", "decision"):
        return _proceeding(view, kind, of, notice)
    if kind == "settled":
        paid = view.plan.settled(view, of)
        return Start(*paid) if paid else None
    return _violation(view, kind, notice)


def _happened(view: View, event: str, told_by: str | None) -> Start | None:
    """The last of these events or, where each must be told by a paper, the first still untold."""
    events = view.facts.happened.get(event)
    if not events:
        return None
    if told_by is not None:
        told = [p.service.on for p in view.facts.of_instrument.get(told_by, ()) if p.service]
        last = max(told, default=date.min)
        untold = [found for found in events if found[0] > last]
        return Start(*(untold[0] if untold else _first_told(events, told)))
    return Start(*events[-1])


def _first_told(events: list[tuple[date, str]], told: list[date]) -> tuple[date, str]:
    """The first event that the last paper tells of: the first after the paper before it."""
    before = sorted(told)[-2] if len(told) > 1 else date.min
    return next((event for event in events if event[0] > before), events[-1])


def _paper(view: View, kind: str, paper: Notice | None) -> Start | None:
    if paper is None:
        return None
    if kind == "issue":
        return Start(paper.issued, paper.event)
    if kind == "receipt":
        return view.receipt(paper)
    if kind == "postmark":
        return view.postmark(paper)
    service = paper.service
    return Start(service.on, service.event, service.at) if service else None


def _proceeding(view: View, kind: str, of: str, notice: Notice | None) -> Start | None:
    case = view.proceeding(of, notice)
    if case is None or not timely(view, case):
        return None
    if kind == "filing":
        return Start(case.filed, case.event)
    if kind == "hearing":
        return Start(case.heard, case.event) if case.heard else None
    if case.decided is None or case.outcome in REVERSED:
        return None
    return Start(case.decided, case.decided_event)


def _violation(view: View, kind: str, notice: Notice | None) -> Start | None:
    found = view.facts.of(notice)
    if not found:
        return None
    first = min(found, key=lambda v: (v.observed, v.event))
    if kind == "observation":
        return Start(first.observed, first.event)
    if kind == "discovery":
        return Start(first.discovered, first.event)
    return _remedied(found)


def _remedied(found: list[Violation]) -> Start | None:
    standing = [v for v in found if v.reversed_on is None]
    days = [
        (v.remedied, v.remedied_at or time.min, v.remedied_by, v.remedied_at)
        for v in standing
        if v.remedied is not None
    ]
    if not days or len(days) < len(standing):
        return None
    on, _, event, at = max(days)
    return Start(on, event, at)


def timely(view: View, case: Proceeding) -> bool:
    """Filed by the last day. Where no clock has started, a filing can't be late."""
    return view.once(("timely", case.event), _timely, view, case)


def _timely(view: View, case: Proceeding) -> bool:
    rule = view.plan.proceedings.get(case.kind)
    if rule is None or rule.deadline is None:
        return rule is not None
    last = last_day(view, view.plan.deadlines[rule.deadline], case.notice)
    return last is None or case.filed <= last


def pending(view: View, kind: str, notice: Notice | None) -> Proceeding | None:
    """A timely proceeding that is undecided."""
    case = view.proceeding(kind, notice)
    if case is None or case.decided is not None or not timely(view, case):
        return None
    return case


def due_of(view: View, term: Term, notice: Notice | None) -> Due | None:
    """The last day of a term, or None where its clock has not started."""
    if isinstance(term, Counted):
        return _counted(view, term, notice)
    if isinstance(term, ByReading):
        return due_of(view, term.under(view.reading(term.reading)), notice)
    if isinstance(term, InDanger):
        dangerous = notice is not None and notice.in_danger
        return due_of(view, term.danger if dangerous else term.otherwise, notice)
    if isinstance(term, FirstKnown):
        found = (due_of(view, part, notice) for part in term.terms)
        return next((due for due in found if due is not None), None)
    if isinstance(term, Named):
        day = notice.comply_by if notice else None
        if day is None or notice is None or notice.service is None:
            return None
        return Due(day, day, notice.event, notice.issued, "named", term.cite, anchor="named")
    if isinstance(term, SameAs):
        other = deadline_of(view, view.plan.deadlines[term.deadline], notice)
        if other is None:
            return None
        return Due(other.due, other.due, other.source.event, other.source.start, "same", term.cite)
    return _extreme(view, term, notice)


def _extreme(view: View, term: Extreme, notice: Notice | None) -> Due | None:
    known: list[Due] = []
    for part in term.terms:
        due = due_of(view, part, notice)
        if due is not None:
            known.append(due)
        elif not isinstance(part, Named | SameAs):
            return None
    if not known:
        return None
    best = known[0]
    for due in known[1:]:
        if (due.due > best.due) if term.latest else (due.due < best.due):
            best = due
    if len(known) == 1:
        return best
    return Due(
        best.due, best.raw, best.event, best.start, best.length, best.cite, best.counted,
        best.due_at, tuple(known), term.latest, best.anchor,
    )  # fmt: skip


def _counted(view: View, term: Counted, notice: Notice | None) -> Due | None:
    start = start_of(view, term.anchor, notice)
    if start is None:
        return None
    length = term.length
    if term.policy:
        length = Days(int(view.policy[term.policy]))
    own = notice.cure_days if notice and term.at_least == "cure_days" else None
    if own and isinstance(length, Days):
        length = Days(max(length.n, own))
    assert length is not None
    rule = view.plan.rule(term.rule, start.on)
    added = _service_days(view, term.anchor, notice) if view.plan.adds_days else None
    if added and isinstance(length, Days) and not added.adds_after_end:
        length = Days(length.n + added.adds)
    counted = count(start.on, length, rule, view.calendar, start.at)
    if added and added.adds_after_end:
        counted = count(counted.due, Days(added.adds), rule, view.calendar)
    return Due(
        counted.due,
        counted.raw,
        start.event,
        start.on,
        str(length),
        term.cite,
        counted,
        counted.due_at,
        anchor=term.anchor.kind,
    )


def counted_from(view: View, term: Counted, start: date) -> date:
    """The unrolled last day of a counted term from a day that is already known."""
    assert term.length is not None
    return count(start, term.length, view.plan.rule(term.rule, start), view.calendar).raw


def _service_days(view: View, anchor: Anchor, notice: Notice | None) -> ServiceRule | None:
    if anchor.kind != "service":
        return None
    paper = view.governing(anchor.of) if anchor.of else notice
    service = paper and paper.service
    return view.plan.service(service.method, service.on) if service else None


def last_day(view: View, rule: DeadlineRule, notice: Notice | None) -> date | None:
    """The last timely day with any extension, before its status is known."""
    found = view.once(("due", rule.id, notice and notice.event), due_of, view, rule.due, notice)
    if found is None:
        return None
    granted = view.facts.extensions
    own = granted.get(f"{rule.id}:{notice.event}") if granted and notice else None
    extension = own or granted.get(rule.id)
    return max(extension.until, found.due) if extension else found.due


def deadline_of(view: View, rule: DeadlineRule, notice: Notice | None) -> Deadline | None:
    """A deadline with its status, or None where its clock has not started."""
    paper = notice if rule.of else None
    if rule.of and (paper is None or paper.instrument not in rule.papers):
        paper = next((n for n in map(view.governing, rule.papers) if n), None)
        if paper is None:
            return None
    return view.once(("deadline", rule.id, paper and paper.event), _deadline, view, rule, paper)


def _deadline(view: View, rule: DeadlineRule, notice: Notice | None) -> Deadline | None:
    last = last_day(view, rule, notice)
    if last is None or _ended(rule, notice):
        return None
    source, _, asked = view.memo["due", rule.id, notice and notice.event]
    done = _done(view, rule.done_by, notice, source, last)
    if done is not None:
        status = "late" if _late(done, last, source) else "met"
    elif _stayed(view, rule, notice, last):
        status = "stayed"
    else:
        status = "missed" if view.on > last else "open"
    return Deadline(
        rule.id,
        rule.bound,
        source.cite or rule.cite,
        status,
        last,
        source,
        source.due if last != source.due else None,
        done.on if done else None,
        _named(view, asked),
        notice.event if notice else None,
        rule.says,
    )


def _named(view: View, asked: int) -> str | None:
    """The reading that decides a due date: the first that it asked itself, receipt apart."""
    if not asked:
        return None
    names = [name for name, bit in view.plan.bits.items() if asked & bit]
    chosen = [name for name in names if name != "receipt_unshown"] or names
    return chosen[0]


def _ended(rule: DeadlineRule, notice: Notice | None) -> bool:
    """A notice that was reversed on appeal sets no more deadlines, the appeal's own apart."""
    if notice is None or notice.proceeding is None or notice.proceeding.outcome != "reversed":
        return False
    return rule.done_by.kind not in ("filing", "hearing", "decision")


class Done(NamedTuple):
    """When an act was done: the day, and the hour where it is known."""

    on: date
    at: time | None = None


def _done(view: View, by: Anchor, notice: Notice | None, due: Due, last: date) -> Done | None:
    """When the act that a deadline waits for was done.

    The town's own work is not the party's act; done before the last day had passed, it leaves the
    party nothing to miss.
    """
    if by.kind == "event":
        return _first(due, (day for day, _ in view.facts.happened.get(by.of, ())))
    if by.kind == "service" and by.of:
        papers = view.facts.of_instrument.get(by.of, ())
        return _first(due, (paper.service.on for paper in papers if paper.service))
    if by.kind in ("filing", "hearing", "decision"):
        case = view.proceeding(by.of, notice)
        return _dealt(by.kind, case) if case else None
    start = start_of(view, by, notice)
    if start is None:
        return None
    if by.kind == "remedy" and start.on > last and any(v.by_town for v in view.facts.of(notice)):
        return None
    return Done(start.on, start.at)


def _first(due: Due, days: Iterable[date]) -> Done | None:
    """The first of these days that is no earlier than the start of the clock."""
    return next((Done(day) for day in days if day >= due.start), None)


def _dealt(kind: str, case: Proceeding) -> Done | None:
    """When a proceeding was filed, heard or decided."""
    if kind == "filing":
        return Done(case.filed, case.at)
    day = case.decided if kind == "decision" else case.heard or case.decided
    return Done(day) if day else None


def _late(done: Done, last: date, source: Due) -> bool:
    """Done after the last day or, where both hours are known, after the last hour of it."""
    if done.on != last or done.at is None or source.due_at is None:
        return done.on > last
    return done.at > source.due_at.time()


def _stayed(view: View, rule: DeadlineRule, notice: Notice | None, last: date) -> bool:
    """Whether a proceeding begun before the last day had passed stops the deadline."""
    if rule.stayed_by is None or not view.facts.proceedings:
        return False
    by = view.choose(rule.stayed_by)
    case = pending(view, by, notice)
    return case is not None and case.filed <= last
