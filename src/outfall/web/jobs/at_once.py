"""Many cases of a night at once: those in which time has moved nothing but figures.

The engine says how each case stands today and how it stood when it was judged last. Where both are
the same but for amounts, and the stored rows say so too, the amounts are written and nothing else:
what judging the case anew would write. Every other case is left to be judged anew.
"""

# ruff: noqa: PLC0415 -- the engine is an extra: it is imported where it is known to be there

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from datetime import date
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from outfall.law import case as law_case
from outfall.law.days import counted
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.web.casework import course, engine
from outfall.web.casework.assembling import found_on
from outfall.web.casework.models import Case, DeadlineRow, HoldRow, PowerRow
from outfall.web.casework.projecting import judged_by, owed_since
from outfall.web.towns.models import Town
from outfall.web.towns.reading_effects import Laws, read_many

if TYPE_CHECKING:
    from outfall.web.casework.in_columns import Figures, Rows

BATCH = 500
FIGURES = ("exposure", "assessed", "owed", "per_diem", "owed_since")
NOT_INSTALLED = f"the engine is not installed ({engine.EXTRA})"
NOT_LOADED = "the engine can't be loaded"

_DAYS = attrgetter(*(f.name for f in fields(law_case.Event) if str(f.type).startswith("date")))

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Told:
    """What came of it: how many cases were written, and why the engine left others, by why."""

    written: int = 0
    left: Counter[str] = field(default_factory=Counter)
    says: str = ""


class _Asked(NamedTuple):
    row: Case
    case: law_case.Case


def write(town: Town, values: dict[str, Any], due: Q, today: date) -> Told:
    """Write the figures of the cases of the town in scope that a day asks for, where they alone
    are otherwise; the others still answer to ``due`` afterwards."""
    told = Told()
    ids = list(_waiting(due, today).order_by("pk").values_list("pk", flat=True))
    if len(ids) < engine.WORTH:
        return told
    if not engine.is_installed():
        told.says = NOT_INSTALLED
    elif not engine.loads():
        told.says = NOT_LOADED
    if told.says:
        return told
    laws = Laws(town, values)
    for at in range(0, len(ids), BATCH):
        _batch(laws, ids[at : at + BATCH], today, told)
    return told


def _waiting(due: Q, today: date) -> QuerySet[Case]:
    """The cases that a day asks for, but those that have come to a turning day."""
    return Case.objects.filter(due).exclude(turns_on__lte=today).exclude(judged_on=None)


def in_columns() -> ModuleType:
    """The module that asks the engine: it can be imported only where the engine is installed."""
    from outfall.web.casework import in_columns

    return in_columns


def _batch(laws: Laws, ids: list[int], today: date, told: Told) -> None:
    """One batch: asked without a lock, then written where nothing has happened meanwhile."""
    by_law: dict[Ordinance, list[_Asked]] = {}
    rows = Case.objects.filter(pk__in=ids).order_by("pk")
    for row, case in _read(rows):
        try:
            law = laws.on(found_on(case))
        except Refused:
            continue  # judging it anew says what is wrong
        if _is_the_same_law(row, law, today) and not _comes_to_a_day(case, row.judged_on, today):
            by_law.setdefault(law, []).append(_Asked(row, case))
    found: dict[int, tuple[_Asked, Figures]] = {}
    for law, asked in by_law.items():
        found |= _steady(law, asked, today, told)
    told.written += _put(found, today)


def _read(rows: Iterable[Case]) -> Iterator[tuple[Case, law_case.Case]]:
    try:
        yield from ((row, case) for row, _, case in read_many(rows))
    except Refused:
        log.warning("a batch of cases is judged one by one: one of them can't be read")


def _is_the_same_law(row: Case, law: Ordinance, today: date) -> bool:
    """Whether a case was judged by this very law and program, and followed as far as today."""
    assert row.judged_on is not None
    as_far = course.horizon(row.judged_on) == course.horizon(today)
    return as_far and row.judged_by == judged_by(law)


def _comes_to_a_day(case: law_case.Case, since: date | None, today: date) -> bool:
    """Whether an entry names one of the days that have passed since the case was judged."""
    assert since is not None
    for event in case.events:
        for day in _DAYS(event):
            if day is not None and since < day <= today:
                return True
    return False


def _steady(
    law: Ordinance, asked: list[_Asked], today: date, told: Told
) -> dict[int, tuple[_Asked, Figures]]:
    """The cases in which figures alone are otherwise, by id, with today's figures."""
    before = [one.row.judged_on or today for one in asked]
    answers, why = in_columns().steady(law, [one.case for one in asked], before, today)
    told.left += why
    stored = _stored([asked[n].row.pk for n in answers], today)
    return {
        asked[n].row.pk: (asked[n], now)
        for n, (rows, then, now) in answers.items()
        if _is_as_stored(asked[n].row, stored[asked[n].row.pk], rows, then)
    }


def _is_as_stored(row: Case, kept: Rows, rows: Rows, then: Figures) -> bool:
    """Whether what is stored of a case is how it stands, and its amounts those it had before."""
    return kept == rows and _figures(row) == then


def _figures(row: Case) -> Figures:
    made: Figures = in_columns().Figures(
        row.exposure, row.assessed, row.owed, row.per_diem, row.lien
    )
    return made


def _stored(ids: list[int], today: date) -> dict[int, Rows]:
    """What is stored of how cases stand today, by id."""
    found: dict[int, Rows] = {id: in_columns().Rows() for id in ids}
    lasts = Q(until=None) | Q(until__gt=today)
    deadlines = DeadlineRow.objects.filter(lasts, case__in=ids, since__lte=today)
    for id, *deadline in deadlines.values_list("case_id", "name", "due", "status", "done_on"):
        found[id].deadlines.add(tuple(deadline))
    opened = Q(closes_on=None) | Q(closes_on__gt=today)
    powers = PowerRow.objects.filter(opened, case__in=ids, opens_on__lte=today)
    for id, *power in powers.values_list("case_id", "name", "obligatory", "opens_on"):
        found[id].powers.add(tuple(power))
    lasting = HoldRow.objects.filter(case__in=ids, since__lte=today)
    for id, *hold in lasting.values_list("case_id", "sort", "name", "since"):
        found[id].lasting.add(tuple(hold))
    return found


def _put(found: dict[int, tuple[_Asked, Figures]], today: date) -> int:
    """Write the figures of the cases that are as they were when they were read; gives how many."""
    with transaction.atomic():
        ids: list[int] = []
        moved: dict[str, list[Case]] = {name: [] for name in FIGURES}
        for row in Case.objects.select_for_update().filter(pk__in=found).order_by("pk"):
            asked, now = found[row.pk]
            if _state(row) != _state(asked.row):
                continue
            ids.append(row.pk)
            since = owed_since(counted(asked.case), now.owed, today)
            values = (now.exposure, now.assessed, now.owed, now.per_diem, since)
            for name, value in zip(FIGURES, values, strict=True):
                if getattr(row, name) != value:
                    setattr(row, name, value)
                    moved[name].append(row)
        for name, rows in moved.items():
            Case.objects.bulk_update(rows, [name], batch_size=BATCH)
        Case.objects.filter(pk__in=ids).update(judged_on=today)
        # A deadline's row begins on the day on which the case was judged.
        DeadlineRow.objects.filter(case__in=ids, since__lt=today).update(since=today)
    return len(ids)


def _state(row: Case) -> tuple[object, ...]:
    return row.head, row.length, row.judged_on, row.judged_by, row.turns_on, row.assigned_id
