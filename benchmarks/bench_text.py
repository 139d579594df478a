"""How long it takes to read the text of a case of 20 events, as YAML and as JSON.

Method: that of ``harness``, 500 calls each. Asking where a value stands is a cost of its own, paid
once a document. PyYAML's own loader with the same C parser stands beside it, and the
time of a new interpreter that imports the module, beside one that imports nothing (15 each).

    python benchmarks/bench_text.py
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import yaml
from cases import CITY
from harness import Figure, environment, measured, save, show

from outfall.files.text import read_text


def start(id: str, work: str, code: str) -> Figure:
    """A new interpreter that runs ``code``."""
    command = [sys.executable, "-c", code]

    def act() -> object:
        return subprocess.run(command, check=True, env=environment())

    return measured(id, work, act, 15, warm=2, children=True)


def main() -> None:
    """Print and save one line a measurement."""
    as_json = json.dumps(read_text(CITY).data, default=str)
    acts: dict[str, tuple[str, Callable[[], object]]] = {
        "yaml": (
            f"YAML of {len(CITY):,} characters to plain data",
            lambda: read_text(CITY.encode()),
        ),
        "json": (
            f"JSON of {len(as_json):,} characters to plain data",
            lambda: read_text(as_json.encode()),
        ),
        "yaml_place": (
            "that YAML, and the place of one value",
            lambda: read_text(CITY).place("events[3].date"),
        ),
        "json_place": (
            "that JSON, and the place of one value",
            lambda: read_text(as_json).place("events[3].date"),
        ),
        "pyyaml": (
            "that YAML by yaml.load with the C parser",
            lambda: yaml.load(CITY, Loader=yaml.CSafeLoader),
        ),
    }
    figures = [measured(id, work, act, 500) for id, (work, act) in acts.items()]
    figures.append(start("nothing", "a new interpreter", "pass"))
    figures.append(
        start("import", "a new interpreter, import files.text", "import outfall.files.text")
    )
    show(figures)
    save("text", figures)


if __name__ == "__main__":
    main()
