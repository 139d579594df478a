"""Headings: of sections, which a cite names, and of the larger parts above them."""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBER = r"\d{1,5}[A-Za-z]{0,2}(?:[.:\-–‑][A-Za-z]?\d{1,4}[A-Za-z]{0,2}){0,5}"
SIGNED = re.compile(
    rf"(?:(?:sec(?:tion|s|tions)?\b\.?|s\.|§§?)\s*)(?P<number>{NUMBER})"
    rf"(?:\s*(?:[-–—]{{1,2}}|through|to|,|and|&)\s*{NUMBER})?(?P<after>[.:]?)"
    r"\s*(?:[-–—]{1,2}|:)?\s*",
    re.IGNORECASE,
)
BARE = re.compile(
    r"(?P<number>\d{1,4}[A-Za-z]?(?:[.\-–‑:]\d{1,4}[A-Za-z]?){1,4})(?P<after>[.:]?)"
    r"(?:\s*(?:[-–—]{1,2}|:)\s*|\s+)"
)
PART = re.compile(
    r"(?P<word>title|chapter|article|division|part|subchapter|appendix|subpart)\s+"
    r"(?P<number>[IVXLC]{1,7}|[A-Z]|\d{1,4}[A-Za-z]?(?:[.\-]\d{1,4}){0,2}|one|two|three|four|five)"
    r"(?P<after>\s*[.:]|\s*[-–—])?(?=\s|$)",
    re.IGNORECASE,
)
VERBS = re.compile(
    r"\b(?:shall|may|must|will|is|are|was|were|be|been|has|have|had|can|could|should|would|does|do"
    r"|means|includes?|applies|apply|requires?|provides?)\b",
    re.IGNORECASE,
)
OPENS_SENTENCE = re.compile(
    r"(?:this|that|any|all|each|every|no|if|when|whenever|whoever|where|it|upon|in)\s(?:\S+\s){3}",
    re.IGNORECASE,
)
TITLE_LIMIT = 170
SENTENCE_END = re.compile(
    r"[.:](?=\s+[\"“(\[A-Z\d]|\([A-Za-z0-9]{1,3}\)|(?:[A-Z]|\d{1,2})\.\s)|[.]?\s?[—–]{1,2}\s?(?=[A-Z(])"
)
SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "de",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "the",
        "to",
        "under",
        "upon",
        "with",
        "without",
        "per",
        "non",
        "&",
        "-",
        "–",
        "—",
    ]
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading at the start of a paragraph; ``end`` is where it ends in the cleaned text."""

    number: str
    end: int
    is_part: bool = False
    has_path: bool = False
    """Whether markers follow the number at once, as in "54.23 (A)(1)": no title stands there."""


def heading_at(text: str) -> Heading | None:
    """The numbered heading that a paragraph opens with."""
    if match := PART.match(text):
        return _part(text, match)
    if match := SIGNED.match(text):
        return _section(text, match, is_signed=True)
    if match := BARE.match(text):
        return _section(text, match, is_signed=False)
    return None


def _part(text: str, match: re.Match[str]) -> Heading | None:
    rest = text[match.end() :].strip()
    word = match.group("word")
    titled = not rest or match.group("after") or rest[0].isupper() or rest[0] in "([—–-"
    if len(text) > TITLE_LIMIT or not word[0].isupper() or not titled or VERBS.search(rest):
        return None
    if rest and rest[0] in ",;)":
        return None
    return Heading(match.group("number"), len(text), is_part=True)


def _section(text: str, match: re.Match[str], is_signed: bool) -> Heading | None:
    number = match.group("number").rstrip(".:-–")
    rest = text[match.end() :]
    if not rest:
        return Heading(number, len(text)) if is_signed or "." in number or "-" in number else None
    if rest[0] == "(" and re.match(r"\([A-Za-z0-9]{1,4}\)", rest):
        return Heading(number, match.end("after"), has_path=True) if is_signed else None
    stopped = bool(match.group("after")) or text[match.end("number") : match.end()].strip() != ""
    if not (rest[0].isupper() or rest[0] in '"“[('):
        return None
    title = title_end(rest)
    words = rest[:title]
    if len(words) > TITLE_LIMIT:
        return None
    whole = title == len(rest)
    if is_sentence(words) and not words.isupper():
        return None if not stopped or not is_signed else Heading(number, match.end("after"))
    if not is_signed and ((not whole and not stopped) or (whole and _tells(words))):
        return None
    return Heading(number, match.end() + title)


def _tells(words: str) -> bool:
    """Whether words after a bare number are a sentence, by its end and its course."""
    if words[-1] != "." or words.isupper():
        return False
    many = words.split()
    capitals = sum(word[0].isupper() for word in many)
    return (many[0] in ("A", "An", "The") and len(many) > 3) or (len(many) > 7 and capitals < 3)


def is_sentence(text: str) -> bool:
    """Whether words say something, rather than name it: a verb of the law, or how one starts."""
    part = text[:2000]
    return VERBS.search(part) is not None or OPENS_SENTENCE.match(part) is not None


def title_end(text: str) -> int:
    """How far a title goes that body text may follow on the same line."""
    match = SENTENCE_END.search(text)
    return match.end() if match else len(text)


def is_title(text: str, short: int = 14) -> bool:
    """Whether a short paragraph is a title without a number: no sentence, and no end of a list.

    One that ends with a full stop is taken for a title up to ``short`` words, and beyond only where
    most of its words have capitals.
    """
    words = text.rstrip(".:").split()
    if not words or len(words) > 14 or len(text) > 110 or text[-1] in ";,)?!":
        return False
    if is_sentence(text) or not text[0].isupper() or "$" in text:
        return False
    strong = [word for word in words if word.lower() not in SMALL]
    capitals = sum(word[0].isupper() for word in strong)
    return (text[-1] == "." and len(words) <= short) or capitals >= 0.6 * len(strong)


CAPTION = re.compile(
    r"[\"“(]?[A-Z][^.:;—–$]{1,110}?(?P<stop> ?\.(?:\s?[—–-]{1,2})?|:|\s?[—–]{1,2})(?=\s|$|[A-Z\"“])"
)
CAPTION_WORDS = 12


def caption_of(text: str) -> tuple[str, int]:
    """The run-in caption that opens a paragraph, and where the text after it begins.

    A caption is a phrase without a verb in front of a sentence, or all that stands there.
    """
    match = CAPTION.match(text)
    if match is None:
        return "", 0
    caption = text[: match.start("stop")].strip()
    rest = text[match.end() :].lstrip()
    words = caption.split()
    if not 0 < len(words) <= CAPTION_WORDS or is_sentence(caption):
        return "", 0
    if rest and not (rest[0].isupper() or rest[0] in '"“([§'):
        return "", 0
    if match.group("stop") == ":" and not rest and len(words) > 6:
        return "", 0
    if len(words) == 1 and len(caption) < 3:
        return "", 0
    return caption, len(text) - len(rest)
