"""Two signatures make a draft law from a day on; old cases keep theirs, and the record says who."""

from __future__ import annotations

import html
import json
import re
import shutil
import uuid
from datetime import date
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import DatabaseError, connection, transaction
from tests.web.cast import Cast, found_town
from tests.web.drafted import TEXT, TITLE, bench, looked_over, made, send

from outfall.web.casework import assembling, kinds, storing
from outfall.web.casework.models import Case, Entry
from outfall.web.drafts import published
from outfall.web.drafts.models import PUBLISHED, WORKING, Draft, Pack
from outfall.web.drafts.publishing import NotPublished, publish
from outfall.web.jobs.models import Message
from outfall.web.towns import founding
from outfall.web.towns.adopted import law_of, setting

pytestmark = pytest.mark.django_db
FOUND = {"event": "violation_observed", "kind": "discharge"}
DAY = "2026-07-01"


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town() -> Cast:
    return found_town()


@pytest.fixture
def row(town: Cast) -> Draft:
    found = made(town)
    looked_over(town, found)
    return found


def at(row: Draft, more: str = "publish/") -> str:
    return f"/example/ordinance/drafts/{row.pk}/{more}"


def signed(town: Cast, row: Draft, **form: str) -> Any:
    given = {"since": DAY, "why": "Local Law 4 of 2026.", **form}
    return send(town.client("attorney"), at(row), **given)


def second(town: Cast, row: Draft, role: str = "supervisor", **form: str) -> Any:
    return send(town.client(role), at(row), **{"second": "1", **form})


def stage(town: Cast, row: Draft) -> str:
    with town.scope():
        return Draft.objects.get(pk=row.pk).stage


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_every_reason_stands_in_the_way_at_once(town: Cast) -> None:
    row = made(town)
    answer = signed(town, row, since="2020-01-01")
    assert answer.status_code == 422
    text = text_of(answer)
    assert "8 facts were not looked at by anybody." in text
    assert "2 questions are not answered." in text
    assert stage(town, row) == WORKING


def test_two_signatures_make_it_law_and_old_cases_keep_theirs(
    town: Cast, row: Draft, settings: Any
) -> None:
    old = town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    assert signed(town, row).status_code == 302
    assert second(town, row).status_code == 302
    assert stage(town, row) == PUBLISHED
    settings.OUTFALL_TODAY = "2026-07-03"
    new = town.case({"date": "2026-07-02", **FOUND}, lenient=True)
    with town.scope():
        assert assembling.assemble(Case.objects.get(pk=old.pk), town.town).law.id == "webster-ny"
        law = assembling.assemble(Case.objects.get(pk=new.pk), town.town).law
        assert (law.id, law.version, law.title) == ("example", DAY, TITLE)
        assert Case.objects.get(pk=new.pk).ordinance == "example"
        assert setting("ordinance")["adopted"][-1] == {"pack": "example", "since": DAY}
    page = text_of(town.client("auditor").get("/example/ordinance/"))
    assert TITLE in page
    assert "20 days after service of the notice of violation" in page
    assert TITLE in text_of(town.client("auditor").get("/example/ordinance/version/"))


