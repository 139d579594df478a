"""``outfall read``: the paragraphs and the facts of a published text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from outfall.cli.common import print_json
from outfall.cli.page import Part, Text, indented, nested, print_page, title

if TYPE_CHECKING:
    from outfall.reading import provisions
    from outfall.reading.fact import Fact
    from outfall.reading.sources import Source

MORE = """\
The page shows each paragraph with its cite, and beneath it what it was understood to say. A figure
that no rule understands is shown as such: look at it yourself.

A fact as data (--facts prints a list of them, in the order of the text):
  {"kind": "deadline", "what": "appeal_window", "value": 15, "unit": "days",
   "anchor": "service_of_notice", "cite": "C.6", "tier": null, "cond": null, "bound": null,
   "alt_what": [], "span": [1840, 1854], "quote": "within 15 days", "remarks": [],
   "proposed": false}
A draft is a folder: the pack, its versions, the text as it was read, and questions.md with each
doubt, its choices, and what each would change in sample cases.

The span counts characters of the text, from 0, the end left out. A value is null where the text
leaves it blank, or where there is none to say.
"""

LONG = 200_000
"""Characters from which a text shows how far its reading is."""
ABOUT = {
    "id": "the pack's id, such as my-town-ny; made of the title where it is left out",
    "title": "the ordinance as people call it; the file's name where it is left out",
    "state": "the state's two letters: it gives the zone and, where one ships, the calendar",
    "zone": "the time zone, such as America/New_York",
    "calendar": "the calendar by which days are counted, such as new-york",
}


def arguments(command: argparse.ArgumentParser) -> None:
    """A text, and what to tell of it."""
    command.add_argument(
        "file",
        metavar="FILE",
        help="a published text: plain text, HTML, Word or PDF; - is standard input",
    )
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--tree", action="store_true", help="the paragraphs with their cites alone")
    shape.add_argument("--facts", action="store_true", help="the facts as data")
    shape.add_argument(
        "--draft", metavar="FOLDER", help="write a draft pack and its questions into a new folder"
    )
    command.add_argument(
        "--propose",
        metavar="COMMAND",
        help="a program of your own that proposes further facts; no rule rests on them",
    )
    about = command.add_argument_group("of a draft")
    for name, says in ABOUT.items():
        about.add_argument(f"--{name}", metavar=name.upper(), help=says)


def run(args: argparse.Namespace) -> int:
    """Print the paragraphs, the facts, or both as a page."""
    from outfall.reading.segmenting import segment
    from outfall.reading.sources import read_source

    source = read_source(args.file)
    text = segment(source.text)
    if args.tree:
        print_page([*_head(source, text), *_tree(text)])
        return 0
    found = _facts(text)
    if args.propose:
        found = _proposed(text, found, args.propose)
    if args.draft:
        from outfall.cli.read_draft import put

        return put(args, source, text, found)
    if args.facts:
        print_json([plain(fact, text.source) for fact in found])
    else:
        print_page([*_head(source, text), *_page(text, found)])
    return 0


def _facts(text: provisions.Text) -> list[Fact]:
    """The facts of a text; a long one shows how far it is."""
    from outfall.reading.facts import facts

    if len(text.source) < LONG:
        return facts(text)
    from outfall.cli.progress import bar

    with bar("Rules") as watch:
        return facts(text, watch)


def _proposed(text: provisions.Text, found: list[Fact], command: str) -> list[Fact]:
    """With what the town's own program proposes; what of it was left out is told."""
    import sys

    from outfall.reading.proposing import propose

    more, notes = propose(text, found, command)
    for note in notes:
        print(note, file=sys.stderr)
    return sorted((*found, *more), key=lambda fact: (fact.start, fact.end))


def plain(fact: Fact, source: str) -> dict[str, Any]:
    """A fact as data; ``source`` is the whole text, for the words that say it."""
    return {
        "kind": fact.kind,
        "what": fact.what,
        "value": _number(fact.value),
        "unit": fact.unit,
        "anchor": fact.anchor,
        "cite": fact.cite,
        "tier": fact.tier,
        "cond": fact.condition,
        "bound": fact.bound,
        "alt_what": list(fact.alternatives),
        "span": [fact.start, fact.end],
        "quote": " ".join(source[fact.start : fact.end].split()),
        "remarks": list(fact.remarks),
        "proposed": fact.is_proposed,
    }


def _number(value: int | Decimal | None) -> int | float | None:
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == int(value) else float(value)


def _head(source: Source, text: provisions.Text) -> Iterator[Part]:
    notes = [*source.notes, *(remark.says for remark in text.remarks)]
    if notes:
        yield nested(Text(("To know about this text", "bold")), map(Text, notes))


def _tree(text: provisions.Text) -> Iterator[Part]:
    for one in text.provisions:
        yield indented(_paragraph(one))


def _page(text: provisions.Text, found: list[Fact]) -> Iterator[Part]:
    by_place: dict[int | None, list[Fact]] = {}
    for fact in found:
        by_place.setdefault(fact.provision, []).append(fact)
    for place, one in enumerate(text.provisions):
        own = by_place.get(place, [])
        below = [*map(_told, own), *_not_understood(one, own)]
        yield indented(nested(_paragraph(one), below))
    if by_place.get(None):
        yield title("Facts of the whole text")
        yield from map(_told, by_place[None])


def _paragraph(one: provisions.Provision) -> Part:
    """One paragraph: its cite before it, and what it is where it is no part of the law."""
    from outfall.reading.provisions import Kind

    if one.kind is Kind.HEADING:
        return Text("\n", (one.text, "bold"))
    if one.kind is Kind.PARAGRAPH or one.kind is Kind.ROW:
        words = Text((one.cite, "bold"), "  " if one.cite else "", one.text)
    else:
        words = Text((f"[{_APART[one.kind.value]}] ", "italic"), one.text)
    return words


_APART = {
    "note": "a note, not law",
    "furniture": "printed around the text",
    "unread": "could not be placed",
}


def _told(fact: Fact) -> Part:
    from outfall.reading.words import fact_in_words

    first = [("proposed by a program, look at it: ", "italic")] if fact.is_proposed else []
    return Text(*first, fact_in_words(fact), *(f"; {remark}" for remark in fact.remarks))


def _not_understood(one: provisions.Provision, own: Iterable[Fact]) -> Iterator[Part]:
    """The figures of a paragraph that no rule reads; what it told before may stand there again."""
    from outfall.reading.provisions import Kind
    from outfall.reading.quantities import quantities

    if one.kind not in (Kind.PARAGRAPH, Kind.ROW, Kind.UNREAD):
        return
    spans = [(fact.start, fact.end) for fact in own]
    known = {fact.value for fact in own}
    for quantity in quantities(one.text):
        start, end = one.places[quantity.start], one.places[quantity.end - 1] + 1
        is_told = any(start < last and first < end for first, last in spans)
        if not is_told and (quantity.is_blank or quantity.value not in known):
            quote = one.text[quantity.start : quantity.end]
            yield Text((f"not understood: {quote}", "italic"))
