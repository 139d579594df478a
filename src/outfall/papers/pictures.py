"""What kind of picture bytes are and how large, read from their head; nothing is decoded for it.

A file's name and the size that it declares are no proof: what is printed is told by its own bytes,
and a picture of more pixels than a camera takes is refused before anything is laid out for it.
"""

from __future__ import annotations

import struct
from xml.etree import ElementTree

PIXELS_MOST = 40_000_000
SVG_MOST = 5_000_000
# The markers of a JPEG that give its size; and those without a length.
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
BARE = {0x01, *range(0xD0, 0xD9)}


def kind_of(data: bytes) -> str | None:
    """The usual ending of a picture by what its bytes are: png, jpg, gif, webp; None for another.

    >>> kind_of(b"GIF89a")
    'gif'
    """
    heads = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF8", "gif"))
    for head, kind in heads:
        if data.startswith(head):
            return kind
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


def is_svg(data: bytes) -> bool:
    """Whether the bytes are a drawing: XML, whole, whose outermost element is ``svg``."""
    if len(data) > SVG_MOST:
        return False
    try:
        return ElementTree.fromstring(data).tag.rpartition("}")[2] == "svg"
    except (ElementTree.ParseError, ValueError, LookupError):
        return False


def pixels(data: bytes) -> int | None:
    """Width times height as the head declares them; None where there is no such head.

    >>> pixels(b"GIF89a" + struct.pack("<HH", 3, 4))
    12
    """
    try:
        width, height = _size(kind_of(data), data)
    except (struct.error, IndexError):
        return None
    return width * height or None


def _size(kind: str | None, data: bytes) -> tuple[int, int]:
    if kind == "png":
        return struct.unpack(">II", data[16:24])
    if kind == "gif":
        return struct.unpack("<HH", data[6:10])
    if kind == "jpg":
        return _jpeg(data)
    if kind == "webp":
        return _webp(data)
    return 0, 0


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        mark = data[at + 1]
        if data[at] != 0xFF or mark in (0xD9, 0xDA):
            return 0, 0
        if mark in FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 if mark in BARE else 2 + max(2, *struct.unpack(">H", data[at + 2 : at + 4]))


def _webp(data: bytes) -> tuple[int, int]:
    chunk = data[12:16]
    if chunk == b"VP8X":
        wide, high = data[24:27] + b"\0", data[27:30] + b"\0"
        return struct.unpack("<I", wide)[0] + 1, struct.unpack("<I", high)[0] + 1
    if chunk == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
