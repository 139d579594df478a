"""Cases a second by a compiled plan, on one thread and on two, against ``assess`` in a loop.

Method: dockets of plain cases of twelve events each (``scripts/docket_cases.py``), laid out as
columns once; the full standing of each case on one day. Each figure is the best of some rounds,
since whatever else the machine does only slows a round down. The share of the trace, and how time
grows with cases and with events, are measured on one thread in CPU time.

    python benchmarks/bench_docket.py [PACK ...]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
from harness import OUT, growth, machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from docket_cases import day_for, plain, wild
from outfall.docket.engine import Columns, evaluate, from_cases
from outfall.docket.engine.compiling import folder
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import assess, check
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance

ON = date(2026, 5, 1)
ROUNDS, DISTINCT, TIMES = 5, 2_000, 100
TARGET, TARGET_RATIO = 500_000, 50


def repeated(docket: Columns, times: int) -> Columns:
    """The same cases again and again, as columns."""

    def starts(of: np.ndarray) -> np.ndarray:
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


def best(act: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        begun = clock()
        act()
        found.append(clock() - begun)
    return min(found)


def longer(law: Ordinance, events: int) -> Case:
    """A plain case that goes on with inspections until it has so many events."""
    case = plain(law, Random(3))
    last = case.events[3]
    more = [replace(last, id=f"y{n}", place=n) for n in range(12, events)]
    return replace(case, events=(*case.events, *more))


def of_pack(law: Ordinance) -> dict[str, object]:
    """The figures of one pack."""
    random = Random(3)
    made = [plain(law, random, n) for n in range(DISTINCT)]
    docket = from_cases(made)
    begun = time.perf_counter()
    evaluate(law, docket, ON, hand_over=False)
    ready = time.perf_counter() - begun
    big = repeated(docket, TIMES)
    size = len(big)
    one, two = (
        size / best(lambda n=n: evaluate(law, big, ON, threads=n, hand_over=False)) for n in (1, 2)
    )
    cpu = {
        trace: best(
            lambda t=trace: evaluate(law, big, ON, threads=1, trace=t, hand_over=False),
            time.process_time,
        )
        for trace in (True, False)
    }
    loop = DISTINCT / best(lambda: [assess(law, case, ON) for case in made])
    wilds = [wild(law, random, n) for n in range(3_000)]
    wilds = [case for case in wilds if not check(law, case)]
    asked = np.array([day_for(case, random).toordinal() for case in wilds])
    shares = evaluate(law, from_cases(wilds), asked, hand_over=False).shares()
    return {
        "pack": law.id,
        "seconds_until_ready": round(ready, 1),
        "one_thread": round(one),
        "two_threads": round(two),
        "assess": round(loop),
        "ratio": round(max(one, two) / loop),
        "trace_costs": round(cpu[True] / cpu[False] - 1, 4),
        "met": max(one, two) >= TARGET and max(one, two) / loop >= TARGET_RATIO,
        "handed_over": {name: round(float(share), 4) for name, share in shares.items()},
    }


def grows(law: Ordinance) -> dict[str, float]:
    """The power with which CPU time grows with cases, and with the events of a case."""
    docket = from_cases([plain(law, Random(n), n) for n in range(500)])

    def seconds(columns: Columns) -> float:
        act = lambda: evaluate(law, columns, ON, threads=1, hand_over=False)  # noqa: E731
        return best(act, time.process_time)

    cases = [(500 * n, seconds(repeated(docket, n))) for n in (50, 200, 800)]
    events = [
        (n, seconds(repeated(from_cases([longer(law, n)]), 200_000 // n)) * n)
        for n in (50, 400, 3_200)
    ]
    assert all(a < b for (a, _), (b, _) in pairwise(cases))
    return {"cases": round(growth(cases), 3), "events": round(growth(events), 3)}


def main() -> None:
    """Print and save the figures of some packs."""
    names = sys.argv[1:] or ["webster-ny", "city-9-3-12", "thunderbolt-ga"]
    laws = [load_pack(folder_of(name)) for name in names]
    figures = [of_pack(law) for law in laws]
    for figure in figures:
        print(figure)
    power = grows(laws[0])
    print(f"CPU time grows with cases to the power {power['cases']}, with events {power['events']}")
    told = {"machine": machine(), "figures": figures, "growth": power, "kept": bool(folder())}
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "docket.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
