"""Parts of the answers: the same as in the whole, whichever way a case went, and no others."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from docket_cases import day_for, plain, wild
from outfall.docket.engine import NotAsked, Results, compiling, evaluate, from_cases, kernel_take
from outfall.docket.engine.compiling import UNCOUNTED, compiled
from outfall.docket.engine.equality import differences
from outfall.docket.engine.layout import NAMES
from outfall.docket.engine.pooling import spans
from outfall.docket.engine.room import _free, room
from outfall.docket.engine.shape import narrowed, shape_of
from outfall.docket.engine.writing_log import SILENT
from outfall.docket.engine.writing_plan import write
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.law.ordinance import Ordinance

ROOT = Path(__file__).parents[2]
PACKS = [Path(name).name for name in packs()]
FEW = ["city-9-3-12", "webster-ny", "somerville-ma"]
MISTAKES = {
    "a tier": "webster-ny=_tier = 1~_tier = 2",
    "a day of interest": "city-9-3-12=on + 1 - until~on - until",
    "a day counted": "city-9-3-12=else start + 1~else start",
    "a deadline": "city-9-3-12=length = 14~length = 15",
    "a hearing": "city-9-3-12=heard_appeal if heard_appeal else decided_appeal~decided_appeal",
}


@cache
def law(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def by_hand(folder: Path, size: int, *names: str) -> dict[str, Any]:
    """What ``tests.docket.by_hand`` prints."""
    own = {
        "OUTFALL_PLANS": str(folder),
        "PYTHONPATH": str(ROOT / "scripts"),
        "NUMBA_DISABLE_JIT": "1",
    }
    command = [sys.executable, "-m", "tests.docket.by_hand", str(size), *names]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return dict(json.loads(done.stdout))


def agree(found: dict[str, Any], straight: bool) -> None:
    for told in (one for each in found.values() for one in each):
        assert (told["only"], told["differences"]) == (told["only"], [])
        assert told["ways"]["whole"] > 0
    assert not straight or all(one["ways"]["straight"] > 0 for one in next(iter(found.values())))


def test_parts_of_random_cases_as_written(tmp_path: Path) -> None:
    found = by_hand(tmp_path, 40, *FEW)
    agree(found, straight=True)
    assert sum(one["ways"]["straight"] for each in found.values() for one in each) > 300


@pytest.mark.apart
@pytest.mark.parametrize("name", PACKS)
def test_parts_of_many_random_cases_as_written(name: str, tmp_path: Path) -> None:
    agree(by_hand(tmp_path, 1_000, name), straight=False)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_straight_line_is_caught(mistake: str, tmp_path: Path) -> None:
    ((told,),) = by_hand(tmp_path, 150, MISTAKES[mistake]).values()
    assert told["count"] > 0
    assert told["ways"]["straight"] > 0


@pytest.mark.apart
@pytest.mark.parametrize(
    "only", [("exposure", "account", "deadlines.appeal"), ("actions", "holds")]
)
def test_parts_of_random_cases_compiled(only: tuple[str, ...]) -> None:
    of, random = law("city-9-3-12"), Random(17)
    made = [one(of, random, n) for one in (plain, wild) for n in range(1_500)]
    docket, on = from_cases(made), np.array([day_for(c, random).toordinal() for c in made])
    results = evaluate(of, docket, on, only=only)
    assert list(differences(of, docket, on, results)) == []
    ways = results.ways()
    assert sum(ways.values()) == len(made)
    assert ways["handed_over"] == int(results.handed_over.sum())
    assert (ways["straight"] > 1_000) == ("exposure" in only)
    one = evaluate(of, docket, on, only=only, threads=1, hand_over=False)
    three = evaluate(of, docket, on, only=only, threads=3, hand_over=False)
    assert (one.days == three.days).all()
    assert (one.cents == three.cents).all()
    assert one.ways() == three.ways()


# What was not asked is not there


def results(*only: str) -> Results:
    shape = narrowed(law("city-9-3-12"), only or None)
    numbers = np.zeros((2, shape.width), np.int32), np.zeros((2, shape.cents), np.int64)
    trace = np.zeros((2, len(shape.actions)), np.int8)
    none = np.zeros((0, 7), np.int32)
    return Results(shape, *numbers, trace, np.array([0, 3], np.int8), none, ["a", "b"], straight=1)


TOUCHES: dict[str, Callable[[Results], Any]] = {
    "deadlines": lambda r: r.deadline_due,
    "actions": lambda r: r.action_permitted,
    "orders": lambda r: r.order_since,
    "holds": lambda r: r.hold_until,
    "exposure": lambda r: r.exposure("civil"),
    "account": lambda r: (r.money("owed"), r.lien),
    "parts": lambda r: r.part("cost"),
    "payments": lambda r: (r.payments, r.payment_amounts),
}


@pytest.mark.parametrize("asked", TOUCHES)
def test_an_answer_that_is_not_asked_is_told_where_it_is_touched(asked: str) -> None:
    one = results(asked)
    for kind, touch in TOUCHES.items():
        touch(results())
        if kind == asked:
            touch(one)
            continue
        with pytest.raises(NotAsked, match=f"only {asked} was asked for: add '{kind}'"):
            touch(one)


def test_one_deadline_alone() -> None:
    assert results("deadlines.appeal").deadlines == ("appeal",)
    assert results("deadlines.appeal").deadline_due.shape == (2, 1)
    assert results("deadlines.appeal", "exposure").exposure("civil")["max"].shape == (2,)


def test_a_name_that_the_law_does_not_know_is_told_with_those_that_it_does() -> None:
    with pytest.raises(ValueError, match=r"has no answer 'deadline.appeal', 'fines': there are .*"):
        narrowed(law("webster-ny"), ("deadline.appeal", "exposure", "fines"))
    with pytest.raises(ValueError, match="that is wanted"):
        narrowed(law("webster-ny"), ())


def test_a_plan_asks_no_more_than_is_wanted() -> None:
    of = law("city-9-3-12")
    whole, _, _ = write(of)
    part, shape, _ = write(of, narrowed(of, ("exposure", "account", "deadlines.appeal")))
    assert len(part) < len(whole)
    assert "action_" in whole
    assert "action_" not in part
    assert "def straight" in part
    assert "def straight" not in whole
    assert shape.width < shape_of(of).width


def test_the_ways_add_up() -> None:
    assert results().ways() == {"straight": 1, "whole": 0, "handed_over": 1}


def test_what_is_passed_over_in_a_straight_line_is_what_the_whole_plan_takes_no_note_of() -> None:
    text = Path(kernel_take.__file__).read_text()
    assert set(SILENT) == {name for name in NAMES if f'CODES["{name}"]' not in text}


# What all of it stands on


def test_numba_counts_no_references(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "folder", lambda: None)  # code that is kept can't be looked into
    say = (
        f"numba {numba.__version__} no longer takes the option _nrt: the engine answers the same "
        "and slower, most of all on several threads. Look for what took its place "
        "(outfall/docket/engine/compiling.py), or keep numba below this version in pyproject.toml"
    )
    assert UNCOUNTED == {"_nrt": False}, say

    def greatest(rows: Any) -> Any:
        best = rows[0]
        for n in range(len(rows)):
            if rows[n, 0] > best[0]:
                best = rows[n]
        return best[0]

    ours: Any = compiled(greatest)
    theirs: Any = numba.njit(greatest)
    rows = np.array([[1, 1], [3, 1], [2, 1]])
    assert ours(rows) == theirs(rows) == 3
    counts = [any("NRT_" in text for text in f.inspect_llvm().values()) for f in (ours, theirs)]
    assert counts == [False, True], say


FORKED = """
import os, sys, time
from outfall.docket.engine import pooling
parts = pooling.spans(100, 2, 10)
pooling.each(lambda span: time.sleep(0.2), parts, 2)  # long enough that the thread is begun
if len(sys.argv) > 1:  # the control: the child keeps a pool whose threads are not there
    kept = pooling._pool
    pooling._pool = lambda threads, pool=kept(1): pool
