"""``outfall read --draft``: a draft pack in a folder of its own, and what to do with it next."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from outfall.cli.page import Part, Text, bullets, nested, print_page, title
from outfall.reading.drafting.about import about
from outfall.reading.drafting.draft import draft
from outfall.reading.drafting.folder import write
from outfall.reading.drafting.written import KINDS

if TYPE_CHECKING:
    from outfall.law.ordinance import Ordinance
    from outfall.reading.drafting.draft import Draft
    from outfall.reading.fact import Fact
    from outfall.reading.provisions import Text as Read
    from outfall.reading.sources import Source


def put(args: argparse.Namespace, source: Source, text: Read, found: list[Fact]) -> int:
    """Write the draft, and tell what it has and what it asks. Raises ``Refused`` where it can't."""
    called = args.title or Path(source.name).stem.replace("_", " ")
    known = about(
        called,
        Path(source.name).name,
        id=args.id,
        state=args.state,
        zone=args.zone,
        calendar=args.calendar,
    )
    made, law = write(draft(text, found, known), text, Path(args.draft))
    print_page(_told(args.draft, made, law, len(found)))
    return 0


def _told(folder: str, made: Draft, law: Ordinance, facts: int) -> list[Part]:
    rules = (
        (len(law.instruments), "paper", "papers"),
        (len(law.deadlines), "deadline", "deadlines"),
        (len(law.actions), "power", "powers"),
        (len(law.penalties), "penalty", "penalties"),
    )
    has = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in rules if n)
    by_kind = {kind: [q for q in made.questions if q.kind == kind] for kind in KINDS}
    here = shlex.quote(folder)
    return [
        title(f"A draft of {law.title}"),
        Text(f"{facts} facts were read. The draft has {has or 'no rule yet'}."),
        nested(
            Text((f"{len(made.questions)} questions, in {folder}/questions.md", "bold")),
            [
                Text(f"{KINDS[kind]}: {', '.join(dict.fromkeys(q.id for q in found))}")
                for kind, found in by_kind.items()
                if found
            ],
        ),
        Text("Next:"),
        bullets(
            [
                Text(f"outfall ordinances show {here}    what it says, rule by rule"),
                Text(f"outfall check {here}    what is contradictory, missing or out of reach"),
                Text("Answer the questions in the pack, with counsel, before a case rests on it."),
            ]
        ),
    ]
