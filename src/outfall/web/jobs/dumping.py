"""The database of an office as one file, and back: a copy of SQLite's, or PostgreSQL's own dump."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.db import connection, transaction

from outfall.record.entry import FIRST, Link
from outfall.record.verifying import verify
from outfall.web.casework.models import Entry
from outfall.web.towns import scope
from outfall.web.towns.models import Town

TOWNS = "SELECT slug, length, head FROM towns_town ORDER BY slug"
SQLITE, POSTGRESQL = "office.sqlite3", "office.dump"
READER = "OUTFALL_BACKUP_URL"
TOLD_LONGEST = 300


class NoDump(Exception):
    """The database can't be copied or put back; the text says why and what to do."""


def dump(folder: Path) -> tuple[Path, dict[str, Link]]:
    """The database of one moment, as a file in a folder, and the head of each town's record in it.

    Writers go on meanwhile.
    """
    if connection.vendor == "sqlite":
        place = folder / SQLITE
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(place)])
        with closing(_open(place)) as copy:
            return place, _heads(copy.execute(TOWNS).fetchall())
    place = folder / POSTGRESQL
    url = os.environ.get(READER) or os.environ["DATABASE_URL"]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        (moment,) = cursor.fetchone()
        cursor.execute(TOWNS)
        heads = _heads(cursor.fetchall())
        plain = ("--format=custom", "--no-owner", "--no-privileges")
        _program("pg_dump", *plain, f"--snapshot={moment}", f"--file={place}", url=url)
    return place, heads


def _heads(rows: list[tuple[str, int, str]]) -> dict[str, Link]:
    return {slug: Link(n, digest) if n else FIRST for slug, n, digest in rows}


def restore(place: Path) -> None:
    """Put a dump of PostgreSQL into the empty database of DATABASE_URL, all of it or nothing."""
    with connection.cursor() as cursor:
        if connection.introspection.table_names(cursor):
            raise NoDump("The database has tables. Name an empty one in DATABASE_URL")
    connection.close()
    plain = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    url = os.environ["DATABASE_URL"]
    _program("pg_restore", *plain, f"--dbname={_name(url)}", str(place), url=url)


def _name(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


def _program(name: str, *args: str, url: str) -> None:
    """Run one of PostgreSQL's programs; the password goes by the environment, and is in no list."""
    folder = os.environ.get("OUTFALL_PG_BIN")
    program = str(Path(folder) / name) if folder else shutil.which(name)
    if program is None:
        says = f"{name} is not installed. Install PostgreSQL's client programs, and run it again"
        raise NoDump(says)
    parts = urlsplit(url)
    told = {
        "PGHOST": parts.hostname or "",
        "PGPORT": str(parts.port or 5432),
        "PGUSER": parts.username or "",
        "PGPASSWORD": parts.password or "",
        "PGDATABASE": _name(url),
    }
    done = subprocess.run(
        [program, *args],
        env={**os.environ, **{key: value for key, value in told.items() if value}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = " ".join(done.stderr.split())[:TOLD_LONGEST]
        more = ""
        if "row-level security" in why:
            more = f". Name a role that may read all towns in {READER} (see docs/how-to/postgresql)"
        raise NoDump(f"{name} ended with {done.returncode}: {why}{more}")


def proven(place: Path, told: Mapping[str, Any]) -> None:
    """Whether a copy of SQLite's is whole and its chains end at the heads of the manifest."""
    with closing(_open(place)) as copy:
        (whole,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if whole != "ok":
            raise NoDump(f"The database in it is damaged: {whole}")
        for slug, head in told["towns"].items():
            _chain(slug, Link(**head), _lines(copy, slug))


def proven_here(told: Mapping[str, Any]) -> None:
    """The same of the office's own database, once a dump has been put into it."""
    for slug, head in told["towns"].items():
        town = Town.objects.get(slug=slug)
        with scope.town(town.pk):
            lines = Entry.objects.order_by("n").values_list("content", flat=True)
            found = (content.encode("utf-8") for content in lines.iterator(chunk_size=500))
            _chain(slug, Link(**head), found)


def _chain(slug: str, wanted: Link, lines: Iterator[bytes]) -> None:
    report = verify(lines)
    if report.bad:
        raise NoDump(f"The record of {slug} in it is not whole: {report.first}")
    if report.head != wanted:
        raise NoDump(f"The record of {slug} in it ends at {report.head}, and not at {wanted}")


def _lines(copy: sqlite3.Connection, slug: str) -> Iterator[bytes]:
    rows = copy.execute(
        "SELECT e.content FROM casework_entry e JOIN towns_town t ON t.id = e.town_id "
        "WHERE t.slug = ? ORDER BY e.n",
        [slug],
    )
    return (content.encode("utf-8") for (content,) in rows)


def _open(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{place}?mode=ro", uri=True)
