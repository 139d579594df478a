"""What ``outfall docket summary`` prints, and the same as pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from outfall.cli.common import print_json
from outfall.cli.page import Part, Table, Text, print_page, table, title
from outfall.docket.charts import Bar, Chart, svg
from outfall.docket.summing import (
    BOUND,
    CASE_AGES,
    LATER,
    OWED_AGES,
    SOON,
    Summary,
    Sums,
    as_data,
    summarize,
)
from outfall.law.faults import Fault, Refused
from outfall.law.words import dollars, name_of
from outfall.papers.whole import put_whole

WIDE = 24
"""Columns of the longest bar on a page."""
TOWNS_MOST = 40


def summary(args: argparse.Namespace) -> int:
    """Print the figures; draw them too where a folder is named."""
    found = summarize(Path(args.results))
    if args.json:
        print_json(as_data(found))
    else:
        print_page(_page(found))
    if args.svg is not None:
        folder = Path(args.svg)
        if not folder.is_dir():
            says = "there is no such folder. Make it first, or name another"
            raise Refused((Fault(args.svg, says, "file-not-written"),))
        for name, chart in charts(found).items():
            put_whole(folder / f"{name}.svg", partial(_draw, chart))
    return 0


def _draw(chart: Chart, file: BinaryIO) -> None:
    file.write(svg(chart).encode())


def _page(found: Summary) -> Iterator[Part]:
    aside = f"; {found.set_aside:,} set aside" if found.set_aside else ""
    yield Text(f"{found.cases:,} cases at the end of {found.on}{aside}")
    yield title("Due by week")
    yield _due(found)
    yield title("Owed, by the days since money last moved or was decided about")
    yield _sums(found.owed, [label for _, label in OWED_AGES], {"account.balance": "Owed"})
    yield title("Exposure, by the days since the violation was first observed; owed by nobody")
    columns = {"exposure.civil.max": "Civil", "exposure.criminal.max": "Criminal"}
    yield _sums(found.exposed, [label for _, label in CASE_AGES], columns)
    for track, count in sorted(found.unlimited.items()):
        if count:
            yield Text(f"In {count:,} cases the code names no ceiling ({track}); not in the sums.")
    yield title("By town")
    columns = {"account.balance": "Owed", "assessed.penalty": "Assessed", **columns}
    largest = sorted(found.towns, key=lambda town: (-found.towns[town].cases, town))
    yield _sums(found.towns, largest[:TOWNS_MOST], columns)
    if len(largest) > TOWNS_MOST:
        yield Text(f"and {len(largest) - TOWNS_MOST:,} towns more; --json tells all")
    yield title("Powers")
    yield _powers(found)


def _due(found: Summary) -> Part:
    rows = table("Week of", *BOUND, "All", "")
    counts = [(week, found.due[week]) for week in found.weeks() if week in found.due]
    most = max((sum(c.values()) for _, c in counts), default=0)
    for week, count in counts:
        whole = sum(count.values())
        rows.add_row(week, *(f"{count[who]:,}" for who in BOUND), f"{whole:,}", bar(whole, most))
    return rows if counts else Text("Nothing falls due.")


def _sums(of: dict[str, Sums], labels: list[str], columns: dict[str, str]) -> Part:
    rows: Table = table("", "Cases", *columns.values(), "")
    shown = [label for label in labels if label in of]
    first = next(iter(columns))
    most = max((of[label].cents[first] for label in shown), default=0)
    for label in shown:
        cents = [dollars(of[label].cents[name]) for name in columns]
        rows.add_row(label, f"{of[label].cases:,}", *cents, bar(of[label].cents[first], most))
    return rows if shown else Text("None.")


def _powers(found: Summary) -> Part:
    days = (f"In {SOON} days", f"In {LATER} days", "Later")
    rows = table("", "Open", "Duty", *days, ratios=(1,))
    for id, counts in sorted(found.powers.items(), key=lambda item: (-item[1]["open"], item[0])):
        if any(counts.values()):
            told = (f"{counts[n]:,}" for n in ("open", "must", "soon", "month", "later"))
            rows.add_row(name_of(id), *told)
    return rows


def bar(value: int, most: int) -> Text:
    """A bar for a page, of blocks where the terminal has them."""
    ink = "█" if "utf" in (sys.stdout.encoding or "").lower() else "#"
    return Text((ink * -(-value * WIDE // most) if most and value > 0 else "", "cyan"))


def charts(found: Summary) -> dict[str, Chart]:
    """The pictures by the names of their files."""
    on = f"At the end of {found.on}, of {found.cases:,} cases."
    return {
        "due-by-week": Chart("Due by week", on, tuple(_due_bars(found)), BOUND),
        "owed-by-age": Chart(
            "Owed, by age",
            f"Days since money last moved or was decided about. {on}",
            tuple(_money_bars(found.owed, [x for _, x in OWED_AGES], "account.balance")),
        ),
        **{
            f"exposure-{track}-by-age": Chart(
                f"Exposure ({track}), by the age of the case",
                f"What the law would allow; owed by nobody. {on}",
                tuple(
                    _money_bars(
                        found.exposed,
                        [label for _, label in CASE_AGES],
                        f"exposure.{track}.max",
                    )
                ),
            )
            for track in ("civil", "criminal")  # never added, and so never in one bar
        },
        "owed-by-town": Chart(
            "Owed, by town",
            on,
            tuple(
                _money_bars(
                    found.towns,
                    sorted(found.towns, key=lambda t: (-found.towns[t].cents["account.balance"], t))
                    [:TOWNS_MOST],
                    "account.balance",
                )
            ),
        ),
        "powers": Chart(
            "Powers that open",
            f"Shut today, and known to open within {SOON} days, within {LATER}, or later. {on}",
            tuple(_power_bars(found)),
            (f"in {SOON} days", f"in {LATER} days", "later"),
        ),
    }  # fmt: skip


def _due_bars(found: Summary) -> Iterator[Bar]:
    for week in found.weeks():
        if week in found.due:
            pieces = tuple(found.due[week][who] for who in BOUND)
            told = ", ".join(f"{who} {n:,}" for who, n in zip(BOUND, pieces, strict=True) if n)
            yield Bar(week, pieces, f"{sum(pieces):,} ({told})")


def _money_bars(of: dict[str, Sums], labels: list[str], name: str) -> Iterator[Bar]:
    for label in labels:
        if label in of:
            cents, cases = of[label].cents[name], of[label].cases
            yield Bar(label, (cents,), f"{dollars(cents)}, {cases:,} cases")


def _power_bars(found: Summary) -> Iterator[Bar]:
    for id, counts in sorted(found.powers.items()):
        pieces = (counts["soon"], counts["month"], counts["later"])
        if any(pieces):
            yield Bar(name_of(id), pieces, f"{sum(pieces):,}")
