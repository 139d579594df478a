"""Four questions about very many cases: Outfall, general engines, and machine code by hand.

The rules are of two packs that ship (``docket/law.py``); the questions, T1 to T4, stand in
``docket/asked.py``, and each competitor's rules in a file of its own beside it, written as one
would who knows that engine well. Every engine is given the same data in the form that it takes
fastest, and answers with whole columns.

Before anything is timed, all answers are compared, row by row and to the cent, and a sample of them
with ``assess``. Then the engines take turns in five rounds; a figure is the median of the five
(``docket/comparing.py``). Ten million cases of a log do not fit beside what an engine makes of
them: they come in pieces of a million, each asked about once, and the pieces are added up.

Nothing a competitor has to do before it can be asked is timed: frames, tables and lists are made
ready, as Outfall's columns are. Outfall from Arrow tables is timed with the encoding, which turns
the words of the case file into numbers; the others are given numbers in the first place, and each
party's earlier offenses beside the log, four columns ready to be compared.

    python benchmarks/bench_docket_rules.py [--quick] [--sizes 10000 100000] [--questions civil]
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from typing import Any

from docket.asked import QUESTIONS, TITLES, Engine
from docket.comparing import Asked, Compared, compared, data_of, in_pieces
from docket.outfall_rules import NARROWS, has_figures, ours
from docket.rivals import rivals
from docket.telling import fragment, ratios
from harness import OUT, Figure, save

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
QUICK = (10_000,)
IN_MEMORY = 1_000_000  # cases of a log beyond which it comes in pieces


def figure(asked: Asked) -> Figure:
    """What was asked once or five times, as every benchmark keeps it: milliseconds of a call."""
    calls = sorted(asked.calls)
    return Figure(
        f"{asked.question}.{asked.size}.{asked.engine}",
        f"{TITLES[asked.question]}, {asked.size:,} cases: {asked.engine}",
        len(calls),
        asked.median * 1e3,
        calls[-1] * 1e3,
        sum(asked.cpu) / len(asked.cpu) * 1e3,
    )


def say(*words: object) -> None:
    """A line of progress, at once."""
    print(*words, flush=True)


def told(one: Compared) -> None:
    """What one question on one size came to."""
    say(
        f"{TITLES[one.question]}, {one.size:,} cases: {one.rows:,} rows equal by all engines, "
        f"{one.assessed:,} of them by assess"
    )
    for asked in sorted(one.asked, key=lambda asked: asked.median):
        speed = asked.size / asked.median / 1e6
        say(f"  {asked.engine:44} {asked.median * 1e3:10.2f} ms {speed:10.2f} million cases/s")


def keep(done: list[Compared]) -> Path:
    """Save what there is so far, as JSON and as a part of the page."""
    figures = [figure(asked) for one in done for asked in one.asked]
    checked = [
        {"question": one.question, "size": one.size, "rows": one.rows, "assessed": one.assessed}
        for one in done
    ]
    more: dict[str, Any] = {
        "checked": checked,
        "ratios": ratios(figures),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "only": NARROWS,
        "figures_at_hand": has_figures(),
    }
    file = save("docket_rules", figures, **more)
    page = OUT / "docket_rules.md"
    page.write_text("\n".join(fragment(figures, more)) + "\n", encoding="utf-8")
    return file


def run(sizes: list[int], questions: list[str], engines: list[Engine]) -> list[Compared]:
    """Every question on every size, the small ones first; what is done is kept at each step.

    An engine that is too slow for the smallest size is asked before, about as few as it can be.
    """
    done: list[Compared] = []
    for question in questions:
        slow = [engine for engine in engines if 0 < engine.most.get(question, 0) < sizes[0]]
        for engine in slow:
            data = data_of(question, engine.most[question])
            done.append(compared(question, data, [engine]))
            told(done[-1])
            keep(done)
    for size in sizes:
        for question in questions:
            begun = time.perf_counter()
            if question == "log" and size > IN_MEMORY:
                done.append(Compared(question, 0, 0, 0, []))
                for done[-1] in in_pieces(size, engines):
                    say(f"  {done[-1].size:,} cases of {size:,}")
            else:
                done.append(compared(question, data_of(question, size), engines))
            told(done[-1])
            say(f"  {time.perf_counter() - begun:.0f} s with making and comparing")
            keep(done)
    return done


def main() -> int:
    """Compare, time, print and save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--questions", choices=QUESTIONS, nargs="+", default=list(QUESTIONS))
    parser.add_argument("--quick", action="store_true", help="ten thousand cases alone")
    given = parser.parse_args()
    sizes = list(QUICK) if given.quick else sorted(given.sizes)
    say("engines are made ready; a pack that is not compiled yet takes a minute")
    done = run(sizes, given.questions, [*ours(), *rivals()])
    say(f"kept: {keep(done)}")
    for name, ratio in ratios([figure(asked) for one in done for asked in one.asked]).items():
        say(f"{name:72} {ratio:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
