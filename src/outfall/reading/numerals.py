"""Numbers as law texts write them: words, ordinals, figures with commas, halves."""

from __future__ import annotations

import re
from decimal import Decimal

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
VALUES = {word: n for n, word in enumerate(_ONES)}
VALUES |= {word: 10 * n for n, word in enumerate(_TENS, start=2)}
VALUES["fourty"] = 40  # a slip that printed codes do have
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20,
    "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70,
    "eightieth": 80, "ninetieth": 90, "hundredth": 100,
}  # fmt: skip
ORDINALS |= {f"{word}th": n for word, n in VALUES.items() if 13 <= n <= 19}


def _any(words: object) -> str:
    return "|".join(sorted(map(str, words), key=len, reverse=True))  # type: ignore[call-overload]


_ATOM = rf"(?:{_any(VALUES)}|{_any(SCALES)})"
CARDINAL = (
    rf"(?:an?\s+(?={_any(SCALES)}))?{_ATOM}(?:(?:\s+and\s+|\s*-\s*|\s+|,\s+(?={_ATOM}\s+"
    rf"(?:hundred|thousand))){_ATOM}(?![\s-]half))*(?:\s+and\s+(?:one|a)[\s-]half)?(?![a-z])"
)
"""A number in words, from ``one`` to millions; for ``re.IGNORECASE``."""
ORDINAL = rf"(?:(?:{_any(_TENS)})[\s-]+)?(?:one\s+)?(?:{_any(ORDINALS)})\b"
"""An ordinal in words."""
FIGURE = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:(?:\s+|\s*-\s*)1/2|\s*½)?(?!\d|/\d)"
"""A number in figures; a half behind it counts."""


def cardinal(words: str) -> int | Decimal:
    """The value of a number in words.

    >>> cardinal("Seven hundred fifty"), cardinal("one thousand, two hundred")
    (750, 1200)
    >>> cardinal("a hundred")
    100
    >>> cardinal("one and one-half")
    Decimal('1.5')
    """
    said = words.lower()
    whole = re.sub(r"\s+and\s+(?:one|a)[\s-]half$", "", said)
    total = part = 0
    for word in re.findall(r"[a-z]+", whole):
        if word in VALUES:
            part += VALUES[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word in SCALES:
            total, part = total + max(part, 1) * SCALES[word], 0
    found = total + part
    return found if whole == said else found + Decimal("0.5")


def ordinal(words: str) -> int:
    """The value of an ordinal in words.

    >>> ordinal("thirty-first"), ordinal("Twentieth"), ordinal("one hundredth")
    (31, 20, 100)
    """
    *before, last = re.findall(r"[a-z]+", words.lower())
    return ORDINALS[last] + sum(VALUES[word] for word in before if VALUES[word] >= 20)


def figure(digits: str) -> int | Decimal:
    """The value of a number in figures: whole where it is whole.

    >>> figure("1,000.00"), figure("7.25"), figure("1-1/2"), figure("2½")
    (1000, Decimal('7.25'), Decimal('1.5'), Decimal('2.5'))
    """
    half = re.search(r"(?:[\s-]+1/2|\s*½)$", digits)
    whole = digits[: half.start()] if half else digits
    value = Decimal(whole.replace(",", ""))
    return plain(value + Decimal("0.5") if half else value)


def plain(value: Decimal) -> int | Decimal:
    """A whole number as ``int``."""
    return int(value) if value == int(value) else value
