"""The properties of a standing, over every ordinance that ships and cases of any kind.

What each property says, and why, stands with its function in ``invariants`` and
``invariants_money``; here are the cases that are drawn for it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.law import invariants as hold
from tests.law import invariants_money as money
from tests.law import strategies as drawn
from tests.law.strategies import Asked, Draft, accounts, cases, drafts, moments, proposed

from outfall.files.pack_file import packs
from outfall.law.assess import assess
from outfall.law.case import Case, Event
from outfall.law.events import EVENTS
from outfall.law.money import instalments, split
from outfall.law.ordinance import Ordinance

few = settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
SOME = st.lists(st.integers(0, 9), min_size=1, max_size=6)


def test_every_pack_that_ships_is_asked() -> None:
    assert len(drawn.laws()) == len(packs())


def test_every_field_of_every_event_can_be_drawn() -> None:
    fields = {field for kind in EVENTS.values() for field in (*kind.needs, *kind.may)}
    assert fields - set(drawn.FIELDS) == {"entry"}


@few
@given(cases())
def test_what_happens_later_never_changes_an_earlier_day(asked: Asked) -> None:
    hold.earlier_days_stand(*asked)


def in_any_order_of_days(draw: st.DrawFn, case: Case) -> list[Event]:
    """The entries with the days mixed, those of one day in the order in which they stand."""
    by_day = [list(group) for _, group in groupby(case.events, key=lambda event: event.on)]
    mixed = draw(st.permutations([n for n, group in enumerate(by_day) for _ in group]))
    left = [iter(group) for group in by_day]
    return [next(left[n]) for n in mixed]


@st.composite
def mixed(draw: st.DrawFn) -> tuple[Asked, list[Event]]:
    asked = draw(cases())
    return asked, in_any_order_of_days(draw, asked.case)


def in_the_same_bytes(told: tuple[Asked, list[Event]]) -> None:
    (law, case, on), listed = told
    hold.the_same_bytes(law, case, on, listed)


@few
@given(mixed())
def test_the_same_file_gives_the_same_bytes_in_any_order_of_its_days(
    told: tuple[Asked, list[Event]],
) -> None:
    in_the_same_bytes(told)


@st.composite
def in_error(draw: st.DrawFn) -> tuple[Asked, Event]:
    """A case and an entry that is then voided, on any of its days and wherever in the file."""
    draft: Draft = draw(drafts(most=10))
    on = draw(moments(draft))
    place = len(draft.case.events)
    draft.on = draw(st.sampled_from([event.on for event in draft.case.events]))
    event = proposed(draw, draft, draw(st.sampled_from(drawn.NAMES)))
    at = draw(st.integers(-1, place))
    return Asked(draft.law, draft.case, on), Event(
        **{name: getattr(event, name) for name in Event.__dataclass_fields__ if name != "place"},
        place=at,
    )


def voided_leaves_no_trace(told: tuple[Asked, Event]) -> None:
    (law, case, on), event = told
    hold.leaves_no_trace(law, case, event, on)


@few
@given(in_error())
def test_a_voided_entry_leaves_no_trace(told: tuple[Asked, Event]) -> None:
    voided_leaves_no_trace(told)


PROPERTIES: list[Callable[[Ordinance, Case, date], None]] = [
    hold.powers_wait,
    hold.not_before_is_the_first_day,
    hold.exposure_within_rate_and_days,
    hold.a_reversal_leaves_nothing,
    hold.readings_are_honest,
    money.order_of_a_day,
]
OF_MONEY: list[Callable[[Ordinance, Case, date], None]] = [
    money.account_adds_up,
    money.interest_never_falls,
    money.payment_keeps_the_order,
    money.plan_adds_up,
    money.allocation_adds_up,
    money.payment_and_charge,
]


@pytest.mark.parametrize("property", PROPERTIES, ids=lambda p: p.__name__)
def test_a_property_holds(property: Callable[[Ordinance, Case, date], None]) -> None:
    @few
    @given(cases())
    def holds(asked: Asked) -> None:
        property(*asked)

    holds()


@pytest.mark.parametrize("property", OF_MONEY, ids=lambda p: p.__name__)
def test_a_property_of_money_holds(property: Callable[[Ordinance, Case, date], None]) -> None:
    @few
    @given(accounts() | cases())
    def holds(asked: Asked) -> None:
        property(*asked)

    holds()


# Shares and instalments by themselves


@given(
    st.integers(0, 10**9),
    st.lists(st.fractions(0, 9, max_denominator=50), min_size=1, max_size=9).filter(any),
)
def test_shares_add_up_and_none_is_a_cent_off(total: int, shares: list[Fraction]) -> None:
    parts = split(total, shares)
    assert sum(parts) == total
    for part, share in zip(parts, shares, strict=True):
        assert abs(part - Fraction(total) * share / sum(shares)) < 1


@given(st.integers(0, 10**9), st.integers(1, 5))
def test_payments_add_up_and_are_equal(total: int, payments: int) -> None:
    found = instalments(total, payments)
    assert (sum(found), len(found)) == (total, payments)
    assert len(set(found[:-1])) <= 1
    assert 0 <= found[-1] - found[0] < payments


@few
@given(cases(), SOME)
def test_days_pass_and_a_standing_moves_only_forward(asked: Asked, days: list[int]) -> None:
    """Asked day after day, with nothing new, interest never falls and no missed day comes back."""
    law, case, on = asked
    told = hold.until(case, on)
    before = assess(law, told, on)
    for step in days:
        on += timedelta(days=step)
        after = assess(law, told, on)
        assert after.account.interest >= before.account.interest
        now = {d.id: d.status for d in after.deadlines}
        for deadline in before.deadlines:
            if deadline.status in ("met", "late", "missed"):
                assert now[deadline.id] == deadline.status
        before = after
