"""How one date, amount or power comes about, argued as a person would argue it.

``explain`` gives the argument as data: what follows, the facts and rules it follows from, each with
its paragraph, and the days that were counted or left out with the reason for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from outfall.law.assess import assess, setting_of
from outfall.law.calendar import DAY_NAMES, Calendar
from outfall.law.case import Case
from outfall.law.counting import CountingRule, Days, days_counted
from outfall.law.events import EVENTS
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Exposure, ReadingState, Span, Standing, Step
from outfall.law.terms import Due
from outfall.law.words import dollars, english, name_of, reason

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
LEFT_OUT = {
    "cure": "left out: still within the time to cure",
    "tolled": "left out: a timely appeal was undecided",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of an argument. ``holds`` is set for conditions; ``depth`` nests them."""

    text: str
    cite: str = ""
    holds: bool | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class DayLine:
    """One day of a count: its number where it counts, and why where it does not."""

    day: date
    number: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """What was asked, what follows, the lines that lead there, and the days counted."""

    what: str
    title: str
    conclusion: str
    cite: str
    lines: tuple[Line, ...] = ()
    days: tuple[DayLine, ...] = ()
    paragraph: str = ""


@dataclass(slots=True)
class _Asked:
    """A question's surroundings: law, case, standing and the calendar they were counted by."""

    law: Ordinance
    case: Case
    standing: Standing
    calendar: Calendar
    names: dict[str, str] = field(default_factory=dict)


def explain(law: Ordinance, case: Case, what: str, on: date) -> Argument:
    """The argument for one item of the standing on a day.

    ``what`` is the id of a deadline, action, order, hold or reading, or ``exposure.civil``,
    ``exposure.criminal``, ``interest`` or ``account``. Raises ``Refused`` naming what there is.
    """
    standing = assess(law, case, on)
    asked = _Asked(law, case, standing, setting_of(law, case).calendar)
    asked.names = {
        event.id: f"{event.id} ({EVENTS[event.name].says}"
        f"{f': {name_of(event.instrument)}' if event.instrument else ''})"
        for event in case.events
    }
    plain = what.removeprefix("deadlines.").removeprefix("actions.").removeprefix("orders.")
    plain = plain.removeprefix("holds.").removeprefix("readings.")
    for make in (_by_deadline, _by_action, _by_order, _by_hold, _by_money, _by_reading):
        found = make(asked, plain, plain != what and what.split(".")[0])
        if found is not None:
            return found
    says = f"there is no {what} in this standing. There are {', '.join(subjects(standing))}"
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


