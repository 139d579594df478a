"""Patterns taken apart, watched and cut: what the five folds rest on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from alternatives import Stand, probe, ways_of, without

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
PATTERNS = {
    r"\bfines?|penalt(?:y|ies)\b": ["", "\\bfines?", "penalt(?:y|ies)\\b", "y", "ies"],
    r"[|()\]a]|\|": ["", r"[|()\]a]", r"\|"],
    r"[]|]x|[^]|]y": ["", "[]|]x", "[^]|]y"],
    r"(?P<a>b|(c|))": ["", "b", "(c|)", "c", ""],
    r"a(?<=b|c)(?<!d|e)": ["", "b", "c", "d", "e"],
    r"(?:only one)": [""],
    r"(a|b)\1": [""],
}
"""Each with its alternatives; the first, all of it, is written as nothing."""


@pytest.mark.parametrize(("pattern", "parts"), PATTERNS.items())
def test_alternatives_are_found_at_any_depth(pattern: str, parts: list[str]) -> None:
    whole, *found = ways_of(pattern)
    assert (whole.start, whole.end) == (0, len(pattern))
    assert [pattern[one.start : one.end] for one in found] == parts[1:]


def test_each_knows_what_it_stands_in_and_whether_it_is_forbidden() -> None:
    pattern = r"a(?:b|c(?!d|e))|f"
    told = {pattern[w.start : w.end]: w for w in ways_of(pattern)}
    ways = ways_of(pattern)
    around = {name: ways[way.outer or 0] for name, way in told.items()}
    outer = {name: pattern[one.start : one.end] for name, one in around.items()}
    assert outer["d"] == outer["e"] == "c(?!d|e)"
    assert outer["b"] == r"a(?:b|c(?!d|e))"
    assert outer["f"] == pattern
    assert [name for name, w in told.items() if w.is_denied] == ["d", "e"]


def test_a_group_of_a_kind_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="not known"):
        ways_of(r"(a)?(?(1)b|c)")


def watched(pattern: str, *texts: str, flags: int = 0) -> set[str]:
    stand = Stand(re.compile(pattern, flags), "module")
    stand.watch()
    for text in texts:
        stand.search(text)
    return {pattern[stand.ways[n].start : stand.ways[n].end] for n in stand.used or ()}


def test_only_the_ways_that_match_are_counted() -> None:
    pattern = r"fines?|penalt(?:y|ies)"
    assert watched(pattern, "no") == set()
    assert watched(pattern, "a penalty") == {pattern, "penalt(?:y|ies)", "y"}
    assert watched(pattern, "a penalty", "fines") == set(
        PATTERNS and (pattern, "fines?", "penalt(?:y|ies)", "y")
    )
    assert watched(r"(?:a|b|c)+", "acac") == {"(?:a|b|c)+", "a", "c"}
    assert watched(r"(?<=x)(?:a|b)$", "xb") == {"(?<=x)(?:a|b)$", "b"}


def test_what_is_taken_away_matches_no_more_and_groups_stay() -> None:
    pattern = r"(?P<a>fine)|(?P<b>penalt(?:y|ies))"
    y = next(n for n, w in enumerate(ways_of(pattern)) if pattern[w.start : w.end] == "y")
    cut = re.compile(without(pattern, [1, y]))
    assert cut.search("a fine") is None
    assert cut.search("a penalty") is None
    found = cut.search("penalties")
    assert found is not None
    assert (found["a"], found["b"], cut.groups) == (None, "penalties", re.compile(pattern).groups)
    assert without(pattern, []) == pattern


def test_a_stand_in_keeps_what_it_is_told_and_takes_all_back() -> None:
    stand = Stand(re.compile("a|b"), "module")
    stand.keep({0, 1})
    assert [one.group() for one in stand.finditer("abab")] == ["a", "a"]
    assert stand.split("xby") == ["xby"]
    stand.keep(None)
    assert stand.sub("-", "aby") == "--y"


READ = """
import json, sys
from alternatives import Patterns
patterns = Patterns("outfall.reading", beside=("parsy",))
from outfall.reading.facts import facts
from outfall.reading.segmenting import segment
TEXT = "(a) An appeal may be filed within fifteen days of service of the notice of violation.\\n"
def read():
    patterns.forget()
    return [fact.what for fact in facts(segment(TEXT))]
whole = read()
for stand in patterns.stands:
    stand.watch()
watched = read()
used = [set(stand.used) for stand in patterns.stands]
for stand, kept in zip(patterns.stands, used):
    stand.keep(kept | {n for n, way in enumerate(stand.ways) if way.is_denied})
alone = read()
for stand in patterns.stands:
    stand.keep(())
nothing = read()
for stand in patterns.stands:
    stand.keep(None)
print(json.dumps([whole, watched, alone, nothing, read(), sum(map(len, used)), len(used)]))
"""


def test_the_reader_finds_the_same_by_what_it_used_and_nothing_by_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ], cwd=SCRIPTS, capture_output=True, text=True, check=True
    )
    whole, watched_, alone, nothing, again, used, stands = json.loads(done.stdout)
    assert whole == watched_ == alone == again == ["appeal_window"]
    assert nothing == []
    assert used > 50
    assert stands > 250


def test_a_probe_matches_where_its_pattern_does() -> None:
    pattern = r"\b(?:an?|the)\s+(?:fine|(?P<which>civil|criminal)\s+penalt(?:y|ies))\b"
    text = "The fine, a civil penalty and the criminal penalties of a finer town"
    both = [re.compile(one, re.I) for one in (pattern, probe(pattern))]
    first, second = ([(m.span(), m["which"]) for m in one.finditer(text)] for one in both)
    assert first == second
    assert len(first) == 3
