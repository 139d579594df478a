"""How a calendar is written: holidays and counting rules, each with its dates."""

from __future__ import annotations

from typing import Any

from outfall.files.shapes import (
    Custom,
    Day,
    Faults,
    Fields,
    Flag,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Text,
    Whole,
    shown,
)
from outfall.law.faults import Fault

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS_OFF = ("saturday", "sunday", "holiday")

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
        "easter": Whole(-80, 80, "days from Easter Sunday; -2 is Good Friday"),
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
