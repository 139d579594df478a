"""Charges, interest and payments to the cent and to the day, worked out with round figures.

$3,650 at six percent bear 60 cents a day, and $18.25 at ten percent half a cent.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from outfall.law.facts import Entry
from outfall.law.ledger import Ledger
from outfall.law.ordinance import Dated
from outfall.law.standing import InterestSpan

ORDER = ("interest", "cost", "fee", "penalty", "fine")
SIX = (Dated(Decimal(6)),)
TEN = (Dated(Decimal(10)),)


def march(day: int) -> date:
    return date(2026, 3, 1) + timedelta(days=day - 1)


def entry(day: date, amount: int, part: str = "cost", kind: str = "charge") -> Entry:
    return Entry(day, kind, part, amount, f"e{day.day}", "v1")


def ledger(rates: tuple[Dated, ...] = SIX, year: str = "actual_365") -> Ledger:
    return Ledger(ORDER, rates, year)


def charge(book: Ledger, day: int, amount: int, part: str = "cost", bears: int | None = 0) -> None:
    """A charge that bears from its own day, from a later one, or not at all (None)."""
    book.advance(march(day))
    from_day = None if bears is None else march(bears or day)
    book.charge(entry(march(day), amount, part), from_day)


def pay(book: Ledger, day: int, amount: int) -> None:
    book.advance(march(day))
    book.pay(entry(march(day), amount, "", "paid"))


def reduce(book: Ledger, day: int, amount: int, part: str = "cost") -> None:
    book.advance(march(day))
    book.reduce(entry(march(day), amount, part, "reduced"))


def test_an_empty_ledger_owes_and_bears_nothing() -> None:
    book = ledger()
    assert (book.interest, book.interest_at(march(9)), book.unpaid(), book.owed("cost")) == (
        0,
        0,
        0,
        0,
    )
    assert (book.spans_at(march(9)), book.per_diem(march(9))) == ((), 0)


def test_the_day_of_the_charge_bears_and_the_day_of_the_payment_does_not() -> None:
    book = ledger()
    charge(book, 2, 365000)
    assert [book.interest_at(march(day)) for day in (1, 2, 3, 11)] == [0, 60, 120, 600]
    pay(book, 12, 365600)
    assert book.interest == 600
    assert [book.interest_at(march(day)) for day in (12, 30)] == [600, 600]
    assert book.unpaid() == 0


def test_asking_changes_nothing() -> None:
    book = ledger()
    charge(book, 2, 365000)
    first = (book.interest_at(march(20)), book.spans_at(march(20)))
    assert (book.interest_at(march(20)), book.spans_at(march(20))) == first
    assert (book.interest, book.spans) == (0, [])
    book.advance(march(5))
    assert book.interest == 180
    assert (book.interest_at(march(20)), book.spans_at(march(20))) == first


def test_a_day_that_was_passed_is_not_gone_back_to() -> None:
    book = ledger()
    charge(book, 2, 365000)
    book.advance(march(5))
    book.advance(march(3))
    assert book.day == march(5)
    assert book.interest_at(march(5)) == 240


def test_a_charge_waits_for_the_first_day_that_can_bear() -> None:
    book = ledger()
    charge(book, 1, 365000, bears=5)
    charge(book, 1, 730000, "fee", bears=8)
    assert [book.interest_at(march(day)) for day in (4, 5, 7, 8)] == [0, 60, 180, 360]
    assert book.per_diem(march(3)) == 0
    assert book.per_diem(march(4)) == 60  # of the 5th, which bears for the first time
    assert book.per_diem(march(7)) == 180
    assert book.spans_at(march(8)) == (
        InterestSpan(march(5), march(7), 365000, Decimal(6), "actual_365"),
        InterestSpan(march(8), march(8), 1095000, Decimal(6), "actual_365"),
    )
    book.advance(march(8))
    assert (book.interest, book.principal) == (180, 365000)
    book.advance(march(9))
    assert (book.interest, book.principal) == (360, 1095000)


def test_a_later_charge_can_bear_before_an_earlier_one() -> None:
    book = ledger()
    charge(book, 1, 365000, bears=8)
    charge(book, 1, 730000, "fee", bears=5)
    book.advance(march(9))
    assert book.interest == 3 * 120 + 180
    assert [line.bearing for line in (*book.lines["cost"], *book.lines["fee"])] == [True, True]


def test_what_is_paid_while_it_waits_never_bears() -> None:
    book = ledger()
    charge(book, 1, 365000, bears=5)
    pay(book, 3, 182500)
    assert book.principal == 0
    assert book.interest_at(march(5)) == 30
    pay(book, 6, 30 + 182500)
    assert (book.principal, book.interest_at(march(20))) == (0, 30)


def test_what_does_not_bear_adds_to_what_is_owed_alone() -> None:
    book = ledger()
    charge(book, 1, 5000, "penalty", bears=None)
    assert (book.interest_at(march(30)), book.owed("penalty"), book.per_diem(march(1))) == (
        0,
        5000,
        0,
    )
    assert book.waiting == []


@pytest.mark.parametrize(
    ("days", "cents"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 4)]
)
def test_half_a_cent_goes_to_the_even_cent(days: int, cents: int) -> None:
    book = ledger(TEN)
    charge(book, 1, 1825)
    assert book.interest_at(march(days)) == cents


@pytest.mark.parametrize(("days", "cents"), [(1, 0), (5, 1), (9, 2), (13, 2), (17, 2), (18, 3)])
def test_half_a_cent_over_two_rates(days: int, cents: int) -> None:
    """Half a cent on the first day at ten percent, then an eighth a day at two and a half."""
    book = ledger((Dated(Decimal(10), None, march(1)), Dated(Decimal("2.5"), march(2), None)))
    charge(book, 1, 1825)
    assert book.interest_at(march(days)) == cents


def test_a_rate_is_law_from_its_first_day_through_its_last() -> None:
    book = ledger(
        (Dated(Decimal(6), march(5), march(10)), Dated(Decimal(12), march(11), march(12)))
    )
    charge(book, 1, 365000)
    days = (4, 5, 10, 11, 12, 13)
    assert [book.interest_at(march(day)) for day in days] == [0, 60, 360, 480, 600, 600]
    assert [book.per_diem(march(day)) for day in (3, 4, 9, 10, 11, 12)] == [0, 60, 60, 120, 120, 0]
    assert [(s.first, s.last, s.rate) for s in book.spans_at(march(20))] == [
        (march(5), march(10), Decimal(6)),
        (march(11), march(12), Decimal(12)),
    ]


def test_a_stretch_of_one_principal_and_rate_stays_one() -> None:
    book = ledger()
    charge(book, 1, 365000)
    charge(book, 5, 100, "fee", bears=None)
    charge(book, 8, 365000, "penalty")
    found = [(s.first, s.last, s.principal) for s in book.spans_at(march(9))]
    assert found == [(march(1), march(7), 365000), (march(8), march(9), 730000)]
    assert [(s.first, s.last) for s in book.spans] == [(march(1), march(7))]
    assert book.interest_at(march(9)) == 7 * 60 + 2 * 120


def test_stretches_with_a_day_between_them_stay_two() -> None:
    book = ledger()
    charge(book, 1, 365000)
    pay(book, 3, 365120)
    charge(book, 4, 365000)
    assert [(s.first, s.last) for s in book.spans_at(march(5))] == [
        (march(1), march(2)),
        (march(4), march(5)),
    ]


def test_months_of_thirty_days_are_counted_whole_however_often_the_books_are_closed() -> None:
    """January 15 to March 14 are two months: one percent of $3,600. Cut in two, 61 days."""
    book = ledger(SIX, "thirty_360")
    book.advance(date(2026, 1, 15))
    book.charge(entry(date(2026, 1, 15), 360000), date(2026, 1, 15))
    book.advance(date(2026, 2, 1))
    book.charge(entry(date(2026, 2, 1), 100, "fee"), None)
    book.advance(date(2026, 2, 20))
    assert book.interest_at(date(2026, 3, 14)) == 3600
    book.advance(date(2026, 3, 15))
    assert book.interest == 3600
    assert len(book.spans) == 1


@pytest.mark.parametrize(
    ("year", "on", "cents"),
    [
        ("actual_365", date(2028, 2, 27), 60),
        ("actual_360", date(2028, 2, 27), 61),
        ("actual_actual", date(2028, 2, 27), 60),
        ("actual_actual", date(2027, 12, 30), 60),
        ("thirty_360", date(2028, 2, 28), 61),
    ],
)
def test_the_interest_of_the_next_day(year: str, on: date, cents: int) -> None:
    """$3,660 at six percent: 60.16 cents of 365, 61 of 360, 60 of a leap year's 366."""
    book = ledger(SIX, year)
    book.charge(entry(on, 366000), on)
    assert book.per_diem(on) == cents


