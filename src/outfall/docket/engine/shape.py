"""Where each answer of a plan stands in its rows of results."""

from __future__ import annotations

from dataclasses import dataclass

from outfall.docket.engine.layout import MOST_DEADLINES, MOST_ORDERS, PARTS
from outfall.law.ordinance import Ordinance

DEADLINE_WIDTH, ACTION_WIDTH, ORDER_WIDTH, TRACK_WIDTH, PAYMENT_WIDTH = 5, 4, 3, 4, 3
MONEY_PARTS = PARTS[:4]
# Cents: each track's least, most and for one unit; each part's charged, reduced and paid; the rest.
REST = (
    "interest", "interest_reduced", "interest_paid", "paid", "credit", "per_diem", "assessed",
    "owed",
)  # fmt: skip
TRACKS_AT, PARTS_AT = 0, 6
REST_AT = PARTS_AT + 3 * len(MONEY_PARTS)
AMOUNTS_AT = REST_AT + len(REST)


@dataclass(frozen=True, slots=True)
class Shape:
    """The ids of a law's rules, in order, and where their answers stand."""

    deadlines: tuple[str, ...]
    actions: tuple[str, ...]
    orders: tuple[str, ...]
    holds: tuple[str, ...]
    payments: int

    @property
    def actions_at(self) -> int:
        return DEADLINE_WIDTH * len(self.deadlines)

    @property
    def orders_at(self) -> int:
        return self.actions_at + ACTION_WIDTH * len(self.actions)

    @property
    def holds_at(self) -> int:
        return self.orders_at + ORDER_WIDTH * len(self.orders)

    @property
    def tracks_at(self) -> int:
        return self.holds_at + ORDER_WIDTH * len(self.holds)

    @property
    def lien_at(self) -> int:
        return self.tracks_at + 2 * TRACK_WIDTH

    @property
    def payments_at(self) -> int:
        return self.lien_at + 2

    @property
    def width(self) -> int:
        """How many numbers of 32 bits a row of results has."""
        return self.payments_at + PAYMENT_WIDTH * self.payments

    @property
    def cents(self) -> int:
        """How many amounts a row of results has."""
        return AMOUNTS_AT + self.payments


def shape_of(law: Ordinance) -> Shape:
    """The shape of a law's results, whether or not a plan can say all of it."""
    return Shape(
        tuple(rule.id for rule in law.deadlines),
        tuple(rule.id for rule in law.actions),
        tuple(rule.id for rule in law.orders),
        tuple(rule.id for rule in law.holds),
        law.plan.max_payments if law.plan else 0,
    )


def fits(shape: Shape) -> bool:
    """Whether a row has room for so many rules."""
    most = max(len(shape.orders), len(shape.holds))
    return len(shape.deadlines) <= MOST_DEADLINES and most <= MOST_ORDERS
