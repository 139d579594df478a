"""``outfall``: find the command, run it, and say what is wrong in words."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from outfall import __version__
from outfall.law.faults import Refused

COMMANDS = {
    "assess": "what follows from a case on a day",
    "explain": "how one date, amount or power of a standing comes about",
    "timeline": "a case's clocks, windows, stays, orders and penalty days as one picture",
    "check-case": "the faults of a case file, and nothing else",
    "ordinances": "list the ordinances, show one, or compare two",
    "schema": "the JSON Schemas of the files, for editors and programs",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit status: 0 done, 2 the input can't be used (every fault is named)."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(args)
    except Refused as refused:
        for fault in refused.faults:
            print(fault, file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def _run(args: list[str]) -> int:
    parser = argparse.ArgumentParser(
        "outfall",
        description="What a town's stormwater ordinance says about a case today, with the paragraph.",
        epilog="`outfall COMMAND --help` tells more about one command.",
    )
    parser.add_argument("--version", action="version", version=f"outfall {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    wanted = next((arg for arg in args if arg in COMMANDS), None)
    for name, about in COMMANDS.items():
        command = commands.add_parser(
            name, help=about, description=f"{about[:1].upper()}{about[1:]}."
        )
        if name == wanted:
            module = importlib.import_module(f"outfall.cli.{name.replace('-', '_')}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    found = parser.parse_args(args)
    status: int = found.run(found)
    return status
