"""One part of a docket, worked through: cases in, rows of results and rows set aside out.

This is the one door between what carries cases (files, processes, machines) and what answers for
them. ``assess`` answers case by case; another engine may answer a batch at once, and hands what it
does not cover to ``assess``. Whoever answers, the rows are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket import columnar
from outfall.docket.gathering import Given, Rows, cases_of, own_defect, rows_of
from outfall.docket.laws import Laws, Setup
from outfall.docket.parts import Part
from outfall.docket.wide import columns_of, row_of, table_of
from outfall.files.nodes import FAULTS_MAX
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

if TYPE_CHECKING:
    from outfall.docket.plain import Plain

BATCH_CASES = 4_096
ASIDE = pa.schema(
    [
        ("town", pa.string()), ("case", pa.string()), ("table", pa.string()),
        ("file", pa.int32()), ("row", pa.int64()), ("where", pa.string()),
        ("code", pa.string()), ("reason", pa.string()),
    ]
)  # fmt: skip


@dataclass(slots=True)
class Answered:
    """A case with the place of its row in the table of its law; or without: ``given.wrong`` says
    why. ``why`` is why ``assess`` gave the row, empty where another engine did."""

    given: Given
    law: Ordinance | None = None
    place: int = -1
    why: str = ""


class Plainly(NamedTuple):
    """Plain cases of one law that the engine answered: the places of their keys, their rows."""

    law: Ordinance
    places: Any
    table: Any


@dataclass(slots=True)
class Outcome:
    """What became of a part: its tables by name, the rows set aside, and counts.

    ``totals`` are counts and sums of cents by what they are of, where laws are compared; ``plain``
    counts the cases that never were read one by one.
    """

    tables: dict[str, Any] = field(default_factory=dict)
    aside: Any = None
    cases: int = 0
    plain: int = 0
    set_aside: int = 0
    by_assess: Counter[str] = field(default_factory=Counter)
    laws: set[tuple[str, str, str]] = field(default_factory=set)
    totals: Counter[tuple[str, str]] = field(default_factory=Counter)


class Answers:
    """Rows of answers for batches of cases, under one setup; kept for the life of a worker."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.laws = Laws(setup)
        self._columns: dict[str, tuple[Any, frozenset[str]]] = {}
        self._reading = columnar.reading() if setup.plainly and setup.in_columns else None

    def columns(self, law: Ordinance, ordinance: str) -> tuple[Any, frozenset[str]]:
        """The columns of a law, which cases name as told, and their names."""
        if law.id not in self._columns:
            schema = columns_of(self.laws.every(ordinance))
            self._columns[law.id] = (schema, frozenset(schema.names))
        return self._columns[law.id]

    def plain(self, rows: Rows) -> Plain | None:
        """The plain cases of a part; None where none are looked for."""
        if self._reading is None:
            return None
        return columnar.plain_of(rows, self.setup.in_columns, self._reading)

    def plainly(self, plain: Plain | None) -> list[Plainly]:
        """The answers to plain cases. Those of which there is none here are to be read."""
        if plain is None:
            return []
        found = []
        for law, asked in self._by_law(plain).items():
            schema, _ = self._columns[law.id]
            table, answered = columnar.plain_answers(law, plain, asked, self.setup.on, schema)
            found.append(Plainly(law, answered, table))
        return found

    def _by_law(self, plain: Plain) -> dict[Ordinance, Any]:
        """The places of plain cases by their law; a law that can't be read has none."""
        found: dict[Ordinance, list[Any]] = {}
        for number in np.unique(plain.ordinance[plain.ordinance >= 0]).tolist():
            name, mine = plain.names[number], np.flatnonzero(plain.ordinance == number)
            days, which = np.unique(plain.observed[mine], return_inverse=True)
            laws: list[Ordinance | None] = []
            for day in days.tolist():
                try:
                    law = self.laws.on(name, date.fromordinal(day) if day else None)
                    self.columns(law, name)
                except (Refused, OSError, ValueError):
                    law = None
                laws.append(law)
            for law in dict.fromkeys(laws):
                same = np.array([other is law for other in laws], bool)
                if law is not None:
                    found.setdefault(law, []).append(mine[same[which]])
        return {law: np.sort(np.concatenate(places)) for law, places in found.items()}

    def to(self, batch: list[Given]) -> tuple[list[Answered], dict[Ordinance, Any]]:
        """The answers to a batch, in its order, and a wide table for each law."""
        answered = [Answered(given) for given in batch]
        by_law: dict[Ordinance, list[tuple[Answered, Case]]] = {}
        for answer in answered:
            given = answer.given
            if given.case is not None and not given.wrong:
                try:
                    law = self.laws.of(given.case)
                    self.columns(law, given.case.ordinance)
                    by_law.setdefault(law, []).append((answer, given.case))
                except Refused as refused:
                    given.wrong = [given.at(fault) for fault in refused.faults]
        return answered, {law: self._table(law, asked) for law, asked in by_law.items()}

    def _table(self, law: Ordinance, asked: list[tuple[Answered, Case]]) -> Any:
        """The wide table of the cases of one law; each case is told its place in it."""
        schema, _ = self._columns[law.id]

        def by_assess(n: int) -> dict[str, Any]:
            answer, case = asked[n]
            return self._row(answer.given, case, law)

        if asked[0][1].ordinance in self.setup.in_columns:
            heads = [(answer.given.town, case) for answer, case in asked]
            table, why, wrong = columnar.answers(law, heads, self.setup.on, schema, by_assess)
        else:
            rows, wrong = list[dict[str, Any]](), dict[int, Refused]()
            for n in range(len(asked)):
                try:
                    rows.append(by_assess(n))
                except Refused as refused:
                    wrong[n] = refused
            table, why = table_of(schema, rows), dict.fromkeys(range(len(asked)), "asked for")
        place = 0
        for n, (answer, _) in enumerate(asked):
            if n in wrong:
                answer.given.wrong = [answer.given.at(fault) for fault in wrong[n].faults]
            else:
                answer.law, answer.place, answer.why = law, place, why.get(n, "")
                place += 1
        return table

    def _row(self, given: Given, case: Case, law: Ordinance) -> dict[str, Any]:
        _, known = self._columns[law.id]
        try:
            return row_of(given.town, case, assess(law, case, self.setup.on), known)
        except Refused:
            raise
        except Exception as error:
            raise Refused((own_defect(error),)) from None


