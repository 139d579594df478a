"""Files made in code, for the tests of what is taken in: photos with an origin, and others."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import ExifTags, Image
from tests.web.cast import Cast, found_town

from outfall.web.casework.models import Case

FOUND = {"date": "2026-05-01", "event": "violation_observed", "kind": "discharge"}
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def picture(form: str = "JPEG", size: tuple[int, int] = (64, 48), **more: Any) -> bytes:
    """A picture in bands of color, so that no two sizes are alike."""
    image = Image.new("RGB", size, (13, 97, 112))
    image.paste((200, 120, 20), (0, 0, size[0] // 2, size[1] // 2))
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


def with_origin() -> bytes:
    """A photo as a phone makes it: when, with what and where."""
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Example"
    exif[ExifTags.Base.Model] = "Phone 1"
    exif[ExifTags.Base.Orientation] = 6
    more = exif.get_ifd(ExifTags.IFD.Exif)
    more[ExifTags.Base.DateTimeOriginal] = "2026:06:14 09:30:12"
    more[ExifTags.Base.OffsetTimeOriginal] = "-04:00"
    gps = exif.get_ifd(ExifTags.IFD.GPSInfo)
    gps[ExifTags.GPS.GPSLatitudeRef] = "N"
    gps[ExifTags.GPS.GPSLatitude] = (43.0, 12.0, 36.0)
    gps[ExifTags.GPS.GPSLongitudeRef] = "W"
    gps[ExifTags.GPS.GPSLongitude] = (77.0, 24.0, 0.0)
    return picture(size=(320, 240), exif=exif.tobytes())


def sent(data: bytes, name: str = "photo.jpg", kind: str = "image/jpeg") -> SimpleUploadedFile:
    """The bytes as a browser sends them."""
    return SimpleUploadedFile(name, data, content_type=kind)


def tokens(page: str, name: str = "files") -> list[str]:
    """The notes of kept files that a page carries."""
    return re.findall(rf'name="{name}_kept" value="([^"]+)"', page)


def office(settings: Any, folder: Path) -> Cast:
    """A town on a fixed day, whose files go into a folder of the test's own."""
    settings.OUTFALL_TODAY = "2026-06-15"
    settings.OUTFALL_REQUIRE_MFA = False
    settings.MEDIA_ROOT = folder
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    return found_town()


@pytest.fixture
def cast(settings: Any, tmp_path: Path) -> Cast:
    """The town of the tests of what is typed and sent."""
    return office(settings, tmp_path)


@pytest.fixture
def case(cast: Cast) -> Case:
    """A case in which a discharge was found."""
    return cast.case(FOUND)
