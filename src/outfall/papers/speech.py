"""The words of papers in a language: a file of sentences, days, amounts and lists as they are said.

A language is one file, ``words/LANGUAGE.yaml``. Its sentences have places in braces,
``{day}`` or ``{amount}``, that are filled with values already written out; what a person typed is
only ever a value, so that no text of theirs is read as anything but text.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from datetime import date, time
from functools import cache
from pathlib import Path
from typing import Any

from outfall.files.nodes import shown
from outfall.files.text import load_file
from outfall.law.faults import Fault, Refused

FOLDER = Path(__file__).parent / "words"
USUAL = "en"
US = {"us", "Us"}  # the Town, the City: a place of every sentence of these groups
TOLD = ("contest", "cover", "deadlines", "holds", "orders", "papers", "texts")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


class Speech:
    """The sentences of one language; ``say`` fills one in."""

    def __init__(self, language: str, sentences: Mapping[str, Any], town: str = "") -> None:
        self.language = language
        self._sentences = sentences
        us = self._us(town)
        self._always = {"us": us, "Us": us[:1].upper() + us[1:]}

    def of(self, town: str) -> Speech:
        """The same words, where ``{us}`` is that town: the City, the County."""
        return Speech(self.language, self._sentences, town)

    def _us(self, town: str) -> str:
        found = self.get("us") or {}
        names = set(re.findall(r"[a-z]+", town.lower()))
        return str(next((found[kind] for kind in found if kind in names), found.get("other", "")))

    @property
    def us(self) -> str:
        """What the town is, at the head of a sentence: The City."""
        return self._always["Us"]

    def say(self, key: str, **values: object) -> str:
        """The sentence of a key such as ``parts.appeal.last_day``, with its places filled."""
        found = self.get(key)
        assert isinstance(found, str), f"no words for {key}"
        return found.format_map({**self._always, **values})

    def every(self, key: str) -> list[str]:
        """The sentences of a list, filled like any other."""
        found = self.get(key)
        assert isinstance(found, list), f"no list of words for {key}"
        return [str(item).format_map(self._always) for item in found]

    def knows(self, key: str) -> bool:
        """Whether there are words for a key."""
        return isinstance(self.get(key), str)

    def get(self, key: str) -> Any:
        """What stands under a key: a sentence, a list or a group; None where nothing does."""
        found: Any = self._sentences
        for name in key.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def name(self, group: str, id: str) -> str:
        """The name of an id of a group, such as a way of service; the id itself, spaced, else."""
        found = self.get(f"{group}.{id}")
        return found if isinstance(found, str) else id.replace("_", " ")

    def day(self, day: date, *, weekday: bool = False) -> str:
        """A date as it is written in a letter; for a last day with its weekday."""
        how = "days.with_weekday" if weekday else "days.plain"
        months, weekdays = self.get("days.months"), self.get("days.weekdays")
        return self.say(
            how,
            weekday=weekdays[day.weekday()],
            month=months[day.month - 1],
            number=day.day,
            year=day.year,
        )

    def hour(self, at: time) -> str:
        """An hour of the day."""
        half = "am" if at.hour < 12 else "pm"
        return self.say(
            f"days.{half}", hour=at.hour % 12 or 12, hour24=at.hour, minute=f"{at.minute:02d}"
        )

    def money(self, cents: int) -> str:
        """Cents as dollars: the same in every language of this country."""
        sign = "−" if cents < 0 else ""
        return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"

    def series(self, items: list[str]) -> str:
        """Several things as they are said one after another."""
        if len(items) < 2:
            return "".join(items)
        return self.say("series", first=", ".join(items[:-1]), last=items[-1])

    def length(self, text: str) -> str:
        """A period such as ``15 days``, said in the language."""
        number, _, unit = text.partition(" ")
        if not number.isdigit():
            return text
        one = number == "1"
        kind = unit.removesuffix("s") if not unit.endswith("ss") else unit
        return self.say(f"lengths.{kind.replace(' ', '_')}.{'one' if one else 'more'}", n=number)


def speech(language: str = USUAL, folder: Path | None = None) -> Speech:
    """The words of a language, with a town's own over them where its folder has any.

    Raises ``Refused`` where there is no such language, or where a town's words have a key or a
    place in braces that ours have not.
    """
    own = folder / f"words.{language}.yaml" if folder is not None else None
    changed = own.stat().st_mtime_ns if own is not None and own.is_file() else 0
    return _speech(language, folder, changed)


@cache
def _speech(language: str, folder: Path | None, changed: int) -> Speech:
    """The words, read once for as long as a town's own stay as they are."""
    if not _LANGUAGE.fullmatch(language):
        says = f"{shown(language)} is no code of a language. Write one such as en or es"
        raise Refused((Fault("language", says, "unknown-language"),))
    file = FOLDER / f"{language}.yaml"
    own = folder / f"words.{language}.yaml" if folder is not None else None
    usual = _load(FOLDER / f"{USUAL}.yaml")
    if not file.is_file() and not (own is not None and own.is_file()):
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.yaml")))
        says = f"there are no words for the language {language}. Known are {known}"
        raise Refused((Fault("language", says, "unknown-language"),))
    sentences = _load(file) if file.is_file() else usual
    if own is not None and own.is_file():
        mine = load_file(str(own)).data
        faults = tuple(_strange(mine, usual, ""))
        if faults:
            raise Refused(tuple(Fault(f"{f.where} of {own.name}", f.says, f.code) for f in faults))
        assert isinstance(mine, dict)
        sentences = _over(sentences, mine)
    return Speech(language, sentences)


