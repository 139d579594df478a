"""The kinds of rows of a docket and the fields of each, laid out for whole columns.

Nothing is said here of what a field takes: all comes from the shapes of the case file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from outfall.files.case_file import CASE, EVENT_SHAPES, PARTY
from outfall.files.shapes import Fields, ListOf, Shape

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Kinds:
    """By field: which kinds need it, and each shape that it has with the kinds of that shape.

    A mask has a place for each kind, and a last one (-1) for rows of no kind, which take nothing.
    """

    size: int
    needs: dict[str, Mask]
    shapes: dict[str, tuple[tuple[Shape, Mask], ...]]

    def takes(self, field: str) -> Mask:
        """Which kinds have a field."""
        found = np.zeros(self.size + 1, bool)
        for _, mask in self.shapes.get(field, ()):
            found |= mask
        return found


def kinds_of(every: Iterable[Fields]) -> Kinds:
    """The fields of several kinds of rows, in their order."""
    kinds = list(every)
    size = len(kinds)
    needs: dict[str, Mask] = {}
    shapes: dict[str, list[tuple[Shape, Mask]]] = {}
    for n, kind in enumerate(kinds):
        for name in kind.needs:
            needs.setdefault(name, np.zeros(size + 1, bool))[n] = True
        for name, shape in (*kind.needs.items(), *kind.may.items()):
            known = shapes.setdefault(name, [])
            mask = next((mask for other, mask in known if other == shape), None)
            if mask is None:
                mask = np.zeros(size + 1, bool)
                known.append((shape, mask))
            mask[n] = True
    return Kinds(size, needs, {name: tuple(found) for name, found in shapes.items()})


def _fields(shape: Shape) -> Fields:
    """The fields of a group, or of each item of a list of groups."""
    found = shape.item if isinstance(shape, ListOf) else shape
    assert isinstance(found, Fields)
    return found


HEADS = kinds_of(
    [
        Fields(
            {"ordinance": CASE.needs["ordinance"]},
            {
                "note": CASE.may["note"],
                **{f"place.{name}": s for name, s in _fields(CASE.may["place"]).may.items()},
            },
        )
    ]
)
"""A case that makes no choices of its own."""
KINDS = {
    "events": kinds_of(EVENT_SHAPES.values()),
    "parties": kinds_of([PARTY]),
    "history": kinds_of([_fields(CASE.may["history"])]),
}
