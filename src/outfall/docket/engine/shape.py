"""Where each answer of a plan stands in its rows of results, and which answers are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from outfall.docket.engine.layout import MOST_DEADLINES, MOST_ORDERS, PARTS
from outfall.law.ordinance import Ordinance

DEADLINE_WIDTH, ACTION_WIDTH, ORDER_WIDTH, TRACK_WIDTH, PAYMENT_WIDTH = 5, 4, 3, 4, 3
MONEY_PARTS = PARTS[:4]
# Cents: each track's least, most and for one unit; each part's charged, reduced and paid; the rest.
REST = (
    "interest", "interest_reduced", "interest_paid", "paid", "credit", "per_diem", "assessed",
    "owed",
)  # fmt: skip
TRACK_CENTS, PARTS_CENTS = 3, 3 * len(MONEY_PARTS)
BY_ID = ("deadlines", "actions", "orders", "holds")
WHOLE = ("exposure", "parts", "account", "payments")


class NotAsked(LookupError):
    """An answer that ``only`` left out, asked of the results."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The ids of the rules that are answered, in order, and where their answers stand.

    ``asked`` are the kinds of answers that there are.
    """

    deadlines: tuple[str, ...]
    actions: tuple[str, ...]
    orders: tuple[str, ...]
    holds: tuple[str, ...]
    payments: int
    asked: frozenset[str] = frozenset((*BY_ID, *WHOLE))

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
        return self.tracks_at + 2 * TRACK_WIDTH * ("exposure" in self.asked)

    @property
    def payments_at(self) -> int:
        return self.lien_at + 2 * ("account" in self.asked or "payments" in self.asked)

    @property
    def width(self) -> int:
        """How many numbers of 32 bits a row of results has."""
        return self.payments_at + PAYMENT_WIDTH * self.payments

    @property
    def parts_at(self) -> int:
        """Where, among the amounts, those of the account's parts begin."""
        return 2 * TRACK_CENTS * ("exposure" in self.asked)

    @property
    def rest_at(self) -> int:
        return self.parts_at + PARTS_CENTS * ("parts" in self.asked)

    @property
    def amounts_at(self) -> int:
        return self.rest_at + len(REST) * ("account" in self.asked)

    @property
    def cents(self) -> int:
        """How many amounts a row of results has."""
        return self.amounts_at + self.payments

    def need(self, kind: str) -> None:
        """Raise ``NotAsked`` for a kind of answers that was left out."""
        if kind not in self.asked:
            told = ", ".join(sorted(self.asked))
            raise NotAsked(f"only {told} was asked for: add {kind!r} to what is wanted (only)")


def shape_of(law: Ordinance) -> Shape:
    """The shape of a law's results, whether or not a plan can say all of it."""
    return Shape(
        tuple(rule.id for rule in law.deadlines),
        tuple(rule.id for rule in law.actions),
        tuple(rule.id for rule in law.orders),
        tuple(rule.id for rule in law.holds),
        law.plan.max_payments if law.plan else 0,
    )


def narrowed(law: Ordinance, only: Iterable[str] | None) -> Shape:
    """The shape of what is wanted; None wants all.

    A name is a kind (``deadlines``, ``actions``, ``orders``, ``holds``, ``exposure``, ``account``,
    ``parts``, ``payments``) or one rule of it (``deadlines.appeal``). Raises ``ValueError`` for a
    name that the law does not know.
    """
    whole = shape_of(law)
    if only is None:
        return whole
    names = list(only)
    ids: dict[str, tuple[str, ...]] = {kind: getattr(whole, kind) for kind in BY_ID}
    known = {*BY_ID, *WHOLE, *(f"{kind}.{id}" for kind in BY_ID for id in ids[kind])}
    strange = [name for name in names if name not in known]
    if strange or not names:
        raise ValueError(
            f"{law.id} has no answer {', '.join(map(repr, strange)) or 'that is wanted'}: "
            f"there are {', '.join(sorted(known))}"
        )
    kept = {
        kind: tuple(id for id in ids[kind] if kind in names or f"{kind}.{id}" in names)
        for kind in BY_ID
    }
    asked = frozenset(name.partition(".")[0] for name in names)
    return replace(
        whole, **kept, payments=whole.payments if "payments" in asked else 0, asked=asked
    )


def fits(shape: Shape) -> bool:
    """Whether a row has room for so many rules."""
    most = max(len(shape.orders), len(shape.holds))
    return len(shape.deadlines) <= MOST_DEADLINES and most <= MOST_ORDERS
