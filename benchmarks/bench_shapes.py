"""How an assessment grows where one thing in a case is repeated and nothing else.

A realistic mix can hide what grows faster than the case. Each shape here is a case of one repeated
thing, assessed at 100, 200 and 400 events, 3 to 51 times each. The power with which its user CPU
time grows (other work on the machine disturbs that least) should be near 1, or below it, as every
assessment costs something however short the case; 2 is the square of the case's length. Method:
that of ``harness``.

    python benchmarks/bench_shapes.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from bench_assess import public, sound
from cases import HEAD
from harness import Figure, growth, measured, save

from outfall.law.assess import assess

LENGTHS = (100, 200, 400)
ALLOWED = 1.2
START = date(2016, 1, 4)
FOUND = "violation_observed, kind: discharge"
NOTICE = (
    "notice_issued, instrument: notice_of_violation, comply_by: 2031-03-03, "
    "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
)
SERVED = "served, instrument: notice_of_violation, method: personal"
Repeated = tuple[str, ...]

# What is repeated after the first finding; {n} is the number of the entry.
SHAPES: dict[str, Repeated] = {
    "inspections": ("inspected, finding: continuing",),
    "costs and payments": ("cost_recorded, amount: 100.00", "paid, amount: 50.00"),
    "costs with their protests": (
        "cost_recorded, amount: 100.00",
        "cost_protested",
        "protest_decided, amount: 50.00",
    ),
    "notices served": (NOTICE, SERVED),
    "notices, appeals, decisions": (
        NOTICE,
        SERVED,
        "appeal_filed",
        "hearing_held",
        "appeal_decided, outcome: upheld",
    ),
    "violations": ("violation_observed, violation: v{n}, kind: discharge",),
    "violations, each with notices": (
        "violation_observed, violation: v{n}, kind: discharge",
        NOTICE,
        SERVED,
    ),
    "remedied and found again": ("corrected", FOUND),
}
ONE_DAY: dict[str, Repeated] = {
    "one day, all regular": SHAPES["costs and payments"],
    "one day, all irregular": ("penalty_assessed, amount: 10.00",),
}


def text_of(law: str, repeated: Repeated, events: int, a_day: int) -> str:
    """The file of one shape: a finding, and what is repeated, so many entries a day."""
    told = [f"  - {{date: {START}, event: {FOUND}}}\n"]
    for n in range(events - 1):
        day = START + timedelta(days=1 + n // a_day)
        told.append(f"  - {{date: {day}, event: {repeated[n % len(repeated)].format(n=n)}}}\n")
    text = HEAD + "".join(told)
    if law == "webster-ny":
        text = text.replace("city-9-3-12", law).replace("kind: discharge", "kind: maintenance")
    return text


def affordable(act: Callable[[], object]) -> int:
    """How often an act can be measured in about a third of a second: 3 to 51 times."""
    begun = time.perf_counter()
    act()
    return max(3, min(51, int(0.3 / (time.perf_counter() - begun))))


def figures(law: str, name: str, repeated: Repeated, a_day: int) -> list[Figure]:
    """Assessing one shape, and telling all of it, at each length."""
    found = []
    for length in LENGTHS:
        ordinance, case = sound(text_of(law, repeated, length, a_day), length)
        on = START + timedelta(days=length + 1)
        acts: dict[str, Callable[[], object]] = {
            "assess": partial(assess, ordinance, case, on),
            "data": partial(public, ordinance, case, on),
        }
        for id, act in acts.items():
            work = f"{law}, {length} events, {name}: {id}"
            calls = affordable(act)
            found.append(measured(f"{law}.{name}.{length}.{id}", work, act, calls, warm=1))
    return found


def main() -> None:
    """Print one line a shape, and name each that grows faster than the case."""
    everything, powers = [], {}
    print(f"{'':46} {'assess':>24} {'power':>6} {'as public data':>24} {'power':>6}")
    print(f"{'':46} " + " ".join(f"{n:>7}" for n in LENGTHS) + "  events, ms of user CPU")
    for law in ("city-9-3-12", "webster-ny"):
        for name, repeated in {**SHAPES, **ONE_DAY}.items():
            found = figures(law, name, repeated, 10_000 if name in ONE_DAY else 1)
            everything += found
            line = f"{law + ': ' + name:46}"
            for kind in ("assess", "data"):
                taken = [one.cpu for one in found if one.id.endswith(kind)]
                power = growth(list(zip(LENGTHS, taken, strict=True)))
                powers[f"{law}.{name}.{kind}"] = round(power, 2)
                line += " " + " ".join(f"{one:7.2f}" for one in taken) + f" {power:6.2f} "
                line += "*" if power > ALLOWED else " "
            print(line)
    print(f"* grows faster than the case: to a power above {ALLOWED}")
    save("shapes", everything, powers=powers)


if __name__ == "__main__":
    main()
