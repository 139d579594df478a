"""Reports: each figure counts what the record says, leaves out what was voided, opens its cases."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings
from tests.web.cast import Cast, found_town

from outfall.web.casework import report_acts, report_times, reporting
from outfall.web.casework.kinds import NOTE
from outfall.web.casework.models import Case, DeadlineRow, Entry
from outfall.web.casework.recording import New, record
from outfall.web.casework.reporting import Period, year_of
from outfall.web.screens.reports import REPORTS

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
YEAR = year_of(2026)
FOUND = {
    "date": "2026-03-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence",
}
NOTICE = {
    "date": "2026-03-04",
    "event": "notice_issued",
    "instrument": "notice_of_violation",
    "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal"],
    "comply_by": "2026-04-03",
}
SERVED = {
    "date": "2026-03-08",
    "event": "served",
    "instrument": "notice_of_violation",
    "method": "personal",
}
CORRECTED = {"date": "2026-03-22", "event": "corrected"}
CLOSED = {"date": "2026-04-01", "event": "closed"}


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_REQUIRE_MFA = False
    settings.OUTFALL_TODAY = TODAY.isoformat()
    return found_town()


def look(cast: Cast, name: str, **asked: str) -> str:
    answer = cast.client("auditor").get(reverse("report", args=["example", name]), asked)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def hits(cast: Cast, name: str, period: Period = YEAR) -> reporting.Hits:
    with cast.scope():
        return REPORTS[name].find(period, TODAY)


def counts(cast: Cast, name: str, period: Period = YEAR) -> dict[str, int]:
    return {id: len(rows) for id, rows in hits(cast, name, period).items() if rows}


def export(cast: Cast, name: str, ending: str, **asked: str) -> bytes:
    answer = cast.client().get(reverse("report_export", args=["example", name, ending]), asked)
    assert answer.status_code == 200
    return bytes(answer.content)


def void(cast: Cast, case: Case, kind: str) -> None:
    with cast.scope():
        n = Entry.objects.filter(case=case, kind=kind).order_by("case_n").last()
    assert n is not None
    cast.record(case, {"date": "2026-05-01", "event": "voided", "entry": f"e{n.case_n}"})


def note(cast: Cast, case: Case, text: str) -> None:
    with cast.scope():
        body = {"date": "2026-03-03", "text": text}
        record(case, [New(NOTE, body)], cast.actor(), key=f"note-{text[:40]}")


def test_actions_are_counted_by_type_and_open_their_cases(cast: Cast) -> None:
    one = cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True)
    two = cast.case(FOUND, {**NOTICE, "instrument": "stop_work_order"}, lenient=True)
    found = counts(cast, "enforcement")
    assert found["notice_of_violation"] == 1
    assert found["stop_work_order"] == 1
    assert found["opened"] == 2
    assert found["closed"] == 1
    page = look(cast, "enforcement", list="notice_of_violation")
    assert one.number in page
    assert two.number not in page
    assert "1 counted in 1 case" in page
    assert reverse("entry", args=["example", one.number, "e3"]) in page
    whole = look(cast, "enforcement")
    assert "Stop-work orders" in whole
    assert "list=stop_work_order" in whole


def test_a_note_of_a_verbal_warning_counts_as_one(cast: Cast) -> None:
    case = cast.case(FOUND)
    note(cast, case, "Verbal warning to the foreman: keep the inlet covered.")
    note(cast, case, "He said that he had a verbal warning before.")
    note(cast, case, 'He wrote: "text":"Verbal warning')
    assert counts(cast, "enforcement")["verbal_warning"] == 1
    page = look(cast, "enforcement")
    assert "A note that begins with “Verbal warning” counts as one" in page


def test_penalties_are_counted_with_their_dollars(cast: Cast) -> None:
    for amount in ("250.00", "1000.00"):
        penalty = {"date": "2026-05-04", "event": "penalty_assessed", "amount": amount}
        cast.case(FOUND, NOTICE, SERVED, penalty, lenient=True)
    rows = hits(cast, "enforcement")["penalty_assessed"]
    assert sorted(hit.amount or 0 for hit in rows) == [25000, 100000]
    assert "$1,250.00" in look(cast, "enforcement")


def test_what_was_voided_is_not_counted(cast: Cast) -> None:
    penalty = {"date": "2026-05-04", "event": "penalty_assessed", "amount": "250.00"}
    case = cast.case(FOUND, NOTICE, SERVED, penalty, lenient=True)
    assert counts(cast, "enforcement")["penalty_assessed"] == 1
    void(cast, case, "penalty_assessed")
    assert "penalty_assessed" not in counts(cast, "enforcement")
    assert counts(cast, "money") == {}
    void(cast, case, "voided")
    assert counts(cast, "enforcement")["penalty_assessed"] == 1


def test_without_looking_at_voids_it_would_be_counted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    penalty = {"date": "2026-05-04", "event": "penalty_assessed", "amount": "250.00"}
    void(cast, cast.case(FOUND, NOTICE, SERVED, penalty, lenient=True), "penalty_assessed")
    monkeypatch.setattr(reporting, "voided", set)
    assert counts(cast, "enforcement")["penalty_assessed"] == 1


def test_the_period_holds_both_of_its_ends(cast: Cast) -> None:
    cast.case(FOUND, NOTICE, lenient=True)
    day = date(2026, 3, 4)
    for first, last, seen in (
        (day, day, True),
        (date(2026, 3, 5), date(2026, 12, 31), False),
        (date(2026, 1, 1), date(2026, 3, 3), False),
    ):
        found = counts(cast, "enforcement", Period(first, last))
        assert ("notice_of_violation" in found) is seen


def test_a_period_that_ends_before_it_begins_is_told_at_its_field(cast: Cast) -> None:
    page = look(cast, "enforcement", since="2026-05-01", until="2026-04-01")
    assert "The last day is before the first" in page
    assert "Enter a valid date" in look(cast, "enforcement", since="x", until="2026-04-01")


def test_days_to_each_step(cast: Cast) -> None:
    cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True)
    late = {**NOTICE, "date": "2026-03-12"}
    cast.case(FOUND, late, {**SERVED, "date": "2026-03-16"}, lenient=True)
    found = hits(cast, "times")
    assert sorted(hit.amount or 0 for hit in found["notice"]) == [2, 10]
    assert sorted(hit.amount or 0 for hit in found["service"]) == [6, 14]
    assert [hit.amount for hit in found["remedy"]] == [20]
    assert [hit.amount for hit in found["closing"]] == [30]
    with cast.scope():
        line = report_times.steps(found, YEAR).lines[0]
    assert [cell.value for cell in line.cells] == [2, 6, 4, 8, 10]
    page = look(cast, "times", list="remedy")
    assert "1 counted in 1 case" in page


def test_a_step_counts_in_the_period_of_its_first_time_alone(cast: Cast) -> None:
    again = {**CORRECTED, "date": "2026-05-20"}
    cast.case(FOUND, NOTICE, SERVED, CORRECTED, again, lenient=True)
    may = Period(date(2026, 5, 1), date(2026, 5, 31))
    assert "remedy" not in counts(cast, "times", may)
    assert counts(cast, "times")["remedy"] == 1


def test_one_case_alone_is_its_own_median(cast: Cast) -> None:
    assert report_times._quartiles([7]) == (7, 7, 7)
    assert report_times._quartiles([]) == (None, None, None)
    assert "–" in look(cast, "times")


def test_money_stands_in_its_month(cast: Cast) -> None:
    penalty = {"date": "2026-04-10", "event": "penalty_assessed", "amount": "500.00"}
    paid = {"date": "2026-05-11", "event": "paid", "amount": "200.00"}
    waived = {"date": "2026-05-12", "event": "reduced", "part": "penalty", "amount": "100.00"}
    cast.case(FOUND, NOTICE, SERVED, penalty, paid, waived, lenient=True)
    found = hits(cast, "money")
    assert {id: [hit.amount for hit in rows] for id, rows in found.items()} == {
        "2026-04:assessed": [50000],
        "2026-05:collected": [20000],
        "2026-05:waived": [10000],
    }
    with cast.scope():
        report = report_times.money(found, YEAR)
    assert len(report.lines) == 12
    assert report.total is not None
    assert [cell.value for cell in report.total.cells] == [50000, 0, 0, 20000, 10000]
    assert "$200.00" in look(cast, "money", list="2026-05:collected")
    rows = list(csv.reader(io.StringIO(export(cast, "money", "csv").decode("utf-8-sig"))))
    assert rows[0][:2] == ["What", "Penalties assessed"]
    assert rows[-1] == ["Together", "500.00", "0.00", "0.00", "200.00", "100.00"]


def test_what_is_owed_is_told_by_age(cast: Cast) -> None:
    penalty = {"date": "2026-04-10", "event": "penalty_assessed", "amount": "500.00"}
    case = cast.case(FOUND, NOTICE, SERVED, penalty, lenient=True)
    with cast.scope():
        owed, since = Case.objects.values_list("owed", "owed_since").get(pk=case.pk)
    assert owed == 50000
    assert since == date(2026, 4, 10)
    assert counts(cast, "outstanding") == {"90": 1}
    page = look(cast, "outstanding")
    assert "31 to 90 days" in page
    assert "$500.00" in page
    assert "No decision for 66 days" in look(cast, "outstanding", list="90")


def test_what_a_record_lacks_is_named(cast: Cast) -> None:
    whole = cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True)
    bare = {name: value for name, value in FOUND.items() if name != "nature"}
    closed = {"date": "2026-03-09", "event": "closed"}
    poor = cast.case(bare, closed, lenient=True, parties=[], place={})
    note(cast, poor, "Verbal warning, no name given.")
    found = hits(cast, "incomplete")
    lacks = {name: [hit.case for hit in rows] for name, rows in found.items()}
    assert lacks == {name: [poor.pk] for name in report_acts.FIELDS}
    page = look(cast, "incomplete")
    for label, _ in report_acts.FIELDS.values():
        assert label in page
    listed = look(cast, "incomplete", list="resolution")
    assert poor.number in listed
    assert whole.number not in listed


def test_a_paper_that_names_its_day_is_a_schedule_before_it_is_served(cast: Cast) -> None:
    cast.case(FOUND, NOTICE, lenient=True)
    assert "schedule" not in counts(cast, "incomplete")


def test_a_resolution_that_was_voided_is_none(cast: Cast) -> None:
    case = cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True)
    assert "resolution" not in counts(cast, "incomplete")
    void(cast, case, "corrected")
    assert counts(cast, "incomplete")["resolution"] == 1


def test_deadlines_of_the_town_are_kept_or_missed(cast: Cast) -> None:
    case = cast.case(FOUND)
    day = date(2026, 3, 20)
    rows = (
        ("hearing", "body", "met", None),
        ("hearing", "body", "late", None),
        ("cost_notice:x", "town", "missed", None),
        ("cost_notice", "town", "open", TODAY),
        ("cost_notice", "town", "stayed", None),
        ("comply", "party", "missed", None),
    )
    with cast.scope():
        for name, bound, status, until in rows:
            DeadlineRow.objects.create(
                case=case, name=name, bound=bound, due=day, status=status, since=day, until=until
            )
    found = counts(cast, "deadlines")
    assert found == {
        "hearing:kept": 1, "hearing:missed": 1, "cost_notice:missed": 1, "cost_notice:open": 1,
    }  # fmt: skip
    page = look(cast, "deadlines", list="cost_notice:missed")
    assert "1 counted in 1 case" in page
    assert case.number in page
    assert counts(cast, "deadlines", Period(date(2026, 3, 21), TODAY)) == {}


@pytest.mark.parametrize("name", list(REPORTS))
@pytest.mark.parametrize("ending", ["csv", "xlsx", "geojson"])
def test_every_report_can_be_taken_away(cast: Cast, name: str, ending: str) -> None:
    place = {"address": "=HYPERLINK(1)", "latitude": "43.21", "longitude": "-77.45"}
    case = cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True, place=place)
    data = export(cast, name, ending)
    if ending == "xlsx":
        assert zipfile.is_zipfile(io.BytesIO(data))
    elif ending == "geojson":
        found = [one["properties"]["case"] for one in json.loads(data)["features"]]
        assert found == ([case.number] if name in ("enforcement", "times") else [])
    else:
        assert data.decode("utf-8-sig").splitlines()[0]


def test_a_list_is_taken_away_without_a_formula(cast: Cast) -> None:
    place = {"address": "=HYPERLINK(1)", "latitude": "43.21", "longitude": "-77.45"}
    case = cast.case(FOUND, NOTICE, lenient=True, place=place)
    data = export(cast, "enforcement", "csv", list="notice_of_violation").decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data)))
    assert rows[1][0] == case.number
    assert "'=HYPERLINK(1)" in rows[1]
    places = json.loads(export(cast, "enforcement", "geojson", list="notice_of_violation"))
    assert len(places["features"]) == 1
    assert "Example Holdings" not in json.dumps(places)


def test_what_is_no_report_list_or_file_is_absent(cast: Cast) -> None:
    client = cast.client()
    for name, asked in (("nothing", {}), ("enforcement", {"list": "nothing"})):
        address = reverse("report", args=["example", name])
        assert client.get(address, asked).status_code == 404
    for ending in ("pdf", "html"):
        address = reverse("report_export", args=["example", "enforcement", ending])
        assert client.get(address).status_code == 404
    address = reverse("report_export", args=["example", "enforcement", "csv"])
    assert client.get(address, {"list": "nothing"}).status_code == 404


def test_another_towns_acts_are_not_counted(cast: Cast) -> None:
    other = found_town("elsewhere", name="Town of Elsewhere")
    other.case(FOUND, NOTICE, lenient=True)
    assert counts(other, "enforcement")["notice_of_violation"] == 1
    assert "notice_of_violation" not in counts(cast, "enforcement")
    answer = other.client().get(reverse("report", args=["example", "enforcement"]))
    assert answer.status_code == 404


def test_amounts_are_read_as_they_are_written() -> None:
    for text, cents in (("250", 25000), ("$1,250.5", 125050), ("0.07", 7), (None, 0), (12, 1200)):
        assert reporting.cents_of(text) == cents


def test_no_report_asks_once_for_each_case(cast: Cast, django_assert_max_num_queries: Any) -> None:
    for _ in range(5):
        cast.case(FOUND, NOTICE, SERVED, CORRECTED, CLOSED, lenient=True)
    client = cast.client()
    for name in REPORTS:
        address = reverse("report", args=["example", name])
        client.get(address)
        with django_assert_max_num_queries(24):
            client.get(address)
    with django_assert_max_num_queries(24):
        address = reverse("report", args=["example", "enforcement"])
        client.get(address, {"list": "notice_of_violation"})
