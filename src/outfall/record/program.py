"""Verifies the record of a town: its entries as a file of lines, or the export with its files.

An export is a ZIP: record.jsonl (the entries), heads.json (the heads of all chains), files/ (the
files that entries name by their digest), README.txt and verify.py. Files are stored as they are,
one after the other, with nothing between them; so nothing unpacks to more than it is.

This module and those it rests on travel in the export, joined, as verify.py.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple

from outfall.record.canonical import canonical
from outfall.record.entry import FIRST, Link, decoded, head_of, named_files, shown
from outfall.record.verifying import Chain, NoRecord, Report, lines_of, sentences, verify

USAGE = """\
usage: python verify.py RECORD [N:DIGEST ...]

RECORD is the export of a town's record (a ZIP) or its record.jsonl. N:DIGEST is a head of the
record that came another way, such as on a notice: without one nobody can tell that the end was
cut off, or that all of it was written anew. Needs Python 3.9 or newer, and neither a network nor
Outfall.

Exit status: 0 whole; 1 not whole, and the first bad entry is named; 2 this is no record.
"""
BUNDLE = "outfall-record/1"
RECORD, HEADS, README, VERIFIER, FILES = (
    "record.jsonl", "heads.json", "README.txt", "verify.py", "files/",
)  # fmt: skip
FIXED = (RECORD, HEADS, README, VERIFIER)
ORDINARY = 0o100644
LARGE = 2**31 - 1
HEADS_MOST = 256 * 1024 * 1024
CHUNK = 1024 * 1024
UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, ValueError,
    EOFError, OSError, OverflowError, LookupError,
)  # fmt: skip
"""What the standard library raises for a ZIP that was damaged or made to do harm."""

Watch = Callable[[int], object]


class Heads(NamedTuple):
    """The heads of all chains of a record: of the town, and of each case by its number."""

    town: str
    head: Link
    cases: Mapping[str, Link]

    def content(self) -> bytes:
        """The bytes of heads.json: the same heads, the same bytes."""
        cases = {case: link._asdict() for case, link in self.cases.items()}
        told = {"format": BUNDLE, "town": self.town, "head": self.head._asdict(), "cases": cases}
        return canonical(told)


def is_bundle(path: str) -> bool:
    """Whether a file is a ZIP that holds a town's record, and is not a packet of one case."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = {name_of(member) for member in archive.infolist()}
            return RECORD in names and (HEADS in names or "manifest.json" not in names)
    except UNREADABLE:
        return False


def verify_file(path: str, heads: Iterable[Link] = (), watch: Watch = int) -> Report:
    """Verify entries in a file of lines; ``watch`` is told of so many bytes more, now and then.

    Raises ``NoRecord`` where the file can't be read.
    """
    try:
        with open(path, "rb") as file:
            return verify(_watched(lines_of(file), watch), heads)
    except OSError as error:
        raise NoRecord(_unread(error)) from None


def verify_bundle(path: str, heads: Iterable[Link] = (), watch: Watch = int) -> Report:
    """Verify the export of a record: its entries, its heads, and every file that an entry names.

    Raises ``NoRecord`` where the file can't be read, or is no ZIP with a record.jsonl.
    """
    try:
        with open(path, "rb") as file:
            return _Bundle(file, watch).report(heads)
    except OSError as error:
        raise NoRecord(_unread(error)) from None


def name_of(member: zipfile.ZipInfo) -> str:
    """A member's name as it stands in the ZIP, before the library makes it fit this system."""
    return member.orig_filename


