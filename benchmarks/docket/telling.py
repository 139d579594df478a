"""What the four questions came to, in ratios and as a part of the page on performance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness import Figure

from .asked import TITLES

OURS = {1: "Outfall, 1 thread", 2: "Outfall, 2 threads"}
WHOLE = {1: "Outfall, full standing, 1 thread", 2: "Outfall, full standing, 2 threads"}
# Whom Outfall is held against: how many threads of its own, the other, the ratio that is wanted.
SHORT = (
    (2, "OpenFisca", 20.0),
    (2, "OpenFisca, simulation at hand", None),
    (2, "Polars, 2 threads", 4.0),
    (2, "DuckDB, 2 threads", 10.0),
    (1, "kernel by hand, 1 thread", 0.5),
    (2, "kernel by hand, 2 threads", 0.5),
    (1, "NumPy", None),
    (1, "plain Python", None),
)
LONG = (
    (2, "Polars, 2 threads", 8.0),
    (2, "DuckDB, 2 threads", 8.0),
    (1, "kernel by hand, 1 thread", 0.5),
    (1, "NumPy", None),
    (1, "plain Python", None),
)
THREADS = 1.8
Times = dict[tuple[str, int, str], float]


def times(figures: Sequence[Figure]) -> Times:
    """Milliseconds by question, cases and engine."""
    found: Times = {}
    for one in figures:
        question, size, engine = one.id.split(".", 2)
        found[question, int(size), engine] = one.median
    return found


def held(figures: Sequence[Figure]) -> Iterator[tuple[str, float, float | None]]:
    """What is compared, how many times as fast Outfall is, and the ratio that is wanted."""
    known = times(figures)
    for size in sorted({size for _, size, _ in known}):
        for name, questions, against in (
            ("T1+T2+T3", ("civil", "tier", "interest"), SHORT),
            ("T4", ("log",), LONG),
        ):
            for threads, other, wanted in against:
                ratio = _ratio(
                    known, questions, size, _ours(known, size, questions, threads), other
                )
                if ratio is not None:
                    mine = f"Outfall, {threads} thread{'s' if threads > 1 else ''}"
                    yield f"{name}, {size:,} cases: {mine}, to {other}", ratio, wanted
            one, two = (_ours(known, size, questions, threads) for threads in (1, 2))
            ratio = _ratio(known, questions, size, two, one)
            if ratio is not None:
                yield f"{name}, {size:,} cases: Outfall, two threads to one", ratio, THREADS


def _ours(known: Times, size: int, questions: tuple[str, ...], threads: int) -> str:
    """The name of Outfall's figure: of what is asked for or, where that is not there, of all."""
    there = (questions[0], size, OURS[threads]) in known
    return OURS[threads] if there else WHOLE[threads]


def _ratio(
    known: Times, questions: tuple[str, ...], size: int, mine: str, other: str
) -> float | None:
    """The other's time over ours, of some questions together."""
    both = [[known.get((q, size, name)) for q in questions] for name in (mine, other)]
    if any(None in part for part in both):
        return None
    ours, theirs = (sum(time for time in part if time is not None) for part in both)
    return theirs / ours


def ratios(figures: Sequence[Figure]) -> dict[str, float]:
    """Every ratio by its name."""
    return {name: round(ratio, 3) for name, ratio, _ in held(figures)}


def fragment(figures: Sequence[Figure], more: dict[str, Any]) -> Iterator[str]:
    """The part of the page: speeds, ratios, and what was found equal."""
    yield "### Four questions about very many cases"
    yield ""
    known = times(figures)
    if not known:
        return
    sizes = sorted({size for _, size, _ in known})
    shown = [size for size in sizes if size <= 1_000_000][-1:] + [s for s in sizes if s > 1_000_000]
    for size in shown:
        yield f"Million cases a second, {size:,} cases:"
        yield ""
        yield from _speeds(known, size)
    yield "How many times as fast Outfall is (below 1: slower), by the medians above:"
    yield ""
    yield "| Questions and engines | times | wanted |"
    yield "|---|---:|---:|"
    for name, ratio, wanted in held(figures):
        told = "" if wanted is None else f"{wanted:g}, {'met' if ratio >= wanted else 'not met'}"
        yield f"| {name} | {ratio:.2f} | {told} |"
    yield ""
    rows = sum(one["rows"] for one in more["checked"])
    asked = sum(one["assessed"] for one in more["checked"])
    yield (
        f"{rows:,} answers were equal by all engines that gave them, and {asked:,} of them "
        "were asked of `assess`, one by one, and equal too."
    )
    yield ""


def _speeds(known: Times, size: int) -> Iterator[str]:
    """A row an engine, a column a question; the engine asked about fewer cases says how many."""
    engines = list(dict.fromkeys(engine for _, _, engine in known))
    yield "| Engine | " + " | ".join(TITLES.values()) + " |"
    yield "|---|" + "---:|" * len(TITLES)
    for engine in engines:
        cells = [_speed(known, question, size, engine) for question in TITLES]
        if any(cells):
            yield f"| {engine} | " + " | ".join(cells) + " |"
    yield ""


def _speed(known: Times, question: str, size: int, engine: str) -> str:
    """Millions a second, of the largest size up to this one that the engine was asked about."""
    sizes = [s for q, s, e in known if (q, e) == (question, engine) and s <= size]
    if not sizes:
        return ""
    most = max(sizes)
    speed = most / known[question, most, engine] / 1e3
    told = f"{speed:,.0f}" if speed >= 100 else f"{speed:.3g}"
    return told if most == size else f"{told} ({most:,})"
