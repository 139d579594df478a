"""The demonstration: every state is there, on every day of the year, and all of it is regular."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.web.ground.databases import Database, Maker, Refused
from tests.web.offices import DAY, TOWN, demo, office, run, within

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document
from outfall.law.assess import assess, check
from outfall.law.events import EVENTS
from outfall.web.casework.assembling import assemble
from outfall.web.casework.models import Case, DeadlineRow, HearingRow, Layer, StoredFile
from outfall.web.casework.words import STAGES
from outfall.web.demo import pictures, script
from outfall.web.demo.load import PASSWORD
from outfall.web.drafts.bench import bench_of
from outfall.web.drafts.models import Draft
from outfall.web.towns.models import ROLES, Membership

__all__ = ["demo", "office"]
BY_A_PARTY = {"late_filing", "order_breached"}
"""What parties did that they should not have: the record takes it as it was."""


@pytest.mark.parametrize("slug", script.TOWNS)
def test_every_act_of_a_town_is_regular_whatever_the_day(slug: str) -> None:
    law = load_pack(folder_of(script.town(slug)["pack"]), None)
    for day in (DAY + timedelta(days=n) for n in range(0, 400, 9)):
        for story in script.stories(slug, day):
            found = script.law_file(slug, script.settled(law, slug, story))
            if not found["events"]:
                continue
            case = read_case(Document(found))
            assert check(law, case) == (), (day, story.shows)
            own = {e.id for e in case.events if EVENTS[e.name].by == "town"}
            for remark in assess(law, case, day).irregularities:
                assert remark.event not in own, (day, story.shows, remark.text)
                assert remark.id in BY_A_PARTY


@pytest.mark.parametrize("day", [date(2026, 6, 13), date(2026, 6, 15), date(2026, 12, 25)])
def test_days_are_counted_from_today_and_keep_to_working_days(day: date) -> None:
    calendar = script.Calendar(day)
    past = [calendar.day(-n) for n in range(1, 60)]
    ahead = [calendar.day(n) for n in range(1, 60)]
    assert past == sorted(past, reverse=True)
    assert ahead == sorted(ahead)
    assert calendar.day(0) == calendar.day("0 18:30") == day
    assert {found.weekday() for found in past + ahead} == set(range(5))
    for slug in script.TOWNS:
        held = [
            line.body["held_on"][:10]
            for story in script.stories(slug, day)
            for line in story.lines
            if line.kind == "hearing_set"
        ]
        assert day.isoformat() in held
        assert any(day < date.fromisoformat(on) <= day + timedelta(days=5) for on in held)


def test_both_towns_have_every_stage_among_them_and_lists_show_what_the_law_says(
    office: Database,
) -> None:
    stages: set[str] = set()
    for slug in script.TOWNS:
        with within(slug) as town:
            cases = list(Case.objects.all())
            assert len(cases) == len(script.town(slug)["cases"]) >= 30
            stages |= {case.stage for case in cases}
            for case in cases:
                found = assemble(case, town)
                standing = assess(found.law, found.case, DAY)
                assert case.judged_on == DAY
                assert (case.owed, case.assessed, case.per_diem, case.lien) == (
                    standing.account.owed,
                    standing.assessed,
                    standing.account.per_diem,
                    standing.account.lien,
                )
                now = DeadlineRow.objects.filter(case=case, since__lte=DAY).exclude(until__lte=DAY)
                assert sorted(now.values_list("name", "due", "status")) == sorted(
                    (d.id, d.due, d.status) for d in standing.deadlines
                )
    assert stages == set(STAGES)


def test_there_is_something_to_do_today_and_this_week(office: Database) -> None:
    week = (DAY, DAY + timedelta(days=6))
    for slug in script.TOWNS:
        with within(slug):
            assert HearingRow.objects.filter(held_on=DAY, held=False).count() == 1
            assert HearingRow.objects.filter(held_on__range=week).count() >= 2
            assert DeadlineRow.objects.filter(due__range=week, status="open", since__lte=DAY)
            assert Case.objects.filter(reinspect_on__lte=DAY, stage="overdue")
            assert Case.objects.exclude(assigned=None).values("assigned").distinct().count() == 2


def test_each_role_signs_in_with_the_one_password(office: Database, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    for slug in script.TOWNS:
        with within(slug):
            held = {row.role: row.person for row in Membership.objects.select_related("person")}
        assert set(held) == {role for role, _ in ROLES}
    assert held["auditor"].check_password(PASSWORD)
    assert not held["auditor"].check_password("another-password-of-19")


def test_photos_and_layers_are_there(office: Database) -> None:
    with within(TOWN) as town:
        photos = list(StoredFile.objects.filter(kind="photo"))
        assert len(photos) >= 10
        for photo in photos:
            data = (office.media / town.slug / photo.sha256[:2] / photo.sha256).read_bytes()
            assert data[:8] == b"\x89PNG\r\n\x1a\n"
            assert len(data) == photo.size
            assert photo.says
        assert {layer.sort for layer in Layer.objects.all()} == {"outfalls", "practices"}
        layer = Layer.objects.get(sort="outfalls")
        assert layer.features == len(layer.geojson["features"]) >= 10
    assert pictures.picture("a") == pictures.picture("a") != pictures.picture("b")


def test_an_attorney_is_in_the_middle_of_a_draft(office: Database) -> None:
    with within(TOWN) as town:
        row = Draft.objects.get()
        found = bench_of(row, town)
        assert found.faults == ()
        answers = {one.answer for one in found.facts}
        assert answers == {"", "accepted", "corrected"}
        (proposed,) = [one for one in found.facts if one.read.is_proposed]
        (added,) = [one for one in found.facts if one.is_own]
        assert (proposed.counts, added.counts) == (False, True)
        assert added.now.cite == "30-1/(c)"


ENTRIES = """\
import json
from outfall.web.casework.models import Entry
from outfall.web.towns import scope
from outfall.web.towns.models import Town
for town in Town.objects.order_by("slug"):
    with scope.town(town.pk):
        for kind, at, content in Entry.objects.order_by("n").values_list("kind", "at", "content"):
            print(kind, at, json.dumps(json.loads(content)["body"]))
