"""Registers of many cases: what is written, what is left out, and how both are told."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from outfall.cli import export
from outfall.cli.export import case_files
from outfall.papers.rolls import ROLLS

Run = Callable[..., Any]
DEMO = Path(__file__).parents[2] / "cases" / "demo"
CASES = ("city-penalty-and-lien.yaml", "webster-stop-work.yaml")
ON = ("--on", "2026-05-28")
FAULTY = "case: W-9\nordinance: webster-ny\nevents:\n  - {date: 2026-02-30, event: corrected}\n"
NAMELESS = "events: []\n"


@pytest.fixture
def docket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two cases, seen from the folder above it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "docket")
    return tmp_path / "docket"


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("what", ROLLS)
def test_each_register_goes_to_a_file_and_is_told_in_a_line(
    what: str, docket: Path, run: Run
) -> None:
    for name in ("out.csv", "out.xlsx"):
        done = run("export", what, "docket", "-o", name, *ON)
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(f"{name}: ")
        assert done.out.endswith(" of 2 cases at the end of 2026-05-28\n")
        assert Path(name).read_bytes()[:2] == (b"PK" if name.endswith("xlsx") else b"\xef\xbb")


def test_the_calendar_goes_to_an_ics(docket: Path, run: Run) -> None:
    done = run("export", "calendar", "docket", "-o", "out.ics", *ON)
    assert done.out == "out.ics: 6 events of 2 cases at the end of 2026-05-28\n"
    assert len(Calendar.from_ical(Path("out.ics").read_bytes()).walk("VEVENT")) == 6
    assert run("export", "calendar", "docket", "-o", "-", *ON).out.startswith("BEGIN:VCALENDAR\r\n")


def test_standard_output_gets_csv_and_nothing_else(docket: Path, outfall: Run) -> None:
    done = outfall("export", "cases", "docket", "--output", "-", *ON, PYTHONIOENCODING="ascii")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Case,Ordinance,Version,Place,")
    assert [row[0] for row in table(done.out)] == ["Case", "C-2026-031", "W-2026-014"]


def test_accents_go_through_a_pipe_of_another_alphabet(docket: Path, outfall: Run) -> None:
    """A table is data: it is UTF-8 wherever it goes, and is never filled with escapes."""
    file = docket / CASES[1]
    file.write_text(file.read_text("utf-8").replace("Example Holdings", "Café Example"), "utf-8")
    done = outfall("export", "cases", "docket", "-o", "-", *ON, PYTHONIOENCODING="ascii")
    assert "Café Example LLC" in done.out


def test_an_owner_s_formula_is_text_in_the_file(docket: Path, run: Run) -> None:
    file = docket / CASES[0]
    file.write_text(
        file.read_text("utf-8").replace("name: Sample Foods Co", "name: +Plus Paving"), "utf-8"
    )
    rows = table(run("export", "lien-roll", "docket", "-o", "-", *ON).out)
    assert [row[3] for row in rows] == ["Owner", "'+Plus Paving"]


def test_the_same_cases_give_the_same_bytes(docket: Path, run: Run) -> None:
    for name in ("a.xlsx", "b.xlsx", "a.ics", "b.ics"):
        what = "calendar" if name.endswith("ics") else "cases"
        run("export", what, "docket", "-o", name, *ON)
    assert Path("a.xlsx").read_bytes() == Path("b.xlsx").read_bytes()
    assert Path("a.ics").read_bytes() == Path("b.ics").read_bytes()


def test_a_town_s_file_holds_for_all_and_is_no_case(docket: Path, run: Run) -> None:
    (docket / "city-penalty-and-lien.yaml").unlink()
    town = docket / "town.yaml"
    town.write_text("town: Example\nordinance: webster-ny\nreadings: {week: begun}\n", "utf-8")
    plain = run("export", "cases", f"docket/{CASES[1]}", "-o", "-", *ON)
    chosen = run("export", "cases", "docket", "-o", "-", *ON, "--town", "docket/town.yaml")
    assert (chosen.status, chosen.err) == (0, "")
    assert chosen.out != plain.out
    passed_over = run("export", "cases", "docket", "-o", "-", *ON)
    assert (passed_over.status, passed_over.out) == (0, plain.out)


# What can't be used


def test_faulty_files_are_told_and_the_others_exported(docket: Path, run: Run) -> None:
    (docket / "a.yaml").write_text(FAULTY, "utf-8")
    (docket / "b.json").write_text("{", "utf-8")
    (docket / "c.yml").write_text(NAMELESS, "utf-8")
    done = run("export", "cases", "docket", "-o", "out.csv", *ON)
    assert (done.status, done.out) == (2, "out.csv: 2 rows of 2 cases at the end of 2026-05-28\n")
    told = done.err.splitlines()
    assert told[0] == (
        "docket/a.yaml: events[0].date (line 4): 2026-02-30 is not a date. "
        "Write a real day as YYYY-MM-DD, or YYYY-MM-DDTHH:MM where the hour matters"
    )
    assert sum(line.startswith("docket/b.json: ") for line in told) == 1
    assert sum(line.startswith("docket/c.yml: ") for line in told) == 2  # all its faults
    assert told[-1] == "3 of 5 case files left out: the faults are named above"
    assert [row[0] for row in table(Path("out.csv").read_text("utf-8-sig"))[1:]] == [
        "C-2026-031",
        "W-2026-014",
    ]


def test_where_none_can_be_used_nothing_is_written(docket: Path, run: Run) -> None:
    Path("out.csv").write_text("earlier")
    Path("bad.yaml").write_text(FAULTY)
    done = run("export", "cases", "bad.yaml", "none.yaml", "-o", "out.csv", *ON)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("bad.yaml: events[0].date (line 4): ")
    assert "none.yaml: the file: There is no file 'none.yaml'." in done.err
    assert done.err.endswith("nothing was written: none of 2 case files can be used\n")
    assert Path("out.csv").read_text() == "earlier"


def test_a_fault_of_the_town_s_file_is_told_once(docket: Path, run: Run) -> None:
    Path("town.yaml").write_text("town: T\nordinance: webster-ny\nreadings: {week: begone}\n")
    shutil.copy(docket / CASES[1], docket / "other.yaml")
    done = run("export", "cases", "docket", "-o", "-", *ON, "--town", "town.yaml")
    assert done.status == 2
    assert done.err.count("readings.week of the town's file (line 3)") == 1
    assert "ordinance of the town's file (line 2): this town's file is for webster-ny" in done.err


def test_a_case_in_two_files_counts_once(docket: Path, run: Run) -> None:
    shutil.copy(docket / CASES[0], docket / "copy.yaml")
    done = run("export", "lien-roll", "docket", "-o", "-", *ON)
    assert done.status == 2
    assert len(table(done.out)) == 2  # the control: twice the lien, and twice what is owed
    assert (
        "docket/copy.yaml: case: C-2026-031 is already the case of docket/city-penalty" in done.err
    )


WRONG = {
    "another ending": (
        ("cases", "docket", "-o", "out.txt"),
        "out.txt: a table is written as .csv or .xlsx. Give the file one of these endings\n",
    ),
    "a table for a calendar": (
        ("calendar", "docket", "-o", "out.csv"),
        "out.csv: a calendar is written as .ics. Give the file this ending\n",
    ),
    "a calendar for a table": (
        ("cases", "docket", "-o", "out.ics"),
        "out.ics: a table is written as .csv or .xlsx. Give the file one of these endings\n",
    ),
    "an empty folder": (
        ("cases", "docket", "empty", "-o", "out.csv"),
        "empty: there is no .yaml, .yml or .json file in this folder. Name the cases' folder\n",
    ),
    "no output": (
        ("cases", "docket"),
        "outfall export: the following arguments are required: -o/--output. "
        "`outfall export --help` shows how it is used\n",
    ),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_told_before_any_case_is_read(
    args: tuple[str, ...], says: str, docket: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("a case was read")

    Path("empty").mkdir()
    monkeypatch.setattr(export, "load_case", read)
    done = run("export", *args)
    assert (done.status, done.out, done.err) == (2, "", says)


@pytest.mark.parametrize("name", ["none/out.csv", "none/out.xlsx"])
def test_a_place_that_can_not_be_written_is_told(name: str, docket: Path, run: Run) -> None:
    done = run("export", "cases", "docket", "-o", name, *ON)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{name}: there is no folder ")
    assert done.err.endswith("Make it first, or choose another place\n")


# Files and folders


def test_a_folder_gives_its_case_files_in_order_each_once(docket: Path) -> None:
    (docket / "below" / "further").mkdir(parents=True)
    for name in ("below/b.JSON", "below/further/c.yml", "notes.txt", ".hidden.yaml", "A.yaml"):
        (docket / name).touch()
    (docket / ".git").mkdir()
    (docket / ".git" / "x.yaml").touch()
    (docket / "link.yaml").symlink_to(docket / "A.yaml")
    found = [
        os.path.relpath(path, "docket") for path in case_files(["docket/A.yaml", "docket"], None)
    ]
    assert found == ["A.yaml", "below/b.JSON", "below/further/c.yml", *CASES]


# The bar


class Terminal(io.StringIO):
    """Standard error as a terminal has it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[float, bool], str]:
    """Go through three files, each taking so many seconds; gives what standard error shows."""

    def shown(seconds: float, terminal: bool) -> str:
        clock = iter(seconds * n for n in range(100))
        screen = Terminal() if terminal else io.StringIO()
        monkeypatch.setattr(export, "monotonic", lambda: next(clock))
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setenv("TERM", "xterm")
        assert list(export._watched(["a", "b", "c"])) == ["a", "b", "c"]
        return screen.getvalue()

    return shown


def test_a_bar_shows_where_a_person_waits_longer_than_a_moment(
    hurry: Callable[[float, bool], str],
) -> None:
    assert "Reading the cases" in hurry(2.0, True)
    assert hurry(0.01, True) == ""
    assert hurry(2.0, False) == ""


def test_a_short_command_imports_neither_tables_nor_calendars(docket: Path) -> None:
    script = (
        "import sys\nfrom outfall.cli.main import main\n"
        f"main(['assess', 'docket/{CASES[0]}', '--json'])\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    heavy = {"xlsxwriter", "icalendar", "outfall.papers.rolls", "outfall.papers.tables", "zipfile"}
    assert heavy & set(done.stderr.split()) == set()
    assert "outfall.law.assess" in done.stderr.split()