class _Bundle:
    """An export that is open, and what was found to be wrong around its entries."""

    def __init__(self, file: BinaryIO, watch: Watch) -> None:
        self.file, self.watch, self.told = file, watch, []  # type: BinaryIO, Watch, list[str]
        try:
            self.archive = zipfile.ZipFile(file)
        except UNREADABLE:
            raise NoRecord("it is no ZIP file, or a part of one") from None
        members = self.archive.infolist()
        self.members = {name_of(member): member for member in members}
        if RECORD not in self.members:
            raise NoRecord(f"it has no {RECORD}")
        for name, times in Counter(map(name_of, members)).items():
            if times > 1:
                self.tell(name, f"it is in the export {times} times")
        for name, member in self.members.items():
            if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1:
                self.tell(name, "it is packed, and files of a record are stored as they are")
        self.told += _around(file, self.archive, members)

    def tell(self, name: str, says: str) -> None:
        """One thing that is wrong, at a file of the export."""
        self.told.append(f"{shown(name)}: {says}")

    def report(self, heads: Iterable[Link]) -> Report:
        """Everything that is wrong; where the ZIP itself is, its files are not read."""
        if self.told:
            return verify(())._replace(differences=tuple(self.told))
        written = self._small(HEADS)
        chain = Chain((*heads, *_town_head(written)))
        named: dict[str, int] = {}
        torn: set[str] = set()
        try:
            with self.archive.open(self.members[RECORD]) as stream:
                whole = io.BufferedReader(stream, CHUNK)  # type: ignore[type-var]
                for line in _watched(lines_of(whole), self.watch):
                    entry = chain.take(line)
                    for file in named_files(line) if entry else ():
                        if named.setdefault(file["sha256"], file["bytes"]) != file["bytes"]:
                            torn.add(file["sha256"])
        except UNREADABLE as error:
            self.tell(RECORD, f"it can't be read to its end ({shown(str(error))})")
        found = chain.done()
        if found.whole and written != Heads(found.town, found.head, found.cases).content():
            self.tell(HEADS, "it does not say the heads that the entries have")
        for sha256 in sorted(torn):
            self.tell(FILES + sha256, "entries name it with two sizes")
        self._files(named, found.bad)
        return found._replace(differences=tuple(self.told))

    def _small(self, name: str) -> bytes:
        if name not in self.members:
            return b""
        try:
            with self.archive.open(self.members[name]) as stream:
                return stream.read(HEADS_MOST)
        except UNREADABLE as error:
            self.tell(name, f"it can't be read ({shown(str(error))})")
            return b""

    def _files(self, named: Mapping[str, int], bad: int) -> None:
        wanted = {FILES + sha256 for sha256 in named}
        for name in [*FIXED, *sorted(wanted)]:
            if name not in self.members:
                self.tell(name, "it is missing")
        for name in self.members:
            if name in wanted:
                self._file(name, named[name[len(FILES) :]])
            elif name in FIXED:
                self._read(name)
            elif not bad or not re.fullmatch(f"{FILES}[0-9a-f]{{64}}", name):
                self.tell(name, "no entry names it, and it belongs to no export")

    def _file(self, name: str, size: int) -> None:
        if self.members[name].file_size != size:
            says = f"it has {self.members[name].file_size} bytes, and {size} in the entry"
            self.tell(name, says)
        elif FILES + self._read(name) != name:
            self.tell(name, "its content was changed: the digest is another")

    def _read(self, name: str) -> str:
        """The digest of a file's content, read to its end; the checksum of the ZIP is held too."""
        found = hashlib.sha256()
        if name in (RECORD, HEADS):
            return ""
        try:
            with self.archive.open(self.members[name]) as stream:
                while part := stream.read(CHUNK):
                    found.update(part)
                    self.watch(len(part))
        except UNREADABLE as error:
            self.tell(name, f"it can't be read ({shown(str(error))})")
            return name[len(FILES) :]
        return found.hexdigest()


