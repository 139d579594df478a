"""A fact that a text states, with its place: a period, an amount, an element of a notice, a power.

The words of ``kind``, ``what``, ``unit`` and ``anchor`` are the vocabulary of ``vocabulary.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Fact:
    """What one place of a text says.

    ``start`` and ``end`` are places in the whole text (characters, the end excluded). ``value`` is
    a number in ``unit`` (dollars for ``usd``), None where the kind has none or the text leaves it
    blank; ``is_blank`` tells the two apart.
    """

    kind: str
    what: str
    cite: str
    start: int
    end: int
    value: int | Decimal | None = None
    unit: str | None = None
    anchor: str | None = None
    """From when a period runs; ``unspecified`` where the text is silent, None without a period."""
    tier: int | None = None
    """Of which offense it speaks: the first, the second, the third or a later one."""
    condition: str | None = None
    """A word for the case in which alone it holds, ``emergency`` for example."""
    bound: str | None = None
    """``min`` where a period is the least that must be given."""
    provision: int | None = None
    """The place of the provision in ``Text.provisions``."""
    is_blank: bool = False
    is_proposed: bool = False
    """Whether it came from a model of the town's own: a person has to look at it first."""
    alternatives: tuple[str, ...] = ()
    """Other words for ``what`` that the text allows, where it leaves open which."""
    remarks: tuple[str, ...] = ()
    """What a person should look at: figures and words that disagree, a start that is cut off."""
