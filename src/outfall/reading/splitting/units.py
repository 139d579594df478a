"""Paragraphs cut where markers stand, sorted into the sections of a text."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from outfall.reading.splitting.blocks import Block, Role
from outfall.reading.splitting.headings import caption_of, is_sentence, is_title
from outfall.reading.splitting.lines import Clean
from outfall.reading.splitting.markers import Inline, Marker, chain_at
from outfall.reading.splitting.numbering import CERTAIN
from outfall.reading.splitting.page import LABEL, NOTE, tail_note


class Sort(Enum):
    """What a piece of a paragraph is."""

    TEXT = "text"
    HEADING = "heading"
    TITLE = "title"
    """A title without a number."""
    NOTE = "note"
    ROW = "row"
    PAGE = "page"
    UNREAD = "unread"


@dataclass(slots=True)
class Unit:
    """A piece of a paragraph, from ``start`` to ``end`` in the whole text."""

    sort: Sort
    start: int
    end: int
    whole: Clean
    """All that stands there, markers too."""
    chain: tuple[Marker, ...] = ()
    doubt: float = CERTAIN
    is_inline: bool = False
    indent: int | None = None
    number: str = ""
    """A heading's number."""
    is_part: bool = False
    bulleted: bool = False
    title: str = ""
    """The caption that stood alone on a line before the text."""
    is_stray: bool = False
    """Whether it opens with a marker that fits no list."""

    @property
    def text(self) -> Clean:
        """What stands after the markers."""
        first = self.chain[-1].end if self.chain else 0
        return self.whole.cut(first, len(self.whole.text))

    @property
    def caption(self) -> str:
        """The caption that opens the text: run in, or alone on the line before it."""
        return self.title or caption_of(self.text.text)[0]

    def is_only_caption(self) -> bool:
        """Whether nothing stands there but a caption, whose text is in the next paragraph."""
        text = self.text.text
        if not is_title(text, short=4):
            return False
        return text[-1].isalnum() or (bool(self.caption) and not self.runs_on())

    def runs_on(self) -> bool:
        """Whether text follows the caption on its line."""
        text = self.text.text
        return caption_of(text)[1] < len(text)

    def ends(self) -> str:
        """How the text ends: with a colon, a semicolon or comma (and, or), a full stop, else."""
        text = self.text.text.rstrip('"”’ ')
        for word in (" and", " or", " and/or"):
            text = text.removesuffix(word)
        text = text.rstrip()
        last = text[-1:]
        if last in "—–":
            return ":"
        return {":": ":", ";": ";", ",": ";", ".": "."}.get(last, "-" if last else "")

    def take(self, source: str, others: Sequence[Unit]) -> None:
        """Take the text of the units that follow into this one."""
        letters, places = [self.whole.text], list(self.whole.places)
        for other in others:
            if places and other.whole.text:
                for place in range(places[-1] + 1, other.whole.places[0]):
                    if source[place].isspace():
                        letters.append(" ")
                        places.append(place)
                        break
            letters.append(other.whole.text)
            places += other.whole.places
            self.end = other.end
        self.whole = Clean("".join(letters), tuple(places))


@dataclass(slots=True)
class Section:
    """What stands under one heading."""

    number: str = ""
    heading: Unit | None = None
    units: list[Unit] = field(default_factory=list)

    def has_law(self) -> bool:
        """Whether more stands here than a few words of a title."""
        return any(
            unit.sort is Sort.ROW
            or (unit.sort is Sort.TEXT and (unit.chain or is_sentence(unit.whole.text)))
            for unit in self.units
        )


def units_of(source: str, blocks: list[Block]) -> list[Unit]:
    """All pieces of a text, in order."""
    found: list[Unit] = []
    after_label = False
    for block in blocks:
        if block.role is not Role.TEXT:
            sort = Sort.ROW if block.role is Role.ROW else Sort.PAGE
            found.append(_as_printed(source, block, sort))
            continue
        text = block.clean.text
        if not any(letter.isalnum() for letter in text):
            found.append(_as_printed(source, block, Sort.UNREAD))
            continue
        unmarked = not block.chain and block.heading is None
        if unmarked and (NOTE.match(text) or after_label):
            after_label = LABEL.fullmatch(text) is not None
            found.append(_piece(block, Sort.NOTE, 0, len(text)))
            continue
        after_label = False
        found += _cut(source, block)
    return found


