"""Text, web page, Word file or PDF: one text comes out, or a reason by name."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reading import files

from outfall.law.faults import Refused
from outfall.reading import word_file
from outfall.reading.sources import FILE_MOST, TEXT_MOST, read_source, source_of
from outfall.reading.word_file import word_text

WORDS = files.word((None, "Article"), (0, "Notice"), (1, "within 10 days"))
PAGES = files.pdf("A. Notice\nwithin 10 days", "B. Appeal")


def why(data: bytes) -> str:
    """The code with which a file is refused."""
    with pytest.raises(Refused) as told:
        source_of(data, "file")
    (fault,) = told.value.faults
    assert fault.says.endswith(".")
    return fault.code


def text_or_reason(data: bytes) -> str:
    """The text of a file, or the code with which it is refused; anything else is a crash."""
    try:
        return source_of(data, "file").text
    except Refused as told:
        return told.faults[0].code


def test_a_text_in_each_encoding_and_line_end() -> None:
    said = "A. “Fourteen” days\n§ 2"
    for data in (said.encode(), said.encode("utf-8-sig"), said.encode("utf-16")):
        assert source_of(data.replace(b"\n", b"\n"), "x").text == said
    windows = source_of(said.encode("cp1252"), "x")
    assert (windows.text, len(windows.notes)) == (said, 1)
    assert source_of(b"A\r\nB\rC", "x").text == "A\nB\nC"


def test_what_nobody_sees_is_left_out_and_told() -> None:
    found = source_of("14\u202e days\u200b".encode(), "x")
    assert found.text == "14 days"
    assert found.notes == ("Characters that nobody sees were left out.",)


def test_a_word_file_has_the_numbers_that_word_draws() -> None:
    made = files.word(
        (None, "Sec. 1"),
        (0, "First"),
        (1, "one"),
        (1, "two"),
        (2, "deep"),
        (0, "Second"),
        (1, "one again"),
    )
    assert source_of(made, "x").text.splitlines() == [
        "Sec. 1",
        "A. First",
        "(1) one",
        "(2) two",
        "A.2.i deep",
        "B. Second",
        "(1) one again",
    ]


def test_tracked_changes_are_taken_as_accepted_and_told() -> None:
    found = source_of(files.tracked("within ", "seven", "ten"), "x")
    assert found.text == "within ten"
    assert "Tracked changes" in found.notes[0]


def test_the_head_of_the_page_is_left_out_and_told() -> None:
    found = source_of(files.word((None, "The law"), head="Town of Example"), "x")
    assert found.text == "The law"
    assert "head and foot" in found.notes[0]


def test_a_pdf_gives_its_pages() -> None:
    found = source_of(PAGES, "x")
    assert found.form == "pdf"
    assert [page.split() for page in found.text.split("\f")] == [
        ["A.", "Notice", "within", "10", "days"],
        ["B.", "Appeal"],
    ]


WEB = """<!doctype html><html><head><title>Code</title><style>p{}</style></head><body>
<script>document.write("B. never")</script><p hidden>C. nor this</p>
<h2>Sec. 4</h2><p>A. The&nbsp;fine is <b>$50</b>.</p>
<table><tr><th>Offense<th>Fine</tr><tr><td><p>1st</p></td><td>$5</td></tr></table>
<ol type="a" start="3"><li><p>nature</p><li value=7>place</ol></body></html>"""


def test_a_web_page_shows_what_a_reader_sees_and_nothing_runs() -> None:
    assert source_of(WEB.encode(), "x").text.splitlines() == [
        "Code",
        "Sec. 4",
        "A. The fine is $50.",
        "| Offense | Fine |",
        "| 1st | $5 |",
        "c. nature",
        "g. place",
    ]


ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(12))
    + b"]><x>&m;</x>"
)
REFUSED: list[tuple[str, Callable[[], bytes], str]] = [
    ("nothing", lambda: b" \n", "nothing-in-it"),
    ("bytes", lambda: b"A\0B\xff", "not-a-text"),
    ("a null in a text", lambda: b"A. 10 days\0", "not-a-text"),
    ("an old Word file", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 99, "form-not-read"),
    ("rich text", lambda: rb"{\rtf1 A.}", "form-not-read"),
    ("a picture", lambda: b"\x89PNG\r\n\x1a\n", "form-not-read"),
    ("a program", lambda: b"\x7fELF\x02", "form-not-read"),
    ("too large", lambda: b"a" * (FILE_MOST + 1), "text-too-large"),
    ("too long", lambda: b"a " * (TEXT_MOST // 2 + 1), "text-too-large"),
    ("a cut PDF", lambda: PAGES[: len(PAGES) // 3], "broken-file"),
    ("no PDF at all", lambda: b"%PDF-1.7 and nothing more", "broken-file"),
    ("a locked PDF", lambda: files.locked(PAGES, "secret"), "encrypted-file"),
    ("a cut Word file", lambda: WORDS[: len(WORDS) // 2], "broken-file"),
    ("another package", lambda: files.package(content_xml=b"<a/>"), "form-not-read"),
    ("a package alone", lambda: files.package(word__document_xml=b"<a/>"), "broken-file"),
    (
        "a package that bursts",
        lambda: files.replaced(WORDS, "word/document.xml", b"<a>" + b" " * 60_000_000),
        "packed-to-burst",
    ),
    (
        "entities of entities",
        lambda: files.replaced(WORDS, "word/document.xml", ENTITIES),
        "broken-file",
    ),
    ("pages without text", lambda: files.pdf("#rect()"), "no-text-in-it"),
]


@pytest.mark.parametrize(
    ("make", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_can_not_be_read_is_refused_by_name(make: Callable[[], bytes], code: str) -> None:
    data, began = make(), time.monotonic()
    assert why(data) == code
    assert time.monotonic() - began < 20


def test_a_file_that_bursts_would_take_memory_without_the_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: past the look, all of it is unpacked."""
    spaces = b"<?xml version='1.0'?>" + WORD_BODY % (b" " * 9_000_000)
    bomb = files.replaced(WORDS, "word/document.xml", spaces)
    assert len(bomb) < 60_000
    monkeypatch.setattr(word_file, "_looked_at", lambda data: None)
    text, _ = word_text(bomb)
    assert len(text) == 9_000_000


