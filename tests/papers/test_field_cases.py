"""Papers in cases that went wrong elsewhere: what was printed there must not be printed here."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.papers.conftest import Matter, matter, words_of

from outfall.cli.common import load_case
from outfall.files.office import Office
from outfall.law.case import Case, Event, Party
from outfall.law.faults import Refused
from outfall.papers import elements, notices
from outfall.papers.elements import CHECKS
from outfall.papers.make import Ready
from outfall.papers.press import Press

FIELD = Path(__file__).resolve().parents[2] / "cases" / "good" / "field"
OWNER = Party("owner", "owner", "Sample Foods Co", "40 Sample Road\nExample, EX 00000")


def field(name: str) -> Matter:
    """A field case with an owner, under the office of the worked cases."""
    case, law = load_case(str(FIELD / f"{name}.yaml"))
    office = replace(matter("city-dock").office, town="City of Example")
    return Matter(name, replace(case, parties=(OWNER,)), law, office)


def refused(found: Matter, paper: str, **more: object) -> list[str]:
    with pytest.raises(Refused) as told:
        found.ready(paper, **more)  # type: ignore[arg-type]
    return [str(fault) for fault in told.value.faults]


def text_of(ready: Ready, press: Press) -> str:
    return words_of(press.pdf(ready.data, ready.record))


# A letter without its parts (Township of Robinson v. Esposito)


@pytest.mark.parametrize("letter", ["letter-1", "letter-2"])
def test_a_letter_without_its_parts_is_no_paper(letter: str) -> None:
    """Each part that it lacks is named with its paragraph: place, dates, penalties, appeal."""
    told = refused(field("a-letter-without-its-parts"), "notice_of_violation", entry=letter)
    wanted = {
        "measures that it demands (C.1.a(4))": "requires",
        "the last day for the measures (C.1.a(4))": "comply_by",
        "did not carry address or description of the place (C.1.a(2))": "contents",
        "did not carry statement of the penalties (C.1.a(5))": "contents",
        "did not carry appeal (C.1.a(6))": "contents",
        "expense (C.1.a(7))": "contents",
    }
    for words, place in wanted.items():
        (line,) = [line for line in told if words in line]
        assert re.match(rf"events\[\d\]\.{place}: ", line)


def test_without_the_gate_the_letter_would_go_out(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: no date, no measure, and it reads like a notice."""
    monkeypatch.setattr(notices, "check_elements", lambda subject: None)
    ready = field("a-letter-without-its-parts").ready("notice_of_violation")
    text = text_of(ready, press)
    assert "Notice of violation" in text
    assert "Remedy this by" not in text


# Mail that came back (Brown v. City of Portland)


def test_the_cost_is_not_billed_where_the_notice_came_back(press: Press) -> None:
    found = field("posted-and-mailed-to-a-wrong-address")
    assert refused(found, "cost_invoice") == [
        "paper: Assess the costs is not permitted on 2026-10-01: the notice of violation of "
        "2026-07-06 came back (addressee unknown) (D.2.a)"
    ]
    # The control: with a service that was good, the three lines are billed apart.
    kept = tuple(e for e in found.case.events if e.name != "service_returned")
    good = replace(found, case=replace(found.case, events=kept))
    text = text_of(good.ready("cost_invoice", on=date(2026, 8, 27)), press)
    for amount in ("$1,000.00", "$260.00", "$200.00", "$1,460.00"):
        assert amount in text


# Service may not be ended without a way to dispute it (Memphis Light v. Craft)


def test_a_termination_notice_says_how_to_dispute_it(press: Press) -> None:
    found = matter("city-creek")
    text = text_of(found.ready("termination_notice"), press)
    for words in (
        "Your right to ask for reconsideration (E.3)",
        "before an official who can change this",
        "File with Stormwater Appeals Board",
        "At Room 2, 1 Civic Square",
    ):
        assert words in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_body_and_address_it_is_not_made(language: str) -> None:
    found = matter("city-creek")
    bare = replace(found, office=replace(found.office, appeals={}))
    assert refused(bare, "termination_notice", language=language) == [
        "office.appeals of the town's file: the Notice of proposed termination of access can't be "
        "made without how to dispute it: the body that can put it right, and its address (E.3). "
        "Enter it here"
    ]