def test_a_payment_goes_through_the_parts_in_their_order() -> None:
    book = ledger()
    charge(book, 1, 365000)
    charge(book, 1, 1000, "fee", bears=None)
    charge(book, 1, 2000, "penalty", bears=None)
    pay(book, 3, 100)  # of 120 cents of interest
    assert (book.interest_paid, book.owed("cost")) == (100, 365000)
    pay(book, 3, 365020 + 1500)
    assert (book.interest_paid, book.owed("cost"), book.owed("fee"), book.owed("penalty")) == (
        120,
        0,
        0,
        1500,
    )
    assert [(p.charged, p.reduced, p.paid) for p in book.parts.values()] == [
        (365000, 0, 365000),
        (1000, 0, 1000),
        (2000, 0, 500),
    ]
    assert (book.paid, book.credit, book.unpaid()) == (100 + 366520, 0, 1500)
    # What went to principal, and when; interest alone settles none of it.
    assert book.settled == [(march(3), 366500)]


def test_the_oldest_charge_of_a_part_is_paid_first() -> None:
    book = ledger((), "actual_365")
    for day, amount in ((1, 300), (2, 500), (3, 700)):
        charge(book, day, amount)
    pay(book, 4, 400)
    assert [line.unpaid for line in book.lines["cost"]] == [0, 400, 700]
    reduce(book, 5, 500)
    assert [line.unpaid for line in book.lines["cost"]] == [0, 0, 600]
    assert book.principal == 600
    pay(book, 6, 600)
    assert (book.principal, book.owed("cost"), book.credit) == (0, 0, 0)


