"""The administrator sets the letterhead and the seal, and looks at a notice that bears them."""

from __future__ import annotations

import io
import struct
import uuid
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from pypdf import PdfReader
from tests.web.cast import OFFICE, Cast, found_town
from tests.web.setting_day import on_a_day, town

from outfall.web.casework.issuing import office_for
from outfall.web.towns.adopted import setting
from outfall.web.towns.models import Setting

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/letterhead/"


def png(width: int = 2, height: int = 2) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + b"\x0a\x34\x44" * 2 for _ in range(2))
    data = chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + data + chunk(b"IEND", b"")


def form(**more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"key": str(uuid.uuid4()), "based_on": "", "why": "New hours."}
    for name, held in OFFICE.items():
        if isinstance(held, dict):
            found |= {f"{name}__{part}": text for part, text in held.items()}
        else:
            found[name] = held
    return {**found, **more}


def upload(content: bytes, name: str = "seal.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "image/png")


def test_the_letterhead_is_set_as_a_towns_file_has_it(town: Cast) -> None:
    client = town.client("administrator")
    assert (
        client.post(ADDRESS, form(hours="Monday to Friday, 8 to 4", cover="on")).status_code == 302
    )
    with town.scope():
        value = setting("office")
        assert value == {**OFFICE, "hours": "Monday to Friday, 8 to 4", "cover": True}
        office = office_for(town.town)
        assert office.contact["hours"] == "Monday to Friday, 8 to 4"
        assert office.signer_title == "Superintendent of Public Works"
    page = client.get(ADDRESS)
    assert "New hours." in page.content.decode()
    assert len(page.context["past"]) == 2


def test_what_is_set_already_adds_nothing_to_the_record(town: Cast) -> None:
    client = town.client("administrator")
    told = client.post(ADDRESS, form(), follow=True).content.decode()
    assert "Nothing was added to the record" in told
    assert len(client.get(ADDRESS).context["past"]) == 1


def test_faults_stand_at_their_fields_all_at_once(town: Cast) -> None:
    wrong = town.client("administrator").post(
        ADDRESS, form(department="", signer__name="", appeals__address="", payments__to="")
    )
    assert wrong.status_code == 422
    errors = wrong.context["form"].errors
    assert {"department", "signer__name", "appeals__address", "payments__to"} <= set(errors)
    with town.scope():
        assert setting("office") == OFFICE


def test_a_sample_notice_bears_the_letterhead_and_the_seal(town: Cast) -> None:
    client = town.client("administrator")
    sent = form(department="Department of Clean Water", seal=upload(png()))
    assert client.post(ADDRESS, sent).status_code == 302
    with town.scope():
        name = setting("office")["seal"]
    file = Path(django_settings.HOME) / "towns" / "example" / "papers" / name
    assert file.read_bytes() == png()
    assert "data:image/png;base64," in client.get(ADDRESS).content.decode()
    answer = client.get(ADDRESS, {"sample": "1"})
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    text = "".join(page.extract_text() for page in pages)
    assert "Department of Clean Water" in text
    assert "DRAFT" in text
    assert sum(len(page.images) for page in pages) >= 1
    assert client.post(ADDRESS, form(department="Department", no_seal="on")).status_code == 302
    with town.scope():
        assert "seal" not in setting("office")


@pytest.mark.parametrize("pack", ["city-9-3-12", "crossville-tn", "manitowoc-wi"])
def test_a_sample_can_be_made_under_other_ordinances(pack: str) -> None:
    cast = found_town("example", pack)
    answer = cast.client("administrator").get(ADDRESS, {"sample": "1"})
    assert answer["Content-Type"] == "application/pdf"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is no PNG picture"),
        (b"GIF89a" + b"\0" * 20, "This is no PNG picture"),
        (png(20_000, 20_000), "no size that can be printed"),
        (png() + b"\0" * 2_000_001, "larger than 2 MB"),
    ],
)
def test_what_is_no_seal_is_refused(town: Cast, content: bytes, says: str) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(seal=upload(content)))
    assert wrong.status_code == 422
    assert says in wrong.content.decode()
    with town.scope():
        assert setting("office") == OFFICE


def test_only_the_administrator_sets_it(town: Cast) -> None:
    for role in ("attorney", "supervisor", "auditor"):
        assert town.client(role).get(ADDRESS).status_code == 200
        assert town.client(role).post(ADDRESS, form()).status_code == 403


def test_a_town_without_a_letterhead_is_told_what_is_missing(town: Cast) -> None:
    with town.scope():
        Setting.objects.filter(topic="office").delete()
    answer = town.client("administrator").get(ADDRESS, {"sample": "1"})
    assert "no letterhead is set yet" in answer.content.decode()
