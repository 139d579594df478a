"""The one door to a docket: a pack, many cases as columns and a day give every case's answers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
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
from outfall.docket.engine.putting import put
from outfall.docket.engine.results import Results
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
    threads: int = 2,
    trace: bool = True,
    hand_over: bool = True,
) -> Results:
    """Every case's answers at the end of a day, or of a day for each case (ordinals).

    What the plan does not model exactly is done by ``assess``; with ``hand_over`` off its rows
    stay empty, and ``Results.reasons`` says which they are. The same columns give the same results
    whatever the number of threads.
    """
    plan = compile_plan(law)
    size, shape = len(columns), plan.shape
    asked = _days(on, size)
    results = Results(
        shape,
        np.zeros((size, shape.width), np.int32),
        np.zeros((size, shape.cents), np.int64),
        np.full((size, len(shape.actions)), -1, np.int8),
        np.full(size, R_PACK, np.int8),
        np.zeros((0, 7), np.int32),
        columns.ids,
        plan.why,
    )
    if plan.run is not None and size:
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
    parts = _parts(len(columns), threads)
    arrays = (
        _plain(columns.events, np.int32),
        _plain(columns.starts, np.int64),
        _plain(columns.history, np.int64),
        _plain(columns.history_starts, np.int64),
        *(setting, asked, plan.numbers, known, *table),
    )
    filled = results.days, results.cents, results.trace, results.reasons

    def work(part: tuple[int, int]) -> npt.NDArray[np.int32]:
        return run(plan, arrays, part, *filled, tracing=trace)

    if threads <= 1 or len(parts) == 1:
        found = [work(part) for part in parts]
    else:
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(work, parts))
    results.further = np.concatenate(found) if found else results.further


def _plain(array: npt.NDArray[Any], kind: type[np.generic]) -> npt.NDArray[Any]:
    """The array as the plan was compiled for it: of its kind, in one piece, its own."""
    return np.require(array, kind, ["C", "W"])


def _parts(size: int, threads: int) -> list[tuple[int, int]]:
    """Chunks of cases: enough of them that no thread waits long for another."""
    step = max(CHUNK, -(-size // (8 * max(threads, 1))))
    return [(first, min(first + step, size)) for first in range(0, size, step)]


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
