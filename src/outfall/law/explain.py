"""How one date, amount or power comes about, argued as a person would argue it.

``explain`` gives the argument as data: what follows, the facts and rules it follows from, each with
its paragraph, and the days that were counted or left out with the reason for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches

from outfall.law.argument import (
    Argument,
    Asked,
    DayLine,
    Line,
    adopted_of,
    others_of,
    says_of,
    spoken,
)
from outfall.law.assess import assess
from outfall.law.calendar import DAY_NAMES, Calendar
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.counting import CountingRule, Days, days_counted
from outfall.law.events import EVENTS
from outfall.law.explain_money import by_money
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Standing, Step
from outfall.law.terms import Due
from outfall.law.words import english, name_of, reason

STARTS = {
    "issue": "the date of the paper starts the clock",
    "service": "service starts the clock",
    "receipt": "receipt starts the clock",
    "filing": "the filing starts the clock",
    "decision": "the decision starts the clock",
    "observation": "the observation starts the clock",
    "discovery": "the discovery starts the clock",
    "event": "this event starts the clock",
    "deadline": "the period goes on from the unrolled last day of the one before",
    "lapse": "the period begins when the one before has lapsed",
    "charge": "the charge starts the clock",
    "remedy": "the remedy starts the clock",
}


def explain(law: Ordinance, case: Case, what: str, on: date) -> Argument:
    """The argument for one item of the standing on a day.

    ``what`` is the id of a deadline, action, order, hold or reading, or ``exposure.civil``,
    ``exposure.criminal``, ``interest`` or ``account``. Raises ``Refused`` naming what there is.
    """
    standing = assess(law, case, on)
    asked = Asked(law, case, standing, chosen(law, case).calendar)
    asked.names = {
        event.id: f"{event.id} ({EVENTS[event.name].says}"
        f"{f': {name_of(event.instrument)}' if event.instrument else ''})"
        for event in case.events
    }
    plain = what.removeprefix("deadlines.").removeprefix("actions.").removeprefix("orders.")
    plain = plain.removeprefix("holds.").removeprefix("readings.")
    for make in (_by_deadline, _by_action, _by_order, _by_hold, by_money, _by_reading):
        found = make(asked, plain, plain != what and what.split(".", maxsplit=1)[0])
        if found is not None:
            return found
    known = subjects(standing)
    close = get_close_matches(what, known, n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    says = f"there is no {what} in this standing. {hint}There are: {', '.join(known)}"
    raise Refused((Fault("WHAT", says, "nothing-to-explain"),))


def subjects(standing: Standing) -> list[str]:
    """Everything of a standing that can be explained."""
    return [
        *(item.id for item in standing.deadlines),
        *(item.id for item in standing.actions),
        *(item.id for item in standing.orders),
        *(item.id for item in standing.holds),
        "exposure.civil",
        "exposure.criminal",
        "interest",
        "account",
        *(item.id for item in standing.readings),
    ]


def _by_deadline(asked: Asked, what: str, section: str | bool) -> Argument | None:
    item = asked.standing.deadline(what)
    if item is None or (section and section != "deadlines"):
        return None
    lines = list(_deadline_lines(asked, item))
    days = _days(item.source, asked.calendar)
    return Argument(
        what,
        name_of(item.id),
        f"The last day is {spoken(item.due)}: {item.status} on {asked.standing.as_of}.",
        item.cite,
        tuple(lines),
        days,
        says_of(asked.law, item.cite),
    )


def _deadline_lines(asked: Asked, item: Deadline) -> Iterator[Line]:
    source = item.source
    if not source.others:
        yield from _due_lines(asked, source, item.cite)
    else:
        which = "latest" if source.latest else "earliest"
        yield Line(f"Of these the {which} counts:")
        for other in source.others:
            yield from _due_lines(asked, other, other.cite or item.cite, 1)
    if item.extended_from is not None:
        yield Line(f"The town moved it in writing from {item.extended_from} to {item.due}.")
    if item.reading is not None:
        yield from adopted_of(asked, item.reading)
    if item.done_on is not None:
        how = "in time" if item.status == "met" else "after the last day"
        yield Line(f"It was done on {spoken(item.done_on)}, {how}.")
    elif item.status == "stayed":
        yield Line("A proceeding that is undecided stays it.")
    else:
        yield Line("Nothing on record shows that it was done.")


def _due_lines(asked: Asked, due: Due, cite: str, depth: int = 0) -> Iterator[Line]:
    if due.anchor == "named":
        yield Line(
            f"The notice itself names {spoken(due.due)}; a named day never moves.",
            cite,
            None,
            depth,
        )
        return
    start = asked.names[due.event]
    if due.counted is None:
        yield Line(f"{spoken(due.due)} ({due.length}) by {start}", cite, None, depth)
        return
    counted = due.counted
    why = STARTS.get(due.anchor, "this starts the clock")
    at = f" at {counted.start_at:%H:%M}" if counted.start_at else ""
    yield Line(f"It starts on {spoken(counted.start)}{at}, by {start}: {why}.", cite, None, depth)
    yield Line(f"It is {counted.length} long.", cite, None, depth)
    rule = counted.rule
    yield Line(_counting(rule), rule.cite, None, depth)
    if isinstance(counted.length, Days) and rule.is_short(counted.length.n):
        yield Line(
            f"In so short a period a {_kinds(rule.leaves_out)} before the last day is left out.",
            rule.cite,
            None,
            depth,
        )
    moved = f", which moves to {spoken(due.due)}" if due.due != due.raw else ""
    until = f" at {due.due_at:%H:%M}" if due.due_at else ""
    yield Line(f"The count ends on {spoken(due.raw)}{moved}{until}.", "", None, depth)


def _counting(rule: CountingRule) -> str:
    moves = f"a last day on a {_kinds(rule.rolls)} moves on" if rule.rolls else "it never moves"
    return f"The day of the event is left out and the last day counts in; {moves}."


def _kinds(kinds: frozenset[str]) -> str:
    order = [name for name in (*DAY_NAMES, "holiday") if name in kinds]
    return english([name.capitalize() if name != "holiday" else name for name in order], "or")


def _days(due: Due, calendar: Calendar) -> tuple[DayLine, ...]:
    if due.counted is None:
        return ()
    return tuple(DayLine(d.day, d.counted, d.note) for d in days_counted(due.counted, calendar))


def _by_action(asked: Asked, what: str, section: str | bool) -> Argument | None:
    item = asked.standing.action(what)
    if item is None or (section and section != "actions"):
        return None
    return Argument(
        what,
        name_of(what),
        _permitted(item, asked.standing.as_of),
        item.cite,
        tuple(line for step in item.because for line in _steps(step, item.cite)),
        paragraph=item.says or says_of(asked.law, item.cite),
    )


def _permitted(item: Action, on: date) -> str:
    if item.permitted:
        must = " The town must do it." if item.obligatory else ""
        since = f" since {spoken(item.since)}" if item.since else ""
        return f"Permitted on {on}{since}.{must}"
    if item.not_before is not None:
        return (
            f"Not permitted on {on}. If nothing else happens it opens on {spoken(item.not_before)}."
        )
    return f"Not permitted on {on}; no day is known on which it opens."


def _steps(step: Step, cite: str, depth: int = 0) -> Iterator[Line]:
    cite = step.cite or cite
    if step.because in ("any", "all"):
        text = "one of these holds:" if step.because == "any" else "all of these hold:"
        yield Line(text, cite, step.holds, depth)
        for part in step.parts:
            yield from _steps(part, cite, depth + 1)
        return
    since = f" (holds since {step.since})" if step.holds and step.since else ""
    opens = f" (holds from {step.opens})" if not step.holds and step.opens else ""
    yield Line(f"{reason(step)}{since}{opens}", cite, step.holds, depth)


def _by_order(asked: Asked, what: str, section: str | bool) -> Argument | None:
    item = next((o for o in asked.standing.orders if o.id == what), None)
    if item is None or (section and section != "orders"):
        return None
    end = f"; it ended on {spoken(item.until)}" if item.until else " and has not been lifted"
    lines = [Line(f"It began on {spoken(item.since)}{end}.", item.cite)]
    rule = next(r for r in asked.law.orders if r.id == what)
    lines.append(
        Line(f"Only {english([name_of(e) for e in rule.ends], 'or')} lifts it.", item.cite)
    )
    if rule.scope:
        lines += list(adopted_of(asked, rule.scope))
    state = "In force" if item.in_force else "Not in force"
    return Argument(
        what,
        name_of(what),
        f"{state} on {asked.standing.as_of}.",
        item.cite,
        tuple(lines),
        paragraph=says_of(asked.law, item.cite),
    )


def _by_hold(asked: Asked, what: str, section: str | bool) -> Argument | None:
    item = next((h for h in asked.standing.holds if h.id == what), None)
    if item is None or (section and section != "holds"):
        return None
    end = f"; it was released on {spoken(item.until)}" if item.until else " and is not released"
    lines = (
        Line(f"It began with the violation on {spoken(item.since)}{end}.", item.cite),
        Line(
            f"It stops one step, {name_of(item.blocks)}; {name_of(item.released_by)} releases it.",
            item.cite,
        ),
    )
    state = "In force" if item.in_force else "Not in force"
    return Argument(
        what,
        name_of(what),
        f"{state} on {asked.standing.as_of}.",
        item.cite,
        lines,
        paragraph=says_of(asked.law, item.cite),
    )


def _by_reading(asked: Asked, what: str, section: str | bool) -> Argument | None:
    state = next((r for r in asked.standing.readings if r.id == what), None)
    reading = next((r for r in asked.law.readings if r.id == what), None)
    if state is None or reading is None:
        return None
    says = dict(reading.choices)
    return Argument(
        what,
        reading.question,
        f"Adopted: {state.adopted}. {says[state.adopted]}",
        reading.cite,
        tuple(others_of(state, says)),
        paragraph=says_of(asked.law, reading.cite),
    )
