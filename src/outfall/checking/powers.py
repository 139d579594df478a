"""What the walk shows of a pack's powers: those that never open, and those that open too early."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from outfall.checking.finding import Finding, found, reading_words
from outfall.checking.moves import Sequence
from outfall.checking.rights import Right
from outfall.checking.walk import Walk, walk
from outfall.law.ordinance import Condition, Ordinance
from outfall.law.words import english, name_of

BRIEF = 250
"""Standings that the walk of another choice asks for: it looks for what opens early alone."""


def powers(law: Ordinance, walked: Walk) -> Iterator[Finding]:
    """Powers that no sequence opened, and powers that were open while a right still ran."""
    for rule in law.actions:
        about = f"action {rule.id}"
        if rule.id not in walked.opened:
            says = (
                f"None of {walked.tried:,} standings, each of another sequence of events, lets the "
                f"town {name_of(rule.id)}."
            )
            yield found("power-never-opens", (rule.cite,), about, says)
        elif rule.id in walked.early:
            at, rights = walked.early[rule.id]
            says = f"The town may {name_of(rule.id)} {_story(at)}, while {_rights(rights)}."
            adopt = "Wait until that is over, whatever the conditions of the power say."
            cites = (rule.cite, *(right.cite for right in rights))
            yield found("power-opens-early", cites, about, says, adopt)


def choices(law: Ordinance, walked: Walk) -> Iterator[Finding]:
    """Choices that a town could adopt and under which a power would open too early."""
    for reading in law.readings:
        deciding = [rule for rule in law.actions if _decides(reading.id, rule.needs)]
        for choice, _ in reading.choices if deciding else ():
            if choice == reading.adopted:
                continue
            other = walk(law, ((reading.id, choice),), BRIEF)
            for rule in deciding:
                if rule.id in other.early and rule.id not in walked.early:
                    at, rights = other.early[rule.id]
                    says = (
                        f"Under the choice {choice} the town might {name_of(rule.id)} "
                        f"{_story(at)}, while {_rights(rights)}."
                    )
                    cites = (rule.cite, *(right.cite for right in rights))
                    adopt = reading_words(law, reading.id)
                    yield found("choice-opens-early", cites, f"action {rule.id}", says, adopt)


def _decides(reading: str, conditions: Iterable[Condition]) -> bool:
    return any(
        (c.kind == "reading" and c.args[0] == reading)
        or _decides(reading, c.parts)
        or any(_decides(reading, parts) for _, parts in c.choices)
        for c in conditions
    )


def _story(at: Sequence) -> str:
    """The day and the events of a sequence, days counted from the first event.

    Entries of one paper on one day are told together.
    """
    first = at.events[0].on
    told: list[str] = []
    for event in at.events:
        if event.name == "served" and told and told[-1].endswith(" issued"):
            told[-1] += " and served"
            continue
        what = name_of(event.name)
        if event.name in ("notice_issued", "served") and event.instrument:
            what = f"{name_of(event.instrument)} {event.name.removeprefix('notice_')}"
        day = (event.on - first).days
        told.append(f"day {day}: {what}" if not told or day != _last_day(told) else what)
    return f"on day {(at.on - first).days} ({', '.join(told)})"


def _last_day(told: list[str]) -> int:
    days = [line.split(":")[0] for line in told if line.startswith("day ")]
    return int(days[-1].removeprefix("day "))


def _rights(rights: list[Right]) -> str:
    return english([f"{right.words} ({right.cite})" for right in rights], "or")
