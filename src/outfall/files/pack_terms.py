"""How a pack writes starts, lengths, last days and conditions."""

from __future__ import annotations

from typing import Any

from outfall.files.shapes import (
    Custom,
    Faults,
    Fields,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Shape,
    Text,
    near,
    shown,
)
from outfall.law.conditions import KINDS
from outfall.law.counting import Length, parse_length
from outfall.law.events import INSTRUMENTS
from outfall.law.faults import Fault
from outfall.law.ordinance import Condition
from outfall.law.periods import (
    Anchor,
    ByReading,
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
UNITS = ("day", "week", "offense")
COUNTS = ("each_day", "additional_full", "additional_begun", "full_only", "once")
COMBINED = ("any", "all", "reading")
CONDITIONS = tuple(KINDS)


def _anchor(value: Any, where: str, faults: Faults) -> Anchor | None:
    if isinstance(value, str) and value in ANCHORS:
        return Anchor(value, "appeal" if value in ("filing", "hearing", "decision") else "")
    if isinstance(value, dict) and value:
        (kind, of), *rest = value.items()
        told_by = dict(rest).get("told_by")
        plain = kind in ANCHORS and isinstance(of, str)
        if plain and (not rest or (len(rest) == 1 and told_by in INSTRUMENTS)):
            return Anchor(kind, of, told_by)
    known = ", ".join(ANCHORS)
    says = f"{shown(value)} does not name a start. Write one of {known}, or {{event: abated}}"
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
    """The shape itself, or ``{reading: ID, choices: {...}}`` with the shape for each choice."""

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


ANYTHING = Custom(lambda value, where, faults: value, lambda: {})
_CHOICE = Fields({"reading": Name(), "choices": MapOf(ANYTHING)})
_COUNTED = Fields(
    {"after": ANCHOR},
    {
        "length": LENGTH,
        "policy": Name("the policy figure that gives the number of days"),
        "at_least": OneOf(("cure_days",), "the notice's own number of days, where it is greater"),
        "rule": Name("the counting rule; plain where it is not named"),
        "by": OneOf(("filing", "receipt"), "what must have happened by then, as the text says"),
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
        found.get("by") or "",
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
    """The schema of a last day, however it is written."""
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
    """The schema of a condition, alone or combined."""
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
