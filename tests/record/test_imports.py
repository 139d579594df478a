"""The record rests on a few modules of the standard library: whoever verifies has them all."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import outfall.record

ALLOWED = {
    "canonical": {"json", "hashlib"},
    "entry": {"json", "re", "dataclasses", "datetime"},
    "verifying": {"hashlib"},
    "disposed": {"hashlib"},
    "program": {"hashlib", "io", "re", "struct", "sys", "zipfile", "zlib", "collections"},
    "bundle": {"ast", "zipfile", "importlib"},
    "__init__": set[str](),
}
EVERYWHERE = {"__future__", "typing", "collections", "outfall"}
IMPURE = {"now", "today", "utcnow", "time", "urandom"}
SOURCES = sorted(Path(outfall.record.__file__).parent.glob("*.py"))


def imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
            assert not (node.module or "").startswith("outfall.") or (
                (node.module or "").startswith("outfall.record.")
            )
    return found


def impure(tree: ast.AST) -> set[str]:
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & IMPURE


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_module_imports_what_is_listed_and_reads_no_clock(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assert imported(tree) - EVERYWHERE <= ALLOWED[source.stem]
    assert impure(tree) == set()


def test_the_control_a_clock_or_another_module_is_found() -> None:
    tree = ast.parse("import socket, datetime\nat = datetime.datetime.now()\n")
    assert imported(tree) - EVERYWHERE == {"socket", "datetime"}
    assert impure(tree) == {"now"}
