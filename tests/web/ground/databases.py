"""Databases with real commits: made once as a template, copied for each test, dropped afterwards.

None is ever emptied: the product's tables refuse it, and a copy is quicker. Processes of one run
that are given the same shelf share their templates.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString, TypeVar
from urllib.parse import urlsplit

import dj_database_url
import psycopg
from django.db import connections
from django.test import override_settings
from psycopg import sql
from tests.web.ground.shelves import Shelf, Told, label

Command = tuple[str, ...]
Step = Command | Callable[[], object]
T = TypeVar("T")

SETTINGS = "outfall.web.settings"
DJANGO: Command = (sys.executable, "-m", "django")
OUTFALL: Command = (sys.executable, "-m", "outfall")
MIGRATE: tuple[Command, ...] = (
    (*DJANGO, "migrate", "--no-input", "--skip-checks", "--verbosity", "0"),
    (*DJANGO, "createcachetable", "--verbosity", "0"),
)
SEED: tuple[Step, ...] = ()
SECONDS = 300


class Refused(AssertionError):
    """A command on a test's database failed; the message holds all that it printed."""


@dataclass(frozen=True, slots=True)
class Database:
    """One database and the folder of its office: what a process is told to work on both."""

    url: str
    home: Path
    today: str = ""

    @property
    def on_sqlite(self) -> bool:
        """Whether it is a file."""
        return self.url.startswith("sqlite")

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(urlsplit(self.url).path.removeprefix("/"))

    @property
    def media(self) -> Path:
        """The folder of stored files."""
        return self.home / "files"

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The surroundings of a process that works on this database, and on nothing of ours."""
        ours = ("OUTFALL_", "DJANGO_", "PYTEST_", "DATABASE_URL", "COLUMNS")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        told = {
            "DATABASE_URL": self.url,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "OUTFALL_HOME": str(self.home),
            "OUTFALL_MEDIA": str(self.media),
            "OUTFALL_SECRET": "known to every reader of the tests, and of use to none",
            "OUTFALL_HOSTS": "127.0.0.1",
            "OUTFALL_DEMO": "1",
            **({"OUTFALL_TODAY": self.today} if self.today else {}),
        }
        return {**kept, **told, **(more or {})}

    def run(self, *command: str, **more: str) -> str:
        """What a command prints that works on this database; an exit status is a failure."""
        done = subprocess.run(
            command,
            check=False,
            env=self.environment(more),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        if done.returncode:
            said = f"{done.stdout}\n{done.stderr}".strip()
            raise Refused(f"{' '.join(command)[:200]} ended with {done.returncode}:\n{said}")
        return done.stdout

    def outfall(self, *args: str, **more: str) -> str:
        """What ``outfall ARGS`` prints."""
        return self.run(*OUTFALL, *args, **more)

    def python(self, code: str, *args: str, **more: str) -> str:
        """What some code prints in a process of its own, with Django ready; args in sys.argv."""
        return self.run(
            sys.executable, "-c", f"import django\ndjango.setup()\n{code}", *args, **more
        )

    def processes(self, code: str, count: int, **more: str) -> list[str]:
        """What each of ``count`` processes prints that run this code; its number is sys.argv[1]."""
        with ThreadPoolExecutor(count) as pool:
            asked = [pool.submit(self.python, code, str(at), **more) for at in range(count)]
            return [answer.result() for answer in asked]

    @contextmanager
    def here(self) -> Iterator[None]:
        """Within the block, Django's connection in this process leads here, with real commits.

        For code that a test calls itself, in its own thread or in many (see `at_once`). A test that
        asks for pytest-django's ``db`` as well would have two databases, and is refused. Files are
        stored in the database's own folder, and it is the day of the office.
        """
        old = connections["default"]
        if old.in_atomic_block:
            raise AssertionError("a test on a database of its own must not ask for `db` as well")
        places = ("NAME", "HOST", "PORT", "USER", "PASSWORD")
        found = dict(dj_database_url.parse(self.url))
        settings = connections.settings["default"]
        before = {place: settings[place] for place in places}
        del connections["default"]
        settings.update({place: found[place] for place in places})
        try:
            with override_settings(MEDIA_ROOT=self.media, OUTFALL_TODAY=self.today):
                yield
        finally:
            connections["default"].close()
            settings.update(before)
            connections["default"] = old

    def connect(self) -> sqlite3.Connection | psycopg.Connection[tuple[object, ...]]:
        """A plain connection, without Django: to look, and to tamper."""
        return sqlite3.connect(self.file) if self.on_sqlite else psycopg.connect(self.url)


def at_once(count: int, work: Callable[[int], T]) -> list[T | Exception]:
    """What each of ``count`` threads made of its number, or raised: all begin together."""
    gate = threading.Barrier(count)

    def one(number: int) -> T | Exception:
        try:
            gate.wait(60)
            return work(number)
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def _told(database: Database) -> Told:
    return {"url": database.url, "home": str(database.home), "today": database.today}


def _database(told: Told) -> Database:
    return Database(told["url"], Path(told["home"]), told["today"])


class Maker:
    """Makes templates on first use and copies of them, on whichever server DATABASE_URL names."""

    def __init__(
        self,
        folder: Path,
        server: str,
        migrate: Sequence[Command] = MIGRATE,
        today: str = "",
        shelf: Path | None = None,
    ) -> None:
        """``folder`` is the maker's own; ``server`` is any address on the server to use; on the
        ``shelf`` the makers of several processes find each other's templates."""
        self.folder, self.server, self.migrate = folder, server, tuple(migrate)
        self.today = today
        self.templates: dict[tuple[Step, ...], Database] = {}
        self.own: list[Database] = []
        self.shelf = Shelf(shelf) if shelf else None

    def template(self, seed: tuple[Step, ...] = ()) -> Database:
        """The database as the steps leave it, taken once a session; never to be written to.

        A step is a command, or a function that is called with Django's connection led here. What
        the first steps leave is a template too: seeds that begin alike share it.
        """
        if seed not in self.templates:
            name = label(self.server, self.today, self.migrate, seed) if self.shelf else ""
            if self.shelf and name:
                made = _database(self.shelf.once(name, lambda: _told(self._taken(seed))))
            else:
                made = self._taken(seed)
                self.own.append(made)
            self.templates[seed] = made
        return self.templates[seed]

    def _taken(self, seed: tuple[Step, ...]) -> Database:
        made = self.copy(self.template(seed[:-1])) if seed else self.empty()
        for step in seed[-1:] or self.migrate:
            if isinstance(step, tuple):
                made.run(*step)
            else:
                with made.here():
                    step()
        return made

    @contextmanager
    def fresh(self, seed: tuple[Step, ...] = ()) -> Iterator[Database]:
        """A copy for one test, gone after the block."""
        made = self.copy(self.template(seed))
        try:
            yield made
        finally:
            self.drop(made)

    def empty(self) -> Database:
        """A database without a table."""
        made = self.named()
        if not made.on_sqlite:
            self._on_server("CREATE DATABASE {}", made)
        return made

    def copy(self, source: Database) -> Database:
        """The same again, files included."""
        made = self.named()
        if source.media.is_dir():
            shutil.copytree(source.media, made.media, dirs_exist_ok=True)
        if not made.on_sqlite:
            self._on_server("CREATE DATABASE {} TEMPLATE {}", made, source)
        elif source.file.exists():
            with (
                closing(sqlite3.connect(source.file)) as whole,
                closing(sqlite3.connect(made.file)) as into,
            ):
                whole.backup(into)
        return made

    def drop(self, database: Database) -> None:
        """Remove a database and its folder, whoever is still connected."""
        if not database.on_sqlite:
            self._cut_off(database)
            self._on_server("DROP DATABASE IF EXISTS {}", database)
        shutil.rmtree(database.home, ignore_errors=True)

    def close(self) -> None:
        """Remove the templates; those that are shared go with the last who shares them."""
        for database in self.own:
            self.drop(database)
        for told in self.shelf.leave() if self.shelf else ():
            self.drop(_database(told))
        self.own.clear()
        self.templates.clear()

    def named(self) -> Database:
        """A name and a folder that nobody has."""
        name = f"outfall_{secrets.token_hex(6)}"
        home = self.folder / name
        (home / "files").mkdir(parents=True)
        if self.server.startswith("sqlite"):
            return Database(f"sqlite:///{home / 'office.sqlite3'}", home, self.today)
        url = urlsplit(self.server)._replace(path=f"/{name}").geturl()
        return Database(url, home, self.today)

    def _cut_off(self, database: Database) -> None:
        """End the connections of our own role. ``WITH (FORCE)`` would try to end the server's own
        vacuum too, which only it may; a plain ``DROP`` makes that one stop by itself."""
        name = urlsplit(database.url).path.strip("/")
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND usename = current_user",
                [name],
            )

    def _on_server(self, statement: LiteralString, *databases: Database) -> None:
        names = (sql.Identifier(urlsplit(each.url).path.strip("/")) for each in databases)
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*names))
