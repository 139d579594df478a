"""`outfall work`: letters go out once and are never lost, and a night is worked once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from tests.web.ground.databases import Database, at_once
from tests.web.offices import CITY, DAY, TOWN, demo, office, run, within

from outfall.law.assess import assess
from outfall.web import clock
from outfall.web.casework import projecting
from outfall.web.casework.assembling import assemble
from outfall.web.casework.models import Case
from outfall.web.jobs import nightly, outbox
from outfall.web.jobs.models import Message, Run
from outfall.web.towns.models import Town

__all__ = ["demo", "office"]
NOON = datetime(2026, 6, 15, 16, 0, tzinfo=UTC)


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = NOON

    def pass_by(self, **how_long: int) -> None:
        self.at += timedelta(**how_long)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The office's clock, stopped at noon."""
    stopped = Time()
    monkeypatch.setattr(clock, "now", lambda: stopped.at)
    return stopped


@pytest.fixture(autouse=True)
def _empty_box() -> Iterator[None]:
    mail.outbox = []
    Faulty.odds = 0.0
    yield
    mail.outbox = []


class Faulty(EmailBackend):
    """A mail server that fails as often as is asked."""

    odds = 0.0
    dice = random.Random(1)

    def send_messages(self, messages: Any) -> int:
        if self.dice.random() < self.odds:
            raise OSError("the mail server hangs up")
        return int(super().send_messages(messages))


@pytest.fixture
def faulty(settings: Any) -> type[Faulty]:
    """Mail goes by a server that can fail."""
    settings.EMAIL_BACKEND = f"{__name__}.Faulty"
    settings.DEFAULT_FROM_EMAIL = "stormwater@example.gov"
    return Faulty


def put(key: str, to: str = "pat@example.com") -> bool:
    with within(TOWN):
        return outbox.put(to, f"About {key}", "Something fell due.\n", key=key)


def message(key: str) -> Message:
    with within(TOWN):
        return Message.objects.get(key=key)


def sent_ids() -> list[str]:
    return [letter.extra_headers["Message-ID"] for letter in mail.outbox]


def test_a_letter_is_sent_once_and_the_same_key_is_the_same_letter(
    office: Database, time: Time, faulty: type[Faulty]
) -> None:
    assert (put("a"), put("a"), put("b")) == (True, False, True)
    assert outbox.drain() == outbox.Count(sent=2)
    assert outbox.drain() == outbox.Count()
    assert sorted(letter.subject for letter in mail.outbox) == ["About a", "About b"]
    assert len(set(sent_ids())) == 2
    assert all(id.endswith("@example.gov>") for id in sent_ids())
    assert message("a").sent_at == NOON


def test_a_letter_of_what_was_not_recorded_is_never_sent(
    office: Database, time: Time, faulty: type[Faulty]
) -> None:
    with transaction.atomic():
        put("of an entry that failed")
        transaction.set_rollback(True)
    with transaction.atomic():
        put("of an entry that stands")
    outbox.drain()
    assert [letter.subject for letter in mail.outbox] == ["About of an entry that stands"]


