"""The same cases under the law as it is and under a change: which differ, in what, by how much."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from outfall.docket.changes import Change
from outfall.docket.differing import AFTER, ALL, BEFORE, CASES, Differences
from outfall.docket.gathering import Given, Rows, cases_of, rows_of
from outfall.docket.parts import Part
from outfall.docket.running import (
    ASIDE,
    Answered,
    Answers,
    Outcome,
    Plainly,
    aside_rows,
    batches,
    count,
    count_all,
)
from outfall.law.ordinance import Ordinance

CHANGES = "changes"
UNDER = "under the change: "


def compare(base: Answers, other: Answers, part: Part) -> Outcome:
    """Work through a part under both laws; its table has only what differs."""
    found, wrong = Outcome(), list[dict[str, Any]]()
    differences = Differences(found.totals)
    rows = rows_of(part)
    left = np.ones(len(rows.keys), bool)
    plain = base.plain(rows)
    changed = other.plainly(plain)
    for one in base.plainly(plain):
        for two in changed:
            places = _both(differences, one, two)
            left[places] = False
            found.plain += len(places)
            count_all(found, one.law, len(places))
    wrong += _one_by_one(found, differences, (base, other), rows.only(np.flatnonzero(left)))
    found.tables = {CHANGES: differences.table()}
    found.aside = pa.Table.from_pylist(wrong, ASIDE)
    return found


def _both(differences: Differences, one: Plainly, two: Plainly) -> Any:
    """What differs in the plain cases of one law and one changed law; the places of their keys."""
    places, at, changed_at = np.intersect1d(
        one.places, two.places, assume_unique=True, return_indices=True
    )
    tables = _rows(one.table, at), _rows(two.table, changed_at)
    differences.add(one.law.id, places, *tables)
    return places


def _rows(table: Any, at: Any) -> Any:
    return table if len(at) == table.num_rows else table.take(pa.array(at))


def _one_by_one(
    found: Outcome, differences: Differences, laws: tuple[Answers, Answers], rows: Rows
) -> Iterator[dict[str, Any]]:
    """Cases that are read: gives the rows of those set aside."""
    place = 0
    for batch in batches(cases_of(rows)):
        (before, tables), (after, changed) = (answers.to(batch) for answers in laws)
        pairs: dict[tuple[Ordinance, Ordinance], list[tuple[int, int, int]]] = {}
        for n, (one, two) in enumerate(zip(before, after, strict=True)):
            if one.law is None or two.law is None:
                yield from aside_rows(_told(one, two))
                found.set_aside += 1
                continue
            count(found, one, one.law)
            asked = int(rows.asked[place + n])
            pairs.setdefault((one.law, two.law), []).append((asked, one.place, two.place))
        place += len(batch)
        for (law, other), some in pairs.items():
            places, at, changed_at = (np.array(numbers) for numbers in zip(*some, strict=True))
            pair = tables[law].take(pa.array(at)), changed[other].take(pa.array(changed_at))
            differences.add(law.id, places, *pair)


def _told(one: Answered, two: Answered) -> Given:
    """A case that has no answer under a law; one that has none under the change alone says so."""
    if one.law is not None:
        one.given.wrong = [w._replace(says=UNDER + w.says) for w in one.given.wrong]
    return one.given


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
