"""Is this packet whole? Reads a packet (a ZIP with a manifest.json) and names every difference.

    python verifying.py packet.zip [DIGEST]

Needs nothing but Python 3.9 or newer: no network, no Outfall. It can be copied out of the product,
and every packet carries a copy as verify.py. Whoever doubts a packet should use a copy from
elsewhere, and compare the digest printed with one that came another way, such as on paper.

Exit status: 0 whole; 1 it differs, each difference named; 2 it is no packet.

The packet's files are stored as they are, one after the other, with nothing before, between or
after them; so beside the content of each file, every byte around them is checked too.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import sys
import unicodedata
import zipfile
import zlib
from collections import Counter
from typing import Any, BinaryIO, Callable, NamedTuple  # noqa: UP035 -- one way for every Python

MANIFEST = "manifest.json"
FORMAT, VERSION = "outfall-packet", 1
HEAD = ("case", "as_of", "ordinance", "version", "digest")
FIELDS = ("path", "size", "sha256", "what")
MANIFEST_MOST = 16 * 1024 * 1024
SIZE_MOST = 2 * 1024 * 1024 * 1024
FILES_MOST = 10_000
CHUNK = 1024 * 1024

BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, ValueError,
    EOFError, OSError, OverflowError, LookupError,
)  # fmt: skip
"""What the standard library raises for a ZIP that was damaged or made to do harm."""
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class NoPacket(Exception):
    """What was given is no packet, so that nothing can be said of it; the text says why."""


class Difference(NamedTuple):
    """One thing that is not as the manifest says, at a file of the packet."""

    path: str
    says: str

    def __str__(self) -> str:
        return f"{shown(self.path)}: {self.says}"


class Report(NamedTuple):
    """What a packet is: the SHA-256 of its manifest, its head, and every difference found."""

    digest: str
    head: dict[str, str]
    files: int
    differences: tuple[Difference, ...]


class Listed(NamedTuple):
    """One file, as the manifest has it."""

    path: str
    size: int
    sha256: str
    what: str


def check(path: str, wanted: str | None = None) -> Report:
    """Check a packet; ``wanted`` is the digest that it should have, where that is known.

    Raises ``NoPacket`` where there is no such file, or it is no ZIP with a manifest.
    """
    try:
        with open(path, "rb") as file:
            return check_open(file, wanted)
    except OSError as error:
        raise NoPacket(
            f"it can't be read ({(error.strerror or 'no reason given').lower()})"
        ) from None


def check_open(file: BinaryIO, wanted: str | None = None) -> Report:
    """Check a packet that is open, or in memory."""
    try:
        archive = zipfile.ZipFile(file)
        members = archive.infolist()
    except BROKEN:
        raise NoPacket("it is no ZIP file, or a part of one") from None
    if all(name_of(member) != MANIFEST for member in members):
        raise NoPacket(f"it has no {MANIFEST}")
    if len(members) > FILES_MOST + 1:
        raise NoPacket(f"it has more than {FILES_MOST} files")
    told: list[Difference] = []
    written = _manifest_text(archive, members, told)
    digest = hashlib.sha256(written).hexdigest()
    if wanted is not None and wanted.strip().lower() != digest:
        told.append(Difference(MANIFEST, f"its digest is {digest}, not {wanted.strip()}"))
    head, listed = _manifest(written, told)
    told += _members(members, listed)
    sums = {MANIFEST: zlib.crc32(written)}
    by_name = {name_of(member): member for member in members}
    twice = {difference.path for difference in told}
    for item in listed:
        if item.path in by_name and item.path not in twice:
            told += _content(archive, by_name[item.path], item, sums)
    if not told:
        told += _around(file, [Listed(MANIFEST, len(written), "", ""), *listed], sums)
    return Report(digest, head, len(listed), tuple(told))


def name_of(member: zipfile.ZipInfo) -> str:
    """A member's name as it stands in the ZIP, before the library makes it fit this system."""
    return member.orig_filename


# The manifest


def _manifest_text(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], told: list[Difference]
) -> bytes:
    member = next(member for member in members if name_of(member) == MANIFEST)
    try:
        with archive.open(member) as stream:
            written = stream.read(MANIFEST_MOST + 1)
    except BROKEN as error:
        told.append(Difference(MANIFEST, f"it can't be read ({reason(error)})"))
        return b""
    if len(written) > MANIFEST_MOST:
        told.append(Difference(MANIFEST, f"it is larger than {MANIFEST_MOST} bytes"))
    return written[:MANIFEST_MOST]


