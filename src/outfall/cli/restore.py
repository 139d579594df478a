"""``outfall restore``: an office from its backup, in an empty place."""

from __future__ import annotations

import argparse
import os
import secrets
from contextlib import suppress
from pathlib import Path

from outfall.cli import office_django
from outfall.cli.office_django import refused

MORE = """\
examples:
  outfall restore office.zip --into /srv/outfall
  DATABASE_URL=postgres://... outfall restore office.zip --into /srv/outfall

HOME must be empty or not there, and so must the database of DATABASE_URL. Every byte is held to the
manifest and every chain is verified up to its head before anything is put in place. A backup that
was cut off or changed is refused, and nothing of it is left. Then: OUTFALL_HOME=HOME outfall doctor
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Which backup, and where to."""
    command.add_argument("file", metavar="FILE", help="a backup: a ZIP made by outfall backup")
    command.add_argument(
        "--into", metavar="HOME", required=True, help="an empty folder, or none yet"
    )


def run(args: argparse.Namespace) -> int:
    """Restore, and say what is there."""
    home = Path(args.into).absolute()
    new = not home.exists()
    os.environ["OUTFALL_HOME"] = str(home)
    os.environ.setdefault("OUTFALL_SECRET", secrets.token_urlsafe(64))
    office_django.set_up()
    from outfall.cli.progress import bar
    from outfall.web.jobs.dumping import NoDump
    from outfall.web.jobs.keeping import NoBackup, laid

    try:
        with bar("Restoring") as watch:
            told = laid(Path(args.file), home, watch)
    except (NoBackup, NoDump) as error:
        if new:
            with suppress(OSError):
                home.rmdir()
        says = f"Nothing was restored: {error}"
        raise refused(args.file, says, "no-backup") from None
    print(f"{home}: the office of {told['made_at'][:16].replace('T', ' ')} UTC, verified")
    for slug, head in told["towns"].items():
        print(f"{slug}: head {head['n']}:{head['digest']}")
    print(f"next: OUTFALL_HOME={home} outfall doctor")
    return 0
