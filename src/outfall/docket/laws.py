"""The law of each case of a docket: its pack, in the version of its first day, as a town adopts it.

A change (another reading, another figure in the pack, another pack) is put on in one place, so
that a question of what would be otherwise is the same work under another law.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from outfall.docket.changes import Change
from outfall.files.pack_file import folder_of, read_pack, versions
from outfall.law.case import Case, Town
from outfall.law.choices import adopt
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance

DAYS_MOST = 100_000
"""Days of which the law of an ordinance is kept, found once."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What every worker needs to know: the day, where packs are looked for, the town's choices."""

    on: date
    beside: Path
    town: Town | None = None
    beside_town: Path = Path()
    change: Change | None = None
    engine: str = "assess"
    in_columns: frozenset[str] = frozenset()
    """The ordinances, as cases name them, whose cases the columnar engine answers."""
    known: frozenset[str] = frozenset()
    """Where cases name more ordinances than can be kept: those that were. Empty: all of them."""
    plainly: bool = True
    """Plain cases go to the engine as columns; without it all are read one by one, for the same."""


class Laws:
    """The law of each case, read once for each version of each pack."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._packs: dict[str, list[tuple[Any, ...]] | Refused] = {}
        self._laws: dict[Path, Ordinance | Refused] = {}
        self._on: dict[tuple[str, date | None], Ordinance] = {}

    def of(self, case: Case) -> Ordinance:
        """The version that was law on the day of the case's first violation, as adopted.

        Raises ``Refused`` with every fault of the pack or of the town's file.
        """
        found = [event.on for event in case.events if event.name == "violation_observed"]
        return self.on(case.ordinance, min(found, default=None))

    def on(self, ordinance: str, on: date | None) -> Ordinance:
        """The version that was law on the day of a first violation; the last one where none was.

        Raises ``Refused`` as ``of`` does.
        """
        if (ordinance, on) not in self._on:
            if len(self._on) > DAYS_MOST:
                self._on.clear()
            self._on[ordinance, on] = self._found(ordinance, on)
        return self._on[ordinance, on]

    def _found(self, ordinance: str, on: date | None) -> Ordinance:
        if self.setup.known and ordinance not in self.setup.known:
            says = f"the docket names very many ordinances, and {ordinance} only after "
            says += f"{len(self.setup.known):,} others. Assess its cases apart"
            raise Refused((Fault("ordinance", says, "unknown-ordinance"),))
        rows = self._rows(ordinance)
        for name, since, until, file in reversed(rows):
            if on is None or (since or date.min) <= on <= (until or date.max):
                return self._law(file, name, since, until)
        says = (
            f"{ordinance} was not in force on {on}, the day of the first violation. "
            "Check the day, or add the version that was law then"
        )
        raise Refused((Fault("ordinance", says, "no-version-in-force"),))

    def every(self, ordinance: str) -> list[Ordinance]:
        """All versions of a pack, oldest first. Raises ``Refused`` as ``of`` does."""
        return [self._law(file, *rest) for *rest, file in self._rows(ordinance)]

    def _rows(self, ordinance: str) -> list[tuple[Any, ...]]:
        change = self.setup.change
        if change is not None and change.pack is not None and change.is_about(ordinance):
            ordinance = change.pack
        if ordinance not in self._packs:
            try:
                self._packs[ordinance] = list(versions(folder_of(ordinance, self.setup.beside)))
            except Refused as refused:
                self._packs[ordinance] = refused
        found = self._packs[ordinance]
        if isinstance(found, Refused):
            raise Refused(found.faults)
        return found

    def _law(self, file: Path, version: str, since: date | None, until: date | None) -> Ordinance:
        if file not in self._laws:
            try:
                self._laws[file] = self._read(file, version, since, until)
            except Refused as refused:
                self._laws[file] = refused
        found = self._laws[file]
        if isinstance(found, Refused):
            raise Refused(found.faults)
        return found

    def _read(self, file: Path, version: str, since: date | None, until: date | None) -> Ordinance:
        change, town = self.setup.change, self.setup.town
        try:
            about = change is not None and change.is_about(file.parent.name)
            if change is not None and about and change.sets:
                law = read_pack(file, version, since, until, change.put)
            else:
                law = read_pack(file, version, since, until)
        except Refused as refused:
            raise Refused(tuple(_in_pack(file, fault) for fault in refused.faults)) from None
        if town is not None:
            law = _adopted(law, town, self.setup.beside_town)
        return change.read(law) if change is not None and about else law


def _adopted(law: Ordinance, town: Town, beside: Path) -> Ordinance:
    folder = folder_of(town.ordinance, beside)
    if folder.name != law.id:
        says = f"the town's file is for {folder.name}, and the case is under {law.id}. "
        says += "Name the file of the case's own town"
        raise Refused((Fault("ordinance", says, "another-ordinance"),))
    return adopt(law, town)


def _in_pack(file: Path, fault: Fault) -> Fault:
    where = f"{fault.where} of " if fault.where else ""
    return Fault(f"{where}the ordinance {file.parent.name}", fault.says, fault.code)
