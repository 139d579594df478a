"""JSON text as a stream of the same events that the YAML parser gives.

The standard library's parser is the fast way to the data, but it forgets where things stood and
takes the last of two equal keys. This slower reading is used only when a fault or a place is asked
for, and gives both spellings of a case the same faults in the same words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from yaml import events as ev

from outfall.files.nodes import UNSEEN, Limits, Plain, plain_value

# An unclosed quote swallows the rest, so that no character is looked at from two starts.
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_TOKEN = re.compile(_STRING + r'|[\[\]{}]|[^\s,:"\[\]{}]++', re.DOTALL)
_STRINGS = re.compile(_STRING, re.DOTALL)
_NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})
_BRACKETS = bytes.maketrans(b"[{]}", b"(())")
_OTHER_BYTES = bytes(byte for byte in range(256) if byte not in b"[{]}")


class NotPlain(Exception):
    """The text is JSON, or nearly, but holds something to be refused: read it by events."""


class Broken(Exception):
    """The events can't go on: ``says`` is the fault, ``spot`` its place."""

    def __init__(self, says: str, spot: Any) -> None:
        super().__init__(says)
        self.says = says
        self.spot = spot


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotPlain
    return found


def _not_finite(word: str) -> Plain:
    raise NotPlain(word)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once,
    parse_int=plain_value,
    parse_float=plain_value,
    parse_constant=_not_finite,
)


def json_value(text: str, limits: Limits) -> Plain:
    """The data of a JSON text, strictly; NotPlain where there is something to refuse.

    Raises ``JSONDecodeError`` for text that is no JSON.
    """
    if _passes(text, limits):
        raise NotPlain
    try:
        data: Plain = _DECODER.decode(text)
    except RecursionError:
        raise NotPlain from None
    if ("\\" in text or len(text) > limits.scalar_max) and _has_odd_text(data, limits):
        raise NotPlain
    return data


def _passes(text: str, limits: Limits) -> bool:
    """Whether the text is deeper or holds more than allowed, before it is parsed.

    Each round of the loop takes away the innermost brackets, so the cost is linear: the text
    times the depth allowed, and nothing recurses.
    """
    opens = text.count("[") + text.count("{")
    most = 1 + text.count(",") + text.count(":") + opens
    if opens <= limits.depth_max and most <= limits.nodes_max:
        return False
    bare = "".join(_STRINGS.sub("", text).split())
    filled = bare.count("[") + bare.count("{") - bare.count("[]") - bare.count("{}")
    if 1 + bare.count(",") + bare.count(":") + filled > limits.nodes_max:
        return True
    signs = bare.encode().translate(_BRACKETS, _OTHER_BYTES)
    for _ in range(limits.depth_max):
        signs = signs.replace(b"()", b"")
    return bool(signs)


def _has_odd_text(data: Plain, limits: Limits) -> bool:
    """Whether a text is too long, or an escape hid a character that can't be seen."""
    waiting: list[Any] = [data]
    while waiting:
        value = waiting.pop()
        if type(value) is dict:
            waiting.extend(value)
            waiting.extend(value.values())
        elif type(value) is list:
            waiting.extend(value)
        elif type(value) is str:
            if len(value) > limits.scalar_max:
                return True
            if not value.isprintable() and UNSEEN.search(value):
                return True
    return False


class _Mark:
    """A place that moves on with the reading; the events below share one."""

    __slots__ = ("column", "line")

    def __init__(self) -> None:
        self.line = 0
        self.column = 0


def json_events(text: str) -> Iterator[Any]:
    """The events of a JSON text; Broken where brackets or quotes don't match.

    The same few event objects are handed out again and again, which is three times as fast as
    making half a million: take what is needed from one before asking for the next.
    """
    mark: Any = _Mark()
    quoted = ev.ScalarEvent(None, None, (False, True), "", mark, mark, '"')
    bare = ev.ScalarEvent(None, None, (True, False), "", mark, mark, None)
    brackets = {
        "{": ev.MappingStartEvent(None, None, True, mark),
        "[": ev.SequenceStartEvent(None, None, True, mark),
        "}": ev.MappingEndEvent(mark),
        "]": ev.SequenceEndEvent(mark),
    }
    open_: list[str] = []
    line_start = seen = 0
    returns = "\r" in text
    yield ev.DocumentStartEvent(mark)
    for found in _TOKEN.finditer(text):
        at, end = found.span()
        breaks = text.count("\n", seen, at)
        if returns:
            breaks += text.count("\r", seen, at) - text.count("\r\n", seen, at)
        if breaks:
            mark.line += breaks
            line_start = 1 + max(text.rfind("\n", seen, at), text.rfind("\r", seen, at))
        mark.column = at - line_start
        seen = end
        token = found[0]
        if token[0] == '"':
            plain = "\\" not in token and end - at > 1 and token[-1] == '"'
            quoted.value = token[1:-1] if plain else _unescaped(token, mark)
            yield quoted
        elif token in brackets:
            _match(token, open_, mark)
            yield brackets[token]
        elif token in _NOT_FINITE:
            says = f"{token} is not a number that JSON knows. Write the number, or null for none."
            raise Broken(says, mark)
        else:
            bare.value = token
            yield bare
    if open_:
        raise Broken(f"A bracket is not closed: '{open_[-1]}' is missing at the end.", mark)
    yield ev.StreamEndEvent()


def _unescaped(token: str, mark: Any) -> str:
    try:
        return str(json.loads(token))
    except json.JSONDecodeError:
        says = "The quote that opens here is not closed, or a backslash in it is out of place."
        raise Broken(f"{says} Check both.", mark) from None


def _match(token: str, open_: list[str], mark: Any) -> None:
    if token in "{[":
        open_.append("}" if token == "{" else "]")
    elif not open_ or open_.pop() != token:
        raise Broken(f"'{token}' closes a bracket that is not open. Check them in pairs.", mark)
