"""A fact stands where its sum stands, with its case, its doubts and what else it could be."""

from __future__ import annotations

from outfall.reading import notices, penalties, tiers
from outfall.reading.fact import Fact
from outfall.reading.segmenting import segment


def only(text: str) -> Fact:
    """The one penalty of a text."""
    (fact,) = penalties.facts_of(segment(text + "\n"))
    return fact


def test_the_place_is_that_of_the_sum() -> None:
    text = "(a) Fines.\n(1) A civil penalty of up to five hundred dollars ($500.00) may follow."
    fact = only(text)
    assert text[fact.start : fact.end] == "five hundred dollars ($500.00)"
    assert fact.cite == "(a).(1)"


def test_words_and_figures_that_disagree_are_shown() -> None:
    fact = only("(a) The civil penalty is not more than five hundred dollars ($400.00) per day.")
    assert fact.value == 500
    assert "400" in fact.remarks[0]


def test_a_fine_that_no_word_calls_civil_or_criminal_is_left_open() -> None:
    open_fine = only("(a) A violator shall be fined not more than $750 for each offense.")
    assert open_fine.what == "criminal_fine_max"
    assert open_fine.alternatives == ("civil_penalty_per_violation_max",)
    on_conviction = only("(a) On conviction a violator is fined not more than $750.")
    assert (on_conviction.what, on_conviction.alternatives) == ("criminal_fine_max", ())


def test_the_penalties_of_the_section_tell_what_an_open_fine_is() -> None:
    text = (
        "Sec. 1-1. Fines.\n"
        "(a) Poor upkeep carries a civil fine of up to $500.\n"
        "(b) An illicit discharge carries a fine of up to $900.\n"
    )
    said = [fact.what for fact in penalties.facts_of(segment(text))]
    assert said == ["civil_penalty_per_violation_max"] * 2


def test_the_same_sum_in_two_cases_is_two_facts_and_said_twice_is_one() -> None:
    text = (
        "(a) The civil penalty is not less than $300 per day. A minimum civil penalty of $300 per "
        "day applies to a single-family home. The civil penalty is never less than $300 per day.\n"
    )
    found = penalties.facts_of(segment(text))
    assert [fact.condition for fact in found] == [None, "owner_single_family"]


def test_a_daily_fine_of_a_tier_says_so() -> None:
    (fact,) = tiers.facts_of(segment("(a) The first offense carries a fine of $50 per day.\n"))
    assert (fact.what, fact.unit, fact.remarks) == (
        "tier_fine_exact",
        "usd",
        ("the fine is for each day",),
    )


def test_what_holds_only_where_abatement_is_required_says_so() -> None:
    text = "(a) If abatement is required, the notice shall set a deadline for it.\n"
    (fact,) = notices.facts_of(segment(text))
    assert (fact.what, fact.condition) == ("correction_deadline", "abatement_required")
