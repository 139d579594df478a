"""What another reading, figure or holiday would change in the cases in hand, and doing it.

Before a town adopts something, each open case is judged twice, under the town's law as it is and as
it would be; the differences are those of the two standings. After it was adopted, what lists keep
of a case is worked out anew from its entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from outfall.files.pack_file import versions
from outfall.law import case as law_case
from outfall.law.assess import assess
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.law.words import name_of
from outfall.told.phrases import capital
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.previewing import MONEY, Change, changes
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


Moved = tuple[str, str, str]
"""What is otherwise, how (new, gone or moved), and its id: as ``Change`` has them."""


@dataclass(slots=True)
class Effects:
    """What a choice would change today. ``could`` and ``owed`` are the sums now and then.

    ``cases`` are those that are listed, ``changed`` how many stand otherwise; in a case that is
    ``remarked`` only a warning or a doubt about an earlier act would be another. ``moves`` counts
    what is otherwise in all that were looked at. ``at_once`` says that the engine looked.
    """

    open: int
    first: int
    looked: int = 0
    cases: list[CaseEffect] = field(default_factory=list)
    changed: int = 0
    remarked: int = 0
    moves: Counter[Moved] = field(default_factory=Counter)
    could: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (0, 0)
    unlimited: int = 0
    at_once: bool = False

    @property
    def last(self) -> int:
        """The place of the last case that was looked at, among the open ones."""
        return self.first + self.looked

    @property
    def whole(self) -> bool:
        """Whether every open case was looked at."""
        return self.looked == self.open

    @property
    def last_days(self) -> int:
        """How many last days are otherwise."""
        return sum(many for (what, _, _), many in self.moves.items() if what == "deadline")

    @property
    def opening(self) -> int:
        """How many powers open, or become duties."""
        return self._powers("new")

    @property
    def closing(self) -> int:
        """How many powers close."""
        return self._powers("gone")

    def _powers(self, asked: str) -> int:
        found = self.moves.items()
        return sum(many for (what, how, _), many in found if (what, how) == ("power", asked))

    @property
    def bars(self) -> list[Bar]:
        """What is otherwise, by what it is: the most frequent first, as a picture shows it."""
        order = {sort: n for n, sort in enumerate(_SAID)}
        found = sorted(self.moves.items(), key=lambda one: (order[one[0][:2]], -one[1], one[0]))
        return [Bar(_SAID[what, how], said(what, name), many) for (what, how, name), many in found]

    @property
    def most(self) -> int:
        """The greatest number of a bar."""
        return max(self.moves.values(), default=1)

    def take(self, row: Case, before: Standing, after: Standing) -> None:
        """Count a case, with its two standings of today."""
        found = tuple(changes(before, after))
        self.sums(_could(before), _could(after), before.account.owed, after.account.owed)
        if not found:
            return
        self.cases.append(CaseEffect(row, found))
        moves = [(c.what, c.how, c.name) for c in found if c.what not in REMARKS]
        self.moves.update(moves)
        self.changed += bool(moves)
        self.remarked += not moves

    def sums(self, now: int | None, then: int | None, owed: int, will_be: int) -> None:
        """Add what could be imposed in a case and what is owed, now and then; None is no limit."""
        self.owed = self.owed[0] + owed, self.owed[1] + will_be
        if now is None or then is None:
            self.unlimited += 1
        else:
            self.could = self.could[0] + now, self.could[1] + then


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the picture: what happens, to what, in how many cases."""

    says: str
    name: str
    many: int


def said(what: str, name: str) -> str:
    """What is otherwise, in words with a capital."""
    return MONEY[name] if what == "money" else capital(name_of(name))


REMARKS = frozenset({"irregular", "warning"})
_SAID = {
    ("deadline", "moved"): "Last day is another, or its status",
    ("deadline", "new"): "Deadline starts",
    ("deadline", "gone"): "Deadline no longer runs",
    ("power", "new"): "Power opens, or becomes a duty",
    ("power", "gone"): "Power closes",
    ("power", "moved"): "Power could open on another day",
    ("order", "new"): "Order comes into force",
    ("order", "gone"): "Order is no longer in force",
    ("hold", "new"): "Hold comes into force",
    ("hold", "gone"): "Hold is no longer in force",
    ("money", "moved"): "Amount is another",
}


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
    waiting = open_cases()
    found = Effects(waiting.count(), first)
    for row, _, case in read_many(waiting[first : first + LOOKED_AT]):
        found.looked += 1
        day = assembling.found_on(case)
        before = assess(now_law.on(day), case, today)
        asked = not reading or any(state.id == reading for state in before.readings)
        found.take(row, before, assess(then_law.on(day), case, today) if asked else before)
    return found


def open_cases() -> QuerySet[Case]:
    """The open cases of the town in scope, those last touched first."""
    return Case.objects.filter(closed_on__isnull=True).order_by("-last_on", "-id")


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
