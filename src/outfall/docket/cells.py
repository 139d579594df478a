"""The cells of a column as text, whatever the column's own type, the way a case file writes them.

A cell that no text can stand for (bytes that are no letters, a structure) becomes a *mark*: text
that begins with a character which no case file may hold, and then says what is wrong. So one bad
cell sets its own case aside, and the millions beside it go on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from outfall.files.nodes import UNSEEN

MARK = "\x00outfall: "
"""What a mark begins with: no sound cell does, since nobody can see its first character."""
WORDS_MOST = 4_096
"""Texts in a dictionary of a batch of rows."""
_NO_TEXT = MARK + "these bytes are not text in UTF-8. Save the table with its text as UTF-8"
_AS_IT_IS = "^[ !#-\\[\\]-~]*$"
"""Words that JSON writes as they are: of letters without accents, no quote and no backslash."""
_ZONED = MARK + "this moment has a time zone. Write the local date, or local date and time"


def as_text(column: Any) -> Any:
    """A column of any type as an Arrow array of text, null where it has none.

    Where a few texts stand in many rows they come as a dictionary, written and read once each.

    Dates become ``YYYY-MM-DD``, moments ``YYYY-MM-DDTHH:MM:SS`` (midnight is a date), numbers and
    decimals what they are written as, flags ``true`` and ``false``, lists a JSON list.
    """
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if array.null_count == len(array):
        return pa.nulls(len(array), pa.string())
    if any(is_few(array.type) for is_few in _FEW):
        encoded = array.dictionary_encode()
        if len(encoded.dictionary) <= WORDS_MOST and not encoded.dictionary.null_count:
            words = _written(encoded.dictionary)
            if len(words.unique()) == len(words):
                return pa.DictionaryArray.from_arrays(encoded.indices.cast(pa.int32()), words)
    return _written(array)


def _written(array: Any) -> Any:
    """Each value of an array as text."""
    kind = array.type
    if pa.types.is_dictionary(kind):
        return _written(array.dictionary_decode())
    for is_kind, convert in _CONVERT:
        if is_kind(kind):
            return convert(array)
    return _each(array, lambda value: f"{MARK}a cell of the type {kind} is not text. Write text")


def texts(array: Any) -> Any:
    """Text in a dictionary as text in each row; other text as it is."""
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array


def _whole(array: Any) -> Any:
    return array.cast(pa.string())


def _text(array: Any) -> Any:
    try:
        array.validate(full=True)
        return array.cast(pa.string())
    except pa.ArrowInvalid:
        return _each(array.cast(pa.large_binary()), _decoded)


def _decoded(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return _NO_TEXT


def _moment(array: Any) -> Any:
    if array.type.tz is not None:
        return _each(array, lambda value: _ZONED)
    seconds = array.cast(pa.timestamp("s"), safe=False)
    sound = pc.and_(
        pc.greater_equal(seconds.cast(pa.int64()), -62_135_596_800),
        pc.less(seconds.cast(pa.int64()), 253_402_300_800),
    )
    told = pc.strftime(pc.if_else(sound, seconds, pa.scalar(0, seconds.type)), "%Y-%m-%dT%H:%M:%S")
    told = pc.replace_substring_regex(told, "T00:00:00$", "")
    wrong = pa.scalar(MARK + "this moment is in no year that a calendar has. Correct it")
    return pc.if_else(sound, told, wrong)


def _number(array: Any) -> Any:
    """A table program keeps whole numbers with gaps as floats: 14.0 is 14 here."""
    return array.cast(pa.float64()).cast(pa.string())


def _list(array: Any) -> Any:
    """Lists of words all at once where no word has what JSON writes otherwise, else one by one."""
    words = array.flatten()
    if pa.types.is_list(array.type) and pa.types.is_string(words.type):
        sound = not words.null_count and pc.all(pc.match_substring_regex(words, _AS_IT_IS)).as_py()
        if sound is not False:
            told = pc.binary_join_element_wise('["', pc.binary_join(array, '", "'), '"]', "")
            return pc.if_else(pc.equal(pc.list_value_length(array), 0), "[]", told)
    return _each(array, lambda value: json.dumps(value, ensure_ascii=False, default=str))


def _each(array: Any, say: Callable[[Any], str]) -> Any:
    """Value by value: for what Arrow can't turn into text, or not without stopping at the first."""
    found: list[str | None] = []
    for scalar in array:
        if not scalar.is_valid:
            found.append(None)
            continue
        try:
            found.append(say(scalar.as_py()))
        except UnicodeDecodeError:
            found.append(_NO_TEXT)
        except (ValueError, OverflowError, TypeError):
            found.append(MARK + "this can't be read as a value. Write text")
    return pa.array(found, pa.string())


_FEW = (pa.types.is_dictionary, pa.types.is_integer, pa.types.is_date32)
"""Types of which each different value is written once, where there are few."""
_CONVERT: tuple[tuple[Callable[[Any], bool], Callable[[Any], Any]], ...] = (
    (pa.types.is_string, _text),
    (pa.types.is_large_string, _text),
    (pa.types.is_string_view, _text),
    (pa.types.is_binary, _text),
    (pa.types.is_large_binary, _text),
    (pa.types.is_null, _whole),
    (pa.types.is_boolean, _whole),
    (pa.types.is_integer, _whole),
    (pa.types.is_decimal, _whole),
    (pa.types.is_floating, _number),
    (pa.types.is_date32, _whole),
    (pa.types.is_date64, lambda array: _whole(array.cast(pa.date32()))),
    (pa.types.is_timestamp, _moment),
    (pa.types.is_list, _list),
    (pa.types.is_large_list, _list),
)


def wrong_with(text: str) -> str:
    """What is wrong with a cell as text, empty where nothing is: a mark, or what nobody can see.

    >>> wrong_with("12 Example Lane"), wrong_with("a" + chr(8232))[:22]
    ('', 'an invisible character')
    """
    if text.isprintable():
        return ""
    if text.startswith(MARK):
        return text.removeprefix(MARK)
    found = UNSEEN.search(text)
    if found is None:
        return ""
    return f"an invisible character (U+{ord(found[0][0]):04X}) stands here. Delete it"
