"""``outfall compare``: two ordinances side by side, on each point that a case turns on."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from outfall.cli.common import day, in_pack, print_json
from outfall.cli.page import Part, Rule, Text, bullets, nested, print_page, table
from outfall.files.pack_file import folder_of, read_pack, versions
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.told.phrases import in_force, with_cite
from outfall.told.points import Finding, points

ABSENT = "not in this code"
MORE = """\
examples:
  outfall compare webster-ny city-9-3-12                     in the terminal
  outfall compare webster-ny city-9-3-12 --html codes.html   a page for a browser, whole by itself
  outfall compare webster-ny drafts/my-town                  one that ships, and a draft of your own

An ordinance is named by its id, or by the folder of a pack of your own.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Two ordinances, the day, and the form of the answer."""
    command.add_argument("a", metavar="A", help="an ordinance")
    command.add_argument("b", metavar="B", help="another")
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="as data")
    shape.add_argument("--html", metavar="FILE", help="write a page for a browser to this file")
    command.add_argument(
        "--on",
        type=day,
        metavar="DATE",
        help="the versions that were law on this day, YYYY-MM-DD (else the newest)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the two beside each other, or write them to a file."""
    a, b = law_on(args.a, args.on), law_on(args.b, args.on)
    if args.html is not None:
        from outfall.cli.compare_page import page
        from outfall.papers.whole import put_whole

        text = page(a, b).encode("utf-8")
        put_whole(Path(args.html), lambda out: out.write(text))
        print(args.html)
    elif args.json:
        print_json(as_data(a, b))
    else:
        show(a, b)
    return 0


def law_on(name: str, on: date | None) -> Ordinance:
    """The version of an ordinance that was law on a day; the newest where no day is asked."""
    folder = folder_of(name)
    rows = versions(folder)
    for version, since, until, file in reversed(rows):
        if on is None or (since or date.min) <= on <= (until or date.max):
            return read_version(name, file, version, since, until)
    known = "; ".join(f"{version} {in_force(since, until)}" for version, since, until, _ in rows)
    says = f"{name} was not law on {on}. Ask for a day of one of its versions: {known}"
    raise Refused((Fault("--on", says, "no-version-in-force"),))


def read_version(
    name: str, file: Path, version: str, since: date | None, until: date | None
) -> Ordinance:
    """One version, whose faults say in which file they are."""
    try:
        return read_pack(file, version, since, until)
    except Refused as refused:
        raise Refused(tuple(in_pack(f"{name}/{file.name}", f) for f in refused.faults)) from None


def show(a: Ordinance, b: Ordinance) -> None:
    """Print the points, the two codes in columns beside each other."""
    rows = table("", _name(a), _name(b), ratios=(2, 5, 5))
    for name, left, right in points(a, b):
        rows.add_row(Text((name, "bold")), _cell(left), _cell(right))
        rows.add_row("", "", "")
    print_page([rows, Rule(), Text("Each as adopted; `outfall ordinances show ID` tells all.")])


def _name(law: Ordinance) -> str:
    return f"{law.title}\n{law.id}, {law.version}, law {in_force(law.since, law.until)}"


def _cell(found: list[Finding]) -> Part:
    if not found:
        return Text((ABSENT, "italic"))
    lines = [Text(with_cite(item.text, item.cite)) for item in found]
    if any(item.cite for item in found[1:]):
        return bullets(lines)
    return nested(lines[0], lines[1:])


def as_data(a: Ordinance, b: Ordinance) -> dict[str, Any]:
    """The comparison as plain values; a point on which a code is silent has an empty list."""
    return {
        "a": {"id": a.id, "version": a.version, "title": a.title, "digest": a.digest},
        "b": {"id": b.id, "version": b.version, "title": b.title, "digest": b.digest},
        "points": [
            {"point": name, "a": [_plain(x) for x in left], "b": [_plain(x) for x in right]}
            for name, left, right in points(a, b)
        ],
    }


def _plain(found: Finding) -> dict[str, str]:
    return {"text": found.text, "cite": found.cite}
