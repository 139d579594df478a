"""Entries can't be changed: not by the ORM, not by bulk, not by raw SQL; and keys and versions."""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from tests.web.cast import Cast, found_town

from outfall.record.entry import read
from outfall.record.verifying import verify
from outfall.web.casework import recording
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.recording import New
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Setting, Town

FOUND = {
    "date": "2026-03-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence",
}
INSPECTED = {"date": "2026-03-04", "event": "inspected", "finding": "continuing"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return found_town()


@pytest.fixture
def case(cast: Cast) -> Case:
    return cast.case(FOUND)


def settle() -> None:
    """Checks that wait for the end of the transaction are made now."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def refused(sql: str) -> str:
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as c:
        c.execute(sql)
    return str(caught.value)


def test_an_entry_is_not_updated_or_deleted_by_any_way(cast: Cast, case: Case) -> None:
    with cast.scope():
        before = list(Entry.objects.values_list("n", "content", "digest"))
        entry = Entry.objects.get(case=case, case_n=1)
        entry.kind = "paid"
        for attempt in (
            entry.save,
            entry.delete,
            lambda: Entry.objects.all().update(kind="paid"),
            lambda: Entry.objects.all().delete(),
            lambda: Entry.objects.bulk_update([entry], ["kind"]),
        ):
            with pytest.raises(DatabaseError), transaction.atomic():
                attempt()
        assert "only ever added to" in refused("UPDATE casework_entry SET day = '2000-01-01'")
        assert "only ever added to" in refused("DELETE FROM casework_entry")
        if connection.vendor == "postgresql":
            settle()
            assert "only ever added to" in refused("TRUNCATE casework_entry CASCADE")
        assert list(Entry.objects.values_list("n", "content", "digest")) == before


def test_without_the_trigger_an_entry_could_be_changed(cast: Cast, case: Case) -> None:
    with cast.scope(), connection.cursor() as cursor:
        settle()
        on = " ON casework_entry" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER casework_entry_no_update{on}")
        assert Entry.objects.filter(case=case).update(kind="paid") == 2


def test_the_chain_of_the_town_verifies(cast: Cast, case: Case) -> None:
    cast.record(case, INSPECTED)
    with cast.scope():
        lines = [text.encode() for text in Entry.objects.values_list("content", flat=True)]
    report = verify(lines)
    assert report.whole, report
    last = read(lines[-1])
    assert (last.kind, last.case, last.case_n) == ("inspected", case.number, 3)
    assert last.law is not None
    assert last.law.id == "webster-ny"
    assert last.by.name == "Supervisor Example"
    assert last.day == "2026-03-04"
    assert last.at.endswith("Z")


def test_the_same_key_is_one_act(cast: Cast, case: Case) -> None:
    key = str(uuid.uuid4())
    with cast.scope():
        done = [
            recording.record(case, [New("inspected", INSPECTED)], cast.actor(), key=key)
            for _ in range(5)
        ]
        assert [d.again for d in done] == [False, True, True, True, True]
        assert {d.entries[0].n for d in done} == {done[0].entries[0].n}
        assert Entry.objects.filter(case=case, kind="inspected").count() == 1
        assert Key.objects.filter(key=key).count() == 1


def test_a_key_is_not_used_for_another_act(cast: Cast, case: Case) -> None:
    with cast.scope():
        recording.record(case, [New("inspected", INSPECTED)], cast.actor(), key="one")
        other = New("inspected", {**INSPECTED, "finding": "corrected"})
        with pytest.raises(recording.KeyReused):
            recording.record(case, [other], cast.actor(), key="one")


def test_whoever_was_overtaken_is_told_what_was_added(cast: Cast, case: Case) -> None:
    seen = case.length
    cast.record(case, INSPECTED)
    new = [New("closed", {"date": "2026-03-05", "event": "closed"})]
    with cast.scope(), pytest.raises(recording.Stale) as caught:
        recording.record(case, new, cast.actor(), key="late", based_on=seen)
    assert [entry.kind for entry in caught.value.added] == ["inspected"]


def test_an_irregular_act_of_the_towns_own_is_refused_and_leaves_nothing(
    cast: Cast, case: Case
) -> None:
    lien = New("lien_recorded", {"date": "2026-03-05", "event": "lien_recorded"})
    with cast.scope():
        before = Entry.objects.count()
        with pytest.raises(recording.NotPermitted) as caught:
            recording.record(case, [lien], cast.actor(), key="lien")
        assert "not permitted" in str(caught.value) or "no power" in str(caught.value)
        assert Entry.objects.count() == before
        assert not Key.objects.filter(key="lien").exists()


def test_what_a_party_did_is_recorded_as_it_was_done(cast: Cast, case: Case) -> None:
    appeal = {"date": "2026-03-05", "event": "appeal_filed"}
    notice = {
        "date": "2026-03-02",
        "event": "notice_issued",
        "instrument": "notice_of_violation",
        "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal"],
        "comply_by": "2026-03-31",
    }
    served = {
        "date": "2026-03-02",
        "event": "served",
        "instrument": "notice_of_violation",
        "method": "personal",
        "received_on": "2026-03-02",
    }
    cast.record(case, notice, served, {**appeal, "date": "2026-05-01"})
    with cast.scope():
        row = Case.objects.get(pk=case.pk)
        assert Entry.objects.filter(case=row, kind="appeal_filed").count() == 1


def test_without_a_town_in_scope_a_query_raises(cast: Cast, case: Case) -> None:
    for model in (Case, Entry, Key, Setting, Membership):
        with pytest.raises(scope.NoTown):
            model.objects.count()
    with pytest.raises(scope.NoTown):
        Case(town=cast.town, number="x", ordinance="y", opened_on="2026-01-01").save()


def test_another_towns_rows_are_not_there(cast: Cast, case: Case) -> None:
    other = found_town("other", "city-9-3-12", "Other City")
    with other.scope():
        assert Case.objects.count() == 0
        assert not Entry.objects.filter(case_id=case.pk).exists()
        assert Entry.objects.exists()
        with pytest.raises(scope.NoTown):
            Case(town=cast.town, number="x", ordinance="y", opened_on="2026-01-01").save()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="row policies are PostgreSQL's")
class TestRowPolicies:
    """What PostgreSQL refuses whatever the program asks, from its own catalogue."""

    def test_every_table_of_a_town_is_forced(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c "
                "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'town_id' "
                "WHERE c.relkind = 'r' AND NOT a.attisdropped"
            )
            rows = cursor.fetchall()
        assert len(rows) > 12
        assert [row for row in rows if not (row[1] and row[2])] == []

    def test_the_application_is_no_superuser_and_passes_no_policy_by(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
            )
            assert cursor.fetchone() == (False, False)

    def test_raw_sql_sees_one_town_and_none_without_one(self, cast: Cast, case: Case) -> None:
        other = found_town("other", "city-9-3-12", "Other City")
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM casework_entry")
            assert cursor.fetchone() == (0,)
            with cast.scope():
                cursor.execute("SELECT count(DISTINCT town_id) FROM casework_entry")
                assert cursor.fetchone() == (1,)
            with other.scope():
                cursor.execute("SELECT count(*) FROM casework_case")
                assert cursor.fetchone() == (0,)

    def test_a_row_is_not_written_into_another_town(self, cast: Cast) -> None:
        other = found_town("other", "city-9-3-12", "Other City")
        sql = (
            "INSERT INTO towns_setting (town_id, topic, value, entry_n, set_by) "
            f"VALUES ({other.town.pk}, 'x', '{{}}', 0, '')"
        )
        with cast.scope():
            assert "row-level security" in refused(sql)
        assert "row-level security" in refused(sql)

    def test_without_the_policy_rows_would_show(self, cast: Cast, case: Case) -> None:
        with connection.cursor() as cursor:
            settle()
            cursor.execute("ALTER TABLE casework_case NO FORCE ROW LEVEL SECURITY")
            cursor.execute("SELECT count(*) FROM casework_case")
            assert cursor.fetchone() == (1,)


def test_town_table_is_the_only_one_without_a_town() -> None:
    assert Town.objects.count() == 0
