"""A packet: papers and data of a case in one ZIP, with a manifest by which anybody can check it.

Written so that every byte follows from the content: files in the order of their names, stored as
they are, of one fixed day. Stored, and not compressed: what compression gives differs between
builds of Python, and the papers inside are compressed already. ``outfall.papers.verifying`` checks
a packet without Outfall; each packet carries a copy of it, and a README that says how.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import BinaryIO

from outfall.law.faults import Fault, Refused
from outfall.law.standing import Standing
from outfall.papers import verifying
from outfall.papers.verifying import Listed
from outfall.papers.whole import put_whole

README, VERIFIER = "README.txt", "verify.py"
OURS = (verifying.MANIFEST, README, VERIFIER)

ABOUT = """\
Case {case} at the end of {as_of}
under {ordinance}, version {version}, digest {digest}

Nothing in this packet was changed since it was made, if the following says so. It needs
Python 3.9 or newer, and neither a network nor Outfall:

    python verify.py PACKET.zip

It names every difference, or says that the packet is whole and prints its digest: the
SHA-256 of manifest.json, which has the size and SHA-256 of every other file. A packet that
was made anew has another digest. So compare it with a digest that came to you another way,
and use a verify.py of your own where you do not trust this packet: `outfall verify` is the
same program.

What is in it:

{files}
"""

File = tuple[str, bytes, str]


def head_of(standing: Standing) -> dict[str, str]:
    """What a packet says of itself: the case, the day, and the law that was applied."""
    return {
        "case": standing.case,
        "as_of": standing.as_of.isoformat(),
        "ordinance": standing.ordinance,
        "version": standing.version,
        "digest": standing.digest,
    }


def bundle(path: Path, head: Mapping[str, str], files: Sequence[File]) -> str:
    """Write a packet of these files (name inside, content, what it is), whole or not at all.

    ``head`` has at least the fields of ``head_of``. Gives the packet's digest: the SHA-256 of its
    manifest. Same head and files, same bytes.

    Raises ``Refused`` where the place can't be written, its name does not end in .zip, or the files
    are more than a packet holds; ``ValueError`` for a head without a field, and for a name that is
    unsafe, ours, or there twice.
    """
    if path.suffix.lower() != ".zip":
        says = "a packet is a ZIP file. Give it a name that ends in .zip"
        raise Refused((Fault(str(path), says, "unknown-ending"),))
    lacking = [name for name in verifying.HEAD if not head.get(name)]
    if lacking:
        raise ValueError(f"the head of a packet lacks {', '.join(lacking)}")
    contents = _contents(head, files)
    if len(contents) > verifying.FILES_MOST or _size(contents) > verifying.SIZE_MOST:
        says = "the files are more than one packet holds. Make two of them"
        raise Refused((Fault(str(path), says, "too-much-for-a-packet"),))
    listed = [_listed(file) for file in contents]
    manifest = verifying.manifest(dict(head), listed)
    whole = [(verifying.MANIFEST, manifest), *((name, content) for name, content, _ in contents)]
    put_whole(path, lambda file: _write(file, whole))
    return hashlib.sha256(manifest).hexdigest()


def _contents(head: Mapping[str, str], files: Sequence[File]) -> list[File]:
    """The files with ours beside them, in the order of their names."""
    names = [name for name, _, _ in files]
    for name in names:
        trouble = verifying.unsafe(name)
        if trouble:
            raise ValueError(f"a file of a packet is named {name!r}: {trouble}")
    folded = [verifying.folded(name) for name in (*OURS, *names)]
    if len(set(folded)) < len(folded):
        raise ValueError(f"two files of a packet have one name: {', '.join((*OURS, *names))}")
    verifier = resources("outfall.papers").joinpath("verifying.py").read_bytes()
    about: list[File] = [*files, (VERIFIER, verifier, "checks the packet; needs Python alone")]
    told = {README: "this text", **{name: what for name, _, what in about}}
    width = max(map(len, told))
    lines = "\n".join(f"  {name:{width}}  {what}" for name, what in sorted(told.items()))
    text = ABOUT.format(**{name: head[name] for name in verifying.HEAD}, files=lines)
    readme: File = (README, text.encode("utf-8"), "what the packet is, and how to check it")
    return sorted([*about, readme], key=lambda file: file[0])


def _listed(file: File) -> Listed:
    name, content, what = file
    return Listed(name, len(content), hashlib.sha256(content).hexdigest(), what)


def _size(contents: list[File]) -> int:
    return sum(len(content) for _, content, _ in contents)


def _write(file: BinaryIO, whole: list[tuple[str, bytes]]) -> None:
    """The ZIP as the verifier knows it, byte by byte: it has one way to be written."""
    directory, at = b"", 0
    for path, content in whole:
        name, crc = path.encode("utf-8"), zlib.crc32(content)
        head = verifying.local_head(name, len(content), crc)
        file.write(head)
        file.write(content)
        directory += verifying.directory_entry(name, len(content), crc, at)
        at += len(head) + len(content)
    file.write(directory)
    file.write(verifying.directory_end(len(whole), len(directory), at))
