"""``outfall check-case``: the faults of a case file, and nothing else."""

from __future__ import annotations

import argparse
from typing import Any

from outfall.cli.common import case_argument, load_case, print_json
from outfall.law.faults import Fault, Refused

MORE = """\
Here the faults are the answer: they go to standard output, as text or as data, all at once and in
the file's order. Without any, one line says so (and --json prints an empty list).
Exit status: 0 without a fault, 2 with one or more.

A fault as data:
  {"where": "events[3].date", "line": 12, "column": 11, "says": "...", "code": "not-a-date"}
Line and column count from 1, and are null where the text has no such place. A code never changes.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A case, and for whom."""
    case_argument(command)
    command.add_argument("--json", action="store_true", help="the faults as data")


def run(args: argparse.Namespace) -> int:
    """Print the faults, or that there are none."""
    try:
        case, law = load_case(args.case, args.town)
    except Refused as refused:
        if args.json:
            print_json([plain(fault) for fault in refused.faults])
        else:
            print(*refused.faults, sep="\n")
        return 2
    if args.json:
        print_json([])
    else:
        name = "standard input" if args.case == "-" else args.case
        events = "1 event" if len(case.events) == 1 else f"{len(case.events)} events"
        print(f"{name}: no faults ({events} under {law.id} {law.version})")
    return 0


def plain(fault: Fault) -> dict[str, Any]:
    """A fault as its published schema has it."""
    return {
        "where": fault.where,
        "line": fault.line,
        "column": fault.column,
        "says": fault.says,
        "code": fault.code,
    }
