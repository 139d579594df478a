"""How long it takes to read a published text: paragraphs, facts, a draft, the whole command.

Method: that of ``harness``. *A section* is each of the two seeds where they lie beside the
checkout, and the longest text of ``tests/reading/other_towns``. *A code of 300 pages* is made of
the texts there, one after the other under section numbers of their own, until it has 900,000
characters: 3,000 a page. Each copy has other dollars and days, so that no answer can be kept from
the one before. So many sections that say the same are more than the file of a pack may hold: of
them the draft is measured, and no command that writes it.

Hostile texts repeat what a rule begins to read with, and never end. Each is read at four lengths
up to 100,000 characters; the power with which its time grows stands beside it: 1 is in proportion.

    python benchmarks/bench_read.py
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path
from time import process_time

from harness import ROOT, Figure, environment, growth, measured, save, show

from outfall.reading.drafting.about import about
from outfall.reading.drafting.draft import draft
from outfall.reading.facts import facts
from outfall.reading.segmenting import segment

CORPUS = ROOT / "tests" / "reading" / "other_towns"
SEEDS = ROOT.parent / "shared" / "seeds"
CODE = 900_000
SECTION_MOST, CODE_MOST = 200.0, 20_000.0
"""Milliseconds of the whole command at most."""
LENGTHS = (12_500, 25_000, 50_000, 100_000)
HOSTILE = {
    "a bracket that opens": "(",
    "a marker and no text": "(a) ",
    "a number before a number": "1. ",
    "days without an end": "within ten days after ",
    "a notice of a notice": "the notice shall state the notice of violation and ",
    "a fine or a fine": "a fine of $1 or ",
    "each day of each day": "each day of the violation a separate ",
    "first, second, third": "first second third and ",
    "words of a number": "one hundred and ",
    "lines to write on": "____ days ",
    "letters alone": "a",
    "lines of one letter": "a\n",
    "strokes of a table": "| $5 ",
}


def sections() -> Iterator[tuple[str, str]]:
    """A name and a text: the seeds where they are, and the longest text of our own."""
    for number, file in enumerate(sorted(SEEDS.glob("*.txt")), 1):
        yield f"seed {number}", file.read_text(encoding="utf-8")
    yield "a text of ours", max(bodies(), key=len)


def bodies() -> list[str]:
    """The texts of other towns without their headers."""
    files = sorted(CORPUS.glob("*.txt"))
    texts = (file.read_text(encoding="utf-8") for file in files)
    return [re.sub(r"\A(?:#.*\n)+", "", text).strip() for text in texts]


def code(length: int = CODE) -> str:
    """A code of many sections, at least ``length`` characters long."""
    made, size = [], 0
    texts = cycle(bodies())
    for number in count(1):
        part = (
            f"Sec. 40-{number}. - Enforcement of part {number}.\n{changed(next(texts), number)}\n"
        )
        made.append(part)
        size += len(part)
        if size >= length:
            return "\n".join(made)
    raise AssertionError


def changed(text: str, number: int) -> str:
    """The text with other sums and periods in figures."""
    text = re.sub(r"(?<=\$)[1-9]\d*", lambda one: str(int(one[0]) + number), text)
    return re.sub(r"\b[1-9]\d?(?= days)", lambda one: str(int(one[0]) + number % 60), text)


def afresh(act: Callable[[], object]) -> Callable[[], object]:
    """The act without what the reader keeps of the texts that it read last."""
    kept = [
        value
        for name, module in list(sys.modules.items())
        if name.startswith("outfall.reading.")
        for value in vars(module).values()
        if hasattr(value, "cache_clear")
    ]

    def fresh() -> object:
        for one in kept:
            one.cache_clear()
        return act()

    return fresh


def of_text(id: str, name: str, text: str, calls: int, most: float, folder: Path) -> list[Figure]:
    """The figures of one text, from its characters to the end of a process."""
    file = folder / f"{id}.txt"
    file.write_text(text, encoding="utf-8")
    parted = segment(text)
    found = facts(parted)
    title = f"{name}, {len(text):,} characters"
    known = about(name, file.name, state="NY")
    acts: dict[str, tuple[str, Callable[[], object]]] = {
        "paragraphs": (f"{title}: {len(parted.provisions):,} paragraphs", lambda: segment(text)),
        "facts": (f"its {len(found):,} facts", lambda: facts(parted)),
        "draft": ("a draft of them", lambda: draft(parted, found, known)),
    }
    warm = 2 if calls > 10 else 0
    figures = [
        measured(f"{id}.{part}", work, afresh(act), calls, warm=warm)
        for part, (work, act) in acts.items()
    ]
    whole = afresh(lambda: facts(segment(text)))
    both = measured(f"{id}.both", "both together", whole, calls, warm=warm, target=most)
    for shape in ("--facts", "--draft") if most == SECTION_MOST else ("--facts",):
        figures.append(command(f"{id}.{shape[2:]}_command", file, shape, min(calls, 15), most))
    return [*figures[:2], both, *figures[2:]]


def command(id: str, file: Path, shape: str, calls: int, most: float) -> Figure:
    """``outfall read`` as a process of its own, its output thrown away."""
    folder = file.with_suffix("")
    program = [str(Path(sys.executable).with_name("outfall")), "read", str(file), shape]
    if shape == "--draft":
        program += [str(folder), "--state", "NY"]

    def act() -> object:
        done = subprocess.run(program, check=True, env=environment(), stdout=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)
        return done

    work = f"outfall read {shape}, the whole process"
    target = most if shape == "--facts" and most == CODE_MOST else None
    return measured(id, work, act, calls, warm=1, target=target, children=True)


def hostile() -> dict[str, dict[str, float]]:
    """For each hostile text: the seconds of its longest, and the power with which they grow."""
    told = {}
    for name, beginning in HOSTILE.items():
        points = []
        for length in LENGTHS:
            text = f"(a) {beginning * (length // len(beginning))}.\n"
            begun = process_time()
            facts(segment(text))
            points.append((length, max(process_time() - begun, 1e-6)))
        told[name] = {"seconds": points[-1][1], "power": growth(points)}
        print(f"{name:32} {points[-1][1]:8.2f} s   power {told[name]['power']:.2f}")
    return told


def main() -> None:
    """Print and save one line a measurement."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text) in enumerate(sections(), 1):
            figures += of_text(f"section{number}", name, text, 30, SECTION_MOST, Path(folder))
        figures += of_text("code", "a code of 300 pages", code(), 3, CODE_MOST, Path(folder))
    show(figures)
    save("read", figures, hostile=hostile(), length=LENGTHS[-1])


if __name__ == "__main__":
    main()
