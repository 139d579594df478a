"""A plan's answers are those of ``assess``, field by field."""

from __future__ import annotations

import sys
from collections import defaultdict
from datetime import date
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from tests.law import strategies
from tests.worked_cases import answers, case_files, chosen, loaded

from docket_cases import day_for, plain, wild
from outfall.docket.engine import columns, evaluate, from_cases
from outfall.docket.engine import evaluate as door
from outfall.docket.engine.compiling import load
from outfall.docket.engine.equality import amounts, differences, fields
from outfall.docket.engine.plan import Compiled, compile_plan
from outfall.docket.engine.writing_plan import write
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance

NAMES = [Path(name).name for name in packs()]


def days(made: list[Case], random: Random) -> np.ndarray:
    return np.array([day_for(case, random).toordinal() for case in made])


@pytest.mark.parametrize("name", NAMES)
def test_random_cases_of_every_pack(name: str) -> None:
    law, random = load_pack(folder_of(name)), Random(f"{name} 4711")
    made = [wild(law, random, n) for n in range(2_000)]
    asked, docket = days(made, random), from_cases(made)
    results = evaluate(law, docket, asked)
    assert list(differences(law, docket, asked, results)) == []
    readable = len(made) - len(results.refused)
    assert (results.reasons == 0).sum() > 0.8 * readable
    assert set(results.standings) | set(results.refused) == set(np.flatnonzero(results.reasons))


@pytest.mark.parametrize("name", NAMES)
def test_plain_cases_are_all_answered_by_the_plan(name: str) -> None:
    law, random = load_pack(folder_of(name)), Random(f"{name} 12")
    made = [plain(law, random, n) for n in range(300)]
    asked, docket = days(made, random), from_cases(made)
    results = evaluate(law, docket, asked)
    assert list(differences(law, docket, asked, results)) == []
    assert results.shares() == {}


@settings(max_examples=60)
@given(strategies.cases() | strategies.accounts())
def test_cases_as_the_law_is_tested_with(asked: strategies.Asked) -> None:
    docket, on = from_cases([asked.case]), np.array([asked.on.toordinal()])
    results = evaluate(asked.law, docket, on)
    assert list(differences(asked.law, docket, on, results)) == []


def test_every_worked_case_on_every_day_of_its_answers() -> None:
    asked: defaultdict[Ordinance, list[tuple[Case, int]]] = defaultdict(list)
    for answer in answers():
        case, law = loaded(answer.file)
        asked[law].append((chosen(case, answer.under), date.fromisoformat(answer.on).toordinal()))
    found = answered = 0
    for law, told in asked.items():
        docket, on = from_cases([case for case, _ in told]), np.array([day for _, day in told])
        results = evaluate(law, docket, on)
        assert list(differences(law, docket, on, results)) == []
        found, answered = found + len(told), answered + int((results.reasons == 0).sum())
    assert found >= len(case_files())
    assert answered > 0.6 * found


def test_a_wrong_rule_planted_in_a_plan_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    law, random = load_pack(folder_of("crossville-tn")), Random(5)
    text, shape, figures = write(law)
    assert "length = 15" in text
    wrong = load("planted", text.replace("length = 15", "length = 16"))
    right = compile_plan(law)
    planted = Compiled(law, shape, wrong.run, figures, right.numbers)
    monkeypatch.setattr(door_module(), "compile_plan", lambda law: planted)
    made = [plain(law, random, n) for n in range(100)]
    asked, docket = days(made, random), from_cases(made)
    told = {item.field for item in differences(law, docket, asked, evaluate(law, docket, asked))}
    assert "deadlines.appeal.due" in told


def door_module() -> object:
    return sys.modules[door.__module__]


def test_a_changed_number_is_told_by_its_name() -> None:
    law, random = load_pack(folder_of("crossville-tn")), Random(6)
    made = [plain(law, random, n) for n in range(3)]
    asked, docket = days(made, random), from_cases(made)
    results = evaluate(law, docket, asked)
    names, money = fields(results.shape), amounts(results.shape)
    assert len(names) == results.shape.width
    assert len(money) == results.shape.cents
    for k, name in enumerate(names):
        results.days[1, k] += 1
        assert [(d.case, d.field) for d in differences(law, docket, asked, results)] == [(1, name)]
        results.days[1, k] -= 1
    for k, name in enumerate(money):
        results.cents[2, k] -= 7
        assert [(d.case, d.field) for d in differences(law, docket, asked, results)] == [(2, name)]
        results.cents[2, k] += 7
    results.trace[0, 0] += 1
    assert [d.field for d in differences(law, docket, asked, results)] == [
        f"actions.{results.actions[0]}.trace"
    ]


def test_columns_are_the_cases_again() -> None:
    law, random = load_pack(folder_of("webster-ny")), Random(8)
    made = [wild(law, random, n) for n in range(20)]
    docket: columns.Columns = from_cases(made)
    assert [docket.case(n) for n in range(len(docket))] == made
    assert list(docket.ids) == [case.id for case in made]
