"""What processes share is made once, is there for all of them, and goes with the last."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import psycopg
import pytest
from tests.web.ground import stub
from tests.web.ground.databases import Command, Maker
from tests.web.ground.shelves import Shelf, Told, label
from tests.web.ground.test_databases import insert, numbers

from with_postgres import Server

PYTHON: Command = (sys.executable, "-c")
MIGRATE: tuple[Command, ...] = ((*PYTHON, stub.MIGRATE),)
FIRST: Command = (*PYTHON, stub.INSERT, "7")
SECOND: Command = (*PYTHON, stub.INSERT, "8")


@pytest.fixture(params=["sqlite", "postgres"])
def makers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Maker, Maker]]:
    """Two makers with one shelf, such as two workers of a run have; nothing of theirs is left."""
    server: Server | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    url, shelf = server.url if server else "sqlite", tmp_path / "shelf"
    one = Maker(tmp_path / "one", url, MIGRATE, shelf=shelf)
    other = Maker(tmp_path / "other", url, MIGRATE, shelf=shelf)
    yield one, other
    one.close()
    other.close()
    assert [*(tmp_path / "one").iterdir(), *(tmp_path / "other").glob("*")] == []
    assert list(shelf.glob("*.json")) == []
    if server:
        with psycopg.connect(server.url) as connection:
            count = "SELECT count(*) FROM pg_database WHERE datname ~ '^outfall_'"
            assert connection.execute(count).fetchone() == (0,)


def test_two_makers_share_templates_and_no_copy(makers: tuple[Maker, Maker]) -> None:
    one, other = makers
    with one.fresh((FIRST,)) as copy, other.fresh((FIRST,)) as another:
        assert one.template((FIRST,)) == other.template((FIRST,))
        insert(copy, 9)
        assert (numbers(copy), numbers(another)) == ([7, 9], [7])
        assert [path.name for path in another.media.iterdir()] == ["7.txt"]
    one.close()
    with other.fresh((FIRST,)) as later:
        assert numbers(later) == [7]


def test_makers_without_a_shelf_make_each_their_own(tmp_path: Path) -> None:
    one, other = Maker(tmp_path / "one", "sqlite", MIGRATE), Maker(tmp_path, "sqlite", MIGRATE)
    assert one.template().home != other.template().home
    one.close()
    other.close()


def test_seeds_that_begin_alike_share_what_the_first_steps_leave(
    makers: tuple[Maker, Maker],
) -> None:
    one, other = makers
    with one.fresh((FIRST,)), other.fresh((FIRST, SECOND)) as longer, one.fresh() as bare:
        assert other.templates[FIRST,] == one.templates[FIRST,]
        assert (numbers(longer), numbers(bare)) == ([7, 8], [])


def test_a_thing_is_made_once_however_many_want_it(tmp_path: Path) -> None:
    made: list[str] = []
    gate = Barrier(8)

    def make() -> Told:
        made.append("once")
        return {"made": str(len(made))}

    def wanted(shelf: Shelf) -> Told:
        gate.wait(60)
        return shelf.once("thing", make)

    shelves = [Shelf(tmp_path) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(wanted, shelves)) == [{"made": "1"}] * 8
    assert [shelf.leave() for shelf in shelves] == [[]] * 7 + [[{"made": "1"}]]
    assert Shelf(tmp_path).once("thing", lambda: {"made": "anew"}) == {"made": "anew"}


def test_what_could_not_be_made_is_tried_by_the_next(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)

    def failed() -> Told:
        raise RuntimeError("no room")

    with pytest.raises(RuntimeError, match="no room"):
        shelf.once("thing", failed)
    assert shelf.once("thing", lambda: {"made": "after all"}) == {"made": "after all"}


def test_a_label_says_the_server_the_steps_and_their_order() -> None:
    names = {
        label(server, steps)
        for server in ("sqlite", "postgres://a/b")
        for steps in ((FIRST,), (SECOND,), (FIRST, SECOND), (SECOND, FIRST), (insert,), (numbers,))
    }
    assert len(names) == 12
    assert label("sqlite", (insert, lambda: None)) == ""
