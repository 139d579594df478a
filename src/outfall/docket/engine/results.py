"""What a docket comes to: arrays with one row a case, and the cases that were handed over.

Days are ordinals (``date.toordinal``), 0 for none; money is in cents, -1 for no ceiling. The ids in
``deadlines``, ``actions``, ``orders`` and ``holds`` name the columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from outfall.docket.engine.layout import REASONS, STATUSES
from outfall.docket.engine.shape import (
    ACTION_WIDTH,
    DEADLINE_WIDTH,
    MONEY_PARTS,
    ORDER_WIDTH,
    PAYMENT_WIDTH,
    REST,
    TRACK_CENTS,
    TRACK_WIDTH,
    Shape,
)
from outfall.law.faults import Fault
from outfall.law.standing import Standing

Small = npt.NDArray[np.int32]
Long = npt.NDArray[np.int64]
ASSESSED_HERE = 0


@dataclass(slots=True)
class Results:
    """Every answer for every case, whoever worked it out.

    ``reasons`` is 0 for a case that the plan answered, else why it was handed to ``assess``.
    ``further`` has a row for each deadline under a further live paper: case, deadline, then its
    five numbers. ``trace`` is, for each power, the first of its needs that fails (-1: none does).
    ``standings`` keeps the full standing of each case handed over, ``refused`` the faults of each
    that can't be read. ``straight`` is how many cases the plan took in a straight line.
    """

    shape: Shape
    days: Small
    cents: Long
    trace: npt.NDArray[np.int8]
    reasons: npt.NDArray[np.int8]
    further: Small
    ids: Sequence[str]
    why_pack: str = ""
    standings: dict[int, Standing] = field(default_factory=dict)
    refused: dict[int, tuple[Fault, ...]] = field(default_factory=dict)
    straight: int = 0

    def __len__(self) -> int:
        return len(self.days)

    @property
    def deadlines(self) -> tuple[str, ...]:
        return self.shape.deadlines

    @property
    def actions(self) -> tuple[str, ...]:
        return self.shape.actions

    def _deadline(self, n: int) -> Small:
        self.shape.need("deadlines")
        return self.days[:, n : self.shape.actions_at : DEADLINE_WIDTH]

    @property
    def deadline_due(self) -> Small:
        """The last day of each deadline; 0 where no clock runs."""
        return self._deadline(0)

    @property
    def deadline_status(self) -> Small:
        """Its status: a place in ``STATUSES``."""
        return self._deadline(1)

    @property
    def deadline_done(self) -> Small:
        return self._deadline(2)

    @property
    def deadline_extended_from(self) -> Small:
        return self._deadline(3)

    @property
    def deadline_notice(self) -> Small:
        """The place of the entry that issued its paper, counted from 1."""
        return self._deadline(4)

    def _action(self, n: int) -> Small:
        self.shape.need("actions")
        shape = self.shape
        return self.days[:, shape.actions_at + n : shape.orders_at : ACTION_WIDTH]

    @property
    def action_permitted(self) -> npt.NDArray[np.bool_]:
        return np.asarray(np.equal(self._action(0) & 1, 1))

    @property
    def action_obligatory(self) -> npt.NDArray[np.bool_]:
        return np.asarray(np.equal(self._action(0) & 2, 2))

    @property
    def action_since(self) -> Small:
        return self._action(1)

    @property
    def action_not_before(self) -> Small:
        return self._action(2)

    @property
    def action_notice(self) -> Small:
        return self._action(3)

    def _order(self, n: int) -> Small:
        self.shape.need("orders")
        return self.days[:, self.shape.orders_at + n : self.shape.holds_at : ORDER_WIDTH]

    def _hold(self, n: int) -> Small:
        self.shape.need("holds")
        return self.days[:, self.shape.holds_at + n : self.shape.tracks_at : ORDER_WIDTH]

    @property
    def order_state(self) -> Small:
        """0 never begun, 1 over, 2 in force."""
        return self._order(0)

    @property
    def order_since(self) -> Small:
        return self._order(1)

    @property
    def order_until(self) -> Small:
        return self._order(2)

    @property
    def hold_state(self) -> Small:
        return self._hold(0)

    @property
    def hold_since(self) -> Small:
        return self._hold(1)

    @property
    def hold_until(self) -> Small:
        return self._hold(2)

    def exposure(self, track: str) -> dict[str, npt.NDArray[np.signedinteger]]:
        """One track: tier (0: none), units, jail_days, and in cents min, max and per_unit."""
        self.shape.need("exposure")
        number = ("civil", "criminal").index(track)
        at, cents = self.shape.tracks_at + TRACK_WIDTH * number, TRACK_CENTS * number
        return {
            "tier": self.days[:, at],
            "units": self.days[:, at + 1],
            "jail_days": self.days[:, at + 2],
            "min": self.cents[:, cents],
            "max": self.cents[:, cents + 1],
            "per_unit": self.cents[:, cents + 2],
        }

    def part(self, name: str) -> Long:
        """Charged, reduced and paid of one part of the account."""
        self.shape.need("parts")
        at = self.shape.parts_at + 3 * MONEY_PARTS.index(name)
        return self.cents[:, at : at + 3]

    def money(self, name: str) -> Long:
        """One figure of the account, such as ``interest``, ``per_diem`` or ``owed``."""
        self.shape.need("account")
        return self.cents[:, self.shape.rest_at + REST.index(name)]

    @property
    def lien(self) -> npt.NDArray[np.bool_]:
        self.shape.need("account")
        return np.equal(self.days[:, self.shape.lien_at], 1)

    @property
    def payments(self) -> Small:
        """For each case and payment: last day, status, the day it was made."""
        self.shape.need("payments")
        size = (len(self), self.shape.payments, PAYMENT_WIDTH)
        return self.days[:, self.shape.payments_at :].reshape(size)

    @property
    def payment_amounts(self) -> Long:
        self.shape.need("payments")
        return self.cents[:, self.shape.amounts_at :]

    @property
    def handed_over(self) -> npt.NDArray[np.bool_]:
        return np.not_equal(self.reasons, ASSESSED_HERE)

    def ways(self) -> dict[str, int]:
        """How many cases went which way: in a straight line, through the whole plan, by hand."""
        own = int(np.count_nonzero(self.reasons == ASSESSED_HERE))
        return {
            "straight": self.straight,
            "whole": own - self.straight,
            "handed_over": len(self) - own,
        }

    def shares(self) -> dict[str, float]:
        """The share of cases handed over, by reason."""
        size = max(len(self), 1)
        counted = np.bincount(self.reasons, minlength=len(REASONS))
        return {REASONS[n]: counted[n] / size for n in range(1, len(REASONS)) if counted[n]}


def status(number: int) -> str:
    """The word of a status."""
    return STATUSES[number]
