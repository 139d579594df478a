"""``outfall assess``: the standing of a case on a day."""

from __future__ import annotations

import argparse
import json
import sys

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.law.assess import assess
from outfall.law.data import data


def arguments(command: argparse.ArgumentParser) -> None:
    case_argument(command)
    on_argument(command)
    command.add_argument(
        "--json", action="store_true", help="the standing for a program (the public contract)"
    )


def run(args: argparse.Namespace) -> int:
    case, ordinance = load_case(args.case)
    standing = assess(ordinance, case, asked_day(args))
    if args.json:
        json.dump(data(standing), sys.stdout, indent=1, ensure_ascii=False)
        print()
        return 0
    from outfall.cli.standing_text import show

    show(standing, case, ordinance)
    return 0
