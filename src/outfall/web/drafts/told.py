"""A draft as a page shows it: the text with its marked words, and beside it what was read of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from outfall.law.ordinance import Ordinance
from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision
from outfall.reading.quantities import quantities
from outfall.reading.words import fact_in_words
from outfall.told.pack_words import Pack
from outfall.told.phrases import capital
from outfall.web.drafts.bench import Bench, Looked
from outfall.web.drafts.conflicts import conflicts
from outfall.web.screens.draft_desk import A_PAGE
from outfall.web.screens.draft_numbers import place_of
from outfall.web.screens.ordinance_told import RuleShown, cites, rule_shown

LAW = (Kind.PARAGRAPH, Kind.ROW, Kind.UNREAD)
"""The kinds of which a draft makes paragraphs, in its order."""
_LAW_NAMES = frozenset(kind.value for kind in LAW)
APART = {
    Kind.NOTE: "A note, not law",
    Kind.FURNITURE: "Printed around the text",
    Kind.UNREAD: "Could not be placed",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of the text; ``fact`` is the number of the first fact that they say, 0 for none."""

    text: str
    fact: int = 0
    missed: bool = False
    """Whether it is a figure that no rule understands."""


@dataclass(frozen=True, slots=True)
class FactShown:
    """A fact in words; ``n`` is its place in the draft, ``number`` what the page calls it."""

    one: Looked
    words: str
    read_words: str
    proposed: bool
    untaken: bool = False
    """Whether no rule of the draft takes it up: a question says so."""
    against: tuple[FactShown, ...] = ()
    """Facts that say another thing of the same, one of the two added."""

    @property
    def n(self) -> int:
        """Its place in the draft's list."""
        return self.one.n

    @property
    def number(self) -> int:
        """What the page calls it, from 1."""
        return self.one.n + 1

    @property
    def query(self) -> str:
        """The query of the page of the draft on which it stands."""
        return place_of(self.one.read.provision or 0, A_PAGE)

    @property
    def turn(self) -> int:
        """How often it was looked at."""
        return self.one.ruling.turn if self.one.ruling else 0


@dataclass(slots=True)
class ParagraphShown:
    """A piece of the text with its facts, and what the draft makes of it."""

    place: int
    cite: str
    kind: str
    apart: str
    pieces: list[Piece]
    depth: int = 0
    facts: list[FactShown] = field(default_factory=list)
    rules: list[RuleShown] = field(default_factory=list)
    elsewhere: list[RuleShown] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def takes(self) -> bool:
        """Whether it is law, so that a fact can be added to it."""
        return self.kind in _LAW_NAMES

    @property
    def waiting(self) -> int:
        """How many of its facts nobody has looked at."""
        return sum(not fact.one.answer for fact in self.facts)

    @property
    def plain_waiting(self) -> int:
        """How many of these one press may accept: what a program proposed is looked at singly."""
        return sum(not fact.one.answer and not fact.proposed for fact in self.facts)


def fact_shown(
    one: Looked,
    untaken: Collection[tuple[str, str]] = (),
    against: Mapping[int, Sequence[Looked]] = MappingProxyType({}),
) -> FactShown:
    """A fact in words, as it counts now and as it was read, with those that it is in conflict
    with."""
    said, read = capital(fact_in_words(one.now)), capital(fact_in_words(one.read))
    out = one.counts and (f"unmodelled_{one.now.what}", one.now.cite) in untaken
    others = tuple(fact_shown(other) for other in against.get(one.n, ()))
    return FactShown(one, said, read, one.read.is_proposed, out, others)


