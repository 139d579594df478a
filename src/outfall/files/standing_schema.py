"""The published shape of a standing: what ``outfall.law.data`` prints, field by field.

Written out by hand, as the contract is: a field that ``data`` gains or loses fails a test until it
is described here. Readers must expect further fields; these keep their names and their meanings.
"""

from __future__ import annotations

from typing import Any

from outfall.law.events import ELEMENTS, INSTRUMENTS

Schema = dict[str, Any]

STATUSES = ("open", "met", "late", "missed", "stayed")
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
DATE: Schema = {"$ref": "#/$defs/date"}
MONEY: Schema = {"$ref": "#/$defs/money"}
CITE: Schema = {"$ref": "#/$defs/cite"}


def maybe(schema: Schema) -> Schema:
    """That, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def each(name: str) -> Schema:
    """A list of one of the things described under ``$defs``."""
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}


def thing(about: str, fields: dict[str, Schema], may: dict[str, Schema] | None = None) -> Schema:
    """A group of fields that are always there, and some that may be."""
    return {
        "description": about,
        "type": "object",
        "properties": {**fields, **(may or {})},
        "required": list(fields),
    }


def told(schema: Schema, about: str) -> Schema:
    """A field with what it means."""
    return {"description": about, **schema}


def standing_schema() -> Schema:
    """A standing as ``outfall assess --json`` prints it."""
    head = thing(
        "All that follows from a case under an ordinance at the end of a day.",
        {
            "case": told(TEXT, "the case's number"),
            "as_of": told(DATE, "the day asked about"),
            "ordinance": thing(
                "The law that was applied; the digest names its exact data.",
                {
                    "id": TEXT,
                    "version": TEXT,
                    "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                },
            ),
            "deadlines": each("deadline"),
            "actions": each("action"),
            "orders": each("order"),
            "holds": each("hold"),
            "notices": each("notice"),
            "exposure": thing(
                "What the law would allow: never owed, and never added to what is.",
                {"civil": {"$ref": "#/$defs/civil"}, "criminal": {"$ref": "#/$defs/criminal"}},
            ),
            "assessed": thing("What the town has decided.", {"penalty": MONEY}),
            "account": {"$ref": "#/$defs/account"},
            "irregularities": each("remark"),
            "warnings": each("remark"),
            "readings": each("reading"),
        },
    )
    return {
        **head,
        "$defs": {
            **_plain(),
            **_clocks(),
            **_bindings(),
            **_exposure(),
            **_account(),
            **_remarks(),
        },
    }


def _plain() -> dict[str, Schema]:
    return {
        "date": {"description": "A local calendar date.", "type": "string", "format": "date"},
        "money": {
            "description": "Dollars as decimal text with two places; never a float.",
            "type": "string",
            "pattern": r"^-?\d+\.\d{2}$",
        },
        "cite": {"description": "The paragraph that it rests on.", "type": "string"},
    }


def _clocks() -> dict[str, Schema]:
    compared = thing("One of the last days compared.", {"due": DATE, "length": TEXT, "cite": CITE})
    return {
        "deadline": thing(
            "A period for an act, once its clock has started.",
            {
                "id": told(TEXT, "comply, appeal, hearing, ...; with :entry for a further notice"),
                "for": {"enum": ["party", "town", "body"]},
                "from": thing(
                    "The entry that started the clock, and its day.",
                    {"event": maybe(TEXT), "date": maybe(DATE)},
                ),
                "length": told(TEXT, "15 days, named (by the notice), same (as another), ..."),
                "due": told(DATE, "the last timely day, judged at its end"),
                "extended_from": told(maybe(DATE), "the last day before an extension"),
                "status": {"enum": list(STATUSES)},
                "done_on": maybe(DATE),
                "cite": CITE,
                "reading": told(maybe(TEXT), "the reading that decides the last day"),
                "notice": told(maybe(TEXT), "the entry of the notice under which it runs"),
            },
            {
                "due_at": told({"type": "string", "format": "date-time"}, "where the hour matters"),
                "compared": {"type": "array", "items": compared, "minItems": 2},
            },
        ),
        "action": thing(
            "An act that the ordinance knows, permitted on the day or not.",
            {
                "id": TEXT,
                "permitted": FLAG,
                "obligatory": told(FLAG, "a duty of the town's that is not done yet"),
                "since": told(maybe(DATE), "the first day of its being permitted, without a break"),
                "not_before": told(maybe(DATE), "the first day on which it could open, if known"),
                "cite": CITE,
                "because": each("step"),
                "notice": maybe(TEXT),
            },
        ),
        "step": thing(
            "One condition, and whether it holds.",
            {"holds": FLAG, "text": TEXT, "cite": CITE},
            {"parts": each("step")},
        ),
    }


def _bindings() -> dict[str, Schema]:
    in_force = {"id": TEXT, "in_force": FLAG, "since": DATE, "until": maybe(DATE), "cite": CITE}
    return {
        "order": thing(
            "Something that the party must do or leave.",
            {**in_force, "scope": told(maybe(TEXT), "the reading of how far it reaches")},
        ),
        "hold": thing(
            "A step that the counter must refuse.",
            {
                **in_force,
                "released_by": told(TEXT, "the event that ends it"),
                "blocks": told(TEXT, "the act that it blocks"),
            },
        ),
        "notice": thing(
            "A paper of the town's, and what it lacks.",
            {
                "event": told(TEXT, "the entry that issued it"),
                "instrument": {"enum": list(INSTRUMENTS)},
                "complete": FLAG,
                "missing": {"type": "array", "items": {"enum": list(ELEMENTS)}},
                "missing_cites": {"type": "array", "items": CITE},
                "served_on": maybe(DATE),
                "received_on": maybe(DATE),
            },
        ),
    }


def _exposure() -> dict[str, Schema]:
    tier = told(maybe(COUNT), "first, second, ... offense")
    most = told(maybe(MONEY), "null where the code names no ceiling")
    rule = {
        "unit": told(maybe({"enum": ["day", "week", "offense"]}), "what is counted"),
        "says": told(maybe(TEXT), "what the code adds to it, in the pack's words"),
        "cite": maybe(CITE),
    }
    return {
        "civil": thing(
            "The civil penalty that the law would allow; without a cite the code has none.",
            {
                "max": most,
                "min": MONEY,
                "per_day": maybe(MONEY),
                "days": COUNT,
                "tier": tier,
                **rule,
            },
        ),
        "criminal": thing(
            "The fine that a court could set; without a cite the code has none.",
            {
                "tier": tier,
                "violations": COUNT,
                "min": MONEY,
                "max": most,
                "jail_days_max": COUNT,
                **rule,
            },
        ),
    }


def _account() -> dict[str, Schema]:
    part = {"charged": MONEY, "reduced": MONEY, "paid": MONEY, "owed": MONEY}
    names = ("cost", "penalty", "fee", "fine", "interest")
    share = thing("Who bears what of the cost.", {"party": TEXT, "amount": MONEY})
    return {
        "part": thing("One kind of money, kept apart from the others.", part),
        "account": thing(
            "What is charged, accrued, paid and owed.",
            {
                "charges": MONEY,
                "interest": MONEY,
                "reduced": MONEY,
                "paid": MONEY,
                "balance": MONEY,
                "credit": told(MONEY, "paid beyond what is owed"),
                "per_diem": told(MONEY, "the interest of each further day"),
                "lien": FLAG,
                "plan": each("payment"),
                "parts": {
                    "type": "object",
                    "properties": {name: {"$ref": "#/$defs/part"} for name in names},
                    "required": [name for name in names if name != "fine"],
                },
                "allocation": {"type": "array", "items": share},
                "cite": told(maybe(CITE), "the paragraph of the interest"),
            },
        ),
        "payment": thing(
            "One payment of a plan.",
            {
                "number": {"type": "integer", "minimum": 1},
                "due": DATE,
                "amount": MONEY,
                "status": {"enum": list(STATUSES)},
                "done_on": maybe(DATE),
            },
        ),
    }


_CHANGED = ("deadlines", "actions", "orders", "holds", "exposure", "account", "irregularities")


def _remarks() -> dict[str, Schema]:
    changes = {
        "description": "What would differ, by its path in the standing; items of lists by id.",
        "type": "object",
        "propertyNames": {"pattern": rf"^({'|'.join(_CHANGED)})\."},
        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
    }
    return {
        "remark": thing(
            "An act that the law did not permit on its day, or something to take care of.",
            {
                "id": TEXT,
                "event": told(maybe(TEXT), "the entry that it speaks of"),
                "text": TEXT,
                "cite": CITE,
                "risk": told(maybe(TEXT), "what it puts at risk"),
            },
        ),
        "reading": thing(
            "A question that the text leaves open and that this case touches.",
            {
                "id": TEXT,
                "adopted": TEXT,
                "cite": CITE,
                "otherwise": {
                    "type": "array",
                    "items": thing("Another choice.", {"reading": TEXT, "changes": changes}),
                },
            },
        ),
    }
