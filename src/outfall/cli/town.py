"""``outfall town``: found a town, or list the towns of the office."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from outfall.cli import office_django
from outfall.cli.office_django import refused
from outfall.law.faults import Fault, Refused

MORE = """\
examples:
  outfall town add example --name "Town of Example" --ordinance webster-ny \\
      --zone America/New_York --office town.yaml
  outfall town                                     the towns, with their cases and entries

FILE is a town's file; its `office` is the letterhead. Then let somebody in:
`outfall person add EMAIL --name NAME --town example --role administrator`
"""
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TAKEN = frozenset({"accounts", "healthz", "static"})


def arguments(command: argparse.ArgumentParser) -> None:
    """Nothing for the list; all about a town to add it."""
    acts = command.add_subparsers(dest="act", metavar="ACT")
    about = "found a town: its ordinance, its zone and its letterhead"
    add = acts.add_parser("add", help=about, description=f"F{about[1:]}.")
    add.add_argument("slug", metavar="SLUG", help="its short name in addresses, such as example")
    add.add_argument("--name", required=True, help="its name, as it stands on papers")
    add.add_argument("--ordinance", required=True, metavar="PACK", help="the id of an ordinance")
    add.add_argument("--zone", required=True, metavar="ZONE", help="such as America/New_York")
    add.add_argument("--office", metavar="FILE", help="a town's file, for its letterhead")
    acts.add_parser("list", help="the towns of the office", description="List the towns.")


def run(args: argparse.Namespace) -> int:
    """Add a town, or list them."""
    office = _office(args) if args.act == "add" else None
    office_django.ready()
    if args.act == "add":
        _add(args, office)
    else:
        _list()
    return 0


def _office(args: argparse.Namespace) -> dict[str, Any] | None:
    """The letterhead of a town's file. Raises ``Refused`` with every fault, of the options too."""
    from outfall.files.text import load_file
    from outfall.files.town_file import read_office

    faults = list(_faults(args))
    document = None
    if args.office:
        document = load_file(args.office)
        try:
            read_office(document)
        except Refused as found:
            faults += found.faults
    if faults:
        raise Refused(tuple(faults))
    told = document.data if document else {}
    return dict(told.get("office") or {}) if isinstance(told, dict) else None


def _faults(args: argparse.Namespace) -> list[Fault]:
    found = []
    if not SLUG.fullmatch(args.slug) or len(args.slug) > 60 or args.slug in TAKEN:
        says = "This can't be a short name. Use small letters, digits and dashes, such as example"
        found.append(Fault(args.slug, says, "town-slug"))
    try:
        ZoneInfo(args.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        says = f"There is no zone {args.zone}. Write it as in America/New_York"
        found.append(Fault("--zone", says, "town-zone"))
    return found


def _add(args: argparse.Namespace, office: dict[str, Any] | None) -> None:
    from django.conf import settings

    from outfall.files.pack_file import folder_of
    from outfall.web.towns import founding
    from outfall.web.towns.models import Town

    folder_of(args.ordinance, Path(settings.HOME) / "packs")
    if Town.objects.filter(slug=args.slug).exists():
        raise refused(args.slug, "There is a town of this name. Choose another", "town-exists")
    town = founding.found(args.slug, args.name, args.ordinance, zone=args.zone, office=office)
    print(f"{town.name} is founded under {args.ordinance}. Its pages are at /{town.slug}/")
    print(f"next: outfall person add EMAIL --name NAME --town {town.slug} --role administrator")


def _list() -> None:
    from outfall.cli.page import print_page, table
    from outfall.web.towns import scope
    from outfall.web.towns.adopted import every_setting, pack_of

    towns = office_django.towns_named(None)
    if not towns:
        print("There is no town yet. `outfall town add --help` shows how one is added")
        return
    rows = table("Short name", "Name", "Ordinance", "Zone", "Cases", "Entries", ratios=(0, 1))
    for town in towns:
        with scope.town(town.pk):
            pack = pack_of(every_setting(), None)
        rows.add_row(town.slug, town.name, pack, town.zone, f"{town.cases:,}", f"{town.length:,}")
    print_page([rows])