def test_the_record_says_who_when_and_what(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    with town.scope():
        entry = Entry.objects.get(kind=kinds.TOWN_ORDINANCE)
        content = json.loads(entry.content)
        pack = Pack.objects.get()
        adopted = json.loads(Entry.objects.filter(kind=kinds.TOWN_SET).latest("n").content)
    assert content["by"]["name"] == "Attorney Example"
    assert content["second"]["name"] == "Supervisor Example"
    body = content["body"]
    assert (body["since"], body["digest"], body["pack"]) == (DAY, pack.digest, "example")
    assert body["facts"] == {"accepted": 8, "corrected": 0, "rejected": 0}
    assert adopted["second"]["name"] == "Supervisor Example"
    assert storing.fetch("example", pack.digest) == pack.content.encode()
    shown = text_of(town.client("auditor").get(at(row)))
    assert pack.digest in shown
    assert f"Entry {entry.n} of" in shown


def test_nobody_signs_twice_and_not_every_role_signs(town: Cast, row: Draft) -> None:
    assert "An attorney puts the first signature" in text_of(second(town, row))
    signed(town, row)
    listed = town.client("supervisor").get("/example/proposals/")
    assert f"waits for a second signature: {TITLE}" in text_of(listed)
    again = second(town, row, "attorney")
    assert again.status_code == 422
    assert "You signed this yourself" in text_of(again)
    for role in ("inspector", "administrator", "auditor", "finance"):
        assert second(town, row, role).status_code == 403
    assert stage(town, row) == "signed"
    with town.scope():
        assert not Pack.objects.exists()


def test_without_the_second_person_one_could_publish_alone(
    town: Cast, row: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed(town, row)
    monkeypatch.setattr("outfall.web.drafts.publishing.why_not_second", lambda *_: "")
    assert second(town, row, "attorney").status_code == 302
    assert stage(town, row) == PUBLISHED


def test_what_was_signed_is_what_is_published(town: Cast, row: Draft) -> None:
    signed(town, row)
    with town.scope():
        changed = Draft.objects.get(pk=row.pk)
        changed.facts[5]["value"] = 99
        changed.length += 1
        changed.save()
    answer = second(town, row)
    assert answer.status_code == 422
    assert "The draft is not the one that was signed" in text_of(answer)


def test_a_second_click_publishes_once(town: Cast, row: Draft) -> None:
    signed(town, row)
    assert [second(town, row).status_code for _ in range(2)] == [302, 302]
    with town.scope():
        publish(row, town.people["supervisor"], frozenset({"supervisor"}), town.town)
        assert Pack.objects.count() == 1
        assert Entry.objects.filter(kind=kinds.TOWN_ORDINANCE).count() == 1
        assert len(setting("ordinance")["adopted"]) == 2


def test_it_is_sent_back_with_a_reason_and_can_be_changed_again(town: Cast, row: Draft) -> None:
    signed(town, row)
    refused = second(town, row, back="1", why="")
    assert refused.status_code == 422
    assert "Say why" in text_of(refused)
    assert second(town, row, back="1", why="The fee is missing.").status_code == 302
    assert stage(town, row) == WORKING
    assert "The fee is missing." in text_of(town.client("attorney").get(at(row)))
    done = town.client("attorney").post(at(row, ""), {"fact": "0", "seen": "1", "ruling": "again"})
    assert done.status_code == 302
    refused = signed(town, row)
    assert "One fact was not looked at" in text_of(refused)


def test_letters_ask_the_others_and_tell_whoever_signed(town: Cast, row: Draft) -> None:
    signed(town, row)
    with town.scope():
        assert [m.to for m in Message.objects.all()] == ["supervisor@example.example.gov"]
    second(town, row)
    with town.scope():
        told = Message.objects.latest("pk")
        assert told.to == "attorney@example.example.gov"
        assert "Supervisor Example has signed" in told.text


@pytest.mark.parametrize("since", ["2026-06-10", "2026-06-01"])
def test_no_case_in_hand_loses_its_version(town: Cast, row: Draft, since: str) -> None:
    town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    answer = signed(town, row, since=since)
    assert answer.status_code == 422
    assert "would lose the version under which it was begun" in text_of(answer)


def test_a_choice_of_the_town_that_says_otherwise_is_told(town: Cast, row: Draft) -> None:
    with town.scope():
        founding.set_topic("readings", {"defective_notice": "substantial"}, town.actor("attorney"))
    answer = signed(town, row)
    assert answer.status_code == 422
    assert "The town has adopted “substantial”" in text_of(answer)


def test_open_cases_that_would_stand_otherwise_are_shown_first(town: Cast, row: Draft) -> None:
    case = town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    page = town.client("attorney").get(at(row))
    assert page.context["effects"].open == 1
    assert [e.row.number for e in page.context["effects"].cases] == [case.number]
    assert "Beside the law in force" in text_of(page)


def test_a_later_version_of_the_same_ordinance(town: Cast, row: Draft, settings: Any) -> None:
    signed(town, row)
    second(town, row)
    other = made(town, TEXT.replace("20 days", "25 days"), "Chapter 9, as amended")
    looked_over(town, other)
    assert signed(town, other, since="2026-09-01").status_code == 302
    assert second(town, other).status_code == 302
    settings.OUTFALL_TODAY = "2026-10-01"
    with town.scope():
        early, late = (law_of(town.town, date(2026, month, 5)) for month in (8, 9))
    assert (early.version, late.version) == (DAY, "2026-09-01")
    assert early.until == date(2026, 8, 31)
    page = text_of(town.client("auditor").get("/example/ordinance/?on=2026-08-05"))
    assert "20 days after service" in page
    page = text_of(town.client("auditor").get("/example/ordinance/"))
    assert "25 days after service" in page


def test_what_is_laid_out_is_made_anew_where_it_is_gone_or_changed(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    with town.scope():
        place = published.folder("example")
        assert place is not None
        file = place / f"{DAY}.yaml"
        whole = file.read_bytes()
        file.write_bytes(whole.replace(b"20 days", b"90 days"))
        assert published.folder("example") == place
        assert file.read_bytes() == whole
        shutil.rmtree(django_settings.HOME / "cache")
        assert law_of(town.town, date(2026, 7, 2)).id == "example"


def test_another_town_has_no_such_pack(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    other = found_town("other", "city-9-3-12", "Other City")
    with other.scope():
        assert published.folder("example") is None
    with town.scope():
        assert published.folder("example") is not None


def test_a_published_version_cant_be_changed(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    with town.scope():
        pack = Pack.objects.get()
        for act in (pack.delete, lambda: Pack.objects.update(content="another")):
            refused = pytest.raises(DatabaseError, match="a published version is law")
            with refused, transaction.atomic():
                act()
        assert Pack.objects.get().content == pack.content


def test_without_its_guard_a_version_could_be_changed(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    if connection.vendor != "sqlite":
        pytest.skip("the guards of PostgreSQL are taken away by their owner alone")
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER drafts_pack_no_update")
    with town.scope():
        assert Pack.objects.update(content="another") == 1


def test_a_draft_that_changed_since_the_page_was_opened_is_not_signed(
    town: Cast, row: Draft
) -> None:
    form = {"key": str(uuid.uuid4()), "based_on": "1", "since": DAY, "why": "Local law."}
    answer = town.client("attorney").post(at(row), form)
    assert answer.status_code == 422
    assert "The draft was changed since you opened this page" in text_of(answer)


def test_a_published_draft_is_read_only(town: Cast, row: Draft) -> None:
    signed(town, row)
    second(town, row)
    answer = town.client("attorney").post(
        at(row, ""), {"fact": "0", "seen": "1", "ruling": "again"}
    )
    assert answer.status_code == 422
    with town.scope():
        found = bench(town, row)
        assert not found.waiting_facts
        with pytest.raises(NotPublished):
            publish(made(town), town.people["supervisor"], frozenset({"supervisor"}), town.town)