def _manifest(written: bytes, told: list[Difference]) -> tuple[dict[str, str], list[Listed]]:
    """The head and the files of a manifest; what is wrong with it is told, and the rest is used."""
    if any(difference.path == MANIFEST and "can't" in difference.says for difference in told):
        return {}, []
    try:
        found = json.loads(written.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        told.append(Difference(MANIFEST, f"it is no JSON that can be read ({reason(error)})"))
        return {}, []
    says: list[str] = []
    fields = found if isinstance(found, dict) else {}
    if (fields.get("format"), fields.get("version")) != (FORMAT, VERSION):
        says.append(f"it is not of the format {FORMAT} {VERSION}")
    head = fields.get("head")
    if not isinstance(head, dict) or not all(isinstance(text, str) for text in head.values()):
        says.append("its head is no list of texts")
        head = {}
    says += [f"its head lacks {name}" for name in HEAD if name not in head]
    files = fields.get("files")
    if not isinstance(files, list):
        says.append("it has no list of files")
        files = []
    listed = [item for item in (_listed(n, entry, says) for n, entry in enumerate(files)) if item]
    says += _together(listed)
    if not says and written != manifest(head, listed):
        says.append("it is not written as a manifest is: its text was changed")
    told += [Difference(MANIFEST, text) for text in says]
    return head, listed


def manifest(head: dict[str, str], listed: list[Listed]) -> bytes:
    """A manifest as its one text: the same content, the same bytes."""
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "head": dict(head),
        "files": [item._asdict() for item in listed],
    }
    return (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode("ascii")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in it")
    return found


def _listed(n: int, entry: Any, says: list[str]) -> Listed | None:
    fields = entry if isinstance(entry, dict) else {}
    path, size, digest, what = (fields.get(name) for name in FIELDS)
    where = f"files[{n}]"
    if set(fields) != set(FIELDS) or not isinstance(path, str) or not isinstance(what, str):
        says.append(f"{where} has not the fields {', '.join(FIELDS)}")
        return None
    trouble = unsafe(path)
    if trouble:
        says.append(f"{where} is named {shown(path)}: {trouble}")
    elif type(size) is not int or not 0 <= size <= SIZE_MOST:
        says.append(f"{where} ({shown(path)}) has no size from 0 to {SIZE_MOST}")
    elif not isinstance(digest, str) or not re.fullmatch("[0-9a-f]{64}", digest):
        says.append(f"{where} ({shown(path)}) has no SHA-256")
    else:
        return Listed(path, size, digest, what)
    return None


def _together(listed: list[Listed]) -> list[str]:
    paths = [item.path for item in listed]
    times = Counter(map(folded, [MANIFEST, *paths]))
    says = [
        f"{shown(path)} is listed twice, or differs from another name by case alone"
        for path in sorted({path for path in paths if times[folded(path)] > 1})
    ]
    if paths != sorted(paths):
        says.append("its files are not in order")
    if len(listed) > FILES_MOST or sum(item.size for item in listed) > SIZE_MOST:
        says.append(f"it lists more than {FILES_MOST} files or {SIZE_MOST} bytes")
        listed.clear()
    return says


def folded(path: str) -> str:
    """Two names of one file on a system that minds neither case nor the way accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def unsafe(path: str) -> str | None:
    """Why a name must not be unpacked: it could lead out of the folder, or mean something else.

    >>> unsafe("papers/notice.pdf")
    >>> unsafe("../notice.pdf")
    'it leads out of the packet'
    """
    parts = path.split("/")
    if path.startswith("/") or ".." in parts or re.match("[A-Za-z]:", path) or "\\" in path:
        return "it leads out of the packet"
    if not path or any(part in ("", ".") or part != part.strip(" .") for part in parts):
        return "it is no plain name of a file"
    if not path.isprintable() or re.search('[<>:"|?*]', path) or len(path.encode("utf-8")) > 240:
        return "not every system can have a file of that name"
    if any(RESERVED.fullmatch(part) for part in parts):
        return "not every system can have a file of that name"
    return None


# The files


def _members(members: list[zipfile.ZipInfo], listed: list[Listed]) -> list[Difference]:
    """Files that are missing, extra, there twice, or named to land elsewhere."""
    told = []
    wanted = {MANIFEST, *(item.path for item in listed)}
    names = Counter(name_of(member) for member in members)
    for name, times in names.items():
        if times > 1:
            told.append(Difference(name, f"it is in the packet {times} times"))
        if name not in wanted:
            trouble = unsafe(name)
            also = f", and {trouble}" if trouble else ""
            told.append(Difference(name, f"it is not in the manifest{also}"))
    told += [Difference(path, "it is missing") for path in sorted(wanted - set(names))]
    return told


def _content(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, item: Listed, sums: dict[str, int]
) -> list[Difference]:
    """Size and digest of one file. No more is read than the manifest says, and one byte to tell."""
    found, size, crc = hashlib.sha256(), 0, 0
    try:
        with archive.open(member) as stream:
            while size <= item.size:
                part = stream.read(min(CHUNK, item.size + 1 - size))
                if not part:
                    break
                found.update(part)
                crc = zlib.crc32(part, crc)
                size += len(part)
    except BROKEN as error:
        return [Difference(item.path, f"it can't be read ({reason(error)})")]
    if size > item.size:
        return [Difference(item.path, f"it is longer than the {item.size} bytes of the manifest")]
    if size < item.size:
        return [Difference(item.path, f"it has {size} bytes, and {item.size} in the manifest")]
    if found.hexdigest() != item.sha256:
        return [Difference(item.path, "its content was changed: the digest is another")]
    sums[item.path] = crc
    return []


# What is around them


def local_head(name: bytes, size: int, crc: int) -> bytes:
    """What stands before a file in a packet: stored, of 1980-01-01, with no field more."""
    flags = 0 if name.isascii() else 0x800
    fields = (b"PK\3\4", 20, flags, 0, 0, 0x21, crc, size, size, len(name), 0)
    return struct.pack("<4s5H3L2H", *fields) + name


def directory_entry(name: bytes, size: int, crc: int, at: int) -> bytes:
    """The line of a file in the directory at a packet's end: an ordinary file, read by all."""
    flags = 0 if name.isascii() else 0x800
    fields = (b"PK\1\2", 0x314, 20, flags, 0, 0, 0x21, crc, size, size, len(name))
    return struct.pack("<4s6H3L5H2L", *fields, 0, 0, 0, 0, 0o100644 << 16, at) + name


def directory_end(files: int, size: int, at: int) -> bytes:
    """The last bytes of a packet."""
    return struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, files, files, size, at, 0)


