"""What is known of the states and of the model codes: two tables, as data beside this file."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

from outfall.files.calendar_file import read
from outfall.files.shapes import Day, Fields, Flag, ListOf, Name, OneOf, Text
from outfall.law.events import ELEMENTS, INSTRUMENTS

HERE = Path(__file__).parent
WHAT = ("penalty", "civil_penalty", "fine", "imprisonment", "interest")


class Ceiling(NamedTuple):
    """The most that a state allows an ordinance of these kinds of municipality.

    ``most`` is in cents, days or percent, for a first, second, ... offense; the last for all that
    follow. ``what`` says of what: ``penalty`` is of either track, ``fine`` of the criminal one.
    """

    state: str
    of: tuple[str, ...]
    what: str
    most: tuple[Decimal, ...]
    cite: str
    source: str
    verified: bool
    since: date | None = None
    until: date | None = None

    def most_for(self, offense: int) -> Decimal:
        """The most for the first (1), second, ... offense."""
        return self.most[min(offense, len(self.most)) - 1]


class ModelElement(NamedTuple):
    """A content that a model ordinance asks of a paper; ``where`` are the powers it tells of."""

    instrument: str
    element: str
    source: str
    verified: bool
    where: tuple[str, ...] = ()


CEILINGS = Fields(
    {
        "ceilings": ListOf(
            Fields(
                {
                    "state": Text(),
                    "of": ListOf(OneOf(("city", "town", "village", "county")), least=1),
                    "what": OneOf(WHAT),
                    "most": ListOf(Text(), least=1),
                    "cite": Text(),
                    "source": Text("where the figure was read"),
                    "verified": Flag("true: a person has read it in the statute itself"),
                },
                {"since": Day(), "until": Day()},
            )
        )
    }
)
MODELS = Fields(
    {
        "elements": ListOf(
            Fields(
                {
                    "instrument": OneOf(INSTRUMENTS),
                    "element": OneOf(ELEMENTS),
                    "source": Text("the model that asks for it"),
                    "read_in": Text("the codes in which it was read"),
                    "verified": Flag("true: a person has read it in the model itself"),
                },
                {"where": ListOf(Name())},
            )
        )
    }
)


@cache
def ceilings() -> tuple[Ceiling, ...]:
    """Every ceiling on record. Raises ``Refused`` where the table is faulty."""
    rows = read(HERE / "ceilings.yaml", CEILINGS)["ceilings"]
    return tuple(
        Ceiling(
            row["state"],
            tuple(row["of"]),
            row["what"],
            tuple(_measure(row["what"], text) for text in row["most"]),
            row["cite"],
            row["source"],
            row["verified"],
            row.get("since"),
            row.get("until"),
        )
        for row in rows
    )


def _measure(what: str, text: str) -> Decimal:
    """Dollars as cents; days and percent as they are."""
    return Decimal(text) * 100 if what.endswith("penalty") or what == "fine" else Decimal(text)


@cache
def model_elements() -> tuple[ModelElement, ...]:
    """Every content that a model asks for. Raises ``Refused`` where the table is faulty."""
    rows = read(HERE / "model-elements.yaml", MODELS)["elements"]
    return tuple(
        ModelElement(
            row["instrument"],
            row["element"],
            row["source"],
            row["verified"],
            tuple(row.get("where", ())),
        )
        for row in rows
    )
