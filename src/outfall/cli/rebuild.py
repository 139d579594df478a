"""``outfall rebuild``: all that lists show, made anew from the record."""

from __future__ import annotations

import argparse
import sys

from outfall.cli import office_django

MORE = """\
examples:
  outfall rebuild              every town
  outfall rebuild example      one

Due dates, powers, holds, balances, the search and the settings are worked out from the entries.
What was stored is compared with what comes out: it should be the same. The office may go on
meanwhile.

Exit status: 0 the same; 1 something differed, and is put right; or a case can't be worked out.
"""
NAMED_MOST = 50


def arguments(command: argparse.ArgumentParser) -> None:
    """One town, or all."""
    command.add_argument("town", metavar="TOWN", nargs="?", help="the town's short name (all)")


def run(args: argparse.Namespace) -> int:
    """Rebuild, and tell what differed."""
    office_django.ready()
    from outfall.cli.progress import bar
    from outfall.web.jobs.rebuilding import rebuild

    wrong = 0
    for town in office_django.towns_named(args.town):
        with bar(town.name) as watch:
            told = rebuild(town, watch)
        print(
            f"{town.slug}: {told.cases:,} cases made anew, {len(told.differed):,} differed before"
        )
        for number in told.differed[:NAMED_MOST]:
            print(f"  differed: {number}")
        for topic in told.settings:
            print(f"  differed: the setting {topic}")
        for says in told.failed[:NAMED_MOST]:
            print(f"  could not be worked out: {says}", file=sys.stderr)
        wrong += len(told.differed) + len(told.settings) + len(told.failed)
    return 1 if wrong else 0
