"""The one writer of tables: every register leaves as CSV or XLSX through here, and no formula does.

A spreadsheet takes text that begins with ``=``, ``+``, ``-`` or ``@`` for a formula and runs it on
the reader's machine; the names and complaints in a case are written by anybody. Text stays text
here, amounts and days stay numbers, and what is stored is never changed: ``read_csv`` gives back
what was written, to the character.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from outfall.law.data import amount
from outfall.law.faults import Fault, Refused
from outfall.papers.whole import put_whole

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

Cell = str | int | date | None
Row = Sequence[Cell]

KINDS = ("text", "money", "date", "whole")
ENDINGS = (".csv", ".xlsx")
ROWS_MOST = 1_048_575
TEXT_MOST = 32_767
"""What a sheet of XLSX holds below its head, and a cell, in units of UTF-16."""
WIDEST = 60
CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 -- a mark, the same in every file, and no instant

LIVE = "=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−﬩"
"""What begins a formula, in every form that a program may fold to the plain one (NFKC)."""
_BLANK = (
    r"\x00-\x08\x0b\x0c\x0e-\x20\x7f-\xa0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3000\ufeff\"'`´‘-‟«»‹›＂＇"
)
"""Blanks, what nobody sees, and quotation marks: a program may drop them before it looks."""
_STOPS = r";\t\r\n"
"""What may end a cell where a program does not split at commas, as in much of Europe."""
_LIVE = re.escape(LIVE)
_OPENS = re.compile(
    rf"\A(?=[\0\t\r\n']|[{_BLANK}{_STOPS}]*[{_LIVE}])|(?<=[{_STOPS}])(?='|[{_BLANK}]*[{_LIVE}])"
)
_OPENED = re.compile(rf"(?:\A|(?<=[{_STOPS}]))'")
_MONEY = re.compile(r"(-?)(\d+)\.(\d\d)")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its head, and the kind of its cells. Money is integer cents; empty is None."""

    head: str
    kind: str = "text"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind} is no kind of column: one of {', '.join(KINDS)}")


@dataclass(frozen=True, slots=True)
class Table:
    """A name of at most 31 characters, columns, and rows as long as the columns.

    Rows are gone through once, and need not all be in memory.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]


def write_table(table: Table, path: Path) -> int:
    """Write a table to a file ending in .csv or .xlsx, whole or not at all; gives its rows.

    Raises ``Refused`` for another ending, for a place that can't be written, and for what a sheet
    of XLSX does not hold.
    """
    write = checked_ending(path)
    written: list[int] = []
    put_whole(path, lambda file: written.append(write(table, file)))
    return written[0]


def checked_ending(path: Path) -> Callable[[Table, BinaryIO], int]:
    """The writer for a file's ending; ``Refused`` where there is none. Ask it before long work."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        says = "a table is written as .csv or .xlsx. Give the file one of these endings"
        raise Refused((Fault(str(path), says, "unknown-ending"),))
    return write_csv if ending == ".csv" else write_xlsx


# CSV


