"""The page of the findings, written by hand: every kind is on it once, as the table has it."""

from __future__ import annotations

import re
from pathlib import Path

from outfall.checking.catalog import KINDS
from outfall.checking.check import CHECKS
from outfall.checking.finding import SEVERITIES
from outfall.checking.tables import Ceiling, ceilings
from outfall.files.pack_rules import CLAUSES
from outfall.law.words import dollars

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "findings.md").read_text("utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| ([a-z]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_every_kind_has_its_line_and_no_line_lacks_its_kind() -> None:
    listed = [(id, severity, what) for id, severity, what, _ in ROW.findall(PAGE)]
    assert listed == [(kind.id, kind.severity, kind.title) for kind in KINDS.values()]


def test_every_line_says_where_it_is_found() -> None:
    assert [id for id, _, _, where in ROW.findall(PAGE) if len(where) < 20] == []


def test_every_kind_says_why_and_how_to_amend() -> None:
    assert {kind.severity for kind in KINDS.values()} == set(SEVERITIES)
    for id, kind in KINDS.items():
        assert id == kind.id
        for words in (kind.why, kind.amend):
            assert words.endswith(".")
            assert words[0].isupper()
        assert not kind.title.endswith(".")


def test_each_check_is_listed_once() -> None:
    assert len(CHECKS) == len(set(CHECKS))


def test_every_clause_is_explained() -> None:
    text = (DOCS / "reference" / "pack.md").read_text("utf-8")
    assert [name for name, says in CLAUSES.items() if f"| `{name}` | {says} |" not in text] == []


def most(row: Ceiling) -> str:
    """The figures of a row as the page writes them."""
    unit = {"imprisonment": " days", "interest": " percent a year"}.get(row.what, "")
    told = [f"{n:,f}{unit}" if unit else dollars(int(n)) for n in row.most]
    return ", then ".join(told)


def test_every_ceiling_is_on_the_page() -> None:
    lines = [
        f"| {row.state} | {', '.join(row.of)} | {row.what.replace('_', ' ')} | {most(row)} "
        f"| {row.cite} | {row.since or 'not known'} | {'yes' if row.verified else 'no'} |"
        for row in ceilings()
    ]
    assert re.findall(r"^\| [A-Z]{2} \| .*$", PAGE, re.MULTILINE) == lines
