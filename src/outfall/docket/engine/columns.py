"""Cases as columns: every event 16 small numbers, the cases by where their events begin.

``from_cases`` makes them of the law's own cases. What no column says exactly (a word outside the
vocabulary, a day out of reach, an id used twice) marks its event, and the case is handed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from outfall.docket.engine import layout
from outfall.law.case import Case, Event
from outfall.law.events import COST_KINDS, ELEMENTS, EVERY, FINDINGS, METHODS, PERMITS

Small = npt.NDArray[np.int32]
Long = npt.NDArray[np.int64]
MOST_NUMBER, MOST_CENTS = 10_000, 2**31 - 1


@dataclass(slots=True)
class Columns:
    """Many cases. ``events[starts[n]:starts[n + 1]]`` are those of the n-th, in its file's order.

    ``history`` has two days for each earlier offense, cut by ``history_starts`` in the same way.
    ``settings`` are the choices that cases make (a case without events, parties or history), and
    ``setting`` says for each case which. ``case`` gives a case back, for what is handed over.
    """

    ids: Sequence[str]
    events: Small
    starts: Long
    history: Long
    history_starts: Long
    setting: Small
    settings: tuple[Case, ...]
    deadlines: tuple[str, ...]
    case: Callable[[int], Case]

    def __len__(self) -> int:
        return len(self.starts) - 1


@dataclass(slots=True)
class _Builder:
    """Columns as they grow, case by case."""

    events: list[tuple[int, ...]] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    history: list[tuple[int, int]] = field(default_factory=list)
    history_starts: list[int] = field(default_factory=lambda: [0])
    setting: list[int] = field(default_factory=list)
    settings: dict[str, int] = field(default_factory=dict)
    heads: list[Case] = field(default_factory=list)
    deadlines: dict[str, int] = field(default_factory=dict)


def from_cases(cases: Iterable[Case]) -> Columns:
    """Columns of the law's own cases, in their order."""
    kept = tuple(cases)
    b = _Builder()
    for case in kept:
        _Encoding(b, case).add()
    width = (len(b.events), layout.EVENT_WIDTH)
    return Columns(
        [case.id for case in kept],
        np.array(b.events, np.int32).reshape(width),
        np.array(b.starts, np.int64),
        np.array(b.history, np.int64).reshape((len(b.history), 2)),
        np.array(b.history_starts, np.int64),
        np.array(b.setting, np.int32),
        tuple(b.heads),
        tuple(b.deadlines),
        partial(_nth, kept),
    )


def _nth(cases: tuple[Case, ...], n: int) -> Case:
    return cases[n]


class _Encoding:
    """One case on its way into columns."""

    def __init__(self, b: _Builder, case: Case) -> None:
        self.b, self.case = b, case
        self.rows = {event.id: n for n, event in enumerate(case.events)}
        self.names: dict[str, int] = {}
        self.odd = 0 if len(self.rows) == len(case.events) else layout.R_WORDS

    def add(self) -> None:
        """Put the case's events, history and choices into the columns."""
        b, case = self.b, self.case
        if any(event.place <= before.place for before, event in _pairs(case.events)):
            self.odd = layout.R_WORDS
        rows = [self.row(event) for event in case.events]
        if self.odd and rows:
            rows[0] = _marked(rows[0], self.odd)
        b.events += rows
        b.starts.append(len(b.events))
        for prior in case.history:
            b.history.append((prior.offense_on.toordinal(), _day(prior.convicted_on)))
        b.history_starts.append(len(b.history))
        choices = case.readings, case.policy, case.added_holidays
        key = repr((*choices, case.profile))  # a figure can be a list, which is no key
        if key not in b.settings:
            b.settings[key] = len(b.heads)
            b.heads.append(Case("", case.ordinance, (), (), (), *choices, profile=case.profile))
        b.setting.append(b.settings[key])

    def row(self, event: Event) -> tuple[int, ...]:
        """One event's numbers."""
        row = [0] * layout.EVENT_WIDTH
        code = layout.CODES.get(event.name)
        if code is None:
            row[layout.ODD] = layout.R_WORDS
            return tuple(row)
        row[layout.CODE], row[layout.DAY], row[layout.AT] = (
            code,
            event.on.toordinal(),
            self.hour(event),
        )
        row[layout.AMOUNT] = row[layout.FINE] = -1
        row[layout.VIOLATION] = self.name(event.violation)
        row[layout.NAMED] = self.named(event.violations or ())
        if event.notice is not None:
            row[layout.NOTICE] = self.rows.get(event.notice, -2) + 1
        self.own(event, row)
        if event.instrument is not None and event.name not in (
            "notice_issued", "served", "service_returned",
        ):  # fmt: skip
            self.odd = layout.R_WORDS
        if any(
            day and not layout.EARLIEST <= day <= layout.LATEST
            for day in (row[layout.DAY1], row[layout.DAY2])
        ):
            self.odd = layout.R_FAR
        if any(not -(2**31) < number <= MOST_CENTS for number in row):
            self.odd = layout.R_SUMS
            row = [0] * layout.EVENT_WIDTH
        return tuple(row)

    def own(self, event: Event, row: list[int]) -> None:
        """The fields that go with the event's name."""
        for name, (slot, words) in WORDS_OF.get(event.name, {}).items():
            value = getattr(event, name)
            if value is None or value == "":
                continue
            if value in words:
                row[slot] = words.index(value) + 1
            else:
                self.odd = layout.R_WORDS
        for name, slot in DAYS_OF.get(event.name, {}).items():
            row[slot] = _day(getattr(event, name))
        for name, slot in NUMBERS_OF.get(event.name, {}).items():
            value = getattr(event, name)
            row[slot] = (
                (-1 if slot in (layout.AMOUNT, layout.FINE) else 0) if value is None else int(value)
            )
            if row[slot] < 0 and value is not None:
                self.odd = layout.R_SUMS
        if event.name == "notice_issued":
            known = [n for n, element in enumerate(ELEMENTS) if element in event.contents]
            row[layout.BITS] = sum(1 << n for n in known)
            if row[layout.NUMBER] > MOST_NUMBER:
                self.odd = layout.R_SUMS
        elif event.name == "access_reinstated":
            row[layout.VIOLATION] = self.name(f"reinstatement-{event.id}")
        elif event.name == "extension_granted":
            self.extension(event, row)
        elif event.name == "voided":
            row[layout.NOTICE] = self.rows.get(event.entry or "", -2) + 1

    def extension(self, event: Event, row: list[int]) -> None:
        """The deadline that is moved, and its paper where it names one."""
        name, cut, paper = str(event.deadline).partition(":")
        row[layout.WORD] = self.b.deadlines.setdefault(name, len(self.b.deadlines)) + 1
        if event.notice is not None or (cut and not paper):
            self.odd = layout.R_WORDS
        if paper:
            row[layout.NOTICE] = self.rows.get(paper, -2) + 1

    def hour(self, event: Event) -> int:
        """Seconds since midnight; -1 where the hour isn't known."""
        at = event.at
        if at is None:
            return -1
        if at.microsecond or at.tzinfo is not None or at.fold:
            self.odd = layout.R_HOURS
        return at.hour * 3600 + at.minute * 60 + at.second

    def name(self, violation: str) -> int:
        """A violation's number in this case."""
        number = self.names.setdefault(violation, len(self.names))
        if number < layout.MOST_NAMES:
            return number
        self.odd = layout.R_NAMES
        return 0

    def named(self, violations: Sequence[str]) -> int:
        """The violations that an event names, in its order, in one number."""
        if len(violations) > layout.MOST_NAMED:
            self.odd = layout.R_NAMED
            return 0
        return sum((self.name(v) + 1) << layout.NAME_BITS * n for n, v in enumerate(violations))


