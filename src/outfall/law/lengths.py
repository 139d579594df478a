"""How long a period is: days, business days, hours, weeks, months and years never mix."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

_WRITTEN = re.compile(r"([0-9]{1,9})\s+((?:business|working)\s+)?([a-z]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Length:
    """A whole number, zero or more, of one unit. Two lengths are equal only in the same unit."""

    n: int
    unit: ClassVar[str]

    def __post_init__(self) -> None:
        if type(self.n) is not int or self.n < 0:
            raise ValueError(f"a number of {self.unit}s is whole and not below 0, not {self.n!r}")

    def __str__(self) -> str:
        return f"{self.n} {self.unit}" if self.n == 1 else f"{self.n} {self.unit}s"


@dataclass(frozen=True, slots=True)
class Days(_Length):
    """Days of the calendar, from midnight to midnight.

    >>> str(Days(15)), str(Days(1)), Days(7) == Weeks(1)
    ('15 days', '1 day', False)
    """

    unit = "day"


@dataclass(frozen=True, slots=True)
class BusinessDays(_Length):
    """Days on which business is done: which ones those are is up to the counting rule."""

    unit = "business day"


@dataclass(frozen=True, slots=True)
class Hours(_Length):
    """Hours that really pass, through a change of the clocks too."""

    unit = "hour"


@dataclass(frozen=True, slots=True)
class Weeks(_Length):
    """Seven days each, whatever day they begin on."""

    unit = "week"


@dataclass(frozen=True, slots=True)
class Months(_Length):
    """Calendar months: to the same day number (N.Y. Gen. Constr. Law 30 and 31)."""

    unit = "month"


@dataclass(frozen=True, slots=True)
class Years(_Length):
    """Calendar years: to the same day of the same month."""

    unit = "year"


Length = Days | BusinessDays | Hours | Weeks | Months | Years

_UNITS: dict[str, type[Length]] = {
    "day": Days,
    "hour": Hours,
    "week": Weeks,
    "month": Months,
    "year": Years,
}


def parse_length(text: str) -> Length:
    """A length as people write it: a whole number and a unit.

    Raises ValueError with a sentence that says what to write instead. A *working day* is a
    business day.

    >>> parse_length("15 days"), parse_length("10 working days")
    (Days(n=15), BusinessDays(n=10))
    >>> parse_length("a fortnight")
    Traceback (most recent call last):
    ...
    ValueError: 'a fortnight' is not a length: write a whole number and a unit, such as 15 days, \
10 business days, 48 hours, 2 weeks, 1 month or 5 years
    """
    written = _WRITTEN.fullmatch(text.strip())
    if written:
        number, business, unit = written.groups()
        kind = _UNITS.get(unit.lower().removesuffix("s"))
        if kind is Days and business:
            return BusinessDays(int(number))
        if kind is not None and not business:
            return kind(int(number))
    raise ValueError(
        f"{text!r} is not a length: write a whole number and a unit, such as 15 days, "
        "10 business days, 48 hours, 2 weeks, 1 month or 5 years"
    )
