"""``outfall verify``: whether a packet is what it was when it was made."""

from __future__ import annotations

import argparse
import sys

from outfall.law.faults import Fault, Refused

MORE = """\
examples:
  outfall verify packet.zip                    every file, its size and its digest
  outfall verify packet.zip --digest DIGEST    and that it is the packet whose digest you were given

A packet is a ZIP with a manifest.json. Anybody can check it without Outfall: it carries a program
for it, which needs Python alone (python verify.py packet.zip).

Exit status: 0 whole; 1 it differs, and each difference is named at its file; 2 it is no packet.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A packet, and the digest that it should have."""
    command.add_argument("file", metavar="FILE", help="a packet: a ZIP with a manifest.json")
    command.add_argument(
        "--digest", metavar="DIGEST", help="the digest that the packet should have, as given to you"
    )


def run(args: argparse.Namespace) -> int:
    """Print that the packet is whole, or every difference."""
    from outfall.papers.verifying import NoPacket, report

    try:
        return report(args.file, args.digest, lambda line: sys.stdout.write(f"{line}\n"))
    except NoPacket as refused:
        says = f"this is no packet: {refused}. Name a ZIP with a manifest.json"
        raise Refused((Fault(args.file, says, "not-a-packet"),)) from None
