"""Copies for each test: alike, apart, gone afterwards, though no row may ever be deleted."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from pytest_django import DjangoDbBlocker
from tests.web.ground import stub
from tests.web.ground.databases import Command, Database, Maker, Refused, at_once

from with_postgres import Server

PYTHON: Command = (sys.executable, "-c")
MIGRATE: tuple[Command, ...] = ((*PYTHON, stub.MIGRATE),)
SEED: tuple[Command, ...] = ((*PYTHON, stub.INSERT, "7"),)


@pytest.fixture(params=["sqlite", "postgres"])
def maker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Maker]:
    server: Server | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    made = Maker(tmp_path, server.url if server else "sqlite", MIGRATE)
    yield made
    made.close()
    assert list(tmp_path.iterdir()) == []
    if server:
        with psycopg.connect(server.url) as connection:
            row = connection.execute(
                "SELECT count(*) FROM pg_database WHERE datname ~ '^outfall_'"
            ).fetchone()
        assert row == (0,)


@pytest.fixture
def own_maker(tmp_path: Path) -> Iterator[Maker]:
    """On the server that the tests run on, where Django can follow."""
    made = Maker(tmp_path, os.environ["DATABASE_URL"], MIGRATE)
    yield made
    made.close()


def numbers(database: Database) -> list[object]:
    connection = database.connect()
    try:
        return [row[0] for row in connection.execute("SELECT number FROM entry ORDER BY 1")]
    finally:
        connection.close()


def insert(database: Database, number: int) -> None:
    database.run(*PYTHON, stub.INSERT, str(number))


def test_each_copy_begins_as_the_template_and_knows_no_other(maker: Maker) -> None:
    with maker.fresh(SEED) as one, maker.fresh(SEED) as other:
        insert(one, 8)
        assert (numbers(one), numbers(other)) == ([7, 8], [7])
        assert sorted(path.name for path in one.media.iterdir()) == ["7.txt", "8.txt"]
        assert [path.name for path in other.media.iterdir()] == ["7.txt"]
    with maker.fresh(SEED) as later, maker.fresh() as bare:
        assert (numbers(later), numbers(bare)) == ([7], [])


def test_a_table_could_not_be_emptied_between_tests(maker: Maker) -> None:
    with maker.fresh(SEED) as database:
        connection = database.connect()
        with pytest.raises((sqlite3.DatabaseError, psycopg.DatabaseError), match="kept"):
            connection.execute("DELETE FROM entry")
        connection.close()
        assert numbers(database) == [7]


def test_a_template_is_made_once(maker: Maker) -> None:
    with maker.fresh(SEED), maker.fresh(SEED), maker.fresh():
        assert len(maker.templates) == 2


def test_a_copy_goes_though_somebody_is_connected(maker: Maker) -> None:
    with maker.fresh() as database:
        held = database.connect()
        held.execute("SELECT 1")
    held.close()
    assert not database.home.exists()


def test_a_failed_command_says_all_that_it_printed(maker: Maker) -> None:
    with maker.fresh() as database, pytest.raises(Refused, match=r"(?s)ended with 3:.*told you"):
        database.run(*PYTHON, "import sys; sys.stderr.write('told you'); sys.exit(3)")


def test_a_process_is_told_of_its_database_and_of_nothing_of_ours(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFALL_OIDC_SERVER", "https://directory.example.gov")
    monkeypatch.setenv("DATABASE_URL", "sqlite:////nowhere")
    with maker.fresh() as database:
        told = database.environment({"OUTFALL_TODAY": "2026-01-02"})
    assert "OUTFALL_OIDC_SERVER" not in told
    assert (told["DATABASE_URL"], told["OUTFALL_TODAY"]) == (database.url, "2026-01-02")


def test_processes_write_at_the_same_time_and_lose_nothing(maker: Maker) -> None:
    code = stub.INSERT
    with maker.fresh() as database:
        # No Django is needed to see that each process got its own number.
        plain = [(*PYTHON, code, str(number)) for number in range(6)]
        done = at_once(6, lambda number: database.run(*plain[number]))
        assert done == [""] * 6
        assert numbers(database) == list(range(6))


def test_what_a_thread_raises_is_given_back() -> None:
    def half(number: int) -> float:
        return 1 / number

    none, one = at_once(2, half)
    assert (type(none), one) == (ZeroDivisionError, 1.0)


def test_django_writes_to_the_own_database_within_the_block_alone(
    own_maker: Maker, django_db_blocker: DjangoDbBlocker
) -> None:
    with own_maker.fresh() as database, django_db_blocker.unblock():

        def write(number: int) -> None:
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO entry VALUES (%s, 'thread')", [number])

        before = connection.settings_dict["NAME"]
        with database.here():
            assert at_once(8, write) == [None] * 8
            write(8)
        assert connection.settings_dict["NAME"] == before
        assert numbers(database) == list(range(9))


def test_a_step_may_be_a_function_that_django_writes_for(
    own_maker: Maker, django_db_blocker: DjangoDbBlocker
) -> None:
    def step() -> None:
        default_storage.save("photo.txt", ContentFile(b"a photo"))
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO entry VALUES (%s, 'step')", [3])

    with (
        django_db_blocker.unblock(),
        own_maker.fresh((step,)) as one,
        own_maker.fresh((step,)) as other,
    ):
        assert (numbers(one), numbers(other)) == ([3], [3])
        assert (one.media / "photo.txt").read_bytes() == b"a photo"


@pytest.mark.django_db
def test_a_test_with_two_databases_is_refused(own_maker: Maker) -> None:
    with (
        own_maker.fresh() as database,
        pytest.raises(AssertionError, match="must not ask for `db` as well"),
        database.here(),
    ):
        pass
