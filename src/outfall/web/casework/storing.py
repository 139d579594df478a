"""Files of the record: what is taken in, and how its bytes are kept.

A file is known by what is in it, never by its name. Its bytes are kept exactly, under their
SHA-256, in a folder of the town's; a file is there whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from django.conf import settings

FILES_MOST = 50
FORM_BYTES_MOST = 200 * 1024 * 1024
NAME_LONGEST = 120
SWEPT_AFTER_SECONDS = 48 * 3600
_SLUG = re.compile(r"[-a-zA-Z0-9_]{1,60}")
_DIGEST = re.compile(r"[0-9a-f]{64}")

# What each sort of file that is taken in ends with, and how it is handed out.
ENDINGS = {
    "jpeg": "jpg",
    "png": "png",
    "pdf": "pdf",
    "text": "txt",
    "csv": "csv",
    "geojson": "geojson",
}
MEDIA_TYPES = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "geojson": "application/geo+json",
}
_ALSO = {
    "jpeg": ("jpg", "jpeg", "jpe"),
    "text": ("txt", "text", "log", "md"),
    "geojson": ("geojson", "json"),
}
TAKEN = "photos (JPEG or PNG), PDF, plain text, CSV and GeoJSON"
PHOTOS = frozenset({"jpeg", "png"})


class NotTaken(Exception):
    """A file that the record does not take in; the text says why and what to do next."""


class NoRoom(NotTaken):
    """The server's disk is full, or refuses to be written to."""


class Damaged(Exception):
    """A kept file whose bytes are not those that were recorded, or that is gone."""


# The first bytes of what people send by mistake, each with what to send in its place.
_STARTS: tuple[tuple[bytes, int, str], ...] = (
    (b"GIF8", 0, "a GIF picture. Send it as JPEG or PNG"),
    (b"II*\0", 0, "a TIFF picture. Send it as JPEG, or a scan as PDF"),
    (b"MM\0*", 0, "a TIFF picture. Send it as JPEG, or a scan as PDF"),
    (b"WEBP", 8, "a WebP picture. Send it as JPEG or PNG"),
    (b"BM", 0, "a BMP picture. Send it as JPEG or PNG"),
    (b"8BPS", 0, "a Photoshop picture. Send it as JPEG or PNG"),
    (
        b"PK",
        0,
        "a ZIP archive or an Office document. Print it to PDF, or send its files one by one",
    ),
    (b"\xd0\xcf\x11\xe0", 0, "an old Office document. Print it to PDF"),
    (b"\x1f\x8b", 0, "a packed file (gzip). Unpack it, and send what is in it"),
    (b"BZh", 0, "a packed file (bzip2). Unpack it, and send what is in it"),
    (b"\xfd7zXZ", 0, "a packed file (xz). Unpack it, and send what is in it"),
    (b"7z\xbc\xaf", 0, "a packed file (7-Zip). Unpack it, and send what is in it"),
    (b"Rar!", 0, "a packed file (RAR). Unpack it, and send what is in it"),
    (b"ustar", 257, "a packed file (tar). Unpack it, and send what is in it"),
    (b"MZ", 0, "a program. Programs are not kept"),
    (b"\x7fELF", 0, "a program. Programs are not kept"),
    (b"#!", 0, "a program. Programs are not kept"),
    (b"{\\rtf", 0, "a rich-text document. Print it to PDF"),
    (b"%!PS", 0, "a PostScript document. Print it to PDF"),
    (b"RIFF", 0, "a sound or a film. Films are not kept: send single pictures"),
    (b"\x1aE\xdf\xa3", 0, "a film. Films are not kept: send single pictures"),
    (b"OggS", 0, "a sound or a film. Films are not kept: send single pictures"),
    (b"ID3", 0, "a sound. Sounds are not kept: write down what is said"),
)
_HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"})
_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|script|iframe|svg|\?xml|img|object|embed|meta|style|a\s)",
    re.IGNORECASE,
)


def sort_of(data: bytes, name: str) -> str:
    """What sort of file these bytes are. Raises ``NotTaken`` for what is not taken in."""
    if not data:
        raise NotTaken("It is empty. Choose it anew; on a phone, wait until it has been loaded.")
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"%PDF-"):
        if b"%%EOF" not in data[-4096:]:
            raise NotTaken("It is a PDF that was cut off: its end is missing. Send it again.")
        return "pdf"
    text = _text(data)
    if text is None:
        raise NotTaken(_known(data))
    return _text_sort(data, text, name)