def test_a_letter_that_fails_waits_longer_each_time_and_is_given_up_after_the_tenth(
    office: Database, time: Time, faulty: type[Faulty]
) -> None:
    put("a")
    faulty.odds = 1.0
    pauses = []
    for n in range(1, outbox.TRIES_MOST + 1):
        assert outbox.drain() == outbox.Count(failed=1, given_up=int(n == outbox.TRIES_MOST))
        assert outbox.drain() == outbox.Count()
        waiting = message("a").not_before - time.at
        pauses.append(int(waiting.total_seconds()) // 60)
        time.at = message("a").not_before
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    lost = message("a")
    assert (lost.tries, lost.sent_at, lost.given_up_at is not None) == (10, None, True)
    assert lost.trouble == "OSError: the mail server hangs up"
    time.pass_by(days=30)
    faulty.odds = 0.0
    assert outbox.drain() == outbox.Count()
    assert mail.outbox == []


def test_a_thousand_letters_by_a_faulty_server_are_neither_lost_nor_doubled(
    office: Database, time: Time, faulty: type[Faulty]
) -> None:
    with transaction.atomic():
        for n in range(1000):
            put(f"letter {n}")
    faulty.odds = 0.3
    rounds = 0
    while outbox.drain() != outbox.Count() or rounds < 12:
        time.pass_by(hours=2)
        rounds += 1
    counted = Counter(sent_ids())
    assert len(counted) == 1000
    assert set(counted.values()) == {1}
    with within(TOWN):
        assert not Message.objects.filter(sent_at=None).exists()


def test_whoever_is_stopped_after_sending_sends_the_same_letter_again(
    office: Database, time: Time, faulty: type[Faulty], monkeypatch: pytest.MonkeyPatch
) -> None:
    put("a")
    save = Message.save

    def stopped(self: Message, *args: Any, **named: Any) -> None:
        if self.sent_at is not None:
            raise KeyboardInterrupt
        save(self, *args, **named)

    monkeypatch.setattr(Message, "save", stopped)
    with pytest.raises(KeyboardInterrupt):
        outbox.drain()
    monkeypatch.setattr(Message, "save", save)
    assert outbox.drain() == outbox.Count(), "its pause is not over"
    time.pass_by(minutes=2)
    assert outbox.drain() == outbox.Count(sent=1)
    first, second = sent_ids()
    assert first == second


def test_workers_that_drain_at_once_send_each_letter_once(
    office: Database, time: Time, faulty: type[Faulty]
) -> None:
    with transaction.atomic():
        for n in range(40):
            put(f"letter {n}")
    counts = at_once(4, lambda n: outbox.drain())
    assert sum(count.sent for count in counts if isinstance(count, outbox.Count)) == 40
    assert [count for count in counts if isinstance(count, Exception)] == []
    assert set(Counter(sent_ids()).values()) == {1}


def as_assessed(slug: str, day: date) -> dict[str, tuple[object, ...]]:
    """What the law says of each case, that lists show."""
    found: dict[str, tuple[object, ...]] = {}
    with within(slug) as town:
        for case in Case.objects.all():
            read = assemble(case, town)
            account = assess(read.law, read.case, day).account
            found[case.number] = (account.owed, account.per_diem, account.lien)
    return found


def as_stored(slug: str) -> dict[str, tuple[object, ...]]:
    with within(slug):
        rows = Case.objects.values_list("number", "owed", "per_diem", "lien")
        return {number: tuple(rest) for number, *rest in rows}


def test_a_night_puts_right_what_time_has_changed(office: Database, settings: Any) -> None:
    day = DAY + timedelta(days=40)
    assert as_stored(CITY) == as_assessed(CITY, DAY)
    settings.OUTFALL_TODAY = day.isoformat()
    assert as_stored(CITY) != as_assessed(CITY, day)
    told = nightly.night(Town.objects.get(slug=CITY))
    assert "cases judged anew" in told
    assert as_stored(CITY) == as_assessed(CITY, day)
    with within(CITY):
        old = Case.objects.filter(closed_on=None, judged_on__lt=day, exposure__gt=0)
        assert not old.exists()


def test_a_night_is_worked_once_a_day_by_whoever_comes_first(office: Database) -> None:
    town = Town.objects.get(slug=TOWN)
    said = at_once(3, lambda n: nightly.night(Town.objects.get(slug=TOWN)))
    assert sorted(map(bool, said)) == [False, False, True]
    assert nightly.night(town) == ""
    with within(TOWN):
        (run_of_it,) = Run.objects.all()
        assert run_of_it.ended_at is not None
        assert run_of_it.told in said


def test_a_night_that_was_broken_off_is_worked_after_an_hour(
    office: Database, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town.objects.get(slug=TOWN)
    assert nightly.due(town)
    with monkeypatch.context() as broken:
        broken.setattr(nightly, "_judged_anew", lambda town, today: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            nightly.night(town)
    assert not nightly.due(town)
    time.pass_by(minutes=61)
    assert nightly.due(town)
    assert nightly.night(town)
    assert not nightly.due(town)


def test_before_one_at_night_in_the_towns_zone_nothing_is_due(office: Database, time: Time) -> None:
    eastern, central = Town.objects.get(slug=TOWN), Town.objects.get(slug=CITY)
    time.at = datetime(2026, 6, 15, 4, 59, tzinfo=UTC)
    assert not nightly.due(eastern)
    time.at = datetime(2026, 6, 15, 5, 1, tzinfo=UTC)
    assert (nightly.due(eastern), nightly.due(central)) == (True, False)


def test_a_case_that_cannot_be_judged_is_named_and_the_others_are(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTFALL_TODAY = (DAY + timedelta(days=40)).isoformat()
    whole = projecting.project

    def broken(row: Case, *rest: Any) -> Any:
        if row.address == "150 Cannery Row":
            raise RuntimeError
        return whole(row, *rest)

    monkeypatch.setattr(nightly, "project", broken)
    told = nightly.night(Town.objects.get(slug=CITY))
    with within(CITY):
        number = Case.objects.get(address="150 Cannery Row").number
    assert told.endswith(f"1 cases could not be judged: {number}")


def test_at_the_beginning_of_a_week_each_person_is_told_what_falls_due(
    office: Database, time: Time, faulty: type[Faulty], settings: Any
) -> None:
    town = Town.objects.get(slug=CITY)
    nightly.night(town)
    assert outbox.drain() == outbox.Count(sent=2)
    letters = {letter.to[0]: letter.body for letter in mail.outbox}
    assert set(letters) == {"inspector@city.example.gov", "inspector2@city.example.gov"}
    mine = letters["inspector@city.example.gov"]
    assert "118 Sample Road: hearing at 18:30, Room 2" in mine
    assert "25 Foundry Street: last day, compliance date (the party's), § C.1.a(4)" in mine
    assert "33 Depot Street: last day, cost notice (the town's), § D.2.a" in mine
    assert "66 Depot Street" not in mine
    assert "66 Depot Street: hearing at 10:00" in letters["inspector2@city.example.gov"]
    settings.OUTFALL_TODAY = (DAY + timedelta(days=1)).isoformat()
    nightly.night(town)
    assert outbox.drain() == outbox.Count(), "once a week"
    settings.OUTFALL_TODAY = (DAY + timedelta(days=7)).isoformat()
    nightly.night(town)
    assert outbox.drain().sent == 2


def test_the_command_does_what_is_due_once_and_ends(demo: Database) -> None:
    status, said = run(demo, "work", "--once", OUTFALL_TODAY="2026-06-16")
    assert status == 0
    lines = [line for line in said.splitlines() if "laid out" in line or "letters:" in line]
    assert [line.split(":")[0] for line in lines] in (
        ["town-of-example", "city-of-example", "letters"],
        ["city-of-example", "letters"],
        ["town-of-example", "letters"],
        [],
    )
