"""``outfall export``: registers of many cases as tables, and their dates as a calendar."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from outfall.cli.common import asked_day, load_case, on_argument
from outfall.cli.main import printable
from outfall.law.assess import assess
from outfall.law.faults import Fault, Refused

if TYPE_CHECKING:
    from outfall.papers.rolls import Matter

WHAT = {
    "lien-roll": "cases with a lien on record, or where one may be recorded, and what is owed",
    "tax-roll": "what may be certified to the tax roll, or was",
    "ledger": "every charge, reduction, payment and stretch of interest, with the sums",
    "cases": "one line a case: deadlines, powers, the three figures, how long money is owed",
    "calendar": "open deadlines and hearings to come, for any calendar program (.ics)",
}
ENDINGS = (".yaml", ".yml", ".json")
_TOWN = re.compile(r'(?m)^[\s{]*"?town"?\s*:')
_CASE = re.compile(r'(?m)^[\s{]*"?case"?\s*:')
PATIENCE = 1.0
"""Seconds of work before a bar shows how far it is."""

MORE = """\
what:
{what}

examples:
  outfall export cases docket/ -o cases.xlsx --on 2026-05-01      every case file of a folder
  outfall export lien-roll a.yaml b.yaml -o liens.csv             two cases, as they stand today
  outfall export calendar docket/ -o deadlines.ics --town town.yaml

A table goes to a .csv or an .xlsx, a calendar to an .ics; an earlier file at that place is
replaced. With -o - a table is written as CSV to standard output, and a calendar as it is.

A case file that can't be used is left out: its faults are named on standard error, the last line
there says how many were left out, and the exit status is 2.
""".format(what="\n".join(f"  {name:9}  {about}" for name, about in WHAT.items()))


def arguments(command: argparse.ArgumentParser) -> None:
    """What, of which cases, and where to."""
    command.add_argument("what", metavar="WHAT", choices=WHAT, help=", ".join(WHAT))
    command.add_argument(
        "cases",
        metavar="CASE",
        nargs="+",
        help="a case file, or a folder: all .yaml, .yml and .json files in it and below",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="where to write: .csv or .xlsx, for a calendar .ics; - is standard output",
    )
    on_argument(command)
    command.add_argument(
        "--town",
        metavar="FILE",
        default=None,
        help="a town's file: the readings, figures and holidays it has adopted for all its cases",
    )


@dataclass(slots=True)
class Read:
    """What became of the case files: those that can be used, and what is said of the others."""

    matters: list[Matter] = field(default_factory=list)
    left_out: int = 0
    faults: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Each fault once: one of the town's file is the same for every case."""
        sys.stdout.flush()
        for fault in dict.fromkeys(self.faults):
            print(fault, file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    """Write the register, and say what is in it and what is not."""
    _check_output(args.what, args.output)
    files = list(case_files(args.cases, args.town))
    read = _read(files, args)
    many = _number(len(files), "case file")
    if not read.matters:
        read.tell()
        print(f"nothing was written: none of {many} can be used", file=sys.stderr)
        return 2
    lines = _write(args.what, read.matters, args.output)
    if args.output != "-":
        days = sorted({matter.standing.as_of for matter in read.matters})
        of = _number(len(read.matters), "case")
        print(f"{args.output}: {lines} of {of} at the end of {' and '.join(map(str, days))}")
    if not read.left_out:
        return 0
    read.tell()
    print(f"{read.left_out} of {many} left out: the faults are named above", file=sys.stderr)
    return 2


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _check_output(what: str, output: str) -> None:
    """Refuse a wrong ending before the work, and not after it."""
    if output == "-":
        return
    if what != "calendar":
        from outfall.papers.tables import checked_ending

        checked_ending(Path(output))
    elif Path(output).suffix.lower() != ".ics":
        says = "a calendar is written as .ics. Give the file this ending"
        raise Refused((Fault(output, says, "unknown-ending"),))


# Case files


def case_files(named: list[str], town: str | None) -> Iterator[str]:
    """The case files that were named, and those in and below the folders, in order, each once.

    Hidden files are no cases, and neither is the town's file where it lies among them. Raises
    ``Refused`` for a folder without any.
    """
    seen = {os.path.realpath(town)} if town is not None else set()
    for name in named:
        found = _below(name) if os.path.isdir(name) else [name]
        if not found:
            says = "there is no .yaml, .yml or .json file in this folder. Name the cases' folder"
            raise Refused((Fault(name, says, "no-cases"),))
        for path in found:
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                yield path


def _below(folder: str) -> list[str]:
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [
            os.path.join(place, name)
            for name in files
            if name.lower().endswith(ENDINGS) and not name.startswith(".")
            if not _of_a_town(os.path.join(place, name))
        ]
    return sorted(found)


def _of_a_town(path: str) -> bool:
    """Whether a file that lies among the cases is a town's, by its first lines."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            head = file.read(4000)
    except OSError:
        return False  # it is told when it is read as a case
    return bool(_TOWN.search(head)) and not _CASE.search(head)


def _read(files: list[str], args: argparse.Namespace) -> Read:
    from outfall.papers.rolls import Matter

    read, known = Read(), dict[tuple[str, str], str]()
    for path in _watched(files):
        try:
            case, law = load_case(path, args.town)
            if (law.id, case.id) in known:
                raise Refused((_again(case.id, known[law.id, case.id]),))
            standing = assess(law, case, asked_day(args, law))
        except Refused as refused:
            read.left_out += 1
            read.faults += [_told(path, fault) for fault in refused.faults]
            continue
        known[law.id, case.id] = path
        read.matters.append(Matter(case, law, standing))
    return read


def _again(case: str, path: str) -> Fault:
    says = f"{case} is already the case of {printable(path)}, and counts once. Give one another id"
    return Fault("case", says, "case-twice")


def _told(path: str, fault: Fault) -> str:
    in_town = fault.where.endswith("the town's file")
    return str(fault) if in_town else f"{printable(path)}: {fault}"


def _watched(files: list[str]) -> Iterator[str]:
    """The files one by one; where a person waits longer than a moment, a bar shows how far it is.

    The bar is drawn on standard error, and only on a terminal: no output ever has it in it.
    """
    if not sys.stderr.isatty():
        yield from files
        return
    from contextlib import ExitStack

    begun, advance = monotonic(), None
    with ExitStack() as shown:
        for n, path in enumerate(files):
            if advance is None and monotonic() - begun > PATIENCE:
                from rich.console import Console
                from rich.progress import Progress

                bar = Progress(console=Console(stderr=True), transient=True)
                task = shown.enter_context(bar).add_task("Reading the cases", total=len(files))
                advance = (bar, task)
            if advance is not None:
                advance[0].update(advance[1], completed=n)
            yield path


# Output


def _write(what: str, matters: list[Matter], output: str) -> str:
    """Write the register whole or not at all; gives what was written, in words."""
    if what == "calendar":
        from outfall.papers.ics import calendar
        from outfall.papers.whole import put_whole

        written, events = calendar(matters)
        if output == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(written)
        else:
            put_whole(Path(output), lambda file: file.write(written))
        return _number(events, "event")
    from outfall.papers.rolls import roll_of
    from outfall.papers.tables import write_csv, write_table

    table = roll_of(what, matters)
    if output == "-":
        sys.stdout.flush()
        return _number(write_csv(table, sys.stdout.buffer, marked=False), "row")
    return _number(write_table(table, Path(output)), "row")
