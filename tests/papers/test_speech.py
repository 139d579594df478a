"""The words: each language says all, a town's own are checked, and what is typed stays text."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date, time
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.papers.conftest import words_of

from outfall.cli.common import load_case
from outfall.files.office import Office
from outfall.files.pack_file import folder_of, packs, read_pack, versions
from outfall.files.standing_schema import STATUSES
from outfall.law import lengths
from outfall.law.events import (
    APPEAL_OUTCOMES,
    COST_KINDS,
    EVENTS,
    FINDINGS,
    INSTRUMENTS,
    METHODS,
    PETITION_OUTCOMES,
)
from outfall.law.faults import Refused
from outfall.law.ordinance import Condition, Ordinance
from outfall.papers import speech as speech_file
from outfall.papers.catalog import PAPERS
from outfall.papers.hearings import FILED
from outfall.papers.ledger_rows import CHARGES, LEDGER
from outfall.papers.make import Order, prepare
from outfall.papers.press import Press
from outfall.papers.speech import Speech, languages, places, speech
from outfall.papers.subject import OWNERS

PAPERS_FOLDER = Path(speech_file.__file__).parent
EN = speech()
TOP = set(EN._sentences)
OTHERS = [language for language in languages() if language != "en"]
SAME = {"labels.total"}
"""Words that are the same in another language."""


# What is said, key by key


def leaves(words: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Each sentence or list with its key."""
    for name, item in words.items():
        at = f"{where}.{name}" if where else str(name)
        if isinstance(item, dict):
            yield from leaves(item, at)
        else:
            yield at, item


def told(language: str) -> dict[str, Any]:
    return dict(leaves(speech(language)._sentences))


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Where another language says something else, or less, than English."""
    found = [f"{key}: missing" for key in ours.keys() - theirs.keys()]
    found += [f"{key}: unknown" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        one, other = ours[key], theirs[key]
        if isinstance(one, list):
            if not isinstance(other, list) or len(one) != len(other):
                found.append(f"{key}: another form")
        elif not isinstance(other, str):
            found.append(f"{key}: no text")
        elif extra := places(other) - places(one):
            found.append(f"{key}: places {sorted(extra)}")
        elif bool(one) != bool(other):
            found.append(f"{key}: empty")
    return sorted(found)


def left_in_english(theirs: dict[str, Any]) -> list[str]:
    """The sentences that nobody put into the language."""
    ours = told("en")
    return [
        key
        for key, said in theirs.items()
        if said == ours[key] and key not in SAME and re.search(r"[a-z]", re.sub(r"{\w+}", "", said))
    ]


@pytest.mark.parametrize("language", languages())
def test_each_language_says_all_that_english_says(language: str) -> None:
    assert differences(told("en"), told(language)) == []


def test_spanish_ships() -> None:
    assert "es" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    assert left_in_english(told(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_that_lacks_a_sentence_is_seen(language: str) -> None:
    theirs = told(language)
    del theirs["parts.place"]
    theirs |= {
        "parts.nowhere": "x",
        "page.mailed": "{day}, {how} {why}",
        "days.months": ["enero"],
        "cover.title": 1,
        "parts.nature": "",
    }
    assert differences(told("en"), theirs) == [
        "cover.title: no text",
        "days.months: another form",
        "page.mailed: places ['why']",
        "parts.nature: empty",
        "parts.nowhere: unknown",
        "parts.place: missing",
    ]


def test_a_sentence_left_in_english_is_seen() -> None:
    assert left_in_english(told("es") | {"parts.place": EN.say("parts.place")}) == ["parts.place"]


# What the code asks for

Scope = dict[str, set[str]]
SAYERS = ("say", "knows", "get", "name")
KEY = re.compile(r"[\w* ]+(\.[\w* ]+)+")


def pattern(node: ast.AST) -> str | None:
    """A literal or f-string as a key, each of its holes a ``*``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(v) or "*" for v in node.values)
    return None


