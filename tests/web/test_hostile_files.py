"""Files that mean harm, or came to it: each is refused in plain words or kept exactly by its hash.

All of them are made here, in code.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import json
import lzma
import os
import struct
import tarfile
import time
import uuid
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.cast import Cast
from tests.web.made_files import PDF, office, picture, sent, with_origin

from outfall.web.casework import photographs, storing, uploads
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.casework.storing import NotTaken

JPEG = picture()
PNG = picture("PNG")
LARGE = picture(size=(640, 480), quality=95)


def zipped(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(wide: int, high: int, rows: bytes, *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def huge_png(wide: int, high: int) -> bytes:
    return png(wide, high, zlib.compress(b"\0" * 1000))


def filled_png(wide: int, high: int) -> bytes:
    packer = zlib.compressobj(9)
    row = b"\0" * (wide + 1)
    rows = b"".join(packer.compress(row) for _ in range(high)) + packer.flush()
    return png(wide, high, rows)


def huge_jpeg(wide: int, high: int) -> bytes:
    at = JPEG.index(b"\xff\xc0") + 5
    return JPEG[:at] + struct.pack(">HH", high, wide) + JPEG[at + 4 :]


def deep(n: int) -> bytes:
    return b"[" * n + b"]" * n


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'
HTML = b"<!doctype html><html><script>alert(1)</script></html>"
XXE = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "a-file-of-ours">]><a>&x;</a>'
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>'

# A name, the bytes, and a word of the refusal.
REFUSED: list[tuple[str, bytes, str]] = [
    ("empty.jpg", b"", "It is empty"),
    ("empty.pdf", b"", "It is empty"),
    ("nul.txt", b"\0", "could not be told"),
    ("nuls.jpg", b"\0" * 5000, "could not be told"),
    ("drawing.svg", SVG, "SVG drawing"),
    ("drawing.png", SVG, "SVG drawing"),
    ("drawing.jpg", b"\n\n  " + SVG, "SVG drawing"),
    ("drawing.svg", b"\xef\xbb\xbf" + SVG, "SVG drawing"),
    ("drawing.SVG", b"<!-- x -->" + SVG.upper(), "SVG drawing"),
    ("packed.svgz", gzip.compress(SVG), "gzip"),
    ("page.html", HTML, "web page"),
    ("page.txt", HTML, "web page"),
    ("page.csv", b"a,b\n1,<script>alert(1)</script>\n", "web page"),
    ("page.pdf", b"\n" + HTML, "web page"),
    ("page.jpg", b"<IMG SRC=x ONERROR=alert(1)>", "web page"),
    ("note.txt", b'see <a href="javascript:alert(1)">this</a>', "web page"),
    ("late.txt", b"x" * 200_000 + HTML, "web page"),
    ("xxe.xml", XXE, "XML"),
    ("laughs.xml", LAUGHS, "XML"),
    ("map.kml", b'<?xml version="1.0"?><kml></kml>', "XML"),
    ("bomb.zip", zipped(("a", b"\0" * 5_000_000)), "ZIP archive"),
    ("slip.zip", zipped(("../../etc/cron.d/x", b"x")), "ZIP archive"),
    ("nested.zip", zipped(("a.zip", zipped(("b.zip", zipped(("c", b"\0" * 99_999)))))), "ZIP"),
    ("letter.docx", zipped(("word/document.xml", b"<w/>")), "Office document"),
    ("sheet.xlsx", zipped(("xl/workbook.xml", b"<w/>")), "Office document"),
    ("photo.jpg", zipped(("photo.jpg", JPEG)), "ZIP archive"),
    ("empty.zip", zipped(), "ZIP archive"),
    ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old Office"),
    ("bomb.gz", gzip.compress(b"\0" * 5_000_000), "gzip"),
    ("bomb.bz2", bz2.compress(b"\0" * 5_000_000), "bzip2"),
    ("bomb.xz", lzma.compress(b"\0" * 5_000_000), "xz"),
    ("bomb.7z", b"7z\xbc\xaf\x27\x1c" + b"\0" * 60, "7-Zip"),
    ("bomb.rar", b"Rar!\x1a\x07\x01\x00" + b"\0" * 60, "RAR"),
    ("link.tar", tarred(), "tar"),
    ("photo.exe", b"MZ\x90\x00" + b"\0" * 200, "a program"),
    ("photo.jpg", b"MZ\x90\x00" + b"\0" * 200 + JPEG, "a program"),
    ("photo.jpg", b"\x7fELF\x02\x01\x01" + b"\0" * 50, "a program"),
    ("run.sh", b"#!/bin/sh\nrm -rf /\n", "a program"),
    ("run.txt", b"#!/usr/bin/env python3\nprint(1)\n", "a program"),
    ("letter.rtf", b"{\\rtf1 hello}", "rich-text"),
    ("page.ps", b"%!PS-Adobe-3.0\nshowpage\n", "PostScript"),
    ("dance.gif", picture("GIF"), "GIF"),
    ("dance.jpg", picture("GIF"), "GIF"),
    ("scan.tif", picture("TIFF"), "TIFF"),
    ("photo.bmp", picture("BMP"), "BMP"),
    ("photo.webp", picture("WEBP"), "WebP"),
    ("photo.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 90, "HEIC"),
    ("photo.avif", picture("AVIF"), "AVIF"),
    ("film.mp4", b"\0\0\0\x18ftypisom\0\0\x02\0" + b"\0" * 90, "a film"),
    ("film.webm", b"\x1aE\xdf\xa3" + b"\0" * 90, "a film"),
    ("sound.wav", b"RIFF\0\0\0\0WAVE" + b"\0" * 90, "a sound"),
    ("sound.mp3", b"ID3\x04\0\0" + b"\0" * 90, "a sound"),
    ("utf16.txt", "notes".encode("utf-16"), "could not be told"),
    ("latin.txt", b"caf\xe9", "could not be told"),
    ("escape.txt", b"\x1b]0;title\x07 \x1b[2J", "could not be told"),
    ("cut.pdf", PDF[:30], "cut off"),
    ("head.pdf", b"%PDF-", "cut off"),
    ("late.pdf", b"\0\0\0" + PDF, "could not be told"),
    ("cut.jpg", LARGE[: len(LARGE) * 4 // 5], "cut off or is damaged"),
    ("head.jpg", b"\xff\xd8\xff", "can't be read"),
    ("noise.jpg", b"\xff\xd8\xff" + bytes(range(256)) * 20, "can't be read"),
    ("cut.png", PNG[: len(PNG) // 2], "cut off or is damaged"),
    ("head.png", b"\x89PNG\r\n\x1a\n", "can't be read"),
    ("none.png", png(0, 0, b""), "can't be read"),
    ("bad.png", png(64, 64, b"no deflate" * 20), "cut off or is damaged"),
    ("huge.png", huge_png(20_000, 20_000), "more than 40 million pixels"),
    ("flood.png", huge_png(2_000_000_000, 2_000_000_000), "pixels"),
    ("line.png", huge_png(1, 2_000_000_000), "more than 40 million pixels"),
    ("over.png", huge_png(6400, 6251), "more than 40 million pixels"),
    ("huge.jpg", huge_jpeg(65_000, 65_000), "more than 40 million pixels"),
    ("short.png", huge_png(6000, 6000), "cut off or is damaged"),
    (
        "words.png",
        png(8, 8, b"", chunk(b"zTXt", b"k\0\0" + zlib.compress(b"\0" * 90_000_000))),
        "can't",
    ),
    ("deep.geojson", deep(200_000), "can't be read as that"),
    ("broken.geojson", b'{"type": "FeatureCollection", ', "can't be read as that"),
    ("list.json", b"[1, 2]", "no map layer"),
    ("odd.json", b'{"type": 7}', "no map layer"),
]

# Bytes that are kept, under which name they were sent, and which name and sort they get.
KEPT: list[tuple[str, bytes, str, str]] = [
    ("photo.jpg", JPEG, "photo.jpg", "jpeg"),
    ("photo.JPEG", JPEG, "photo.jpeg", "jpeg"),
    ("photo.png", JPEG, "photo.png.jpg", "jpeg"),
    ("photo.html", JPEG, "photo.html.jpg", "jpeg"),
    ("photo.jpg.exe", PNG, "photo.jpg.exe.png", "png"),
    ("photo", PNG, "photo.png", "png"),
    ("", PNG, "file.png", "png"),
    ("...", PNG, "file.png", "png"),
    ("gps.jpg", with_origin(), "gps.jpg", "jpeg"),
    ("polyglot.jpg", JPEG + zipped(("evil.html", HTML)), "polyglot.jpg", "jpeg"),
    ("polyglot.jpg", JPEG + HTML, "polyglot.jpg", "jpeg"),
    ("polyglot.png", PNG + b"<?php system($_GET[0]); ?>", "polyglot.png", "png"),
    ("polyglot.pdf", PDF.replace(b"endobj", b"endobj%" + HTML), "polyglot.pdf", "pdf"),
    (
        "script.pdf",
        PDF.replace(b"/Catalog", b"/Catalog/OpenAction<</S/JavaScript>>"),
        "script.pdf",
        "pdf",
    ),
    ("plan.pdf", PDF, "plan.pdf", "pdf"),
    ("invoice\u202efdp.exe", PDF, "invoicefdp.exe.pdf", "pdf"),
    ("a\u200bb\ufeff.pdf", PDF, "ab.pdf", "pdf"),
    ("nul\0.pdf", PDF, "_nul.pdf", "pdf"),
    ("../../etc/passwd", PDF, "passwd.pdf", "pdf"),
    ("..\\..\\windows\\x.pdf", PDF, "x.pdf", "pdf"),
    ("C:\\temp\\scan.pdf", PDF, "scan.pdf", "pdf"),
    ("con.pdf", PDF, "_con.pdf", "pdf"),
    ("line\r\nSet-Cookie: x.pdf", PDF, "lineSet-Cookie_ x.pdf", "pdf"),
    ('quo"te;<b>.pdf', PDF, "quo_te;_b_.pdf", "pdf"),
    ("x" * 5000 + ".pdf", PDF, "x" * 116 + ".pdf", "pdf"),
    ("\ud800.pdf", PDF, "pdf.pdf", "pdf"),
    ("Ünïcode ☂.pdf", PDF, "Ünïcode ☂.pdf", "pdf"),
    ("formula.csv", b"=cmd|' /C calc'!A0,1\n", "formula.csv", "csv"),
    ("notes.txt", "Flow 2 < 3 gal; café".encode(), "notes.txt", "text"),
    ("BMP list.txt", b"BM 1, PK 2, MZ 3", "BMP list.txt", "text"),
    ("notes.exe", b"plain words", "notes.exe.txt", "text"),
    ("map.geojson", b'{"type": "FeatureCollection", "features": []}', "map.geojson", "geojson"),
    (
        "text.png",
        png(8, 8, zlib.compress(b"\0" * 72), chunk(b"tEXt", b"k\0<script>")),
        "text.png",
        "png",
    ),
]


@pytest.fixture
def cast(settings: Any, tmp_path: Path) -> Cast:
    return office(settings, tmp_path)


@pytest.fixture
def store(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def named(data: bytes, name: str) -> SimpleUploadedFile:
    """An upload with a name that no browser would send and no library has washed."""
    file = SimpleUploadedFile("x", data)
    file.__dict__["_name"] = name
    return file


def test_there_are_enough_of_them() -> None:
    assert len(REFUSED) + len(KEPT) >= 100


@pytest.mark.parametrize(
    ("name", "data", "words"), REFUSED, ids=[f"{n}-{name}" for n, (name, *_) in enumerate(REFUSED)]
)
def test_refused_in_plain_words_and_nothing_is_kept(
    store: Path, name: str, data: bytes, words: str
) -> None:
    began = time.monotonic()
    with pytest.raises(NotTaken, match=words):
        uploads.take(named(data, name), "example")
    assert time.monotonic() - began < 10
    assert [each for each in store.rglob("*") if each.is_file()] == []


@pytest.mark.parametrize(
    ("name", "data", "shown", "sort"),
    KEPT,
    ids=[f"{n}-{each[2][:30]}" for n, each in enumerate(KEPT)],
)
def test_kept_exactly_under_a_safe_name(
    store: Path, name: str, data: bytes, shown: str, sort: str
) -> None:
    taken = uploads.take(named(data, name), "example")
    assert (taken.name, taken.sort) == (shown, sort)
    assert taken.sha256 == hashlib.sha256(data).hexdigest()
    assert storing.fetch("example", taken.sha256) == data
    kept = [each for each in store.rglob("*") if each.is_file()]
    assert kept == [store / "example" / taken.sha256[:2] / taken.sha256]
    if taken.photo:
        copy = photographs.shown(data)
        for word in (b"script", b"<?php", b"PK\x03\x04", b"Exif", b"Phone 1"):
            assert word not in copy


def test_a_size_that_is_named_too_small_is_not_believed(settings: Any, store: Path) -> None:
    settings.OUTFALL_FILE_BYTES_MOST = 1000
    file = sent(PDF + b" " * 2000 + b"%%EOF", "large.pdf")
    file.size = 10
    with pytest.raises(NotTaken, match="larger than"):
        uploads.take(file, "example")


def test_reading_stops_at_the_limit() -> None:
    read = []

    def pieces() -> Iterator[bytes]:
        for n in range(1000):
            read.append(n)
            yield b"x" * 1024

    with pytest.raises(NotTaken, match="larger than"):
        storing.read_bounded(pieces(), 10 * 1024)
    assert len(read) == 11


def test_forty_million_pixels_are_drawn_in_bounds(store: Path) -> None:
    data = filled_png(8000, 5000)
    began = time.monotonic()
    taken = uploads.take(named(data, "large.png"), "example")
    assert time.monotonic() - began < 10
    assert taken.origin == {"width": "8000", "height": "5000"}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_metadata_that_is_broken_costs_no_photo(store: Path) -> None:
    exif = b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\xff" * 200
    data = picture(exif=exif)
    taken = uploads.take(named(data, "odd.jpg"), "example")
    assert taken.origin["width"] == "64"
    assert "latitude" not in taken.origin


@pytest.mark.django_db
@pytest.mark.parametrize("count", [50, 51])
def test_fifty_files_fit_in_a_form(cast: Cast, count: int) -> None:
    case = cast.case()
    files = [sent(b"note %d" % n, f"{n}.txt", "text/plain") for n in range(count)]
    form = {"key": str(uuid.uuid4()), "files": files}
    response = cast.client("inspector").post(f"/example/cases/{case.number}/files/", form)
    with cast.scope():
        assert StoredFile.objects.count() == (50 if count == 50 else 0)
    if count == 51:
        assert "At most 50 files fit in one form." in response.content.decode()


@pytest.mark.django_db
def test_a_form_larger_than_its_bound_is_told(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "FORM_BYTES_MOST", 60)
    case = cast.case()
    files = [sent(b"x" * 50, "a.txt"), sent(b"y" * 50, "b.txt")]
    form = {"key": str(uuid.uuid4()), "files": files}
    response = cast.client("inspector").post(f"/example/cases/{case.number}/files/", form)
    assert response.status_code == 422
    assert (
        "b was not taken in. The form is larger than 200 MB with it." in response.content.decode()
    )


@pytest.mark.django_db
def test_one_bad_file_among_good_ones_is_named_and_the_good_ones_are_carried_on(cast: Cast) -> None:
    case = cast.case()
    files = [sent(PDF, "plan.pdf"), sent(SVG, "logo.svg"), sent(b"", "nothing.txt")]
    form = {"key": str(uuid.uuid4()), "files": files}
    response = cast.client("inspector").post(f"/example/cases/{case.number}/files/", form)
    page = response.content.decode()
    assert response.status_code == 422
    assert "logo.svg was not taken in. It is an SVG drawing. Send it as PNG or PDF" in page
    assert "nothing was not taken in. It is empty." in page
    assert 'name="files_kept"' in page
    with cast.scope():
        assert not Entry.objects.filter(kind="office.file").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "data"), [(each[0], each[1]) for each in KEPT[:18]])
def test_nothing_kept_is_ever_handed_out_to_run(cast: Cast, name: str, data: bytes) -> None:
    case: Case = cast.case()
    form = {"key": str(uuid.uuid4()), "files": sent(data, name or "x"), "files_new": "words"}
    client = cast.client("inspector")
    assert client.post(f"/example/cases/{case.number}/files/", form).status_code == 302
    with cast.scope():
        row = StoredFile.objects.get()
    answer = client.get(f"/example/cases/{case.number}/files/{row.pk}/original/")
    assert answer.content == data
    assert answer["Content-Disposition"].startswith("attachment;")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "html" not in answer["Content-Type"]
    assert "svg" not in answer["Content-Type"]
    assert "\n" not in answer["Content-Disposition"]


def test_without_the_check_of_pixels_the_flood_would_be_drawn(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    settings.OUTFALL_PIXELS_MOST = 10**12
    monkeypatch.setattr(photographs, "_drawn", lambda image, longest: asked.append(image.size[0]))
    photographs.looked_at(huge_png(9000, 9000))
    assert asked == [9000]


def test_without_looking_at_the_content_a_page_would_pass_as_a_photo() -> None:
    by_name: Callable[[str], bool] = lambda name: name.endswith(".jpg")  # noqa: E731
    assert by_name("page.jpg")
    with pytest.raises(NotTaken):
        storing.sort_of(HTML, "page.jpg")


def test_json_is_told_from_a_layer_by_what_is_in_it() -> None:
    assert storing.sort_of(json.dumps({"type": "Feature"}).encode(), "a.json") == "geojson"
    assert storing.sort_of(b"[1]", "a.txt") == "text"


def test_a_kept_file_is_readable_by_its_owner_and_group_alone(store: Path) -> None:
    sha256 = storing.keep("example", b"words")
    assert os.stat(storing.path_of("example", sha256)).st_mode & 0o007 == 0
