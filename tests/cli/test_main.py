"""The command line itself: one clear line for what is wrong, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfall import __version__
from outfall.cli import main as cli
from outfall.cli.main import COMMANDS

Run = Callable[..., Any]
WRONG = {
    "an unknown command": (
        ("asess", "x.yaml"),
        "outfall: there is no command asess. Did you mean assess? "
        "`outfall --help` lists the commands\n",
    ),
    "a command like none": (
        ("xyzzy",),
        "outfall: there is no command xyzzy. `outfall --help` lists the commands\n",
    ),
    "a command of several lines": (
        ("xy\nzzy\x1b[31m",),
        "outfall: there is no command xy zzy\\x1b[31m. `outfall --help` lists the commands\n",
    ),
    "an unknown option": (
        ("--verbose",),
        "outfall: there is no option --verbose. `outfall --help` lists the commands\n",
    ),
    "an unknown option of a command": (
        ("assess", "x.yaml", "--jsn"),
        "outfall assess: there is no such option: --jsn. "
        "`outfall assess --help` shows how it is used\n",
    ),
    "half an option": (
        ("assess", "x.yaml", "--js"),
        "outfall assess: there is no such option: --js. "
        "`outfall assess --help` shows how it is used\n",
    ),
    "no case": (
        ("assess",),
        "outfall assess: the following arguments are required: CASE. "
        "`outfall assess --help` shows how it is used\n",
    ),
    "no such day": (
        ("assess", "x.yaml", "--on", "2026-02-30"),
        "outfall assess: argument --on: 2026-02-30 is not a date. Write a real day as YYYY-MM-DD. "
        "`outfall assess --help` shows how it is used\n",
    ),
    "a day in another form": (
        ("assess", "x.yaml", "--on", "20260228"),
        "outfall assess: argument --on: 20260228 is not a date. Write a real day as YYYY-MM-DD. "
        "`outfall assess --help` shows how it is used\n",
    ),
    "a day that no case reaches": (
        ("assess", "x.yaml", "--on", "9999-12-31"),
        "outfall assess: argument --on: 9999-12-31 is out of range. "
        "Write a year from 1900 to 2200. `outfall assess --help` shows how it is used\n",
    ),
    "no such file": (
        ("assess", "x.yaml"),
        "the file: There is no file 'x.yaml'. Check the name, and the folder that you are in.\n",
    ),
    "a file for a folder": (
        ("assess", "."),
        "the file: '.' is a folder. Name one file in it, such as './case.yaml'.\n",
    ),
    "no such act": (
        ("ordinances", "print"),
        "outfall ordinances: argument ACT: invalid choice: 'print' "
        "(choose from 'show'). `outfall ordinances --help` shows how it is used\n",
    ),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_one_line_that_ends_with_the_way_out(
    args: tuple[str, ...], says: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*args)
    assert (done.status, done.out, done.err) == (2, "", says)


def test_alone_it_prints_its_help_and_fails_for_a_program_that_forgot_the_command(run: Run) -> None:
    done = run()
    assert (done.status, done.out) == (2, "")
    assert done.err == cli.help_page()


@pytest.mark.parametrize("ask", ["-h", "--help", "help"])
def test_help_lists_every_command(ask: str, run: Run) -> None:
    done = run(ask)
    assert (done.status, done.err) == (0, "")
    for name, about in COMMANDS.items():
        assert f"  {name:{max(map(len, COMMANDS))}}  {about}\n" in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_says_what_it_is_for(name: str, run: Run) -> None:
    done = run(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: outfall {name}")
    assert COMMANDS[name][1:] in " ".join(done.out.split())


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"outfall {__version__}\n"


def test_a_defect_of_our_own_is_one_line_and_a_traceback_only_where_asked_for(
    run: Run, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("of all\nthings")

    monkeypatch.setattr("outfall.cli.assess.assess", broken)
    done = run("assess", str(good))
    assert (done.status, done.out) == (70, "")
    assert done.err.startswith(
        "outfall: a defect of Outfall's own, not of your file "
        "(RuntimeError: of all things, at test_main.py:"
    )
    assert done.err.count("\n") == 1
    monkeypatch.setenv("OUTFALL_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli.main(["assess", str(good)])


@pytest.mark.parametrize("as_data", [(), ("--json",)], ids=["text", "json"])
def test_a_reader_who_leaves_early_is_no_error(as_data: tuple[str, ...], good: Path) -> None:
    command = [sys.executable, "-m", "outfall", "assess", str(good), *as_data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_output_that_can_not_be_written_is_told(good: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "outfall", "assess", str(good), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 74
    assert ended.stderr == (
        "outfall: the output can't be written (no space left on device). "
        "Make room, or send it elsewhere\n"
    )


def test_stopping_it_is_told_without_a_traceback(
    run: Run, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("outfall.cli.assess.assess", stopped)
    done = run("assess", str(good))
    assert (done.status, done.err) == (130, "stopped\n")


@pytest.mark.parametrize("as_data", [(), ("--json",)], ids=["text", "json"])
def test_a_terminal_of_another_alphabet_gets_escapes(
    as_data: tuple[str, ...], outfall: Run, good: Path
) -> None:
    good.write_text(good.read_text().replace("no silt fence", "no fence"), encoding="utf-8")
    text = good.read_text().replace("case: W-1", "case: W-1\nplace: {address: 1 Café Lane}")
    good.write_text(text, encoding="utf-8")
    done = outfall("assess", str(good), "--on", "2026-03-02", *as_data, PYTHONIOENCODING="ascii")
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()
    assert as_data or "1 Caf\\xe9 Lane" in done.out


LAZY = {
    ("--version",): ("yaml", "rich", "outfall.law.assess", "outfall.files"),
    ("--help",): ("yaml", "rich", "outfall.law.assess", "outfall.files"),
    ("assess", "good.yaml", "--json"): ("rich", "jsonschema", "outfall.files.schemas"),
    ("check-case", "good.yaml"): ("rich", "jsonschema", "outfall.files.schemas"),
}


@pytest.mark.parametrize(("args", "left_out"), LAZY.items(), ids=lambda part: part[0])
def test_a_command_imports_nothing_that_it_does_not_need(
    args: tuple[str, ...], left_out: tuple[str, ...], good: Path
) -> None:
    script = (
        "import sys\nfrom outfall.cli.main import main\n"
        f"main({list(args)!r})\nprint(*sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=good.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not set(left_out) & set(ended.stderr.split())
