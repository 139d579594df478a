"""The pieces of a section, before they get their places.

Markers are numbered, and what belongs together again is joined: a marker that stood alone and its
text, a sentence and what was cut from it at a marker that is part of the prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from outfall.reading.splitting.headings import is_sentence, is_title
from outfall.reading.splitting.markers import is_doubled
from outfall.reading.splitting.numbering import Context, Placed, number
from outfall.reading.splitting.units import Sort, Unit

SENTENCE_BREAK = 0.7
"""The least doubt of a marker that follows the end of a sentence or of a part of one."""


@dataclass(slots=True)
class Piece:
    """A unit with the place of its marker, None where it has no marker."""

    unit: Unit
    placed: Placed | None = None
    more: list[Unit] = field(default_factory=list)
    """What was cut from it, or stands alone and belongs to it."""


def settle(source: str, units: Sequence[Unit]) -> list[Piece]:
    """Number the markers of a section, and join what belongs together."""
    return _settled(source, _subtitles(_swept(list(units))))


def _swept(units: list[Unit]) -> list[Unit]:
    """Take markers that stand together without text for what they are: swept from their places."""
    at, last = 0, len(units)
    while last and units[last - 1].sort is Sort.NOTE:
        last -= 1
    while at < len(units):
        end = at
        while end < len(units) and _is_bare(units[end]) and (end == at or _follows(units, end)):
            end += 1
        if end - at >= 3 or (end - at == 2 and end >= last):
            for unit in units[at:end]:
                unit.sort, unit.chain = Sort.UNREAD, ()
        at = max(end, at + 1)
    return units


def _is_bare(unit: Unit) -> bool:
    return unit.sort is Sort.TEXT and len(unit.chain) == 1 and not unit.text.text


def _follows(units: list[Unit], at: int) -> bool:
    """Whether a bare marker counts on from the bare one before it."""
    before, after = units[at - 1].chain[0], units[at].chain[0]
    ranks = {(one.kind, one.rank + 1) for one in before.readings}
    return before.style == after.style and any((r.kind, r.rank) in ranks for r in after.readings)


def _settled(source: str, units: list[Unit]) -> list[Piece]:
    """Number the markers, and join again what was cut at one that is part of the prose."""
    marked = [unit for unit in units if unit.sort is Sort.TEXT and unit.chain]
    firm = [unit.indent for unit in marked if not unit.is_inline and unit.indent is not None]
    used = len(firm) > 2 and max(firm) - min(firm) > 1
    _without_doubles(marked)
    _trust_run_on(marked)
    contexts = _contexts(units)
    results = iter(number(contexts, used))
    pieces: list[Piece] = []
    for unit in units:
        placed = next(results) if unit.sort is Sort.TEXT and unit.chain else None
        is_prose = bool(unit.chain) and placed is None
        if is_prose:
            unit.chain, unit.is_stray = (), not unit.is_inline
        last = pieces[-1] if pieces else None
        if last is not None and last.unit.sort is Sort.TEXT and unit.sort is Sort.TEXT:
            open_ended = not last.more and _awaits_text(last, unit)
            if (is_prose and unit.is_inline) or (open_ended and not unit.chain):
                last.more.append(unit)
                continue
        pieces.append(Piece(unit, placed))
    for piece in pieces:
        if piece.more:
            if not piece.more[0].is_inline and piece.unit.is_only_caption():
                piece.unit.title = piece.unit.text.text.rstrip(".:—– ")
            piece.unit.take(source, piece.more)
    return pieces


def _awaits_text(piece: Piece, after: Unit) -> bool:
    """Whether a marker stands alone, or with a caption only, so that the next paragraph is its."""
    if piece.placed is None:
        return False
    text = piece.unit.text.text
    if not text:
        return True
    in_list = piece.placed.levels[-1].fragments or after.bulleted or after.caption
    full = is_sentence(after.whole.text) and after.ends() in ".:"
    return not in_list and full and text[-1] != ":" and piece.unit.is_only_caption()


def _subtitles(units: list[Unit]) -> list[Unit]:
    """Mark lone titles among numbered paragraphs: they are headings, and count for nothing."""
    if not any(unit.chain for unit in units):
        return units
    alike = [is_subtitle(unit) for unit in units]
    for at, unit in enumerate(units[:-1]):
        after, before = units[at + 1], units[at - 1] if at else None
        led = before is not None and before.sort is Sort.TEXT and before.ends() in ":;"
        lone = not alike[at + 1] and not (at and alike[at - 1])
        if alike[at] and lone and not led and after.sort is Sort.TEXT and not after.is_inline:
            unit.sort = Sort.TITLE
    return units


def is_subtitle(unit: Unit) -> bool:
    """Whether a piece without a marker looks like a title on a line of its own."""
    plain = unit.sort is Sort.TEXT and not unit.chain and not unit.bulleted
    return plain and unit.whole.text[-1] not in ".:" and is_title(unit.whole.text)


def _without_doubles(marked: list[Unit]) -> None:
    """Leave out the numbers that a converter set before printed markers: both count the same.

    "1. (a)" alone may be an item in an item; "2. (b)" beside it shows that it is none.
    """
    pairs = [unit for unit in marked if len(unit.chain) > 1 and is_doubled(*unit.chain[:2])]
    if any(one.rank > 1 for unit in pairs for one in unit.chain[0].readings):
        for unit in pairs:
            unit.chain = unit.chain[1:]


def _trust_run_on(marked: list[Unit]) -> None:
    """Where most markers stand within lines, line breaks were lost, and a lone one counts more."""
    inside = [unit for unit in marked if unit.is_inline and unit.doubt >= SENTENCE_BREAK]
    if len(inside) >= 4 and len(inside) > 2 * (len(marked) - len(inside)):
        for unit in inside:
            unit.doubt *= 2


def _contexts(units: Sequence[Unit]) -> list[Context]:
    """What stands around each marker."""
    found: list[Context] = []
    ends, lead = "", ""
    for unit in units:
        if unit.sort is not Sort.TEXT:
            continue
        if unit.chain:
            found.append(
                Context(
                    unit.chain,
                    unit.doubt,
                    unit.is_inline,
                    unit.indent,
                    ends,
                    lead,
                    bool(unit.caption),
                )
            )
            ends, lead = unit.ends(), ""
        else:
            lead = unit.ends() or "-"
    return found
