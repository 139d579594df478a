"""The one door to a docket: a pack, many cases as columns and a day give every case's answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from outfall.docket.engine.columns import Columns
from outfall.docket.engine.layout import R_PACK
from outfall.docket.engine.plan import (
    Compiled,
    Unsettled,
    choices,
    compile_plan,
    deadlines_known,
    holidays,
    run,
)
from outfall.docket.engine.pooling import Span, each, spans
from outfall.docket.engine.putting import put
from outfall.docket.engine.results import Results
from outfall.docket.engine.room import room
from outfall.law.assess import assess
from outfall.law.choices import chosen
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

CHUNK = 4096
MOST_CALENDARS = 1_000  # at a hundred kilobytes each


def evaluate(
    law: Ordinance,
    columns: Columns,
    on: date | npt.NDArray[np.integer[Any]],
    *,
    only: Iterable[str] | None = None,
    threads: int = 2,
    trace: bool = True,
    hand_over: bool = True,
) -> Results:
    """Every case's answers at the end of a day, or of a day for each case (ordinals).

    What the plan does not model exactly is done by ``assess``; with ``hand_over`` off its rows
    stay empty, and ``Results.reasons`` says which they are. The same columns give the same results
    whatever the number of threads.

    ``only`` names the answers that are wanted: ``deadlines``, ``actions``, ``orders``, ``holds``,
    ``exposure``, ``account`` (its totals), ``parts`` (of each part what was charged, reduced and
    paid), ``payments`` (of a plan), or one rule, such as ``deadlines.appeal``. Then less is asked,
    and sooner; an answer that is not wanted raises ``NotAsked`` where it is touched.
    Raises ``ValueError`` for a name that the law does not know.
    """
    plan = compile_plan(law) if only is None else compile_plan(law, frozenset(only))
    size, shape = len(columns), plan.shape
    asked = _days(on, size)
    results = Results(
        shape,
        room((size, shape.width), np.int32),
        room((size, shape.cents), np.int64),
        np.full((size, len(shape.actions)), -1, np.int8),
        np.full(size, R_PACK, np.int8),
        np.zeros((0, 7), np.int32),
        columns.ids,
        plan.why,
    )
    if plan.run is None or not size:
        results.days[:], results.cents[:] = 0, 0
    else:
        _run(plan, columns, asked, results, threads, trace)
    if hand_over:
        _hand_over(law, columns, asked, results)
    return results


def _days(on: date | npt.NDArray[np.integer[Any]], size: int) -> npt.NDArray[np.int64]:
    if isinstance(on, date):
        return np.full(size, on.toordinal(), np.int64)
    asked = _plain(np.asarray(on), np.int64)
    if asked.shape != (size,):
        raise ValueError(f"give one day for each of the {size} cases, not {asked.shape}")
    return asked


def _run(
    plan: Compiled,
    columns: Columns,
    asked: npt.NDArray[np.int64],
    results: Results,
    threads: int,
    trace: bool,
) -> None:
    """Run the plan over chunks of cases, on threads that hold no lock."""
    setting, table = _settings(plan, columns)
    known = deadlines_known(plan.law, columns.deadlines)
    parts = spans(len(columns), threads, CHUNK)
    arrays = (
        _plain(columns.events, np.int32),
        _plain(columns.starts, np.int64),
        _plain(columns.history, np.int64),
        _plain(columns.history_starts, np.int64),
        *(setting, asked, plan.numbers, known, *table, plan.backs),
    )
    filled = results.days, results.cents, results.trace, results.reasons

    def work(part: Span) -> tuple[npt.NDArray[np.int32], int]:
        return run(plan, arrays, part, *filled, tracing=trace)

    found = each(work, parts, threads)
    results.further = np.concatenate([further for further, _ in found])
    results.straight = sum(straight for _, straight in found)


def _plain(array: npt.NDArray[Any], kind: type[np.generic]) -> npt.NDArray[Any]:
    """The array as the plan was compiled for it: of its kind, in one piece, its own."""
    return np.require(array, kind, ["C", "W"])


def _settings(
    plan: Compiled, columns: Columns
) -> tuple[npt.NDArray[np.int32], tuple[Any, Any, Any]]:
    """Each case's choices as a row of numbers; -1 for a case whose choices no plan can say."""
    rows: list[Any] = []
    tables: list[Any] = []
    table_of: list[int] = []
    number: list[int] = []
    seen: dict[int, int] = {}
    for head in columns.settings:
        try:
            setting = chosen(plan.law, head)
            row = choices(plan, setting)
        except (Refused, Unsettled):
            number.append(-1)
            continue
        table = holidays(setting.calendar)
        if id(table) not in seen and len(tables) == MOST_CALENDARS:
            number.append(-1)
            continue
        if id(table) not in seen:
            seen[id(table)] = len(tables)
            tables.append(table)
        number.append(len(rows))
        rows.append(row)
        table_of.append(seen[id(table)])
    if not rows:
        rows, tables = [np.zeros(1, np.int64)], [np.zeros(1, np.uint8)]
        table_of = [0]
    setting_of = np.array(number, np.int32)[columns.setting]
    return setting_of, (np.stack(rows), np.stack(tables), np.array(table_of, np.int64))


def _hand_over(
    law: Ordinance, columns: Columns, asked: npt.NDArray[np.int64], results: Results
) -> None:
    """Let ``assess`` answer what the plan did not, and put its answers into the same rows."""
    further = [results.further]
    for n in np.flatnonzero(results.reasons):
        case = columns.case(int(n))
        try:
            standing = assess(law, case, date.fromordinal(int(asked[n])))
        except Refused as refused:
            results.refused[int(n)] = refused.faults
            continue
        results.standings[int(n)] = standing
        rows = put(law, case, standing, results, int(n))
        if rows:
            further.append(np.array(rows, np.int32))
    joined = np.concatenate(further)
    results.further = joined[np.lexsort((joined[:, 6], joined[:, 1], joined[:, 0]))]
