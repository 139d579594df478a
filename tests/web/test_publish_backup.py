"""A backup takes the published versions in, and what is restored judges cases as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker
from tests.web.cast import found_town
from tests.web.drafted import bench, looked_over, made
from tests.web.ground.databases import Database, Maker
from tests.web.offices import run
from tests.web.test_backup import _reader, elsewhere, restored

from outfall.web import clock
from outfall.web.drafts.adding import add
from outfall.web.drafts.publishing import publish, sign

__all__ = ["elsewhere"]
LAW = """
from datetime import date
from outfall.web.towns import scope
from outfall.web.towns.adopted import law_of
from outfall.web.towns.models import Town
town = Town.objects.get()
with scope.town(town.pk):
    law = law_of(town, date(2030, 5, 5))
    print(law.id, law.version, law.digest)
"""
ADDED = """
from outfall.web.drafts.models import Addition
from outfall.web.towns import scope
from outfall.web.towns.models import Town
with scope.town(Town.objects.get().pk):
    for one in Addition.objects.select_related("by"):
        print(one.n, one.by.name, one.fact["value"])
"""


def published() -> None:
    """A town whose own ordinance was published."""
    cast = found_town()
    row = made(cast)
    with cast.scope():
        found = bench(cast, row)
        fact = replace(found.facts[5].read, what="further_appeal_window", value=12)
        assert add(found, fact, cast.people["attorney"], key="added") == len(row.facts)
    looked_over(cast, row)
    with cast.scope():
        row.refresh_from_db()
        since = clock.today("UTC").replace(year=2030, month=1, day=2)
        attorney, other = cast.people["attorney"], cast.people["supervisor"]
        sign(row, since, "Local law.", attorney, cast.town, length=row.length)
        publish(row, other, frozenset({"supervisor"}), cast.town)


@pytest.fixture
def office(databases: Maker, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    with django_db_blocker.unblock(), databases.fresh((published,)) as database:
        yield database


def test_a_published_version_comes_back(
    office: Database, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    status, said = run(office, "backup", "office.zip", **_reader(office))
    assert status == 0, said
    home = tmp_path / "restored"
    status, said = restored(office, office.home / "office.zip", home, elsewhere)
    assert status == 0, said
    there = Database(elsewhere["DATABASE_URL"] or f"sqlite:///{home / 'office.sqlite3'}", home)
    assert there.python(LAW).startswith("example 2030-01-02 ")
    assert there.python(LAW) == office.python(LAW)
    assert there.python(ADDED) == office.python(ADDED) == "8 Attorney Example 12\n"
    status, said = run(there, "doctor")
    assert status == 0, said
    status, said = run(there, "record-export", "example", "-o", "record.zip")
    assert status == 0, said
    status, said = run(there, "verify", str(home / "record.zip"))
    assert status == 0, said
