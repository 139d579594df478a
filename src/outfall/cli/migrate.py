"""``outfall migrate``: the office's database as this version wants it."""

from __future__ import annotations

import argparse

from outfall.cli import office_django

MORE = """\
examples:
  DATABASE_URL=postgres://... outfall migrate

Make a backup first. An SQLite file needs no such command: it is brought up to date as it is opened,
and what was there before is kept beside it.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """None: DATABASE_URL and OUTFALL_HOME name the office."""


def run(args: argparse.Namespace) -> int:
    """Migrate, and say what was done."""
    office_django.set_up()
    for name in (done := office_django.migrate()):
        print(name)
    print(f"{len(done)} migrations done" if done else "up to date: nothing to do")
    return 0
