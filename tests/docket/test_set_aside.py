"""What can't be used is set aside with its row and its reason; nothing is lost, nothing stops."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
    plain,
    rows_of,
    set_aside,
)

from outfall.docket import gathering, parts, running
from outfall.docket.assessing import How
from outfall.docket.gathering import cases_of
from outfall.docket.parts import cut, survey
from outfall.docket.tables import open_docket
from outfall.files.case_file import read_case
from outfall.law.assess import assess
from outfall.law.case import Case

GOOD = [document(n) for n in range(12)]
VICTIM = GOOD[8]["case"]


def with_event(**fields: Any) -> Document:
    """The victim with one more entry."""
    return {**GOOD[8], "events": [*GOOD[8]["events"], fields]}


def docket_with(folder: Path, victim: Document) -> Path:
    return plain(folder, [*GOOD[:8], victim, *GOOD[9:]])


OBSERVED = {"event": "violation_observed", "kind": "discharge"}
HOSTILE: dict[str, tuple[Document, str, str]] = {
    "a null day": (with_event(**OBSERVED), "events[8].date", "missing-field"),
    "year 9999": (with_event(date="9999-12-31", **OBSERVED), "events[8].date", "year-out-of-range"),
    "no such day": (with_event(date="2026-02-30", **OBSERVED), "events[8].date", "not-a-date"),
    "negative money": (
        with_event(date="2026-05-01", event="fee_charged", amount="-5.00"),
        "events[8].amount",
        "not-an-amount",
    ),
    "endless money": (
        with_event(date="2026-05-01", event="fee_charged", amount="9" * 40),
        "events[8].amount",
        "not-an-amount",
    ),
    "no such event": (
        with_event(date="2026-05-01", event="fee_chargd"),
        "events[8].event",
        "unknown-event",
    ),
    "an id twice": (
        {**GOOD[8], "events": [{**e, "id": "x"} for e in GOOD[8]["events"]]},
        "events[1].id",
        "duplicate-id",
    ),
    "a letter nobody can see": (
        with_event(date="2026-05-01", event="fee_charged", amount="5.00", why="a\u2028b"),
        "events[8].why",
        "control-character",
    ),
    "a null character": (
        with_event(date="2026-05-01", event="fee_charged", amount="5.00", why="\x00b"),
        "events[8].why",
        "control-character",
    ),
    "what can't have happened": (
        with_event(date="2026-05-01", event="protest_decided", amount="5.00"),
        "events[8].event",
        "no-protest",
    ),
    "no such ordinance": ({**GOOD[8], "ordinance": "../../etc"}, "ordinance", "unknown-ordinance"),
    "no such reading": (
        {**GOOD[8], "readings": {"moon": "full"}},
        "readings.moon",
        "unknown-reading",
    ),
    "no such figure": ({**GOOD[8], "policy": {"moon": "3"}}, "policy.moon", "unknown-policy"),
    "a party without a role": (
        {**GOOD[8], "parties": [{"id": "a"}]},
        "parties[0].role",
        "missing-field",
    ),
    "a share of nothing": (
        {**GOOD[8], "parties": [{"id": "a", "role": "owner", "share": "1/0"}]},
        "parties[0].share",
        "not-a-share",
    ),
    "an offense that is no day": (
        {**GOOD[8], "history": [{"offense_on": "long ago"}]},
        "history[0].offense_on",
        "not-a-date",
    ),
    "no events": ({**GOOD[8], "events": []}, "", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_case_is_set_aside_and_the_others_are_not(name: str, tmp_path: Path) -> None:
    victim, where, code = HOSTILE[name]
    report = assessed(docket_with(tmp_path / "in", victim), tmp_path / "out")
    found = set_aside(tmp_path / "out")
    others = {row["case"] for row in rows_of(tmp_path / "out")}
    if not code:
        assert (found, len(others)) == ([], 12)
        return
    assert {row["case"] for row in found} == {VICTIM}
    assert (found[0]["where"], found[0]["code"]) == (where, code)
    assert found[0]["reason"]
    assert others == {d["case"] for d in GOOD} - {VICTIM}
    assert report["cases"] == {"given": 12, "assessed": 11, "set_aside": 1}
    assert report["set_aside"]["reasons"][code] >= 1


def test_the_row_that_is_told_is_the_row_that_is_wrong(tmp_path: Path) -> None:
    victim = with_event(date="2026-05-01", event="fee_charged", amount="-5.00")
    docket = docket_with(tmp_path / "in", victim)
    assessed(docket, tmp_path / "out")
    (found,) = set_aside(tmp_path / "out")
    assert (found["table"], found["file"]) == ("events", "events.parquet")
    row = pq.read_table(docket / "events.parquet").to_pylist()[int(found["row"]) - 1]
    assert (row["case"], row["amount"]) == (VICTIM, "-5.00")


def test_every_fault_of_a_case_is_told_at_once(tmp_path: Path) -> None:
    victim = with_event(date="2026-02-30", event="fee_charged", amount="-5.00")
    victim = {**victim, "parties": [{"id": "a"}], "place": {"address": "x" * 5_000}}
    assessed(docket_with(tmp_path / "in", victim), tmp_path / "out")
    assert {row["where"] for row in set_aside(tmp_path / "out")} == {
        "events[8].date", "events[8].amount", "parties[0].role", "place.address",
    }  # fmt: skip


@pytest.mark.parametrize("many", [20_000, 20_001, 60_000])
def test_a_case_of_very_many_events_is_assessed_or_told_and_stops_nothing(
    many: int, tmp_path: Path
) -> None:
    day = {"date": "2026-05-01", "event": "inspected", "finding": "continuing"}
    events = [*GOOD[8]["events"], *([day] * (many - len(GOOD[8]["events"])))]
    docket = docket_with(tmp_path / "in", {**GOOD[8], "events": events})
    if many == 20_000:  # as many as a case file may have: read, and here not answered
        (given,) = [g for g in all_given(docket, tmp_path / "work") if g.id == VICTIM]
        assert given.case is not None
        assert len(given.case.events) == many
        return
    for part_rows in (200_000, 5_000):
        report = assessed(docket, tmp_path / f"out-{part_rows}", How(part_rows=part_rows))
        assert report["cases"] == {"given": 12, "assessed": 11, "set_aside": 1}
        (found,) = set_aside(tmp_path / f"out-{part_rows}")
        assert (found["case"], found["code"]) == (VICTIM, "too-many-events")
    assert contents(tmp_path / "out-5000") == contents(tmp_path / "out-200000")


def test_ten_thousand_events_in_one_case_are_assessed(tmp_path: Path) -> None:
    day = {"date": "2026-05-01", "event": "fee_charged", "amount": "1.00"}
    events = [*GOOD[8]["events"], *[day] * 10_000]
    docket = docket_with(tmp_path / "in", {**GOOD[8], "events": events})
    assert assessed(docket, tmp_path / "out")["cases"]["assessed"] == 12
    (row,) = [row for row in rows_of(tmp_path / "out") if row["case"] == VICTIM]
    assert row["account.parts.fee.owed"] > 1_000_000


def all_given(docket: Path, work: Path) -> list[Any]:
    work.mkdir()
    tables = open_docket(docket)
    bounds = survey(tables, lambda rows: None).bounds(10**9)
    made = cut(tables, bounds, work, lambda *row: None, lambda rows: None)
    return [given for part in made for given in cases_of(part)]


def twice(name: str, table: Any) -> Any:
    return pa.concat_tables([table, table.slice(8, 1)]) if name == "cases" else table


def orphan(name: str, table: Any) -> Any:
    return table.filter(pa.array([c != VICTIM for c in table.column("case").to_pylist()])) \
        if name == "cases" else table  # fmt: skip


def numbered_alike(name: str, table: Any) -> Any:
    place = table.column_names.index("number") if "number" in table.column_names else None
    if name != "events" or place is None:
        return table
    rows = table.to_pylist()
    numbers = [1 if row["case"] == VICTIM else row["number"] for row in rows]
    return table.set_column(place, "number", pa.array(numbers, pa.int32()))


def of_a_structure(name: str, table: Any) -> Any:
    if name != "events":
        return table
    cells = [
        {"dollars": 5} if row["case"] == VICTIM and row["nature"] else None
        for row in table.to_pylist()
    ]
    place = table.column_names.index("nature")
    return table.set_column(place, "nature", pa.array(cells, pa.struct([("dollars", pa.int64())])))


def of_bytes(name: str, table: Any) -> Any:
    if name != "events":
        return table
    cells = [b"\xff\xfe" if row["case"] == VICTIM else b"fine" for row in table.to_pylist()]
    place = table.column_names.index("nature")
    filled = [c if row["event"] == "violation_observed" else None
              for c, row in zip(cells, table.to_pylist(), strict=True)]  # fmt: skip
    return table.set_column(place, "nature", pa.array(filled, pa.binary()))


@pytest.mark.parametrize(
    ("change", "code", "others"),
    [
        (twice, "case-twice", 11),
        (orphan, "no-such-case", 11),
        (numbered_alike, "number-twice", 11),
        (of_a_structure, "not-a-cell", 11),
        (of_bytes, "not-a-cell", 11),
    ],
)
def test_rows_that_make_no_case_are_set_aside(
    change: Callable[[str, Any], Any], code: str, others: int, tmp_path: Path
) -> None:
    docket = changed(plain(tmp_path / "in", GOOD), tmp_path / "changed", change)
    report = assessed(docket, tmp_path / "out")
    found = set_aside(tmp_path / "out")
    assert {(row["case"], row["code"]) for row in found} >= {(VICTIM, code)}
    assert {row["case"] for row in found} == {VICTIM}
    assert report["cases"] == {"given": 12, "assessed": others, "set_aside": 1}


def test_a_row_that_names_no_case_is_told_and_counted(tmp_path: Path) -> None:
    def lost(name: str, table: Any) -> Any:
        cases = [None if n == 3 else c for n, c in enumerate(table.column("case").to_pylist())]
        place = table.column_names.index("case")
        return table.set_column(place, "case", pa.array(cases, pa.string()))

    docket = changed(plain(tmp_path / "in", GOOD), tmp_path / "changed", lost)
    report = assessed(docket, tmp_path / "out")
    found = [row for row in set_aside(tmp_path / "out") if not row["case"]]
    assert {(row["table"], row["row"]) for row in found} == {
        ("cases", "4"), ("events", "4"), ("parties", "4"),
    }  # fmt: skip
    assert report["rows_without_case"] == len(found)


def test_a_csv_row_with_too_many_cells_is_told_by_its_number(tmp_path: Path) -> None:
    docket = as_csv(plain(tmp_path / "in", GOOD), tmp_path / "csv")
    lines = (docket / "parties.csv").read_text("utf-8").splitlines()
    lines[4] += ",one,too,many"
    lines[7] = "short"
    lines.append(",".join(["=1+1", "X-00005", *[""] * (lines[0].count(",") - 1)]))
    (docket / "parties.csv").write_text("\n".join(lines) + "\n", "utf-8")
    report = assessed(docket, tmp_path / "out")
    found = set_aside(tmp_path / "out")
    broken = [row for row in found if row["code"] == "broken-row"]
    assert [(row["table"], row["row"]) for row in broken] == [("parties", "4"), ("parties", "7")]
    formula = [row for row in found if row["town"]]
    assert {row["town"] for row in formula} == {"'=1+1"}
    assert formula[0]["row"] == "13"
    assert report["cases"]["assessed"] == 12
    assert report["rows_without_case"] == 2


def test_a_defect_of_our_own_sets_its_case_aside_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(law: Any, case: Case, on: Any) -> Any:
        if case.id == VICTIM:
            raise ZeroDivisionError("planted")
        return assess(law, case, on)

    monkeypatch.setattr(running, "assess", failing)
    report = assessed(plain(tmp_path / "in", GOOD), tmp_path / "out")
    (found,) = set_aside(tmp_path / "out")
    assert (found["case"], found["code"]) == (VICTIM, "own-defect")
    assert report["cases"] == {"given": 12, "assessed": 11, "set_aside": 1}


def test_every_case_is_in_one_place_and_in_one_only(tmp_path: Path) -> None:
    documents = [document(n) for n in range(60)]
    for n, (victim, _, code) in enumerate(HOSTILE.values()):
        if code:
            documents[3 * n] = {**victim, "case": documents[3 * n]["case"]}
    assessed(packed(tmp_path / "in", documents), tmp_path / "out", How(part_rows=50))
    answered = [row["case"] for row in rows_of(tmp_path / "out")]
    aside = {row["case"] for row in set_aside(tmp_path / "out")}
    assert len(answered) == len(set(answered))
    assert sorted([*answered, *aside]) == sorted(d["case"] for d in documents)
    assert len(aside) == sum(bool(code) for *_, code in HOSTILE.values())


def test_a_report_is_json_that_names_the_reasons(tmp_path: Path) -> None:
    victim, _, code = HOSTILE["year 9999"]
    assessed(docket_with(tmp_path / "in", victim), tmp_path / "out")
    told = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    assert told["set_aside"] == {"file": "set-aside.csv", "reasons": {code: 1}}


def test_a_case_of_very_many_faults_tells_the_first_fifty(tmp_path: Path) -> None:
    wrong = {"date": "2026-05-01", "event": "fee_charged", "amount": "-5.00"}
    events = [*GOOD[8]["events"], *[wrong] * 70]
    assessed(docket_with(tmp_path / "in", {**GOOD[8], "events": events}), tmp_path / "out")
    found = set_aside(tmp_path / "out")
    assert [row["code"] for row in found] == ["not-an-amount"] * 50 + ["more-faults"]
    assert "20 more faults" in found[-1]["reason"]


def test_a_docket_without_a_case_is_assessed(tmp_path: Path) -> None:
    report = assessed(plain(tmp_path / "in", []), tmp_path / "out")
    assert report["cases"] == {"given": 0, "assessed": 0, "set_aside": 0}
    assert set_aside(tmp_path / "out") == []


def test_very_many_ordinances_stop_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are no ordinance fill what is kept of them: what comes after is told, not lost."""
    monkeypatch.setattr(parts, "ORDINANCES_MOST", 3)
    wrong = [{**d, "ordinance": f"none-{n}"} for n, d in enumerate(GOOD[:2])]
    report = assessed(plain(tmp_path / "in", [*wrong, *GOOD[2:]]), tmp_path / "out")
    aside = {row["case"] for row in set_aside(tmp_path / "out")}
    answered = {row["case"] for row in rows_of(tmp_path / "out")}
    assert aside | answered == {d["case"] for d in GOOD}
    assert {row["code"] for row in set_aside(tmp_path / "out")} == {"unknown-ordinance"}
    assert {d["ordinance"] for d in GOOD if d["case"] in answered} == {"webster-ny"}
    assert report["cases"]["set_aside"] == len(aside) == 7


def test_a_defect_in_reading_sets_its_case_aside_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(found: Any) -> Case:
        if found.data["case"] == VICTIM:
            raise RecursionError("planted")
        return read_case(found)

    monkeypatch.setattr(gathering, "read_case", failing)
    assessed(plain(tmp_path / "in", GOOD), tmp_path / "out")
    assert [(r["case"], r["code"]) for r in set_aside(tmp_path / "out")] == [(VICTIM, "own-defect")]
    assert len(rows_of(tmp_path / "out")) == 11