def strings(node: ast.AST, known: Scope) -> set[str]:
    if isinstance(node, ast.Name):
        return known.get(node.id, set())
    if isinstance(node, ast.Tuple | ast.List) and node.elts:
        texts = [e.value for e in node.elts if isinstance(e, ast.Constant)]
        names = {text for text in texts if isinstance(text, str)}
        return names if len(names) == len(node.elts) else set()
    return set()


def named(tree: ast.AST, known: Scope) -> Scope:
    """The names of a tree that stand for one of several written words: assigned, or looped over."""
    found = dict(known)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = strings(node.value, found)
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension | ast.For) and isinstance(node.target, ast.Name):
            found[node.target.id] = found.get(node.target.id, set()) | strings(node.iter, found)
    return found


def expanded(node: ast.AST, known: Scope) -> set[str]:
    """A key, or one to each word where its only hole is a name that stands for written words."""
    whole = pattern(node)
    assert whole is not None
    if isinstance(node, ast.JoinedStr):
        holes = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
        if len(holes) == 1 and (words := strings(holes[0], known)):
            return {whole.replace("*", word) for word in words}
    return {whole}


def asked(source: str) -> set[str]:
    """Every key of words that a source names, with ``*`` for what it puts in as it runs."""
    tree = ast.parse(source)
    outer = named(ast.Module([n for n in tree.body if isinstance(n, ast.Assign)], []), {})
    found: set[str] = set()
    for part in tree.body:
        known = named(part, outer)
        nodes = list(ast.walk(part))
        pieces = {id(v) for node in nodes if isinstance(node, ast.JoinedStr) for v in node.values}
        for node in nodes:
            if isinstance(node, ast.Call):
                found |= _called(node, known)
            key = pattern(node)
            if key and id(node) not in pieces and key.split(".")[0] in TOP:
                found |= expanded(node, known)
    return {key for key in found if KEY.fullmatch(key) and not key.endswith((".pdf", ".typ"))}


def _called(node: ast.Call, known: Scope) -> set[str]:
    *before, called = ast.unparse(node.func).split(".")
    if called not in SAYERS or not node.args or pattern(node.args[0]) is None:
        return set()
    if called in ("get", "name") and not (before and before[-1] in ("speech", "words", "self")):
        return set()
    key = expanded(node.args[0], known)
    return {f"{group}.*" for group in key} if called == "name" else key


def all_asked() -> set[str]:
    found: set[str] = set()
    for file in sorted(PAPERS_FOLDER.glob("*.py")):
        found |= asked(file.read_text("utf-8"))
    for file in sorted((PAPERS_FOLDER / "templates").glob("*.typ")):
        text = file.read_text("utf-8")
        found |= {f"page.{name}" for name in re.findall(r'\bw\(d, "(\w+)"', text)}
        found |= {f"page.{name}" for name in re.findall(r"\bd\.words\.(?!at\b)(\w+)", text)}
        if "#let p = d.headings" in text:
            found |= {f"packet.{name}" for name in re.findall(r"(?<=[ #(])p\.(\w+)", text)}
    return found


@cache
def laws() -> list[Ordinance]:
    """Every version of every pack that ships."""
    return [
        read_pack(file, name, since, until)
        for pack in packs()
        for name, since, until, file in versions(folder_of(pack))
    ]


def of_laws(group: str) -> set[str]:
    return {rule.id for law in laws() for rule in getattr(law, group)}


def kinds(condition: Condition) -> Iterator[str]:
    yield condition.kind
    chosen = [part for _, parts in condition.choices for part in parts]
    for part in (*condition.parts, *chosen):
        yield from kinds(part)


def waiting() -> set[str]:
    """The acts that can wait for the end of a filing, that of taking the filing aside."""
    return {
        action.id
        for law in laws()
        for action in law.actions
        if action.id != "accept_appeal" and any("proceeding" in kinds(c) for c in action.needs)
    }


def scopes() -> set[tuple[str, str]]:
    return {
        (order.id, choice)
        for law in laws()
        for order in law.orders
        for reading in law.readings
        if reading.id == order.scope
        for choice, _ in reading.choices
    }


def party_deadlines() -> set[str]:
    return {rule.id for law in laws() for rule in law.deadlines if rule.bound == "party"}


