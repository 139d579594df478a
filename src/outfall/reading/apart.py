"""Opens one file of somebody else's, in a process that can do nothing but that.

Run as ``python -m outfall.reading.apart FORM``: the file comes in on standard input, and what goes
out on standard output is JSON, either ``text`` and ``notes`` or ``code`` and ``says``. Whatever the
file does to its reader ends with this process.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from typing import Any

from outfall.reading.unreadable import Unreadable

MEMORY_MOST = 1_500_000_000
"""Bytes of address space; what a reader's libraries map counts too."""
SECONDS_MOST = 40
"""Seconds of processor time."""
CHARACTERS_MOST = 8_000_001
Reader = Callable[[bytes], tuple[str, list[str]]]


def confine() -> None:
    """Take memory, time and files away from this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MOST, SECONDS_MOST))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def opened(form: str, data: bytes) -> dict[str, Any]:
    """The text of a file with notes, or the reason why there is none."""
    if form == "pdf":
        from outfall.reading.pdf_file import pdf_text as read
    else:
        from outfall.reading.word_file import word_text as read
    confine()
    try:
        text, notes = _read(read, data)
    except Unreadable as trouble:
        return {"code": trouble.code, "says": trouble.says}
    return {"text": text[:CHARACTERS_MOST], "notes": notes}


def _read(read: Reader, data: bytes) -> tuple[str, list[str]]:
    try:
        return read(data)
    except MemoryError:
        says = "This file needs more memory than a text should. Copy its text into a .txt file."
        raise Unreadable("too-large-to-open", says) from None


def main() -> None:
    """Read the file on standard input."""
    found = opened(sys.argv[1], sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
