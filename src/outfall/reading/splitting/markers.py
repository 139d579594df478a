"""The markers that number paragraphs: what they look like and what they may count.

A marker is printed text, ``(a)`` or ``1.``; what it counts is a reading, for ``(i)`` is the ninth
letter or the first Roman numeral. Which of them holds, the sequence decides, in ``numbering``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ROMAN = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})", re.IGNORECASE)
VALUES = {"i": 1, "v": 5, "x": 10}

BODY = r"[A-Za-z]{1,6}|\d{1,3}"
ENCLOSED = re.compile(rf"\( ?({BODY}) ?\)\.?")
BRACKETED = re.compile(rf"\[ ?({BODY}) ?\](?!\()")
DOTTED = re.compile(
    r"((?:[A-Za-z]|[ivxIVX]{2,5}|([a-z])\2|([A-Z])\3|\d{1,3}))\.(?=\s|$|\(|\[|[A-Z][a-z]|[\"“‘])"
)
COMPOUND = re.compile(
    r"((?:[A-Za-z](?=\.\d)|\d{1,2}(?=\.[A-Za-z])))\.(?=\w{1,2}\.(?:\s|$|\(|\w\.))"
)
HALF = re.compile(r"([A-Za-z]|[ivxIVX]{2,5}|\d{1,3})\)(?=\s|$|[A-Z])")
SUBDIVISION = re.compile(r"(?:Subd\.|Subdivision) (\d{1,2})\.")
DECIMAL = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,4})\.?(?=\s+[A-Z\"“])")
OPENERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("(", ENCLOSED),
    ("[", BRACKETED),
    (".", COMPOUND),
    (".", DOTTED),
    (")", HALF),
    ("S", SUBDIVISION),
    ("D", DECIMAL),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a marker may count: ``1`` figures, ``a`` and ``A`` letters, ``i`` and ``I`` Roman;
    as many full stops as a decimal number has."""

    kind: str
    rank: int


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed marker; ``start`` and ``end`` are places in the cleaned text of its paragraph."""

    style: str
    body: str
    start: int
    end: int
    readings: tuple[Reading, ...]

    @property
    def printed(self) -> str:
        """The marker as a cite writes it: without its full stop, with its brackets."""
        around = {"D": "{}", "(": "({})", "[": "[{}]", ".": "{}", ")": "{})", "S": "Subd. {}"}
        return around[self.style].format(self.body)


def roman(body: str) -> int:
    """The value of a Roman numeral up to 39, and 0 for what is none."""
    if not body or ROMAN.fullmatch(body) is None:
        return 0
    values = [VALUES[letter] for letter in body.lower()]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))


def readings(body: str) -> tuple[Reading, ...]:
    """All that a marker's body may count, letters before Roman numerals."""
    if "." in body:
        parts = body.split(".")
        return (Reading("." * (len(parts) - 1), int(parts[-1])),)
    if body.isdigit():
        return (Reading("1", int(body)),) if body[0] != "0" else ()
    letter = "A" if body.isupper() else "a" if body.islower() else ""
    if not letter:
        return ()
    found = []
    if len(body) == 1:
        found.append(Reading(letter, ord(body.lower()) - ord("a") + 1))
    elif len(body) == 2 and body[0] == body[1]:
        found.append(Reading(letter, ord(body[0].lower()) - ord("a") + 27))
    if value := roman(body):
        found.append(Reading("I" if letter == "A" else "i", value))
    return tuple(found)


def marker_at(text: str, place: int) -> Marker | None:
    """The marker that stands exactly here."""
    for style, pattern in OPENERS:
        match = pattern.match(text, place)
        if match and (counts := readings(match.group(1))):
            return Marker(style, match.group(1), match.start(), match.end(), counts)
    return None


def chain_at(text: str, place: int = 0) -> tuple[Marker, ...]:
    """The markers that stand here one after another, ``(a)(1)`` or ``A. 1.``, outermost first."""
    found: list[Marker] = []
    while (marker := marker_at(text, place)) is not None and len(found) < 6:
        if found and not _goes_on(found[-1], marker, text):
            break
        found.append(marker)
        place = marker.end
        while place < len(text) and text[place] == " ":
            place += 1
    return tuple(found)


def _goes_on(before: Marker, marker: Marker, text: str) -> bool:
    """Whether a second marker belongs to the chain, rather than to the prose that follows."""
    attached = marker.start == before.end
    first = any(reading.rank == 1 for reading in marker.readings)
    same = (before.style, len(before.body)) == (marker.style, len(marker.body))
    if same and {one.kind for one in before.readings} & {one.kind for one in marker.readings}:
        return False
    return attached or first or marker.style in "([" or _doubles(before, marker)


def _doubles(outer: Marker, inner: Marker) -> bool:
    """Whether two markers count the same number, past the first."""
    ranks = {one.rank for one in outer.readings}
    return any(one.rank in ranks and one.rank > 1 for one in inner.readings)


def is_doubled(outer: Marker, inner: Marker) -> bool:
    """Whether a number and the marker after it count the same, as a converter's list would."""
    plain = outer.style == "." and outer.body.isdigit()
    return plain and any(one.rank == int(outer.body) for one in inner.readings)


