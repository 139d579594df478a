"""``outfall ordinances``: list the packs, or show one as an attorney reads it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from outfall.cli.common import day, print_json
from outfall.cli.compare import law_on, read_version
from outfall.files.pack_file import folder_of, packs, versions
from outfall.law.ordinance import Ordinance
from outfall.told.phrases import in_force

MORE = """\
examples:
  outfall ordinances                    every ordinance that ships, with its versions
  outfall ordinances show webster-ny    one, paragraph by paragraph

An ordinance is named by its id, or by the folder of a pack of your own.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Nothing for the list; one ordinance to show."""
    json = argparse.ArgumentParser(add_help=False)
    json.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="as data")
    on = argparse.ArgumentParser(add_help=False)
    on.add_argument(
        "--on",
        type=day,
        metavar="DATE",
        help="the version that was law on this day, YYYY-MM-DD (else the newest)",
    )
    command.add_argument("--json", action="store_true", help="as data")
    acts = command.add_subparsers(dest="act", metavar="ACT")
    about = "print one ordinance paragraph by paragraph, its rules in words"
    show = acts.add_parser(
        "show", parents=[json, on], help=about, description=f"{_sentence(about)}."
    )
    show.add_argument("id", metavar="ID", help="an ordinance")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def run(args: argparse.Namespace) -> int:
    """List or show."""
    if args.act == "show":
        _show(law_on(args.id, args.on), args.json)
    else:
        _list(args.json)
    return 0


def _list(as_data: bool) -> None:
    rows: list[dict[str, Any]] = []
    for pack in packs():
        found: list[dict[str, Any]] = []
        for version, since, until, file in versions(folder_of(pack)):
            law = read_version(Path(pack).name, file, version, since, until)
            title = law.title
            found.append(
                {
                    "version": version,
                    "since": since.isoformat() if since else None,
                    "until": until.isoformat() if until else None,
                    "digest": law.digest,
                    "readings": len(law.readings),
                    "in_force": in_force(since, until),
                }
            )
        rows.append({"id": Path(pack).name, "title": title, "versions": found})
    if as_data:
        for row in rows:
            for version in row["versions"]:
                del version["in_force"]
        print_json(rows)
        return
    from outfall.cli.ordinance_text import listing

    listing(rows)


def _show(law: Ordinance, as_data: bool) -> None:
    from outfall.cli import ordinance_text

    if as_data:
        print_json(ordinance_text.as_data(law))
    else:
        ordinance_text.show(law)
