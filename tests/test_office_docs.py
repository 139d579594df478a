"""The pages about the office show it as it is: each picture is there, and no page is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

import reference_office
import screenshots
from outfall.law.words import NAMES
from outfall.web.permissions import ENTRIES, PAGES
from outfall.web.towns.context import NAV
from outfall.web.urls import GROUPS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURE = re.compile(r"^!\[([^\]]+)\]\(office/([^)]+)\)$", re.MULTILINE)
EACH_MOST, ALL_MOST = 250_000, 4_000_000
TOWN = re.compile(r"webster|9-3-12", re.IGNORECASE)
HOW_TO = (
    "annual-report",
    "dispose-of-records",
    "hold-a-hearing",
    "import-payments",
    "issue-and-serve-a-paper",
    "map-and-layers",
    "money-in-the-office",
    "read-an-ordinance",
    "record-what-happened",
    "second-person",
    "set-up-your-town",
    "sign-in-safely",
    "take-in-a-report",
)


SCREENS = ROOT / "src" / "outfall" / "web"
EMPHASIS = re.compile(r"(?<![*\w])\*(?! )([^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])")
IN_THE_TEXT = {"as it is now"}  # stress, and no words of a screen


def on_screens() -> str:
    """All that the office's pages can say, in small letters, on one line."""
    files = [file for file in SCREENS.rglob("*") if file.suffix in (".html", ".py", ".yaml")]
    texts = [file.read_text("utf-8") for file in files] + list(NAMES.values())
    return " ".join(re.sub(r"{[{%].*?[%}]}", " ", " ".join(texts)).lower().split())


def told() -> list[tuple[str, str]]:
    """The pictures of the page: what each shows in words, and its file."""
    return PICTURE.findall((DOCS / "office.md").read_text("utf-8"))


def test_the_page_is_what_the_script_says() -> None:
    assert (DOCS / "office.md").read_text("utf-8") == screenshots.page(), "run make screenshots"


def test_every_picture_is_there_and_none_besides() -> None:
    kept = sorted(file.name for file in (DOCS / "office").iterdir())
    assert sorted(name for _, name in told()) == kept == sorted(f"{s.name}.png" for s in SHOTS)


SHOTS = screenshots.SHOTS


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_picture_has_its_size(shot: screenshots.Shot) -> None:
    with Image.open(DOCS / "office" / f"{shot.name}.png") as picture:
        assert picture.format == "PNG"
        assert picture.width == shot.width
        high = screenshots.HIGH if shot.width == screenshots.WIDE else screenshots.PHONE_HIGH
        assert high <= picture.height <= (screenshots.WHOLE_MOST if shot.whole else high)


def test_pictures_stay_small() -> None:
    sizes = {file.name: file.stat().st_size for file in (DOCS / "office").iterdir()}
    assert {name: size for name, size in sizes.items() if size > EACH_MOST} == {}
    assert sum(sizes.values()) <= ALL_MOST


def test_every_way_of_the_navigation_is_shown() -> None:
    assert [label for _, label in NAV if label not in screenshots.GALLERY] == []
    assert len([shot for shot in SHOTS if shot.width == screenshots.PHONE]) >= 3


def test_a_picture_says_what_it_shows_once() -> None:
    says = [words for words, _ in told()]
    assert len(set(says)) == len(says)
    assert [words for words in says if TOWN.search(words)] == []


@pytest.mark.parametrize("name", HOW_TO)
def test_each_task_names_who_may_do_it(name: str) -> None:
    text = (DOCS / "how-to" / f"{name}.md").read_text("utf-8")
    assert re.search(r"^Who may: .+", text, re.MULTILINE)
    assert len(text.splitlines()) < 70, "one task a page"


def test_what_a_page_calls_by_name_is_called_so_on_the_screen() -> None:
    known = on_screens()
    pages = [DOCS / "how-to" / f"{name}.md" for name in HOW_TO]
    for page in [*pages, DOCS / "tutorial" / "3-first-day-in-the-office.md"]:
        said = {" ".join(words.split()) for words in EMPHASIS.findall(page.read_text("utf-8"))}
        parts = {part.strip().lower() for words in said - IN_THE_TEXT for part in words.split("…")}
        assert [part for part in sorted(parts) if part not in known] == [], page.name


def test_the_table_of_rights_has_every_page_and_every_entry() -> None:
    shown = {one.name for group in GROUPS for one in group.PATHS}
    assert set(PAGES) - shown == set()
    rows = list(reference_office.pages())
    assert [row for row in rows if not all(row)] == []
    assert len(list(reference_office.entries())) == len(ENTRIES)


def test_a_name_that_no_screen_has_is_noticed() -> None:
    assert EMPHASIS.findall("Press *Do it\nnow*, and **not** 2 * 3 * 4.") == ["Do it\nnow"]
    assert "show what this changes" in on_screens()
    assert "do it backwards" not in on_screens()
