"""The rules as OpenFisca's variables and formulas over a population of cases.

Each answer is a variable with a formula, each thing given a variable without one; a formula is
NumPy over all cases, as OpenFisca's own manuals write it. Its whole numbers are of 32 bits, so sums
are widened where they are multiplied. What is timed is what a batch of a service does: a simulation
is built, is given the columns, and is asked for the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from openfisca_core.entities import Entity
from openfisca_core.periods import DateUnit
from openfisca_core.simulations import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from . import made
from .asked import Engine
from .law import A_DAY, AFTER_LEAP, CYCLE, LEAP_DAY, PER, PERCENT, TIERS, YEARS_5

PERIOD = "2026-05-01"
CASE = Entity("case", "cases", "A case", "One case of a town's.")
EARLIER = tuple(f"earlier_{n}" for n in range(made.EARLIER))
PAID_ON = tuple(f"paid_on_{n}" for n in range(made.PAYMENTS))
PAID = tuple(f"paid_{n}" for n in range(made.PAYMENTS))
GIVEN = ("first", "last", "offense", "principal", "since", "on", *EARLIER, *PAID_ON, *PAID)


def civil_most(case: Any, period: Any) -> Any:
    """F: so much for each day that counts."""
    first, last = case("first", period), case("last", period)
    return np.where(first > 0, np.maximum(last - first + 1, 0), 0) * A_DAY


def tier(case: Any, period: Any) -> Any:
    """E: one tier up for each earlier offense within five years."""
    offense = case("offense", period)
    place = (offense - LEAP_DAY) % CYCLE
    since = offense - YEARS_5 - ((place >= 1) & (place <= AFTER_LEAP))
    found = 1
    for name in EARLIER:
        earlier = case(name, period)
        found = found + ((earlier >= since) & (earlier < offense))
    return np.minimum(found, len(TIERS))


def tier_most(case: Any, period: Any) -> Any:
    """E: the most that an offense of its tier can cost."""
    return np.array((0, *TIERS), np.int32)[case("tier", period)]


def interest(case: Any, period: Any) -> Any:
    """D.2.b: interest so far. What is owed comes of the same steps, and is put beside it."""
    borne, owed_ = _ledger(case, period)
    case.get_holder("owed").put_in_cache(owed_.astype(np.int32), period)
    return borne


def owed(case: Any, period: Any) -> Any:
    """D.2.b: what is owed, interest included."""
    return _ledger(case, period)[1]


def _ledger(case: Any, period: Any) -> tuple[Any, Any]:
    """Six percent on what is unpaid; a payment goes to interest first."""
    left, day, on = case("principal", period), case("since", period), case("on", period)
    left = left.astype(np.float64)
    accrued = taken = np.zeros(len(left))
    for name, amount in zip(PAID_ON, PAID, strict=True):
        paid_on = case(name, period)
        paid = np.where(paid_on <= on, case(amount, period), 0)
        until = np.maximum(day, np.minimum(paid_on, on))
        accrued = accrued + left * (until - day)
        day = until
        part = np.minimum(paid, np.rint(accrued * PERCENT / PER) - taken)
        taken = taken + part
        left = left - np.minimum(left, paid - part)
    accrued = accrued + left * np.maximum(on + 1 - day, 0)
    total = np.rint(accrued * PERCENT / PER)
    return total, left + total - taken


FORMULAS = {
    "civil_most": civil_most,
    "tier": tier,
    "tier_most": tier_most,
    "interest": interest,
    "owed": owed,
}
ASKED = {"civil": ("civil_most",), "tier": ("tier", "tier_most"), "interest": ("interest", "owed")}


@cache
def system() -> TaxBenefitSystem:
    """The country of these rules: one kind of entity, and its variables."""
    made_of = TaxBenefitSystem([CASE])
    for name in (*GIVEN, *FORMULAS):
        told: dict[str, Any] = {
            "value_type": int,
            "entity": CASE,
            "definition_period": DateUnit.DAY,
            "label": name,
        }
        if name in FORMULAS:
            told["formula"] = FORMULAS[name]
        made_of.add_variable(type(name, (Variable,), told))
    return made_of


def built(size: int) -> Any:
    """A simulation of so many cases."""
    return SimulationBuilder().build_default_simulation(system(), count=size)


class OpenFisca(Engine):
    """A simulation over all cases: a new one each time, as a batch that comes in needs, or the
    same one again (``kept``), which leaves out what building it takes."""

    name = "OpenFisca"

    def __init__(self, kept: bool = False) -> None:
        self.kept = kept

    @property
    def title(self) -> str:
        """Its name, and what is left out."""
        return f"{self.name}, simulation at hand" if self.kept else self.name

    most: Mapping[str, int] = {"civil": 10**8, "tier": 10**8, "interest": 10**8}

    def ready(self, question: str, data: Any) -> Any:
        """The columns by the names of their variables, in the engine's own 32 bits."""
        if question == "civil":
            given = {"first": data.first, "last": data.last}
        elif question == "tier":
            given = {"offense": data.offense, **dict(zip(EARLIER, data.earlier, strict=True))}
        else:
            given = {"principal": data.principal, "since": data.since, "on": data.on}
            given |= zip(PAID_ON, data.paid_on, strict=True)
            given |= zip(PAID, data.paid, strict=True)
        size = len(data)
        simulation = built(size) if self.kept else None
        return size, {name: column.astype(np.int32) for name, column in given.items()}, simulation

    def ask(self, question: str, ready: Any) -> Any:
        """The answers of a simulation that knows none yet."""
        size, given, simulation = ready
        if simulation is None:
            simulation = built(size)
        for name in ASKED[question]:
            simulation.delete_arrays(name)
        for name, column in given.items():
            simulation.set_input(name, PERIOD, column)
        return tuple(simulation.calculate(name, PERIOD) for name in ASKED[question])
