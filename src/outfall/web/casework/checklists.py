"""Checklists as data: those that ship, those of a town's own, and the units of samples.

A town's own list has the shape of ``checklists.yaml``; one with the id of a list that ships takes
its place. What was answered is kept with the words of the question, so a filled checklist is read
the same after the list has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from outfall.law.events import VIOLATION_KINDS

NOT_SEEN = "not seen"
YES_NO = ("yes", "no", "not applicable", NOT_SEEN)
ITEMS_MOST = 120
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VALUE = re.compile(r"([<>]?)\s*(\d{1,9}(?:\.\d{1,6})?|-\d{1,3}(?:\.\d{1,3})?)")


@dataclass(frozen=True, slots=True)
class Analyte:
    """Something that a sample is tested for, and the units in which it is told."""

    id: str
    name: str
    units: tuple[str, ...]
    least: float = 0
    most: float = 1e9


_ANALYTES = (
    Analyte("flow_rate", "Flow", ("gal/min", "L/s", "cfs")),
    Analyte("temperature", "Temperature", ("°C", "°F"), -5, 212),
    Analyte("ph", "pH", ("standard units",), 0, 14),
    Analyte("conductivity", "Conductivity", ("µS/cm", "mS/cm")),
    Analyte("ammonia", "Ammonia", ("mg/L", "mg/L as N")),
    Analyte("chlorine", "Chlorine, total", ("mg/L", "µg/L")),
    Analyte("surfactants", "Surfactants", ("mg/L", "mg/L as MBAS")),
    Analyte("ecoli", "E. coli", ("MPN/100 mL", "CFU/100 mL")),
    Analyte("enterococci", "Enterococci", ("MPN/100 mL", "CFU/100 mL")),
    Analyte("fluoride", "Fluoride", ("mg/L",)),
    Analyte("potassium", "Potassium", ("mg/L",)),
    Analyte("turbidity", "Turbidity", ("NTU", "FNU")),
    Analyte("oxygen", "Dissolved oxygen", ("mg/L", "% saturation")),
    Analyte("nitrate", "Nitrate", ("mg/L as N", "mg/L")),
    Analyte("phosphorus", "Phosphorus, total", ("mg/L", "µg/L")),
    Analyte("solids", "Suspended solids", ("mg/L",)),
    Analyte("oil", "Oil and grease", ("mg/L",)),
    Analyte("hardness", "Hardness", ("mg/L as CaCO3",)),
)
ANALYTES = {each.id: each for each in _ANALYTES}


@dataclass(frozen=True, slots=True)
class Item:
    """One question; ``answers`` is empty where words are written. ``fails`` are the bad answers."""

    id: str
    asks: str
    hint: str = ""
    answers: tuple[str, ...] = YES_NO
    fails: tuple[str, ...] = ("no",)
    nature: str = ""
    kind: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Questions under one heading."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """A list of questions, and what may be sampled with it."""

    id: str
    title: str
    lead: str = ""
    sections: tuple[Section, ...] = ()
    samples: tuple[Analyte, ...] = ()
    own: bool = False

    @property
    def items(self) -> tuple[Item, ...]:
        """All questions in their order."""
        return tuple(item for section in self.sections for item in section.items)


@dataclass
class Reader:
    """Reads lists, and notes what is wrong with them, all of it."""

    faults: list[str] = field(default_factory=list)

    def lists(self, value: Any, own: bool = False) -> list[Checklist]:
        """The lists that a document has under ``lists``; those with a fault are left out."""
        raw = value.get("lists", []) if isinstance(value, Mapping) else None
        if not isinstance(raw, list):
            self.faults.append("Write the checklists as a list under lists.")
            return []
        found: dict[str, Checklist] = {}
        for place, each in enumerate(raw, 1):
            before = len(self.faults)
            made = self._list(each, f"checklist {place}", own)
            if made is not None and len(self.faults) == before:
                if made.id in found:
                    self.faults.append(f"Two checklists have the id {made.id}. Rename one.")
                found[made.id] = made
        return list(found.values())

    def _list(self, raw: Any, where: str, own: bool) -> Checklist | None:
        if not isinstance(raw, Mapping):
            self.faults.append(f"{where}: write its id, title and sections.")
            return None
        id = self._id(raw.get("id"), where)
        where = id or where
        kind = self._kind(raw.get("kind", ""), where)
        sections = tuple(self._sections(raw.get("sections"), where, kind))
        items = [item.id for section in sections for item in section.items]
        for twice in sorted({one for one in items if items.count(one) > 1}):
            self.faults.append(f"{where}: two questions have the id {twice}. Rename one.")
        if not 0 < len(items) <= ITEMS_MOST:
            self.faults.append(f"{where}: write 1 to {ITEMS_MOST} questions; it has {len(items)}.")
        samples = tuple(self._samples(raw.get("samples", []), where))
        title = self._words(raw.get("title"), f"{where}: the title")
        return Checklist(id, title, str(raw.get("lead", ""))[:300], sections, samples, own)

    def _sections(self, raw: Any, where: str, kind: str) -> Iterator[Section]:
        for section in raw if isinstance(raw, list) else []:
            if not isinstance(section, Mapping) or not isinstance(section.get("items"), list):
                self.faults.append(f"{where}: each section has a title and items.")
                continue
            title = self._words(section.get("title"), f"{where}: the title of a section")
            yield Section(title, tuple(self._item(each, where, kind) for each in section["items"]))

    def _item(self, raw: Any, where: str, kind: str) -> Item:
        if not isinstance(raw, Mapping):
            self.faults.append(f"{where}: each question has an id and asks something.")
            return Item("", "")
        id = self._id(raw.get("id"), f"{where}: a question")
        where = f"{where}, {id}"
        answers = self._answers(raw.get("answers", "yes_no"), where)
        bad = _said(raw["fails"]) if "fails" in raw else ("no",) if answers == YES_NO else ()
        for word in bad:
            if word not in answers:
                self.faults.append(f"{where}: {word} is none of its answers.")
        nature = str(raw.get("nature", ""))[:300]
        own = self._kind(raw.get("kind", kind), where)
        asks = self._words(raw.get("asks"), f"{where}: what it asks")
        hint = str(raw.get("hint", ""))[:200]
        return Item(id, asks, hint, answers, bad, nature, own, raw.get("optional") is True)

    def _answers(self, raw: Any, where: str) -> tuple[str, ...]:
        if raw == "yes_no":
            return YES_NO
        if raw == "words":
            return ()
        answers = _said(raw)
        if not 2 <= len(answers) <= 20 or len(set(answers)) != len(answers):
            self.faults.append(f"{where}: answers are yes_no, words, or 2 to 20 different words.")
        return answers if NOT_SEEN in answers else (*answers, NOT_SEEN)

    def _samples(self, raw: Any, where: str) -> Iterator[Analyte]:
        for name in raw if isinstance(raw, list) else []:
            if name in ANALYTES:
                yield ANALYTES[name]
            else:
                known = ", ".join(ANALYTES)
                self.faults.append(f"{where}: {name} can't be sampled. Known are {known}.")

    def _id(self, raw: Any, where: str) -> str:
        if isinstance(raw, str) and _ID.fullmatch(raw):
            return raw
        self.faults.append(f"{where}: its id has small letters, digits and underscores.")
        return ""

    def _kind(self, raw: Any, where: str) -> str:
        if raw in ("", *VIOLATION_KINDS):
            return str(raw)
        self.faults.append(f"{where}: its kind is one of {', '.join(VIOLATION_KINDS)}.")
        return ""

    def _words(self, raw: Any, where: str) -> str:
        text = str(raw or "").strip()
        if not 0 < len(text) <= 200:
            self.faults.append(f"{where} is a text of 1 to 200 letters.")
        return text


def _said(raw: Any) -> tuple[str, ...]:
    """Words of a YAML list, where ``yes`` and ``no`` may have been read as true and false."""
    words = raw if isinstance(raw, list) else [raw]
    return tuple(("yes" if one else "no") if isinstance(one, bool) else str(one) for one in words)


@cache
def shipped() -> tuple[Checklist, ...]:
    """The lists that ship."""
    text = (Path(__file__).parent / "checklists.yaml").read_text("utf-8")
    reader = Reader()
    found = tuple(reader.lists(yaml.safe_load(text)))
    if reader.faults:
        raise ValueError("; ".join(reader.faults))
    return found


def checklists(setting: Mapping[str, Any]) -> dict[str, Checklist]:
    """The lists of a town: those that ship, and its own, which take the place of one alike."""
    found = {each.id: each for each in shipped()}
    found |= {each.id: each for each in Reader().lists(setting or {"lists": []}, own=True)}
    return found


def faults_of(setting: Any) -> list[str]:
    """What is wrong with the lists that a town would set; empty where nothing is."""
    reader = Reader()
    reader.lists(setting, own=True)
    return reader.faults


def sample_value(text: str, analyte: Analyte) -> tuple[str, str]:
    """A measured value as its sign (``<`` below what can be found) and its figures.

    Raises ``ValueError`` with the words for its writer.
    """
    match = _VALUE.fullmatch(text.strip().replace(",", ""))
    if match is None:
        raise ValueError("Write a figure, such as 0.25, or <0.1 where it was below the limit.")
    sign, figures = match.groups()
    if not analyte.least <= float(figures) <= analyte.most:
        raise ValueError(f"{analyte.name} lies between {analyte.least:g} and {analyte.most:g}.")
    return sign, figures
