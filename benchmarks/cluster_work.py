"""What every engine is given to do with a part, and a log of which process began it, and when.

The log is what shows that a kill fell into a part that was under way, and how much of the time was
the work's own. It costs some fifty microseconds a part, the same for every engine.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from outfall.docket import working
from outfall.docket.laws import Setup
from outfall.docket.parts import Part
from outfall.docket.working import Done

LOG = "begun.log"
_work = working.work


def work(setup: Setup, part: Part) -> Done:
    """Work through a part as ``outfall.docket.working`` does, and write down that it was done."""
    _tell(part, "begun")
    done = _work(setup, part)
    _tell(part, "done")
    return done


def _tell(part: Part, what: str) -> None:
    line = f"{os.getpid()} {part.number} {what} {time.time()}\n".encode()
    log = os.open(part.folder / LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(log, line)
    finally:
        os.close(log)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: a process, its part, ``begun`` or ``done``, and seconds."""

    pid: int
    part: int
    what: str
    at: float


def lines(folder: Path) -> list[Line]:
    """The log of a run so far; a line that is still being written is left out."""
    try:
        text = (folder / LOG).read_text(encoding="ascii")
    except FileNotFoundError:
        return []
    told = (line.split() for line in text[: text.rfind("\n") + 1].splitlines())
    return [Line(int(pid), int(part), what, float(at)) for pid, part, what, at in told]


def spans(told: list[Line]) -> Iterator[tuple[int, float, float]]:
    """Of each part that was done: the process, and the seconds of its beginning and end."""
    begun: dict[tuple[int, int], float] = {}
    for line in told:
        if line.what == "begun":
            begun[line.pid, line.part] = line.at
        else:
            yield line.pid, begun[line.pid, line.part], line.at


def under_way(told: list[Line]) -> dict[int, float]:
    """The processes that are in a part now, and since when."""
    now: dict[int, float] = {}
    for line in told:
        if line.what == "begun":
            now[line.pid] = line.at
        else:
            now.pop(line.pid, None)
    return now


def digest(found: list[Done]) -> str:
    """The digest of all that came out, in the order of the parts."""
    told = hashlib.sha256()
    for done in found:
        for file in (*(file for _, file in sorted(done.files.items())), done.aside):
            told.update(Path(file).read_bytes())
        told.update(repr((done.number, done.cases, done.set_aside)).encode())
    return told.hexdigest()


def swept(folder: Path) -> None:
    """Take away what a run put in place, so that the next begins with the parts alone."""
    for pattern in ("*.rows*", "*.aside*", LOG):
        for file in folder.glob(pattern):
            file.unlink()
