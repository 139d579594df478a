"""Files of a case: added with their words, shown as copies, handed out exactly."""

from __future__ import annotations

import hashlib
import io
import json
import os
import uuid
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.web.cast import Cast, found_town
from tests.web.made_files import FOUND, PDF, case, cast, picture, sent, tokens, with_origin

from outfall.web.casework import photographs, storing, uploads
from outfall.web.casework.models import Case, Entry, StoredFile

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def at(case: Case, rest: str = "") -> str:
    return f"/example/cases/{case.number}/files/{rest}"


def add(cast: Cast, case: Case, role: str = "inspector", **more: Any) -> Any:
    return cast.client(role).post(at(case), {"key": str(uuid.uuid4()), **more})


def only(cast: Cast) -> StoredFile:
    with cast.scope():
        return StoredFile.objects.get()


def test_a_photo_is_kept_exactly_with_its_origin_and_its_words(cast: Cast, case: Case) -> None:
    data = with_origin()
    response = add(
        cast, case, files=sent(data, "IMG_0001.JPG"), files_new="The outfall", of_entry="e2"
    )
    assert response.status_code == 302
    row = only(cast)
    assert row.sha256 == hashlib.sha256(data).hexdigest()
    assert storing.fetch("example", row.sha256) == data
    assert (row.kind, row.name, row.says, row.of_entry) == (
        "photo",
        "IMG_0001.jpg",
        "The outfall",
        "e2",
    )
    assert row.origin == {
        "width": "320",
        "height": "240",
        "taken_at": "2026-06-14T09:30:12-04:00",
        "camera": "Example Phone 1",
        "latitude": "43.210000",
        "longitude": "-77.400000",
    }
    with cast.scope():
        entry = Entry.objects.get(kind="office.file")
    body = json.loads(entry.content)["body"]
    assert entry.n == row.entry_n
    assert body["origin"] == row.origin
    assert body["file"] == {"sha256": row.sha256, "name": "IMG_0001.jpg", "bytes": len(data)}


def test_what_is_shown_is_drawn_anew_upright_and_says_nothing_of_the_place(
    cast: Cast, case: Case
) -> None:
    add(cast, case, files=sent(with_origin()), files_new="The outfall")
    row = only(cast)
    response = cast.client("inspector").get(at(case, f"{row.pk}/?shown"))
    image = Image.open(io.BytesIO(response.content))
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert image.size == (240, 320)
    assert dict(image.getexif()) == {}
    assert b"Exif" not in response.content
    assert b"Example" not in response.content


def test_the_original_still_has_its_place_which_shows_that_the_copy_loses_it() -> None:
    original = Image.open(io.BytesIO(with_origin()))
    assert original.getexif().get_ifd(0x8825)


def test_the_original_is_an_attachment_byte_for_byte(cast: Cast, case: Case) -> None:
    data = with_origin()
    add(cast, case, files=sent(data, "Plan ü.jpg"), files_new="The plan")
    response = cast.client("auditor").get(at(case, f"{only(cast).pk}/original/"))
    assert response.content == data
    assert response["Content-Disposition"].startswith("attachment; ")
    assert "filename*=UTF-8''Plan%20%C3%BC.jpg" in response["Content-Disposition"]
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_the_page_of_a_file_says_where_it_comes_from(cast: Cast, case: Case) -> None:
    add(cast, case, files=sent(with_origin()), files_new="The outfall")
    row = only(cast)
    page = cast.client("auditor").get(at(case, f"{row.pk}/")).content.decode()
    for words in (row.sha256, "2026-06-14T09:30:12-04:00", "Example Phone 1", "43.210000"):
        assert words in page
    assert "Inspector Example" in page
    assert 'alt="The outfall"' in page


def test_bytes_that_changed_on_the_disk_are_told_and_not_handed_out(cast: Cast, case: Case) -> None:
    add(cast, case, files=sent(PDF, "plan.pdf"))
    row = only(cast)
    storing.path_of("example", row.sha256).write_bytes(PDF + b"more")
    client = cast.client("inspector")
    assert (
        "The kept bytes are not those that were recorded"
        in client.get(at(case, f"{row.pk}/")).content.decode()
    )
    refused = client.get(at(case, f"{row.pk}/original/"))
    assert refused.status_code == 500
    assert b"more" not in refused.content
    storing.keep("example", PDF)
    assert client.get(at(case, f"{row.pk}/original/")).content == PDF


