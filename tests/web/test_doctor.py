"""`outfall doctor`: all is well where it is, and each way in which it is not has its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.ground.databases import Database
from tests.web.offices import TOWN, a_file_of, demo, free_of_guards, office, run

from outfall.cli.main import main
from outfall.web.jobs import checks
from outfall.web.towns.models import Town

__all__ = ["demo", "office"]
SCOPED = (
    "from outfall.web.towns import scope\nfrom outfall.web.towns.models import Town\n"
    "from outfall.web.casework.models import *\nfrom outfall.web.jobs.models import *\n"
    "from outfall.web import clock\nfrom datetime import timedelta\n"
    "with scope.town(Town.objects.get(slug='town-of-example').pk):\n    "
)
OF_TOWN = "town_id = (SELECT id FROM towns_town WHERE slug = 'town-of-example')"


def wrong(database: Database, *args: str, **more: str) -> dict[str, dict[str, Any]]:
    """The checks that say something is not well, by their names."""
    return not_well(*run(database, "doctor", "--json", *args, **more))


def not_well(status: int, said: str) -> dict[str, dict[str, Any]]:
    found = {row["check"]: row for row in json.loads(said) if not row["well"]}
    assert status == (1 if found else 0)
    return found


def test_a_fresh_office_is_well(demo: Database) -> None:
    status, said = run(demo, "doctor")
    assert (status, said.splitlines()[-1]) == (0, "all is well")
    assert "WRONG" not in said
    assert "town-of-example: the links of all 277 entries hold" in said
    assert wrong(demo, "--quick") == {}


def _guards(demo: Database) -> None:
    connection = demo.connect()
    if demo.on_sqlite:
        connection.execute("DROP TRIGGER casework_entry_no_update")
    else:
        connection.execute("DROP TRIGGER casework_entry_no_update ON casework_entry")
    connection.commit()
    connection.close()


def _content(demo: Database) -> None:
    at = f"WHERE {OF_TOWN} AND n = 40"
    free_of_guards(demo, f"UPDATE casework_entry SET content = replace(content, 'a', 'e') {at}")


def _column(demo: Database) -> None:
    free_of_guards(demo, f"UPDATE casework_entry SET day = '2020-02-02' WHERE {OF_TOWN} AND n = 40")


def _cut_off(demo: Database) -> None:
    free_of_guards(
        demo,
        f"DELETE FROM casework_entry WHERE {OF_TOWN} "
        f"AND n = (SELECT length FROM towns_town WHERE slug = '{TOWN}')",
    )


def _list(demo: Database) -> None:
    demo.python(SCOPED + "Case.objects.filter(address='31 Willow Bend').update(owed=7)")


def _file_changed(demo: Database) -> None:
    a_file_of(demo.media).write_bytes(b"another picture")


def _file_gone(demo: Database) -> None:
    a_file_of(demo.media).unlink()


def _letter_stuck(demo: Database) -> None:
    demo.python(
        SCOPED + "then = clock.now() - timedelta(hours=3); Message.objects.create("
        "to='a@example.com', subject='s', text='t', key='k', made_at=then, not_before=then)"
    )


def _letter_lost(demo: Database) -> None:
    demo.python(
        SCOPED + "now = clock.now(); Message.objects.create(to='a@example.com', subject='s', "
        "text='t', key='k', made_at=now, not_before=now, given_up_at=now)"
    )


def _night_missed(demo: Database) -> None:
    demo.python(
        SCOPED + "now = clock.now(); Run.objects.create("
        "name='night', day='2026-06-12', began_at=now, ended_at=now)"
    )


SPOILT: dict[str, tuple[Callable[[Database], None], set[str], str]] = {
    "a guard is gone": (_guards, {"guard_update"}, "allows UPDATE on an entry"),
    "an entry was changed": (_content, {"chain", "columns"}, "entry 40"),
    "a column was changed": (_column, {"columns"}, "entry 40 (day)"),
    "the end was cut off": (_cut_off, {"chain"}, "ends at another entry than its head says"),
    "a list is wrong": (_list, {"projections"}, "1 of 31 cases wrongly, such as 20"),
    "a file was changed": (_file_changed, {"files"}, "holds other bytes"),
    "a file is gone": (_file_gone, {"files"}, "is not there"),
    "a letter is stuck": (_letter_stuck, {"outbox"}, "1 of them for too long"),
    "a letter was given up": (_letter_lost, {"outbox"}, "1 given up"),
    "a night was missed": (_night_missed, {"night"}, "the night of 2026-06-12"),
}


@pytest.mark.parametrize(("spoil", "names", "says"), SPOILT.values(), ids=list(SPOILT))
def test_what_is_not_well_has_its_line(
    office: Database,
    spoil: Callable[[Database], None],
    names: set[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command within this process; the other tests run it in one of its own."""
    spoil(office)
    found = not_well(main(["doctor", "--json"]), capsys.readouterr().out)
    assert names <= set(found) <= names | {"projections"}
    assert says in " ".join(row["says"] for row in found.values())
    assert all(row["do"] for row in found.values())


def test_settings_that_will_not_do_are_told(demo: Database) -> None:
    found = wrong(demo, "--quick", OUTFALL_DEMO="0", OUTFALL_NO_MFA="1", OUTFALL_SECRET="a" * 50)
    assert set(found) == {"secret", "mail", "second_factor", "backup", "today", "night"}
    earnest = {
        "OUTFALL_DEMO": "0",
        "OUTFALL_SMTP_HOST": "mail.example.gov",
        "OUTFALL_TODAY": "",
    }
    assert run(demo, "backup", "office.zip", **earnest)[0] == 0 or not demo.on_sqlite
    left = set(wrong(demo, "--quick", **earnest))
    assert left <= {"night", "backup"}
    assert demo.on_sqlite <= ("backup" not in left)


def test_a_database_that_lacks_migrations_is_told_and_nothing_else_is_asked(
    demo: Database,
) -> None:
    connection = demo.connect()
    connection.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    connection.commit()
    connection.close()
    found = wrong(demo)
    assert list(found) == ["database"]
    assert found["database"]["do"] == "Run outfall migrate"


def test_an_entry_is_never_changed_by_looking(office: Database) -> None:
    before = {town.slug: town.head for town in Town.objects.all()}
    assert all(found.well for found in checks.database())
    assert {town.slug: town.head for town in Town.objects.all()} == before
