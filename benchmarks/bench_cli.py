"""How long the command line takes, from the start of the process to its end.

Method: that of ``harness``, 20 runs after three unmeasured ones, in which Python writes its
bytecode; the output is read and thrown away. The case is the city's, of 20 events. An interpreter
that does nothing stands beside it as the floor. The CPU time is the children's.

    python benchmarks/bench_cli.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import cases
from harness import Figure, environment, measured, save, show

OUTFALL = str(Path(sys.executable).parent / "outfall")
RUNS, WARM, TARGET = 20, 3, 150.0


def run(*command: str) -> str:
    """What a command prints. Raises where it fails."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
    return done.stdout


def commands(file: str) -> dict[str, tuple[str, list[str], float | None]]:
    """What is run: its name in the table, its words, and its target in milliseconds."""
    asked = ["assess", file, "--on", cases.CITY_ON.isoformat()]
    return {
        "nothing": ("python -c pass", [sys.executable, "-c", "pass"], None),
        "version": ("outfall --version", [OUTFALL, "--version"], None),
        "check": ("outfall check-case FILE", [OUTFALL, "check-case", file], None),
        "json": ("outfall assess FILE --json", [OUTFALL, *asked, "--json"], TARGET),
        "text": ("outfall assess FILE", [OUTFALL, *asked], TARGET),
    }


def figures(file: str) -> list[Figure]:
    """Each command's figure, and how many times the floor it is."""
    found: list[Figure] = []
    for id, (work, command, target) in commands(file).items():
        act = partial(run, *command)
        one = measured(id, work, act, RUNS, warm=WARM, target=target, children=True)
        if found:
            one = replace(one, against="nothing", ratio=one.median / found[0].median)
        found.append(one)
    return found


def main() -> None:
    """Print and save one line a command."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "case.yaml"
        file.write_text(cases.CITY, encoding="utf-8")
        told = json.loads(run(*commands(str(file))["json"][1]))
        assert told["case"] == "C-2026-020"
        found = figures(str(file))
    show(found)
    save("cli", found)


if __name__ == "__main__":
    main()
