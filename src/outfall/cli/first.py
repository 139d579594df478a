"""What to do first: out of everything that a standing says, the few things that can't wait.

Nothing here decides what the law is. It puts in order what the standing already says: the town's
own duties and last days, then proofs that a clock waits for, powers that a lapsed time has opened,
what a party waits for, and the party's own last days.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from outfall.law.case import Case
from outfall.law.days import counted
from outfall.law.events import EVENTS
from outfall.law.ordinance import DeadlineRule, Ordinance
from outfall.law.standing import Action, Deadline, Standing, Step
from outfall.law.words import dollars, english, name_of, reason
from outfall.told.phrases import capital, cited, element_name, short

SOON = 7
"""Days within which a last day is near enough to come before what has no last day."""

OVERDUE, DUTY, NEAR, DUE, PROOF, OPENED, WAITING, LATER = range(8)


class ToDo(NamedTuple):
    """One thing to do. ``by`` is its last day, ``since`` the day from which it can be done.

    Two with one ``subject`` are one thing; ``rank`` puts them in order, then the day.
    """

    rank: int
    what: str
    cite: str
    subject: str
    by: date | None = None
    since: date | None = None
    why: str = ""

    def when(self, today: date) -> str:
        """The day it must be done by, or that none is set."""
        if self.by is not None:
            return (
                f"{'was due' if self.by < today else 'by'} {short(self.by)}{_away(self.by, today)}"
            )
        if self.rank == DUTY:
            return f"now: a duty since {short(self.since or today)}, with no last day in the code"
        if self.since is not None:
            return f"open since {short(self.since)}, with no last day in the code"
        return "now; no last day is set for it"


def _away(day: date, today: date) -> str:
    days = (day - today).days
    if -1 <= days <= 1:
        return (" (yesterday)", " (today)", " (tomorrow)")[days + 1]
    return f" (in {days} days)" if days > 0 else f" ({-days} days ago)"


class Desk:
    """A standing with what it takes to put it in order: the case behind it, and the law."""

    def __init__(self, standing: Standing, case: Case, law: Ordinance) -> None:
        self.standing, self.law, self.on = standing, law, standing.as_of
        self.events = [event for event in counted(case) if event.on <= self.on]
        self.rules = {rule.id: rule for rule in law.deadlines}
        self.permitted = {a.id: a for a in standing.actions if a.permitted}
        self.done = {act for event in self.events for act in EVENTS[event.name].acts}
        self.done |= {f"issue_{event.instrument}" for event in self.events if event.instrument}

    def rule(self, deadline: Deadline) -> DeadlineRule | None:
        return self.rules.get(deadline.id.partition(":")[0])

    def unused(self) -> Iterator[Action]:
        """Powers that are open, that no duty demands and that the town has not used yet."""
        for action in self.permitted.values():
            if not action.obligatory and action.id not in self.done:
                yield action


def first(standing: Standing, case: Case, law: Ordinance, most: int = 3) -> list[ToDo]:
    """The things to do first, each once, the most pressing before the others."""
    desk = Desk(standing, case, law)
    sources = (
        _own_days,
        _duties,
        _danger,
        _proofs,
        _opened,
        _releases,
        _proceedings,
        _party,
        _notice,
        _irregular,
    )
    found = [item for source in sources for item in source(desk)]
    found.sort(key=lambda item: (item.rank, item.by or date.max, item.since or date.max))
    kept: dict[str, ToDo] = {}
    for item in found:
        known = kept.get(item.subject)
        if known is None:
            kept[item.subject] = item
        elif known.by is None and item.by is not None:
            kept[item.subject] = known._replace(by=item.by)
    return list(kept.values())[:most]


def _own_days(desk: Desk) -> Iterator[ToDo]:
    """The last days that bind the town or the body that hears appeals."""
    for item in desk.standing.deadlines:
        if item.bound == "party" or item.status not in ("open", "missed"):
            continue
        near = (item.due - desk.on).days <= SOON
        rank = OVERDUE if item.status == "missed" else NEAR if near else WAITING
        what, subject = _act_of(desk.rule(item), item.id)
        yield ToDo(rank, what, item.cite, subject, item.due, None, _counted(item))


def _act_of(rule: DeadlineRule | None, id: str) -> tuple[str, str]:
    """What a last day of the town's asks for, and the power that does it."""
    by = rule.done_by if rule else None
    if by is not None and by.kind == "service" and by.of:
        return f"Serve the {name_of(by.of)}", f"issue_{by.of}"
    if by is not None and by.kind == "hearing":
        return "Hold the hearing of the appeal", "decide appeal"
    if by is not None and by.kind == "decision" and by.of:
        return f"Decide the {by.of}", f"decide {by.of}"
    if by is not None and by.kind == "event" and by.of:
        return f"{capital(name_of(by.of))}, for the {name_of(id)}", id
    return capital(name_of(id)), id


