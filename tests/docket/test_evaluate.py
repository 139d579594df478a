"""The door to a docket: the same answers whatever the order, the cutting and the threads."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from docket_cases import day_for, plain, wild
from outfall.docket.engine import Columns, Results, compiling, evaluate, from_cases
from outfall.docket.engine.layout import REASONS
from outfall.docket.engine.words import why
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import assess, check
from outfall.law.case import Case, Event
from outfall.law.ordinance import Ordinance
from outfall.law.words import reason

ON = date(2026, 6, 1)


@cache
def law() -> Ordinance:
    return load_pack(folder_of("webster-ny"))


@cache
def cases() -> list[Case]:
    random = Random(99)
    return [wild(law(), random, n) for n in range(6_000)]


def asked(made: list[Case]) -> np.ndarray:
    return np.array([day_for(case, Random(case.id)).toordinal() for case in made])


def alike(a: Results, b: Results) -> None:
    assert (a.reasons == b.reasons).all()
    assert (a.days == b.days).all()
    assert (a.cents == b.cents).all()
    assert (a.trace == b.trace).all()
    assert (a.further == b.further).all()


def test_threads_change_nothing() -> None:
    docket, on = from_cases(cases()), asked(cases())
    one = evaluate(law(), docket, on, threads=1, hand_over=False)
    two = evaluate(law(), docket, on, threads=2, hand_over=False)
    many = evaluate(law(), docket, on, threads=7, hand_over=False)
    alike(one, two)
    alike(one, many)
    assert len(one.further)


def test_the_order_of_rows_changes_nothing() -> None:
    on = asked(cases())
    order = np.random.default_rng(3).permutation(len(on))
    straight = evaluate(law(), from_cases(cases()), on, hand_over=False)
    mixed = evaluate(law(), from_cases([cases()[n] for n in order]), on[order], hand_over=False)
    assert (straight.reasons[order] == mixed.reasons).all()
    assert (straight.days[order] == mixed.days).all()
    assert (straight.cents[order] == mixed.cents).all()


def test_cutting_changes_nothing() -> None:
    on = asked(cases())
    whole = evaluate(law(), from_cases(cases()), on, hand_over=False)
    at = 0
    for size in (1, 2, 37, 960, 5_000):
        part = evaluate(law(), from_cases(cases()[at : at + size]), on[at : at + size])
        own = whole.reasons[at : at + size] == 0
        assert (part.days[own] == whole.days[at : at + size][own]).all()
        assert (part.cents[own] == whole.cents[at : at + size][own]).all()
        at += size
    assert at == len(on)


def test_without_a_trace_only_the_trace_is_missing() -> None:
    docket, on = from_cases(cases()[:500]), asked(cases()[:500])
    full, bare = (evaluate(law(), docket, on, trace=t, hand_over=False) for t in (True, False))
    assert (full.days == bare.days).all()
    assert (bare.trace == -1).all()
    assert (full.trace >= 0).any()


def test_no_case_and_a_case_without_an_event() -> None:
    assert len(evaluate(law(), from_cases([]), ON)) == 0
    empty = Case("E-1", "webster-ny", ())
    results = evaluate(law(), from_cases([empty]), ON)
    assert results.reasons.tolist() == [0]
    standing = assess(law(), empty, ON)
    permitted = [action.permitted for action in standing.actions]
    assert results.action_permitted[0].tolist() == permitted
    assert not results.deadline_due.any()


def test_a_day_for_each_case_must_be_given_for_each() -> None:
    with pytest.raises(ValueError, match="one day for each of the 3 cases"):
        evaluate(law(), from_cases(cases()[:3]), np.array([1, 2]))


def test_days_out_of_reach_are_handed_over() -> None:
    made = [plain(law(), Random(1))]
    for day in (date.min, date(1910, 1, 1), date(2190, 1, 1)):
        results = evaluate(law(), from_cases(made), day)
        assert results.shares() == {"far_day": 1.0}
        assert results.standings[0] == assess(law(), made[0], day)


HOSTILE = [
    Event("e1", "violation_observed", ON, 0, kind="'; import os", violation="x" * 5_000),
    Event("e1", "no_such_event", ON, 0),
    Event("e1", "served", ON, 0, instrument="paper\x00", method="pigeon"),
    Event("e1", "paid", ON, 0, amount=2**70),
    Event("e1", "paid", ON, 0, amount=-5),
    Event("e1", "cost_recorded", ON, 0, amount=5, violation="\u202e"),
    Event("e1", "extension_granted", ON, 0, deadline="appeal:", until=ON),
    Event("e1", "plan_agreed", ON, 0, payments=2**40, first_due=ON, every="week"),
    Event("e1", "notice_issued", ON, 0, instrument="notice_of_violation", cure_days=10**9),
    Event("e1", "voided", ON, 0, entry="e1"),
    Event("e1", "violation_observed", date.max, 0, kind="discharge"),
]


@pytest.mark.parametrize("event", HOSTILE, ids=lambda event: event.name)
def test_hostile_values_end_as_assess_ends_them(event: Event) -> None:
    case = Case("X-1", "webster-ny", (event,))
    results = evaluate(law(), from_cases([case]), ON)
    faults = check(law(), case)
    if faults and event.on <= ON:
        assert results.refused[0] == faults
        return
    standing = assess(law(), case, ON)
    assert results.standings.get(0, standing) == standing
    assert results.action_permitted[0].tolist() == [a.permitted for a in standing.actions]
    owed = standing.account.owed
    assert int(results.money("owed")[0]) == max(owed, -(2**63) + 1)


def test_an_id_used_twice_is_handed_over() -> None:
    events = tuple(Event("same", "violation_observed", ON, n, kind="discharge") for n in range(2))
    results = evaluate(law(), from_cases([Case("X-2", "webster-ny", events)]), ON)
    assert results.shares() == {"words": 1.0}


def test_the_trace_is_put_into_words() -> None:
    made = [plain(law(), Random(n)) for n in range(20)]
    docket: Columns = from_cases(made)
    results = evaluate(law(), docket, ON)
    told = 0
    for n, case in enumerate(made):
        for action in assess(law(), case, ON).actions:
            says, cite = why(law(), docket, ON, results, n, action.id)
            fails = [step for step in action.because if not step.holds]
            if fails:
                assert (says, cite) == (reason(fails[0]), fails[0].cite or action.cite)
                told += 1
            else:
                assert says.startswith("permitted")
    assert told
    with pytest.raises(LookupError, match="no power fly"):
        why(law(), docket, ON, results, 0, "fly")


def test_more_calendars_than_there_is_room_for_are_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[evaluate.__module__], "MOST_CALENDARS", 2)
    made = [
        replace(plain(law(), Random(n)), added_holidays=(date(2026, 7, n),)) for n in (1, 2, 3, 1)
    ]
    results = evaluate(law(), from_cases(made), ON)
    assert [REASONS[n] for n in results.reasons] == ["none", "none", "choices", "none"]
    assert list(results.standings) == [2]


def test_choices_of_a_case_are_its_own() -> None:
    made = plain(law(), Random(4))
    other = replace(made, readings=(("week", "begun"),), policy=(("reasonable_notice_days", 3),))
    results = evaluate(law(), from_cases([made, other, made]), ON)
    assert not results.reasons.any()
    assert (results.days[0] == results.days[2]).all()
    exposed = assess(law(), other, ON).criminal
    assert int(results.exposure("criminal")["max"][1]) == exposed.max


def test_machine_code_lies_where_the_user_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFALL_PLANS", str(tmp_path / "plans"))
    assert compiling.home() == tmp_path / "plans"
    monkeypatch.delenv("OUTFALL_PLANS")
    monkeypatch.setenv("OUTFALL_HOME", str(tmp_path))
    assert compiling.home() == tmp_path / "cache" / "docket"
    monkeypatch.delenv("OUTFALL_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert compiling.home() == tmp_path / "own" / "outfall" / "docket"
    compiling.folder.cache_clear()
    found = compiling.folder()
    assert found is not None
    assert found.parent == compiling.home()
    assert found.stat().st_mode & 0o077 == 0
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    compiling.folder.cache_clear()
    assert compiling.folder() is None
    compiling.folder.cache_clear()
