"""How a page is laid out: every word is on it, within its width, wherever it is printed."""

from __future__ import annotations

import io
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfall.cli.page import (
    Part,
    Rule,
    Text,
    bare,
    bullets,
    columns,
    indented,
    nested,
    print_page,
    table,
)
from outfall.told.phrases import short, written

WORDS = st.text(alphabet="ab \n", max_size=80)


def flat(part: Part, width: int) -> list[str]:
    """The lines as they are printed."""
    return ["".join(text for text, _ in line).rstrip() for line in part.lines(width)]


@given(WORDS, st.integers(1, 30))
def test_every_letter_is_kept_and_no_line_is_too_long(text: str, width: int) -> None:
    lines = list(Text(text).lines(width))
    assert all(sum(len(piece) for piece, _ in line) <= width for line in lines)
    kept = "".join(piece for line in lines for piece, _ in line)
    assert [c for c in kept if c != " "] == [c for c in text if c not in " \n"]


@given(WORDS, WORDS, st.integers(1, 30))
def test_a_style_stays_with_its_words(plain: str, bold: str, width: int) -> None:
    pieces = [piece for line in Text(plain, (bold, "bold")).lines(width) for piece in line]
    for style, text in (("", plain), ("bold", bold)):
        kept = "".join(piece for piece, of in pieces if of == style)
        assert [c for c in kept if c != " "] == [c for c in text if c not in " \n"]


def test_words_are_broken_between_where_they_can_be() -> None:
    assert flat(Text("the later of two days"), 12) == ["the later of", "two days"]
    assert flat(Text("averylongword"), 5) == ["avery", "longw", "ord"]
    assert flat(Text("one\n\ntwo"), 9) == ["one", "", "two"]


def test_a_column_without_a_ratio_is_as_wide_as_it_must_be_and_the_others_share_the_rest() -> None:
    rows = table("Day", "What", "Cite", ratios=(0, 1, 0))
    rows.add_row("Mon", "a word and another word and more", "C(6)")
    rows.add_row("Tuesday", "x", "")
    assert flat(rows, 40) == [
        "Day      What                       Cite",
        "Mon      a word and another word    C(6)",
        "         and more",
        "Tuesday  x",
    ]


def test_what_belongs_below_keeps_its_own_indentation() -> None:
    part = indented(nested(Text("head"), [Text("one two three"), bullets([Text("four")])]))
    assert flat(part, 13) == ["  head", "  -  one two", "     three", "  -  -  four"]


def test_a_row_without_room_is_still_all_there() -> None:
    rows = bare(0, 1)
    rows.add_row("a-very-long-name-of-a-field", "and its words")
    assert "".join("".join(flat(rows, 10)).split()) == "a-very-long-name-of-a-fieldanditswords"


@pytest.mark.parametrize(
    ("asked", "width"), [("80", 80), ("250", 100), ("5", 40), ("", 100), ("wide", 100), ("0", 100)]
)
def test_the_width_is_asked_of_the_environment(
    asked: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", asked)
    assert columns() == width


def test_words_of_a_file_can_not_turn_the_page_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    print_page([Text("owed $5.00\rowed $0.00 \u202e00.1$")])
    assert sys.stdout.getvalue() == "owed $5.00 owed $0.00  00.1$\n"  # type: ignore[union-attr]


def test_a_terminal_of_another_alphabet_gets_a_plain_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert flat(Rule(), 3) == ["---"]


@pytest.mark.parametrize("month", range(1, 13))
def test_days_are_said_in_english(month: int) -> None:
    day = date(2026, month, 1)
    assert written(day) == f"{day:%A}, {day:%B} 1, 2026"
    assert short(day) == f"{day:%a} {day}"
