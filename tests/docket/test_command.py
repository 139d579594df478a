"""The command itself: its acts in a row, a town's file, and what it says of what is wrong."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.docket.dockets import ON, contents, document, rows_of, set_aside

from outfall.cli import docket as command
from outfall.cli.main import main
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document
from outfall.files.town_file import read_town
from outfall.law.assess import assess
from outfall.law.choices import adopt

WEBSTER = [document(n) for n in range(0, 24, 2)]


def written(folder: Path, documents: list[dict[str, Any]]) -> Path:
    folder.mkdir()
    for found in documents:
        (folder / f"{found['case']}.yaml").write_text(yaml.safe_dump(found), "utf-8")
    return folder


def run(*args: object) -> int:
    return main(["docket", *map(str, args)])


def test_the_acts_follow_one_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = written(tmp_path / "files", WEBSTER)
    assert run("pack", files, "-o", tmp_path / "in") == 0
    assert run("assess", tmp_path / "in", "-o", tmp_path / "out", "--on", ON, "--workers", 1) == 0
    assert run("summary", tmp_path / "out") == 0
    told = capsys.readouterr()
    assert f"12 of 12 cases at the end of {ON}" in told.out
    assert told.err == ""
    assert {row["case"] for row in rows_of(tmp_path / "out")} == {d["case"] for d in WEBSTER}


def test_a_town_s_file_holds_for_all_cases(tmp_path: Path) -> None:
    files = written(tmp_path / "files", WEBSTER)
    town = tmp_path / "town.yaml"
    town.write_text("town: Example\nordinance: webster-ny\nreadings: {week: begun}\n", "utf-8")
    assert run("pack", files, "-o", tmp_path / "in") == 0
    assert run("assess", tmp_path / "in", "-o", tmp_path / "out", "--on", ON, "--town", town) == 0
    assert run("assess", tmp_path / "in", "-o", tmp_path / "plain", "--on", ON) == 0
    law = load_pack(folder_of("webster-ny"))
    adopted = adopt(law, read_town(Document(yaml.safe_load(town.read_text("utf-8")))))
    have = {row["case"]: row["exposure.criminal.max"] for row in rows_of(tmp_path / "out")}
    assert have == {
        found["case"]: assess(adopted, read_case(Document(found)), ON).criminal.max
        for found in WEBSTER
    }
    plain = {row["case"]: row["exposure.criminal.max"] for row in rows_of(tmp_path / "plain")}
    assert plain != have


def test_a_town_s_file_of_another_ordinance_sets_its_cases_aside(tmp_path: Path) -> None:
    files = written(tmp_path / "files", [document(n) for n in range(4)])
    town = tmp_path / "town.yaml"
    town.write_text("town: Example\nordinance: webster-ny\n", "utf-8")
    assert run("pack", files, "-o", tmp_path / "in") == 0
    assert run("assess", tmp_path / "in", "-o", tmp_path / "out", "--on", ON, "--town", town) == 2
    assert {row["code"] for row in set_aside(tmp_path / "out")} == {"another-ordinance"}
    assert {row["case"] for row in set_aside(tmp_path / "out")} == {"X-00001", "X-00003"}


def test_a_file_that_is_no_case_is_told_and_the_others_are_packed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(tmp_path / "files", WEBSTER[:2])
    (files / "list.yaml").write_text("- one\n- two\n", "utf-8")
    (files / "broken.yaml").write_text("case: [", "utf-8")
    assert run("pack", files, "-o", tmp_path / "in") == 2
    told = capsys.readouterr()
    assert "rows of 2 cases" in told.out
    assert "list.yaml: the file: this is not a case file" in told.err
    assert "broken.yaml" in told.err


def test_a_case_keeps_its_own_pack_wherever_the_docket_lies(tmp_path: Path) -> None:
    pack = Path(__file__).resolve().parents[1] / "packs" / "three-days"
    files = written(tmp_path / "files", [])
    (files / "packs").symlink_to(pack.parent)
    found = {**WEBSTER[0], "ordinance": "packs/three-days"}
    (files / "one.yaml").write_text(yaml.safe_dump(found), "utf-8")
    (tmp_path / "elsewhere").mkdir()
    assert run("pack", files / "one.yaml", "-o", tmp_path / "elsewhere" / "in") == 0
    status = run("assess", tmp_path / "elsewhere" / "in", "-o", tmp_path / "out", "--on", ON)
    report = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    codes = {row["code"] for row in set_aside(tmp_path / "out")}
    assert "unknown-ordinance" not in codes
    assert status == (2 if codes else 0)
    assert report["cases"]["given"] == 1


def test_a_result_is_replaced_by_the_next(tmp_path: Path) -> None:
    files = written(tmp_path / "files", WEBSTER)
    assert run("pack", files, "-o", tmp_path / "in") == 0
    for day in ("2026-05-01", ON):
        assert run("assess", tmp_path / "in", "-o", tmp_path / "out", "--on", day) == 0
    assert run("assess", tmp_path / "in", "-o", tmp_path / "fresh", "--on", ON) == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "fresh")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("assess", "nowhere", "-o", "out"), "there is no such folder"),
        (("summary", "nowhere"), "this is no result"),
        (("assess", "in", "-o", "out", "--workers", "0"), "is not a whole number above 0"),
        (("what-if", "in", "-o", "out", "--reading", "week"), "is not a pair"),
        ((), "required: ACT"),
    ],
)
def test_what_is_wrong_is_said(
    args: tuple[str, ...],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = run(*args)
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert (status, says in capsys.readouterr().err) == (2, True)


def test_without_the_extra_the_way_to_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = util.find_spec
    monkeypatch.setattr(
        command, "find_spec", lambda name: None if name == "pyarrow" else real(name)
    )
    assert run("summary", "out") == 2
    assert "pip install outfall[docket]" in capsys.readouterr().err