def _as_printed(source: str, block: Block, sort: Sort) -> Unit:
    """A row or a line of the page, letter for letter; a row's ruler stands outside of its text."""
    start, end = block.parts[0]
    return Unit(sort, block.start, block.end, Clean(source[start:end], tuple(range(start, end))))


def _piece(block: Block, sort: Sort, start: int, end: int) -> Unit:
    """A piece of a block from one place of its cleaned text to another."""
    whole = block.clean.cut(start, end)
    first = block.start if start == 0 else whole.places[0]
    last = block.end if end >= len(block.clean.text) else whole.places[-1] + 1
    return Unit(sort, first, last, whole, indent=block.indent, bulleted=block.bulleted)


def _cut(source: str, block: Block) -> list[Unit]:
    """The pieces of a paragraph: its heading, its text at each marker, the history that ends it."""
    text = block.clean.text
    end = max(tail_note(text), block.heading.end if block.heading else 0)
    found: list[Unit] = []
    first = 0
    if block.heading is not None:
        first = block.heading.end
        heading = _piece(block, Sort.HEADING, 0, first)
        heading.number, heading.is_part = block.heading.number, block.heading.is_part
        found.append(heading)
        while first < end and text[first] == " ":
            first += 1
    chain = block.chain or chain_at(text, first) if first < end else ()
    chain = chain if not chain or chain[-1].end <= end else ()
    begun = chain[-1].end if chain else first
    cuts: list[Inline] = []
    for one in block.inside():
        if max(begun, first + 1) <= one.chain[0].start and one.chain[-1].end <= end:
            cuts.append(one)
            begun = one.chain[-1].end
    bounds = [first, *(one.chain[0].start for one in cuts), end]
    for at, (low, high) in enumerate(itertools.pairwise(bounds)):
        if low >= high or not text[low:high].strip():
            continue
        unit = _piece(block, Sort.TEXT, low, high)
        if at:
            inside = cuts[at - 1]
            chain = inside.chain
            unit.doubt, unit.is_inline, unit.indent = inside.weight, True, None
        unit.chain = tuple(_moved(marker, low) for marker in chain)
        found.append(unit)
    if end < len(text):
        found.append(_piece(block, Sort.NOTE, end, len(text)))
    for unit, after in itertools.pairwise(found):
        unit.end = trimmed(source, unit.start, after.start)
    return found


def trimmed(source: str, start: int, end: int) -> int:
    """Where a piece ends whose neighbour begins at ``end``: all between is its own but blanks."""
    while end > start and source[end - 1].isspace():
        end -= 1
    return end


def _moved(marker: Marker, by: int) -> Marker:
    return Marker(marker.style, marker.body, marker.start - by, marker.end - by, marker.readings)


def sections_of(units: list[Unit]) -> list[Section]:
    """Units under the headings that they follow; the page's lines are left out."""
    numbered = any(unit.sort is Sort.HEADING and not unit.is_part for unit in units)
    found = [Section()]
    law = [unit for unit in units if unit.sort is not Sort.PAGE]
    for at, unit in enumerate(law):
        after = law[at + 1] if at + 1 < len(law) else None
        if unit.sort is Sort.HEADING and unit.is_part:
            found.append(Section("" if numbered else unit.number, unit))
        elif unit.sort is Sort.HEADING:
            found.append(Section(unit.number, unit))
        elif _opens_section(unit, after, found[-1], numbered):
            unit.sort = Sort.TITLE
            found.append(Section("", unit))
        else:
            found[-1].units.append(unit)
    return found


def _opens_section(unit: Unit, after: Unit | None, section: Section, numbered: bool) -> bool:
    """Whether a title without a number opens a section: at the head, or before a first marker."""
    text = unit.whole.text
    if unit.sort is not Sort.TEXT or unit.chain or unit.bulleted or after is None:
        return False
    if after.sort not in (Sort.TEXT, Sort.HEADING, Sort.ROW) or after.is_inline:
        return False
    is_head = section.heading is None or section.heading.sort is Sort.TITLE
    if is_head and not section.units:
        named = text[0].isupper() and text[-1].isalnum() and len(text.split()) <= 10
        return is_title(text) or (named and not is_sentence(text))
    begins = bool(after.chain) and any(one.rank == 1 for one in after.chain[0].readings)
    return not numbered and begins and text[-1] != "." and is_title(text)
