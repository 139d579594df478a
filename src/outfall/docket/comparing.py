"""The same cases under the law as it is and under a change: which differ, in what, by how much."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from outfall.docket.changes import Change
from outfall.docket.gathering import cases_of
from outfall.docket.parts import Part
from outfall.docket.running import (
    ASIDE,
    Answered,
    Answers,
    Outcome,
    aside_rows,
    batches,
    count,
)
from outfall.law.data import amount

CHANGES = "changes"
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
UNDER = "under the change: "


def compare(base: Answers, other: Answers, part: Part) -> Outcome:
    """Work through a part under both laws; its table has only what differs."""
    found, wrong = Outcome(), list[dict[str, Any]]()
    rows: list[dict[str, Any]] = []
    for batch in batches(cases_of(part)):
        before, one_tables = base.to(batch)
        after, two_tables = other.to(batch)
        plain = {law: table.to_pylist() for law, table in one_tables.items()}
        changed = {law: table.to_pylist() for law, table in two_tables.items()}
        for one, two in zip(before, after, strict=True):
            if one.law is None or two.law is None:
                if one.law is not None:
                    one.given.wrong = [w._replace(says=UNDER + w.says) for w in one.given.wrong]
                wrong += aside_rows(one.given)
                found.set_aside += 1
                continue
            count(found, one, one.law)
            pair = plain[one.law][one.place], changed[two.law][two.place]
            rows += _differences(found, one, pair, one_tables[one.law].schema)
    found.tables = {CHANGES: pa.Table.from_pylist(rows, SCHEMA)}
    found.aside = pa.Table.from_pylist(wrong, ASIDE)
    return found


def _differences(
    found: Outcome, answer: Answered, rows: tuple[dict[str, Any], dict[str, Any]], schema: Any
) -> Iterator[dict[str, Any]]:
    """The parts that differ, in the order of the columns; the totals are counted on the way."""
    assert answer.law is not None
    one, two = rows
    names = dict.fromkeys([*one, *two])
    changed = False
    for name in names:
        if name in APART:
            continue
        before, after = one.get(name), two.get(name)
        is_money = name in schema.names and schema.field(name).type == pa.int64()
        if is_money:
            found.totals[BEFORE, name] += before or 0
            found.totals[AFTER, name] += after or 0
        if before == after or (not before and not after and not is_money):
            continue
        found.totals[CASES, name] += 1
        changed = True
        yield {
            "town": answer.given.town or None,
            "case": answer.given.id,
            "ordinance": answer.law.id,
            "path": name,
            "before": _told(before, is_money),
            "after": _told(after, is_money),
            "cents": (after or 0) - (before or 0) if is_money else None,
        }
    found.totals[CASES, ALL] += changed


def _told(value: Any, is_money: bool) -> str | None:
    if value is None or is_money:
        return amount(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(f"{item['id']} {item['due']} {item['status']}" for item in value)
    return value.isoformat() if isinstance(value, date) else str(value)


def totals_of(change: Change, totals: dict[tuple[str, str], int]) -> dict[str, Any]:
    """The totals of a comparison for its report: cases by what changed, and money before and after.

    Amounts are cents, over all cases and not only those that changed.
    """
    paths = sorted({path for what, path in totals if what == CASES and path != ALL})
    return {
        "change": change.said(),
        "cases_changed": totals.get((CASES, ALL), 0),
        "paths": {
            path: {
                "cases": totals[CASES, path],
                **(
                    {"before": totals[BEFORE, path], "after": totals[AFTER, path]}
                    if (BEFORE, path) in totals
                    else {}
                ),
            }
            for path in paths
            if totals[CASES, path]
        },
    }


def changes_file(results: Path) -> Path:
    """Where the differences lie in a folder of results."""
    return results / f"{CHANGES}.parquet"
