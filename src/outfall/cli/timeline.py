"""``outfall timeline``: a case as one picture, in the terminal or as an SVG file."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from datetime import date

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.timeline.layout import lay, turning_days
from outfall.timeline.model import Timeline
from outfall.timeline.terminal import LEAST, MOST, USUAL, draw, text_of


STAYS_MOST = 100
"""The most days of filings and decisions that are asked for their stays, the latest first."""


def arguments(command: argparse.ArgumentParser) -> None:
    case_argument(command)
    on_argument(command)
    command.add_argument(
        "--svg", metavar="FILE", help="write the picture to this file instead; - is standard output"
    )
    command.add_argument("--ascii", action="store_true", help="draw with plain ASCII characters")
    command.add_argument(
        "--width",
        type=_width,
        metavar="N",
        help=f"draw N characters wide, from {LEAST} to {MOST} (the terminal's width, where it is left out)",
    )


def run(args: argparse.Namespace) -> int:
    case, ordinance = load_case(args.case)
    timeline = picture(case, ordinance, asked_day(args))
    if args.svg is not None:
        return _svg(timeline, args.svg)
    _show(timeline, args.width, args.ascii)
    return 0


def picture(case: Case, ordinance: Ordinance, on: date) -> Timeline:
    """The picture of a case on a day, with its stays as they stood on the days before."""
    turns = turning_days(case, on)[-STAYS_MOST:]
    earlier = [assess(ordinance, case, day) for day in turns]
    return lay(assess(ordinance, case, on), case, earlier)


def _width(text: str) -> int:
    if text.isdigit() and LEAST <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not a width. Write a whole number from {LEAST} to {MOST}")


def _show(timeline: Timeline, width: int | None, plain: bool) -> None:
    """Print the picture; colour only where a person looks at a terminal that has it."""
    terminal = sys.stdout.isatty()
    if width is None:
        width = shutil.get_terminal_size((USUAL, 24)).columns if terminal else USUAL
    lines = draw(timeline, width, plain=plain or not _can_draw())
    if not terminal:
        print("\n".join(text_of(line) for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(soft_wrap=True, highlight=False, emoji=False, markup=False)
    for line in lines:
        console.print(Text.assemble(*line))


def _can_draw() -> bool:
    """Whether what reads our output takes more than ASCII."""
    try:
        "━◆✗".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
