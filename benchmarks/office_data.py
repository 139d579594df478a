"""A town of 100,000 cases and 2,000,000 entries, for the benchmark of the office.

Some hundreds of cases are lived through the office's own door (``recording``), from the case files
that ship, with notes and inspections between their events: a fifth of them is still open. Each is
then copied many times, with a number, an address, a parcel, an owner and a person of its own. The
copies' entries are real ones: made in the order of their days, canonical bytes with their own
places, chained by town and by case, so that ``outfall verify`` holds for the whole. Rows of the
projection are copied with the case they belong to. Nothing here is random twice: one seed.

    python benchmarks/office_data.py seed FILE     (lives the first cases in a scratch database)
    python benchmarks/office_data.py load FILE     (fills the database that DATABASE_URL names)
"""

# ruff: noqa: PLC0415 -- models can be imported once Django is set up, and not before

from __future__ import annotations

import json
import random
import re
import sqlite3
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import cases as texts
import yaml
from harness import ROOT
from rich.progress import track

TODAY = date(2026, 6, 15)
BASES, OPEN, LONG, COPIES = 500, 100, 25, 200
ENTRIES_LEAST = 2_000_000
LONG_EVENTS = 100
SLUG, ZONE, PACK = "example-city", "America/Chicago", "city-9-3-12"
INSPECTORS = 24
NUMBER, ADDRESS, PARCEL, OWNER = "BASE-0001", "0 Zzaddress", "ZZPARCEL", "Zzowner"
STREETS = (
    "Alder", "Birch", "Canal", "Dock", "Elm", "Foundry", "Garden", "Harbor", "Iris", "Juniper",
    "Kiln", "Lake", "Maple", "Nursery", "Orchard", "Poplar", "Quarry", "River", "Spruce", "Tanner",
    "Union", "Valley", "Willow", "Yarrow",
)  # fmt: skip
WAYS = ("Street", "Lane", "Avenue", "Court", "Road")
FAMILIES = (
    "Sample", "Model", "Example", "Pattern", "Placeholder", "Specimen", "Standard", "Template",
    "Draft", "Figure", "Outline", "Instance", "Trial", "Mockup", "Stencil", "Proxy",
)  # fmt: skip
FORMS = ("Holdings LLC", "Properties Inc.", "Homes LLC", "Trust", "Partners LP", "Builders Inc.")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


# The first cases, lived through the office's own door


def plain(value: Any, shift: timedelta) -> Any:
    """A case file's value as an entry has it, every day moved."""
    if isinstance(value, dict):
        return {key: plain(item, shift) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item, shift) for item in value]
    if isinstance(value, datetime):
        return (value + shift).isoformat()[:16]
    if isinstance(value, date):
        return (value + shift).isoformat()
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, str) and _DAY.match(value):
        return (date.fromisoformat(value[:10]) + shift).isoformat() + value[10:]
    return value


def stories() -> list[list[dict[str, Any]]]:
    """The lives of cases under the town's ordinance that ship as files, longest first."""
    paths = [*(ROOT / "cases/good/city").glob("*.yaml"), *(ROOT / "cases/papers").glob("city*")]
    found = [yaml.safe_load(texts.CITY)]
    for path in sorted(paths):
        if not path.name.endswith(".answers.yaml"):
            found.append(yaml.safe_load(path.read_text(encoding="utf-8")))
    kept = [
        one["events"]
        for one in found
        if "events" in one and not {"profile", "policy", "readings", "calendar"} & one.keys()
    ]
    return sorted(kept, key=len, reverse=True)


def day_of(event: dict[str, Any]) -> date:
    """The day of an event of a case file."""
    return date.fromisoformat(str(event["date"])[:10])


