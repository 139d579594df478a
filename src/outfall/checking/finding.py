"""What a check finds, and the table that says of each kind how grave it is and why it matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from outfall.checking.catalog import KINDS
from outfall.law.ordinance import Ordinance
from outfall.law.words import english, name_of

SEVERITIES = ("grave", "serious", "minor")
"""From what can lose a hearing to what is only untidy; the order in which findings are told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, open or missing in an ordinance.

    ``about`` is the rule that it was found on, such as ``deadline appeal``. ``says`` tells what is
    the matter, ``why`` what it means in a hearing, ``adopt`` what the town can adopt until the code
    is amended (empty where nothing helps) and ``amend`` how to amend.
    """

    id: str
    severity: str
    cites: tuple[str, ...]
    about: str
    says: str
    why: str
    adopt: str
    amend: str


def found(id: str, cites: Iterable[str], about: str, says: str, adopt: str = "") -> Finding:
    """A finding of a kind; a cite is named once, however many rules rest on it."""
    kind = KINDS[id]
    named = tuple(dict.fromkeys(cite for cite in cites if cite))
    return Finding(id, kind.severity, named, about, says, kind.why, adopt, kind.amend)


def time_for(id: str) -> str:
    """A deadline as one speaks of it.

    >>> time_for("cure"), time_for("appeal")
    ('time to cure', 'time for the appeal')
    """
    name = name_of(id)
    return name if name.startswith("time ") else f"time for the {name}"


def reading_words(law: Ordinance, id: str) -> str:
    """What a town adopts by a reading: the choice in use, and the others that there are."""
    reading = next(r for r in law.readings if r.id == id)
    meaning = dict(reading.choices)[reading.adopted].rstrip(".")
    others = [name for name, _ in reading.choices if name != reading.adopted]
    return f"Reading {id}: {reading.adopted} ({meaning}); or {english(others, 'or')}."


def policy_words(law: Ordinance, id: str) -> str:
    """What a town adopts by a figure of its own."""
    item = next(p for p in law.policy if p.id == id)
    return f"Figure {id}: {item.value}, until the code gives one."
