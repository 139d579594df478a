"""The ceilings of the states and the contents of the models: every row is used as it is meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from tests.checking.planted import WHOLE, interest, lines, tier
from tests.law.made_up import law_of

from outfall.checking.ceilings import above, equal
from outfall.checking.papers import contents
from outfall.checking.tables import Ceiling, ModelElement, ceilings, model_elements
from outfall.law.ordinance import Profile

STATES = {row.state for row in ceilings()}
HUNDRED = Ceiling("ZZ", ("town",), "penalty", (Decimal(10_000),), "Example Code 1", "made up", True)


def row(what: str, *most: int) -> Ceiling:
    return HUNDRED._replace(what=what, most=tuple(map(Decimal, most)))


def says(tmp_path: Path, rules: str, *known: Ceiling, state: str = "state: ZZ") -> list[str]:
    return [f.says for f in above(law_of(tmp_path, lines(WHOLE, rules), state), known)]


def test_a_figure_says_where_it_was_read_and_whether_a_person_verified_it() -> None:
    assert len(STATES) > 5
    for some in ceilings():
        assert some.cite
        assert some.source
        assert all(most > 0 for most in some.most)
        assert list(some.most) == sorted(some.most)


def test_the_models_ask_for_the_seven_contents() -> None:
    asked = {some.element for some in model_elements() if some.instrument == "notice_of_violation"}
    assert asked == {
        "recipient", "place", "nature", "remedy", "penalties", "appeal", "town_work",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "known", "wanted"),
    [
        (tier('{max: "100.00"}'), [HUNDRED], None),
        (tier('{max: "100.01"}'), [HUNDRED], "$100.01 is above the $100.00"),
        (tier('{max: "100.01"}'), [row("civil_penalty", 10_000)], None),
        (tier('{max: "100.01"}', "civil"), [row("civil_penalty", 10_000)], "$100.01"),
        (tier('{max: "100.01"}', "civil"), [row("fine", 10_000)], None),
        (tier('{min: "100.01"}'), [HUNDRED], "$100.01"),
        (tier('{max: "90.00"}, {max: "180.00"}'), [row("fine", 9_000, 18_000)], None),
        (tier('{max: "90.00"}, {max: "180.01"}'), [row("fine", 9_000, 18_000)], "$180.01"),
        (tier('{max: "1.00", jail_days: 31}'), [row("imprisonment", 30)], "31 days in jail"),
        (tier('{max: "1.00", jail_days: 30}'), [row("imprisonment", 30)], None),
        (interest("{after: charge, length: 0 days}"), [row("interest", 5)], "6 percent a year"),
        (interest("{after: charge, length: 0 days}"), [row("interest", 6)], None),
        (tier('{max: "150.00"}'), [HUNDRED, row("penalty", 20_000)], None),
        (tier('{max: "150.00"}'), [HUNDRED._replace(state="YY")], None),
    ],
)
def test_a_figure_is_held_to_the_rows_of_its_kind(
    rules: str, known: list[Ceiling], wanted: str | None, tmp_path: Path
) -> None:
    found = says(tmp_path, rules, *known)
    assert len(found) == (1 if wanted else 0)
    assert all(str(wanted) in words for words in found)


def test_a_row_counts_on_its_own_days_alone(tmp_path: Path) -> None:
    rules = tier('{max: "150.00", since: 2020-01-01}')
    assert says(tmp_path, rules, HUNDRED._replace(since=date(2021, 1, 1))) == []
    assert len(says(tmp_path, rules, HUNDRED._replace(since=date(2019, 1, 1)))) == 1
    assert says(tmp_path, rules, HUNDRED._replace(until=date(2019, 12, 31))) == []


def test_a_figure_that_nobody_verified_says_so(tmp_path: Path) -> None:
    (words,) = says(tmp_path, tier('{max: "101.00"}'), HUNDRED._replace(verified=False))
    assert "not verified by a person" in words
    (words,) = says(tmp_path, tier('{max: "101.00"}'), HUNDRED)
    assert "verified" not in words


def test_the_ceiling_of_a_pack_or_of_its_profile_comes_first(tmp_path: Path) -> None:
    law = law_of(tmp_path, lines(WHOLE, tier('{max: "101.00"}')), "state: ZZ")
    own = replace(law, ceiling=(5_000, "Example Code 2"))
    assert [f.says.count("Example Code 2") for f in above(own, (HUNDRED,))] == [1]
    profile = Profile("strict", "So.", ceiling=(9_000, "Example Code 3"))
    (found,) = above(replace(law, profiles=(profile,)), ())
    assert "in the profile strict" in found.says
    high = Profile("lax", "So.", ceiling=(90_000, "Example Code 3"))
    assert list(above(replace(law, profiles=(high,)), ())) == []


def test_a_text_without_a_state_is_compared_with_all(tmp_path: Path) -> None:
    law = law_of(tmp_path, lines(WHOLE, tier('{max: "100.00"}')))
    (found,) = equal(law, (HUNDRED, HUNDRED._replace(state="YY")))
    assert "(ZZ)" in found.says
    assert "(YY)" in found.says
    assert list(equal(law, (row("civil_penalty", 10_000),))) == []
    assert list(equal(replace(law, state="ZZ"), (HUNDRED,))) == []


def test_an_element_is_asked_for_where_it_means_something(tmp_path: Path) -> None:
    law = law_of(tmp_path, WHOLE.replace(", town_work: A", ""))
    asked = ModelElement("notice_of_violation", "town_work", "A model", True, ("enter_and_abate",))
    assert list(contents(law, (asked,))) == []
    (found,) = contents(law, (asked._replace(where=()),))
    assert "A model" in found.says
    assert "verified" not in found.says
