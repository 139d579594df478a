"""``outfall verify``: one line and 0 where a packet is whole, each difference and 1 where not."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfall.papers.bundle import bundle

Run = Callable[..., Any]
HEAD = {
    "case": "W-2026-014",
    "as_of": "2026-05-28",
    "ordinance": "webster-ny",
    "version": "undated",
    "digest": "0" * 64,
}
FILES = [("papers/notice.pdf", b"%PDF- an invented notice", "notice of violation, entry e2")]


@pytest.fixture
def digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A packet in the folder that we are in, and its digest."""
    monkeypatch.chdir(tmp_path)
    return bundle(Path("packet.zip"), HEAD, FILES)


def spoil(before: bytes, after: bytes) -> None:
    content = Path("packet.zip").read_bytes()
    assert before in content
    Path("packet.zip").write_bytes(content.replace(before, after))


def test_a_whole_packet_is_one_line(digest: str, run: Run) -> None:
    done = run("verify", "packet.zip")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        f"packet.zip: whole, 3 files of case W-2026-014 at the end of 2026-05-28; digest {digest}\n"
    )
    assert run("verify", "packet.zip", "--digest", digest) == done


def test_each_difference_is_named_at_its_file(digest: str, run: Run) -> None:
    spoil(b"an invented notice", b"an invented letter")
    with zipfile.ZipFile("packet.zip", "a") as archive:
        archive.writestr("../evil.txt", b"x")
    done = run("verify", "packet.zip")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines() == [
        "../evil.txt: it is not in the manifest, and it leads out of the packet",
        "papers/notice.pdf: it can't be read (Bad CRC-32 for file 'papers/notice.pdf')",
        f"packet.zip: not whole, 2 differences; digest {digest}",
    ]


def test_another_packet_than_the_one_whose_digest_is_known_is_told(digest: str, run: Run) -> None:
    done = run("verify", "packet.zip", "--digest", "f" * 64)
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        f"manifest.json: its digest is {digest}, not {'f' * 64}\n"
        f"packet.zip: not whole, 1 difference; digest {digest}\n"
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.zip", "it can't be read (no such file or directory)"),
        (".", "it can't be read (is a directory)"),
        ("letter.pdf", "it is no ZIP file, or a part of one"),
        ("other.zip", "it has no manifest.json"),
    ],
)
def test_what_is_no_packet_is_refused(name: str, says: str, digest: str, run: Run) -> None:
    Path("letter.pdf").write_bytes(b"%PDF-1.7")
    with zipfile.ZipFile("other.zip", "w") as archive:
        archive.writestr("a.txt", b"x")
    done = run("verify", name)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"{name}: this is no packet: {says}. Name a ZIP with a manifest.json\n"
