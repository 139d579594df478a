"""Deadlines: each said in many ways, and periods that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.reading import sayings
from tests.reading.sayings import Told
from tests.reading.texts import text_of

from outfall.reading.deadlines import facts_of
from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind
from outfall.reading.vocabulary import ANCHORS, DEADLINES


def told(*paragraphs: str, heading: str = "Enforcement.") -> list[Told]:
    found = facts_of(text_of(*paragraphs, heading=heading))
    return [(fact.what, _number(fact), fact.unit or "", fact.anchor) for fact in found]


def _number(fact: Fact) -> int | float | None:
    return None if fact.value is None else float(fact.value)


def only(paragraph: str) -> Fact:
    (fact,) = facts_of(text_of(paragraph))
    return fact


@pytest.mark.parametrize(("sentence", "expected"), sayings.DEADLINES)
def test_a_sentence_states_its_deadlines(sentence: str, expected: list[Told]) -> None:
    assert told(sentence) == expected


@pytest.mark.parametrize("sentence", sayings.NOT_DEADLINES)
def test_other_periods_are_no_deadlines(sentence: str) -> None:
    assert told(sentence) == []


@pytest.mark.parametrize(("sentence", "expected"), sayings.DEADLINES)
def test_a_heading_does_not_make_the_deadline(sentence: str, expected: list[Told]) -> None:
    assert told(sentence, heading="Article IV. Stormwater enforcement.") == expected


def test_every_deadline_of_the_vocabulary_is_said_in_several_ways() -> None:
    counted = dict.fromkeys(DEADLINES, 0)
    for _, rows in sayings.DEADLINES:
        for what, *_ in rows:
            counted[what] += 1
    assert {what for what, times in counted.items() if times < 2} == set()
    anchors = {anchor for _, rows in sayings.DEADLINES for *_, anchor in rows}
    assert {anchor for anchor in anchors if anchor is not None} <= set(ANCHORS)


def test_the_place_of_a_deadline_is_that_of_its_words() -> None:
    text = text_of(
        "The owner may be heard.", "The owner shall correct the violation within 9 days."
    )
    (fact,) = facts_of(text)
    assert text.source[fact.start : fact.end] == "within 9 days"
    assert (fact.cite, fact.provision) == ("B", 2)


def test_the_least_of_a_period_is_told_as_such() -> None:
    assert (
        only("The notice shall allow not less than 8 days to correct the violation.").bound == "min"
    )
    assert only("The notice shall allow 8 days to correct the violation.").bound is None


def test_an_emergency_is_the_condition_of_the_shorter_period_alone() -> None:
    long, short = facts_of(
        text_of(
            "The violator shall be given not less than 9 days (except that where the violation is "
            "an immediate danger to public health, 12 hours notice shall be sufficient) to correct "
            "the violation after the Director has taken one of the actions listed here."
        )
    )
    assert (long.condition, short.condition) == (None, "emergency")
    assert (long.value, short.value) == (9, 12)


def test_a_danger_in_the_sentence_before_is_the_condition_of_what_that_notice_starts() -> None:
    fact = only(
        "Where the basin becomes a danger to public safety, the Town shall notify the owner in "
        "writing. "
        "Upon receipt of that notice the owner shall have four days to repair the basin."
    )
    assert (fact.condition, fact.anchor) == ("emergency", "receipt_of_notice")
    calm = only(
        "Where the basin needs repair, the Town shall notify the owner in writing. "
        "Upon receipt of that notice the owner shall have four days to repair the basin."
    )
    assert calm.condition is None


def test_the_offense_of_which_a_look_back_speaks_is_the_one_named_last_before_it() -> None:
    found = facts_of(
        text_of(
            "For a first offense the fine is $10; for a second offense, where both were committed "
            "within two years, $20; for a third offense, where all were committed within three "
            "years, $30."
        )
    )
    assert [(fact.value, fact.tier) for fact in found] == [(2, 2), (3, 3)]


def test_a_blank_is_told_and_never_filled() -> None:
    fact = only("A notice of appeal must be filed within ____ days of service of the notice.")
    assert (fact.what, fact.value, fact.unit, fact.is_blank) == (
        "appeal_window",
        None,
        "days",
        True,
    )
    assert fact.anchor == "service_of_notice"


def test_words_govern_figures_and_the_difference_is_shown() -> None:
    fact = only("A notice of appeal must be filed within twelve (21) days of the notice.")
    assert fact.value == 12
    assert fact.remarks == ("the words say 12 and the figures 21: words govern",)


def test_a_start_that_is_cut_off_is_not_guessed() -> None:
    fact = only("The Board shall hear the appeal within forty (40) days from")
    assert (fact.what, fact.value, fact.anchor) == ("hearing_within", 40, None)


def test_notes_and_what_the_page_prints_around_are_not_read() -> None:
    text = text_of("The owner shall correct the violation within 9 days.")
    heading, paragraph = text.provisions
    note = replace(text, provisions=(heading, replace(paragraph, kind=Kind.NOTE)))
    assert len(facts_of(text)) == 1
    assert facts_of(note) == []


def test_an_item_of_a_list_is_read_with_what_stands_over_it() -> None:
    text = text_of(
        "Appeal. A person who received a notice of violation may appeal it as follows:",
        "It shall be filed with the Clerk within eight days of receipt of the notice.",
        "Hearing. The Board shall:",
        "Give the appellant at least six days' notice of it; and",
    )
    appeal, first, hearing, second = text.provisions[1:]
    listed = replace(
        text,
        provisions=(
            text.provisions[0],
            appeal,
            replace(first, parent=1),
            hearing,
            replace(second, parent=3),
        ),
    )
    assert [(fact.what, fact.value) for fact in facts_of(listed)] == [
        ("appeal_window", 8),
        ("hearing_notice_min", 6),
    ]
    assert facts_of(text) == []


def test_the_costs_of_a_caption_make_the_payment_one_of_costs() -> None:
    said = "If the sum is not paid within 70 days of the notice, it may be collected."
    assert [what for what, *_ in told(f"Cost of abatement. {said}")] == ["cost_payment_due"]
    assert [what for what, *_ in told(f"Penalties. The fine is $90. {said}")] != [
        "cost_payment_due"
    ]
