"""`outfall serve`: it answers, says what to do where it can't, and stops when it is told to."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from urllib.request import urlopen

import pytest
from tests.web.ground.databases import Database, Maker
from tests.web.ground.servers import serving
from tests.web.offices import DAY, demo, run

from outfall.cli import main, office_django, serve

__all__ = ["demo"]


def test_a_demonstration_prints_its_address_the_sign_ins_and_the_pages(demo: Database) -> None:
    with serving(demo, OUTFALL_TODAY=DAY.isoformat()) as office:
        with urlopen(office.at("/healthz")) as answer:
            assert (answer.status, answer.read()) == (200, b"well\n")
        with urlopen(office.at("/static/office.css")) as answer:
            assert answer.status == 200
        said = office.said()
    assert f"The office answers at {office.url}/" in said
    assert "the password  an-example-password" in said
    for role in ("inspector", "hearing-officer", "auditor"):
        assert f"{role}@town.example.gov" in said
        assert f"{role}@city.example.gov" in said
    pages = re.findall(rf"^    {office.url}(/\S+)$", said, re.MULTILINE)
    assert len(pages) == 6
    assert [page.split("/")[1] for page in pages] == ["town-of-example"] * 3 + [
        "city-of-example"
    ] * 3


def test_it_stops_at_a_signal_and_nothing_is_left_of_it(demo: Database) -> None:
    with serving(demo, OUTFALL_TODAY=DAY.isoformat()) as office:
        began = time.monotonic()
        os.kill(office.pid, signal.SIGTERM)
        while True:
            try:
                urlopen(office.at("/healthz"), timeout=5).close()
            except OSError:
                break
            assert time.monotonic() - began < 10
    assert "Traceback" not in office.said()
    assert not (demo.home / ".gunicorn").exists()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_a_demonstration_is_for_this_machine_alone(demo: Database, host: str) -> None:
    status, said = run(demo, "serve", "--host", host, "--port", "1")
    assert status == 2
    assert "a password that everybody knows" in said


def test_an_empty_sqlite_file_is_migrated_as_it_starts_and_postgresql_is_not(
    databases: Maker,
) -> None:
    empty = databases.empty()
    try:
        if empty.on_sqlite:
            with serving(empty) as office, urlopen(office.at("/healthz")) as answer:
                assert answer.status == 200
        else:
            status, said = run(empty, "serve", "--port", "1")
            assert status == 2
            assert "migrations of this version. Run: outfall migrate" in said
            assert "migrations done" in run(empty, "migrate")[1]
            assert run(empty, "migrate") == (0, "up to date: nothing to do\n")
    finally:
        databases.drop(empty)


def test_in_earnest_static_files_are_named_by_what_is_in_them(databases: Maker) -> None:
    with databases.fresh() as database:
        with serving(database, OUTFALL_DEMO="0") as office:
            with urlopen(office.at("/accounts/login/")) as answer:
                page = answer.read().decode()
            (name,) = set(re.findall(r"/static/office\.[0-9a-f]{12}\.css", page))
            with closing(http.client.HTTPConnection(office.url[7:])) as asked:
                asked.request("GET", name, headers={"Accept-Encoding": "br"})
                answer = asked.getresponse()
                assert (answer.status, answer.headers["Content-Encoding"]) == (200, "br")
                assert "immutable" in answer.headers["Cache-Control"]
            assert "laid out anew" in office.said()
            assert "an-example-password" not in office.said()
        stamp = database.home / "static" / ".collected"
        first = stamp.read_text()
        with serving(database, OUTFALL_DEMO="0") as office:
            pass
        times = 1 if stamp.read_text() == first else 2
        assert office.said().count("laid out anew") == times, "anew only where a file has changed"
        stamp.write_text("of other files")
        with serving(database, OUTFALL_DEMO="0") as office:
            pass
        assert office.said().count("laid out anew") == times + 1


@pytest.mark.parametrize("wrong", ["0", "65536", "x", "-1", "1.5"])
def test_a_port_that_is_none_is_told(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(["serve", f"--port={wrong}"])
    assert ended.value.code == 2
    assert "Write 1 to 65535" in capsys.readouterr().err


OFFICE = ("serve", "work", "migrate", "town", "person", "doctor", "rebuild", "demo")


@pytest.mark.parametrize("name", OFFICE)
def test_without_its_parts_each_command_says_how_to_install_them(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setattr(office_django, "find_spec", lambda part: None)
    monkeypatch.setenv("OUTFALL_HOME", str(tmp_path))
    assert main.main([name]) == 2
    assert capsys.readouterr().err == (
        "the office: The web application is not installed. "
        "Install it: pip install outfall[office]\n"
    )


def test_the_other_commands_do_not_wait_for_the_web_application() -> None:
    code = (
        "import json, sys\nfrom outfall.cli.main import main\nmain(['ordinances', '--json'])\n"
        "main(['--help'])\nprint(json.dumps(sorted({n.split('.')[0] for n in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert loaded.isdisjoint({"django", "gunicorn", "PIL", "psycopg", "allauth"})
    assert "outfall" in loaded


def test_only_this_machine_reaches_a_loopback_address() -> None:
    assert [serve.loopback(at) for at in ("127.0.0.2", "::1", "localhost")] == [True] * 3
    assert [serve.loopback(at) for at in ("0.0.0.0", "::", "10.0.0.1", "example.gov")] == [
        False
    ] * 4


def test_a_database_that_does_not_answer_is_told_in_a_line(demo: Database) -> None:
    nowhere = "postgres://nobody:nothing@127.0.0.1:1/none"
    status, said = run(demo, "serve", "--port", "1", DATABASE_URL=nowhere)
    assert status == 2
    assert said.startswith("the database: It does not answer (")
    assert said.endswith("Start it, and check DATABASE_URL\n")
    assert "Traceback" not in said
