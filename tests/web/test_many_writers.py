"""Fifty people write at once: nothing is lost, nothing is doubled, and the chain has no gap."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError
from django.db.models import QuerySet
from tests.web.cast import Cast, found_town
from tests.web.ground.databases import Database, at_once

from outfall.record.verifying import verify
from outfall.web.casework import recording
from outfall.web.casework.models import Case, Entry
from outfall.web.casework.recording import Done, New

WRITERS = 50
FOUND = {"date": "2026-03-02", "event": "violation_observed", "kind": "development"}


def inspected(number: int) -> New:
    body = {"date": "2026-03-04", "event": "inspected", "finding": "continuing"}
    return New("inspected", {**body, "note": f"look {number}"})


def record(cast: Cast, case: Case, number: int, key: str, based_on: int | None = None) -> Done:
    with cast.scope():
        return recording.record(case, [inspected(number)], cast.actor(), key=key, based_on=based_on)


def chained(cast: Cast, case: Case) -> list[str]:
    """The notes of the case's inspections, once both chains have been verified."""
    with cast.scope():
        lines = list(Entry.objects.order_by("n").values_list("content", flat=True))
        assert verify([line.encode() for line in lines]).whole
        places = Entry.objects.filter(case=case).order_by("case_n").values_list("case_n", flat=True)
        assert list(places) == list(range(1, len(places) + 1))
        row = Case.objects.get(pk=case.pk)
        assert row.length == len(places)
        found = Entry.objects.filter(case=case, kind="inspected")
        return list(found.values_list("content", flat=True))


def test_fifty_writers_on_one_case_lose_nothing(own_database: Database) -> None:
    with own_database.here():
        cast = found_town()
        case = cast.case(FOUND)
        answers = at_once(WRITERS, lambda n: record(cast, case, n, str(uuid.uuid4())))
        assert [a for a in answers if isinstance(a, Exception)] == []
        notes = chained(cast, case)
        assert sorted(f"look {n}" for n in range(WRITERS)) == sorted(
            text.split('"note":"')[1].split('"')[0] for text in notes
        )


def test_of_fifty_who_saw_the_same_case_one_writes_and_the_others_are_told(
    own_database: Database,
) -> None:
    with own_database.here():
        cast = found_town()
        case = cast.case(FOUND)
        seen = case.length
        answers = at_once(
            WRITERS, lambda n: record(cast, case, n, str(uuid.uuid4()), based_on=seen)
        )
        stale = [a for a in answers if isinstance(a, recording.Stale)]
        assert len(stale) == WRITERS - 1
        assert {tuple(entry.kind for entry in one.added) for one in stale} == {("inspected",)}
        assert len(chained(cast, case)) == 1


def test_the_same_key_fifty_times_at_once_is_one_entry(own_database: Database) -> None:
    with own_database.here():
        cast = found_town()
        case = cast.case(FOUND)
        answers = at_once(WRITERS, lambda _: record(cast, case, 1, "one-key"))
        assert [a for a in answers if isinstance(a, Exception)] == []
        again = [a.again for a in answers if isinstance(a, Done)]
        assert sorted(again) == [False] + [True] * (WRITERS - 1)
        assert len(chained(cast, case)) == 1


def test_without_the_key_a_double_click_would_be_two_entries(own_database: Database) -> None:
    with own_database.here():
        cast = found_town()
        case = cast.case(FOUND)
        at_once(2, lambda n: record(cast, case, 1, f"key-{n}"))
        assert len(chained(cast, case)) == 2


def test_without_the_lock_writers_run_into_one_another(
    own_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if own_database.on_sqlite:
        pytest.skip("SQLite lets one writer in at a time: the harm can't be made there")
    with own_database.here():
        cast = found_town()
        case = cast.case(FOUND)
        monkeypatch.setattr(QuerySet, "select_for_update", lambda self, *_, **__: self)
        answers = at_once(WRITERS, lambda n: record(cast, case, n, str(uuid.uuid4())))
        assert [a for a in answers if isinstance(a, IntegrityError)]
