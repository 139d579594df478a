"""Cases that were disposed of: what is left of their entries, and the tombstone that says so.

Content is emptied only with a tombstone: an entry of the town that binds, by one digest, all that
was left. So emptied and missing are told apart by whoever holds the record, without its town.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from outfall.record.canonical import canonical, digest
from outfall.record.entry import (
    EMPTIED,
    HEX,
    LEFT,
    TEXT,
    Broken,
    Fields,
    count,
    group,
    parsed,
    shown,
)

TOMBSTONE, TOWN_SET, RETENTION = "town.disposed", "town.set", "retention"

PLACE = group(n=count, digest=HEX)
BODY: dict[str, Callable[[Any], bool]] = {
    "case": TEXT,
    "entries": count,
    "first": PLACE,
    "last": PLACE,
    "left": HEX,
    "rule": lambda value: (
        type(value) is dict and TEXT(value.get("says")) and TEXT(value.get("cite"))
    ),
}
"""What a verifier reads of a tombstone's body."""


def emptied(content: bytes) -> bytes:
    """What is left of an entry whose case is disposed of; of one that is emptied, itself.

    The key goes too: it is chance, and without it nobody can find the content again by trying what
    has this digest. Raises ``Broken``.
    """
    found, told = parsed(content)
    if told or found is None:
        raise Broken(tuple(told))
    if found["format"] == EMPTIED:
        return content
    kept = {name: found[name] for name in LEFT if name in found}
    return canonical({**kept, "format": EMPTIED, "digest": digest(content)})


def bound(lines: Iterable[bytes]) -> str:
    """The digest by which a tombstone binds what is left: that of all lines, each with its end."""
    found = hashlib.sha256()
    for line in lines:
        found.update(line + b"\n")
    return found.hexdigest()


def known_as(line: bytes, entry: Fields | None) -> str:
    """The digest that the next entry carries of this one; an emptied one names what it had."""
    return str(entry["digest"]) if entry and entry["format"] == EMPTIED else digest(line)


class Emptied:
    """The entries of one case that were emptied, until their tombstone comes."""

    def __init__(self, place: int, first: Fields) -> None:
        self.place, self.first, self.last = place, first, first
        self.entries, self.bound = 0, hashlib.sha256()

    def take(self, line: bytes, entry: Fields) -> None:
        """The next of them."""
        self.entries, self.last = self.entries + 1, entry
        self.bound.update(line + b"\n")


class Disposals:
    """Whether each emptied entry has its tombstone, and each tombstone its emptied entries.

    Memory grows with the cases. ``told`` has a line for each case that was disposed of.
    """

    def __init__(self) -> None:
        self.told = []  # type: list[str]
        self._waiting = {}  # type: dict[str, Emptied]
        self._entries = {}  # type: dict[str, int]
        self._gone = {}  # type: dict[str, int]
        self._held = frozenset()  # type: frozenset[str]

    def take(self, line: bytes, entry: Fields, place: int) -> list[str]:
        """The next entry of the record; gives what is wrong with it."""
        case = entry["case"]
        if case is not None:
            self._entries[case] = self._entries.get(case, 0) + 1
            if entry["format"] == EMPTIED:
                self._waiting.setdefault(case, Emptied(place, entry)).take(line, entry)
            elif case in self._gone:
                return [f"its case was disposed of by entry {self._gone[case]}: nothing follows"]
        elif entry["kind"] == TOMBSTONE:
            return list(self._tombstone(entry))
        elif entry["kind"] == TOWN_SET and entry["body"].get("topic") == RETENTION:
            self._held = frozenset(_held(entry["body"].get("value")))
        return []

    def left(self) -> Iterator[tuple[int, str, int]]:
        """Of each case whose content is gone without a tombstone: where, which, how many."""
        for case, found in self._waiting.items():
            yield found.place, case, found.entries

    def _tombstone(self, entry: Fields) -> Iterator[str]:
        body, n = entry["body"], entry["n"]
        case = body.get("case")
        found = self._waiting.pop(case, None) if TEXT(case) else None
        unfit = [name for name, fits in BODY.items() if not fits(body.get(name))]
        if unfit:
            yield f"it is a tombstone without {', '.join(unfit)}"
            return
        of, second = f"case {shown(case)}", entry["second"]
        if second is None or second["id"] == entry["by"]["id"]:
            yield f"it disposes of {of}, and that takes two persons"
        if case in self._held:
            yield f"it disposes of {of}, which was under a legal hold"
        if case in self._gone:
            yield f"it disposes of {of} again: entry {self._gone[case]} did"
            return
        self._gone[case] = n
        yield from self._covered(of, body, found)
        rule = f"{shown(body['rule']['says'])} ({shown(body['rule']['cite'])})"
        self.told.append(f"{of}: disposed of by entry {n} under {rule}, entries {body['entries']}")

    def _covered(self, of: str, body: Fields, found: Emptied | None) -> Iterator[str]:
        """Whether what was emptied is the whole case, and is what the tombstone binds."""
        kept = self._entries.get(body["case"], 0)
        entries = found.entries if found is not None else 0
        if found is None or not entries == kept == body["entries"]:
            named = f"it names {body['entries']} entries of {of}"
            yield f"{named}, and of its {kept} {entries} are emptied"
        elif _named(body, found):
            yield f"what is left of {of} is not what it names"


def _named(body: Fields, found: Emptied) -> bool:
    """Whether a tombstone names others than those that were emptied."""
    ends = [{name: entry[name] for name in ("n", "digest")} for entry in (found.first, found.last)]
    return [body["first"], body["last"]] != ends or body["left"] != found.bound.hexdigest()


def _held(value: object) -> list[str]:
    """The numbers of cases that are under a legal hold, as the town has set it."""
    hold = value.get("hold") if isinstance(value, dict) else None
    return [number for number in hold if isinstance(number, str)] if isinstance(hold, list) else []
