"""Bills, what an appeal leaves of them, postmarks, repeats, and holidays by Easter."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.test_notions_of_packs import OPEN, named, standing

from outfall.law.calendar import Calendar, Holiday, easter_sunday
from outfall.law.faults import Refused

BILLS = """- {instrument: penalty_notice, title: P, needs: []}
- {instrument: cost_notice, title: C, needs: []}
- {action: impose_civil_penalty, needs: []}
- {proceeding: appeal, against: [penalty_notice, cost_notice], deadline: appeal}
- {proceeding: protest, against: cost_notice}
- deadline: appeal
  for: party
  of: [penalty_notice, cost_notice]
  due: {after: service, length: 15 days}
  done_by: {filing: appeal}
- deadline: payment
  for: party
  due:
    first_known:
      - {after: {decision: protest}, length: 30 days}
      - {after: {service: cost_notice}, length: 30 days}
  done_by: {settled: cost}
- {penalty: civil, unit: day, starts: observation, first_day: counts, tiers: [{max: "100.00"}]}
- action: accept_appeal
  of: [penalty_notice, cost_notice]
  needs: [{open: appeal}, {proceeding: [appeal, unfiled]}]"""
TWO = f"""{OPEN}
{{date: 2026-03-03, event: penalty_assessed, amount: 200}}
{{date: 2026-03-03, event: notice_issued, instrument: penalty_notice, id: p}}
{{date: 2026-03-04, event: served, instrument: penalty_notice, method: personal}}
{{date: 2026-03-05, event: cost_recorded, amount: 900}}
{{date: 2026-03-05, event: notice_issued, instrument: cost_notice, id: c}}
{{date: 2026-03-06, event: served, instrument: cost_notice, method: personal}}"""


def test_one_period_runs_under_two_kinds_of_paper(tmp_path: Path) -> None:
    found = standing(tmp_path, BILLS, TWO, "2026-03-10")["deadlines"]
    assert [(d["id"], d["due"], d["notice"]) for d in found[:2]] == [
        ("appeal", "2026-03-19", "p"),
        ("appeal:c", "2026-03-23", "c"),  # March 21 is a Saturday
    ]


def test_an_appeal_of_one_bill_leaves_the_other_open(tmp_path: Path) -> None:
    filed = f"{TWO}\n{{date: 2026-03-11, event: appeal_filed, notice: p}}"
    found = standing(tmp_path, BILLS, filed, "2026-03-12")
    assert [d["status"] for d in found["deadlines"][:2]] == ["met", "open"]
    act = named(found["actions"], "accept_appeal")
    assert act
    assert act["permitted"]
    assert act["notice"] == "c"


@pytest.mark.parametrize(
    ("notice", "decision", "penalty", "cost", "days"),
    [
        ("p", "outcome: upheld", ("200.00", "0.00"), "900.00", 11),
        ("p", "outcome: modified, amount: 50", ("50.00", "150.00"), "900.00", 11),
        ("p", "outcome: modified", ("200.00", "0.00"), "900.00", 11),
        ("p", "outcome: reversed", ("0.00", "200.00"), "900.00", 0),
        ("c", "outcome: modified, amount: 0", ("200.00", "0.00"), "0.00", 11),
        ("c", "outcome: reversed", ("200.00", "0.00"), "0.00", 11),
    ],
)
def test_what_an_appeal_leaves_of_a_bill(
    tmp_path: Path,
    notice: str,
    decision: str,
    penalty: tuple[str, str],
    cost: str,
    days: int,
) -> None:
    events = f"""{TWO}
{{date: 2026-03-11, event: appeal_filed, notice: {notice}}}
{{date: 2026-03-12, event: appeal_decided, {decision}}}"""
    found = standing(tmp_path, BILLS, events, "2026-03-12")
    parts = found["account"]["parts"]
    assert (parts["penalty"]["owed"], parts["penalty"]["reduced"]) == penalty
    assert found["assessed"]["penalty"] == penalty[0]
    assert parts["cost"]["owed"] == cost
    assert found["exposure"]["civil"]["days"] == days


def test_a_second_bill_answers_for_what_came_since_the_first(tmp_path: Path) -> None:
    events = f"""{TWO}
{{date: 2026-03-09, event: penalty_assessed, amount: 70}}
{{date: 2026-03-09, event: notice_issued, instrument: penalty_notice, id: p2}}
{{date: 2026-03-09, event: served, instrument: penalty_notice, method: personal}}
{{date: 2026-03-11, event: appeal_filed, notice: p2}}
{{date: 2026-03-12, event: appeal_decided, outcome: reversed}}"""
    parts = standing(tmp_path, BILLS, events, "2026-03-12")["account"]["parts"]
    assert (parts["penalty"]["owed"], parts["penalty"]["reduced"]) == ("200.00", "70.00")


def test_a_later_start_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    events = f"""{TWO}
{{date: 2026-03-20, event: cost_protested}}
{{date: 2026-04-13, event: protest_decided, amount: 900}}"""
    due = [
        (named(standing(tmp_path, BILLS, events, on)["deadlines"], "payment") or {}).get("due")
        for on in ("2026-03-05", "2026-04-12", "2026-04-13")
    ]
    assert due == [None, "2026-04-06", "2026-05-13"]  # April 5 is a Sunday


POST = """- {instrument: cost_notice, title: C, needs: []}
- {proceeding: protest, against: cost_notice, deadline: cost_protest}
- deadline: cost_protest
  for: party
  due: {after: {postmark: cost_notice}, length: 10 days}
  done_by: {filing: protest}
