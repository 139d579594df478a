"""Disposal in a whole office: what the disk still holds, the backup and the command line."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.web.ground.databases import Database
from tests.web.offices import DAY, TOWN, demo, office, run, within
from tests.web.test_backup import _reader, elsewhere, restored

from outfall.web.casework import disposing, kinds, recording, storing
from outfall.web.casework.exporting import export_record
from outfall.web.casework.models import Case, Removal, SearchEntry
from outfall.web.casework.recording import Actor, New
from outfall.web.jobs import nightly
from outfall.web.towns.models import Membership

__all__ = ["demo", "elsewhere", "office"]
LATER = DAY + timedelta(days=12 * 366)
WORD = "conservancy"
"""A word that one closed case of the demonstration says, in its entries and in the search."""


@pytest.fixture
def number(office: Database, settings: Any) -> str:
    """The number of a case that was disposed of, many years on, and certainly."""
    settings.OUTFALL_TODAY = LATER.isoformat()
    if office.on_sqlite:
        assert held_by(office, WORD), "the control: before, the word is on the disk"
    with within(TOWN) as town:
        people = {row.role: row.person for row in Membership.objects.select_related("person")}
        actor = Actor(people["records_officer"], "records_officer", people["attorney"], "attorney")
        lines = SearchEntry.objects.filter(title__icontains=WORD)
        case = Case.objects.get(pk__in=lines.values("case"))
        data = b"A letter to the Conservancy.\n"
        place = storing.path_of(town.slug, storing.keep(town.slug, data))
        named = {"sha256": place.name, "name": "letter.txt", "bytes": len(data)}
        body = {"date": DAY.isoformat(), "sort": "text", "says": "a letter", "file": named}
        recording.record(case, [New(kinds.FILE, body)], actor, key="letter")
        disposing.dispose(case, actor, town, key="dispose")
        assert Removal.objects.count() == 0
        assert not place.exists()
    return case.number


def held_by(office: Database, word: str) -> list[str]:
    """The files of the office that hold a word, whatever its letters' size."""
    every = [path for path in office.home.rglob("*") if path.is_file()]
    return [path.name for path in every if word.encode() in path.read_bytes().lower()]


def test_after_the_night_the_disk_holds_nothing_of_it(office: Database, number: str) -> None:
    with within(TOWN) as town:
        assert "cases judged anew" in nightly.night(town)
    if office.on_sqlite:
        assert held_by(office, WORD) == []
    with office.connect() as connection:
        cursor = connection.cursor()
        if not office.on_sqlite:
            cursor.execute("SELECT set_config('outfall.town', id::text, false) FROM towns_town")
        cursor.execute(
            "SELECT count(*) FROM casework_entry WHERE lower(content) LIKE '%conservancy%'"
        )
        assert cursor.fetchone() == (0,)


def test_it_is_backed_up_restored_and_verified_as_disposed_of(
    office: Database, number: str, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    today = {"OUTFALL_TODAY": LATER.isoformat()}
    file, home = tmp_path / "office.zip", tmp_path / "restored"
    status, said = run(office, "backup", str(file), **_reader(office), **today)
    assert status == 0, said
    status, said = restored(office, file, home, elsewhere)
    assert status == 0, said
    there = {**elsewhere, "OUTFALL_HOME": str(home), **today}
    status, said = run(office, "doctor", **there)
    assert "the links of all" in said, said
    assert "what lists show of 30 cases is what their entries say" in said, said
    with within(TOWN) as town, (tmp_path / "record.zip").open("w+b") as target:
        export_record(town, target)
    status, said = run(office, "verify", str(tmp_path / "record.zip"))
    assert status == 0, said
    assert f"case {number}: disposed of by entry" in said
    assert "under Closed cases, with their papers, photographs and money: 7 years" in said
