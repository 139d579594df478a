"""Shapes of values: one description reads a person's file and makes its published JSON Schema.

A shape's ``read`` gives the value in the form the product works with and puts what is wrong into
``faults``, all of it, each at its place. A value that has a fault reads as None.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from outfall.law.faults import Fault

Faults = list[Fault]
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)\Z")
_AMOUNT = re.compile(r"\d{1,12}(\.\d{1,2})?\Z")
FIRST_YEAR, LAST_YEAR = 1900, 2200


class Shape(Protocol):
    """What a value must look like."""

    def read(self, value: Any, where: str, faults: Faults) -> Any: ...
    def schema(self) -> dict[str, Any]: ...


def shown(value: Any) -> str:
    """A value as its writer would know it, cut where it is long."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a group of fields"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(name: str, known: list[str]) -> str:
    """A hint at the name that was probably meant."""
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}? " if close else ""


@dataclass(frozen=True)
class Text:
    """Words; a number is taken as it was written."""

    about: str = ""
    longest: int = 4000

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if isinstance(value, bool | dict | list) or value is None:
            faults.append(Fault(where, f"{shown(value)} is not text. Write words here", "not-text"))
            return None
        text = str(value).strip()
        if not text:
            faults.append(
                Fault(where, "this is empty. Write words here or leave the field out", "empty-text")
            )
            return None
        if len(text) > self.longest:
            says = f"this has {len(text)} characters; at most {self.longest} fit. Shorten it"
            faults.append(Fault(where, says, "text-too-long"))
            return None
        return text

    def schema(self) -> dict[str, Any]:
        return _about({"type": ["string", "number"], "maxLength": self.longest}, self.about)


@dataclass(frozen=True)
class Name:
    """An id: letters, digits, dots, dashes and underscores."""

    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,79}", text):
            says = f"{shown(value)} is not a name. Use up to 80 letters, digits, dashes or dots"
            faults.append(Fault(where, says, "not-a-name"))
            return None
        return text

    def schema(self) -> dict[str, Any]:
        return _about(
            {"type": ["string", "integer"], "pattern": "^[A-Za-z0-9][A-Za-z0-9._:/-]{0,79}$"},
            self.about,
        )


