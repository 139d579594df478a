"""Periods, days, amounts, rates and counts in law text, as values in units, with their places.

``quantities`` is the one door. Ordinances write a number twice, "fourteen (14) days"; where the two
disagree the words govern, as courts hold, and the figures are kept beside them to be shown. A
number that was never filled in, "____ days" or "within days of", is a quantity that is blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from parsy import ParseError, Parser, alt, peek, regex, seq

from outfall.reading import numerals

__all__ = ["NOTICE", "TIME_UNITS", "Quantity", "quantities"]

TIME_UNITS = frozenset({"days", "business_days", "hours", "weeks", "months", "years"})
WINDOW = 160
"""Characters in which a quantity is over."""

Value = int | Decimal


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity: ``text[start:end]`` of the text that was read.

    ``unit`` is one of the vocabulary's units of time, ``usd``, ``percent`` (of what time the text
    around it says) or ``count`` (of payments). ``value`` is None where the text leaves it blank.
    """

    start: int
    end: int
    value: Value | None
    unit: str
    is_ordinal: bool = False
    """Whether it names one day: "the 31st day", "day thirty (30)"."""
    is_notice: bool = False
    """Whether it is the length of a notice: "24 hours' notice"."""
    figure: Value | None = None
    """The figures, where they say another number than the words."""

    @property
    def is_blank(self) -> bool:
        return self.value is None

    @property
    def is_time(self) -> bool:
        return self.unit in TIME_UNITS

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should look at."""
        if self.figure is not None:
            return (f"the words say {self.value} and the figures {self.figure}: words govern",)
        return ("the text leaves the number blank",) if self.is_blank else ()


@dataclass(frozen=True, slots=True)
class _Number:
    value: Value | None = None
    figure: Value | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    number: _Number
    unit: str
    is_ordinal: bool = False


def _pair(words: Value, figure: Value | None) -> _Number:
    return _Number(words, None if figure == words else figure)


def _said(pattern: str) -> Parser:
    return regex(pattern, re.IGNORECASE)


def _bracketed(inner: Parser) -> Parser:
    round_ = regex(r"\s*\(\s*") >> inner << regex(r"\s*\)")
    square = regex(r"\s*\[\s*") >> inner << regex(r"\s*\]")
    return alt(round_, square)


# Numbers: in words, in figures, in both, or left blank.
FIGURE = regex(numerals.FIGURE).map(numerals.figure)
WORDS = _said(numerals.CARDINAL).map(numerals.cardinal)
BLANK = _said(
    r"_{2,}|\[[_\s]*\]|\([_\s]*\)|x{1,3}\b|[\[(](?:insert|number|enter|fill)\b[^\])]{0,40}[\])]"
)
NUMBER = alt(
    seq(WORDS, _bracketed(FIGURE).optional()).combine(_pair),
    seq(FIGURE, _bracketed(WORDS).optional()).combine(
        lambda figure, words: _Number(figure) if words is None else _pair(words, figure)
    ),
    _bracketed(FIGURE).map(_Number),
    (BLANK << (regex(r"\s*") >> BLANK).many()).result(_Number()),
)
_BRACKETED_ORDINAL = _bracketed(regex(r"\d+") << _said(r"(?:st|nd|rd|th)?")).map(int)
ORDINAL = alt(
    seq(_said(numerals.ORDINAL).map(numerals.ordinal), _BRACKETED_ORDINAL.optional()).combine(
        _pair
    ),
    (regex(r"\d+") << _said(r"(?:st|nd|rd|th)\b")).map(lambda digits: _Number(int(digits))),
)

# Units of time, with the words that make a day a business day.
_DAYS_OFF = (
    r"(?:excluding|exclusive of|not including|not counting|except(?: for)?)\s+(?:all\s+)?"
    r"(?:saturdays?|sundays?|weekends?)(?:[\s,/]|and|or|legal|holidays?|saturdays?|sundays?|"
    r"weekends?|"
    r"city|county|federal|state|public|observed)*(?<=[a-z])"
)
_UNIT = re.compile(
    r"(?P<kind>(?:(?:consecutive|calendar|full|successive|additional|further|more|clear|regular|"
    r"normal|city|county|town|village|municipal|business|working|work|banking)\s*-?\s*)*)"
    r"(?P<unit>days?|hours?|hrs?|weeks?|months?|years?)\b(?:['’]s?)?(?:\s*\(s\))?"
    rf"(?P<off>,?\s*\({_DAYS_OFF}\)|,?\s*{_DAYS_OFF})?",
    re.IGNORECASE,
)


def _named(words: str) -> str:
    match = _UNIT.match(words)
    assert match is not None
    name = {"d": "days", "h": "hours", "w": "weeks", "m": "months", "y": "years"}
    unit = name[match["unit"][0].lower()]
    worked = re.search(r"business|work|banking", match["kind"], re.IGNORECASE)
    return "business_days" if unit == "days" and (worked or match["off"]) else unit


UNIT = regex(_UNIT).map(_named)
BETWEEN = regex(r"\s*-\s*|\s+|(?<=[)\]])")
PERIOD = alt(
    seq(NUMBER << BETWEEN, UNIT).combine(_Found),
    # "fifteen (15 days)"
    seq(WORDS << regex(r"\s*\(\s*"), FIGURE << regex(r"\s+"), UNIT << regex(r"\s*\)")).combine(
        lambda words, figure, unit: _Found(_pair(words, figure), unit)
    ),
)
# "not less than ten nor more than thirty days": the first number shares the second one's unit.
_RANGE = _said(
    r"\s*(?:,\s*)?(?:-|–|(?:nor|or|and|but|to|through)\s+(?:not\s+|no\s+)?"
    r"(?:(?:more|less|fewer|greater|later|longer|earlier)\s+than\s+)?)"
)
SHARED = seq(NUMBER, peek(_RANGE >> PERIOD)).combine(
    lambda number, later: _Found(number, later.unit)
)
DAY = alt(
    seq(ORDINAL << BETWEEN, UNIT).combine(lambda number, unit: _Found(number, unit, True)),
    (_said(r"day\s+(?:number\s+)?") >> NUMBER).map(lambda number: _Found(number, "days", True)),
)
A_UNIT = seq(_said(r"an?\s+"), UNIT).combine(lambda _, unit: _Found(_Number(1), unit))
"""``a year``: a quantity only behind the words that make it a period."""

# Money, rates and payments.
_AMOUNT = alt(FIGURE, regex(r"\.\d\d").map(lambda cents: Decimal("0" + cents)), BLANK.result(None))
FIGURES = _said(r"(?:u\.?s\.?\s*)?\$\s*") >> _AMOUNT << _said(r"(?:\s+dollars?\b)?")
DOLLARS = _said(
    r"(?:\s+(?:and\s+)?(?:no|00|zero|\d\d)\s*/\s*100(?:ths?)?)?[\s-]*dollars?\b"
    r"(?:\s+and\s+(?:no|zero)\s+cents)?"
)
MONEY = alt(
    seq(WORDS << DOLLARS, _bracketed(FIGURES).optional()).combine(_pair),
    seq(WORDS, _bracketed(FIGURES) << _said(r"(?:\s*dollars?\b)?")).combine(_pair),
    seq(FIGURES, _bracketed(WORDS << DOLLARS).optional()).combine(
        lambda figure, words: _Number(figure) if words is None else _pair(words, figure)
    ),
    NUMBER << DOLLARS,
).map(lambda number: _Found(number, "usd"))
_PERCENT = _said(r"\s*(?:%|per\s?cent(?:um)?\b)")
PERCENT = alt(
    seq(WORDS << _PERCENT, _bracketed(FIGURE << _PERCENT.optional()).optional()).combine(_pair),
    seq(WORDS, _bracketed(FIGURE << _PERCENT) << _PERCENT.optional()).combine(_pair),
    NUMBER << _PERCENT,
).map(lambda number: _Found(number, "percent"))
COUNT = (
    NUMBER << BETWEEN << _said(r"(?:[a-z]+(?:-[a-z]+)?,?\s+){0,3}(?:payments|instal+ments)\b")
).map(lambda number: _Found(number, "count"))

QUANTITY = alt(MONEY, PERCENT, PERIOD, DAY, COUNT, SHARED)
# What is missing altogether: "within days of", "interest of percent per annum".
NO_NUMBER = alt(UNIT, _said(r"per\s?cent(?:um)?\b").result("percent")).map(
    lambda unit: _Found(_Number(), unit)
)

_START = re.compile(
    r"(?P<number>(?:u\.?s\.?\s*)?\$|(?<![\w.,§/-])\d|(?<![\w.,§/-])[(\[](?=\s*\d)"
    r"|(?<![\w-])_{2,}|[\[(](?=[_\s]*[\])]|(?:insert|number|enter|fill)\b)|\bx{1,3}(?=\s+\w)"
    r"|(?<![\w-])(?:an?\s+(?=hundred|thousand))?(?:"
    + "|".join(
        sorted({*numerals.VALUES, *numerals.SCALES, *numerals.ORDINALS}, key=len, reverse=True)
    )
    + r")(?![a-z])|\bday\s+(?=\w))"
    r"|(?P<article>(?<=within )an?\s|(?<=in )an?\s|(?<=period of )an?\s)"
    r"|(?P<missing>(?<=within )(?:calendar |business |working )?(?:days?|hours?)\b(?= of| after|"
    r" from)"
    r"|(?<=interest of )per\s?cent|(?<=rate of )per\s?cent)",
    re.IGNORECASE,
)
NOTICE = re.compile(
    r"\s*,?\s*(?:(?:written|prior|advance|public|published|actual|additional|mailed|personal|due|"
    r"reasonable|previous|and)\s+)*noti(?:ce|fication)\b",
    re.IGNORECASE,
)


_LINE = re.compile(r"[_\s]+")
"""A line to write on, for a name or a signature."""


def quantities(text: str) -> list[Quantity]:
    """All quantities of a text, in their order and without overlap.

    >>> [(q.value, q.unit) for q in quantities("within fourteen (14) days, or 24 hours' notice")]
    [(14, 'days'), (24, 'hours')]
    """
    return list(_quantities(text))


def _quantities(text: str) -> Iterator[Quantity]:
    done = 0
    for start in _START.finditer(text):
        at = start.start()
        if at < done:
            continue
        grammar = {"number": QUANTITY, "article": A_UNIT, "missing": NO_NUMBER}
        window = text[at : at + WINDOW]
        try:
            found, rest = grammar[start.lastgroup or "number"].parse_partial(window)
        except ParseError:
            if line := _LINE.match(text, at):
                done = line.end()
            continue
        done = at + len(window) - len(rest)
        number = found.number
        one = Quantity(at, done, number.value, found.unit, found.is_ordinal, figure=number.figure)
        yield replace(one, is_notice=one.is_time and NOTICE.match(text, done) is not None)
