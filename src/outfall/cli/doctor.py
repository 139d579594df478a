"""``outfall doctor``: whether the office is well, a line for each check."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from outfall.cli import office_django
from outfall.law.faults import Refused

if TYPE_CHECKING:
    from outfall.web.jobs.checks import Found

MORE = """\
examples:
  outfall doctor              everything: each entry, each file
  outfall doctor --quick      the last 1,000 entries of each town
  outfall doctor --json       for a program

Exit status: 0 all is well; 1 something is not, and its line says what to do.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """How much to look at, and for whom."""
    command.add_argument("--quick", action="store_true", help="the last 1,000 entries of each town")
    command.add_argument("--json", action="store_true", help="what was found, for a program")


def run(args: argparse.Namespace) -> int:
    """Look at everything, and tell."""
    office_django.set_up()
    found = []
    for one in _looked(args.quick):
        found.append(one)
        if not args.json:
            print(line(one), flush=True)
    wrong = sum(not one.well for one in found)
    if args.json:
        from outfall.cli.common import print_json

        print_json([asdict(one) for one in found])
    else:
        many = "1 thing is" if wrong == 1 else f"{wrong} things are"
        print(f"{many} not well" if wrong else "all is well")
    return 1 if wrong else 0


def line(one: Found) -> str:
    """What one check found, as a line; with what to do where it is not well."""
    of = f"{one.town}: " if one.town else ""
    mark = "ok    " if one.well else "WRONG "
    return f"{mark} {of}{one.says}" + (f". {one.do}" if one.do and not one.well else "")


def _looked(quick: bool) -> Iterator[Found]:
    """All checks in order; without a database at this version there is nothing more to look at."""
    from outfall.cli.progress import bar
    from outfall.web.jobs import checks, checks_record

    first = _database()
    yield first
    if not first.well:
        return
    yield from checks.database()
    for town in office_django.towns_named(None):
        with bar(f"{town.name}: entries") as watch:
            found = list(checks_record.record(town, quick, watch))
        yield from found
    yield from checks.work()
    yield from checks.surroundings()


def _database() -> Found:
    from outfall.web.jobs.checks import Found

    try:
        todo = office_django.pending()
    except Refused as refused:
        return Found("database", False, *refused.faults[0].says.split(". ", 1))
    says = "the database answers, and is at this version"
    if todo:
        says = f"the database lacks {len(todo)} migrations of this version"
    return Found("database", not todo, says, "Run outfall migrate")
