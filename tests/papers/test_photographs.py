"""Photographs in a packet: kept to the byte, each with its origin; what is none is told."""

from __future__ import annotations

import hashlib
import io
import os
from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest
from pdfua import validate
from pypdf import PdfReader
from tests.papers.conftest import matter
from tests.papers.pictures import GIF, JPEG, png
from tests.papers.test_packet import alternatives, pages_of

from outfall.law.case import Photo
from outfall.law.faults import Refused
from outfall.papers import photographs
from outfall.papers.packet import Packet, files_of, gather, printed
from outfall.papers.pictures import is_svg, kind_of, pixels
from outfall.papers.press import Press

ON = date(2026, 2, 3)
WHERE = "events[0].photos[{}].file"


def shot(file: str, says: str = "the dock", **more: object) -> Photo:
    return Photo(file, says, date(2026, 2, 2), **more)  # type: ignore[arg-type]


def packet(folder: Path | None, *photos: Photo, on: date = ON) -> Packet:
    """The packet of the dock's first days with these photographs of what was found."""
    found = matter("city-dock")
    first, *others = found.case.events
    case = replace(found.case, events=(replace(first, photos=photos), *others))
    return gather(case, found.law, found.office, on, beside=folder)


def refused(folder: Path | None, *photos: Photo) -> list[str]:
    with pytest.raises(Refused) as told:
        packet(folder, *photos)
    return [str(fault) for fault in told.value.faults]


def test_pictures_are_shown_in_their_order_with_origin_and_digest(
    tmp_path: Path, press: Press
) -> None:
    (tmp_path / "day").mkdir()
    (tmp_path / "day" / "IMG 1.JPG").write_bytes(JPEG)
    (tmp_path / "b.png").write_bytes(png())
    by = shot("day/IMG 1.JPG", "foam at the drain", taken_at=time(8, 5), by="Robin", place="dock 2")
    made = packet(tmp_path, by, shot("b.png", "the valve"))
    pdf = printed(made, press)
    text = " ".join(pages_of(pdf))
    origin = "Taken February 2, 2026, 8:05 a.m. · by Robin · dock 2 · e1, day/IMG 1.JPG"
    assert made.data["photos"][0]["origin"].replace(" at ", ", ") == origin
    digests = [hashlib.sha256(content).hexdigest() for content in (JPEG, png())]
    assert text.index("foam at the drain") < text.index("the valve")
    assert text.index(digests[0]) < text.index(digests[1])
    (tmp_path / "out.pdf").write_bytes(pdf)
    found = validate(str(tmp_path / "out.pdf")).findings
    assert [f.message for f in found if f.severity.name == "ERROR"] == []
    told = list(alternatives(PdfReader(io.BytesIO(pdf)).root_object["/StructTreeRoot"]))
    assert told[-2:] == ["foam at the drain", "the valve"]


def test_the_files_are_kept_to_the_byte(tmp_path: Path, press: Press) -> None:
    (tmp_path / "a.jpg").write_bytes(JPEG)
    (tmp_path / "b.gif").write_bytes(GIF)
    made = packet(tmp_path, shot("a.jpg"), shot("b.gif"))
    files = {name: content for name, content, _ in files_of(made, b"%PDF", press)}
    assert files["photos/e1-1.jpg"] == JPEG
    assert files["photos/e1-2.gif"] == GIF


