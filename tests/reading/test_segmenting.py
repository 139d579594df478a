"""Each layout is a small text of our own with its answers beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.segmenting import outline, segment
from outfall.reading.splitting import blocks, markers, numbering

LAYOUTS = Path(__file__).parent / "layouts"
NAMES = sorted(path.stem for path in LAYOUTS.glob("*.txt"))


def read(name: str) -> tuple[str, dict[str, Any]]:
    with (LAYOUTS / f"{name}.txt").open(encoding="utf-8", newline="") as file:
        source = file.read()
    answers = yaml.safe_load((LAYOUTS / f"{name}.yaml").read_text(encoding="utf-8"))
    return source, answers


def innermost(text: Text, place: int) -> Provision:
    around = [one for one in text.provisions if one.start <= place < one.end]
    return min(around, key=lambda one: one.end - one.start)


def at(text: Text, words: str) -> Provision:
    assert text.source.count(words) >= 1, f"{words!r} stands nowhere in the text"
    return innermost(text, text.source.index(words))


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_gives_its_cites(name: str) -> None:
    source, answers = read(name)
    text = segment(source)
    found = {words: at(text, words).cite for words in answers["cites"]}
    wanted = {words: str(cite) for words, cite in answers["cites"].items()}
    assert found == wanted, "\n".join(outline(text))


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_gives_its_kinds_captions_and_texts(name: str) -> None:
    source, answers = read(name)
    text = segment(source)
    for words, kind in (answers.get("kinds") or {}).items():
        assert at(text, words).kind is Kind(kind), words
    for words, caption in (answers.get("captions") or {}).items():
        assert at(text, words).caption == caption
    for words, end in (answers.get("texts") or {}).items():
        assert at(text, words).text.endswith(end)


@pytest.mark.parametrize("name", [name for name in NAMES if "remarks" in read(name)[1]])
def test_a_layout_gives_its_remarks_and_no_others(name: str) -> None:
    source, answers = read(name)
    assert [one.id for one in segment(source).remarks] == answers["remarks"]


def test_there_is_a_layout_for_every_answer_and_an_answer_for_every_layout() -> None:
    assert sorted(path.stem for path in LAYOUTS.glob("*.yaml")) == NAMES
    assert len(NAMES) >= 40


def test_an_outline_is_a_line_for_each_provision() -> None:
    text = segment("Sec. 1. Doors.\n(a) A door:\n(1) opens; and\n(2) shuts.\n(Ord. 5, 1999)\n")
    assert outline(text) == [
        "1 [heading] Sec. 1. Doors.",
        "  (a) A door:",
        "    (a).(1) opens; and",
        "    (a).(2) shuts.",
        "   [note] (Ord. 5, 1999)",
    ]


def test_a_list_item_stands_under_its_item_and_that_under_the_heading() -> None:
    text = segment("§ 3.1 DOORS.\n(A) A door:\n(1) opens.\n")
    heading, item, inner = text.provisions
    assert (heading.kind, heading.parent, heading.depth) == (Kind.HEADING, None, 0)
    assert (item.parent, item.depth, item.marker, item.section) == (0, 1, "(A)", "3.1")
    assert (inner.parent, inner.depth, inner.marker) == (1, 2, "(1)")
    assert text.children(1) == (inner,)


def test_a_page_within_a_paragraph_is_a_provision_inside_its_span() -> None:
    text = segment("(a) The owner shall pay the cost of\n\n12\n\nthe work.\n(b) At once.\n")
    paragraph, page, _ = text.provisions
    assert paragraph.text == "The owner shall pay the cost of the work."
    assert page.kind is Kind.FURNITURE
    assert paragraph.start < page.start < page.end < paragraph.end


def test_a_word_that_the_text_writes_with_a_hyphen_keeps_it_at_a_lines_end() -> None:
    lines = [
        "(a) Every land-disturbing activity that is begun here shall be known.",
        "(b) The town lists each land-",
        "disturbing activity and its com-",
        "mencement in a book that it keeps for this purpose and shows at all",
        "hours to everybody who comes to the hall and asks for it.",
    ]
    text = segment("\n".join(lines))
    assert "each land-disturbing activity and its commencement in" in text.provisions[1].text


def test_a_marker_that_fits_no_list_is_shown_as_unread() -> None:
    text = segment("(a) One.\n(b) Two.\n(zz) Surprise.\n(c) Three.\n(d) Four.\n")
    assert [one.cite for one in text.provisions] == ["(a)", "(b)", "(b).p1", "(c)", "(d)"]
    assert text.provisions[2].kind is Kind.UNREAD
    assert text.provisions[2].text == "(zz) Surprise."
    assert [one.id for one in text.remarks] == ["stray"]


def cites_of(name: str) -> dict[str, str]:
    source, answers = read(name)
    text = segment(source)
    return {words: at(text, words).cite for words in answers["cites"]}


def test_control_without_other_readings_kept_a_marker_is_misread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The harm that keeping several readings side by side prevents."""
    wanted = {name: cites_of(name) for name in NAMES}
    monkeypatch.setattr(numbering, "WIDTH", 1)
    assert [name for name in NAMES if cites_of(name) != wanted[name]] != []


def test_control_without_looking_at_references_prose_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The harm that knowing references prevents: "subsections (a)(1), (2) and (3)" is no list."""
    wanted = cites_of("prose-is-no-marker")
    monkeypatch.setattr(markers, "is_reference", lambda before: False)
    assert cites_of("prose-is-no-marker") != wanted


def test_control_without_running_heads_a_paragraph_is_torn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = cites_of("running-heads")
    monkeypatch.setattr(blocks, "running_heads", lambda source, lines: frozenset())
    assert cites_of("running-heads") != wanted
