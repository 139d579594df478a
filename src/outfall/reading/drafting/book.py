"""What a draft is written into: rules by paragraph, readings, figures, and questions for counsel.

Nothing is overwritten: two facts for one thing become a question, and a fact that no rule takes up
is listed as not modelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.words import fact_in_words

OPERATIVE = re.compile(r"\b(?:shall|must|may|is authorized|are authorized)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class About:
    """What a draft has to know that the text may not say. Each is a person's to confirm."""

    id: str
    title: str
    source: str
    zone: str = "America/New_York"
    calendar: str = "federal"
    state: str | None = None
    version: str = "draft"
    is_zone_known: bool = False
    is_calendar_known: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; ``changes`` says what it does to a sample case, in words."""

    id: str
    says: str
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt. Where it has choices it is a reading of the pack, and the first is adopted.

    ``kind`` is ``conflict``, ``unclear``, ``silent``, ``blank``, ``cut``, ``form``, ``office``,
    ``proposed`` or ``unmodelled``; ``do`` says what to do where there is nothing to choose.
    """

    id: str
    kind: str
    cite: str
    says: str
    choices: tuple[Choice, ...] = ()
    do: str = ""
    quotes: tuple[tuple[str, str], ...] = ()
    """Paragraph and words of the text on which it rests."""


@dataclass
class Book:
    """A draft in the making."""

    text: Text
    facts: tuple[Fact, ...]
    about: About
    rules: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    readings: dict[str, Question] = field(default_factory=dict)
    policy: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: list[Question] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    instruments: dict[str, str] = field(default_factory=dict)
    """Each instrument that the draft has, with its cite."""
    deadlines: dict[str, str] = field(default_factory=dict)

    def take(self, *what: str, spare: Iterable[str | None] = ()) -> list[Fact]:
        """The facts of these kinds that no rule took up so far, now taken; without those whose
        condition is spared."""
        found = []
        for place, fact in enumerate(self.facts):
            if fact.what in what and place not in self.taken and fact.condition not in spare:
                self.taken.add(place)
                found.append(fact)
        return found

    def has(self, *what: str) -> bool:
        """Whether the text states one of these."""
        return any(fact.what in what for fact in self.facts)

    def rule(self, cite: str, rule: Mapping[str, Any]) -> None:
        """Add a rule under a paragraph."""
        self.rules.setdefault(cite, []).append(dict(rule))
        if next(iter(rule)) == "deadline":
            self.deadlines[rule["deadline"]] = cite

    def every(self) -> Iterator[dict[str, Any]]:
        """Every rule so far."""
        for rules in self.rules.values():
            yield from rules

    def reading(self, question: Question) -> str:
        """Add a reading; one of the same name and choices is asked once. Gives its id."""
        choices, number, id = [c.id for c in question.choices], 1, question.id
        while id in self.readings and [c.id for c in self.readings[id].choices] != choices:
            number += 1
            id = f"{question.id}_{number}"
        self.readings.setdefault(id, replace(question, id=id))
        return id

    def by(self, question: Question, values: Mapping[str, Any]) -> dict[str, Any]:
        """A value by reading: one for each choice of the question."""
        return {"reading": self.reading(question), "choices": dict(values)}

    def ask(self, question: Question) -> None:
        """Put down a question that no reading can answer."""
        if question not in self.open:
            self.open.append(question)

    def warn(self, cite: str, id: str, when: list[Any], says: str) -> None:
        """A warning that the standing shows."""
        self.rule(cite, {"warning": id, "when": when, "says": says})

    def quote(self, fact: Fact) -> tuple[str, str]:
        """The paragraph and the words on which a fact rests."""
        return fact.cite, " ".join(self.text.source[fact.start : fact.end].split())

    def provision(self, fact: Fact) -> Provision | None:
        """The provision that states a fact."""
        return None if fact.provision is None else self.text.provisions[fact.provision]

    def words(self, fact: Fact) -> str:
        """The words of the provision that states a fact, and of its headings, in small letters."""
        said: list[str] = []
        place = fact.provision
        while place is not None:
            one = self.text.provisions[place]
            said.append(one.text if place == fact.provision else one.caption or one.text[:120])
            place = one.parent
        return " ".join(said).lower()

    def finish(self) -> None:
        """Ask about the facts that no rule took up, and about what the reader remarked."""
        for place, fact in enumerate(self.facts):
            if place not in self.taken:
                self.ask(_not_modelled(self, fact))
            for says in fact.remarks:
                self.ask(_remarked(self, fact, says))
        for remark in self.text.remarks:
            quote = ("", " ".join(self.text.source[remark.start : remark.end].split())[:200])
            self.ask(
                Question(
                    f"form_{remark.id}",
                    "form",
                    "",
                    remark.says,
                    do="Compare with the official text; correct what was read wrong.",
                    quotes=(quote,),
                )
            )
        for one in self.text.provisions:
            if one.kind is Kind.UNREAD:
                self.ask(_unread(one))
        self._without_rule()

    def _without_rule(self) -> None:
        """Paragraphs that bind or empower somebody and of which no rule came."""
        stated = {fact.cite for fact in self.facts} | set(self.rules)
        silent = [
            (one.cite, one.text)
            for one in self.text.provisions
            if one.kind is Kind.PARAGRAPH and one.cite not in stated and OPERATIVE.search(one.text)
        ]
        if silent:
            self.ask(
                Question(
                    "paragraphs_without_a_rule",
                    "unmodelled",
                    "",
                    "These paragraphs bind or empower somebody, and no rule was made of them.",
                    do="Say for each whether something follows for a case, and add the rule.",
                    quotes=tuple(silent),
                )
            )


def _not_modelled(book: Book, fact: Fact) -> Question:
    return Question(
        f"unmodelled_{fact.what}",
        "unmodelled",
        fact.cite,
        f"The text states this, and no rule of the draft takes it up: {fact_in_words(fact)}.",
        do="Say how it bears on a case, or note that it does not.",
        quotes=(book.quote(fact),),
    )


def proposed(book: Book, fact: Fact) -> Question:
    """A fact that a program of the town's own proposed."""
    return Question(
        f"proposed_{fact.what}",
        "proposed",
        fact.cite,
        f"The town's own program proposes: {fact_in_words(fact)}. No rule rests on it.",
        do="Compare with the paragraph; accept it, correct it, or leave it out.",
        quotes=(book.quote(fact),),
    )


def _remarked(book: Book, fact: Fact, remark: str) -> Question:
    return Question(
        f"look_at_{fact.what}",
        "form",
        fact.cite,
        remark,
        do="Compare with the official text; correct the fact where the other is meant.",
        quotes=(book.quote(fact),),
    )


def _unread(one: Provision) -> Question:
    return Question(
        "not_understood",
        "form",
        one.cite,
        "This piece of the text could not be placed among the paragraphs.",
        do="Say where it belongs, or that it is not part of the law.",
        quotes=((one.cite, one.text[:200]),),
    )


def with_changes(question: Question, changes: Mapping[str, tuple[str, ...]]) -> Question:
    """The question with what each choice changes."""
    choices = tuple(replace(c, changes=changes.get(c.id, ())) for c in question.choices)
    return replace(question, choices=choices)
