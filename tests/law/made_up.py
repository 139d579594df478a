"""A made-up law of a few lines and a case under it, for tests that ask about one rule."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tests.law.test_notions_of_packs import HEAD

from outfall.files.case_file import read_case
from outfall.files.pack_file import load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.explain import explain
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing


class MadeUp:
    """A law whose rules all stand in paragraph A, and the events of a case."""

    def __init__(
        self,
        folder: Path,
        rules: str,
        events: str,
        more: str = "",
        case: str = "",
        calendar: str = "federal",
    ) -> None:
        self.law = law_of(folder, rules, more, calendar)
        self.case = case_of(events, case)

    def on(self, day: str) -> Standing:
        return assess(self.law, self.case, date.fromisoformat(day))

    def told(self, what: str, day: str) -> list[str]:
        """The conclusion and then every line of an argument, with its paragraph, mark and depth."""
        found = explain(self.law, self.case, what, date.fromisoformat(day))
        assert all(isinstance(cite, str) for cite in (found.cite, *(n.cite for n in found.lines)))
        mark = {True: "yes ", False: "no ", None: ""}
        return [found.conclusion] + [
            "  " * line.depth
            + mark[line.holds]
            + line.text
            + (f" [{line.cite}]" if line.cite else "")
            for line in found.lines
        ]

    def days(self, what: str, day: str) -> list[tuple[str, int | None, str]]:
        """Every day of an argument: its date, its number and its note."""
        found = explain(self.law, self.case, what, date.fromisoformat(day))
        return [(line.day.isoformat(), line.number, line.note) for line in found.days]


def law_of(folder: Path, rules: str, more: str = "", calendar: str = "federal") -> Ordinance:
    home = folder / "made-up"
    home.mkdir(exist_ok=True)
    (home / "versions.yaml").write_text(
        "ordinance: made-up\nversions: [{version: one, file: one.yaml}]\n", "utf-8"
    )
    body = "\n".join(f"      {line}" for line in rules.strip().splitlines())
    head = HEAD.replace("federal", calendar)
    text = (
        f"{head}{more}\nparagraphs:\n  - cite: A\n    heading: Heading\n    says: It says so.\n"
        f"    rules:\n{body}\n"
    )
    (home / "one.yaml").write_text(text, "utf-8")
    return load_pack(home)


def case_of(events: str, case: str = "") -> Case:
    lines = "\n".join(f"  - {line}" for line in events.strip().splitlines())
    return read_case(read_text(f"case: X\nordinance: made-up\n{case}\nevents:\n{lines}\n".encode()))