def paragraphs(bench: Bench) -> list[ParagraphShown]:
    """Every piece of the text in its order, with its facts and its rules."""
    own: dict[int | None, list[Looked]] = {}
    for fact in bench.facts:
        own.setdefault(fact.read.provision, []).append(fact)
    rules = rules_of(bench.law) if bench.law is not None else []
    homes = iter(rules)
    untaken = {(q.id, q.cite) for q in bench.made.questions if q.kind == "unmodelled"}
    apart = conflicts(bench.facts)
    found = []
    for place, one in enumerate(bench.text.provisions):
        facts = own.get(place, [])
        shown = _paragraph(place, one, facts)
        shown.facts = [fact_shown(fact, untaken, apart) for fact in facts]
        if one.kind in LAW and one.text:
            shown.rules = next(homes, [])
        found.append(shown)
    _elsewhere(found, bench.law)
    whole = own.get(None, [])
    if whole:
        shown = ParagraphShown(len(found), "", "whole", "Facts of the whole text", [])
        shown.facts = [fact_shown(fact, untaken, apart) for fact in whole]
        found.append(shown)
    if rest := [rule for rules in homes for rule in rules]:
        found.append(
            ParagraphShown(
                len(found), "", "whole", "Rules that rest on several paragraphs", [], rules=rest
            )
        )
    return found


def _paragraph(place: int, one: Provision, facts: Sequence[Looked]) -> ParagraphShown:
    pieces = list(_pieces(one, facts))
    return ParagraphShown(
        place, one.cite, one.kind.value, APART.get(one.kind, ""), pieces, min(one.depth, 4),
        missed=[piece.text for piece in pieces if piece.missed],
    )  # fmt: skip


def rules_of(law: Ordinance) -> list[list[RuleShown]]:
    """The rules of each paragraph of the draft, in its order."""
    pack = Pack(law)
    return [
        [rule_shown(pack, said, []) for said in pack.paragraph(paragraph)]
        for paragraph in law.paragraphs
    ]


def _elsewhere(found: Sequence[ParagraphShown], law: Ordinance | None) -> None:
    """Rules that stand under another paragraph, and rest on this one too."""
    if law is None:
        return
    pack = Pack(law)
    known: dict[str, list[RuleShown]] = {}
    for rule in _with_cites(law):
        shown = rule_shown(pack, pack.rule(rule), [])
        for cite in dict.fromkeys(cites(rule)):
            if cite != shown.cite:
                known.setdefault(cite, []).append(shown)
    for paragraph in found:
        if paragraph.facts and paragraph.cite:
            paragraph.elsewhere = known.get(paragraph.cite, [])


def _with_cites(law: Ordinance) -> Iterator[object]:
    for name in ("instruments", "deadlines", "actions", "penalties", "proceedings"):
        yield from getattr(law, name)
    if law.interest is not None:
        yield law.interest


def _pieces(one: Provision, facts: Sequence[Looked]) -> Iterator[Piece]:
    """The words of a paragraph, cut where facts and figures begin and end."""
    spans = [(_inside(one, fact.read), fact.n + 1) for fact in facts]
    marks = [(start, end, n) for (start, end), n in spans if start < end]
    own = {fact.n + 1 for fact in facts if fact.is_own}
    whole = (0, len(one.text))
    said = [(start, end, n) for start, end, n in marks if n not in own or (start, end) != whole]
    missed = list(_missed(one, said)) if one.kind in LAW else []
    cuts = {0, len(one.text)}
    for start, end, *_ in (*marks, *missed):
        cuts |= {start, end}
    for start, end in pairwise(sorted(cuts)):
        number = min((n for a, b, n in marks if a <= start and end <= b), default=0)
        out = any(a <= start and end <= b for a, b in missed)
        yield Piece(one.text[start:end], number, out)


def _inside(one: Provision, fact: Fact) -> tuple[int, int]:
    """Where the words of a fact stand in its paragraph's own text."""
    inside = [n for n, place in enumerate(one.places) if fact.start <= place < fact.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _missed(one: Provision, marks: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int]]:
    """The figures that no fact tells of."""
    for quantity in quantities(one.text):
        if not any(quantity.start < end and start < quantity.end for start, end, _ in marks):
            yield quantity.start, quantity.end
