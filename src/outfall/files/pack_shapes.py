"""What a pack's files may say: one description for the reader and for the published schema."""

from __future__ import annotations

from outfall.files.pack_rules import _CITE, RULE
from outfall.files.pack_terms import ANYTHING
from outfall.files.shapes import (
    Day,
    Fields,
    Flag,
    ListOf,
    MapOf,
    Money,
    Name,
    OneOf,
    Text,
    Whole,
)
from outfall.law.events import METHODS

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
        "policy": ListOf(Fields({"id": Name(), "cite": Text(), "says": Text(), "value": ANYTHING})),
        "profiles": ListOf(
            Fields(
                {"id": Name(), "says": Text()},
                {
                    "readings": MapOf(Name()),
                    "policy": MapOf(ANYTHING),
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
