"""How far a power is from opening: what still fails, and what must come before that can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from outfall.checking.moves import Sequence
from outfall.checking.terms import counted_in
from outfall.law.events import EVENTS
from outfall.law.ordinance import Ordinance
from outfall.law.periods import Anchor
from outfall.law.standing import Standing, Step

DEEPEST = 5
"""Powers that wait for powers are followed so far: rules can wait for each other in a ring."""
PAID_FOR = {"penalty": "impose_civil_penalty"}
FAR = 40
"""What is over does not come back: a remedy, a decision, a filing."""
OVER = frozenset(
    {
        "already_filed",
        "closed",
        "compensation_completed",
        "happened",
        "lien",
        "met",
        "remedied",
        "reversed",
        "set_aside",
    }
)


class Distance:
    """Distances in one standing of a sequence; a guess that guides a search, and proves nothing."""

    def __init__(
        self, law: Ordinance, at: Sequence, standing: Standing, adopted: Mapping[str, str]
    ) -> None:
        self.adopted, self.done = adopted, at.done
        self.issued = {instrument: id in at.served for id, instrument in at.papers}
        self.actions = {action.id: action for action in standing.actions}
        self.deadlines = {rule.id: rule for rule in law.deadlines}
        self.contested = {rule.id: rule.papers for rule in law.proceedings}
        self.orders = {rule.id: rule for rule in law.orders}

    def of(self, power: str, depth: int = 0) -> int:
        """What a power lacks, in steps; 0 where it is open, or where the pack has no such power."""
        action = self.actions.get(power)
        if action is None or action.permitted or depth > DEEPEST:
            return 0
        return self._all(action.because, depth)

    def _all(self, steps: Iterable[Step], depth: int) -> int:
        return sum(self._step(step, depth) for step in steps if not step.holds)

    def _step(self, step: Step, depth: int) -> int:
        if step.because == "any" and step.parts:
            return min(self._all([way], depth) for way in step.parts)
        if step.parts:
            return self._all(step.parts, depth) or 1
        if step.because in OVER:
            return FAR
        name = str(step.facts[0]) if step.facts else ""
        before: Callable[[str, int], int] | None = {
            "not_issued": self._paper,
            "not_served": self._paper,
            "no_clock": self._clock,
            "not_happened": self._event,
            "no_order": self._order,
            "no_proceeding": self._proceeding,
            "nothing_owed": self._debt,
        }.get(step.because)
        return 1 + (before(name, depth + 1) if before else 0)

    def _paper(self, instrument: str, depth: int) -> int:
        if instrument in self.issued:
            return 0 if self.issued[instrument] else 1
        return 2 + self.of(f"issue_{instrument}", depth)

    def _event(self, name: str, depth: int) -> int:
        acts = EVENTS[name].acts if name in EVENTS and name not in self.done else ()
        return min((self.of(act, depth) for act in acts if act in self.actions), default=0)

    def _clock(self, deadline: str, depth: int) -> int:
        rule = self.deadlines[deadline]
        starts = [self._start(c.anchor, rule.of, depth) for c in counted_in(rule.due, self.adopted)]
        return max(starts, default=self._paper(rule.of, depth) if rule.of else 0)

    def _proceeding(self, proceeding: str, depth: int) -> int:
        papers = self.contested.get(proceeding, ())
        return 1 + min((self._paper(paper, depth) for paper in papers), default=FAR)

    def _order(self, order: str, depth: int) -> int:
        return min(self._start(start, None, depth) for start in self.orders[order].starts)

    def _start(self, start: Anchor, paper: str | None, depth: int) -> int:
        if start.kind == "event":
            return self._event(start.of, depth)
        of = start.of or paper
        if start.kind in ("issue", "service", "receipt", "postmark") and of:
            return self._paper(of, depth)
        return 1

    def _debt(self, part: str, depth: int) -> int:
        return self.of(PAID_FOR.get(part, ""), depth)
