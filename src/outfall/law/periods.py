"""Periods as a pack writes them: where they start, how long they are, which of several counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from outfall.law.counting import Length

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ByReading(Generic[T]):
    """One of several rules, chosen by the reading that the town has adopted."""

    reading: str
    choices: tuple[tuple[str, T], ...]

    def under(self, choice: str) -> T:
        """The rule for one choice; ``LookupError`` where the pack has none."""
        for name, rule in self.choices:
            if name == choice:
                return rule
        raise LookupError(f"{self.reading} has no rule for {choice}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The event from which a period runs.

    ``kind`` is ``issue``, ``service`` or ``receipt`` (of the instrument ``of``, or of the notice in
    hand), ``filing`` or ``decision`` (of the proceeding ``of``), ``deadline`` (the unrolled last
    day of the deadline ``of``), ``lapse`` (the day after it), ``observation``, ``discovery`` (of
    the violation), ``remedy`` (the day it was remedied), ``charge``, ``settled`` (the day on which
    nothing of the part ``of`` of the account was owed any more), ``postmark`` (of an instrument
    sent by mail), or ``event`` (``of`` names it;
    with ``told_by`` each one by itself, until that paper tells of it).
    """

    kind: str
    of: str = ""
    told_by: str | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A period counted from an anchor. ``policy`` names a number of days that the town sets;
    ``at_least`` names the notice's own number of days, where that is greater. ``by`` is what must
    have happened on the last day where the text says so: ``filing`` or ``receipt``."""

    anchor: Anchor
    length: Length | None
    rule: str = "plain"
    cite: str = ""
    policy: str | None = None
    at_least: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A day that the notice itself names: it stands as named and never rolls."""

    field: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class SameAs:
    """The last day of another deadline, with any extension that was granted."""

    deadline: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Extreme:
    """The latest (or earliest) of several terms; without one of them there is no clock."""

    latest: bool
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class InDanger:
    """One term where the notice was issued in the face of a recorded danger, another where not."""

    danger: Term
    otherwise: Term


@dataclass(frozen=True, slots=True)
class FirstKnown:
    """The first of several terms whose clock has started, such as a decision or else the bill."""

    terms: tuple[Term, ...]


Term = Counted | Named | SameAs | Extreme | InDanger | FirstKnown | ByReading["Term"]


def anchors(term: Term) -> Iterator[Anchor]:
    """Every start that a term can run from, under whatever reading."""
    if isinstance(term, Counted):
        yield term.anchor
    elif isinstance(term, Extreme | FirstKnown):
        for part in term.terms:
            yield from anchors(part)
    elif isinstance(term, ByReading):
        for _, part in term.choices:
            yield from anchors(part)
    elif isinstance(term, InDanger):
        yield from anchors(term.danger)
        yield from anchors(term.otherwise)
