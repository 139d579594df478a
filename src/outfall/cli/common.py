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
from outfall.files.town_file import read_town
from outfall.law.assess import check
from outfall.law.case import Case
from outfall.law.choices import adopt
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
    command.add_argument(
        "--town",
        metavar="FILE",
        default=None,
        help="a town's file: the readings, figures and holidays it has adopted for all its cases",
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


def load_case(path: str, town: str | None = None) -> tuple[Case, Ordinance]:
    """A case and the ordinance of its days, under a town's own choices where it has a file.

    Raises ``Refused`` with every fault of the case, the ordinance or the town's file.
    """
    document = load_file(path)
    case = read_case(document)
    ordinance = ordinance_of(case, document, Path(path).parent if path != "-" else None)
    if town is not None:
        ordinance = adopted(ordinance, town)
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


def adopted(law: Ordinance, path: str) -> Ordinance:
    """The law under the choices of a town's file; a fault of the file says that it is there."""
    document = load_file(path)
    try:
        town = read_town(document)
        folder = folder_of(town.ordinance, Path(path).parent)
        if folder.name != law.id:
            says = f"this town's file is for {folder.name}, and the case is under {law.id}. "
            says += "Name the file of the case's own town"
            raise Refused((Fault("ordinance", says, "another-ordinance"),))
        return adopt(law, town)
    except Refused as refused:
        raise Refused(tuple(_in_town(document, fault) for fault in refused.faults)) from None


def _in_town(document: Document, fault: Fault) -> Fault:
    found = fault if fault.line is not None else placed(document, fault)
    where = f"{found.where} of the town's file" if found.where else "the town's file"
    return Fault(where, found.says, found.code, found.line, found.column)


def _at(document: Document, fault: Fault, pack: str) -> Fault:
    return placed(document, fault) if fault.where == "ordinance" else in_pack(pack, fault)


def in_pack(pack: str, fault: Fault) -> Fault:
    """A fault of a pack keeps its place in the pack's own file, and says which pack that is."""
    where = f"{fault.where} of " if fault.where else ""
    return Fault(f"{where}the ordinance {pack}", fault.says, fault.code, fault.line, fault.column)
