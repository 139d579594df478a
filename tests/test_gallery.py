"""The gallery shows every paper, as it is made today."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

import gallery
from outfall.papers.catalog import PAPERS
from outfall.papers.packet import printed
from outfall.papers.press import Press

PICTURE = re.compile(r"^!\[([^\]]+)\]\(gallery/([^)]+)\)$", re.MULTILINE)
EACH_MOST, ALL_MOST = 70_000, 2_500_000


def told() -> list[tuple[str, str]]:
    """The pictures of the page: what each shows in words, and its file."""
    return PICTURE.findall(gallery.PAGE.read_text("utf-8"))


def test_each_paper_is_shown() -> None:
    assert {item.paper for item in gallery.shown()} == set(PAPERS)
    assert [item.name for item in gallery.shown() if item.language == "es"] == [
        "notice_of_violation.es"
    ]


def test_the_page_and_its_pictures_are_current() -> None:
    assert gallery.stale() == [], "run make gallery"


def test_each_picture_is_there_once_with_words_of_its_own() -> None:
    words, files = zip(*told(), strict=True)
    assert sorted(files) == sorted(gallery.digests())
    assert len(set(words)) == len(words)


def test_the_pictures_are_small_enough_to_be_kept() -> None:
    sizes = {name: (gallery.PICTURES / name).stat().st_size for _, name in told()}
    assert [name for name, size in sizes.items() if size > EACH_MOST] == []
    assert sum(sizes.values()) < ALL_MOST


def test_a_page_of_the_packet_begins_as_the_gallery_says() -> None:
    press = Press()
    reader = PdfReader(io.BytesIO(printed(gallery.packet(), press)))
    press.close()
    for page in gallery.PACKET_PAGES:
        assert gallery.heading_of(page) in reader.pages[page - 1].extract_text()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gallery of another folder, whole but for one picture and its page."""
    monkeypatch.setattr(gallery, "PICTURES", tmp_path)
    monkeypatch.setattr(gallery, "PAGE", tmp_path.parent / f"{tmp_path.name}.md")
    page = Image.new("RGB", (4, 4), "white")
    content = io.BytesIO()
    page.save(content, "PNG")
    for name, digest in gallery.digests().items():
        (tmp_path / name).write_bytes(gallery.small(content.getvalue(), digest))
    gallery.PAGE.write_text(gallery.page(), "utf-8")
    return tmp_path


def test_what_is_stale_is_seen(elsewhere: Path) -> None:
    """The control: a picture of another record, one that is gone, one too many, another page."""
    assert gallery.stale() == []
    old = (elsewhere / "decision.png").read_bytes()
    (elsewhere / "extension.png").write_bytes(old)
    (elsewhere / "tax_roll.png").unlink()
    (elsewhere / "writ.png").write_bytes(old)
    gallery.PAGE.write_text("another", "utf-8")
    assert sorted(gallery.stale()) == sorted(
        ["extension.png", "tax_roll.png", "writ.png", gallery.PAGE.name]
    )
