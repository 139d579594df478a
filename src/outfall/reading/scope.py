"""Where a rule of reading looks: the sentences of a provision, and what stands above it.

A clause seldom says all of itself. Whether a sum is civil or criminal, a day's or a violation's,
of the first offense or the third, may stand in the caption, in the words that lead a list in, or
in the heading of the section. ``Scope`` hands these out from the nearest to the farthest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.sentences import sentences as split

__all__ = ["Place", "Scope", "Span", "pieces", "sentences"]

LAW = frozenset({Kind.PARAGRAPH, Kind.ROW, Kind.UNREAD})
"""What states law. Headings, notes on history and the page's furniture do not."""


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]`` of a provision's text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]

    def near(self, spot: Span, reach: int = 500) -> Span:
        """The part of this span within ``reach`` characters of a spot: no sentence is read whole
        that no person would."""
        return Span(max(self.start, spot.start - reach), min(self.end, spot.end + reach))


@lru_cache(maxsize=512)
def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a provision; asked for by every rule, and so remembered."""
    return tuple(Span(start, end) for start, end in split(text))


def pieces(text: str, span: Span, at: str = ";") -> list[Span]:
    """The parts of a span between semicolons, or whatever ``at`` names."""
    found: list[Span] = []
    start = span.start
    for place in range(span.start, span.end):
        if text[place] in at:
            found.append(Span(start, place + 1))
            start = place + 1
    if start < span.end:
        found.append(Span(start, span.end))
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """A provision with its place in ``Text.provisions``."""

    number: int
    provision: Provision

    @property
    def text(self) -> str:
        return self.provision.text

    def fact(self, kind: str, what: str, span: Span) -> Fact:
        """A bare fact that ``span`` of this provision's text states; the caller fills in more."""
        one = self.provision
        last = min(max(span.end - 1, span.start), len(one.places) - 1)
        start, end = one.start, one.end
        if one.places:
            start, end = one.places[min(span.start, last)], one.places[last] + 1
        return Fact(kind, what, one.cite, start, end, provision=self.number)


@dataclass(slots=True)
class Scope:
    """A text, asked for its law and for what stands above each piece of it."""

    text: Text
    _above: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def law(self) -> Iterator[Place]:
        """Every provision that can state law, in order."""
        for number, provision in enumerate(self.text.provisions):
            if provision.kind in LAW:
                yield Place(number, provision)

    def parents(self, number: int) -> Iterator[Place]:
        """What a provision stands under, the nearest first."""
        seen = {number}
        up = self.text.provisions[number].parent
        while up is not None and up not in seen:
            seen.add(up)
            yield Place(up, self.text.provisions[up])
            up = self.text.provisions[up].parent

    def heading(self, number: int) -> str:
        """The last heading before a provision; empty where there is none."""
        for place in range(number, -1, -1):
            if self.text.provisions[place].kind is Kind.HEADING:
                return self.text.provisions[place].text
        return ""

    def lead(self, number: int) -> str:
        """The words that lead a provision in: the end of the nearest text above with a colon."""
        for place in self._candidates(number):
            if place.text.rstrip().endswith((":", "—", "–", "-")):
                return sentences(place.text)[-1].of(place.text)
        return ""

    def _candidates(self, number: int) -> Iterator[Place]:
        yield from self.parents(number)
        provision = self.text.provisions[number]
        for place in range(number - 1, -1, -1):
            other = self.text.provisions[place]
            if other.depth < provision.depth or other.section != provision.section:
                return
            if other.parent == provision.parent and other.marker == "":
                yield Place(place, other)

    def above(self, number: int) -> tuple[str, ...]:
        """Texts above a provision, nearest first: lead, captions and texts of parents, heading."""
        if number not in self._above:
            found = [self.lead(number)]
            for place in self.parents(number):
                found += [place.provision.caption, place.text]
            found.append(self.heading(number))
            self._above[number] = tuple(one for one in found if one)
        return self._above[number]

    def before(self, number: int) -> str:
        """The text of the neighbour before a provision: under the same one, or the one above."""
        provision = self.text.provisions[number]
        for place in range(number - 1, -1, -1):
            other = self.text.provisions[place]
            if other.section != provision.section or other.kind is Kind.HEADING:
                return ""
            if other.kind in LAW and other.parent == provision.parent:
                return other.text
        return ""

    def lines_before(self, number: int, most: int) -> Iterator[str]:
        """The unmarked lines right before a provision under the same one, the nearest first."""
        for place in range(number - 1, max(-1, number - 1 - most), -1):
            other = self.text.provisions[place]
            if other.marker or other.kind not in LAW:
                return
            if other.parent == self.text.provisions[number].parent:
                yield other.text

    def table_head(self, number: int) -> str:
        """The row that names a table's columns; empty where a row stands under none."""
        head = ""
        for place in range(number - 1, -1, -1):
            other = self.text.provisions[place]
            if other.kind is not Kind.ROW:
                break
            if "$" not in other.text:
                head = other.text
        return head
