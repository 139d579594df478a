"""Interest and payments in parts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.reading import sayings
from tests.reading.sayings import Told
from tests.reading.texts import text_of

from outfall.reading.fact import Fact
from outfall.reading.interest import facts_of
from outfall.reading.vocabulary import INTEREST


def _number(fact: Fact) -> float | None:
    return None if fact.value is None else float(fact.value)


@pytest.mark.parametrize(("sentence", "expected"), sayings.INTEREST)
def test_a_sentence_states_its_interest(sentence: str, expected: list[Told]) -> None:
    found = facts_of(text_of(sentence))
    assert [(f.what, _number(f), f.unit or "", f.anchor) for f in found] == expected


def test_every_fact_of_interest_is_said() -> None:
    said = {what for _, rows in sayings.INTEREST for what, *_ in rows}
    assert set(INTEREST) <= said


def test_a_rate_by_the_month_is_told_for_the_year_and_says_so() -> None:
    (fact,) = facts_of(text_of("Unpaid costs bear interest at 1.25% per month."))
    assert fact.value == 15
    (remark,) = fact.remarks
    assert "1.25 percent a month" in remark
    (yearly,) = facts_of(text_of("Unpaid costs bear interest at 1.25% per year."))
    assert (yearly.value, yearly.remarks) == (Decimal("1.25"), ())


def test_the_lower_of_two_rates_is_a_condition() -> None:
    (fact,) = facts_of(
        text_of(
            "The sum bears interest at 9% per annum or the highest lawful rate, whichever is lower."
        )
    )
    assert (fact.value, fact.condition) == (9, "lesser_of_legal_max")
