"""How long a town keeps its records: what it has set, and the years below which it can't go.

The floors are data with their sources. A legal hold, a lien and the look-back of the ordinance's
own repeat offenses go before any of them. The record itself is only ever added to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outfall.law.ordinance import Ordinance


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record, and the years for which it is kept where the town says nothing else."""

    id: str
    says: str
    usual: int


KINDS = (
    Kind("cases", "Closed cases, with their papers, photographs and money", 7),
    Kind("reports", "Reports that led to no violation", 7),
    Kind("screenings", "Screenings of outfalls and inspections without a finding", 7),
)


@dataclass(frozen=True, slots=True)
class Floor:
    """Years below which no town can go, and where they come from."""

    years: int
    says: str
    source: str


def floors(law: Ordinance) -> list[Floor]:
    """Every floor that binds a town under this ordinance, the longest first."""
    found = [Floor(3, "Records of the MS4 permit", "40 CFR 122.34")]
    if law.state == "NY":
        found.append(Floor(5, "Records of the MS4 permit in New York", "the state's MS4 permit"))
    for rule in law.penalties:
        within = rule.repeat.within if rule.repeat is not None else None
        years = _years(str(within)) if within is not None else 0
        if years:
            says = "Earlier offenses that raise a penalty are looked for so far back"
            found.append(Floor(years, says, f"§ {rule.cite}"))
    return sorted(dict.fromkeys(found), key=lambda floor: -floor.years)


def _years(length: str) -> int:
    number, _, unit = length.partition(" ")
    if not number.isdigit():
        return 0
    parts = {"year": 1, "month": 12, "week": 52, "day": 365}
    return -(-int(number) // parts.get(unit.removesuffix("s"), 365))


def floor_of(laws: Iterable[Ordinance]) -> int:
    """The longest floor under all of these ordinances."""
    return max(floor.years for law in laws for floor in floors(law))


def years_of(value: dict[str, Any]) -> dict[str, int]:
    """The years for each kind, as set; where a kind has none, the town's one figure for all."""
    kinds = value.get("kinds", {})
    return {kind.id: int(kinds.get(kind.id, value.get("years", kind.usual))) for kind in KINDS}
