"""Facts as people say them."""

from __future__ import annotations

from decimal import Decimal

from outfall.reading.fact import Fact
from outfall.reading.vocabulary import ANCHORS, WHAT

ORDINALS = {1: "first", 2: "second", 3: "third or later"}


def value_in_words(fact: Fact) -> str:
    """A fact's value with its unit; empty where it has none.

    >>> value_in_words(Fact("deadline", "appeal_window", "C", 0, 1, 1, "days"))
    '1 day'
    >>> value_in_words(Fact("penalty", "criminal_fine_max", "C", 0, 1, Decimal("1000"), "usd"))
    '$1,000'
    """
    if fact.is_blank:
        return "a figure that the text leaves blank"
    if fact.value is None:
        return ""
    value, unit = fact.value, fact.unit or ""
    if unit.startswith("usd"):
        whole = value == int(value)
        said = f"${int(value):,}" if whole else f"${Decimal(value):,.2f}"
        return said + (" a day" if unit == "usd_per_day" else "")
    if unit == "percent_per_year":
        return f"{Decimal(value).normalize():f} percent a year"
    if unit == "count":
        return f"{value}"
    name = unit.replace("_", " ")
    return f"{value} {name[:-1] if value == 1 else name}"


def fact_in_words(fact: Fact) -> str:
    """A fact in one phrase: what it is, its value, from when, for whom.

    >>> said = Fact("deadline", "cure_period", "C", 0, 1, 15, "days", "service_of_notice")
    >>> fact_in_words(said)
    'time to correct: 15 days, from service of the notice'
    """
    what = WHAT.get(fact.kind, {}).get(fact.what, fact.what.replace("_", " "))
    value = value_in_words(fact)
    parts = [f"{what}: {value}" if value else what]
    if fact.bound == "min":
        parts.append("at the least")
    if fact.anchor:
        parts.append(f"from {ANCHORS.get(fact.anchor, fact.anchor.replace('_', ' '))}")
    if fact.tier:
        parts.append(f"{ORDINALS.get(fact.tier, str(fact.tier))} offense")
    if fact.condition:
        parts.append(f"in this case: {fact.condition.replace('_', ' ')}")
    return ", ".join(parts)
