"""The office as a process of its own that answers on 127.0.0.1, and ends with the test."""

from __future__ import annotations

import http.client
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.web.ground.databases import OUTFALL, Command, Database

from with_postgres import ended_with_us, free_port

SERVE: Command = (*OUTFALL, "serve", "--host", "127.0.0.1", "--port")
SECONDS_TO_START = 60
TRIES = 3
LINES = 200


class NotStarted(AssertionError):
    """The server did not answer; the message holds its log."""


@dataclass(frozen=True, slots=True)
class Office:
    """A running office: where it answers, what it writes to, and what it said."""

    url: str
    database: Database
    log: Path
    pid: int

    def at(self, path: str = "/") -> str:
        """The whole address of a page."""
        return f"{self.url}/{path.lstrip('/')}"

    def said(self, lines: int = LINES) -> str:
        """The end of its log."""
        return tail(self.log, lines)


@contextmanager
def serving(database: Database, *, command: Sequence[str] = SERVE, **more: str) -> Iterator[Office]:
    """An office on this database for as long as the block lasts; ``more`` is its environment."""
    log = database.home / "server.log"
    for left in reversed(range(TRIES)):
        port = free_port()
        with log.open("ab") as out:
            process = subprocess.Popen(
                [*command, str(port)],
                env={**database.environment(more), "PYTHONUNBUFFERED": "1"},
                cwd=database.home,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        with ended_with_us(process):
            if answers(process, port):
                yield Office(f"http://127.0.0.1:{port}", database, log, process.pid)
                return
        if not left or "in use" not in tail(log):
            raise NotStarted(f"{' '.join(command)} {port} did not answer:\n{tail(log)}")


def answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait for any answer at all; False where the process ended first, or says nothing."""
    end = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < end:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_START)
        try:
            asked.request("GET", "/")
            asked.getresponse().read()
            return True
        except OSError:
            time.sleep(0.05)
        finally:
            asked.close()
    return False


def tail(log: Path, lines: int = LINES) -> str:
    """The last lines of a log."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
