"""Change the law a little, over and over, and see that a test notices.

mutmut makes the mutants. They are tried here: the tests are collected once and each mutant runs in
a fork of that process, the tests that reach it first, until one fails. Starting pytest anew for
each of thousands would take hours.

    python scripts/mutants.py            try every mutant, and write build/mutants-results.json
    python scripts/mutants.py again      keep what was killed and has not changed; try the rest
    python scripts/mutants.py report     write docs/reference/mutants.md from the results
"""

from __future__ import annotations

import difflib
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
from typing import Any

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
SECONDS_MOST = 90  # of a processor: several times what every test together takes
KILLED = ("killed", "endless")
WORKERS = os.cpu_count() or 1

Function = Callable[..., Any]


def make() -> None:
    """Copy the source aside and put every mutant of the law into the copy."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(ROOT / "src", BUILD / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for file in sorted((BUILD / "src" / LAW).glob("*.py")):
        mutated = mutate_file_contents(str(file), file.read_text("utf-8"))
        file.write_text(mutated.code, encoding="utf-8")


def run(again: bool) -> int:
    """Try every mutant; the exit status is pytest's own where the tests fail without one."""
    make()
    if not again:
        RESULTS.unlink(missing_ok=True)
    tests = [str(file) for file in sorted((ROOT / "tests" / "law").glob("test_*.py"))]
    tests = [file for file in tests if not Path(file).stem.startswith(SLOW)]
    tests += [str(ROOT / "tests" / name) for name in ("test_bad_cases.py", "cli/test_town.py")]
    path = os.pathsep.join(str(folder) for folder in (BUILD / "src", ROOT / "scripts", ROOT))
    env = {**os.environ, "PYTHONPATH": path, "OUTFALL_MUTANTS": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "-p", "no:xdist", *tests], cwd=ROOT, env=env, check=False)
    return done.returncode


# Inside pytest

Mutants = dict[str, Function]
_known: dict[tuple[str, str], tuple[list[Function | None], Mutants]] = {}
_reached: set[tuple[str, str]] = set()
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
    reaching, cost = _survey(session)
    if _failed[0]:
        return None
    before = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else {}
    found: dict[str, dict[str, str]] = {}
    trials: list[tuple[str, list[Function | None], Function, list[pytest.Item]]] = []
    for (module, name), (on_trial, mutants) in _known.items():
        items = sorted(reaching[module, name], key=lambda item: cost[item])
        for label, mutant in mutants.items():
            if label == "_mutmut_orig":
                continue
            was, now = _change(mutants["_mutmut_orig"], mutant)
            at = f"{module.removeprefix('outfall.law.')}.{name}"
            killed = {"at": at, "was": was, "now": now, "end": "killed"}
            found[f"{module}.{label}"] = killed
            if before.get(f"{module}.{label}") == killed:
                continue
            found[f"{module}.{label}"] = {**killed, "end": "untested"}
            if items:
                trials.append((f"{module}.{label}", on_trial, mutant, items))
    _try_all(trials, found)
    _keep(found)
    print(
        "\n"
        + ", ".join(f"{n} {end}" for end, n in Counter(r["end"] for r in found.values()).items())
    )
    return True


def _survey(
    session: pytest.Session,
) -> tuple[dict[tuple[str, str], list[pytest.Item]], dict[pytest.Item, float]]:
    """Which tests reach which functions, and how soon each is likely to tell."""
    reaching: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    cost: dict[pytest.Item, float] = {}
    for item in session.items:
        _reached.clear()
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        cost[item] = (time.process_time() - start + 0.02) / (1 + len(_reached))
        for key in _reached:
            reaching[key].append(item)
    return reaching, cost


def _change(original: Function, mutant: Function) -> tuple[str, str]:
    """The lines that a mutant changes, as they were and as they are."""
    before, after = (inspect.getsource(f).splitlines()[1:] for f in (original, mutant))
    lines = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    texts = ["".join(line[2:].strip() for line in lines if line[0] == sign) for sign in "-+"]
    return texts[0], texts[1]


def _try_all(
    trials: list[tuple[str, list[Function | None], Function, list[pytest.Item]]],
    found: dict[str, dict[str, str]],
) -> None:
    running: dict[int, str] = {}
    for n, (name, on_trial, mutant, items) in enumerate(trials):
        while len(running) >= WORKERS:
            _reap(running, found)
        pid = os.fork()
        if pid == 0:
            _trial(on_trial, mutant, items)
        running[pid] = name
        if n % 200 == 0:
            print(f"{n} of {len(trials)} mutants", file=sys.stderr, flush=True)
            _keep(found)
    while running:
        _reap(running, found)


def _keep(found: dict[str, dict[str, str]]) -> None:
    RESULTS.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _trial(on_trial: list[Function | None], mutant: Function, items: list[pytest.Item]) -> None:
    """In the fork: 0 where every test passes, 1 where one fails; a loop ends with its time."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    signal.setitimer(signal.ITIMER_PROF, SECONDS_MOST)
    on_trial[0] = mutant
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if _failed[0]:
            os._exit(1)
    os._exit(0)


def _reap(running: dict[int, str], found: dict[str, dict[str, str]]) -> None:
    pid, status = os.wait()
    name = running.pop(pid, None)
    if name is not None:
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            found[name]["end"] = "endless"
        else:
            lives = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
            found[name]["end"] = "survived" if lives else "killed"


# The page


def report() -> int:
    """Write the page of survivors, each with its reason; exit 1 where a reason is missing."""
    results = list(json.loads(RESULTS.read_text("utf-8")).values())
    reasons = yaml.safe_load(REASONS.read_text("utf-8")) if REASONS.is_file() else []
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
    sys.exit(report() if sys.argv[1:] == ["report"] else run(sys.argv[1:] == ["again"]))
