"""The hearing packet: whole, checkable, with the papers as they were issued and the photographs."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.web.cast import OFFICE, Cast, found_town
from tests.web.paperwork import FOUND, TODAY, case, cast, entries, issue, text_of, url, words

from outfall.papers.packet import gather
from outfall.papers.verifying import check
from outfall.web.casework import packing, recording, storing
from outfall.web.casework.kinds import FILE
from outfall.web.casework.models import Case, StoredFile
from outfall.web.towns.founding import set_topic

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def photo(cast: Cast, case: Case, name: str, of_entry: str, colour: str = "brown") -> StoredFile:
    """A photograph in the record."""
    out = io.BytesIO()
    Image.new("RGB", (80, 60), colour).save(out, "JPEG")
    with cast.scope():
        digest = storing.keep(cast.town.slug, out.getvalue())
        named = {"sha256": digest, "name": name, "bytes": len(out.getvalue())}
        body = {"date": TODAY.isoformat(), "file": named, "of_entry": of_entry, "sort": "jpeg"}
        row = Case.objects.get(pk=case.pk)
        done = recording.record(
            row, [recording.New(FILE, body)], cast.actor(), key=str(uuid.uuid4())
        )
        return StoredFile.objects.create(
            case=row,
            sha256=digest,
            name=name,
            kind="photo",
            size=len(out.getvalue()),
            says="mud runs into the creek",
            origin={"taken_at": "2026-05-20T08:40:00"},
            entry_n=done.entries[0].n,
            of_entry=of_entry,
            added_on=TODAY,
        )


def packet(cast: Cast, case: Case, what: str, **more: str) -> bytes:
    """A packet, downloaded."""
    asked = {"on": TODAY.isoformat(), "language": "en", "as": what, **more}
    page = cast.client("hearing_officer").get(url(cast, case, "case_packet"), asked)
    assert page.status_code == 200, words(page)
    return page.content


def test_the_page_offers_both_with_the_digest(cast: Cast, case: Case, tmp_path: Path) -> None:
    at = url(cast, case, "case_packet")
    page = cast.client("auditor").get(at)
    assert page.status_code == 200
    assert page.context["packed"] is None
    page = cast.client("auditor").get(at, {"on": TODAY.isoformat(), "language": "en"})
    assert page.context["packed"].digest in words(page)
    archive = tmp_path / "packet.zip"
    archive.write_bytes(packet(cast, case, "zip"))
    checked = check(str(archive))
    assert not checked.differences, checked
    assert checked.digest == page.context["packed"].digest


def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each packet that is really built from now on."""
    found: list[object] = []

    def counted(*args: Any, **more: Any) -> Any:
        found.append(args)
        return gather(*args, **more)

    monkeypatch.setattr("outfall.web.casework.packing.gather", counted)
    return found


