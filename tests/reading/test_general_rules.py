"""No rule of the reader names a town or knows a sentence: it has to read texts nobody showed it."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import accuracy
from alternatives import ways_of
from outfall.files.calendar_file import PACKS

ROOT = Path(__file__).resolve().parents[2]
READING = ROOT / "src" / "outfall" / "reading"
WORDS_MOST = 6

LISTED = """
import json
from alternatives import Patterns
print(json.dumps([[one.module, one.pattern, one.flags] for one in
                  Patterns("outfall.reading", beside=("parsy",)).stands]))
"""


def inline() -> Iterator[tuple[str, str, int]]:
    """The patterns that are written where they are used."""
    for file in READING.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and getattr(node.func.value, "id", "") == "re"
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                yield file.stem, node.args[0].value, 0


@cache
def patterns() -> tuple[tuple[str, str, int], ...]:
    """Every pattern of the reader: module, pattern, flags."""
    done = subprocess.run(
        [sys.executable, "-c", LISTED],
        cwd=ROOT / "scripts",
        capture_output=True,
        text=True,
        check=True,
    )
    made = (tuple(row) for row in json.loads(done.stdout))
    return tuple(dict.fromkeys([*made, *inline()]))


# Sentences

_SPACE = re.compile(r"\[\\s-\][+*?]?|\\s[+*?]?|\\W[+*?]?")
_RUN = re.compile(r"[A-Za-z'’-]+\??(?: +[A-Za-z'’-]+\??)*")


def longest_run(pattern: str) -> int:
    """The most words that stand in a pattern one after the other, with nothing but blanks
    between.

    >>> longest_run(r"a\\s+b\\s+c|(?:d e f g)?h i"), longest_run(r"\\$")
    (4, 0)
    """
    plain = re.sub(r"\\[A-Za-z]", "|", _SPACE.sub(" ", pattern))
    return max((len(run.split()) for run in _RUN.findall(plain)), default=0)


def fewest_words(pattern: str, flags: int = 0) -> int:
    """How many words must stand in what a pattern matches; a gap that has to be filled is one.

    >>> fewest_words(r"(?:the )?owner (?:shall pay|may be asked to pay)"), fewest_words("a|b c")
    (3, 1)
    """
    parser: Any = importlib.import_module("re._parser")
    return len(_shortest(parser.parse(pattern, flags)).split())


def _shortest(tree: Any) -> str:
    made = ""
    for step, given in tree:
        match str(step):
            case "LITERAL":
                made += chr(given)
            case "BRANCH":
                made += min(map(_shortest, given[1]), key=lambda said: len(said.split()))
            case "SUBPATTERN":
                made += _shortest(given[3])
            case "MAX_REPEAT" | "MIN_REPEAT":
                made += _shortest(given[2]) * given[0]
            case "IN":
                made += " " if "CATEGORY_SPACE" in str(given) else "x"
            case "ANY" | "NOT_LITERAL" | "GROUPREF":
                made += "x"
            case "ASSERT" | "ASSERT_NOT" | "AT":
                pass
            case other:
                raise ValueError(f"a step of a kind that is not known: {other}")
    return made


def too_long(pattern: str, flags: int = 0) -> bool:
    """Whether a pattern, or one of the ways in it, knows more words than a phrase has."""
    if longest_run(pattern) > WORDS_MOST:
        return True
    ways = [pattern[way.start : way.end] for way in ways_of(pattern) if not way.is_denied]
    return any(fewest_words(way, flags) > WORDS_MOST for way in ways if stands_alone(way))


def stands_alone(way: str) -> bool:
    try:
        re.compile(way)
    except re.error:
        return False
    return True


def test_no_pattern_matches_a_sentence() -> None:
    assert len(patterns()) > 300
    long = [
        f"{module}: {pattern[:80]}"
        for module, pattern, flags in patterns()
        if too_long(pattern, flags)
    ]
    assert long == []


@pytest.mark.parametrize(
    "sentence",
    [
        r"the\s+owner\s+shall\s+be\s+notified\s+of\s+the\s+cost",
        r"fine|penalty|the owner shall be told the cost in writing",
        r"notice|(?:any|each) person (?:so )?notified (?:shall|may) pay the (?:cost|fee)",
        r"shall\s+(?:\w+\s+){4}the\s+cost\s+of\s+it",
    ],
)
def test_a_pattern_that_does_is_found(sentence: str) -> None:
    assert too_long(sentence)


@pytest.mark.parametrize("phrase", [r"shall\s+be\s+notified\b[^.;]{0,80}\bcosts?", "a|b|c d"])
def test_a_phrase_with_a_gap_is_let_pass(phrase: str) -> None:
    assert not too_long(phrase)


# Towns

_KIND = re.compile(r"^(?:City|Town|Village|Borough|Township|County) of | (?:City|County|Township)$")


def place_names(head: str) -> list[str]:
    """The names of places in the header of a text, or in the title of a pack.

    >>> place_names("# place: City of Example Falls, NY - Sec. 4")
    ['Example Falls']
    """
    if "identified" in head or "invented" in head:
        return []
    place = re.split(r" - |, ", head.partition(":")[2])[0].strip()
    return [_KIND.sub("", place)]


@cache
def towns() -> frozenset[str]:
    """Every place that a text or a pack on this machine is of."""
    found: set[str] = set()
    for folder in (accuracy.CORPUS, accuracy.GIVEN):
        for file in folder.glob("*.txt"):
            for line in file.read_text(encoding="utf-8").splitlines()[:8]:
                if line.startswith("# place:"):
                    found |= set(place_names(line))
    for file in PACKS.rglob("versions.yaml"):
        name, _, state = file.parent.name.rpartition("-")
        if state.isalpha():
            found.add(name.removesuffix("-county").replace("-", " "))
    return frozenset(found)


def named_in(source: str) -> list[str]:
    """The towns that a source names anywhere, in its patterns, words and comments."""
    return [town for town in towns() if re.search(rf"\b{re.escape(town)}\b", source, re.I)]


def test_no_rule_names_a_town() -> None:
    assert len(towns()) > 25
    named = {
        file.name: named_in(file.read_text(encoding="utf-8")) for file in READING.rglob("*.py")
    }
    assert {name: found for name, found in named.items() if found} == {}


def test_a_town_that_is_named_is_found() -> None:
    assert named_in('OWN = re.compile(r"town\\s+of\\s+webster")') == ["webster"]
    assert named_in('CLERK = ways("the city of Frankfort")') == ["Frankfort"]
