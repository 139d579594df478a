"""What stands on a paper, before it is set: plain values that a template lays out.

A sheet is words and figures already written out, in order. It is what the record keeps of an
issued paper, and its digest is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Block = dict[str, Any]


def text(words: str) -> Block:
    """A paragraph."""
    return {"kind": "text", "text": words}


def strong(words: str) -> Block:
    """A paragraph that must not be missed."""
    return {"kind": "strong", "text": words}


def items(entries: Iterable[str]) -> Block:
    """A list, an item to each entry."""
    return {"kind": "items", "items": list(entries)}


def rows(pairs: Iterable[tuple[str, str]]) -> Block:
    """Names and values; an empty value leaves its row out."""
    return {"kind": "rows", "rows": [[name, value] for name, value in pairs if value]}


def day_list(entries: Iterable[str]) -> Block:
    """A list of days, set in columns."""
    return {"kind": "days", "items": list(entries)}


def table(
    heads: Sequence[str],
    lines: Iterable[Sequence[str]],
    figures: Sequence[int],
    *,
    wide: int = 0,
    total: bool = False,
) -> Block:
    """A table with a head. ``figures`` are the columns that hold figures, ``wide`` the one that
    takes the room that is left; with ``total`` the last line is a sum."""
    return {
        "kind": "table",
        "heads": list(heads),
        "lines": [list(line) for line in lines],
        "figures": list(figures),
        "wide": wide,
        "total": total,
    }


def lines_to_sign(who: Iterable[str], day: str) -> Block:
    """A line for each signature, and one for its day under the word for it."""
    return {"kind": "sign", "who": list(who), "day": day}


@dataclass(slots=True)
class Sheet:
    """One paper: its title, the few things to see at once (``key``), and its parts in order."""

    title: str
    about: str = ""
    lead: list[str] = field(default_factory=list)
    key: list[dict[str, str]] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)
    signed: bool = True
    to_party: bool = True

    def see(self, label: str, value: str, note: str = "") -> None:
        """Put one thing into the box that is read in ten seconds."""
        if value:
            self.key.append({"label": label, "value": value, "note": note})

    def part(self, id: str, heading: str, *blocks: Block | None, cite: str = "") -> None:
        """A part with its heading and paragraph; one without any block is left out."""
        found = [block for block in blocks if block is not None and not _empty(block)]
        if found:
            self.parts.append({"id": id, "heading": heading, "cite": cite, "blocks": found})

    def data(self) -> dict[str, Any]:
        """The sheet as plain values."""
        return {
            "title": self.title,
            "about": self.about,
            "lead": [line for line in self.lead if line],
            "key": self.key,
            "parts": self.parts,
            "signed": self.signed,
        }


def _empty(block: Block) -> bool:
    content = ("text", "items", "rows", "lines", "who")
    return not any(block.get(name) for name in content)
