"""Small turns of phrase: days, cites and names as they are said."""

from __future__ import annotations

from datetime import date

from outfall.law.ordinance import ServiceRule
from outfall.law.words import name_of

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip


def written(day: date) -> str:
    """A day as one says it, in English whatever the machine's language.

    >>> written(date(2026, 3, 20))
    'Friday, March 20, 2026'
    """
    return f"{DAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}, {day.year}"


def short(day: date) -> str:
    """A day as it stands in the files, with its weekday.

    >>> short(date(2026, 3, 20))
    'Fri 2026-03-20'
    """
    return f"{DAYS[day.weekday()][:3]} {day.isoformat()}"


def capital(text: str) -> str:
    """A sentence's first letter as a capital; the rest as it is.

    >>> capital("enter and abate")
    'Enter and abate'
    """
    return text[:1].upper() + text[1:]


def cited(cite: str) -> str:
    """A paragraph behind what rests on it; nothing where there is none.

    >>> cited("D.2.a"), cited("(A)(1)"), cited("")
    (' (D.2.a)', ' (A)(1)', '')
    """
    return (f" {cite}" if cite.startswith("(") else f" ({cite})") if cite else ""


def with_cite(sentence: str, cite: str) -> str:
    """A sentence with its paragraph before its last stop, where it does not name it already.

    >>> with_cite("Fifteen days after service.", "C(6)"), with_cite("Where all hold:", "A")
    ('Fifteen days after service (C(6)).', 'Where all hold (A):')
    """
    told = cited(cite)
    if not told or told.strip() in sentence:
        return sentence
    stop = sentence[-1:] if sentence[-1:] in (".", ":") else ""
    return sentence.removesuffix(stop) + told + stop


def element_name(id: str) -> str:
    """An element of a notice; the appeal itself has the same id as the words that tell of it.

    >>> element_name("appeal")
    'statement of the right to appeal'
    """
    return "statement of the right to appeal" if id == "appeal" else name_of(id)


def in_force(since: date | None, until: date | None) -> str:
    """The days of a version in words.

    >>> in_force(date(2008, 8, 5), None), in_force(None, None)
    ('since 2008-08-05', 'on every day')
    """
    if since is None and until is None:
        return "on every day"
    return f"since {since}" if until is None else f"from {since or 'the beginning'} through {until}"


def shown(value: int | str | tuple[str, ...]) -> str:
    """A figure of the town's."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def service_words(rule: ServiceRule) -> str:
    """What one way of service means.

    >>> service_words(ServiceRule("mail", adds=5))
    'received when shown; adds 5 days to a period'
    """
    receipt = {"with_service": "received with the service"}.get(rule.receipt, "received when shown")
    after = " after its own end" if rule.adds_after_end else ""
    added = f"; adds {rule.adds} days to a period{after}" if rule.adds else ""
    days = f" ({in_force(rule.since, rule.until)})" if rule.since or rule.until else ""
    return f"{receipt}{added}{days}"
