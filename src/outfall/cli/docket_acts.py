"""What each act of ``outfall docket`` does, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from outfall.cli.docket_setup import docket_of, how_of, setup_of, tell_counts, watched
from outfall.cli.docket_summary import summary
from outfall.cli.docket_what_if import compare
from outfall.cli.export import case_files
from outfall.cli.main import printable
from outfall.cli.progress import bar
from outfall.docket.assessing import assess_docket
from outfall.docket.folder import put_folder
from outfall.docket.packing import pack
from outfall.files.text import load_file
from outfall.law.faults import Fault, Refused


def pack_files(args: argparse.Namespace) -> int:
    """Case files as a docket; what is no case file at all is told, and the rest is packed."""
    files = list(case_files(args.cases, None))
    faults: list[str] = []
    with bar("Reading the cases") as watch:

        def documents() -> Iterator[tuple[str, dict[str, Any]]]:
            for n, path in enumerate(files, 1):
                watch(n, len(files))
                try:
                    yield "", _case_file(path)
                except Refused as refused:
                    faults.extend(f"{printable(path)}: {fault}" for fault in refused.faults)

        found = pack(documents(), Path(args.output))
    _tell_rows(args.output, found)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 2 if faults else 0


def _case_file(path: str) -> dict[str, Any]:
    """What a case file says; its path to a pack of its own goes on from wherever it is packed."""
    data = load_file(path).data
    if not isinstance(data, dict):
        says = "this is not a case file: it must be a group of fields"
        raise Refused((Fault("", says, "not-a-case"),))
    named = data.get("ordinance")
    if isinstance(named, str) and (Path(path).parent / named / "versions.yaml").is_file():
        return {**data, "ordinance": str((Path(path).parent / named).resolve())}
    return data


def export_town(args: argparse.Namespace) -> int:
    """A town's cases, from the office's database, as a docket."""
    from outfall.cli.docket_office import documents_of

    with bar("Reading the cases") as watch:
        found = pack(documents_of(args.town, watch), Path(args.output))
    _tell_rows(args.output, found)
    return 0


def _tell_rows(output: str, found: dict[str, int]) -> None:
    told = ", ".join(f"{rows:,} {name}" for name, rows in found.items())
    print(f"{output}: rows of {told}")


def assess(args: argparse.Namespace) -> int:
    """A docket assessed into tables."""
    with docket_of(args) as docket, watched() as watch:
        setup, how = setup_of(args, docket), how_of(args, watch)
        report = put_folder(
            Path(args.output), lambda new, work: assess_docket(docket, setup, how, new, work)
        )
    return tell_counts(args.output, report)


ACTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "pack": pack_files,
    "export": export_town,
    "assess": assess,
    "summary": summary,
    "what-if": compare,
}
