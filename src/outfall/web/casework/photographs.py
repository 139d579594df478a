"""Photographs: what their origin says, and a copy for showing that says nothing of it.

The original stays as it is. What is shown on a page is drawn anew, smaller, without a word of what
the camera wrote beside it: no place, no owner, no hidden preview.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from PIL import ExifTags, Image, ImageOps

from outfall.web.casework import storing
from outfall.web.casework.storing import NotTaken

SHOWN_PIXELS = {"page": 1600, "small": 480, "tiny": 160}
_FORMATS = ("JPEG", "PNG")
_TAKEN_AT = re.compile(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)")


def looked_at(data: bytes) -> dict[str, str]:
    """Look through a whole photo, and give its origin. Raises ``NotTaken`` where it is none.

    It is drawn from one opening and read from another: reading the origin of a damaged PNG would
    otherwise use up the failure that drawing it must show.
    """
    _drawn(_opened(data), SHOWN_PIXELS["tiny"])
    image = _opened(data)
    wide, high = image.size
    return {"width": str(wide), "height": str(high), **_origin(image)}


def shown(data: bytes, size: str = "page") -> bytes:
    """The copy that pages show: a JPEG drawn anew, turned upright, without metadata."""
    small = _drawn(_opened(data), SHOWN_PIXELS[size])
    out = io.BytesIO()
    small.save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


def shown_copy(slug: str, sha256: str, size: str = "page") -> bytes:
    """The same for a kept photo. The copy is kept beside, and made anew where it is missing."""
    storing.path_of(slug, sha256)
    place = storing.folder(slug) / "shown" / f"{sha256}-{size}.jpg"
    with suppress(OSError):
        return place.read_bytes()
    copy = shown(storing.fetch(slug, sha256), size)
    with suppress(storing.NoRoom):
        storing.write_whole(place, copy)
    return copy


def _opened(data: bytes) -> Image.Image:
    most = settings.OUTFALL_PIXELS_MOST
    too_large = f"It has more than {most // 1_000_000} million pixels. Send it smaller."
    try:
        image: Image.Image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NotTaken(too_large) from None
    except Exception:
        raise NotTaken("It begins as a photo and can't be read. Send it again.") from None
    wide, high = image.size
    if wide * high > most:
        raise NotTaken(too_large)
    return image


def _drawn(image: Image.Image, longest: int) -> Image.Image:
    """The picture in at most ``longest`` pixels, with nothing but its pixels."""
    try:
        image.draft("RGB", (longest, longest))
        image.load()
        image.thumbnail((longest, longest), reducing_gap=2.0)
        with suppress(Exception):
            ImageOps.exif_transpose(image, in_place=True)
        plain = Image.new("RGB", image.size, "white")
        if image.mode in ("RGBA", "LA", "P", "PA"):
            clear = image.convert("RGBA")
            plain.paste(clear, mask=clear.getchannel("A"))
        else:
            plain.paste(image.convert("RGB"))
    except Exception:
        raise NotTaken("It is a photo that was cut off or is damaged. Send it again.") from None
    return plain


def _origin(image: Image.Image) -> dict[str, str]:
    """What the camera wrote, as strings: when, with what, where. What can't be read is left out."""
    found: dict[str, str] = {}
    with suppress(Exception):
        exif = image.getexif()
        more: Mapping[int, Any] = {}
        with suppress(Exception):
            more = exif.get_ifd(ExifTags.IFD.Exif)
        taken = more.get(ExifTags.Base.DateTimeOriginal) or exif.get(ExifTags.Base.DateTime)
        if match := _TAKEN_AT.match(str(taken or "")):
            year, month, day, hour = match.groups()
            offset = _word(more.get(ExifTags.Base.OffsetTimeOriginal, ""))
            fits = re.fullmatch(r"[+-]\d\d:\d\d", offset)
            found["taken_at"] = f"{year}-{month}-{day}T{hour}{offset if fits else ''}"
        words = (_word(exif.get(tag, "")) for tag in (ExifTags.Base.Make, ExifTags.Base.Model))
        if camera := " ".join(word for word in words if word):
            found["camera"] = camera
        with suppress(Exception):
            found |= _where(exif.get_ifd(ExifTags.IFD.GPSInfo))
    return found


def _where(gps: Mapping[int, Any]) -> dict[str, str]:
    tags = ExifTags.GPS
    latitude = _degrees(gps[tags.GPSLatitude], gps.get(tags.GPSLatitudeRef) == "S", 90)
    longitude = _degrees(gps[tags.GPSLongitude], gps.get(tags.GPSLongitudeRef) == "W", 180)
    return {"latitude": latitude, "longitude": longitude}


def _degrees(parts: Any, minus: bool, most: int) -> str:
    degrees, minutes, seconds = (float(part) for part in parts)
    value = degrees + minutes / 60 + seconds / 3600
    if not 0 <= value <= most:
        raise ValueError(value)
    return f"{-value if minus else value:.6f}"


def _word(value: Any) -> str:
    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
    kept = "".join(one for one in text if unicodedata.category(one)[0] != "C")
    return kept.strip()[:80]
