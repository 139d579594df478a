"""What can happen next in a case: the acts, papers, filings and days that a pack turns on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from outfall.law.case import Case, Event, Party
from outfall.law.events import EVENTS
from outfall.law.ordinance import Condition, Ordinance, ProceedingRule
from outfall.law.periods import anchors
from outfall.law.standing import Standing

FIRST_DAY = date(2026, 3, 2)
"""A Monday; every sequence begins on it."""
DAY = timedelta(days=1)
SCHEDULE = timedelta(days=3)
"""The time that a notice sets in the walk: short, so that a power that waits for nothing but the
notice's own day opens while the rights that run from its service are still open."""
FILINGS = {"appeal": "appeal_filed", "petition": "petition_filed", "protest": "cost_protested"}
DECISIONS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "appeal": (
        ("appeal_decided", {"outcome": "upheld"}),
        ("appeal_decided", {"outcome": "reversed"}),
    ),
    "petition": (
        ("petition_decided", {"outcome": "denied"}),
        ("petition_decided", {"outcome": "granted"}),
    ),
    "protest": (("protest_decided", {"amount": 10_000}),),
}
AFTER = {
    "compensation_completed": "compensation_imposed",
    "compensation_defaulted": "compensation_imposed",
    "work_resumed": "work_stopped",
    "access_reinstated": "access_suspended",
    "lien_released": "lien_recorded",
}


@dataclass(frozen=True, slots=True)
class Sequence:
    """Events of a case up to a day, with what the moves must know of them."""

    events: tuple[Event, ...]
    on: date
    papers: tuple[tuple[str, str], ...] = ()
    served: frozenset[str] = frozenset()
    filed: frozenset[tuple[str, str]] = frozenset()
    decided: frozenset[tuple[str, str]] = frozenset()
    done: frozenset[str] = frozenset()

    def case(self, law: Ordinance, readings: tuple[tuple[str, str], ...] = ()) -> Case:
        """The sequence as a case under the law."""
        owner = Party("owner", "owner", "Example Holdings LLC")
        return Case("walk", law.id, self.events, (owner,), readings=readings)

    def then(self, name: str, **fields: Any) -> Sequence:
        """The sequence with one more event on its day."""
        id = f"e{len(self.events) + 1}"
        event = Event(id, name, self.on, len(self.events), **fields)
        return replace(self, events=(*self.events, event), done=self.done | {name})


