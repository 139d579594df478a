"""Runs what a document tells its reader to run, so that no page of ours says what isn't so.

A ``console`` block holds lines that begin with ``$ ``, each followed by what it prints; a command
goes on in lines that begin with ``> ``. A printed line that is exactly ``...`` stands for any
number of lines. Every command of a block exits 0, or with N where the fence says ``exit=N``. A
``python`` block is a doctest where it holds ``>>>``, otherwise it runs; ``yaml``, ``json`` and
``toml`` must parse, and are saved in that folder where the fence says ``file=NAME``, as is a
``python`` block that says so, which then does not run, and any ``text``. The blocks of one
document run in order, in one folder and one namespace.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
SECONDS = 60

MAKE = re.compile(r"(?:^|&&|;)\s*make\s+([\w.-]+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the words after it, its text, and the line of its fence."""

    language: str
    options: tuple[str, ...]
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """What a reader types, and what the page says that they then see."""

    typed: str
    printed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the blocks of one document run: a folder of their own, and one Python namespace."""

    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "document"})


def problems(text: str, folder: Path) -> list[str]:
    """Every block of the document that does not do what the page says, with its line and why."""
    place = Place(folder)
    return [
        f"line {block.line} ({block.language or 'no language'}): {problem}"
        for block in blocks(text)
        for problem in run(block, place)
    ]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks as Markdown sees them, but for directives such as ``{toctree}``."""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "fence":
            language, *options = token.info.split() or [""]
            if not language.startswith("{"):
                line = token.map[0] + 1 if token.map else 0
                yield Block(language, tuple(options), token.content, line)


def run(block: Block, place: Place) -> Iterator[str]:
    """Hold one block to its word; a language nobody checks is a problem in itself."""
    if check := CHECKS.get(block.language):
        yield from check(block, place)
    else:
        yield f"say what this block is: one of {', '.join(CHECKS)}"


def console(block: Block, place: Place) -> Iterator[str]:
    """Type each command, and compare what it prints and how it exits."""
    wanted = 0
    for option in block.options:
        if exits := re.fullmatch(r"exit=(\d+)", option):
            wanted = int(exits[1])
        else:
            yield f"unknown word on the fence: {option}"
    listed = list(commands(block.text))
    if not listed:
        yield "no line begins with '$ '"
    for command in listed:
        if command.typed.startswith("git clone ") or MAKE.search(command.typed):
            yield from known_to_make(command.typed)
        else:
            yield from typed(command, wanted, place.folder)


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block, each with the lines that follow it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        more = 0
        while more < len(rest) and rest[more].startswith("> "):
            more += 1
        line = "\n".join([first, *(line[2:] for line in rest[:more])])
        yield Command(line, tuple(rest[more:]))


def typed(command: Command, wanted: int, folder: Path) -> Iterator[str]:
    """Run a command as a reader would, with our own programs first on the path."""
    done = subprocess.run(
        ["bash", "-c", command.typed],
        cwd=folder,
        env=reader_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    printed = lines_of(done.stdout)
    if done.returncode != wanted:
        yield f"$ {command.typed}\nexits {done.returncode}, not {wanted}, and prints\n{done.stdout}"
    elif not matches(lines_of("\n".join(command.printed)), printed):
        yield f"$ {command.typed}\nprints\n{done.stdout}"


def known_to_make(typed: str) -> Iterator[str]:
    """Within a test nothing is made or cloned; that each target exists is checked."""
    for target in MAKE.findall(typed):
        dry = ["make", "--dry-run", target]
        done = subprocess.run(
            dry, cwd=ROOT, env=reader_environment(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            yield f"$ {typed}\n{done.stderr}"


def reader_environment() -> dict[str, str]:
    """A plain terminal of fixed width, with no office in it, and nothing that make hands on."""
    ours = ("OUTFALL_", "DJANGO_", "DATABASE_URL")
    kept = {n: v for n, v in os.environ.items() if "MAKE" not in n and not n.startswith(ours)}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)])
    plain = {"COLUMNS": str(COLUMNS), "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
    return {**kept, **plain, "PATH": path}


def lines_of(text: str) -> list[str]:
    """Lines without what no reader sees: blanks at a line's end, empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def matches(wanted: list[str], printed: list[str]) -> bool:
    """Whether the lines are those wanted, where ``...`` stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in wanted)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def python(block: Block, place: Place) -> Iterator[str]:
    """Run Python in the document's folder; with ``>>>`` in it, what it answers is compared.

    With ``file=NAME`` it is a program of the reader's: it must parse, and is saved for them to run.
    """
    if block.options:
        yield from parses(ast.parse)(block, place)
        return
    with contextlib.chdir(place.folder):
        yield from (examples if ">>>" in block.text else program)(block, place)


def examples(block: Block, place: Place) -> Iterator[str]:
    """Run a block of ``>>>`` lines as doctest does, keeping the names for the next block."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, place.names, "document", None, block.line)
    test.globs = place.names
    told = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=told.write, clear_globs=False).failed:
        yield told.getvalue()


def program(block: Block, place: Place) -> Iterator[str]:
    """Run a block that only has to go through."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, "document", "exec"), place.names)
    except Exception:
        yield traceback.format_exc(limit=-1)


def parses(load: Callable[[str], object]) -> Callable[[Block, Place], Iterator[str]]:
    """A check that a block of data can be read; ``file=NAME`` saves it as the reader would."""

    def check(block: Block, place: Place) -> Iterator[str]:
        for option in block.options:
            if saved := re.fullmatch(r"file=((?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*)", option):
                file = place.folder / saved[1]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
            else:
                yield f"unknown word on the fence: {option}"
        try:
            load(block.text)
        except (yaml.YAMLError, ValueError, SyntaxError) as fault:
            yield str(fault)

    return check


def read_yaml(text: str) -> object:
    """All the YAML documents of a block; a date that is none may stand in an example."""
    return list(yaml.load_all(text, yaml.BaseLoader))


def shown(_: Block, __: Place) -> Iterator[str]:
    """Nothing to hold a picture to."""
    return iter(())


CHECKS: dict[str, Callable[[Block, Place], Iterator[str]]] = {
    "console": console,
    "python": python,
    "yaml": parses(read_yaml),
    "json": parses(json.loads),
    "toml": parses(tomllib.loads),
    "text": parses(str),
    "mermaid": shown,
}
