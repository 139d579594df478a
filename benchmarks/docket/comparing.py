"""Every engine is asked every question on the same data; equal first, then timed in turns.

Five rounds in which the engines take turns; a figure is the median of the five. In its turn an
engine is asked once before it is timed, so that none pays for what the one before it left behind; a
short question is then asked again for some hundredths of a second, and its round is their median. A
question that takes an engine longer than ``LONG`` is asked once, and its figure says so.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import made
from .asked import QUESTIONS, Engine
from .checking import against_assess, equal
from .kernel import Kernel

ROUNDS, LONG = 5, 20.0
WARM, AGAIN, MOST_AGAIN = 1.0, 0.03, 50  # seconds, seconds, calls
PIECE = 1_000_000  # cases of a log that are held in memory at once
SAMPLE = 300  # rows that assess is asked about


@dataclass(slots=True)
class Asked:
    """How long an engine took for one question: seconds of each call, and of the processor."""

    question: str
    size: int
    engine: str
    calls: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.calls)


@dataclass(slots=True)
class Compared:
    """One question on one size: all engines' times, and how many rows were found equal."""

    question: str
    size: int
    rows: int
    assessed: int
    asked: list[Asked]


def data_of(question: str, size: int, seed: int = 1) -> Any:
    """The data of a question."""
    return made.log(size, seed) if question == "log" else made.columns(size, seed)


def timed(asked: Asked, engine: Engine, ready: Any) -> None:
    """One turn of an engine: its time is kept, and that of the processor."""
    calls = [_once(asked.question, engine, ready)] if _is_short(asked) else []
    many = 1
    if calls:
        many = max(1, min(MOST_AGAIN, round(AGAIN / max(calls[0][0], 1e-6))))
    calls = [_once(asked.question, engine, ready) for _ in range(many)]
    asked.calls.append(statistics.median(wall for wall, _ in calls))
    asked.cpu.append(sum(cpu for _, cpu in calls) / many)


def _is_short(asked: Asked) -> bool:
    """Whether another call before the one that is timed costs little; unknown in the first turn."""
    return not asked.calls or asked.calls[0] < WARM


def _once(question: str, engine: Engine, ready: Any) -> tuple[float, float]:
    """Seconds of one call, by the clock and by the processor."""
    used, begun = _cpu(), time.perf_counter()
    engine.ask(question, ready)
    return time.perf_counter() - begun, _cpu() - used


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def asks(engines: Sequence[Engine], question: str, size: int) -> list[Engine]:
    """The engines that can be asked a question about so many cases."""
    return [engine for engine in engines if size <= engine.most.get(question, 0)]


def laid_out(question: str, data: Any, engines: Sequence[Engine]) -> list[tuple[Engine, Any]]:
    """Each engine with the data as it takes it; made once for those that differ in threads only."""
    shared: dict[type[Engine], Any] = {}
    found = []
    for engine in engines:
        ready = shared.get(type(engine)) or engine.ready(question, data)
        if engine.shares:
            shared[type(engine)] = ready
        found.append((engine, ready))
    return found


def compared(question: str, data: Any, engines: Sequence[Engine], rounds: int = ROUNDS) -> Compared:
    """One question on data that fits into memory: found equal, then timed."""
    size = len(data)
    able = laid_out(question, data, asks(engines, question, size))
    kernel = Kernel()
    wanted = kernel.told(question, kernel.ask(question, kernel.ready(question, data)))
    rows = equal(question, able, wanted)
    sampled = against_assess(question, data, wanted, SAMPLE)
    found = [Asked(question, size, engine.title) for engine, _ in able]
    for n in range(rounds):
        for asked, (engine, ready) in zip(found, able, strict=True):
            if n == 0 or asked.calls[0] < LONG:
                timed(asked, engine, ready)
    return Compared(question, size, rows, sampled, found)


def in_pieces(
    size: int, engines: Sequence[Engine], question: str = "log", piece: int = PIECE
) -> Iterator[Compared]:
    """A log too large for memory, piece after piece, each of other cases: compared so far.

    Every engine is asked about each piece once; the sums of the pieces are its figure.
    """
    able = asks(engines, question, size)
    sums = {engine.title: Asked(question, size, engine.title, [0.0], [0.0]) for engine in able}
    rows = sampled = 0
    for n in range(size // piece):
        data = data_of(question, piece, seed=100 + n)
        once = compared(question, data, able, rounds=1)
        rows, sampled = rows + once.rows, sampled + once.assessed
        for asked in once.asked:
            sums[asked.engine].calls[0] += asked.calls[0]
            sums[asked.engine].cpu[0] += asked.cpu[0]
        yield Compared(question, piece * (n + 1), rows, sampled, list(sums.values()))


def small(size: int = 2_000) -> Iterator[tuple[str, Any]]:
    """The data of every question, a few cases each, for a test."""
    for question in QUESTIONS:
        yield question, data_of(question, size)
