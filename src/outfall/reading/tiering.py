"""Which offense a clause speaks of: the first, the second, the third or a later one.

The mention stands before what it governs ("for a second offense, a fine of ...") or after it ("$100
for the first offense, $200 for the second"); ``Tiers.at`` tells which, from the order in which
mentions and sums come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from outfall.reading.scope import Span

__all__ = ["LAST", "Mention", "Tiers", "mentions", "opening_tier"]

LAST = 3
"""The last tier that is told apart: the third or a later one."""

_NUMBERS = {
    "first": 1,
    "1st": 1,
    "initial": 1,
    "one": 1,
    "second": 2,
    "2nd": 2,
    "two": 2,
    "third": 3,
    "3rd": 3,
    "three": 3,
    "fourth": 4,
    "4th": 4,
    "four": 4,
    "fifth": 5,
    "5th": 5,
    "sixth": 6,
    "6th": 6,
}
_ORDINAL = (
    r"(?:first|1st|initial|second|2nd|third|3rd|fourth|4th|fifth|5th|sixth|6th|"
    r"subsequent|succeeding|repeat(?:ed)?|later|further|additional|any other)"
)
_OFFENSE = (
    r"(?:separate\s+|such\s+|documented\s+|time\s+|-\s*time\s+)?"
    r"(?:(?:of|de)fen[sc]es?|violations?|convictions?|citations?|infractions?|occurrences?|"
    r"offenders?|violators?|incidents?|breach(?:es)?|instances?|times?|"
    r"ones?(?=\s*(?:[.,;:)]|$|(?:within|in|after|thereafter|that|shall|is|by|and|costs?)\b)))"
)
_MENTION = re.compile(
    rf"(?P<words>\b{_ORDINAL}\b(?:(?:\s*(?:,|and\b|or\b|&|/|through\b|thru\b|-|each\b|every\b|"
    rf"any\b|all\b|a\b|an\b|the\b|for\b|other\b)){{0,4}}\s*\b{_ORDINAL}\b){{0,5}})"
    rf"[\s-]*(?P<noun>{_OFFENSE})\b"
    r"(?P<later>(?:,)?\s+(?:and|or)\s+(?:for\s+)?(?:each|every|any|all)\s+(?:one\s+)?"
    r"(?:(?:offen[sc]e|violation)s?\s+)?(?:thereafter|after that|that follows?))?",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\b(?:each|every|any|all)\s+{_OFFENSE}\s+(?:after|beyond|following)\s+(?:the\s+)?"
    r"(?P<of>first|second|third)\b",
    re.IGNORECASE,
)
_THEREAFTER = re.compile(
    rf"\b(?:each|every|any|all)\s+(?:(?:and\s+every|such|"
    rf"one)\s+)?(?:{_OFFENSE}\s+)?(?:thereafter|after\s+that)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"\b(?:{_OFFENSE}\s+(?:no\.?|number|#)|"
    r"tier)\s*(?P<of>\d|one|two|three|four|i{1,3})\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:(?:re-?)?offends?|violates?|breaks?|does\s+so|commits?|repeats?)\s+"
    r"(?:[^\s.;:$]+\s+){0,7}?"
    r"(?:again|anew|once\s+more|more\s+than\s+once)\b|\bre-?offends?\b|"
    r"\brepeat(?:s|ing)?\s+(?:the|an?|any|such|his|their|its|that)\s+(?:same\s+)?"
    r"(?:offen[sc]e|violation)\b",
    re.IGNORECASE,
)
"""A later offense told by a verb: "whoever offends again"."""
_BARE = re.compile(
    rf"(?:^|(?<=[|:;,.(])|(?<=[.;:|]\s)(?=\w+\s*[:—–|-])|(?<=\band)|(?<=\bfor))"
    rf"\s*(?:the\s+|a\s+|each\s+)*(?P<words>{_ORDINAL}"
    rf"(?:\s*(?:and|or|&|/|,)+\s*(?:each\s+|any\s+|every\s+)?{_ORDINAL}){{0,5}})\s*"
    r"(?=[:|)—–\-,.;]|\$|$|(?:and|or)\s+(?:\$|not\b|up\b|a\b))",
    re.IGNORECASE,
)
_REPEAT = re.compile(r"^\w+\s+repeat(?:ed)?\b", re.IGNORECASE)
"""An ordinal of the repetitions: the "first repeat offense" is the second offense."""
_IS_SEEN = re.compile(
    r"\b(?:sees|finds|observes|discovers|notices|learns\s+of)\s+(?:an?|the|such|any)\s+"
    r"(?:\w+\s+){1,2}for\s+the\s+$",
    re.IGNORECASE,
)
"""Whoever sees something for the first time tells of no first offense."""
_COUNTED_FROM = re.compile(
    r"(?:\bwithin\b[^.;,$]*|\b(?:days?|weeks?|months?|years?)\s+)\b(?:of|after|following|from|"
    r"since)\s+"
    r"(?:(?:the|a|an|such|any|that|his|their|its|date|of|commission|conviction|prior|"
    r"previous)\s+)*$|"
    r"\b(?:back\s+to|from|since|beginning\s+(?:on|with))\s+(?:the\s+)?(?:date|day|time)\s+of\s+"
    r"(?:(?:the|an?|such|any|that|his|their|its)\s+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a tier at ``start``; ``tier`` is its first, at most ``LAST``."""

    start: int
    end: int
    tier: int
    each: tuple[int, ...] = ()
    """The tiers one by one, where it names several: "the first, second and third violation"."""


