"""Filters that put money, days and the law's names into the words of a page."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import template
from django.utils.safestring import SafeString

from outfall.law.ordinance import Ordinance
from outfall.law.words import dollars as in_dollars
from outfall.law.words import name_of
from outfall.web.casework.words import title_of

register = template.Library()


@register.filter
def dollars(cents: int | None) -> str:
    """Cents as dollars, such as $1,250.00; no amount is "no limit stated"."""
    return "no limit stated" if cents is None else in_dollars(cents)


@register.filter
def named(id: str) -> str:
    """The name of a deadline, action or instrument, with a capital: ``record_lien``."""
    found = name_of(str(id).partition(":")[0])
    return found[:1].upper() + found[1:]


@register.filter
def plainly(id: str) -> str:
    """The same without a capital, for the middle of a sentence."""
    return name_of(str(id).partition(":")[0])


@register.filter
def entry_title(kind: str) -> str:
    """What an entry of a kind says, with a capital."""
    return title_of(kind)


@register.filter
def law_named(law: Ordinance) -> str:
    """A version of an ordinance as people call it; one that is undated is the only one."""
    return law.title if law.version == "undated" else f"{law.title}, version {law.version}"


@register.filter
def day(value: date | None) -> str:
    """A day as people here write it: Mon, Nov 30, 2026."""
    return f"{value:%a, %b} {value.day}, {value.year}" if value else ""


@register.filter
def until(value: date, today: date) -> str:
    """How far off a day is: today, tomorrow, in 5 days, 3 days ago."""
    far = (value - today).days
    if far in (0, 1, -1):
        return {0: "today", 1: "tomorrow", -1: "yesterday"}[far]
    return f"in {far} days" if far > 0 else f"{-far} days ago"


@register.filter
def get(mapping: Any, name: str) -> Any:
    """A value of a mapping by a name that the template holds."""
    return mapping.get(name) if hasattr(mapping, "get") else None


# Fields of the case file that a sentence of the law names, as a form of the office calls them.
_FIELDS = {"received_on": "the day of receipt", "postmarked_on": "the day of the postmark"}
_ISO = re.compile(r"\b(\d{4}-\d\d-\d\d)\b(?!T)")
_BY = re.compile(r"\bby e(\d+)\b")
_COUNTED = re.compile(r"\b([Vv]iolation|[Ee]ntry) [ve](\d+)\b")


@register.filter
def aloud(text: str) -> str:
    """A sentence of the law as people say it: days, fields and what is counted in words.

    >>> aloud("violation v1 is unremedied since 2026-05-20; see entry e12")
    'violation 1 is unremedied since May 20, 2026; see entry 12'
    """
    if isinstance(text, SafeString):
        return text
    for field, said in _FIELDS.items():
        text = text.replace(field, said)
    text = _COUNTED.sub(r"\1 \2", _BY.sub(r"by entry \1", text))
    return _ISO.sub(_spoken, text)


def _spoken(found: re.Match[str]) -> str:
    try:
        told = date.fromisoformat(found[1])
    except ValueError:
        return found[1]
    return f"{told:%b} {told.day}, {told.year}"
