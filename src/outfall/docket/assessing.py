"""A whole docket assessed: read in parts, worked through, put together in the order of its cases.

Nothing is ever held whole. What comes out has the same bytes however the rows were ordered, into
how many parts they were cut and by how many processes they were answered.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from outfall import __version__
from outfall.docket import columnar
from outfall.docket import parts as parts_of
from outfall.docket.laws import Laws, Setup
from outfall.docket.parts import PART_ROWS, Part, cut, survey
from outfall.docket.tables import Table, open_docket
from outfall.docket.wide import columns_of
from outfall.docket.working import Done, outcomes, read_rows
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance

ROW_GROUP = 65_536
SET_ASIDE = "set-aside.csv"
ASIDE_COLUMNS = ("town", "case", "table", "file", "row", "where", "code", "reason")
Outcomes = Callable[[Setup, list[Part], int], Iterator[Done]]
Watch = Callable[[str, int, int], object]


@dataclass(frozen=True, slots=True)
class How:
    """How the work is done, which never changes what comes out: processes, rows in a part."""

    workers: int = 1
    part_rows: int = PART_ROWS
    outcomes: Outcomes = outcomes
    watch: Watch = lambda what, done, of: None


def assess_docket(docket: Path, setup: Setup, how: How, new: Path, work: Path) -> dict[str, Any]:
    """Assess every case of a docket into the folder ``new``; gives the report.

    ``work`` is a folder for what is needed meanwhile, on a disk with room for the docket. Raises
    ``Refused`` where no table can be read; what is wrong with a row sets its case aside.
    """
    laws: dict[str, list[Ordinance]] = {}

    def schemas(ordinances: set[str]) -> dict[str, Any]:
        laws.update(laws_by_id(ordinances, setup))
        return {id: columns_of(every) for id, every in laws.items()}

    total, wide, aside = through(docket, setup, how, new, work, schemas)
    ordinances = [
        {
            "ordinance": id,
            "file": file.name,
            "rows": wide.rows[id],
            "sha256": digest_of(file),
            "binds": {rule.id: rule.bound for law in laws[id] for rule in law.deadlines},
            "versions": total.versions(id),
        }
        for id, file in wide.files.items()
    ]
    return {**report_of(setup, total, aside), "ordinances": ordinances}


def through(
    docket: Path,
    setup: Setup,
    how: How,
    new: Path,
    work: Path,
    schemas: Callable[[set[str]], dict[str, Any]],
) -> tuple[Total, Wide, Aside]:
    """Every part of a docket worked through, and its rows put together in the order of the parts.

    ``schemas`` gives the tables that come out, for the ordinances that the cases name.
    """
    tables = open_docket(docket)
    found = survey(tables, lambda rows: how.watch("Reading the keys", rows, rows))
    wide, total = Wide(new, schemas(set(found.ordinances))), Total()
    setup = with_engine(setup, found.ordinances, how)
    if len(found.ordinances) >= parts_of.ORDINANCES_MOST:
        setup = replace(setup, known=frozenset(found.ordinances))
    with Aside(new / SET_ASIDE, tables) as aside:
        parts = cut(
            tables,
            found.bounds(how.part_rows),
            work,
            aside.lone,
            lambda rows: how.watch("Reading the rows", rows, found.rows),
        )
        with wide:
            came = 0
            for done in how.outcomes(setup, parts, how.workers):
                if done.number != came:
                    raise _astray(came, done.number)
                came += 1
                total.add(done)
                for id, file in done.files.items():
                    wide.add(id, read_rows(file))
                aside.add(read_rows(done.aside))
                parts[done.number].remove()
                for file in (*done.files.values(), done.aside):
                    Path(file).unlink()
                how.watch("Assessing", total.cases + total.set_aside, found.cases)
            if came != len(parts):
                raise _astray(came, None)
    return total, wide, aside


def _astray(wanted: int, came: int | None) -> Refused:
    """A part that was lost, came twice or out of turn: no result then, and never a short one."""
    instead = "nothing more" if came is None else f"part {came + 1}"
    says = f"part {wanted + 1} of the docket was to come, and {instead} came. Nothing is written. "
    says += "Run it again; if this comes again, please report it"
    return Refused((Fault("--cluster", says, "part-astray"),))


def with_engine(setup: Setup, ordinances: Counter[str], how: How) -> Setup:
    """The question with the engine of each ordinance: columns where they are asked for, or where
    so many cases make up for the time that compiling its plan takes.

    Plans are compiled here, so that the processes that work only load them. Raises ``Refused``
    where columns are asked for and not installed.
    """
    least = {"assess": None, "columns": 1, "auto": columnar.WORTH}[setup.engine]
    if setup.engine == "columns" and not columnar.is_installed():
        says = "the columnar engine is not installed. Install it: pip install outfall[docket]"
        raise Refused((Fault("--engine columns", says, "docket-missing"),))
    if least is None or not columnar.is_installed():
        return setup
    names = {name for name, cases in ordinances.items() if cases >= least}
    some = Laws(setup), Laws(replace(setup, change=None))
    for n, name in enumerate(sorted(names)):
        how.watch("Compiling the ordinances", n, len(names))
        for laws in some:
            with suppress(Refused, OSError, ValueError):
                for law in laws.every(name):
                    columnar.warm(law)
    return replace(setup, in_columns=frozenset(names))


def laws_by_id(ordinances: set[str], setup: Setup) -> dict[str, list[Ordinance]]:
    """The versions of each ordinance that the cases name, by its id; those that can't be read are
    told later, at each case. Raises ``Refused`` where two packs have one id."""
    laws, found, named = (
        Laws(replace(setup, change=None)),
        dict[str, list[Ordinance]](),
        dict[str, str](),
    )
    for name in sorted(ordinances):
        try:
            every = laws.every(name)
        except (Refused, OSError, ValueError):
            continue
        id = every[0].id
        if id in found and [law.digest for law in found[id]] != [law.digest for law in every]:
            says = f"{name} and {named[id]} are two packs of the id {id}. Assess them apart"
            raise Refused((Fault("ordinance", says, "pack-twice"),))
        found[id], named[id] = every, name
    return found


@dataclass(slots=True)
class Total:
    """Counts over all parts."""

    cases: int = 0
    set_aside: int = 0
    by_assess: Counter[str] = field(default_factory=Counter)
    laws: set[tuple[str, str, str]] = field(default_factory=set)

    totals: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, done: Done) -> None:
        self.cases += done.cases
        self.set_aside += done.set_aside
        self.by_assess += done.by_assess
        self.laws |= done.laws
        for name, value in done.totals.items():
            self.totals[name] += value

    def versions(self, ordinance: str) -> list[dict[str, str]]:
        """The versions of an ordinance that governed a case, with their digests."""
        return [
            {"version": version, "digest": digest}
            for law, version, digest in sorted(self.laws)
            if law == ordinance
        ]


class Wide:
    """The tables that come out as they grow, each a file, in row groups of one size."""

    def __init__(self, folder: Path, schemas: dict[str, Any]) -> None:
        self.files = {id: folder / f"{_file_name(id)}.parquet" for id in sorted(schemas)}
        if len(set(self.files.values())) < len(self.files):
            says = "two ordinances have ids that give one file's name. Assess them apart"
            raise Refused((Fault("ordinance", says, "pack-twice"),))
        self.schemas = schemas
        self.rows = dict.fromkeys(self.files, 0)
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, list[Any]] = {id: [] for id in self.files}

    def __enter__(self) -> Wide:
        for id, file in self.files.items():
            self._writers[id] = pq.ParquetWriter(file, self.schemas[id], compression="zstd")
        return self

    def __exit__(self, *error: object) -> None:
        for id, writer in self._writers.items():
            if error[0] is None:
                self._flush(id, 1)
            writer.close()

    def add(self, id: str, rows: Any) -> None:
        self.rows[id] += rows.num_rows
        self._waiting[id].append(rows)
        self._flush(id, ROW_GROUP)

    def _flush(self, id: str, least: int) -> None:
        """Write whole row groups while at least so many rows wait."""
        if sum(rows.num_rows for rows in self._waiting[id]) < least:
            return
        waiting = pa.concat_tables(self._waiting[id])
        while waiting.num_rows >= least:
            group = waiting.slice(0, ROW_GROUP)
            self._writers[id].write_table(group.combine_chunks(), row_group_size=ROW_GROUP)
            waiting = waiting.slice(ROW_GROUP)
        self._waiting[id] = [waiting]


def _file_name(id: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", id)


class Aside:
    """The file of what is set aside: each row with its place and the reason.

    Rows that name no case come first, then the cases in their order.
    """

    def __init__(self, file: Path, tables: dict[str, Table]) -> None:
        self.file, self.tables = file, tables
        self.lone_rows = 0
        self.codes: Counter[str] = Counter()

    def __enter__(self) -> Aside:
        self._stream = open(self.file, "w", encoding="utf-8", newline="")
        self._out = csv.writer(self._stream, lineterminator="\n")
        self._out.writerow(ASIDE_COLUMNS)
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()

    def lone(self, table: str, file: int, row: int, says: str, code: str) -> None:
        """A row that belongs to no case."""
        self.lone_rows += 1
        self._write({"table": table, "file": file, "row": row, "code": code, "reason": says})

    def add(self, rows: Any) -> None:
        for row in rows.to_pylist():
            self._write(row)

    def _write(self, row: dict[str, Any]) -> None:
        self.codes[row["code"]] += 1
        named = {**row, "file": self.tables[row["table"]].files[row["file"]].name}
        self._out.writerow([_cell(named.get(name)) for name in ASIDE_COLUMNS])


def _cell(value: Any) -> str:
    """A cell that a table program takes as text: hostile ids may look like formulas or be long."""
    text = "" if value is None else str(value)
    text = text if len(text) <= 2_000 else f"{text[:2_000]}..."
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and not text[1:].isdigit() else text


def report_of(setup: Setup, total: Total, aside: Aside) -> dict[str, Any]:
    """What a report says of any work on a docket."""
    by_assess = sum(total.by_assess.values())
    return {
        "outfall": __version__,
        "pyarrow": pa.__version__,
        "on": setup.on.isoformat(),
        "engine": setup.engine,
        "town": setup.town.name if setup.town is not None else None,
        "cases": {
            "given": total.cases + total.set_aside,
            "assessed": total.cases,
            "set_aside": total.set_aside,
        },
        "rows_without_case": aside.lone_rows,
        "by_assess": {
            "cases": by_assess,
            "share": round(by_assess / total.cases, 6) if total.cases else 0,
            "reasons": dict(sorted(total.by_assess.items())),
        },
        "set_aside": {"file": SET_ASIDE, "reasons": dict(sorted(aside.codes.items()))},
    }


def digest_of(file: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
