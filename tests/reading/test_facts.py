"""All facts of a text together."""

from __future__ import annotations

from tests.reading import sayings
from tests.reading.texts import text_of

from outfall.reading.facts import FAMILIES, facts
from outfall.reading.vocabulary import ANCHORS, UNITS, WHAT


def test_facts_come_in_the_order_of_the_text_whatever_their_kind() -> None:
    text = text_of(
        "The owner shall pay a civil penalty of not more than $90 a day.",
        "The notice may be appealed within 9 days of service of the notice. The debt is payable in "
        "not more than four equal payments with interest at 3% per annum.",
    )
    found = facts(text)
    starts = [fact.start for fact in found]
    assert starts == sorted(starts)
    assert {fact.kind for fact in found} >= {"penalty", "deadline", "installments", "interest"}


def test_a_statement_told_twice_in_one_provision_is_told_once() -> None:
    twice = (
        "The violator shall have 6 days to correct the violation. If the violation is not "
        "corrected within 6 days, the Director may order work to stop."
    )
    found = [fact for fact in facts(text_of(twice)) if fact.kind == "deadline"]
    assert [(fact.what, fact.value) for fact in found] == [("cure_period", 6)]
    apart = [fact for fact in facts(text_of(*twice.split(". ", 1))) if fact.kind == "deadline"]
    assert len(apart) == 2


def test_of_two_tellings_the_one_that_says_from_when_is_kept() -> None:
    text = text_of(
        "A violation not corrected within 6 days is prosecuted. The violator shall correct the "
        "violation within 6 days of receipt of the notice of violation."
    )
    found = [fact for fact in facts(text) if fact.kind == "deadline"]
    assert [(fact.what, fact.anchor) for fact in found] == [("cure_period", "receipt_of_notice")]


def test_facts_use_the_words_of_the_vocabulary_and_no_others() -> None:
    rows = [*sayings.DEADLINES, *sayings.INTEREST]
    for fact in facts(text_of(*(sentence for sentence, _ in rows))):
        assert fact.what in WHAT[fact.kind]
        assert fact.unit is None or fact.unit in UNITS
        assert fact.anchor is None or fact.anchor in ANCHORS


def test_a_text_that_says_nothing_has_no_facts() -> None:
    assert facts(text_of("Nothing to see.")) == []
    assert len(FAMILIES) == 7
