"""Somebody keeps the calendar of hearings: rooms, officers, what waits, what outcomes do."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from tests.web.cast import Cast, found_town
from tests.web.money_cases import kinds_of, on_day, words, worked

from outfall.law.assess import assess
from outfall.web.casework import assembling, filings, recording
from outfall.web.casework.calendar import between, of_cases
from outfall.web.casework.models import Case, Entry
from outfall.web.casework.recording import New
from outfall.web.towns.founding import set_topic

pytestmark = pytest.mark.django_db
SET = {
    "event": "hearing_set",
    "date": "2026-03-18",
    "held_on": "2026-04-01T19:00",
    "where": "Room B",
}


@pytest.fixture
def town(settings: Any) -> Cast:
    on_day(settings, "2026-03-20")
    return found_town("example")


@pytest.fixture
def case(town: Cast) -> Case:
    """An appeal that is set down for April 1 at seven."""
    return worked(town, "webster-basin", until="2026-03-18", number="W-1")


def address(town: Cast, case: Case) -> str:
    with town.scope():
        hearing = of_cases(Case.objects.filter(pk=case.pk))[0]
    return f"/{town.town.slug}/cases/{case.number}/hearings/{hearing.entry}/"


def set_room(
    town: Cast, case: Case, room: str, officer: str = "", role: str = "hearing_officer", **more: Any
) -> Any:
    with town.scope():
        length = Case.objects.get(pk=case.pk).length
    key = f"{case.number}-{room}-{officer}-{length}"
    sent = {"key": key, "based_on": length, "room": room, "officer": officer}
    return town.client(role).post(address(town, case), {**sent, **more})


# The calendar


def test_a_month_tells_each_hearing_in_the_grid_and_in_the_list(town: Cast, case: Case) -> None:
    page = town.client("hearing_officer").get("/example/hearings/?on=2026-04-10")
    body, text = page.content.decode(), words(page)
    assert "April 2026" in text
    assert '<th scope="col"><abbr title="Sunday">' in body
    assert body.count(f'href="{address(town, case)}"') == 2
    assert "7 p.m." in text or "7:00 p" in text
    assert "Town Hall, Meeting Room B" in text


def test_a_week_shows_its_seven_days(town: Cast, case: Case) -> None:
    client = town.client("hearing_officer")
    assert "W-1" in words(client.get("/example/hearings/?view=week&on=2026-03-31"))
    assert "No hearing is set in this week" in words(
        client.get("/example/hearings/?view=week&on=2026-04-07")
    )
    assert client.get("/example/hearings/?view=year&on=nonsense").status_code == 200


def test_the_last_month_of_a_year_leads_to_the_next(town: Cast) -> None:
    body = town.client("auditor").get("/example/hearings/?on=2026-12-31").content.decode()
    assert "on=2027-01-01" in body
    assert "on=2026-11-01" in body


def test_a_hearing_that_is_set_anew_is_one_hearing_that_has_moved(town: Cast, case: Case) -> None:
    town.record(case, {**SET, "date": "2026-03-20", "held_on": "2026-04-08T18:00"})
    with town.scope():
        found = between(date(2026, 4, 1), date(2026, 4, 30))
    assert [(h.on, h.state, [day for day, _ in h.earlier]) for h in found] == [
        (date(2026, 4, 8), "set", [date(2026, 4, 1)])
    ]
    text = words(town.client("auditor").get("/example/hearings/?on=2026-04-10"))
    assert "moved from Apr 1" in text


def test_a_hearing_after_one_that_was_held_is_another(
    town: Cast, case: Case, settings: Any
) -> None:
    settings.OUTFALL_TODAY = "2026-04-02"
    town.record(case, {"event": "hearing_held", "date": "2026-04-01"})
    town.record(case, {**SET, "date": "2026-04-01", "held_on": "2026-04-15T19:00"})
    with town.scope():
        found = between(date(2026, 4, 1), date(2026, 4, 30))
    assert [(h.on, h.state) for h in found] == [
        (date(2026, 4, 1), "held"),
        (date(2026, 4, 15), "set"),
    ]


def test_a_voided_hearing_is_in_no_calendar(town: Cast, case: Case) -> None:
    entry = address(town, case).rstrip("/").rpartition("/")[2]
    town.record(case, {"event": "voided", "date": "2026-03-20", "entry": entry})
    with town.scope():
        assert between(date(2026, 4, 1), date(2026, 4, 30)) == []
        assert [h.state for h in between(date(2026, 4, 1), date(2026, 4, 30), cancelled=True)] == [
            "cancelled"
        ]
    page = town.client("auditor").get(f"/example/cases/W-1/hearings/{entry}/")
    assert "voided" in words(page)


# What waits


def test_an_undecided_appeal_waits_with_the_laws_word_on_its_time(town: Cast, case: Case) -> None:
    text = words(town.client("attorney").get("/example/hearings/"))
    assert "Appeal, W-1" in text
    assert "in time last day Mon, Mar 23, 2026" in text


def test_a_late_appeal_is_told_as_the_law_tells_it(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-04-02"
    case = worked(town, "webster-basin", until="2026-03-10", number="W-2")
    town.record(case, {"event": "appeal_filed", "date": "2026-04-01"}, role="inspector")
    with town.scope():
        found = assembling.assemble(case, town.town)
        remark = assess(found.law, found.case, date(2026, 4, 2)).irregularities[-1]
    assert remark.id == "late_filing"
    text = words(town.client("attorney").get("/example/hearings/"))
    assert remark.text in text
    assert remark.risk is not None
    assert remark.risk in text


def test_an_appeal_received_on_its_last_day_is_in_time(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-03-24"
    case = worked(town, "webster-basin", until="2026-03-10", number="W-2")
    town.record(case, {"event": "appeal_filed", "date": "2026-03-23"}, role="inspector")
    text = words(town.client("attorney").get("/example/hearings/"))
    assert "in time last day Mon, Mar 23, 2026" in text  # the fifteenth day was a Saturday
    assert "irregular" not in text


def test_a_decided_appeal_waits_no_more(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-04-03"
    worked(town, "webster-basin", until="2026-04-02", number="W-1")
    text = words(town.client("attorney").get("/example/hearings/"))
    assert "No appeal, petition or protest is undecided" in text


def test_an_appeal_waits_on_when_its_case_is_closed(town: Cast, case: Case) -> None:
    """Closing a case decides nothing: whoever appealed still waits for the board."""
    new = [New("closed", {"date": "2026-03-20", "note": "entered in error"})]
    with town.scope():
        recording.record(case, new, town.actor(), key="close", lenient=True)
        assert Case.objects.get(pk=case.pk).closed_on == date(2026, 3, 20)
        assert filings.waiting_cases() == [case.pk]
    text = words(town.client("attorney").get("/example/hearings/"))
    assert "Appeal, W-1 case closed" in text


def test_an_appeal_waits_again_when_its_decision_is_voided(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-04-03"
    case = worked(town, "webster-basin", until="2026-04-02", number="W-1")
    with town.scope():
        decision = Entry.objects.get(kind="appeal_decided")
    void = {"date": "2026-04-03", "entry": f"e{decision.case_n}", "why": "another case's"}
    town.record(case, {"event": "voided", **void})
    assert "Appeal, W-1" in words(town.client("attorney").get("/example/hearings/"))


def test_a_filing_that_was_voided_waits_for_nobody(town: Cast, case: Case) -> None:
    """The case is looked into, and the law says that nothing is left to decide."""
    with town.scope():
        row = Entry.objects.get(kind="appeal_filed")
        assert filings.waiting_cases() == [case.pk]
    town.record(case, {"event": "voided", "date": "2026-03-20", "entry": f"e{row.case_n}",
                       "why": "another case's"})  # fmt: skip
    with town.scope():
        assert filings.waiting_cases() == [case.pk], "whether anything waits is the law's to say"
    assert "No appeal, petition or protest is undecided" in words(
        town.client("attorney").get("/example/hearings/")
    )


def test_petitions_protests_and_statements_wait_as_appeals_do(settings: Any) -> None:
    on_day(settings, "2026-05-21")
    city = found_town("city", pack="city-9-3-12", name="City of Example")
    worked(city, "city-creek", until="2026-05-20")
    worked(city, "city-dock", until="2026-04-20")
    text = words(city.client("attorney").get("/city/hearings/"))
    assert "Petition, C-2026-112" in text
    assert "the ordinance sets no last day" in text
    assert "Protest of the cost, C-2026-107" in text
    with city.scope():
        found = assembling.assemble(Case.objects.get(number="C-2026-107"), city.town)
        last = assess(found.law, found.case, date(2026, 5, 21)).deadline("cost_protest")
    assert last is not None
    assert f"in time last day {last.due:%a, %b} {last.due.day}, 2026" in text
    assert "received May 8, 2026: read it" in text


def test_the_clock_of_the_body_that_hears_is_shown(settings: Any) -> None:
    on_day(settings, "2026-02-25")
    city = found_town("city", pack="city-9-3-12", name="City of Example")
    case = worked(city, "city-dock", until="2026-02-24")
    text = words(city.client("attorney").get("/city/hearings/"))
    with city.scope():
        found = assembling.assemble(case, city.town)
        due = assess(found.law, found.case, date(2026, 2, 25)).deadline("hearing")
    assert due is not None
    assert f"{due.due:%b} {due.due.day}, 2026 Hearing of the appeal, {case.number}" in text


# Rooms and officers


def test_room_and_officer_are_an_entry_of_the_case(town: Cast, case: Case) -> None:
    done = set_room(town, case, "Meeting Room B", "Robin Example")
    assert done.status_code == 302
    assert kinds_of(town, case)[-1] == "office.hearing"
    with town.scope():
        entry = Entry.objects.filter(case=case).latest("case_n")
        content = json.loads(entry.content)
        found = between(date(2026, 4, 1), date(2026, 4, 1))[0]
    assert content["by"]["role"] == "hearing_officer"
    assert (found.room, found.officer) == ("Meeting Room B", "Robin Example")
    assert "Robin Example" in words(town.client("auditor").get("/example/hearings/?on=2026-04-01"))


def test_the_same_form_twice_is_one_entry(town: Cast, case: Case) -> None:
    sent = {"key": "once", "based_on": case.length, "room": "Room A", "officer": ""}
    client = town.client("hearing_officer")
    client.post(address(town, case), sent)
    client.post(address(town, case), sent)
    assert kinds_of(town, case).count("office.hearing") == 1


def test_a_stale_form_is_told_what_came_since(town: Cast, case: Case) -> None:
    old = case.length
    town.record(case, {"event": "paid", "date": "2026-03-20", "amount": "1.00"})
    sent = {"key": "stale", "based_on": old, "room": "Room A", "officer": ""}
    page = town.client("hearing_officer").post(address(town, case), sent)
    assert page.status_code == 422
    assert "Payment received" in words(page)
    assert "office.hearing" not in kinds_of(town, case)


@pytest.mark.parametrize("role", ["inspector", "finance", "auditor", "permit_clerk"])
def test_others_may_look_and_not_set(town: Cast, case: Case, role: str) -> None:
    assert "Set room and officer" not in words(town.client(role).get(address(town, case)))
    assert set_room(town, case, "Room A", role=role).status_code == 403
    assert "office.hearing" not in kinds_of(town, case)


@pytest.mark.parametrize(
    ("hour", "room", "officer", "clash"),
    [
        ("19:30", "Room A", "Sam", "Room A is taken by case W-1"),
        ("18:01", "Room A", "Sam", "Room A is taken by case W-1"),
        ("20:00", "Room A", "Robin", ""),
        ("18:00", "Room A", "Robin", ""),
        ("19:30", "Room C", "robin", "robin is taken by case W-1"),
        ("19:30", "Room C", "Sam", ""),
    ],
)
def test_two_at_one_time_in_one_room_or_before_one_officer_are_warned_of(
    town: Cast, case: Case, hour: str, room: str, officer: str, clash: str
) -> None:
    set_room(town, case, "Room A", "Robin")
    other = worked(town, "webster-basin", until="2026-03-16", number="W-2")
    town.record(other, {**SET, "held_on": f"2026-04-01T{hour}", "where": "elsewhere"})
    page = set_room(town, other, room, officer)
    if not clash:
        assert page.status_code == 302
        return
    assert page.status_code == 422
    assert clash in words(page)
    assert "office.hearing" not in kinds_of(town, other)
    assert set_room(town, other, room, officer, anyway="on").status_code == 302
    text = words(town.client("auditor").get("/example/hearings/?on=2026-04-01"))
    assert "Two at one time" in text


def test_rooms_that_the_town_has_set_are_offered_and_no_others(town: Cast, case: Case) -> None:
    with town.scope():
        set_topic("rooms", {"rooms": ["Room A"], "officers": [{"name": "Robin"}]}, town.actor())
    page = town.client("hearing_officer").get(address(town, case))
    assert '<option value="Room A">' in page.content.decode()
    assert '<option value="Robin">' in page.content.decode()
    refused = set_room(town, case, "Broom closet")
    assert refused.status_code == 422
    assert "Choose one of the list" in words(refused)


def test_another_towns_hearing_is_not_there(town: Cast, case: Case) -> None:
    other = found_town("other")
    path = address(town, case)
    assert other.client("attorney").get(path).status_code == 404
    assert other.client("attorney").get(path.replace("/example/", "/other/")).status_code == 404
    assert town.client("attorney").get("/example/cases/W-1/hearings/e2/").status_code == 404
    assert "W-1" not in words(other.client("attorney").get("/other/hearings/?on=2026-04-01"))


# What each outcome would do


def test_each_outcome_is_shown_beside_the_others_and_nothing_is_recorded(
    town: Cast, case: Case
) -> None:
    before = kinds_of(town, case)
    text = words(town.client("hearing_officer").get(address(town, case)))
    assert "No decision yet Upheld Modified Reversed" in text
    assert "Nothing is recorded by looking" in text
    assert kinds_of(town, case) == before


def test_the_comparison_is_what_recording_the_decision_gives(
    town: Cast, case: Case, settings: Any
) -> None:
    on = date(2026, 4, 1)
    with town.scope():
        found = assembling.assemble(case, town.town)
        filing = filings.pending(found, assess(found.law, found.case, date(2026, 3, 20)))[0]
        compared = filings.compare(case, town.town, filing, on, on)
    told = {
        (title, row.name, outcome): cell.text
        for title, rows in compared.groups
        for row in rows
        for outcome, cell in zip(compared.outcomes, row.cells, strict=True)
    }
    settings.OUTFALL_TODAY = "2026-04-01"
    for outcome in ("upheld", "reversed"):
        other = worked(town, "webster-basin", until="2026-03-18", number=f"W-{outcome}")
        town.record(other, {"event": "hearing_held", "date": "2026-04-01"})
        town.record(other, {"event": "appeal_decided", "date": "2026-04-01", "outcome": outcome})
        with town.scope():
            real = assembling.assemble(other, town.town)
            standing = assess(real.law, real.case, on)
        shown = filings._powers(standing) | filings._lasting(standing) | filings._figures(standing)
        for name, _, text in shown.values():
            for title in ("What the town may and must do", "Orders and holds", "Figures"):
                key = (title, name, outcome.capitalize())
                assert told.get(key, text) == text
    assert any(
        row.cells[1].text != row.cells[3].text for _, rows in compared.groups for row in rows
    )


def test_outcomes_of_a_petition_and_of_a_protest_are_their_own(settings: Any) -> None:
    on_day(settings, "2026-05-21")
    city = found_town("city", pack="city-9-3-12", name="City of Example")
    creek = worked(city, "city-creek", until="2026-05-20")
    dock = worked(city, "city-dock", until="2026-04-20")
    with city.scope():
        outcomes = {}
        for row in (creek, dock):
            found = assembling.assemble(row, city.town)
            filing = filings.pending(found, assess(found.law, found.case, date(2026, 5, 21)))[0]
            compared = filings.compare(row, city.town, filing, date(2026, 5, 21))
            assert compared.refused == ""
            outcomes[row.number] = compared.outcomes
    assert outcomes["C-2026-112"] == ("No decision yet", "Granted", "Denied")
    assert outcomes["C-2026-107"][1:] == ("Upheld in full, $6,540.00", "Nothing upheld")


def test_the_page_leads_to_the_notice_the_packet_and_the_decision(town: Cast, case: Case) -> None:
    body = town.client("attorney").get(address(town, case)).content.decode()
    entry = address(town, case).rstrip("/").rpartition("/")[2]
    assert f'href="/example/cases/W-1/papers/hearing_notice/?entry={entry}"' in body
    assert 'href="/example/cases/W-1/acts/appeal_decided/"' in body
    assert 'href="/example/cases/W-1/acts/hearing_set/"' in body
    assert "/acts/" not in town.client("auditor").get(address(town, case)).content.decode()


def test_the_calendar_asks_few_queries_however_many_hearings_there_are(
    town: Cast, django_assert_max_num_queries: Any
) -> None:
    for n in range(8):
        worked(town, "webster-basin", until="2026-03-18", number=f"W-{n}")
    client = town.client("auditor")
    client.get("/example/hearings/?on=2026-04-01")
    with django_assert_max_num_queries(18):
        assert "W-7" in words(client.get("/example/hearings/?on=2026-04-01"))
