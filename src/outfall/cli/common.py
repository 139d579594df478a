"""What several commands share: the case, its ordinance and the day."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from outfall.files.case_file import placed, read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document, load_file
from outfall.law.assess import check
from outfall.law.case import Case
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance


def day(text: str) -> date:
    """A day as it is written on the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a date. Write a real day as YYYY-MM-DD"
        ) from None


def case_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "case", metavar="CASE", help="a case file, YAML or JSON; - is standard input"
    )


def on_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--on",
        type=day,
        default=None,
        metavar="DATE",
        help="the day asked about (today, where it is left out)",
    )


def asked_day(args: argparse.Namespace) -> date:
    """The day that was asked about; today's local date where none was given."""
    return args.on if args.on is not None else date.today()


def load_case(path: str) -> tuple[Case, Ordinance]:
    """A case and the ordinance of its days. Raises ``Refused`` with every fault of both."""
    document = load_file(path)
    case = read_case(document)
    ordinance = ordinance_of(case, document, Path(path).parent if path != "-" else None)
    faults = check(ordinance, case)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    return case, ordinance


def ordinance_of(case: Case, document: Document, beside: Path | None) -> Ordinance:
    """The version of the case's ordinance that was law on the day of its first violation."""
    found = [event.on for event in case.events if event.name == "violation_observed"]
    try:
        return load_pack(folder_of(case.ordinance, beside), min(found, default=None))
    except Refused as refused:
        raise Refused(tuple(_at(document, fault) for fault in refused.faults)) from None


def _at(document: Document, fault: Fault) -> Fault:
    return placed(document, fault) if fault.where == "ordinance" else fault