def write_csv(table: Table, file: BinaryIO, *, marked: bool = True) -> int:
    """Write a table as CSV (RFC 4180: commas, CRLF) in UTF-8; gives its rows.

    ``marked`` puts the byte order mark first: without it Excel takes the file for its own old
    alphabet and garbles every name with an accent; other readers pass over it. A pipe goes without.
    """
    text = io.TextIOWrapper(file, "utf-8-sig" if marked else "utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(harmless(column.head) for column in table.columns)
        count = 0
        for row in table.rows:
            writer.writerow([_printed(c, v) for c, v in zip(table.columns, row, strict=True)])
            count += 1
        text.flush()
    finally:
        text.detach()
    return count


def read_csv(path: Path, columns: Sequence[Column]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a CSV that ``write_csv`` wrote, exactly: text as stored, cents, days, None.

    An empty cell of text is the empty text. Raises ``ValueError`` where the file has other columns,
    or a cell that is not of its column's kind.
    """
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        heads = [stored(head) for head in next(rows, [])]
        if heads != [column.head for column in columns]:
            raise ValueError(f"{path}: the columns are {', '.join(heads) or 'none'}")
        for row in rows:
            yield tuple(_read(c, text) for c, text in zip(columns, row, strict=True))


def harmless(text: str) -> str:
    """Text as it stands in CSV: an apostrophe before whatever could come to life as a formula.

    The apostrophe goes to the beginning of the text, and after any character inside it at which
    another program's settings could begin a new cell. Text that has an apostrophe there already
    gets one more, so that ``stored`` can take back exactly what was put in.

    >>> harmless("+Plus Paving"), harmless("O'Example"), harmless("'t Example"), harmless("a;=b")
    ("'+Plus Paving", "O'Example", "''t Example", "a;'=b")
    """
    return _OPENS.sub("'", text)


def stored(text: str) -> str:
    """The text that ``harmless`` was given.

    >>> stored("'+Plus Paving"), stored("''t Example")
    ('+Plus Paving', "'t Example")
    """
    return _OPENED.sub("", text)


def _printed(column: Column, value: Cell) -> str:
    value = _of_kind(column, value)
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, date):
        return value.isoformat()
    return amount(value) or "" if column.kind == "money" else str(value)


def _read(column: Column, text: str) -> Cell:
    if column.kind == "text":
        return stored(text)
    if not text:
        return None
    if column.kind == "date":
        return date.fromisoformat(text)
    if column.kind == "whole":
        return int(text)
    found = _MONEY.fullmatch(text)
    if found is None:
        raise ValueError(f"{column.head}: {text} is no amount")
    cents = int(found[2]) * 100 + int(found[3])
    return -cents if found[1] else cents


def _of_kind(column: Column, value: Cell) -> Cell:
    """A cell, held to its column's kind: a float or a word among amounts is a fault of ours."""
    wanted = {"text": str, "date": date}.get(column.kind, int)
    if value is None or (isinstance(value, wanted) and not isinstance(value, bool | datetime)):
        return value
    raise TypeError(f"{column.head}: {value!r} is not {column.kind}")


# XLSX


def write_xlsx(table: Table, file: BinaryIO) -> int:
    """Write a table as a workbook of one sheet, row after row; gives its rows. Same table, same
    bytes.

    Text is a string cell, marked as quoted and of text format, so that it stays text when somebody
    edits it; amounts and days are numbers in their format. Raises ``Refused`` where there are more
    rows, or more characters in a cell, than a sheet holds.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 -- slow to import, and only needed here

    book = Workbook(file, {"constant_memory": True})
    book.set_properties({"created": CREATED})
    sheet = book.add_worksheet(table.name)
    looks = {
        "text": book.add_format({"num_format": "@", "quote_prefix": True}),
        "money": book.add_format({"num_format": "#,##0.00"}),
        "date": book.add_format({"num_format": "yyyy-mm-dd"}),
        "whole": book.add_format({"num_format": "0"}),
    }
    try:
        head = book.add_format({"bold": True, "bottom": 1, "num_format": "@"})
        count = _fill(sheet, table, looks, head)
    finally:
        book.close()  # it has files of its own aside, and nothing of ours is put in place yet
    return count


def _fill(sheet: Worksheet, table: Table, looks: dict[str, Format], head: Format) -> int:
    for n, column in enumerate(table.columns):
        sheet.write_string(0, n, column.head, head)
    widths = [len(column.head) + 4 for column in table.columns]  # with room for the filter's arrow
    count = 0
    for row in table.rows:
        count += 1
        if count > ROWS_MOST:
            raise _too_much(f"the table has more than {ROWS_MOST:,} rows")
        for n, (column, value) in enumerate(zip(table.columns, row, strict=True)):
            long = _put(sheet, count, n, column, value, looks[column.kind])
            widths[n] = min(max(widths[n], long + 2), WIDEST)
    for n, width in enumerate(widths):
        sheet.set_column(n, n, width)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, count, len(table.columns) - 1)
    sheet.repeat_rows(0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    return count


def _put(sheet: Worksheet, row: int, n: int, column: Column, value: Cell, look: Format) -> int:
    """Write one cell; gives how many characters wide it shows."""
    value = _of_kind(column, value)
    if value is None or value == "":
        return 0
    if isinstance(value, str):
        if len(value.encode("utf-16-le")) // 2 > TEXT_MOST:
            where = f"row {row + 1}, {column.head}"
            raise _too_much(f"{where}: the text is longer than {TEXT_MOST:,} characters")
        if value.startswith("<r>") and value.endswith("</r>"):
            # The library would take this for rich text of its own and write it as bare XML; cut in
            # three it has to make that rich text itself, and does so with care.
            sheet.write_rich_string(row, n, value[:1], value[1:2], value[2:], look)
        else:
            sheet.write_string(row, n, value, look)
        return max(map(len, value.splitlines()), default=0)
    if isinstance(value, date):
        sheet.write_datetime(row, n, datetime(value.year, value.month, value.day), look)  # noqa: DTZ001
        return 10
    sheet.write_number(row, n, value / 100 if column.kind == "money" else value, look)
    return len(f"{value / 100:,.2f}") if column.kind == "money" else len(str(value))


def _too_much(what: str) -> Refused:
    says = f"{what}, more than a sheet of XLSX holds. Write a .csv instead"
    return Refused((Fault("", says, "too-much-for-a-sheet"),))
