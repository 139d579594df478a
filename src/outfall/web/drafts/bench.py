"""A draft as it stands: its facts as they were corrected, its questions as they were answered.

``Bench`` works out the rest when it is asked: the pack, the law that it is, what each answer would
change. What was worked out is kept for as long as nobody changes the draft.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from threading import Lock

from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.reading.drafting.book import About, Question
from outfall.reading.drafting.draft import Draft as Drafted
from outfall.reading.drafting.draft import draft as drafted
from outfall.reading.drafting.effects import with_effects
from outfall.reading.drafting.folder import as_law
from outfall.reading.drafting.written import pack_yaml
from outfall.reading.fact import Fact
from outfall.reading.fields import out_of_range
from outfall.reading.provisions import Text
from outfall.web.drafts import kept
from outfall.web.drafts.models import FACT, PUBLISHED, QUESTION, Addition, Draft, Ruling
from outfall.web.drafts.published import pack_name
from outfall.web.towns.models import Town

ACCEPTED, CORRECTED, REJECTED, SETTLED = "accepted", "corrected", "rejected", "settled"
CORRECTABLE = ("what", "value", "unit", "anchor", "condition")


@dataclass(frozen=True, slots=True)
class Looked:
    """A fact as it was read or added, as it counts now, and what was said of it."""

    n: int
    read: Fact
    now: Fact
    ruling: Ruling | None
    added: Addition | None = None

    @property
    def answer(self) -> str:
        """Accepted, corrected or rejected; empty while it waits for a person."""
        return self.ruling.answer if self.ruling else ""

    @property
    def counts(self) -> bool:
        """Whether it goes into the draft: what a program proposed does once a person says so."""
        return self.answer != REJECTED and not (self.read.is_proposed and not self.answer)

    @property
    def is_own(self) -> bool:
        """Whether a person added it, as one who says what the text says."""
        return self.added is not None and self.added.offer_id is None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its key and its answer, ``changes`` worked out."""

    key: str
    question: Question
    ruling: Ruling | None

    @property
    def answer(self) -> str:
        """The choice, or that it is settled; empty while it is open."""
        if self.ruling is None:
            return ""
        known = {choice.id for choice in self.question.choices} or {SETTLED}
        return self.ruling.answer if self.ruling.answer in known else ""

    @property
    def turn(self) -> int:
        """How often it was answered."""
        return self.ruling.turn if self.ruling else 0


def key_of(question: Question) -> str:
    """A question's name: asked in other words, or with other choices, it is another question.

    >>> key_of(Question("appeal_starts", "silent", "C", "From when?"))
    'appeal_starts-0b3b0f23d2'
    """
    told = json.dumps(
        [question.cite, question.says, [c.id for c in question.choices], question.quotes]
    )
    return f"{question.id[:100]}-{hashlib.sha256(told.encode()).hexdigest()[:10]}"


