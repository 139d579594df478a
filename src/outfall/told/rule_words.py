"""The rules of a pack in words, as an attorney reads them: terms, starts, conditions, penalties.

Nothing is asked here about a case. Where a reading decides, the words are those of the adopted
choice, and ``others`` gives the words of every other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from outfall.law.counting import CountingRule
from outfall.law.ordinance import Condition, Ordinance
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)
from outfall.law.words import english, name_of
from outfall.told.phrases import cited

ANCHORS = {
    "issue": "the date of the {}",
    "service": "service of the {}",
    "receipt": "receipt of the {}",
    "postmark": "the postmark of the {}",
    "filing": "the filing of the {}",
    "decision": "the decision of the {}",
    "hearing": "the hearing",
    "deadline": "the last day of the {}",
    "lapse": "the day after the last day of the {}",
    "observation": "the finding of the violation",
    "discovery": "the discovery of the violation",
    "remedy": "the remedy of the violation",
    "charge": "the charge of the cost",
    "settled": "the payment in full of the {}",
    "event": "the {}",
}
PROCEEDINGS = {
    "none": "no timely {} has been filed",
    "unfiled": "no {} has been filed",
    "filed": "a timely {} has been filed",
    "pending": "a timely {} is undecided",
    "not_pending": "no timely {} is undecided",
    "upheld": "the {} was decided for the town",
    "not_reversed": "no {} was decided for the party",
}
PERMITS = {
    "held": "the record says that the violation is of a permit",
    "none": "the record says that there is no permit",
    "unsaid": "the record says nothing of a permit",
}
CONDITIONS: dict[str, str | Callable[[Condition], str]] = {
    "violation": lambda c: f"a violation{_of_kind(c.args)} is on record",
    "unremedied": lambda c: f"a violation{_of_kind(c.args)} is unremedied",
    "remedied": "every violation is remedied",
    "permit": lambda c: PERMITS.get(c.args[0] if c.args else "", "the permit"),
    "danger": "a danger is on record and has not passed",
    "danger_over": "no danger is left",
    "served": "the {} has been served",
    "received": "the {} is shown as received",
    "complete": "the {} has all that it must contain",
    "expired": "the last day of the {} has passed without the act",
    "closed": "the time for the {} is over",
    "late": "the {} was done late, or not at all",
    "open": "the time for the {} has begun and is not over",
    "proceeding": lambda c: PROCEEDINGS[c.args[1]].format(c.args[0]),
    "event": lambda c: f"the {_and_not_since(c.args)} is on record",
    "never": "no {} is on record",
    "owed": lambda c: "money is owed" if c.args == ("any",) else f"{c.args[0]} is owed",
    "cost": "a cost is on record",
    "exposed": "the law allows a {} amount that day",
    "compensation": lambda c: (
        "no compensatory action is under way or has settled the matter"
        if c.args == ("free",)
        else "no compensatory action has settled the matter"
    ),
    "no_lien": "no lien is on record",
    "access_cut": "access is suspended or terminated",
    "free": "no {} hold is in force",
    "unaccepted": "corrected practices are still to be accepted",
    "order": "the {} order is in force",
}
"""A sentence for each simple condition; ``{}`` is the name that it speaks of."""


def _of_kind(kinds: tuple[str, ...]) -> str:
    return f" of kind {english(kinds, 'or')}" if kinds else ""


def _and_not_since(names: tuple[str, ...]) -> str:
    first, *later = (name_of(name) for name in names)
    return f"{first}, with no {later[0]} since," if later else first


class Other(NamedTuple):
    """What another choice of a reading would make of a rule."""

    reading: str
    choice: str
    words: str


class Words:
    """The rules of one ordinance in words, under the readings that it adopts."""

    def __init__(self, law: Ordinance) -> None:
        self.law = law
        self.adopted = {reading.id: reading.adopted for reading in law.readings}
        self.policy = {item.id: item.value for item in law.policy}

    def choice(self, value: Any) -> Any:
        """The adopted rule, where a reading decides."""
        return value.under(self.adopted[value.reading]) if isinstance(value, ByReading) else value

    def anchor(self, anchor: Anchor, paper: str | None = None) -> str:
        """The event from which a period runs, or that ends it."""
        kind = ANCHORS.get(anchor.kind, anchor.kind.replace("_", " ") + " {}")
        return kind.format(name_of(anchor.of or paper or "notice"))

    def term(self, term: Term, paper: str | None = None) -> str:
        """A last day, as it is counted."""
        if isinstance(term, Counted):
            return self._counted(term, paper)
        if isinstance(term, ByReading):
            return self.term(self.choice(term), paper)
        if isinstance(term, Named):
            return f"the day that the notice names{cited(term.cite)}"
        if isinstance(term, SameAs):
            return f"the last day of the {name_of(term.deadline)}{cited(term.cite)}"
        if isinstance(term, InDanger):
            danger, calm = self.term(term.danger, paper), self.term(term.otherwise, paper)
            return f"{danger} where a danger was on record, otherwise {calm}"
        parts = [self.term(part, paper) for part in term.terms]
        if isinstance(term, FirstKnown):
            return f"the first of these whose clock has started: {english(parts, 'or else')}"
        return f"the {'later' if term.latest else 'earlier'} of {english(parts)}"

    def _counted(self, term: Counted, paper: str | None) -> str:
        length = str(term.length)
        if term.policy:
            length = f"{self.policy.get(term.policy, '?')} days (the town's figure {term.policy})"
        if term.at_least:
            length += ", or the greater number that the notice sets,"
        rule = "" if term.rule == "plain" else f", counted by the rule {term.rule}"
        by = {"filing": ", by filing", "receipt": ", by its receipt"}.get(term.by, "")
        return f"{length} after {self.anchor(term.anchor, paper)}{by}{rule}{cited(term.cite)}"

    def condition(self, c: Condition, paper: str | None = None) -> str:
        """A condition of a power, with its paragraph where the pack names one."""
        return self._condition(c, paper) + cited(c.cite)

    def _condition(self, c: Condition, paper: str | None) -> str:
        if c.kind == "any":
            ways = [self._way(part, paper) for part in c.parts]
            return f"either {english(ways, 'or')}" if len(ways) > 1 else "".join(ways)
        if c.kind == "all":
            return self.all_of(c.parts, paper)
        if c.kind == "reading":
            chosen = dict(c.choices)[self.adopted[c.args[0]]]
            return f"{self.all_of(chosen, paper)} (reading {c.args[0]})"
        sentence = CONDITIONS.get(c.kind, c.kind.replace("_", " ") + " {}")
        if not isinstance(sentence, str):
            return sentence(c)
        return sentence.format(name_of(c.args[0] if c.args else paper or "notice"))

    def _way(self, c: Condition, paper: str | None) -> str:
        """One of several ways; one of many conditions is held together by brackets."""
        words = self.condition(c, paper)
        return f"[{words}]" if c.kind == "all" and len(c.parts) > 1 else words

    def all_of(self, conditions: tuple[Condition, ...], paper: str | None = None) -> str:
        """Conditions that must all hold; ways among others are held together by brackets."""
        said = [self.condition(c, paper) for c in conditions]
        if len(said) > 1:
            said = [f"[{words}]" if words.startswith("either ") else words for words in said]
        return english(said) or "nothing more is asked"

    def others(self, rule: Any, paper: str | None = None) -> list[Other]:
        """What each choice that is not adopted would make of a rule."""
        found = []
        for value in readings_in(rule):
            reading, choices = _choices(value)
            for choice, chosen in choices:
                if choice != self.adopted.get(reading):
                    found.append(Other(reading, choice, self.value(chosen, paper)))
        return list(dict.fromkeys(found))

    def value(self, value: Any, paper: str | None = None) -> str:
        """A term or conditions that a reading chooses between; empty for a bare word or number,
        which says nothing that the reading itself does not say better."""
        if isinstance(
            value, Counted | Named | SameAs | Extreme | InDanger | FirstKnown | ByReading
        ):
            return self.term(value, paper)
        if isinstance(value, tuple) and (not value or isinstance(value[0], Condition)):
            return self.all_of(value, paper)
        return ""


def readings_in(value: Any) -> Iterator[ByReading[Any] | Condition]:
    """Every choice by reading inside a rule, however deep."""
    if isinstance(value, ByReading) or (isinstance(value, Condition) and value.kind == "reading"):
        yield value
    if isinstance(value, tuple):
        for item in value:
            yield from readings_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from readings_in(getattr(value, field.name))


def _choices(value: ByReading[Any] | Condition) -> tuple[str, tuple[tuple[str, Any], ...]]:
    if isinstance(value, ByReading):
        return value.reading, value.choices
    return value.args[0], value.choices


def counting_words(rule: CountingRule) -> str:
    """How one rule counts.

    >>> counting_words(CountingRule("fixed", rolls=frozenset()))
    'the last day never moves'
    """
    said = ["the last day never moves"]
    if rule.rolls:
        said = [f"a last day on a {_days(rule.rolls)} moves on to the next day that is none"]
    short = rule.leaves_out_when_exactly, rule.leaves_out_when_under
    for limit, how in zip(short, ("exactly", "fewer than"), strict=True):
        if limit is not None:
            out = _days(rule.leaves_out)
            said.append(f"a period of {how} {limit} days leaves out each {out} inside it")
    if rule.hours_leave_out:
        said.append(f"a period of hours leaves out each {_days(rule.hours_leave_out)}")
    return "; ".join(said)


def _days(kinds: frozenset[str]) -> str:
    order = (
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "holiday",
    )  # fmt: skip
    return english(
        [name.capitalize() if name != "holiday" else name for name in order if name in kinds], "or"
    )
