"""A folder of results put in place whole or not at all.

It is filled aside, made safe on the disk, and renamed. An earlier result at the place is moved
away first and taken apart last; whatever stops us in between leaves a whole folder, the old one or
the new, and never half of one. What a run that was stopped left aside, the next run takes away.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from outfall.law.faults import Fault, Refused

REPORT = "report.json"
FORMAT = "outfall-docket/1"
LOCK = "lock"
ASIDE = ".outfall-"


def put_folder(place: Path, fill: Callable[[Path, Path], dict[str, Any]]) -> dict[str, Any]:
    """Let ``fill`` write the results into one folder, with another for what it needs meanwhile.

    It gives the report, which is written last and makes the folder a result. Raises ``Refused``
    where the place holds something else, or the system does not let us write.
    """
    _check(place)
    place = Path(os.path.realpath(place))
    try:
        _sweep(place)
        aside = _aside(place)
        with _held(aside):
            try:
                return _fill(place, aside, fill)
            finally:
                with suppress(OSError):  # a worker given up may still lay a file there
                    take_away(aside)
    except OSError as error:
        reason = (error.strerror or "the system gives no reason").lower()
        says = f"this can't be written ({reason}). Make room, or choose another place"
        raise Refused((Fault(str(place), says, "file-not-written"),)) from None


@contextmanager
def lent_folder(beside: Path) -> Iterator[Path]:
    """A place for a docket that is needed for a while, beside what is made of it."""
    _check(beside)
    place = Path(os.path.realpath(beside))
    aside = _aside(place)
    with _held(aside):
        try:
            yield aside / "docket"
        finally:
            take_away(aside)


def _aside(place: Path) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{ASIDE}{place.name}-", dir=place.parent))


@contextmanager
def _held(aside: Path) -> Iterator[None]:
    """While we live, nobody else takes this folder for one that was left."""
    with open(aside / LOCK, "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def _fill(place: Path, aside: Path, fill: Callable[[Path, Path], dict[str, Any]]) -> dict[str, Any]:
    new, work = aside / "new", aside / "work"
    new.mkdir()
    work.mkdir()
    report = fill(new, work)
    text = json.dumps({"format": FORMAT, **report}, indent=1, ensure_ascii=False) + "\n"
    (new / REPORT).write_text(text, encoding="utf-8")
    for file in sorted(new.iterdir()):
        _sync(file)
    _sync(new)
    if place.exists():
        os.rename(place, aside / "old")
        try:
            os.rename(new, place)
        except BaseException:
            os.rename(aside / "old", place)
            raise
    else:
        os.rename(new, place)
    _sync(place.parent)
    return report


def _check(place: Path) -> None:
    says = ""
    if not place.resolve().parent.is_dir():
        says = f"there is no folder {place.resolve().parent}. Make it first, or choose another"
    elif place.is_file() or (place.is_symlink() and not place.exists()):
        says = "this is a file. Name a folder that is new, or one of earlier results"
    elif place.is_dir() and any(place.iterdir()) and not is_result(place):
        says = "this folder holds something else. Name one that is new, or one of earlier results"
    if says:
        raise Refused((Fault(str(place), says, "folder-not-empty"),))


def is_result(place: Path) -> bool:
    """Whether a folder is a result of ours: it has a report that says so."""
    try:
        found = json.loads((place / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("format") == FORMAT


def read_report(place: Path) -> dict[str, Any]:
    """The report of a result. Raises ``Refused`` where the folder is none."""
    if not is_result(place):
        says = "this is no result. `outfall docket assess` makes one"
        raise Refused((Fault(str(place), says, "no-result"),))
    found: dict[str, Any] = json.loads((place / REPORT).read_text(encoding="utf-8"))
    return found


def _sweep(place: Path) -> None:
    """Take away what stopped runs for this place left: nobody holds the lock of theirs any more.

    Where a run was stopped between two renames, the earlier result is put back.
    """
    own = re.compile(re.escape(f"{ASIDE}{place.name}-") + r"[a-z0-9_]{8}")
    for left in place.parent.iterdir():
        if not own.fullmatch(left.name):
            continue
        with suppress(OSError), open(left / LOCK, "r+", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if (left / "old").is_dir() and not place.exists():
                os.rename(left / "old", place)
            take_away(left)


def take_away(folder: Path, deep: int = 3) -> None:
    """Take a folder of ours apart: plain files, a few folders deep, and nothing through a link.

    Its lock goes last: until then, another run can see that it was left.
    """
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and deep:
            take_away(path, deep - 1)
        elif path.name != LOCK:
            path.unlink()
    (folder / LOCK).unlink(missing_ok=True)
    folder.rmdir()


def _sync(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
