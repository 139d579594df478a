"""The worked cases: every answer in ``cases/`` is what the program gives, day by day.

Each case stands beside its answers, worked out by hand from the text of the law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.worked_cases import (
    GOOD,
    Answer,
    answers,
    at,
    beside,
    by_name,
    case_files,
    differences,
    loaded,
    same,
    standing,
)

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import load_file
from outfall.law.events import EVENTS

ANSWERS = list(answers())
PACKS = ("webster-ny", "city-9-3-12")
PACKS_OF_TESTS = Path(__file__).resolve().parent / "packs"

# Each row of the two tables of the law, as the first lines of the cases cite it.
ROWS = {
    "webster-ny": (
        "A (reasonable notice)",
        "A (danger)",
        "A (costs)",
        "B",
        "C",
        "C(1)-(6)",
        "C(6)",
        "D",
        "E (tiers)",
        "E (misdemeanor)",
        "E (weeks)",
        "F",
    ),
    "city-9-3-12": (
        "A (injunction)",
        "A (danger)",
        "B",
        "C.1.a(1)-(7)",
        "C.1.b",
        "C.1.a(6), C.2 (appeal)",
        "C.2 (hearing)",
        "D.1",
        "D.2.a",
        "D.2.b",
        "E.1",
        "E.2",
        "E.3",
        "F",
        "G",
        "H",
        "I",
        "J",
    ),
}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.id)
def test_a_case_on_a_day(answer: Answer) -> None:
    found = list(differences(answer.want, standing(answer.file, answer.on, answer.under)))
    assert not found, f"{answer.id}\n" + "\n".join(found)


@pytest.mark.parametrize("file", case_files(), ids=lambda f: f.stem)
def test_a_good_case_is_plain_and_has_answers(file: Path) -> None:
    document = load_file(str(file))
    assert read_case(document).events
    items = yaml.safe_load(beside(file).read_text("utf-8"))
    assert items, "no answers"
    assert all({"as_of"} < set(item) for item in items), (
        "an answer needs a day and something to hold"
    )
    assert all(set(item.get("under", {})) <= {"readings", "policy", "profile"} for item in items)


def test_no_answers_without_a_case() -> None:
    kept = {beside(file) for file in case_files()}
    assert set(GOOD.glob("*/*.answers.yaml")) == kept
    ids = [answer.id for answer in ANSWERS]
    assert sorted(ids) == sorted(set(ids)), "two answers for one day"


# Completeness


def test_every_pack_of_the_tests_is_used() -> None:
    folders = {file.parent.name for file in PACKS_OF_TESTS.glob("*/versions.yaml")}
    assert folders - {loaded(file)[1].id for file in case_files()} == set()


def test_every_kind_of_event_is_in_a_good_case() -> None:
    used = {event.name for file in case_files() for event in loaded(file)[0].events}
    assert set(EVENTS) - used == set()


@pytest.mark.parametrize("pack", PACKS)
def test_every_row_of_the_law_has_a_case(pack: str) -> None:
    cited = {
        found.group(1)
        for file in case_files()
        for found in re.finditer(rf"^# law: {re.escape(pack)} (.+)$", file.read_text("utf-8"), re.M)
    }
    assert set(ROWS[pack]) == cited


def other_choices(pack: str) -> list[tuple[str, str]]:
    readings = load_pack(folder_of(pack)).readings
    return [(r.id, name) for r in readings for name, _ in r.choices if name != r.adopted]


@pytest.mark.parametrize(
    ("pack", "reading", "choice"), [(p, r, c) for p in PACKS for r, c in other_choices(p)]
)
def test_every_reading_has_a_case_that_shows_its_effect(
    pack: str, reading: str, choice: str
) -> None:
    """An answer under the choice whose standing is not that of the reading that is adopted."""
    for answer in ANSWERS:
        law = loaded(answer.file)[1]
        if law.id != pack or answer.under.get("readings", {}).get(reading) != choice:
            continue
        adopted = next(r.adopted for r in law.readings if r.id == reading)
        plain = {**answer.under, "readings": {**answer.under["readings"], reading: adopted}}
        here, there = (standing(answer.file, answer.on, u) for u in (answer.under, plain))
        del here["readings"], there["readings"]
        if here != there and any(list(differences(answer.want, there))):
            return
    pytest.fail(f"no answer under {reading}: {choice} tells it from the adopted reading")


def promises(answer: Answer, have: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each other choice of each reading, with the changes that the standing promises for it."""
    shown = by_name(have["readings"])
    for reading in loaded(answer.file)[1].readings:
        adopted = shown[reading.id]["adopted"] if reading.id in shown else None
        told = by_name(shown[reading.id]["otherwise"]) if reading.id in shown else {}
        for choice, _ in reading.choices:
            if choice != adopted:
                yield reading.id, choice, told.get(choice, {}).get("changes", {})


