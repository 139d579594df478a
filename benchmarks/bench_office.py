"""How long the office takes to answer, with 100,000 cases and more than 2,000,000 entries.

Method: ``office_data`` makes the town, once for each database. Then one process, as one worker of a
server would, is sent requests through its WSGI door: sign-in, session, permission, the scope of the
town, template and all; only the network is missing. ``DEBUG`` is off, the settings are the office's
own. After some requests that are not measured each one is timed alone, to the last byte of its
answer, and an answer other than the one that is expected is an error. Requests ask for other cases,
other people and other words each time. "Not read before" is a case that this worker has not read
since it started; the file of the database is in the memory of the operating system, as it would be
after a morning's work. PostgreSQL writes to disk as in earnest (fsync), over TCP on the same
machine; SQLite too. Beside the times stands the CPU time of a request, that of the database's own
process with it: another program on the machine lengthens it least.

    python benchmarks/bench_office.py            (both databases)
    python benchmarks/bench_office.py sqlite     (one; or postgresql)
"""

# ruff: noqa: PLC0415 -- models can be imported once Django is set up, and not before

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from harness import OUT, ROOT, percentile, save

HOME = ROOT / "build" / "office"
SEED = HOME / "seed.json"
DATA = Path(__file__).with_name("office_data.py")
TODAY = "2026-06-15"
SECRET = "known to every reader of the benchmarks, and of use to none"
TARGET, REQUESTS, WARM = 100.0, 240, 15
WORDS = (
    "Willow Lane", "owner Sample", "Placeholder Quarry", "4711", "notice of violation", "Kiln",
    "Example Holdings", "willow court", "63-", "Standard Harbor Trust", "zzz", "Template River",
)  # fmt: skip
MADE_OF = ("migrations/*.py", "projecting.py", "course.py", "models.py")


@dataclass(frozen=True, slots=True)
class Answer:
    """The times of one kind of request, in milliseconds, and the queries of one of them."""

    id: str
    work: str
    requests: int
    p50: float
    p95: float
    most: float
    cpu: float
    queries: int
    target: float | None = TARGET

    @property
    def met(self) -> bool:
        return self.target is None or self.p95 <= self.target


# The databases


def environment(home: Path, url: str = "") -> dict[str, str]:
    """What a process is told that works on one of the databases."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OUTFALL_", "DATABASE_"))}
    told = {
        "DJANGO_SETTINGS_MODULE": "outfall.web.settings",
        "OUTFALL_HOME": str(home),
        "OUTFALL_TODAY": TODAY,
        "OUTFALL_SECRET": SECRET,
        "OUTFALL_NO_MFA": "1",
        "OUTFALL_LOG": "ERROR",
    }
    return {**kept, **told, **({"DATABASE_URL": url} if url else {})}


def run(env: dict[str, str], *words: str | Path) -> None:
    """Run one of the two programs to its end."""
    subprocess.run([sys.executable, *words], env=env, check=True)


def stamp() -> str:
    """Changes when a database that was made before is no longer the one that would be made."""
    folder = ROOT / "src/outfall/web/casework"
    files = [DATA, *(path for name in MADE_OF for path in sorted(folder.glob(name)))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def seed() -> None:
    """The first cases, lived once for both databases."""
    mark = SEED.with_suffix(".stamp")
    if SEED.is_file() and mark.is_file() and mark.read_text() == stamp():
        return
    scratch = HOME / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    run(environment(scratch), DATA, "seed", SEED)
    shutil.rmtree(scratch)
    mark.write_text(stamp())


def on_sqlite() -> None:
    """Measure on SQLite; the file is kept for the next time."""
    home, mark = HOME / "sqlite", HOME / "sqlite.stamp"
    env = environment(home)
    if not (mark.is_file() and mark.read_text() == stamp()):
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        run(env, DATA, "load", SEED)
        mark.write_text(stamp())
    run(env, __file__, "measure")


def on_postgresql() -> None:
    """Measure on PostgreSQL, on a server of our own that writes to disk."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import with_postgres

    home = HOME / "postgresql"
    home.mkdir(parents=True, exist_ok=True)
    with with_postgres.running(fsync=True) as server:
        env = environment(home, server.url) | server.environment()
        run(env, DATA, "load", SEED)
        run(env, __file__, "measure")


# One worker


class Worker:
    """One worker of the office, in this process, and somebody's browser."""

    def __init__(self) -> None:
        from django.core.wsgi import get_wsgi_application

        self.application = get_wsgi_application()
        self.cookies: dict[int, str] = {}
        self.csrf = "c" * 32

    def sign_in(self, person: Any) -> None:
        """A session of somebody's."""
        from django.test import Client

        client = Client()
        client.force_login(person, "django.contrib.auth.backends.ModelBackend")
        self.cookies[person.pk] = client.cookies["sessionid"].value

    def ask(
        self, person: Any, path: str, form: dict[str, Any] | None = None, status: int = 200
    ) -> bytes:
        """The answer to a request; another status than the one that is expected is an error."""
        from urllib.parse import urlencode

        body = b""
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.csrf}).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": "GET" if form is None else "POST",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "127.0.0.1:8000",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_COOKIE": f"sessionid={self.cookies[person.pk]}; csrftoken={self.csrf}",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
            "SERVER_PROTOCOL": "HTTP/1.1",
        }
        seen: list[str] = []
        answer = self.application(environ, lambda says, heads: seen.append(says))
        found = b"".join(answer)
        answer.close()
        assert seen[0].startswith(str(status)), (path, seen[0], found[:2000].decode())
        return found


