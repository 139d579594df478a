"""How long an assessment takes: a case of 20 events, cases of up to 10,000, and a pack.

Method: that of ``harness``. Three pieces of work are told apart, since a screen, a register and the
public data want different ones: ``assess`` alone (every condition of every power is decided, with
the facts that decide it; sentences are not made); the same and what each other reading would
change; and the same as the plain values of the contract, where every step is a sentence.

Growth: one case with three entries a day, of 10 to 10,000 entries, each length assessed a number of
times. Three figures tell how its user CPU time grows, which other work on the machine disturbs
least: the slope of a line through entries and time, which is what one more event costs; the power
with which it grows, fitted from 100 entries on (1 is time in proportion, 2 its square); and that
power between the two longest cases alone, where what every assessment costs however short the case
no longer hides anything.

    python benchmarks/bench_assess.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from statistics import linear_regression
from typing import Any

import cases
from harness import Figure, growth, measured, save, show

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess, check, plan_of
from outfall.law.case import Case
from outfall.law.data import data
from outfall.law.ordinance import Ordinance

TWENTY = (("city", cases.CITY, cases.CITY_ON), ("webster", cases.WEBSTER, cases.WEBSTER_ON))
LENGTHS = {10: 500, 100: 200, 1_000: 30, 10_000: 7}
PARSE_TARGET = 5.0


def case_of(text: str) -> Case:
    """The case of a file's text."""
    return read_case(read_text(text))


def law_of(case: Case) -> Ordinance:
    """The ordinance that was law on the day of the case's first event."""
    return load_pack(folder_of(case.ordinance), min(event.on for event in case.events))


def otherwise(law: Ordinance, case: Case, on: date) -> object:
    """A standing, with what every other reading that the case touches would change."""
    return [reading.otherwise for reading in assess(law, case, on).readings]


def public(law: Ordinance, case: Case, on: date) -> dict[str, Any]:
    """A standing as the plain values of the contract: every step and reading is told."""
    return data(assess(law, case, on))


def as_json(law: Ordinance, case: Case, on: date) -> str:
    """The same as JSON text."""
    return json.dumps(public(law, case, on))


def sound(text: str, entries: int) -> tuple[Ordinance, Case]:
    """A case of the benchmarks and its ordinance, once it is known to be what it should be."""
    case = case_of(text)
    law = law_of(case)
    faults = check(law, case)
    assert not faults, faults
    assert len(case.events) == entries
    return law, case


def twenty(name: str, text: str, on: date) -> list[Figure]:
    """The figures of one case of 20 events: read, assessed, and told in full."""
    law, case = sound(text, 20)
    assert not assess(law, case, on).irregularities
    acts: dict[str, tuple[str, Callable[[], object]]] = {
        "assess": ("assess", partial(assess, law, case, on)),
        "readings": ("and what other readings change", partial(otherwise, law, case, on)),
        "data": ("assess, all as public data", partial(public, law, case, on)),
        "json": ("assess, all as JSON text", partial(as_json, law, case, on)),
        "check": ("the faults of a case (check)", partial(check, law, case)),
        "text": ("YAML text to plain data", partial(read_text, text)),
    }
    title = f"{law.id}, 20 events"
    figures = [
        measured(f"{name}.{id}", f"{title}: {work}", act, 1_000) for id, (work, act) in acts.items()
    ]
    work = f"{title}: YAML text to a case"
    parse = partial(case_of, text)
    return [*figures, measured(f"{name}.parse", work, parse, 500, target=PARSE_TARGET)]


def packs() -> list[Figure]:
    """The figures of reading a pack and making it ready to be asked."""
    found = []
    for name in ("city-9-3-12", "webster-ny"):
        folder = folder_of(name)
        ready = partial(plan_of.__wrapped__, load_pack(folder))
        read = partial(load_pack, folder)
        found.append(measured(f"{name}.load", f"{name}: pack file to an ordinance", read, 100))
        found.append(measured(f"{name}.ready", f"{name}: an ordinance made ready", ready, 500))
    return found


def lengths() -> list[Figure]:
    """For each length of the long case: reading it, assessing it, and telling all of it."""
    found = []
    for length, calls in LENGTHS.items():
        text, on = cases.long_case(length), cases.long_on(length)
        law, case = sound(text, length)
        acts: dict[str, tuple[str, Callable[[], object], int]] = {
            "parse": ("YAML text to a case", partial(case_of, text), calls // 3),
            "assess": ("assess", partial(assess, law, case, on), calls),
            "data": ("assess, all as public data", partial(public, law, case, on), calls // 3),
        }
        for id, (work, act, times) in acts.items():
            title = f"{length:,} events: {work}"
            found.append(measured(f"long.{length}.{id}", title, act, max(3, times), warm=1))
    return found


def growths(figures: Sequence[Figure], kind: str) -> dict[str, float]:
    """How one kind of work grows: the fitted power, that of the last step, and microseconds."""
    cpu = {figure.id: figure.cpu for figure in figures}
    points = [(length, cpu[f"long.{length}.{kind}"]) for length in LENGTHS]
    line = linear_regression([n for n, _ in points], [time for _, time in points])
    return {
        "power": round(growth(points[1:]), 3),
        "last_power": round(growth(points[-2:]), 3),
        "each_event": round(line.slope * 1e3, 3),
    }


def each(figures: Sequence[Figure]) -> list[Figure]:
    """The same figures for one entry, in microseconds, to be printed beside one another."""
    found = []
    for figure in figures:
        entries = int(figure.id.split(".")[1])
        part = 1e3 / entries
        found.append(
            replace(
                figure,
                median=figure.median * part,
                p95=figure.p95 * part,
                cpu=figure.cpu * part,
            )
        )
    return found


def main() -> None:
    """Print and save one line a measurement, and how time grows."""
    short = [figure for name, text, on in TWENTY for figure in twenty(name, text, on)]
    short += packs()
    show(short)
    long = lengths()
    print()
    show(long)
    print()
    show(each(long), "microseconds an event")
    grows = {kind: growths(long, kind) for kind in ("parse", "assess", "data")}
    print()
    for kind, found in grows.items():
        print(f"{kind}: {found['each_event']:.1f} microseconds for each further event;", end=" ")
        print(f"grows to the power {found['power']:.3f}, the last step {found['last_power']:.3f}")
    save("assess", [*short, *long], grows=grows)


if __name__ == "__main__":
    main()
