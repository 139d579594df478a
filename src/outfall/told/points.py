"""What ordinances say on the points that a case turns on, so that two can stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from outfall.law.events import EVENTS
from outfall.law.ordinance import Ordinance
from outfall.law.words import name_of
from outfall.told.pack_words import Pack, Said
from outfall.told.phrases import capital, element_name


class Finding(NamedTuple):
    """What one code says on a point, with its paragraph."""

    text: str
    cite: str


def alike(left: Sequence[Finding], right: Sequence[Finding]) -> bool:
    """Whether two codes say the same on a point, each under whatever paragraph.

    >>> alike([Finding("15 days", "C(6)")], [Finding("15 days", "9-2")])
    True
    """
    return [item.text for item in left] == [item.text for item in right]


def points(a: Ordinance, b: Ordinance) -> Iterator[tuple[str, list[Finding], list[Finding]]]:
    """Each point with what the one and the other say on it; nothing where a code is silent."""
    left, right = Pack(a), Pack(b)
    for name, ask in POINTS.items():
        yield name, list(ask(left)), list(ask(right))


def _elements(pack: Pack) -> Iterator[Finding]:
    for paper in pack.law.instruments:
        if paper.id == "notice_of_violation":
            for element, cite in paper.elements:
                yield Finding(capital(element_name(element)), cite)


def _cost_notice(pack: Pack) -> Iterator[Finding]:
    for paper in pack.law.instruments:
        if paper.id == "cost_notice":
            yield _short(pack.rule(paper))
    yield from _deadlines(("service", "cost_notice"))(pack)


def _papers(pack: Pack) -> Iterator[Finding]:
    for paper in pack.law.instruments:
        yield Finding(paper.title, paper.cite)


def _deadlines(done_by: tuple[str, str | None]) -> Callable[[Pack], Iterator[Finding]]:
    """The deadlines that an act ends: its kind and, where it matters, of what."""

    def ask(pack: Pack) -> Iterator[Finding]:
        kind, of = done_by
        for rule in pack.law.deadlines:
            if rule.done_by.kind == kind and of in (None, rule.done_by.of):
                due = pack.words.term(rule.due, rule.of)
                yield Finding(f"{capital(name_of(rule.id))}: {due}", rule.cite)

    return ask


def _proceeding(kind: str) -> Callable[[Pack], Iterator[Finding]]:
    """A way to contest, and its time."""

    def ask(pack: Pack) -> Iterator[Finding]:
        for rule in pack.law.proceedings:
            if rule.id == kind:
                yield _short(pack.rule(rule))
        yield from _deadlines(("filing", kind))(pack)

    return ask


def _actions(*names: str) -> Callable[[Pack], Iterator[Finding]]:
    def ask(pack: Pack) -> Iterator[Finding]:
        for rule in pack.law.actions:
            if rule.id in names:
                needs = pack.words.all_of(rule.needs, rule.of)
                verb = "must" if rule.duty else "may"
                yield Finding(f"The town {verb} {name_of(rule.id)} where {needs}", rule.cite)

    return ask


def _penalty(track: str) -> Callable[[Pack], Iterator[Finding]]:
    def ask(pack: Pack) -> Iterator[Finding]:
        for rule in pack.law.penalties:
            if rule.track == track:
                said = pack.rule(rule)
                yield _short(said)
                for line in said.lines:
                    yield Finding(line, "")

    return ask


def _short(said: Said) -> Finding:
    return Finding(said.text.removesuffix("."), said.cite)


def _rules(name: str) -> Callable[[Pack], Iterator[Finding]]:
    """The rules of one kind, whole."""

    def ask(pack: Pack) -> Iterator[Finding]:
        found = getattr(pack.law, name)
        for rule in found if isinstance(found, tuple) else [found] if found is not None else []:
            yield _short(pack.rule(rule))

    return ask


def _readings(pack: Pack) -> Iterator[Finding]:
    for reading in pack.law.readings:
        yield Finding(f"{reading.id}: {reading.adopted}", reading.cite)


POINTS: dict[str, Callable[[Pack], Iterator[Finding]]] = {
    "Papers": _papers,
    "Notice elements": _elements,
    "Appeal window": _proceeding("appeal"),
    "Time to cure": _deadlines(("remedy", None)),
    "Hearing": _deadlines(("hearing", None)),
    "Abatement": _actions(*EVENTS["abated"].acts),
    "Cost notice": _cost_notice,
    "Protest of the cost": _proceeding("protest"),
    "Lien and tax roll": _actions("record_lien", "certify_to_tax_roll"),
    "Interest": _rules("interest"),
    "Payments": _rules("plan"),
    "Civil penalty": _penalty("civil"),
    "Criminal penalty": _penalty("criminal"),
    "Orders": _rules("orders"),
    "Holds": _rules("holds"),
    "Readings": _readings,
}
"""The points, in the order of a case: from the paper to the money."""
