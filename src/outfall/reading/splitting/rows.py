"""Rows of tables, of fines mostly: drawn with strokes, parted by tabs, or set in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outfall.reading.splitting.lines import Line
from outfall.reading.splitting.markers import chain_at

RULER = re.compile(r"[|+\s:=-]{3,}")
GAP = re.compile(r"\t+|\s{3,}|(?<=\S)\s{2}(?=\$|\d)")
AMOUNT = re.compile(
    r"\$\s?\d|\b\d+(?:\.\d+)?\s?%|\bwarning\b|\bno fine\b|\d{2,}\.\d\d\b", re.IGNORECASE
)
SECTION = re.compile(
    r"(?:§§?|\bsec(?:tion|s|tions)?\b\.?)\s*"
    r"(\d+[A-Za-z]?(?:[.:\-–]\d+[A-Za-z]?)*(?:\s?\(\w{1,4}\))*)",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"(\d+[A-Za-z]?(?:[.\-–]\d+[A-Za-z]?)+(?:\(\w{1,4}\))*)(?=\s|$)")


def is_drawn(body: str) -> bool:
    """Whether a line is a row drawn with strokes."""
    return body.startswith("|") and body.count("|") >= 2


def is_ruler(body: str) -> bool:
    """Whether a line only parts a table's head from its rows."""
    return RULER.fullmatch(body) is not None and ("-" in body or "=" in body)


def cells(body: str) -> list[str]:
    """What stands in the columns of a row."""
    if is_drawn(body):
        return [cell.strip() for cell in body.strip("|").split("|")]
    return [cell.strip() for cell in GAP.split(body) if cell.strip()]


def rows(source: str, all_lines: Sequence[Line]) -> frozenset[int]:
    """The lines that are rows: any drawn one, and runs of two or more in columns with an amount."""
    found: set[int] = set()
    run: list[int] = []
    width = 0
    for at, line in enumerate(all_lines):
        body = line.of(source)
        if is_drawn(body):
            found.add(at)
        parts = [] if at in found or len(body) > 300 else _columns(body)
        if not parts or (run and line.after_blank and len(parts) != width):
            found.update(_accepted(source, all_lines, run))
            run = []
        if parts:
            run.append(at)
            width = len(parts)
    found.update(_accepted(source, all_lines, run))
    return frozenset(found)


def _columns(body: str) -> list[str]:
    """The cells of a line that has two or more, and not just a marker and its text."""
    parts = cells(body)
    if len(parts) < 2:
        return []
    chain = chain_at(parts[0])
    return [] if chain and chain[-1].end == len(parts[0]) and len(parts) == 2 else parts


def _accepted(source: str, all_lines: Sequence[Line], run: list[int]) -> list[int]:
    """The run if it is a table: most of its rows hold an amount in a cell of its own."""
    amounts = 0
    for at in run:
        parts = cells(all_lines[at].of(source))
        amounts += any(len(cell) < 60 and AMOUNT.search(cell) for cell in parts[1:])
    return run if len(run) >= 2 and amounts * 2 >= len(run) and amounts >= 2 else []


def row_name(body: str) -> str:
    """What a cite calls a row: the section it names, or else its first cell."""
    parts = [cell for cell in cells(body) if cell]
    for cell in parts:
        match = SECTION.search(cell) or NUMBERED.match(cell)
        if match:
            return match.group(1).replace(" ", "").rstrip(".")
    return parts[0] if parts else ""