def _marked(row: tuple[int, ...], odd: int) -> tuple[int, ...]:
    return (*row[: layout.ODD], odd, *row[layout.ODD + 1 :])


def _pairs(events: tuple[Event, ...]) -> Iterable[tuple[Event, Event]]:
    return pairwise(events)


def _day(value: date | None) -> int:
    return value.toordinal() if value is not None else 0


WORDS_OF: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = {
    "violation_observed": {"kind": (layout.WORD, layout.KINDS), "permit": (layout.OTHER, PERMITS)},
    "notice_issued": {"instrument": (layout.WORD, layout.INSTRUMENTS)},
    "served": {"instrument": (layout.WORD, layout.INSTRUMENTS), "method": (layout.OTHER, METHODS)},
    "service_returned": {"instrument": (layout.WORD, layout.INSTRUMENTS)},
    "inspected": {"finding": (layout.WORD, FINDINGS)},
    "appeal_decided": {"outcome": (layout.WORD, layout.OUTCOMES[1:])},
    "petition_decided": {"outcome": (layout.WORD, layout.OUTCOMES[1:])},
    "protest_decided": {"outcome": (layout.WORD, layout.OUTCOMES[1:])},
    "cost_recorded": {"kind": (layout.WORD, COST_KINDS)},
    "reduced": {"part": (layout.WORD, layout.PARTS)},
    "plan_agreed": {"every": (layout.OTHER, EVERY)},
}
DAYS_OF = {
    "violation_observed": {"discovered_on": layout.DAY1},
    "notice_issued": {"comply_by": layout.DAY1},
    "served": {"received_on": layout.DAY1, "postmarked_on": layout.DAY2},
    "extension_granted": {"until": layout.DAY1},
    "convicted": {"offense_on": layout.DAY1},
    "plan_agreed": {"first_due": layout.DAY1},
}
NUMBERS_OF = {
    "violation_observed": {"danger": layout.BITS},
    "notice_issued": {"cure_days": layout.NUMBER},
    "appeal_decided": {"amount": layout.AMOUNT},
    "petition_decided": {"amount": layout.AMOUNT},
    "protest_decided": {"amount": layout.AMOUNT},
    "cost_recorded": {"amount": layout.AMOUNT},
    "penalty_assessed": {"amount": layout.AMOUNT},
    "convicted": {"fine": layout.FINE},
    "plan_agreed": {"payments": layout.NUMBER},
    "paid": {"amount": layout.AMOUNT},
    "reduced": {"amount": layout.AMOUNT},
    "fee_charged": {"amount": layout.AMOUNT},
    "access_reinstated": {"approved": layout.BITS},
}