def test_page_pdf_and_zip_are_one_building(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    issue(cast, case)
    packets = built(monkeypatch)
    asked = {"on": TODAY.isoformat(), "language": "en"}
    page = cast.client().get(url(cast, case, "case_packet"), asked)
    pdf, archive = packet(cast, case, "pdf"), packet(cast, case, "zip")
    assert len(packets) == 1
    assert (pdf, archive) == (page.context["packed"].pdf, page.context["packed"].archive)
    packing._at_hand.clear()
    assert packet(cast, case, "zip") == archive, "the control: built anew it is the same"
    assert len(packets) == 2


def test_whatever_changes_in_the_record_makes_another_packet(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = packet(cast, case, "zip")
    packets = built(monkeypatch)
    cast.record(case, {"event": "inspected", "date": "2026-05-21", "finding": "continuing"})
    assert packet(cast, case, "zip") != first
    packet(cast, case, "zip", language="es")
    packet(cast, case, "zip", on="2026-05-20")
    other = cast.case(FOUND)
    packet(cast, other, "zip")
    assert len(packets) == 4
    assert len(packing._at_hand) == packing.AT_HAND_MOST


def test_a_photograph_is_an_exhibit_of_its_entry(cast: Cast, case: Case) -> None:
    file = photo(cast, case, "creek.jpg", "e2")
    with zipfile.ZipFile(io.BytesIO(packet(cast, case, "zip"))) as archive:
        names = archive.namelist()
        shown = next(name for name in names if name.startswith("photos/"))
        assert archive.read(shown) == storing.fetch(cast.town.slug, file.sha256)
    said = text_of(packet(cast, case, "pdf"))
    assert "mud runs into the creek" in said
    assert file.sha256[:16] in said.replace(" ", "")


def test_a_photograph_of_no_entry_is_in_the_zip_and_told(cast: Cast, case: Case) -> None:
    photo(cast, case, "street.jpg", "")
    at = url(cast, case, "case_packet")
    page = cast.client().get(at, {"on": TODAY.isoformat(), "language": "en"})
    assert "street.jpg is not among the exhibits" in words(page)
    with zipfile.ZipFile(io.BytesIO(packet(cast, case, "zip"))) as archive:
        assert any(n.startswith("files/") and "street" in n for n in archive.namelist())


def test_a_damaged_photograph_does_not_keep_the_rest_back(cast: Cast, case: Case) -> None:
    file = photo(cast, case, "creek.jpg", "e2")
    storing.path_of(cast.town.slug, file.sha256).write_bytes(b"nothing")
    at = url(cast, case, "case_packet")
    page = cast.client().get(at, {"on": TODAY.isoformat(), "language": "en"})
    assert page.status_code == 200
    assert "its file is damaged or gone" in words(page)


def test_papers_are_as_they_were_issued(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    with cast.scope():
        moved = {**OFFICE, "department": "Department of Another Name"}
        set_topic("office", moved, cast.actor("administrator"))
    with zipfile.ZipFile(io.BytesIO(packet(cast, case, "zip"))) as archive:
        kept = archive.read("papers/e3-notice_of_violation.pdf")
        record = json.loads(archive.read("record.json"))
    assert kept == storing.fetch(cast.town.slug, file.sha256)
    assert ["e3", file.origin["record"]] in record["papers"]
    said = text_of(packet(cast, case, "pdf"))
    assert str(OFFICE["department"]) in said
    assert file.origin["record"][:16] in said


def test_a_paper_of_an_earlier_day_is_in_the_packet_of_that_day(cast: Cast, case: Case) -> None:
    file = issue(cast, case, date="2026-05-20")
    assert file.added_on == TODAY
    with zipfile.ZipFile(io.BytesIO(packet(cast, case, "zip", on="2026-05-20"))) as archive:
        kept = archive.read("papers/e3-notice_of_violation.pdf")
    assert kept == storing.fetch(cast.town.slug, file.sha256)


def test_without_the_kept_record_the_exhibit_would_be_another(cast: Cast, case: Case) -> None:
    """The control: where the kept record is gone, the exhibit is set anew, under its own digest."""
    file = issue(cast, case)
    storing.path_of(cast.town.slug, file.origin["record"]).unlink()
    with cast.scope():
        moved = {**OFFICE, "department": "Department of Another Name"}
        set_topic("office", moved, cast.actor("administrator"))
    assert file.origin["record"][:16] not in text_of(packet(cast, case, "pdf"))


def test_served_proofs_stand_with_their_paper(cast: Cast, case: Case) -> None:
    issue(cast, case)
    served = {"event": "served", "instrument": "notice_of_violation", "method": "personal"}
    cast.record(
        case,
        {
            **served,
            "date": "2026-05-21",
            "received_on": "2026-05-21",
            "paper": {"server": "Sam Sample"},
        },
    )
    said = text_of(packet(cast, case, "pdf"))
    assert "Sam Sample" in said


def test_nothing_that_came_later_is_in_it(cast: Cast, case: Case) -> None:
    cast.record(case, {"event": "inspected", "date": "2026-05-21", "finding": "corrected"})
    earlier = packet(cast, case, "zip", on="2026-05-20")
    with zipfile.ZipFile(io.BytesIO(earlier)) as archive:
        standing = json.loads(archive.read("record.json"))["standing"]
    assert standing["as_of"] == "2026-05-20"


def test_a_day_is_wanted(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "case_packet"), {"on": "soon", "language": "en"})
    assert page.status_code == 422
    assert len(entries(cast, case)) == case.length


def test_it_is_made_for_the_next_hearing(cast: Cast, case: Case) -> None:
    issue(cast, case)
    served = {"event": "served", "instrument": "notice_of_violation", "method": "personal"}
    cast.record(case, {**served, "date": "2026-05-21", "received_on": "2026-05-21"})
    cast.record(case, {"event": "appeal_filed", "date": "2026-05-21"})
    cast.record(case, {"event": "hearing_set", "date": "2026-05-21", "held_on": "2026-06-03"})
    page = cast.client().get(url(cast, case, "case_packet"))
    assert 'value="2026-06-03"' in page.content.decode()


def test_another_towns_case_is_not_there(cast: Cast, case: Case) -> None:
    other = found_town("other", name="Town of Other")
    assert other.client().get(url(other, case, "case_packet")).status_code == 404
