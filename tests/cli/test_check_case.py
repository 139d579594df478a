"""``outfall check-case``: the faults, all of them, as text and as data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from outfall.files.schemas import schema

Run = Callable[..., Any]

BAD = """\
case: X-1
ordinance: webster-ny
readings: {week: fortnight}
events:
  - {date: 2026-03-01, event: violation_observed, kind: discharge, nature: n}
  - {date: 2026-02-30, event: corrected}
  - {date: 2026-03-05, event: paid, amount: twelve}
  - {date: 2026-03-05, event: payed, amount: 12.00}
  - {date: 2026-03-06, event: served, instrument: notice, methd: personal}
"""
PLACES = [
    "events[1].date",
    "events[2].amount",
    "events[3].event",
    "events[4].method",
    "events[4].instrument",
    "events[4].methd",
]


def test_a_case_without_a_fault_is_one_line(run: Run, good: Path) -> None:
    done = run("check-case", str(good))
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{good}: no faults (1 event under webster-ny undated)\n"


def test_a_case_without_a_fault_is_an_empty_list_for_a_program(run: Run, good: Path) -> None:
    done = run("check-case", str(good), "--json")
    assert (done.status, done.out, done.err) == (0, "[]\n", "")


def test_every_fault_is_told_at_once_at_its_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(BAD, encoding="utf-8")
    done = run("check-case", str(file))
    assert (done.status, done.err) == (2, "")
    lines = done.out.splitlines()
    assert [line.split(" (line")[0] for line in lines] == PLACES
    assert lines[0] == (
        "events[1].date (line 6): 2026-02-30 is not a date. "
        "Write a real day as YYYY-MM-DD, or YYYY-MM-DDTHH:MM where the hour matters"
    )


def test_the_faults_as_data_are_those_of_the_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(BAD, encoding="utf-8")
    told = run("check-case", str(file)).out.splitlines()
    done = run("check-case", str(file), "--json")
    assert (done.status, done.err) == (2, "")
    faults = json.loads(done.out)
    Draft202012Validator(schema("faults")).validate(faults)
    assert [f"{f['where']} (line {f['line']}): {f['says']}" for f in faults] == told
    assert (faults[0]["line"], faults[0]["column"], faults[0]["code"]) == (6, 12, "not-a-date")


def test_what_the_law_can_not_take_is_a_fault_too(run: Run, good: Path) -> None:
    text = good.read_text(encoding="utf-8").replace(
        "events:", "readings: {week: fortnight}\nevents:"
    )
    good.write_text(text, encoding="utf-8")
    done = run("check-case", str(good))
    assert (done.status, done.err) == (2, "")
    assert done.out.startswith("readings.week (line 3): ")


def test_a_fault_of_the_pack_says_whose_it_is(run: Run, good: Path) -> None:
    pack = good.parent / "pack"
    pack.mkdir()
    (pack / "versions.yaml").write_text(
        "ordinance: mine\nversions: [{version: one, file: one.yaml}]\n", encoding="utf-8"
    )
    (pack / "one.yaml").write_text("pack: mine\n", encoding="utf-8")
    good.write_text(good.read_text().replace("webster-ny", "pack"), encoding="utf-8")
    done = run("check-case", str(good))
    assert done.status == 2
    assert "title of the ordinance pack" in done.out


def test_it_reads_standard_input(outfall: Run, good: Path) -> None:
    done = outfall("check-case", "-", stdin=good.read_bytes())
    assert done.out == "standard input: no faults (1 event under webster-ny undated)\n"
    done = outfall("check-case", "-", stdin=b"")
    assert done.status == 2
    assert "There is nothing in this file yet" in done.out


def test_the_same_faults_go_to_standard_error_of_the_other_commands(
    outfall: Run, tmp_path: Path
) -> None:
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    checked = outfall("check-case", "bad.yaml")
    assessed = outfall("assess", "bad.yaml", "--json")
    assert (assessed.status, assessed.out, assessed.err) == (2, "", checked.out)
