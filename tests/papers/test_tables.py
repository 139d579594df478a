"""Tables leave as CSV and XLSX: text never comes to life, figures stay figures, nothing is lost."""

from __future__ import annotations

import csv
import io
import os
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xlsxwriter import Workbook

from outfall.law.faults import Refused
from outfall.papers import tables
from outfall.papers.tables import Cell, Column, Table, harmless, read_csv, stored, write_table

COLUMNS = (Column("Owner"), Column("Balance", "money"), Column("Day", "date"), Column("n", "whole"))
SIGNS = "=+-@＝＋－＠"
HOSTILE = [
    '=HYPERLINK("http://x","pay")',
    "+Plus Paving",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
    *(f"{sign}1+1" for sign in SIGNS),
    *(f"{before}{sign}1" for before in ' \t\r\n\0"\'\u00a0\u200b\ufeff\u201c«' for sign in "=＝"),
    "\tpay", "\rpay", "\npay", "\0pay", "\r\n\t =1",
    "paid;=1+1", "paid\t@x", "paid\n+1", "paid;\"=1",
    "'=1", "''=1", "'", "'quoted'", "O'Example", "",
    "<r><t>Example</t></r>", "<r></r>", "<r>&=1</r>", "_x003D_1", "_x0041_", "\ufffe",
    "Café 水道局 \U0001f4a7",
]  # fmt: skip
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TRICKY = st.text(st.sampled_from([*SIGNS, *"';\t\r\n\0 \"a,\u200b\ufeff"]), max_size=12)


def table(*rows: tuple[Cell, ...]) -> Table:
    return Table("cases", COLUMNS, rows)


def lines(*texts: str) -> Table:
    return Table("cases", (Column("Text"),), [(text,) for text in texts])


def begins_a_formula(cell: str) -> bool:
    """As a careless program does it: past blanks and marks, wide forms taken for plain ones."""
    if cell[:1] in ("\t", "\r", "\n", "\0"):
        return True
    for char in cell:
        plain = unicodedata.normalize("NFKC", char)[:1]
        if plain in tuple("=+-@−"):
            return True
        if not (char.isspace() or unicodedata.category(char)[0] == "C" or char in '"“”«»'):
            return False
    return False


def cells(content: bytes, delimiter: str) -> Iterator[str]:
    text = content.decode("utf-8-sig")
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        yield from row


def sheet(path: Path) -> Any:
    book = import_module("openpyxl").load_workbook(path, rich_text=False)
    assert len(book.worksheets) == 1
    return book.active


