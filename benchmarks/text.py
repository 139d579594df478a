"""How long it takes to read a case of 20 events, as YAML and as JSON.

Method: the text is made once; each reading is timed alone with ``perf_counter``, after 20
unmeasured ones, in one process, 500 times over; the median and the 95th percentile are printed,
in milliseconds. ``first place()`` adds the cost of asking where a value stands, paid once a
document. PyYAML's own loader with the same C parser stands beside it, and the time of importing
the module in a new interpreter (median of 15, less an interpreter that imports nothing).

    python benchmarks/text.py
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import yaml

from outfall.files.text import read_text

EVENT = (
    "  - {{date: 2026-03-{day:02d}, event: notice_issued, instrument: notice_of_violation, "
    "comply_by: 2026-04-30, contents: [recipient, place, nature, remedy, penalties, appeal]}}\n"
)
CASE = "case: W-2026-014\nordinance: webster-ny\nevents:\n" + "".join(
    EVENT.format(day=day) for day in range(1, 21)
)


def times(act: Callable[[], object], rounds: int = 500, warm: int = 20) -> list[float]:
    """Milliseconds of each call, sorted."""
    for _ in range(warm):
        act()
    found = []
    for _ in range(rounds):
        begun = time.perf_counter()
        act()
        found.append((time.perf_counter() - begun) * 1e3)
    return sorted(found)


def start(code: str) -> float:
    """Milliseconds for a new interpreter to run ``code``, median of 15."""
    command = [sys.executable, "-c", code]
    return statistics.median(times(lambda: subprocess.run(command, check=True), 15, 2))


def main() -> None:
    """Print one line a measurement."""
    as_json = json.dumps(read_text(CASE).data)
    acts: dict[str, Callable[[], object]] = {
        f"YAML, {len(CASE):,} characters": lambda: read_text(CASE.encode()),
        f"JSON, {len(as_json):,} characters": lambda: read_text(as_json.encode()),
        "YAML and first place()": lambda: read_text(CASE).place("events[3].date"),
        "JSON and first place()": lambda: read_text(as_json).place("events[3].date"),
        "yaml.load, C parser": lambda: yaml.load(CASE, Loader=yaml.CSafeLoader),
    }
    for name, act in acts.items():
        found = times(act)
        p95 = found[int(len(found) * 0.95)]
        print(f"{name:28} median {statistics.median(found):7.3f} ms   95% {p95:7.3f} ms")
    cost = start("import outfall.files.text") - start("pass")
    print(f"{'import':28} median {cost:7.1f} ms")


if __name__ == "__main__":
    main()
