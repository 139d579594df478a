"""The lines of a text, and the text that stands on them once the page is taken away.

Places are counted in characters of the whole text. Every pattern here is applied to one line or to
a bounded piece of it, so that time grows with the length of the text and no faster.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from outfall.reading.splitting.headings import heading_at

TAB, WORD = 8, 40
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
EMPHASIS = re.compile(r"\*\*|\\(?=[\[\](){}.*_#>|-])")
"""Marks of Markdown that belong to the page: bold, and the stroke that saves a sign from it."""
HASHES = re.compile(r"#{1,6}(?=\s)|>(?=\s)")
BULLET = re.compile(r"[•·▪◦●○■□‣⁃∙\uf0b7\uf0a7*+–—-](?=\s)|o(?=\s{2,})")
LOST_BREAK = re.compile(r"(?<=[a-z)\]\d][.;)\]])\s?(?=(?:Sec\.|Section|SECTION|§) ?\d)")
DASHED = re.compile(r"\S+ ?[\w.:-]{1,20}\.? ?[-–—] ?[A-Z]")
TERMINAL = re.compile(r"[.;:?!][\"'”’)\]*_]*$|[;,.]\s*(?:and|or|and/or)[,:]?$", re.IGNORECASE)
"""How a paragraph ends: with a full stop of some weight, or with the word that joins a list."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one line holds between its blanks; ``indent`` and ``edge`` are columns, not places."""

    start: int
    end: int
    indent: int
    edge: int
    after_blank: bool
    after_page: bool

    def of(self, source: str) -> str:
        """The characters of the line."""
        return source[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Clean:
    """Text on one line, and for each of its characters the place where it stands."""

    text: str
    places: tuple[int, ...]

    def cut(self, start: int, end: int) -> Clean:
        """A part of it, without blanks at its ends."""
        while start < end and self.text[start] == " ":
            start += 1
        while end > start and self.text[end - 1] == " ":
            end -= 1
        return Clean(self.text[start:end], self.places[start:end])


def lines(source: str) -> list[Line]:
    """All lines that hold more than blanks; a heading that lost its line break begins one too."""
    found: list[Line] = []
    place, blank, page = 0, True, False
    for raw in source.splitlines(keepends=True):
        body = raw.strip()
        page = page or "\f" in raw
        if body:
            before = raw[: len(raw) - len(raw.lstrip())]
            start = place + len(before)
            indent = len(before.expandtabs(TAB))
            for low, high in _at_headings(body):
                edge = indent + high - low
                found.append(Line(start + low, start + high, indent, edge, blank, page))
                blank, page = False, False
        blank = not body
        place += len(raw)
    return found


def _at_headings(body: str) -> list[tuple[int, int]]:
    """A line cut where a section's heading follows the end of a sentence without a line break."""
    cuts = [0]
    for match in LOST_BREAK.finditer(body):
        attached = match.group() == ""
        rest = body[match.end() : match.end() + 300]
        if (attached or DASHED.match(rest)) and heading_at(rest) is not None:
            cuts.append(match.end())
    bounds = [*cuts, len(body)]
    return [(low, low + len(body[low:high].rstrip())) for low, high in itertools.pairwise(bounds)]


def opening(source: str, start: int, end: int) -> int:
    """How many characters at the start of a paragraph are the page's: hashes, quotes, a bullet."""
    place = start
    for pattern in (HASHES, BULLET):
        if match := pattern.match(source, place, end):
            place = match.end()
            while place < end and source[place].isspace():
                place += 1
    return place - start


def clean(source: str, parts: Sequence[tuple[int, int]], kept_hyphens: frozenset[str]) -> Clean:
    """Several lines as one: blanks drawn together, words joined that a line's end had parted.

    ``kept_hyphens`` holds words that the text itself writes with a hyphen within a line.
    """
    letters: list[str] = []
    places: list[int] = []
    for start, end in parts:
        if letters and letters[-1] != " ":
            _join(source, letters, places, start, end, kept_hyphens)
        place = start
        while place < end:
            letter = source[place]
            if letter.isspace():
                if letters and letters[-1] != " ":
                    letters.append(" ")
                    places.append(place)
            elif letter in "*\\" and (mark := EMPHASIS.match(source, place, end)):
                place = mark.end()
                continue
            elif letter not in INVISIBLE:
                letters.append(letter)
                places.append(place)
            place += 1
    while letters and letters[-1] == " ":
        letters.pop()
        places.pop()
    return Clean("".join(letters), tuple(places))


def _join(
    source: str,
    letters: list[str],
    places: list[int],
    start: int,
    end: int,
    kept_hyphens: frozenset[str],
) -> None:
    """Put what parts two lines: a blank, or nothing within a word."""
    if not source[start - 1].isspace():
        return
    soft = source[places[-1] : start].rstrip().endswith("\u00ad")
    if soft:
        return
    hyphened = letters[-1] == "-" and len(letters) > 1 and letters[-2].isalpha()
    if not (hyphened and source[start].islower()):
        letters.append(" ")
        places.append(start - 1)
        return
    left = len(letters) - 1
    while (
        left > 0
        and len(letters) - left < WORD
        and (letters[left - 1].isalpha() or letters[left - 1] == "-")
    ):
        left -= 1
    right = start
    while right < end and right - start < WORD and source[right].isalpha():
        right += 1
    whole = "".join(letters[left:]) + source[start:right]
    if whole.lower() not in kept_hyphens:
        letters.pop()
        places.pop()


def hyphened(source: str) -> frozenset[str]:
    """The words that stand with a hyphen inside a line, as a guide for those parted at its end."""
    return frozenset(word.lower() for word in re.findall(r"\b[A-Za-z]+-[A-Za-z]+\b", source))


def is_terminated(text: str) -> bool:
    """Whether a paragraph may end here."""
    return TERMINAL.search(text[-12:]) is not None
