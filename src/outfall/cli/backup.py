"""``outfall backup``: the whole office as one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from outfall.cli import office_django
from outfall.cli.office_django import refused

if TYPE_CHECKING:
    from outfall.web.jobs.keeping import Made

MORE = """\
examples:
  outfall backup /backups/office-$(date +%F).zip

The office may go on meanwhile: the database is that of one moment. On PostgreSQL it is made by
pg_dump, as the role of OUTFALL_BACKUP_URL, which must be able to read all towns. The file holds the
database, every stored file, and a manifest with the head of each town's record. It is written whole
or not at all. Keep it on another machine, and try `outfall restore` with it.

Exit status: 0 done; 1 done, and a stored file is damaged already; 2 not done.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Where to."""
    command.add_argument("file", metavar="FILE", help="the ZIP to write")


def run(args: argparse.Namespace) -> int:
    """Write the backup, and say what is in it."""
    office_django.ready()
    from outfall.cli.progress import bar
    from outfall.papers.whole import put_whole
    from outfall.web.jobs.dumping import NoDump
    from outfall.web.jobs.keeping import backup, marked

    found: list[Made] = []
    try:
        with bar("Backing up") as watch:
            put_whole(Path(args.file), lambda file: found.append(backup(file, watch)))
    except NoDump as error:
        raise refused("the database", str(error), "no-dump") from None
    (made,) = found
    marked()
    print(f"{args.file}: {made.files:,} files, {made.size:,} bytes before packing")
    for slug, head in made.towns.items():
        print(f"{slug}: head {head}")
    for name in made.damaged:
        print(f"damaged before this backup: {name}", file=sys.stderr)
    return 1 if made.damaged else 0
