"""The export of a town's record: entries, heads and files in one ZIP that anybody can verify.

Entries go through one by one: a record of any length needs the memory of one entry, its heads, and
the names of its files. The same record gives the same bytes.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files as resources
from typing import BinaryIO

from outfall.record.entry import named_files
from outfall.record.program import (
    CHUNK,
    FILES,
    HEADS,
    ORDINARY,
    README,
    RECORD,
    VERIFIER,
    Heads,
    verify_bundle,
)

__all__ = ["Heads", "program", "verify_bundle", "write"]

JOINED = ("canonical", "entry", "disposed", "verifying", "program")
"""The modules of verify.py, each after those that it rests on."""

ABOUT = """\
The record of {town}: {n} entries, {cases} cases.
Its head: {n}:{digest}

Nothing in it was changed, put in or taken out, if the following says so. It needs Python 3.9 or
newer, and neither a network nor Outfall:

    python verify.py RECORD.zip HEAD

RECORD.zip is the file that this text came in; unpack verify.py alone from it. HEAD is a head that
came to you another way: each notice of the town has the one of its day, as number and digest. A
record that was written anew from its first entry has other digests, and only a head from
elsewhere tells. Where you do not trust this file, use a verify.py of your own: `outfall verify` is
the same program.

What is in it:

  record.jsonl  every entry of the town, one a line, in the order of their writing
  heads.json    the last place and digest of the town's chain, and of the chain of each case
  files/        papers and pictures that entries name, each under its SHA-256
  verify.py     verifies all of this
  README.txt    this text

The form of an entry, exact enough to write a verifier of your own, is on the page
docs/reference/record.md of Outfall.
"""


def write(
    target: BinaryIO,
    lines: Iterable[bytes],
    files: Callable[[str], BinaryIO],
    heads: Heads,
) -> None:
    """Write the export of a record to an empty file that can be read again and sought in.

    ``lines`` are the contents of the town's entries in order; ``files`` opens a stored file by its
    SHA-256, and is asked for each that an entry names; ``heads`` are those that were kept beside
    the entries. Nothing is judged: what is bad is written as it is, and ``verify_bundle`` tells.
    """
    named: set[str] = set()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        with archive.open(_member(RECORD), "w", force_zip64=True) as out:
            for line in lines:
                out.write(line + b"\n")
                named |= {file["sha256"] for file in named_files(line)}
        for name, content in _ours(heads):
            archive.writestr(_member(name), content)
        for sha256 in sorted(named):
            with (
                files(sha256) as stored,
                archive.open(_member(FILES + sha256), "w", force_zip64=True) as out,
            ):
                while part := stored.read(CHUNK):
                    out.write(part)


def _ours(heads: Heads) -> Iterator[tuple[str, bytes]]:
    about = ABOUT.format(
        town=heads.town, n=heads.head.n, digest=heads.head.digest, cases=len(heads.cases)
    )
    yield HEADS, heads.content()
    yield README, about.encode("utf-8")
    yield VERIFIER, program()


def _member(name: str) -> zipfile.ZipInfo:
    """A file of one fixed day, readable by all."""
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.create_system = 3
    member.external_attr = ORDINARY << 16
    return member


def program() -> bytes:
    """The text of verify.py: the modules of ``JOINED`` as one file that needs Python alone."""
    parts = []
    for name in JOINED:
        text = resources("outfall.record").joinpath(f"{name}.py").read_text(encoding="utf-8")
        parts.append("".join(_lines_kept(text)))
    head = '"""Verifies the record of a town. Needs Python 3.9 or newer, and nothing else."""\n'
    return "\n\n".join((head + "\nfrom __future__ import annotations", *parts)).encode("utf-8")


def _lines_kept(text: str) -> Iterator[str]:
    """The lines of a module but its imports from this package, and from the future."""
    dropped = {
        number
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_ELSEWHERE)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if number not in dropped:
            yield line


_ELSEWHERE = ("outfall.", "__future__")