Request = Callable[[int], object]


def timed(id: str, work: str, request: Request, target: float | None = TARGET) -> Answer:
    """The times of a request that is sent again and again; ``request`` is told the how manieth."""
    for n in range(WARM):
        request(n)
    taken, clock = [], time.perf_counter_ns
    before = used()
    for n in range(WARM, WARM + REQUESTS):
        begun = clock()
        request(n)
        taken.append(clock() - begun)
    spent = used() - before
    queries = asked(lambda: request(WARM + REQUESTS))
    p50 = median(taken) / 1e6
    one = Answer(
        id, work, REQUESTS, p50, percentile(taken, 95), max(taken) / 1e6, spent / REQUESTS * 1e3,
        queries, target,
    )  # fmt: skip
    told = "" if target is None else f"   target {target:g}, {'met' if one.met else 'NOT met'}"
    print(f"{work:58} {p50:8.1f} {one.p95:8.1f} {one.most:8.1f} {one.cpu:8.1f} {queries:4}{told}")
    return one


def used() -> float:
    """Seconds of CPU of this process, and of the database's process that serves it."""
    from django.db import connection

    own = resource.getrusage(resource.RUSAGE_SELF)
    seconds = own.ru_utime + own.ru_stime
    if connection.vendor != "postgresql":
        return seconds
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return seconds + (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def asked(act: Callable[[], object]) -> int:
    """How many queries an act sends to the database."""
    from django.db import connection

    seen = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        act()
    return len(seen)


class Office:
    """The large town, its people, and the cases that are asked for."""

    def __init__(self) -> None:
        from outfall.web.casework.models import Case
        from outfall.web.towns import scope
        from outfall.web.towns.models import Membership, Town

        self.town = Town.objects.get(slug="example-city")
        self.worker, self.people = Worker(), {}
        dice = random.Random(6)
        with scope.town(self.town.pk):
            for held in Membership.objects.select_related("person").order_by("pk"):
                self.people.setdefault(held.role, []).append(held.person)
                self.worker.sign_in(held.person)
            rows = Case.objects.filter(closed_on=None).order_by("pk")
            known = dict(rows.values_list("number", "length"))
        kept = list(known)
        dice.shuffle(kept)
        self.usual = [number for number in kept if known[number] < 60]
        self.long = [number for number in kept if 101 <= known[number] <= 130]

    def path(self, rest: str) -> str:
        """The path of a page of the town."""
        return f"/example-city/{rest}"

    def one(self, role: str, n: int = 0) -> Any:
        """Somebody with a role."""
        return self.people[role][n % len(self.people[role])]

    def today(self, whose: str, roles: Sequence[str]) -> Request:
        """Today, of people with these roles in turn."""
        asks = self.path(f"?whose={whose}")
        return lambda n: self.worker.ask(self.one(roles[n % len(roles)], n), asks)

    def case(self, numbers: Sequence[str], query: str = "") -> Request:
        """The page of one case after another."""
        return lambda n: self.worker.ask(
            self.one("supervisor"), self.path(f"cases/{numbers[n % len(numbers)]}/{query}")
        )

    def recording(self, numbers: Sequence[str]) -> Request:
        """An event saved to one case after another: inspections and costs in turn."""
        lengths = self.lengths(numbers)

        def record(n: int) -> object:
            number = numbers[n]
            kind, values = EVENTS[n % len(EVENTS)]
            form = {"date": TODAY, **values, "key": str(uuid.uuid4()), "save": "1"}
            form["based_on"] = str(lengths[number])
            path = self.path(f"cases/{number}/acts/{kind}/")
            return self.worker.ask(self.one("supervisor"), path, form, 302)

        return record

    def projecting(self, numbers: Sequence[str], *, write: bool) -> Request:
        """What a recording works out and writes for lists, of one case after another, undone."""
        from django.db import transaction

        from outfall.web.casework import course
        from outfall.web.casework.assembling import assemble
        from outfall.web.casework.models import Case
        from outfall.web.casework.projecting import project
        from outfall.web.towns import scope

        day = date.fromisoformat(TODAY)
        with scope.town(self.town.pk):
            rows = [Case.objects.get(number=number) for number in numbers]
            kept = [(row, assemble(row, self.town)) for row in rows]

        def one(n: int) -> object:
            row, found = kept[n % len(kept)]
            if not write:
                return list(course.standings(found.law, found.case, day))
            with scope.town(self.town.pk), transaction.atomic():
                project(row, found.file, found.case, found.law, day)
                transaction.set_rollback(True)
            return None

        return one

    def lengths(self, numbers: Sequence[str]) -> dict[str, int]:
        """How many entries each of some cases has."""
        from outfall.web.casework.models import Case
        from outfall.web.towns import scope

        with scope.town(self.town.pk):
            found = Case.objects.filter(number__in=numbers)
            return dict(found.values_list("number", "length"))


EVENTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("inspected", {"finding": "continuing"}),
    ("cost_recorded", {"kind": "sampling", "amount": "125.50"}),
    ("statement_received", {}),
)


