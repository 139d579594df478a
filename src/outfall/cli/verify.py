"""``outfall verify``: whether a packet, or the record of a town, is what it was when written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfall.law.faults import Fault, Refused

if TYPE_CHECKING:
    from outfall.record.entry import Link

MORE = """\
examples:
  outfall verify packet.zip                    every file, its size and its digest
  outfall verify packet.zip --digest DIGEST    and that it is the packet whose digest you were given
  outfall verify record.zip                    every entry of a town, every link, every file
  outfall verify record.jsonl --head N:DIGEST  and that its end is there, as printed on a notice

A packet is a ZIP with a manifest.json, and the record of a town a ZIP with a record.jsonl, or that
file alone; which of them it is, is seen. Anybody can check either without Outfall: it carries a
program for it, which needs Python alone (python verify.py FILE).

Exit status: 0 whole; 1 it differs, and what is wrong is named; 2 it is neither of the two.
"""
LARGE = 32 * 1024 * 1024
"""From so many bytes on a person waits long enough to want to see how far it is."""


def head(text: str) -> Link:
    """The head of a record as it is printed on a notice."""
    from outfall.record.entry import head_of

    try:
        return head_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text[:80]} is no head: {error}") from None


def arguments(command: argparse.ArgumentParser) -> None:
    """A packet or a record, and what it should be, as it came another way."""
    command.add_argument(
        "file", metavar="FILE", help="a packet, or a town's record: a ZIP, or its record.jsonl"
    )
    command.add_argument(
        "--digest", metavar="DIGEST", help="the digest that the packet should have, as given to you"
    )
    command.add_argument(
        "--head",
        metavar="N:DIGEST",
        type=head,
        action="append",
        default=[],
        help="a head of the town's record, as printed on a notice; may be given again",
    )
    command.add_argument("--json", action="store_true", help="what was found, for a program")
    command.set_defaults(wrong=command.error)


def run(args: argparse.Namespace) -> int:
    """Print that the packet or record is whole, or what is wrong with it."""
    from outfall.record.program import is_bundle

    if is_bundle(args.file):
        return _record(args, packed=True)
    if _is_lines(args.file):
        return _record(args, packed=False)
    return _packet(args)


def _is_lines(path: str) -> bool:
    """Whether a file has entries of a record as lines: by its name, or by how it begins."""
    if path.lower().endswith(".jsonl"):
        return True
    try:
        with open(path, "rb") as file:
            begin = file.read(LARGE // 256)
    except OSError:
        return False
    return begin.startswith(b'{"') and b'"format":"outfall-entry/' in begin


# A packet


def _packet(args: argparse.Namespace) -> int:
    from outfall.papers.verifying import NoPacket, check, report

    if args.head:
        args.wrong("--head is for the record of a town, and a packet has a --digest")
    try:
        if not args.json:
            return report(args.file, args.digest, lambda line: sys.stdout.write(f"{line}\n"))
        found = check(args.file, args.digest)
    except NoPacket as refused:
        says = f"this is no packet: {refused}. Name a ZIP with a manifest.json"
        raise Refused((Fault(args.file, says, "not-a-packet"),)) from None
    return _json(
        {
            "is": "packet",
            "whole": not found.differences,
            "digest": found.digest,
            "head": found.head,
            "files": found.files,
            "differences": [str(difference) for difference in found.differences],
        }
    )


# The record of a town


def _record(args: argparse.Namespace, packed: bool) -> int:
    from outfall.record.program import verify_bundle, verify_file
    from outfall.record.verifying import NoRecord, sentences

    if args.digest:
        args.wrong("--digest is for a packet, and the record of a town has a --head")
    try:
        with _watch(args.file) as watch:
            found = (verify_bundle if packed else verify_file)(args.file, args.head, watch)
    except NoRecord as refused:
        says = f"this is no record of a town: {refused}. Name its ZIP, or its record.jsonl"
        raise Refused((Fault(args.file, says, "not-a-packet"),)) from None
    if not args.json:
        for line in sentences(args.file, found):
            sys.stdout.write(f"{line}\n")
        return 0 if found.whole else 1
    return _json(
        {
            "is": "record",
            "whole": found.whole,
            "town": found.town,
            "entries": found.entries,
            "cases": len(found.cases),
            "head": str(found.head),
            "bad": found.bad,
            "first": found.first._asdict() if found.first else None,
            "differences": list(found.differences),
        }
    )


def _json(found: dict[str, Any]) -> int:
    from outfall.cli.common import print_json

    print_json(found)
    return 0 if found["whole"] else 1


@contextmanager
def _watch(path: str) -> Iterator[Callable[[int], object]]:
    """How far it is with a large file: a bar on standard error, and only on a terminal."""
    size = Path(path).stat().st_size if Path(path).is_file() else 0
    if size < LARGE or not sys.stderr.isatty():
        yield int
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Verifying", total=size)
        yield lambda more: bar.advance(task, more)
