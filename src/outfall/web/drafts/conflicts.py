"""Facts that say two things of one: both stand until a person has decided, whoever added them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from outfall.reading.fact import Fact
from outfall.reading.words import fact_in_words
from outfall.web.drafts.bench import REJECTED, Bench, Looked

DECIDING = frozenset({"conflict", "unmodelled"})
"""The kinds of questions that ask what a fact beside another is."""


def conflicts(facts: Iterable[Looked]) -> dict[int, list[Looked]]:
    """By a fact's place, the facts that say another thing of the same; of each two at least one
    was added, since of what was read the draft itself asks."""
    found: dict[int, list[Looked]] = {}
    for group in _groups(one for one in facts if one.answer != REJECTED):
        for one in group:
            others = [o for o in group if _says(o.now) != _says(one.now) and (o.added or one.added)]
            if others:
                found[one.n] = others
    return found


def against(facts: Iterable[Looked], fact: Fact) -> list[Looked]:
    """The facts with which another that is not in the draft yet would be in conflict."""
    same = [one for one in facts if one.answer != REJECTED and _of(one.now) == _of(fact)]
    return [one for one in same if _of(fact) is not None and _says(one.now) != _says(fact)]


def undecided(bench: Bench) -> Iterator[str]:
    """Conflicts with an added fact that no question of the draft asks about, each in a sentence.

    A draft holds some things once: of two it would take the first, and nobody would have said so.
    """
    asked = {quote for one in bench.made.questions if one.kind in DECIDING for quote in one.quotes}
    for group in _groups(one for one in bench.facts if one.counts):
        left = [one for one in group if _quote(bench, one.now) not in asked]
        apart = {_says(one.now): one for one in left}
        if len(apart) > 1 and any(one.added for one in group):
            numbers = " and ".join(str(one.n + 1) for one in apart.values())
            words = "; ".join(fact_in_words(one.now) for one in apart.values())
            yield (
                f"Facts {numbers} say two things of one, and the draft can hold one alone: "
                f"{words}. Reject one, or correct it."
            )


def _groups(facts: Iterable[Looked]) -> Iterator[list[Looked]]:
    """The facts of one thing, where there are several."""
    found: dict[object, list[Looked]] = {}
    for one in facts:
        if (key := _of(one.now)) is not None:
            found.setdefault(key, []).append(one)
    yield from (group for group in found.values() if len(group) > 1)


def _of(fact: Fact) -> tuple[object, ...] | None:
    """Of what a fact speaks; None where it has no value that another could contradict."""
    if fact.value is None and not fact.is_blank:
        return None
    return fact.kind, fact.what, fact.tier, fact.condition


def _says(fact: Fact) -> tuple[object, ...]:
    return fact.value, fact.unit, fact.anchor


def same(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same of the same paragraph, whatever words they rest on."""

    def bare(fact: Fact) -> Fact:
        return replace(
            fact, start=0, end=0, is_proposed=False, alternatives=(), remarks=(), provision=None
        )

    return bare(one) == bare(other)


def _quote(bench: Bench, fact: Fact) -> tuple[str, str]:
    return fact.cite, " ".join(bench.text.source[fact.start : fact.end].split())
