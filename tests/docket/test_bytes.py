"""What comes out has the same bytes, whatever the order of the rows and however they are cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.docket.dockets import (
    Document,
    as_csv,
    assessed,
    changed,
    contents,
    document,
    packed,
    rows_of,
)
from tests.worked_cases import case_files

from outfall.docket import assessing, cells, columnar, parts, running, tables
from outfall.docket.assessing import How
from outfall.docket.laws import Setup
from outfall.docket.parts import Part
from outfall.docket.working import Done, work
from outfall.files.text import load_file
from outfall.law.faults import Refused

FAULTY = {"date": "2026-02-30", "event": "inspected", "finding": "continuing"}
DOCUMENTS: list[Document] = [document(n) for n in range(90)]
for _n in (7, 31, 32, 88):
    DOCUMENTS[_n] = {**DOCUMENTS[_n], "events": [*DOCUMENTS[_n]["events"], FAULTY]}


@pytest.fixture(scope="module")
def docket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed(tmp_path_factory.mktemp("docket") / "in", DOCUMENTS)


@pytest.fixture(scope="module")
def wanted(docket: Path) -> dict[str, bytes]:
    assessed(docket, docket.parent / "wanted")
    return contents(docket.parent / "wanted")


def shuffled(seed: int, *, numbered: bool = True) -> Any:
    def change(name: str, table: Any) -> Any:
        order = np.random.default_rng(seed).permutation(table.num_rows)
        found = table.take(pa.array(order))
        return found if numbered or name == "cases" else found.drop_columns(["number"])

    return change


def results(found: dict[str, bytes]) -> dict[str, bytes]:
    """The tables alone: the number of a row that is set aside goes by the order of the rows."""
    return {name: held for name, held in found.items() if name.endswith(".parquet")}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_rows_changes_nothing(
    seed: int, docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    mixed = changed(docket, tmp_path / "mixed", shuffled(seed))
    assert pq.read_table(mixed / "events.parquet") != pq.read_table(docket / "events.parquet")
    assessed(mixed, tmp_path / "out", How(part_rows=100))
    found = contents(tmp_path / "out")
    assert results(found) == results(wanted)
    without_rows = [line.split(b",")[:4] + line.split(b",")[5:] for line in
                    sorted(found["set-aside.csv"].splitlines())]  # fmt: skip
    assert without_rows == [
        line.split(b",")[:4] + line.split(b",")[5:]
        for line in sorted(wanted["set-aside.csv"].splitlines())
    ]


def test_without_their_numbers_the_order_of_the_rows_can_tell(tmp_path: Path) -> None:
    """The control: two entries of one day, and the row's own number is what keeps them in order."""
    day = {"date": "2026-03-02", "event": "violation_observed", "kind": "development"}
    events = [{**day, "id": "a"}, {**day, "id": "b", "violation": "v2"}]
    notice = {"date": "2026-03-03", "event": "voided", "entry": "e3"}
    found = {"case": "X", "ordinance": "webster-ny", "events": [*events, FAULTY | {
        "date": "2026-03-02"}, notice]}  # fmt: skip
    one = packed(tmp_path / "one", [found])
    assert assessed(one, tmp_path / "out-1")["cases"]["assessed"] == 1
    for numbered, answered in ((True, 1), (False, 0)):
        mixed = changed(
            one,
            tmp_path / f"mixed-{numbered}",
            partial(_reversed, numbered=numbered),
        )
        report = assessed(mixed, tmp_path / f"out-{numbered}")
        assert report["cases"]["assessed"] == answered


def _reversed(name: str, table: Any, *, numbered: bool) -> Any:
    found = table.take(pa.array(range(table.num_rows - 1, -1, -1), pa.int64()))
    return found if numbered or name == "cases" else found.drop_columns(["number"])


