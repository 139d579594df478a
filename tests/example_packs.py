"""What the example packs take from their texts: figures, elements and rules, each with its cite.

A figure is anything that a slip of the hand could change: a period with its start, an amount, a
number of payments, a percentage, a content of a paper. ``example_packs.yaml`` holds what was read
in each text by a person; a pack has to have those figures and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from tests.worked_cases import GOOD

from outfall.files.calendar_file import PACKS
from outfall.files.pack_file import packs

ROOT = GOOD.parent.parent
EXAMPLES = sorted(Path(name).name for name in packs() if name.startswith("examples/"))
READ = Path(__file__).with_name("example_packs.yaml")
PAGE = ROOT / "docs" / "reference" / "example-packs.md"
# The published texts, and the facts that somebody else read in them, where they are at hand.
TEXTS = ROOT.parent / "shared" / "ordinances"

Data = dict[str, Any]
MONEY = ("min", "max", "jail_days", "warning")


class Figure(NamedTuple):
    """One figure under its paragraph: of which rule, how much, and counted from what."""

    cite: str
    name: str
    value: str
    start: str = ""

    def __str__(self) -> str:
        counted = f" after {self.start}" if self.start else ""
        return f"{self.cite}: {self.name}: {self.value}{counted}"


@dataclass(frozen=True)
class Read:
    """What a person read in one text, the figures that the pack adds, and what it leaves out, why.

    ``prefix`` is what the pack's cites have before those of the text. ``elsewhere`` gives a fact
    another cite or start, ``left_out`` the reason why no rule takes it up.
    """

    prefix: str
    figures: frozenset[Figure]
    ours: Mapping[Figure, str]
    elsewhere: Mapping[str, Mapping[str, str]]
    left_out: Mapping[str, str]


def file_of(name: str) -> Path:
    """The newest version of an example pack."""
    (file,) = (f for f in (PACKS / "examples" / name).glob("*.yaml") if f.stem != "versions")
    return file


@cache
def pack_of(name: str) -> Data:
    """An example pack as it is written."""
    found: Data = yaml.safe_load(file_of(name).read_text("utf-8"))
    return found


def rules(pack: Data) -> Iterator[tuple[str, str, Data]]:
    """Each rule with its paragraph and its kind, which is the name of its first field."""
    for paragraph in pack["paragraphs"]:
        for rule in paragraph.get("rules", ()):
            yield paragraph["cite"], next(iter(rule)), rule


def name_of(kind: str, rule: Data) -> str:
    """How the page of the review names a rule."""
    if kind in ("interest", "plan", "costs"):
        return kind
    return f"{kind} {rule[kind]}"


def figures(pack: Data) -> set[Figure]:
    """Every figure of a pack, those that it leaves to the town included."""
    found = {figure for cite, kind, rule in rules(pack) for figure in _of_rule(cite, kind, rule)}
    for policy in pack.get("policy", ()):
        if policy["id"] != "payment_order":
            found.add(Figure(policy["cite"], f"policy {policy['id']}", str(policy["value"])))
    if ceiling := pack.get("ceiling"):
        found.add(Figure(ceiling["cite"], "ceiling", ceiling["amount"]))
    return found


def _of_rule(paragraph: str, kind: str, rule: Data) -> Iterator[Figure]:
    cite = rule.get("cite", paragraph)
    if kind == "deadline":
        yield from _terms(cite, rule["deadline"], rule["due"])
    elif kind == "instrument":
        for element in rule.get("elements", ()):
            ((id, where),) = element.items()
            yield Figure(where, rule["instrument"], id)
    elif kind == "penalty":
        yield from _penalty(cite, rule)
    elif kind == "plan":
        yield Figure(cite, "plan", str(rule["plan"]["most"]))
    elif kind == "interest":
        terms = rule["interest"]
        yield from _terms(cite, "interest", terms["starts"])
        rates = [str(row["percent"]) for row in terms.get("rates", ())]
        for rate in rates or [f"the figure {terms['policy']}"]:
            yield Figure(cite, "interest percent", rate)


def _terms(cite: str, name: str, term: Any) -> Iterator[Figure]:
    """The periods of a last day, whatever readings and dangers they lie under."""
    if isinstance(term, list):
        for part in term:
            yield from _terms(cite, name, part)
    elif isinstance(term, dict) and "after" in term:
        value = term.get("length") or f"the figure {term['policy']}"
        start = term["after"]
        if isinstance(start, dict):
            word, of = next(iter(start.items()))
            start = f"{word} {of}"
        yield Figure(term.get("cite", cite), name, str(value), start)
    elif isinstance(term, dict) and "named" in term:
        yield Figure(term.get("cite", cite), name, "the day that the notice names")
    elif isinstance(term, dict):
        for part in term.values():
            yield from _terms(cite, name, part)


def _penalty(cite: str, rule: Data) -> Iterator[Figure]:
    track = rule["penalty"]
    yield Figure(cite, f"{track} unit", rule["unit"])
    tiers = rule["tiers"]
    for rows in tiers["choices"].values() if isinstance(tiers, dict) else [tiers]:
        for n, row in enumerate(rows, 1):
            tier = f" tier {n}" if len(rows) > 1 else ""
            for what in (what for what in MONEY if what in row):
                yield Figure(cite, f"{track} {what}{tier}", str(row[what]))
    if "within" in rule.get("repeat", {}):
        yield Figure(cite, f"{track} repeat", rule["repeat"]["within"])
    cap = rule.get("cap")
    for value in cap["choices"].values() if isinstance(cap, dict) else [cap]:
        if value not in (None, "none"):
            yield Figure(cite, f"{track} cap", str(value))


@cache
def read_by_hand() -> dict[str, Read]:
    """What a person read in each text."""
    found = {}
    for name, item in yaml.safe_load(READ.read_text("utf-8")).items():
        mine = {Figure(*map(str, row[:-1])): row[-1] for row in item.get("ours", ())}
        found[name] = Read(
            item.get("prefix", ""),
            frozenset(Figure(*map(str, row)) for row in item["figures"]),
            mine,
            item.get("elsewhere", {}),
            item.get("left_out", {}),
        )
    return found


def figures_amiss(pack: Data, read: Read) -> list[str]:
    """Where the figures of a pack are not those that were read in its text."""
    have, want = figures(pack), read.figures | set(read.ours)
    return [f"not in the pack: {figure}" for figure in sorted(want - have)] + [
        f"not in the text: {figure}" for figure in sorted(have - want)
    ]
