"""Many cases at once: their entries in one query a batch, for lists that need the law of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby, islice
from operator import itemgetter

from outfall.law.assess import assess
from outfall.papers.rolls import Matter
from outfall.web.casework.assembling import Assembled, file_of, found_on, read
from outfall.web.casework.models import Case, Entry
from outfall.web.towns.adopted import every_setting, law_of
from outfall.web.towns.models import Town

BATCH = 200


def assembled(rows: Iterable[Case], town: Town) -> Iterator[tuple[Case, Assembled]]:
    """Each case of the town in scope with what the law reads of it, in the order given."""
    values = every_setting()
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        told = _entries(batch)
        for row in batch:
            file = file_of(told.get(row.pk, ()))
            case = read(file)
            yield row, Assembled(file, case, law_of(town, found_on(case), values))


def _entries(batch: Sequence[Case]) -> dict[int, list[tuple[str, str]]]:
    entries = Entry.objects.filter(case_id__in=[row.pk for row in batch])
    rows = entries.order_by("case_id", "case_n").values_list("case_id", "kind", "content")
    return {
        id or 0: [(kind, content) for _, kind, content in group]
        for id, group in groupby(rows.iterator(), itemgetter(0))
    }


def matters(rows: Iterable[Case], town: Town, on: date) -> Iterator[Matter]:
    """Each case with its law and its standing on a day, as the registers want it."""
    for _, found in assembled(rows, town):
        yield Matter(found.case, found.law, assess(found.law, found.case, on))
