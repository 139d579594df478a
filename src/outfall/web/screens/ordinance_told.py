"""An ordinance as a page of the office: its paragraphs, and beside each the rules that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from outfall.files.pack_file import load_pack, versions
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance, Paragraph, Policy, Reading
from outfall.told.pack_words import Pack, Said
from outfall.told.phrases import capital, cited, in_force, service_words, shown
from outfall.told.rule_words import counting_words
from outfall.web.towns.adopted import pack_folder

KINDS = {
    "instrument": "Paper",
    "deadline": "Deadline",
    "action": "Power",
    "order": "Order",
    "hold": "Hold",
    "proceeding": "Way to contest",
    "warning": "Warning",
    "penalty": "Penalty",
    "interest": "Interest",
    "plan": "Payments",
    "costs": "Costs",
    "allocation": "Who pays",
    "clause": "Of other paragraphs",
    "undefined": "Not defined",
}
KIND_TAGS = {
    "deadline": "due",
    "action": "open",
    "order": "hold",
    "hold": "hold",
    "penalty": "late",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule; ``anchor`` is the cite that it is the first to tell of, if any."""

    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class ByReading:
    """A reading that decides in a rule: what is adopted, and what the others would say."""

    id: str
    adopted: str
    otherwise: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule in words."""

    kind: str
    id: str
    label: str
    tag: str
    text: str
    cite: str
    lines: tuple[Line, ...]
    readings: tuple[ByReading, ...]


@dataclass(slots=True)
class ParagraphShown:
    """A paragraph, with the rules, readings and figures that belong to it."""

    cite: str
    heading: str
    says: str
    rules: list[RuleShown]
    readings: list[Reading] = field(default_factory=list)
    figures: list[tuple[Policy, str]] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)


def pack_title(name: str) -> str:
    """The title of a pack's newest version; its id where the pack can't be read."""
    try:
        folder = pack_folder(name)
        return _title(folder, max(file.stat().st_mtime_ns for file in folder.glob("*.yaml")))
    except Refused:
        return name


@lru_cache(maxsize=64)
def _title(folder: Path, changed: int) -> str:
    """Read once for as long as the pack's files stay as they are."""
    return load_pack(folder).title


def paragraphs(law: Ordinance) -> list[ParagraphShown]:
    """Every paragraph; each cite that the law knows has its anchor in one of them."""
    pack = Pack(law)
    heads = {paragraph.cite for paragraph in law.paragraphs}
    free = [c for c in dict.fromkeys(cites(law)) if " " not in c and c not in heads]
    found = [_paragraph(pack, paragraph, free) for paragraph in law.paragraphs]
    for reading in law.readings:
        _home(found, reading.cite).readings.append(reading)
    for figure in law.policy:
        _home(found, figure.cite).figures.append((figure, capital(shown(figure.value))))
    for cite in free:
        _home(found, cite).anchors.append(cite)
    return found


def _paragraph(pack: Pack, paragraph: Paragraph, free: list[str]) -> ParagraphShown:
    rules = [rule_shown(pack, said, free) for said in pack.paragraph(paragraph)]
    return ParagraphShown(paragraph.cite, paragraph.heading, paragraph.says.strip(), rules)


def rule_shown(pack: Pack, said: Said, free: list[str]) -> RuleShown:
    """A rule in words; cites of ``free`` that its lines tell of get their anchors there."""
    readings = tuple(
        ByReading(
            name,
            pack.words.adopted[name],
            tuple((o.choice, o.words) for o in said.others if o.reading == name),
        )
        for name in dict.fromkeys(other.reading for other in said.others)
    )
    lines = tuple(Line(line, _anchor(line, free)) for line in said.lines)
    label, tag = KINDS.get(said.kind, capital(said.kind)), KIND_TAGS.get(said.kind, "info")
    text = said.text.removeprefix(f"{label}: ")
    # What a paragraph says of others is no rule with a page of its own.
    id = "" if said.kind in ("clause", "undefined") else said.id
    return RuleShown(said.kind, id, label, tag, text, said.cite, lines, readings)


def _anchor(line: str, free: list[str]) -> str:
    for cite in free:
        if line.endswith(cited(cite)):
            free.remove(cite)
            return cite
    return ""


def _home(found: list[ParagraphShown], cite: str) -> ParagraphShown:
    """The paragraph that a cite is, or lies in; the first one where none is near."""
    near = [p for p in found if cite == p.cite or cite.startswith(p.cite)]
    return max(near, key=lambda p: len(p.cite), default=found[0])


def cites(value: Any) -> Iterator[str]:
    """Every cite inside a law, in its order."""
    if isinstance(value, tuple):
        for item in value:
            yield from cites(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            held = getattr(value, one.name)
            if one.name == "cite" and held:
                yield held
            elif one.name in ("elements", "may_require", "cost_kinds"):
                yield from (cite for _, cite in held if cite)
            else:
                yield from cites(held)


def rules_named(law: Ordinance, kind: str, id: str) -> list[tuple[Paragraph, RuleShown]]:
    """The rules of a kind and id, each with its paragraph; most ids have one."""
    pack = Pack(law)
    return [
        (paragraph, rule_shown(pack, said, []))
        for paragraph in law.paragraphs
        for said in pack.paragraph(paragraph)
        if (said.kind, said.id or said.kind) == (kind, id)
    ]


def counting(law: Ordinance) -> list[tuple[str, str, str]]:
    """How days are counted: the rule's name, what it says, its cite."""
    return [
        (name, f"{f'from {since} on: ' if since else ''}{counting_words(rule)}", rule.cite)
        for name, since, rule in law.counting
    ]


def service(law: Ordinance) -> list[tuple[str, str, str]]:
    """What service means: the way, what it says, its cite."""
    return [
        (capital(rule.method.replace("_", " ")), service_words(rule), rule.cite)
        for rule in law.service
    ]


@dataclass(frozen=True, slots=True)
class VersionShown:
    """A version of a pack that the town has adopted, and the days on whose cases it is law."""

    pack: str
    title: str
    version: str
    since: date | None
    until: date | None
    day: date

    @property
    def days(self) -> str:
        """The days in words."""
        return in_force(self.since, self.until)

    def holds(self, day: date) -> bool:
        """Whether it is law for a violation found on a day."""
        return (self.since or date.min) <= day <= (self.until or date.max)


def versions_adopted(values: dict[str, Any], today: date) -> list[VersionShown]:
    """The versions that govern the town's cases, the newest first."""
    rows = sorted(values["ordinance"]["adopted"], key=lambda row: row["since"])
    found = []
    for n, row in enumerate(rows):
        title = pack_title(row["pack"])
        first = date.min if n == 0 else date.fromisoformat(row["since"])
        last = date.max
        if n + 1 < len(rows):
            last = date.fromisoformat(rows[n + 1]["since"]) - timedelta(days=1)
        for name, since, until, _ in versions(pack_folder(row["pack"])):
            a, b = max(first, since or date.min), min(last, until or date.max)
            if a <= b:
                day = min(max(today, a), b)
                begins, ends = (None if d in (date.min, date.max) else d for d in (a, b))
                found.append(VersionShown(row["pack"], title, name, begins, ends, day))
    return found[::-1]
