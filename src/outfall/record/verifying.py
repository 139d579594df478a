"""Whether entries are one whole record: every link of every chain, from the first to the last.

Who knows that an entry was changed? The next one, which carries its digest. Where that one in turn
is what the third one follows, the first of them is bad, else the second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from outfall.record.disposed import Disposals, known_as
from outfall.record.entry import ENTRY_MOST, FIRST, Fields, Link, parsed, shown


class NoRecord(Exception):
    """What was given is no record, so that nothing can be said of it; the text says why."""


class Fault(NamedTuple):
    """A bad entry: its place in the record, its case where that can be read, and what is wrong."""

    n: int
    case: str | None
    says: str

    def __str__(self) -> str:
        of = f" (case {shown(self.case)})" if self.case is not None else ""
        return f"entry {self.n}{of}: {self.says}"


class Report(NamedTuple):
    """What a record is: its town, its heads, and how many entries are bad, with the first of them.

    ``differences`` has what is wrong around the entries, such as a file that is not as named;
    ``disposed`` says of each case that was disposed of by which entry, and under which rule.
    """

    town: str
    entries: int
    head: Link
    cases: dict[str, Link]
    bad: int
    first: Fault | None
    differences: tuple[str, ...] = ()
    disposed: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.bad and not self.differences


# The chains


class Spot:
    """One line of the record, until it is known whether the next ones follow from it."""

    __slots__ = ("broken", "case", "digest", "n", "place", "says", "sure")

    def __init__(self, place: int, line: bytes, entry: Fields | None, says: list[str]) -> None:
        self.place, self.says = place, says
        self.digest = known_as(line, entry)
        self.n: int | None = entry["n"] if entry else None
        self.case: str | None = entry["case"] if entry else None
        self.broken = self.sure = False


CHANGED = "it is not the entry that the next one follows: it was changed, or put in later"
PARTED = "it does not follow the entry before it: it was changed, or put in later"
TWICE = "it stands here a second time"
UNPUBLISHED = "it is not the entry that was published under this number"
MISSING = "its content is missing, and no entry says that its case was disposed of"
KEPT = "its key belongs to an earlier entry"


class Chain:
    """The chains of a record, entry by entry: what is bad is counted, and the first is kept.

    Memory grows with the cases, and by some 100 bytes an entry: each key may stand but once.
    """

    def __init__(self, heads: Iterable[Link] = ()) -> None:
        self._published = [head for head in heads if head != FIRST]
        self._spots: list[Spot] = []
        self._numbers, self._disturbed, self._place = {1}, 0, 0
        self._keys: set[bytes] = set()
        self._cases: dict[str, tuple[int, str, int]] = {}
        self._town, self._at = "", ""
        self._bad, self._first = 0, None  # type: tuple[int, Fault | None]
        self._disposals = Disposals()

    def take(self, line: bytes) -> Fields | None:
        """The next entry of the record; gives its fields where they can be used."""
        self._place += 1
        entry, says = parsed(line)
        spot = Spot(self._place, line, entry, says)
        last = self._spots[-1] if self._spots else None
        follows = entry is not None and entry["before"] == (last.digest if last else "")
        self._settle(follows)
        if entry is None:
            self._numbers = {number + 1 for number in self._numbers}
        else:
            self._number(spot, last, follows)
            if follows and last:
                self._beside(spot, entry)
            if not (last and spot.digest == last.digest):
                self._key(spot, entry)
            if entry["case"] is not None:
                self._case(spot, entry, follows)
            self._heads(spot)
            spot.says += self._disposals.take(line, entry, self._place)
            self._town, self._at = entry["town"], entry["at"]
        self._spots.append(spot)
        self._mark(spot)
        if len(self._spots) > 2:
            self._close(self._spots.pop(0))
        return entry

    def done(self) -> Report:
        """The end of the record: what was published and is not there is missing."""
        head = (
            Link(self._spots[-1].n or self._place, self._spots[-1].digest) if self._spots else FIRST
        )
        self._settle(not (self._spots and self._spots[-1].says))
        for spot in self._spots:
            self._close(spot)
        for n in (n for n, _ in self._published if n > head.n):
            self._bad += 1
            says = f"it is missing: the record ends before it, and entry {n} was published"
            self._first = self._first or Fault(head.n + 1, None, says)
        self._emptied()
        cases = {case: Link(n, digest) for case, (n, digest, _) in self._cases.items()}
        told = (self._town, self._place, head, cases, self._bad, self._first)
        return Report(*told, disposed=tuple(self._disposals.told))

    def _emptied(self) -> None:
        """Entries whose content is gone, and no tombstone came that says so."""
        for place, case, missing in self._disposals.left():
            self._bad += missing
            if self._first is None or place < self._first.n:
                self._first = Fault(place, case, MISSING)

    def _settle(self, follows: bool) -> None:
        """Where the last link was broken, it is known now which of its two entries is bad."""
        last = self._spots[-1] if self._spots else None
        if last is None or not last.broken:
            return
        if (follows or last.sure) and len(self._spots) > 1:
            self._spots[-2].says.append(CHANGED)
            self._mark(self._spots[-2])
        else:
            last.says.append(PARTED)
            self._mark(last)

    def _number(self, spot: Spot, last: Spot | None, follows: bool) -> None:
        n = spot.n or 0
        wanted = max(self._numbers)
        rival = last is not None and n == last.n and not follows
        if n in self._numbers or rival:
            spot.broken = last is not None and not follows
            if rival and last is not None and spot.digest == last.digest:
                spot.broken = False
                spot.says.append(TWICE)
            self._numbers = {n + 1}
            return
        if n > wanted:
            spot.says.append(f"it is missing, and entry {n} stands in its place")
            spot.case = None
        else:
            spot.says.append(f"its n is {n}, and {wanted} was to come")
        self._numbers = {n + 1, *(number + 1 for number in sorted(self._numbers)[-3:])}

    def _beside(self, spot: Spot, entry: Fields) -> None:
        if entry["at"] < self._at:
            spot.says.append(f"its instant, {entry['at']}, is earlier than the one before it")
        if entry["town"] != self._town:
            spot.says.append(f"its town is {entry['town']}, and the record is of {self._town}")

    def _key(self, spot: Spot, entry: Fields) -> None:
        if "key" not in entry:
            return
        key = hashlib.sha256(entry["key"].encode("utf-8")).digest()[:16]
        if key in self._keys:
            spot.says.append(KEPT)
        self._keys.add(key)

    def _case(self, spot: Spot, entry: Fields, follows: bool) -> None:
        """Its place in its case. After a bad entry a case may differ once: that tells no more."""
        case = entry["case"]
        n, digest, place = self._cases.get(case, (0, "", 0))
        if follows and (not self._disturbed or self._disturbed < place):
            if entry["case_n"] != n + 1:
                spot.says.append(f"its case_n is {entry['case_n']}, and {n + 1} was to come")
            elif entry["case_before"] != digest:
                spot.says.append(
                    "its case_before is not the digest of the entry before in its case"
                )
        self._cases[case] = (entry["case_n"], spot.digest, spot.place)

    def _heads(self, spot: Spot) -> None:
        for head in [head for head in self._published if head.n == spot.n]:
            self._published.remove(head)
            spot.sure = head.digest == spot.digest
            if not spot.sure:
                spot.says.append(UNPUBLISHED)

    def _mark(self, spot: Spot) -> None:
        if spot.says:
            self._disturbed = max(self._disturbed, spot.place)

    def _close(self, spot: Spot) -> None:
        if spot.says:
            self._bad += 1
            fault = Fault(spot.place, spot.case, "; ".join(dict.fromkeys(spot.says)))
            self._first = self._first or fault


def verify(lines: Iterable[bytes], heads: Iterable[Link] = ()) -> Report:
    """Whether entries are one whole record; ``heads`` are those published, where any are known."""
    chain = Chain(heads)
    for line in lines:
        chain.take(line)
    return chain.done()


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file without their ends; of one that is too long, enough to see that it is."""
    while True:
        line = file.readline(ENTRY_MOST + 2)
        if not line:
            return
        yield line[:-1] if line.endswith(b"\n") else line


def many(number: int, one: str, more: str) -> str:
    """A number of things."""
    return f"{number:,} {one if number == 1 else more}"


def sentences(name: str, found: Report) -> Iterator[str]:
    """What was found, a line each; the last one says whether the record is whole."""
    entries = many(found.entries, "entry", "entries")
    of = f"{entries} of {many(len(found.cases), 'case', 'cases')} of {found.town or 'no town'}"
    yield from found.disposed
    if found.first is not None:
        yield str(found.first)
    yield from found.differences
    bad = many(found.bad, "bad entry", "bad entries") if found.bad else "no bad entry"
    state = "whole" if found.whole else f"not whole, {bad}"
    if found.differences and not found.entries:
        yield f"{shown(name)}: not whole, and its entries were not read"
        return
    yield f"{shown(name)}: {state}, {of}; head {found.head}"