Ids = Collection[str | tuple[str, ...]]
OUTCOMES = (*APPEAL_OUTCOMES, *PETITION_OUTCOMES, "amount")
UNITS = {(rule.track, rule.unit) for law in laws() for rule in law.penalties}
ROWS = max(
    len(tiers)
    for law in laws()
    for rule in law.penalties
    for tiers in ((rule.tiers,) if rule.tiers_by is None else dict(rule.tiers_by.choices).values())
)
ORDERS, HOLDS, PROCEEDINGS = of_laws("orders"), of_laws("holds"), of_laws("proceedings")
LENGTHS = ("day", "business_day", "hour", "week", "month", "year")
ONE_OR_MORE = ("one", "more")

FAMILIES: dict[str, Ids] = {
    "contest.*.last_day": PROCEEDINGS,
    "contest.*.no_time": PROCEEDINGS,
    "contest.*.right": PROCEEDINGS,
    "cost_kinds.*": COST_KINDS,
    "days.*": ("am", "pm"),
    "deadline_names.*": of_laws("deadlines"),
    "deadline_statuses.*": STATUSES,
    "deadlines.*.label": party_deadlines(),
    "deadlines.*.note": party_deadlines(),
    "events.*": EVENTS,
    "filings.*": FILED.values(),
    "holds.*.released": HOLDS,
    "holds.*.still": HOLDS,
    "instruments.*": INSTRUMENTS,
    "ledger.*": [column.head for column in LEDGER[1:]],
    "ledger_words.*": {*CHARGES.values(), "charge", "payment", "reduction", "interest", "sum"},
    "lengths.*.*": list(product(LENGTHS, ONE_OR_MORE)),
    "methods.*": METHODS,
    "methods_out.*": METHODS,
    "order_names.*": ORDERS | HOLDS,
    "orders.*.*": scopes(),
    "orders.*.ended": ORDERS,
    "orders.*.heading": ORDERS,
    "orders.*.heading_ended": ORDERS,
    "orders.*.text": ORDERS,
    "outcomes.*.any": OUTCOMES,
    "outcomes.*.follows": OUTCOMES,
    "packet.days_*": ("civil", "criminal"),
    "papers.*": PAPERS,
    "papers.*.lead": PAPERS,
    "papers.*.title": PAPERS,
    "parts.*": PROCEEDINGS,
    "powers.*": waiting(),
    "results.*": (*APPEAL_OUTCOMES, *PETITION_OUTCOMES, *FINDINGS),
    "roles.*": OWNERS,
    "sanctions.offense.**": [(str(n), on) for n in range(1, ROWS + 1) for on in ("", "_on")],
    "sanctions.offense.later*": ("", "_on"),
    "sanctions.unit.*.*": UNITS,
    "service.*": METHODS,
    "service.lead_*": ("plain", "sworn"),
    "statuses.*": STATUSES,
    "units.*.*": list(product({unit for _, unit in UNITS}, ONE_OR_MORE)),
}
"""What the code puts in: a word for each of these there must be."""

SOME: dict[str, Ids] = {
    "papers.*.orders": PAPERS,
    "papers.*.orders_heading": PAPERS,
    "papers.*.otherwise": PAPERS,
    "papers.*.plain": PAPERS,
    "papers.*.see": PAPERS,
    "papers.*.see.value": PAPERS,
    "papers.*.title_*": list(product(PAPERS, FILED.values())),
}
"""What the code can do without: there must be one of these, or it is asked in vain."""

OF_A_GROUP = {
    "*.*": "",
    "*.label": "papers.*.see.value",
    "*.value": "papers.*.see.value",
    "*.lead": "papers.*.lead",
    "*.title": "papers.*.title",
    "*.title_*": "papers.*.title_*",
}
"""Keys whose group is a variable, with the family that stands for them."""


def filled(family: str, ids: Ids) -> Iterator[str]:
    for id in ids:
        yield family.replace("*", "%s") % id


