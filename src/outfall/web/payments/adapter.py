"""What reads payments that somebody else has taken. Outfall itself takes no money.

An adapter turns a file of the town's receiver, bank or payment service into payments, and names
every row that it can't use. It records nothing: a person looks the payments over and confirms them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import BinaryIO, Protocol


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment of a file. ``row`` is its line as a spreadsheet counts; money is in cents."""

    row: int
    case: str
    day: date
    cents: int
    reference: str = ""


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row, or with row 0 the whole file, can't be used, and what to do about it."""

    row: int
    column: str
    says: str
    value: str = ""


class Adapter(Protocol):
    """A way in which payments reach the office.

    ``name`` is what it is known by, ``says`` describes it on the page, ``upload`` tells whether it
    reads a file at all.
    """

    name: str
    says: str
    upload: bool

    def read(self, file: BinaryIO) -> tuple[list[Payment], list[RowFault]]:
        """The payments of a file in its order, and every fault in it. Raises nothing."""
        ...
