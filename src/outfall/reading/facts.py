"""All facts of a text: every family of rules over it, each statement once, in the text's order."""

from __future__ import annotations

from collections.abc import Callable

from outfall.reading import deadlines, interest, liens, notices, penalties, remedies, tiers
from outfall.reading.fact import Fact
from outfall.reading.provisions import Text

FAMILIES = (deadlines, interest, penalties, tiers, notices, liens, remedies)
"""The modules of rules."""


def facts(text: Text, watch: Callable[[int, int], object] | None = None) -> list[Fact]:
    """Every fact that the rules find, sorted by place; what a provision tells twice is once.

    ``watch`` is told how many families of rules are done, and of how many.
    """
    found: list[Fact] = []
    for done, family in enumerate(FAMILIES, 1):
        found += family.facts_of(text)
        if watch is not None:
            watch(done, len(FAMILIES))
    found.sort(key=lambda fact: (fact.start, fact.end, fact.kind, fact.what))
    return _each_once(found)


def _each_once(found: list[Fact]) -> list[Fact]:
    """Without a statement's second telling in its provision: the one with a start says more."""
    kept: dict[tuple[object, ...], list[Fact]] = {}
    for fact in found:
        same = kept.setdefault(_statement(fact), [])
        for place, other in enumerate(same):
            if fact.anchor == other.anchor or "unspecified" in (fact.anchor, other.anchor):
                if fact.anchor != other.anchor == "unspecified":
                    same[place] = fact
                break
        else:
            same.append(fact)
    return sorted((fact for same in kept.values() for fact in same), key=lambda f: (f.start, f.end))


def _statement(fact: Fact) -> tuple[object, ...]:
    return (
        fact.provision, fact.cite, fact.kind, fact.what, fact.value, fact.unit, fact.tier,
        fact.condition == "emergency" if fact.kind == "deadline" else fact.condition,
    )  # fmt: skip
