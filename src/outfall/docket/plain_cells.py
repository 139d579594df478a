"""The cells of a column judged and read all at once, each different text a single time.

A cell is *plain* where the shape of its field surely takes it, and no more is asked: what is not
plain goes to the reader of case files, which says what is wrong, if anything is. Most shapes read
each different text themselves, so that both ways agree by themselves; texts, names, words and money
are judged by a pattern, for there can be a different one in each row.
"""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.cells import wrong_with
from outfall.docket.gathering import value_of
from outfall.files.shapes import (
    Day,
    Faults,
    Flag,
    ListOf,
    Money,
    Name,
    OneOf,
    Shape,
    Text,
    Whole,
)

Mask = npt.NDArray[np.bool_]
Long = npt.NDArray[np.int64]
NAME = "[A-Za-z0-9][A-Za-z0-9._:/-]{0,79}"
AMOUNT = r"^[0-9]{1,12}(\.[0-9]{1,2})?$"
UNSEEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\u009f\u2028\u2029\ufeff\ufffe\uffff]"
SEEN = r"[\pL\pN\pP\pS]"
"""What is no blank to anybody: a text of blanks alone is empty."""
KNOWN_MOST = 8_000_000
"""Characters of texts of which is remembered what they say, over all parts that a worker does."""
TEXT_COSTS = 50
_DOLLARS, _HUNDRED = pa.decimal128(14, 2), pa.scalar(100, pa.decimal128(3, 0))
_WORDS = pa.list_(pa.string())


class Texts(NamedTuple):
    """A column of text as its different texts, and which of them each row has; -1 for none."""

    different: Any
    codes: Long

    @property
    def there(self) -> Mask:
        """Which rows say anything."""
        return self.codes >= 0


class Said(NamedTuple):
    """What the different texts of a column say: which are plain, and the values of those.

    ``hours`` is the time of day, in seconds, where the column has moments.
    """

    plain: Mask
    values: Any = None
    hours: Any = None


def texts_of(table: Any, name: str) -> Texts | None:
    """A column of a table as its texts; None where the table has it not, or nothing in it."""
    if name not in table.column_names or table.column(name).null_count == table.num_rows:
        return None
    encoded = table.column(name).combine_chunks()
    if not pa.types.is_dictionary(encoded.type):
        encoded = encoded.dictionary_encode()
    codes = encoded.indices
    codes = (pc.fill_null(codes, -1) if codes.null_count else codes).to_numpy()
    return Texts(encoded.dictionary, np.asarray(codes, np.int64))


class Reading:
    """What texts say under the shapes of their fields, remembered from part to part."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], dict[str, Any]] = {}
        self._shapes: list[Shape] = []
        self._held = 0

    def said(self, name: str, shape: Shape, different: Any) -> Said:
        """The different texts of a column as a shape reads them."""
        if isinstance(shape, Text):
            return Said(_texts(different, shape))
        if isinstance(shape, Name):
            return Said(_mask(pc.match_substring_regex(different, f"^{NAME}$")), different)
        if isinstance(shape, OneOf):
            options = pa.array(shape.options, pa.string())
            return Said(_mask(pc.is_in(different, value_set=options)), different)
        if isinstance(shape, Money):
            return _money(different, shape)
        read = self._each(name, shape, different.to_pylist())
        plain = np.array([value is not None for value in read], bool)
        if isinstance(shape, Day):
            return _days(plain, read, shape)
        kind = _kind(shape)
        return Said(plain, None if kind is None else pa.array(read, kind))

    def _each(self, name: str, shape: Shape, different: list[str]) -> list[Any]:
        """What each text says, None where the shape has anything against it."""
        known = self._of(name, shape)
        for text in [text for text in different if text not in known]:
            known[text] = _value(name, shape, text)
            self._held += len(text) + TEXT_COSTS
        return [known[text] for text in different]

    def _of(self, name: str, shape: Shape) -> dict[str, Any]:
        """What is remembered of a field's shape; where it grows too large, all is forgotten."""
        if self._held > KNOWN_MOST:
            self._known.clear()
            self._held = 0
        if shape not in self._shapes:
            self._shapes.append(shape)
        return self._known.setdefault((name, self._shapes.index(shape)), {})


def _value(name: str, shape: Shape, text: str) -> Any:
    faults: Faults = []
    if wrong_with(text):
        return None
    try:
        value = shape.read(value_of(name, text), name, faults)
    except Exception:  # the reader of case files will meet it too, and says so at its case
        return None
    return None if faults else value


def _texts(different: Any, shape: Text) -> Mask:
    plain = pc.match_substring_regex(different, SEEN)
    plain = pc.and_(plain, pc.invert(pc.match_substring_regex(different, UNSEEN)))
    return _mask(pc.and_(plain, pc.less_equal(pc.utf8_length(different), shape.longest)))


def _money(different: Any, shape: Money) -> Said:
    plain = pc.match_substring_regex(different, AMOUNT)
    dollars = pc.if_else(plain, different, "0").cast(_DOLLARS)
    cents = pc.multiply(dollars, _HUNDRED).cast(pa.int64())
    if not shape.zero:
        plain = pc.and_(plain, pc.greater(cents, 0))
    return Said(_mask(plain), cents)


def _days(plain: Mask, read: list[Any], shape: Day) -> Said:
    if not shape.hour:
        return Said(plain, pa.array(read, pa.date32()))
    days: list[date | None] = [value and value[0] for value in read]
    clocks = [value[1] if value else None for value in read]
    hours = [at and at.hour * 3600 + at.minute * 60 + at.second for at in clocks]
    seconds = [None if at is None else hour for at, hour in zip(clocks, hours, strict=True)]
    return Said(plain, pa.array(days, pa.date32()), pa.array(seconds, pa.int64()))


def _kind(shape: Shape) -> Any:
    """The type of a shape's values, None where no rule of law reads them."""
    if isinstance(shape, Flag):
        return pa.bool_()
    if isinstance(shape, ListOf) and isinstance(shape.item, Name | OneOf):
        return _WORDS
    return pa.int64() if isinstance(shape, Whole) else None


def _mask(array: Any) -> Mask:
    return np.asarray(array.to_numpy(zero_copy_only=False), bool)