"""


@pytest.mark.once("what a script says, whichever database it is said to")
def test_made_twice_on_one_day_it_says_the_same(demo: Database, databases: Maker) -> None:
    with databases.fresh() as other:
        assert run(other, "demo", "--no-serve")[0] == 0
        assert other.python(ENTRIES) == demo.python(ENTRIES)
    assert len(demo.python(ENTRIES).splitlines()) == 277 + 265


def test_an_office_that_has_towns_is_left_alone(demo: Database) -> None:
    status, said = run(demo, "demo", "--no-serve")
    assert (status, said) == (
        2, "the database: It has towns already. Name an empty one in DATABASE_URL\n",
    )  # fmt: skip


def test_a_folder_with_another_office_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "office.sqlite3").write_bytes(b"somebody's record")
    folder = Database("", tmp_path)
    with pytest.raises(Refused, match="that is no demonstration"):
        folder.outfall("demo", "--no-serve", DATABASE_URL="", OUTFALL_TODAY=DAY.isoformat())
    assert (tmp_path / "office.sqlite3").read_bytes() == b"somebody's record"


def test_in_its_own_folder_it_is_made_anew_each_time(tmp_path: Path) -> None:
    folder = Database("", tmp_path)
    told = [
        folder.outfall("demo", "--no-serve", DATABASE_URL="", OUTFALL_TODAY=day)
        for day in ("2026-06-15", "2026-06-16")
    ]
    assert (
        told[0]
        == told[1]
        == "Town of Example: 31 cases, 10 people\nCity of Example: 32 cases, 10 people\n"
    )
    newest = folder.python(
        "from outfall.web.towns import scope\nfrom outfall.web.towns.models import Town\n"
        "from outfall.web.casework.models import Case\nwith scope.town(Town.objects.first().pk):\n"
        "    print(*set(Case.objects.values_list('judged_on', flat=True)))",
        DATABASE_URL="",
    )
    assert newest.strip() == "2026-06-16"
