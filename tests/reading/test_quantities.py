"""Numbers, periods, days, amounts, rates and counts, in the ways in which law writes them."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest

from outfall.reading.quantities import Quantity, quantities

Row = tuple[str, int | Decimal | None, str]

PERIODS: list[Row] = [
    ("fourteen (14) days", 14, "days"),
    ("fourteen(14) days", 14, "days"),
    ("fifteen (15 days)", 15, "days"),
    ("15 (fifteen) days", 15, "days"),
    ("[30] days", 30, "days"),
    ("ten working days", 10, "business_days"),
    ("five (5) City business days", 5, "business_days"),
    ("ten days, excluding weekends and holidays", 10, "business_days"),
    ("sixty (60) calendar days", 60, "days"),
    ("thirty consecutive days", 30, "days"),
    ("thirty-day", 30, "days"),
    ("twenty-four-hour", 24, "hours"),
    ("72 hrs", 72, "hours"),
    ("Forty-eight hours", 48, "hours"),
    ("one hundred twenty (120) days", 120, "days"),
    ("two weeks", 2, "weeks"),
    ("eighteen months", 18, "months"),
    ("three (3) years", 3, "years"),
    ("____ days", None, "days"),
    ("____ (__) days", None, "days"),
    ("[insert number] days", None, "days"),
    ("XX hours", None, "hours"),
]
DAYS: list[Row] = [
    ("31st day", 31, "days"),
    ("twentieth business day", 20, "business_days"),
    ("thirtieth (30th) day", 30, "days"),
    ("twenty-first day", 21, "days"),
    ("day thirty (30)", 30, "days"),
]
OTHERS: list[Row] = [
    ("$1,000.00", 1000, "usd"),
    ("$.50", Decimal("0.50"), "usd"),
    ("$12.50", Decimal("12.50"), "usd"),
    ("seven hundred fifty dollars ($750.00)", 750, "usd"),
    ("two thousand, five hundred dollars", 2500, "usd"),
    ("Five Hundred and no/100 Dollars ($500.00)", 500, "usd"),
    ("three hundred (300) dollars", 300, "usd"),
    ("a hundred dollars", 100, "usd"),
    ("750 dollars", 750, "usd"),
    ("$____", None, "usd"),
    ("six percent (6%)", 6, "percent"),
    ("6 per cent", 6, "percent"),
    ("eight (8) per centum", 8, "percent"),
    ("one and one-half percent (1.5%)", Decimal("1.5"), "percent"),
    ("1½%", Decimal("1.5"), "percent"),
    ("twelve (12) equal payments", 12, "count"),
    ("6 equal monthly installments", 6, "count"),
]


def one(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(("said", "value", "unit"), PERIODS + DAYS + OTHERS)
def test_a_quantity_is_read_whole_wherever_it_stands(
    said: str, value: int | Decimal | None, unit: str
) -> None:
    for before, after in (("", ""), ("not more than ", " after it"), ("(", ")")):
        found = one(f"{before}{said}{after}")
        assert (found.value, found.unit) == (value, unit)
        assert (found.start, found.end) == (len(before), len(before) + len(said))
        assert found.is_blank == (value is None)


@pytest.mark.parametrize(("said", "value", "unit"), DAYS)
def test_a_day_is_told_from_a_period(said: str, value: int, unit: str) -> None:
    assert one(said).is_ordinal
    assert not one("thirty days").is_ordinal


@pytest.mark.parametrize(
    ("said", "is_notice"),
    [
        ("24 hours' notice shall be given", True),
        ("24 hours notice shall be given", True),
        ("ten days’ prior written notice", True),
        ("10-day notice", True),
        ("ten days after notice", False),
    ],
)
def test_the_length_of_a_notice_is_told_as_such(said: str, is_notice: bool) -> None:
    assert one(said).is_notice is is_notice


def test_words_govern_and_the_figures_are_kept_beside_them() -> None:
    found = one("within fourteen (15) days")
    assert (found.value, found.figure) == (14, 15)
    assert found.remarks == ("the words say 14 and the figures 15: words govern",)
    assert one("within fourteen (14) days").remarks == ()


@pytest.mark.parametrize("said", ["within days of receipt", "interest of percent per annum"])
def test_a_number_that_is_missing_altogether_is_a_blank(said: str) -> None:
    assert one(said).is_blank
    assert one(said).remarks == ("the text leaves the number blank",)


def test_of_two_numbers_before_one_unit_each_has_it() -> None:
    found = quantities("not less than ten nor more than thirty days, or 5 to 7 hours")
    assert [(q.value, q.unit) for q in found] == [
        (10, "days"),
        (30, "days"),
        (5, "hours"),
        (7, "hours"),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "one or more of the following",
        "the first offense",
        "Section 12-45 and § 30",
        "Ord. 2008-21, 9-15-08",
        "a day, an hour or a year",
        "the second notice",
        "days and hours",
    ],
)
def test_what_is_no_quantity_is_none(said: str) -> None:
    assert quantities(said) == []


def test_an_article_is_one_only_where_it_makes_a_period() -> None:
    assert one("within a year of the offense").value == 1
    assert quantities("a year of drought") == []


def test_quantities_come_in_order_and_never_overlap() -> None:
    found = quantities(
        "Within ten (10) days pay fifty dollars ($50.00) or 6% a year in not more than 12 equal "
        "payments."
    )
    assert [q.unit for q in found] == ["days", "usd", "percent", "count"]
    assert all(a.end <= b.start for a, b in pairwise(found))
