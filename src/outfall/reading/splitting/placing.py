"""Where each piece of a section stands: under which other, and with which cite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from outfall.reading.provisions import Kind, Remark
from outfall.reading.splitting.lines import Clean
from outfall.reading.splitting.numbering import How, Placed
from outfall.reading.splitting.rows import row_name
from outfall.reading.splitting.settling import Piece, is_subtitle, settle
from outfall.reading.splitting.units import Sort, Unit, trimmed

KINDS = {
    Sort.HEADING: Kind.HEADING,
    Sort.TITLE: Kind.HEADING,
    Sort.NOTE: Kind.NOTE,
    Sort.ROW: Kind.ROW,
    Sort.PAGE: Kind.FURNITURE,
    Sort.UNREAD: Kind.UNREAD,
    Sort.TEXT: Kind.PARAGRAPH,
}
CLOSED = "."


@dataclass(eq=False, slots=True)
class Draft:
    """A provision that may still grow; ``path`` is its cite without the section's number."""

    kind: Kind
    start: int
    end: int
    text: Clean
    path: tuple[str, ...] = ()
    parent: Draft | None = None
    marker: str = ""
    caption: str = ""
    section: str = ""
    prefix: str = ""
    unmarked: int = 0
    """How many unmarked paragraphs stand under it."""

    @property
    def cite(self) -> str:
        """The cite as people write it."""
        return (f"{self.prefix}/" if self.prefix and self.path else "") + ".".join(self.path)


def draft_of(unit: Unit) -> Draft:
    """A draft of a piece that needs no place in a list."""
    draft = Draft(KINDS[unit.sort], unit.start, unit.end, unit.whole)
    if unit.sort is Sort.HEADING and unit.number:
        draft.path, draft.section = (unit.number,), unit.number
    return draft


@dataclass(slots=True)
class Laid:
    """The drafts of a section in order, and what a reader should know of its numbering."""

    drafts: list[Draft] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    parts: int = 1
    """How many sections a restart of the outermost list shows, where headings are missing."""


def lay(source: str, units: Sequence[Unit], base: Draft | None, are_headings_missing: bool) -> Laid:
    """Lay out the pieces of a section under its heading, ``base``, None where it has none.

    Where headings are missing, the outermost list that starts again begins a section of its own.
    """
    pieces = settle(source, units)
    return _Laying(source, pieces, base, are_headings_missing).run()


