"""From parser events to plain data, one node at a time, with a name for everything refused.

Both spellings of a file come through here: YAML as the events of libyaml's parser, JSON as the
same events made by :func:`json_events`. Nothing recurses, and the limits are checked while the
events arrive, so a hostile file is refused before it has grown into anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from yaml import events as ev

from outfall.law.faults import Fault

Plain = dict[str, Any] | list[Any] | str | int | Decimal | bool | None
Step = str | int
# (line, column, children): children are {key: (line, column, tree)} or [tree], None in a leaf.
Tree = tuple[int, int, Any]

FAULTS_MAX = 50
COUNTED_MAX = 1_000

# Characters nobody can see and no notice can print: controls, line separators other than the
# ordinary ones, a byte order mark inside the text, half of a surrogate pair, non-characters.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]+"
)

_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
_BARE_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_STEP = re.compile(r'\.?([A-Za-z_][A-Za-z0-9_-]*)|\[([0-9]{1,9})\]|\[("(?:[^"\\]|\\.)*")\]')


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a file may be. The defaults leave room for some 10,000 events of 200 bytes."""

    bytes_max: int = 4_194_304
    depth_max: int = 32
    nodes_max: int = 400_000
    scalar_max: int = 65_536
    holds: str = "one case"
    """What a file of this kind holds, as it is said where it is too large."""


class Stop(Exception):
    """Reading further would only cost time: a limit is passed, and its fault is written down."""


def plain_value(text: str) -> str | int | Decimal | bool | None:
    """What an unquoted word means: few things, so that no date, parcel or answer changes.

    YAML's own rules read ``no`` as a boolean, ``12:30`` as 750 and ``063`` as 51. Here only
    null, true, false and ordinary decimal numbers of up to 18 digits are more than text. A number
    with a point is a Decimal that prints as it was written; ``+1`` (a telephone number, likely),
    ``1e5`` and ``.5`` stay text.
    """
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if ("0" <= first <= "9" or first == "-") and (found := _NUMBER.fullmatch(text)):
        return Decimal(text) if found.group(1) else int(text)
    return text


def shown(text: str, most: int = 60) -> str:
    """Somebody's own words, short and printable enough to stand inside a sentence."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in short)


def path_of(steps: list[Step]) -> str:
    """``events[3].date``; lists count from 0, and a key that is no plain name stands in quotes."""
    parts = []
    for step in steps:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _BARE_KEY.fullmatch(step):
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f"[{json.dumps(step, ensure_ascii=False)}]")
    return "".join(parts)


def steps_of(path: str) -> list[Step] | None:
    """The steps of a written path, or None where it is no path."""
    steps: list[Step] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            return None
        name, index, quoted = found.groups()
        try:
            steps.append(name if name is not None else int(index) if index else json.loads(quoted))
        except ValueError:
            return None
        at = found.end()
    return steps


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """In the file's order, with the count of those left out at the end."""
    return sorted(
        faults,
        key=lambda fault: (fault.code == "more-faults", fault.line or 0, fault.column or 0),
    )


class Findings:
    """The faults of one file: the first fifty in full, a thousand more counted, then no further.

    A list that nobody reads to its end helps nobody, and making it would cost seconds.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.more = 0

    def add(self, code: str, says: str, where: str = "", mark: Any = None) -> None:
        """Write down a fault; ``mark`` counts from 0. Raises Stop where counting ends."""
        if len(self.faults) >= FAULTS_MAX:
            self.more += 1
            if self.more >= COUNTED_MAX:
                raise Stop
            return
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (None, None)
        self.faults.append(Fault(where, says, code, line, column))

    def all(self) -> tuple[Fault, ...]:
        """Every fault in the file's order, and how many more there are."""
        ordered = in_order(self.faults)
        if self.more:
            many = "at least " if self.more >= COUNTED_MAX else ""
            count = (
                f"is {many}1 more fault"
                if self.more == 1
                else f"are {many}{self.more:,} more faults"
            )
            says = f"There {count}. Put these right first, then try again."
            ordered.append(Fault("", says, "more-faults"))
        return tuple(ordered)


