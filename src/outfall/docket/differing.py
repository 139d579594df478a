"""Two wide tables of the same cases, and the cells that differ: a column at a time."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.law.data import amount

Mask = npt.NDArray[np.bool_]
Long = npt.NDArray[np.int64]
SCHEMA = pa.schema(
    [
        ("town", pa.string()), ("case", pa.string()), ("ordinance", pa.string()),
        ("path", pa.string()), ("before", pa.string()), ("after", pa.string()),
        ("cents", pa.int64()),
    ]
)  # fmt: skip
"""A row for each part of a standing that differs; ``cents`` is by how much money does."""
APART = frozenset({"town", "case", "version", "as_of", "observed_on"})
CASES, BEFORE, AFTER = "cases", "before", "after"
ALL = "*"


class Differences:
    """The cells that differ, as they are found; ``totals`` counts cases and adds up money."""

    def __init__(self, totals: Counter[tuple[str, str]]) -> None:
        self.totals = totals
        self._found: list[Any] = []
        self._order: list[tuple[Long, Long]] = []

    def add(self, ordinance: str, places: Long, one: Any, two: Any) -> None:
        """Compare the rows of some cases, whose order among all is told by ``places``.

        ``one`` is under the law as it is and ``two`` under the change.
        """
        changed = np.zeros(len(places), bool)
        for n, name in enumerate(dict.fromkeys([*one.column_names, *two.column_names])):
            if name in APART or not len(places):
                continue
            before, after = _column(one, name, two), _column(two, name, one)
            is_money = name in one.column_names and before.type == pa.int64()
            if is_money:
                self.totals[BEFORE, name] += pc.sum(before, min_count=0).as_py()
                self.totals[AFTER, name] += pc.sum(after, min_count=0).as_py()
            rows = np.flatnonzero(_differ(before, after, is_money))
            if not len(rows):
                continue
            self.totals[CASES, name] += len(rows)
            changed[rows] = True
            at = pa.array(rows)
            table = one.select(["town", "case"]).take(at)
            cells = before.take(at), after.take(at)
            self._put(ordinance, name, table, cells, is_money)
            self._order.append((places[rows], np.full(len(rows), n)))
        self.totals[CASES, ALL] += int(changed.sum())

    def _put(
        self, ordinance: str, path: str, heads: Any, cells: tuple[Any, Any], is_money: bool
    ) -> None:
        size = heads.num_rows
        before, after = cells
        by = pa.nulls(size, pa.int64())
        if is_money:
            by = pc.subtract(pc.fill_null(after, 0), pc.fill_null(before, 0))
        columns = [
            *heads.columns,
            pa.repeat(pa.scalar(ordinance), size),
            pa.repeat(pa.scalar(path), size),
            _said(before, is_money),
            _said(after, is_money),
            by,
        ]
        self._found.append(pa.Table.from_arrays(columns, schema=SCHEMA))

    def table(self) -> Any:
        """The differences by case, those of a case in the order of the columns."""
        if not self._found:
            return SCHEMA.empty_table()
        places, columns = (np.concatenate(numbers) for numbers in zip(*self._order, strict=True))
        whole = pa.concat_tables(self._found)
        return whole.take(pa.array(np.lexsort((columns, places))))


def _column(table: Any, name: str, other: Any) -> Any:
    """A column in one piece; where the table has it not, one of nothing."""
    if name not in table.column_names:
        return pa.nulls(table.num_rows, other.schema.field(name).type)
    return table.column(name).combine_chunks()


def _differ(before: Any, after: Any, is_money: bool) -> Mask:
    """Which cells differ. Nothing, no and none are the same; but of money, 0 is not no ceiling."""
    if pa.types.is_list(before.type):
        some = _mask(pc.is_valid(before)) | _mask(pc.is_valid(after))
        for n in np.flatnonzero(some).tolist():
            some[n] = (before[n].as_py() or None) != (after[n].as_py() or None)
        return some
    there, then = _mask(pc.is_valid(before)), _mask(pc.is_valid(after))
    differ: Mask = there != then
    differ |= _mask(pc.fill_null(pc.not_equal(before, after), False))
    if not is_money:
        differ &= _says(before, there) | _says(after, then)
    return differ


def _says(cells: Any, there: Mask) -> Mask:
    """Which cells say more than no or none."""
    if pa.types.is_boolean(cells.type):
        return there & _mask(pc.fill_null(cells, False))
    if pa.types.is_integer(cells.type):
        return there & _mask(pc.not_equal(pc.fill_null(cells, 0), 0))
    if pa.types.is_string(cells.type):
        return there & _mask(pc.not_equal(pc.fill_null(cells, ""), ""))
    return there


def _said(cells: Any, is_money: bool) -> Any:
    """Cells as text: each different one is put into words once."""
    if pa.types.is_list(cells.type):
        return pa.array([_told(value, is_money) for value in cells.to_pylist()], pa.string())
    encoded = cells.dictionary_encode()
    words = [_told(value, is_money) for value in encoded.dictionary.to_pylist()]
    return pa.array(words, pa.string()).take(encoded.indices)


def _told(value: Any, is_money: bool) -> str | None:
    if value is None or is_money:
        return amount(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(f"{item['id']} {item['due']} {item['status']}" for item in value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _mask(array: Any) -> Mask:
    return np.asarray(array.to_numpy(zero_copy_only=False), bool)
