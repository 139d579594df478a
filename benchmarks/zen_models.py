"""Three figures of two ordinances as GoRules decision models (JDM), for ``bench_zen``.

Written as one would for that engine: expression nodes, and a decision table for the tiers. Days
come as day numbers, as the engine's own dates would be slower, and the anniversaries and last days
that the figures rest on are worked out beforehand. Money is in cents.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

PAYMENTS = 5
Node = dict[str, Any]

CIVIL = {
    "last": "ended == null ? on : min([on, ended - 1])",
    "opened": "on > cure_due and not reversed",
    "days": "$.opened ? max([0, $.last - received]) : 0",
    "civil_max": "$.days * a_day",
}
OFFENSES = {
    "tier": "min([3, 1 + len(filter(earlier, #.offense < offense and #.convicted <= on"
    " and offense <= #.until))])",
    "weeks": "1 + floor(((remedied == null ? on : min([on, remedied])) - offense) / 7)",
}
TIERS = ((0, 35_000, 15), (35_000, 70_000, 15), (70_000, 100_000, 15))
FINES = {
    "tier": "tier",
    "weeks": "weeks",
    "fine_min": "least * weeks",
    "fine_max": "most * weeks",
    "jail": "jail_each * weeks",
}


def interest() -> dict[str, str]:
    """Six percent a year on what of a cost is unpaid; a payment goes to interest first."""
    found = {"p0": "cost", "d0": "bears_from", "a0": "0", "t0": "0"}
    for n in range(1, PAYMENTS + 1):
        was, day, paid = n - 1, f"payments[{n - 1}].day", f"payments[{n - 1}].amount"
        found |= {
            f"d{n}": f"max([$.d{was}, {day}])",
            f"a{n}": f"$.a{was} + $.p{was} * 6 * ($.d{n} - $.d{was})",
            f"i{n}": f"min([{paid}, round($.a{n} / 36500) - $.t{was}])",
            f"t{n}": f"$.t{was} + $.i{n}",
            f"p{n}": f"$.p{was} - min([$.p{was}, {paid} - $.i{n}])",
        }
    last = PAYMENTS
    return found | {
        "accrued": f"$.a{last} + $.p{last} * 6 * max([0, on + 1 - $.d{last}])",
        "interest": "round($.accrued / 36500)",
        "owed": f"$.p{last} + $.interest - $.t{last}",
    }


def expressions(id: str, told: dict[str, str]) -> Node:
    """An expression node: each key is worked out in turn, and ``$`` is what came before it."""
    lines = [{"id": f"{id}.{key}", "key": key, "value": value} for key, value in told.items()]
    return {
        "id": id,
        "type": "expressionNode",
        "name": id,
        "content": {"expressions": lines},
    }


def tier_table() -> Node:
    """The tier's least and most money and days of jail; what came in goes on with them."""
    given = ("least", "most", "jail_each")
    rows = [
        {"_id": f"r{n}", "tier": str(n), **dict(zip(given, map(str, row), strict=True))}
        for n, row in enumerate(TIERS, 1)
    ]
    content = {
        "hitPolicy": "first",
        "inputs": [{"id": "tier", "name": "tier", "field": "tier"}],
        "outputs": [{"id": name, "name": name, "field": name} for name in given],
        "rules": rows,
        "passThrough": True,
    }
    return {"id": "tiers", "type": "decisionTableNode", "name": "tiers", "content": content}


CHAINS: dict[str, list[Node]] = {
    "civil": [expressions("civil", CIVIL)],
    "tier": [expressions("offenses", OFFENSES), tier_table(), expressions("fines", FINES)],
    "interest": [expressions("ledger", interest())],
}


def model(*names: str) -> str:
    """One decision with a branch for each figure that is named, as the text of its file."""
    ends = [{"id": "in", "type": "inputNode", "name": "in", "content": {}}]
    ends += [{"id": "out", "type": "outputNode", "name": "out", "content": {}}]
    edges = []
    for name in names:
        way = ["in", *(node["id"] for node in CHAINS[name]), "out"]
        edges += [
            {"id": f"{a}-{b}", "sourceId": a, "targetId": b, "type": "edge"}
            for a, b in pairwise(way)
        ]
    nodes = [*ends, *(node for name in names for node in CHAINS[name])]
    return json.dumps({"nodes": nodes, "edges": edges})
