"""What would be otherwise: another reading, other values in a pack, or another pack.

A change is put on the law and never on the cases: a case that chooses a reading itself keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from outfall.files.nodes import plain_value, steps_of
from outfall.law.case import Town
from outfall.law.choices import adopt
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance


@dataclass(frozen=True, slots=True)
class Change:
    """One question: ``readings`` and ``sets`` are pairs as typed, ``of`` the ordinance they mean.

    Without ``of`` every ordinance of the docket is meant that has the reading or the path.
    """

    readings: tuple[tuple[str, str], ...] = ()
    sets: tuple[tuple[str, str], ...] = ()
    pack: str | None = None
    of: str | None = None
    used: set[str] = field(default_factory=set, compare=False)

    def is_about(self, ordinance: str) -> bool:
        return self.of is None or PurePath(ordinance).name == self.of

    def read(self, law: Ordinance) -> Ordinance:
        """The law with the readings adopted that it has."""
        known = {reading.id for reading in law.readings}
        mine = tuple((name, choice) for name, choice in self.readings if name in known)
        self.used.update(name for name, _ in mine)
        return adopt(law, Town("", law.id, readings=mine)) if mine else law

    def put(self, data: Any) -> str:
        """Put the values into a pack's data where it has their paths; tells which were put."""
        told = ""
        for path, value in self.sets:
            if _put(data, path, plain_value(value)):
                self.used.add(path)
                told += f"\n{path}={value}"
        return told

    def check_used(self) -> None:
        """Raises ``Refused`` for a reading or a path that no ordinance of the docket has."""
        faults = [
            Fault(f"--reading {name}", _NO_READING, "unknown-reading")
            for name, _ in self.readings
            if name not in self.used
        ]
        faults += [
            Fault(f"--set {path}", _NO_PATH, "unknown-path")
            for path, _ in self.sets
            if path not in self.used
        ]
        if faults:
            raise Refused(tuple(faults))

    def said(self) -> list[str]:
        """The change in words, a line for each part of it."""
        found = [f"{name} read as {choice}" for name, choice in self.readings]
        found += [f"{path} set to {value}" for path, value in self.sets]
        if self.pack is not None:
            found.append(f"under the ordinance {self.pack}")
        about = f" (of {self.of})" if self.of else ""
        return [f"{line}{about}" for line in found]


_NO_READING = (
    "no ordinance of this docket has this reading. `outfall ordinances show ID` lists those it has"
)
_NO_PATH = (
    "no ordinance of this docket has a value at this path. Write it as the kind and id of a rule, "
    "then its fields, such as deadline.appeal.due.length"
)


def pair(text: str, option: str) -> tuple[str, str]:
    """``NAME=VALUE`` as its two parts. Raises ``Refused`` where it is no such pair."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        says = f"{text[:60]} is not a pair. Write it as {option} NAME=VALUE"
        raise Refused((Fault(option, says, "not-a-pair"),))
    return name.strip(), value.strip()


def _put(data: Any, path: str, value: Any) -> bool:
    """Set the value at a path where there is one already; gives whether there was.

    ``deadline.appeal.due.length`` begins with the kind and the id of a rule, wherever it stands; a
    path can also begin at the top of the file (``policy[0].value``), or with ``policy.ID``.
    """
    steps = steps_of(path)
    if not steps or not isinstance(data, dict):
        return False
    for start, rest in _starts(data, steps):
        here, found = start, True
        for step in rest[:-1]:
            here = _below(here, step)
            found = here is not None
            if not found:
                break
        if found and rest and _has(here, rest[-1]):
            here[rest[-1]] = value
            return True
    return False


def _starts(data: dict[str, Any], steps: list[str | int]) -> list[tuple[Any, list[str | int]]]:
    """Where a path can begin: at a rule of the kind and id that it names, or at the top."""
    found: list[tuple[Any, list[str | int]]] = []
    if len(steps) > 2:
        kind, id, rest = steps[0], steps[1], steps[2:]
        rules = [
            rule
            for paragraph in data.get("paragraphs", [])
            if isinstance(paragraph, dict)
            for rule in paragraph.get("rules", [])
            if isinstance(rule, dict)
        ]
        found += [(rule, rest) for rule in rules if isinstance(kind, str) and rule.get(kind) == id]
    return [*found, (data, steps)]


def _below(here: Any, step: str | int) -> Any:
    if isinstance(here, dict):
        return here.get(step)
    if isinstance(here, list):
        if isinstance(step, int):
            return here[step] if step < len(here) else None
        named = [i for i in here if isinstance(i, dict) and step in (i.get("id"), i.get("cite"))]
        return named[0] if len(named) == 1 else None
    return None


def _has(here: Any, step: str | int) -> bool:
    if isinstance(here, dict):
        return step in here
    return isinstance(here, list) and isinstance(step, int) and step < len(here)
