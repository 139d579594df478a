"""Change the law a little, over and over, and see that a test notices.

mutmut makes the mutants. They are tried here: the tests are collected once and each mutant runs in
a fork of that process, the tests that reach it first, until one fails. Starting pytest anew for
each of thousands would take hours.

    python scripts/mutants.py            try every mutant, and write build/mutants-results.json
    python scripts/mutants.py again      keep what was killed, or lives for a known reason, and has
                                         not changed; try the rest, on the worked cases too
    python scripts/mutants.py on         go on where a run was stopped
    python scripts/mutants.py report     write docs/reference/mutants.md from the results
"""

from __future__ import annotations

import difflib
import gc
import inspect
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "mutants"
RESULTS = ROOT / "build" / "mutants-results.json"
PAGE = ROOT / "docs" / "reference" / "mutants.md"
REASONS = ROOT / "docs" / "reference" / "mutants-reasons.yaml"
LAW = Path("outfall") / "law"
# Tests that tell nothing more of a mutant than the others do, and take minutes.
SLOW = ("test_counting_400_years", "test_counting_properties", "test_properties", "test_stateful")
SECONDS_MORE = 10  # of a processor, beside twice what the tests of a mutant took without it
KILLED = ("killed", "endless")
KEPT = {"all": (), "again": KILLED, "on": (*KILLED, "survived")}
WORKERS = os.cpu_count() or 1

Function = Callable[..., Any]