def _around(file: BinaryIO, listed: list[Listed], sums: dict[str, int]) -> list[Difference]:
    """Every byte that belongs to no file: where one is not as written, something may hide there."""
    directory, at = b"", 0
    for item in listed:
        name = item.path.encode("utf-8")
        head = local_head(name, item.size, sums[item.path])
        file.seek(at)
        if file.read(len(head)) != head:
            return [_not_as_written(item.path, at)]
        directory += directory_entry(name, item.size, sums[item.path], at)
        at += len(head) + item.size
    end = directory + directory_end(len(listed), len(directory), at)
    file.seek(at)
    rest = file.read(len(end) + 1)
    return [] if rest == end else [_not_as_written("the ZIP's directory", at)]


def _not_as_written(path: str, at: int) -> Difference:
    says = f"the ZIP around the files is not as it was written, from byte {at} on"
    return Difference(path, f"{says}; the files themselves are whole")


# The command


def reason(error: BaseException) -> str:
    """What went wrong, on one line."""
    return shown(str(error) or type(error).__name__)


def shown(text: str) -> str:
    """Somebody's text, on one line, short, and without what a terminal would obey."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    line = line.encode("utf-8", "backslashreplace").decode("utf-8")
    return line if len(line) <= 200 else f"{line[:199]}…"


def report(path: str, wanted: str | None, say: Callable[[str], object]) -> int:
    """Check a packet and say what was found, a line each; gives the exit status 0 or 1.

    Raises ``NoPacket``.
    """
    found = check(path, wanted)
    if not found.differences:
        case, day = (shown(found.head[name]) for name in ("case", "as_of"))
        of = f"{found.files} files of case {case} at the end of {day}"
        say(f"{shown(path)}: whole, {of}; digest {found.digest}")
        return 0
    for difference in found.differences:
        say(str(difference))
    times = len(found.differences)
    say(f"{shown(path)}: not whole, {times} difference{'s'[: times > 1]}; digest {found.digest}")
    return 1


def main(argv: list[str]) -> int:
    """The command line of a copy of this file."""
    if len(argv) not in (1, 2) or argv[0].startswith("-"):
        sys.stderr.write((__doc__ or "").split("\n\n")[1].strip() + "\n")
        return 2
    try:
        wanted = argv[1] if len(argv) == 2 else None
        return report(argv[0], wanted, lambda line: sys.stdout.write(f"{line}\n"))
    except NoPacket as refused:
        sys.stderr.write(f"{shown(argv[0])}: this is no packet: {refused}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
