"""No text makes the rules of penalties, notices, liens and remedies search for ever.

The texts repeat what a rule begins to read with and never finish it, as a careless search would
try every way through them. Reading one takes a fraction of a second; such a search takes minutes,
and the bound lies far from both.
"""

from __future__ import annotations

import time

import pytest

from outfall.reading import liens, notices, penalties, remedies, tiers
from outfall.reading.segmenting import segment

BEGINNINGS = (
    "each day ",
    "a fine of $1 or ",
    "the notice shall state ",
    "notice of the violation and ",
    "the cost shall be a lien assessed against the property tax ",
    "first second third and ",
    "an appeal of the hearing shall not ",
    "imprisonment for 60 days or ",
    "each day of the violation a separate ",
)


def seconds(text: str) -> float:
    provisions = segment(f"(a) {text}.\n")
    start = time.process_time()
    for family in (penalties, tiers, notices, liens, remedies):
        family.facts_of(provisions)
    return time.process_time() - start


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_long_text_without_an_end_is_read_in_time(beginning: str) -> None:
    assert seconds(beginning * (6000 // len(beginning))) < 2.0
