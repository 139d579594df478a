"""The example packs against their texts: figure by figure, fact by fact, paragraph by paragraph."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.example_facts import Fact, not_taken_up, told
from tests.example_packs import (
    EXAMPLES,
    PAGE,
    TEXTS,
    Data,
    figures_amiss,
    name_of,
    pack_of,
    read_by_hand,
    rules,
)
from tests.worked_cases import GOOD, answers, case_files, differences, loaded, standing

FIGURE = re.compile(r"\d+")
FIELDS = ("length", "min", "max", "jail_days", "within", "percent", "most", "value", "amount")


def facts_of(name: str) -> list[Fact]:
    """The facts that somebody else read in the text of a pack, where they are at hand."""
    listed = TEXTS / "expected.json"
    if not listed.is_file():
        pytest.skip("the texts are not at hand")
    files = json.loads(listed.read_text("utf-8"))["files"]
    (found,) = (spec["facts"] for text, spec in files.items() if f"-{name}" in text)
    return list(found)


# Figures: what a person read in the text


def test_there_are_ten_and_each_was_read() -> None:
    assert len(EXAMPLES) == 10
    assert sorted(read_by_hand()) == EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pack_has_the_figures_of_its_text_and_no_others(name: str) -> None:
    assert figures_amiss(pack_of(name), read_by_hand()[name]) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_the_text_does_not_have_is_told_with_its_reason(name: str) -> None:
    read = read_by_hand()[name]
    reasons = [*read.ours.values(), *read.left_out.values()]
    reasons += [moved["why"] for moved in read.elsewhere.values()]
    assert all(len(reason) > 5 for reason in reasons)
    assert not read.figures & set(read.ours)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a pack has a figure."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))
    elif path[-1] in FIELDS and FIGURE.search(str(data)):
        yield path


def wrong(pack: Data, path: tuple[Any, ...]) -> Data:
    """The pack with one more in the figure at that place."""
    changed = copy.deepcopy(pack)
    here: Any = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = FIGURE.sub(lambda m: str(int(m.group()) + 1), str(here[path[-1]]), count=1)
    return changed


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_wrong_figure_is_found_wherever_it_stands(name: str) -> None:
    pack, read = pack_of(name), read_by_hand()[name]
    found = list(places(pack))
    assert found, "a pack without a figure"
    unseen = [path for path in found if not figures_amiss(wrong(pack, path), read)]
    assert unseen == []


def test_a_content_left_out_and_a_start_exchanged_are_found() -> None:
    read = read_by_hand()["gwinnett-county-ga"]
    pack = copy.deepcopy(pack_of("gwinnett-county-ga"))
    ((notice,), (hearing,)) = (
        [rule for _, _, rule in rules(pack) if rule.get(kind) == id]
        for kind, id in (("instrument", "notice_of_violation"), ("deadline", "hearing"))
    )
    notice["elements"].pop(0)
    hearing["due"]["after"] = "issue"
    assert figures_amiss(pack, read) == [
        "not in the pack: (b)(1)a: notice_of_violation: recipient",
        "not in the pack: (c): hearing: 15 days after filing appeal",
        "not in the text: (c): hearing: 15 days after issue",
    ]


# Facts: what somebody else read in the text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_fact_is_taken_up_or_left_out_with_a_reason(name: str) -> None:
    read = read_by_hand()[name]
    missing = not_taken_up(facts_of(name), pack_of(name), read)
    assert sorted(missing) == sorted(read.left_out)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_moved_or_left_out_is_a_fact_of_the_text(name: str) -> None:
    read, facts = read_by_hand()[name], facts_of(name)
    lines = {told(fact) for fact in facts}
    assert set(read.elsewhere) | set(read.left_out) <= lines
    for line in read.elsewhere:
        moved = {key: value for key, value in read.elsewhere.items() if key != line}
        without = type(read)(read.prefix, read.figures, read.ours, moved, read.left_out)
        assert line in not_taken_up(facts, pack_of(name), without), f"needlessly moved: {line}"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_wrong_fact_is_not_taken_up(name: str) -> None:
    """Each fact with another number, under another paragraph, and with an element nobody reads."""
    read, pack = read_by_hand()[name], pack_of(name)
    sure = [fact for fact in facts_of(name) if told(fact) not in read.left_out]
    for fact in sure:
        line = told(fact)
        moved = dict(read.elsewhere)
        bad = [{**fact, "cite": "Z.99"}, {**fact, "what": "nothing_of_the_kind"}]
        if fact.get("value") is not None:
            bad.append({**fact, "value": fact["value"] + 1})
        for one in bad:
            if line in moved and one["cite"] == fact["cite"]:
                moved[told(one)] = moved[line]
            other = type(read)(read.prefix, read.figures, read.ours, moved, read.left_out)
            assert not_taken_up([one], pack, other) == [told(one)], f"{line} read as {told(one)}"


HEARING = {"kind": "deadline", "what": "hearing_within", "value": 15, "unit": "days"}
HEARING |= {"anchor": "receipt_of_appeal", "cite": "(c)"}
JAIL = {"kind": "imprisonment", "what": "imprisonment_max", "value": 60, "unit": "days"}
JAIL |= {"anchor": None, "cite": "(f)"}


@pytest.mark.parametrize(
    ("fact", "missing"),
    [
        (HEARING, []),
        ({**HEARING, "value": 16}, ["(c): hearing_within 16 days"]),
        ({**HEARING, "anchor": "decision"}, ["(c): hearing_within 15 days"]),
        ({**HEARING, "cite": "(d)"}, ["(d): hearing_within 15 days"]),
        (JAIL, []),
        ({**JAIL, "value": 61}, ["(f): imprisonment_max 61 days"]),
    ],
)
def test_a_fact_without_any_text_at_hand(fact: Fact, missing: list[str]) -> None:
    name = "gwinnett-county-ga"
    assert not_taken_up([fact], pack_of(name), read_by_hand()[name]) == missing


# The page of the review


def rows_of(page: str, name: str) -> dict[str, str]:
    """The table of a pack on the page: what stands beside each paragraph."""
    part = page.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (\S.*?) \| (.*) \|$", part, re.MULTILINE)
    return {cite: beside for cite, beside in rows if not set(cite) <= set("-: ")}


def page_amiss(page: str, name: str) -> list[str]:
    """Paragraphs of a pack whose row on the page lacks a rule, has one too many, or gives none."""
    pack = pack_of(name)
    made: dict[str, set[str]] = {p["cite"]: set() for p in pack["paragraphs"]}
    for cite, kind, rule in rules(pack):
        made[cite].add(name_of(kind, rule))
    rows, found = rows_of(page, name), []
    for cite, names in made.items():
        told_of = set(re.findall(r"`([^`]+)`", rows.get(cite, "")))
        if cite not in rows:
            found.append(f"{cite}: no row")
        elif told_of != names:
            found.append(f"{cite}: {sorted(told_of ^ names)}")
        elif not names and len(rows[cite]) < 10:
            found.append(f"{cite}: no rule and no reason")
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_has_each_paragraph_with_its_rules_or_why_none(name: str) -> None:
    page = PAGE.read_text("utf-8")
    assert page_amiss(page, name) == []
    part = page.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]
    assert "Found" in part


def test_a_rule_that_the_page_lacks_is_found() -> None:
    page = PAGE.read_text("utf-8").replace("`plan`", "")
    assert page_amiss(page, "peru-in") == ["(B): ['plan']"]


# Worked cases


def cases_of(name: str) -> list[Any]:
    """The worked cases of a pack."""
    return [file for file in case_files() if file.parent == GOOD / name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pack_has_three_cases_of_invented_people(name: str) -> None:
    files = cases_of(name)
    assert len(files) >= 3
    for file in files:
        case, law = loaded(file)
        assert law.id == name
        assert case.parties, f"{file.name} names nobody"
        assert all("Example" in party.name for party in case.parties), file.name


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_cases_touch_each_deadline_and_penalty(name: str) -> None:
    law = loaded(cases_of(name)[0])[1]
    due, exposed = set(), set()
    for answer in (a for a in answers() if a.file.parent.name == name):
        for id, want in answer.want.get("deadlines", {}).items():
            if id != "absent" and "due" in want:
                due.add(id.partition(":")[0])
        for track, want in answer.want.get("exposure", {}).items():
            if any(float(want.get(end) or 0) > 0 for end in ("min", "max")):
                exposed.add(track)
    assert {rule.id for rule in law.deadlines} - due == set()
    assert {rule.track for rule in law.penalties} - exposed == set()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_case_shows_two_choices_of_a_reading_that_differ(name: str) -> None:
    """An answer under a choice that is not adopted, and that the adopted one would not give."""
    for answer in (a for a in answers() if a.file.parent.name == name):
        adopted = {r.id: r.adopted for r in loaded(answer.file)[1].readings}
        chosen = answer.under.get("readings", {})
        for id, choice in chosen.items():
            if choice != adopted[id]:
                plain = {**answer.under, "readings": {**chosen, id: adopted[id]}}
                if list(differences(answer.want, standing(answer.file, answer.on, plain))):
                    return
    pytest.fail("no answer under another choice tells it from the adopted one")