class Builder:
    """Builds the data from events. With ``trace`` it also keeps the place of every node.

    The places cost as much as the data, so a file is read without them first, and read again only
    when somebody asks for one. An event is used up before the next is asked for.
    """

    def __init__(self, limits: Limits, findings: Findings, trace: bool = False) -> None:
        self.limits = limits
        self.findings = findings
        self.trace = trace
        self.data: Plain = None
        self.tree: Tree | None = None
        self.empty = True
        self._here: Any = None  # the list or dict being filled; None outside of both
        self._key: str | None = None  # the key that waits for its value
        # each open container: what it stands in, and its own step there
        self._stack: list[tuple[Any, str | None, Any, dict[str, int], Step]] = []
        self._kids: Any = None  # the places of what is in _here, if traced
        self._key_at = (0, 0)
        self._lines: dict[str, int] = {}  # where each key of the open mapping stood, from 0
        self._nodes = 0
        self._documents = 0

    def run(self, next_event: Callable[[], Any]) -> None:
        """Take events until the stream ends; raises Stop where a limit is passed."""
        while True:
            event = next_event()
            kind = type(event)
            if kind is ev.ScalarEvent:
                self._scalar(event)
            elif kind is ev.MappingStartEvent or kind is ev.SequenceStartEvent:
                self._open(event, {} if kind is ev.MappingStartEvent else [])
            elif kind is ev.MappingEndEvent or kind is ev.SequenceEndEvent:
                self._here, self._key, self._kids, self._lines, _ = self._stack.pop()
            elif kind is ev.AliasEvent:
                self._count(event)
                self._refuse_alias(event, f"*{event.anchor}")
                self._put(None, event)
            elif kind is ev.DocumentStartEvent:
                self._document(event)
            elif kind is ev.StreamEndEvent:
                return

    def _scalar(self, event: Any) -> None:
        value: Plain = event.value
        text: str = event.value
        self._count(event)
        if event.anchor is not None or event.tag is not None:
            self._refuse_marks(event)
        if len(text) > self.limits.scalar_max:
            self._refuse_long(event)
        elif not event.style:
            value = plain_value(text)
            if value is None:
                self._check_hole(event)
        elif event.style == '"' and not text.isprintable() and UNSEEN.search(text):
            says = "This text holds an invisible character, written as an escape. Take it out."
            self._add("control-character", says, event)
        if self._key is None and type(self._here) is dict:
            self._name(value, event)
        else:
            self._put(value, event)

    def _count(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > self.limits.nodes_max:
            says = (
                f"The file holds more than {self.limits.nodes_max:,} names and values, too many "
                "for one case. Split it, or check that this is the right file."
            )
            self.findings.add("too-many-nodes", says, "", event.start_mark)
            raise Stop

    def _name(self, value: Plain, event: Any) -> None:
        """A scalar where a key stands: it must be text, and new to its mapping."""
        text: str = event.value
        if not event.style and text == "<<":
            says = "The merge key '<<' can't be used here. Write the fields out in full."
            self._add("alias-not-allowed", says, event)
        elif type(value) is not str:
            self._refuse_key(event)
        mark = event.start_mark
        if text in self._lines:
            self._refuse_duplicate(text, mark)
        else:
            self._lines[text] = mark.line
        self._key = text
        if self.trace:
            self._key_at = (mark.line + 1, mark.column + 1)

    def _put(self, value: Any, event: Any, kids: Any = None) -> None:
        """Put a finished value, or a list or dict about to be filled, where it belongs."""
        here = self._here
        if type(here) is dict:
            if self._key is None:  # an alias or a collection where a key should stand
                if kids is not None:
                    self._refuse_key(event)
                self._key = "?" if kids is None else None
                return
            here[self._key] = value
        elif here is None:
            self.data = value
            self.empty = value is None and getattr(event, "value", None) == ""
        else:
            here.append(value)
        if self.trace:
            self._keep_place(event.start_mark, kids)
        self._key = None

    def _keep_place(self, mark: Any, kids: Any) -> None:
        tree: Tree = (mark.line + 1, mark.column + 1, kids)
        if self._here is None:
            self.tree = tree
        elif type(self._here) is dict:
            self._kids[self._key] = (*self._key_at, tree)
        else:
            self._kids.append(tree)

    def _open(self, event: Any, child: dict[str, Any] | list[Any]) -> None:
        self._count(event)
        if event.anchor is not None or event.tag is not None:
            self._refuse_marks(event)
        if len(self._stack) >= self.limits.depth_max:
            says = (
                f"Lists and fields stand more than {self.limits.depth_max} deep inside one "
                "another here; a case needs about five. Check the brackets and the indentation."
            )
            self._add("too-deep", says, event)
            raise Stop
        kids: Any = type(child)()
        is_key = self._key is None and type(self._here) is dict
        step = 0 if (found := self._step()) is None else found
        self._put(child, event, kids)
        on_return = "?" if is_key else None
        self._stack.append((self._here, on_return, self._kids, self._lines, step))
        self._here, self._kids, self._lines = child, kids, {}

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            says = (
                "A second document begins here, after a line of three dashes. "
                "Keep one case to a file: take the line out, or save the rest as another file."
            )
            self.findings.add("several-documents", says, "", event.start_mark)
            raise Stop

    # What is refused, and how it is said

    def _add(self, code: str, says: str, event: Any) -> None:
        self.findings.add(code, says, self._path(), event.start_mark)

    def _path(self, key: str | None = None) -> str:
        """The path, fit to print, of the node being read, or of ``key`` in the open mapping."""
        if len(self.findings.faults) >= FAULTS_MAX:
            return ""
        steps = [step for *_, step in self._stack[1:]]
        step = self._step() if key is None else key
        if self._here is not None and step is not None:
            steps.append(step)
        return path_of([shown(step, 80) if isinstance(step, str) else step for step in steps])

    def _step(self) -> Step | None:
        return len(self._here) if type(self._here) is list else self._key

    def _refuse_duplicate(self, key: str, mark: Any) -> None:
        line, first = mark.line + 1, self._lines[key] + 1
        lines = f"on lines {first} and {line}" if first != line else f"on line {line}"
        says = f"'{shown(key)}' is written twice in one place, {lines}. Keep one of them."
        self.findings.add("duplicate-key", says, self._path(key), mark)

    def _refuse_key(self, event: Any) -> None:
        if type(event) is ev.ScalarEvent and event.value:
            word = shown(event.value)
            says = f"The name '{word}' must be text. Put it in quotes: \"{word}\"."
        elif type(event) is ev.ScalarEvent:
            says = "A name is missing before the colon. Write the name of the field there."
        else:
            says = (
                "A list or a group of fields stands where the name of a field should. "
                "Write a name, a colon, a space and then the value."
            )
        self._add("key-not-text", says, event)

    def _refuse_alias(self, event: Any, written: str) -> None:
        says = (
            f"'{shown(written)}' is a reference to another part of the file, which can't be used "
            "here. Write the value out; if it is meant as text, put it in quotes."
        )
        self._add("alias-not-allowed", says, event)

    def _refuse_marks(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse_alias(event, f"&{event.anchor}")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
            says = (
                f"The tag '{shown(tag)}' can't be used here. Take it out; if the text itself "
                "begins with an exclamation mark, put it in quotes."
            )
            self._add("tag-not-allowed", says, event)

    def _refuse_long(self, event: Any) -> None:
        says = (
            f"This text is {len(event.value):,} characters long, and {self.limits.scalar_max:,} "
            "is the most. Shorten it, or look for a quote that is never closed."
        )
        self._add("scalar-too-long", says, event)

    def _check_hole(self, event: Any) -> None:
        """``{date:2026-03-02}`` is, to YAML, one long name without a value; nobody means that."""
        key = self._key
        if event.value == "" and key is not None and ":" in key and type(self._here) is dict:
            says = (
                f"A space is missing after the colon in '{shown(key)}'. "
                "Write the name, a colon, a space and then the value."
            )
            self._add("not-yaml", says, event)
