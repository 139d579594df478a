"""How a town's case numbers look: the letters before, the year, and a count that runs on.

What is set is a pattern such as ``SW-{year}-{n:04}``. It is filled in here, place by place, and
never by a language that could do more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

BEFORE_MOST = 20
DIGITS = range(1, 7)
# Each way of writing the year: what stands for it in a pattern.
YEARS = {"full": "{year}", "short": "{yy}", "none": ""}
BETWEEN = ("-", ".", "")
_PLACE = re.compile(r"\{(year|yy|n(?::0([1-9]))?)\}")
_PARTS = re.compile(r"([A-Za-z0-9._-]*)(?:(\{year\}|\{yy\})([-.]?))?\{n(?::0([1-6]))?\}")


@dataclass(frozen=True, slots=True)
class Parts:
    """A pattern taken apart, as its form asks for it."""

    before: str
    year: str
    between: str
    digits: int

    @property
    def pattern(self) -> str:
        """The pattern that these parts make.

        >>> Parts("SW-", "full", "-", 4).pattern
        'SW-{year}-{n:04}'
        """
        year = YEARS[self.year]
        count = "{n}" if self.digits == 1 else f"{{n:0{self.digits}}}"
        return f"{self.before}{year}{self.between if year else ''}{count}"


def parts_of(pattern: str) -> Parts | None:
    """A pattern's parts; None where it was written by hand, and is more than they can say.

    >>> parts_of("SW-{yy}.{n}")
    Parts(before='SW-', year='short', between='.', digits=1)
    """
    found = _PARTS.fullmatch(pattern)
    if found is None:
        return None
    before, year, between, digits = found.groups()
    name = next(name for name, text in YEARS.items() if text == (year or ""))
    return Parts(before, name, between or "", int(digits or 1))


def number_of(pattern: str, day: str, n: int) -> str:
    """The number of the ``n``-th case, opened on a day (YYYY-MM-DD).

    >>> number_of("SW-{year}-{n:04}", "2026-05-01", 17)
    'SW-2026-0017'
    """

    def said(place: re.Match[str]) -> str:
        name, width = place.groups()
        if name in ("year", "yy"):
            return day[:4] if name == "year" else day[2:4]
        return f"{n:0{int(width or 1)}}"

    return _PLACE.sub(said, pattern)


def next_free(
    pattern: str, day: str, count: int, is_taken: Callable[[str], bool]
) -> tuple[int, str]:
    """The first count after ``count`` whose number no case has, and that number.

    A case can have been given a number by hand, or under another pattern, that is this one's turn.
    A pattern without a count would give one number for ever: the count is put behind it.

    >>> next_free("{year}", "2026-05-01", 16, lambda number: number == "2026-17")
    (18, '2026-18')
    """
    if number_of(pattern, day, 1) == number_of(pattern, day, 2):
        pattern = f"{pattern}-{{n}}"
    n = count + 1
    while is_taken(number_of(pattern, day, n)):
        n += 1
    return n, number_of(pattern, day, n)
