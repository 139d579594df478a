"""`outfall backup` and `restore`: all of it comes back, and what is cut off or changed does not."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.ground.databases import Database, Maker
from tests.web.offices import DEMO, a_file_of, demo, run

import with_postgres

__all__ = ["demo"]


def _reader(database: Database) -> dict[str, str]:
    """What a backup needs to read all towns: nothing on SQLite, a role above row security else."""
    if database.on_sqlite:
        return {}
    name = database.url.rpartition("/")[2]
    above = os.environ["OUTFALL_PG_ADMIN_URL"].rpartition("/")[0]
    return {
        "OUTFALL_PG_BIN": str(with_postgres.programs()),
        "OUTFALL_BACKUP_URL": f"{above}/{name}",
    }


@pytest.fixture(scope="module")
def backup(databases: Maker) -> Iterator[bytes]:
    """The demonstration's backup, taken once: each test has a copy of the same demonstration."""
    with databases.fresh(DEMO) as whole:
        status, said = run(whole, "backup", "office.zip", **_reader(whole))
        assert status == 0, said
        yield (whole.home / "office.zip").read_bytes()


@pytest.fixture
def backed_up(demo: Database, backup: bytes) -> Path:
    """The backup, where the demonstration is."""
    file = demo.home / "office.zip"
    file.write_bytes(backup)
    return file


