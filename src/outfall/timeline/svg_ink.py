"""What every part of the SVG is drawn with: measures, escaped text, days as positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from html import escape
from unicodedata import combining, east_asian_width

from outfall.timeline.model import Said
from outfall.timeline.ruler import MONTHS
from outfall.timeline.wrapping import wrap

PAGE, MARGIN = 1240, 32
LABELS, NOTES = MARGIN, 980
LEFT, RIGHT = 288, 960
NOTE_WIDTH = PAGE - MARGIN - NOTES
LABEL_WIDTH = LEFT - LABELS - 18
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NARROW, _SLIM, _BROAD = (
    frozenset("iIjl.,:;'|!`"),
    frozenset('()[]{}-/\\frt "'),
    frozenset("mwMW@%&—…"),
)


def measure(text: str, size: float = 11) -> float:
    """A width in pixels that no common sans-serif face exceeds: nobody's fonts are known here."""
    return sum(_em(char) for char in text) * size


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.34
    if char in _SLIM:
        return 0.42
    if char in _BROAD:
        return 1.0
    if combining(char):
        return 0
    if east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return 1.1
    return 0.72 if char.isupper() else 0.64


def fold(text: str, width: float, size: float) -> list[str]:
    """Text in lines that fit a width in pixels."""
    return wrap(text, width, lambda piece: measure(piece, size))


def num(value: float) -> str:
    """A coordinate with one decimal at most: the same bytes on every machine.

    >>> num(12.0), num(3.14159), num(-0.01)
    ('12', '3.1', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def spoken(day: date, *, weekday: bool = False) -> str:
    """A date as a court writes it.

    >>> spoken(date(2026, 3, 16), weekday=True)
    'Mon Mar 16, 2026'
    """
    said = f"{MONTHS[day.month - 1]} {day.day}, {day.year:04d}"
    return f"{WEEKDAYS[day.weekday()]} {said}" if weekday else said


def stretch(first: date, last: date) -> str:
    """A day, or the first and last of several.

    >>> stretch(date(2026, 3, 2), date(2026, 3, 2)), stretch(date(2026, 3, 2), date(2026, 4, 1))
    ('Mar 2, 2026', 'Mar 2 to Apr 1, 2026')
    """
    if first == last:
        return spoken(first)
    head = spoken(first) if first.year != last.year else spoken(first).rpartition(",")[0]
    return f"{head} to {spoken(last)}"


def said(words: Said, *, weekday: bool = False) -> str:
    """Words with their dates spoken."""
    return "".join(spoken(w, weekday=weekday) if isinstance(w, date) else w for w in words)


@dataclass(slots=True)
class Sheet:
    """The drawing as it grows downwards: elements so far, and where the next may begin."""

    first: date
    last: date
    out: list[str] = field(default_factory=list)
    y: float = 0

    @property
    def day(self) -> float:
        """The width of one day."""
        return (RIGHT - LEFT) / (self.last.toordinal() - self.first.toordinal() + 1)

    def x(self, day: date) -> float:
        """Where a day begins."""
        return LEFT + (day.toordinal() - self.first.toordinal()) * self.day

    def end(self, day: date) -> float:
        """Where a day ends."""
        return self.x(day) + self.day

    def add(self, element: str) -> None:
        self.out.append(element)

    def text(self, x: float, y: float, text: str, kind: str = "t", anchor: str = "") -> None:
        """One line of text; ``kind`` is its class."""
        if not text:
            return
        at = f' text-anchor="{anchor}"' if anchor else ""
        self.add(
            f'<text class="{kind}" x="{num(x)}" y="{num(y)}"{at}>{escape(text, quote=False)}</text>'
        )

    def paragraph(self, x: float, lines: Sequence[str], kind: str, height: float) -> None:
        """Lines below one another; the sheet goes on beneath them."""
        for line in lines:
            self.y += height
            self.text(x, self.y, line, kind)

    def line(self, x: float, y: float, to_x: float, to_y: float, kind: str) -> None:
        ends = f'x1="{num(x)}" y1="{num(y)}" x2="{num(to_x)}" y2="{num(to_y)}"'
        self.add(f'<line class="{kind}" {ends}/>')

    def box(self, x: float, y: float, wide: float, high: float, kind: str, says: str = "") -> None:
        """A rectangle; ``says`` is what a reader sees who rests on it."""
        size = f'x="{num(x)}" y="{num(y)}" width="{num(max(wide, 2))}" height="{num(high)}"'
        title = f"><title>{escape(says, quote=False)}</title></rect>" if says else "/>"
        self.add(f'<rect class="{kind}" {size}{title}')

    def path(self, shape: str, kind: str) -> None:
        self.add(f'<path class="{kind}" d="{shape}"/>')
