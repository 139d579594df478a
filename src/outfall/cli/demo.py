"""``outfall demo``: an office with two invented towns, made on the spot and served."""

from __future__ import annotations

import argparse
import os
import shutil
import socket
from pathlib import Path

from outfall.cli import office_django, serve
from outfall.cli.office_django import refused

MORE = """\
examples:
  outfall demo                    two towns with some 60 cases, at http://127.0.0.1:8000/
  outfall demo --no-serve         only makes them

All of it is invented, and lies in the folder outfall-demo here, or in OUTFALL_HOME. Each run makes
it anew, with every case dated from today. With DATABASE_URL it goes into that database, which must
be empty. OUTFALL_DEMO_NO_SERVE=1 is --no-serve.
"""
MARK = "demonstration"
OWN = ("office.sqlite3", "office.sqlite3-wal", "office.sqlite3-shm", "files", "static", "secret")
PORTS_TRIED = 20


def arguments(command: argparse.ArgumentParser) -> None:
    """Where to listen, and whether to."""
    command.add_argument(
        "--port", type=serve.port, default=8000, metavar="N", help="the port (8000, or the next)"
    )
    command.add_argument("--no-serve", action="store_true", help="make it, and do not serve it")


def run(args: argparse.Namespace) -> int:
    """Make the towns, say so, and serve them."""
    home = Path(os.environ.setdefault("OUTFALL_HOME", "outfall-demo")).absolute()
    os.environ["OUTFALL_DEMO"] = "1"
    emptied(home)
    office_django.set_up()
    office_django.migrate()
    made()
    if args.no_serve or os.environ.get("OUTFALL_DEMO_NO_SERVE"):
        return 0
    return serve.start("127.0.0.1", free_port(args.port), 2)


def emptied(home: Path) -> None:
    """An empty folder: what an earlier demonstration left there goes, and nothing else."""
    home.mkdir(parents=True, exist_ok=True)
    if os.environ.get("DATABASE_URL"):
        return
    mark = home / MARK
    if not mark.exists() and (home / OWN[0]).exists():
        says = "An office is in this folder that is no demonstration. Set OUTFALL_HOME to another"
        raise refused(str(home), says, "not-a-demo")
    for name in OWN if mark.exists() else ():
        path = home / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    mark.write_text("Made by `outfall demo`, which makes it anew each time.\n", encoding="utf-8")


def made() -> None:
    """Write the towns, with a bar in a terminal."""
    from outfall.cli.progress import bar
    from outfall.web.demo.load import NotEmpty, load

    try:
        with bar("Making two towns and their cases") as watch:
            found = load(watch)
    except NotEmpty:
        says = "It has towns already. Name an empty one in DATABASE_URL"
        raise refused("the database", says, "not-empty") from None
    for town in found:
        print(f"{town.town.name}: {len(town.cases)} cases, {len(town.people)} people")


def free_port(wanted: int) -> int:
    """The port, or the next one that nobody listens on."""
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    says = f"All ports from {wanted} on are in use. Name another with --port"
    raise refused("--port", says, "port-in-use")