# CSV


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_no_formula_wherever_a_program_splits(
    text: str, delimiter: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    write_table(table((text, -25000, date(2026, 5, 1), 3), ("Next", 1, None, 0)), path)
    found = [c for c in cells(path.read_bytes(), delimiter) if begins_a_formula(c)]
    assert found == (["-250.00"] if delimiter == "," else [])


def test_a_plain_writer_lets_formulas_through_and_splits_them_off() -> None:
    """The control: the same texts through ``csv.writer`` alone come to life."""
    plain = io.StringIO(newline="")
    csv.writer(plain, lineterminator="\r\n").writerows((1, text) for text in HOSTILE)
    content = plain.getvalue().encode()
    assert sum(map(begins_a_formula, cells(content, ","))) > 30
    assert '=1+1"' in list(cells(b'1,"paid;=1+1"\r\n', ";"))
    assert '=1+1"' not in list(cells(b'1,"paid;\'=1+1"\r\n', ";"))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_back_as_it_was(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    row = (text, -25000, date(2026, 5, 1), 3)
    write_table(table(row), path)
    assert list(read_csv(path, COLUMNS)) == [row]


@given(texts=st.lists(TEXT | TRICKY, min_size=1, max_size=4))
def test_any_text_comes_back_as_it_was(texts: list[str]) -> None:
    columns = tuple(Column(f"c{n}") for n in range(len(texts)))
    file = io.BytesIO()
    tables.write_csv(Table("t", columns, [texts]), file)
    (_, row) = csv.reader(io.StringIO(file.getvalue().decode("utf-8-sig"), newline=""))
    assert [stored(text) for text in row] == texts
    assert not any(map(begins_a_formula, row))


@given(text=TEXT | TRICKY)
def test_two_texts_never_print_alike(text: str) -> None:
    assert stored(harmless(text)) == text
    assert not begins_a_formula(harmless(text))


def test_an_apostrophe_that_is_not_doubled_would_be_lost() -> None:
    """The control: a writer that only guards formulas can't tell these two apart."""
    guarded = ["'" + text if begins_a_formula(text) else text for text in ("=1", "'=1")]
    assert guarded[0] == guarded[1]
    assert harmless("=1") != harmless("'=1")


def test_every_form_that_folds_to_a_sign_is_live() -> None:
    folds = {
        c for c in map(chr, range(0x110000)) if unicodedata.normalize("NFKC", c)[:1] in {*"=+-@"}
    }
    compound = {c for c in folds if len(unicodedata.normalize("NFKC", c)) > 1}
    assert folds - compound <= set(tables.LIVE)
    assert set(SIGNS) <= set(tables.LIVE)


def test_long_hostile_text_takes_no_long_time() -> None:
    for text in ("\n" * 200_000, "' " * 100_000, ";" * 200_000, " " * 200_000):
        assert stored(harmless(text)) == text


@pytest.mark.parametrize(
    ("cents", "printed"), [(-25000, "-250.00"), (-5, "-0.05"), (0, "0.00"), (123456, "1234.56")]
)
def test_an_amount_is_a_number_below_zero_too(cents: int, printed: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_table(table(("", cents, None, -4)), path)
    assert path.read_bytes().split(b"\r\n")[1].decode() == f",{printed},,-4"
    assert list(read_csv(path, COLUMNS)) == [("", cents, None, -4)]


def test_csv_is_of_the_form_that_spreadsheets_take(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    assert (
        write_table(table(("Café", 100, date(2026, 5, 1), 1), (None, None, None, None)), path) == 2
    )
    assert path.read_bytes() == (
        b"\xef\xbb\xbfOwner,Balance,Day,n\r\nCaf\xc3\xa9,1.00,2026-05-01,1\r\n,,,\r\n"
    )
    # The control: without its mark, a program of the old Western alphabet shows another name.
    assert "CafÃ©" in path.read_bytes()[3:].decode("cp1252")


def test_a_pipe_gets_no_mark() -> None:
    file = io.BytesIO()
    tables.write_csv(lines("x"), file, marked=False)
    assert file.getvalue() == b"Text\r\nx\r\n"


@pytest.mark.parametrize(
    "row",
    [("x", 1.5, None, 1), ("x", "1", None, 1), (4, 1, None, 1), ("x", True, None, 1),
     ("x", 1, "2026-05-01", 1)],
)  # fmt: skip
def test_a_cell_of_another_kind_is_a_fault_of_ours(row: Any, tmp_path: Path) -> None:
    for name in ("a.csv", "a.xlsx"):
        with pytest.raises(TypeError):
            write_table(table(row), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [("Owner,Amount,Day,n\r\n", "the columns are"),
     ("Owner,Balance,Day,n\r\nx,1.5,,\r\n", "no amount"),
     ("Owner,Balance,Day,n\r\nx\r\n", "shorter")],
)  # fmt: skip
def test_a_csv_of_another_form_is_not_taken(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(text.encode())
    with pytest.raises(ValueError, match=says):
        list(read_csv(tmp_path / "a.csv", COLUMNS))


# XLSX


def test_text_in_a_workbook_is_a_string_marked_as_quoted(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    shown = [text for text in HOSTILE if text]
    assert write_table(lines(*shown), path) == len(shown)
    found = [row[0] for row in sheet(path).iter_rows(min_row=2)]
    assert {cell.data_type for cell in found} == {"s"}
    assert all(cell.quotePrefix for cell in found)
    unescape = import_module("openpyxl.utils.escape").unescape
    told = [unescape(cell.value).replace("\r\n", "\n") for cell in found]
    assert told == [text.replace("\r\n", "\n") for text in shown]


def test_the_library_left_alone_writes_formulas_and_bare_xml(tmp_path: Path) -> None:
    """The control: ``write`` makes a formula, and rich text of its own out of ``<r>``."""
    path = tmp_path / "raw.xlsx"
    with Workbook(path, {"constant_memory": True}) as book:
        raw = book.add_worksheet()
        raw.write(0, 0, "=1+1")
        raw.write_string(1, 0, "<r><t>Example</t></r>")
    first, second = (row[0] for row in sheet(path).iter_rows())
    assert first.data_type == "f"
    assert second.value == "Example"


def test_figures_and_days_in_a_workbook_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    write_table(table(("Example", -25005, date(2026, 5, 1), 3), (None, None, None, None)), path)
    (owner, balance, day, n), empty = sheet(path).iter_rows(min_row=2, max_row=3)
    assert [cell.data_type for cell in (owner, balance, day, n)] == ["s", "n", "d", "n"]
    assert (balance.value, balance.number_format) == (-250.05, "#,##0.00")
    assert (day.value.date(), day.number_format) == (date(2026, 5, 1), "yyyy-mm-dd")
    assert n.value == 3
    assert {cell.value for cell in empty} == {None}


def test_a_workbook_is_ready_to_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    write_table(
        table(("Example Holdings LLC of Example", 1, None, 1), ("x" * 99, 1, None, 1)), path
    )
    found = sheet(path)
    assert found.title == "cases"
    assert found.freeze_panes == "A2"
    assert found.auto_filter.ref == "A1:D3"
    assert all(cell.font.bold for cell in found[1])
    assert [round(found.column_dimensions[c].width) for c in "AB"] == [tables.WIDEST + 1, 12]


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    row = ("=Example", 1, date(2026, 5, 1), 1)
    for name in ("a.csv", "b.csv", "a.xlsx", "b.xlsx"):
        write_table(table(row), tmp_path / name)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 31, 0, 0, 0)}
        assert b"2000-01-01T00:00:00Z" in archive.read("docProps/core.xml")


@pytest.mark.parametrize("text", ["x" * 32_768, "\U0001f4a7" * 16_384])
def test_text_longer_than_a_cell_is_refused_and_not_cut(text: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="row 2, Text: the text is longer than 32,767 characters"):
        write_table(lines(text), tmp_path / "a.xlsx")
    assert list(tmp_path.iterdir()) == []
    write_table(lines(text[1:]), tmp_path / "a.xlsx")
    assert sheet(tmp_path / "a.xlsx")["A2"].value == text[1:]


def test_more_rows_than_a_sheet_holds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "ROWS_MOST", 2)
    assert write_table(lines("a", "b"), tmp_path / "a.xlsx") == 2
    with pytest.raises(Refused, match="more than 2 rows"):
        write_table(lines("a", "b", "c"), tmp_path / "a.xlsx")
    assert [row[0].value for row in sheet(tmp_path / "a.xlsx").iter_rows()] == ["Text", "a", "b"]


# The file


@pytest.mark.parametrize("name", ["a.txt", "a", "a.xls", "a.csv.gz"])
def test_another_ending_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"a table is written as \.csv or \.xlsx") as refused:
        write_table(lines("x"), tmp_path / name)
    assert [fault.code for fault in refused.value.faults] == ["unknown-ending"]
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe.csv")
    for name, says in {
        "none/a.csv": "there is no folder",
        "folder.csv": "this is a folder",
        "file/a.csv": "there is no folder",
        "pipe.csv": "this is no ordinary file",
    }.items():
        with pytest.raises(Refused, match=says) as refused:
            write_table(lines("x"), tmp_path / name)
        assert [fault.code for fault in refused.value.faults] == ["file-not-written"]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize("fails", ["mkstemp", "fsync", "chmod", "replace"])
def test_a_disk_that_fails_leaves_the_earlier_file(
    fails: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(b"earlier")

    def broken(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    owner = tempfile if fails == "mkstemp" else os
    with monkeypatch.context() as patch:
        patch.setattr(owner, fails, broken)
        with pytest.raises(Refused, match=r"this can't be written \(permission denied\)"):
            write_table(lines("x"), path)
    assert path.read_bytes() == b"earlier"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_stop_in_the_middle_leaves_the_earlier_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(b"earlier")

    def rows() -> Iterator[tuple[str]]:
        yield ("first",)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_table(Table("t", (Column("Text"),), rows()), path)
    assert path.read_bytes() == b"earlier"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_writing_in_place_would_leave_a_half_file(tmp_path: Path) -> None:
    """The control: the same stop, written straight to the place."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"earlier")

    def rows() -> Iterator[tuple[str]]:
        yield ("first",)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), open(path, "wb") as file:
        tables.write_csv(Table("t", (Column("Text"),), rows()), file)
    assert path.read_bytes() != b"earlier"


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    place, link = tmp_path / "kept" / "a.csv", tmp_path / "a.csv"
    place.parent.mkdir()
    place.write_bytes(b"earlier")
    place.chmod(0o640)
    link.symlink_to(place)
    write_table(lines("x"), link)
    assert link.is_symlink()
    assert place.stat().st_mode & 0o777 == 0o640
    assert b"x" in place.read_bytes()