def without_words(keys: Iterable[str], words: Speech) -> list[str]:
    """What is asked for and not said; and a kind of key of which nobody told what it can be."""
    found = []
    for key in {OF_A_GROUP.get(key, key) for key in keys} - {""}:
        if key in FAMILIES:
            found += [k for k in filled(key, FAMILIES[key]) if words.get(k) is None]
        elif key in SOME:
            if all(words.get(k) is None for k in filled(key, SOME[key])):
                found.append(key)
        elif words.get(key) is None:
            found.append(key)
    return sorted(set(found))


@pytest.mark.parametrize("language", languages())
def test_there_are_words_for_all_that_the_code_asks_for(language: str) -> None:
    assert without_words(all_asked(), speech(language)) == []


def test_every_family_is_asked_for() -> None:
    """So that none is held for a thing that no code says any more."""
    keys = {OF_A_GROUP.get(key, key) for key in all_asked()}
    assert (FAMILIES.keys() | SOME.keys()) - keys == set()


PLANTED = [
    ('say("labels.nowhere")', ["labels.nowhere"]),
    ('key = "texts.nowhere"', ["texts.nowhere"]),
    ('def f(n):\n    say(f"labels.{n}")', ["labels.*"]),
    ('def f():\n    [say(f"labels.{n}") for n in ("day", "nowhere")]', ["labels.nowhere"]),
    ('def f():\n    t = ("day", "x")\n    [say(f"labels.{n}") for n in t]', ["labels.x"]),
    ('T = ("day", "x")\ndef f():\n    for n in T:\n        say(f"labels.{n}")', ["labels.x"]),
    ('speech.name("nothing", id)', ["nothing.*"]),
    ('subject.speech.get("texts.nothing")', ["texts.nothing"]),
    ('speech.knows(f"papers.{id}.nothing")', ["papers.*.nothing"]),
    ('say("nothing.at.all")', ["nothing.at.all"]),
]


@pytest.mark.parametrize(("source", "missing"), PLANTED)
def test_a_word_that_there_is_not_is_seen(source: str, missing: list[str]) -> None:
    assert without_words(asked(source), EN) == missing


def test_what_is_said_and_what_is_no_word_is_left_alone() -> None:
    source = 'say("labels.day"); get("owner.name"); office.get("owner.name"); f"events[{n}].nature"'
    assert without_words(asked(source), EN) == []


@pytest.mark.parametrize("group", ["deadlines", "orders", "holds"])
def test_a_deadline_order_or_hold_without_words_is_seen(group: str) -> None:
    one = sorted(party_deadlines() if group == "deadlines" else of_laws(group))[0]
    left = {id: words for id, words in EN.get(group).items() if id != one}
    words = Speech("en", dict(EN._sentences) | {group: left})
    assert {k.split(".")[1] for k in without_words(all_asked(), words)} == {one}


@pytest.mark.parametrize("language", languages())
def test_lengths_are_said_as_the_law_writes_them(language: str) -> None:
    words = speech(language)
    units = [
        words.length(str(lengths.parse_length(f"{n} {u}"))) for n in (1, 3) for u in UNIT_NAMES
    ]
    assert len(set(units)) == 2 * len(UNIT_NAMES)
    assert all("3" in said for said in units[len(UNIT_NAMES) :])


UNIT_NAMES = [name.replace("_", " ") + "s" for name in LENGTHS]


def test_days_and_hours_in_spanish() -> None:
    es = speech("es")
    assert es.day(date(2026, 3, 20), weekday=True) == "viernes, 20 de marzo de 2026"
    assert es.day(date(2026, 12, 1)) == "1 de diciembre de 2026"
    hours = [es.hour(time(h, 5)).replace("\u00a0", " ") for h in (0, 9, 12, 18)]
    assert hours == ["12:05 a. m.", "9:05 a. m.", "12:05 p. m.", "6:05 p. m."]
    assert es.money(125000) == "$1,250.00"
    assert es.money(-5) == "−$0.05"
    assert es.length("1 business day") == "un día hábil"
    assert es.series(["a", "b", "c"]) == "a, b y c"


# A town's own words