def _tier(words: str, seen: int) -> int:
    """The tier of an ordinal; what only says "subsequent" is one more than the last ``seen``."""
    named = re.findall(r"\w+", words.lower())
    numbers = [_NUMBERS[word] for word in named if word in _NUMBERS]
    if numbers and _REPEAT.search(words):
        return min(numbers[0] + 1, LAST)
    if numbers:
        return min(numbers[0], LAST)
    return min(max(seen, 1) + 1, LAST)


def _each(words: str) -> tuple[int, ...]:
    """Every numbered tier of a mention, in order."""
    return tuple(
        min(_NUMBERS[word], LAST) for word in re.findall(r"\w+", words.lower()) if word in _NUMBERS
    )


def mentions(text: str, span: Span, seen: int = 0) -> list[Mention]:
    """The tiers that a span speaks of, in order.

    ``seen`` is the highest tier before the span. A mention that only tells from when a period is
    counted ("within a year of the first offense") is none.
    """
    found: list[Mention] = []
    spots = [*_MENTION.finditer(text, span.start, span.end)]
    spots += [
        one
        for one in _BARE.finditer(text, span.start, span.end)
        if not any(one.start() < other.end() and other.start() < one.end() for other in spots)
    ]
    for one in sorted(spots, key=lambda match: match.start()):
        before = text[max(span.start, one.start() - 60) : one.start("words")]
        if _COUNTED_FROM.search(before) or _IS_SEEN.search(before):
            continue
        tier = _tier(one["words"], seen)
        seen = max(seen, tier)
        found.append(Mention(one.start("words"), one.end(), tier, _each(one["words"])))
    for one in _AFTER.finditer(text, span.start, span.end):
        found = [other for other in found if not one.start() <= other.start < one.end() + 12]
        found.append(Mention(one.start(), one.end(), min(_NUMBERS[one["of"].lower()] + 1, LAST)))
    for one in _THEREAFTER.finditer(text, span.start, span.end):
        if not any(other.start < one.end() and one.start() < other.end for other in found):
            found.append(Mention(one.start(), one.end(), min(max(seen, 1) + 1, LAST)))
    for one in _AGAIN.finditer(text, span.start, span.end):
        if not any(other.start < one.end() and one.start() < other.end for other in found):
            earlier = [other.tier for other in found if other.start < one.start()]
            found.append(Mention(one.start(), one.end(), min(max(earlier, default=1) + 1, LAST)))
    for one in _NUMBERED.finditer(text, span.start, span.end):
        number = one["of"].lower()
        tier = int(number) if number.isdigit() else _NUMBERS.get(number, len(number))
        found.append(Mention(one.start(), one.end(), min(max(tier, 1), LAST)))
    return sorted(found, key=lambda mention: mention.start)


def opening_tier(text: str) -> int | None:
    """The tier with which a text opens ("Second violation. ..."), as captions and rows do."""
    opening = re.match(r"[\s|(\"“]*(?:(?:for|upon|on|the|a|an|any|each)\s+)*", text, re.IGNORECASE)
    start = opening.end() if opening else 0
    for mention in mentions(text, Span(start, min(len(text), start + 60))):
        if mention.start <= start + 2:
            return mention.tier
    return None


_FOR = re.compile(r"\b(?:for|on|upon)\s+(?:the|an?|any|each|every)?\s*$", re.IGNORECASE)
_TIES = re.compile(
    r"\s*(?:\(?(?:fine|penalty|civil penalty|citation|or both|or by both|per day|per violation|"
    r"dollars|each|and/or|or)\)?\s*)*"
    r"[\s(]*(?:(?:for|upon|on|in|if|as)\s+(?:the\s+)?(?:case\s+of\s+|conviction\s+(?:of|for)\s+|"
    r"commission\s+of\s+)?)(?:(?:the|a|an|any|each|every|all|his|their|"
    r"its)\s+(?:and\s+every\s+)?)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tiers:
    """The mentions of one clause, beside the places of the sums that stand in it."""

    text: str
    found: tuple[Mention, ...]
    sums: tuple[Span, ...]

    @classmethod
    def of(cls, text: str, clause: Span, sums: Sequence[Span], seen: int = 0) -> Tiers:
        inside = [one for one in sums if clause.start <= one.start < clause.end]
        return cls(text, tuple(mentions(text, clause, seen)), tuple(inside))

    def at(self, spot: Span) -> int | None:
        """The tier of what stands at ``spot``; None where the clause names none."""
        if not self.found:
            return None
        each = self.found[0].each
        if len(self.found) == 1 < len(each) == len(self.sums) and spot in self.sums:
            return each[self.sums.index(spot)]
        if len({one.tier for one in self.found}) == 1:
            return self.found[0].tier
        after = next((one for one in self.found if one.start >= spot.end), None)
        before = [one for one in self.found if one.end <= spot.start]
        if after is not None and (not before or self._is_tied(spot, after)):
            return after.tier
        return before[-1].tier if before else None

    def is_tied_to(self, end: int, mention: Mention) -> bool:
        """Whether a mention follows right upon a sum's end: "$100 for a second offense"."""
        return _TIES.match(self.text[end : mention.start]) is not None

    def _is_tied(self, spot: Span, after: Mention) -> bool:
        """Whether nothing but "for a" stands between a sum, or the pair it is of, and a mention."""
        if _TIES.match(self.text[spot.end : after.start]):
            return True
        between = self.text[spot.end : after.start]
        before = [one.end for one in self.found if one.end <= spot.start]
        if before and not re.search(r"[,;]", between) and _FOR.search(between):
            return re.search(r",|\band\b", self.text[before[-1] : spot.start]) is not None
        first = self.sums[0].start if self.sums else spot.start
        return self.found[0].start > first
