"""``outfall timeline``: a case as one picture, in the terminal or as an SVG file."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.law.faults import Fault, Refused
from outfall.timeline.model import Timeline
from outfall.timeline.picture import picture
from outfall.timeline.terminal import LEAST, MOST, USUAL, draw, text_of

MORE = """\
examples:
  outfall timeline case.yaml --on 2026-05-01                    the picture, in the terminal
  outfall timeline case.yaml --on 2026-05-01 --svg case.svg     the same to print or to file

The picture shows the end of the day: entries dated after it are left out, and what a period has
still to run is drawn as still to come. An earlier picture at the same place is replaced.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
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
        help=f"draw N characters wide, {LEAST} to {MOST} (as wide as the terminal, if left out)",
    )


def run(args: argparse.Namespace) -> int:
    """Draw the picture, or write it."""
    case, ordinance = load_case(args.case, args.town)
    timeline = picture(case, ordinance, asked_day(args, ordinance))
    if args.svg is not None:
        return _svg(timeline, args.svg)
    _show(timeline, args.width, args.ascii)
    return 0


def _width(text: str) -> int:
    if text.isascii() and text.isdigit() and LEAST <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"{text} is not a width. Write a whole number from {LEAST} to {MOST}"
    )


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


def _svg(timeline: Timeline, path: str) -> int:
    from outfall.timeline.svg import svg

    text = svg(timeline)
    if path == "-":
        sys.stdout.write(text)
        return 0
    write_svg(path, text)
    print(f"{path}: the timeline of {timeline.case} at the end of {timeline.as_of}")
    return 0


def write_svg(path: str, text: str) -> None:
    """Write a picture whole or not at all, over an earlier one if there is any.

    Raises ``Refused`` where the place holds a file that is no SVG picture (the case file itself,
    say), or can't be written.
    """
    from outfall.papers.whole import put_whole

    if os.path.isfile(path) and not _is_svg(path):
        says = "this file is there and is no SVG picture, so it is left alone. Choose another name"
        raise Refused((Fault(f"--svg {path}", says, "svg-not-written"),))
    put_whole(Path(path), lambda file: file.write(text.encode()))


def _is_svg(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            begins = file.read(200)
    except OSError as error:
        says = f"this is there and can't be read ({error.strerror or error}). Choose another name"
        raise Refused((Fault(f"--svg {path}", says, "svg-not-written"),)) from None
    return not begins.strip() or b"<svg" in begins