KEYWORDS = frozenset(
    [
        "section",
        "sections",
        "sec",
        "secs",
        "subsection",
        "subsections",
        "paragraph",
        "paragraphs",
        "subparagraph",
        "subparagraphs",
        "division",
        "divisions",
        "subdivision",
        "subdivisions",
        "clause",
        "clauses",
        "item",
        "items",
        "part",
        "parts",
        "chapter",
        "chapters",
        "article",
        "articles",
        "title",
        "titles",
        "rule",
        "rules",
        "table",
        "form",
        "no",
        "nos",
        "step",
        "phase",
        "class",
        "type",
        "category",
        "schedule",
        "exhibit",
        "appendix",
        "figure",
        "ch",
        "art",
        "par",
        "para",
        "subsec",
        "sub",
        "subpart",
        "lot",
        "zone",
    ]
)
JOINERS = frozenset(["and", "or", "through", "to", "thru", "&", "-", "–"])
ABBREVIATIONS = frozenset(
    [
        "sec",
        "secs",
        "no",
        "nos",
        "art",
        "ch",
        "div",
        "par",
        "para",
        "subsec",
        "st",
        "ave",
        "blvd",
        "rd",
        "dr",
        "mr",
        "mrs",
        "ms",
        "inc",
        "co",
        "corp",
        "vs",
        "v",
        "ord",
        "res",
        "supp",
        "vol",
        "pp",
        "p",
        "cf",
        "e.g",
        "i.e",
        "stat",
        "ann",
        "tit",
        "app",
        "fig",
        "approx",
    ]
)
GROUP = re.compile(r"\([A-Za-z0-9]{1,5}\)")
NUMBER = re.compile(r"(?:\d[\w.\-–:]*|[A-Za-z](?:\.?\d+(?:\.?[a-z])?)?\.?|§§?)")
PATH = re.compile(r"[a-z]\.?\d{1,2}(?:\.[a-z])?|\d\.[a-z]")
WINDOW = 90
INLINE = re.compile(
    rf"(?:(?<![A-Za-z0-9)\]])|(?<=\d\])|(?<=[;,] and)|(?<=[;,] or))"
    rf"(?:\((?:{BODY})\)|\[(?:{BODY})\])"
    r"|(?<![A-Za-z0-9(\[$§])(?:[A-Za-z]|[ivx]{2,4}|\d{1,2})\.(?=\s|$|\(|[A-Z][a-z])"
)
JOINED = re.compile(r"[;,]\s?(?:and/or|and|or),?$", re.IGNORECASE)
AFTER = re.compile(r" ?(?:[A-Za-z]+|[\"“‘$\d(]|$)")
PROSE_AFTER = frozenset(
    [
        "and",
        "or",
        "of",
        "above",
        "below",
        "through",
        "hereof",
        "thereof",
        "is",
        "are",
        "was",
        "to",
        "et",
    ]
)


@dataclass(frozen=True, slots=True)
class Inline:
    """Markers in the middle of a paragraph, which may be such or part of the prose."""

    chain: tuple[Marker, ...]
    attached: bool
    """Whether no blank parts it from the sentence before: a line break was lost there."""
    weight: float
    """What it costs to take it for prose."""


def inline(text: str, start: int) -> list[Inline]:
    """The places after ``start`` at which a paragraph may begin within a line."""
    found: list[Inline] = []
    place = start
    while (match := INLINE.search(text, place)) is not None:
        place = match.end()
        chain = chain_at(text, match.start())
        if chain and (candidate := _candidate(text, start, chain)):
            found.append(candidate)
            place = chain[-1].end
    return found


def _candidate(text: str, start: int, chain: tuple[Marker, ...]) -> Inline | None:
    """A marker in the middle of a line, unless what stands around it speaks against it."""
    at = chain[0].start
    after = AFTER.match(text, chain[-1].end)
    if after is None or after.group().strip().lower() in PROSE_AFTER:
        return None
    before = text[max(start, at - WINDOW) : at]
    attached = not before.endswith(" ")
    before = before.rstrip()
    if not before or is_reference(before):
        return None
    dotted = chain[0].style in ".)S"
    last = before[-1]
    if last in ".;:" or (last in ')]”"' and attached and not dotted):
        if last == "." and _abbreviates(before):
            return None
        return Inline(chain, attached, _weight(last, attached, dotted))
    joined = JOINED.search(before[-12:]) is not None
    if joined and ";" in before[-9:]:
        return Inline(chain, attached, 0.7 if dotted else 1.0)
    if last == "]" and text[chain[-1].end : chain[-1].end + 3].lstrip()[:1].isupper():
        return Inline(chain, attached, 0.7)
    return None if dotted or not (joined or last in ",—–") else Inline(chain, attached, 0.45)


def _weight(last: str, attached: bool, dotted: bool) -> float:
    if attached:
        return 3.0
    return 0.7 if dotted or last == "." else 1.0


def _abbreviates(before: str) -> bool:
    """Whether the full stop before a marker ends a short form or an initial, not a sentence."""
    word = before[:-1].rstrip().rsplit(" ", 1)[-1].lstrip('(["“').lower()
    if not word:
        return True
    if len(word) == 1:
        return not word.isdigit() and word not in ")"
    initials = "." in word and word.replace(".", "").isalpha()
    return word in ABBREVIATIONS or initials or PATH.fullmatch(word) is not None


def is_reference(before: str) -> bool:
    """Whether the words before a marker make it part of a reference, as in "section 4 and (b)"."""
    words = before[-WINDOW:].replace(",", " , ").split()
    seen = False
    while words:
        word = words[-1].lstrip('"“')
        bare = word.lstrip("(").rstrip(".,:").lower()
        if bare in KEYWORDS or word.startswith("§") or word.lower().startswith("subsection("):
            return seen or not word.endswith((";", ":", ".")) or bare in ABBREVIATIONS
        plain = GROUP.sub("", word)
        if bare in JOINERS or word == ",":
            words.pop()
        elif not word.endswith((".", ";", ":")) and (not plain or NUMBER.fullmatch(plain)):
            seen = True
            words.pop()
        else:
            return False
    return False