def _around(file: BinaryIO, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> list[str]:
    """Where a byte of the ZIP belongs to no file: something may hide there, or be told twice."""
    at, mores = 0, []
    for member in members:
        file.seek(at)
        name = name_of(member).encode("utf-8")
        mores.append(_local(file.read(30 + len(name) + 20), member, name))
        if member.header_offset != at or mores[-1] is None:
            return [f"{shown(name_of(member))}: the ZIP around it is not as it was written"]
        at += 30 + len(name) + mores[-1] + member.file_size
    file.seek(at)
    size = 0
    for member, more in zip(members, mores):  # noqa: B905 -- Python 3.9 has no other
        listed = _listed(member, bool(more))
        if file.read(len(listed)) != listed:
            return [f"{shown(name_of(member))}: the ZIP's directory is not as it was written"]
        size += len(listed)
    end = _end(len(members), size, at)
    if archive.start_dir != at or file.read(len(end) + 1) != end:
        return ["the ZIP has bytes that belong to no file"]
    return []


def _listed(member: zipfile.ZipInfo, more: bool) -> bytes:
    """The line of a file in the ZIP's directory: an ordinary file of one fixed day."""
    size, at, name = member.file_size, member.header_offset, name_of(member).encode("utf-8")
    large = [size, size] * (size > LARGE) + [at] * (at > LARGE)
    extra = struct.pack(f"<2H{len(large)}Q", 1, 8 * len(large), *large) if large else b""
    version, size, at = 45 if more or large else 20, _short(size), _short(at)
    fields = (0x300 + version, version, 0, 0, 0, 0x21, member.CRC, size, size, len(name))
    rest = (len(extra), 0, 0, 0, ORDINARY << 16, at)
    return struct.pack("<4s6H3L5H2L", b"PK\1\2", *fields, *rest) + name + extra


def _end(files: int, size: int, at: int) -> bytes:
    """The last bytes of the ZIP; of a large one, with more that has room for its numbers."""
    more = b""
    if files > 0xFFFF or size > LARGE or at > LARGE:
        more = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, files, files, size, at)
        more += struct.pack("<4sLQL", b"PK\6\7", 0, at + size, 1)
        size, at = min(size, 0xFFFFFFFF), min(at, 0xFFFFFFFF)
    least = min(files, 0xFFFF)
    return more + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, least, least, size, at, 0)


def _short(number: int) -> int:
    return 0xFFFFFFFF if number > LARGE else number


def _local(head: bytes, member: zipfile.ZipInfo, name: bytes) -> int | None:
    """How much more than a name stands before a file, where that is what a writer puts there."""
    size = member.file_size
    if len(head) < 30 + len(name) or size != member.compress_size:
        return None
    mark, version, *rest = struct.unpack("<4s5H3L2H", head[:30])
    more = rest[-1]
    short = 0xFFFFFFFF if more else size
    right = [0, zipfile.ZIP_STORED, 0, 0x21, member.CRC, short, short, len(name), more]
    after = name + (struct.pack("<2H2Q", 1, 16, size, size) if more else b"")
    begun = (mark, version) == (b"PK\3\4", 45 if more else 20)
    return more if begun and rest == right and head[30:].startswith(after) else None


def _town_head(written: bytes) -> Iterator[Link]:
    """The town's head by heads.json, where it has one."""
    try:
        head = decoded(written.decode("utf-8"))["head"]
        if Link(**head) != FIRST:
            yield head_of(str(Link(**head)))
    except (ValueError, TypeError, LookupError, RecursionError):
        return


def _watched(lines: Iterable[bytes], watch: Watch) -> Iterator[bytes]:
    size = 0
    for line in lines:
        yield line
        size += len(line) + 1
        if size > CHUNK:
            watch(size)
            size = 0
    watch(size)


def _unread(error: OSError) -> str:
    return f"it can't be read ({(error.strerror or 'no reason given').lower()})"


def main(argv: list[str]) -> int:
    """The command line of verify.py."""
    try:
        heads = [head_of(text) for text in argv[1:]]
        if not argv or argv[0].startswith("-"):
            raise ValueError("name a record")
    except ValueError as error:
        sys.stderr.write(f"{USAGE}\n{error}\n")
        return 2
    path = argv[0]
    try:
        check = verify_bundle if zipfile.is_zipfile(path) else verify_file
        found = check(path, heads)
    except NoRecord as refused:
        sys.stderr.write(f"{shown(path)}: this is no record: {refused}\n")
        return 2
    for line in sentences(path, found):
        sys.stdout.write(f"{line}\n")
    return 0 if found.whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
