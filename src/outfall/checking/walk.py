"""A walk through sequences of events: which powers ever open, and which open too early.

Two orders take turns, both on the days around each last day. One goes breadth first and follows a
sequence on from where it shows something new: another set of conditions that hold for some power,
or another state of a deadline. The other goes on from where a power that has not opened yet lacks
least. The same pack gives the same walk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from outfall.checking.distance import Distance
from outfall.checking.moves import Moves, Sequence
from outfall.checking.rights import Right, cuts, running
from outfall.law.assess import assess
from outfall.law.faults import Refused
from outfall.law.ordinance import ActionRule, Ordinance
from outfall.law.standing import Standing, Step

MOST = 1000
"""Standings that a walk asks for: bounded, since sequences are without end."""

Readings = tuple[tuple[str, str], ...]
Seen = tuple[object, ...]


@dataclass(slots=True)
class Walk:
    """What a walk found: for each power a sequence that opens it, and one in which it is early.

    ``tried`` is how many standings it asked for, ``whole`` whether nothing new was left to follow.
    """

    opened: dict[str, Sequence] = field(default_factory=dict)
    early: dict[str, tuple[Sequence, list[Right]]] = field(default_factory=dict)
    tried: int = 0
    whole: bool = False


def walk(law: Ordinance, readings: Readings = (), most: int = MOST) -> Walk:
    """Walk a pack under what it adopts, or with other choices of some readings."""
    walker = _Walker(law, readings)
    for start in walker.moves.starts():
        walker.come_to(start)
    turn = 0
    while walker.found.tried < most:
        step = walker.next(turn)
        if step is None:
            walker.found.whole = True
            break
        turn += 1
        for later in walker.moves.after(*step):
            walker.come_to(later)
    for power, (at, rights) in walker.found.early.items():
        rule = next(rule for rule in law.actions if rule.id == power)
        walker.found.early[power] = (_shortest(law, rule, at, readings), rights)
    return walker.found


def _shortest(law: Ordinance, rule: ActionRule, at: Sequence, readings: Readings) -> Sequence:
    """A sequence without the events that a power's being early does not need."""
    for event in at.events[:0:-1]:
        fewer = replace(at, events=tuple(other for other in at.events if other is not event))
        standing = _standing(law, fewer, readings)
        action = standing and standing.action(rule.id)
        if standing and action and action.permitted and running(law, rule, fewer, standing):
            at = fewer
    return at


class _Walker:
    """Sequences that wait to be followed, in two orders, and all that was seen so far."""

    def __init__(self, law: Ordinance, readings: Readings) -> None:
        self.law, self.readings = law, readings
        self.adopted = {r.id: r.adopted for r in law.readings} | dict(readings)
        self.moves, self.found = Moves(law), Walk()
        self.cutting = frozenset(rule.id for rule in law.actions if cuts(rule))
        self._seen: set[Seen] = set()
        self._fresh: list[tuple[int, int]] = []
        self._near: dict[str, list[tuple[int, int, int]]] = {a.id: [] for a in law.actions}
        self._waiting: dict[int, tuple[Sequence, Standing]] = {}

    def come_to(self, at: Sequence) -> None:
        """Ask for the standing of a sequence, note what it shows, and let it wait its turn."""
        self.found.tried += 1
        standing = _standing(self.law, at, self.readings)
        if standing is None:
            return
        self._note(at, standing)
        features = set(_features(self.cutting, at, standing))
        old = 0 if features - self._seen else 1
        self._seen |= features
        n = self.found.tried
        self._waiting[n] = (at, standing)
        heappush(self._fresh, (old, n))
        far = Distance(self.law, at, standing, self.adopted)
        for power in self._closed():
            heappush(self._near[power], (far.of(power), old, n))

    def _closed(self) -> list[str]:
        return [power for power in self._near if power not in self.found.opened]

    def next(self, turn: int) -> tuple[Sequence, Standing] | None:
        """The next sequence to follow; None where nothing new waits and every power has opened."""
        closed = self._closed()
        if turn % 2 and closed:
            near = self._near[closed[turn // 2 % len(closed)]]
            while near:
                n = heappop(near)[-1]
                if n in self._waiting:
                    return self._waiting.pop(n)
        while self._fresh:
            old, n = heappop(self._fresh)
            if n in self._waiting:
                return None if old and not closed else self._waiting.pop(n)
        return None

    def _note(self, at: Sequence, standing: Standing) -> None:
        """Put down the powers that are open here, and those of them that are open too early."""
        for rule, action in zip(self.law.actions, standing.actions, strict=True):
            if action.permitted:
                self.found.opened.setdefault(rule.id, at)
                if rule.id in self.cutting:
                    self._early(rule, at, standing)

    def _early(self, rule: ActionRule, at: Sequence, standing: Standing) -> None:
        rights = running(self.law, rule, at, standing)
        if rights:
            first, known = self.found.early.get(rule.id, (at, []))
            shown = min(first, at, key=lambda some: (len(some.events), some.on))
            more = [right for right in rights if right not in known]
            self.found.early[rule.id] = (shown, [*known, *more])


def _standing(law: Ordinance, at: Sequence, readings: Readings) -> Standing | None:
    """The standing of a sequence; None where it can't have happened, or an act was irregular."""
    try:
        standing = assess(law, at.case(law, readings), at.on)
    except Refused:
        return None
    return None if standing.irregularities else standing


def _features(cutting: frozenset[str], at: Sequence, standing: Standing) -> Iterator[Seen]:
    """What can be new about a standing.

    For a power that cuts off rights, the same conditions beside a pending proceeding are new.
    """
    pending = frozenset(kind for kind, _ in at.filed - at.decided)
    for action in standing.actions:
        beside = pending if action.id in cutting else frozenset()
        yield ("action", action.id, _shape(action.because), beside)
    for deadline in standing.deadlines:
        yield ("deadline", deadline.id, deadline.status, pending)


def _shape(steps: tuple[Step, ...]) -> tuple[object, ...]:
    return tuple(_shape(step.parts) if step.parts else step.holds for step in steps)
