"""A text and its facts as plain values for the database, and back again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from decimal import Decimal
from typing import Any

from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision, Remark, Text

_SPANS = "places"


def provisions_plain(text: Text) -> list[dict[str, Any]]:
    """The provisions of a text; the places of their characters as runs that follow one another."""
    return [
        {
            **{f.name: getattr(one, f.name) for f in fields(one) if f.name not in ("kind", _SPANS)},
            "kind": one.kind.value,
            _SPANS: _runs(one.places),
        }
        for one in text.provisions
    ]


def remarks_plain(text: Text) -> list[dict[str, Any]]:
    """The remarks on a text's form."""
    return [{f.name: getattr(one, f.name) for f in fields(one)} for one in text.remarks]


def text_of(source: str, provisions: Iterable[Any], remarks: Iterable[Any]) -> Text:
    """The text that was kept."""
    return Text(
        source,
        tuple(
            Provision(**{**row, "kind": Kind(row["kind"]), _SPANS: _places(row[_SPANS])})
            for row in provisions
        ),
        tuple(Remark(**row) for row in remarks),
    )


def _runs(places: tuple[int, ...]) -> list[list[int]]:
    """Places as runs: the first of each, and how many follow without a gap.

    >>> _runs((4, 5, 6, 9))
    [[4, 3], [9, 1]]
    """
    found: list[list[int]] = []
    for place in places:
        if found and place == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([place, 1])
    return found


def _places(runs: Iterable[list[int]]) -> tuple[int, ...]:
    return tuple(place for first, many in runs for place in range(first, first + many))


def facts_plain(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """Facts; a value as text, so that a dollar stays exact."""
    return [
        {**{f.name: getattr(fact, f.name) for f in fields(fact)}, "value": value_plain(fact.value)}
        for fact in facts
    ]


def value_plain(value: int | Decimal | None) -> str | int | None:
    """A value as it is kept: whole numbers as such, others as text."""
    return str(value) if isinstance(value, Decimal) else value


def fact_of(row: dict[str, Any]) -> Fact:
    """A fact that was kept."""
    value = row["value"]
    told = {**row, "value": Decimal(value) if isinstance(value, str) else value}
    for name in ("alternatives", "remarks"):
        told[name] = tuple(told[name])
    return Fact(**told)
