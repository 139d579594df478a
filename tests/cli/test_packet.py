"""``outfall packet``: the PDF and the ZIP beside it, both or neither, and what verify says."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.papers.pictures import JPEG, png

from outfall.papers import bundle as bundling

Run = Callable[..., Any]
PAPER_CASES = Path(__file__).parents[2] / "cases" / "papers"
TOWN = ("--town", "city-office.yaml")
PACKET = ("packet", "city-dock.yaml", "-o", "p.pdf", "--on", "2026-03-20")
PHOTOS = (
    "photos: [{file: a.jpg, says: foam at the drain, taken_on: 2026-02-02T08:05, by: Robin}, "
    "{file: b.png, says: the valve, taken_on: 2026-02-02}], "
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The worked cases, one of them with two photographs, in the folder that we are in."""
    for file in PAPER_CASES.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    case = Path("city-dock.yaml")
    text = case.read_text("utf-8").replace(
        "kind: discharge, nature", f"kind: discharge, {PHOTOS}nature"
    )
    case.write_text(text, "utf-8")
    Path("a.jpg").write_bytes(JPEG)
    Path("b.png").write_bytes(png())
    return tmp_path


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def inside() -> dict[str, bytes]:
    with zipfile.ZipFile("p.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_both_files_are_written_and_told(here: Path, run: Run) -> None:
    done = run(*PACKET, *TOWN)
    assert (done.status, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first == "p.pdf: the packet of case C-2026-107 at the end of 2026-03-20"
    told = re.fullmatch(r"p\.zip: the same as (\d+) files; digest ([0-9a-f]{64})", second)
    assert told
    whole = run("verify", "p.zip", "--digest", told[2])
    assert whole.status == 0
    assert whole.out == (
        f"p.zip: whole, {told[1]} files of case C-2026-107 at the end of 2026-03-20; digest "
        f"{told[2]}\n"
    )
    assert inside()["packet.pdf"] == Path("p.pdf").read_bytes()


def test_each_paper_is_byte_for_byte_what_notice_gives(here: Path, run: Run) -> None:
    run(*PACKET, *TOWN)
    papers = {name: data for name, data in inside().items() if name.startswith("papers/")}
    assert len(papers) == 7
    for name, content in papers.items():
        entry, _, paper = Path(name).stem.partition("-")
        done = run("notice", "city-dock.yaml", paper, "--entry", entry, "-o", "n.pdf", *TOWN)
        assert done.status == 0
        assert Path("n.pdf").read_bytes() == content
    # The control: another language is another paper.
    run(
        "notice",
        "city-dock.yaml",
        paper,
        "--entry",
        entry,
        "-o",
        "n.pdf",
        *TOWN,
        "--language",
        "es",
    )
    assert Path("n.pdf").read_bytes() != content


def test_photographs_are_kept_to_the_byte_and_shown_with_their_origin(here: Path, run: Run) -> None:
    run(*PACKET, *TOWN)
    assert inside()["photos/e1-1.jpg"] == JPEG
    assert inside()["photos/e1-2.png"] == png()
    pages = PdfReader("p.pdf").pages
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages[-8:]))
    assert "by Robin · e1, a.jpg" in text


def test_without_a_town_s_file_it_is_a_draft_on_every_page(here: Path, run: Run) -> None:
    assert run("packet", "city-dock.yaml", "-o", "p.pdf", "--on", "2026-02-02").status == 0
    pages = PdfReader("p.pdf").pages
    assert all("DRAFT" in page.extract_text() for page in pages)
    for name, content in inside().items():
        if name.startswith("papers/"):
            pages = PdfReader(io.BytesIO(content)).pages
            assert all("DRAFT" in page.extract_text() for page in pages)


def test_the_language_is_the_one_asked_for_or_the_town_s_first(here: Path, run: Run) -> None:
    run(*PACKET, *TOWN, "--language", "es")
    asked = Path("p.pdf").read_bytes()
    metadata = PdfReader("p.pdf").metadata
    assert metadata is not None
    assert str(metadata.title).startswith("Expediente para la audiencia")
    town = Path("city-office.yaml")
    town.write_text(town.read_text("utf-8").replace("[en, es]", "[es, en]"), "utf-8")
    run(*PACKET, *TOWN)
    assert Path("p.pdf").read_bytes() == asked


