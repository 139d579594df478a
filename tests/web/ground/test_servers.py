"""A server process of its own: it answers before the test begins, and ends with it."""

from __future__ import annotations

import os
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.ground import stub
from tests.web.ground.databases import Command, Database, Maker
from tests.web.ground.servers import NotStarted, serving

SERVER: Command = (sys.executable, "-c", stub.SERVER)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    maker = Maker(tmp_path, "sqlite", ((sys.executable, "-c", stub.MIGRATE),))
    with maker.fresh() as made:
        yield made
    maker.close()


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_answers_for_its_own_database_and_then_is_gone(database: Database) -> None:
    with serving(database, command=SERVER) as office, serving(database, command=SERVER) as other:
        assert office.url != other.url
        assert runs(office.pid)
        with urllib.request.urlopen(office.at("/today")) as answer:
            assert answer.read().decode() == database.url
        assert '"GET /today HTTP/1.1" 200' in office.said()
    assert not runs(office.pid)
    assert not runs(other.pid)


def test_a_server_that_ends_at_once_is_told_with_its_log(database: Database) -> None:
    broken: Command = (sys.executable, "-c", "raise SystemExit('no secret was given')")
    with (
        pytest.raises(NotStarted, match=r"(?s)did not answer:.*no secret was given"),
        serving(database, command=broken),
    ):
        pass


def test_a_server_that_will_not_end_is_ended(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("with_postgres.SECONDS_TO_STOP", 0.2)
    deaf = (
        "import signal\n"
        "for each in (signal.SIGINT, signal.SIGQUIT):\n"
        f"    signal.signal(each, signal.SIG_IGN)\n{stub.SERVER}"
    )
    with serving(database, command=(sys.executable, "-c", deaf)) as office:
        assert runs(office.pid)
    assert not runs(office.pid)