- interest:
    rates: [{percent: 10}]
    on: [cost]
    starts: {after: {postmark: cost_notice}, length: 10 days, rule: fixed}"""
UNSHOWN = """readings:
  - id: postmark_unshown
    cite: A
    question: q
    adopted: no_clock
    choices: {no_clock: n, with_service: w}"""


def sent(*days: str, postmark: str = "") -> str:
    return "\n".join(
        f"{{date: {day}, event: cost_recorded, amount: 3650}}\n"
        f"{{date: {day}, event: notice_issued, instrument: cost_notice}}\n"
        f"{{date: {day}, event: served, instrument: cost_notice, method: mail{postmark}}}"
        for day in days
    )


@pytest.mark.parametrize(
    ("postmark", "case", "due"),
    [
        (", postmarked_on: 2026-03-04", "", "2026-03-16"),  # March 14 is a Saturday
        ("", "", None),
        ("", "readings: {postmark_unshown: with_service}", "2026-03-13"),
    ],
)
def test_a_period_from_the_postmark(
    tmp_path: Path, postmark: str, case: str, due: str | None
) -> None:
    events = f"{OPEN}\n{sent('2026-03-03', postmark=postmark)}"
    found = standing(tmp_path, POST, events, "2026-03-10", UNSHOWN, case)
    assert (named(found["deadlines"], "cost_protest") or {}).get("due") == due
    warned = "proof_of_postmark_missing" in {w["id"] for w in found["warnings"]}
    assert warned is (due is None)


def test_a_postmark_before_the_paper_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"postmarked_on.*before the paper was issued"):
        standing(
            tmp_path,
            POST,
            f"{OPEN}\n{sent('2026-03-03', postmark=', postmarked_on: 2026-03-02')}",
            "2026-03-10",
        )


def test_each_charge_bears_interest_from_the_notice_that_told_of_it(tmp_path: Path) -> None:
    # 3,650 at 10 % is a dollar a day. The first from March 13, the second from March 30:
    # by March 31 19 days and 2 days.
    first = sent("2026-03-03", postmark=", postmarked_on: 2026-03-03")
    second = sent("2026-03-20", postmark=", postmarked_on: 2026-03-20")
    found = standing(tmp_path, POST, f"{OPEN}\n{first}\n{second}", "2026-03-31")
    assert found["account"]["interest"] == "21.00"


@pytest.mark.parametrize(
    "starts",
    [
        "{same_as: payment}",
        "{after: {lapse: payment}, length: 1 day}",
        "{first_known: [{after: charge, length: 30 days}, {same_as: payment}]}",
    ],
)
def test_interest_that_waits_for_its_own_account_is_a_fault(tmp_path: Path, starts: str) -> None:
    rules = f"{BILLS}\n- interest: {{rates: [{{percent: 6}}], on: [cost], starts: {starts}}}"
    with pytest.raises(Refused, match="only the account itself can settle"):
        standing(tmp_path, rules, OPEN, "2026-03-02")


REPEATS = """- action: impose_civil_penalty
  needs: [{exposed: civil}]