def own(tmp_path: Path, text: str, language: str = "es") -> Path:
    (tmp_path / f"words.{language}.yaml").write_text(text, "utf-8")
    return tmp_path


def test_a_towns_words_stand_over_ours(tmp_path: Path) -> None:
    text = (
        "parts: {place: Ubicación}\n"
        "contest: {appeal: {last_day: 'Antes del {day}.'}}\n"
        "texts: {rights: [uno, dos, tres, cuatro]}\n"
    )
    words, ours = speech("es", own(tmp_path, text)), speech("es")
    assert words.say("parts.place") == "Ubicación"
    assert words.say("contest.appeal.last_day", day="lunes") == "Antes del lunes."
    assert words.get("texts.rights") == ["uno", "dos", "tres", "cuatro"]
    changed = {"parts.place", "contest.appeal.last_day", "texts.rights"}
    mine = dict(leaves(words._sentences))
    assert {k for k, said in leaves(ours._sentences) if mine[k] != said} == changed
    assert speech("es").say("parts.place") == "Lugar"


def test_a_town_without_words_of_its_own_has_ours(tmp_path: Path) -> None:
    own(tmp_path, "parts: {place: Location}", "en")
    assert dict(leaves(speech("es", tmp_path)._sentences)) == told("es")


def test_a_town_says_itself_in_any_sentence_that_is_told(tmp_path: Path) -> None:
    """What is shown as it is written, such as a page's words, can't be filled: there it is none."""
    words = speech("en", own(tmp_path, "papers: {decision: {plain: '{Us} decided.'}}", "en"))
    assert words.of("City of Example").say("papers.decision.plain") == "The City decided."
    with pytest.raises(Refused) as refused:
        speech("es", own(tmp_path, "page: {case: 'Caso de {us}'}", "es"))
    assert [fault.code for fault in refused.value.faults] == ["words-places"]


def test_a_language_of_a_towns_own_says_the_rest_in_english(tmp_path: Path) -> None:
    words = speech("fr", own(tmp_path, "parts: {place: Lieu}", "fr"))
    assert (words.language, words.say("parts.place")) == ("fr", "Lieu")
    assert words.say("parts.nature") == EN.say("parts.nature")


@pytest.mark.parametrize("folder", [None, "there"])
def test_a_language_that_nobody_speaks_is_refused(tmp_path: Path, folder: str | None) -> None:
    with pytest.raises(Refused) as refused:
        speech("tlh", tmp_path if folder else None)
    (fault,) = refused.value.faults
    assert fault.code == "unknown-language"
    assert "en, es" in fault.says


FAULTY = {
    "parts.nowhere": ("parts: {nowhere: x}", "unknown-words"),
    "nowhere": ("nowhere: {a: {b: c}}", "unknown-words"),
    "series.and": ("series: {and: y}", "unknown-words"),
    "findings.found": ("findings: {found: 'El {day}: {natur}.'}", "words-places"),
    "findings.danger": ("findings: {danger: 'El {day}'}", "words-places"),
    "series": ("series: '{first.x} y {last}'", "words-places"),
    "sanctions.one": ("sanctions: {one: '{} {amount}'}", "words-places"),
    "page.mailed": ("page: {mailed: 'El {day'}", "words-braces"),
    "cover.help": ("cover: {help: 'El }'}", "words-braces"),
    "days.months": ("days: {months: [enero, febrero]}", "words-form"),
    "days.weekdays": ("days: {weekdays: lunes}", "words-form"),
    "labels.case": ("labels: {case: 3}", "words-form"),
    "labels.day": ("labels: {day: [a]}", "words-form"),
    "lengths.day": ("lengths: {day: un día}", "words-form"),
}


@pytest.mark.parametrize("where", FAULTY)
def test_a_fault_of_a_towns_words_is_named_by_its_place(tmp_path: Path, where: str) -> None:
    text, code = FAULTY[where]
    with pytest.raises(Refused) as refused:
        speech("es", own(tmp_path, text))
    (fault,) = refused.value.faults
    place = "series" if where == "series.and" else where
    assert (fault.where, fault.code) == (f"{place} of words.es.yaml", code)


