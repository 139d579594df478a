"""The photographs of a case: their files, looked at before they are printed, and their origin.

A picture is kept byte for byte as it was given; its digest is printed with it. What it is, is told
by its bytes, so that a file of any name can be exhibited and none that only claims to be a picture.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from outfall.law.case import Case, Event, Photo
from outfall.law.days import counted
from outfall.law.faults import Fault, Refused
from outfall.papers.pictures import PIXELS_MOST, kind_of, pixels
from outfall.papers.speech import Speech

SIZE_MOST = 25_000_000
USE = "Use JPEG or PNG"


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture: its place in the case file, its name in the packet and its bytes."""

    where: str
    entry: str
    photo: Photo
    name: str
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the file as it was given."""
        return hashlib.sha256(self.content).hexdigest()


def photographs(
    case: Case, on: date, beside: Path | None, named: dict[str, str]
) -> tuple[Photograph, ...]:
    """The pictures of the entries up to a day, in their order.

    ``beside`` is the folder of the case file, ``named`` the name of each entry in a file's name.
    Raises ``Refused`` with every picture that can't be had.
    """
    found: list[Photograph] = []
    faults: list[Fault] = []
    for event, n, photo in _pictures(case, on):
        where = f"events[{event.place}].photos[{n}].file"
        try:
            content = _content(photo, beside)
        except ValueError as trouble:
            faults.append(Fault(where, str(trouble), "no-photo"))
            continue
        name = f"photos/{named[event.id]}-{n + 1}.{kind_of(content)}"
        found.append(Photograph(where, event.id, photo, name, content))
    if faults:
        raise Refused(tuple(faults))
    return tuple(found)


def _pictures(case: Case, on: date) -> Iterator[tuple[Event, int, Photo]]:
    for event in counted(case):
        if event.on <= on:
            for n, photo in enumerate(event.photos):
                yield event, n, photo


def _content(photo: Photo, beside: Path | None) -> bytes:
    """The bytes of a photograph. Raises ValueError that says why there are none."""
    if beside is None:
        raise ValueError("a case from standard input has no folder for photographs. Name its file")
    file = beside / photo.file
    try:
        inside = file.resolve().is_relative_to(beside.resolve())
        there = inside and file.is_file()
        content = _read(file) if there else b""
    except (OSError, ValueError, RuntimeError):
        raise ValueError(f"{photo.file} can't be read. See that it is a file of yours") from None
    if not inside:
        raise ValueError(f"{photo.file} lies outside of the case file's folder. Put it inside")
    if not there:
        raise ValueError(f"there is no file {photo.file} beside the case file. Put it there")
    if len(content) > SIZE_MOST:
        raise ValueError(f"{photo.file} is larger than 25 MB. Give a smaller copy")
    if kind_of(content) is None:
        raise ValueError(f"{photo.file} is no picture that can be printed. {USE}")
    size = pixels(content)
    if size is None:
        raise ValueError(f"{photo.file} is a broken picture. {USE}, saved anew")
    if size > PIXELS_MOST:
        most = f"{PIXELS_MOST // 1_000_000} million"
        raise ValueError(f"{photo.file} has more than {most} pixels. Give a smaller copy")
    return content


def _read(file: Path) -> bytes:
    """No more than one byte over what is allowed, whatever size the file claims."""
    with file.open("rb") as opened:
        return opened.read(SIZE_MOST + 1)


def captions(photos: tuple[Photograph, ...], words: Speech) -> list[dict[str, str]]:
    """What stands under each picture: what it shows, when, by whom, where, of which file."""
    found = []
    for item in photos:
        photo = item.photo
        day = words.day(photo.taken_on)
        if photo.taken_at is not None:
            day = words.say("days.at", day=day, hour=words.hour(photo.taken_at))
        origin = words.say("packet_texts.taken", day=day)
        by = words.say("packet_texts.by", name=photo.by) if photo.by else ""
        place = photo.place or ""
        said = " · ".join(filter(None, (origin, by, place, f"{item.entry}, {photo.file}")))
        found.append(
            {
                "file": item.name,
                "alt": photo.says,
                "caption": photo.says,
                "origin": said,
                "digest": item.digest,
            }
        )
    return found