def test_without_that_gate_it_would_go_out_without_them(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setitem(CHECKS, "dispute", elements._nothing)
    found = matter("city-creek")
    bare = replace(found, office=replace(found.office, appeals={}))
    text = text_of(bare.ready("termination_notice"), press)
    assert "Stormwater Appeals Board" not in text
    assert "File with" not in text


def test_a_draft_of_it_is_made_without_a_town_and_says_so(press: Press) -> None:
    found = replace(matter("city-creek"), office=Office("City of Example"))
    text = text_of(found.ready("termination_notice"), press)
    assert "DRAFT" in text


def test_a_notice_that_hides_the_way_out_is_refused() -> None:
    told = refused(field("a-notice-that-hides-the-way-out"), "termination_notice", entry="first")
    assert any("a way to appeal" in line for line in told)


# One letter, three clocks (N.C. DEQ, NOV-2023-PC-0476)


DAYS = {
    "reply": ("Wednesday, October 18, 2023", "Friday, October 13, 2023"),
    "resolution": ("Friday, November 17, 2023", "Monday, November 13, 2023"),
    "plan": ("Tuesday, January 16, 2024", "Thursday, January 11, 2024"),
}


def mailed(on: str) -> Matter:
    found = field("one-letter-three-clocks")
    events = tuple(
        replace(e, paper=(("mailed_on", date.fromisoformat(on)), ("by", "certified_mail")))
        if e.name == "notice_issued"
        else e
        for e in found.case.events
    )
    return replace(found, case=replace(found.case, events=events))


def test_three_deadlines_of_one_paper_have_each_its_own_last_day(press: Press) -> None:
    ready = mailed("2023-09-18").ready("notice_of_violation")
    shown = [(entry["label"], entry["value"]) for entry in ready.data["sheet"]["key"]]
    assert shown == [(f"Last day: {id}", day) for id, (day, _) in DAYS.items()]
    text = text_of(ready, press)
    assert all(day in text for day, _ in DAYS.values())


def test_the_paper_says_that_the_days_run_from_its_receipt(press: Press) -> None:
    """It is printed before anybody knows when it is received."""
    ready = field("one-letter-three-clocks").ready("notice_of_violation")
    text = text_of(ready, press)
    assert all(day in text for _, day in DAYS.values())
    assert (
        "This paper was sent on September 13, 2023; the last day is counted from then. If it was "
        "served on you later, your days count from the later day."
    ) in text
    # The control: where a day is fixed, nothing is said of it.
    found = matter("city-dock")
    assert "If it was served on you later" not in str(
        found.ready("notice_of_violation").data["sheet"]["lead"]
    )


def test_no_deadline_is_dropped_where_the_box_has_no_room(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "SEEN_MOST", 1)
    ready = mailed("2023-09-18").ready("notice_of_violation")
    assert len(ready.data["sheet"]["key"]) == 1
    text = text_of(ready, press)
    assert all(day in text for day, _ in DAYS.values())


# A remission takes nothing off the cost (N.C. DEQ, LV-2020-0032 and DV-2017-Q072)


def test_a_statement_keeps_penalty_and_cost_apart(press: Press) -> None:
    found = field("two-lines-penalty-and-cost")
    ready = found.ready("account_statement", on=date(2017, 8, 31))
    text = text_of(ready, press)
    assert "Cost of the work $452.66" in text
    assert "Civil penalty $4,000.00" in text
    assert "Owed in all $4,452.66" in text


def test_half_of_the_penalty_is_not_half_of_the_whole(press: Press) -> None:
    found = field("two-lines-penalty-and-cost")
    amounts = {"penalty_assessed": 85_000, "cost_recorded": 10_218}
    events = [
        replace(e, amount=amounts[e.name]) if e.name in amounts else e for e in found.case.events
    ]
    day = date(2017, 9, 5)
    events.append(
        Event("r", "reduced", day, len(events), part="penalty", amount=42_500, why="remission")
    )
    case = replace(found.case, events=tuple(events))
    text = text_of(replace(found, case=case).ready("account_statement", on=day), press)
    assert "Cost of the work $102.18 $0.00 $0.00 $102.18" in text
    assert "Civil penalty $850.00 −$425.00 $0.00 $425.00" in text
    assert "Owed in all $527.18" in text
    assert "$476.09" not in text  # half of the whole


# "None" on an official letter


def bare(case: Case) -> Case:
    """Without anything that may be missing."""
    events = tuple(replace(e, paper=()) if e.name == "notice_issued" else e for e in case.events)
    owner = Party("owner", "owner", "Sample Foods Co", "40 Sample Road")
    return replace(case, events=events, parties=(owner,), place=(("address", "40 Sample Road"),))


def plain(office: Office) -> Office:
    who = {name: office.appeals[name] for name in ("name", "address")}
    return Office("City of Example", office.department, office.address, "Robin", appeals=who)


@pytest.mark.parametrize(
    "paper", ["notice_of_violation", "warning_notice", "penalty_notice", "account_statement"]
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_empty_prints_nothing(paper: str, language: str, press: Press) -> None:
    found = matter("city-dock")
    found = replace(found, case=bare(found.case), office=plain(found.office))
    ready = found.ready(paper, language)
    text = text_of(ready, press)
    told = text.split(ready.subject.speech.say("page.record"))[0]
    assert not re.search(r"\bNone\b|\bnull\b|\bnan\b|[{}]|· ·|,\s*,|\(\)|: *$", told)
    assert ready.data["to"]["address"] == ["40 Sample Road"]
    rows = [
        row for p in ready.data["sheet"]["parts"] for b in p["blocks"] for row in b.get("rows", ())
    ]
    assert all(value for _, value in rows)
    assert not any(phrase in text for phrase in ("Telephone", "Teléfono"))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"parties": ()}, "parties"),
        ({"parties": (replace(OWNER, address=None),)}, "parties[0].address"),
        ({"place": ()}, "place.address"),
    ],
)
def test_what_must_be_there_stops_the_letter_and_is_named(
    change: dict[str, object], place: str
) -> None:
    found = matter("city-dock")
    case = replace(found.case, **change)  # type: ignore[arg-type]
    told = refused(replace(found, case=case), "notice_of_violation")
    assert [line.split(": ")[0] for line in told] == [place]


def test_a_name_that_is_the_word_none_is_printed(press: Press) -> None:
    """The control of the test above: it is a word like another where somebody is called so."""
    found = matter("city-dock")
    case = replace(found.case, parties=(replace(OWNER, name="None Sample"),))
    text = text_of(replace(found, case=case).ready("notice_of_violation"), press)
    assert re.search(r"\bNone\b", text)