def answers(office: Office) -> Iterator[Answer]:
    """Every kind of request."""
    size = WARM + REQUESTS + 1
    every = ["supervisor", "inspector", "attorney", "finance", "hearing_officer", "permit_clerk"]
    yield timed("today.all", "Today, all", office.today("all", every))
    yield timed("today.mine", "Today, mine", office.today("mine", ["inspector", "supervisor"]))
    yield timed("today.role", "Today, my role's", office.today("role", every))
    lists = ["duties", "own", "due", "opening", "closing", "resting", "reinspect", "unproven"]
    yield timed(
        "today.list",
        "a list of Today in full",
        lambda n: office.worker.ask(
            office.one("supervisor"), office.path(f"today/{lists[n % len(lists)]}/?whose=all")
        ),
    )
    yield timed("case.cold", "case page, 100 events, not read before", office.case(office.long))
    yield timed("case.warm", "case page, 100 events", office.case(office.long[:100]))
    yield timed(
        "case.all", "case page, 100 events, each shown", office.case(office.long[:100], "?all")
    )
    yield timed("case.usual", "case page, a usual case, not read before", office.case(office.usual))
    filters = [
        "",
        "?page=40",
        "?stage=owed",
        "?kind=discharge",
        "?mine=1",
        "?open=all",
        "?sort=owed",
    ]
    yield timed(
        "cases",
        "list of cases, with filters",
        lambda n: office.worker.ask(
            office.one("supervisor"), office.path(f"cases/{filters[n % len(filters)]}")
        ),
    )
    yield timed(
        "search",
        "search",
        lambda n: office.worker.ask(
            office.one("supervisor"),
            office.path(f"search/?q={WORDS[n % len(WORDS)].replace(' ', '+')}"),
        ),
    )
    form = office.path("cases/{}/acts/inspected/")
    yield timed(
        "act.form",
        "the form of an event",
        lambda n: office.worker.ask(office.one("supervisor"), form.format(office.long[n])),
    )
    record = office.recording(office.usual[-size:])
    yield timed("act.usual", "recording an event, a usual case", record)
    record = office.recording(office.long[-size:])
    yield timed("act.long", "recording an event, a case of 100 events", record)
    yield from parts(office)


def parts(office: Office) -> Iterator[Answer]:
    """What a recording is made of: no requests, and no targets of their own."""
    for name, numbers in (("a usual case", office.usual[:60]), ("100 events", office.long[:60])):
        course = office.projecting(numbers, write=False)
        yield timed(f"course.{name}", f"part of it: the case followed ahead, {name}", course, None)
        rows = office.projecting(numbers, write=True)
        yield timed(f"project.{name}", f"part of it: followed and its rows, {name}", rows, None)


def measure() -> None:
    """Measure the database that DATABASE_URL names, and keep the figures beside the others'."""
    import django

    django.setup()
    from django.db import connection

    office = Office()
    print(f"{connection.vendor}: {'':44} {'p50':>8} {'p95':>8} {'max':>8} {'CPU':>8} queries")
    found = list(answers(office))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {
        "answers": [asdict(one) for one in found],
        "version": version(connection),
        "size": size_of(connection) / 1e9,
        "memory": peak,
        "cases": len(office.usual),
        **counted(office),
    }
    print(f"database {told['size']:.2f} GB, worker {peak:.0f} MB at most")
    kept = OUT / "office.json"
    known = json.loads(kept.read_text())["office"] if kept.is_file() else {}
    save("office", [], office={**known, connection.vendor: told})


def counted(office: Office) -> dict[str, int]:
    """How large the town is, as counted."""
    from outfall.web.casework.models import Case, Entry
    from outfall.web.towns import scope

    with scope.town(office.town.pk):
        still = Case.objects.filter(closed_on=None).count()
        return {
            "cases": Case.objects.count(),
            "entries": Entry.objects.count(),
            "open": still,
        }


def version(connection: Any) -> str:
    """The database and its version."""
    if connection.vendor == "sqlite":
        return "SQLite " + ".".join(map(str, connection.Database.sqlite_version_info))
    number = connection.pg_version
    return f"PostgreSQL {number // 10_000}.{number % 10_000}"


def size_of(connection: Any) -> int:
    """The bytes of the database."""
    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def main() -> int:
    """Make what is missing, and measure."""
    named = sys.argv[1:] or ["sqlite", "postgresql"]
    if named == ["measure"]:
        measure()
        return 0
    HOME.mkdir(parents=True, exist_ok=True)
    seed()
    for name in named:
        {"sqlite": on_sqlite, "postgresql": on_postgresql}[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