@dataclass(frozen=True)
class OneOf:
    """One word of a short list."""

    options: tuple[str, ...]
    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if isinstance(value, str) and value in self.options:
            return value
        hint = near(str(value), list(self.options)) if isinstance(value, str) else ""
        known = ", ".join(self.options)
        says = f"{shown(value)} is not one of {known}. {hint.capitalize()}Choose one of them"
        faults.append(Fault(where, says, "not-a-choice"))
        return None

    def schema(self) -> dict[str, Any]:
        return _about({"enum": list(self.options)}, self.about)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if isinstance(value, bool):
            return value
        faults.append(
            Fault(where, f"{shown(value)} is not true or false. Write true or false", "not-a-flag")
        )
        return None

    def schema(self) -> dict[str, Any]:
        return _about({"type": "boolean"}, self.about)


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds, both included."""

    least: int = 0
    most: int = 1_000_000
    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        number = int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value) else value
        if (
            isinstance(number, bool)
            or not isinstance(number, int)
            or not self.least <= number <= self.most
        ):
            says = (
                f"{shown(value)} is not a whole number from {self.least} to {self.most}. Write one"
            )
            faults.append(Fault(where, says, "not-a-whole-number"))
            return None
        return number

    def schema(self) -> dict[str, Any]:
        return _about({"type": "integer", "minimum": self.least, "maximum": self.most}, self.about)


@dataclass(frozen=True)
class Money:
    """Dollars with at most two decimals, read as integer cents; never negative."""

    about: str = ""
    zero: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if isinstance(value, str | int | Decimal) and not isinstance(value, bool):
            text = str(value).strip()
            if _AMOUNT.match(text):
                cents = int(Decimal(text) * 100)
                if cents or self.zero:
                    return cents
        least = "0 or more" if self.zero else "more than 0"
        says = f"{shown(value)} is not an amount. Write dollars, {least}, such as 1250.00"
        faults.append(Fault(where, says, "not-an-amount"))
        return None

    def schema(self) -> dict[str, Any]:
        return _about(
            {"type": ["string", "number"], "pattern": r"^\d{1,12}(\.\d{1,2})?$", "minimum": 0},
            self.about,
        )


@dataclass(frozen=True)
class Day:
    """A local calendar date; where ``hour`` is set, a local date and time is taken too."""

    about: str = ""
    hour: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        text, clock = (value if isinstance(value, str) else ""), None
        moment = _MOMENT.match(text)
        if moment and self.hour:
            text, clock = moment.group(1), moment.group(2)
        try:
            if not _DAY.match(text):
                raise ValueError
            day = date.fromisoformat(text)
            at = time.fromisoformat(clock) if clock else None
        except ValueError:
            how = "YYYY-MM-DD" + (
                ", or YYYY-MM-DDTHH:MM where the hour matters" if self.hour else ""
            )
            says = f"{shown(value)} is not a date. Write a real day as {how}"
            faults.append(Fault(where, says, "not-a-date"))
            return None
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            years = f"from {FIRST_YEAR} to {LAST_YEAR}"
            says = f"{day} is out of range: the year must be {years}. Correct the year"
            faults.append(Fault(where, says, "year-out-of-range"))
            return None
        return (day, at) if self.hour else day

    def schema(self) -> dict[str, Any]:
        pattern = r"^\d{4}-\d{2}-\d{2}" + (r"([T ]\d{2}:\d{2}(:\d{2})?)?$" if self.hour else "$")
        return _about({"type": "string", "pattern": pattern}, self.about)


@dataclass(frozen=True)
class Share:
    """A part of a cost: a number or a fraction, more than 0."""

    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        text = (
            str(value)
            if isinstance(value, str | int | Decimal) and not isinstance(value, bool)
            else ""
        )
        if re.fullmatch(r"\d{1,9}(\.\d{1,9}|/\d{1,9})?", text):
            try:
                if part := Fraction(text):
                    return part
            except ZeroDivisionError:
                pass
        example = "Write a number or a fraction above 0, such as 1, 2.5 or 1/3"
        says = f"{shown(value)} is not a share. {example}"
        faults.append(Fault(where, says, "not-a-share"))
        return None

    def schema(self) -> dict[str, Any]:
        return _about({"type": ["number", "string"]}, self.about)


@dataclass(frozen=True)
class ListOf:
    """A list of one shape."""

    item: Shape
    about: str = ""
    longest: int = 1000
    least: int = 0
    single: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if self.single and not isinstance(value, list) and value is not None:
            value = [value]
        if not isinstance(value, list):
            faults.append(
                Fault(where, f"{shown(value)} is not a list. Write a list here", "not-a-list")
            )
            return None
        if not self.least <= len(value) <= self.longest:
            says = f"this list has {len(value)} entries; it takes {self.least} to {self.longest}"
            faults.append(Fault(where, says, "list-length"))
            return None
        return [self.item.read(item, f"{where}[{n}]", faults) for n, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "type": "array",
            "items": self.item.schema(),
            "maxItems": self.longest,
        }
        if self.least:
            found["minItems"] = self.least
        if self.single:
            found = {"anyOf": [found, self.item.schema()]}
        return _about(found, self.about)


@dataclass(frozen=True)
class MapOf:
    """Fields of the writer's own naming, all of one shape."""

    item: Shape
    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if not isinstance(value, dict):
            faults.append(Fault(where, f"{shown(value)} is not a group of fields", "not-fields"))
            return None
        return {
            str(key): self.item.read(item, f"{where}.{key}" if where else str(key), faults)
            for key, item in value.items()
        }

    def schema(self) -> dict[str, Any]:
        return _about({"type": "object", "additionalProperties": self.item.schema()}, self.about)


@dataclass(frozen=True)
class Fields:
    """A group of named fields; an unknown one is a fault, since a misspelt field would be lost."""

    needs: Mapping[str, Shape]
    may: Mapping[str, Shape] = field(default_factory=dict)
    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if not isinstance(value, dict):
            faults.append(Fault(where, f"{shown(value)} is not a group of fields", "not-fields"))
            return None
        dot = f"{where}." if where else ""
        for name in self.needs:
            if name not in value:
                shape = self.needs[name]
                about = getattr(shape, "about", "")
                says = f"this is missing. Add {name}{f': {about}' if about else ''}"
                faults.append(Fault(f"{dot}{name}", says, "missing-field"))
        found: dict[str, Any] = {}
        for name, item in value.items():
            shape = self.needs.get(name) or self.may.get(name)  # type: ignore[assignment]
            if shape is None:
                known = [*self.needs, *self.may]
                hint = near(str(name), known)
                says = f"{hint}there is no such field here; there are {', '.join(known)}"
                faults.append(Fault(f"{dot}{name}", says, "unknown-field"))
            elif item is None and name in self.may:
                continue
            else:
                found[name] = shape.read(item, f"{dot}{name}", faults)
        return found

    def schema(self) -> dict[str, Any]:
        return _about(
            {
                "type": "object",
                "properties": {n: s.schema() for n, s in {**self.needs, **self.may}.items()},
                "required": list(self.needs),
                "additionalProperties": False,
            },
            self.about,
        )


@dataclass(frozen=True)
class Custom:
    """A shape with a reader of its own, for values that can be written in several ways."""

    reads: Callable[[Any, str, Faults], Any]
    form: Callable[[], dict[str, Any]]
    about: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        return self.reads(value, where, faults)

    def schema(self) -> dict[str, Any]:
        return _about(self.form(), self.about)


def _about(schema: dict[str, Any], about: str) -> dict[str, Any]:
    return {"description": about, **schema} if about else schema
