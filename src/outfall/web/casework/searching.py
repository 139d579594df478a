"""Search over the lines of a town's record: cases, people, addresses and papers.

SQLite has its full text index. PostgreSQL can't use one under row security: ``@@`` is not
leakproof, so it would be asked of every row. There the words of each line stand in a table of their
own and are compared by ``>=`` and ``<``, which are leakproof, so that the index answers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection

from outfall.web.casework.models import SearchEntry
from outfall.web.towns import scope

SORTS = {"case": "Cases", "person": "People", "address": "Addresses", "paper": "Papers"}
TERMS_MOST, LETTERS_MOST = 8, 64
LINES_MOST = 500
"""How many lines a search gathers; with more, a further word is asked for."""
LOOKED_MOST = 20_000
"""How many lines of the rarest word are looked through for the other words."""
_WORD = re.compile(r"[^\W_]+")
_LAST = "\U0010ffff"
_TABLE = "casework_searchentry"


@dataclass(frozen=True, slots=True)
class Found:
    """The lines that a search found, by sort and best first; ``capped`` where there may be more."""

    terms: tuple[str, ...] = ()
    lines: dict[str, list[int]] = field(default_factory=dict)
    capped: bool = False

    @property
    def count(self) -> int:
        """How many lines there are."""
        return sum(map(len, self.lines.values()))


def terms_of(text: str) -> tuple[str, ...]:
    """The words of a search as the indexes hold them: small letters and digits, no accents.

    Nothing else of what was typed reaches an index, so no text is a command to it.

    >>> terms_of('Café "NEAR(x)" -2026-0001*')
    ('cafe', 'near', 'x', '2026', '0001')
    """
    plain = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    found = dict.fromkeys(word[:LETTERS_MOST] for word in _WORD.findall(plain))
    return tuple(found)[:TERMS_MOST]


def find(text: str) -> Found:
    """The lines of the town in scope that hold every word, the last letters of each left open."""
    terms = terms_of(text)
    if not terms:
        return Found()
    ids, capped = (_postgres if connection.vendor == "postgresql" else _sqlite)(terms)
    rows = SearchEntry.objects.filter(pk__in=ids).values_list("pk", "sort", "title")
    ranked = sorted((_rank(title, terms), -pk, sort) for pk, sort, title in rows)
    lines: dict[str, list[int]] = {name: [] for name in SORTS}
    for _, pk, sort in ranked:
        lines.setdefault(sort, []).append(-pk)
    return Found(terms, {sort: ids for sort, ids in lines.items() if ids}, capped)


def _rank(title: str, terms: Sequence[str]) -> int:
    """How near a title is: the words themselves, words that begin so, or none of them."""
    words = terms_of(title)
    if words[: len(terms)] == tuple(terms):
        return 0
    if all(term in words for term in terms):
        return 1
    return 2 if all(any(w.startswith(t) for w in words) for t in terms) else 3


def _sqlite(terms: Sequence[str]) -> tuple[list[int], bool]:
    asked = " ".join(f'"{term}"*' if len(term) > 1 else f'"{term}"' for term in terms)
    sql = (
        f"SELECT f.rowid FROM {_TABLE}_fts f JOIN {_TABLE} e ON e.id = f.rowid "
        f"WHERE f.{_TABLE}_fts MATCH %s AND e.town_id = %s ORDER BY f.rowid DESC LIMIT %s"
    )
    ids = _ids(sql, [asked, scope.current(), LINES_MOST + 1])
    return ids[:LINES_MOST], len(ids) > LINES_MOST


def _postgres(terms: Sequence[str]) -> tuple[list[int], bool]:
    """The lines of the rarest word that hold the others too."""
    town = scope.current()
    first, *others = _rarest_first(terms)
    rare = f"SELECT entry_id AS id FROM {_TABLE}_word WHERE {_BEGINS} LIMIT %s"
    sql = f"SELECT r.id FROM ({rare}) r"
    args: list[int | str] = [*_between(town, first), LOOKED_MOST]
    for n, term in enumerate(others):
        has = f"EXISTS (SELECT 1 FROM {_TABLE}_word WHERE entry_id = r.id AND {_BEGINS})"
        sql += f" {'AND' if n else 'WHERE'} {has}"
        args += _between(town, term)
    ids = list(dict.fromkeys(_ids(f"{sql} LIMIT %s", [*args, LINES_MOST * 2 + 1])))
    return ids[:LINES_MOST], len(ids) > LINES_MOST


_BEGINS = "town_id = %s AND word >= %s AND word < %s"


def _between(town: int, term: str) -> list[int | str]:
    """The words that begin so; of one letter only the word itself."""
    return [town, term, term + (_LAST if len(term) > 1 else "\x01")]


def _rarest_first(terms: Sequence[str]) -> list[str]:
    if len(terms) == 1:
        return list(terms)
    town = scope.current()
    count = f"(SELECT count(*) FROM (SELECT 1 FROM {_TABLE}_word WHERE {_BEGINS} LIMIT %s) x)"
    args: list[int | str] = [
        value for term in terms for value in (*_between(town, term), LOOKED_MOST)
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join([count] * len(terms)), args)
        counts = cursor.fetchone()
    return [term for _, term in sorted(zip(counts, terms, strict=True))]


def _ids(sql: str, args: Sequence[int | str]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, args)
        return [row[0] for row in cursor.fetchall()]
