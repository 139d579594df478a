"""Disposal under the rule of retention: what goes, what stays and why, and that it is gone."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks
from tests.web.cast import Cast, found_town

from outfall.law.faults import Refused
from outfall.record.canonical import canonical
from outfall.record.disposed import emptied
from outfall.record.program import verify_bundle
from outfall.record.verifying import verify
from outfall.web.casework import disposing, kinds, letting_go, proposing, recording, storing
from outfall.web.casework.exporting import export_record
from outfall.web.casework.models import Case, Disposal, Entry, Proposal, Removal, StoredFile
from outfall.web.casework.recording import Actor, New
from outfall.web.jobs import checks_record, nightly
from outfall.web.jobs.models import Message
from outfall.web.jobs.outbox import put
from outfall.web.jobs.rebuilding import rebuild
from outfall.web.towns import founding
from outfall.web.towns.models import Setting, TownOwned

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
CANARY = "Zephyrine Canary"
FOUND = {
    "date": "2015-03-02", "event": "violation_observed", "kind": "development",
    "nature": f"no silt fence, told by {CANARY}",
}  # fmt: skip
LATER = {**FOUND, "date": "2026-03-02", "nature": "no silt fence"}
CORRECTED = {"date": "2015-03-20", "event": "corrected"}
ACCEPTED = {"date": "2015-03-21", "event": "practices_accepted"}
CLOSED = {"date": "2015-04-01", "event": "closed"}
DISPOSAL = "/example/disposal/"


@pytest.fixture
def cast(settings: Any) -> Cast:
    settings.OUTFALL_TODAY = TODAY.isoformat()
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


def old(cast: Cast, *more: dict[str, Any], number: str = "W-2015-001", **opened: Any) -> Case:
    """A case of long ago: found, remedied, closed."""
    party = {"id": "owner", "role": "owner", "name": CANARY, "address": "12 Canary Lane"}
    given = {"parties": [party], "place": {"address": "12 Canary Lane", "parcel": "C-1"}, **opened}
    return cast.case(
        FOUND, CORRECTED, ACCEPTED, *more, CLOSED, number=number, lenient=True, **given
    )


def retention(cast: Cast, **value: Any) -> None:
    """The town sets how long it keeps, and what is under a legal hold."""
    with cast.scope():
        founding.set_topic(
            "retention", {"years": 7, **value}, cast.actor("records_officer"),
            key=str(uuid.uuid4()), why="",
        )  # fmt: skip


def reasons(cast: Cast, case: Case) -> list[str]:
    with cast.scope():
        terms = letting_go.terms_of(cast.town, TODAY)
        return [reason.says for reason in letting_go.ruling(refreshed(case), terms).reasons]


def refreshed(case: Case) -> Case:
    return Case.every.get(pk=case.pk)


def two(cast: Cast) -> Actor:
    people = cast.people
    return Actor(people["records_officer"], "records_officer", people["attorney"], "attorney")


def gone(cast: Cast, case: Case) -> None:
    """The case is disposed of, files and all."""
    with cast.scope():
        disposing.dispose(case, two(cast), cast.town, key=str(uuid.uuid4()))
        disposing.remove_files(cast.town)


def with_file(cast: Cast, case: Case, data: bytes) -> Path:
    """A file is added to a case; gives where its bytes are."""
    sha256 = storing.keep(cast.town.slug, data)
    body = {
        "date": "2015-03-03", "sort": "text", "says": f"a letter of {CANARY}",
        "file": {"sha256": sha256, "name": "letter.txt", "bytes": len(data)},
    }  # fmt: skip
    with cast.scope():
        done = recording.record(case, [New(kinds.FILE, body)], cast.actor(), key=str(uuid.uuid4()))
        StoredFile.objects.create(
            case=case, sha256=sha256, name="letter.txt", kind="text", size=len(data),
            entry_n=done.entries[0].n, added_on=date(2015, 3, 3),
        )  # fmt: skip
    return storing.path_of(cast.town.slug, sha256)


def lines(cast: Cast) -> list[bytes]:
    with cast.scope():
        return [c.encode() for c in Entry.objects.order_by("n").values_list("content", flat=True)]


# What goes, and what stays


def test_a_case_goes_when_nothing_keeps_it(cast: Cast) -> None:
    case = old(cast)
    assert reasons(cast, case) == []
    with cast.scope():
        terms = letting_go.terms_of(cast.town, TODAY)
        found = letting_go.ruling(case, terms)
    assert found.goes
    assert found.over_on == date(2022, 4, 1)
    assert found.rule.years == 7
    assert "never under 5 years" in found.rule.cite


@pytest.mark.parametrize(("today", "stays"), [("2022-04-01", True), ("2022-04-02", False)])
def test_the_last_day_of_the_years_still_keeps_it(
    cast: Cast, today: str, stays: bool, settings: Any
) -> None:
    case = old(cast)
    with cast.scope():
        terms = letting_go.terms_of(cast.town, date.fromisoformat(today))
        assert letting_go.ruling(case, terms).goes is not stays
        assert letting_go.of_age(terms).filter(pk=case.pk).exists() is not stays
        assert letting_go.younger(terms).filter(pk=case.pk).exists() is stays


def test_each_thing_that_keeps_a_case_is_told(cast: Cast) -> None:
    cost = {"date": "2015-03-10", "event": "cost_recorded", "amount": "500.00"}
    lien = {"date": "2015-03-25", "event": "lien_recorded"}
    reopened = {"date": "2015-05-01", "event": "reopened"}
    charged = {"date": "2015-03-15", "event": "charged"}
    owing = old(cast, cost, number="W-1")
    burdened = old(cast, cost, lien, number="W-2")
    opened = old(cast, number="W-3")
    cast.record(opened, reopened)
    held = old(cast, number="W-4")
    retention(cast, hold=["W-4"])
    noted = old(cast, number="W-5")
    with cast.scope():
        note = {"date": "2026-06-01", "text": "somebody called"}
        recording.record(noted, [New(kinds.NOTE, note)], cast.actor(), key="note")
    young = cast.case(
        {**FOUND, "date": "2025-01-02"}, {**CORRECTED, "date": "2025-01-03"},
        {**CLOSED, "date": "2025-01-04"}, number="W-6", lenient=True,
    )  # fmt: skip
    goes = old(cast, charged, number="W-7", parties=[{"id": "owner", "role": "owner"}])
    blocked = cast.case(FOUND, CORRECTED, CLOSED, number="W-8", lenient=True)
    assert reasons(cast, blocked) == ["In force: occupancy permit"]
    assert "$500.00 are owed" in reasons(cast, owing)
    assert "A lien is on record" in reasons(cast, burdened)
    assert reasons(cast, opened) == ["It is open"]
    assert reasons(cast, held) == ["It is under a legal hold"]
    assert reasons(cast, noted) == ["Something was written in it less than 7 years ago"]
    assert reasons(cast, young) == ["Its 7 years are not over"]
    assert reasons(cast, goes) == []


def test_an_offense_in_court_stays_while_it_can_count_in_an_open_case(cast: Cast) -> None:
    """Five years back from the new offense, not from today: that one is still undecided."""
    convicted = {"date": "2015-03-25", "event": "convicted", "fine": "0.00"}
    case = old(cast, {"date": "2015-03-15", "event": "charged"}, convicted)
    assert reasons(cast, case) == []
    party = {"id": "owner", "role": "owner", "name": CANARY}
    later = {**FOUND, "date": "2019-05-01"}
    cast.case(later, number="W-2019-001", parties=[party], lenient=True)
    assert reasons(cast, case) == [
        "It can count as an earlier offense in case W-2019-001, which is open"
    ]


def test_where_the_ordinance_looks_back_without_end_an_offense_stays(settings: Any) -> None:
    settings.OUTFALL_TODAY = TODAY.isoformat()
    cast = found_town("endless", "examples/somerville-ma", "Example City")
    case = cast.case({**FOUND, "kind": "discharge"}, CORRECTED, CLOSED, lenient=True)
    assert reasons(cast, case) == ["It can count as an earlier offense, however long ago it was"]


def test_years_that_were_set_below_a_later_floor_do_not_count(cast: Cast) -> None:
    with cast.scope():
        Setting.objects.create(town=cast.town, topic="retention", value={"years": 1})
        assert letting_go.terms_of(cast.town, TODAY).rules["cases"].years == 5


# Disposing


def test_a_disposed_case_is_gone_and_the_record_is_whole(
    cast: Cast, tmp_path: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    case, other = old(cast), cast.case(LATER, number="W-2026-001")
    place = with_file(cast, case, f"A letter of {CANARY}.\n".encode())
    with cast.scope():
        put("a@example.gov", "Week", f"{case.number}, 12 Canary Lane", key="w")
        Message.objects.update(sent_at="2015-03-04T00:00:00Z")
        proposing.propose(
            case, "reduced", {"date": "2015-04-02", "why": CANARY},
            by=cast.people["finance"], key="p", based_on=case.length,
        )  # fmt: skip
        Proposal.objects.update(state="sent back")
        before = {e.n: (e.at, e.digest, e.case_n) for e in Entry.objects.all()}
        with django_capture_on_commit_callbacks() as after:
            disposing.dispose(case, two(cast), cast.town, key="dispose")
        assert place.exists(), "files go only after the commit"
        assert Removal.objects.count() == 1
        for callback in after:
            callback()
        assert not place.exists()
        assert Removal.objects.count() == 0
    _nothing_is_left(cast)
    with cast.scope():
        now = {e.n: (e.at, e.digest, e.case_n) for e in Entry.objects.all()}
        assert {n: now[n] for n in before} == before
        tombstone = json.loads(Entry.objects.get(kind=kinds.DISPOSED).content)
    assert tombstone["body"]["case"] == case.number
    assert tombstone["body"]["rule"]["years"] == 7
    assert (tombstone["body"]["entries"], tombstone["body"]["files"]) == (6, 1)
    assert (tombstone["by"]["role"], tombstone["second"]["role"]) == ("records_officer", "attorney")
    found = verify(lines(cast))
    assert found.whole
    assert "under Closed cases" in found.disposed[0]
    cast.town.refresh_from_db()
    with (tmp_path / "record.zip").open("w+b") as target:
        export_record(cast.town, target)
    assert verify_bundle(str(tmp_path / "record.zip")).whole
    assert CANARY.encode() not in (tmp_path / "record.zip").read_bytes()
    assert all(f.well for f in checks_record.record(cast.town, quick=False))
    assert all(f.well for f in checks_record.record(cast.town, quick=True))
    told = rebuild(cast.town)
    assert (told.cases, told.differed, told.failed) == (1, [], [])
    with cast.scope():
        assert list(Case.objects.all()) == [other]


def _nothing_is_left(cast: Cast) -> None:
    """No row of any table of the town's says anything of the case's people."""
    with cast.scope():
        looked = 0
        for model in apps.get_models():
            if issubclass(model, TownOwned):
                for row in model._base_manager.values():
                    looked += 1
                    assert "canary" not in str(row).lower(), model.__name__
        assert looked > 20
        tables = ["casework_searchentry_fts"] if connection.vendor == "sqlite" else []
        tables += ["casework_searchentry_word"] if connection.vendor == "postgresql" else []
        for table in tables:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT * FROM {table}")
                assert "canary" not in str(cursor.fetchall()).lower()


def test_the_control_before_disposal_the_canary_is_there(cast: Cast) -> None:
    old(cast)
    with pytest.raises(AssertionError, match="canary"):
        _nothing_is_left(cast)


def test_a_file_that_another_case_holds_too_stays(cast: Cast) -> None:
    case, other = old(cast), old(cast, number="W-2015-002")
    data = b"The same plan in both.\n"
    place = with_file(cast, case, data)
    with_file(cast, other, data)
    gone(cast, case)
    assert place.read_bytes() == data
    gone(cast, other)
    assert not place.exists()


def test_a_removal_that_was_interrupted_is_finished_at_night(cast: Cast) -> None:
    case = old(cast)
    place = with_file(cast, case, b"Evidence.\n")
    with cast.scope():
        disposing.dispose(case, two(cast), cast.town, key="dispose")
    assert place.exists()
    assert "1 files of disposed cases removed" in nightly.night(cast.town)
    assert not place.exists()


def test_bytes_that_were_sent_anew_meanwhile_stay(cast: Cast) -> None:
    case = old(cast)
    place = with_file(cast, case, b"Evidence.\n")
    with cast.scope():
        disposing.dispose(case, two(cast), cast.town, key="dispose")
        storing.keep(cast.town.slug, b"Evidence.\n")
        assert disposing.remove_files(cast.town) == 0
    assert place.exists()


def test_a_failure_at_any_step_leaves_the_case_as_it_was(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = old(cast)
    place = with_file(cast, case, b"Evidence.\n")
    before = lines(cast)
    for step in ("_body", "_empty", "_forget", "_bare", "_to_remove"):
        with monkeypatch.context() as patch, cast.scope():
            patch.setattr(disposing, step, lambda *args: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                disposing.dispose(case, two(cast), cast.town, key=step)
        assert lines(cast) == before
        assert place.exists()
        assert reasons(cast, case) == []


def test_nothing_is_added_to_a_disposed_case(cast: Cast) -> None:
    case = old(cast)
    gone(cast, case)
    with pytest.raises(Case.DoesNotExist):
        cast.record(case, {"date": "2026-06-01", "event": "reopened"})
    with cast.scope(), pytest.raises(Refused, match="disposed of already"):
        disposing.dispose(case, two(cast), cast.town, key="again")


# Two persons, on the pages


def test_one_proposes_and_another_disposes(cast: Cast) -> None:
    case = old(cast)
    officer = cast.client("records_officer")
    page = officer.get(DISPOSAL)
    assert "can go" in page.content.decode()
    sent = {"key": str(uuid.uuid4()), "based_on": "", "case": [case.number]}
    assert officer.post(DISPOSAL, sent).status_code == 302
    with cast.scope():
        proposal = Proposal.objects.get()
    at = f"/example/cases/{case.number}/proposals/{proposal.pk}/"
    form = {"key": str(uuid.uuid4()), "based_on": str(case.length), "approve": "1"}
    mine = officer.post(at, form)
    assert "You proposed this yourself" in mine.content.decode()
    assert not gone_already(cast)
    assert cast.client("inspector").post(at, form).status_code == 422
    attorney = cast.client("attorney")
    assert "Dispose of case" in attorney.get(at).content.decode()
    done = attorney.post(at, form)
    assert done.status_code == 302
    assert done["Location"] == f"/example/cases/{case.number}/"
    text = attorney.get(done["Location"]).content.decode()
    assert "was disposed of" in text
    assert "Records officer Example" in text
    assert "Attorney Example" in text
    assert "never under 5 years" in text
    assert CANARY not in text
    assert gone_already(cast)
    assert attorney.post(at, form).status_code == 410


def gone_already(cast: Cast) -> bool:
    with cast.scope():
        return Disposal.objects.exists()


def test_every_page_of_a_disposed_case_says_so_and_no_list_knows_it(cast: Cast) -> None:
    case = old(cast)
    place = with_file(cast, case, b"Evidence.\n")
    gone(cast, case)
    client = cast.client("supervisor")
    assert not place.exists()
    for way in ("", "people/", "files/", "money/", "timeline.svg", "case.yaml", "entries/e2/"):
        answer = client.get(f"/example/cases/{case.number}/{way}")
        assert answer.status_code == (410 if way else 200), way
        assert "was disposed of" in answer.content.decode()
    for way in ("cases/?open=any", "search/?q=Canary", "map/data.json", "reports/", "record/", ""):
        answer = client.get(f"/example/{way}")
        assert answer.status_code in (200, 404)
        assert "12 Canary Lane" not in answer.content.decode(), way
        assert CANARY not in answer.content.decode(), way
    assert case.number not in client.get("/example/cases/?open=any").content.decode()
    assert client.get(f"/example/search/?q={case.number}").status_code in (200, 302)
    listed = client.get(f"{DISPOSAL}?show=gone").content.decode()
    assert case.number in listed


def test_a_case_that_is_kept_cant_be_proposed_and_says_why(cast: Cast) -> None:
    case = old(cast)
    retention(cast, hold=[case.number])
    officer = cast.client("records_officer")
    assert "It is under a legal hold" in officer.get(DISPOSAL).content.decode()
    sent = {"key": str(uuid.uuid4()), "based_on": "", "case": [case.number]}
    assert officer.post(DISPOSAL, sent).status_code == 422
    assert cast.client("attorney").post(DISPOSAL, sent).status_code == 403
    with cast.scope():
        assert not Proposal.objects.exists()


def test_a_hold_that_comes_after_the_proposal_keeps_the_case(cast: Cast) -> None:
    case = old(cast)
    with cast.scope():
        proposal = proposing.propose(
            case, kinds.DISPOSED, {"case": case.number},
            by=cast.people["records_officer"], key="k", based_on=case.length,
        )  # fmt: skip
    retention(cast, hold=[case.number])
    at = f"/example/cases/{case.number}/proposals/{proposal.pk}/"
    form = {"key": str(uuid.uuid4()), "based_on": str(case.length), "approve": "1"}
    answer = cast.client("attorney").post(at, form)
    assert answer.status_code == 422
    assert "It is under a legal hold" in answer.content.decode()
    assert not gone_already(cast)


# What the database refuses


def refused(statement: str, values: list[Any]) -> str:
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as c:
        c.execute(statement, values)
    return str(caught.value)


def left(entry: Entry) -> dict[str, Any]:
    """The columns of an entry once it is emptied."""
    return {
        "kind": kinds.EMPTIED, "person_id": None, "key": entry.digest,
        "day": entry.at.date(), "content": emptied(entry.content.encode()).decode(),
    }  # fmt: skip


SET = "UPDATE casework_entry SET kind=%s, person_id=%s, key=%s, day=%s, content=%s WHERE id=%s"


@pytest.fixture
def case(cast: Cast) -> Iterator[Case]:
    with cast.scope():
        yield old(cast)


def test_content_is_not_emptied_without_a_disposal(cast: Cast, case: Case) -> None:
    entry = Entry.objects.get(case=case, case_n=1)
    assert "only ever added to" in refused(SET, [*left(entry).values(), entry.pk])


def disposal_only(cast: Cast, case: Case, **more: Any) -> Disposal:
    """The tombstone and the disposal, and nothing emptied yet."""
    body = {"case": case.number, "entries": case.length, **more.pop("body", {})}
    actor = more.pop("actor", two(cast))
    done = recording.record_town(kinds.DISPOSED, body, actor, key=str(uuid.uuid4()))
    return Disposal.objects.create(case=case, tombstone=done.entries[0], town=cast.town)


def test_under_a_disposal_content_gives_way_to_what_is_left_and_to_nothing_else(
    cast: Cast, case: Case
) -> None:
    other = old(cast, number="W-2015-002")
    disposal_only(cast, case)
    entry = Entry.objects.get(case=case, case_n=2)
    right = left(entry)
    wrong: list[dict[str, Any]] = [
        {"kind": "paid"},
        {"person_id": entry.person_id},
        {"key": "another"},
        {"day": date(2000, 1, 1)},
        {"content": ""},
        {"content": entry.content},
        {"content": right["content"].replace(entry.digest, "a" * 64)},
        {"content": canonical({**json.loads(right["content"]), "more": 1}).decode()},
    ]
    for more in wrong:
        assert "only ever added to" in refused(SET, [*{**right, **more}.values(), entry.pk])
    for column in (
        "n = n + 1000",
        "case_n = 99",
        "digest = 'x'",
        "case_id = NULL",
        "at = '2020-01-01'",
    ):
        with_more = SET.replace("kind=%s", f"{column}, kind=%s")
        assert "only ever added to" in refused(with_more, [*right.values(), entry.pk])
    theirs = Entry.objects.get(case=other, case_n=1)
    assert "only ever added to" in refused(SET, [*left(theirs).values(), theirs.pk])
    of_town = Entry.objects.filter(case=None).order_by("n")[0]
    assert "only ever added to" in refused(
        "UPDATE casework_entry SET day=day WHERE id=%s", [of_town.pk]
    )
    assert "only ever added to" in refused("DELETE FROM casework_entry WHERE id=%s", [entry.pk])
    with connection.cursor() as cursor:
        cursor.execute(SET, [*right.values(), entry.pk])
    assert Entry.objects.get(pk=entry.pk).content == right["content"]
    assert "only ever added to" in refused(SET, [*right.values(), entry.pk])
    back = {**right, "content": entry.content, "kind": entry.kind}
    assert "only ever added to" in refused(SET, [*back.values(), entry.pk])


def test_a_disposal_is_made_only_with_its_tombstone(cast: Cast, case: Case) -> None:
    one = cast.people["records_officer"]
    says = "only with its tombstone"
    last = Entry.objects.order_by("-n")[0]
    sql = "INSERT INTO casework_disposal (town_id, case_id, tombstone_id) VALUES (%s, %s, %s)"
    assert says in refused(sql, [cast.town.pk, case.pk, last.pk])
    wrong: tuple[dict[str, Any], ...] = (
        {"actor": cast.actor("records_officer")},
        {"actor": Actor(one, "records_officer", one, "records_officer")},
        {"body": {"case": "W-other"}},
        {"body": {"entries": case.length - 1}},
    )
    for more in wrong:
        with pytest.raises(DatabaseError, match=says), transaction.atomic():
            disposal_only(cast, case, **more)
    done = recording.record_town(
        kinds.DISPOSED, {"case": case.number, "entries": case.length}, two(cast), key="t"
    )
    recording.record_town(kinds.TOWN_SET, {"topic": "x", "value": {}}, two(cast), key="after")
    assert says in refused(sql, [cast.town.pk, case.pk, done.entries[0].pk])
    row = disposal_only(cast, case)
    assert "for good" in refused("DELETE FROM casework_disposal WHERE id=%s", [row.pk])
    assert "for good" in refused(
        "UPDATE casework_disposal SET case_id=case_id WHERE id=%s", [row.pk]
    )


@pytest.mark.parametrize("how", ["hold", "open", "owed", "lien"])
def test_the_database_makes_no_disposal_of_a_case_that_is_held_open_or_owing(
    cast: Cast, case: Case, how: str
) -> None:
    if how == "hold":
        retention(cast, hold=["W-0", case.number])
    else:
        columns: dict[str, dict[str, Any]] = {
            "open": {"closed_on": None}, "owed": {"owed": 1}, "lien": {"lien": True},
        }  # fmt: skip
        Case.objects.filter(pk=case.pk).update(**columns[how])
    with pytest.raises(DatabaseError, match="under no legal hold"), transaction.atomic():
        disposal_only(cast, case)


def test_without_the_guard_content_could_go_and_the_record_tells(cast: Cast, case: Case) -> None:
    """The control: an entry that is emptied behind the database's back is missing, by name."""
    entry = Entry.objects.get(case=case, case_n=2)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        on = " ON casework_entry" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER casework_entry_no_update{on}")
        cursor.execute(SET, [*left(entry).values(), entry.pk])
    found = verify(lines(cast))
    assert str(found.first).startswith(
        f"entry {entry.n} (case {case.number}): its content is missing"
    )
    told = {f.check: f for f in checks_record.record(cast.town, quick=False)}
    assert "its content is missing" in told["chain"].says
    assert not told["columns"].well
    quick = {f.check: f for f in checks_record.record(cast.town, quick=True)}
    assert not quick["columns"].well


def test_an_upload_is_not_confused_by_a_disposed_case(cast: Cast, case: Case) -> None:
    disposing.dispose(case, two(cast), cast.town, key="dispose")
    other = cast.case({**FOUND, "date": "2026-03-02"}, number="W-2026-009")
    file = SimpleUploadedFile("a.txt", io.BytesIO(b"New.\n").read())
    sent = {"key": str(uuid.uuid4()), "based_on": other.length, "files": file, "of_entry": ""}
    answer = cast.client("inspector").post(f"/example/cases/{other.number}/files/", sent)
    assert answer.status_code == 302
