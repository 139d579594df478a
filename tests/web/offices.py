"""Offices for the tests of running one: the demonstration, made once a session, a copy for each."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import TODAY
from tests.web.ground.databases import OUTFALL, Command, Database, Maker

from outfall.web.casework.models import Case
from outfall.web.towns import scope
from outfall.web.towns.models import Town

DEMO: tuple[Command, ...] = ((*OUTFALL, "demo", "--no-serve"),)
DAY = date.fromisoformat(TODAY)
TOWN, CITY = "town-of-example", "city-of-example"


@pytest.fixture
def demo(databases: Maker) -> Iterator[Database]:
    """An office with the two invented towns, as of the day of the tests."""
    with databases.fresh(DEMO) as database:
        yield database


@pytest.fixture
def office(demo: Database, settings: Any, django_db_blocker: Any) -> Iterator[Database]:
    """The same, open in this process: models lead into it, and files are its own."""
    settings.HOME, settings.MEDIA_ROOT = demo.home, demo.media
    settings.OUTFALL_TODAY, settings.DEMO = TODAY, True
    with django_db_blocker.unblock(), demo.here():
        yield demo


@contextmanager
def within(slug: str = TOWN) -> Iterator[Town]:
    """The scope of a town."""
    town = Town.objects.get(slug=slug)
    with scope.town(town.pk):
        yield town


def case_at(address: str) -> Case:
    """The case of the town in scope that is at an address."""
    return Case.objects.get(address=address)


def run(database: Database, *args: str, **more: str) -> tuple[int, str]:
    """How ``outfall ARGS`` ends on a database, and all that it prints."""
    more.setdefault("OUTFALL_TODAY", TODAY)
    done = subprocess.run(
        [*OUTFALL, *args],
        env=database.environment(more),
        cwd=database.home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def free_of_guards(database: Database, *statements: str) -> None:
    """Run statements as somebody who has taken the guards of the entries away; they come back."""
    connection: Any = database.connect()
    if database.on_sqlite:
        kept = connection.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE type = 'trigger' AND tbl_name = 'casework_entry'"
        ).fetchall()
        for name, _ in kept:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in kept:
            connection.execute(sql)
    else:
        both = ("casework_entry", "casework_case", "towns_setting")
        for table in both:
            connection.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        connection.execute("ALTER TABLE casework_entry DISABLE TRIGGER USER")
        for statement in statements:
            connection.execute(statement)
        # What waits for the end of the transaction is looked at now: no table is altered before.
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        connection.execute("ALTER TABLE casework_entry ENABLE TRIGGER USER")
        for table in both:
            connection.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    connection.commit()
    connection.close()


def a_file_of(media: Path, slug: str = TOWN) -> Path:
    """One of the files that a town keeps."""
    return next(path for path in sorted((media / slug).rglob("*")) if len(path.name) == 64)
