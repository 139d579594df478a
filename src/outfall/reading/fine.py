"""A sum that can be imposed for a violation, with its roles in the clause."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from outfall.reading.natures import Nature
from outfall.reading.quantities import Quantity
from outfall.reading.scope import Place, Span

__all__ = ["Fine"]


@dataclass(frozen=True, slots=True)
class Fine:
    """A sum with its roles; ``span`` lies in the text of ``place``'s provision."""

    place: Place
    span: Span
    quantity: Quantity
    bound: str
    """``min``, ``max`` or ``exact``."""
    per: str
    """``day``, ``violation`` or ``total``; empty where the clause says none."""
    nature: Nature
    tier: int | None = None
    condition: str | None = None
    anchor: str | None = None

    @property
    def value(self) -> int | Decimal | None:
        return self.quantity.value
