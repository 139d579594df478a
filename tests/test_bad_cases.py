"""Files that can't be used: each in ``cases/bad`` beside the exact words that it must get."""

from __future__ import annotations

from pathlib import Path

import pytest

from outfall.cli.main import main
from outfall.files.pack_file import packs
from outfall.files.text import read_text
from outfall.law.faults import Refused

BAD = Path(__file__).resolve().parent.parent / "cases" / "bad"
CASE = "case: X\nordinance: city-9-3-12\nevents: []\nplace: {address: 12 Exämple Lane}\n"
BYTES = {
    "utf-16": (
        CASE.encode("utf-16"),
        "the file: This file is saved as UTF-16, which Windows calls Unicode. Save it as UTF-8.",
    ),
    "cp1252": (
        CASE.encode("cp1252"),
        "the file (line 4): This file is not UTF-8 (byte 0xE4 at line 4, perhaps meant as 'ä'): "
        "save it as UTF-8.",
    ),
    "zip": (
        b"PK\x03\x04" + bytes(40),
        "the file: This looks like a Word, Excel or ZIP file, not a text file. "
        "Choose the case's own YAML or JSON file.",
    ),
    "null": (
        b"case: X\x00\n",
        "the file (line 1): An invisible character (U+0000) stands here. Delete it.",
    ),
    "empty": (
        b"",
        "the file: There is nothing in this file yet. "
        "Write the case in it: case, ordinance, events.",
    ),
}


def bad_files() -> list[Path]:
    return sorted(p for p in BAD.glob("*.*") if p.suffix in (".yaml", ".json"))


@pytest.mark.parametrize("file", bad_files(), ids=lambda f: f.name)
def test_a_bad_file_gets_its_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["assess", str(file), "--on", "2026-05-01"])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    known = ", ".join(Path(pack).name for pack in packs())
    says = file.with_name(f"{file.stem}.says.txt").read_text("utf-8")
    assert err == says.replace("{ordinances}", known)


def test_every_bad_file_has_its_words_and_no_words_lack_a_file() -> None:
    words = sorted(file.name.removesuffix(".says.txt") for file in BAD.glob("*.says.txt"))
    assert words == sorted(file.stem for file in bad_files())


@pytest.mark.parametrize(("source", "says"), BYTES.values(), ids=BYTES)
def test_bytes_that_are_no_text_get_their_words(source: bytes, says: str) -> None:
    with pytest.raises(Refused) as refused:
        read_text(source)
    assert str(refused.value) == says
