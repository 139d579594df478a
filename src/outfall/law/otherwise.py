"""What each other reading would change: the whole point of not settling a question silently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outfall.law.account import account_of
from outfall.law.actions import action
from outfall.law.data import amount, day
from outfall.law.deadlines import deadlines_of
from outfall.law.orders import order
from outfall.law.penalties import exposure_of
from outfall.law.standing import Account, Exposure, ReadingState
from outfall.law.view import View

Changes = tuple[tuple[str, Any], ...]


def readings(view: View) -> tuple[ReadingState, ...]:
    """Every reading that this case touches, with what each other choice would change today."""
    touched, found = view.touched, []
    for reading in view.plan.law.readings:
        if not touched & view.plan.bits[reading.id]:
            continue
        adopted = view.readings[reading.id]
        others = tuple(
            (choice, tuple(changes(view, view.otherwise(reading.id, choice))))
            for choice, _ in reading.choices
            if choice != adopted
        )
        found.append(ReadingState(reading.id, reading.cite, adopted, others))
    return tuple(found)


def changes(now: View, other: View) -> Iterator[tuple[str, Any]]:
    """The paths of a standing that differ between two views of one day, with the other's values."""
    yield from _deadlines(now, other)
    for rule in now.plan.law.actions:
        a, b = action(now, rule), action(other, rule)
        if a is not b:
            yield from _fields(
                f"actions.{rule.id}", a, b, ("permitted", "obligatory", "since", "not_before")
            )
    for line in now.plan.law.orders:
        c, d = order(now, line), order(other, line)
        if c is not d:
            yield from _fields(f"orders.{line.id}", c, d, ("in_force", "since", "until", "scope"))
    for track in ("civil", "criminal"):
        e, f = exposure_of(now, track), exposure_of(other, track)
        if e is not f:
            yield from _exposure(track, e, f)
    g, h = account_of(now), account_of(other)
    if g is not h:
        yield from _account(g, h)


def _deadlines(now: View, other: View) -> Iterator[tuple[str, Any]]:
    here, there = tuple(deadlines_of(now)), {d.id: d for d in deadlines_of(other)}
    for deadline in here:
        yield from _fields(
            f"deadlines.{deadline.id}", deadline, there.pop(deadline.id, None), ("due", "status")
        )
    for deadline in there.values():
        yield from _fields(f"deadlines.{deadline.id}", None, deadline, ("due", "status"))


def _fields(path: str, a: object, b: object, names: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if b is None and a is not None:
        yield path, None
        return
    for name in names:
        new = getattr(b, name, None)
        if new != getattr(a, name, None):
            yield (
                f"{path}.{name}",
                day(new) if name in ("due", "since", "until", "not_before") else new,
            )


def _exposure(track: str, a: Exposure, b: Exposure) -> Iterator[tuple[str, Any]]:
    path = f"exposure.{track}"
    units = "days" if track == "civil" else "violations"
    for name, old, new in (
        ("tier", a.tier, b.tier),
        (units, a.units, b.units),
        ("min", amount(a.min), amount(b.min)),
        ("max", amount(a.max), amount(b.max)),
        ("jail_days_max", a.jail_days, b.jail_days),
    ):
        if old != new:
            yield f"{path}.{name}", new


def _account(a: Account, b: Account) -> Iterator[tuple[str, Any]]:
    for name, old, new in (
        ("charges", a.charges, b.charges),
        ("interest", a.interest, b.interest),
        ("balance", a.owed, b.owed),
        ("per_diem", a.per_diem, b.per_diem),
    ):
        if old != new:
            yield f"account.{name}", amount(new)
