"""Periods taken apart: the single periods inside a last day, and what each choice makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from outfall.law.counting import Length
from outfall.law.ordinance import Ordinance
from outfall.law.periods import (
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)
from outfall.told.rule_words import Words


class Period(NamedTuple):
    """One period: where it stands, its start in words, its length in words and in hours or days.

    ``measure`` is equal for lengths that last equally long, such as two days and 48 hours.
    """

    cite: str
    start: str
    length: str
    measure: tuple[str, int]
    rule: str = "plain"
    by: str = ""


NAMED = "the day that the notice names"


def periods(law: Ordinance, term: Term, cite: str, paper: str | None) -> Iterator[Period]:
    """Every single period inside a last day, under whatever reading."""
    if isinstance(term, Counted):
        yield _counted(law, term, cite, paper)
    elif isinstance(term, Named):
        yield Period(term.cite or cite, "the notice", NAMED, ("named", 0))
    elif isinstance(term, SameAs):
        other = next(rule for rule in law.deadlines if rule.id == term.deadline)
        yield from periods(law, other.due, other.cite, other.of)
    else:
        for part in _parts(term):
            yield from periods(law, part, cite, paper)


def _parts(term: Extreme | FirstKnown | InDanger | ByReading[Term]) -> Iterator[Term]:
    if isinstance(term, InDanger):
        yield from (term.danger, term.otherwise)
    elif isinstance(term, ByReading):
        yield from (part for _, part in term.choices)
    else:
        yield from term.terms


def _counted(law: Ordinance, term: Counted, cite: str, paper: str | None) -> Period:
    start = Words(law).anchor(term.anchor, paper)
    length = str(term.length) if term.length else f"the town's figure {term.policy}"
    measure = _measure(term.length) if term.length else (str(term.policy), 0)
    return Period(term.cite or cite, start, length, measure, term.rule, term.by)


def _measure(length: Length) -> tuple[str, int]:
    if length.unit in ("day", "hour", "week"):
        return "hours", length.n * {"hour": 1, "day": 24, "week": 168}[length.unit]
    return length.unit, length.n


class Choice(NamedTuple):
    """The periods of a last day under one choice of a reading."""

    name: str
    periods: frozenset[Period]


def by_reading(
    law: Ordinance, term: Term, cite: str, paper: str | None
) -> dict[str, tuple[Choice, ...]]:
    """For each reading inside a last day what each of its choices makes of it."""
    gathered: dict[str, dict[str, set[Period]]] = {}
    for node in _readings(term):
        choices = gathered.setdefault(node.reading, {})
        for name, part in node.choices:
            choices.setdefault(name, set()).update(periods(law, part, cite, paper))
    return {
        reading: tuple(Choice(name, frozenset(some)) for name, some in choices.items())
        for reading, choices in gathered.items()
    }


def _readings(term: Term) -> Iterator[ByReading[Term]]:
    if isinstance(term, ByReading):
        yield term
    if isinstance(term, Extreme | FirstKnown | InDanger | ByReading):
        for part in _parts(term):
            yield from _readings(part)


def counted_in(term: Term, adopted: Mapping[str, str] | None = None) -> Iterator[Counted]:
    """Every counted period inside a last day, those of other deadlines left out.

    With ``adopted`` choices, those alone that the readings leave.
    """
    if isinstance(term, Counted):
        yield term
    elif isinstance(term, ByReading) and adopted is not None:
        yield from counted_in(term.under(adopted[term.reading]), adopted)
    elif isinstance(term, Extreme | FirstKnown | InDanger | ByReading):
        for part in _parts(term):
            yield from counted_in(part, adopted)


def linked(term: Term) -> set[str]:
    """The other deadlines whose last day a last day takes over."""
    if isinstance(term, SameAs):
        return {term.deadline}
    if isinstance(term, Extreme | FirstKnown | InDanger | ByReading):
        return {name for part in _parts(term) for name in linked(part)}
    return set()
