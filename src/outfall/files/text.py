"""A case file, as bytes or text, to plain data with the place of every value in it.

A town's file is typed by hand and may come from anybody, so reading it promises two things: what
can't be used is refused by name, with its line and what to do about it, all faults at once; and no
file, however made, takes more than a moment or raises anything but Refused.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from json import JSONDecodeError
from typing import Any

import yaml

from outfall.files.jsontext import Broken, NotPlain, json_events, json_value
from outfall.files.nodes import (
    COUNTED_MAX,
    FAULTS_MAX,
    UNSEEN,
    Builder,
    Findings,
    Limits,
    Plain,
    Step,
    Stop,
    Tree,
    in_order,
    path_of,
    shown,
    steps_of,
)
from outfall.files.syntax import add_json_fault, add_yaml_fault, spot_at
from outfall.law.faults import Fault, Refused

__all__ = [
    "Document",
    "Limits",
    "Plain",
    "Step",
    "load_bytes",
    "load_file",
    "path_of",
    "read_text",
]

LIMITS = Limits()

# libyaml's parser where it is built in, some twenty times as fast as PyYAML's own.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_JSON_START = re.compile(r"[ \t\r\n]*[\[{]")
_JSON_LIKELY = re.compile(r'\s*(?:\[\s*(?:[\[{"\d\]-]|NaN\b|Infinity\b)|\{\s*["}])')
# Directives cost libyaml the square of their number, and none but %YAML is of use here.
_TAG_LINE = re.compile(r"(?:\A|[\r\n])(?=%TAG)")
_LOOKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16, which Windows calls Unicode"),
    (b"\xfe\xff", "UTF-16"),
)
_OTHERS = (
    (b"PK\x03\x04", "a Word, Excel or ZIP file"),
    (b"%PDF-", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel file"),
    (b"\x1f\x8b", "a compressed file"),
)


@dataclass(frozen=True, eq=False)
class Document:
    """What a file says. ``data`` is dicts, lists, text, int, Decimal, bool and None, never float.

    Two documents are compared by their ``data``; the object itself stands for one reading.
    """

    data: Plain
    name: str = ""
    _text: str = field(default="", repr=False)
    _is_json: bool = field(default=False, repr=False)
    _limits: Limits = field(default=LIMITS, repr=False)

    def place(self, path: str, *, key: bool = False) -> tuple[int, int] | None:
        """Line and column, from 1, of the value at a path such as ``events[3].date``.

        The empty path is the whole. With ``key`` it is the place of the field's name instead of
        its value; an entry of a list has no name, and gives its own place. None where the file
        has no such path.
        """
        steps = steps_of(path)
        tree = self._tree
        if steps is None or tree is None:
            return None
        line, column, kids = tree
        for left, step in enumerate(steps, 1 - len(steps)):
            if isinstance(kids, dict) and isinstance(step, str) and step in kids:
                line, column, below = kids[step]
                if left or not key:
                    line, column = below[:2]
                kids = below[2]
            elif isinstance(kids, list) and isinstance(step, int) and step < len(kids):
                line, column, kids = kids[step]
            else:
                return None
        return line, column

    @cached_property
    def _tree(self) -> Tree | None:
        """Read again, once, the first time that a place is asked for."""
        builder = Builder(self._limits, Findings(), trace=True)
        _run(builder, self._text, self._is_json)
        return builder.tree


def read_text(source: bytes | str, limits: Limits = LIMITS, *, name: str = "") -> Document:
    """Read YAML or JSON; raises Refused with every fault that can be found in one reading.

    Text that begins with a bracket is tried as strict JSON first, and then as YAML, whose short
    form begins so too. ``name`` is the file's name, for whoever keeps the document.
    """
    text = _decoded(source, limits)
    if not _JSON_START.match(text):
        return _read_yaml(text, limits, name)
    likely = _JSON_LIKELY.match(text) is not None
    try:
        return Document(json_value(text, limits), name, text, True, limits)
    except NotPlain:
        faults = _json_faults(text, limits) if likely else ()
        if faults:
            raise Refused(faults) from None
        return _read_yaml(text, limits, name)
    except JSONDecodeError as error:
        broken = error
    try:
        return _read_yaml(text, limits, name)
    except Refused as refused:
        if likely:
            raise Refused(_likelier(refused.faults, broken, text)) from None
        raise


def _likelier(faults: tuple[Fault, ...], broken: JSONDecodeError, text: str) -> tuple[Fault, ...]:
    """For text that is neither JSON nor YAML, the complaint of the reading that got further."""
    ends = [fault.line or 0 for fault in faults if fault.code == "not-yaml"]
    if not ends or max(ends) > broken.lineno + 1:
        return faults
    findings = Findings()
    add_json_fault(findings, broken, text)
    kept = [fault for fault in faults if fault.code != "not-yaml"]
    return tuple(in_order([*kept, *findings.faults]))


def _json_faults(text: str, limits: Limits) -> tuple[Fault, ...]:
    findings = Findings()
    _run(Builder(limits, findings), text, is_json=True)
    return findings.all()


def _read_yaml(text: str, limits: Limits, name: str) -> Document:
    findings = Findings()
    builder = Builder(limits, findings)
    _run(builder, text, is_json=False)
    if findings.faults:
        raise Refused(findings.all())
    if builder.empty:
        says = "There is nothing in this file yet. Write the case in it: case, ordinance, events."
        raise _refused("empty-file", says)
    return Document(builder.data, name, text, False, limits)


def _run(builder: Builder, text: str, is_json: bool) -> None:
    """Feed a builder; whatever the parser objects to becomes a finding."""
    findings = builder.findings
    try:
        if is_json:
            builder.run(json_events(text).__next__)
            return
        if "%TAG" in text and (found := _TAG_LINE.search(text)):
            says = "A line that begins with '%TAG' can't be used here. Take it out."
            findings.add("tag-not-allowed", says, "", spot_at(text, found.end()))
            return
        loader = _LOADER(text)
        try:
            builder.run(loader.get_event)
        finally:
            loader.dispose()
    except Stop:
        pass
    except Broken as broken:
        with suppress(Stop):
            findings.add("not-json", broken.says, "", broken.spot)
    except yaml.YAMLError as error:
        with suppress(Stop):
            add_yaml_fault(findings, error, text)


def _refused(code: str, says: str, mark: Any = None) -> Refused:
    findings = Findings()
    findings.add(code, says, "", mark)
    return Refused(findings.all())


def _decoded(source: bytes | str, limits: Limits) -> str:
    """The text, once it is known to be text: UTF-8, of a fair size, with nothing unseen in it."""
    if isinstance(source, str):
        size = len(source) if source.isascii() else len(source.encode("utf-8", "surrogatepass"))
        text = source
    else:
        size = len(source)
        text = ""
    if size > limits.bytes_max:
        raise _too_large(size, limits)
    if not isinstance(source, str):
        _refuse_other_encodings(source)
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(source, error.start) from None
    text = text.removeprefix("\ufeff")
    findings = Findings()
    for found in islice(UNSEEN.finditer(text), FAULTS_MAX + COUNTED_MAX):
        more = len(findings.faults) >= FAULTS_MAX
        spot = None if more else spot_at(text, found.start())
        says = f"An invisible character (U+{ord(found[0][0]):04X}) stands here. Delete it."
        with suppress(Stop):
            findings.add("control-character", says, "", spot)
    if findings.faults:
        raise Refused(findings.all())
    return text


def _refuse_other_encodings(source: bytes) -> None:
    for start, what in _LOOKS:
        if source.startswith(start):
            raise _refused("not-utf8", f"This file is saved as {what}. Save it as UTF-8.")
    for start, what in _OTHERS:
        if source.startswith(start):
            says = f"This looks like {what}, not a text file. "
            raise _refused("not-utf8", says + "Choose the case's own YAML or JSON file.")
    head = source[:64]
    if head.count(0) * 3 >= len(head) > 1:
        says = "This file is full of zero bytes: it is saved as UTF-16, or is not text at all. "
        raise _refused("not-utf8", says + "Save it as UTF-8.")


def _not_utf8(source: bytes, at: int) -> Refused:
    # Every byte before the first wrong one is sound, so the place can be counted in characters.
    sound = source[:at].decode("utf-8")
    spot = spot_at(sound, len(sound))
    letter = source[at : at + 1].decode("cp1252", "ignore")
    meant = f", perhaps meant as '{letter}'" if letter.isprintable() and letter else ""
    says = f"This file is not UTF-8 (byte 0x{source[at]:02X} at line {spot.line + 1}{meant}): "
    return _refused("not-utf8", says + "save it as UTF-8.", spot)


def _too_large(size: int, limits: Limits) -> Refused:
    most = f"{limits.bytes_max:,} bytes"
    if limits.bytes_max >= 1_048_576:
        most = f"{limits.bytes_max / 1_048_576:.3g} MB"
    says = f"This file has {size:,} bytes or more, and {limits.holds} may have {most} at most. "
    return _refused("file-too-large", says + "Check that it is the right file.")


def load_file(path: str, limits: Limits = LIMITS) -> Document:
    """Read a file by its path, or standard input for ``-``; Refused where there is none to read."""
    name = "standard input" if path == "-" else path
    return read_text(load_bytes(path, limits), limits, name=name)


def load_bytes(path: str, limits: Limits = LIMITS) -> bytes | str:
    """What a file holds, or standard input for ``-``; Refused where there is none to read.

    Never reads more than one byte over the limit, and never waits: only ordinary files are opened,
    for a pipe without a writer or a device would never come to an end.
    """
    if path == "-":
        return _standard_input(limits)
    called = shown(path, 200)
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            says = f"'{called}' is a folder. Name one file in it, such as '{called}/case.yaml'."
            raise _refused("is-a-folder", says.replace("//", "/"))
        return _ordinary_file(path, called, limits)
    except (FileNotFoundError, NotADirectoryError):
        says = f"There is no file '{called}'. Check the name, and the folder that you are in."
    except ValueError:  # a path with a null character, or one that no file system can write
        says = f"'{called}' can't be the name of a file. Check the name."
    except PermissionError:
        says = f"You may not read '{called}'. Ask whoever owns it for access, or copy it."
        raise _refused("unreadable-file", says) from None
    except OSError as error:
        reason = (error.strerror or "the system gives no reason").lower()
        says = f"'{called}' can't be read ({reason}). Check the name, or copy the file elsewhere."
        raise _refused("unreadable-file", says) from None
    raise _refused("missing-file", says)


def _ordinary_file(path: str, called: str, limits: Limits) -> bytes:
    """The bytes of an ordinary file; asked again once it is open, as the name may have moved."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if stat.S_ISREG(os.stat(path).st_mode):
        with open(os.open(path, flags | getattr(os, "O_CLOEXEC", 0)), "rb") as stream:
            info = os.fstat(stream.fileno())
            if stat.S_ISREG(info.st_mode):
                if info.st_size > limits.bytes_max:
                    raise _too_large(info.st_size, limits)
                return stream.read(limits.bytes_max + 1)
    says = f"'{called}' is a device or a pipe, not a file. Save the case as a file and name that, "
    raise _refused("not-a-file", says + "or use '-' for standard input.")


def _standard_input(limits: Limits) -> bytes | str:
    stream: Any = getattr(sys.stdin, "buffer", sys.stdin)
    read: Callable[[int], bytes | str] | None = getattr(stream, "read", None)
    if read is None:
        says = "Nothing comes in on standard input. Name a file instead of '-'."
        raise _refused("missing-file", says)
    try:
        return read(limits.bytes_max + 1)
    except (OSError, ValueError):
        says = "Standard input can't be read. Name a file instead of '-'."
        raise _refused("unreadable-file", says) from None
