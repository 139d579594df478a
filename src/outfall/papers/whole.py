"""A file written whole or not at all: aside first, safe on the disk, then renamed into place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from outfall.law.faults import Fault, Refused


def put_whole(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Let ``fill`` write the file aside, and put it in place of an earlier one only when it is
    complete; a reader sees the old file or the new one, never a part, whatever stops us.

    Raises ``Refused`` where the place is no place for a file, or the system does not let us write;
    what ``fill`` raises otherwise goes through, and nothing is left behind.
    """
    place = os.path.realpath(path)
    trouble = _trouble(place)
    if trouble is None:
        try:
            _put(place, fill)
        except OSError as error:
            reason = (error.strerror or "the system gives no reason").lower()
            trouble = f"this can't be written ({reason}). Make room, or choose another place"
    if trouble is not None:
        raise Refused((Fault(str(path), trouble, "file-not-written"),))


def _trouble(place: str) -> str | None:
    folder = os.path.dirname(place)
    if os.path.isdir(place):
        return "this is a folder. Name a file in it"
    if not os.path.isdir(folder):
        return f"there is no folder {folder}. Make it first, or choose another place"
    if os.path.lexists(place) and not os.path.isfile(place):
        return "this is no ordinary file. Choose another name"
    return None


def _put(place: str, fill: Callable[[BinaryIO], object]) -> None:
    mode = os.stat(place).st_mode & 0o777 if os.path.exists(place) else 0o666 & ~_umask()
    handle, aside = tempfile.mkstemp(prefix=".outfall-", dir=os.path.dirname(place))
    try:
        with os.fdopen(handle, "w+b") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, mode)
        os.replace(aside, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise
    _sync_folder(os.path.dirname(place))


def _sync_folder(folder: str) -> None:
    """The new name too must outlive a loss of power; not every system lets a folder be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
