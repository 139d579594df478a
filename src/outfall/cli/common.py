"""What several commands share: the case, its ordinance, the day, and JSON."""

from __future__ import annotations

import argparse
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from outfall.files.case_file import placed, read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.shapes import FIRST_YEAR, LAST_YEAR
from outfall.files.text import Document, load_file
from outfall.law.assess import check
from outfall.law.case import Case
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance


def day(text: str) -> date:
    """A day as it is written on the command line: as in a case file, and of the same years."""
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            raise ValueError
        found = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a date. Write a real day as YYYY-MM-DD"
        ) from None
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise argparse.ArgumentTypeError(
            f"{text} is out of range. Write a year from {FIRST_YEAR} to {LAST_YEAR}"
        )
    return found


def case_argument(command: argparse.ArgumentParser) -> None:
    """The case file that a command reads."""
    command.add_argument(
        "case", metavar="CASE", help="a case file, YAML or JSON; - is standard input"
    )


def on_argument(command: argparse.ArgumentParser) -> None:
    """The day that a command asks about."""
    command.add_argument(
        "--on",
        type=day,
        default=None,
        metavar="DATE",
        help="the day asked about, as YYYY-MM-DD (today, where it is left out)",
    )


def asked_day(args: argparse.Namespace, law: Ordinance | None = None) -> date:
    """The day asked about; where none was given, today's date in the town's zone (or in ours)."""
    if args.on is not None:
        asked: date = args.on
        return asked
    return datetime.now(UTC).astimezone(law.calendar.zone if law else None).date()


def print_json(value: Any) -> None:
    """A value as JSON on standard output: the same bytes each time, whatever reads them."""
    import json
    import sys

    plain = "utf" not in (sys.stdout.encoding or "").lower()
    sys.stdout.write(json.dumps(value, indent=1, ensure_ascii=plain) + "\n")


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
        faults = (_at(document, fault, case.ordinance) for fault in refused.faults)
        raise Refused(tuple(faults)) from None


def _at(document: Document, fault: Fault, pack: str) -> Fault:
    return placed(document, fault) if fault.where == "ordinance" else in_pack(pack, fault)


def in_pack(pack: str, fault: Fault) -> Fault:
    """A fault of a pack keeps its place in the pack's own file, and says which pack that is."""
    where = f"{fault.where} of " if fault.where else ""
    return Fault(f"{where}the ordinance {pack}", fault.says, fault.code, fault.line, fault.column)
