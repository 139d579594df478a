"""The three things to do first, and their order."""

from __future__ import annotations

from datetime import date

from outfall.cli.first import first
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess

WHOLE = "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
SEEN = "{date: 2026-03-02, event: violation_observed, kind: discharge}"
NOTICE = (
    "{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, "
    f"comply_by: 2026-03-20, {WHOLE}}}"
)
SERVED = "{date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal}"
ABATED = "{date: 2026-04-20, event: abated}"
COST = "{date: 2026-04-22, event: cost_recorded, amount: 100.00, kind: abatement}"


def told(pack: str, day: str, *events: str, most: int = 3) -> list[str]:
    """What to do first, each with its cite and its day."""
    entries = "".join(f"\n  - {event}" for event in events)
    case = read_case(read_text(f"case: X\nordinance: {pack}\nevents:{entries}\n"))
    law, on = load_pack(folder_of(pack)), date.fromisoformat(day)
    items = first(assess(law, case, on), case, law, most)
    return [f"{item.what} [{item.cite}] {item.when(on)}" for item in items]


def test_a_duty_comes_before_powers_and_is_due_now() -> None:
    found = told(
        "webster-ny",
        "2026-03-02",
        "{date: 2026-03-02, event: violation_observed, kind: development}",
    )
    assert found[0] == (
        "Issue a notice of violation [C] now: a duty since Mon 2026-03-02, "
        "with no last day in the code"
    )


def test_a_duty_with_a_last_day_says_it_once() -> None:
    found = told("city-9-3-12", "2026-04-22", SEEN, NOTICE, SERVED, ABATED, COST)
    assert found[0] == "Issue a cost notice [D.2.a] by Wed 2026-05-20 (in 28 days)"
    assert not [item for item in found[1:] if "cost notice" in item]


def test_a_last_day_of_the_towns_that_has_passed_comes_first_of_all() -> None:
    found = told("city-9-3-12", "2026-05-21", SEEN, NOTICE, SERVED, ABATED, COST)
    assert found[0] == "Serve the cost notice [D.2.a] was due Wed 2026-05-20 (yesterday)"


def test_the_hearing_is_the_towns_own_day() -> None:
    appeal = "{date: 2026-03-12, event: appeal_filed}"
    found = told("city-9-3-12", "2026-04-13", SEEN, NOTICE, SERVED, appeal)
    assert found[0] == "Hold the hearing of the appeal [C.2] by Mon 2026-04-13 (today)"
    assert not [item for item in found if "Decide the appeal" in item]


def test_an_appeal_that_was_heard_is_to_be_decided() -> None:
    events = ("{date: 2026-03-12, event: appeal_filed}", "{date: 2026-04-01, event: hearing_held}")
    found = told("city-9-3-12", "2026-04-02", SEEN, NOTICE, SERVED, *events, most=9)
    assert [item for item in found if item.startswith("Decide the appeal of Thu 2026-03-12 [C.2]")]


def test_a_partys_last_day_tells_what_follows_it() -> None:
    case = read_case(
        read_text(
            f"case: X\nordinance: city-9-3-12\nevents:\n  - {SEEN}\n  - {NOTICE}\n  - {SERVED}\n"
        )
    )
    law, on = load_pack(folder_of("city-9-3-12")), date(2026, 3, 18)
    item = first(assess(law, case, on), case, law)[0]
    assert item.what == "Watch the party's compliance date"
    assert item.when(on) == "by Fri 2026-03-20 (in 2 days)"
    assert item.why == (
        "if nothing comes, from Sat 2026-03-21 the town may enter and abate (D.1) or "
        "impose a civil penalty (F)"
    )


def test_a_missing_proof_is_asked_for() -> None:
    found = told("city-9-3-12", "2026-03-05", SEEN, NOTICE)
    assert found[0] == (
        "Serve the notice of violation (e2), or record its service [C.1.a] "
        "now; no last day is set for it"
    )
    by_mail = SERVED.replace("personal", "certified_mail")
    found = told("city-9-3-12", "2026-03-05", SEEN, NOTICE, by_mail)
    assert found[0].startswith("Record the day on which the notice of violation (e2) was received")


def test_a_notice_that_lacks_something_is_issued_anew() -> None:
    bare = NOTICE.replace(", town_work", "")
    found = told("city-9-3-12", "2026-03-05", SEEN, bare, SERVED, most=9)
    assert [item for item in found if item.startswith("Issue the notice of violation (e2) anew")]


def test_an_order_or_a_hold_that_the_party_waits_under_is_released() -> None:
    events = (
        "{date: 2026-03-02, event: violation_observed, kind: development}",
        f"{NOTICE}",
        SERVED,
        "{date: 2026-03-19, event: corrected}",
    )
    found = told("webster-ny", "2026-03-27", *events)
    since = "open since Thu 2026-03-19, with no last day in the code"
    assert found[:2] == [
        f"Confirm compliance in writing [D] {since}",
        f"Accept the corrected practices [F] {since}",
    ]


def test_money_that_no_lien_secures_is_told() -> None:
    notice = "{date: 2026-05-01, event: notice_issued, instrument: cost_notice}"
    served = "{date: 2026-05-04, event: served, instrument: cost_notice, method: personal}"
    events = (SEEN, NOTICE, SERVED, ABATED, COST, notice, served)
    found = told("city-9-3-12", "2026-06-04", *events)
    lien = "Record a lien [D.2.a] open since Thu 2026-06-04, with no last day in the code"
    assert lien in found
    recorded = "{date: 2026-06-04, event: lien_recorded}"
    assert lien not in told("city-9-3-12", "2026-06-04", *events, recorded, most=9)


def test_a_power_once_used_is_not_asked_for_again() -> None:
    assessed = "{date: 2026-03-25, event: penalty_assessed, amount: 750.00}"
    before = told("city-9-3-12", "2026-03-25", SEEN, NOTICE, SERVED, most=9)
    after = told("city-9-3-12", "2026-03-25", SEEN, NOTICE, SERVED, assessed, most=9)
    assert [item for item in before if item.startswith("Impose a civil penalty")]
    assert not [item for item in after if item.startswith("Impose a civil penalty")]


def test_a_danger_is_one_decision() -> None:
    found = told("city-9-3-12", "2026-03-02", SEEN.replace("}", ", danger: true}"))
    assert found[0].startswith("Decide on the danger: the town may act today")


def test_where_no_paper_has_gone_out_that_is_said() -> None:
    found = told("city-9-3-12", "2026-03-02", SEEN)
    assert found == [
        "Decide on a paper: nothing runs against the party until one is served [] "
        "now; no last day is set for it"
    ]


def test_an_irregular_act_of_the_towns_is_put_right() -> None:
    early = "{date: 2026-03-10, event: abated}"
    found = told("city-9-3-12", "2026-03-11", SEEN, NOTICE, SERVED, early, most=9)
    assert [item for item in found if item.startswith("See to the irregular abatement (e4) [D.1]")]


def test_nothing_is_told_of_a_case_that_is_over() -> None:
    assert (
        told(
            "webster-ny",
            "2026-03-01",
            "{date: 2026-03-02, event: violation_observed, kind: development}",
        )
        == []
    )


def test_never_more_than_three() -> None:
    appeal = "{date: 2026-03-12, event: appeal_filed}"
    mailed = "{date: 2026-03-20, event: notice_issued, instrument: warning_notice}"
    events = (SEEN.replace("}", ", danger: true}"), NOTICE, SERVED, appeal, mailed)
    assert len(told("city-9-3-12", "2026-03-25", *events, most=99)) > 3
    assert len(told("city-9-3-12", "2026-03-25", *events)) == 3