def test_two_files_of_one_name_are_two_photographs(tmp_path: Path, press: Press) -> None:
    for n, folder in enumerate(("a", "b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.png").write_bytes(png(100 + n))
    made = packet(tmp_path, shot("a/1.png"), shot("b/1.png"), shot("a/1.png"))
    assert [photo.content for photo in made.photos] == [png(100), png(101), png(100)]
    printed(made, press)
    assert (press.root / "photos" / "e1-2.png").read_bytes() == png(101)


@pytest.mark.parametrize(
    "name", ['b ü’#"{x}.PNG', "IMG_1", "陳.jpeg", "-o.png", "a" * 200 + ".png", "$x$ *b*.png"]
)
def test_a_file_of_any_name_is_exhibited_under_a_plain_one(
    tmp_path: Path, press: Press, name: str
) -> None:
    (tmp_path / name).write_bytes(png())
    made = packet(tmp_path, shot(name))
    assert [photo.name for photo in made.photos] == ["photos/e1-1.png"]
    assert made.data["photos"][0]["origin"].endswith(f"e1, {name}")
    printed(made, press)


def test_a_picture_is_what_its_bytes_are(tmp_path: Path, press: Press) -> None:
    (tmp_path / "a.png").write_bytes(JPEG)
    made = packet(tmp_path, shot("a.png"))
    assert [photo.name for photo in made.photos] == ["photos/e1-1.jpg"]
    printed(made, press)


def test_a_later_day_s_picture_is_not_in_it(tmp_path: Path) -> None:
    assert packet(tmp_path, shot("none.png"), on=date(2026, 2, 1)).photos == ()


# What is refused


BAD = {
    "missing": (None, "there is no file {} beside the case file. Put it there"),
    "empty": (b"", "{} is no picture that can be printed. Use JPEG or PNG"),
    "text": (b"hello", "{} is no picture that can be printed. Use JPEG or PNG"),
    "drawing": (b"<svg/>", "{} is no picture that can be printed. Use JPEG or PNG"),
    "heic": (
        b"\0\0\0\x18ftypheic\0\0",
        "{} is no picture that can be printed. Use JPEG or PNG",
    ),
    "pdf": (b"%PDF-1.7", "{} is no picture that can be printed. Use JPEG or PNG"),
    "head alone": (JPEG[:20], "{} is a broken picture. Use JPEG or PNG, saved anew"),
    "cut in its head": (png()[:18], "{} is a broken picture. Use JPEG or PNG, saved anew"),
    "of no size": (png(claim=(0, 8)), "{} is a broken picture. Use JPEG or PNG, saved anew"),
    "a flood": (
        png(claim=(60_000, 60_000)),
        "{} has more than 40 million pixels. Give a smaller copy",
    ),
}


@pytest.mark.parametrize(("content", "says"), BAD.values(), ids=list(BAD))
def test_what_is_no_picture_is_told_at_its_place(
    content: bytes | None, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "a.jpg").write_bytes(content)
    (tmp_path / "good.png").write_bytes(png())
    assert refused(tmp_path, shot("good.png"), shot("a.jpg")) == [
        f"{WHERE.format(1)}: {says.format('a.jpg')}"
    ]


def test_all_that_are_missing_are_told_at_once(tmp_path: Path) -> None:
    assert len(refused(tmp_path, shot("a.png"), shot("b.png"))) == 2


def test_what_is_too_large_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.png").write_bytes(png() + bytes(1000))
    monkeypatch.setattr(photographs, "SIZE_MOST", 500)
    read: list[int] = []
    whole = photographs._read

    def watched(file: Path) -> bytes:
        content = whole(file)
        read.append(len(content))
        return content

    monkeypatch.setattr(photographs, "_read", watched)
    assert refused(tmp_path, shot("a.png")) == [
        f"{WHERE.format(0)}: a.png is larger than 25 MB. Give a smaller copy"
    ]
    assert read == [501]
    monkeypatch.setattr(photographs, "SIZE_MOST", 5000)
    assert len(packet(tmp_path, shot("a.png")).photos) == 1  # the control


@pytest.mark.parametrize("way", ["../secret.png", "{}/secret.png", "link.png", "out/secret.png"])
def test_nothing_outside_of_the_case_s_folder_is_read(way: str, tmp_path: Path) -> None:
    home = tmp_path / "case"
    home.mkdir()
    (tmp_path / "secret.png").write_bytes(png())
    (home / "link.png").symlink_to(tmp_path / "secret.png")
    (home / "out").symlink_to(tmp_path)
    name = way.format(tmp_path)
    assert refused(home, shot(name)) == [
        f"{WHERE.format(0)}: {name} lies outside of the case file's folder. Put it inside"
    ]
    assert (home / name).read_bytes() == png()  # the control: without the check it would be read


def test_a_link_within_the_folder_is_a_file_like_another(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    (tmp_path / "b.png").symlink_to("a.png")
    assert packet(tmp_path, shot("b.png")).photos[0].content == png()


def test_neither_a_folder_nor_a_pipe_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    os.mkfifo(tmp_path / "b.png")
    (tmp_path / "c.png").symlink_to("c.png")
    told = refused(tmp_path, shot("a.png"), shot("b.png"), shot("c.png"), shot("x" * 300))
    assert [line.split(": ", 1)[1] for line in told[:2]] == [
        "there is no file a.png beside the case file. Put it there",
        "there is no file b.png beside the case file. Put it there",
    ]
    assert len(told) == 4


def test_a_case_from_standard_input_has_no_photographs() -> None:
    assert refused(None, shot("a.png")) == [
        f"{WHERE.format(0)}: a case from standard input has no folder for photographs. Name its "
        "file"
    ]


@pytest.mark.parametrize("content", [png()[:60], png(claim=(6000, 6000)), JPEG[:120]])
def test_broken_bytes_are_told_at_the_picture_and_at_no_other(
    content: bytes, tmp_path: Path, press: Press
) -> None:
    (tmp_path / "good.png").write_bytes(png())
    (tmp_path / "bad.png").write_bytes(content)
    made = packet(tmp_path, shot("good.png"), shot("bad.png"))
    with pytest.raises(Refused) as told:
        printed(made, press)
    (fault,) = told.value.faults
    assert fault.where == WHERE.format(1)
    assert fault.says.startswith("this picture is broken: ")
    assert fault.says.endswith(". Save it anew as JPEG or PNG")
    # A packet set later in the same press knows nothing of it.
    assert printed(packet(tmp_path, shot("good.png")), press).startswith(b"%PDF")


# The heads of pictures


@pytest.mark.parametrize(
    ("content", "kind", "size"),
    [
        (png(), "png", 64),
        (png(claim=(5000, 7000)), "png", 35_000_000),
        (JPEG, "jpg", 64),
        (GIF, "gif", 1),
        (b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x03\0\0", "webp", 32),
        (b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x07\xc0\0\0", "webp", 32),
        (b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x08\0\x04\0", "webp", 32),
        (b"RIFF\0\0\0\0WEBPVP8 ", "webp", None),
        (b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0\0\x0b\x08\0\x08\0\x04", "jpg", 32),
        (b"\xff\xd8\xff\x01\xff\xd9", "jpg", None),
        (b"\xff\xd8\xff\xe0\0\0\xff\xe0\0\0", "jpg", None),
        (b"\xff\xd8\xff", "jpg", None),
        (b"\x89PNG\r\n\x1a\n", "png", None),
        (b"BM", None, None),
        (b"", None, None),
    ],
)
def test_a_head_tells_kind_and_size(content: bytes, kind: str | None, size: int | None) -> None:
    assert kind_of(content) == kind
    assert pixels(content) == size


@pytest.mark.parametrize(
    ("content", "drawing"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", True),
        (b"<?xml version='1.0'?><svg/>", True),
        (b"<svg", False),
        (b"<html><svg/></html>", False),
        (b"\0\xff", False),
        (b"<svg/>" + b" " * 5_000_001, False),
        (b"<!DOCTYPE s [<!ENTITY x SYSTEM 'secret.txt'>]><svg>&x;</svg>", False),
    ],
)
def test_a_drawing_is_whole_and_is_an_svg(content: bytes, drawing: bool) -> None:
    assert is_svg(content) is drawing
