"""A paper that lacks something is stopped: each thing taken away in turn, in its own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.papers.conftest import ON, Matter, matter

from outfall.files.office import Office
from outfall.law.case import Case, Event
from outfall.law.faults import Refused
from outfall.papers.catalog import PAPERS
from outfall.papers.elements import ALWAYS, CHECKS, demanded
from outfall.papers.make import Order, prepare

Taken = Callable[[Case], Case]


def told(found: Matter, paper: str, change: Taken, office: Office | None = None) -> list[str]:
    """What keeps the paper from being made of a changed case; nothing where it is made."""
    try:
        prepare(
            Order(paper, ON),
            change(found.case),
            found.law,
            found.office if office is None else office,
        )
    except Refused as refused:
        return [str(fault) for fault in refused.faults]
    return []


def each(change: Callable[[Event], Event]) -> Taken:
    return lambda case: replace(case, events=tuple(map(change, case.events)))


def of_kind(name: str, **fields: Any) -> Taken:
    return each(lambda e: replace(e, **fields) if e.name == name else e)


def without_paper(name: str, field: str) -> Taken:
    return each(
        lambda e: (
            replace(e, paper=tuple(p for p in e.paper if p[0] != field)) if e.name == name else e
        )
    )


def without_place(case: Case) -> Case:
    kept = tuple(p for p in case.place if p[0] == "parcel")
    return replace(case, place=kept)


def without_address(case: Case) -> Case:
    return replace(case, parties=tuple(replace(p, address=None) for p in case.parties))


def without_name(case: Case) -> Case:
    return replace(case, parties=tuple(replace(p, name=p.id) for p in case.parties))


def blank(element: str) -> list[tuple[Taken, str]]:
    """The ways to leave an element out, each with the place where it must be entered."""
    ways: dict[str, list[tuple[Taken, str]]] = {
        "recipient": [
            (without_name, "parties[0].name"),
            (without_address, "parties[0].address"),
            (lambda case: replace(case, parties=()), "parties"),
        ],
        "place": [(without_place, "place.address")],
        "nature": [(of_kind("violation_observed", nature=None), "nature")],
        "remedy": [
            (of_kind("notice_issued", requires=()), "requires"),
            (of_kind("notice_issued", comply_by=None), "comply_by"),
        ],
    }
    return ways.get(element, [])


INSTRUMENTS = [
    (name, instrument.id, element)
    for name in ("webster-basin", "city-dock", "city-creek")
    for instrument in matter(name).law.instruments
    if any(e.instrument == instrument.id for e in matter(name).case.events)
    for element in demanded(instrument)
]


@pytest.mark.parametrize(("name", "instrument", "element"), INSTRUMENTS)
def test_each_element_taken_away_stops_the_paper(name: str, instrument: str, element: str) -> None:
    found = matter(name)
    assert told(found, instrument, lambda case: case) == []
    cite = demanded(next(i for i in found.law.instruments if i.id == instrument))[element]
    for change, place in blank(element):
        if place == "comply_by" and instrument != "notice_of_violation":
            continue
        says = [line for line in told(found, instrument, change) if place in line]
        assert says
        assert all(f"({cite})" in line for line in says)
    rule = next(i for i in found.law.instruments if i.id == instrument)
    if element in dict(rule.elements):
        unlisted = each(
            lambda e: (
                replace(e, contents=tuple(c for c in e.contents if c != element))
                if e.instrument == instrument
                else e
            )
        )
        lines = told(found, instrument, unlisted)
        assert any("did not carry" in line and f"({cite})" in line for line in lines)


def test_every_element_has_its_check() -> None:
    for name in ("webster-basin", "city-dock"):
        for instrument in matter(name).law.instruments:
            assert set(demanded(instrument)) <= set(CHECKS)
            assert set(ALWAYS) <= set(demanded(instrument))


def test_all_that_is_missing_is_told_at_once() -> None:
    def bare(case: Case) -> Case:
        for change in (without_place, without_name, of_kind("violation_observed", nature=None)):
            case = change(case)
        return of_kind("notice_issued", requires=(), comply_by=None)(case)

    assert told(matter("city-dock"), "notice_of_violation", bare) == [
        "parties[0].name: the Notice of violation can't be made without the name of the person it "
        "is directed to (C.1.a(1)). Enter it here",
        "place.address: the Notice of violation can't be made without the address or a description "
        "of the place (C.1.a(2)). Enter it here",
        "events[0].nature: the Notice of violation can't be made without what was found "
        "(violation v1) (C.1.a(3)). Enter it here",
        "events[3].requires: the Notice of violation can't be made without the measures that it "
        "demands (C.1.a(4)). Enter it here",
        "events[3].comply_by: the Notice of violation can't be made without the time schedule: the "
        "last day for the measures (C.1.a(4)). Enter it here",
    ]


def test_an_appeal_without_a_body_to_file_with_stops_the_paper() -> None:
    found = matter("city-dock")
    says = told(found, "notice_of_violation", lambda c: c, replace(found.office, appeals={}))
    assert says == [
        "office.appeals of the town's file: the Notice of violation can't be made without the "
        "body with which, and the address at which, an appeal is filed (C.1.a(6)). Enter it here"
    ]


def test_without_the_checks_a_notice_would_go_out_without_its_measures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: what the guard keeps from happening."""
    monkeypatch.setitem(CHECKS, "remedy", lambda subject: iter(()))
    found = matter("city-dock")
    case = of_kind("notice_issued", requires=())(found.case)
    ready = prepare(Order("notice_of_violation", ON), case, found.law, found.office)
    assert "Stop the wash water" not in str(ready.data)


