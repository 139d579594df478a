"""Files made to do harm, through the real command: refused by name, at once, never a traceback."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
SECONDS = 10
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
HEAD = "case: X\nordinance: webster-ny\nevents:\n"
SEEN = "  - {date: 2026-03-02, event: violation_observed, kind: development}\n"

HOSTILE: dict[str, tuple[bytes, str]] = {
    "ten megabytes": (b"# " + b"x" * 10_000_000, "file-too-large"),
    "ten megabytes of events": ((HEAD + SEEN * 140_000).encode(), "file-too-large"),
    "a billion laughs": ((BOMB + HEAD + SEEN).encode(), ""),
    "UTF-16": ((HEAD + SEEN).encode("utf-16"), "not-utf8"),
    "Latin-1": ((HEAD + SEEN).replace("X", "Café").encode("latin-1"), "not-utf8"),
    "a ZIP file": (b"PK\x03\x04" + bytes(200), "not-utf8"),
    "zero bytes": (bytes(1000), "not-utf8"),
    "deep lists": (b"a: " + b"[" * 100_000, ""),
    "deep JSON": (b'{"a":' * 50_000, ""),
    "deep blocks": ("".join(f"{' ' * n}a:\n" for n in range(1900)).encode(), ""),
    "a key twice": ((HEAD + SEEN + "case: Y\n").encode(), "duplicate-key"),
    "a key twice in JSON": (
        b'{"case": "X", "case": "Y", "ordinance": "webster-ny"}',
        "duplicate-key",
    ),
    "a tag that runs code": (b"case: !!python/object/apply:os.system [id]\n", ""),
    "an escape sequence": (b'{"case": "\\u001b[2J", "ordinance": "webster-ny", "events": []}', ""),
    "a lone surrogate": (b'{"case": "\\ud800", "ordinance": "webster-ny", "events": []}', ""),
    "a huge number": (
        (HEAD + "  - {date: 2026-03-02, event: paid, amount: 1e999999999}\n").encode(),
        "not-an-amount",
    ),
    "a path out of the packs": (
        (HEAD.replace("webster-ny", "../../etc") + SEEN).encode(),
        "unknown-ordinance",
    ),
    "too many events": ((HEAD + "  - {}\n" * 30_000).encode(), ""),
    "nothing": (b"", "empty-file"),
    "two documents": ((HEAD + SEEN + "---\na: 1\n").encode(), ""),
    "a list": (b"- 1\n- 2\n", ""),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_by_name(name: str, outfall: Run, tmp_path: Path) -> None:
    content, code = HOSTILE[name]
    (tmp_path / "case.yaml").write_bytes(content)
    started = time.monotonic()
    done = outfall("assess", "case.yaml", "--on", "2026-03-02")
    assert time.monotonic() - started < SECONDS
    assert (done.status, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err
    assert "\x1b" not in done.err
    assert len(done.err) < 100_000
    checked = outfall("check-case", "-", "--json", stdin=content)
    assert (checked.status, checked.err) == (2, "")
    faults = json.loads(checked.out)
    assert not code or code in [fault["code"] for fault in faults]


@pytest.mark.parametrize("command", ["assess", "check-case", "explain", "timeline"])
def test_every_command_refuses_it_the_same_way(command: str, outfall: Run, tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_bytes(HOSTILE["a billion laughs"][0])
    more = ("appeal",) if command == "explain" else ()
    done = outfall(command, "case.yaml", *more)
    assert done.status == 2
    assert "Traceback" not in done.err + done.out


def test_a_device_is_never_waited_for(outfall: Run) -> None:
    done = outfall("assess", "/dev/zero")
    assert (done.status, done.out) == (2, "")
    assert "is a device or a pipe, not a file" in done.err
