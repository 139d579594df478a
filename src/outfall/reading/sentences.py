"""Sentences and clauses of law text.

A full stop behind an abbreviation, an initial or a figure ends nothing, and a stop in brackets does
not end the sentence around them. A clause ends at a semicolon, at a colon and where a bracket opens
or closes; commas divide too little to be trusted, and are weighed where a clause is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_ABBREVIATIONS = (
    "no|nos|sec|secs|ch|chs|art|arts|div|subd|subdiv|subsec|par|para|pars|ord|ords|res|stat|stats|"
    "ann|rev|gen|cf|e\\.g|i\\.e|etc|et seq|seq|st|ave|blvd|rd|mr|mrs|ms|dr|inc|co|corp|ltd|llc|"
    "u\\.s|u\\.s\\.c|c\\.f\\.r|o\\.c\\.g\\.a|t\\.c\\.a|p\\.l|r\\.c|n\\.y|a\\.m|p\\.m|vs|v|approx|"
    "dept|tit|amd|amend|supp|vol|pp?|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|hrs?|m\\.g\\.l"
)
_ENDS_WITH_ABBREVIATION = re.compile(
    rf"(?:^|[\s(])(?:{_ABBREVIATIONS}|(?:[a-z]\.)*[a-z])\.$", re.IGNORECASE
)
_OF_A_CODE = re.compile(r"\s+(?:Stat|Code|Rev|Ann|Gen|Comp|Cons|Const|Admin|Laws)\b")
"""Behind the short name of a state."""
_STOP = re.compile(r"[.!?][\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-Z0-9]|\s*$)|\n\s*\n")
_ENUMERATOR = re.compile(r"\(?[0-9a-z]{1,4}\.", re.IGNORECASE)
_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}


def sentences(text: str) -> list[Span]:
    """Where the sentences of a text stand, without the blank space around them.

    >>> text = "See Sec. 4. The owner pays (if he can. He may not.) within ten days."
    >>> [text[a:b] for a, b in sentences(text)]
    ['See Sec. 4.', 'The owner pays (if he can. He may not.) within ten days.']
    """
    found: list[Span] = []
    start = 0
    for stop in _STOP.finditer(text):
        end = stop.end()
        if end < len(text) and _goes_on(text, start, stop):
            continue
        found += _trimmed(text, start, end)
        start = end
    found += _trimmed(text, start, len(text))
    return found


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    head = text[max(start, stop.start() - 16) : stop.start() + 1]
    if _ENDS_WITH_ABBREVIATION.search(head) or _OF_A_CODE.match(text, stop.end()):
        return True
    if _ENUMERATOR.fullmatch(text[start : stop.start() + 1].strip()):
        return True
    depth = sum(_DEPTH.get(sign, 0) for sign in text[start : stop.end()])
    closes = text.find(")", stop.end(), stop.end() + 400)
    return depth > 0 and closes >= 0


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


_OPENS = {"(": ")", "[": "]"}
_SHORT = 6
"""Brackets with no more in them, "(14)" or "(s)", bound no clause."""


def clause_around(text: str, start: int, end: int, within: Span) -> Span:
    """The clause of a sentence in which ``text[start:end]`` stands.

    Inside a bracket it is what the bracket holds; outside, brackets are passed over.
    """
    pairs = _brackets(text, within)
    around = [pair for pair in pairs if pair[0] < start and end <= pair[1]]
    left, right = max(around, default=(within[0] - 1, within[1]))
    left += 1
    nested = [pair for pair in pairs if left <= pair[0] and pair[1] <= right]
    for boundary in _BOUNDARY.finditer(text, left, right):
        if any(opened < boundary.start() < closed for opened, closed in nested):
            continue
        if boundary.end() <= start:
            left = boundary.end()
        elif boundary.start() >= end:
            return left, boundary.start()
    return left, right


_BOUNDARY = re.compile(r";|:(?=\s)")


def _brackets(text: str, within: Span) -> list[Span]:
    """The places of the brackets of a sentence that hold a clause; one left open ends with it."""
    found: list[Span] = []
    opened: list[int] = []
    for place in range(*within):
        sign = text[place]
        if sign in _OPENS:
            opened.append(place)
        elif opened and sign == _OPENS[text[opened[-1]]]:
            found.append((opened.pop(), place))
    found += [(place, within[1]) for place in opened]
    return [pair for pair in found if pair[1] - pair[0] - 1 > _SHORT]
