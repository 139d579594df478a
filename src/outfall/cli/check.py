"""``outfall check``: what is contradictory, missing, out of reach or above a ceiling in a pack."""

from __future__ import annotations

import argparse
from typing import Any

from outfall.cli.common import day, print_json
from outfall.cli.compare import law_on
from outfall.files.pack_file import folder_of, versions

MORE = """\
examples:
  outfall check webster-ny               every finding on an ordinance that ships
  outfall check sample-town --strict     a pack of your own; status 1 where a finding is grave
  outfall check webster-ny --json        the findings as data

The findings are about the text, as its pack tells it; `outfall check-case` checks a case file.
Exit status: 0 checked; 1 with --strict, where a finding is grave; 2 the pack can't be used.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A pack, and which version of it."""
    command.add_argument(
        "pack", metavar="PACK", help="an ordinance's id, or the folder of a pack of your own"
    )
    command.add_argument(
        "--on",
        type=day,
        metavar="DATE",
        help="the version that was law on this day, YYYY-MM-DD (else the newest)",
    )
    command.add_argument(
        "--strict", action="store_true", help="exit with status 1 where a finding is grave"
    )
    command.add_argument("--json", action="store_true", help="the findings as data")


def run(args: argparse.Namespace) -> int:
    """Print the findings, the gravest first."""
    from outfall.checking.check import check
    from outfall.checking.dates import Span

    law = law_on(args.pack, args.on)
    spans = [Span(name, since, until) for name, since, until, _ in versions(folder_of(args.pack))]
    checked = check(law, spans)
    if args.json:
        print_json(
            {
                "ordinance": law.id,
                "version": law.version,
                "digest": law.digest,
                "standings": checked.walked.tried,
                "findings": [plain(finding) for finding in checked.findings],
            }
        )
    else:
        from outfall.cli.check_text import show

        show(law, checked)
    grave = any(finding.severity == "grave" for finding in checked.findings)
    return 1 if args.strict and grave else 0


def plain(finding: Any) -> dict[str, Any]:
    """A finding as plain values; an empty ``adopt`` says that nothing helps but an amendment."""
    return {
        "id": finding.id,
        "severity": finding.severity,
        "cites": list(finding.cites),
        "about": finding.about,
        "says": finding.says,
        "why": finding.why,
        "adopt": finding.adopt,
        "amend": finding.amend,
    }
