"""What another reading would change, in all open cases at once: the figures of one by one."""

from __future__ import annotations

import csv
import io
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.test import Client
from tests.web.cast import Cast, found_town
from tests.web.ground.databases import Database
from tests.web.offices import CITY, DAY, TOWN, demo, office, within
from tests.web.stand_in import by_assess

from outfall.web.casework import engine, moves
from outfall.web.casework.previewing import Change
from outfall.web.towns import effects_at_once, reading_effects
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.effects_at_once import look
from outfall.web.towns.models import Town

__all__ = ["demo", "office"]
SAME = ("open", "looked", "changed", "moves", "could", "owed", "unlimited")
FOUND = {"date": "2026-06-01", "event": "violation_observed", "kind": "discharge"}
NOTICE = {
    "date": "2026-06-01",
    "event": "notice_issued",
    "instrument": "notice_of_violation",
    "comply_by": "2026-07-01",
    "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal", "town_work"],
}
SERVED = {
    "date": "2026-06-02",
    "event": "served",
    "instrument": "notice_of_violation",
    "method": "personal",
}
CHOICE = "/city/ordinance/readings/appeal_window/?choice=seven_from_date"


def others(town: Town) -> list[tuple[str, dict[str, Any]]]:
    """Every other choice of every reading, other figures, and other days off."""
    values = every_setting()
    law = reading_effects.every_law(town, values)[0]
    with_one = reading_effects.with_one
    found = [
        (reading.id, with_one(values, "readings", reading.id, choice))
        for reading in law.readings
        for choice, _ in reading.choices
        if choice != reading.adopted
    ]
    for item in law.policy:
        if isinstance(item.value, int):
            found.append(("", with_one(values, "policy", item.id, item.value + 4)))
    days = [DAY.replace(day=day).isoformat() for day in (12, 16, 22)]
    return [*found, ("", {**values, "calendar": {"added_holidays": days}})]


def compared(slug: str) -> int:
    """Look at every other choice both ways; gives in how many some case would stand otherwise."""
    other = 0
    with within(slug) as town:
        for reading, then in others(town):
            quick = look(town, then, reading=reading)
            slow = reading_effects.effects(town, then, reading=reading)
            assert (quick.effects.at_once, slow.at_once) == (True, False)
            for name in SAME:
                assert getattr(quick.effects, name) == getattr(slow, name), (reading, name)
            told = {effect.row.pk: effect.changes for effect in slow.cases}
            changed = [
                pk
                for pk, changes in told.items()
                if any(c.what not in reading_effects.REMARKS for c in changes)
            ]
            assert [row.pk for row, _ in quick.moves] == changed
            assert all(told[effect.row.pk] == effect.changes for effect in quick.effects.cases)
            for row, some in quick.moves:
                kept = [c for c in told[row.pk] if c.what not in reading_effects.REMARKS]
                assert sorted(m[:3] for m in some) == sorted((c.what, c.how, c.name) for c in kept)
            other += bool(changed)
    return other


