"""A table of events as numbers, a column at a time; ``columns`` does it an event at a time.

What no number says exactly marks its event with the reason, and the case is handed over.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.engine.columns import (
    DAYS_OF,
    MOST_CENTS,
    MOST_NUMBER,
    NUMBERS_OF,
    WORDS_OF,
)
from outfall.docket.engine.layout import (
    AMOUNT,
    AT,
    BITS,
    CODE,
    CODES,
    DAY,
    DAY1,
    DAY2,
    EARLIEST,
    EVENT_WIDTH,
    FINE,
    LATEST,
    MOST_NAMED,
    MOST_NAMES,
    NAME_BITS,
    NAMED,
    NAMES,
    NOTICE,
    NUMBER,
    ODD,
    R_FAR,
    R_HOURS,
    R_NAMED,
    R_NAMES,
    R_SUMS,
    R_WORDS,
    VIOLATION,
    WORD,
)
from outfall.law.events import ELEMENTS

Long = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
EVERY = slice(None)
EPOCH = date(1970, 1, 1).toordinal()
WITH_PAPER = ("notice_issued", "served", "service_returned")


def days_of(table: pa.Table, name: str) -> Long:
    """A column of days as ordinals; 0 where it is empty or not there."""
    if name not in table.column_names:
        return np.zeros(len(table), np.int64)
    column = table[name].combine_chunks().cast(pa.date32()).cast(pa.int32())
    days = pc.fill_null(column, -EPOCH).to_numpy(zero_copy_only=False)
    return np.asarray(days, np.int64) + EPOCH


class Encoding:
    """One table of events on its way into numbers; ``starts`` cuts it into cases."""

    def __init__(self, starts: Long, events: pa.Table) -> None:
        self.starts, self.table = starts, events
        self.size = len(events)
        self.case = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        self.rows = np.zeros((self.size, EVENT_WIDTH), np.int32)
        self.slots = self.rows.T
        self.known: dict[Any, tuple[Long, Mask]] = {}
        self.parted: dict[str, tuple[pa.Array, Long]] = {}

    def encoded(self) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """The numbers of every event, and the names of deadlines that they point into."""
        code, unknown = self.words("event", NAMES)
        self.code = code - 1
        self.odd(unknown | (code == 0), R_WORDS)
        self.put(CODE, np.maximum(self.code, 0))
        self.put(DAY, days_of(self.table, "date"))
        self.put(AMOUNT, -1)
        self.put(FINE, -1)
        self.hours()
        for code_of in np.unique(self.code[self.code >= 0]).tolist():
            self.own(NAMES[code_of], np.flatnonzero(self.code == code_of))
        self.papers()
        self.violations()
        deadlines = self.references()
        for slot in (DAY1, DAY2):
            day = self.slots[slot]
            self.odd((day != 0) & ((day < EARLIEST) | (day > LATEST)), R_FAR)
        return self.rows, deadlines

    # Parts of a column

    def there(self, name: str) -> bool:
        """Whether a column is there, with anything in it."""
        column = self.table[name] if name in self.table.column_names else None
        return column is not None and column.null_count < self.size

    def text(self, name: str) -> pa.Array:
        """A column as text."""
        if not self.there(name):
            return pa.nulls(self.size, pa.string())
        return self.table[name].combine_chunks().cast(pa.string())

    def texts(self, name: str) -> tuple[pa.Array, Long]:
        """The different texts of a column, and which of them each event has: -1 for none."""
        if name not in self.parted:
            column = self.table[name].combine_chunks() if self.there(name) else self.text(name)
            if not pa.types.is_dictionary(column.type):
                column = column.cast(pa.string()).dictionary_encode()
            if len(column.dictionary.unique()) < len(column.dictionary):
                column = column.cast(pa.string()).dictionary_encode()
            codes = _numpy(pc.fill_null(column.indices, -1))
            self.parted[name] = column.dictionary.cast(pa.string()), codes
        return self.parted[name]

    def words(
        self, name: str, vocabulary: tuple[str, ...], rows: Long | slice = EVERY
    ) -> tuple[Long, Mask]:
        """Each word's place in a vocabulary, from 1 (0: no word), and which are in none."""
        words, codes = self.texts(name)
        key = (name, vocabulary)
        if key not in self.known:
            found = pc.index_in(words, value_set=pa.array(vocabulary, pa.string()))
            place = np.append(_numpy(pc.fill_null(found, -1)) + 1, 0)
            said = np.append(_mask(pc.greater(pc.binary_length(words), 0)), False)
            self.known[key] = place, said & (place == 0)
        place, strange = self.known[key]
        return place[codes[rows]], strange[codes[rows]]

    def numbers(self, name: str, none: int) -> tuple[Long, Mask]:
        """A column of whole numbers, and which of them are out of reach."""
        key = (name, none)
        if key not in self.known:
            if not self.there(name):
                self.known[key] = np.full(self.size, none), np.zeros(self.size, bool)
            else:
                column = self.table[name].combine_chunks().cast(pa.int64())
                value = _numpy(pc.fill_null(column, none))
                strange = (value > MOST_CENTS) | ((value < 0) & _mask(pc.is_valid(column)))
                self.known[key] = np.where(strange, none, value), strange
        return self.known[key]

    def put(self, slot: int, numbers: Long | int) -> None:
        self.slots[slot] = numbers

    def own(self, event: str, rows: Long) -> None:
        """Put the fields that belong to an event where they stand: in its rows."""
        for name, (slot, vocabulary) in WORDS_OF.get(event, {}).items():
            if self.there(name):
                self.slots[slot, rows], strange = self.words(name, vocabulary, rows)
                self.odd(rows[strange], R_WORDS)
        for name, slot in DAYS_OF.get(event, {}).items():
            if self.there(name):
                self.slots[slot, rows] = self.days(name)[rows]
        for name, slot in NUMBERS_OF.get(event, {}).items():
            if self.there(name):
                numbers, strange = self.numbers(name, -1 if slot in (AMOUNT, FINE) else 0)
                self.slots[slot, rows] = numbers[rows]
                self.odd(rows[strange[rows]], R_SUMS)

    def days(self, name: str) -> Long:
        """A column of days as ordinals."""
        key = (name, "days")
        if key not in self.known:
            self.known[key] = days_of(self.table, name), np.zeros(0, bool)
        return self.known[key][0]

    def odd(self, rows: Mask | Long, why: int) -> None:
        """Mark events that no number says exactly."""
        self.slots[ODD, rows] = why

    def of(self, *events: str) -> Mask:
        """Which events have one of these names."""
        return np.isin(self.code, [CODES[event] for event in events])

    # Fields of a kind of their own

    def hours(self) -> None:
        """The hour of the day, in seconds."""
        self.put(AT, np.full(self.size, -1))
        if self.there("at"):
            column = self.table["at"].combine_chunks().cast(pa.int64())
            at = _numpy(pc.fill_null(column, -1))
            strange = _mask(pc.is_valid(column)) & ((at < 0) | (at >= 86_400))
            self.put(AT, np.where(strange, -1, at))
            self.odd(strange, R_HOURS)

    def papers(self) -> None:
        """What papers contain; a paper's name where no paper can be."""
        issued = self.of("notice_issued")
        self.odd(issued & (self.slots[NUMBER] > MOST_NUMBER), R_SUMS)
        if self.there("contents"):
            column = self.table["contents"].combine_chunks()
            if pa.types.is_dictionary(column.type):
                codes = _numpy(pc.fill_null(column.indices, -1))
                self.slots[BITS, issued] = np.append(_bits(column.dictionary), 0)[codes[issued]]
            else:
                self.slots[BITS, issued] = _bits(column)[issued]
        if self.there("instrument"):
            named = _mask(pc.is_valid(self.text("instrument")))
            self.odd(named & ~self.of(*WITH_PAPER), R_WORDS)

    def listed(self, name: str) -> tuple[Long, pa.Array]:
        """The values of a column of lists, and the row of each."""
        column = self.table[name].combine_chunks()
        if pa.types.is_dictionary(column.type):
            column = column.dictionary.take(column.indices)
        return _numpy(pc.list_parent_indices(column)), pc.list_flatten(column).cast(pa.string())

    def violations(self) -> None:
        """Each violation's number in its case, and those that an event names in its order."""
        told, again = _mask(pc.is_valid(self.text("violation"))), self.of("access_reinstated")
        parent, values = np.zeros(0, np.int64), pa.array([], pa.string())
        if self.there("violations"):
            parent, values = self.listed("violations")
        rows = self.of_cases(told | again, parent)  # elsewhere all is of v1, whose number is 0
        if not len(rows):
            return
        own = pc.fill_null(self.text("violation").take(pa.array(rows)), "v1")
        if again.any():
            taken_up = pc.binary_join_element_wise("reinstatement", self.ids(rows), "-")
            own = pc.if_else(pa.array(again[rows]), taken_up, own)
        case = np.concatenate([self.case[rows], self.case[parent]])
        number = _in_case(case, pa.concat_arrays([own, values]))
        many = number >= MOST_NAMES
        own_many, number_of = many[: len(rows)], np.where(many, 0, number)
        self.slots[ODD, rows[own_many]] = R_NAMES
        self.slots[ODD, parent[many[len(rows) :]]] = R_NAMES
        self.slots[VIOLATION, rows] = number_of[: len(rows)]
        self.named(told, parent, number_of[len(rows) :])

    def named(self, told: Mask, parent: Long, number: Long) -> None:
        """The violations that events name, in their order: ``number`` of each, and its row."""
        packed = np.zeros(self.size, np.int64)
        place = np.arange(len(parent)) - np.searchsorted(parent, parent)
        far = place >= MOST_NAMED
        self.slots[ODD, parent[far]] = R_NAMED
        shifted = (number + 1) << (NAME_BITS * np.where(far, 0, place))
        np.add.at(packed, parent[~far], shifted[~far])
        alone = self.of("inspected", "practices_accepted") & (packed == 0) & told
        self.put(NAMED, np.where(alone, self.slots[VIOLATION] + 1, packed))

    def of_cases(self, mask: Mask, rows: Long) -> Long:
        """All rows of the cases of which a row is marked, or is among ``rows``."""
        asked = np.zeros(len(self.starts) - 1, bool)
        asked[self.case[mask]] = True
        asked[self.case[rows]] = True
        return np.flatnonzero(asked[self.case])

    def ids(self, rows: Long) -> pa.Array:
        """The ids of some events: their own, or their place in the case."""
        own = self.text("id").take(pa.array(rows))
        without = np.flatnonzero(_mask(pc.is_null(own)))
        if not len(without):
            return own
        place = rows[without] - self.starts[self.case[rows[without]]] + 1
        made = pc.binary_join_element_wise("e", pa.array(place).cast(pa.string()), "")
        return pc.replace_with_mask(own, pc.is_null(own), made)

    def references(self) -> tuple[str, ...]:
        """Which entry of its case an event points to: a paper, or what was entered in error."""
        told, void = self.text("notice"), self.of("voided")
        moved = self.of("extension_granted")
        deadlines, number, papers = self.deadlines()
        self.slots[WORD, moved] = number[moved]
        self.odd(moved & _mask(pc.is_valid(told)), R_WORDS)
        told = pc.if_else(pa.array(moved), papers, told)
        if void.any():
            told = pc.if_else(pa.array(void), pc.fill_null(self.text("entry"), ""), told)
        pointing = np.flatnonzero(_mask(pc.is_valid(told)))
        rows = self.of_cases(_mask(pc.is_valid(self.text("id"))), pointing)
        if not len(rows):
            return deadlines
        own, pointed = self.entries(rows, pointing, told)
        keys, first, count = np.unique(own, return_index=True, return_counts=True)
        twice = np.unique(self.case[rows[first[count > 1]]])
        self.odd(np.isin(self.case, twice), R_WORDS)
        at = np.minimum(np.searchsorted(keys, pointed), len(keys) - 1)
        local = rows[first[at]] - self.starts[self.case[pointing]] + 1
        self.slots[NOTICE, pointing] = np.where(keys[at] == pointed, local, -1)
        return deadlines

    def entries(self, rows: Long, pointing: Long, told: pa.Array) -> tuple[Long, Long]:
        """A number for the id of each of ``rows``, and for the id that each pointing event tells:
        the same for the same id in the same case."""
        ids, codes = self.texts("id")
        asked, own, size = told.take(pa.array(pointing)), codes[rows], len(ids) + 1
        if (own < 0).any():
            every = pa.concat_arrays([self.ids(rows), asked]).dictionary_encode()
            own, pointed = np.split(_numpy(every.indices), [len(rows)])
            size = len(every.dictionary)
        else:
            pointed = _numpy(pc.fill_null(pc.index_in(asked, value_set=ids), len(ids)))
        return self.case[rows] * size + own, self.case[pointing] * size + pointed

    def deadlines(self) -> tuple[tuple[str, ...], Long, pa.Array]:
        """The names of deadlines, each event's place among them, and the paper that it names."""
        moved = self.of("extension_granted")
        said = pc.if_else(pa.array(moved), pc.fill_null(self.text("deadline"), "None"), None)
        encoded = said.cast(pa.string()).dictionary_encode()
        words = [str(word) for word in encoded.dictionary.to_pylist()]
        names: dict[str, int] = {}
        number = [names.setdefault(w.partition(":")[0], len(names)) + 1 for w in words]
        papers = [w.partition(":")[2] or None for w in words]
        code = _numpy(pc.fill_null(encoded.indices, 0))
        odd = np.array([w.endswith(":") and w.count(":") == 1 for w in words] or [False])
        self.odd(moved & odd[code], R_WORDS)
        paper = pa.array([*papers, None], pa.string()).take(
            pa.array(np.where(moved, code, len(words)))
        )
        return tuple(names), np.array(number or [0], np.int64)[code], paper


