"""How cases in columns stand under two laws on one day, told as the differences of two standings.

What is told is what ``previewing.changes`` tells of a case, but for warnings and doubts about
earlier acts: those the engine does not work out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

import numpy as np

from outfall.docket.engine import Results
from outfall.docket.engine.layout import STATUSES
from outfall.law.case import Case
from outfall.law.data import amount
from outfall.web.casework.in_columns import IN_FORCE

MONEY = ("civil", "criminal", "assessed", "owed", "credit")
PERMITTED, DUTY = 1, 2


class Move(NamedTuple):
    """One difference: ``how`` is new, gone or moved; ``before`` and ``after`` as a table has it."""

    what: str
    how: str
    name: str
    before: str = ""
    after: str = ""


@dataclass(slots=True)
class _Side:
    """How one case stands: deadlines by name and paper, powers, what is in force, amounts."""

    deadlines: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    powers: dict[str, tuple[int, int]] = field(default_factory=dict)
    in_force: dict[tuple[str, str], int] = field(default_factory=dict)
    money: tuple[int, ...] = ()


def moved(old: Results, new: Results, cases: Sequence[Case]) -> Iterator[tuple[int, list[Move]]]:
    """Each case that would stand otherwise, by its place, with its differences."""
    places = _otherwise(old, new)
    before, after = (_sides(found, cases, places) for found in (old, new))
    for n in places:
        found = list(_moves(before[n], after[n]))
        if found:
            yield n, found


def _otherwise(old: Results, new: Results) -> list[int]:
    """The cases whose rows differ at all; all of them where the two laws have other rules."""
    if old.shape != new.shape:
        return list(range(len(old)))
    differs = (old.days != new.days).any(axis=1) | (old.cents != new.cents).any(axis=1)
    if not np.array_equal(old.further, new.further):
        differs[old.further[:, 0]] = True
        differs[new.further[:, 0]] = True
    return [int(n) for n in np.flatnonzero(differs)]


def _sides(results: Results, cases: Sequence[Case], places: list[int]) -> dict[int, _Side]:
    found = {n: _Side() for n in places}
    if not places:
        return found
    money = np.stack(
        [
            results.exposure("civil")["max"],
            results.exposure("criminal")["max"],
            *(results.money(name) for name in MONEY[2:]),
        ],
        axis=1,
    )
    permitted = (results.action_permitted + DUTY * results.action_obligatory).astype(int)
    waits = results.action_not_before
    for n in places:
        side = found[n]
        side.money = tuple(money[n].tolist())
        states = zip(permitted[n].tolist(), waits[n].tolist(), strict=True)
        side.powers = dict(zip(results.actions, states, strict=True))
        for sort, ids, state, since in (
            ("order", results.shape.orders, results.order_state[n], results.order_since[n]),
            ("hold", results.shape.holds, results.hold_state[n], results.hold_since[n]),
        ):
            for k in np.flatnonzero(state == IN_FORCE).tolist():
                side.in_force[sort, ids[k]] = int(since[k])
        _deadlines(side, results, n)
    for n, k, due, status, _, _, notice in results.further.tolist():
        if n in found:
            name = f"{results.deadlines[k]}:{cases[n].events[notice - 1].id}"
            found[n].deadlines[name, notice] = due, status
    return found


def _deadlines(side: _Side, results: Results, n: int) -> None:
    due, status = results.deadline_due[n].tolist(), results.deadline_status[n].tolist()
    notice = results.deadline_notice[n].tolist()
    for k, name in enumerate(results.deadlines):
        if due[k]:
            side.deadlines[name, notice[k]] = due[k], status[k]
    for k, (last, state, _) in enumerate(results.payments[n].tolist(), start=1):
        if last:
            side.deadlines[f"payment_{k}", 0] = last, state


def _moves(was: _Side, now: _Side) -> Iterator[Move]:
    for key, told in now.deadlines.items():
        then = was.deadlines.get(key)
        if then != told:
            how = "new" if then is None else "moved"
            yield Move("deadline", how, _plain(key[0]), _deadline(then), _deadline(told))
    for key, told in was.deadlines.items():
        if key not in now.deadlines:
            yield Move("deadline", "gone", _plain(key[0]), _deadline(told))
    for name, state in now.powers.items():
        if name in was.powers and (how := _power(was.powers[name], state)):
            yield Move("power", how, name, _permitted(*was.powers[name]), _permitted(*state))
    for (sort, name), since in now.in_force.items():
        if (sort, name) not in was.in_force:
            yield Move(sort, "new", name, "", f"in force from {date.fromordinal(since)}")
    for (sort, name), since in was.in_force.items():
        if (sort, name) not in now.in_force:
            yield Move(sort, "gone", name, f"in force from {date.fromordinal(since)}")
    for name, one, two in zip(MONEY, was.money, now.money, strict=True):
        if one != two:
            yield Move("money", "moved", name, _amount(one), _amount(two))


def _power(was: tuple[int, int], now: tuple[int, int]) -> str:
    """What becomes of a power: the same words as those of ``previewing``; empty for none."""
    if (now[0] == PERMITTED + DUTY != was[0]) or (now[0] and not was[0]):
        return "new"
    if was[0] and not now[0]:
        return "gone"
    return "moved" if not now[0] and now[1] and was[1] != now[1] else ""


def _plain(name: str) -> str:
    return name.partition(":")[0]


def _deadline(told: tuple[int, int] | None) -> str:
    return f"{date.fromordinal(told[0])} {STATUSES[told[1]]}" if told else ""


def _permitted(state: int, not_before: int) -> str:
    if state:
        return "must" if state & DUTY else "may"
    return f"not before {date.fromordinal(not_before)}" if not_before else "not permitted"


def _amount(cents: int) -> str:
    return "no limit stated" if cents < 0 else str(amount(cents))
