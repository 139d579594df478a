"""With which fields each fact is told: a value and its units, a start, an offense.

One table for whoever adds a fact by hand and for what a program proposes, so that neither can put
dollars where a period belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from outfall.reading.vocabulary import UNITS

TIME = ("days", "business_days", "hours", "weeks", "months", "years")
WHOLE = frozenset({*TIME, "count"})
"""Units of which there is no part."""
MOST: Mapping[str, int] = {
    "days": 36_525,
    "business_days": 26_000,
    "hours": 876_600,
    "weeks": 5_218,
    "months": 1_200,
    "years": 100,
    "usd": 10**9,
    "usd_per_day": 10**9,
    "percent_per_year": 1_000,
    "count": 1_000,
}
"""The most of each unit: a hundred years, and sums that no ordinance reaches. Beyond it a figure is
a slip of the pen, and days could not be counted."""
PLACES_MOST = 6
"""Decimals of a value at most."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What is said of one fact beside what it is. Without units it has no value."""

    units: tuple[str, ...] = ()
    starts: bool = False
    """Whether it runs from something."""
    offense: str = ""
    """``may`` or ``must`` be said of which offense it speaks; empty where neither."""
    least: bool = False
    """Whether more may be given than it says."""


_OFFENSE = frozenset({"lookback_period", "cure_period", "remediation_complete_within"})
_BARE_TIERS = frozenset({"tier_warning", "tier_stop_work_immediate"})
_INTEREST: Mapping[str, Fields] = {
    "interest_rate": Fields(("percent_per_year",), starts=True),
    "interest_start_day": Fields(("days",), starts=True),
    "interest_on_late_payment": Fields(starts=True),
}


def fields_of(kind: str, what: str) -> Fields:
    """The fields with which a fact of the vocabulary is told.

    >>> fields_of("penalty", "civil_penalty_per_day_max").units
    ('usd_per_day',)
    >>> fields_of("lien", "lien")
    Fields(units=(), starts=False, offense='', least=False)
    """
    if kind == "deadline":
        return Fields(TIME, True, "may" if what in _OFFENSE else "", what == "cure_period")
    if kind == "penalty":
        if what == "separate_offense_period":
            return Fields(("days", "weeks"))
        daily = "_per_day_" in what
        return Fields(("usd_per_day",) if daily else ("usd",), starts=what.startswith("civil_"))
    if kind == "tier":
        return Fields(() if what in _BARE_TIERS else ("usd",), offense="must")
    if kind == "imprisonment":
        return Fields(("days", "months", "years"), offense="may")
    if kind == "interest":
        return _INTEREST.get(what, Fields())
    return Fields(("count",)) if kind == "installments" else Fields()


def out_of_range(value: Decimal | int, unit: str) -> str:
    """Why a number can't be that many of a unit, in a sentence; empty where it can.

    >>> out_of_range(15, "days"), out_of_range(Decimal("1.5"), "days")
    ('', 'A number of days is whole.')
    >>> out_of_range(2000, "years")
    'Write a number from 0 to 100: no ordinance has more years.'
    """
    figure, most = Decimal(value), MOST.get(unit, 10**9)
    if not figure.is_finite() or not 0 <= figure <= most:
        return (
            f"Write a number from 0 to {most:,}: no ordinance has more {UNITS.get(unit, 'of it')}."
        )
    if unit in WHOLE and figure != figure.to_integral_value():
        return f"A number of {UNITS[unit]} is whole."
    exponent = figure.as_tuple().exponent
    if not isinstance(exponent, int) or -exponent > PLACES_MOST:
        return f"Write at most {PLACES_MOST} decimals."
    return ""
