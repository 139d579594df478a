"""A folder in which the processes of one run find what another of them has made already."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

Told = dict[str, str]
USERS = "users"


class Shelf:
    """Things that all processes of a run share: each is made once, by whoever needs it first.

    What lies here is told in words, a file for each thing. Whoever uses the shelf is on its list,
    and the last one to leave is given all of it, to be removed.
    """

    def __init__(self, folder: Path) -> None:
        """Come to the shelf: from now on nothing that is found here goes before we leave."""
        self.folder = folder
        self.mark = f"{os.getpid()}-{secrets.token_hex(4)}"
        folder.mkdir(parents=True, exist_ok=True)
        with self._alone(USERS):
            (folder / f"{self.mark}.user").touch()

    def once(self, name: str, make: Callable[[], Told]) -> Told:
        """What lies here under a name: made now where nobody has, and waited for where one does."""
        file = self.folder / f"{name}.json"
        with self._alone(name):
            if not file.exists():
                aside = file.with_suffix(f".{self.mark}")
                aside.write_text(json.dumps(make()), encoding="utf-8")
                aside.replace(file)
            told: Told = json.loads(file.read_text(encoding="utf-8"))
        return told

    def leave(self) -> list[Told]:
        """All that lies here, for the last one who leaves; it is on the shelf no more."""
        with self._alone(USERS):
            (self.folder / f"{self.mark}.user").unlink(missing_ok=True)
            if list(self.folder.glob("*.user")):
                return []
            files = sorted(self.folder.glob("*.json"))
            found: list[Told] = [json.loads(file.read_text(encoding="utf-8")) for file in files]
            for file in files:
                file.unlink()
            return found

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """Nobody else is at this name within the block; a process that ends lets go of it."""
        with (self.folder / f"{name}.lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield


def label(*parts: object) -> str:
    """A name for what these parts make, the same in every process; empty where there is none.

    A function is known by where it stands. One that stands in another may differ each time.

    >>> label("sqlite", (("migrate",), label)) == label("sqlite", (("migrate",), label))
    True
    >>> label("sqlite", (lambda: None,))
    ''
    """
    try:
        return hashlib.sha256(json.dumps(_said(parts)).encode()).hexdigest()
    except ValueError:
        return ""


def _said(part: object) -> object:
    if callable(part):
        module, name = getattr(part, "__module__", ""), getattr(part, "__qualname__", "<")
        if not module or "<" in name:
            raise ValueError(part)
        return [module, name]
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [_said(each) for each in part]
    return str(part)
