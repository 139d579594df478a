"""Two ordinances side by side: what each says on the points that a case turns on."""

from __future__ import annotations

from typing import Any

from outfall.cli.page import Part, Rule, Text, bullets, nested, print_page, table
from outfall.law.ordinance import Ordinance
from outfall.told.phrases import in_force, with_cite
from outfall.told.points import Finding, points

ABSENT = "not in this code"


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