def spoken(day: date) -> str:
    """A day with its weekday: Monday, April 20, 2026."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def _says(law: Ordinance, cite: str) -> str:
    for paragraph in law.paragraphs:
        if paragraph.cite == cite:
            return " ".join(paragraph.says.split())
    return next(
        (" ".join(p.says.split()) for p in law.paragraphs if cite and cite.startswith(p.cite)), ""
    )


def _by_deadline(asked: _Asked, what: str, section: str | bool) -> Argument | None:
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
        _says(asked.law, item.cite),
    )


def _deadline_lines(asked: _Asked, item: Deadline) -> Iterator[Line]:
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
        yield from _adopted(asked, item.reading)
    if item.done_on is not None:
        how = "in time" if item.status == "met" else "after the last day"
        yield Line(f"It was done on {spoken(item.done_on)}, {how}.")
    elif item.status == "stayed":
        yield Line("A proceeding that is undecided stays it.")
    else:
        yield Line("Nothing on record shows that it was done.")


def _due_lines(asked: _Asked, due: Due, cite: str, depth: int = 0) -> Iterator[Line]:
    if due.anchor == "named":
        yield Line(
            f"The notice itself names {spoken(due.due)}; a named day never moves.",
            cite,
            None,
            depth,
        )
        return
    if due.counted is None:
        event = asked.names.get(due.event or "", "")
        yield Line(
            f"{spoken(due.due)} ({due.length}) {f'by {event}' if event else ''}".strip(),
            cite,
            None,
            depth,
        )
        return
    counted = due.counted
    start = asked.names.get(due.event or "", due.event or "the record")
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


def _adopted(asked: _Asked, id: str) -> Iterator[Line]:
    state = next((r for r in asked.standing.readings if r.id == id), None)
    reading = next((r for r in asked.law.readings if r.id == id), None)
    if state is None or reading is None:
        return
    says = dict(reading.choices)
    yield Line(
        f"{reading.question} Adopted: {says[state.adopted]} ({id}: {state.adopted})", reading.cite
    )
    yield from _others(state, says)


def _others(state: ReadingState, says: dict[str, str]) -> Iterator[Line]:
    for choice, changes in state.otherwise:
        effect = english([effect_of(path, value) for path, value in changes])
        means = says[choice].rstrip(".")
        yield Line(
            f"Under {choice} ({means}): {effect or 'nothing would change today'}.", "", None, 1
        )


_SAID = {
    "due": "the last day of the {0} would be {1}",
    "status": "the {0} would be {1}",
    "not_before": "the power to {0} would open on {1}",
    "since": "the power to {0} would be open since {1}",
    "scope": "the {0} order would cover {1}",
    "in_force": "the {0} order would be in force: {1}",
    "max": "the most would be {1}",
    "min": "the least would be {1}",
    "days": "{1} days would count",
    "violations": "{1} violations would count",
    "tier": "the tier would be {1}",
    "jail_days_max": "up to {1} days in jail",
    "interest": "interest would be {1}",
    "balance": "the balance would be {1}",
    "per_diem": "a day's interest would be {1}",
    "charges": "the charges would be {1}",
}


def effect_of(path: str, value: object) -> str:
    """What another reading would change, said as a person would.

    >>> effect_of("deadlines.appeal.due", "2026-03-09")
    'the last day of the appeal would be 2026-03-09'
    """
    section, id, *rest = path.split(".")
    field_name = rest[-1] if rest else id
    if section == "deadlines" and not rest:
        return f"the clock of the {name_of(id)} would not run"
    if field_name == "permitted":
        return f"the town {'could' if value else 'could not yet'} {name_of(id)}"
    if field_name == "obligatory":
        return f"the town {'would have' if value else 'would not have'} to {name_of(id)}"
    if section == "actions" and value is None:
        return f"no day is known on which the power to {name_of(id)} {'opened' if field_name == 'since' else 'opens'}"
    said = {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))
    if isinstance(value, str) and section in ("exposure", "account"):
        said = f"${said}"
    return _SAID.get(field_name, "{0} " + field_name + " would be {1}").format(
        name_of(id), said.replace("_", " ")
    )


def _by_action(asked: _Asked, what: str, section: str | bool) -> Argument | None:
    item = asked.standing.action(what)
    if item is None or (section and section != "actions"):
        return None
    return Argument(
        what,
        name_of(what),
        _permitted(item, asked.standing.as_of),
        item.cite,
        tuple(line for step in item.because for line in _steps(step, item.cite)),
        (),
        item.says or _says(asked.law, item.cite),
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


def _by_order(asked: _Asked, what: str, section: str | bool) -> Argument | None:
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
        lines += list(_adopted(asked, rule.scope))
    state = "In force" if item.in_force else "Not in force"
    return Argument(
        what,
        name_of(what),
        f"{state} on {asked.standing.as_of}.",
        item.cite,
        tuple(lines),
        (),
        _says(asked.law, item.cite),
    )


def _by_hold(asked: _Asked, what: str, section: str | bool) -> Argument | None:
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
        (),
        _says(asked.law, item.cite),
    )


def _by_reading(asked: _Asked, what: str, section: str | bool) -> Argument | None:
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
        tuple(_others(state, says)),
        (),
        _says(asked.law, reading.cite),
    )


def _by_money(asked: _Asked, what: str, section: str | bool) -> Argument | None:
    standing = asked.standing
    if what in ("exposure.civil", "civil"):
        return _exposure(asked, standing.civil)
    if what in ("exposure.criminal", "criminal"):
        return _exposure(asked, standing.criminal)
    if what in ("interest", "account.interest"):
        return _interest(asked)
    return _account(asked) if what == "account" else None


def _exposure(asked: _Asked, item: Exposure) -> Argument:
    unit = {"day": "day", "week": "week", "offense": "offense"}[
        next((r.unit for r in asked.law.penalties if r.track == item.track), "day")
    ]
    lines: list[Line] = []
    days: list[DayLine] = []
    for found in item.counts:
        most = "without a ceiling" if found.max is None else f"at most {dollars(found.max)}"
        tier = f", offense tier {found.tier}" if item.tier is not None else ""
        jail = f", up to {found.jail_days} days in jail" if found.jail_days else ""
        lines.append(
            Line(
                f"Violation {found.violation}{tier}: {found.units} {unit}{'' if found.units == 1 else 's'} "
                f"that count, at least {dollars(found.min)}, {most}{jail}.",
                found.cite,
            )
        )
        days += list(_spans(found.spans, unit, found.units))
    lines += list(_earlier(asked, item))
    for id in item.reading:
        lines += list(_adopted(asked, id))
    most = "no ceiling" if item.max is None else dollars(item.max)
    conclusion = f"On {asked.standing.as_of} the law would allow {most}; nothing of it is owed until it is assessed or decided."
    if not item.counts:
        conclusion = f"On {asked.standing.as_of} there is no exposure on this track."
    return Argument(
        f"exposure.{item.track}",
        f"{item.track} exposure",
        conclusion,
        item.cite or "",
        tuple(lines),
        tuple(days),
        _says(asked.law, item.cite or ""),
    )


def _earlier(asked: _Asked, item: Exposure) -> Iterator[Line]:
    if item.tier is None:
        return
    rule = next(r for r in asked.law.penalties if r.track == item.track)
    within = f" within {rule.repeat.within}" if rule.repeat and rule.repeat.within else ""
    for prior in asked.case.history:
        state = f"convicted {prior.convicted_on}" if prior.convicted_on else "not convicted"
        yield Line(
            f"Earlier offense of {prior.offense_on}, {state}; offenses{within} before count.",
            item.cite or "",
            None,
            1,
        )


def _spans(spans: tuple[Span, ...], unit: str, units: int) -> Iterator[DayLine]:
    number = 0
    for span in spans:
        if unit == "week":
            for n in range(units):
                yield DayLine(
                    span.first + timedelta(days=7 * n),
                    n + 1,
                    "a further week" if n else "the violation",
                )
            return
        for n in range(span.days):
            number += not span.why
            note = LEFT_OUT.get(span.why, span.why)
            yield DayLine(span.first + timedelta(days=n), None if span.why else number, note)


def _interest(asked: _Asked) -> Argument:
    account = asked.standing.account
    rule = asked.law.interest
    lines, days, number = [], [], 0
    for span in account.spans:
        lines.append(
            Line(
                f"{span.first} to {span.last}: {span.days} days at {span.rate} % a year "
                f"({span.year.replace('_', '/')}) on {dollars(span.principal)}.",
                account.cite or "",
            )
        )
        for n in range(span.days):
            number += 1
            days.append(DayLine(span.first + timedelta(days=n), number, dollars(span.principal)))
    lines.append(
        Line(
            "A day bears interest on what is unpaid at its end: the day of a charge counts, the day of a payment does not."
        )
    )
    if rule is None:
        lines = [Line("This code sets no interest.")]
    for state in asked.standing.readings:
        if state.id.startswith("interest"):
            lines += list(_adopted(asked, state.id))
    return Argument(
        "interest",
        "interest",
        f"{dollars(account.interest)} by {asked.standing.as_of}; {dollars(account.per_diem)} for the next day.",
        account.cite or "",
        tuple(lines),
        tuple(days),
        _says(asked.law, account.cite or ""),
    )


def _account(asked: _Asked) -> Argument:
    account = asked.standing.account
    lines = [
        Line(
            f"{name}: charged {dollars(part.charged)}, reduced {dollars(part.reduced)}, "
            f"paid {dollars(part.paid)}, owed {dollars(part.owed)}."
        )
        for name, part in account.parts
        if part.charged
    ]
    lines.append(
        Line(f"interest: accrued {dollars(account.interest)}, reduced {dollars(account.interest_reduced)}, "
             f"paid {dollars(account.interest_paid)}, owed {dollars(account.interest_owed)}.", account.cite or "")
    )  # fmt: skip
    if account.credit:
        lines.append(Line(f"{dollars(account.credit)} was paid beyond what is owed: a credit."))
    for payment in account.plan:
        lines.append(
            Line(
                f"payment {payment.number}: {dollars(payment.amount)} by {payment.due}, {payment.status}."
            )
        )
    lines += [
        Line(f"{party} bears {dollars(cents)} of the cost.") for party, cents in account.allocation
    ]
    return Argument(
        "account",
        "account",
        f"{dollars(account.owed)} is owed at the end of {asked.standing.as_of}.",
        account.cite or "",
        tuple(lines),
    )