def test_all_faults_of_a_towns_words_are_told_at_once(tmp_path: Path) -> None:
    text = (
        "parts: {place: Sitio, nowhere: x, nowhere_else: x}\n"
        "findings: {found: '{day} {natur}'}\n"
        "page: {mailed: '{day'}\n"
        "days: {months: [enero]}\n"
    )
    with pytest.raises(Refused) as refused:
        speech("es", own(tmp_path, text))
    assert [(f.where.removesuffix(" of words.es.yaml"), f.code) for f in refused.value.faults] == [
        ("parts.nowhere", "unknown-words"),
        ("parts.nowhere_else", "unknown-words"),
        ("findings.found", "words-places"),
        ("page.mailed", "words-braces"),
        ("days.months", "words-form"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "findings: {found: 'El {day}, {nature}'}",
        "findings: {found: '{nature}'}",
        "findings: {found: 'Nada'}",
        "findings: {found: '{{day}} {nature}'}",
    ],
)
def test_what_can_be_filled_is_taken(tmp_path: Path, text: str) -> None:
    words = speech("es", own(tmp_path, text))
    said = words.say("findings.found", day="lunes", nature="agua")
    assert said in ("El lunes, agua", "agua", "Nada", "{day} agua")


# What is typed stays text

HOSTILE = [
    "{day}",
    "{0}",
    "{",
    "}",
    "{{day}}",
    "{nature.__class__}",
    '#read("/etc/passwd")',
    "%(day)s",
]


@pytest.mark.parametrize("typed", HOSTILE)
@pytest.mark.parametrize("language", languages())
def test_what_is_typed_is_never_filled(language: str, typed: str) -> None:
    words = speech(language)
    for said in (
        words.say("findings.found", day="2 March", nature=typed),
        words.series(["a", typed]),
        words.say("texts.paper_of", name=typed, day="2 March"),
    ):
        assert typed in said
    assert words.name("roles", typed) == typed.replace("_", " ")


def test_a_filling_that_fills_twice_would_be_seen() -> None:
    once = EN.say("findings.found", day="2 March", nature="{day}")
    assert "{day}" in once
    assert "{day}" not in once.format(day="2 March")


@given(st.text(), st.text())
def test_a_sentence_is_filled_with_any_text(one: str, other: str) -> None:
    assert EN.say("series", first=one, last=other) == f"{one} and {other}"


CASE = """
case: S-1
ordinance: webster-ny
place: {address: 12 Example Lane}
parties: [{id: owner, role: owner, name: Example Holdings LLC, address: 1 Test Street}]
events:
  - {date: 2026-03-02, event: violation_observed, kind: maintenance, nature: NATURE}
  - {date: 2026-03-02, event: notice_issued, instrument: maintenance_notice, requires: [Dredge it]}
"""
TYPED = ["{day}", '#read("/etc/passwd")', "#(1 + 1)", "$x^2$", "*b* _i_ <l> @ref [c] // no \\\\ x"]
EVAL = """
#let paper(d) = for p in d.sheet.parts {
  for b in p.blocks { if b.kind == "text" { eval(b.text, mode: "markup") } }
}
"""


def paper_text(tmp_path: Path, typed: str, press: Press) -> str:
    file = tmp_path / "case.yaml"
    file.write_text(CASE.replace("NATURE", "'" + typed.replace("'", "''") + "'"), "utf-8")
    case, law = load_case(str(file))
    order = Order("maintenance_notice", date(2026, 3, 2), "es", draft=True)
    ready = prepare(order, case, law, Office("Town of Example"))
    return words_of(press.pdf(ready.data, ready.record))


@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_is_printed_as_it_is(tmp_path: Path, press: Press, typed: str) -> None:
    assert f"El 2 de marzo de 2026: {typed}." in paper_text(tmp_path, typed, press)


def test_a_template_that_runs_what_is_typed_would_be_seen(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "maintenance_notice.typ").write_text(EVAL, "utf-8")
    press = Press(folder)
    assert "#(1 + 1)" not in paper_text(tmp_path, "#(1 + 1)", press)
    press.close()
