"""A docket read from every kind of file gives the standings that its cases have one by one."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from tests.docket.dockets import (
    ON,
    TABLES,
    as_arrow,
    as_csv,
    assessed,
    changed,
    contents,
    document,
    packed,
    plain,
    rows_of,
    set_aside,
)
from tests.worked_cases import case_files, standing

from outfall.docket import cells, parts, tables
from outfall.docket.assessing import How
from outfall.docket.cells import MARK, as_text
from outfall.docket.packing import rows_of as table_rows
from outfall.docket.parts import cut, survey
from outfall.docket.tables import open_docket
from outfall.docket.working import lean
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document, load_file
from outfall.law.assess import assess
from outfall.law.data import data
from outfall.law.faults import Refused

DOCUMENTS = [document(n) for n in range(40)]


def cents(text: str | None) -> int | None:
    return None if text is None else int(Decimal(text) * 100)


def test_each_row_is_the_standing_of_its_case(tmp_path: Path) -> None:
    files = [file for file in case_files() if "ordinance: ../" not in file.read_text("utf-8")]
    documents = []
    for n, file in enumerate(files):
        found = load_file(str(file)).data
        assert isinstance(found, dict)
        documents.append({**found, "case": f"{n:03d}"})
    report = assessed(plain(tmp_path / "in", documents), tmp_path / "out")
    assert report["cases"] == {"given": len(files), "assessed": len(files), "set_aside": 0}
    found = {row["case"]: row for row in rows_of(tmp_path / "out")}
    for n, file in enumerate(files):
        want, row = standing(file, str(ON), {}), found[f"{n:03d}"]
        seen = {item["id"]: item for item in row["deadlines.further"] or ()}
        for deadline in want["deadlines"]:
            further = seen.get(deadline["id"])
            name = f"deadlines.{deadline['id']}"
            due = further["due"] if further else row[f"{name}.due"]
            status = further["status"] if further else row[f"{name}.status"]
            assert (str(due), status) == (deadline["due"], deadline["status"])
        told = sum(v is not None for k, v in row.items() if k.endswith(".due"))
        assert told + len(seen) == len(want["deadlines"])
        for act in want["actions"]:
            name = f"actions.{act['id']}"
            assert row[f"{name}.permitted"] == act["permitted"]
            assert row[f"{name}.obligatory"] == act["obligatory"]
            for day in ("since", "not_before"):
                assert (row[f"{name}.{day}"] and str(row[f"{name}.{day}"])) == act[day]
        for kind in ("orders", "holds"):
            for item in want[kind]:
                assert row[f"{kind}.{item['id']}.in_force"] == item["in_force"]
        for name in ("charges", "interest", "reduced", "paid", "balance", "credit", "per_diem"):
            assert row[f"account.{name}"] == cents(want["account"][name])
        for track in ("civil", "criminal"):
            for name in ("min", "max"):
                assert row[f"exposure.{track}.{name}"] == cents(want["exposure"][track][name])
        assert row["assessed.penalty"] == cents(want["assessed"]["penalty"])


def test_parquet_arrow_and_csv_give_the_same_bytes(tmp_path: Path) -> None:
    docket = packed(tmp_path / "parquet", DOCUMENTS)
    dockets = [docket, as_arrow(docket, tmp_path / "arrow"), as_csv(docket, tmp_path / "csv")]
    dockets.append(as_csv(docket, tmp_path / "semicolons", ";".join))
    found = []
    for n, place in enumerate(dockets):
        assessed(place, tmp_path / f"out-{n}")
        found.append(contents(tmp_path / f"out-{n}"))
    assert found[0] == found[1] == found[2] == found[3]
    assert len(rows_of(tmp_path / "out-0")) == len(DOCUMENTS)


def test_a_table_may_be_a_folder_of_files(tmp_path: Path) -> None:
    docket = packed(tmp_path / "one", DOCUMENTS)
    several = tmp_path / "several"
    for name in TABLES:
        (several / name).mkdir(parents=True)
        table = pq.read_table(docket / f"{name}.parquet")
        half = table.num_rows // 2
        pq.write_table(table.slice(0, half), several / name / "a.parquet")
        pq.write_table(table.slice(half), several / name / "b.parquet")
    assessed(docket, tmp_path / "out-1")
    assessed(several, tmp_path / "out-2")
    assert contents(tmp_path / "out-1") == contents(tmp_path / "out-2")


def test_a_column_may_have_the_type_that_fits_it(tmp_path: Path) -> None:
    docket = packed(tmp_path / "in", DOCUMENTS)

    def typed(name: str, table: Any) -> Any:
        casts: dict[str, Callable[[Any], Any]] = {
            "date": lambda c: c.cast(pa.timestamp("ns")),
            "comply_by": lambda c: c.cast(pa.date32()),
            "received_on": lambda c: c.cast(pa.timestamp("ms")),
            "amount": lambda c: c.cast(pa.decimal128(12, 2)),
            "event": pc.dictionary_encode,
            "number": lambda c: c.cast(pa.float64()),
            "case": lambda c: c.cast(pa.large_string()),
            "offense_on": lambda c: c.cast(pa.date64()),
        }
        for column, cast in casts.items():
            if column in table.column_names:
                place = table.column_names.index(column)
                table = table.set_column(place, column, cast(table.column(column)))
        return table

    assessed(docket, tmp_path / "out-1")
    assessed(changed(docket, tmp_path / "typed", typed), tmp_path / "out-2")
    assert contents(tmp_path / "out-1") == contents(tmp_path / "out-2")


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        (["12"], pa.string(), "12"),
        ([12], pa.int64(), "12"),
        ([12.0], pa.float64(), "12"),
        ([12.5], pa.float64(), "12.5"),
        ([True], pa.bool_(), "true"),
        ([Decimal("1.50")], pa.decimal128(9, 2), "1.50"),
        ([0], pa.date32(), "1970-01-01"),
        ([0], pa.timestamp("s"), "1970-01-01"),
        ([61], pa.timestamp("s"), "1970-01-01T00:01:01"),
        ([["a", "b"]], pa.list_(pa.string()), '["a", "b"]'),
        ([[]], pa.list_(pa.string()), "[]"),
        ([['a"b', "\\"]], pa.list_(pa.string()), r'["a\"b", "\\"]'),
        ([["é", "a\tb"]], pa.list_(pa.string()), '["é", "a\\tb"]'),
        ([["a", None]], pa.list_(pa.string()), '["a", null]'),
        ([["a"]], pa.large_list(pa.large_string()), '["a"]'),
        (["12"], pa.dictionary(pa.int8(), pa.large_string()), "12"),
        ([12], pa.dictionary(pa.int32(), pa.int64()), "12"),
        ([None], pa.null(), None),
        ([b"ab"], pa.binary(), "ab"),
    ],
)  # fmt: skip
def test_a_cell_of_any_type_is_text(given: list[Any], kind: Any, says: str | None) -> None:
    assert as_text(pa.array(given, kind)).to_pylist() == [says]


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ([b"\xff"], pa.binary()),
        ([{"a": 1}], pa.struct([("a", pa.int64())])),
        ([0], pa.timestamp("s", "UTC")),
        ([2**62], pa.timestamp("s")),
    ],
)
def test_a_cell_that_is_no_text_is_a_mark_and_its_neighbour_is_not(
    given: list[Any], kind: Any
) -> None:
    marked, empty = as_text(pa.array([*given, None], kind)).to_pylist()
    assert marked.startswith(MARK)
    assert empty is None


def test_few_texts_come_as_a_dictionary_and_many_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "WORDS_MOST", 2)
    few, many = as_text(pa.array([7, 7, 8, None])), as_text(pa.array([7, 8, 9, None]))
    assert (few.to_pylist(), many.to_pylist()) == (["7", "7", "8", None], ["7", "8", "9", None])
    assert pa.types.is_dictionary(few.type)
    assert many.type == pa.string()
    twice = pa.DictionaryArray.from_arrays(pa.array([0, 1, None]), pa.array(["a", "a"]))
    assert as_text(twice).type == pa.string()
    assert as_text(twice).to_pylist() == ["a", "a", None]


def test_an_empty_column_is_not_read_and_an_empty_list_is(tmp_path: Path) -> None:
    """A list of nothing is a field that is there: of an entry that has none, a fault."""
    found = {**DOCUMENTS[0], "events": [dict(event) for event in DOCUMENTS[0]["events"]]}
    for event in found["events"]:
        event.pop("contents", None)
    docket = plain(tmp_path / "in", [found])
    (batch,) = open_docket(docket)["events"].batches()
    assert "amount" not in batch.rows.schema.names
    assert "contents" in batch.rows.schema.names
    found["events"][0]["contents"] = []
    assessed(plain(tmp_path / "list", [found]), tmp_path / "out")
    assert [row["where"] for row in set_aside(tmp_path / "out")] == ["events[0].contents"]


def test_a_case_goes_through_its_rows_unchanged() -> None:
    for file in case_files():
        found = load_file(str(file)).data
        assert isinstance(found, dict)
        rows = list(table_rows("", found))
        assert [name for name, _ in rows].count("cases") == 1
        assert len([row for name, row in rows if name == "events"]) == len(found["events"])


def missing(name: str, table: Any) -> Any:
    return None if name == "events" else table


def misspelt(name: str, table: Any) -> Any:
    names = ["comply_bye" if column == "comply_by" else column for column in table.column_names]
    return table.rename_columns(names)


def without(name: str, table: Any) -> Any:
    return table.drop_columns(["date"]) if name == "events" else table


def townless(name: str, table: Any) -> Any:
    return table.drop_columns(["town"]) if name == "parties" else table


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (missing, "no-docket", "events"),
        (misspelt, "unknown-column", "did you mean comply_by?"),
        (without, "missing-column", "date"),
        (townless, "missing-column", "town"),
    ],
)
def test_a_table_that_would_lose_something_is_refused(
    tmp_path: Path, change: Callable[[str, Any], Any], code: str, says: str
) -> None:
    docket = changed(packed(tmp_path / "in", DOCUMENTS[:3]), tmp_path / "changed", change)
    with pytest.raises(Refused) as refused:
        assessed(docket, tmp_path / "out")
    (fault,) = refused.value.faults
    assert fault.code == code
    assert says in str(fault)
    assert not (tmp_path / "out").exists()


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    docket = packed(tmp_path / "in", DOCUMENTS[:3])
    (docket / "events.parquet").write_bytes(b"PAR1 and nothing else")
    (docket / "cases.csv").write_text("case,ordinance\nX,webster-ny\n")
    with pytest.raises(Refused) as refused:
        assessed(docket, tmp_path / "out")
    assert sorted(f.code for f in refused.value.faults) == ["table-twice", "unreadable-table"]
    with pytest.raises(Refused) as refused:
        open_docket(tmp_path / "nowhere")
    assert [f.code for f in refused.value.faults] == ["no-docket"]


def test_a_town_of_its_own_keeps_cases_of_one_number_apart(tmp_path: Path) -> None:
    docket = packed(tmp_path / "in", [{**found, "case": "X-1"} for found in DOCUMENTS[:2]])
    report = assessed(docket, tmp_path / "out")
    assert report["cases"]["assessed"] == 2
    assert {row["town"] for row in rows_of(tmp_path / "out")} == {"north", "south"}
    assert set_aside(tmp_path / "out") == []


def test_a_case_read_from_rows_is_the_case_of_its_file(tmp_path: Path) -> None:
    report = assessed(plain(tmp_path / "in", DOCUMENTS[:8]), tmp_path / "out")
    rows = {row["case"]: row for row in rows_of(tmp_path / "out")}
    for found in DOCUMENTS[:8]:
        case = read_case(Document(found))
        law = next(o for o in report["ordinances"] if o["ordinance"] == case.ordinance)
        assert law["versions"]
        assert rows[case.id]["observed_on"] == min(event.on for event in case.events)


def test_rows_on_their_way_need_no_more_memory_than_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pa.table(
        {
            "case": [f"C{n % 5_000}" for n in range(200_000)],
            "date": ["2026-03-02"] * 200_000,
            "event": ["inspected"] * 200_000,
            "nature": [f"a text that takes some room, {n}" for n in range(200_000)],
        }
    )
    docket = tmp_path / "in"
    docket.mkdir()
    pq.write_table(table, docket / "events.parquet", row_group_size=5_000)
    pq.write_table(
        pa.table({"case": [f"C{n}" for n in range(5_000)], "ordinance": ["webster-ny"] * 5_000}),
        docket / "cases.parquet",
    )
    size = table.nbytes
    del table
    monkeypatch.setattr(tables, "BATCH_ROWS", 5_000)
    peaks: list[int] = []
    for held in (500_000, 10**9):
        monkeypatch.setattr(parts, "HELD_MOST", held)
        before = pa.total_allocated_bytes()
        seen: list[int] = []

        def watch(rows: int, seen: list[int] = seen) -> None:
            seen.append(pa.total_allocated_bytes())

        opened = open_docket(docket)
        found = survey(opened, watch)
        work = tmp_path / f"work-{held}"
        work.mkdir()
        made = cut(opened, found.bounds(20_000), work, lambda *row: None, watch)
        peaks.append(max(seen) - before)
        assert sum(part.table("events").num_rows for part in made) == 200_000
    assert peaks[0] < size / 2 < peaks[1], (peaks, size)


def test_work_takes_its_memory_from_the_system() -> None:
    before = pa.default_memory_pool()
    try:
        lean()
        assert pa.default_memory_pool().backend_name == "system"
    finally:
        pa.set_memory_pool(before)


def test_parts_are_cut_so_that_none_is_large(tmp_path: Path) -> None:
    docket = packed(tmp_path / "in", [document(n) for n in range(300)])
    opened = open_docket(docket)
    bounds = survey(opened, lambda rows: None).bounds(200)
    (tmp_path / "work").mkdir()
    made = cut(opened, bounds, tmp_path / "work", lambda *row: None, lambda rows: None)
    counts = [sum(part.table(name).num_rows for name in part.tables) for part in made]
    assert len(made) > 5
    assert max(counts) < 400


def test_the_pack_of_a_town_is_the_law_of_its_case(tmp_path: Path) -> None:
    report = assessed(plain(tmp_path / "in", DOCUMENTS[:2]), tmp_path / "out", How())
    digests = {o["ordinance"]: o["versions"][0]["digest"] for o in report["ordinances"]}
    for found in DOCUMENTS[:2]:
        case = read_case(Document(found))
        law = load_pack(folder_of(case.ordinance))
        assert digests[law.id] == data(assess(law, case, ON))["ordinance"]["digest"]
