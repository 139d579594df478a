"""A pack made ready to be asked: which rule and which row of service is law on a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.law.facts_told import CITY, WEBSTER, march, pack

from outfall.law.counting import CountingRule
from outfall.law.facts import Facts
from outfall.law.ordinance import ServiceRule
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
    anchors,
)
from outfall.law.plan import Plan, Setting
from outfall.law.standing import Exposure
from outfall.law.view import View

OLD, NEW, NEWEST = CountingRule("old"), CountingRule("new"), CountingRule("newest")


@pytest.mark.parametrize(
    ("on", "rule"),
    [
        (date(1900, 1, 1), OLD),
        (date(2009, 12, 31), OLD),
        (date(2010, 1, 1), NEW),
        (date(2019, 12, 31), NEW),
        (date(2020, 1, 1), NEWEST),
        (date.max, NEWEST),
    ],
)
def test_the_counting_rule_of_a_day(on: date, rule: CountingRule) -> None:
    """In whatever order a calendar lists its rules, with one of another name between them."""
    rows = (
        ("plain", date(2010, 1, 1), NEW),
        ("other", None, CountingRule("other")),
        ("plain", None, OLD),
        ("plain", date(2020, 1, 1), NEWEST),
    )
    assert Plan(replace(pack(CITY), counting=rows)).rule("plain", on) is rule


def test_before_the_first_of_its_rules_a_day_has_the_first() -> None:
    rows = (
        ("plain", date(2020, 1, 1), NEWEST),
        ("plain", date(2000, 1, 1), OLD),
        ("plain", date(2010, 1, 1), NEW),
    )
    assert Plan(replace(pack(CITY), counting=rows)).rule("plain", date(1999, 1, 1)) is OLD


def test_of_two_rules_from_one_day_the_one_that_is_listed_first() -> None:
    rows = (("plain", date(2010, 1, 1), NEW), ("plain", date(2010, 1, 1), NEWEST))
    assert Plan(replace(pack(CITY), counting=rows)).rule("plain", date(2010, 1, 1)) is NEW


EARLY = ServiceRule("mail", until=date(2026, 3, 4))
LATE = ServiceRule("mail", adds=3, since=date(2026, 3, 6))
POSTING = ServiceRule("posting", receipt="with_service")


@pytest.mark.parametrize(
    ("method", "day", "rule"),
    [
        ("mail", 4, EARLY),
        ("mail", 6, LATE),
        ("posting", 5, POSTING),
        # Between the rows, and for a way of which the code says nothing, receipt has to be shown.
        ("mail", 5, ServiceRule("mail")),
        ("email", 5, ServiceRule("email")),
    ],
)
def test_the_row_of_service_of_a_day(method: str, day: int, rule: ServiceRule) -> None:
    plan = Plan(replace(pack(CITY), service=(POSTING, LATE, EARLY)))
    assert plan.service(method, march(day)) == rule


@pytest.mark.parametrize(
    ("rows", "adds"), [((), False), ((EARLY,), False), ((EARLY, LATE, POSTING), True)]
)
def test_whether_any_way_of_service_adds_days(rows: tuple[ServiceRule, ...], adds: bool) -> None:
    assert Plan(replace(pack(CITY), service=rows)).adds_days is adds


def test_rules_by_their_names_and_a_bit_for_each_reading() -> None:
    law = pack(WEBSTER)
    plan = Plan(law)
    assert plan.law is law
    names = [reading.id for reading in law.readings]
    assert plan.bits == {name: 2**n for n, name in enumerate(names)}
    for rules, by_name in (
        (law.deadlines, plan.deadlines),
        (law.actions, plan.actions),
        (law.orders, plan.orders),
        (law.holds, plan.holds),
        (law.proceedings, plan.proceedings),
    ):
        assert rules
        assert list(by_name.items()) == [(rule.id, rule) for rule in rules]


def test_a_plan_without_an_account_knows_no_debt_and_no_exposure() -> None:
    law = pack(CITY)
    plan = Plan(law)
    view = View(plan, Facts(), march(2), Setting({}, {}, law.calendar))
    assert plan.settled(view, "cost") is None
    assert plan.exposure(view, "civil") == Exposure("civil")


def test_the_events_from_which_some_clock_runs() -> None:
    """Of the two codes, the city's alone has clocks that run from an event: the abatement."""
    assert Plan(pack(CITY)).clock_events == {"abated"}
    assert Plan(pack(WEBSTER)).clock_events == frozenset()


A, B, C, D, E, F = (Anchor("event", name) for name in "abcdef")


def test_every_start_of_a_term_under_whatever_reading() -> None:
    def run(anchor: Anchor) -> Counted:
        return Counted(anchor, None)

    term: Term = ByReading(
        "r",
        (
            ("x", Extreme(True, (run(A), Named("comply_by"), run(B)))),
            ("y", InDanger(run(C), FirstKnown((SameAs("d"), run(D), run(E))))),
            ("z", run(F)),
        ),
    )
    assert list(anchors(term)) == [A, B, C, D, E, F]
    assert list(anchors(Named("comply_by"))) == list(anchors(SameAs("d"))) == []


def test_a_choice_without_a_rule_is_named() -> None:
    by_reading = ByReading("r", (("x", 1), ("y", 2)))
    assert (by_reading.under("x"), by_reading.under("y")) == (1, 2)
    with pytest.raises(LookupError, match=r"^r has no rule for z$"):
        by_reading.under("z")
