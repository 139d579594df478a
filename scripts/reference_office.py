"""The made parts of the reference that only the web application can say: who may do what.

Django is set up for it without a database and without a folder of an office.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import django
from django.conf import settings

if not settings.configured:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "outfall.web.settings",
        "OUTFALL_SECRET": "nothing is signed where a reference is written",
        "DATABASE_URL": "sqlite://:memory:",
    }
django.setup()

from outfall.law.events import EVENTS  # noqa: E402
from outfall.web.casework.words import title_of  # noqa: E402
from outfall.web.permissions import ALL, ENTRIES, PAGES, STAFF  # noqa: E402
from outfall.web.towns.models import ROLES  # noqa: E402
from outfall.web.urls import GROUPS  # noqa: E402


def pages() -> Iterator[tuple[str, ...]]:
    """Every page of a town: its address, what it is, who may look, who may send its form."""
    for group in GROUPS:
        for one in group.PATHS:
            row = PAGES.get(str(one.name))
            if row is not None:
                yield f"`{shown(one)}`", says(one), roles(row.read), roles(row.write)


def entries() -> Iterator[tuple[str, ...]]:
    """Every kind of entry that the law reads, by its title, and who may record it."""
    for kind in EVENTS:
        yield title_of(kind), f"[`{kind}`](case-file.md#{kind})", roles(ENTRIES[kind])


def shown(one: Any) -> str:
    """An address as a person would read it: ``cases/NUMBER/money/``."""
    parts = str(one.pattern).split("/")
    return "/".join(_part(part) for part in parts) or "/"


def _part(part: str) -> str:
    before, _, rest = part.partition("<")
    inner, _, after = rest.partition(">")
    return f"{before}{inner.rpartition(':')[2].upper()}{after}" if rest else part


def says(one: Any) -> str:
    """What a page is, in the first sentence of its own code."""
    text = " ".join((one.callback.__doc__ or "").strip().split("\n\n")[0].split())
    return text.replace("``", "`")


def roles(found: frozenset[str]) -> str:
    """Roles in words, in the order of their table."""
    if found == ALL:
        return "everybody"
    if found == STAFF:
        return "everybody but administrator and auditor"
    names = [title.partition(" (")[0].lower() for role, title in ROLES if role in found]
    return ", ".join(names) or "nobody"
