"""Events into facts, one at a time.

Each handler takes one kind of event into the facts. What can't have happened (a decision without
an appeal, a correction before the observation) is ``Impossible``: a fault of the file. What the
law did not permit is kept as it happened; ``outfall.law.irregular`` says so.
"""

from __future__ import annotations

from outfall.law.case import Event
from outfall.law.facts import Facts
from outfall.law.fold_first import FIRST, Handler, Impossible
from outfall.law.fold_later import LATER, contested
from outfall.law.ordinance import Ordinance

HANDLERS: dict[str, Handler] = {**FIRST, **LATER}

__all__ = ["HANDLERS", "Impossible", "apply", "contested"]


def apply(facts: Facts, event: Event, law: Ordinance) -> None:
    """Take one event into the facts; ``Impossible`` leaves the facts as they were."""
    handler = HANDLERS.get(event.name)
    if handler is not None:
        handler(facts, event, law)
    facts.happened.setdefault(event.name, []).append((event.on, event.id))
