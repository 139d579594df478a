"""What the acts of ``outfall docket`` that work through cases share: the question and the work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from outfall.cli.common import asked_day
from outfall.cli.progress import bar
from outfall.docket.assessing import SET_ASIDE, How
from outfall.docket.folder import lent_folder
from outfall.docket.laws import Setup
from outfall.docket.packing import pack
from outfall.docket.parts import PART_ROWS
from outfall.docket.working import lean
from outfall.files.text import load_file
from outfall.files.town_file import read_town
from outfall.law.faults import Fault, Refused

OFFICE = "office:"


def tell_counts(output: str, report: dict[str, Any]) -> int:
    """Say how many cases there were and what became of them; 2 where some were set aside."""
    cases, lone = report["cases"], report["rows_without_case"]
    given = _number(cases["given"], "case")
    print(f"{output}: {cases['assessed']:,} of {given} at the end of {report['on']}")
    if not cases["set_aside"] and not lone:
        return 0
    told = _number(cases["set_aside"], "case")
    told += f" and {_number(lone, 'row')} without one" if lone else ""
    print(f"{told} set aside: the reasons are in {output}/{SET_ASIDE}", file=sys.stderr)
    return 2


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


@contextmanager
def docket_of(args: argparse.Namespace) -> Iterator[Path]:
    """The folder of the docket; one of a town of the office is made beside the output first."""
    if not args.docket.startswith(OFFICE):
        yield Path(args.docket)
        return
    from outfall.cli.docket_office import documents_of

    town = args.docket.removeprefix(OFFICE)
    with lent_folder(Path(args.output)) as lent:
        with bar("Reading the cases") as watch:
            pack(documents_of(town, watch), lent)
        yield lent


def setup_of(args: argparse.Namespace, docket: Path) -> Setup:
    """The question as every worker gets it."""
    town, beside = None, Path()
    if args.town:
        document = load_file(args.town)
        try:
            town = read_town(document)
        except Refused as refused:
            faults = (
                Fault(f"{f.where} of the town's file", f.says, f.code, f.line, f.column)
                for f in refused.faults
            )
            raise Refused(tuple(faults)) from None
        beside = Path(args.town).resolve().parent
    return Setup(asked_day(args), docket.resolve(), town, beside, engine=args.engine)


def how_of(args: argparse.Namespace, watch: Callable[[str, int, int], object]) -> How:
    """How the work is done: by processes of this machine, or by a cluster."""
    lean()
    rows = args.part_rows or PART_ROWS
    if args.cluster is None:
        return How(args.workers, rows, watch=watch)
    from outfall.docket.cluster import outcomes_of

    return How(args.workers, rows, outcomes_of(args.cluster), watch)


@contextmanager
def watched() -> Iterator[Callable[[str, int, int], object]]:
    """A bar for each stage of the work, one after the other."""
    with ExitStack() as stack:
        shown: dict[str, Any] = {}

        def watch(what: str, done: int, of: int) -> None:
            if what not in shown:
                stack.close()
                shown[what] = stack.enter_context(bar(what))
            shown[what](done, of)

        yield watch