- penalty: civil
  unit: day
  starts: observation
  first_day: counts
  at_least_one: true
  each_violation: {reading: unit, choices: {one: false, each: true}}
  tiers:
    reading: row
    choices:
      short: [{min: "5.00", max: "5.00"}]
      long: [{warning: true}, {min: "100.00", max: "100.00"}, {min: "300.00", max: "300.00"}]
  repeat:
    within: 1 year
    unconvicted: {reading: proof, choices: {recorded: true, convicted: false}}
  escalating: {reading: daily, choices: {same: false, next: true}}"""
READ = """readings:
  - {id: row, cite: A, question: q, adopted: long, choices: {long: l, short: s}}
  - {id: proof, cite: A, question: q, adopted: recorded, choices: {recorded: r, convicted: c}}
  - {id: daily, cite: A, question: q, adopted: next, choices: {next: n, same: s}}
  - {id: unit, cite: A, question: q, adopted: each, choices: {each: e, one: o}}"""
AGAIN = """{date: 2026-03-02, event: violation_observed, kind: discharge}
{date: 2026-03-04, event: corrected}
{date: 2026-03-09, event: violation_observed, kind: discharge}"""


@pytest.mark.parametrize(
    ("case", "most"),
    [
        # Two days, then the third and fourth offense: 0 + 100 + 300 + 300.
        ("", "700.00"),
        # On the row of each finding: two warnings, then two days of a second offense.
        ("readings: {daily: same}", "200.00"),
        # Convictions alone: each stretch begins anew: 0 + 100, 0 + 100.
        ("readings: {proof: convicted}", "200.00"),
        ("readings: {row: short}", "20.00"),
        # A warning within the year: 100 + 300 + 300 + 300.
        ("history: [{offense_on: 2025-03-02}]", "1000.00"),
        ("history: [{offense_on: 2025-03-01}]", "700.00"),
        ("history: [{offense_on: 2025-03-02}]\nreadings: {proof: convicted}", "200.00"),
        ("history: [{offense_on: 2025-03-02, convicted_on: 2025-04-01}]", "1000.00"),
    ],
)
def test_offenses_that_no_court_has_decided(tmp_path: Path, case: str, most: str) -> None:
    found = standing(tmp_path, REPEATS, AGAIN, "2026-03-10", READ, case)
    assert found["exposure"]["civil"]["max"] == most


def test_a_conviction_of_this_case_counts_once(tmp_path: Path) -> None:
    events = """{date: 2026-03-02, event: violation_observed, kind: discharge}
{date: 2026-03-03, event: corrected}
{date: 2026-03-04, event: convicted}
{date: 2026-03-09, event: violation_observed, kind: discharge}"""
    found = standing(tmp_path, REPEATS, events, "2026-03-09", READ, "readings: {daily: same}")
    assert found["exposure"]["civil"]["tier"] == 2


def test_a_first_offense_gets_no_fine(tmp_path: Path) -> None:
    events = f"{OPEN}\n{{date: 2026-03-02, event: penalty_assessed, amount: 100}}"
    found = standing(tmp_path, REPEATS, events, "2026-03-02", READ)
    act = named(found["actions"], "impose_civil_penalty")
    assert act
    assert not act["permitted"]
    assert act["because"][0]["text"] == "the law allows no civil amount today"
    assert [i["id"] for i in found["irregularities"]] == ["not_permitted"]
    later = named(
        standing(tmp_path, REPEATS, events, "2026-03-03", READ)["actions"], "impose_civil_penalty"
    )
    assert later
    assert later["permitted"]


@pytest.mark.parametrize(("unit", "days"), [("each", 7), ("one", 4)])
def test_days_on_which_two_violations_last(tmp_path: Path, unit: str, days: int) -> None:
    events = """{date: 2026-03-02, event: violation_observed, violation: a, kind: discharge}
{date: 2026-03-03, event: violation_observed, violation: b, kind: discharge}
{date: 2026-03-06, event: corrected, violation: b}"""
    found = standing(tmp_path, REPEATS, events, "2026-03-05", READ, f"readings: {{unit: {unit}}}")
    assert found["exposure"]["civil"]["days"] == days


def test_exposure_that_opens_with_exposure_is_a_fault(tmp_path: Path) -> None:
    rules = REPEATS.replace("  unit: day", "  unit: day\n  opens: [{any: [{exposed: civil}]}]")
    with pytest.raises(Refused, match="can't open when there is exposure"):
        standing(tmp_path, rules, OPEN, "2026-03-02", READ)


@pytest.mark.parametrize("track", ["criminal", "civl"])
def test_exposure_of_no_track_leads_nowhere(tmp_path: Path, track: str) -> None:
    rules = REPEATS.replace("{exposed: civil}", f"{{exposed: {track}}}")
    with pytest.raises(Refused, match=f"there is no penalty {track}"):
        standing(tmp_path, rules, OPEN, "2026-03-02", READ)


def test_the_reading_that_decides_a_day_is_its_own(tmp_path: Path) -> None:
    readings = """readings:
  - {id: window, cite: A, question: q, adopted: long, choices: {long: l, short: s}}
  - {id: days, cite: A, question: q, adopted: three, choices: {three: t, four: f}}"""
    rules = """- {instrument: notice_of_violation, title: N, needs: []}
