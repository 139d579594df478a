"""An entry of a town's record: its fields, their form, its bytes, and how it is read back strictly.

Nothing here asks what time it is, or who acts: all of it is handed in. What is to be pleaded later
stands in a field, and every field is in the digest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from outfall.record.canonical import DEPTH_MOST, WHOLE_MOST, canonical, digest, spelled

FORMAT = "outfall-entry/1"
EMPTIED = "outfall-disposed/1"
ENTRY_MOST = 1024 * 1024

Fields = dict[str, Any]


class Link(NamedTuple):
    """The head of a chain: the place of its last entry, and the digest of that entry."""

    n: int
    digest: str

    def __str__(self) -> str:
        return f"{self.n}:{self.digest}"


FIRST = Link(0, "")
"""The head of a chain without an entry."""


# The form of an entry


def shown(text: str) -> str:
    """Somebody's text, on one line, short, and without what a terminal would obey."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    line = line.encode("utf-8", "backslashreplace").decode("utf-8")
    return line if len(line) <= 200 else f"{line[:199]}…"


def like(pattern: str) -> Callable[[object], bool]:
    """Whether a value is text of this pattern, from its first character to its last."""
    match = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and match(value) is not None


HEX = like("[0-9a-f]{64}")
TEXT = like(r"[^\x00-\x1f\x7f]{1,200}")
_INSTANT = like("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z")
_DAY = like("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def count(value: object) -> bool:
    """Whether a value is a place in a chain: a whole number from 1."""
    return type(value) is int and value >= 1


def _before(value: object) -> bool:
    return value == "" or HEX(value)


def _instant(value: object) -> bool:
    return _INSTANT(value) and _real(datetime, str(value)[:-1])


def _day(value: object) -> bool:
    return _DAY(value) and _real(date, str(value))


def _real(kind: Any, text: str) -> bool:
    try:
        kind.fromisoformat(text)
    except ValueError:
        return False
    return True


def group(**fields: Callable[[Any], bool]) -> Callable[[object], bool]:
    """Whether a value is an object of exactly these fields."""
    return lambda value: (
        type(value) is dict
        and value.keys() == fields.keys()
        and all(fits(value[name]) for name, fits in fields.items())
    )


def or_null(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    """The same, or nothing."""
    return lambda value: value is None or fits(value)


PERSON = group(id=TEXT, name=TEXT, role=TEXT)
LAW = group(id=TEXT, version=TEXT, digest=HEX)
FILE = group(sha256=HEX, name=TEXT, bytes=lambda value: type(value) is int and value >= 0)
_DIGEST = "64 digits of a SHA-256, in small letters"
_PERSON = "a person with id, name and role"
FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "format": (lambda value: value == FORMAT, FORMAT),
    "town": (like("[a-z0-9]+(-[a-z0-9]+)*"), "a short name: small letters, digits and dashes"),
    "n": (count, "a whole number from 1"),
    "before": (_before, f"{_DIGEST}, or empty"),
    "case": (or_null(like("[A-Za-z0-9][A-Za-z0-9._:/-]{0,79}")), "the number of a case, or null"),
    "case_n": (or_null(count), "a whole number from 1, or null"),
    "case_before": (_before, f"{_DIGEST}, or empty"),
    "at": (_instant, "an instant such as 2026-11-30T20:20:05.123456Z"),
    "day": (_day, "a day such as 2026-11-30"),
    "zone": (like("[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}"), "the name of a time zone"),
    "by": (PERSON, _PERSON),
    "second": (or_null(PERSON), f"{_PERSON}, or null"),
    "key": (TEXT, "text of 1 to 200 characters on one line"),
    "law": (or_null(LAW), "a law with id, version and digest, or null"),
    "kind": (like("[a-z][a-z0-9._:-]{0,79}"), "the name of a kind of entry"),
    "body": (lambda value: type(value) is dict, "an object"),
}
"""Each field of an entry: whether a value fits, and what fits in words."""


LEFT: dict[str, tuple[Callable[[object], bool], str]] = {
    **{name: FIELDS[name] for name in ("town", "n", "before", "case", "case_n", "case_before")},
    "at": FIELDS["at"],
    "format": (lambda value: value == EMPTIED, EMPTIED),
    "digest": (HEX, _DIGEST),
}
"""What is left of an entry whose case was disposed of: its links, and the digest that it had."""


def faults_of(entry: Fields) -> list[str]:
    """Everything that is wrong with the fields of one entry, seen by itself."""
    forms = LEFT if entry.get("format") == EMPTIED else FIELDS
    told = [f"it has no field {name}" for name in forms if name not in entry]
    told += [f"it has a field {shown(name)} more" for name in entry if name not in forms]
    for name, (fits, what) in forms.items():
        if name in entry and not fits(entry[name]):
            told.append(f"its {name} is not {what}")
    if told:
        return told
    if (entry["before"] == "") != (entry["n"] == 1):
        told.append("its before is empty for the first entry, and for no other")
    if (entry["case_n"] is None) != (entry["case"] is None):
        told.append("its case_n is null without a case, and only then")
    elif (entry["case_before"] == "") != (entry["case_n"] in (None, 1)):
        told.append("its case_before is empty for the first entry of a case, and for no other")
    if forms is LEFT and entry["case"] is None:
        told.append("it is emptied, and is of no case: nothing but a case is disposed of")
    if not all(FILE(value) for value in _file(entry.get("body"))):
        told.append("a file in its body is not named by sha256, name and bytes")
    return told


def _file(value: object) -> Iterator[Any]:
    """Whatever stands under the name ``file`` in a body, at any depth."""
    if type(value) is dict:
        if "file" in value:
            yield value["file"]
        for item in value.values():
            yield from _file(item)
    elif type(value) is list:
        for item in value:
            yield from _file(item)


def named_files(line: bytes) -> list[Fields]:
    """The files that an entry names in its body, each with its sha256, name and bytes.

    In the one spelling the name ``file`` can't be mistaken: a quotation mark in text is escaped.
    """
    entry = parsed(line)[0] if b'"file":' in line else None
    return list(_file(entry["body"])) if entry else []


def _no_fraction(text: str) -> int:
    raise ValueError(f"it has the number {text}")


def _whole(text: str) -> int:
    number = int(text) if len(text) < 18 else WHOLE_MOST + 1
    return number if -WHOLE_MOST <= number <= WHOLE_MOST else _no_fraction(text)


decoded = json.JSONDecoder(
    parse_float=_no_fraction, parse_int=_whole, parse_constant=_no_fraction
).decode


def deep(value: object) -> int:
    """How deep lists and objects stand in one another."""
    if type(value) in (dict, list):
        return 1 + max(map(deep, value.values() if type(value) is dict else value), default=0)  # type: ignore[call-overload]
    return 0


def parsed(line: bytes) -> tuple[Fields | None, list[str]]:
    """The fields of an entry, or None where it has none; and everything wrong with its form."""
    if len(line) > ENTRY_MOST:
        return None, [f"it is longer than {ENTRY_MOST} bytes"]
    try:
        found = decoded(line.decode("utf-8"))
        same = spelled(found).encode("utf-8") == line
        brackets = line.count(b"{") + line.count(b"[")
        flat = brackets <= DEPTH_MOST or deep(found) <= DEPTH_MOST
    except (ValueError, RecursionError):
        return None, ["it can't be read: it is no JSON of whole numbers, text and lists"]
    if type(found) is not dict:
        return None, ["it is no object"]
    told = [] if flat else [f"its lists and objects are more than {DEPTH_MOST} deep"]
    told = told or faults_of(found)
    if told:
        return None, told
    return found, [] if same else ["it is not written in the one way that an entry is"]


class Broken(Exception):
    """An entry is not as an entry must be; ``faults`` has everything that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class Person(NamedTuple):
    """Who acted, as the record names them for good: the name and role of that day."""

    id: str
    name: str
    role: str


class Law(NamedTuple):
    """The law that an entry rests on: a pack, its version, and the digest of that version."""

    id: str
    version: str
    digest: str


@dataclass(frozen=True)
class Entry:
    """One entry of a town's record; what is no entry can't be made. ``body`` is not to be changed.

    Raises ``Broken`` with every fault.
    """

    town: str
    n: int
    before: str
    case: str | None
    case_n: int | None
    case_before: str
    at: str
    day: str
    zone: str
    by: Person
    second: Person | None
    key: str
    law: Law | None
    kind: str
    body: Fields = field(hash=False)
    format: str = FORMAT
    _content: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        fields = {name: getattr(self, name) for name in FIELDS}
        for name in ("by", "second", "law"):
            if isinstance(fields[name], tuple):
                fields[name] = fields[name]._asdict()
        try:
            content = canonical(fields)
        except (TypeError, ValueError) as error:
            raise Broken((f"it can't be written: {error}",)) from None
        _, told = parsed(content)
        if told:
            raise Broken(tuple(told))
        object.__setattr__(self, "_content", content)

    def content(self) -> bytes:
        """The bytes of the entry, as they are kept, sent and hashed."""
        return self._content

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, which the next entry carries."""
        return digest(self._content)

    @property
    def link(self) -> Link:
        """The head of the town's chain once this entry is its last."""
        return Link(self.n, self.digest)

    @property
    def case_link(self) -> Link:
        """The head of the case's chain once this entry is its last; the first where it has none."""
        return FIRST if self.case_n is None else Link(self.case_n, self.digest)


def read(content: bytes) -> Entry:
    """The entry of these bytes, to the last one; raises ``Broken`` with every fault."""
    found, told = parsed(content)
    if told or found is None:
        raise Broken(tuple(told))
    if found["format"] == EMPTIED:
        raise Broken(("its case was disposed of, and its content is gone",))
    fields = dict(found)
    for name, kind in (("by", Person), ("second", Person), ("law", Law)):
        if fields[name] is not None:
            fields[name] = kind(**fields[name])
    return Entry(**fields)


def instant(at: datetime) -> str:
    """An instant as an entry has it, in UTC; raises ``ValueError`` for one without its zone."""
    ahead = at.utcoffset()
    if ahead is None:
        raise ValueError("an instant needs its zone")
    return f"{(at.replace(tzinfo=None) - ahead).isoformat('T', 'microseconds')}Z"


def head_of(text: str) -> Link:
    """A head as it is printed, such as on a notice; raises ``ValueError`` where it is none."""
    number, _, digest = text.strip().lower().partition(":")
    if not re.fullmatch("[1-9][0-9]{0,15}", number) or not HEX(digest):
        raise ValueError("a head is a number, a colon, and the 64 digits of a SHA-256")
    return Link(int(number), digest)