def make() -> None:
    """Copy the source aside and put every mutant of the law into the copy."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(ROOT / "src", BUILD / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for file in sorted((BUILD / "src" / LAW).glob("*.py")):
        mutated = mutate_file_contents(str(file), file.read_text("utf-8"))
        file.write_text(mutated.code, encoding="utf-8")


def run(keep: str) -> int:
    """Try every mutant; the exit status is pytest's own where the tests fail without one."""
    make()
    if not keep:
        RESULTS.unlink(missing_ok=True)
    tests = [str(file) for file in sorted((ROOT / "tests" / "law").glob("test_*.py"))]
    tests = [file for file in tests if not Path(file).stem.startswith(SLOW)]
    tests += [str(ROOT / "tests" / name) for name in ("test_bad_cases.py", "cli/test_town.py")]
    if keep == "again":
        tests.append(str(ROOT / "tests" / "test_cases.py"))
    path = os.pathsep.join(str(folder) for folder in (BUILD / "src", ROOT / "scripts", ROOT))
    env = {**os.environ, "PYTHONPATH": path, "OUTFALL_MUTANTS": keep or "all"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants", "-p", "no:cacheprovider"]
    command += ["-p", "no:logging", "-p", "no:faulthandler", "-p", "no:xdist"]
    done = subprocess.run([*command, *tests], cwd=ROOT, env=env, check=False)
    return done.returncode


# Inside pytest

Mutants = dict[str, Function]
Key = tuple[str, str]
_known: dict[Key, tuple[list[Function | None], Mutants]] = {}
_places: dict[Function, list[tuple[Any, str]]] = {}  # where each function is known, and as what
_reached: set[Key] = set()
_failed = [False]


def _trampoline(mutants: Mutants, is_classmethod: bool = False) -> Callable[[Function], Function]:
    """Stands in for mutmut's own: the mutant that is on trial answers for the function."""

    def around(function: Function) -> Function:
        on_trial: list[Function | None] = [None]
        key = (function.__module__, function.__qualname__)
        _known[key] = (on_trial, mutants)

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            _reached.add(key)
            return (on_trial[0] or mutants["_mutmut_orig"])(*args, **kwargs)

        call.mutants = mutants  # type: ignore[attr-defined]
        return call

    return around


if os.environ.get("OUTFALL_MUTANTS"):
    import mutmut.mutation.trampoline as _mutmut

    _mutmut.wrap_in_trampoline = _trampoline  # type: ignore[assignment]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember that a test failed: that is what kills a mutant."""
    if report.failed:
        _failed[0] = True


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests once as they are, then each mutant against those that reach it."""
    if not os.environ.get("OUTFALL_MUTANTS"):
        return None
    reaching, cost, worth = _survey(session)
    if _failed[0]:
        return None
    _take_off()
    before = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else {}
    kept, reasons = KEPT[os.environ["OUTFALL_MUTANTS"]], _reasons()
    found: dict[str, dict[str, str]] = {}
    trials: list[Trial] = []
    gc.freeze()  # so that a fork copies no page only to look at it
    for (module, name), (on_trial, mutants) in _known.items():
        items = reaching[module, name]
        seconds = SECONDS_MORE + 2 * sum(cost[item] for item in items)
        for label, mutant in mutants.items():
            if label == "_mutmut_orig":
                continue
            was, now = _change(mutants["_mutmut_orig"], mutant)
            at = f"{module.removeprefix('outfall.law.')}.{name}"
            untested = {"at": at, "was": was, "now": now, "end": "untested"}
            found[f"{module}.{label}"] = untested
            earlier = before.get(f"{module}.{label}", untested)
            lives = earlier["end"] == "survived" and _why(reasons, earlier) is not None
            known = earlier["end"] in kept or (bool(kept) and lives)
            if known and {**earlier, "end": "untested"} == untested:
                found[f"{module}.{label}"] = earlier
                continue
            if items:
                name_of = f"{module}.{label}"
                original = mutants["_mutmut_orig"]
                trials.append(Trial(name_of, on_trial, original, mutant, items, seconds))
    _try_all(trials, found, cost, worth)
    _keep(found)
    print(
        "\n"
        + ", ".join(f"{n} {end}" for end, n in Counter(r["end"] for r in found.values()).items())
    )
    return True


def _take_off() -> None:
    """Put the functions themselves where their trampolines were, which take half of the time."""
    modules = [m for name, m in sys.modules.items() if name.startswith("outfall.")]
    classes = {c for m in modules for c in vars(m).values() if isinstance(c, type)}
    mine = [c for c in classes if c.__module__.startswith("outfall.law.")]
    for holder in (*modules, *mine):
        for name, value in list(vars(holder).items()):
            if callable(value) and hasattr(value, "mutants"):
                original = value.mutants["_mutmut_orig"]
                setattr(holder, name, original)
                _places.setdefault(original, []).append((holder, name))


def _survey(
    session: pytest.Session,
) -> tuple[dict[Key, list[pytest.Item]], dict[pytest.Item, float], dict[pytest.Item, int]]:
    """Which tests reach which functions, what each costs (seconds), and how soon it may tell."""
    reaching: dict[Key, list[pytest.Item]] = defaultdict(list)
    cost: dict[pytest.Item, float] = {}
    worth: dict[pytest.Item, int] = {}
    for item in session.items:
        _reached.clear()
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        cost[item] = time.process_time() - start
        worth[item] = 1 + len(_reached)
        for key in _reached:
            reaching[key].append(item)
    return reaching, cost, worth


def _change(original: Function, mutant: Function) -> tuple[str, str]:
    """The lines that a mutant changes, as they were and as they are."""
    before, after = (inspect.getsource(f).splitlines()[1:] for f in (original, mutant))
    lines = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    texts = ["".join(line[2:].strip() for line in lines if line[0] == sign) for sign in "-+"]
    return texts[0], texts[1]


class Trial(NamedTuple):
    """A mutant, where to put it, the tests that reach it, and the seconds that they may take.

    ``items`` is one list for all mutants of a function: a test that tells is tried first of all on
    the next.
    """

    name: str
    place: list[Function | None]
    original: Function
    mutant: Function
    items: list[pytest.Item]
    seconds: float


def _try_all(
    trials: list[Trial],
    found: dict[str, dict[str, str]],
    cost: dict[pytest.Item, float],
    worth: dict[pytest.Item, int],
) -> None:
    """Try each, cheap tests that have told often before others; ``worth`` grows with each."""
    running: dict[int, tuple[Trial, int]] = {}
    begun: set[int] = set()
    for n, trial in enumerate(trials):
        while len(running) >= WORKERS:
            _reap(running, found, worth)
        if id(trial.items) not in begun:
            begun.add(id(trial.items))
            trial.items.sort(key=lambda item: cost[item] / worth[item])
        told, tells = os.pipe()
        pid = os.fork()
        if pid == 0:
            _try(trial, tells)
        os.close(tells)
        running[pid] = (trial, told)
        if n % 200 == 0:
            print(f"{n} of {len(trials)} mutants", file=sys.stderr, flush=True)
            _keep(found)
    while running:
        _reap(running, found, worth)


def _keep(found: dict[str, dict[str, str]]) -> None:
    RESULTS.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _try(trial: Trial, tells: int) -> None:
    """In the fork: tell the first test that fails, or none; a loop ends with its time."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    signal.setitimer(signal.ITIMER_PROF, trial.seconds)
    trial.place[0] = trial.mutant
    for holder, name in _places.get(trial.original, ()):
        setattr(holder, name, trial.mutant)
    for item in trial.items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if _failed[0]:
            os.write(tells, item.nodeid.encode())
            os._exit(1)
    os._exit(0)


def _reap(
    running: dict[int, tuple[Trial, int]],
    found: dict[str, dict[str, str]],
    worth: dict[pytest.Item, int],
) -> None:
    pid, status = os.wait()
    if pid not in running:
        return
    trial, told = running.pop(pid)
    with os.fdopen(told) as says:
        teller = says.read()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        found[trial.name]["end"] = "endless"
    elif os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        found[trial.name]["end"] = "survived"
    else:
        found[trial.name]["end"] = "killed"
    trial.items.sort(key=lambda item: item.nodeid != teller)
    if teller:
        worth[trial.items[0]] += 20


# The page


def report() -> int:
    """Write the page of survivors, each with its reason; exit 1 where a reason is missing."""
    results = list(json.loads(RESULTS.read_text("utf-8")).values())
    reasons = _reasons()
    alive = [r for r in results if r["end"] not in KILLED]
    share = 100 * len(alive) / len(results)
    text = PAGE_HEAD.format(mutants=len(results), alive=len(alive), share=f"{share:.1f}")
    modules = sorted({r["at"].split(".")[0] for r in results})
    for module in modules:
        mine = [r for r in results if r["at"].split(".")[0] == module]
        lives = sum(r["end"] not in KILLED for r in mine)
        text += f"| `{module}` | {len(mine)} | {lives} | {100 * lives / len(mine):.1f} % |\n"
    text += TABLE_HEAD
    missing = 0
    for r in sorted(alive, key=lambda r: (r["at"], r["was"], r["now"])):
        why = _why(reasons, r)
        missing += why is None
        cells = (f"`{r['at']}`", _cell(r["was"]), _cell(r["now"]), why or "no reason found yet")
        text += f"| {' | '.join(cells)} |\n"
    PAGE.write_text(text, encoding="utf-8")
    print(f"{len(alive)} of {len(results)} live ({share:.1f} %), {missing} without a reason")
    return 1 if missing else 0


def _reasons() -> list[dict[str, str]]:
    found: list[dict[str, str]] = yaml.safe_load(REASONS.read_text("utf-8"))
    return found


def _why(reasons: list[dict[str, str]], result: dict[str, str]) -> str | None:
    """The first reason whose function and piece of the change are this one's."""
    for reason in reasons:
        if result["at"] == reason["at"]:
            piece = reason.get("change", "")
            if piece in result["was"] or piece in result["now"]:
                return reason["why"]
    return None


def _cell(text: str) -> str:
    short = text if len(text) <= 120 else text[:117] + "..."
    return "`` " + short.replace("|", "\\|") + " ``" if short else "(nothing)"


PAGE_HEAD = """\
# Mutants of the law

`make mutants` changes one thing at a time in `src/outfall/law` and runs the tests that reach it: a
mutant that no test notices lives. Of {mutants} mutants {alive} live ({share} %).

| Module | Mutants | Live | Share |
| --- | --- | --- | --- |
"""
TABLE_HEAD = """
## Those that live, and why

| Function | Was | Is | Why nothing notices |
| --- | --- | --- | --- |
"""

if __name__ == "__main__":
    sys.exit(report() if sys.argv[1:] == ["report"] else run("".join(sys.argv[1:])))
