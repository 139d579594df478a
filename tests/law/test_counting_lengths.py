"""Lengths in words: what is read, what is written, and what never mixes."""

from __future__ import annotations

import pytest

from outfall.law.counting import (
    BusinessDays,
    Days,
    Hours,
    Length,
    Months,
    Weeks,
    Years,
    parse_length,
)


class TestLengths:
    """Lengths in words: what is read, what is written, and what never mixes."""

    @pytest.mark.parametrize(
        ("text", "length"),
        [
            ("15 days", Days(15)),
            ("1 day", Days(1)),
            ("0 days", Days(0)),
            ("10 business days", BusinessDays(10)),
            ("10 working days", BusinessDays(10)),
            ("1 business day", BusinessDays(1)),
            ("48 hours", Hours(48)),
            ("2 weeks", Weeks(2)),
            ("1 month", Months(1)),
            ("5 years", Years(5)),
            ("  5   Years ", Years(5)),
        ],
    )
    def test_what_people_write(self, text: str, length: Length) -> None:
        assert parse_length(text) == length
        assert parse_length(str(length)) == length

    @pytest.mark.parametrize(
        "text",
        [
            *("", "15", "days", "-1 days", "1.5 days", "ten days", "2 fortnights", "3 s"),
            *("10 business", "1 day 2 hours", "15days", "٣ days", "5 dayss", "3 business weeks"),
            *("9999999999 days", "2 hours ago"),
        ],
    )
    def test_what_is_not_a_length(self, text: str) -> None:
        with pytest.raises(ValueError, match="is not a length: write a whole number") as refused:
            parse_length(text)
        assert repr(text) in str(refused.value)

    def test_one_is_said_in_the_singular(self) -> None:
        lengths: list[Length] = [Days(1), BusinessDays(1), Hours(1), Weeks(1), Months(1), Years(1)]
        said = [str(length) for length in lengths]
        assert said == ["1 day", "1 business day", "1 hour", "1 week", "1 month", "1 year"]
        assert str(BusinessDays(10)) == "10 business days"
        assert str(Days(0)) == "0 days"

    def test_units_never_mix(self) -> None:
        kinds = (Days, BusinessDays, Hours, Weeks, Months, Years)
        assert len({kind(7) for kind in kinds}) == len(kinds)

    @pytest.mark.parametrize("n", [-1, 1.5, True, "3", None])
    def test_a_number_is_whole_and_not_negative(self, n: object) -> None:
        with pytest.raises(ValueError, match="a number of business days is whole"):
            BusinessDays(n)  # type: ignore[arg-type]
