"""The picture in characters: one row a line, a ruler on top, a legend of what was used.

A glyph says what a cell is; colour only repeats it. Where columns stand for weeks or months the
notes at the right still give every date in full.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from rich.cells import cell_len

from outfall.timeline.entries import grouped, lines
from outfall.timeline.model import BARS, MARKS, Lane, Row, Said, Timeline, used
from outfall.timeline.ruler import ruler
from outfall.timeline.scale import Columns
from outfall.timeline.wrapping import wrap

LEAST, USUAL, MOST = 60, 100, 400
GROUPS, PER_GROUP = 24, 4
Segment = tuple[str, str]
Line = list[Segment]

BAR_GLYPHS = {
    "run": ("━", "=", "cyan"),
    "ahead": ("─", "-", "cyan"),
    "extension": ("═", "#", "blue"),
    "extension_ahead": ("┄", "'", "blue"),
    "stay": ("╱", "/", "yellow"),
    "open": ("▂", "o", "green"),
    "duty": ("▆", "@", "bold green"),
    "later": ("·", ".", "green"),
    "order": ("█", "&", "magenta"),
    "hold": ("▓", "h", "magenta"),
    "penalty": ("■", "P", "red"),
    "left_out": ("□", ",", "red"),
    "interest": ("≈", "i", "yellow"),
}
MARK_GLYPHS = {
    "entry": ("◆", "*", "bold"),
    "irregular": ("!", "!", "bold red"),
    "voided": ("×", "~", "dim"),
    "due": ("◇", "]", "bold cyan"),
    "was_due": ("○", ")", "blue"),
    "met": ("✓", "v", "bold green"),
    "late": ("◑", "L", "bold yellow"),
    "missed": ("✗", "X", "bold red"),
    "opens": ("▷", ">", "bold green"),
    "charge": ("▲", "$", "bold red"),
    "paid": ("▼", "+", "bold green"),
    "reduced": ("▽", "%", "bold green"),
}
TODAY = ("│", ":", "dim")
PAINTED = (
    *("later", "ahead", "extension_ahead", "left_out", "run", "extension", "open", "duty"),
    *("order", "hold", "penalty", "interest", "stay"),
)
"""Bars in the order in which they are painted: where one cell holds two kinds, the later shows."""

AT_END = frozenset({"due", "was_due", "missed"})
"""Marks at the end of their day: a last day is judged when it is over."""

_PLAIN = str.maketrans(
    {"§": "sec.", "–": "-", "—": "-", "…": "...", "·": "-", "’": "'", "“": '"', "”": '"'}
)


def ascii_of(text: str) -> str:
    """Text in ASCII: accents are dropped, what has no likeness is a question mark.

    >>> ascii_of("Café § 9")
    'Cafe sec. 9'
    """
    spread = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    bare = "".join(c for c in spread if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode("ascii")


def said(words: Said) -> str:
    """Words with their dates in ISO form."""
    return "".join(word.isoformat() if isinstance(word, date) else word for word in words)


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line).rstrip()


def draw(timeline: Timeline, width: int = USUAL, *, plain: bool = False) -> list[Line]:
    """The picture as lines of (text, style) no wider than ``width``; ``plain`` is ASCII alone."""
    return list(_Page(timeline, min(max(width, LEAST), MOST), plain).lines())


@dataclass(slots=True)
class _Cell:
    glyph: str
    style: str


class _Page:
    """One drawing: how wide its three parts are, and the first day of each column."""

    def __init__(self, timeline: Timeline, width: int, plain: bool) -> None:
        self.timeline, self.width, self.plain = timeline, width, plain
        rows = [row for lane in timeline.lanes if not lane.entries for row in lane.rows]
        labels = [cell_len(self.text(f"{_name(row)} {row.cite}")) for row in rows]
        notes = [cell_len(said(note)) for row in rows for note in row.notes]
        self.label = min(max([24, *labels]), width // 3)
        self.note = min(max([16, *notes]), max(24, width // 4))
        room = width - self.label - self.note - 4
        self.columns = Columns(timeline.first, timeline.last, room)
        self.chart = self.columns.width
        self.today = self.columns.right(timeline.as_of)

    def text(self, text: str) -> str:
        return ascii_of(text) if self.plain else text

    def glyph(self, entry: tuple[str, str, str]) -> _Cell:
        return _Cell(entry[1] if self.plain else entry[0], entry[2])

    def lines(self) -> Iterator[Line]:
        yield from self._heading()
        yield from self._ruler()
        for lane in self.timeline.lanes:
            yield self._line(lane.title, "bold", self._empty(), "")
            for row in lane.rows:
                yield from self._entries(lane, row) if lane.entries else self._row(row)
        yield from self._legend()

    def _heading(self) -> Iterator[Line]:
        timeline = self.timeline
        yield [(self.text(f"{timeline.case} at the end of {timeline.as_of}"), "bold")]
        for text in (*timeline.about, f"{timeline.law}; {self.columns}"):
            for line in wrap(self.text(text), self.width, cell_len):
                yield [(line, "")]
        yield []

    def _ruler(self) -> Iterator[Line]:
        for ticks in ruler(self.columns):
            yield self._line("", "", [_Cell(char, "dim") for char in ticks.ljust(self.chart)], "")
        says = "as of " + self.timeline.as_of.isoformat()
        line = self._empty("")
        mark = "v" if self.plain else "▼"
        fits = self.today + 2 + len(says) <= self.chart + self.note
        tail = f"{mark} {says}" if fits else mark
        if not fits and self.today >= len(says) + 1:
            for place, char in enumerate(says + " "):
                line[self.today - len(says) - 1 + place] = _Cell(char, "bold")
        yield self._line(
            "", "", [*line[: self.today], _Cell(tail, "bold")], "", self.today + len(tail)
        )

    def _empty(self, today: str | None = None) -> list[_Cell]:
        cells = [_Cell(" ", "") for _ in range(self.chart)]
        if today is None:
            cells[self.today] = self.glyph(TODAY)
        return cells

    def _line(self, label: str, style: str, cells: list[_Cell], note: str, wide: int = 0) -> Line:
        """One line of the three parts; ``wide`` is the chart's width where it isn't one a cell."""
        label = self.text(label)
        line: Line = [(label + " " * max(self.label - cell_len(label), 0) + "  ", style)]
        for cell in cells:
            if len(line) > 1 and line[-1][1] == cell.style:
                line[-1] = (line[-1][0] + cell.glyph, cell.style)
            else:
                line.append((cell.glyph, cell.style))
        if note:
            gap = self.chart - (wide or len(cells)) + 2
            line.append((" " * max(gap, 2) + self.text(note), ""))
        return line

    def _row(self, row: Row, *, drawn: bool = True) -> Iterator[Line]:
        labels = self._labels(row)
        notes = [part for note in row.notes for part in wrap(said(note), self.note, cell_len)]
        for n in range(max(len(labels), len(notes))):
            cells = self._cells(row) if n == 0 and drawn else self._empty()
            label, note = (part[n] if n < len(part) else "" for part in (labels, notes))
            yield self._line(label, "", cells, note)

    def _labels(self, row: Row) -> list[str]:
        """The name in as many lines as it takes, the paragraph at the right end of the last."""
        name, cite = self.text(_name(row)), self.text(row.cite)
        parts = wrap(name, self.label, cell_len)
        if not cite:
            return parts
        if cell_len(parts[-1]) + 1 + cell_len(cite) > self.label:
            parts.append("")
        gap = self.label - cell_len(parts[-1]) - cell_len(cite)
        return [*parts[:-1], parts[-1] + " " * gap + cite]

    def _cells(self, row: Row) -> list[_Cell]:
        cells = self._empty()
        for bar in sorted(row.bars, key=lambda bar: PAINTED.index(bar.kind)):
            for n in range(self.columns.left(bar.first), self.columns.right(bar.last) + 1):
                cells[n] = self.glyph(BAR_GLYPHS[bar.kind])
        for mark in sorted(row.marks, key=lambda mark: tuple(MARKS).index(mark.kind)):
            place = self.columns.right if mark.kind in AT_END else self.columns.middle
            cells[place(mark.on)] = self.glyph(MARK_GLYPHS[mark.kind])
        return cells

    def _entries(self, lane: Lane, row: Row) -> Iterator[Line]:
        """Entries, one line a day or longer stretch, each told beside its mark."""
        if lane.id == "money":
            yield from self._row(row, drawn=False)
        for group in grouped(row.marks, GROUPS):
            days = group.first.isoformat()
            if group.last != group.first:
                same = group.last.year == group.first.year
                days += f" to {group.last:%m-%d}" if same else f" to {group.last}"
            yield from self._entry(days, group.kind, group.first, lines(group, PER_GROUP))

    def _entry(self, days: str, kind: str, first: date, told: Sequence[str]) -> Iterator[Line]:
        at = self.columns.middle(first)
        right, left = self.chart + self.note - at, at - 1
        longest = max(cell_len(self.text(says)) for says in told)
        after = longest <= right or right >= left
        room = right if after else left
        parts = [part for says in told for part in wrap(self.text(says), room, cell_len)]
        wide = max(cell_len(part) for part in parts)
        for n, part in enumerate(parts):
            cells = self._empty()
            if n == 0:
                cells[at] = self.glyph(MARK_GLYPHS[kind])
            if after:
                cells = [*cells[: at + 1], _Cell(f" {part}", "")]
            else:
                cells[at - 1 - wide : at] = [_Cell(part + " " * (wide + 1 - cell_len(part)), "")]
            yield self._line(days if n == 0 else "", "", cells, "")

    def _legend(self) -> Iterator[Line]:
        bars, marks = used(self.timeline)
        entries = [(self.glyph(BAR_GLYPHS[kind]), BARS[kind]) for kind in bars]
        entries += [(self.glyph(MARK_GLYPHS[kind]), MARKS[kind]) for kind in marks]
        entries.append((self.glyph(TODAY), f"as of {self.timeline.as_of}"))
        yield []
        each = max(len(says) for _, says in entries) + 5
        across = max(self.width // each, 1)
        down = -(-len(entries) // across)
        for n in range(down):
            line: Line = []
            for cell, says in entries[n::down]:
                line += [(cell.glyph, cell.style), (f" {says}".ljust(each - 1), "")]
            yield line
        for note in self.timeline.footnotes:
            yield from ([(part, "")] for part in wrap(self.text(note), self.width, cell_len))


def _name(row: Row) -> str:
    return ", ".join(part for part in (row.name, row.who) if part)
