"""Papers and orders: an order against its own notice, and contents that model codes ask for."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.checking.finding import Finding, found, reading_words
from outfall.checking.tables import ModelElement
from outfall.law.ordinance import Instrument, OrderRule, Ordinance
from outfall.law.words import english, name_of
from outfall.told.phrases import element_name


def orders(law: Ordinance) -> Iterator[Finding]:
    """An order that begins with a paper that demands work, and does not spare that work.

    Only one that halts work is meant: its reach is a reading, or it lasts until the violation is
    remedied, which it may itself forbid.
    """
    demanding = {
        paper.id: cite
        for paper in law.instruments
        for element, cite in paper.elements
        if element == "remedy"
    }
    for rule in law.orders:
        begun = [start.of for start in rule.starts if start.of in demanding]
        if begun and not rule.spares_remedy and (rule.scope or _until_remedied(law, rule)):
            says = (
                f"The {name_of(rule.id)} order begins with the {name_of(begun[0])}, which demands "
                "remedial work, and the text does not except that work from the halt."
            )
            adopt = reading_words(law, rule.scope) if rule.scope else ""
            cites = (rule.cite, demanding[begun[0]])
            yield found("order-forbids-remedy", cites, f"order {rule.id}", says, adopt)


def _until_remedied(law: Ordinance, rule: OrderRule) -> bool:
    return "remedied" in rule.ends or any(
        {"remedied"} <= {c.kind for c in action.needs}
        and any(c.kind == "order" and c.args == (rule.id,) for c in action.needs)
        for action in law.actions
    )


def contents(law: Ordinance, models: tuple[ModelElement, ...]) -> Iterator[Finding]:
    """What the models ask of a paper that has a list of contents, and this code does not."""
    for paper in law.instruments:
        if not paper.elements:
            continue
        lacking = [model for model in models if _lacks(law, paper, model)]
        if lacking:
            told = english([element_name(model.element) for model in lacking])
            sources = english(list(dict.fromkeys(m.source for m in lacking)))
            unverified = "" if all(m.verified for m in lacking) else ", not verified by a person"
            says = (
                f"The {name_of(paper.id)} need not contain: {told} "
                f"(asked by {sources}{unverified})."
            )
            adopt = "Put it into every such paper all the same."
            yield found("element-missing", (paper.cite,), f"instrument {paper.id}", says, adopt)


def _lacks(law: Ordinance, paper: Instrument, model: ModelElement) -> bool:
    """Whether the paper lacks an element that means something in this code."""
    if model.instrument != paper.id or model.element in {name for name, _ in paper.elements}:
        return False
    if not model.where:
        return True
    powers = {rule.id for rule in law.actions} | {rule.id for rule in law.proceedings}
    return bool(powers & set(model.where))
