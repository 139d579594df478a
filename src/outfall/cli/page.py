"""Text for a person to read: as wide as the terminal up to 100 columns, in colour only there.

The only door to ``rich``, and imported only by what prints for people: a program that asks for JSON
never pays for it. What a case file says is never taken for markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import date

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from outfall.law.words import name_of

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal; a pipe gets them so too."""
NARROWEST = 40
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


def print_page(parts: Iterable[RenderableType]) -> None:
    """Print the parts of a page one below another, without blanks at the ends of lines."""
    page = Console(width=columns(), markup=False, highlight=False, emoji=False)
    with page.capture() as capture:
        page.print(Group(*parts))
    text = capture.get()
    if not page.is_terminal:
        text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    sys.stdout.write(text)


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


def written(day: date) -> str:
    """A day as one says it, in English whatever the machine's language.

    >>> written(date(2026, 3, 20))
    'Friday, March 20, 2026'
    """
    return f"{DAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}, {day.year}"


def short(day: date) -> str:
    """A day as it stands in the files, with its weekday.

    >>> short(date(2026, 3, 20))
    'Fri 2026-03-20'
    """
    return f"{DAYS[day.weekday()][:3]} {day.isoformat()}"


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip


def capital(text: str) -> str:
    """A sentence's first letter as a capital; the rest as it is.

    >>> capital("enter and abate")
    'Enter and abate'
    """
    return text[:1].upper() + text[1:]


def cited(cite: str) -> str:
    """A paragraph behind what rests on it; nothing where there is none.

    >>> cited("D.2.a"), cited("(A)(1)"), cited("")
    (' (D.2.a)', ' (A)(1)', '')
    """
    return (f" {cite}" if cite.startswith("(") else f" ({cite})") if cite else ""


def with_cite(sentence: str, cite: str) -> str:
    """A sentence with its paragraph before its last stop, where it does not name it already.

    >>> with_cite("Fifteen days after service.", "C(6)"), with_cite("Where all hold:", "A")
    ('Fifteen days after service (C(6)).', 'Where all hold (A):')
    """
    told = cited(cite)
    if not told or told.strip() in sentence:
        return sentence
    stop = sentence[-1:] if sentence[-1:] in (".", ":") else ""
    return sentence.removesuffix(stop) + told + stop


def element_name(id: str) -> str:
    """An element of a notice; the appeal itself has the same id as the words that tell of it.

    >>> element_name("appeal")
    'statement of the right to appeal'
    """
    return "statement of the right to appeal" if id == "appeal" else name_of(id)


def title(text: str) -> Text:
    """The heading of a part of the page, with an empty line before it."""
    return Text.assemble("\n", (text, "bold"))


def status(word: str) -> Text:
    """A status as a word, coloured where there is colour."""
    return Text(word, COLOURS.get(word, ""))


def table(*columns: str, ratios: Sequence[int | None] = (), heads: bool = True) -> Table:
    """A table without lines, indented; a column with a ratio takes a share of what is left."""
    found = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=heads, expand=True)
    found.header_style = "none"
    for n, name in enumerate(columns):
        ratio = ratios[n] if n < len(ratios) else None
        found.add_column(name, ratio=ratio, no_wrap=ratio is None, header_style="italic")
    return found


def indented(part: RenderableType, by: int = 2) -> Padding:
    """A part set in from the left."""
    return Padding(part, (0, 0, 0, by))


def nested(head: RenderableType, lines: Iterable[RenderableType]) -> RenderableType:
    """A sentence with what belongs to it below."""
    below = list(lines)
    return Group(head, bullets(below)) if below else head


def bullets(lines: Iterable[RenderableType]) -> RenderableType:
    """Lines of equal rank, each keeping its own indentation where it wraps."""
    rows = table("", "", ratios=(None, 1), heads=False)
    for line in lines:
        rows.add_row("-", line)
    return rows