def test_two_processes_give_the_same_bytes(here: Path, outfall: Run) -> None:
    found = []
    for seed, zone in (("1", "Pacific/Auckland"), ("77", "America/Anchorage")):
        world = {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"}
        done = outfall(*PACKET, *TOWN, **world)
        assert (done.status, done.err) == (0, "")
        found.append((Path("p.pdf").read_bytes(), Path("p.zip").read_bytes()))
    assert found[0] == found[1]


def test_a_paper_without_words_is_told_and_the_others_are_made(here: Path, run: Run) -> None:
    case = Path("city-dock.yaml")
    text = case.read_text("utf-8")
    case.write_text(text.replace("comply_by: 2026-03-06, ", ""), "utf-8")
    done = run(*PACKET, *TOWN)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[2:] == [
        "not in it: Notice of violation of February 9, 2026 (entry e4): the record does not have "
        "its words, and it is not printed here. The Notice of violation can't be made without the "
        "time schedule: the last day for the measures (C.1.a(4))."
    ]
    assert not [name for name in inside() if "e4-" in name]
    assert len([name for name in inside() if name.startswith("papers/")]) == 6


def test_a_case_without_entries_makes_a_packet(here: Path, run: Run) -> None:
    Path("empty.yaml").write_text("case: E-1\nordinance: webster-ny\nevents: []\n")
    done = run("packet", "empty.yaml", "-o", "p.pdf", "--on", "2026-03-20")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("p.pdf: the packet of case E-1 at the end of 2026-03-20\n")
    assert run("verify", "p.zip").status == 0


# What verify says when a file was changed


def swapped(name: str, content: bytes) -> None:
    """The packet with another content under a name, its ZIP in order again."""
    held = inside()
    held[name] = content
    with zipfile.ZipFile("p.zip", "w", zipfile.ZIP_STORED) as archive:
        for path, data in held.items():
            archive.writestr(path, data)


@pytest.mark.parametrize(
    "name",
    [
        "packet.pdf",
        "record.json",
        "timeline.svg",
        "papers/e4-notice_of_violation.pdf",
        "photos/e1-1.jpg",
        "README.txt",
        "verify.py",
    ],
)
def test_each_file_that_is_changed_is_named(name: str, here: Path, run: Run) -> None:
    run(*PACKET, *TOWN)
    assert run("verify", "p.zip").status == 0  # the control
    content = inside()[name]
    swapped(name, content[:-1] + bytes([content[-1] ^ 1]))
    done = run("verify", "p.zip")
    assert (done.status, done.err) == (1, "")
    assert any(line.startswith(f"{name}: ") for line in done.out.splitlines())


def test_a_byte_changed_in_place_is_named(here: Path, run: Run) -> None:
    run(*PACKET, *TOWN)
    whole = Path("p.zip").read_bytes()
    content = inside()["photos/e1-1.jpg"]
    at = whole.index(b"photos/e1-1.jpg" + content) + len(content) // 2
    Path("p.zip").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    done = run("verify", "p.zip")
    assert done.status == 1
    assert done.out.startswith("photos/e1-1.jpg: ")


def test_the_program_in_the_packet_says_the_same(here: Path, run: Run) -> None:
    run(*PACKET, *TOWN)
    Path("verify.py").write_bytes(inside()["verify.py"])
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", "p.zip"], capture_output=True, text=True, check=True
    )
    assert done.stdout == run("verify", "p.zip").out


# What is refused


REFUSED = {
    "no output": (
        ("packet", "city-dock.yaml"),
        "outfall packet: the following arguments are required: -o/--output. "
        "`outfall packet --help` shows how it is used\n",
    ),
    "another ending": (
        ("packet", "city-dock.yaml", "-o", "p.zip"),
        "-o: a packet is a PDF. Give it a name that ends in .pdf\n",
    ),
    "the case itself": (
        ("packet", "city-dock.yaml", "-o", "city-dock.yaml"),
        "-o: a packet is a PDF. Give it a name that ends in .pdf\n",
    ),
    "an unknown language": (
        (*PACKET, "--language", "fr"),
        "language: there are no words for the language fr. Known are en, es\n",
    ),
    "no case": (
        ("packet", "none.yaml", "-o", "p.pdf"),
        "the file: There is no file 'none.yaml'. Check the name, and the folder that you are in.\n",
    ),
}


@pytest.mark.parametrize(("args", "says"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_refused_leaves_the_earlier_files(
    args: tuple[str, ...], says: str, here: Path, run: Run
) -> None:
    for name in ("p.pdf", "p.zip"):
        Path(name).write_bytes(b"earlier")
    before = files(here)
    done = run(*args)
    assert (done.status, done.out, done.err) == (2, "", says)
    assert {Path(name).read_bytes() for name in ("p.pdf", "p.zip")} == {b"earlier"}
    assert files(here) == before


def test_a_photograph_that_is_missing_stops_the_packet(here: Path, run: Run) -> None:
    Path("a.jpg").unlink()
    Path("b.png").write_bytes(b"no picture")
    done = run(*PACKET, *TOWN)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "events[0].photos[0].file: there is no file a.jpg beside the case file. Put it there\n"
        "events[0].photos[1].file: b.png is no picture that can be printed. Use JPEG or PNG\n"
    )
    assert not Path("p.zip").exists()


def test_standard_input_has_no_folder_for_photographs(here: Path, outfall: Run) -> None:
    case = Path("city-dock.yaml").read_bytes()
    done = outfall("packet", "-", "-o", "p.pdf", *TOWN, stdin=case)
    assert done.status == 2
    assert "a case from standard input has no folder for photographs. Name its file" in done.err
    plain = (PAPER_CASES / "city-dock.yaml").read_bytes()
    assert outfall("packet", "-", "-o", "p.pdf", *TOWN, stdin=plain).status == 0


# Both or neither


@pytest.mark.parametrize("taken", ["p.pdf", "p.zip"])
def test_where_one_can_t_be_written_the_other_is_not(taken: str, here: Path, run: Run) -> None:
    Path(taken).mkdir()
    before = files(here)
    done = run(*PACKET, *TOWN)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"{taken}: this is a folder. Name a file in it\n"
    assert files(here) == before


def test_when_the_disk_is_full_both_earlier_files_stay(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("p.pdf", "p.zip"):
        Path(name).write_bytes(b"earlier")
    before = files(here)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bundling, "_write", full)
    done = run(*PACKET, *TOWN)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "p.zip: this can't be written (no space left on device). Make room, or choose another "
        "place\n"
    )
    assert {Path(name).read_bytes() for name in ("p.pdf", "p.zip")} == {b"earlier"}
    assert files(here) == before


def test_a_missing_folder_is_told(here: Path, run: Run) -> None:
    done = run("packet", "city-dock.yaml", "-o", os.path.join("none", "p.pdf"), *TOWN)
    assert done.status == 2
    assert done.err.startswith("none/p.pdf: there is no folder ")
    assert done.err.count("\n") == 1
