"""How everything here is measured, and how it is written down.

Method: the work is made ready once. Each call is timed alone with ``perf_counter_ns`` after some
unmeasured ones, in one process, with the garbage collector as Python sets it; the median and the
95th percentile of all calls are kept. Beside them stands the user CPU time of a call: that of the
whole series, divided by its calls. A machine that does something else meanwhile lengthens the
95th percentile first, then the median, and the CPU time least.
"""

from __future__ import annotations

import json
import math
import os
import platform
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "bench"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured piece of work: milliseconds of a call, its target, and what it is held against.

    ``target`` is None where none is set. ``ratio`` is the median over that of the work named by
    ``against``.
    """

    id: str
    work: str
    calls: int
    median: float
    p95: float
    cpu: float
    target: float | None = None
    against: str = ""
    ratio: float | None = None

    @property
    def met(self) -> bool:
        return self.target is None or self.median <= self.target


def measured(
    id: str,
    work: str,
    act: Callable[[], object],
    calls: int,
    *,
    warm: int = 20,
    target: float | None = None,
    children: bool = False,
) -> Figure:
    """The figure of an act that is called again and again; ``children``: their CPU time counts."""
    for _ in range(warm):
        act()
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    clock, found = time.perf_counter_ns, []
    before = resource.getrusage(who).ru_utime
    for _ in range(calls):
        begun = clock()
        act()
        found.append(clock() - begun)
    cpu = (resource.getrusage(who).ru_utime - before) / calls * 1e3
    return Figure(id, work, calls, median(found), percentile(found, 95), cpu, target)


def environment() -> dict[str, str]:
    """A child's environment in which Python keeps its bytecode, as in any ordinary terminal."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONPROFILEIMPORTTIME")
    return {name: value for name, value in os.environ.items() if name not in left_out}


def median(nanoseconds: Sequence[int]) -> float:
    """Milliseconds of the middle call."""
    return statistics.median(nanoseconds) / 1e6


def percentile(nanoseconds: Sequence[int], part: int) -> float:
    """Milliseconds that ``part`` of a hundred calls do not exceed (nearest rank).

    >>> percentile([n * 1_000_000 for n in range(1, 21)], 95)
    19.0
    """
    ranked = sorted(nanoseconds)
    return ranked[max(0, -(-len(ranked) * part // 100) - 1)] / 1e6


def growth(points: Sequence[tuple[int, float]]) -> float:
    """The power of a length with which a time grows: 1 is in proportion, 2 as its square.

    The slope of a least-squares line through the logarithms of lengths and times.

    >>> round(growth([(10, 0.3), (100, 3.0), (1000, 30.0)]), 6)
    1.0
    """
    lengths, times = zip(*points, strict=True)
    return statistics.linear_regression(
        [math.log(length) for length in lengths], [math.log(time) for time in times]
    ).slope


def machine() -> dict[str, object]:
    """What the figures were measured on, as far as it bears on them and names nobody."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


def show(figures: Iterable[Figure], unit: str = "ms a call") -> None:
    """One line a figure: its work, its times, and the target where there is one."""
    print(f"{'':56} {'median':>9} {'95%':>9} {'user CPU':>9}   {unit}")
    for figure in figures:
        line = f"{figure.work:56} {figure.median:9.3f} {figure.p95:9.3f} {figure.cpu:9.3f}"
        if figure.target is not None:
            line += f"   target {figure.target:g}, {'met' if figure.met else 'NOT met'}"
        if figure.ratio is not None:
            line += f"   {figure.ratio:.2f} times {figure.against}"
        print(line)


def save(name: str, figures: Sequence[Figure], **more: object) -> Path:
    """Write the figures of one benchmark to ``build/bench``, for the report."""
    OUT.mkdir(parents=True, exist_ok=True)
    file = OUT / f"{name}.json"
    told = {"machine": machine(), "figures": [asdict(figure) for figure in figures], **more}
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return file


def load(name: str) -> tuple[list[Figure], dict[str, object]]:
    """The figures of one benchmark as they were saved, and what was saved beside them."""
    told = json.loads((OUT / f"{name}.json").read_text(encoding="utf-8"))
    return [Figure(**figure) for figure in told.pop("figures")], told
