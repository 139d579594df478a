"""The town's own program is started, asked, and ended when it takes too long or says too much.

It is the town's and may do as it pleases with its machine; what is held is the time, the memory and
the answer, so that a program gone wild ends by itself and is told of.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import tempfile
import time
from typing import IO

from outfall.law.faults import Fault, Refused

SECONDS_MOST = 300
ANSWER_MOST = 4_000_000
"""Characters of an answer at most."""
MEMORY_MOST = 16_000_000_000
"""Bytes that each of its processes may keep for itself, where the system can hold it to that: what
it maps of files, a model's weights for example, is not counted."""
_LOOK_EVERY = 0.05


def answer_of(command: str, question: str) -> str:
    """What a program answers on standard output. Raises ``Refused`` where it can't be run, fails,
    or takes too much."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        with tempfile.TemporaryFile() as trouble:
            given.write(question.encode("utf-8"))
            given.seek(0)
            process = _started(command, given, out, trouble)
            code = _ended(process, out, trouble)
            if code:
                raise refused(f"ended with {code}: {_last(trouble)}. See to it, and read again")
        out.seek(0)
        try:
            return out.read().decode("utf-8")
        except UnicodeDecodeError:
            raise refused("does not write UTF-8. Have it do so") from None


def _started(
    command: str, given: IO[bytes], out: IO[bytes], trouble: IO[bytes]
) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(
            shlex.split(command), stdin=given, stdout=out, stderr=trouble, start_new_session=True,
            env=_surroundings(),
        )  # fmt: skip
    except (OSError, ValueError, IndexError):
        raise refused("can't be started. Check the command") from None
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource  # noqa: PLC0415 -- not every system has it

        resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY_MOST, MEMORY_MOST))
    return process


def _surroundings() -> dict[str, str]:
    """What it learns of the surroundings: not the office's own settings, nor its secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("OUTFALL_") and name != "DATABASE_URL"
    }


def _ended(process: subprocess.Popen[bytes], *written: IO[bytes]) -> int:
    """Its exit status, once it has ended; it and all that it started are ended here otherwise."""
    until = time.monotonic() + SECONDS_MOST
    try:
        while True:
            try:
                code = process.wait(_LOOK_EVERY)
            except subprocess.TimeoutExpired:
                code = None
            if any(os.fstat(file.fileno()).st_size > 4 * ANSWER_MOST for file in written):
                raise refused(f"writes more than {ANSWER_MOST:,} characters. Have it say less")
            if code is not None:
                return code
            if time.monotonic() > until:
                says = f"takes more than {SECONDS_MOST} seconds. Give it less to read"
                raise refused(says)
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program with all that it started and left behind."""
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.poll() is None:
        process.kill()
        process.wait()


def _last(trouble: IO[bytes]) -> str:
    """The last line that it wrote of its trouble."""
    size = os.fstat(trouble.fileno()).st_size
    trouble.seek(max(0, size - 4_000))
    lines = trouble.read().decode("utf-8", "replace").strip().splitlines()
    last = "".join(one for one in lines[-1].strip() if one.isprintable()) if lines else ""
    return last[:200] or "it says nothing"


def refused(says: str) -> Refused:
    """What is said where a program does not do what it should."""
    return Refused((Fault("--propose", f"the program {says}", "no-proposals"),))