WORD_BODY = (
    b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    b"<w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>"
)


def test_a_reader_that_wants_all_memory_ends_alone() -> None:
    """What a file does to its reader stays in the reader's own process."""
    greedy = (
        "from outfall.reading import apart\n"
        "apart.confine()\n"
        "try:\n    import mmap; mmap.mmap(-1, 4_000_000_000)\n"
        "except (MemoryError, OSError):\n    print('refused')\n"
    )
    run = subprocess.run([sys.executable, "-c", greedy], capture_output=True, check=False)
    free = greedy.replace("apart.confine()\n", "")
    assert run.stdout == b"refused\n"
    without = subprocess.run([sys.executable, "-c", free], capture_output=True, check=False)
    assert without.stdout != b"refused\n"


def test_a_file_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "code.txt").write_text("A. Notice", encoding="utf-8")
    assert read_source(str(tmp_path / "code.txt")).text == "A. Notice"
    with pytest.raises(Refused) as told:
        read_source(str(tmp_path / "none.txt"))
    assert told.value.faults[0].code == "missing-file"


FUZZ = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@pytest.mark.parametrize("whole", [WORDS, PAGES], ids=["word", "pdf"])
@FUZZ
@given(at=st.integers(0, 10**6), put=st.binary(min_size=1, max_size=40), cut=st.booleans())
def test_a_damaged_file_is_read_or_refused_and_never_a_crash(
    whole: bytes, at: int, put: bytes, cut: bool
) -> None:
    at %= len(whole)
    data = whole[:at] + put + (b"" if cut else whole[at + len(put) :])
    assert text_or_reason(data).strip()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(alphabet="<>/ab&;\"'= liotdr1!-", max_size=200))
def test_any_markup_is_read(markup: str) -> None:
    assert text_or_reason(b"<html>" + markup.encode()).strip()


def test_a_huge_table_and_deep_lists_take_little_time() -> None:
    cells = "<table>" + "<tr><td>1st<td>$5" * 50_000
    deep = "<ol><li>" * 20_000 + "x"
    began = time.monotonic()
    assert source_of(f"<html>{cells}".encode(), "x").text.count("\n") > 49_000
    assert source_of(f"<html>{deep}".encode(), "x").text.endswith("x")
    assert time.monotonic() - began < 10
