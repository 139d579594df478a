"""The rules as expressions of GoRules' zen-engine; the first three questions alone.

The engine decides a case at a time, some 0.1 million cases a second through ``evaluate`` or
``evaluate_batch``. Faster by far is a node that loops over a list of cases within one decision, and
for what is one expression, that expression over the list, with its facts as JSON text. The figures
are those of the fastest of these doors. A few thousand cases say what it does; it is asked no more.
Days are numbers, as its own dates are slower still; its ``round`` takes a half up, so that halves
are told apart by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import zen

from . import made
from .asked import Engine
from .law import A_DAY, AFTER_LEAP, CYCLE, LEAP_DAY, PER, PERCENT, TIERS, YEARS_5

ROWS = 2_000
CIVIL = f"map(rows, #.first > 0 and #.last >= #.first ? (#.last - #.first + 1) * {A_DAY} : 0)"
TIER = {
    "place": f"(offense - {LEAP_DAY}) % {CYCLE}",
    "since": f"offense - {YEARS_5} - ($.place >= 1 and $.place <= {AFTER_LEAP} ? 1 : 0)",
    "tier": " + ".join(
        ["1", *(f"(e{n} >= $.since and e{n} < offense ? 1 : 0)" for n in range(made.EARLIER))]
    ),
    "number": f"min([$.tier, {len(TIERS)}])",
    "cents": f"$.number == 1 ? {TIERS[0]} : ($.number == 2 ? {TIERS[1]} : {TIERS[2]})",
}


def half_even(to: str, sum_: str) -> dict[str, str]:
    """Lines that round a sum over ``PER``: a half goes to the even neighbour."""
    return {
        f"{to}w": f"floor({sum_} / {PER})",
        f"{to}r": f"{sum_} - $.{to}w * {PER}",
        to: f"$.{to}w + ($.{to}r > {PER // 2} or ($.{to}r == {PER // 2} and $.{to}w % 2 == 1)"
        " ? 1 : 0)",
    }


def interest() -> dict[str, str]:
    """D.2.b, a few lines a payment."""
    found = {"p0": "cost", "d0": "since", "a0": "0", "t0": "0"}
    for n in range(1, made.PAYMENTS + 1):
        was, when, paid = n - 1, f"day{n - 1}", f"sum{n - 1}"
        found[f"d{n}"] = f"max([$.d{was}, min([{when}, on])])"
        found[f"a{n}"] = f"$.a{was} + $.p{was} * {PERCENT} * ($.d{n} - $.d{was})"
        found |= half_even(f"h{n}", f"$.a{n}")
        found[f"m{n}"] = f"{when} <= on ? {paid} : 0"
        found[f"i{n}"] = f"min([$.m{n}, $.h{n} - $.t{was}])"
        found[f"t{n}"] = f"$.t{was} + $.i{n}"
        found[f"p{n}"] = f"$.p{was} - min([$.p{was}, $.m{n} - $.i{n}])"
    last = made.PAYMENTS
    found["accrued"] = f"$.a{last} + $.p{last} * {PERCENT} * max([0, on + 1 - $.d{last}])"
    found |= half_even("interest", "$.accrued")
    return found | {"owed": f"$.p{last} + $.interest - $.t{last}"}


def looping(told: dict[str, str]) -> dict[str, Any]:
    """A decision of one node, which goes through the cases of a list."""
    lines = [{"id": key, "key": key, "value": value} for key, value in told.items()]
    ends = [{"id": id, "type": f"{id}putNode", "name": id, "content": {}} for id in ("in", "out")]
    content = {
        "expressions": lines,
        "inputField": "rows",
        "outputPath": "rows",
        "executionMode": "loop",
    }
    node = {"id": "each", "type": "expressionNode", "name": "each", "content": content}
    ways = (("in", "each"), ("each", "out"))
    edges = [{"id": a, "sourceId": a, "targetId": b, "type": "edge"} for a, b in ways]
    return {"nodes": [*ends, node], "edges": edges}


class Zen(Engine):
    """One evaluation for all cases."""

    name = "zen-engine"
    most: Mapping[str, int] = dict.fromkeys(("civil", "tier", "interest"), ROWS)

    def __init__(self) -> None:
        content = {"tier": looping(TIER), "interest": looping(interest())}
        self.engine = zen.ZenEngine({"loader": {"type": "static", "content": content}})
        self.civil = zen.compile_expression(CIVIL)

    def ready(self, question: str, data: Any) -> Any:
        """The cases as JSON text."""
        if question == "civil":
            names, columns = ["first", "last"], [data.first, data.last]
        elif question == "tier":
            names = ["offense", *(f"e{n}" for n in range(made.EARLIER))]
            columns = [data.offense, *data.earlier]
        else:
            each = range(made.PAYMENTS)
            names = ["cost", "since", "on", *(f"day{n}" for n in each), *(f"sum{n}" for n in each)]
            columns = [data.principal, data.since, data.on, *data.paid_on, *data.paid]
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return json.dumps({"rows": [dict(zip(names, row, strict=True)) for row in rows]}).encode()

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, as the engine's own lists."""
        if question == "civil":
            return self.civil.evaluate(ready)
        return self.engine.evaluate(question, ready)["result"]["rows"]

    def told(self, question: str, answer: Any) -> tuple[np.ndarray, ...]:
        """Rows turned into arrays."""
        if question == "civil":
            return super().told(question, answer)
        names = {"tier": ("number", "cents"), "interest": ("interest", "owed")}[question]
        columns = tuple([row[name] for row in answer] for name in names)
        return super().told(question, columns)
