"""``outfall packet``: a case for its hearing, as one PDF and one ZIP that anybody can check."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import BinaryIO

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.law.faults import Fault, Refused

MORE = """\
examples:
  outfall packet case.yaml -o hearing.pdf --town town.yaml --on 2026-05-15
  outfall verify hearing.zip

Two files are written: the PDF to read, and beside it a ZIP of the same name with each paper as it
was issued, the photographs, the record and a manifest of digests.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A case, a day and where it goes."""
    case_argument(command)
    command.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="the PDF to write; the ZIP beside it"
    )
    on_argument(command)
    command.add_argument("--language", metavar="CODE", help="en or es, or a town's own words")


def run(args: argparse.Namespace) -> int:
    """Make both files."""
    output = Path(args.output)
    if output.suffix.lower() != ".pdf":
        says = "a packet is a PDF. Give it a name that ends in .pdf"
        raise Refused((Fault("-o", says, "unknown-ending"),))
    case, law = load_case(args.case, args.town)
    from rich.console import Console
    from rich.progress import Progress

    from outfall.cli.office import office_and_folder
    from outfall.papers.bundle import OURS, bundle, head_of
    from outfall.papers.packet import files_of, gather, printed
    from outfall.papers.press import Press
    from outfall.papers.whole import put_whole

    office, folder, pictures = office_and_folder(args.town, law)
    packet = gather(
        case,
        law,
        office,
        asked_day(args, law),
        language=args.language or (office.languages or ("en",))[0],
        folder=folder,
        beside=None if args.case == "-" else Path(args.case).parent,
    )
    press = Press(folder, pictures)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Papers", total=len(packet.papers) + 1)
        pdf = printed(packet, press)
        progress.advance(task)
        files = files_of(packet, pdf, press, lambda: progress.advance(task))
    archive = output.with_suffix(".zip")
    digests = []

    def both(file: BinaryIO) -> None:
        """The ZIP goes into place while the PDF waits aside: neither is there without the other."""
        file.write(pdf)
        digests.append(bundle(archive, head_of(packet.standing), files))

    put_whole(output, both)
    whole = digests[0]
    print(f"{output}: the packet of case {case.id} at the end of {packet.standing.as_of}")
    told = len(files) + len(OURS) - 1  # all that the manifest, which is ours too, lists
    print(f"{archive}: the same as {told} files; digest {whole}")
    for line in packet.untold:
        print(f"not in it: {line}")
    return 0
