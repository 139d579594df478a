"""The night's work at once and one by one: the same rows, whatever the night and the case."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from tests.web.ground.databases import Database
from tests.web.offices import CITY, DAY, TOWN, demo, office, within
from tests.web.stand_in import by_assess

from outfall.docket.engine.layout import REASONS
from outfall.web.casework import engine, recording
from outfall.web.casework.models import Case
from outfall.web.casework.recording import Actor, New
from outfall.web.casework.words import STAGES
from outfall.web.jobs import at_once, checks, nightly
from outfall.web.jobs.models import Run
from outfall.web.jobs.rebuilding import stored
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Person, Town

__all__ = ["demo", "office"]
Rows = dict[str, dict[str, Any]]
# Night after night, and then with nights that nobody worked between.
NIGHTS = (*range(1, 9), 10, 14, 17, 24, 25, 40, 75, 120, 190, 191, 300, 420)
SOME = (1, 2, 3, 5, 8, 14, 25, 75, 190, 191, 420)
ONE_OF = pytest.mark.once("the other town's nights are worked on both databases")


def every_row() -> Rows:
    """All that is projected of every case of the town in scope."""
    return {row.number: stored(row) for row in Case.objects.order_by("pk")}


def one_by_one(town: Town, today: date) -> Rows:
    """The rows after a night in which the engine is not asked; the database is put back after."""
    with transaction.atomic():
        done, failed = nightly._judged_anew(town, today)
        assert (done > 0, failed) == (True, [])
        found = every_row()
        transaction.set_rollback(True)
    return found


def at_once_night(town: Town, today: date) -> at_once.Told:
    """A night's work, by the engine first."""
    told = at_once.write(town, every_setting(), nightly.grown_old(today), today)
    assert nightly._judged_anew(town, today)[1] == []
    return told


def nights(slug: str, settings: Any, days: tuple[int, ...] = NIGHTS) -> tuple[int, int]:
    """Work many nights both ways; gives how many cases were written at once, and how many due."""
    written = due = 0
    with within(slug) as town:
        for far in days:
            today = DAY + timedelta(days=far)
            settings.OUTFALL_TODAY = today.isoformat()
            due += Case.objects.filter(nightly.grown_old(today)).count()
            slow = one_by_one(town, today)
            written += at_once_night(town, today).written
            found = every_row()
            assert {n: rows for n, rows in found.items() if slow[n] != rows} == {}, today
            assert not Case.objects.filter(nightly.grown_old(today)).exists()
    return written, due


@pytest.mark.parametrize("slug", [TOWN, pytest.param(CITY, marks=ONE_OF)])
def test_both_ways_give_the_same_rows_night_after_night(
    slug: str, office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)
    with within(slug):
        assert len({row.stage for row in Case.objects.all()}) >= len(STAGES) - 1
    written, due = nights(slug, settings, SOME)
    assert due > 200
    assert written > due / 2