class _Laying:
    """Goes through a section's pieces once, with the items that are open."""

    def __init__(
        self, source: str, pieces: list[Piece], base: Draft | None, are_headings_missing: bool
    ) -> None:
        self.source = source
        self.pieces = pieces
        self.base = base
        self.top = Draft(Kind.HEADING, 0, 0, Clean("", ()))
        self.is_split = are_headings_missing
        self.laid = Laid()
        self.taken = -1
        """The piece that went into the one before it."""
        self.open: list[Draft] = []
        self.last: Placed | None = None
        self.last_end = ""
        self.indents: tuple[int | None, ...] = ()
        self.following: list[Placed | None] = [None] * len(pieces)
        for at in range(len(pieces) - 2, -1, -1):
            self.following[at] = pieces[at + 1].placed or self.following[at + 1]
        firm = [one.unit.indent for one in pieces if one.placed and one.unit.indent is not None]
        self.indented = len(firm) > 2 and max(firm) - min(firm) > 1
        self.is_caps = not any(one.placed for one in pieces) or self._captions_lead()

    def _captions_lead(self) -> bool:
        """Whether paragraphs known by captions stand above the lists: their markers are lost."""
        captioned = 0
        for one in self.pieces:
            if one.placed and captioned == 0:
                return False
            plain = one.placed is None and one.unit.sort is Sort.TEXT
            captioned += plain and bool(one.unit.caption)
        return captioned >= 2

    def run(self) -> Laid:
        """Lay out all pieces."""
        for at, piece in enumerate(self.pieces):
            unit = piece.unit
            if at == self.taken:
                continue
            if unit.sort is not Sort.TEXT:
                self._other(unit)
            elif piece.placed is not None:
                self._marked(unit, piece.placed)
            elif self.is_caps and (caption := self._caption(at)):
                self._captioned(unit, caption)
            else:
                self._unmarked(unit, at)
        return self.laid

    def _add(self, draft: Draft, parent: Draft | None) -> Draft:
        draft.parent = parent if parent is not None else self.base
        if draft.kind is not Kind.NOTE and draft.kind is not Kind.FURNITURE and self.is_split:
            draft.prefix = f"s{self.laid.parts}"
        self.laid.drafts.append(draft)
        return draft

    def _other(self, unit: Unit) -> None:
        draft = draft_of(unit)
        if unit.sort is Sort.ROW:
            draft.path = (f"table:{row_name(unit.whole.text)}",)
        parent = self.open[-1] if self.open and unit.sort is Sort.ROW else None
        self._add(draft, parent)
        if unit.sort is Sort.UNREAD:
            says = "These signs fit nowhere: perhaps markers that lost their paragraphs."
            self._remark("unread", says, unit)

    def _marked(self, unit: Unit, placed: Placed) -> None:
        """A paragraph with markers: one draft for each marker that begins an item."""
        above = len(placed.levels) - placed.own
        if above == 0 and placed.how is How.RESTART and self.is_split and not self.is_caps:
            self._next_part()
        self._tell(unit, placed)
        del self.open[above + self._shift() :]
        markers = unit.chain[-placed.own :]
        start = unit.start
        for at, marker in enumerate(markers):
            is_last = at == len(markers) - 1
            after = unit.end if is_last else unit.whole.places[markers[at + 1].start]
            edge = unit.end if is_last else trimmed(self.source, start, after)
            text = unit.text if is_last else Clean("", ())
            parent = self.open[-1] if self.open else None
            above_it = parent.path if parent and marker.style != "D" else ()
            path = (*above_it, marker.printed)
            draft = Draft(Kind.PARAGRAPH, start, edge, text, path)
            draft.marker = unit.whole.text[marker.start : marker.end]
            draft.caption = unit.caption if is_last else ""
            self._add(draft, parent)
            self.open.append(draft)
            start = after
        self.last, self.last_end = placed, unit.ends()

    def _shift(self) -> int:
        """How many open items stand above the outermost list: the caption, where there is one."""
        return 1 if self.open and self.open[0].path[0].startswith("cap:") else 0

    def _caption(self, at: int) -> str:
        """The caption by which an unmarked paragraph is known: run in, or on a line before it."""
        unit = self.pieces[at].unit
        after = self.pieces[at + 1].unit if at + 1 < len(self.pieces) else None
        alone = is_subtitle(unit) or unit.is_only_caption()
        if not alone:
            return unit.caption if unit.runs_on() else ""
        if after is None or after.sort is not Sort.TEXT or after.caption or is_subtitle(after):
            return ""
        caption = unit.whole.text.rstrip(".:—– ")
        if self.pieces[at + 1].placed is None:
            unit.take(self.source, [after])
            self.taken = at + 1
        return caption

    def _captioned(self, unit: Unit, caption: str) -> None:
        """A paragraph known only by the caption that opens it."""
        draft = Draft(Kind.PARAGRAPH, unit.start, unit.end, unit.text, (f"cap:{caption}",))
        draft.caption = caption
        self.open = [self._add(draft, None)]
        self.last = None

    def _unmarked(self, unit: Unit, at: int) -> None:
        following = self.following[at]
        depth = self._holder(unit, following) + self._shift()
        if depth == 0 and self._stands_alone(unit, following):
            self._next_part()
        self.open = self.open[:depth]
        parent = self.open[-1] if self.open else None
        counter = parent or self.top
        counter.unmarked += 1
        path = (*(parent.path if parent else ()), f"p{counter.unmarked}")
        draft = Draft(Kind.PARAGRAPH, unit.start, unit.end, unit.text, path)
        draft.caption = unit.caption
        if unit.is_stray:
            draft.kind = Kind.UNREAD
            self._remark("stray", "The marker that opens this paragraph fits no list.", unit)
        self._add(draft, parent)
        if self.last is not None:
            keep = max(0, depth - self._shift())
            self.last = Placed(self.last.levels[:keep], self.last.how, 0) if keep else None

    def _holder(self, unit: Unit, following: Placed | None) -> int:
        """At which depth of the open items an unmarked paragraph stands."""
        if self.last is None:
            return 0
        levels = self.last.levels
        depth = len(levels)
        if following is not None:
            above = len(following.levels) - following.own
            is_new_list = following.how in (How.RESTART, How.OTHER) and above < depth
            if is_new_list:
                return above
            if above >= depth - 1:
                return depth
        if self.indented and unit.indent is not None and levels[-1].indent is not None:
            by_indent = self._by_indent(unit.indent)
            if by_indent is not None:
                return by_indent
        closed = levels[-1].fragments and self.last_end == CLOSED and self.last.own > 0
        return depth - 1 if closed else depth

    def _by_indent(self, indent: int) -> int | None:
        """The depth that an indent shows, None where it shows none."""
        assert self.last is not None
        levels = self.last.levels
        if indent > (levels[-1].indent or 0) + 1:
            return len(levels)
        for depth in range(len(levels) - 1, 0, -1):
            own = levels[depth - 1].indent
            if indent < (levels[depth].indent or 0) - 1 and own is not None and indent >= own - 1:
                return depth
        return None

    def _stands_alone(self, unit: Unit, following: Placed | None) -> bool:
        """Whether an unmarked paragraph opens a section of its own, where headings are missing."""
        if not self.is_split or self.is_caps or self.last is None or following is None:
            return False
        return following.how is How.RESTART and len(following.levels) == following.own

    def _next_part(self) -> None:
        self.laid.parts += 1
        self.top = Draft(Kind.HEADING, 0, 0, Clean("", ()))
        self.open, self.last = [], None

    def _tell(self, unit: Unit, placed: Placed) -> None:
        """Put down what is odd about a marker's place."""
        printed = unit.chain[-placed.own].printed
        says = {
            How.GAP: f"The numbering leaves something out before {printed}.",
            How.AGAIN: f"The marker {printed} stands here a second time, or out of order.",
            How.RESTART: f"The numbering starts again at {printed}.",
            How.CUT: f"The list begins with {printed}: what stood before is not here.",
        }.get(placed.how)
        if says:
            self._remark(f"numbering-{placed.how.value}", says, unit)

    def _remark(self, id: str, says: str, unit: Unit) -> None:
        self.laid.remarks.append(Remark(id, says, unit.start, unit.end))
