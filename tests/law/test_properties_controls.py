"""Each property sees the harm it is there for: a planted mistake that it must catch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.law import invariants as hold
from tests.law import invariants_money as money
from tests.law import test_properties as properties
from tests.law import test_stateful as lived
from tests.law.strategies import STARTS, Asked, accounts, cases
from tests.law.test_property_finds import case, issued, law, seen, served

from outfall.law import (
    account,
    assess,
    books,
    days,
    fold,
    fold_later,
    otherwise,
    penalties,
)
from outfall.law.case import Case, Event
from outfall.law.conditions import KINDS
from outfall.law.facts import Entry, Facts
from outfall.law.faults import Refused
from outfall.law.ledger import Ledger
from outfall.law.standing import Account, Deadline
from outfall.law.view import View

CITY, WEBSTER = "city-9-3-12", "webster-ny"
Patch = pytest.MonkeyPatch
DAY = timedelta(days=1)


def caught(strategy: st.SearchStrategy[Any], check: Callable[[Any], None]) -> bool:
    """Whether a property fails on some case, the same ones each time."""

    @settings(
        max_examples=3000, phases=[Phase.generate], derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def run(told: Any) -> None:
        check(told)

    try:
        run()
    except AssertionError:
        return True
    return False


def _each(*names: str) -> Callable[..., Any]:
    return pytest.mark.parametrize("name", names)


@st.composite
def ripe(draw: st.DrawFn) -> Asked:
    """A notice of violation that was served and not obeyed, a cost, and a day well after it."""
    found, later = draw(STARTS), [timedelta(draw(st.integers(0, 9))) for _ in range(4)]
    sent = found + later[0]
    told = case(
        CITY,
        seen(str(found)),
        (str(found), "cost_recorded", {"amount": 100, "kind": "sampling"}),
        issued(str(sent), comply_by=sent + later[1]),
        served(str(sent + later[2])),
    )
    return Asked(law(CITY), told, sent + later[3] + timedelta(30))


# Mistakes planted: each changes one place of the law.


def the_day_of_correction_counts(patch: Patch) -> None:
    true = penalties._count

    def count(view: View, rule: Any, name: str, start: date, end: date | None) -> Any:
        return true(view, rule, name, start, end and end + DAY)

    patch.setattr(penalties, "_count", count)


def the_day_of_receipt_counts(patch: Patch) -> None:
    true = penalties._spans

    def spans(view: View, group: list[Any], first: date, left_out: list[Any]) -> Any:
        return true(view, group, first - DAY if first > date.min else first, left_out)

    patch.setattr(penalties, "_spans", spans)


def a_rate_is_doubled(patch: Patch) -> None:
    true = penalties._capped

    def doubled(view: View, rule: Any, low: int, high: int | None, jail: int) -> Any:
        return true(view, rule, low, high and 2 * high, jail)

    patch.setattr(penalties, "_capped", doubled)


def a_power_opens_on_the_due_day(patch: Patch) -> None:
    true = KINDS["expired"]

    def expired(view: View, *asked: Any) -> Any:
        step = true(view, *asked)
        soon = step.opens == view.on + DAY
        return step._replace(holds=True, since=view.on, opens=None) if soon else step

    patch.setitem(KINDS, "expired", expired)


def the_first_day_is_told_a_day_early(patch: Patch) -> None:
    true = KINDS["expired"]

    def expired(*asked: Any) -> Any:
        step = true(*asked)
        return step if step.holds or step.opens is None else step._replace(opens=step.opens - DAY)

    patch.setitem(KINDS, "expired", expired)


def a_power_is_old(patch: Patch) -> None:
    true = KINDS["served"]

    def later(*asked: Any) -> Any:
        step = true(*asked)
        return step._replace(since=step.since + DAY) if step.since else step

    patch.setitem(KINDS, "served", later)


def a_reversal_is_forgotten(patch: Patch) -> None:
    patch.setattr(fold_later, "_reverse", lambda *asked: None)


def a_reading_is_not_noted(patch: Patch) -> None:
    patch.setattr(View, "reading", lambda view, name: view.readings[name])


def no_reading_differs(patch: Patch) -> None:
    patch.setattr(otherwise, "_differs", lambda *asked: False)


def a_credit_is_lost(patch: Patch) -> None:
    patch.setattr(Ledger, "_take_credit", lambda ledger: 0)


def interest_goes_with_the_principal(patch: Patch) -> None:
    true = Ledger.interest_at
    patch.setattr(Ledger, "interest_at", lambda book, on: true(book, on) if book.principal else 0)


def payments_go_backwards(patch: Patch) -> None:
    patch.setattr(books, "Ledger", lambda order, *rest: Ledger(tuple(reversed(order)), *rest))


def odd_cents_are_dropped(patch: Patch) -> None:
    patch.setattr(account, "instalments", lambda total, n: [total // n] * n)


def shares_are_rounded_down(patch: Patch) -> None:
    patch.setattr(
        account, "split", lambda total, shares: [int(total * s / sum(shares)) for s in shares]
    )


def nothing_is_tried_again(patch: Patch) -> None:
    def take_once(taken: Any, view: View, events: list[Event]) -> None:
        for event in events:
            trouble = days._kept(taken, view, event)
            if trouble is not None:
                taken.faults.append(days._fault(event, trouble))

    patch.setattr(days, "_day", take_once)


def a_payment_is_lost_where_it_stands(patch: Patch) -> None:
    def enter(facts: Facts, entry: Entry) -> None:
        facts.entries.append(entry)
        if entry.kind == "charge":
            facts.charged.add(entry.part)

    patch.setattr(Facts, "enter", enter)
    a_credit_is_lost(patch)


def only_what_comes_later_is_paid(patch: Patch) -> None:
    true = Ledger._settle

    def settle(ledger: Ledger, entry: Any, amount: int) -> None:
        if ledger.unpaid() or entry.kind != "paid":
            true(ledger, entry, amount)
        else:
            ledger.credit += 0 * amount

    patch.setattr(Ledger, "_settle", settle)


PLANTED: list[tuple[Callable[..., None], Callable[[Patch], None]]] = [
    (hold.exposure_within_rate_and_days, the_day_of_correction_counts),
    (hold.exposure_within_rate_and_days, the_day_of_receipt_counts),
    (hold.exposure_within_rate_and_days, a_rate_is_doubled),
    (hold.powers_wait, a_power_opens_on_the_due_day),
    (hold.powers_wait, a_power_is_old),
    (hold.not_before_is_the_first_day, the_first_day_is_told_a_day_early),
    (hold.a_reversal_leaves_nothing, a_reversal_is_forgotten),
    (hold.readings_are_honest, a_reading_is_not_noted),
    (hold.readings_are_honest, no_reading_differs),
    (money.account_adds_up, a_credit_is_lost),
    (money.account_adds_up, only_what_comes_later_is_paid),
    (money.interest_never_falls, interest_goes_with_the_principal),
    (money.payment_keeps_the_order, payments_go_backwards),
    (money.plan_adds_up, odd_cents_are_dropped),
    (money.allocation_adds_up, shares_are_rounded_down),
    (money.order_of_a_day, nothing_is_tried_again),
    (money.payment_and_charge, a_payment_is_lost_where_it_stands),
]


@pytest.mark.parametrize(
    ("property", "plant"), PLANTED, ids=[f"{p.__name__}-{b.__name__}" for p, b in PLANTED]
)
def test_a_planted_mistake_is_caught(
    property: Callable[..., None], plant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    strategy = accounts() if property in properties.OF_MONEY else cases()
    if plant in (the_day_of_receipt_counts, a_power_is_old):
        strategy = ripe()
    assert caught(strategy, lambda asked: property(*asked))


def test_every_property_has_its_control() -> None:
    assert {*properties.PROPERTIES, *properties.OF_MONEY} == {property for property, _ in PLANTED}


def _counted(keep: Callable[[Case], list[Event]], patch: Patch) -> None:
    patch.setattr(days, "counted", keep)


def test_a_day_that_looks_ahead_is_caught(monkeypatch: Patch) -> None:
    true = days.take

    def ahead(plan: Any, case: Case, on: date, *rest: Any, **more: Any) -> Any:
        return true(plan, case, on if on == date.max else on + 30 * DAY, *rest, **more)

    monkeypatch.setattr(assess, "take", ahead)
    assert caught(cases(), lambda asked: hold.earlier_days_stand(*asked))


def test_a_void_that_is_forgotten_is_caught(monkeypatch: Patch) -> None:
    def all_of(case: Case) -> list[Event]:
        told = [event for event in case.events if event.name != "voided"]
        return sorted(told, key=lambda event: (event.on, event.place))

    _counted(all_of, monkeypatch)
    assert caught(properties.in_error(), properties.voided_leaves_no_trace)


def test_a_void_of_a_void_that_is_forgotten_is_caught(monkeypatch: Patch) -> None:
    def once(case: Case) -> list[Event]:
        void = {event.entry for event in case.events if event.name == "voided"}
        told = [e for e in case.events if e.name != "voided" and e.id not in void]
        return sorted(told, key=lambda event: (event.on, event.place))

    _counted(once, monkeypatch)
    assert caught(properties.in_error(), properties.voided_leaves_no_trace)


def test_days_in_the_order_of_the_file_are_caught(monkeypatch: Patch) -> None:
    true = days.counted
    _counted(lambda case: sorted(true(case), key=lambda event: event.place), monkeypatch)
    try:
        found = caught(properties.mixed(), properties.in_the_same_bytes)
    except (Refused, ValueError):
        found = True
    assert found


# What a case lived day by day must not do


def _lived(name: str, told: Case, on: date, patched: Case | None = None) -> None:
    before, now = (assess.assess(law(name), told, day) for day in (on - DAY, on))
    lived.legal(before, now, patched or told, law(name))


def _stopped(last: str) -> Case:
    return case(
        WEBSTER, seen("2026-03-02", kind="maintenance"), issued("2026-03-02"),
        served("2026-03-03"), ("2026-03-10", last, {}),
    )  # fmt: skip


def test_stop_work_is_lifted_by_the_confirmation_alone(monkeypatch: Patch) -> None:
    _lived(WEBSTER, _stopped("corrected"), date(2026, 3, 10))
    _lived(WEBSTER, _stopped("compliance_confirmed"), date(2026, 3, 10))
    true = fold.HANDLERS["corrected"]

    def corrected(facts: Any, event: Event, law: Any) -> None:
        true(facts, event, law)
        facts.happened.setdefault("compliance_confirmed", []).append((event.on, event.id))

    monkeypatch.setitem(fold.HANDLERS, "corrected", corrected)
    with pytest.raises(AssertionError, match="stop_work ended by"):
        _lived(WEBSTER, _stopped("corrected"), date(2026, 3, 10))


def test_a_hold_is_released_by_acceptance_alone(monkeypatch: Patch) -> None:
    _lived(WEBSTER, _stopped("practices_accepted"), date(2026, 3, 10))
    monkeypatch.setitem(fold.HANDLERS, "corrected", fold.HANDLERS["practices_accepted"])
    with pytest.raises(AssertionError, match="occupancy_permit was released by corrected"):
        _lived(WEBSTER, _stopped("corrected"), date(2026, 3, 10))


@pytest.mark.parametrize(
    ("was", "became"), [("met", "open"), ("met", "missed"), ("late", "met"), ("missed", "open")]
)
def test_a_clock_never_goes_back(was: str, became: str) -> None:
    told, on = _stopped("entry_refused"), date(2026, 3, 10)
    standing = assess.assess(law(WEBSTER), told, on)

    def having(status: str) -> Any:
        deadlines: Iterator[Deadline] = (d._replace(status=status) for d in standing.deadlines)
        return replace(standing, deadlines=tuple(deadlines))

    lived.legal(having("open"), having(became), told, law(WEBSTER))
    with pytest.raises(AssertionError, match=f"appeal was {was} and is {became}"):
        lived.legal(having(was), having(became), told, law(WEBSTER))


def test_charges_and_irregular_acts_are_never_forgotten() -> None:
    told = case(
        CITY, seen("2026-03-02"), ("2026-03-03", "abated", {}),
        ("2026-03-03", "cost_recorded", {"amount": 5}),
    )  # fmt: skip
    now = assess.assess(law(CITY), told, date(2026, 3, 4))
    then = assess.assess(law(CITY), told, date(2026, 3, 3))
    lived.legal(then, now, told, law(CITY))
    with pytest.raises(AssertionError, match="told no more"):
        lived.legal(then, replace(now, irregularities=()), told, law(CITY))
    with pytest.raises(AssertionError, match="charges fell"):
        lived.legal(then, replace(now, account=Account()), told, law(CITY))
