"""What ``outfall docket what-if`` does and prints."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from outfall.cli.docket_setup import docket_of, how_of, setup_of, tell_counts, watched
from outfall.cli.page import Part, Text, print_page, table, title
from outfall.docket.changes import Change, pair
from outfall.docket.comparing import changes_file
from outfall.docket.folder import put_folder
from outfall.docket.what_if import PATHS_MOST, PICTURE, by_cases, what_if
from outfall.law.faults import Fault, Refused
from outfall.law.words import dollars

CASES_MOST = 20


def compare(args: argparse.Namespace) -> int:
    """Compare a docket under two laws, and print what changes."""
    change = _change(args)
    with docket_of(args) as docket, watched() as watch:
        setup = replace(setup_of(args, docket), change=change)
        how = how_of(args, watch)
        report = put_folder(
            Path(args.output), lambda new, work: what_if(docket, setup, how, new, work)
        )
    print_page(_page(Path(args.output), report))
    return tell_counts(args.output, report)


def _change(args: argparse.Namespace) -> Change:
    """What is asked. Raises ``Refused`` where nothing is, or a pair is none."""
    readings = tuple(pair(text, "--reading") for text in args.reading)
    sets = tuple(pair(text, "--set") for text in args.set)
    if not readings and not sets and args.pack is None:
        says = "nothing is to change. Give --reading R=V, --set PATH=VALUE or --pack NEW"
        raise Refused((Fault("outfall docket what-if", says, "no-change"),))
    pack = args.pack
    if pack is not None and (Path(pack) / "versions.yaml").is_file():
        pack = str(Path(pack).resolve())
    return Change(readings, sets, pack, args.of)


def _page(results: Path, report: dict[str, Any]) -> Iterator[Part]:
    cases = report["cases"]["assessed"]
    yield Text(("What if: ", "bold"), "; ".join(report["change"]))
    yield Text(f"{report['cases_changed']:,} of {cases:,} cases change.")
    found = by_cases(report)
    if not found:
        return
    yield title("What changes")
    rows = table("", "Cases", "Before, all cases", "After", ratios=(1,))
    for path, item in found[:PATHS_MOST]:
        money = [dollars(item[name]) if name in item else "" for name in ("before", "after")]
        rows.add_row(path, f"{item['cases']:,}", *money)
    yield rows
    if len(found) > PATHS_MOST:
        yield Text(f"and {len(found) - PATHS_MOST:,} more in report.json")
    yield title("The first cases")
    rows = table("Case", "What", "Before", "After", ratios=(0, 1))
    for row in _first(changes_file(results)):
        rows.add_row(row["case"], row["path"], row["before"] or "-", row["after"] or "-")
    yield rows
    yield Text(f"All of them: {changes_file(results)}; the picture: {results / PICTURE}")


def _first(file: Path) -> list[dict[str, Any]]:
    with pq.ParquetFile(file) as parquet:
        for batch in parquet.iter_batches(CASES_MOST):
            found: list[dict[str, Any]] = batch.to_pylist()
            return found
    return []
