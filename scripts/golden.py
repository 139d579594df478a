"""The standings and explanations of every worked case, as they are published: kept to the byte.

The answers beside the cases are worked out by hand and say what is right. This file says what else
a change of the program moves: a standing is a public contract, so a line that changes here is told
in CHANGELOG.md. ``python scripts/golden.py`` writes the lines anew.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import yaml

from outfall.cli.common import load_case
from outfall.cli.explain import text
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.data import data
from outfall.law.explain import explain, subjects
from outfall.law.ordinance import Ordinance

ROOT = Path(__file__).resolve().parent.parent
GOOD = ROOT / "cases" / "good"
KEPT = ROOT / "tests" / "law" / "golden" / "standings.txt"


def days_of(file: Path) -> list[date]:
    """The days on which a case has answers, and one before anything happened."""
    answers = yaml.safe_load(file.with_name(f"{file.stem}.answers.yaml").read_text("utf-8"))
    found = {date.fromisoformat(str(answer["as_of"])) for answer in answers}
    return sorted(found)


@cache
def loaded(file: Path) -> tuple[Case, Ordinance]:
    """A case and the law of its days, read once."""
    return load_case(str(file))


def told(file: Path, on: date) -> str:
    """All that the program tells of a case on a day: the standing and each of its explanations."""
    case, ordinance = loaded(file)
    standing = assess(ordinance, case, on)
    found = [json.dumps({**data(standing), "ordinance": None}, indent=1, ensure_ascii=False)]
    for what in subjects(standing):
        found += text(explain(ordinance, case, what, on), every_day=True)
    return "\n".join(found)


def lines() -> Iterator[str]:
    """One line for each case and day, with the digest of what is told."""
    for file in sorted(GOOD.glob("*/*.yaml")):
        if file.name.endswith(".answers.yaml"):
            continue
        for on in days_of(file):
            digest = hashlib.sha256(told(file, on).encode()).hexdigest()[:20]
            yield f"{file.parent.name}/{file.stem} {on} {digest}"


def main() -> int:
    """Write the lines anew and say how many changed."""
    before = set(KEPT.read_text("utf-8").splitlines()) if KEPT.is_file() else set()
    now = list(lines())
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    print(f"{len(now)} standings, {len(set(now) - before)} of them new or changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
