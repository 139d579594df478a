"""Where sentences and clauses of law text end."""

from __future__ import annotations

import pytest

from outfall.reading.sentences import clause_around, sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The owner pays under Sec. 4-2 and Art. IV of the code.",
        "See Wis. Stat. § 66.0627 and T.C.A. Title 27.",
        "The fine is $2.50 for each of the 3.5 acres.",
        "The Town (if it can. It may not.) shall notify the owner.",
        "No. 4 and No. 5 apply, e.g. The owner's own.",
        "a. The name of the owner",
    ],
)
def test_a_stop_that_ends_nothing_ends_nothing(text: str) -> None:
    assert split(text) == [text]


def test_sentences_are_parted_at_their_stops() -> None:
    text = "The owner pays. The Town may wait (ten days). “It may not.” May it?"
    assert split(text) == [
        "The owner pays.",
        "The Town may wait (ten days).",
        "“It may not.”",
        "May it?",
    ]


def test_every_word_is_in_a_sentence() -> None:
    text = "  One thing; another: (a third. A fourth) and\n\nA fifth without an end"
    joined = "".join(split(text))
    assert joined.replace(" ", "").replace("\n", "") == text.replace(" ", "").replace("\n", "")


def test_a_bracket_is_a_clause_of_its_own_and_outside_it_is_passed_over() -> None:
    text = "pay within ten (10) days; except (where it rains, within 12 days) as allowed"
    whole = (0, len(text))

    def clause(words: str) -> str:
        at = text.index(words)
        start, end = clause_around(text, at, at + len(words), whole)
        return text[start:end].strip()

    assert clause("ten") == "pay within ten (10) days"
    assert clause("12 days") == "where it rains, within 12 days"
    assert clause("allowed") == "except (where it rains, within 12 days) as allowed"
