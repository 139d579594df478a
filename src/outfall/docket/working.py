"""Parts worked through by several processes, each outcome a few files that are put in place whole.

A worker that dies takes nothing with it: what it had not put in place is done again by another,
and what it had is there once, under the name of its part.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.ipc

from outfall.docket.comparing import compare
from outfall.docket.laws import Setup
from outfall.docket.parts import Part
from outfall.docket.running import Answers, run
from outfall.law.faults import Fault, Refused

DEATHS_MOST = 5
"""How often workers may die before the work is given up: a part may be what kills them."""
AHEAD = 2


@dataclass(slots=True)
class Done:
    """What became of a part: its number, the files of its rows by ordinance, and counts."""

    number: int
    files: dict[str, str] = field(default_factory=dict)
    aside: str = ""
    cases: int = 0
    set_aside: int = 0
    by_assess: Counter[str] = field(default_factory=Counter)
    laws: set[tuple[str, str, str]] = field(default_factory=set)
    totals: Counter[tuple[str, str]] = field(default_factory=Counter)


def lean() -> None:
    """Let Arrow take memory from the system's allocator, in this process and for its whole life.

    Parts are made and thrown away all the time. Arrow's own allocator gives their pages back and
    asks for them again, which took a fifth of the time and of the memory.
    """
    pa.set_memory_pool(pa.system_memory_pool())


_kept: dict[Setup, tuple[Answers, Answers | None]] = {}


def work(setup: Setup, part: Part) -> Done:
    """Work through a part and put its outcome in place. Doing it again does the same again."""
    if setup not in _kept:
        _kept.clear()
        base, other = Answers(replace(setup, change=None)), None
        if setup.change is not None:
            other = Answers(setup)
        _kept[setup] = (base, other)
    base, other = _kept[setup]
    found = run(base, part) if other is None else compare(base, other, part)
    done = Done(
        part.number,
        cases=found.cases,
        set_aside=found.set_aside,
        by_assess=found.by_assess,
        laws=found.laws,
        totals=found.totals,
    )
    for n, (id, table) in enumerate(sorted(found.tables.items())):
        done.files[id] = _put(part.folder / f"{part.number:06d}-{n}.rows", table)
    done.aside = _put(part.folder / f"{part.number:06d}.aside", found.aside)
    return done


def _put(place: Path, table: Any) -> str:
    aside = place.with_name(f"{place.name}.{os.getpid()}")
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        pa.OSFile(str(aside), "wb") as file,
        pa.ipc.new_file(file, table.schema, options=options) as writer,
    ):
        writer.write_table(table)
    os.replace(aside, place)
    return str(place)


def read_rows(file: str) -> Any:
    """The rows of an outcome."""
    with pa.memory_map(file) as source:
        return pa.ipc.open_file(source).read_all()


def outcomes(setup: Setup, parts: list[Part], workers: int) -> Iterator[Done]:
    """The outcome of each part, in the order of the parts, by as many processes as told.

    Raises ``Refused`` where the processes die again and again.
    """
    if workers <= 1 or len(parts) <= 1:
        for part in parts:
            yield work(setup, part)
        return
    deaths, next_part = 0, 0
    while next_part < len(parts):
        try:
            for done in _in_pool(setup, parts[next_part:], workers):
                yield done
                next_part += 1
        except BrokenProcessPool:
            deaths += 1
            if deaths > DEATHS_MOST:
                says = "the processes that work die again and again, perhaps for want of memory. "
                says += "Give fewer --workers"
                raise Refused((Fault("--workers", says, "workers-die"),)) from None


def _in_pool(setup: Setup, parts: list[Part], workers: int) -> Iterator[Done]:
    waiting: list[Future[Done]] = []
    spawned = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawned, initializer=lean) as pool:
        try:
            for part in parts:
                waiting.append(pool.submit(work, setup, part))
                if len(waiting) >= workers * AHEAD:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()
