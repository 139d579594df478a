"""What each other reading would change: the whole point of not settling a question silently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from outfall.law.account import account_of
from outfall.law.actions import action
from outfall.law.clocks import deadline_of, last_day
from outfall.law.data import amount, day
from outfall.law.days import Taken
from outfall.law.deadlines import deadlines_of, payments_of
from outfall.law.facts import Notice
from outfall.law.orders import order
from outfall.law.ordinance import Reading
from outfall.law.penalties import exposure_of
from outfall.law.plan import Setting
from outfall.law.standing import Account, Changes, Deadline, Exposure, ReadingState, Remark
from outfall.law.terms import Due
from outfall.law.view import View

Key = tuple[Any, ...]
_ORDER_OF = {"deadline": 1, "payments": 2, "action": 3, "order": 4, "exposure": 5, "account": 6}
_DEADLINE = ("due", "status")
_ACTION = ("permitted", "obligatory", "since", "not_before")
_ORDER = ("in_force", "since", "until", "scope")


def readings(
    view: View, taken: Taken, again: Callable[[Setting], Taken]
) -> tuple[ReadingState, ...]:
    """Every reading that this case touches, with what each other choice would change today.

    ``again`` takes the events in under other choices: what was irregular may then be regular.
    """
    touched = view.touched | taken.touched
    return tuple(
        ReadingState(
            reading.id,
            reading.cite,
            view.readings[reading.id],
            partial(_otherwise, view, reading, taken, again),
        )
        for reading in view.plan.law.readings
        if touched & view.plan.bits[reading.id]
    )


def _otherwise(
    view: View, reading: Reading, taken: Taken, again: Callable[[Setting], Taken]
) -> tuple[tuple[str, Changes], ...]:
    bit = view.plan.bits[reading.id]
    every = sorted(view.memo, key=lambda key: _ORDER_OF.get(key[0], 0))
    asked = [key for key in every if view.memo[key][1] & bit]
    itself = [key for key in asked if view.memo[key][2] & bit]
    names = {(d.id.partition(":")[0], d.notice): d.id for d in deadlines_of(view)}
    found = []
    for choice, _ in reading.choices:
        if choice == view.readings[reading.id]:
            continue
        other = view.otherwise(reading.id, choice)
        there = again(other.setting) if taken.touched & bit else taken
        if there.order != taken.order:
            other = View(view.plan, there.facts, view.on, other.setting)
            changes = tuple(_changes(view, other, every, names))
        else:
            differs = any(_differs(view, other, key) for key in itself)
            changes = tuple(_changes(view, other, asked, names)) if differs else ()
        found.append((choice, (*changes, *_regularity(taken.remarks, there.remarks))))
    return tuple(found)


def _regularity(here: list[Remark], there: list[Remark]) -> Iterator[tuple[str, Any]]:
    """Acts that would be regular, or irregular in another way."""
    now = {remark.event: remark.id for remark in here}
    then = {remark.event: remark.id for remark in there}
    for event in (*now, *(event for event in then if event not in now)):
        if event not in then:
            yield f"irregularities.{event}", None
        elif now.get(event) != then[event]:
            yield f"irregularities.{event}.id", then[event]


def _differs(now: View, other: View, key: Key) -> bool:
    """Whether an answer that asked the reading itself comes out differently under the other.

    Where none does, nothing that rests on them can, and the rest need not be asked again.
    """
    kind, id = key[0], key[1]
    if kind == "due":
        last_day(other, now.plan.deadlines[id], _paper(now, key))
        return _days(now.memo[key][0]) != _days(other.memo[key][0])
    if kind == "ledger":
        a, b = account_of(now), account_of(other)
        return (a.parts, a.interest, a.per_diem, a.plan) != (
            b.parts,
            b.interest,
            b.per_diem,
            b.plan,
        )
    return True


def _name_under(other: View, id: str, notice: str | None) -> str:
    """The id under which a deadline that is absent now would stand under the other reading."""
    found = (d.id for d in deadlines_of(other) if d.notice == notice)
    return next((name for name in found if name.partition(":")[0] == id), id)


def _days(due: Due | None) -> tuple[Any, ...]:
    return () if due is None else (due.start, due.raw, due.due)


def _paper(now: View, key: Key) -> Notice | None:
    return next((n for n in now.facts.notices if n.event == key[2]), None)


def _changes(
    now: View, other: View, asked: list[Key], names: dict[tuple[str, str | None], str]
) -> Iterator[tuple[str, Any]]:
    """The paths of a standing that differ between two views of one day, with the other's values.

    ``asked`` are the answers that can change: those that asked the reading in which the views
    differ or, where it takes the entries of a day in another order, all of them.
    """
    for key in asked:
        kind, id = key[0], key[1]
        if kind == "deadline":
            yield from _deadline(now, other, key, names)
        elif kind == "action":
            rule = now.plan.actions[id]
            yield from _fields(f"actions.{id}", action(now, rule), action(other, rule), _ACTION)
        elif kind == "order":
            line = now.plan.orders[id]
            yield from _fields(f"orders.{id}", order(now, line), order(other, line), _ORDER)
        elif kind == "exposure":
            yield from _exposure(id, exposure_of(now, id), exposure_of(other, id))
        elif kind == "account":
            yield from _account(account_of(now), account_of(other))
        elif kind == "payments":
            there = {payment.id: payment for payment in payments_of(other)}
            for payment in payments_of(now):
                yield from _fields(
                    f"deadlines.{payment.id}", payment, there.get(payment.id), _DEADLINE
                )


def _deadline(
    now: View, other: View, key: Key, names: dict[tuple[str, str | None], str]
) -> Iterator[tuple[str, Any]]:
    _, id, notice = key
    name = names.get((id, notice))
    if name is None:
        name = _name_under(other, id, notice)
        if name in names.values():
            name = f"{id}:{notice}"
    here: Deadline | None = now.memo[key][0]
    paper = _paper(other, key)
    yield from _fields(
        f"deadlines.{name}", here, deadline_of(other, now.plan.deadlines[id], paper), _DEADLINE
    )


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
        ("interest", a.interest, b.interest),
        ("balance", a.owed, b.owed),
        ("per_diem", a.per_diem, b.per_diem),
    ):
        if old != new:
            yield f"account.{name}", amount(new)
