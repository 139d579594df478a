"""``outfall record-export``: a town's whole record as one file that anybody can verify."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from outfall.cli import office_django
from outfall.cli.office_django import refused

if TYPE_CHECKING:
    from outfall.record.program import Heads

MORE = """\
examples:
  outfall record-export example -o example-record.zip
  outfall verify example-record.zip                        no database, no network

The file has every entry of the town, the heads of its chains, each file that an entry names, and
verify.py, which needs Python alone. An earlier file at that place is replaced, whole or not at all.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Which town, and where to."""
    command.add_argument("town", metavar="TOWN", help="the town's short name")
    command.add_argument("-o", "--output", metavar="FILE", required=True, help="the ZIP to write")


def run(args: argparse.Namespace) -> int:
    """Write the record, and say its head."""
    office_django.ready()
    town = office_django.town_named(args.town)
    from outfall.papers.whole import put_whole
    from outfall.web.casework.exporting import Missing, export_record

    found: list[Heads] = []
    try:
        put_whole(Path(args.output), lambda file: found.append(export_record(town, file)))
    except Missing as error:
        says = f"{error}. Put it back from a backup, then export again"
        raise refused("the files", says, "file-missing") from None
    (heads,) = found
    print(f"{args.output}: {heads.head.n:,} entries of {len(heads.cases):,} cases")
    print(f"head {heads.head}")
    return 0
