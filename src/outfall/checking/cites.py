"""Cites that resolve to nothing: each has to be of a paragraph of the pack, or of other law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from outfall.checking.finding import Finding, found
from outfall.law.ordinance import Instrument, Ordinance
from outfall.law.words import name_of


def cites(law: Ordinance) -> Iterator[Finding]:
    """Each cite that leads nowhere, once, with the rules that rest on it."""
    known = {paragraph.cite for paragraph in law.paragraphs}
    lost: dict[str, str] = {}
    for cite, about in _cited(law):
        if not any(_inside(cite, paragraph) for paragraph in known):
            lost.setdefault(cite, about)
    for cite, about in lost.items():
        kind, _, id = about.partition(" ")
        what = f"the {kind} {name_of(id)}".strip()
        says = f"{cite} is cited for {what}, and no paragraph of the pack is called so."
        yield found("cite-leads-nowhere", (cite,), about, says)


def _inside(cite: str, paragraph: str) -> bool:
    """Whether a cite is a paragraph, an item of it or a part that it belongs to, or other law.

    >>> _inside("C.1.a(4)", "C.1.a"), _inside("C", "C.1.a"), _inside("C.10", "C.1")
    (True, True, False)
    >>> _inside("IC 36-1-3-8", "C")
    True
    """
    if " " in cite:
        return True  # another law, of which this pack has no paragraphs
    return _under(cite, paragraph) or _under(paragraph, cite)


def _under(item: str, whole: str) -> bool:
    if not item.startswith(whole):
        return False
    rest, last = item[len(whole) :], whole[-1:]
    if not rest or not (rest[0].isalnum() and last.isalnum()):
        return True
    return rest[0].isdigit() != last.isdigit()


def _cited(law: Ordinance) -> Iterator[tuple[str, str]]:
    groups: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("reading", law.readings),
        ("policy", law.policy),
        ("instrument", law.instruments),
        ("deadline", law.deadlines),
        ("action", law.actions),
        ("order", law.orders),
        ("hold", law.holds),
        ("penalty", law.penalties),
        ("proceeding", law.proceedings),
        ("warning", law.warnings),
        ("clause", law.clauses),
        ("interest", (law.interest,)),
        ("plan", (law.plan,)),
    )
    for kind, rules in groups:
        for rule in rules:
            id = getattr(rule, "id", getattr(rule, "track", getattr(rule, "kind", "")))
            for cite in _inner(rule):
                yield cite, f"{kind} {id}".strip()
    for kind, cite in law.cost_kinds:
        yield cite, f"costs {kind}"


def _inner(value: Any) -> Iterator[str]:
    """Every cite inside a rule, however deep."""
    if isinstance(value, Instrument):
        yield from (cite for _, cite in (*value.elements, *value.may_require))
    if isinstance(value, tuple):
        for item in value:
            yield from _inner(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name == "cite" and inner:
                yield inner
            else:
                yield from _inner(inner)