@pytest.mark.parametrize(
    ("name", "paper", "change", "says"),
    [
        (
            "webster-basin",
            "hearing_notice",
            of_kind("hearing_set", held_at=None),
            "events[12].held_on: a hearing needs its hour: write held_on as YYYY-MM-DDTHH:MM",
        ),
        (
            "webster-basin",
            "hearing_notice",
            of_kind("hearing_set", where=None),
            "events[12].where: a hearing needs its room and address. Enter them here",
        ),
        (
            "webster-basin",
            "decision",
            without_paper("appeal_decided", "findings"),
            "events[14].paper.findings: a decision needs its reasons. Enter them in paper.findings",
        ),
        (
            "webster-basin",
            "certificate_of_service",
            without_paper("served", "server"),
            "events[23].paper.server: proof of service needs the name of who served it. Enter it "
            "here",
        ),
        (
            "webster-basin",
            "lien_claim",
            lambda case: replace(case, place=(("address", "18 Example Lane"),)),
            "place.parcel: the property has no parcel number. Enter it here",
        ),
        (
            "city-creek",
            "compensation_agreement",
            of_kind("compensation_imposed", what=None),
            "events[11].what: the agreement needs the work that is to be done. Enter it here",
        ),
        (
            "city-creek",
            "compensation_agreement",
            without_paper("compensation_imposed", "terms"),
            "events[11].paper.terms: the agreement needs its terms: how much, where, by when, who "
            "checks it",
        ),
    ],
)
def test_the_other_papers_say_what_they_lack(
    name: str, paper: str, change: Taken, says: str
) -> None:
    assert says in told(matter(name), paper, change)


def test_certified_mail_is_proved_by_its_number() -> None:
    found = matter("city-dock")
    entry = next(e for e in found.case.events if e.method == "certified_mail")
    case = without_paper("served", "tracking")(found.case)
    order = Order("certificate_of_service", ON, entry=entry.id)
    with pytest.raises(Refused) as refused:
        prepare(order, case, found.law, found.office)
    assert str(refused.value.faults[0]) == (
        f"events[{entry.place}].paper.tracking: certified mail is proved by the carrier's number. "
        "Enter it here"
    )


def test_a_draft_of_what_the_law_does_not_permit_is_refused_with_the_reason() -> None:
    found = matter("city-dock")
    case = replace(found.case, events=found.case.events[:1])
    says = told(replace(found, case=case), "penalty_notice", lambda c: c)
    assert says == [
        "paper: Issue a penalty notice is not permitted on 2026-10-01: no assessment of a civil "
        "penalty is on record (F)"
    ]
    assert told(found, "tax_roll", lambda c: c) == [
        "paper: A city's section 9-3-12 gives no power to certify to the tax roll"
    ]


def test_powers_are_powers_of_an_ordinance() -> None:
    known = {a.id for name in ("webster-basin", "city-dock") for a in matter(name).law.actions}
    assert {power for paper in PAPERS.values() for power in paper.powers} <= known