- {proceeding: appeal, against: notice_of_violation, deadline: appeal}
- deadline: appeal
  for: party
  of: notice_of_violation
  due:
    reading: window
    choices:
      long: {after: service, length: 30 days}
      short: {after: service, length: 7 days}
  done_by: {filing: appeal}
- deadline: comply_after_decision
  for: party
  of: notice_of_violation
  due:
    reading: days
    choices:
      three: {after: {decision: appeal}, length: 3 days}
      four: {after: {decision: appeal}, length: 4 days}
  done_by: remedy"""
    events = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}}
{{date: 2026-03-05, event: appeal_filed}}
{{date: 2026-03-09, event: appeal_decided, outcome: upheld}}"""
    found = standing(tmp_path, rules, events, "2026-03-10", readings)
    assert [d["reading"] for d in found["deadlines"]] == ["window", "days"]


# Easter Sundays as the almanacs give them.
EASTERS = """2000-04-23 2008-03-23 2011-04-24 2016-03-27 2019-04-21
2024-03-31 2026-04-05 2038-04-25 2285-03-22"""


@pytest.mark.parametrize("day", EASTERS.split())
def test_easter(day: str) -> None:
    found = date.fromisoformat(day)
    assert easter_sunday(found.year) == found


def test_every_easter_is_a_sunday_in_its_season() -> None:
    for year in range(1600, 4000):
        found = easter_sunday(year)
        assert found.weekday() == 6
        assert date(year, 3, 22) <= found <= date(year, 4, 25)


def test_elections_in_their_years() -> None:
    election = Holiday("Election", 11, weekday=1, on_or_after=2, since=date(2003, 1, 1), every=4)
    city = Calendar((election, Holiday("Good Friday", 0, easter=-2)))
    days = {
        year: sorted(date.fromordinal(d) for d in city.holidays_in(year)) for year in (2019, 2020)
    }
    assert days == {2019: [date(2019, 4, 19), date(2019, 11, 5)], 2020: [date(2020, 4, 10)]}


@pytest.mark.parametrize(
    ("holiday", "says"),
    [
        ({"month": 4, "easter": -2}, "neither a month nor a day"),
        ({"month": 0, "easter": -2, "day": 3}, "neither a month nor a day"),
        ({"month": 0, "easter": 101}, "another season"),
        ({"month": 0}, "0 is not a month"),
        ({"month": 11, "day": 3, "every": 2}, "needs a number from 1 and since"),
        ({"month": 11, "day": 3, "every": 0, "since": date(2000, 1, 1)}, "needs a number from 1"),
    ],
)
def test_a_holiday_that_names_no_day(holiday: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Holiday("H", **holiday)  # type: ignore[arg-type]
