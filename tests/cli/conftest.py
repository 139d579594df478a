from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from outfall.cli.main import main

COMMAND = [sys.executable, "-m", "outfall"]


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it printed where."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command within the test: as a pipe of 100 columns without colour sees it."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "OUTFALL_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def done(*args: str) -> Done:
        try:
            status = main(args)
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return done


@pytest.fixture
def outfall(tmp_path: Path) -> Run:
    """Run a command as a person does: a process of its own, in a folder of its own."""

    def done(*args: str, stdin: bytes = b"", **environment: str) -> Done:
        known = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "FORCE_COLOR")}
        ended = subprocess.run(
            [*COMMAND, *args],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**known, **environment},
            timeout=60,
            check=False,
        )
        return Done(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    return done


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A case file without a fault, where ``outfall`` runs."""
    file = tmp_path / "good.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


GOOD = """\
case: W-1
ordinance: webster-ny
events:
  - {date: 2026-03-02, event: violation_observed, kind: development, nature: no silt fence}
"""
