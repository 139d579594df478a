"""How a paragraph of a pack writes the rules that it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfall.files.pack_terms import (
    ANCHOR,
    ANYTHING,
    COUNTS,
    DUTY,
    LENGTH,
    NEEDS,
    TERM,
    UNITS,
    chosen,
)
from outfall.files.shapes import (
    Custom,
    Day,
    Faults,
    Fields,
    Flag,
    ListOf,
    Money,
    Name,
    OneOf,
    Shape,
    Text,
    Whole,
    shown,
)
from outfall.law.events import COST_KINDS, ELEMENTS, EVENTS, EVERY, INSTRUMENTS
from outfall.law.faults import Fault
from outfall.law.money import YEARS


def _pair(options: tuple[str, ...] | None) -> Custom:
    def read(value: Any, where: str, faults: Faults) -> Any:
        if isinstance(value, dict) and len(value) == 1:
            ((name, cite),) = value.items()
            if options is None or name in options:
                return str(name), str(cite)
        known = f" Choose from {', '.join(options)}" if options else ""
        faults.append(
            Fault(
                where, f"{shown(value)} is not an element with its cite.{known}", "not-an-element"
            )
        )
        return None

    return Custom(
        read,
        lambda: {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": {"type": "string"},
            **({"propertyNames": {"enum": list(options)}} if options else {}),
        },
    )


_MOST = Money("the most for one violation, however long it lasts")
_CAP = Custom(
    lambda v, w, f: None if v == "none" else _MOST.read(v, w, f),
    lambda: {"anyOf": [_MOST.schema(), {"enum": ["none"]}]},
    _MOST.about,
)

CLAUSES = {
    "cumulative": "remedies add to one another",
    "instead": "this stands in place of the other remedies",
    "one_track": "a civil penalty and a criminal one exclude each other",
    "civil_penalty": "civil penalties can follow",
    "criminal_penalty": "criminal penalties can follow",
}
"""What a paragraph can say of the other ones, as a pack notes it for the checker."""

PAPERS = ListOf(OneOf(INSTRUMENTS), "one paper, or several", least=1, single=True)

TIER = Fields(
    {},
    {
        "min": Money("the least", zero=True),
        "max": Money("the most; leave it out where the code names no ceiling", zero=True),
        "jail_days": Whole(0, 36500),
        "warning": Flag("true: the offense gets a warning alone"),
        "since": Day(),
        "until": Day(),
    },
)

_CITE: dict[str, Shape] = {"cite": Text("where other than the paragraph's own")}
_SAYS: dict[str, Shape] = {"says": Text(), **_CITE}


@dataclass(frozen=True)
class RuleShape:
    """One kind of rule that a paragraph can make; its first field names the kind."""

    name: str
    shape: Fields


RULES: dict[str, RuleShape] = {
    rule.name: rule
    for rule in (
        RuleShape(
            "instrument",
            Fields(
                {"instrument": OneOf(INSTRUMENTS), "title": Text(), "needs": NEEDS},
                {
                    "elements": ListOf(_pair(ELEMENTS)),
                    "may_require": ListOf(_pair(None)),
                    "duty": DUTY,
                    **_SAYS,
                },
                "a paper that the town issues",
            ),
        ),
        RuleShape(
            "deadline",
            Fields(
                {
                    "deadline": Name(),
                    "for": OneOf(("party", "town", "body")),
                    "due": TERM,
                    "done_by": ANCHOR,
                },
                {"of": PAPERS, "stayed_by": chosen(ANYTHING), **_SAYS},
                "a period for an act",
            ),
        ),
        RuleShape(
            "action",
            Fields(
                {"action": Name(), "needs": NEEDS},
                {"of": PAPERS, "duty": DUTY, **_SAYS},
                "a power or a duty of the town's",
            ),
        ),
        RuleShape(
            "order",
            Fields(
                {
                    "order": Name(),
                    "starts": ListOf(ANCHOR, least=1),
                    "ends": ListOf(
                        OneOf((*EVENTS, "remedied")), "remedied: the day that leaves no violation"
                    ),
                },
                {
                    "scope": Name("the reading that tells how far it reaches"),
                    "spares_remedy": Flag("true: the work that the paper demands may go on"),
                    **_SAYS,
                },
                "an order that binds the party",
            ),
        ),
        RuleShape(
            "hold",
            Fields(
                {"hold": Name(), "blocks": Name(), "released_by": OneOf(tuple(EVENTS))},
                _SAYS,
                "a hold on a step of the counter's",
            ),
        ),
        RuleShape(
            "penalty",
            Fields(
                {
                    "penalty": OneOf(("civil", "criminal")),
                    "unit": OneOf(UNITS),
                    "starts": ANCHOR,
                    "tiers": chosen(ListOf(ListOf(TIER, single=True, least=1), least=1)),
                },
                {
                    "of": OneOf(INSTRUMENTS),
                    "first_day": OneOf(("counts", "left_out")),
                    "count": chosen(OneOf(COUNTS)),
                    "at_least_one": Flag(),
                    "opens": NEEDS,
                    "after_deadline": chosen(ANYTHING),
                    "tolled_by": chosen(ANYTHING),
                    "each_violation": chosen(Flag()),
                    "escalating": chosen(Flag()),
                    "repeat": Fields(
                        {},
                        {
                            "within": LENGTH,
                            "after_conviction": chosen(Flag()),
                            "unconvicted": chosen(
                                Flag("true: offenses count that no court has decided")
                            ),
                        },
                    ),
                    "cap": chosen(_CAP),
                    **_SAYS,
                },
                "what a day, a week or an offense can cost",
            ),
        ),
        RuleShape(
            "proceeding",
            Fields(
                {
                    "proceeding": OneOf(("appeal", "petition", "protest")),
                    "against": PAPERS,
                },
                {
                    "deadline": Name(),
                    "final": Flag(),
                    "body": Text("who decides it; left out where the code names nobody"),
                    "stay": Text("what the code says of a stay; left out where it is silent"),
                    **_CITE,
                },
                "a way to contest a paper",
            ),
        ),
        RuleShape(
            "interest",
            Fields(
                {
                    "interest": Fields(
                        {
                            "on": chosen(ListOf(OneOf(("cost", "fee", "penalty", "fine")))),
                            "starts": TERM,
                        },
                        {
                            "rates": ListOf(
                                Fields(
                                    {"percent": Text("percent a year")},
                                    {"since": Day(), "until": Day()},
                                ),
                                least=1,
                            ),
                            "policy": Name("the policy figure that gives the percent a year"),
                            "year": chosen(OneOf(YEARS)),
                            **_SAYS,
                        },
                    )
                },
                _CITE,
                "simple interest",
            ),
        ),
        RuleShape(
            "plan",
            Fields(
                {
                    "plan": Fields(
                        {"most": Whole(1, 600)},
                        {
                            "rule": Name(),
                            "every": OneOf(EVERY, "the interval; left out where none is named"),
                            **_SAYS,
                        },
                    )
                },
                _CITE,
                "payment in instalments",
            ),
        ),
        RuleShape(
            "costs",
            Fields({"costs": ListOf(OneOf(COST_KINDS))}, _CITE, "the costs that can be charged"),
        ),
        RuleShape(
            "allocation",
            Fields(
                {"allocation": Name("the policy that tells who bears them")},
                {
                    "shares": Text("how the code sets the shares; left out where it is silent"),
                    **_CITE,
                },
            ),
        ),
        RuleShape(
            "clause",
            Fields(
                {"clause": OneOf(tuple(CLAUSES))},
                _CITE,
                "what the paragraph says of others; no standing rests on it",
            ),
        ),
        RuleShape(
            "undefined",
            Fields(
                {"undefined": Text("the words of the code")},
                {"taken_as": Text("what this pack takes them for"), **_CITE},
                "words that the code uses and does not define",
            ),
        ),
        RuleShape(
            "warning",
            Fields(
                {"warning": Name(), "when": NEEDS, "says": Text()},
                _CITE,
                "something that a person must know",
            ),
        ),
    )
}


def _rule(value: Any, where: str, faults: Faults) -> Any:
    if isinstance(value, dict):
        for name in value:
            if name in RULES:
                found = RULES[name].shape.read(value, where, faults)
                return (name, found) if found is not None else None
    says = f"a rule begins with one of {', '.join(RULES)}"
    faults.append(Fault(where, says, "not-a-rule"))
    return None


RULE = Custom(_rule, lambda: {"anyOf": [rule.shape.schema() for rule in RULES.values()]})
