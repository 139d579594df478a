"""``outfall explain``: how one date, amount or power of a standing comes about."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import textwrap
from datetime import date

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.law.argument import Argument, DayLine, Line
from outfall.law.explain import explain

WIDTH = 96
DAYS_SHOWN = 45


def arguments(command: argparse.ArgumentParser) -> None:
    """``outfall explain CASE WHAT [--on DATE] [--days] [--json]``."""
    case_argument(command)
    command.add_argument(
        "what",
        metavar="WHAT",
        help="the id of a deadline, action, order, hold or reading, or exposure.civil, "
        "exposure.criminal, interest or account",
    )
    on_argument(command)
    command.add_argument("--days", action="store_true", help="list every day, however many")
    command.add_argument("--json", action="store_true", help="the argument for a program")


def run(args: argparse.Namespace) -> int:
    """Print the argument for what was asked."""
    case, ordinance = load_case(args.case, args.town)
    argument = explain(ordinance, case, args.what, asked_day(args))
    if args.json:
        json.dump(
            dataclasses.asdict(argument), sys.stdout, indent=1, ensure_ascii=False, default=_iso
        )
        print()
        return 0
    print("\n".join(text(argument, every_day=args.days)))
    return 0


def _iso(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def text(argument: Argument, *, every_day: bool = False) -> list[str]:
    """The argument as lines for a person to read."""
    title = argument.title[:1].upper() + argument.title[1:]
    lines = [*textwrap.wrap(f"{title}  [{argument.cite}]" if argument.cite else title, WIDTH), ""]
    lines += textwrap.wrap(argument.conclusion, WIDTH)
    if argument.paragraph:
        lines += [
            "",
            *textwrap.wrap(
                f"{argument.cite}: {argument.paragraph}",
                WIDTH,
                initial_indent="  ",
                subsequent_indent="  ",
            ),
        ]
    if argument.lines:
        lines += ["", "Because", *(row for line in argument.lines for row in _line(line))]
    if argument.days:
        lines += ["", "Day by day", *_days(argument.days, every_day)]
    return lines


def _line(line: Line) -> list[str]:
    mark = {True: "[yes] ", False: "[no]  ", None: "- "}[line.holds]
    indent = "  " + "    " * line.depth
    cite = f"  [{line.cite}]" if line.cite else ""
    said = line.text if line.holds is not None else line.text[:1].upper() + line.text[1:]
    return textwrap.wrap(
        said + cite, WIDTH, initial_indent=indent + mark, subsequent_indent=indent + " " * len(mark)
    )


def _number(day: DayLine) -> str:
    return "-" if day.number is None else str(day.number)


def _days(days: tuple[DayLine, ...], every_day: bool) -> list[str]:
    rows = [f"  {day.day:%a} {day.day}  {_number(day):>5}  {day.note}".rstrip() for day in days]
    if every_day or len(rows) <= DAYS_SHOWN:
        return rows
    head, tail = DAYS_SHOWN - 10, 8
    left = len(rows) - head - tail
    return [*rows[:head], f"  ... {left} more days; --days lists them all ...", *rows[-tail:]]
