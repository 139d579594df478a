"""The rules of the house that no other tool holds, run by ``make check``.

Each rule is a function from a tree of files to findings, so that a test can plant a fault and see
it caught. Words that a rule looks for are joined from pieces: this file keeps its own rules.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

FUNCTION_WARNS, FUNCTION_FAILS = 50, 60
FILE_FAILS = 400

ADDRESSES = ("://", "file" + ":", "--find" + "-links", "--extra" + "-index-url", "--index" + "-url")
REGISTRIES = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "deb.debian" + ".org",
    "crates" + ".io",
)
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:(?:work|farm|root)/|home/[a-z])")
LEFTOVER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")) + r")\b")
IMPURE_NAMES = frozenset({"open", "print", "input", "eval", "exec", "__import__"})
IMPURE_METHODS = frozenset({"today", "now", "utcnow"})

Tree = Mapping[PurePosixPath, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of one rule, at a line that counts from 1; a warning is shown and passes."""

    rule: str
    path: PurePosixPath
    line: int
    says: str
    fails: bool = True

    def __str__(self) -> str:
        kind = "" if self.fails else "warning: "
        return f"{self.path}:{self.line}: {kind}{self.says} [{self.rule}]"


def locks_hold_no_address(tree: Tree) -> Iterator[Finding]:
    """A lock file names packages and hashes; where to fetch them is each machine's affair."""
    for path, text in tree.items():
        if is_lock(path):
            for number, line in numbered(text):
                for needle in ADDRESSES:
                    if needle in line:
                        yield Finding("lock", path, number, f"a lock file holds {needle!r}")


def no_machine_in_text(tree: Tree) -> Iterator[Finding]:
    """A path of one machine, or a registry's host, is wrong on every other machine."""
    for path, text in tree.items():
        for number, line in numbered(text):
            if match := MACHINE_PATH.search(line):
                yield Finding("machine", path, number, f"a path of one machine: {match.group()}")
            for host in REGISTRIES:
                if host in line:
                    yield Finding("machine", path, number, f"a package registry's host: {host}")


def sizes_stay_readable(tree: Tree) -> Iterator[Finding]:
    """A long function or file is a question about the design, asked while it is cheap to answer."""
    for path, text in python_files(tree):
        lines = text.count("\n")
        made = "migrations" in path.parts  # written by Django, and read by nobody
        if path.parts[0] == "src" and lines > FILE_FAILS and not made:
            yield Finding("size", path, 1, f"{lines} lines, at most {FILE_FAILS} in a file")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_WARNS:
                    says = f"{node.name} has {length} lines, at most {FUNCTION_FAILS} in a function"
                    yield Finding("size", path, node.lineno, says, length > FUNCTION_FAILS)


def nothing_left_over(tree: Tree) -> Iterator[Finding]:
    """A marker for later is read by nobody later: do it, or write it down where work is planned."""
    for path, text in tree.items():
        for number, line in numbered(text):
            if match := LEFTOVER.search(line):
                yield Finding("leftover", path, number, f"a leftover marker: {match.group()}")


def law_is_pure(tree: Tree) -> Iterator[Finding]:
    """The same case gives the same standing for ever: the law reads no clock, file or keyboard.

    import-linter keeps impure modules out; this finds what needs no import, or comes with datetime.
    """
    for path, text in python_files(tree):
        if path.parts[:3] != ("src", "outfall", "law"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Name) and node.id in IMPURE_NAMES:
                yield Finding("pure", path, node.lineno, f"the law uses {node.id}")
            elif isinstance(node, ast.Attribute) and node.attr in IMPURE_METHODS:
                yield Finding("pure", path, node.lineno, f"the law reads a clock: .{node.attr}")


RULES: tuple[Callable[[Tree], Iterator[Finding]], ...] = (
    locks_hold_no_address,
    no_machine_in_text,
    sizes_stay_readable,
    nothing_left_over,
    law_is_pure,
)


def findings(tree: Tree) -> list[Finding]:
    """Everything that every rule finds, in the order of the files."""
    found = (finding for rule in RULES for finding in rule(tree))
    return sorted(found, key=lambda finding: (finding.path, finding.line))


def read_tree(root: Path) -> dict[PurePosixPath, str]:
    """The text files under ``root`` that git knows or would add: none ignored, none binary."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    tree: dict[PurePosixPath, str] = {}
    for name in sorted(set(filter(None, listed.split("\0")))):
        content = (root / name).read_bytes() if (root / name).is_file() else b"\0"
        if b"\0" not in content:
            tree[PurePosixPath(name)] = content.decode("utf-8", errors="replace")
    return tree


def is_lock(path: PurePosixPath) -> bool:
    """Whether a tool wrote this file to pin packages."""
    pinned = path.suffix == ".txt" and path.parts[0] == "requirements"
    return pinned or path.suffix == ".lock" or path.name == "package-lock.json"


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers as an editor shows them."""
    return enumerate(text.splitlines(), start=1)


def python_files(tree: Tree) -> Iterator[tuple[PurePosixPath, str]]:
    """The Python among the files."""
    return ((path, text) for path, text in tree.items() if path.suffix == ".py")


def main() -> int:
    """Print the findings of this repository; 1 where one fails."""
    found = findings(read_tree(Path(__file__).resolve().parent.parent))
    print(*found, sep="\n", end="\n" if found else "")
    broken = sum(finding.fails for finding in found)
    print(f"house: {len(RULES)} rules, {broken} broken, {len(found) - broken} warnings")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
