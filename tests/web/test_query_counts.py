"""How many queries a page needs: as many for fifty cases as for five, and for a hundred entries."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from tests.web.cast import Cast, found_town

from outfall.web.casework import kinds, recording
from outfall.web.casework.models import Case, DeadlineRow, Entry, PowerRow
from outfall.web.casework.recording import New

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
FEW, MANY = 5, 50


@pytest.fixture(autouse=True)
def _that_day(settings: Settings) -> None:
    settings.OUTFALL_TODAY = TODAY.isoformat()


def add_cases(cast: Cast, count: int) -> list[Case]:
    """Cases with an overdue notice, each given to the supervisor: something for every list."""
    made: list[Case] = []
    with cast.scope():
        for _ in range(count):
            found, due = TODAY - timedelta(days=40), TODAY + timedelta(days=3)
            events: list[dict[str, object]] = [
                {"date": found, "event": "violation_observed", "kind": "maintenance"},
                {"date": found, "event": "notice_issued", "instrument": "notice_of_violation"},
                {"date": found, "event": "served", "instrument": "notice_of_violation"},
            ]
            events[1]["comply_by"], events[2]["method"] = due, "mail"
            cost = {"date": found, "event": "cost_recorded", "kind": "sampling", "amount": "90.00"}
            new = [New(str(e["event"]), _plain(e)) for e in (*events, cost)]
            person = cast.people["supervisor"]
            given = {"id": str(person.pk), "name": person.name}
            new.append(New(kinds.ASSIGNED, {"date": found.isoformat(), "person": given}))
            parties = [{"id": "owner", "role": "owner", "name": "Example Holdings LLC"}]
            body: dict[str, object] = {"date": found.isoformat(), "parties": parties}
            body["place"] = {"address": f"{len(made) + 1} Example Lane"}
            key = str(uuid.uuid4())
            case, _ = recording.open_case(body, new, cast.actor(), key=key, lenient=True)
            made.append(case)
    return made


def _plain(event: dict[str, object]) -> dict[str, object]:
    return {k: v.isoformat() if isinstance(v, date) else v for k, v in event.items()}


def queries(act: Callable[[], object]) -> int:
    """How many queries an act needs, once everything that is kept has been read."""
    act()
    with CaptureQueriesContext(connection) as seen:
        act()
    return len(seen)


@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("?whose=all", 30),
        ("?whose=mine", 30),
        ("?whose=role", 30),
        ("today/duties/", 10),
        ("today/due/", 10),
        ("cases/", 10),
        ("cases/?mine=1&sort=owed", 10),
    ],
)
def test_a_list_needs_as_many_queries_for_fifty_cases_as_for_five(page: str, most: int) -> None:
    cast = found_town()
    client = cast.client("supervisor")

    def show() -> bytes:
        answer = client.get(f"/example/{page}")
        assert answer.status_code == 200
        return bytes(answer.content)

    add_cases(cast, FEW)
    few = queries(show)
    add_cases(cast, MANY - FEW)
    many = queries(show)
    assert many == few <= most


def test_the_lists_of_today_are_not_empty_here() -> None:
    """The control of the test above: its cases stand in the lists that it counts queries for."""
    cast = found_town()
    add_cases(cast, FEW)
    with cast.scope():
        assert DeadlineRow.objects.filter(live=True, status="open").count() >= FEW
        assert PowerRow.objects.filter(live=True).count() >= FEW
        assert Case.objects.filter(assigned=cast.people["supervisor"]).count() == FEW


def test_a_page_that_asks_for_each_case_would_be_noticed() -> None:
    """The control of the count itself: one query a row, and it grows with the rows."""
    cast = found_town()

    def each() -> list[str]:
        with cast.scope():
            rows = DeadlineRow.objects.filter(live=True)
            return [row.case.number for row in rows]

    add_cases(cast, FEW)
    few = queries(each)
    add_cases(cast, FEW)
    assert queries(each) >= few + FEW


def test_the_case_page_needs_as_many_queries_for_a_hundred_entries() -> None:
    cast = found_town()
    client = cast.client("supervisor")
    case = add_cases(cast, 1)[0]

    def show() -> None:
        assert client.get(f"/example/cases/{case.number}/?all").status_code == 200

    few = queries(show)
    add_entries(cast, case, 100)
    with cast.scope():
        assert Entry.objects.filter(case=case).count() > 100
    assert queries(show) == few <= 15


def test_the_case_page_needs_no_more_in_a_town_of_fifty_cases() -> None:
    cast = found_town()
    client = cast.client("supervisor")
    case = add_cases(cast, 1)[0]
    few = queries(lambda: client.get(f"/example/cases/{case.number}/"))
    add_cases(cast, MANY)
    assert queries(lambda: client.get(f"/example/cases/{case.number}/")) == few


def test_recording_needs_as_many_queries_in_a_long_case_of_a_full_town() -> None:
    cast = found_town()
    client = cast.client("supervisor")
    first, second = add_cases(cast, 2)

    def save(case: Case) -> int:
        with cast.scope():
            length = Case.objects.get(pk=case.pk).length
        form = {
            "date": TODAY.isoformat(),
            "finding": "continuing",
            "key": str(uuid.uuid4()),
            "based_on": str(length),
            "save": "1",
        }
        client.get(f"/example/cases/{case.number}/")
        with CaptureQueriesContext(connection) as seen:
            answer = client.post(f"/example/cases/{case.number}/acts/inspected/", form)
        assert answer.status_code == 302, answer.content.decode()
        with cast.scope():
            assert Entry.objects.filter(case=case, kind="inspected").count() >= 1
        return len(seen)

    save(first)
    few = save(first)
    add_cases(cast, MANY)
    add_entries(cast, second, 100)
    assert save(second) <= few <= 45


def add_entries(cast: Cast, case: Case, count: int) -> None:
    """Notes and costs, one act with all of them."""
    day = TODAY.isoformat()
    cost = {"date": day, "event": "cost_recorded", "kind": "sampling", "amount": "12.00"}
    note = {"date": day, "text": "Spoke with the owner."}
    new = [New("cost_recorded", cost) if n % 2 else New(kinds.NOTE, note) for n in range(count)]
    with cast.scope():
        recording.record(case, new, cast.actor(), key=str(uuid.uuid4()), lenient=True)
