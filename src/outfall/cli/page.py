"""Text for a person to read: as wide as the terminal up to 100 columns, in colour only there.

A page is parts, a part is lines, a line is pieces with a style. ``rich`` gives the colours, and is
imported where there is a terminal to show them: a pipe never waits for it. What a case file says is
never taken for markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

Piece = tuple[str, str]
Line = list[Piece]

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal; a pipe gets them so too."""
NARROWEST = 40
GAP = 2
THIN = 12
"""Columns between two cells, and the least that a cell which wraps gets in a narrow terminal."""
COLOURS = {
    "missed": "bold red",
    "late": "bold yellow",
    "open": "cyan",
    "met": "green",
    "stayed": "magenta",
    "must": "bold red",
    "may": "green",
}
"""A help to the eye for words that say all of it without."""
MOVES = dict.fromkeys(
    map(ord, "\t\r\v\f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"), " "
)
"""Characters by which a file's words could move or turn around what stands beside them."""


class Part(Protocol):
    """Something that can be laid out in a width."""

    def lines(self, width: int) -> Iterator[Line]: ...


class Text:
    """Words with styles: a piece is a string, or a string with its style."""

    def __init__(self, *pieces: str | Piece) -> None:
        self.pieces: Line = [(p, "") if isinstance(p, str) else p for p in pieces]

    def add(self, *pieces: str | Piece) -> Text:
        """The same words with more after them."""
        return Text(*self.pieces, *pieces)

    def lines(self, width: int) -> Iterator[Line]:
        """The words in lines of at most so many columns, broken between words where they can be."""
        whole = "".join(text for text, _ in self.pieces)
        for start, end in _breaks(whole, max(width, 1)):
            yield list(_cut(self.pieces, start, end))

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.pieces)


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends in a text; its own line ends are kept."""
    start = 0
    for paragraph in text.split("\n"):
        at, end = start, start + len(paragraph)
        while end - at > width:
            cut = text.rfind(" ", at + 1, at + width + 1)
            if cut < 0 or not text[at:cut].strip():
                cut = at + width
            yield at, cut
            at = cut
            while at < end and text[at] == " ":
                at += 1
        yield at, end
        start = end + 1


def _cut(pieces: Line, start: int, end: int) -> Iterator[Piece]:
    at = 0
    for text, style in pieces:
        found = text[max(start - at, 0) : max(end - at, 0)]
        if found:
            yield found, style
        at += len(text)


class Group:
    """Parts one below another."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts

    def lines(self, width: int) -> Iterator[Line]:
        for part in self.parts:
            yield from part.lines(width)


class Rule:
    """A line across the page."""

    def lines(self, width: int) -> Iterator[Line]:
        yield [(("─" if "utf" in (sys.stdout.encoding or "").lower() else "-") * width, "")]


class Indented:
    """A part set in from the left."""

    def __init__(self, part: Part, by: int = 2) -> None:
        self.part, self.by = part, by

    def lines(self, width: int) -> Iterator[Line]:
        for line in self.part.lines(width - self.by):
            yield [(" " * self.by, ""), *line]


class Table:
    """Cells in columns, without lines between them.

    A column of ratio 0 is as wide as its widest cell and never wraps; the others share what is
    left, by their ratios.
    """

    def __init__(self, heads: Sequence[str], ratios: Sequence[int], show_heads: bool) -> None:
        self.ratios = [ratios[n] if n < len(ratios) else 0 for n in range(len(heads))]
        self.rows: list[Sequence[Part]] = []
        if show_heads:
            self.rows.append([Text((head, "italic")) for head in heads])

    def add_row(self, *cells: str | Part) -> None:
        """A row; a cell that is text is taken as it is."""
        self.rows.append([Text(cell) if isinstance(cell, str) else cell for cell in cells])

    def lines(self, width: int) -> Iterator[Line]:
        widths = self._widths(width)
        for row in self.rows:
            cells = [list(cell.lines(w)) for cell, w in zip(row, widths, strict=True)]
            for n in range(max(map(len, cells))):
                line: Line = []
                for cell, w in zip(cells, widths, strict=True):
                    pieces = cell[n] if n < len(cell) else []
                    line += pieces
                    line.append((" " * (w + GAP - sum(len(text) for text, _ in pieces)), ""))
                yield line[:-1]

    def _widths(self, width: int) -> list[int]:
        last = len(self.ratios) - 1
        gaps = [GAP if n < last else 0 for n in range(len(self.ratios))]
        found = [
            0 if ratio else max((_natural(row[n]) for row in self.rows), default=0) + gaps[n]
            for n, ratio in enumerate(self.ratios)
        ]
        left, shares = width - sum(found), sum(self.ratios)
        for n, ratio in enumerate(self.ratios):
            if ratio:
                share = -(-left * ratio // shares)
                found[n] = max(share, THIN + gaps[n])
                left, shares = left - share, shares - ratio
        return [whole - gap for whole, gap in zip(found, gaps, strict=True)]


def _natural(cell: Part) -> int:
    """How wide a cell is that does not wrap."""
    lines = cell.plain.split("\n") if isinstance(cell, Text) else [""]
    return max(map(len, lines))


def print_page(parts: Iterable[Part]) -> None:
    """Print the parts of a page one below another, without blanks at the ends of lines."""
    lines = Group(*parts).lines(columns())
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        plain = ("".join(text for text, _ in line).translate(MOVES) for line in lines)
        sys.stdout.write("".join(f"{line.rstrip()}\n" for line in plain))
        return
    from rich.console import Console
    from rich.text import Text as Coloured

    page = Coloured()
    for line in lines:
        for text, style in line:
            page.append(text.translate(MOVES), style or None)
        page.append("\n")
    console = Console(markup=False, highlight=False, emoji=False)
    with console.capture() as capture:
        console.print(page, end="", soft_wrap=True)
    sys.stdout.write(capture.get())


def columns() -> int:
    """The width to print in: ``COLUMNS`` where it is set, else the terminal's, else the widest."""
    wanted = os.environ.get("COLUMNS", "")
    found = int(wanted) if wanted.isdecimal() else 0
    if not found and sys.stdout.isatty():
        try:
            found = os.get_terminal_size(sys.stdout.fileno()).columns
        except OSError:
            found = 0
    return max(NARROWEST, min(found or WIDEST, WIDEST))


def indented(part: Part) -> Part:
    """A part set in from the left."""
    return Indented(part)


def title(text: str) -> Text:
    """The heading of a part of the page, with an empty line before it."""
    return Text("\n", (text, "bold"))


def status(word: str) -> Text:
    """A status as a word, coloured where there is colour."""
    return Text((word, COLOURS.get(word, "")))


def table(*heads: str, ratios: Sequence[int] = (), show_heads: bool = True) -> Table:
    """A table; see there what a ratio is."""
    return Table(heads, ratios, show_heads)


def bare(*ratios: int) -> Table:
    """A table without heads."""
    return Table([""] * len(ratios), ratios, False)


def nested(head: Part, lines: Iterable[Part]) -> Part:
    """A sentence with what belongs to it below."""
    below = list(lines)
    return Group(head, bullets(below)) if below else head


def bullets(lines: Iterable[Part]) -> Part:
    """Lines of equal rank, each keeping its own indentation where it wraps."""
    rows = bare(0, 1)
    for line in lines:
        rows.add_row("-", line)
    return rows