@dataclass
class Bench:
    """A draft of the town in scope with all that was said of it."""

    row: Draft
    town: Town
    rulings: list[Ruling] = field(default_factory=list)
    additions: list[Addition] = field(default_factory=list)

    @cached_property
    def text(self) -> Text:
        """The text with its paragraphs."""
        return kept.text_of(self.row.text, self.row.provisions, self.row.remarks)

    @cached_property
    def facts(self) -> list[Looked]:
        """Every fact that was read, in the order of the text, and behind them those added."""
        said = {ruling.of: ruling for ruling in self.rulings if ruling.what == FACT}
        own = [(added.fact, added) for added in self.additions]
        found = []
        for n, (plain, added) in enumerate([*((plain, None) for plain in self.row.facts), *own]):
            read, ruling = kept.fact_of(plain), said.get(str(n))
            now = corrected(read, ruling.value) if ruling and ruling.answer == CORRECTED else read
            seen = replace(now, is_proposed=False) if ruling else now
            found.append(Looked(n, read, seen, ruling, added))
        return found

    @cached_property
    def counting(self) -> list[Fact]:
        """The facts that go into the draft, each where the text states it."""
        counting = (one.now for one in self.facts if one.counts)
        return sorted(counting, key=lambda fact: (fact.start, fact.end))

    @property
    def about(self) -> About:
        """What the draft says of itself."""
        row = self.row
        version = row.since.isoformat() if row.since and row.stage == PUBLISHED else "draft"
        return About(
            pack_name(self.town), row.title, row.source, row.zone, row.calendar, row.state or None,
            version, is_zone_known=True, is_calendar_known=bool(row.state),
        )  # fmt: skip

    @cached_property
    def made(self) -> Drafted:
        """The draft with the answers adopted; of each reading the adopted choice comes first."""
        found = drafted(self.text, self.counting, self.about)
        answers = self._answers(found.questions)
        readings = [
            {**reading, "adopted": answers.get(reading["id"], reading["adopted"])}
            for reading in found.pack.get("readings", ())
        ]
        pack = {**found.pack, "readings": readings} if readings else found.pack
        return replace(
            found, pack=pack, questions=tuple(_first(q, answers) for q in found.questions)
        )

    def _answers(self, questions: tuple[Question, ...]) -> dict[str, str]:
        said = self._said
        answers = {}
        for question in questions:
            one = Asked(key_of(question), question, said.get(key_of(question)))
            if one.answer and question.choices:
                answers[question.id] = one.answer
        return answers

    @property
    def _said(self) -> dict[str, Ruling]:
        return {ruling.of: ruling for ruling in self.rulings if ruling.what == QUESTION}

    @cached_property
    def questions(self) -> list[Asked]:
        """The questions, those with choices first, each choice where it first stood."""
        order = {q.id: q for q in self._in_order if q.choices}
        found = []
        for told in self.told.questions:
            question, first = told, order.get(told.id)
            if told.choices and first is not None:
                with_changes = {choice.id: choice for choice in told.choices}
                choices = tuple(with_changes[choice.id] for choice in first.choices)
                question = replace(told, choices=choices)
            key = key_of(question)
            found.append(Asked(key, question, self._said.get(key)))
        return list({one.key: one for one in found}.values())

    @cached_property
    def _in_order(self) -> tuple[Question, ...]:
        return drafted(self.text, self.counting, self.about).questions

    @cached_property
    def told(self) -> Drafted:
        """The draft whose questions say what each choice changes; as it is where it is faulty."""
        return with_effects(self.made, self.law) if self.law is not None else self.made

    @cached_property
    def _read(self) -> tuple[Ordinance | None, tuple[str, ...]]:
        if beyond := tuple(self._beyond()):
            return None, beyond
        try:
            return as_law(self.made), ()
        except Refused as refused:
            return None, tuple(str(fault) for fault in refused.faults)

    def _beyond(self) -> Iterator[str]:
        """Figures of the text that nobody could count with, such as a million years."""
        for one in self.facts:
            value = one.now.value if one.counts else None
            if value is not None and (trouble := out_of_range(value, one.now.unit or "")):
                yield f"fact {one.n + 1} has a figure out of range. {trouble.removesuffix('.')}"

    @property
    def law(self) -> Ordinance | None:
        """The draft as law; None where it is faulty, and ``faults`` says why."""
        return self._read[0]

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the draft is no ordinance yet."""
        return self._read[1]

    @cached_property
    def yaml(self) -> str:
        """The pack's file, without the words of the draft's head: the same before it is signed and
        after."""
        return "".join(
            line for line in pack_yaml(self.made).splitlines(True) if not line.startswith("#")
        )

    @property
    def digest(self) -> str:
        """The SHA-256 of the pack's file: what a signature is put under."""
        return hashlib.sha256(self.yaml.encode()).hexdigest()

    @property
    def waiting_facts(self) -> list[Looked]:
        """The facts that nobody has looked at."""
        return [one for one in self.facts if not one.answer]

    @property
    def waiting_questions(self) -> list[Asked]:
        """The questions that nobody has answered."""
        return [one for one in self.questions if not one.answer]

    def reasons(self) -> Iterator[str]:
        """Why the draft can't be published as it stands, each in a sentence."""
        facts, questions = len(self.waiting_facts), len(self.waiting_questions)
        if facts:
            many = "One fact was" if facts == 1 else f"{facts} facts were"
            yield f"{many} not looked at by anybody."
        if questions:
            many = "One question is" if questions == 1 else f"{questions} questions are"
            yield f"{many} not answered."
        for fault in self.faults:
            yield f"The draft is no ordinance yet: {fault}."


def corrected(read: Fact, value: dict[str, str | int | None]) -> Fact:
    """A fact with what a person put in its place; ``value`` holds the fields that were corrected.

    >>> one = Fact("deadline", "cure_period", "C", 0, 1, 15, "days")
    >>> corrected(one, {"value": 10}).value
    10
    """
    told = {name: value[name] for name in CORRECTABLE if name in value}
    figure = told.get("value")
    if isinstance(figure, str):
        told["value"] = Decimal(figure)  # type: ignore[assignment]
    blank = read.is_blank and told.get("value") is None
    return replace(read, **told, is_blank=blank)  # type: ignore[arg-type]


def _first(question: Question, answers: dict[str, str]) -> Question:
    """A question whose adopted choice stands first, as a draft's questions have it."""
    adopted = answers.get(question.id)
    if not question.choices or adopted is None:
        return question
    choices = sorted(question.choices, key=lambda choice: choice.id != adopted)
    return replace(question, choices=tuple(choices))


_kept: OrderedDict[tuple[str, int, str], Bench] = OrderedDict()
_lock = Lock()
_KEPT_MOST = 32


def bench_of(row: Draft, town: Town) -> Bench:
    """A draft of the town in scope, worked out once for as long as nobody changes it."""
    key = (row.key, row.length, row.stage)
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
            found.row = row
            return found
    rulings = list(Ruling.objects.filter(draft=row).select_related("by"))
    added = Addition.objects.filter(draft=row).select_related("by", "offer").order_by("n")
    found = Bench(row, town, rulings, list(added))
    with _lock:
        _kept[key] = found
        while len(_kept) > _KEPT_MOST:
            _kept.popitem(last=False)
    return found