child = os.fork()
if child == 0:
    os._exit(len(pooling.each(lambda span: span, parts, 2)))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_a_forked_process_has_threads_of_its_own(tmp_path: Path) -> None:
    own = {**os.environ, "NUMBA_DISABLE_JIT": "1", "OUTFALL_PLANS": str(tmp_path)}
    command = [sys.executable, "-c", FORKED]
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) > 1
    hung = subprocess.Popen([*command, "x"], env=own, stdout=-3, stderr=-3, process_group=0)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            hung.wait(4)
    finally:
        os.killpg(hung.pid, signal.SIGKILL)
        hung.wait()


def test_spans_cover_every_row_once() -> None:
    for size, threads, least in ((0, 1, 10), (1, 2, 10), (100, 2, 10), (999_999, 3, 4_096)):
        parts = spans(size, threads, least)
        assert [row for part in parts for row in range(*part)] == list(range(size))
        assert all(b - a >= least for a, b in parts[:-1])
        assert len(parts) <= max(8 * threads, 1)


def test_room_is_given_again_once_nothing_holds_it() -> None:
    _free.clear()
    size = (500, 1_000)
    one = room(size, np.int64)
    view, at = one[3:, 5], one.ctypes.data
    other = room(size, np.int64)
    assert other.ctypes.data != at
    del one
    third = room(size, np.int64)
    assert third.ctypes.data != at
    view[:] = 7
    del view
    assert room((400, 1_000), np.int64).ctypes.data == at
    del other, third
    assert room((3, 3), np.int32).shape == (3, 3)
