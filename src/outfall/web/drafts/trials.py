"""A draft tried on cases: the town's own, files of its own making, and samples that it makes.

Each case is judged twice on one day, under the law in force and under the draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from outfall.files.case_file import placed, read_case
from outfall.files.text import read_text
from outfall.law.assess import assess, check
from outfall.law.case import Case as LawCase
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.reading.drafting.effects import FIRST, LATER, samples
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.models import Case
from outfall.web.casework.previewing import Change, changes
from outfall.web.drafts.models import Draft, Trial
from outfall.web.towns.adopted import every_setting, law_of
from outfall.web.towns.models import Town
from outfall.web.towns.reading_effects import LOOKED_AT, Effects, Laws, read_many

CASE_MOST = 1_000_000
"""Characters of a case file at most."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A case under the draft on a day: ``then`` beside ``now``, under the law in force.

    Where either can't judge it, its faults say why, and there is no such standing.
    """

    id: str
    title: str
    sort: str
    on: date
    number: str = ""
    then: Standing | None = None
    now: Standing | None = None
    changes: tuple[Change, ...] = ()
    faults: tuple[str, ...] = ()
    now_faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A case to be tried, as the law reads it."""

    id: str
    title: str
    sort: str
    case: LawCase | None
    on: date
    number: str = ""
    faults: tuple[str, ...] = ()


def read_file(text: str) -> LawCase:
    """A case file. Raises ``Refused`` with every fault at its place."""
    document = read_text(text)
    try:
        return read_case(document)
    except Refused as refused:
        faults = (f if f.line is not None else placed(document, f) for f in refused.faults)
        raise Refused(tuple(faults)) from None


def cases_of(row: Draft, town: Town, law: Ordinance) -> Iterator[Given]:
    """The cases that a draft is tried on: the town's and its files first, then the samples."""
    today = clock.today(town.zone)
    for trial in Trial.objects.filter(draft=row).select_related("case").order_by("pk"):
        found = _own(trial, town, today)
        if found is not None:
            yield found
    for n, (title, case) in enumerate(samples(law), 1):
        yield Given(
            f"sample-{n}", title, "sample", case, date.fromordinal(FIRST.toordinal() + LATER)
        )


def _own(trial: Trial, town: Town, today: date) -> Given | None:
    if trial.case_id is not None:
        case = Case.objects.filter(pk=trial.case_id).first()
        if case is None:
            return None
        read = assembling.assemble(case, town).case
        title = f"{case.number}, {case.address}" if case.address else case.number
        return Given(f"own-{trial.pk}", title, "case", read, today, case.number)
    try:
        return Given(f"own-{trial.pk}", trial.title, "file", read_file(trial.text), today)
    except Refused as refused:
        faults = tuple(str(fault) for fault in refused.faults)
        return Given(f"own-{trial.pk}", trial.title, "file", None, today, faults=faults)


def tried(one: Given, law: Ordinance, town: Town, on: date | None = None) -> Tried:
    """A case judged under the draft and under the law in force, on the day asked or on its own."""
    if one.case is None:
        return Tried(one.id, one.title, one.sort, one.on, one.number, faults=one.faults)
    last = max((event.on for event in one.case.events), default=one.on)
    day = on or max(one.on, last)
    then, faults = _judged(law, one.case, day)
    try:
        in_force = law_of(town, assembling.found_on(one.case), every_setting())
        now, now_faults = _judged(in_force, one.case, day)
    except Refused as refused:
        now, now_faults = None, tuple(fault.says for fault in refused.faults)
    found = tuple(changes(now, then)) if now is not None and then is not None else ()
    return Tried(one.id, one.title, one.sort, day, one.number, then, now, found, faults, now_faults)


def _judged(law: Ordinance, case: LawCase, on: date) -> tuple[Standing | None, tuple[str, ...]]:
    faults = check(law, case)
    if faults:
        return None, tuple(str(fault) for fault in faults)
    return assess(law, case, on), ()


@dataclass(slots=True)
class Under:
    """The open cases under another law: what would change, and the cases that it can't judge."""

    effects: Effects
    unjudged: list[tuple[Case, tuple[str, ...]]] = field(default_factory=list)


def open_cases_under(town: Town, law: Ordinance, first: int = 0) -> Under:
    """Every open case judged twice today, under its own law and as if this one governed it."""
    today = clock.today(town.zone)
    laws = Laws(town, every_setting())
    waiting = Case.objects.filter(closed_on__isnull=True)
    found = Under(Effects(waiting.count(), first))
    rows = waiting.order_by("-last_on", "-id")[first : first + LOOKED_AT]
    for row, _, case in read_many(rows):
        found.effects.looked += 1
        then, faults = _judged(law, case, today)
        if then is None:
            found.unjudged.append((row, faults))
            continue
        now = assess(laws.on(assembling.found_on(case)), case, today)
        found.effects.take(row, now, then)
    return found
