"""Invented texts with their facts, for the tests of drafts: the reader itself is tested apart."""

from __future__ import annotations

import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

from outfall.files.pack_file import load_pack
from outfall.law.ordinance import Ordinance
from outfall.reading.drafting.book import About, Question
from outfall.reading.drafting.draft import Draft, draft
from outfall.reading.drafting.written import pack_yaml, versions_yaml
from outfall.reading.fact import Fact
from outfall.reading.provisions import Provision, Text

ABOUT = About("example", "Town of Example", "invented for a test", state="NY")

Said = tuple[str, str, str, Any, str | None, str | None]
"""The words in the text, kind, what, value, unit and start of a fact."""


def text_of(paragraphs: dict[str, str]) -> Text:
    """A text whose paragraphs stand under these cites."""
    provisions, at, source = [], 0, ""
    for cite, words in paragraphs.items():
        places = tuple(range(at, at + len(words)))
        provisions.append(Provision(cite, words, at, at + len(words), places, marker=cite))
        source += words + "\n"
        at = len(source)
    return Text(source, tuple(provisions))


def facts_of(text: Text, *said: Said, **more: Any) -> tuple[Fact, ...]:
    """Facts where their words stand; ``more`` goes to every one of them."""
    found = []
    for words, kind, what, value, unit, anchor in said:
        start = text.source.index(words)
        place = next(n for n, p in enumerate(text.provisions) if p.start <= start < p.end)
        cite = text.provisions[place].cite
        worth = Decimal(value) if unit and unit.startswith(("usd", "percent")) and value else value
        found.append(
            Fact(
                kind,
                what,
                cite,
                start,
                start + len(words),
                worth,
                unit,
                anchor,
                provision=place,
                **more,
            )
        )
    return tuple(found)


def drafted(paragraphs: dict[str, str], *said: Said, about: About = ABOUT) -> Draft:
    """The draft of a text with these facts."""
    text = text_of(paragraphs)
    return draft(text, facts_of(text, *said), about)


def law_of(made: Draft) -> Ordinance:
    """The draft as law, through its files. Raises ``Refused`` where it does not validate."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        (where / "versions.yaml").write_text(versions_yaml(made), encoding="utf-8")
        (where / f"{made.about.version}.yaml").write_text(pack_yaml(made), encoding="utf-8")
        return load_pack(where)


def asked(made: Draft, id: str) -> Question:
    """The one question of this id."""
    (found,) = [question for question in made.questions if question.id == id]
    return found
