"""The picture before it is drawn: lanes of rows, each with bars and marks on real dates.

Nothing here knows of columns, pixels or colours, so that the terminal and the SVG can't differ in
what they say.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date

Said = tuple[str | date, ...]
"""Words with dates among them; each drawing writes dates in its own way."""

BARS = {
    "run": "days of a period that have run",
    "ahead": "days of a period still to come",
    "extension": "days of an extension that have run",
    "extension_ahead": "days of an extension still to come",
    "stay": "stayed",
    "open": "the power is open",
    "duty": "open, and a duty",
    "later": "not open before its first day",
    "order": "order in force",
    "hold": "hold in force",
    "penalty": "days that count for the penalty",
    "left_out": "days left out of the penalty",
    "interest": "days that bear interest",
}
"""Each kind of bar and what the legend says of it."""

MARKS = {
    "entry": "entry of the case file",
    "irregular": "entry that the law did not permit on its day",
    "voided": "entry made in error: it counts for nothing",
    "due": "last timely day",
    "was_due": "last day before the extension",
    "met": "done in time",
    "late": "done late",
    "missed": "last day passed, not done",
    "opens": "first day on which the power could open",
    "charge": "charged",
    "paid": "paid",
    "reduced": "taken off",
}
"""Each kind of mark and what the legend says of it."""

COMING = frozenset({"ahead", "extension_ahead", "later"})
"""The bars that say what is to come; every other bar ends on the as-of day at the latest."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Days that follow one another and are drawn alike, ``first`` and ``last`` included.

    ``goes_on`` marks a bar that ends at the as-of day only because nothing later is known.
    """

    kind: str
    first: date
    last: date
    says: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on one day. ``id`` names the entry of the case file that it stands for, if any."""

    kind: str
    on: date
    says: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the picture: what it is, its paragraph, bars, marks, and words beside them.

    ``notes`` is what every drawing says beside the row, ``detail`` what one with room adds.
    """

    id: str
    name: str
    cite: str = ""
    who: str = ""
    bars: tuple[Bar, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[Said, ...] = ()
    detail: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """Rows of one sort. A lane of entries has one row, whose marks are told one by one."""

    id: str
    title: str
    rows: tuple[Row, ...]

    @property
    def entries(self) -> bool:
        return self.id in ("events", "money")


@dataclass(frozen=True, slots=True)
class Timeline:
    """The whole picture, from ``first`` to ``last``, as things stood at the end of ``as_of``."""

    case: str
    about: tuple[str, ...]
    law: str
    as_of: date
    first: date
    last: date
    lanes: tuple[Lane, ...]
    footnotes: tuple[str, ...] = ()


def clean(text: str) -> str:
    """Text that is safe to draw: one line, no control characters, none that turn the reading order.

    A name in a case file may hold anything; an escape code must not reach the terminal, and XML has
    no place for most control characters.

    >>> clean("a\\x1b[31m\\n b")
    'a\ufffd[31m b'
    """
    flat = " ".join(text.split())
    return "".join("\ufffd" if unicodedata.category(c)[0] == "C" else c for c in flat)


def shortened(text: str, most: int) -> str:
    """Cleaned text of at most so many characters, cut at a word where there is one."""
    text = clean(text)
    if len(text) <= most:
        return text
    head = text[: most - 1]
    cut = head.rfind(" ")
    return f"{head[:cut] if cut > most // 2 else head}…"


def used(timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of bar and of mark that occur, in the legend's order."""
    rows = [row for lane in timeline.lanes for row in lane.rows]
    bars = {bar.kind for row in rows for bar in row.bars}
    marks = {mark.kind for row in rows for mark in row.marks}
    return tuple(kind for kind in BARS if kind in bars), tuple(
        kind for kind in MARKS if kind in marks
    )
