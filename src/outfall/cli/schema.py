"""``outfall schema``: the JSON Schemas of the files, and the events that a case can record."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from outfall.cli.common import print_json
from outfall.files.schemas import SCHEMAS, schema

if TYPE_CHECKING:
    from outfall.cli.page import Part

MORE = """\
examples:
  outfall schema case > case.schema.json    for an editor that checks YAML as it is typed
  outfall schema events                     the events a case can record, with their fields, to read
  outfall schema events --json              the same as a JSON Schema

A schema tells shapes alone. `outfall check-case` finds all that is wrong with a file.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """The name of a schema."""
    command.add_argument(
        "name",
        nargs="?",
        choices=SCHEMAS,
        metavar="NAME",
        help=f"one of {', '.join(SCHEMAS)}; without one, they are listed",
    )
    command.add_argument(
        "--json", action="store_true", help="for events: the JSON Schema in place of the table"
    )


def run(args: argparse.Namespace) -> int:
    """Print one schema, the table of events, or the list."""
    if args.name is None:
        width = max(map(len, SCHEMAS))
        for name, (title, _) in SCHEMAS.items():
            print(f"{name:{width}}  {title}")
    elif args.name == "events" and not args.json:
        from outfall.cli.page import print_page

        print_page(_events())
    else:
        print_json(schema(args.name))
    return 0


def _events() -> Iterator[Part]:
    """Every event with its fields, and every field with what it means."""
    from outfall.cli.page import Text, indented, table, title
    from outfall.files.case_file import EVENT_SHAPES
    from outfall.law.words import english

    yield Text(
        "Every event has a date, its name under event, and may have an id and a note, words for "
        "its paper, and photos."
    )
    yield title("Events")
    rows = table("Event", "What it records, and its fields", ratios=(0, 1))
    for name, shape in EVENT_SHAPES.items():
        says = Text(shape.about)
        needs = [field for field in shape.needs if field not in ("date", "event")]
        may = [field for field in shape.may if field not in ("id", "note", "paper", "photos")]
        if needs:
            says = says.add(f"\nneeds {english(needs)}")
        if may:
            says = says.add(f"\nmay have {english(may)}")
        rows.add_row(Text((name, "bold")), says)
    yield indented(rows)
    yield title("Fields")
    rows = table("Field", "What it says", ratios=(0, 1))
    for name, meanings in _fields().items():
        rows.add_row(Text((name, "bold")), "\n".join(meanings))
    yield indented(rows)


def _fields() -> dict[str, list[str]]:
    """The fields of all events; one with several meanings has them all."""
    from outfall.files.case_file import EVENT_SHAPES

    found: dict[str, list[str]] = {}
    for event in EVENT_SHAPES.values():
        for name, shape in {**event.needs, **event.may}.items():
            if name in ("date", "event", "id", "note"):
                continue
            options = getattr(getattr(shape, "item", shape), "options", ())
            told = f"{getattr(shape, 'about', '')}{': ' if options else ''}{', '.join(options)}"
            if told not in found.setdefault(name, []):
                found[name].append(told)
    return dict(sorted(found.items()))
