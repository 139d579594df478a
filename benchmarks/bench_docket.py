"""Cases a second by a compiled plan, on one thread and on two, against ``assess`` in a loop.

Method: dockets of plain cases of twelve events each (``scripts/docket_cases.py``), laid out as
columns once; the full standing of each case on one day. Each figure is the median of five rounds
in which what is compared takes turns. The share of the trace, and how time grows with cases and
with events, are measured on one thread in CPU time, which other work on the machine changes least.
The share of cases handed over to ``assess`` is that of wild cases, likely and unlikely ones.

Ten million cases are answered by a process of its own, which is given them in batches, as a docket
is read in parts: what is held is a batch, and the largest size of that process is told.

    python benchmarks/bench_docket.py [--quick] [PACK ...]
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from harness import OUT, environment, growth, machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from docket_cases import day_for, plain, wild
from outfall.docket.engine import Columns, evaluate, from_cases
from outfall.docket.engine.compiling import folder
from outfall.docket.engine.layout import DAY, DAY1, DAY2
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import assess, check
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance

ON = date(2026, 5, 1)
PACKS = ("webster-ny", "city-9-3-12", "thunderbolt-ga")
ROUNDS, BATCH = 5, 100_000
TARGET, TARGET_RATIO, TARGET_TWO = 500_000, 50, 1.8
MOST_MEMORY = 4 * 2**30
Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Size:
    """How many different cases, how often each, wild ones, and the cases of the large run."""

    distinct: int = 2_000
    times: int = 100
    wild: int = 3_000
    large: int = 10_000_000


QUICK = Size(200, 20, 200, 200_000)


def repeated(docket: Columns, times: int) -> Columns:
    """The same cases again and again, as columns."""

    def starts(of: Any) -> Any:
        return np.concatenate([[0], np.cumsum(np.tile(np.diff(of), times))])

    return replace(
        docket,
        ids=list(docket.ids) * times,
        events=np.tile(docket.events, (times, 1)),
        starts=starts(docket.starts),
        history=np.tile(docket.history, (times, 1)),
        history_starts=starts(docket.history_starts),
        setting=np.tile(docket.setting, times),
    )


def later(docket: Columns, days: int) -> Columns:
    """Other cases: the same events, so many days later."""
    events = docket.events.copy()
    for slot in (DAY, DAY1, DAY2):
        events[:, slot] += days * (events[:, slot] > 0)
    return replace(docket, events=events)


def medians(acts: Mapping[str, Act], clock: Callable[[], float] = time.perf_counter) -> Any:
    """Seconds of each act, the median of five rounds in which they take turns."""
    found: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(ROUNDS):
        for name, act in acts.items():
            begun = clock()
            act()
            found[name].append(clock() - begun)
    return {name: statistics.median(seconds) for name, seconds in found.items()}


def longer(law: Ordinance, events: int) -> Case:
    """A plain case that goes on with inspections until it has so many events."""
    case = plain(law, Random(3))
    last = case.events[3]
    more = [replace(last, id=f"y{n}", place=n) for n in range(12, events)]
    return replace(case, events=(*case.events, *more))


def ready(law: Ordinance) -> float:
    """Seconds until a plan is ready: to be compiled, or only loaded where it was kept."""
    begun = time.perf_counter()
    evaluate(law, from_cases([plain(law, Random(3))]), ON, hand_over=False)
    return time.perf_counter() - begun


def of_pack(law: Ordinance, size: Size) -> dict[str, Any]:
    """The figures of one pack."""
    seconds_until_ready = ready(law)
    random = Random(3)
    made = [plain(law, random, n) for n in range(size.distinct)]
    big = repeated(from_cases(made), size.times)
    answer = partial(evaluate, law, big, ON, hand_over=False)
    handed = float(answer(threads=2).handed_over.mean())
    seconds = medians(
        {
            "one": partial(answer, threads=1),
            "two": partial(answer, threads=2),
            "assess": lambda: [assess(law, case, ON) for case in made],
        }
    )
    cpu = medians(
        {
            "with": partial(answer, threads=1, trace=True),
            "without": partial(answer, threads=1, trace=False),
        },
        time.process_time,
    )
    one, two = len(big) / seconds["one"], len(big) / seconds["two"]
    loop = size.distinct / seconds["assess"]
    return {
        "pack": law.id,
        "cases": len(big),
        "seconds_until_ready": round(seconds_until_ready, 1),
        "one_thread": round(one),
        "two_threads": round(two),
        "two_to_one": round(two / one, 3),
        "assess": round(loop),
        "ratio": round(two / loop, 1),
        "ratio_one_thread": round(one / loop, 1),
        "trace_costs": round(cpu["with"] / cpu["without"] - 1, 4),
        "plain_handed_over": round(handed, 4),
        "handed_over": shares(law, random, size.wild),
    }


def shares(law: Ordinance, random: Random, most: int) -> dict[str, float]:
    """The share of wild cases that are handed over, by reason."""
    wilds = [wild(law, random, n) for n in range(most)]
    wilds = [case for case in wilds if not check(law, case)]
    asked = np.array([day_for(case, random).toordinal() for case in wilds])
    found = evaluate(law, from_cases(wilds), asked, hand_over=False).shares()
    return {name: round(float(share), 4) for name, share in found.items()}


def grows(law: Ordinance, size: Size) -> dict[str, float]:
    """The power with which CPU time grows with cases, and with the events of a case."""
    docket = from_cases([plain(law, Random(n), n) for n in range(500)])

    def act(columns: Columns) -> Act:
        return partial(evaluate, law, columns, ON, threads=1, hand_over=False)

    cases = {n * 500: act(repeated(docket, n)) for n in (2, 8, 32) + (128, 512) * (size.times > 50)}
    events = {
        n: act(repeated(from_cases([longer(law, n)]), 2_000 * size.times // n))
        for n in (50, 400, 3_200)
    }
    by_cases = medians({str(n): made for n, made in cases.items()}, time.process_time)
    by_events = medians({str(n): made for n, made in events.items()}, time.process_time)
    each = [(n, by_events[str(n)] / (2_000 * size.times // n)) for n in events]
    return {
        "cases": round(growth([(n, by_cases[str(n)]) for n in cases]), 3),
        "events": round(growth(each), 3),
    }


def large(law: Ordinance, cases: int) -> dict[str, Any]:
    """So many cases in batches of other cases each; what the answers come to, and memory."""
    random = Random(3)
    docket = repeated(from_cases([plain(law, random, n) for n in range(1_000)]), BATCH // 1_000)
    ready(law)
    owed = permitted = answered = 0
    spent = 0.0
    for n in range(cases // BATCH):
        batch = later(docket, n)
        begun = time.perf_counter()
        results = evaluate(law, batch, ON, threads=2, trace=False, hand_over=False)
        spent += time.perf_counter() - begun
        answered += len(results) - int(results.handed_over.sum())
        owed += int(results.money("owed").sum())
        permitted += int(results.action_permitted.sum())
    return {
        "pack": law.id,
        "cases": cases // BATCH * BATCH,
        "answered": answered,
        "seconds": round(spent, 2),
        "cases_a_second": round(cases // BATCH * BATCH / spent),
        "owed_cents": owed,
        "powers_open": permitted,
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def apart(law: Ordinance, cases: int) -> dict[str, Any]:
    """The large run in a process of its own, so that its memory is its own."""
    command = [sys.executable, __file__, "--large", str(cases), law.id]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def targets(told: Mapping[str, Any]) -> dict[str, bool]:
    """Which of what is wanted was met, by what there is so far."""
    packs, found = told["packs"], {}
    for one in packs:
        name = one["pack"]
        best = max(one["one_thread"], one["two_threads"])
        found[f"{name}: {TARGET:,} cases a second"] = best >= TARGET
        found[f"{name}: {TARGET_RATIO} times assess"] = one["ratio"] >= TARGET_RATIO
        found[f"{name}: two threads {TARGET_TWO} times one"] = one["two_to_one"] >= TARGET_TWO
    if "large" in told:
        one = told["large"]
        found[f"{one['cases']:,} cases within 4 GiB"] = one["peak_bytes"] <= MOST_MEMORY
    return found


def keep(told: dict[str, Any]) -> None:
    """Save what there is so far."""
    OUT.mkdir(parents=True, exist_ok=True)
    told = {**told, "targets": targets(told)}
    (OUT / "docket.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Print and save the figures of some packs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*", default=list(PACKS))
    parser.add_argument("--quick", action="store_true", help="a look at it, in a minute")
    parser.add_argument("--large", type=int, help="only the large run, of so many cases")
    given = parser.parse_args()
    laws = [load_pack(folder_of(name)) for name in given.packs]
    if given.large:
        print(json.dumps(large(laws[0], given.large)))
        return 0
    size = QUICK if given.quick else Size()
    told: dict[str, Any] = {
        "machine": machine(),
        "kept": bool(folder()),
        "figures": [],
        "packs": [],
    }
    for law in laws:
        print(f"{law.id}: a plan that is not kept yet takes a minute", flush=True)
        told["packs"].append(of_pack(law, size))
        print(told["packs"][-1], flush=True)
        keep(told)
    told["growth"] = grows(laws[0], size)
    keep(told)
    print("CPU time grows with cases and events to the power", told["growth"], flush=True)
    told["large"] = apart(laws[0], size.large)
    keep(told)
    print(told["large"], flush=True)
    for name, met in targets(told).items():
        print(f"{name:56} {'met' if met else 'NOT met'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
