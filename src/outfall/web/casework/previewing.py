"""What an entry would change, told before it is saved: the two standings, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from outfall.law.assess import assess
from outfall.law.case import Case as LawCase
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Hold, Order, Remark, Standing
from outfall.law.words import dollars, name_of
from outfall.web.casework import recording
from outfall.web.casework.models import Case
from outfall.web.casework.recording import New
from outfall.web.towns.models import Town

MONEY = {
    "civil": "Could be imposed, civil",
    "criminal": "Could be imposed, criminal",
    "assessed": "Assessed",
    "owed": "Owed",
    "credit": "Credit",
}
FOR = {"party": "for the party", "town": "for the town", "body": "for the board"}


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: ``how`` is new, gone or moved; ``what`` groups them on a page.

    ``name`` is the id of what is otherwise, where the differences of many cases are counted.
    """

    how: str
    what: str
    text: str
    cite: str = ""
    name: str = ""


def what_if(
    case: Case, new: Sequence[New], town: Town, today: date, *, strict: bool = True
) -> tuple[Standing, Standing]:
    """The standing on the later of today and the entries' own day, without them and with them.

    Raises what recording them would raise.
    """
    before, after, law = recording.preview(case, new, town, strict=strict)
    return two(law, before, after, today)


def two(law: Ordinance, before: LawCase, after: LawCase, today: date) -> tuple[Standing, Standing]:
    """Two standings of one day: the later of today and the last of the events that were added."""
    known = {event.id for event in before.events}
    on = max([today, *(event.on for event in after.events if event.id not in known)])
    return assess(law, before, on), assess(law, after, on)


def changes(before: Standing, after: Standing) -> list[Change]:
    """Every difference that a person would want to know of, obligations and deadlines first."""
    return [
        *_deadlines(before, after),
        *_powers(before, after),
        *_lasting("order", before.orders, after.orders),
        *_lasting("hold", before.holds, after.holds),
        *_figures(before, after),
        *_remarks(before.irregularities, after.irregularities, "irregular"),
        *_remarks(before.warnings, after.warnings, "warning"),
    ]


def _deadlines(before: Standing, after: Standing) -> Iterator[Change]:
    old = {(d.id, d.notice): d for d in before.deadlines}
    new = {(d.id, d.notice): d for d in after.deadlines}
    for key, deadline in new.items():
        was = old.get(key)
        name = _named(deadline.id)
        whose = FOR.get(deadline.bound, "")
        if was is None:
            settled = "" if deadline.status == "open" else f" ({deadline.status})"
            text = f"{name} starts {whose}: last day {_day(deadline)}{settled}"
            yield Change("new", "deadline", text, deadline.cite, _plain(deadline))
        elif was.due != deadline.due:
            text = f"{name}: last day moves from {_day(was)} to {_day(deadline)}"
            yield Change("moved", "deadline", text, deadline.cite, _plain(deadline))
        elif was.status != deadline.status:
            text = f"{name}, due {_day(deadline)}: {was.status} becomes {deadline.status}"
            yield Change("moved", "deadline", text, deadline.cite, _plain(deadline))
    for key, deadline in old.items():
        if key not in new:
            text = f"{_named(deadline.id)}, due {_day(deadline)}, no longer runs"
            yield Change("gone", "deadline", text, deadline.cite, _plain(deadline))


def _day(deadline: Deadline) -> str:
    return f"{deadline.due:%a, %b} {deadline.due.day}, {deadline.due.year}"


def _plain(deadline: Deadline) -> str:
    return deadline.id.partition(":")[0]


def _named(id: str) -> str:
    found = name_of(id.partition(":")[0])
    return found[:1].upper() + found[1:]


def _powers(before: Standing, after: Standing) -> Iterator[Change]:
    old = {a.id: a for a in before.actions}
    for action in after.actions:
        was = old.get(action.id)
        if was is not None:
            yield from _power(was, action)


def _power(was: Action, now: Action) -> Iterator[Change]:
    name = _named(now.id)
    if now.permitted and now.obligatory and not (was.permitted and was.obligatory):
        yield Change("new", "power", f"{name}: the town must do this", now.cite, now.id)
    elif now.permitted and not was.permitted:
        yield Change("new", "power", f"{name}: opens", now.cite, now.id)
    elif was.permitted and not now.permitted:
        until = f" until {now.not_before:%b} {now.not_before.day}" if now.not_before else ""
        yield Change("gone", "power", f"{name}: closes{until}", now.cite, now.id)
    elif not now.permitted and was.not_before != now.not_before and now.not_before:
        opens = f"{now.not_before:%a, %b} {now.not_before.day}, {now.not_before.year}"
        yield Change("moved", "power", f"{name}: could open on {opens}", now.cite, now.id)


def _lasting(
    what: str, before: Sequence[Order] | Sequence[Hold], after: Sequence[Order] | Sequence[Hold]
) -> Iterator[Change]:
    old = {item.id for item in before if item.in_force}
    new = {item.id: item for item in after if item.in_force}
    cites = {item.id: item.cite for item in (*before, *after)}
    for id, item in new.items():
        if id not in old:
            yield Change("new", what, f"{_named(id)}: in force from {item.since}", item.cite, id)
    for id in old - set(new):
        yield Change("gone", what, f"{_named(id)}: no longer in force", cites[id], id)


def _figures(before: Standing, after: Standing) -> Iterator[Change]:
    figures = (
        ("civil", before.civil.max, after.civil.max, after.civil.cite),
        ("criminal", before.criminal.max, after.criminal.max, after.criminal.cite),
        ("assessed", before.assessed, after.assessed, None),
        ("owed", before.account.owed, after.account.owed, after.account.cite),
        ("credit", before.account.credit, after.account.credit, after.account.cite),
    )
    for name, was, now, cite in figures:
        if was != now:
            text = f"{MONEY[name]}: {_amount(was)} becomes {_amount(now)}"
            yield Change("moved", "money", text, cite or "", name)


def _amount(cents: int | None) -> str:
    return "no limit stated" if cents is None else dollars(cents)


def _remarks(before: Sequence[Remark], after: Sequence[Remark], what: str) -> Iterator[Change]:
    old = {(r.id, r.event, r.text) for r in before}
    for remark in after:
        if (remark.id, remark.event, remark.text) not in old:
            text = remark.text if remark.text.endswith(".") else f"{remark.text}."
            yield Change("new", what, f"{text} {remark.risk or ''}".strip(), remark.cite)
