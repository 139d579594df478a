"""Plain cases or all of them read one by one: the bytes that come out are the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from tests.docket import mutated
from tests.docket.dockets import as_arrow, as_csv, contents, document, packed
from tests.docket.test_set_aside import HOSTILE

pytest.importorskip("numba")

from outfall.docket import plain, running
from outfall.docket.assessing import How, assess_docket, with_engine
from outfall.docket.changes import Change
from outfall.docket.folder import put_folder
from outfall.docket.laws import Setup
from outfall.docket.parts import Part, cut, survey
from outfall.docket.tables import open_docket
from outfall.docket.what_if import what_if

DAYS = (date(2023, 2, 14), date(2025, 3, 1), date(2026, 6, 1))
CHANGES = (
    Change((("week", "begun"),)),
    Change(sets=(("deadline.appeal.due.length", "30 days"),), of="webster-ny"),
    Change(pack="city-9-3-12", of="webster-ny"),
)


def answered(docket: Path, out: Path, setup: Setup, how: How) -> dict[str, bytes]:
    """Every file of a result, the report among them."""
    act = assess_docket if setup.change is None else what_if
    put_folder(out, lambda new, work: act(docket, setup, how, new, work))
    return contents(out)


def same(docket: Path, place: Path, setup: Setup, how: How) -> dict[str, bytes]:
    """The result of a docket, once it is the same both ways."""
    place.mkdir(exist_ok=True)
    short = answered(docket, place / "short", setup, how)
    assert answered(docket, place / "long", replace(setup, plainly=False), how) == short
    return short


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sound and faulty cases, likely and unlikely, and each kind of hostile one."""
    place = tmp_path_factory.mktemp("faulty")
    made = mutated.documents("bytes", 250) + mutated.documents("usual", 50, usual=True)
    made = [{**found, "case": f"{found['case']}-{n}"} for n, found in enumerate(made)]
    hostile = [{**victim, "case": f"H-{n}"} for n, (victim, *_) in enumerate(HOSTILE.values())]
    tables = mutated.tables_of(place / "packed", [*made, *hostile])
    mutated.planted(tables, Random("bytes"), 80)
    return mutated.written(place / "in", tables)


@pytest.mark.parametrize(("n", "part_rows"), [(0, 200_000), (1, 700), (2, 250)])
def test_a_faulty_docket_gives_the_same_bytes(
    n: int, part_rows: int, faulty: Path, tmp_path: Path
) -> None:
    setup, how = Setup(DAYS[n], faulty, engine="columns"), How(part_rows=part_rows)
    found = same(faulty, tmp_path, setup, how)
    by_cases = answered(faulty, tmp_path / "cases", Setup(DAYS[n], faulty), how)
    for name in ("webster-ny.parquet", "city-9-3-12.parquet", "set-aside.csv"):
        assert found[name] == by_cases[name]
        assert len(found[name]) > 5_000


@pytest.mark.parametrize("n", range(len(CHANGES)))
def test_what_would_be_otherwise_is_the_same_too(n: int, faulty: Path, tmp_path: Path) -> None:
    setup = Setup(DAYS[1], faulty, change=CHANGES[n], engine="columns")
    found = same(faulty, tmp_path, setup, How(part_rows=1_500))
    by_cases = answered(
        faulty, tmp_path / "cases", Setup(DAYS[1], faulty, change=CHANGES[n]), How()
    )
    for name in ("changes.parquet", "set-aside.csv"):
        assert found[name] == by_cases[name]


def test_arrow_and_csv_give_the_same_bytes(tmp_path: Path) -> None:
    docket = packed(tmp_path / "in", [document(n) for n in range(60)])
    found = [
        same(place, tmp_path / f"of-{n}", Setup(DAYS[2], place, engine="columns"), How())
        for n, place in enumerate(
            (docket, as_arrow(docket, tmp_path / "arrow"), as_csv(docket, tmp_path / "csv"))
        )
    ]
    tables = [{n: b for n, b in one.items() if n.endswith(".parquet")} for one in found]
    assert tables[0] == tables[1] == tables[2]


def parts_of(docket: Path, work: Path) -> tuple[Setup, list[Part]]:
    work.mkdir()
    tables = open_docket(docket)
    found = survey(tables, lambda rows: None)
    made = cut(tables, found.bounds(10**9), work, lambda *row: None, lambda rows: None)
    return with_engine(Setup(DAYS[1], docket, engine="columns"), found.ordinances, How()), made


def test_a_usual_docket_goes_the_short_way_to_the_end(tmp_path: Path) -> None:
    """Or it would be answered as slowly as before, and no test would tell."""
    docket = packed(tmp_path / "in", mutated.documents("end", 300, usual=True))
    setup, (part,) = parts_of(docket, tmp_path / "work")
    found = running.run(running.Answers(setup), part)
    assert (found.cases, found.set_aside) == (300, 0)
    assert found.plain > 0.95 * found.cases


def test_a_column_that_is_lost_on_the_short_way_is_seen(
    faulty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the day of a conviction the tiers are others, and the bytes tell."""
    monkeypatch.setattr(plain, "READ", plain.READ - {"convicted_on"})
    setup = Setup(DAYS[1], faulty, engine="columns")
    with pytest.raises(AssertionError):
        same(faulty, tmp_path, setup, How())