def run(answers: Answers, part: Part) -> Outcome:
    """Work through a part. The same part gives the same outcome, wherever and however often."""
    found, wrong = Outcome(), list[dict[str, Any]]()
    pieces: dict[str, list[Any]] = {}
    rows = rows_of(part)
    left = np.ones(len(rows.keys), bool)
    for some in answers.plainly(answers.plain(rows)):
        left[some.places] = False
        found.plain += len(some.places)
        count_all(found, some.law, len(some.places))
        pieces.setdefault(some.law.id, []).append(some.table)
    for batch in batches(cases_of(rows.only(np.flatnonzero(left)))):
        answered, tables = answers.to(batch)
        for answer in answered:
            if answer.law is None:
                wrong += aside_rows(answer.given)
                found.set_aside += 1
            else:
                count(found, answer, answer.law)
        for law, table in tables.items():
            pieces.setdefault(law.id, []).append(table)
    found.tables = {id: _sorted(some) for id, some in pieces.items()}
    found.aside = pa.Table.from_pylist(wrong, ASIDE)
    return found


def _sorted(pieces: list[Any]) -> Any:
    """The rows by town and case: those of several versions of an ordinance come one by one."""
    whole = pa.concat_tables(pieces)
    if len(pieces) == 1:
        return whole
    towns = pc.fill_null(whole.column("town"), "")
    keys = pa.table({"town": towns, "case": whole.column("case")})
    return whole.take(pc.sort_indices(keys, [("town", "ascending"), ("case", "ascending")]))


def count(found: Outcome, answer: Answered, law: Ordinance) -> None:
    """Count a case that was answered."""
    found.cases += 1
    found.laws.add((law.id, law.version, law.digest))
    if answer.why:
        found.by_assess[answer.why] += 1


def count_all(found: Outcome, law: Ordinance, cases: int) -> None:
    """Count cases that the engine answered under one law."""
    found.cases += cases
    if cases:
        found.laws.add((law.id, law.version, law.digest))


def batches(cases: Iterable[Given]) -> Iterator[list[Given]]:
    """The cases, so many at a time."""
    every = iter(cases)
    while batch := list(islice(every, BATCH_CASES)):
        yield batch


def aside_rows(given: Given) -> Iterator[dict[str, Any]]:
    """What is wrong with a case as rows of the file of those set aside: the first fifty in full."""
    many = len(given.wrong)
    told = given.wrong[:FAULTS_MAX]
    if many > FAULTS_MAX:
        says = f"there are {many - FAULTS_MAX:,} more faults. Put these right first"
        told.append(told[-1]._replace(where="", says=says, code="more-faults"))
    for wrong in told:
        yield {
            "town": given.town or None,
            "case": given.id,
            "table": wrong.table,
            "file": wrong.file,
            "row": wrong.row,
            "where": wrong.where,
            "code": wrong.code,
            "reason": wrong.says,
        }
