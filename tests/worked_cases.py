"""The worked cases as data: the files of ``cases/good``, their answers, and what differs.

A case file is plain; its answers lie beside it, one for each day asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.data import data
from outfall.law.ordinance import Ordinance

GOOD = Path(__file__).resolve().parent.parent / "cases" / "good"
KEYS = ("id", "number", "party", "reading", "event", "instrument")


@dataclass(frozen=True)
class Answer:
    """One day of one case, under the case's own choices or under others, and what must hold."""

    file: Path
    on: str
    under: dict[str, Any]
    want: dict[str, Any]

    @property
    def id(self) -> str:
        chosen = {**self.under.get("readings", {}), **self.under.get("policy", {})}
        words = [f"{name}={choice}" for name, choice in chosen.items()]
        words += [self.under["profile"]] if "profile" in self.under else []
        named = self.file.relative_to(GOOD).with_suffix("").as_posix()
        return f"{named}@{self.on}" + (f"[{' '.join(words)}]" if words else "")


def case_files() -> list[Path]:
    return sorted(p for p in GOOD.glob("*/*.yaml") if not p.name.endswith(".answers.yaml"))


def beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.answers.yaml")


@cache
def answers() -> tuple[Answer, ...]:
    return tuple(_answers())


def _answers() -> Iterator[Answer]:
    for file in case_files():
        for item in yaml.load(beside(file).read_text("utf-8"), Loader=yaml.CSafeLoader):
            want = {name: value for name, value in item.items() if name not in ("as_of", "under")}
            yield Answer(file, str(item["as_of"]), item.get("under", {}), want)


@cache
def loaded(file: Path) -> tuple[Case, Ordinance]:
    return load_case(str(file))


def chosen(case: Case, under: dict[str, Any]) -> Case:
    """The case under other choices than its own."""
    return replace(
        case,
        readings=tuple({**dict(case.readings), **under.get("readings", {})}.items()),
        policy=tuple({**dict(case.policy), **under.get("policy", {})}.items()),
        profile=under.get("profile", case.profile),
    )


def standing(file: Path, on: str, under: dict[str, Any]) -> dict[str, Any]:
    case, ordinance = loaded(file)
    return data(assess(ordinance, chosen(case, under), date.fromisoformat(on)))


def same(want: object, have: object) -> bool:
    if isinstance(want, bool) or isinstance(have, bool) or want is None or have is None:
        return want is have
    try:
        return Decimal(str(want)) == Decimal(str(have))
    except InvalidOperation:
        return str(want) == str(have)


def by_name(items: list[Any]) -> dict[str, Any]:
    """The items of a list by each of their names; the first of a name keeps it."""
    found: dict[str, Any] = {}
    for item in items:
        for key in KEYS:
            if isinstance(item, dict) and item.get(key) is not None:
                found.setdefault(str(item[key]), item)
    return found


def differences(want: Any, have: Any, path: str = "") -> Iterator[str]:
    """Every way in which a standing is not what it should be, each with its path."""
    if isinstance(want, dict):
        if isinstance(have, list):
            have = by_name(have)
        if not isinstance(have, dict):
            yield f"{path}: should have {', '.join(map(str, want))}, is {have!r}"
            return
        for key, value in want.items():
            here = f"{path}.{key}".lstrip(".")
            if key == "absent":
                yield from (
                    f"{path}.{name}: is there, and should not be" for name in value if name in have
                )
            elif str(key) not in have:
                yield f"{here}: is not there; there are {', '.join(have) or 'none'}"
            else:
                yield from differences(value, have[str(key)], here)
    elif (
        isinstance(want, list) and isinstance(have, list) and any(isinstance(h, dict) for h in have)
    ):
        names = by_name(have)
        if not want:
            yield f"{path}: there should be none, there are {', '.join(names)}"
        yield from (
            f"{path}: {name} is not there; there are {', '.join(names)}"
            for name in want
            if name not in names
        )
    elif isinstance(want, list):
        if not isinstance(have, list) or list(map(str, want)) != list(map(str, have)):
            yield f"{path}: should be {want}, is {have}"
    elif not same(want, have):
        yield f"{path}: should be {want}, is {have}"


def at(have: dict[str, Any], path: str) -> Any:
    """The value at a path such as ``deadlines.appeal.due``, or None where it is not there."""
    here: Any = have
    for name in path.split("."):
        here = by_name(here) if isinstance(here, list) else here
        here = here.get(name) if isinstance(here, dict) else None
    return here
