"""For how long a case can still count as an earlier offense in another one."""

from __future__ import annotations

from datetime import date
from typing import Any

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document
from outfall.law.case import Case
from outfall.law.look_back import LookBack, look_backs

FIVE_YEARS, ENDLESS = load_pack(folder_of("webster-ny")), load_pack(folder_of("somerville-ma"))
NO_TIERS = load_pack(folder_of("city-9-3-12"))
FOUND = {"date": "2015-03-02", "event": "violation_observed", "kind": "development"}
CORRECTED = {"date": "2015-03-20", "event": "corrected"}
CHARGED = {"date": "2015-04-01", "event": "charged"}
ON = date(2026, 6, 15)


def case(*events: dict[str, Any]) -> Case:
    return read_case(Document({"case": "W-1", "ordinance": "webster-ny", "events": list(events)}))


def test_where_convictions_count_an_offense_out_of_court_does_not() -> None:
    assert look_backs(FIVE_YEARS, case(FOUND, CORRECTED), ON, [FIVE_YEARS]) == []


def test_in_court_it_counts_from_the_last_day_of_the_violation() -> None:
    found = look_backs(FIVE_YEARS, case(FOUND, CORRECTED, CHARGED), ON, [FIVE_YEARS])
    assert found == [LookBack("E", date(2020, 3, 20))]


def test_a_later_day_of_the_offense_in_court_goes_before() -> None:
    convicted = {**CHARGED, "event": "convicted", "date": "2016-01-04", "offense_on": "2015-03-28"}
    found = look_backs(FIVE_YEARS, case(FOUND, CORRECTED, CHARGED, convicted), ON, [FIVE_YEARS])
    assert found == [LookBack("E", date(2020, 3, 28))]


def test_a_violation_without_an_end_counts_from_the_last_entry() -> None:
    found = look_backs(FIVE_YEARS, case(FOUND, CHARGED), ON, [FIVE_YEARS])
    assert found == [LookBack("E", date(2020, 4, 1))]


def test_what_was_voided_does_not_count() -> None:
    charged = {**CHARGED, "id": "c"}
    void = {"date": "2015-04-02", "event": "voided", "entry": "c", "why": "another case was meant"}
    assert look_backs(FIVE_YEARS, case(FOUND, CORRECTED, charged, void), ON, [FIVE_YEARS]) == []


def test_another_ordinance_of_the_town_can_look_back_without_end_or_not_at_all() -> None:
    read = case(FOUND, CORRECTED)
    assert {found.until for found in look_backs(FIVE_YEARS, read, ON, [ENDLESS])} == {None}
    assert look_backs(FIVE_YEARS, read, ON, [NO_TIERS]) == []
