"""Rights of the party that a power cuts off, and whether they still run on the day it is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outfall.checking.finding import time_for
from outfall.checking.moves import Sequence
from outfall.law.events import EVENTS
from outfall.law.ordinance import ActionRule, Ordinance
from outfall.law.standing import Standing, Step
from outfall.law.words import name_of

HARMLESS = frozenset(
    act
    for event in (
        "compliance_confirmed",
        "practices_accepted",
        "charged",
        "injunction_sought",
        "nuisance_action_begun",
        "access_suspended",
        "compensation_imposed",
    )
    for act in EVENTS[event].acts
) | {"assess_costs", "reinstate_access"}
"""Powers that take nothing for good: they free the party, ask a court, bill, or are for a time."""
BEGINNINGS = ("issue_", "accept_", "grant_")
DEBTS = {"cost": ("cost_notice",), "penalty": ("penalty_notice",)}
"""The papers that tell a party of what it owes."""


class Right(NamedTuple):
    """A right that still runs: what it is in words, and its paragraph."""

    words: str
    cite: str


def cuts(rule: ActionRule) -> bool:
    """Whether a power takes something from the party for good, where no danger calls for haste."""
    if rule.id in HARMLESS or rule.id.startswith(BEGINNINGS):
        return False
    return not any(condition.kind == "danger" for condition in rule.needs)


def running(law: Ordinance, rule: ActionRule, at: Sequence, standing: Standing) -> list[Right]:
    """The rights against the papers that an open power rests on; none where one way has none."""
    action = next(a for a in standing.actions if a.id == rule.id)
    ways = _ways(law, action.because) or [frozenset()]
    over = any(_ends_the_time(law, step) for step in _flat(action.because) if step.holds)
    found = [list(_against(law, way | {*rule.papers}, at, standing, over)) for way in ways]
    return min(found, key=len)


def _ends_the_time(law: Ordinance, step: Step) -> bool:
    """Whether no time to remedy is left to cut off: one has run out, or it is about a debt."""
    if step.because in ("expired", "closed"):
        return any(r.id == step.facts[0] and r.done_by.kind == "remedy" for r in law.deadlines)
    return step.because == "owed"


def _flat(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _flat(step.parts)


def _ways(law: Ordinance, steps: Iterable[Step]) -> list[frozenset[str]]:
    """For each way in which conditions hold, the papers that they speak of."""
    ways: list[frozenset[str]] = [frozenset()]
    for step in steps:
        if step.because == "any":
            options = [way for part in step.parts if part.holds for way in _ways(law, [part])]
        elif step.parts:
            options = _ways(law, step.parts)
        else:
            options = [_papers(law, step)]
        ways = [way | option for way in ways for option in options][:16]
    return ways


def _papers(law: Ordinance, step: Step) -> frozenset[str]:
    if step.because in ("served", "received", "complete"):
        return frozenset({str(step.facts[0])})
    if step.because in ("expired", "closed"):
        rule = next((r for r in law.deadlines if r.id == step.facts[0]), None)
        return frozenset(rule.papers if rule else ())
    if step.because == "owed":
        parts = DEBTS if step.facts[0] == "any" else {step.facts[0]}
        return frozenset(paper for part in parts for paper in DEBTS.get(part, ()))
    return frozenset()


def _against(
    law: Ordinance, papers: frozenset[str], at: Sequence, standing: Standing, over: bool
) -> Iterator[Right]:
    """What still runs against these papers."""
    for rule in law.proceedings:
        against = papers & {*rule.papers}
        if not against:
            continue
        ids = {id for id, instrument in at.papers if instrument in against}
        name = name_of(rule.id)
        if any(key in at.filed - at.decided for key in ((rule.id, id) for id in ids)):
            yield Right(f"the {name} that was filed is undecided", rule.cite)
        window = standing.deadline(rule.deadline) if rule.deadline else None
        unfiled = not any(kind == rule.id for kind, _ in at.filed)
        if window is not None and window.status == "open" and unfiled:
            yield Right(f"the time to file the {name} still runs", rule.cite)
    for deadline in law.deadlines if not over else ():
        remedy = deadline.bound == "party" and deadline.done_by.kind == "remedy"
        if remedy and papers & {*deadline.papers}:
            state = standing.deadline(deadline.id)
            if state is not None and state.status == "open":
                yield Right(f"the {time_for(deadline.id)} still runs", deadline.cite)
