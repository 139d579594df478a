"""What another reading, figure or holiday would change in the cases in hand, and doing it.

Before a town adopts something, each open case is judged twice, under the town's law as it is and as
it would be; the differences are those of the two standings. After it was adopted, what lists keep
of a case is worked out anew from its entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import F

from outfall.files.pack_file import versions
from outfall.law import case as law_case
from outfall.law.assess import assess
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.previewing import Change, changes
from outfall.web.casework.projecting import project
from outfall.web.towns import scope
from outfall.web.towns.adopted import every_setting, law_of, pack_folder, pack_of
from outfall.web.towns.models import Town

LOOKED_AT = 1000
"""Open cases that one page looks at; the page says so, and leads on to the next ones."""
AT_ONCE = 100
"""Cases that one request works out anew; the others wait, and are known to wait."""
_CHUNK = 100


class Laws:
    """A town's law under given settings; each version of a pack is read once."""

    def __init__(self, town: Town, values: dict[str, Any]) -> None:
        self.town, self.values = town, values
        self._found: dict[tuple[str, str], Ordinance] = {}

    def on(self, day: date | None) -> Ordinance:
        """The law for a case that was found on a day. Raises ``Refused`` where there is none."""
        pack = pack_of(self.values, day)
        key = pack, _version(pack, day) if pack else ""
        if key not in self._found:
            self._found[key] = law_of(self.town, day, self.values)
        return self._found[key]


def _version(pack: str, day: date | None) -> str:
    rows = versions(pack_folder(pack))
    for name, since, until, _ in reversed(rows):
        if day is None or (since or date.min) <= day <= (until or date.max):
            return name
    return ""


def every_law(town: Town, values: dict[str, Any]) -> list[Ordinance]:
    """The law of each pack that the town has adopted, the newest first, under these settings.

    Raises ``Refused`` where one of them leaves no such choice to the town.
    """
    rows = sorted(values["ordinance"]["adopted"], key=itemgetter("since"), reverse=True)
    days = [None, *(date.fromisoformat(row["since"]) for row in rows[1:])]
    found = Laws(town, values)
    return list({law.digest: law for law in map(found.on, days)}.values())


@dataclass(frozen=True, slots=True)
class CaseEffect:
    """An open case that would stand otherwise, and in what."""

    row: Case
    changes: tuple[Change, ...]


@dataclass(slots=True)
class Effects:
    """What a choice would change today. ``could`` and ``owed`` are the sums now and then."""

    open: int
    first: int
    looked: int = 0
    cases: list[CaseEffect] = field(default_factory=list)
    last_days: int = 0
    opening: int = 0
    closing: int = 0
    could: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (0, 0)
    unlimited: int = 0

    @property
    def last(self) -> int:
        """The place of the last case that was looked at, among the open ones."""
        return self.first + self.looked

    @property
    def whole(self) -> bool:
        """Whether every open case was looked at."""
        return self.looked == self.open

    def take(self, row: Case, before: Standing, after: Standing) -> None:
        """Count a case, with its two standings of today."""
        found = tuple(changes(before, after))
        self._sums(before, after)
        if not found:
            return
        self.cases.append(CaseEffect(row, found))
        self.last_days += sum(c.what == "deadline" for c in found)
        self.opening += sum(c.what == "power" and c.how == "new" for c in found)
        self.closing += sum(c.what == "power" and c.how == "gone" for c in found)

    def _sums(self, before: Standing, after: Standing) -> None:
        self.owed = self.owed[0] + before.account.owed, self.owed[1] + after.account.owed
        now, then = _could(before), _could(after)
        if now is None or then is None:
            self.unlimited += 1
        else:
            self.could = self.could[0] + now, self.could[1] + then


def _could(standing: Standing) -> int | None:
    civil, criminal = standing.civil.max, standing.criminal.max
    return None if civil is None or criminal is None else civil + criminal


def with_one(values: dict[str, Any], topic: str, name: str, value: Any) -> dict[str, Any]:
    """The settings with one reading or figure set otherwise."""
    return {**values, topic: {**values[topic], name: value}}


def effects(town: Town, then: dict[str, Any], *, reading: str = "", first: int = 0) -> Effects:
    """What other settings would change today in the open cases, from the ``first`` on.

    Where only a reading differs, a case that does not ask it is not judged a second time.
    """
    today = clock.today(town.zone)
    values = every_setting()
    now_law, then_law = Laws(town, values), Laws(town, then)
    waiting = Case.objects.filter(closed_on__isnull=True)
    found = Effects(waiting.count(), first)
    for row, _, case in read_many(waiting.order_by("-last_on", "-id")[first : first + LOOKED_AT]):
        found.looked += 1
        day = assembling.found_on(case)
        before = assess(now_law.on(day), case, today)
        asked = not reading or any(state.id == reading for state in before.readings)
        found.take(row, before, assess(then_law.on(day), case, today) if asked else before)
    return found


def read_many(
    rows: Iterable[Case],
) -> Iterator[tuple[Case, assembling.File, law_case.Case]]:
    """Cases with what their entries tell, their entries fetched a hundred cases at a time."""
    every = list(rows)
    for at in range(0, len(every), _CHUNK):
        part = every[at : at + _CHUNK]
        entries = Entry.objects.filter(case__in=part).order_by("case_id", "case_n")
        listed = entries.values_list("case_id", "kind", "content").iterator()
        files = {
            id: assembling.file_of((kind, content) for _, kind, content in found)
            for id, found in groupby(listed, key=itemgetter(0))
        }
        for row in part:
            yield row, files[row.pk], assembling.read(files[row.pk])


def is_known(key: str) -> bool:
    """Whether a form with this key has been recorded: it was sent twice."""
    return Key.objects.filter(key=key).exists()


def mark(town: Town) -> int:
    """Note that every case of the town in scope is to be worked out anew; gives how many."""
    return Case.objects.update(turns_on=clock.today(town.zone))


def waiting(town: Town) -> int:
    """How many cases wait to be worked out anew."""
    return Case.objects.filter(turns_on__lte=clock.today(town.zone)).count()


def reproject_waiting(town: Town) -> int:
    """Work out anew the cases that wait, the open ones and those last touched first."""
    rows = Case.objects.filter(turns_on__lte=clock.today(town.zone))
    ordered = rows.order_by(F("closed_on").desc(nulls_first=True), "-last_on", "-id")
    return reproject(town, list(ordered[:AT_ONCE]))


def reproject(town: Town, cases: Sequence[Case]) -> int:
    """Write anew what lists keep of these cases, under the town's law as it now is.

    Each in a transaction of its own, with the town locked as recording locks it, so that an entry
    recorded meanwhile is neither lost nor written over.
    """
    today = clock.today(town.zone)
    laws = Laws(town, every_setting())
    for case in cases:
        with transaction.atomic():
            Town.objects.select_for_update().get(pk=scope.current())
            row = Case.objects.select_for_update().get(pk=case.pk)
            entries = Entry.objects.filter(case=row).order_by("case_n")
            file = assembling.file_of(entries.values_list("kind", "content").iterator())
            read = assembling.read(file)
            project(row, file, read, laws.on(assembling.found_on(read)), today)
    return len(cases)