def _counted(item: Deadline) -> str:
    start = item.source.start
    if not item.source.length[:1].isdigit():
        return ""
    return f"{item.source.length} from {short(start)}"


def _duties(desk: Desk) -> Iterator[ToDo]:
    for action in desk.permitted.values():
        if action.obligatory:
            why = reason(action.because[0]) if action.because else ""
            yield ToDo(
                DUTY, capital(name_of(action.id)), action.cite, action.id, None, action.since, why
            )


def _danger(desk: Desk) -> Iterator[ToDo]:
    """What the town may do about a danger that has not passed, as one decision."""
    open_now = [a for a in desk.unused() if any(s.because == "danger" for s in _held(a.because))]
    if open_now:
        since = min((a.since for a in open_now if a.since), default=None)
        acts = english([f"{name_of(a.id)}{cited(a.cite)}" for a in open_now], "or")
        what = "Decide on the danger: the town may act today"
        yield ToDo(NEAR, what, "", "danger", None, since, f"it may {acts}")


def _held(steps: tuple[Step, ...]) -> Iterator[Step]:
    """The conditions that hold, those inside others too."""
    for step in steps:
        if step.holds:
            yield step
            yield from _held(step.parts)


def _proofs(desk: Desk) -> Iterator[ToDo]:
    """Papers whose service or receipt is not shown, and papers that lack an element."""
    papers = {notice.event: notice for notice in desk.standing.notices}
    cites = {paper.id: paper.cite for paper in desk.law.instruments}
    for remark in desk.standing.warnings:
        paper = papers.get(remark.event or "")
        if remark.id not in _PROOFS or paper is None:
            continue
        what, why = _PROOFS[remark.id]
        name = name_of(paper.instrument)
        subject = f"{'issue' if remark.id == 'incomplete_notice' else 'prove'}_{paper.instrument}"
        if remark.id == "incomplete_notice":
            lacking = [f"{element_name(id)}{cited(cite)}" for id, cite in paper.missing]
            why = f"it lacks the {english(lacking)}"
        cite = remark.cite or cites.get(paper.instrument, "")
        yield ToDo(PROOF, what.format(name, paper.event), cite, subject, None, None, why)


_PROOFS = {
    "service_returned": ("Serve the {0} ({1}) again", "it came back, and no clock runs"),
    "proof_of_service_missing": (
        "Serve the {0} ({1}), or record its service",
        "no clock that waits for service runs",
    ),
    "proof_of_receipt_missing": (
        "Record the day on which the {0} ({1}) was received",
        "no clock that waits for receipt runs",
    ),
    "incomplete_notice": ("Issue the {0} ({1}) anew, complete", ""),
}


def _opened(desk: Desk) -> Iterator[ToDo]:
    """Powers that a time which ran out, or an act, has opened; money that no lien secures yet."""
    for action in desk.unused():
        lapsed = [
            s for s in _held(action.because) if s.because in ("expired", "closed", "happened")
        ]
        owed = [s for s in _held(action.because) if s.because == "owed"]
        if lapsed or (owed and action.id == "record_lien"):
            why = reason((owed or lapsed)[0])
            what = capital(name_of(action.id))
            yield ToDo(OPENED, what, action.cite, action.id, None, action.since, why)
    for payment in desk.standing.account.plan:
        if payment.status == "missed":
            what = f"Claim payment {payment.number} of {dollars(payment.amount)}"
            cite = desk.law.plan.cite if desk.law.plan else ""
            yield ToDo(PROOF, what, cite, f"payment_{payment.number}", payment.due)


