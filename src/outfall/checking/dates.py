"""Dates: gaps and overlaps of the versions of an ordinance, and of the rows inside one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from outfall.checking.figures import tables
from outfall.checking.finding import Finding, found
from outfall.law.ordinance import Ordinance
from outfall.told.phrases import cited, in_force


class Span(NamedTuple):
    """The days on which something is law, first and last; None is open."""

    name: str
    since: date | None
    until: date | None


DAY = timedelta(days=1)


def versions(spans: Sequence[Span]) -> Iterator[Finding]:
    """Days on which no version of an ordinance is law, or more than one."""
    for one, other, days in _faults(spans):
        kind, first, last = days
        names = f"{one.name} and {other.name}"
        says = (
            f"Neither {one.name} nor {other.name} is law from {first} through {last}."
            if kind == "gap"
            else f"Both {names} are law {in_force(_open(first), _open(last))}."
        )
        yield found(f"version-{kind}", (), f"versions {one.name} {other.name}", says)


def rows(law: Ordinance) -> Iterator[Finding]:
    """Days on which a penalty or interest has no row, or more than one."""
    for about, cite, spans in _dated(law):
        for _, _, (kind, first, last) in _faults(spans):
            have = "no amount or rate" if kind == "gap" else "two amounts or rates"
            when = in_force(_open(first), _open(last))
            says = f"There is {have} for the {about}{cited(cite)} {when}."
            yield found(f"rows-{kind}", (cite,), about, says)


def _open(day: date) -> date | None:
    """The first and the last day that there are stand for no bound at all."""
    return None if day in (date.min, date.max) else day


def _dated(law: Ordinance) -> Iterator[tuple[str, str, list[Span]]]:
    for rule in law.penalties:
        for table in tables(rule):
            for n, tiers in enumerate(table, 1):
                about = f"penalty {rule.track}"
                yield about, rule.cite, [Span(f"tier {n}", t.since, t.until) for t in tiers]
    if law.interest is not None:
        spans = [Span("rate", row.since, row.until) for row in law.interest.rates]
        yield "interest", law.interest.cite, spans


Days = tuple[str, date, date]
"""``gap`` or ``overlap``, and its first and last day."""


def _faults(spans: Sequence[Span]) -> Iterator[tuple[Span, Span, Days]]:
    """Neighbours in time that leave days between them, or share some."""
    ordered = sorted(spans, key=lambda span: (span.since or date.min, span.until or date.max))
    for one, other in pairwise(ordered):
        ends, begins = one.until or date.max, other.since or date.min
        if begins <= max(ends, one.since or date.min):
            last = max(begins, min(ends, other.until or date.max))
            yield one, other, ("overlap", begins, last)
        elif begins - ends > DAY:
            yield one, other, ("gap", ends + DAY, begins - DAY)
