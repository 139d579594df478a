"""The facts that a few lines of a case file make, for tests that look at them directly."""

from __future__ import annotations

from datetime import date
from functools import cache

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import read_text
from outfall.law.assess import plan_of
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.days import take
from outfall.law.facts import Facts
from outfall.law.ordinance import Ordinance

CITY, WEBSTER = "city-9-3-12", "webster-ny"
OPEN = "{date: 2026-03-02, event: violation_observed, kind: discharge}"


@cache
def pack(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def case_of(lines: list[str], law: str = CITY, more: str = "") -> Case:
    text = f"case: X\nordinance: {law}\nevents: [{', '.join(lines)}]\n{more}"
    return read_case(read_text(text.encode()))


def facts_of(lines: list[str], law: str = CITY, on: str = "2026-12-31", more: str = "") -> Facts:
    """What has happened up to a day, whatever the law says of it."""
    case = case_of(lines, law, more)
    setting = chosen(pack(law), case)
    plan = plan_of(pack(law))
    return take(plan, case, date.fromisoformat(on), setting, watch=False).facts


def line(day: str, event: str, more: str = "") -> str:
    """An entry of March 2026 by its day: ``line("05", "corrected")``."""
    return f"{{date: 2026-03-{day}, event: {event}{', ' if more else ''}{more}}}"


def march(day: int) -> date:
    return date(2026, 3, day)
