"""Makes the papers of the two demonstration cases: each paper on record, and the hearing packet.

    python scripts/demo_papers.py [FOLDER]    writes them there; build/demo-papers, where left out

The folder is laid aside and put in place only when it is whole.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from datetime import date
from pathlib import Path

from outfall.cli.common import load_case
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.papers.bundle import bundle, head_of
from outfall.papers.make import Order, prepare
from outfall.papers.packet import files_of, gather, printed
from outfall.papers.press import Press

ROOT = Path(__file__).resolve().parent.parent
CASES, TOWNS = ROOT / "cases" / "demo", ROOT / "cases" / "papers"
DEMO = (
    ("webster-stop-work", "town-of-webster", date(2026, 5, 28)),
    ("city-penalty-and-lien", "city-office", date(2026, 5, 15)),
)


def make(folder: Path) -> list[str]:
    """Write every paper of the cases into a folder of each; a line for each that says what."""
    press = Press()
    told = []
    for name, town, on in DEMO:
        case, law = load_case(str(CASES / f"{name}.yaml"), str(TOWNS / f"{town}.yaml"))
        office = read_office(load_file(str(TOWNS / f"{town}.yaml")))
        own = folder / name
        own.mkdir(parents=True)
        packet = gather(case, law, office, on, beside=CASES)
        pdf = printed(packet, press)
        files = files_of(packet, pdf, press)
        (own / "packet.pdf").write_bytes(pdf)
        bundle(own / "packet.zip", head_of(packet.standing), files)
        papers = {Path(path).name: content for path, content, _ in files if path[:7] == "papers/"}
        more = [("account_statement", "en"), ("notice_of_violation", "es")]
        for paper, language in more:
            ready = prepare(Order(paper, on, language), case, law, office)
            papers[f"{paper}.{language}.pdf"] = press.pdf(ready.data, ready.record)
        for file, content in papers.items():
            (own / file).write_bytes(content)
        told.append(f"{name}: {len(papers)} papers, packet.pdf and packet.zip")
    press.close()
    return told


def main() -> int:
    """Make them aside, take away those of an earlier run, and say where they lie."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "demo-papers"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".demo-papers-", dir=folder.parent) as aside:
        made = Path(aside) / folder.name
        told = make(made)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(*(f"{shown}/{line}" for line in told), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
