"""The reference is complete: every id of the code has its line, and no line lacks its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import reference
from outfall.files.calendar_file import PACKS
from outfall.files.pack_file import packs, read_pack, versions
from outfall.files.pack_rules import RULES
from outfall.files.pack_terms import ANCHORS, COUNTS, UNITS
from outfall.files.standing_schema import STATUSES, standing_schema
from outfall.law.conditions import KINDS
from outfall.law.events import ELEMENTS, EVENTS, INSTRUMENTS
from reference_words import FIELDS, STANDING

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "outfall"

ROW = re.compile(r"^\| `([^`|]+)` \|", re.MULTILINE)
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")
FAULT_MAKERS = {
    *("Fault", "Impossible", "_Rule", "add", "_add", "_refused", "lacks", "Unreadable"),
}
REMARK_MAKERS = {"Remark", "_remark", "_said"}
PROCEEDINGS = ("appeal", "petition", "protest")
LACKS = "paper-lacks-"
TERMS = ("after", "named", "same_as", "latest", "earliest", "first_known", "in_danger", "reading")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def rows(text: str) -> list[str]:
    """The ids that begin a row of a table."""
    return ROW.findall(text)


def part(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    return text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def calls(names: set[str], apart: str = "") -> Iterator[tuple[str, ast.Call]]:
    """The calls of these names in the source, without a part of it."""
    for file in sorted(SOURCE.rglob("*.py")):
        if apart and file.is_relative_to(SOURCE / apart):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in names:
                    yield name, node


def texts(call: ast.Call) -> Iterator[str]:
    """The words that a call is given; a name made of a proceeding's or an element's, for each."""
    for given in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if isinstance(given, ast.Constant) and isinstance(given.value, str):
            yield given.value
        elif isinstance(given, ast.JoinedStr) and isinstance(given.values[0], ast.Constant):
            first = str(given.values[0].value)
            names = PROCEEDINGS if first != LACKS else [e.replace("_", "-") for e in ELEMENTS]
            yield from (f"{first}{name}" for name in names)


def fault_codes() -> set[str]:
    given = {text for _, call in calls(FAULT_MAKERS) for text in texts(call)}
    of_calendars = {text for text in given if text.startswith("x-")}
    return {text for text in given if CODE.fullmatch(text)} - of_calendars


def remark_ids() -> set[str]:
    """Ids of remarks: the first of a Remark's words, the second of those of its helper."""
    found = set()
    # What is remarked of a text's form is told by its reader, not by a standing.
    for name, call in calls(REMARK_MAKERS, apart="reading"):
        place = 0 if name == "Remark" else 1
        if len(call.args) > place and isinstance(call.args[place], ast.Constant):
            found.add(str(ast.literal_eval(call.args[place])))
    return found


# Made parts


def test_the_made_parts_are_what_the_code_says() -> None:
    assert [page.name for page in reference.stale()] == [], "run make reference"


def test_a_stale_page_is_seen() -> None:
    text = "<!-- made: elements -->\n| `recipient` | someone |\n<!-- end -->"
    assert reference.made(text) != text
    assert reference.made(reference.made(text)) == reference.made(text)


@pytest.mark.parametrize("name", [n for n in reference.PARTS if n != "events"])
def test_every_field_says_what_it_means(name: str) -> None:
    silent = [line for line in reference.PARTS[name]().splitlines() if line.endswith("|  |")]
    assert silent == [], "add the meaning in scripts/reference_words.py"


def test_every_field_of_an_event_says_what_it_means() -> None:
    listed = reference.event_list().split("### ", 1)[1]
    assert [line for line in listed.splitlines() if line.endswith("|  |")] == []


def test_no_meaning_is_kept_of_a_field_that_is_gone() -> None:
    made = "\n".join(make() for make in reference.PARTS.values())
    known = [*FIELDS.items(), *STANDING.items()]
    assert [key for key, says in known if says not in made] == []


# Rows written by hand


@pytest.mark.parametrize(
    ("name", "heading", "wanted"),
    [
        ("reference/pack.md", "Conditions", set(KINDS)),
        ("reference/pack.md", "Starts", set(ANCHORS)),
        ("reference/pack.md", "Rules", set(COUNTS)),
    ],
)
def test_the_language_of_packs_is_listed(name: str, heading: str, wanted: set[str]) -> None:
    found = set(rows(part(page(name), heading)))
    assert wanted - found == set()
    if heading != "Rules":
        assert found - wanted == set()


def test_every_kind_of_rule_and_of_last_day_is_listed() -> None:
    text = page("reference/pack.md")
    assert [rule for rule in RULES if f"\n### {rule}\n" not in text] == []
    assert [term for term in TERMS if f"| `{{{term}: " not in part(text, "Last days")] == []


def test_every_fault_has_its_line() -> None:
    listed = [code for code in rows(page("reference/faults.md")) if CODE.fullmatch(code)]
    assert sorted(listed) == sorted(set(listed)), "a code is listed twice"
    assert fault_codes() - set(listed) == set(), "add its line to docs/reference/faults.md"
    assert set(listed) - fault_codes() == set(), "no fault has this code"


def test_every_remark_has_its_line() -> None:
    text = page("reference/standing.md")
    listed = set(rows(part(text, "Irregularities"))) | set(rows(part(text, "Warnings")))
    assert listed == remark_ids()


# Words


def fields(schema: dict[str, object]) -> Iterator[str]:
    """The names of all fields of a schema."""
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            yield from value
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from fields(inner)


def pack_ids() -> Iterator[str]:
    """The ids of the deadlines, powers, orders and holds of the ordinances, examples apart."""
    for pack in packs():
        for version, since, until, file in versions(PACKS / pack):
            if not pack.startswith("examples/"):
                law = read_pack(file, version, since, until)
                groups: tuple[Iterable[object], ...] = (law.deadlines, law.orders, law.holds)
                yield from (str(getattr(rule, "id", "")) for group in groups for rule in group)
                yield from (a.id for a in law.actions if not a.id.startswith("issue_"))


def test_every_word_of_the_language_is_listed_once() -> None:
    cells = [
        line.split(" | ")[1] for line in page("words.md").splitlines() if line.count(" | ") == 2
    ]
    listed = [id for cell in cells for id in re.findall(r"`([^`]+)`", cell)]
    assert sorted(listed) == sorted(set(listed)), "one word, one meaning"
    elsewhere = set(EVENTS) | set(INSTRUMENTS)
    wanted = {*RULES, *KINDS, *ANCHORS, *STATUSES, *TERMS, *ELEMENTS, *pack_ids()}
    wanted |= {*standing_schema()["properties"]}
    assert wanted - set(listed) - elsewhere == set(), "add its line to docs/words.md"


def test_every_unit_is_explained() -> None:
    assert [unit for unit in UNITS if unit not in page("words.md")] == []


def test_the_lists_of_events_and_papers_are_whole() -> None:
    case, pack = page("reference/case-file.md"), page("reference/pack.md")
    assert [name for name in EVENTS if f"\n### {name}\n" not in case] == []
    assert set(INSTRUMENTS) | set(ELEMENTS) <= set(rows(part(pack, "Instruments")))
