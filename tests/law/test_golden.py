"""What is published of every worked case stays the same to the byte, unless somebody says so."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from datetime import date

import pytest

from golden import GOOD, KEPT, told


def kept() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in KEPT.read_text("utf-8").splitlines():
        name, on, digest = line.split()
        found[name].append((on, digest))
    return found


@pytest.mark.parametrize("name", kept())
def test_what_is_told_of_a_case_stays_the_same(name: str) -> None:
    file = GOOD / f"{name}.yaml"
    for on, digest in kept()[name]:
        now = hashlib.sha256(told(file, date.fromisoformat(on)).encode()).hexdigest()[:20]
        assert now == digest, (
            f"{name} on {on} is told otherwise than before. Look at it with `outfall assess` and "
            "`outfall explain`; where it is meant, run `python scripts/golden.py` and say so in "
            "CHANGELOG.md"
        )


def test_every_worked_case_is_kept() -> None:
    files = {
        f"{file.parent.name}/{file.stem}"
        for file in GOOD.glob("*/*.yaml")
        if not file.name.endswith(".answers.yaml")
    }
    assert files == set(kept())
