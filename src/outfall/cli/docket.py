"""``outfall docket``: a question to many cases at once, as tables in and tables out."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from outfall.cli.common import on_argument
from outfall.law.faults import Fault, Refused

MORE = """\
examples:
  outfall docket pack cases/ -o docket                      case files as four tables
  outfall docket export TOWN -o docket                      a town's cases, from the office
  outfall docket assess docket -o standings --on 2026-05-01
  outfall docket summary standings --svg pictures
  outfall docket what-if docket -o otherwise --on 2026-05-01 --reading week=begun

A docket is a folder with cases, events, parties and history, each as .parquet, .arrow or .csv.
A case with a faulty row is set aside in set-aside.csv with the reason, and the others go on; the
exit status is 2 then. `outfall docket ACT --help` tells more about one act.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """The acts, each with its own arguments."""
    acts = command.add_subparsers(dest="act", metavar="ACT", required=True)

    def act(name: str, about: str) -> argparse.ArgumentParser:
        said = f"{about[:1].upper()}{about[1:]}."
        return acts.add_parser(name, help=about, description=said, allow_abbrev=False)

    pack = act("pack", "case files as the four tables of a docket")
    pack.add_argument("cases", metavar="CASE", nargs="+", help="a case file, or a folder of them")
    _output(pack, "the docket")
    export = act("export", "the cases of a town, from the office's database, as a docket")
    export.add_argument("town", metavar="TOWN", help="the town's short name")
    _output(export, "the docket")
    _assess_arguments(act("assess", "what follows from every case of a docket on a day"))
    _summary_arguments(act("summary", "what an assessed docket adds up to, in tables and pictures"))
    what_if = act(
        "what-if", "which cases change under another reading, figure or ordinance, and how"
    )
    _assess_arguments(what_if)
    _change_arguments(what_if)


def _output(command: argparse.ArgumentParser, what: str) -> None:
    says = f"the folder to write {what} to: a new one, or one of earlier results, which it replaces"
    command.add_argument("-o", "--output", metavar="OUT", required=True, help=says)


def _assess_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("docket", metavar="IN", help="a docket's folder, or office:TOWN")
    _output(command, "the tables")
    on_argument(command)
    command.add_argument(
        "--town",
        metavar="FILE",
        help="a town's file: the readings, figures and holidays it has adopted for all its cases",
    )
    command.add_argument(
        "--workers",
        type=_whole,
        metavar="N",
        default=os.cpu_count() or 1,
        help="how many processes work at once (as many as there are processors)",
    )
    command.add_argument(
        "--engine",
        choices=("auto", "assess", "columns"),
        default="auto",
        help="case by case, or in columns (auto: in columns, where an ordinance has many cases)",
    )
    command.add_argument(
        "--part-rows",
        type=_whole,
        metavar="N",
        default=None,
        help="about how many rows are worked on at once (200,000): fewer need less memory",
    )
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the address of a Dask scheduler whose workers do the work; they must see IN and OUT",
    )


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return int(text)


def _summary_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("results", metavar="OUT", help="what `outfall docket assess` has written")
    command.add_argument("--svg", metavar="FOLDER", help="draw the tables as pictures there too")
    command.add_argument("--json", action="store_true", help="the figures for a program")


def _change_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--reading", metavar="R=V", action="append", default=[], help="adopt this choice instead"
    )
    command.add_argument(
        "--set",
        metavar="PATH=VALUE",
        action="append",
        default=[],
        help="another value in the pack, such as deadline.appeal.due.length='20 days'",
    )
    command.add_argument("--pack", metavar="NEW", help="another ordinance: a pack's id or folder")
    command.add_argument(
        "--of", metavar="ORDINANCE", help="change this ordinance alone, where there are several"
    )


def run(args: argparse.Namespace) -> int:
    """Do the act."""
    if any(find_spec(part) is None for part in ("numpy", "pyarrow")):
        says = "this needs more than is installed. Install it: pip install outfall[docket]"
        raise Refused((Fault("outfall docket", says, "docket-missing"),))
    from outfall.cli import docket_acts

    return docket_acts.ACTS[args.act](args)