PROMISED = list({answer.file: answer for answer in ANSWERS if not answer.under}.values())


@pytest.mark.parametrize("answer", PROMISED, ids=lambda answer: answer.id)
def test_what_a_standing_says_of_other_readings_is_so(answer: Answer) -> None:
    """The promised changes come about under the other choice; where none is promised, none does."""
    have = standing(answer.file, answer.on, {})
    for reading, choice, changes in promises(answer, have):
        other = standing(answer.file, answer.on, {"readings": {reading: choice}})
        for path, value in changes.items():
            assert same(value, at(other, path)), (
                f"{reading}: {choice}: {path} is {at(other, path)}, not {value}"
            )
        if not changes:
            for part in ("deadlines", "actions", "orders", "holds", "exposure", "account"):
                assert without_words(have[part]) == without_words(other[part]), (
                    f"{reading}: {choice}: {part}"
                )


def without_words(part: Any) -> Any:
    """A part of a standing without what only explains it: words, cites, lengths, readings."""
    if isinstance(part, dict):
        left_out = (
            "because",
            "cite",
            "length",
            "reading",
            "compared",
            "from",
            "due_at",
            "extended_from",
        )
        return {name: without_words(value) for name, value in part.items() if name not in left_out}
    return [without_words(item) for item in part] if isinstance(part, list) else part


def control(want: dict[str, Any], on: str = "2026-03-05") -> list[str]:
    return list(differences(want, standing(GOOD / "city" / "two-appeal-periods.yaml", on, {})))


@pytest.mark.parametrize(
    ("want", "says"),
    [
        (
            {"deadlines": {"appeal": {"due": "2026-03-19"}}},
            "deadlines.appeal.due: should be 2026-03-19",
        ),
        ({"deadlines": {"absent": ["appeal"]}}, "deadlines.appeal: is there, and should not be"),
        ({"deadlines": {"hearing": {}}}, "deadlines.hearing: is not there"),
        ({"exposure": {"civil": {"max": "0.01"}}}, "exposure.civil.max: should be 0.01, is 0.00"),
        (
            {"actions": {"enter_and_abate": {"permitted": True}}},
            "permitted: should be True, is False",
        ),
        ({"warnings": ["nothing_of_the_kind"]}, "warnings: nothing_of_the_kind is not there"),
        ({"warnings": []}, "warnings: there should be none"),
        ({"irregularities": ["late_filing"]}, "irregularities"),
        (
            {"notices": {"e2": {"missing": ["place"]}}},
            "notices.e2.missing: should be ['place'], is []",
        ),
        ({"account": {"balance": {"owed": 1}}}, "account.balance: should have owed"),
    ],
)
def test_a_wrong_answer_is_told(want: dict[str, Any], says: str) -> None:
    (found,) = control(want)
    assert says in found


def test_a_right_answer_passes_the_control() -> None:
    assert control({"deadlines": {"appeal": {"due": "2026-03-18"}, "absent": ["hearing"]}}) == []
