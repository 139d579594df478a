"""Published texts, where they lie beside the checkout: the cite of each fact read by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.reading.test_segmenting import innermost
from tests.reading.test_segmenting_properties import assert_whole

from outfall.reading.provisions import Kind
from outfall.reading.segmenting import segment

SHARED = Path(__file__).resolve().parents[3] / "shared"
EXPECTED = SHARED / "ordinances" / "expected.json"
FILES: dict[str, dict[str, Any]] = (
    json.loads(EXPECTED.read_text(encoding="utf-8"))["files"] if EXPECTED.is_file() else {}
)


def source_of(name: str) -> str:
    folder = SHARED / ("seeds" if name.startswith("seed:") else "ordinances")
    path = folder / name.removeprefix("seed:")
    if not path.is_file():
        pytest.skip("this text is not here")
    return path.read_text(encoding="utf-8")


def plain(cite: str) -> str:
    return "".join(one for one in cite.lower() if one.isalnum() or one == "/")


@pytest.mark.skipif(not FILES, reason="the published texts are not here")
@pytest.mark.parametrize("name", FILES or ["none"])
def test_each_fact_stands_in_the_paragraph_that_was_read_by_hand(name: str) -> None:
    source = source_of(name)
    text = segment(source)
    wrong = []
    for fact in FILES[name]["facts"]:
        places = [at for at in range(len(source)) if source.startswith(fact["find"], at)]
        cites = [innermost(text, at).cite for at in places]
        if plain(fact["cite"]) not in map(plain, cites):
            wrong.append((fact["cite"], cites, fact["find"]))
    assert wrong == []


@pytest.mark.skipif(not FILES, reason="the published texts are not here")
@pytest.mark.parametrize("name", FILES or ["none"])
def test_a_published_text_is_held_whole_and_read(name: str) -> None:
    text = segment(source_of(name))
    assert_whole(text)
    assert all(one.kind is not Kind.UNREAD for one in text.provisions)
