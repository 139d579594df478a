"""A docket's results against ``assess``, field by field: what the plan says must be the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from outfall.docket.engine.columns import Columns
from outfall.docket.engine.layout import TRACKS
from outfall.docket.engine.putting import put
from outfall.docket.engine.results import Results
from outfall.docket.engine.shape import MONEY_PARTS, REST, Shape
from outfall.law.assess import assess
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance


class Difference(NamedTuple):
    """A field of one case in which a plan and ``assess`` do not agree."""

    case: int
    field: str
    plan: int | str
    assess: int | str


def differences(
    law: Ordinance, columns: Columns, asked: npt.NDArray[np.integer[Any]], results: Results
) -> Iterator[Difference]:
    """Every field of every case that a plan answered in which ``assess`` says something else.

    ``asked`` is the day of each case. What was handed over is ``assess``'s own and not looked at.
    """
    names, money = fields(results.shape), amounts(results.shape)
    for n in np.flatnonzero(results.reasons == 0):
        yield from _of_case(
            law, columns, int(n), date.fromordinal(int(asked[n])), results, names, money
        )


def _of_case(
    law: Ordinance,
    columns: Columns,
    n: int,
    on: date,
    results: Results,
    names: list[str],
    money: list[str],
) -> Iterator[Difference]:
    case = columns.case(n)
    try:
        standing = assess(law, case, on)
    except Refused as refused:
        yield Difference(n, "refused", "answered", refused.faults[0].code)
        return
    wanted = _blank(results)
    further = sorted(put(law, case, standing, wanted, 0), key=_by_place)
    for k in np.flatnonzero(wanted.days[0] != results.days[n]):
        yield Difference(n, names[k], int(results.days[n, k]), int(wanted.days[0, k]))
    for k in np.flatnonzero(wanted.cents[0] != results.cents[n]):
        yield Difference(n, money[k], int(results.cents[n, k]), int(wanted.cents[0, k]))
    for k in np.flatnonzero(wanted.trace[0] != results.trace[n]):
        yield Difference(
            n,
            f"actions.{results.actions[k]}.trace",
            int(results.trace[n, k]),
            int(wanted.trace[0, k]),
        )
    rows = sorted(
        (tuple(row) for row in results.further[results.further[:, 0] == n]), key=_by_place
    )
    if [tuple(map(int, row[1:])) for row in rows] != [row[1:] for row in further]:
        yield Difference(n, "further", str(rows), str(further))


def _by_place(row: Any) -> tuple[int, int]:
    return int(row[1]), int(row[6])


def _blank(results: Results) -> Results:
    shape = results.shape
    return Results(
        shape,
        np.zeros((1, shape.width), np.int32),
        np.zeros((1, shape.cents), np.int64),
        np.full((1, len(shape.actions)), -1, np.int8),
        np.zeros(1, np.int8),
        np.zeros((0, 7), np.int32),
        [""],
    )


def fields(shape: Shape) -> list[str]:
    """The name of each number of a row of results."""
    parts = (
        ("deadlines", shape.deadlines, ("due", "status", "done_on", "extended_from", "notice")),
        ("actions", shape.actions, ("state", "since", "not_before", "notice")),
        ("orders", shape.orders, ("state", "since", "until")),
        ("holds", shape.holds, ("state", "since", "until")),
        (
            "exposure",
            TRACKS * ("exposure" in shape.asked),
            ("tier", "units", "jail_days", "counts"),
        ),
    )
    names = [f"{part}.{id}.{name}" for part, ids, own in parts for id in ids for name in own]
    names += ["account.lien", "account.payments"] * (shape.payments_at > shape.lien_at)
    told = ("due", "status", "done_on")
    return names + [f"account.plan.{n}.{name}" for n in range(shape.payments) for name in told]


def amounts(shape: Shape) -> list[str]:
    """The name of each amount of a row of results."""
    tracks = [f"exposure.{t}.{x}" for t in TRACKS for x in ("min", "max", "per_unit")]
    parts = [f"account.{p}.{x}" for p in MONEY_PARTS for x in ("charged", "reduced", "paid")]
    rest = [f"account.{name}" for name in REST]
    plan = [f"account.plan.{n}.amount" for n in range(shape.payments)]
    asked = (tracks, "exposure"), (parts, "parts"), (rest, "account")
    return [*(name for names, kind in asked if kind in shape.asked for name in names), *plan]