def _bits(lists: pa.Array) -> Long:
    """What each list of elements holds of those known, a bit for each."""
    parent = _numpy(pc.list_parent_indices(lists))
    place = pc.index_in(pc.list_flatten(lists).cast(pa.string()), pa.array(ELEMENTS))
    place = _numpy(pc.fill_null(place, -1))
    bits = np.zeros(len(lists), np.int64)
    told = place >= 0
    np.bitwise_or.at(bits, parent[told], 1 << place[told])
    return bits


def _keys(case: Long, values: pa.Array) -> Long:
    """A number for each value in its case: the same for the same value in the same case."""
    encoded = values.dictionary_encode()
    codes = _numpy(pc.fill_null(encoded.indices, 0))
    return np.asarray(case * (len(encoded.dictionary) + 1) + codes, np.int64)


def _in_case(case: Long, values: pa.Array) -> Long:
    """Each value's number among those of its case, from 0."""
    encoded = values.dictionary_encode()
    if len(encoded.dictionary) <= 1:
        return np.zeros(len(values), np.int64)
    keys, place = np.unique(_keys(case, values), return_inverse=True)
    of = keys // (len(encoded.dictionary) + 1)
    return np.asarray(place - np.searchsorted(of, of)[place], np.int64)


def _numpy(array: pa.Array) -> Long:
    return np.asarray(array.to_numpy(zero_copy_only=False), np.int64)


def _mask(array: pa.Array) -> Mask:
    return np.asarray(array.to_numpy(zero_copy_only=False), bool)
