"""Periods: contradictions, starts that are missing, lengths and words that are not defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from outfall.checking.finding import Finding, found, policy_words, reading_words, time_for
from outfall.checking.terms import (
    Choice,
    Period,
    by_reading,
    counted_in,
    linked,
    periods,
)
from outfall.law.ordinance import DeadlineRule, Ordinance
from outfall.law.periods import Term
from outfall.law.words import english, name_of


def readings_of_periods(law: Ordinance) -> Iterator[Finding]:
    """A period that the text gives twice, or without a start, or without a way to count it."""
    seen: set[tuple[str, str]] = set()
    for about, term, cite, paper in _terms(law):
        for reading, choices in by_reading(law, term, cite, paper).items():
            id = _kind(choices)
            if id is None or (id, reading) in seen:
                continue
            seen.add((id, reading))
            some = _in_order(law, {p for choice in choices for p in choice.periods})
            cites = [period.cite for period in some]
            yield found(id, cites, about, _SAYS[id](about, some), reading_words(law, reading))


def _terms(law: Ordinance) -> Iterator[tuple[str, Term, str, str | None]]:
    for rule in law.deadlines:
        yield f"deadline {rule.id}", rule.due, rule.cite, rule.of
    if law.interest is not None:
        yield "interest", law.interest.starts, law.interest.cite, None


def _kind(choices: tuple[Choice, ...]) -> str | None:
    """What a reading leaves open in a period; None where its choices make no difference to it."""
    if len({choice.periods for choice in choices}) == 1:
        return None
    starts = {frozenset(p.start for p in choice.periods) for choice in choices}
    lengths = {frozenset(p.measure for p in choice.periods) for choice in choices}
    cites = {p.cite for choice in choices for p in choice.periods}
    if len(starts) > 1 and len(cites) == 1:
        return "no-start"
    if len(lengths) > 1:
        return "two-periods"
    return "two-starts" if len(starts) > 1 else "counting-open"


def _in_order(law: Ordinance, some: Iterable[Period]) -> list[Period]:
    """Periods in the order of the paragraphs that they stand in, then as they read."""
    known = [paragraph.cite for paragraph in law.paragraphs]

    def place(period: Period) -> tuple[int, str, str, str, str]:
        inside = [n for n, cite in enumerate(known) if period.cite.startswith(cite)]
        return (max(inside, default=-1), period.cite, period.length, period.start, period.rule)

    return sorted(some, key=place)


def _told(period: Period) -> str:
    if period.measure == ("named", 0):
        return f"{period.length} ({period.cite})"
    return f"{period.length} after {period.start} ({period.cite})"


def _two_periods(about: str, some: list[Period]) -> str:
    lengths = list(dict.fromkeys(period.length for period in some))
    told = [_of_length([p for p in some if p.length == length]) for length in lengths]
    starts = len({period.start for period in some})
    more = f", with {_count(starts)} different starting events" if starts > 1 else ""
    return f"The {_name(about)} has {_count(len(told))} periods: {english(told)}{more}."


def _of_length(same: list[Period]) -> str:
    """Periods of one length: from one start, or from several."""
    if len({period.start for period in same}) == 1:
        return _told(same[0])
    return f"{same[0].length} ({', '.join(dict.fromkeys(p.cite for p in same))})"


def _two_starts(about: str, some: list[Period]) -> str:
    starts = sorted({period.start for period in some})
    told = [
        f"{start} ({', '.join(dict.fromkeys(p.cite for p in some if p.start == start))})"
        for start in starts
    ]
    return f"The {_name(about)} runs from {_count(len(told))} events: {english(told)}."


def _no_start(about: str, some: list[Period]) -> str:
    starts = sorted({period.start for period in some})
    return (
        f"The text does not say from which event the {_name(about)} runs: "
        f"it could be {english(starts, 'or')}."
    )


def _counting(about: str, some: list[Period]) -> str:
    lengths = sorted({period.length for period in some})
    return (
        f"The text does not say how the {english(lengths, 'or')} of the {_name(about)} are counted."
    )


_SAYS = {
    "two-periods": _two_periods,
    "two-starts": _two_starts,
    "no-start": _no_start,
    "counting-open": _counting,
}


def _count(n: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(n, str(n))


def _name(about: str) -> str:
    kind, _, id = about.partition(" ")
    return time_for(id) if kind == "deadline" and id else kind


def two_deadlines(law: Ordinance) -> Iterator[Finding]:
    """Two periods of one paper for the same act of the party's, in two paragraphs.

    One that takes over the other's last day settles the matter, or leaves it to a reading that is
    found by itself; one that runs from a decision comes after the other.
    """
    for one, other in combinations(_own_periods(law), 2):
        same = one.done_by == other.done_by and set(one.papers) & set(other.papers)
        tied = other.id in linked(one.due) or one.id in linked(other.due)
        if same and not tied and one.cite != other.cite:
            some = _in_order(law, {*_all(law, one), *_all(law, other)})
            says = (
                f"One notice gives two periods for the same act: {english(list(map(_told, some)))}."
            )
            yield found("two-periods", (one.cite, other.cite), f"deadline {other.id}", says)


def _own_periods(law: Ordinance) -> list[DeadlineRule]:
    return [
        rule
        for rule in law.deadlines
        if rule.bound == "party"
        and rule.done_by.kind not in ("filing", "settled")
        and not any(c.anchor.kind == "decision" for c in counted_in(rule.due))
    ]


def _all(law: Ordinance, rule: DeadlineRule) -> set[Period]:
    return set(periods(law, rule.due, rule.cite, rule.of))


def two_acts(law: Ordinance) -> Iterator[Finding]:
    """A period that one paragraph ends by filing and another by receipt."""
    for about, term, cite, paper in _terms(law):
        some = _in_order(law, {p for p in periods(law, term, cite, paper) if p.by})
        if len({period.by for period in some}) > 1:
            told = [f"{'filing' if p.by == 'filing' else 'receipt'} in {p.cite}" for p in some]
            says = f"The {_name(about)} is kept by {english(list(dict.fromkeys(told)))}."
            adopt = "Take as timely what was filed or received by the last day."
            yield found("two-acts", [p.cite for p in some], about, says, adopt)


def undefined(law: Ordinance) -> Iterator[Finding]:
    """A period that rests on a figure of the town's own, and words that nothing defines."""
    policies = {
        term.policy: rule
        for rule in law.deadlines
        for term in counted_in(rule.due)
        if term.policy is not None
    }
    for policy, rule in policies.items():
        cite = next(item.cite for item in law.policy if item.id == policy)
        says = f"The {time_for(rule.id)} has no number in the text."
        about = f"deadline {rule.id}"
        yield found("undefined-period", (cite,), about, says, policy_words(law, policy))
    for clause in law.clauses:
        if clause.kind == "undefined":
            says = f"The text speaks of {clause.what} and does not say what that is."
            adopt = f"It is taken for {clause.taken_as}." if clause.taken_as else ""
            yield found("undefined-term", (clause.cite,), f"undefined {clause.id}", says, adopt)


ASKING = ("request", "remedy")


def papers_without_time(law: Ordinance) -> Iterator[Finding]:
    """A paper that asks the party for something, and under which no time runs for it."""
    timed = {paper for rule in law.deadlines if rule.bound == "party" for paper in rule.papers}
    for paper in law.instruments:
        asks = [cite for element, cite in paper.elements if element in ASKING]
        if asks and paper.id not in timed:
            says = f"The {name_of(paper.id)} asks the party to act and sets no time for it."
            adopt = "Write a day into each such paper, and start nothing from it."
            yield found(
                "paper-without-time", (paper.cite, *asks), f"instrument {paper.id}", says, adopt
            )
