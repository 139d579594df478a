"""Ways to contest: none at all, without a time, a body, a decision, or a word on a stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outfall.checking.finding import Finding, found, reading_words, time_for
from outfall.checking.terms import counted_in
from outfall.law.events import EVENTS
from outfall.law.ordinance import ActionRule, Condition, Ordinance, ProceedingRule
from outfall.law.periods import ByReading
from outfall.law.words import english, name_of

ACCUSING = ("notice_of_violation", "penalty_notice")
"""Papers that say of a person that it broke the law, or that it is to pay for it."""
BURDENS = (*EVENTS["lien_recorded"].acts, *EVENTS["certified_to_tax_roll"].acts)


def none_at_all(law: Ordinance) -> Iterator[Finding]:
    """A pack that accuses and gives no way to answer."""
    contested = {paper for rule in law.proceedings for paper in rule.papers}
    accusing = [paper for paper in law.instruments if paper.id in ACCUSING]
    if accusing and not any(paper.id in contested for paper in accusing):
        names = english([name_of(paper.id) for paper in accusing], "or")
        says = f"The text names no way to contest a {names}."
        about = f"instrument {accusing[0].id}"
        adopt = "Offer a hearing in each paper before anything rests on it."
        yield found("no-appeal", [paper.cite for paper in accusing], about, says, adopt)


def burdens(law: Ordinance) -> Iterator[Finding]:
    """A lien or a tax charge for a cost that nobody can contest first."""
    if any("cost_notice" in rule.papers for rule in law.proceedings):
        return
    found_on = [rule for rule in law.actions if rule.id in BURDENS]
    if found_on:
        acts = english([name_of(rule.id) for rule in found_on], "or")
        says = f"The town may {acts} for a cost that the text gives nobody a way to contest."
        adopt = "Serve a notice of the cost with a time to protest before anything is recorded."
        cites = [rule.cite for rule in found_on]
        yield found("lien-without-protest", cites, f"action {found_on[0].id}", says, adopt)


def proceedings(law: Ordinance) -> Iterator[Finding]:
    """What a proceeding lacks: a time to file it, a body, a hearing, a decision."""
    for rule in law.proceedings:
        about, name = f"proceeding {rule.id}", name_of(rule.id)
        cites = (rule.cite,)
        if rule.deadline is None:
            papers = english([name_of(paper) for paper in rule.papers], "or")
            says = f"The text gives no time within which to file the {name} against the {papers}."
            adopt = "Set a time in the paper itself, and take a later filing all the same."
            yield found("no-time-limit", cites, about, says, adopt)
        if not rule.body:
            says = f"The text does not name who hears and decides the {name}."
            adopt = "Designate in writing a body that did not issue the paper."
            yield found("no-body", cites, about, says, adopt)
        ends = {d.done_by.kind for d in law.deadlines if d.done_by.of == rule.id}
        if not ends & {"hearing", "decision"}:
            says = f"The text gives no time for hearing or deciding the {name}."
            adopt = "Set the hearing when the filing arrives, and tell the party its day."
            yield found("no-hearing-time", cites, about, says, adopt)
        elif "decision" not in ends:
            says = f"The text gives a time for hearing the {name} and none for deciding it."
            yield found(
                "no-decision-time", cites, about, says, "Decide at the hearing, or say when."
            )


def stays(law: Ordinance) -> Iterator[Finding]:
    """A proceeding of which the text does not say whether what rests on its paper waits for it."""
    for rule in law.proceedings:
        if rule.stay:
            continue
        going = list(_going_on(law, rule))
        if going:
            told = english([f"{what} ({cite})" for what, cite, _ in going])
            says = (
                f"The text does not say whether a pending {name_of(rule.id)} keeps these from "
                f"running on: {told}."
            )
            asked = list(dict.fromkeys(reading for _, _, reading in going if reading))
            told_of = " ".join(reading_words(law, reading) for reading in asked)
            adopt = told_of or "Hold back what is against the party until the decision."
            cites = (rule.cite, *(cite for _, cite, _ in going))
            yield found("no-stay", cites, f"proceeding {rule.id}", says, adopt)


Going = tuple[str, str, str | None]
"""What goes on, its cite, and the reading that leaves it open, if one does."""


def _going_on(law: Ordinance, rule: ProceedingRule) -> Iterator[Going]:
    papers = set(rule.papers)
    for order in law.orders:
        if any(start.of in papers for start in order.starts):
            yield f"the {name_of(order.id)} order", order.cite, None
    for deadline in law.deadlines:
        after = any(c.anchor.kind == "decision" for c in counted_in(deadline.due))
        if deadline.done_by.kind == "remedy" and papers & set(deadline.papers) and not after:
            what = f"the {time_for(deadline.id)}"
            yield from _unless_stayed(what, deadline.cite, deadline.stayed_by)
    for penalty in law.penalties:
        if penalty.of in papers:
            yield from _unless_stayed(
                f"the {penalty.track} penalty", penalty.cite, penalty.tolled_by
            )
    for action in law.actions:
        for reading in _left_open(action, rule.id):
            yield f"the power to {name_of(action.id)}", action.cite, reading


def _unless_stayed(what: str, cite: str, stayed: Any) -> Iterator[Going]:
    if isinstance(stayed, ByReading):
        if not all(value for _, value in stayed.choices):
            yield what, cite, stayed.reading
    elif not stayed:
        yield what, cite, None


def _left_open(action: ActionRule, proceeding: str) -> Iterator[str]:
    """The readings of which one choice lets a power wait for the proceeding, and another not."""
    for condition in action.needs:
        for node in _conditions(condition):
            if node.kind == "reading":
                waits = [any(_waits(c, proceeding) for c in parts) for _, parts in node.choices]
                if any(waits) and not all(waits):
                    yield node.args[0]


def _conditions(condition: Condition) -> Iterator[Condition]:
    yield condition
    for part in (*condition.parts, *(c for _, parts in condition.choices for c in parts)):
        yield from _conditions(part)


def _waits(condition: Condition, proceeding: str) -> bool:
    return any(c.kind == "proceeding" and c.args[0] == proceeding for c in _conditions(condition))