def test_several_are_asked_what_they_show_and_one_can_be_left_out(cast: Cast, case: Case) -> None:
    data = [picture(size=(50 + n, 30)) for n in range(3)]
    asked = add(cast, case, files=[sent(each, f"{n}.jpg") for n, each in enumerate(data)])
    page = asked.content.decode()
    assert asked.status_code == 200
    assert page.count("What this photo shows") == 3
    assert "data:image/jpeg;base64," in page
    notes = tokens(page)
    dropped = hashlib.sha256(data[1]).hexdigest()
    says = ["The inlet", "", "The pipe"]
    done = add(cast, case, files_kept=notes, files_says=says, files_drop=dropped)
    assert done.status_code == 302
    with cast.scope():
        assert list(StoredFile.objects.order_by("entry_n").values_list("says", flat=True)) == [
            "The inlet",
            "The pipe",
        ]


def test_a_photo_without_words_is_refused_once_it_was_asked(cast: Cast, case: Case) -> None:
    notes = tokens(add(cast, case, files=sent(picture())).content.decode())
    refused = add(cast, case, files_kept=notes, files_says="  ")
    assert refused.status_code == 422
    assert "say what it shows, for those who can&#x27;t see it." in refused.content.decode()
    with cast.scope():
        assert not StoredFile.objects.exists()


