"""Whether the names in a pack lead somewhere: deadlines, readings, counting rules, instruments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outfall.law.events import EVENTS, PARTS, PERMITS, VIOLATION_KINDS
from outfall.law.faults import Fault
from outfall.law.ordinance import Condition, InterestRule, Ordinance, PenaltyRule
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    SameAs,
    Term,
)

_NAMED = {
    "expired": "deadline",
    "closed": "deadline",
    "open": "deadline",
    "late": "deadline",
    "served": "instrument",
    "received": "instrument",
    "complete": "instrument",
    "order": "order",
    "free": "hold",
    "proceeding": "proceeding",
    "exposed": "penalty",
}
# What else a condition can name. The first two can stand without: then they speak of any kind.
_WORDS: dict[str, tuple[str, ...]] = {
    "violation": VIOLATION_KINDS,
    "unremedied": VIOLATION_KINDS,
    "permit": (*PERMITS, "unsaid"),
    "compensation": ("free", "unsettled"),
    "owed": ("any", *PARTS, "fine"),
    "event": tuple(EVENTS),
    "never": tuple(EVENTS),
}
_ONE = ("permit", "compensation", "owed")
"""Conditions that ask about one word alone."""
_LEANS = ("deadline", "lapse", "filing", "decision")
_STATES = ("none", "unfiled", "filed", "pending", "not_pending", "upheld", "not_reversed")


def wired(law: Ordinance) -> list[Fault]:
    """Every name in the pack that leads nowhere, and every reading without a rule for a choice."""
    return [
        Fault("paragraphs", f"{where}: {says}", "leads-nowhere") for where, says in _troubles(law)
    ]


def _troubles(law: Ordinance) -> Iterator[tuple[str, str]]:
    names: dict[str, set[str]] = {
        "deadline": {rule.id for rule in law.deadlines},
        "instrument": {rule.id for rule in law.instruments},
        "order": {rule.id for rule in law.orders},
        "hold": {rule.id for rule in law.holds},
        "proceeding": {rule.id for rule in law.proceedings},
        "penalty": {rule.track for rule in law.penalties},
        "counting": {name for name, _, _ in law.counting},
        "policy": {item.id for item in law.policy},
    }
    choices = {reading.id: {name for name, _ in reading.choices} for reading in law.readings}
    for reading in law.readings:
        if reading.adopted not in choices[reading.id]:
            yield (
                f"reading {reading.id}",
                f"{reading.adopted} is adopted and is not one of its choices",
            )
    for kind, rules in (
        ("deadline", law.deadlines),
        ("action", law.actions),
        ("order", law.orders),
    ):
        seen: set[str] = set()
        for rule in rules:
            if rule.id in seen:
                yield f"{kind} {rule.id}", "this is written twice"
            seen.add(rule.id)
    for deadline in law.deadlines:
        where = f"deadline {deadline.id}"
        yield from _term(deadline.due, where, names, choices)
        yield from _choice(deadline.stayed_by, where, choices)
    for action in law.actions:
        duty = action.duty if isinstance(action.duty, tuple) else ()
        for condition in (*action.needs, *duty):
            yield from _condition(condition, f"action {action.id}", names, choices)
    for penalty in law.penalties:
        yield from _penalty(penalty, names, choices)
    for warning in law.warnings:
        for condition in warning.when:
            yield from _condition(condition, f"warning {warning.id}", names, choices)
    for order in law.orders:
        if order.scope and order.scope not in choices:
            yield f"order {order.id}", f"there is no reading {order.scope}"
    for proceeding in law.proceedings:
        if proceeding.deadline and proceeding.deadline not in names["deadline"]:
            yield f"proceeding {proceeding.id}", f"there is no deadline {proceeding.deadline}"
    if law.interest:
        settled = {rule.id for rule in law.deadlines if rule.done_by.kind == "settled"}
        yield from _interest(law.interest, names, choices, settled)
    yield from _circles(law)
    if law.allocation and law.allocation not in names["policy"]:
        yield "allocation", f"there is no policy {law.allocation}"


def _circles(law: Ordinance) -> Iterator[tuple[str, str]]:
    """Deadlines that wait for one another: a time to appeal that starts with the appeal."""
    filed = {rule.id: rule.deadline for rule in law.proceedings if rule.deadline}
    leans = {
        rule.id: {filed.get(name, name) for name in _leant_on(rule.due)} for rule in law.deadlines
    }
    for first, next_to in leans.items():
        reached, ahead = set[str](), list(next_to)
        while ahead:
            name = ahead.pop()
            if name not in reached:
                reached.add(name)
                ahead += leans.get(name, ())
        if first in reached:
            yield f"deadline {first}", "it starts with what can come only after it: a circle"


def _penalty(
    penalty: PenaltyRule, names: dict[str, set[str]], choices: dict[str, set[str]]
) -> Iterator[tuple[str, str]]:
    where = f"penalty {penalty.track}"
    for condition in penalty.opens:
        yield from _condition(condition, where, names, choices)
        if "exposed" in _kinds(condition):
            yield where, "it can't open when there is exposure: the exposure is what it gives"
    for value in (
        penalty.count,
        penalty.after_deadline,
        penalty.tolled_by,
        penalty.each_violation,
        penalty.escalating,
        penalty.cap,
        penalty.tiers_by,
        penalty.repeat.after_conviction if penalty.repeat else None,
        penalty.repeat.unconvicted if penalty.repeat else None,
    ):
        yield from _choice(value, where, choices)


def _interest(
    rule: InterestRule, names: dict[str, set[str]], choices: dict[str, set[str]], settled: set[str]
) -> Iterator[tuple[str, str]]:
    yield from _term(rule.starts, "interest", names, choices)
    yield from _choice(rule.on, "interest", choices)
    yield from _choice(rule.year, "interest", choices)
    if rule.policy and rule.policy not in names["policy"]:
        yield "interest", f"there is no policy {rule.policy}"
    for name in sorted(_leant_on(rule.starts) & settled):
        yield "interest", f"it can't start with {name}, which only the account itself can settle"


def _leant_on(term: Term) -> set[str]:
    """The deadlines, and the proceedings, that a term itself counts from."""
    if isinstance(term, Counted):
        named = term.anchor.kind in _LEANS and term.anchor.of
        return {named} if isinstance(named, str) else set()
    if isinstance(term, SameAs):
        return {term.deadline}
    if isinstance(term, InDanger):
        return _leant_on(term.danger) | _leant_on(term.otherwise)
    if isinstance(term, ByReading):
        return {name for _, part in term.choices for name in _leant_on(part)}
    parts = term.terms if isinstance(term, Extreme | FirstKnown) else ()
    return {name for part in parts for name in _leant_on(part)}


def _kinds(c: Condition) -> set[str]:
    """The kind of a condition and of all that stand inside it."""
    inside = (*c.parts, *(part for _, parts in c.choices for part in parts))
    return {c.kind}.union(*(_kinds(part) for part in inside))


def _choice(value: Any, where: str, choices: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    if isinstance(value, ByReading):
        if value.reading not in choices:
            yield where, f"there is no reading {value.reading}"
        elif {name for name, _ in value.choices} != choices[value.reading]:
            known = ", ".join(sorted(choices[value.reading]))
            yield where, f"reading {value.reading} needs a rule for each of {known}"


def _anchor(anchor: Anchor, where: str, names: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    kind = {
        "deadline": "deadline",
        "lapse": "deadline",
        "filing": "proceeding",
        "decision": "proceeding",
    }.get(anchor.kind)
    if anchor.kind in ("issue", "service", "receipt", "postmark") and anchor.of:
        kind = "instrument"
    if kind and anchor.of not in names[kind]:
        yield where, f"there is no {kind} {anchor.of}"


def _term(
    term: Term, where: str, names: dict[str, set[str]], choices: dict[str, set[str]]
) -> Iterator[tuple[str, str]]:
    if isinstance(term, Counted):
        yield from _anchor(term.anchor, where, names)
        if term.rule not in names["counting"]:
            yield where, f"there is no counting rule {term.rule}"
        if term.policy and term.policy not in names["policy"]:
            yield where, f"there is no policy {term.policy}"
    elif isinstance(term, SameAs):
        if term.deadline not in names["deadline"]:
            yield where, f"there is no deadline {term.deadline}"
    elif isinstance(term, Extreme | FirstKnown):
        for part in term.terms:
            yield from _term(part, where, names, choices)
    elif isinstance(term, InDanger):
        yield from _term(term.danger, where, names, choices)
        yield from _term(term.otherwise, where, names, choices)
    elif isinstance(term, ByReading):
        yield from _choice(term, where, choices)
        for _, part in term.choices:
            yield from _term(part, where, names, choices)


def _condition(
    c: Condition, where: str, names: dict[str, set[str]], choices: dict[str, set[str]]
) -> Iterator[tuple[str, str]]:
    kind = _NAMED.get(c.kind)
    if kind and not c.args:
        yield where, f"{c.kind} needs the name of {'an' if kind[0] in 'aeio' else 'a'} {kind}"
    elif kind and c.args[0] not in names[kind]:
        yield where, f"there is no {kind} {c.args[0]}"
    if c.kind == "proceeding" and (len(c.args) != 2 or c.args[1] not in _STATES):
        yield where, f"proceeding needs a proceeding and one of {', '.join(_STATES)}"
    known = _WORDS.get(c.kind, ())
    for arg in c.args if known else ():
        if arg not in known:
            yield where, f"{c.kind} can't name {arg}: it names one of {', '.join(known[:12])}"
    if known and not c.args and c.kind not in ("violation", "unremedied"):
        yield where, f"{c.kind} needs one of {', '.join(known[:12])}"
    if c.kind in _ONE and len(c.args) > 1:
        yield where, f"{c.kind} names one word alone. Write two conditions under any"
    if c.kind == "reading":
        yield from _choice(ByReading(c.args[0], c.choices), where, choices)
    for part in (*c.parts, *(p for _, parts in c.choices for p in parts)):
        yield from _condition(part, where, names, choices)
