"""What a family of rules tells of an invented text, in short words that a table can hold."""

from __future__ import annotations

from collections.abc import Callable

from outfall.reading.fact import Fact
from outfall.reading.provisions import Text
from outfall.reading.segmenting import segment

Family = Callable[[Text], list[Fact]]


def told(text: str, *families: Family) -> list[str]:
    """The facts of a text: what, value with unit, tier and start, in the order of the text."""
    provisions = segment(text + "\n")
    found = [fact for family in families for fact in family(provisions)]
    return [short(fact) for fact in sorted(found, key=lambda one: (one.start, one.end, one.what))]


def short(fact: Fact) -> str:
    """A fact as the tables write it: ``tier_fine_max 500 usd t2``."""
    said = fact.what
    if fact.is_blank:
        said += f" blank {fact.unit}"
    elif fact.value is not None:
        said += f" {fact.value} {fact.unit}"
    if fact.tier:
        said += f" t{fact.tier}"
    return said + (f" @{fact.anchor}" if fact.anchor else "")
