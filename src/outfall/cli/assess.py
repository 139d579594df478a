"""``outfall assess``: the standing of a case on a day."""

from __future__ import annotations

import argparse

from outfall.cli.common import asked_day, case_argument, load_case, on_argument, print_json
from outfall.law.assess import assess

MORE = """\
examples:
  outfall assess case.yaml --on 2026-05-01          the standing, for a person to read
  outfall assess case.yaml --on 2026-05-01 --json   the same, for a program
  outfall assess - --json < case.json               the case from standard input

The day is judged at its end. Entries dated after it are left out. A file that can't be used
gives exit status 2, with every fault on standard error, named by its place in the file.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A case, a day, and for whom."""
    case_argument(command)
    on_argument(command)
    command.add_argument(
        "--json", action="store_true", help="the standing for a program (the public contract)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the standing."""
    case, law = load_case(args.case, args.town)
    standing = assess(law, case, asked_day(args, law))
    if args.json:
        from outfall.law.data import data

        print_json(data(standing))
        return 0
    from outfall.cli.standing_text import show

    show(standing, case, law)
    return 0
