"""Prove compiled plans equal to ``assess``, field by field, on many random cases of each pack.

    python scripts/docket_equality.py                    # 100,000 cases of every pack that ships
    python scripts/docket_equality.py --cases 5000 webster-ny kokomo-in

Prints for each pack how many cases the plan answered, the share handed over by reason (of all
cases, and of those that can be read at all), and every kind of field that differs. Status 1 where
any does.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np

from docket_cases import day_for, plain, wild
from outfall.docket.engine import evaluate, from_cases
from outfall.docket.engine.equality import Difference, differences
from outfall.docket.engine.layout import REASONS
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.law.ordinance import Ordinance

CHUNK = 5_000


def compare(law: Ordinance, cases: int, seed: int, kind: str) -> tuple[str, list[Difference]]:
    """A line on one pack, and the first differences of each field."""
    random = Random(f"{law.id} {seed}")
    reasons: Counter[str] = Counter()
    readable: Counter[str] = Counter()
    answered = refused = 0
    found: list[Difference] = []
    begun = time.perf_counter()
    for first in range(0, cases, CHUNK):
        numbers = range(first, min(first + CHUNK, cases))
        made = [wild(law, random, n) if kind == "wild" else plain(law, random, n) for n in numbers]
        asked = np.array([day_for(case, random).toordinal() for case in made])
        columns = from_cases(made)
        results = evaluate(law, columns, asked)
        found += differences(law, columns, asked, results)
        answered += int((results.reasons == 0).sum())
        refused += len(results.refused)
        reasons.update(REASONS[reason] for reason in results.reasons if reason)
        readable.update(REASONS[results.reasons[n]] for n in results.standings)
    good = max(cases - refused, 1)
    told = ", ".join(f"{name} {count / good:.2%}" for name, count in readable.most_common())
    line = (
        f"{law.id}: {cases} cases, {refused} refused, {answered} by the plan, "
        f"{sum(readable.values()) / good:.2%} of the readable handed over ({told or 'none'}), "
        f"{len(found)} differences, {time.perf_counter() - begun:.0f} s"
    )
    return line, found


def main() -> int:
    """Compare the packs that are named, or all that ship."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="*", default=[Path(name).name for name in packs()])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("wild", "plain"), default="wild")
    asked = parser.parse_args()
    wrong = 0
    for name in asked.packs:
        line, found = compare(load_pack(folder_of(name)), asked.cases, asked.seed, asked.kind)
        print(line, flush=True)
        for field, count in Counter(item.field for item in found).most_common(20):
            example = next(item for item in found if item.field == field)
            print(f"  {field}: {count} times, such as {example}")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
