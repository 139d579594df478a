"""Projections made anew from the record, and whether those that were stored said the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import models, transaction

from outfall.web import clock
from outfall.web.casework.assembling import assemble
from outfall.web.casework.kinds import TOWN_SET
from outfall.web.casework.models import (
    Case,
    DeadlineRow,
    Entry,
    HearingRow,
    HoldRow,
    PaperRow,
    PartyRow,
    PowerRow,
    SearchEntry,
)
from outfall.web.casework.projecting import project
from outfall.web.towns import scope
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Setting, Town

TABLES: tuple[type[models.Model], ...] = (
    DeadlineRow,
    PowerRow,
    HoldRow,
    HearingRow,
    PaperRow,
    PartyRow,
    SearchEntry,
)
# Columns of a case that no entry says: the place in the table, and the head that the chain keeps.
KEPT = frozenset({"id", "town_id", "length", "head"})

Watch = Callable[[int, int], object]


@dataclass
class Told:
    """What came of it: cases made anew, those whose stored rows differed, those that failed."""

    cases: int = 0
    differed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)


def rebuild(town: Town, watch: Watch = lambda done, of: None) -> Told:
    """Make all projections of a town anew, a case at a time, and compare with what was stored."""
    told = Told()
    with scope.town(town.pk):
        told.settings = list(_settings(town))
        values = every_setting()
        ids = list(Case.objects.order_by("pk").values_list("pk", flat=True))
        for n, pk in enumerate(ids, start=1):
            with transaction.atomic():
                row = Case.objects.select_for_update().get(pk=pk)
                try:
                    with transaction.atomic():
                        same = anew(row, town, values, clock.today(town.zone))
                except Exception as error:
                    told.failed.append(f"{row.number}: {type(error).__name__}: {error}"[:300])
                else:
                    told.cases += 1
                    if not same:
                        told.differed.append(row.number)
            watch(n, len(ids))
    return told


def anew(row: Case, town: Town, values: dict[str, Any], today: date) -> bool:
    """Project a case from its entries; gives whether what was stored said the same.

    The comparison is on the day on which the stored rows were made; what is kept is today's.
    """
    before, judged = stored(row), row.judged_on or today
    found = assemble(row, town, values)
    project(row, found.file, found.case, found.law, judged)
    same = stored(Case.objects.get(pk=row.pk)) == before
    if judged != today:
        project(row, found.file, found.case, found.law, today)
    return same


def stored(row: Case) -> dict[str, Any]:
    """All that is projected of a case, as plain values in one order."""
    found: dict[str, Any] = {"case": _values(row, KEPT)}
    for table in TABLES:
        rows = table._default_manager.filter(case=row)
        found[table.__name__] = sorted(
            (_values(item, frozenset({"id", "town_id", "case_id"})) for item in rows), key=repr
        )
    return found


def _values(row: models.Model, without: frozenset[str]) -> dict[str, Any]:
    names = (column.attname for column in row._meta.concrete_fields)
    return {name: getattr(row, name) for name in names if name not in without}


def _settings(town: Town) -> Iterator[str]:
    """Put each setting as the town's record last says it; gives the topics that differed."""
    last: dict[str, tuple[Entry, Any, str]] = {}
    for entry in Entry.objects.filter(kind=TOWN_SET).order_by("n").iterator():
        content = json.loads(entry.content)
        last[content["body"]["topic"]] = (entry, content["body"]["value"], content["by"]["name"])
    for topic, (entry, value, who) in last.items():
        row = Setting.objects.filter(topic=topic).first()
        if row is None or (row.value, row.entry_n) != (value, entry.n):
            yield topic
            said = {"value": value, "entry_n": entry.n, "set_at": entry.at, "set_by": who}
            Setting.objects.update_or_create(topic=topic, town=town, defaults=said)
    for row in Setting.objects.exclude(topic__in=last):
        yield row.topic
        row.delete()