def deadline_name(words: Speech, id: str) -> str:
    """The name of a deadline; the payments of a plan have their number."""
    plain = id.partition(":")[0]
    if plain.startswith("payment_"):
        return words.say("texts.payment", n=plain.removeprefix("payment_"))
    return words.name("deadline_names", plain)


def languages() -> list[str]:
    """The languages that ship."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


@cache
def _load(file: Path) -> dict[str, Any]:
    data = load_file(str(file)).data
    assert isinstance(data, dict)
    return data


def places(sentence: str) -> set[str]:
    """The names in braces of a sentence. Raises ValueError where its braces do not pair."""
    found = [part for part in string.Formatter().parse(sentence) if part[1] is not None]
    if any(form or conversion for _, _, form, conversion in found):
        raise ValueError("a place is a name alone")
    return {str(name) for _, name, _, _ in found}


def _strange(mine: Any, ours: Any, where: str) -> Iterator[Fault]:
    """What a town's words have that the product could never fill or use."""
    if isinstance(mine, dict) and (where or mine):
        if not isinstance(ours, dict):
            yield Fault(where, "there is no such group of words. Take it out", "unknown-words")
            return
        for name, item in mine.items():
            at = f"{where}.{name}" if where else str(name)
            if name not in ours:
                yield Fault(at, "there are no such words. Take them out", "unknown-words")
            else:
                yield from _strange(item, ours[name], at)
    elif isinstance(mine, str) and isinstance(ours, str):
        try:
            allowed = places(ours) | (US if where.partition(".")[0] in TOLD else set())
            extra = places(mine) - allowed
        except ValueError:
            says = "its braces are no places. Write {name} for a place, {{ for a brace"
            yield Fault(where, says, "words-braces")
            return
        if extra:
            known = ", ".join(sorted(allowed)) or "none"
            says = f"{{{sorted(extra)[0]}}} is no place of this sentence. Its places are: {known}"
            yield Fault(where, says, "words-places")
    elif isinstance(mine, list) and isinstance(ours, list) and len(mine) == len(ours):
        for n, (item, own) in enumerate(zip(mine, ours, strict=True)):
            yield from _strange(item, own, f"{where}[{n}]")
    else:
        says = "this must have the form that the product's own words have"
        yield Fault(where or "the words", says, "words-form")


def _over(ours: dict[str, Any], mine: dict[str, Any]) -> dict[str, Any]:
    found = dict(ours)
    for name, item in mine.items():
        found[name] = _over(ours[name], item) if isinstance(item, dict) else item
    return found