@pytest.fixture
def elsewhere(databases: Maker, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Another machine: an empty database, where the office is on a server."""
    empty = databases.empty()
    url = "" if empty.on_sqlite else empty.url
    more = {"OUTFALL_PG_BIN": str(with_postgres.programs())} if url else {}
    yield {"DATABASE_URL": url, "OUTFALL_MEDIA": "", **more}
    databases.drop(empty)


def restored(demo: Database, file: Path, home: Path, more: dict[str, str]) -> tuple[int, str]:
    """How a restore ends."""
    clean = {name: value for name, value in more.items() if name != "OUTFALL_MEDIA"}
    return run(demo, "restore", str(file), "--into", str(home), **clean)


def test_all_of_it_comes_back(
    demo: Database, backed_up: Path, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    home = tmp_path / "restored"
    status, said = restored(demo, backed_up, home, elsewhere)
    assert status == 0, said
    code = "from outfall.web.towns.models import Town\n"
    code += "for town in Town.objects.all(): print(town.slug, town.length, town.head)"
    there = Database(elsewhere["DATABASE_URL"] or f"sqlite:///{home / 'office.sqlite3'}", home)
    assert there.python(code) == demo.python(code)
    assert there.python(code).count("-of-example") == 2
    assert _tree(there.media) == _tree(demo.media)
    assert len(_tree(there.media)) >= 15
    assert run(there, "doctor")[0] == 0
    assert run(there, "rebuild") == (
        0,
        "city-of-example: 32 cases made anew, 0 differed before\n"
        "town-of-example: 31 cases made anew, 0 differed before\n",
    )
    if there.on_sqlite:
        assert not list(home.glob("*.dump"))


def _tree(media: Path) -> dict[str, str]:
    files = (path for path in media.glob("*/[0-9a-f][0-9a-f]/*"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.9, 0.999])
def test_one_that_was_cut_off_is_refused_and_leaves_nothing(
    demo: Database, backed_up: Path, tmp_path: Path, elsewhere: dict[str, str], part: float
) -> None:
    data = backed_up.read_bytes()
    cut, home = tmp_path / "cut.zip", tmp_path / "restored"
    cut.write_bytes(data[: int(len(data) * part)])
    status, said = restored(demo, cut, home, elsewhere)
    assert (status, "Nothing was restored" in said) == (2, True)
    assert not home.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["cut.zip"]


def rewritten(source: Path, target: Path, change: dict[str, bytes], more: dict[str, bytes]) -> None:
    """The backup with some members of other content, and more members."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, change.get(name, old.read(name)))
        for name, content in more.items():
            new.writestr(name, content)


def test_one_that_was_changed_is_refused(
    demo: Database, backed_up: Path, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    with zipfile.ZipFile(backed_up) as archive:
        told: dict[str, Any] = json.loads(archive.read("manifest.json"))
        picture = next(name for name in told["files"] if name.startswith("files/"))
        other = json.dumps({**told, "format": "outfall-backup/9"}).encode()
        head = {**told, "towns": {s: {"n": 1, "digest": "0" * 64} for s in told["towns"]}}
    faults = {
        "a picture": ({picture: b"another"}, {}, "is not as its manifest says"),
        "one file more": ({}, {"files/x/y": b""}, "not those of its manifest, such as files/x/y"),
        "a way out": ({}, {"../../evil": b""}, "not those of its manifest"),
        "another form": ({"manifest.json": other}, {}, "this version reads outfall-backup/1"),
        "no manifest": ({"manifest.json": b"{"}, {}, "cut off, damaged or no backup"),
        "other heads": ({"manifest.json": json.dumps(head).encode()}, {}, "and not at 1:0000"),
    }
    for name, (change, more, says) in faults.items():
        bad, home = tmp_path / "bad.zip", tmp_path / "restored"
        rewritten(backed_up, bad, change, more)
        if name == "other heads" and not demo.on_sqlite:
            continue
        status, said = restored(demo, bad, home, elsewhere)
        assert status == 2, name
        assert says in said, (name, said)
        assert not home.exists(), name
    rewritten(backed_up, tmp_path / "same.zip", {}, {})
    assert restored(demo, tmp_path / "same.zip", tmp_path / "restored", elsewhere)[0] == 0


def test_a_record_that_was_changed_before_is_refused_by_its_chain(
    demo: Database, backed_up: Path, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    if not demo.on_sqlite:
        pytest.skip("the file of a dump can't be written into")
    with zipfile.ZipFile(backed_up) as archive:
        told = json.loads(archive.read("manifest.json"))
        (tmp_path / "db").write_bytes(archive.read("office.sqlite3"))
    with sqlite3.connect(tmp_path / "db") as copy:
        copy.execute("DROP TRIGGER casework_entry_no_update")
        copy.execute(
            "UPDATE casework_entry SET content = replace(content, 'date', 'dote') WHERE n = 30"
        )
    copy.close()
    data = (tmp_path / "db").read_bytes()
    told["files"]["office.sqlite3"] = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
    }
    changed = {"office.sqlite3": data, "manifest.json": json.dumps(told).encode()}
    rewritten(backed_up, tmp_path / "bad.zip", changed, {})
    status, said = restored(demo, tmp_path / "bad.zip", tmp_path / "restored", elsewhere)
    assert status == 2
    assert "in it is not whole: entry 30" in said
    assert not (tmp_path / "restored").exists()


def test_a_place_that_is_not_empty_is_left_alone(
    demo: Database, backed_up: Path, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    home = tmp_path / "restored"
    home.mkdir()
    (home / "office.sqlite3").write_bytes(b"somebody's record")
    status, said = restored(demo, backed_up, home, elsewhere)
    assert (status, "is not empty" in said) == (2, True)
    assert (home / "office.sqlite3").read_bytes() == b"somebody's record"


def test_a_file_that_is_damaged_already_is_told_and_the_rest_is_kept(demo: Database) -> None:
    a_file_of(demo.media).write_bytes(b"another picture")
    status, said = run(demo, "backup", "office.zip", **_reader(demo))
    assert status == 1
    assert "damaged before this backup: files/town-of-example/" in said
    assert zipfile.is_zipfile(demo.home / "office.zip")


def test_a_backup_that_fails_leaves_the_last_one(demo: Database, backed_up: Path) -> None:
    before = backed_up.read_bytes()
    nowhere = "postgres://nobody:nothing@127.0.0.1:1/none"
    status, _ = run(demo, "backup", "office.zip", DATABASE_URL=nowhere)
    assert status == 2
    assert backed_up.read_bytes() == before
    assert not list(demo.home.glob(".outfall-*"))
