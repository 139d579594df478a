"""How long a paper takes once the press is warm, and how much memory ten thousand of them need.

Method: that of ``harness``. The case is the city's worked case of a dock; its notice of violation
is one page. ``a paper`` is all of it: the case cut at the entry, two standings, the words, and the
page set and written as PDF/UA and PDF/A with its record attached. Each notice is another one: the
name and address of its party change, so that nothing can be kept from the one before. Memory is the
resident size of the process after 1,000 and after 10,000 notices.

    python benchmarks/bench_papers.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

from harness import ROOT, Figure, measured, save, show
from rich.progress import track

from outfall.cli.common import load_case
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.papers.catalog import PAPERS
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.packet import gather, printed
from outfall.papers.press import Press

CASES = ROOT / "cases" / "papers"
ON = date(2026, 10, 1)
TARGET = 15.0
FIRST, LAST = 1_000, 10_000


def resident() -> float:
    """Megabytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def notices() -> Callable[[str], Ready]:
    """A maker of papers, each for somebody else."""
    town = CASES / "city-office.yaml"
    case, law = load_case(str(CASES / "city-dock.yaml"), str(town))
    office = read_office(load_file(str(town)))
    number = count(1)

    def made(paper: str) -> Ready:
        n = next(number)
        party = replace(case.parties[0], name=f"Example Holdings {n} LLC", address=f"{n} Test Road")
        return prepare(Order(paper, ON), replace(case, parties=(party,)), law, office)

    return made


def main() -> None:
    """Print and save a line for each piece of work, and the memory."""
    made, press = notices(), Press()
    ready = made("notice_of_violation")

    def whole(paper: str) -> Callable[[], bytes]:
        def act() -> bytes:
            found = made(paper)
            return press.pdf(found.data, found.record)

        return act

    def words() -> Ready:
        return made("notice_of_violation")

    def page() -> bytes:
        return press.pdf(ready.data, ready.record)

    title = "a notice of violation, one page"
    figures: list[Figure] = [
        measured("notice", title, whole("notice_of_violation"), 300, target=TARGET),
        measured("words", f"{title}: its words and figures", words, 300),
        measured("again", f"{title}: the same page set again", page, 300),
    ]
    for paper in ("account_statement", "criminal_facts", "lien_claim", "certificate_of_service"):
        about = PAPERS[paper].id.replace("_", " ")
        figures.append(measured(paper, f"a paper: {about}", whole(paper), 100))
    figures.append(packet(press))
    show(figures)
    act, sizes = whole("notice_of_violation"), {}
    for n in track(range(1, LAST + 1), "Notices", disable=not sys.stderr.isatty()):
        act()
        if n in (FIRST, LAST):
            sizes[n] = round(resident(), 1)
    print(f"memory after {FIRST:,} notices {sizes[FIRST]} MB, after {LAST:,} {sizes[LAST]} MB")
    save("papers", figures, memory=sizes)


def packet(press: Press) -> Figure:
    """A hearing packet of the basin's case, with its papers and its timeline."""
    town = CASES / "town-of-webster.yaml"
    case, law = load_case(str(CASES / "webster-basin.yaml"), str(town))
    office = read_office(load_file(str(town)))

    def act() -> bytes:
        return printed(gather(case, law, office, ON), press)

    return measured("packet", "a hearing packet of 26 entries: gathered and set", act, 20, warm=2)


if __name__ == "__main__":
    main()