def test_words_that_show_as_others_are_not_taken_in(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned = "Outfall \u202e0001\u202c of Example Holdings LLC"
    refused = add(cast, case, files=sent(picture()), files_new=turned)
    assert refused.status_code == 422
    assert "holds U+202E, which is invisible" in refused.content.decode()
    notes = tokens(refused.content.decode())
    again = add(cast, case, files_kept=notes, files_says=turned)
    assert again.status_code == 422
    with cast.scope():
        assert not StoredFile.objects.exists()
    monkeypatch.setattr(uploads, "hidden", lambda text: "")
    assert add(cast, case, files_kept=notes, files_says=turned).status_code == 302
    assert only(cast).says == turned, "the control: without the check it would be on record"


def test_a_document_needs_no_words(cast: Cast, case: Case) -> None:
    assert add(cast, case, files=sent(PDF, "plan.pdf")).status_code == 302
    assert (only(cast).kind, only(cast).name) == ("pdf", "plan.pdf")


def test_no_file_is_told(cast: Cast, case: Case) -> None:
    response = add(cast, case)
    assert response.status_code == 422
    assert "Choose a photo or a file." in response.content.decode()


def test_the_same_form_twice_is_one_file(cast: Cast, case: Case) -> None:
    form = {"key": str(uuid.uuid4()), "files_new": "The outfall"}
    for _ in range(2):
        response = cast.client("inspector").post(at(case), {**form, "files": sent(picture())})
        assert response.status_code == 302
    only(cast)


def test_a_list_of_files_takes_few_queries(
    cast: Cast, case: Case, django_assert_max_num_queries: Any
) -> None:
    many = [sent(picture(size=(20 + n, 20)), f"{n}.jpg") for n in range(20)]
    add(cast, case, files=many, files_new=[f"Photo {n}" for n in range(20)])
    client = cast.client("inspector")
    with django_assert_max_num_queries(14):
        assert client.get(at(case)).content.decode().count("?shown=small") == 20


def test_a_refused_record_leaves_no_row_and_no_entry(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the disk of the database is full")

    monkeypatch.setattr(StoredFile.objects, "bulk_create", broken)
    with cast.scope():
        new = [uploads.take(sent(PDF, "a.pdf"), "example")]
        basket = uploads.Basket(new)
        before = Entry.objects.count()
    with pytest.raises(RuntimeError):
        add(cast, case, files_kept=_token(cast, basket))
    with cast.scope():
        assert Entry.objects.count() == before


def _token(cast: Cast, basket: uploads.Basket) -> str:
    with cast.scope():
        return basket.files[0].token()


def test_a_full_disk_is_told_and_leaves_nothing_behind(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    response = add(cast, case, files=sent(PDF, "plan.pdf"))
    assert response.status_code == 422
    assert "could not write it to its disk" in response.content.decode()
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


def test_a_file_without_an_entry_is_swept_and_one_with_an_entry_never(
    cast: Cast, case: Case
) -> None:
    add(cast, case, files=sent(PDF, "plan.pdf"))
    kept = only(cast).sha256
    left = storing.keep("example", b"left halfway")
    with cast.scope():
        recorded = uploads.recorded()
    later = storing.path_of("example", left).stat().st_mtime + storing.SWEPT_AFTER_SECONDS
    assert storing.sweep("example", recorded, later - 60) == []
    assert storing.sweep("example", recorded, later + 60) == [left]
    assert list(storing.kept("example")) == [kept]
    assert storing.sweep("example", set(), later + 9e6) == [kept]


def test_the_record_that_stands_beside_a_paper_is_not_swept(cast: Cast, case: Case) -> None:
    beside = storing.keep("example", b"the record of a paper")
    add(cast, case, files=sent(PDF, "plan.pdf"))
    later = storing.path_of("example", beside).stat().st_mtime + 9e6
    with cast.scope():
        StoredFile.objects.update(origin={"record": beside, "camera": "Example"})
        recorded = uploads.recorded()
        names = set(StoredFile.objects.values_list("sha256", flat=True))
    assert storing.sweep("example", recorded, later) == []
    assert storing.sweep("example", names, later) == [beside]


def test_what_is_sent_again_is_not_swept_meanwhile(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    sha256 = storing.keep("example", b"sent twice")
    place = storing.path_of("example", sha256)
    os.utime(place, (1, 1))
    storing.keep("example", b"sent twice")
    assert storing.sweep("example", set(), place.stat().st_mtime + 60) == []


def test_a_file_of_another_case_or_town_is_absent(cast: Cast, case: Case) -> None:
    add(cast, case, files=sent(PDF, "plan.pdf"))
    id = only(cast).pk
    second = cast.case(FOUND)
    client = cast.client("supervisor")
    assert client.get(at(case, f"{id}/")).status_code == 200
    other = found_town("other", "city-9-3-12", "City of Other")
    theirs = other.case(FOUND)
    for page in (f"{id}/", f"{id}/original/", f"{id}/?shown"):
        assert client.get(at(second, page)).status_code == 404
        elsewhere = f"/other/cases/{theirs.number}/files/{page}"
        assert other.client("supervisor").get(elsewhere).status_code == 404


def test_a_document_has_no_picture_and_sizes_are_those_that_there_are(
    cast: Cast, case: Case
) -> None:
    add(cast, case, files=sent(PDF, "plan.pdf"))
    client = cast.client("inspector")
    assert client.get(at(case, f"{only(cast).pk}/?shown")).status_code == 404
    add(cast, case, files=sent(picture()), files_new="x")
    with cast.scope():
        photo = StoredFile.objects.get(kind="photo")
    assert client.get(at(case, f"{photo.pk}/?shown=../../x")).status_code == 404


def test_a_picture_that_is_known_is_not_sent_again(cast: Cast, case: Case) -> None:
    add(cast, case, files=sent(picture()), files_new="x")
    client = cast.client("inspector")
    where = at(case, f"{only(cast).pk}/?shown=small")
    first = client.get(where)
    again = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize("role", ["auditor", "administrator"])
def test_whoever_may_not_write_looks(cast: Cast, case: Case, role: str) -> None:
    assert "Add photos or files" not in cast.client(role).get(at(case)).content.decode()
    assert add(cast, case, role, files=sent(PDF, "a.pdf")).status_code == 403


def test_the_store_never_leaves_the_folder_of_its_town() -> None:
    for slug in ("../etc", "", "a/b", "a" * 61):
        with pytest.raises(ValueError, match="no town"):
            storing.folder(slug)
    for digest in ("../../etc/passwd", "A" * 64, "", "0" * 63):
        with pytest.raises(ValueError, match="no digest"):
            storing.path_of("example", digest)


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    secret = tmp_path / "secret"
    secret.write_bytes(b"kept apart")
    sha256 = hashlib.sha256(b"kept apart").hexdigest()
    place = storing.path_of("example", sha256)
    place.parent.mkdir(parents=True)
    place.symlink_to(secret)
    with pytest.raises(storing.Damaged):
        storing.fetch("example", sha256)


def test_a_copy_that_is_missing_is_made_anew(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    sha256 = storing.keep("example", picture())
    first = photographs.shown_copy("example", sha256)
    (copy,) = (tmp_path / "example" / "shown").iterdir()
    copy.unlink()
    assert photographs.shown_copy("example", sha256) == first
