"""The entries of a case file in a few words each, and many of them put together.

A picture of two hundred entries can't tell each of them, but it may not lose one either: entries
of one stretch of days are grouped, and the group says how many of what it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from outfall.law.case import Event
from outfall.law.words import dollars, name_of
from outfall.timeline.model import Mark, clean, shortened
from outfall.timeline.scale import UNITS, begin

NATURE = 60
"""The most characters of a free text that an entry's line takes over."""

MONEY = {
    "cost_recorded": "charge",
    "penalty_assessed": "charge",
    "fee_charged": "charge",
    "paid": "paid",
    "reduced": "reduced",
}


def mark_of(event: Event, irregular: dict[str, str], voided: bool) -> Mark:
    """An entry as a mark; an irregular or voided one says so in its words too."""
    says = told(event)
    if voided:
        return Mark("voided", event.on, f"{says} (voided)", event.id)
    if event.id in irregular:
        cite = irregular[event.id]
        return Mark(
            "irregular", event.on, f"{says} (irregular{f', {cite}' if cite else ''})", event.id
        )
    return Mark(MONEY.get(event.name, "entry"), event.on, says, event.id)


def told(event: Event) -> str:
    """One entry in a few words.

    >>> from outfall.law.case import Event
    >>> told(Event("e3", "served", date(2026, 3, 5), 2, instrument="cost_notice", method="mail"))
    'cost notice served, mail'
    """
    teller = _TOLD.get(event.name)
    text = teller(event) if teller else event.name.replace("_", " ")
    hour = f"{event.at:%H:%M} " if event.at is not None else ""
    return hour + clean(text)


def _paper(event: Event) -> str:
    return name_of(event.instrument or "notice")


def _more(text: str | None) -> str:
    return f", {shortened(text.replace('_', ' '), NATURE)}" if text else ""


def _found(event: Event) -> str:
    nature = f": {shortened(event.nature, NATURE)}" if event.nature else ""
    danger = ", a danger" if event.danger else ""
    return f"{event.kind} violation {event.violation} found{danger}{nature}"


def _convicted(event: Event) -> str:
    fine = f", {dollars(event.fine)} fine" if event.fine else ""
    jail = f", {event.days} days" if event.days else ""
    return f"convicted of {event.violation}{fine}{jail}"


def _planned(event: Event) -> str:
    return (
        f"plan of {event.payments} payments agreed, one every {event.every}, from {event.first_due}"
    )


def _cents(event: Event) -> str:
    return dollars(event.amount or 0)


_TOLD: dict[str, Callable[[Event], str]] = {
    "violation_observed": _found,
    "notice_issued": lambda e: f"{_paper(e)} issued",
    "served": lambda e: f"{_paper(e)} served{_more(e.method)}",
    "service_returned": lambda e: f"{_paper(e)} came back{_more(e.reason)}",
    "inspected": lambda e: f"inspected{_more(e.finding)}",
    "corrected": lambda e: f"violation {e.violation} corrected",
    "abated": lambda e: f"violation {e.violation} abated by the town",
    "entry_refused": lambda _: "entry refused",
    "extension_granted": lambda e: f"{name_of(e.deadline or '')} extended to {e.until}",
    "appeal_decided": lambda e: f"appeal decided{_more(e.outcome)}",
    "petition_decided": lambda e: f"petition decided{_more(e.outcome)}",
    "cost_recorded": lambda e: f"{_cents(e)} cost{_more(e.kind)}",
    "protest_decided": lambda e: f"protest decided, {_cents(e)} upheld",
    "penalty_assessed": lambda e: f"{_cents(e)} civil penalty",
    "fee_charged": lambda e: f"{_cents(e)} fee{_more(e.why)}",
    "paid": lambda e: f"{_cents(e)} paid",
    "reduced": lambda e: f"{_cents(e)} off the {e.part}{_more(e.why)}",
    "charged": lambda e: f"{e.violation} charged in court",
    "convicted": _convicted,
    "plan_agreed": _planned,
    "ownership_changed": lambda e: f"new owner: {shortened(e.party or '', NATURE)}",
    "access_reinstated": lambda e: f"access reinstated{'' if e.approved else ' without approval'}",
    "non_compliance_observed": lambda _: "non-compliance observed",
    "compensation_imposed": lambda e: f"compensatory action imposed{_more(e.what)}",
    "compensation_completed": lambda e: f"compensatory action completed{_more(e.what)}",
    "compensation_defaulted": lambda e: f"compensatory action defaulted{_more(e.what)}",
}


@dataclass(frozen=True, slots=True)
class Group:
    """The entries of a stretch of days, in their order."""

    marks: tuple[Mark, ...]

    @property
    def first(self) -> date:
        return self.marks[0].on

    @property
    def last(self) -> date:
        return self.marks[-1].on

    @property
    def kind(self) -> str:
        """The kind that all share; an irregular entry is never hidden behind the others."""
        kinds = {mark.kind for mark in self.marks}
        if "irregular" in kinds:
            return "irregular"
        return self.marks[0].kind if len(kinds) == 1 else "entry"


def by_day(marks: Sequence[Mark]) -> tuple[Group, ...]:
    """One group a day."""
    return _grouped(marks, "day")


def grouped(marks: Sequence[Mark], most: int) -> tuple[Group, ...]:
    """Groups by day or, where those are too many, by the shortest unit that gives few enough."""
    found: tuple[Group, ...] = ()
    for unit in UNITS:
        found = _grouped(marks, unit)
        if len(found) <= most:
            break
    return found


def _grouped(marks: Sequence[Mark], unit: str) -> tuple[Group, ...]:
    groups: dict[date, list[Mark]] = {}
    for mark in sorted(marks, key=lambda mark: mark.on):
        groups.setdefault(begin(mark.on, unit), []).append(mark)
    return tuple(Group(tuple(found)) for found in groups.values())


def lines(group: Group, most: int) -> tuple[str, ...]:
    """What a group holds: each entry where they are few, else equal words counted, then the rest.

    >>> day = date(2026, 3, 2)
    >>> lines(Group(tuple(Mark("paid", day, f"${n} paid") for n in (1, 1, 2))), 2)
    ('$1 paid (2 times)', '$2 paid')
    >>> lines(Group(tuple(Mark("paid", day, f"${n} paid") for n in range(5))), 2)
    ('$0 paid', 'and 4 more')
    """
    counted = list(Counter(mark.says for mark in group.marks).items())
    kept = counted if len(counted) <= most else counted[: most - 1]
    told = tuple(f"{says} ({times} times)" if times > 1 else says for says, times in kept)
    rest = len(group.marks) - sum(times for _, times in kept)
    return (*told, f"and {rest} more") if rest else told