def _releases(desk: Desk) -> Iterator[ToDo]:
    """Acts of the town's that alone end an order or a hold which the party waits under."""
    ends = {rule.id: rule.ends for rule in desk.law.orders}
    waiting = [
        (o.id, o.cite, ends.get(o.id, ()), "order") for o in desk.standing.orders if o.in_force
    ]
    waiting += [(h.id, h.cite, (h.released_by,), "hold") for h in desk.standing.holds if h.in_force]
    for id, cite, events, kind in waiting:
        for act in (act for name in events if name in EVENTS for act in EVENTS[name].acts):
            if act in desk.permitted:
                action = desk.permitted[act]
                why = f"it ends the {name_of(id)} {kind}{cited(cite)}"
                yield ToDo(OPENED, capital(name_of(act)), action.cite, act, None, action.since, why)


def _proceedings(desk: Desk) -> Iterator[ToDo]:
    """Appeals, petitions and protests that nobody has decided."""
    cites = {rule.id: rule.cite for rule in desk.law.proceedings}
    for kind, filed, decided in _PROCEEDINGS:
        open_since: date | None = None
        for event in desk.events:
            if event.name in (filed, decided):
                open_since = event.on if event.name == filed else None
        if open_since is not None and kind in cites:
            what = f"Decide the {kind} of {short(open_since)}"
            yield ToDo(WAITING, what, cites[kind], f"decide {kind}", None, open_since)


_PROCEEDINGS = (
    ("appeal", "appeal_filed", "appeal_decided"),
    ("protest", "cost_protested", "protest_decided"),
    ("petition", "petition_filed", "petition_decided"),
)


def _party(desk: Desk) -> Iterator[ToDo]:
    """The party's own last days: what to look for then, and what follows on the day after."""
    for item in desk.standing.deadlines:
        if item.bound != "party" or item.status != "open":
            continue
        rule = desk.rule(item)
        window = rule is not None and rule.done_by.kind == "filing"
        near = (item.due - desk.on).days <= SOON
        if window:
            what = f"Take in the {rule.done_by.of if rule else ''}, if one comes"
            rank, subject = WAITING if near else LATER, f"window {item.id}"
        else:
            what = f"Watch the party's {name_of(item.id)}"
            rank, subject = DUE if near else LATER, f"party {item.due}"
        yield ToDo(rank, what, item.cite, subject, item.due, None, _follows(desk, item))


def _follows(desk: Desk, item: Deadline) -> str:
    day = item.due + timedelta(days=1)
    opens = [a for a in desk.standing.actions if a.not_before == day]
    if not opens:
        return ""
    acts = english([f"{name_of(a.id)}{cited(a.cite)}" for a in opens], "or")
    return f"if nothing comes, from {short(day)} the town may {acts}"


def _notice(desk: Desk) -> Iterator[ToDo]:
    """Where no paper has gone out: nothing runs against the party until one does."""
    papers = [a for a in desk.unused() if a.id.startswith("issue_")]
    if papers and not desk.standing.notices:
        acts = english([f"{name_of(a.id)}{cited(a.cite)}" for a in papers], "or")
        what = "Decide on a paper: nothing runs against the party until one is served"
        yield ToDo(WAITING, what, "", "paper", None, None, f"the town may {acts}")


def _irregular(desk: Desk) -> Iterator[ToDo]:
    """Acts of the town's own that the law did not permit on their day."""
    names = {event.id: event.name for event in desk.events}
    for remark in desk.standing.irregularities:
        name = names.get(remark.event or "")
        if name and EVENTS[name].acts:
            what = f"See to the irregular {name_of(name)} ({remark.event})"
            yield ToDo(WAITING, what, remark.cite, f"irregular {remark.event}", why=remark.text)