@pytest.mark.parametrize("slug", [TOWN, CITY])
def test_the_figures_are_those_of_judging_one_by_one(
    slug: str, office: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_assess(monkeypatch)
    assert compared(slug) >= 5


@pytest.mark.apart
@pytest.mark.parametrize("slug", [TOWN, CITY])
def test_so_they_are_by_the_engine_itself(
    slug: str, office: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WORTH", 1)
    with within(slug) as town:
        effects_at_once.warm(town, every_setting())
    assert compared(slug) >= 5


@pytest.fixture
def city(settings: Any) -> Cast:
    settings.OUTFALL_TODAY = DAY.isoformat()
    return found_town("city", "city-9-3-12", "City of Example")


def opened(client: Client, address: str = CHOICE) -> tuple[Any, str]:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.context["effects"], " ".join(answer.content.decode().split())


@pytest.mark.django_db
def test_the_page_tells_totals_and_leads_to_a_table(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [city.case(FOUND, NOTICE, SERVED, lenient=True) for _ in range(3)]
    city.case(FOUND)
    by_assess(monkeypatch)
    monkeypatch.setattr(effects_at_once, "LISTED", 2)
    found, text = opened(city.client("attorney"))
    assert (found.at_once, found.open, found.changed, len(found.cases)) == (True, 4, 3, 2)
    assert "The first 2 of them, last touched first" in text
    assert "Last day is another, or its status" in text
    assert (found.bars[0].name, found.bars[0].many) == ("Appeal", 3)
    client = city.client("auditor")
    for ending in ("csv", "xlsx", "parquet"):
        answer = client.get(f"{CHOICE}&as={ending}")
        assert answer.status_code == 200
        name = f'attachment; filename="what-if-appeal_window-2026-06-15.{ending}"'
        assert answer["Content-Disposition"] == name
    rows = pq.read_table(io.BytesIO(client.get(f"{CHOICE}&as=parquet").content)).to_pylist()
    assert {row["case"] for row in rows} == {case.number for case in cases}
    assert {
        "case": cases[0].number,
        "address": "12 Example Lane",
        "owner": "Example Holdings LLC",
        "what": "deadline",
        "how": "changes",
        "which": "Appeal",
        "id": "appeal",
        "now": "2026-06-16 open",
        "then": "2026-06-08 missed",
    } in rows
    text = client.get(f"{CHOICE}&as=csv").content.decode("utf-8-sig")
    assert len(list(csv.reader(io.StringIO(text, newline="")))) == len(rows) + 1
    assert client.get(f"{CHOICE}&as=exe").status_code == 404


@pytest.mark.django_db
def test_the_calendar_and_a_figure_are_looked_at_in_the_same_way(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    by_assess(monkeypatch)
    client = city.client("attorney")
    calendar = "/city/settings/calendar/?look=1&add=2026-06-16"
    found, text = opened(client, calendar)
    assert found.at_once
    assert client.get(f"{calendar}&as=csv").status_code == 200
    assert "as=parquet" in text or found.changed == 0


@pytest.mark.django_db
def test_where_nothing_is_ready_the_page_is_as_it_was_and_compiles_nothing(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    asked = by_assess(monkeypatch)
    monkeypatch.setattr(engine, "is_ready", lambda law: False)
    found, text = opened(city.client("attorney"))
    assert (found.at_once, found.changed, asked) == (False, 1, [])
    assert "as=csv" not in text
    assert "each=1" not in text
    assert city.client("attorney").get(f"{CHOICE}&as=csv").status_code == 404


@pytest.mark.django_db
def test_a_small_town_is_looked_at_one_by_one(city: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    asked = by_assess(monkeypatch, worth=2)
    found, _ = opened(city.client("attorney"))
    assert (found.at_once, found.changed, asked) == (False, 1, [])


@pytest.mark.django_db
def test_a_case_in_which_only_a_warning_changes_is_found_one_by_one(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the engine does not work out is said, with the way to where it is."""
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    by_assess(monkeypatch)
    _, text = opened(city.client("attorney"))
    assert "look through the cases one by one" in text
    remark = Change("new", "warning", "Somebody should look at this")
    monkeypatch.setattr(reading_effects, "changes", lambda *_: [remark])
    found, text = opened(city.client("attorney"), f"{CHOICE}&each=1")
    assert (found.at_once, found.changed, found.remarked) == (False, 0, 1)
    assert "In 1 only a warning, or a doubt about an earlier act, would be another." in text


@pytest.mark.django_db
def test_a_defect_of_the_engine_costs_nobody_an_answer(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    by_assess(monkeypatch)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(moves, "moved", broken)
    found, _ = opened(city.client("attorney"))
    assert (found.at_once, found.changed) == (False, 1)


@pytest.mark.django_db
def test_so_does_an_engine_that_can_not_be_loaded(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    city.case(FOUND, NOTICE, SERVED, lenient=True)
    ready = engine.is_ready
    by_assess(monkeypatch)
    monkeypatch.setattr(engine, "is_ready", ready)

    def broken(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(engine, "import_module", broken)
    found, _ = opened(city.client("attorney"))
    assert (found.at_once, found.changed) == (False, 1)


@pytest.mark.django_db
def test_more_cases_than_one_request_takes_are_led_on_to(
    city: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        city.case(FOUND, NOTICE, SERVED, lenient=True)
    by_assess(monkeypatch)
    monkeypatch.setattr(effects_at_once, "MOST", 2)
    monkeypatch.setattr(effects_at_once, "BATCH", 1)
    found, text = opened(city.client("attorney"))
    assert (found.looked, found.changed, found.whole) == (2, 2, False)
    assert "first=2" in text
    found, _ = opened(city.client("attorney"), f"{CHOICE}&first=2")
    assert (found.looked, found.changed) == (1, 1)