def _text(data: bytes) -> str | None:
    """The bytes as text; None where they are none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if any(ord(one) < 32 and one not in "\t\r\n\f" for one in text) else text


def _known(data: bytes) -> str:
    """Why these bytes are not taken in, by the name of what they are."""
    if data[4:8] == b"ftyp":
        if data[8:12] in _HEIC:
            return "It is a HEIC picture. Set the camera to the most compatible format (JPEG)."
        if data[8:12] in (b"avif", b"avis"):
            return "It is an AVIF picture. Send it as JPEG or PNG."
        return "It is a film. Films are not kept: send single pictures."
    for start, at, says in _STARTS:
        if data[at : at + len(start)] == start:
            return f"It is {says}."
    return f"What it is could not be told. Taken in are {TAKEN}."


def _text_sort(data: bytes, text: str, name: str) -> str:
    if data.startswith((b"#!", b"{\\rtf", b"%!PS")):
        raise NotTaken(_known(data))
    if _MARKUP.search(data):
        says = "an SVG drawing. Send it as PNG or PDF" if b"<svg" in data.lower() else ""
        says = says or "a web page or XML. Print it to PDF"
        raise NotTaken(f"It is {says}: such a file can carry a program.")
    ending = PurePosixPath(name.lower()).suffix
    if ending in (".geojson", ".json"):
        return _geojson(text)
    return "csv" if ending == ".csv" else "text"


def _geojson(text: str) -> str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotTaken("It is named as GeoJSON and can't be read as that. Save it again.") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise NotTaken("It is JSON and no map layer. Send GeoJSON, or the data as CSV.")
    return "geojson"


def clean_name(raw: str, sort: str) -> str:
    """A name that is safe to show and to save under, with the ending that fits what is in it.

    >>> clean_name("..\\\\..\\\\photo\\u202egpj.exe", "jpeg")
    'photogpj.exe.jpg'
    """
    name = unicodedata.normalize("NFC", raw.replace("\\", "/")).rpartition("/")[2]
    name = "".join(one for one in name if unicodedata.category(one)[0] != "C")
    name = re.sub(r'[<>:"|?*]', "_", name)
    name = re.sub(r"\s+", " ", name).strip(" .")
    stem, dot, ending = name.rpartition(".")
    if not dot or ending.lower() not in _ALSO.get(sort, (ENDINGS[sort],)):
        stem, ending = name, ENDINGS[sort]
    stem = stem.strip(" .")[: NAME_LONGEST - len(ending) - 1].strip(" .") or "file"
    if stem.partition(".")[0].upper() in ("CON", "PRN", "AUX", "NUL", "COM1", "LPT1"):
        stem = f"_{stem}"
    return f"{stem}.{ending.lower()}"


def media_type(name: str) -> str:
    """How a kept file is handed out, by the ending that it was given when it was taken in."""
    ending = PurePosixPath(name).suffix[1:].lower()
    for sort, also in _ALSO.items():
        ending = ENDINGS[sort] if ending in also else ending
    return MEDIA_TYPES.get(ending, "application/octet-stream")


def read_bounded(pieces: Iterable[bytes], most: int | None = None) -> bytes:
    """All bytes, counted while they are read: the size that a sender names is not believed."""
    limit = settings.OUTFALL_FILE_BYTES_MOST if most is None else most
    found, size = [], 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            large = f"{limit // (1024 * 1024)} MB"
            raise NotTaken(f"It is larger than {large}. Send it smaller, or in parts.")
        found.append(piece)
    return b"".join(found)


def folder(slug: str) -> Path:
    """Where a town's files are kept."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"{slug!r} is no town's short name")
    return Path(settings.MEDIA_ROOT) / slug


def is_digest(text: str) -> bool:
    """Whether a text is a SHA-256 in hexadecimal, as files are known by."""
    return _DIGEST.fullmatch(text) is not None


def path_of(slug: str, sha256: str) -> Path:
    """Where the bytes with a digest are kept, whether they are there or not."""
    if not is_digest(sha256):
        raise ValueError(f"{sha256!r} is no digest")
    return folder(slug) / sha256[:2] / sha256


def keep(slug: str, data: bytes) -> str:
    """Keep bytes under their digest, whole or not at all; gives the digest.

    What is there already is looked at, and made good where it is damaged.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    place = path_of(slug, sha256)
    try:
        fetch(slug, sha256)
        os.utime(place)
    except (Damaged, OSError):
        write_whole(place, data)
    return sha256


def write_whole(place: Path, data: bytes) -> None:
    """Write beside the place, force it to the disk, then put it there in one step."""
    beside = place.parent / f".{secrets.token_hex(8)}.part"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, place)
        _sync_folder(place.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise NoRoom(
            "The server could not write it to its disk. Nothing was saved. Tell whoever runs the"
            " office's server, and send it again."
        ) from error


def _sync_folder(place: Path) -> None:
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def fetch(slug: str, sha256: str) -> bytes:
    """The bytes with a digest, which is worked out anew. Raises ``Damaged``."""
    try:
        handle = os.open(path_of(slug, sha256), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        raise Damaged(f"{sha256} is not there") from None
    with open(handle, "rb") as file:
        data = file.read()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise Damaged(f"{sha256} holds other bytes")
    return data


def kept(slug: str) -> Iterator[str]:
    """The digests of all that a town keeps."""
    for place in sorted(folder(slug).glob("[0-9a-f][0-9a-f]/*")):
        if is_digest(place.name):
            yield place.name


def sweep(slug: str, recorded: set[str], now: float) -> list[str]:
    """Remove what no entry names and nobody has touched for two days; gives the digests.

    A form that was left halfway keeps its photos for that long, and no longer.
    """
    gone = []
    for sha256 in kept(slug):
        place = path_of(slug, sha256)
        if sha256 not in recorded and now - place.stat().st_mtime > SWEPT_AFTER_SECONDS:
            place.unlink()
            gone.append(sha256)
    for part in folder(slug).glob("*/.*.part"):
        if now - part.stat().st_mtime > SWEPT_AFTER_SECONDS:
            part.unlink()
    return gone
