"""What a pack's files may say: one description for the reader and for the published schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfall.files.shapes import (
    Custom,
    Day,
    Faults,
    Fields,
    Flag,
    ListOf,
    MapOf,
    Money,
    Name,
    OneOf,
    Shape,
    Text,
    Whole,
    near,
    shown,
)
from outfall.law.conditions import KINDS
from outfall.law.counting import Length, parse_length
from outfall.law.events import COST_KINDS, ELEMENTS, EVENTS, INSTRUMENTS, METHODS
from outfall.law.faults import Fault
from outfall.law.money import YEARS
from outfall.law.ordinance import (
    Anchor,
    ByReading,
    Condition,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)

ANCHORS = (
    "issue",
    "service",
    "receipt",
    "postmark",
    "filing",
    "decision",
    "hearing",
    "deadline",
    "lapse",
    "observation",
    "discovery",
    "remedy",
    "charge",
    "settled",
    "event",
)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS_OFF = ("saturday", "sunday", "holiday")
UNITS = ("day", "week", "offense")
COUNTS = ("each_day", "additional_full", "additional_begun", "full_only", "once")
COMBINED = ("any", "all", "reading")
CONDITIONS = tuple(KINDS)


def _anchor(value: Any, where: str, faults: Faults) -> Anchor | None:
    if isinstance(value, str) and value in ANCHORS:
        return Anchor(value)
    if isinstance(value, dict) and value:
        (kind, of), *rest = value.items()
        told_by = dict(rest).get("told_by")
        plain = kind in ANCHORS and isinstance(of, str)
        if plain and (not rest or (len(rest) == 1 and told_by in INSTRUMENTS)):
            return Anchor(kind, of, told_by)
    says = f"{shown(value)} does not name a start. Write one of {', '.join(ANCHORS)}, or {{event: abated}}"
    faults.append(Fault(where, says, "not-a-start"))
    return None


ANCHOR = Custom(
    _anchor,
    lambda: {
        "anyOf": [
            {"enum": list(ANCHORS)},
            {
                "type": "object",
                "properties": {
                    **{name: {"type": "string"} for name in ANCHORS},
                    "told_by": {"enum": list(INSTRUMENTS)},
                },
                "minProperties": 1,
                "maxProperties": 2,
                "additionalProperties": False,
            },
        ]
    },
    "the event from which a period runs, or that ends it",
)


def _length(value: Any, where: str, faults: Faults) -> Length | None:
    try:
        return parse_length(str(value))
    except ValueError as trouble:
        faults.append(Fault(where, f"{trouble}", "not-a-length"))
        return None


LENGTH = Custom(
    _length,
    lambda: {
        "type": "string",
        "pattern": r"^\d+ ((business|working) )?(day|hour|week|month|year)s?$",
    },
    "how long, such as 15 days, 10 business days, 48 hours, 5 years",
)


def chosen(shape: Shape) -> Custom:
    """The shape itself, or ``{reading: ID, choices: {CHOICE: ...}}`` with the shape for each choice."""

    def read(value: Any, where: str, faults: Faults) -> Any:
        if not (isinstance(value, dict) and "reading" in value):
            return shape.read(value, where, faults)
        found = _CHOICE.read(value, where, faults)
        if not found or not found.get("choices"):
            return None
        return ByReading(
            found["reading"],
            tuple(
                (name, shape.read(item, f"{where}.choices.{name}", faults))
                for name, item in value["choices"].items()
            ),
        )

    def schema() -> dict[str, Any]:
        return {
            "anyOf": [
                shape.schema(),
                {
                    "type": "object",
                    "properties": {
                        "reading": {"type": "string"},
                        "choices": {"type": "object", "additionalProperties": shape.schema()},
                    },
                    "required": ["reading", "choices"],
                    "additionalProperties": False,
                },
            ]
        }

    return Custom(read, schema, getattr(shape, "about", ""))


_ANY = Custom(lambda value, where, faults: value, lambda: {})
_CHOICE = Fields({"reading": Name(), "choices": MapOf(_ANY)})
_COUNTED = Fields(
    {"after": ANCHOR},
    {
        "length": LENGTH,
        "policy": Name("the policy figure that gives the number of days"),
        "at_least": OneOf(("cure_days",), "the notice's own number of days, where it is greater"),
        "rule": Name("the counting rule; plain where it is not named"),
        "cite": Text(),
    },
)


def _term(value: Any, where: str, faults: Faults) -> Term | None:
    if isinstance(value, dict):
        if "reading" in value:
            return chosen(TERM).read(value, where, faults)  # type: ignore[no-any-return]
        if "named" in value:
            found = Fields({"named": OneOf(("comply_by",))}, {"cite": Text()}).read(
                value, where, faults
            )
            return Named(found.get("named"), found.get("cite") or "")
        if "same_as" in value:
            found = Fields({"same_as": Name()}, {"cite": Text()}).read(value, where, faults)
            return SameAs(found.get("same_as"), found.get("cite") or "")
        if "first_known" in value:
            found = _FIRST_KNOWN.read(value, where, faults) or {}
            return FirstKnown(tuple(found.get("first_known") or ()))
        if "in_danger" in value:
            found = _IN_DANGER.read(value, where, faults) or {}
            return InDanger(found.get("in_danger"), found.get("otherwise"))  # type: ignore[arg-type]
        for word in ("latest", "earliest"):
            if word in value:
                found = Fields({word: ListOf(TERM, least=2)}).read(value, where, faults)
                return Extreme(word == "latest", tuple(found.get(word) or ()))
    found = _COUNTED.read(value, where, faults) or {}
    if found and not ("length" in found) ^ ("policy" in found):
        says = "a period needs either a length or a policy that gives it. Write one of them"
        faults.append(Fault(where, says, "no-length"))
    return Counted(
        found.get("after"),  # type: ignore[arg-type]
        found.get("length"),
        found.get("rule") or "plain",
        found.get("cite") or "",
        found.get("policy"),
        found.get("at_least"),
    )


TERM = Custom(
    _term,
    lambda: {"$ref": "#/$defs/term"},
    "a last day: counted from a start, named by the notice, or the latest of several",
)


_FIRST_KNOWN = Fields(
    {"first_known": ListOf(TERM, least=2)},
    {},
    "the first of these whose clock has started",
)
_IN_DANGER = Fields(
    {"in_danger": TERM, "otherwise": TERM},
    {},
    "one last day where the notice was issued in the face of a recorded danger, another where not",
)


def term_schema() -> dict[str, Any]:
    term = {"$ref": "#/$defs/term"}
    return {
        "anyOf": [
            _COUNTED.schema(),
            _FIRST_KNOWN.schema(),
            _IN_DANGER.schema(),
            Fields({"named": OneOf(("comply_by",))}, {"cite": Text()}).schema(),
            Fields({"same_as": Name()}, {"cite": Text()}).schema(),
            {
                "type": "object",
                "properties": {"latest": {"type": "array", "items": term}},
                "required": ["latest"],
            },
            {
                "type": "object",
                "properties": {"earliest": {"type": "array", "items": term}},
                "required": ["earliest"],
            },
            {
                "type": "object",
                "properties": {
                    "reading": {"type": "string"},
                    "choices": {"type": "object", "additionalProperties": term},
                },
                "required": ["reading", "choices"],
            },
        ]
    }


def _condition(value: Any, where: str, faults: Faults) -> Condition | None:
    if isinstance(value, str):
        value = {value: None}
    if not isinstance(value, dict):
        faults.append(Fault(where, f"{shown(value)} is not a condition", "not-a-condition"))
        return None
    kinds = [name for name in value if name in KINDS]
    extra = [name for name in value if name not in KINDS and name not in ("cite", "choices")]
    if len(kinds) != 1 or extra:
        hint = near(extra[0], list(KINDS)) if extra else ""
        says = f"{hint}a condition names exactly one of {', '.join(KINDS)}"
        faults.append(Fault(where, says, "not-a-condition"))
        return None
    kind, cite = kinds[0], str(value.get("cite") or "")
    body = value[kind]
    if kind in ("any", "all"):
        parts = NEEDS.read(body, f"{where}.{kind}", faults) or []
        return Condition(kind, (), cite, tuple(parts))
    if kind == "reading":
        choices = value.get("choices")
        if not isinstance(choices, dict):
            faults.append(
                Fault(f"{where}.choices", "this is missing. Add the choices", "missing-field")
            )
            return None
        return Condition(
            kind,
            (str(body),),
            cite,
            (),
            tuple(
                (str(name), tuple(NEEDS.read(part, f"{where}.choices.{name}", faults) or ()))
                for name, part in choices.items()
            ),
        )
    args = body if isinstance(body, list) else [] if body is None else [body]
    return Condition(kind, tuple(str(arg) for arg in args), cite)


CONDITION = Custom(_condition, lambda: {"$ref": "#/$defs/condition"}, "a condition of the power")
NEEDS = ListOf(CONDITION, "all of these must hold")


def _duty(value: Any, where: str, faults: Faults) -> Any:
    if isinstance(value, bool):
        return value
    return tuple(NEEDS.read(value, where, faults) or ())


DUTY = Custom(
    _duty,
    lambda: {"anyOf": [{"type": "boolean"}, NEEDS.schema()]},
    "true where the town must do it once it may, or the conditions under which it must",
)


def condition_schema() -> dict[str, Any]:
    own = {"$ref": "#/$defs/condition"}
    simple = {
        name: {"type": ["string", "array", "null"]} for name in CONDITIONS if name not in COMBINED
    }
    return {
        "anyOf": [
            {"enum": [name for name in CONDITIONS if name not in COMBINED]},
            {
                "type": "object",
                "properties": {
                    **simple,
                    "any": {"type": "array", "items": own},
                    "all": {"type": "array", "items": own},
                    "reading": {"type": "string"},
                    "choices": {
                        "type": "object",
                        "additionalProperties": {"type": "array", "items": own},
                    },
                    "cite": {"type": "string"},
                },
                "minProperties": 1,
                "additionalProperties": False,
            },
        ]
    }


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
                {"of": PAPERS, "stayed_by": chosen(_ANY), **_SAYS},
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
                {"scope": Name("the reading that tells how far it reaches"), **_SAYS},
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
                    "after_deadline": chosen(_ANY),
                    "tolled_by": chosen(_ANY),
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
                {"deadline": Name(), "final": Flag(), **_CITE},
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
                {"plan": Fields({"most": Whole(1, 600)}, {"rule": Name(), **_SAYS})},
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
            Fields({"allocation": Name("the policy that tells who bears them")}, _CITE),
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

HOLIDAY = Fields(
    {"name": Text()},
    {
        "month": Whole(1, 12),
        "day": Whole(1, 31),
        "weekday": OneOf(WEEKDAYS),
        "nth": Custom(
            lambda v, w, f: (
                v if isinstance(v, int) and v in (-1, 1, 2, 3, 4, 5) else _bad_nth(v, w, f)
            ),
            lambda: {"enum": [-1, 1, 2, 3, 4, 5]},
        ),
        "on_or_after": Whole(1, 31),
        "easter": Whole(-100, 100, "days from Easter Sunday; -2 is Good Friday"),
        "every": Whole(1, 100, "every so many years, counted from the year of since"),
        "since": Day(),
        "until": Day(),
        "observed": MapOf(
            Custom(
                lambda v, w, f: v if v in (-1, 1, 2) else _bad_nth(v, w, f),
                lambda: {"enum": [-1, 1, 2]},
            )
        ),
    },
)


def _bad_nth(value: Any, where: str, faults: Faults) -> None:
    faults.append(
        Fault(where, f"{shown(value)} is not a step here. Write 1 to 5, or -1", "not-a-step")
    )


COUNTING = Fields(
    {"cite": Text(), "rolls": ListOf(OneOf(DAYS_OFF))},
    {
        "leaves_out": ListOf(OneOf(DAYS_OFF)),
        "when_exactly": Whole(1, 366),
        "when_under": Whole(1, 366),
        "business_days_off": ListOf(OneOf(DAYS_OFF)),
        "hours_roll": Flag(),
        "hours_leave_out": ListOf(OneOf(DAYS_OFF)),
        "since": Day(),
    },
)

CALENDAR = Fields(
    {
        "calendar": Name(),
        "title": Text(),
        "holidays": ListOf(HOLIDAY),
        "rules": MapOf(ListOf(COUNTING, single=True)),
    }
)

VERSIONS = Fields(
    {
        "ordinance": Name(),
        "versions": ListOf(
            Fields({"version": Name(), "file": Name()}, {"since": Day(), "until": Day()}), least=1
        ),
    }
)

READING = Fields(
    {"id": Name(), "cite": Text(), "question": Text(), "adopted": Name(), "choices": MapOf(Text())}
)

PACK = Fields(
    {
        "pack": Name(),
        "title": Text(),
        "source": Text(),
        "zone": Text("the time zone, such as America/New_York"),
        "calendar": Name("the counting rules and holidays, a file of calendars/"),
        "paragraphs": ListOf(
            Fields({"cite": Text(), "heading": Text(), "says": Text()}, {"rules": ListOf(RULE)})
        ),
    },
    {
        "state": Text(),
        "service": ListOf(
            Fields(
                {"method": OneOf(METHODS)},
                {
                    "receipt": OneOf(("with_service", "when_shown")),
                    "adds": Whole(0, 30, "days added to a period"),
                    "adds_after_end": Flag("true: added after the period's own end"),
                    "since": Day(),
                    "until": Day(),
                    **_CITE,
                },
            )
        ),
        "readings": ListOf(READING),
        "policy": ListOf(Fields({"id": Name(), "cite": Text(), "says": Text(), "value": _ANY})),
        "profiles": ListOf(
            Fields(
                {"id": Name(), "says": Text()},
                {
                    "readings": MapOf(Name()),
                    "policy": MapOf(_ANY),
                    "calendar": Name(),
                    "ceiling": Fields({"amount": Money(), "cite": Text()}),
                },
            )
        ),
        "ceiling": Fields(
            {"amount": Money(), "cite": Text()}, {}, "the most that the state allows an ordinance"
        ),
    },
)
