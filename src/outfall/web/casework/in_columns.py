"""Cases in columns: how many of them stand on a day, in the words of the office's own rows.

Only where the engine is installed can this module be imported; ``engine`` says whether it is.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from outfall.docket.engine import Results, evaluate, from_cases
from outfall.docket.engine.layout import REASONS, STATUSES
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.web.casework import engine

FAILED = "the engine failed"
OVER, IN_FORCE = 1, 2
DAYS = (
    *("deadline_due", "deadline_status", "deadline_done", "deadline_extended_from"),
    *("deadline_notice", "action_permitted", "action_obligatory", "action_since"),
    *("action_not_before", "action_notice", "trace", "payments"),
    *("order_state", "order_since", "order_until", "hold_state", "hold_since", "hold_until"),
)
"""What a plan answers with days and states, and not with amounts."""

log = logging.getLogger(__name__)


class Figures(NamedTuple):
    """What of a case grows from day to day, in cents; ``exposure`` is None without a ceiling."""

    exposure: int | None
    assessed: int
    owed: int
    per_diem: int
    lien: bool


@dataclass(slots=True)
class Rows:
    """How a case stands on a day, as rows of the office have it, without their cites.

    A deadline: its name, last day, status and the day on which it was done; a power: its name,
    whether it is a duty, and since when; an order or a hold: which of them, its name, since when.
    """

    deadlines: set[tuple[object, ...]] = field(default_factory=set)
    powers: set[tuple[object, ...]] = field(default_factory=set)
    lasting: set[tuple[object, ...]] = field(default_factory=set)


def steady(
    law: Ordinance, cases: Sequence[Case], before: Sequence[date], on: date
) -> tuple[dict[int, tuple[Rows, Figures, Figures]], Counter[str]]:
    """The cases of which nothing but figures is otherwise on a day than on an earlier one.

    Each is given by its place with its rows, and its figures on the earlier day and on this one;
    beside them, how many the engine handed over to ``assess``, by why.
    """
    try:
        engine.warm(law)
        columns = from_cases(cases)
        days = np.array([day.toordinal() for day in before], np.int64)
        old, new = (evaluate(law, columns, day, threads=1) for day in (days, on))
    except Exception:  # a defect of the engine's costs time, and no case its rows
        log.exception("the engine could not answer for %s", law.id)
        return {}, Counter({FAILED: len(cases)})
    why = Counter(REASONS[n] for n in new.reasons[new.handed_over].tolist())
    refused = old.refused.keys() | new.refused.keys()
    places = [n for n in np.flatnonzero(_same(old, new)).tolist() if n not in refused]
    then, now, rows = figures(old), figures(new), rows_of(new, cases, places)
    return {n: (rows[n], then[n], now[n]) for n in places}, why


def _same(old: Results, new: Results) -> npt.NDArray[np.bool_]:
    """For each case, whether it stands on two days alike in all but amounts and exposures."""
    alike = np.asarray(old.lien == new.lien)
    for name in DAYS:
        one, two = getattr(old, name), getattr(new, name)
        alike &= (one == two).reshape(len(old), -1).all(axis=1)
    alike &= (old.money("owed") > 0) == (new.money("owed") > 0)
    # What is dated by the day itself, for want of another day, moves with it.
    alike &= ~(new.action_permitted & (new.action_since == 0)).any(axis=1)
    for state, end in ((new.order_state, new.order_until), (new.hold_state, new.hold_until)):
        alike &= ~((state == OVER) & (end == 0)).any(axis=1)
    for n in {*old.further[:, 0].tolist(), *new.further[:, 0].tolist()}:
        both = (found.further[found.further[:, 0] == n].tolist() for found in (old, new))
        alike[n] &= next(both) == next(both)
    return np.asarray(alike)


def figures(results: Results) -> list[Figures]:
    """The figures of every case."""
    civil, criminal = (results.exposure(track)["max"].tolist() for track in ("civil", "criminal"))
    assessed, owed, per_diem = (
        results.money(name).tolist() for name in ("assessed", "owed", "per_diem")
    )
    return [
        Figures(None if -1 in (one, two) else one + two, *rest)
        for one, two, *rest in zip(
            civil, criminal, assessed, owed, per_diem, results.lien.tolist(), strict=True
        )
    ]


def rows_of(results: Results, cases: Sequence[Case], places: Sequence[int]) -> dict[int, Rows]:
    """The rows of the cases at these places."""
    found = {n: Rows() for n in places}
    for n, name, due, status, done in deadlines(results, cases):
        if n in found:
            ended = date.fromordinal(done) if done else None
            found[n].deadlines.add((name, date.fromordinal(due), STATUSES[status], ended))
    permitted, since = results.action_permitted, results.action_since.tolist()
    duty = results.action_obligatory.tolist()
    for n, k in zip(*(at.tolist() for at in permitted.nonzero()), strict=True):
        if n in found:
            began = date.fromordinal(since[n][k])
            found[n].powers.add((results.actions[k], duty[n][k], began))
    for sort, ids, state, first in (
        ("order", results.shape.orders, results.order_state, results.order_since.tolist()),
        ("hold", results.shape.holds, results.hold_state, results.hold_since.tolist()),
    ):
        for n, k in zip(*(at.tolist() for at in state.nonzero()), strict=True):
            if n in found:
                found[n].lasting.add((sort, ids[k], date.fromordinal(first[n][k])))
    return found


def deadlines(results: Results, cases: Sequence[Case]) -> Iterator[tuple[int, str, int, int, int]]:
    """Every deadline that runs or ran: the case's place, its name, last day, status, day done."""
    for ids, due, status, done in (
        (
            results.deadlines,
            results.deadline_due,
            results.deadline_status.tolist(),
            results.deadline_done.tolist(),
        ),
        (
            [f"payment_{k + 1}" for k in range(results.shape.payments)],
            results.payments[:, :, 0],
            results.payments[:, :, 1].tolist(),
            results.payments[:, :, 2].tolist(),
        ),
    ):
        days = due.tolist()
        for n, k in zip(*(at.tolist() for at in due.nonzero()), strict=True):
            yield n, ids[k], days[n][k], status[n][k], done[n][k]
    for n, k, due_on, state, done_on, _, notice in results.further.tolist():
        event = cases[n].events[notice - 1].id
        yield n, f"{results.deadlines[k]}:{event}", due_on, state, done_on
