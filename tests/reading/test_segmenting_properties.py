"""Whatever the text: each character stands in a provision, and ``places`` leads back to it."""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outfall.reading.provisions import Kind, Text
from outfall.reading.segmenting import segment

LAYOUTS = Path(__file__).parent / "layouts"
SOURCES = [path.read_text(encoding="utf-8") for path in sorted(LAYOUTS.glob("*.txt"))]
LINES = [line for source in SOURCES for line in source.splitlines(keepends=True)]
PIECES = [
    "(a)",
    "(1)",
    "A.",
    "1.",
    "a.",
    "i.",
    "(i)",
    "(ii)",
    "(aa)",
    "1)",
    "[1]",
    "Sec.",
    "§",
    "5-1.",
    "12.3",
    "Violations.",
    "contain:",
    ";",
    "|",
    "$5.00",
    "12",
    "shall",
    "The",
    "and",
    "or",
    "•",
    "-",
    "*",
    "**",
    "\\",
    "_",
    "Page",
    "(Ord.",
    "5-1-2003)",
    "Editor's",
    "note—",
    "CHAPTER",
    "#",
    "##",
    "|---|",
    "x-",
    "“",
    "”",
]
REPEATED = re.compile(r"^\d\. \(\w\)|^\(A\)\(1\)\(b\)", re.MULTILINE)
"""Markers that a converter or a path prints beside the item's own: they are spanned only."""
GLUE = ["", " ", "\n", "\n\n", "\t", "\r\n", "\f", "\u2003", "\u00ad", "\u200b", "\u2028", "   "]


def assert_whole(text: Text) -> None:
    """Spans are apart or one in another, all characters but blanks are in one, places are true."""
    source = text.source
    owner = [-1] * len(source)
    around: list[int] = []
    for number, one in enumerate(text.provisions):
        assert one.parent is None or one.parent < number
        while around and text.provisions[around[-1]].end <= one.start:
            around.pop()
        if around:
            assert one.end <= text.provisions[around[-1]].end
            assert one.kind in (Kind.FURNITURE, Kind.NOTE)
        around.append(number)
        owner[one.start : one.end] = [number] * (one.end - one.start)
    lost = [place for place, of in enumerate(owner) if of < 0 and not source[place].isspace()]
    assert lost == []
    for number, one in enumerate(text.provisions):
        assert len(one.text) == len(one.places)
        assert all(low < high for low, high in itertools.pairwise(one.places))
        for letter, place in zip(one.text, one.places, strict=True):
            assert source[place] == letter or (letter == " " and source[place].isspace())
            assert owner[place] == number or source[place].isspace()


def printed(text: Text) -> str:
    """All that is read of a text and not only spanned: texts, markers, without blanks."""
    return "".join("".join((one.marker, one.text)) for one in text.provisions)


@given(st.text(max_size=400))
def test_any_text_is_held_whole(source: str) -> None:
    assert_whole(segment(source))


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(GLUE)), max_size=60))
def test_pieces_of_layouts_in_any_order_are_held_whole(pieces: list[tuple[str, str]]) -> None:
    assert_whole(segment("".join(itertools.chain.from_iterable(pieces))))


@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_shuffled_lines_of_layouts_are_held_whole(lines: list[str]) -> None:
    assert_whole(segment("".join(lines)))


@given(st.sampled_from(SOURCES), st.data())
def test_a_layout_cut_anywhere_is_held_whole(source: str, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, len(source)))
    high = data.draw(st.integers(low, len(source)))
    assert_whole(segment(source[low:high]))


@given(st.sampled_from([source for source in SOURCES if not REPEATED.search(source)]))
def test_letters_and_figures_are_read_and_not_only_spanned(source: str) -> None:
    """The control of the properties above: a segmenter that spans all and reads nothing fails."""
    read = sorted(letter for letter in printed(segment(source)) if letter.isalnum())
    assert read == sorted(letter for letter in source if letter.isalnum())


@given(st.sampled_from(SOURCES))
def test_the_same_text_gives_the_same_provisions(source: str) -> None:
    assert segment(source) == segment(source)


SECTION = """Sec. 8-{0}. - Hatches.
(a) Duty. A hatch shall be shut by night, as subsection (b) of this section says.
(b) Notice. The notice of section 8-{0} shall contain:
(1) The place of the hatch; and
(2) The day by which it shall be shut, not less than five days after the notice.
It goes by mail, and a copy of it is kept for three years in the office of the clerk.
(c) Fine. The fine is $35.00 for each night, and it is owed whether or not there was a notice.
(Ord. No. {0}, 1-2-2003)
"""


def test_a_code_of_a_megabyte_takes_a_few_seconds() -> None:
    source = "\n".join(SECTION.format(number) for number in range(1, 2100))
    assert len(source) > 900_000
    start = time.process_time()
    text = segment(source)
    assert time.process_time() - start < 15
    assert sum(one.kind is Kind.HEADING for one in text.provisions) == 2099
    assert text.provisions[-2].cite == "8-2099/(c)"


HOSTILE = [
    "a", "(", ")", "[", "(a) ", "(a)(1)", ".(1)", ".", "; A. ", "1.", "1", "| a ", "a\t", "§ ",
    "Sec. 5-1. A ", "-", "*", "a-\n", "_", "\\", "section (a), ", "and ", "(Ord. 5) ", "x\n",
    "(a)\n", "1.\n", "#\n", "HEAD\n\f", "Ab ", "- ", "a   b   ", "a  $5\n", "i", "Editor",
    "Version ", "http://", "a—", "\u00ad\n", "; (1) x", "Title\n\n", "[a](b", "share link",
    "page | ", "[ ",
    "$_", "A-", "A-a", "1.1", "x (", "Ord. 5", "code is current ", " ", "\n", "\t", "(i) x; or ",
    "§ 1-1-1", "A.1.", "The fine.\n", "The notice:\n(1) x;\n", "Copyright ", "- (1)\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_repetition_makes_time_run_away(piece: str) -> None:
    """Eight times the text may take eight times as long and some more, but never its square.

    The processor's time counts: another test that has the core meanwhile is not the reader's doing.
    """
    small, large = piece * (2_000 // len(piece)), piece * (16_000 // len(piece))
    times = []
    for source in (small, large):
        start = time.process_time()
        segment(source)
        times.append(time.process_time() - start)
    assert times[1] < 2.0 or times[1] < 24 * times[0], times


@settings(max_examples=30)
@given(st.lists(st.sampled_from(PIECES + GLUE), min_size=1, max_size=6))
def test_no_repeated_mixture_makes_time_run_away(pieces: list[str]) -> None:
    unit = "".join(pieces)
    if unit:
        start = time.process_time()
        segment(unit * (8_000 // len(unit)))
        assert time.process_time() - start < 10