@pytest.mark.apart
@pytest.mark.parametrize("slug", [TOWN, CITY])
def test_so_does_the_engine_itself(
    slug: str, office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WORTH", 1)
    written, due = nights(slug, settings)
    assert written > due / 2
    with within(slug) as town:
        assert all(map(engine.is_ready, nightly_laws(town)))


def nightly_laws(town: Town) -> Any:
    from outfall.web.towns.reading_effects import every_law  # noqa: PLC0415 - one test's own

    return every_law(town, every_setting())


def test_figures_written_without_asking_would_be_wrong(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a case whose course has changed needs more than its amounts."""
    by_assess(monkeypatch)
    asked = at_once.in_columns().steady

    def all_of_them(law: Any, cases: Any, before: Any, on: date) -> Any:
        answers, why = asked(law, cases, [on] * len(cases), on)
        return {n: (rows, None, now) for n, (rows, _, now) in answers.items()}, why

    monkeypatch.setattr(at_once.in_columns(), "steady", all_of_them)
    monkeypatch.setattr(at_once, "_is_as_stored", lambda *_: True)
    monkeypatch.setattr(at_once, "_waiting", lambda due, today: Case.objects.filter(due))
    wrong = 0
    with within(CITY) as town:
        for far in (5, 12, 30):
            today = DAY + timedelta(days=far)
            settings.OUTFALL_TODAY = today.isoformat()
            slow = one_by_one(town, today)
            at_once_night(town, today)
            found = every_row()
            wrong += sum(found[number] != rows for number, rows in slow.items())
    assert wrong > 1


def paid(number: str) -> None:
    """Somebody records a payment of ten dollars in a case."""
    row = Case.objects.get(number=number)
    actor = Actor(Person.objects.filter(memberships__role="finance").first(), "finance")
    body = {"date": row.judged_on.isoformat() if row.judged_on else "", "event": "paid"}
    new = [New("paid", {**body, "amount": "10.00"})]
    recording.record(row, new, actor, key=str(uuid.uuid4()))


@pytest.mark.parametrize("guarded", [True, False])
def test_what_is_recorded_meanwhile_is_not_written_over(
    guarded: bool, office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)
    today = DAY + timedelta(days=1)
    put = at_once._put
    with within(CITY) as town:
        row = Case.objects.filter(owed__gt=5000, per_diem__gt=0).exclude(turns_on__lte=today)[0]

        def late(found: Any, on: date) -> int:
            paid(row.number)
            return put(found, on)

        monkeypatch.setattr(at_once, "_put", late)
        if not guarded:
            monkeypatch.setattr(at_once, "_state", lambda row: ())
        settings.OUTFALL_TODAY = today.isoformat()
        at_once.write(town, every_setting(), nightly.grown_old(today), today)
        left = Case.objects.get(pk=row.pk).owed
    # The control: without the look at the case's head, the payment would be gone from the lists.
    assert (left < row.owed) is guarded


def test_a_case_that_was_judged_by_another_law_or_program_is_judged_anew(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)
    today = DAY + timedelta(days=1)
    settings.OUTFALL_TODAY = today.isoformat()
    with within(CITY) as town:
        Case.objects.update(judged_by="0.0.1 another law")
        assert at_once.write(town, every_setting(), nightly.grown_old(today), today).written == 0
        assert nightly._judged_anew(town, today)[0] > 0
        assert not Case.objects.filter(judged_by="0.0.1 another law", judged_on=today).exists()


def night(slug: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a whole night says that it did."""
    settings.OUTFALL_TODAY = (DAY + timedelta(days=1)).isoformat()
    with within(slug) as town:
        Run.objects.all().delete()
        return nightly.night(town)


def test_the_night_says_how_it_was_done(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)
    told = night(CITY, settings, monkeypatch)
    assert " of them at once)" in told
    assert f"were handed over to assess by the engine ({told.split('(')[-1]}" in told
    assert REASONS[1] in told


def test_without_the_extra_it_is_done_one_by_one_and_says_so(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WORTH", 1)
    monkeypatch.setattr(engine, "is_installed", lambda: False)
    told = night(CITY, settings, monkeypatch)
    assert "one by one, for the engine is not installed (outfall[docket])" in told
    assert "at once" not in told
    (found,) = [one for one in checks.work() if one.check == "engine"]
    assert found.well
    assert "one by one" in found.says
    monkeypatch.setattr(engine, "is_installed", lambda: True)
    (found,) = [one for one in checks.work() if one.check == "engine"]
    assert "at once" in found.says


def test_an_engine_that_can_not_be_loaded_stops_no_night_and_is_not_well(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)

    def broken(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(engine, "import_module", broken)
    told = night(CITY, settings, monkeypatch)
    assert "one by one, for the engine can't be loaded" in told
    (found,) = [one for one in checks.work() if one.check == "engine"]
    assert not found.well


def test_a_small_town_is_done_one_by_one_without_a_word(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = by_assess(monkeypatch, worth=10_000)
    told = night(CITY, settings, monkeypatch)
    assert ("at once" in told, "one by one" in told, asked) == (False, False, [])


def test_a_defect_of_the_engine_costs_no_case_its_rows(
    office: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(at_once.in_columns(), "evaluate", broken)
    today = DAY + timedelta(days=1)
    settings.OUTFALL_TODAY = today.isoformat()
    with within(CITY) as town:
        slow = one_by_one(town, today)
        told = at_once_night(town, today)
        assert (told.written, set(told.left)) == (0, {"the engine failed"})
        assert every_row() == slow
