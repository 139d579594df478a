"""A file with a published text, whatever its form, to plain text with a note of what was left out.

What a file is, its own first bytes say. PDF and Word files are opened in a process of their own,
which has little memory and little time and sees nothing but the file: see ``apart.py``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass

from outfall.files.text import Limits, load_bytes
from outfall.law.faults import Fault, Refused
from outfall.reading.html_text import html_text

FILE_MOST = 25 * 1024 * 1024
"""Bytes of a file at most."""
TEXT_MOST = 8_000_000
"""Characters of a text at most: some 2,500 pages."""
SECONDS_MOST = 60
"""How long a file may take to open."""

_LIMITS = Limits(bytes_max=FILE_MOST, holds="a text")
_HTML = re.compile(rb"\s*(?:<!--|<\?xml|<!doctype\s+html|<html|<head|<body|<div|<p\b|<table)", re.I)
_MARKS = (
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "docx"),
    (b"\xd0\xcf\x11\xe0", "old_office"),
    (b"{\\rtf", "rtf"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
)
_NOT_READ = {
    "old_office": "This is an old Word file (.doc) or one that is encrypted. Open it in Word and "
    "save it as .docx without a password.",
    "rtf": "This is a rich text file (.rtf). Save it as .docx, or paste its text into a .txt file.",
    "program": "This is a program, not a text. Name the file with the ordinance.",
    "picture": "This is a picture. Have its text recognized first, and save that as .txt.",
}
# Characters that turn the direction of what follows, or that nobody sees.
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u00ad]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")


@dataclass(frozen=True, slots=True)
class Source:
    """A text as it was read. ``form`` is ``text``, ``html``, ``docx`` or ``pdf``; ``notes`` tell a
    person what was left out or taken in another way. Lines end with a line feed; pages of a PDF
    end with a form feed."""

    name: str
    form: str
    text: str
    notes: tuple[str, ...] = ()


def _refused(code: str, says: str) -> Refused:
    """A file that is not read, with the reason."""
    return Refused((Fault("", says, code),))


def read_source(path: str) -> Source:
    """Read a file by its path, or standard input for ``-``.

    Raises ``Refused`` where there is none, or where it is no text that can be read safely.
    """
    data = load_bytes(path, _LIMITS)
    name = "standard input" if path == "-" else path
    return source_of(data.encode() if isinstance(data, str) else data, name)


def source_of(data: bytes, name: str) -> Source:
    """The text of a file's bytes. Raises ``Refused`` as ``read_source`` does."""
    if len(data) > FILE_MOST:
        says = f"This file has more than {FILE_MOST // 1_048_576} MB. Save the part with the "
        raise _refused("text-too-large", says + "enforcement sections and read that.")
    if not data.strip():
        raise _refused(
            "nothing-in-it", "There is nothing in this file. Check that it is the right one."
        )
    form = _form(data)
    if form in _NOT_READ:
        raise _refused("form-not-read", _NOT_READ[form])
    if form in ("pdf", "docx"):
        found = _apart(form, data)
        return _checked(Source(name, form, found[0], found[1]))
    text, notes = _decoded(data)
    if form == "html":
        return _checked(Source(name, form, html_text(text), notes))
    return _checked(Source(name, "text", text, notes))


def _form(data: bytes) -> str:
    for mark, form in _MARKS:
        if data.startswith(mark):
            return form
    start = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    return "html" if _HTML.match(start[:512]) else "text"


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Text in the encoding that it is in: UTF-8, UTF-16 by its mark, or that of Windows."""
    for mark, name in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(name), ()
            except UnicodeDecodeError:
                break
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        if b"\0" in data:
            says = "This is not a text. Name the file with the ordinance, as .txt, .html, .docx "
            raise _refused("not-a-text", says + "or .pdf.") from None
    note = "The file is not in UTF-8; its letters were taken as those of Windows (cp1252)."
    return data.decode("cp1252", "replace"), (note,)


def _checked(source: Source) -> Source:
    """Line ends made one, unseen characters taken out and told, and the length looked at."""
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    notes = list(source.notes)
    if "\x00" in text:
        raise _refused("not-a-text", "This is not a text: it holds bytes that no text has.")
    clean = _CONTROLS.sub(" ", _UNSEEN.sub("", text))
    if clean != text:
        notes.append("Characters that nobody sees were left out.")
    if len(clean) > TEXT_MOST:
        says = f"This text has more than {TEXT_MOST:,} characters. Save the part with the "
        raise _refused("text-too-large", says + "enforcement sections and read that.")
    if not clean.strip():
        raise _refused("no-text-in-it", _PICTURES)
    return Source(source.name, source.form, clean, tuple(notes))


_PICTURES = (
    "No text is in this file: its pages may be pictures. Have the text recognized first, or copy "
    "it from the town's website."
)


def _apart(form: str, data: bytes) -> tuple[str, tuple[str, ...]]:
    """Open a file in a process of its own, and take its text or its reason."""
    command = [sys.executable, "-I", "-m", "outfall.reading.apart", form]
    try:
        run = subprocess.run(
            command, input=data, capture_output=True, timeout=SECONDS_MOST, check=False
        )
    except subprocess.TimeoutExpired:
        says = f"This file takes more than {SECONDS_MOST} seconds to open. Copy its text into a "
        raise _refused("too-slow-to-open", says + ".txt file and read that.") from None
    try:
        found = json.loads(run.stdout)
    except ValueError:
        found = {}
    if "text" in found:
        return found["text"], tuple(found["notes"])
    if "code" in found:
        raise _refused(found["code"], found["says"])
    says = "This file can't be opened: it is broken, or needs more memory than a text should. "
    raise _refused("broken-file", says + "Save it anew, or copy its text into a .txt file.")
