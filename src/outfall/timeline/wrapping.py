"""Text into lines of a given width, whatever the width is measured in."""

from __future__ import annotations

from collections.abc import Callable

Measure = Callable[[str], float]


def wrap(text: str, width: float, measure: Measure) -> list[str]:
    """Lines of whole words that fit; a word that is wider than a line is broken.

    >>> wrap("notice of violation served", 12, len)
    ['notice of', 'violation', 'served']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = broken(word, width, measure)
        lines += full
    return [*lines, line] if line else lines or [""]


def broken(word: str, width: float, measure: Measure) -> list[str]:
    """A word in pieces that fit, each of one character at least."""
    pieces, piece = [], ""
    for char in word:
        if piece and measure(piece + char) > width:
            pieces.append(piece)
            piece = ""
        piece += char
    return [*pieces, piece]