def lives(dice: random.Random) -> Iterator[tuple[list[dict[str, Any]], bool, int]]:
    """Each first case: its events, whether it is still open, and how many entries it shall have."""
    told = stories()
    for n in range(BASES):
        is_open, is_long = n < OPEN, n % (BASES // LONG) == 0
        if is_long:
            size = LONG_EVENTS - (0 if is_open else 2)
            events = list(yaml.safe_load(texts.long_case(size))["events"])
        else:
            events = [dict(event) for event in told[n % len(told)]]
        last = max(day_of(event) for event in events)
        if is_open:
            ago = dice.randrange(90) if n % 10 else dice.randrange(90, 800)
        else:
            ago = dice.randrange(30, 3000)
            end = last + timedelta(days=7)
            events += [
                {"date": end, "event": "compliance_confirmed"},
                {"date": end, "event": "closed"},
            ]
            last = end
        weeks = ((TODAY - last).days - ago) // 7
        moved = [plain(event, timedelta(weeks=weeks)) for event in events]
        yield moved, is_open, 0 if is_long else dice.randrange(12, 21)


def filled(events: list[dict[str, Any]], size: int, dice: random.Random) -> Iterator[Any]:
    """The events with notes and inspections between them, up to a number of entries."""
    first, last = day_of(events[0]), day_of(events[-1])
    if events[-1]["event"] == "closed":
        last -= timedelta(days=7)
    more = []
    for n in range(max(0, size - len(events))):
        day = first + timedelta(days=dice.randrange(max(1, (last - first).days)))
        if n % 3 == 2:
            more.append({"date": day.isoformat(), "event": "inspected", "finding": "continuing"})
        else:
            text = f"Spoke with the owner's site manager, who asked about the work of item {n + 1}."
            more.append({"date": day.isoformat(), "text": text})
    yield from sorted([*events, *more], key=lambda event: str(event["date"])[:10])


def seed(target: Path) -> None:
    """Live the first cases in the scratch database, and keep all that they became."""
    from outfall.law.faults import Refused
    from outfall.web.casework import kinds, recording
    from outfall.web.casework.models import Case
    from outfall.web.casework.recording import New
    from outfall.web.towns import scope

    town, people = found()
    dice, kept, left = random.Random(4), [], 0
    actor = recording.Actor(people[0], "supervisor")
    begun = time.perf_counter()
    with scope.town(town.pk):
        for n, (events, _, size) in enumerate(track(list(lives(dice)), "Living")):
            new = [
                New(event.get("event", kinds.NOTE), event) for event in filled(events, size, dice)
            ]
            day = min(str(event["date"])[:10] for event in events)
            given = {"id": str(people[0].pk), "name": people[0].name}
            if n % 5:
                new.insert(0, New(kinds.ASSIGNED, {"date": day, "person": given}))
            owner = {"id": "owner", "role": "owner", "name": OWNER, "address": ADDRESS}
            place = {"address": ADDRESS, "parcel": PARCEL, "latitude": "42.000001"}
            place["longitude"] = "-88.000001"
            body = {"parties": [owner], "place": place, "date": day, "number": NUMBER}
            Case.objects.filter(number=NUMBER).update(number=f"B{n}")
            try:
                case, _ = recording.open_case(body, new, actor, key=f"base-{n}", lenient=True)
            except Refused:
                left += 1
                continue
            kept.append(rows_of(case))
    spent = time.perf_counter() - begun
    done = sum(len(one["entries"]) for one in kept)
    print(f"seed: {len(kept)} cases, {done} entries, {left} left out, {spent:.0f} s")
    target.write_text(json.dumps({"cases": kept}), encoding="utf-8")


def projected() -> list[Any]:
    """The models of rows that belong to a case and are worked out from it."""
    from django.apps import apps

    from outfall.web.casework.models import OfCase, SearchEntry

    found = [m for m in apps.get_app_config("casework").get_models() if issubclass(m, OfCase)]
    return [*found, SearchEntry]


def rows_of(case: Any) -> dict[str, Any]:
    """All that is stored of a case, as plain data."""
    from outfall.web.casework.models import Entry

    case.refresh_from_db()
    case.number = NUMBER
    return {
        "case": plain_row(case),
        "entries": [plain_row(e) for e in Entry.objects.filter(case=case).order_by("case_n")],
        "rows": {
            model._meta.db_table: [plain_row(row) for row in model.objects.filter(case=case)]
            for model in projected()
        },
    }


def plain_row(row: Any) -> dict[str, Any]:
    """A row's columns, days as text."""
    found = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        found[field.column] = (
            value if value is None or type(value) in (int, str, bool, float) else str(value)
        )
    return found


def found(slug: str = SLUG, name: str = "City of Example", inspectors: int = INSPECTORS) -> Any:
    """A town with its people: inspectors, and one in each other role."""
    from outfall.web.casework.recording import Actor
    from outfall.web.towns import founding, scope
    from outfall.web.towns.models import ROLES, Person, Town

    people: list[Any] = []
    roles = ["supervisor"] + ["inspector"] * inspectors
    roles += [role for role, _ in ROLES if role not in ("supervisor", "inspector")]
    with founded_long_ago():
        town = founding.found(slug, name, PACK, zone=ZONE, since=date(2000, 1, 1))
        with scope.town(town.pk):
            for n, role in enumerate(roles):
                email = f"{role}{n}@{slug}.example.gov"
                person = Person(email=email, name=f"Person {n} Example")
                person.set_unusable_password()
                person.save()
                giver = Actor(None, "administrator")
                founding.give_role(person, role, giver, since=date(2000, 1, 1))
                people.append(person)
    return Town.objects.get(pk=town.pk), people


@contextmanager
def founded_long_ago() -> Iterator[None]:
    """Within it the office's clock stands still in the year 2000: a record never goes back."""
    from outfall.web import clock

    running, instant = clock.now, datetime(2000, 1, 1, 12, tzinfo=UTC)
    clock.now = lambda: instant
    try:
        yield
    finally:
        clock.now = running


# The copies


class Copies:
    """The copies of the first cases: what each is called, and its entries in the town's order."""

    def __init__(self, seeds: Sequence[dict[str, Any]], town: Any, people: Sequence[Any]) -> None:
        self.seeds, self.town = seeds, town
        self.people = people[: INSPECTORS + 1]
        self.count = BASES * COPIES
        self.dice = random.Random(5)
        self.heads = [""] * self.count
        self.first_id = 1000
        self.names = [self._named(at) for at in range(self.count)]

    def seed_of(self, at: int) -> dict[str, Any]:
        """The first case that a copy is made from."""
        return self.seeds[at % len(self.seeds)]

    def _named(self, at: int) -> tuple[str, str, str, str, Any]:
        dice, opened = self.dice, self.seed_of(at)["case"]["opened_on"]
        street = f"{dice.randrange(1, 9900)} {dice.choice(STREETS)} {dice.choice(WAYS)}"
        parcel = f"{dice.randrange(10, 99)}-{dice.randrange(10, 99)}-{at:06}"
        owner = f"{dice.choice(FAMILIES)} {dice.choice(STREETS)} {dice.choice(FORMS)}"
        return f"{opened[:4]}-{at + 1:06}", street, parcel, owner, dice.choice(self.people)

    def spots(self, at: int) -> tuple[str, str]:
        """Where a copy lies: a place of its own in a square of some miles."""
        return f"42.{at * 7919 % 100_000:05}1", f"-88.{at * 104_729 % 100_000:05}1"

    def told(self, text: str, at: int) -> str:
        """A text of the first case with the copy's own names in it."""
        number, street, parcel, owner, _ = self.names[at]
        text = text.replace(NUMBER, number).replace(ADDRESS, street)
        return text.replace(PARCEL, parcel).replace(OWNER, owner)

    def entries(self) -> Iterator[tuple[Any, ...]]:
        """Every entry of every copy, in the order of their days, as columns of its table."""
        from outfall.record.canonical import digest

        town, prepared = (
            self.town,
            [[prepared_entry(row) for row in one["entries"]] for one in self.seeds],
        )
        for day, places in self._days().items():
            instant = datetime.fromisoformat(f"{day}T13:00:00+00:00")
            for which, k in places:
                form, kind, row, named, opened = prepared[which][k]
                for at in range(which, self.count, len(self.seeds)):
                    instant += timedelta(microseconds=2500)
                    number, _, _, _, person = self.names[at]
                    key = f"{self.dice.getrandbits(128):032x}"
                    text = form % {
                        "at": f"{instant:%Y-%m-%dT%H:%M:%S.%f}Z",
                        "before": town.head,
                        "by": f'{{"id":"{person.pk}","name":"{person.name}","role":"inspector"}}',
                        "case": number,
                        "case_before": self.heads[at],
                        "key": key,
                        "n": town.length + 1,
                        "person": f'{{"id":"{person.pk}","name":"{person.name}"}}',
                    }
                    if named:
                        text = self.told(text, at)
                    if opened:
                        latitude, longitude = self.spots(at)
                        text = text.replace("42.000001", latitude).replace("-88.000001", longitude)
                    town.length += 1
                    town.head = self.heads[at] = digest(text.encode())
                    yield (
                        town.length, row["case_n"], kind, day, instant, key, text, town.head,
                        self.first_id + at, person.pk, town.pk,
                    )  # fmt: skip

    def _days(self) -> dict[str, list[tuple[int, int]]]:
        """For each day, in order, the entries of the first cases that came that day.

        An entry that tells of an earlier day than the one before it came on the later one.
        """
        days = defaultdict(list)
        for which, one in enumerate(self.seeds):
            last = ""
            for k, row in enumerate(one["entries"]):
                last = max(last, row["day"])
                days[last].append((which, k))
        return dict(sorted(days.items()))

    def cases(self) -> Iterator[tuple[Any, ...]]:
        """The rows of cases, once the entries are made."""
        for at in range(self.count):
            row = dict(self.seed_of(at)["case"])
            number, street, parcel, owner, person = self.names[at]
            row |= {"number": number, "address": street, "parcel": parcel, "owner": owner}
            row |= {"id": self.first_id + at, "head": self.heads[at], "town_id": self.town.pk}
            row["latitude"], row["longitude"] = map(float, self.spots(at))
            if row["assigned_id"] is not None:
                row["assigned_id"] = person.pk
            yield tuple(row.values())

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The rows of one table of the projection, for every copy."""
        for at in range(self.count):
            for seeded in self.seed_of(at)["rows"][table]:
                row = dict(seeded)
                row |= {"town_id": self.town.pk, "case_id": self.first_id + at}
                if row.get("assigned_id") is not None:
                    row["assigned_id"] = self.names[at][-1].pk
                yield tuple(
                    self.told(value, at) if type(value) is str else value
                    for value in (row[name] for name in columns)
                )


def prepared_entry(row: dict[str, Any]) -> tuple[str, str, dict[str, Any], bool, bool]:
    """A form of an entry's bytes to be filled in, its kind, its columns, and what it names."""
    from outfall.record.canonical import spelled

    content = json.loads(row["content"])
    slots = ("at", "before", "by", "case", "case_before", "key", "n")
    for name in slots:
        content[name] = f"@@{name}@@"
    if row["kind"] == "office.assigned":
        content["body"]["person"] = "@@person@@"
    form = spelled(content).replace("%", "%%")
    for name in (*slots, "person"):
        whole = name in ("by", "n", "person")
        was = f'"@@{name}@@"' if whole else f"@@{name}@@"
        form = form.replace(was, f"%({name})s")
    opened = row["kind"] == "office.opened"
    return form, row["kind"], row, opened, opened


ENTRY = (
    "n", "case_n", "kind", "day", "at", "key", "content", "digest", "case_id", "person_id",
    "town_id",
)  # fmt: skip


def acts(copies: Copies, entries: Iterable[tuple[Any, ...]], keys: list[Any]) -> Iterator[Any]:
    """The entries; beside each its key is kept, as if each had been an act of its own."""
    for row in entries:
        keys.append((row[5], row[7], row[0], row[0], row[4], row[9], row[10]))
        yield row


def load(source: Path) -> None:
    """Fill the migrated, empty database that DATABASE_URL names; found the towns first."""
    from django.db import connection

    from outfall.web.casework.models import Case
    from outfall.web.towns.models import Town

    begun = time.perf_counter()
    told = json.loads(source.read_text(encoding="utf-8"))["cases"]
    town, people = found()
    small()
    town = Town.objects.get(pk=town.pk)
    copies, keys = Copies(told, town, people), []
    loader = Sqlite if connection.vendor == "sqlite" else Postgres
    tables = [model._meta.db_table for model in projected()]
    every = ["casework_entry", "casework_key", "casework_case", *tables]
    with loader(every) as into:
        total = sum(len(copies.seed_of(at)["entries"]) for at in range(copies.count))
        made = track(acts(copies, copies.entries(), keys), "Entries", total=total)
        into.put("casework_entry", ENTRY, made)
        names = ("key", "asked", "first_n", "last_n", "at", "person_id", "town_id")
        into.put("casework_key", names, keys)
        keys.clear()
        columns = [field.column for field in Case._meta.concrete_fields]
        assert columns == list(told[0]["case"]), "the seed is of other columns"
        into.put("casework_case", columns, copies.cases())
        for model in projected():
            table = model._meta.db_table
            names = [f.column for f in model._meta.concrete_fields if not f.primary_key]
            into.put(table, names, track(copies.rows(table, names), table, total=None))
    Town.objects.filter(pk=town.pk).update(length=town.length, head=town.head, cases=copies.count)
    took = time.perf_counter() - begun
    print(f"load: {copies.count:,} cases, {town.length:,} entries, {took:.0f} s")
    checked(town)


def checked(town: Any) -> None:
    """Verify the whole record as it came to be in the database; what is not whole is an error."""
    from django.db import connection

    from outfall.record.entry import Link
    from outfall.record.verifying import verify
    from outfall.web.casework.models import Entry
    from outfall.web.towns import scope

    begun = time.perf_counter()
    with scope.town(town.pk):
        lines = Entry.objects.order_by("n").values_list("content", flat=True)
        report = verify(
            (line.encode() for line in lines.iterator(5000)), [Link(town.length, town.head)]
        )
    connection.close()
    assert report.whole, report
    assert report.entries == town.length, report
    took = time.perf_counter() - begun
    print(f"verified: whole, {len(report.cases):,} cases, {took:.0f} s")


def small(count: int = 50) -> None:
    """A small town beside the large one, lived through the door."""
    from outfall.web.casework import recording
    from outfall.web.casework.recording import New
    from outfall.web.towns import scope

    town, people = found("small-example", "Village of Example", 2)
    with scope.town(town.pk):
        for n in range(count):
            day = (TODAY - timedelta(days=n % 40)).isoformat()
            event = {"date": day, "event": "violation_observed", "kind": "discharge"}
            body = {"place": {"address": f"{n + 1} Example Lane"}, "date": day}
            actor = recording.Actor(people[0], "supervisor")
            new = [New("violation_observed", event)]
            recording.open_case(body, new, actor, key=str(uuid.UUID(int=n)), lenient=True)


class Sqlite:
    """Bulk loading into SQLite: indexes and full text are made when all rows are in."""

    def __init__(self, tables: Sequence[str]) -> None:
        from django.db import connection

        connection.close()
        self.db = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        self.tables = tables
        self.later: list[str] = []

    def __enter__(self) -> Sqlite:
        run = self.db.execute
        run("PRAGMA journal_mode=OFF")
        run("PRAGMA synchronous=OFF")
        run("PRAGMA cache_size=-1000000")
        run("PRAGMA temp_store=MEMORY")
        run("BEGIN IMMEDIATE")
        marks = ",".join("?" * len(self.tables))
        asked = (
            "SELECT type, name, sql FROM sqlite_master "
            f"WHERE sql IS NOT NULL AND tbl_name IN ({marks})"
        )
        for sort, name, sql in run(asked, self.tables).fetchall():
            if sort == "index" or (sort == "trigger" and name.endswith("_in")):
                run(f'DROP {sort} "{name}"')
                self.later.append(sql)
        return self

    def put(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""
        marks = ",".join("?" * len(columns))
        names = ",".join(f'"{name}"' for name in columns)
        at = [n for n, name in enumerate(columns) if name == "at"]
        told = (_sqlite(row, at[0]) for row in rows) if at else rows
        self.db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", told)

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            for sql in self.later:
                self.db.execute(sql)
            fts = "casework_searchentry_fts"
            self.db.execute(f"INSERT INTO {fts}({fts}) VALUES ('rebuild')")
            self.db.execute("COMMIT")
            self.db.execute("PRAGMA analysis_limit=1000")
            self.db.execute("ANALYZE")
            self.db.execute("PRAGMA journal_mode=WAL")
        self.db.close()


def _sqlite(row: Sequence[Any], at: int) -> list[Any]:
    found = list(row)
    found[at] = found[at].strftime("%Y-%m-%d %H:%M:%S.%f")
    return found


class Postgres:
    """Bulk loading into PostgreSQL by COPY, as the superuser, whom row security does not bind."""

    def __init__(self, tables: Sequence[str]) -> None:
        import os

        import psycopg
        from django.db import connection

        name = connection.settings_dict["NAME"]
        url = os.environ["OUTFALL_PG_ADMIN_URL"].rpartition("/")[0]
        self.db = psycopg.connect(f"{url}/{name}")
        self.tables = list(tables)
        self.later: list[str] = []

    def __enter__(self) -> Postgres:
        run = self.db.execute
        run("SET session_replication_role = replica")
        run("SET maintenance_work_mem = '1GB'")
        asked = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND indexname "
            "NOT IN (SELECT conname FROM pg_constraint)"
        )
        for name, sql in run(asked, [self.tables]).fetchall():
            run(f'DROP INDEX "{name}"')
            self.later.append(sql)
        return self

    def put(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""
        names = ",".join(f'"{name}"' for name in columns)
        with self.db.cursor().copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            for sql in self.later:
                self.db.execute(sql)
            last = "pg_get_serial_sequence('casework_case', 'id')"
            self.db.execute(f"SELECT setval({last}, max(id)) FROM casework_case")
            self.db.commit()
            self.db.autocommit = True
            self.db.execute("VACUUM ANALYZE")
        self.db.close()


def main() -> None:
    """Do what the first argument says, with the file that the second names."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    {"seed": seed, "load": load}[sys.argv[1]](Path(sys.argv[2]))


if __name__ == "__main__":
    main()