@pytest.mark.parametrize("part_rows", [1, 7, 60, 250, 10_000])
def test_the_size_of_the_parts_changes_nothing(
    part_rows: int, docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    assessed(docket, tmp_path / "out", How(part_rows=part_rows))
    assert contents(tmp_path / "out") == wanted


def test_the_number_of_processes_changes_nothing(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    assessed(docket, tmp_path / "out", How(workers=2, part_rows=120))
    assert contents(tmp_path / "out") == wanted


@pytest.mark.parametrize(("worth", "words"), [(4, 4_096), (0, 4_096), (0.5, 9), (0, 0)])
def test_neither_do_batches_buffers_and_samples(
    worth: float,
    words: int,
    docket: Path,
    wanted: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor whether a column comes as a dictionary, as text, or as one here and the other there."""
    monkeypatch.setattr(tables, "BATCH_ROWS", 17)
    monkeypatch.setattr(parts, "WORTH_ROWS", worth)
    monkeypatch.setattr(cells, "WORDS_MOST", words)
    monkeypatch.setattr(running, "BATCH_CASES", 3)
    monkeypatch.setattr(parts, "HELD_MOST", 1_000)
    monkeypatch.setattr(parts, "SAMPLE_MOST", 10)
    assessed(docket, tmp_path / "out", How(part_rows=50))
    assert contents(tmp_path / "out") == wanted


def test_row_groups_are_of_one_size(
    docket: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assessing, "ROW_GROUP", 10)
    found = []
    for part_rows in (13, 90, 10_000):
        assessed(docket, tmp_path / f"out-{part_rows}", How(part_rows=part_rows))
        found.append(contents(tmp_path / f"out-{part_rows}"))
    assert found[0] == found[1] == found[2]
    with pq.ParquetFile(tmp_path / "out-13" / "webster-ny.parquet") as parquet:
        meta = parquet.metadata
        sizes = [meta.row_group(n).num_rows for n in range(meta.num_row_groups)]
    assert set(sizes[:-1]) == {10}
    assert 0 < sizes[-1] <= 10


def test_the_rows_are_sorted_by_town_and_case(docket: Path, tmp_path: Path) -> None:
    assessed(docket, tmp_path / "out", How(part_rows=50))
    for file in (tmp_path / "out").glob("*.parquet"):
        keys = [(row["town"], row["case"]) for row in pq.read_table(file).to_pylist()]
        assert keys == sorted(keys)
        assert len(keys) > 20


def test_the_order_of_the_columns_changes_nothing(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    def turned(name: str, table: Any) -> Any:
        return table.select(list(reversed(table.column_names)))

    assessed(changed(docket, tmp_path / "turned", turned), tmp_path / "out")
    assert contents(tmp_path / "out") == wanted


def test_a_csv_gives_the_same_in_any_parts(docket: Path, tmp_path: Path) -> None:
    found = []
    for part_rows in (33, 10_000):
        name = f"out-{part_rows}"
        place = as_csv(docket, tmp_path / f"csv-{part_rows}")
        lines = (place / "events.csv").read_text("utf-8").splitlines()
        lines[20] += ",too,many"
        (place / "events.csv").write_text("\n".join(lines) + "\n", "utf-8")
        assessed(place, tmp_path / name, How(part_rows=part_rows))
        found.append(contents(tmp_path / name))
    assert found[0] == found[1]
    assert b"broken-row" in found[0]["set-aside.csv"]


def test_another_day_gives_other_bytes(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    """The control: sameness is no accident of a comparison that sees nothing."""
    assessed(docket, tmp_path / "out", on=date(2026, 6, 2))
    found = contents(tmp_path / "out")
    assert found["webster-ny.parquet"] != wanted["webster-ny.parquet"]
    assert len(rows_of(tmp_path / "out")) == len(DOCUMENTS) - 4


def test_the_engine_changes_nothing(tmp_path: Path) -> None:
    """Columns or case by case: the worked cases of two ordinances, and those of the docket."""
    pytest.importorskip("numba")
    documents = list(DOCUMENTS)
    for n, file in enumerate(case_files()):
        found = load_file(str(file)).data
        if isinstance(found, dict) and found["ordinance"] in ("webster-ny", "city-9-3-12"):
            documents.append({**found, "case": f"W-{n:03d}"})
    assert len(documents) > len(DOCUMENTS) + 90
    mixed = packed(tmp_path / "in", documents)
    for day in (date(2026, 4, 1), date(2026, 6, 1), date(2027, 1, 15)):
        one, two = tmp_path / f"assess-{day}", tmp_path / f"columns-{day}"
        assessed(mixed, one, on=day)
        report = assessed(mixed, two, How(part_rows=300), on=day, engine="columns")
        for file in sorted(one.glob("*.parquet")):
            rows = zip(
                pq.read_table(file).to_pylist(),
                pq.read_table(two / file.name).to_pylist(),
                strict=True,
            )
            for want, have in rows:
                assert have == want
        assert results(contents(two)) == results(contents(one))
        assert (two / "set-aside.csv").read_bytes() == (one / "set-aside.csv").read_bytes()
        assert report["by_assess"]["share"] < 0.5


def test_an_engine_that_fails_costs_no_case_its_answer(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")

    def failing(*args: Any, **more: Any) -> Any:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("outfall.docket.engine.evaluate", failing)
    monkeypatch.setattr(columnar, "warm", lambda law: None)
    report = assessed(docket, tmp_path / "out", engine="columns")
    assert report["by_assess"]["reasons"] == {columnar.FAILED: len(DOCUMENTS) - 4}
    assert results(contents(tmp_path / "out")) == results(wanted)


def test_a_judgement_that_fails_costs_no_case_its_answer(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every case is read one by one then, as if none were plain."""
    pytest.importorskip("numba")
    judged: list[int] = []

    def failing(*args: Any) -> Any:
        judged.append(1)
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("outfall.docket.plain.judged", failing)
    monkeypatch.setattr("outfall.docket.engine.evaluate", failing)
    monkeypatch.setattr(columnar, "warm", lambda law: None)
    assessed(docket, tmp_path / "out", engine="columns")
    assert judged
    assert contents(tmp_path / "out")["set-aside.csv"] == wanted["set-aside.csv"]
    assert results(contents(tmp_path / "out")) == results(wanted)


def test_columns_are_taken_where_they_are_worth_it(
    docket: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    warmed: list[str] = []
    monkeypatch.setattr(columnar, "warm", lambda law: warmed.append(law.id))
    setup = Setup(date(2026, 6, 1), docket, engine="auto")
    many: Counter[str] = Counter({"webster-ny": columnar.WORTH, "city-9-3-12": 5})
    assert assessing.with_engine(setup, many, How()).in_columns == {"webster-ny"}
    assert set(warmed) == {"webster-ny"}
    monkeypatch.setattr(columnar, "is_installed", lambda: False)
    assert assessing.with_engine(setup, many, How()).in_columns == frozenset()
    with pytest.raises(Refused) as refused:
        assessing.with_engine(replace(setup, engine="columns"), many, How())
    assert [fault.code for fault in refused.value.faults] == ["docket-missing"]


ASTRAY: dict[str, Callable[[list[Part]], list[Part]]] = {
    "lost": lambda parts: parts[:1] + parts[2:],
    "twice": lambda parts: [*parts[:1], *parts],
    "out of turn": lambda parts: parts[::-1],
    "the last lost": lambda parts: parts[:-1],
}


@pytest.mark.parametrize("how_astray", ASTRAY)
def test_a_part_that_goes_astray_leaves_no_result(
    docket: Path, tmp_path: Path, how_astray: str
) -> None:
    """Whatever works the parts through, a short or a doubled result never takes the place."""
    asked: list[int] = []

    def outcomes(setup: Setup, parts: list[Part], workers: int) -> list[Done]:
        asked.append(len(parts))
        return [work(setup, part) for part in ASTRAY[how_astray](parts)]

    how = How(part_rows=100, outcomes=outcomes)  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        assessed(docket, tmp_path / "out", how)
    assert [fault.code for fault in refused.value.faults] == ["part-astray"]
    assert asked[0] > 2
    assert not (tmp_path / "out").exists()
