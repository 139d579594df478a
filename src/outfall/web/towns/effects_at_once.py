"""What another reading, figure or holiday would change, in all open cases at once where it can be.

The engine answers for thousands of cases under both laws while ``assess`` answers for a few. It is
asked only where its plans lie ready, so that nobody waits for one to be compiled; elsewhere the
cases are judged twice one by one, some of them at a time, and the figures are the same.
"""

# ruff: noqa: PLC0415 -- the engine is an extra: it is imported where it is known to be there

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from outfall.law import case as law_case
from outfall.law.assess import assess
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.web import clock
from outfall.web.casework import assembling, engine
from outfall.web.casework.models import Case
from outfall.web.casework.previewing import changes
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Town
from outfall.web.towns.reading_effects import CaseEffect, Effects, Laws

if TYPE_CHECKING:
    from outfall.docket.engine import Results
    from outfall.web.casework.moves import Move

MOST = 10_000
"""Open cases that one request asks the engine for; the page leads on to the next ones."""
LISTED = 50
"""Cases that would stand otherwise which a page lists in full; a table has all of them."""
BATCH = 1_000

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Looked:
    """What was found; beside it, where the engine looked, the moves of each case that changes."""

    effects: Effects
    moves: list[tuple[Case, list[Move]]] = field(default_factory=list)


def look(
    town: Town, then: dict[str, Any], *, reading: str = "", first: int = 0, each: bool = False
) -> Looked:
    """What other settings would change today in the open cases, from the ``first`` on.

    With ``each`` the cases are judged twice one by one, whatever is ready: that tells of warnings
    and doubts about earlier acts too. Raises ``Refused`` as judging a case does.
    """
    values = every_setting()
    if not each and is_ready(town, values, then):
        try:
            return _at_once(town, values, then, first)
        except Refused:
            raise
        except _NotReady:
            pass
        except Exception:  # a defect of the engine's costs time, and nobody an answer
            log.exception("the engine could not look at the cases of %s", town.slug)
    return Looked(reading_effects.effects(town, then, reading=reading, first=first))


def is_ready(town: Town, values: dict[str, Any], then: dict[str, Any]) -> bool:
    """Whether the cases are many enough, and the plans of all laws that they ask for lie ready."""
    if not engine.is_installed() or reading_effects.open_cases().count() < engine.WORTH:
        return False
    laws = (reading_effects.every_law(town, settings) for settings in (values, then))
    return all(engine.is_ready(law) for some in laws for law in some)


def warm(town: Town, values: dict[str, Any]) -> None:
    """Compile the plans of the laws that a town's open cases are under, where they are many."""
    if not engine.is_installed() or reading_effects.open_cases().count() < engine.WORTH:
        return
    laws = Laws(town, values)
    rows = reading_effects.open_cases().order_by().values("ordinance", "version")
    try:
        for day in rows.annotate(day=Max("found_on")).values_list("day", flat=True):
            if not engine.is_ready(laws.on(day)):
                engine.warm(laws.on(day))
    except Exception:  # what is not warmed is done without
        log.exception("the plans of %s could not be compiled", town.slug)


class _NotReady(Exception):
    """A case is under a law whose plan would have to be compiled first."""


@dataclass(frozen=True, slots=True)
class _Changed:
    """A case that would stand otherwise, and under which two laws."""

    row: Case
    case: law_case.Case
    now: Ordinance
    then: Ordinance
    moves: list[Move]


class _Asked:
    """The cases of a batch under one pair of laws."""

    def __init__(self) -> None:
        self.rows: list[Case] = []
        self.cases: list[law_case.Case] = []


def _at_once(town: Town, values: dict[str, Any], then: dict[str, Any], first: int) -> Looked:
    today = clock.today(town.zone)
    now_law, then_law = Laws(town, values), Laws(town, then)
    waiting = reading_effects.open_cases()
    found = Looked(Effects(waiting.count(), first, at_once=True))
    listed: list[_Changed] = []
    for at in range(first, min(first + MOST, found.effects.open), BATCH):
        rows = list(waiting[at : min(at + BATCH, first + MOST)])
        told = {
            one.row.pk: one
            for (now, will_be), asked in _read(rows, now_law, then_law).items()
            for one in _pair(found.effects, now, will_be, asked, today)
        }
        in_order = [told[row.pk] for row in rows if row.pk in told]
        found.moves += [(one.row, one.moves) for one in in_order]
        listed += in_order[: LISTED - len(listed)]
    found.effects.changed = len(found.moves)
    for one in listed:
        both = assess(one.now, one.case, today), assess(one.then, one.case, today)
        found.effects.cases.append(CaseEffect(one.row, tuple(changes(*both))))
    return found


def _read(
    rows: list[Case], now_law: Laws, then_law: Laws
) -> dict[tuple[Ordinance, Ordinance], _Asked]:
    """Cases by the law that they are under and the one that they would be under."""
    found: dict[tuple[Ordinance, Ordinance], _Asked] = {}
    for row, _, case in reading_effects.read_many(rows):
        day = assembling.found_on(case)
        pair = now_law.on(day), then_law.on(day)
        if pair not in found and not all(engine.is_ready(law) for law in pair):
            raise _NotReady
        asked = found.setdefault(pair, _Asked())
        asked.rows.append(row)
        asked.cases.append(case)
    return found


def _pair(
    effects: Effects, now: Ordinance, then: Ordinance, asked: _Asked, today: date
) -> Iterator[_Changed]:
    """Count the cases under a pair of laws; gives those that would stand otherwise."""
    from outfall.docket.engine import evaluate, from_cases
    from outfall.web.casework import moves

    columns = from_cases(asked.cases)
    old, new = (evaluate(law, columns, today, threads=1, trace=False) for law in (now, then))
    for results in (old, new):
        for faults in results.refused.values():
            raise Refused(faults)
    _sums(effects, old, new)
    effects.looked += len(asked.cases)
    for n, some in moves.moved(old, new, asked.cases):
        effects.moves.update((move.what, move.how, move.name) for move in some)
        yield _Changed(asked.rows[n], asked.cases[n], now, then, some)


def _sums(effects: Effects, old: Results, new: Results) -> None:
    from outfall.web.casework import in_columns

    for one, two in zip(in_columns.figures(old), in_columns.figures(new), strict=True):
        effects.sums(one.exposure, two.exposure, one.owed, two.owed)
