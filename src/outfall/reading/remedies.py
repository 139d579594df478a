"""What a municipality can do besides penalties, and whether an appeal stops a penalty.

A remedy counts where the clause gives the power or orders the thing; a mere mention, in a
definition or as something that was done before, does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from outfall.reading import remedy_words as known
from outfall.reading.fact import Fact
from outfall.reading.penalties import unique
from outfall.reading.provisions import Text
from outfall.reading.scope import Place, Scope, Span, sentences

__all__ = ["facts_of"]

SHORT = 250
"""Characters of a sentence that can be an item of a list whose lead gives the power."""


def facts_of(text: Text) -> list[Fact]:
    """The remedies of a text and its word on stays, in order; each once for a provision."""
    found: list[Fact] = []
    scope = Scope(text)
    for place in scope.law():
        for sentence in sentences(place.text):
            found += _remedies(scope, place, sentence)
            found += _stays(place, sentence)
    return unique(found)


def _remedies(scope: Scope, place: Place, sentence: Span) -> Iterator[Fact]:
    said = sentence.of(place.text)
    gives = known.POWER.search(said)
    if gives is None and len(said) < SHORT:
        gives = known.POWER.search(scope.lead(place.number))
    if gives is None or known.DENIED.search(said):
        return
    for remedy in known.REMEDIES:
        found = remedy.words.search(said)
        if found is None or (remedy.beside and not remedy.beside.search(said)):
            continue
        if not remedy.is_a_paper or _is_given(said, found):
            yield place.fact("remedy", remedy.what, _within(sentence, found))


def _is_given(said: str, found: re.Match[str]) -> bool:
    """Whether a power reaches the remedy: a verb of giving before it, or it is the subject."""
    before = said[: found.start()]
    if not before.strip() or known.GIVES.search(before):
        return True
    return known.FOLLOWS.search(said, found.end(), found.end() + 60) is not None


def _stays(place: Place, sentence: Span) -> Iterator[Fact]:
    said = sentence.of(place.text)
    found = known.NO_STAY.search(said)
    if found and known.OF_PENALTY.search(said) and not known.STAYS.search(said):
        yield place.fact("stay", "no_stay_of_penalty", _within(sentence, found))


def _within(sentence: Span, found: re.Match[str]) -> Span:
    return Span(sentence.start + found.start(), sentence.start + found.end())
