"""The paragraphs of a published text, each with the cite that its printed markers give it.

``segmenting.segment`` makes them. Together they hold every character of the text but blank space:
what no rule understands is a provision of kind ``unread`` and is shown, never dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a piece of the text is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    """A section's heading, or that of an article."""
    ROW = "row"
    """A row of a table, of fines mostly."""
    NOTE = "note"
    """History, an editor's note, a reference to the state's law: not part of the law."""
    FURNITURE = "furniture"
    """What the page prints around the text: head and foot, a number, a link, a version."""
    UNREAD = "unread"
    """What could not be placed."""


@dataclass(frozen=True, slots=True)
class Provision:
    """One paragraph of the text.

    ``cite`` holds the printed markers from the outermost, joined by full stops, as people write
    them: ``C.1.a.(6)``; a section's number stands before it and a stroke where a text has several
    sections. ``start`` and ``end`` are places in the text (characters, the end excluded) and take
    in the marker; ``text`` is what stands there after the marker, on one line, and ``places`` gives
    for each of its characters the place in the text.
    """

    cite: str
    text: str
    start: int
    end: int
    places: tuple[int, ...]
    kind: Kind = Kind.PARAGRAPH
    marker: str = ""
    caption: str = ""
    """The run-in caption that opens ``text``, without its full stop."""
    parent: int | None = None
    """The place of the provision that this one stands under, in ``Text.provisions``."""
    depth: int = 0
    section: str = ""
    """The number of the section it stands in, as printed; empty where none is."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a reader should know of the text's form: numbering that starts again, a cut, a gap."""

    id: str
    says: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text and its provisions in the order in which they stand."""

    source: str
    provisions: tuple[Provision, ...]
    remarks: tuple[Remark, ...] = ()

    def children(self, place: int) -> tuple[Provision, ...]:
        """What stands directly under the provision at a place."""
        return tuple(one for one in self.provisions if one.parent == place)