def test_more_than_is_owed_is_a_credit_and_pays_the_next_charge() -> None:
    book = ledger()
    charge(book, 1, 1000, bears=None)
    pay(book, 2, 1500)
    assert (book.credit, book.parts["cost"].paid) == (500, 1000)
    pay(book, 2, 100)
    assert book.credit == 600
    charge(book, 3, 400, "fee")
    assert (book.credit, book.owed("fee"), book.principal) == (200, 0, 0)
    charge(book, 4, 365200, "fee")
    assert (book.credit, book.owed("fee"), book.principal) == (0, 365000, 365000)
    assert book.interest_at(march(4)) == 60
    assert book.paid == 1600


def test_a_credit_pays_down_what_still_waits_to_bear() -> None:
    book = ledger()
    pay(book, 1, 182500)
    charge(book, 2, 365000, bears=5)
    assert (book.interest_at(march(5)), book.settled) == (30, [(march(2), 182500)])


def test_the_entry_that_leaves_nothing_of_a_part_is_remembered_until_a_new_charge() -> None:
    book = ledger()
    charge(book, 1, 1000, bears=None)
    charge(book, 1, 50, "fee", bears=None)
    pay(book, 2, 999)
    assert book.cleared == {}
    pay(book, 3, 1)
    assert book.cleared == {"cost": (march(3), "e3")}
    pay(book, 4, 50)
    assert book.cleared == {"cost": (march(3), "e3"), "fee": (march(4), "e4")}
    charge(book, 5, 10, bears=None)
    assert book.cleared == {"fee": (march(4), "e4")}
    reduce(book, 6, 10)
    assert book.cleared["cost"] == (march(6), "e6")


def test_a_waiver_reaches_its_own_part_alone_and_no_further_than_its_debt() -> None:
    book = ledger()
    charge(book, 1, 1000, bears=None)
    charge(book, 1, 50, "fee", bears=None)
    reduce(book, 2, 1000)
    assert (book.owed("cost"), book.owed("fee"), book.excess) == (0, 50, [])
    reduce(book, 3, 51, "fee")
    assert (book.owed("fee"), book.parts["fee"].reduced, len(book.excess)) == (0, 50, 1)
    reduce(book, 4, 5, "penalty")
    assert [found.amount for found in book.excess] == [51, 5]
    assert "penalty" not in book.parts
    assert book.settled == [(march(2), 1000), (march(3), 50)]
    assert (book.credit, book.paid) == (0, 0)


def test_a_waiver_of_interest_takes_what_is_due_of_it() -> None:
    book = ledger()
    charge(book, 1, 365000)
    pay(book, 3, 50)
    reduce(book, 3, 60, "interest")
    assert (book.interest_reduced, book.excess) == (60, [])
    reduce(book, 3, 11, "interest")  # ten cents of 120 are left
    assert (book.interest_reduced, len(book.excess)) == (70, 1)
    reduce(book, 3, 5, "interest")
    assert (book.interest_reduced, len(book.excess)) == (70, 2)
    # The next day's interest is all that a payment finds of it.
    pay(book, 4, 100)
    assert (book.interest_paid, book.owed("cost")) == (110, 364960)
    assert book.settled == [(march(4), 40)]


def test_two_reductions_of_one_part_add_up() -> None:
    book = ledger()
    charge(book, 2, 10_000)
    reduce(book, 3, 1_000)
    reduce(book, 4, 500)
    assert (book.parts["cost"].reduced, book.owed("cost")) == (1_500, 8_500)


def test_one_cent_bears_interest_on_every_day() -> None:
    book = ledger()
    charge(book, 2, 1)
    (span,) = book.spans_at(march(11))
    assert (span.principal, span.days) == (1, 10)


def test_a_further_day_is_a_thirtieth_of_a_month_where_months_have_thirty_days() -> None:
    """March 31 is no day of such a month, but a day more is what the per-diem tells."""
    book = ledger(year="thirty_360")
    charge(book, 2, 360_000)
    assert [book.per_diem(march(day)) for day in (28, 29, 30, 31)] == [60, 60, 60, 60]