@dataclass(slots=True)
class Moves:
    """The moves of one ordinance: what its rules name, and nothing else."""

    law: Ordinance
    named: frozenset[str] = field(init=False)
    kinds: tuple[str, ...] = field(init=False)
    asked: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        conditions = list(_all_conditions(self.law))
        self.asked = frozenset(c.kind for c in conditions)
        events = {name for c in conditions if c.kind in ("event", "never") for name in c.args}
        for deadline in self.law.deadlines:
            starts = (*anchors(deadline.due), deadline.done_by)
            events |= {anchor.of for anchor in starts if anchor.kind == "event"}
        for order in self.law.orders:
            events |= {start.of for start in order.starts if start.kind == "event"} | {*order.ends}
        events |= {hold.released_by for hold in self.law.holds}
        if "danger" in self.asked or "danger_over" in self.asked:
            events.add("danger_passed")
        if "compensation" in self.asked:
            events |= {"compensation_completed", "compensation_defaulted"}
        self.named = frozenset(events & EVENTS.keys())
        kinds = [
            kind for c in conditions if c.kind in ("violation", "unremedied") for kind in c.args
        ]
        self.kinds = tuple(dict.fromkeys(kinds)) or ("discharge",)

    def starts(self) -> Iterator[Sequence]:
        """A case with one violation, of each kind and state that the rules tell apart."""
        permits = ("held", "none", None) if "permit" in self.asked else (None,)
        dangers = (False, True) if "danger_passed" in self.named else (False,)
        for danger in dangers:
            for kind in self.kinds:
                for permit in permits:
                    yield Sequence((), FIRST_DAY).then(
                        "violation_observed", kind=kind, danger=danger, permit=permit
                    )

    def after(self, at: Sequence, standing: Standing) -> Iterator[Sequence]:
        """Each way in which a case can go on from its standing."""
        permitted = {action.id for action in standing.actions if action.permitted}
        yield from self._acts(at, standing, permitted)
        yield from self._papers(at, permitted)
        yield from self._contests(at)
        yield from self._happenings(at)
        yield from (replace(at, on=day) for day in _days(at, standing))

    def _acts(self, at: Sequence, standing: Standing, permitted: set[str]) -> Iterator[Sequence]:
        for event in EVENTS.values():
            if event.name in at.done or not permitted & {*event.acts}:
                continue
            if event.name == "penalty_assessed":
                yield at.then(event.name, amount=standing.civil.min or standing.civil.max or 100)
            else:
                yield at.then(event.name)
        if "reinstate_access" in permitted and "access_reinstated" not in at.done:
            yield at.then("access_reinstated", approved=True)
        if "cost_recorded" not in at.done and self.asked & {"cost", "owed"}:
            kinds = dict(self.law.cost_kinds)
            kind = "abatement" if not kinds or "abatement" in kinds else next(iter(kinds))
            yield at.then("cost_recorded", amount=10_000, kind=kind)

    def _papers(self, at: Sequence, permitted: set[str]) -> Iterator[Sequence]:
        issued = {instrument for _, instrument in at.papers}
        for paper in self.law.instruments:
            if f"issue_{paper.id}" in permitted and paper.id not in issued:
                id = f"e{len(at.events) + 1}"
                contents = tuple(element for element, _ in paper.elements)
                comply_by = at.on + SCHEDULE
                went = at.then(
                    "notice_issued", instrument=paper.id, contents=contents, comply_by=comply_by
                )
                yield replace(went, papers=(*at.papers, (id, paper.id)))
        for id, instrument in at.papers:
            if id not in at.served:
                went = at.then(
                    "served",
                    instrument=instrument,
                    notice=id,
                    method="certified_mail",
                    received_on=at.on,
                    postmarked_on=at.on,
                )
                yield replace(went, served=at.served | {id})

    def _contests(self, at: Sequence) -> Iterator[Sequence]:
        for rule in self.law.proceedings:
            for id in _contestable(rule, at):
                key = (rule.id, id)
                if key not in at.filed:
                    yield replace(at.then(FILINGS[rule.id], notice=id), filed=at.filed | {key})
                elif key not in at.decided:
                    if rule.id == "appeal" and "hearing_held" not in at.done:
                        yield at.then("hearing_held", notice=id)
                    for name, fields in DECISIONS[rule.id]:
                        went = at.then(name, notice=id, **fields)
                        yield replace(went, decided=at.decided | {key})

    def _happenings(self, at: Sequence) -> Iterator[Sequence]:
        if "corrected" not in at.done and "abated" not in at.done:
            yield at.then("corrected")
        for name in sorted(self.named - at.done):
            event = EVENTS[name]
            plain = not event.needs and not event.acts and name not in (*FILINGS.values(), "voided")
            wanted = AFTER.get(name)
            if plain and name != "corrected" and (wanted is None or wanted in at.done):
                yield at.then(name)


def _contestable(rule: ProceedingRule, at: Sequence) -> Iterator[str]:
    """The papers on record that a proceeding can contest."""
    for id, instrument in at.papers:
        if instrument in rule.papers and id in at.served:
            yield id


def _days(at: Sequence, standing: Standing) -> list[date]:
    """The next days on which something can change: around last days, and where a power opens."""
    days = {action.not_before for action in standing.actions if action.not_before}
    for deadline in standing.deadlines:
        days |= {deadline.due, deadline.due + DAY}
    return sorted(day for day in days if day > at.on)[:3] or [at.on + DAY]


def _all_conditions(law: Ordinance) -> Iterator[Condition]:
    for action in law.actions:
        duty = action.duty if isinstance(action.duty, tuple) else ()
        for condition in (*action.needs, *duty):
            yield from _inside(condition)
    for penalty in law.penalties:
        for condition in penalty.opens:
            yield from _inside(condition)


def _inside(condition: Condition) -> Iterator[Condition]:
    yield condition
    for part in (*condition.parts, *(c for _, parts in condition.choices for c in parts)):
        yield from _inside(part)
