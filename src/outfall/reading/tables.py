"""Tables of fines: which offense a column is of, when the head of the table says so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from outfall.reading.provisions import Kind
from outfall.reading.scope import Scope, Span
from outfall.reading.tiering import mentions

__all__ = ["Column", "cells", "columns"]


@dataclass(frozen=True, slots=True)
class Column:
    """A cell of a row, with the tier that the table's head gives its column."""

    span: Span
    tier: int | None
    head: str


def cells(text: str) -> list[Span]:
    """The cells of a row: between strokes, tabs or wide gaps."""
    found: list[Span] = []
    start = 0
    for match in re.finditer(r"\s*[|\t]\s*|\s{3,}", text):
        if text[start : match.start()].strip():
            found.append(Span(start, match.start()))
        start = match.end()
    if text[start:].strip():
        found.append(Span(start, len(text)))
    return found


def _is_head(text: str) -> bool:
    """Whether a row names columns: no sum in it, and at least one tier or a word for a fine."""
    if "$" in text or len(cells(text)) < 2:
        return False
    named = [_named(span.of(text))[1] for span in cells(text)]
    return (
        any(named)
        or re.search(r"\b(?:fines?|penalt|amount|minimum|maximum)", text, re.IGNORECASE) is not None
    )


def columns(scope: Scope) -> dict[int, list[Column]]:
    """For each row of a table, by its place: its cells with the tier of their columns."""
    found: dict[int, list[Column]] = {}
    head: list[tuple[str, int | None]] = []
    for number, provision in enumerate(scope.text.provisions):
        if provision.kind is not Kind.ROW:
            head = head if provision.kind is Kind.FURNITURE else []
            continue
        if len(head) != len(cells(provision.text)) and _is_apart(scope, number):
            head = []
        if _is_head(provision.text) and not re.search(r"\bwarning\b", provision.text, re.I):
            head = [_named(span.of(provision.text)) for span in cells(provision.text)]
            continue
        found[number] = []
        own = cells(provision.text)
        for place, span in enumerate(own):
            name, tier = head[place] if place < len(head) and len(own) <= len(head) else ("", None)
            found[number].append(Column(span, tier, name))
    return found


def _is_apart(scope: Scope, number: int) -> bool:
    """Whether an empty line stands before a row: with other cells, a new table begins there."""
    provisions = scope.text.provisions
    before = provisions[number - 1].end if number else 0
    return "\n\n" in scope.text.source[before : provisions[number].start].replace(" ", "")


def _named(cell: str) -> tuple[str, int | None]:
    """A column's name and the tier that it is of; "First" alone is a tier in a table's head."""
    named = mentions(cell, Span(0, len(cell)))
    return cell, named[0].tier if named else None
