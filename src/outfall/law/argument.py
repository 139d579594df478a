"""The parts of an argument, and what several arguments say alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from outfall.law.calendar import Calendar
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.law.standing import ReadingState, Standing
from outfall.law.words import english, name_of


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of an argument. ``holds`` is set for conditions; ``depth`` nests them."""

    text: str
    cite: str = ""
    holds: bool | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class DayLine:
    """One day of a count: its number where it counts, and why where it does not."""

    day: date
    number: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """What was asked, what follows, the lines that lead there, and the days counted."""

    what: str
    title: str
    conclusion: str
    cite: str
    lines: tuple[Line, ...] = ()
    days: tuple[DayLine, ...] = ()
    paragraph: str = ""


@dataclass(slots=True)
class Asked:
    """A question's surroundings: law, case, standing and the calendar they were counted by."""

    law: Ordinance
    case: Case
    standing: Standing
    calendar: Calendar
    names: dict[str, str] = field(default_factory=dict)


def spoken(day: date) -> str:
    """A day with its weekday: Monday, April 20, 2026."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def says_of(law: Ordinance, cite: str) -> str:
    """What the paragraph of a cite says, in the pack's words."""
    for paragraph in law.paragraphs:
        if paragraph.cite == cite:
            return " ".join(paragraph.says.split())
    return next(
        (" ".join(p.says.split()) for p in law.paragraphs if cite and cite.startswith(p.cite)), ""
    )


def adopted_of(asked: Asked, id: str) -> Iterator[Line]:
    """A reading, its adopted choice, and what the others would change."""
    state = next((r for r in asked.standing.readings if r.id == id), None)
    reading = next((r for r in asked.law.readings if r.id == id), None)
    if state is None or reading is None:
        return
    says = dict(reading.choices)
    yield Line(
        f"{reading.question} Adopted: {says[state.adopted]} ({id}: {state.adopted})", reading.cite
    )
    yield from others_of(state, says)


def others_of(state: ReadingState, says: dict[str, str]) -> Iterator[Line]:
    """What each other choice of a reading would change today."""
    idle = []
    for choice, changes in state.otherwise:
        opened = {path.rsplit(".", 1)[0] for path, value in changes if value is True}
        told = [
            effect_of(path, value)
            for path, value in changes
            if not (value is None and path.endswith(".not_before") and path[:-11] in opened)
        ]
        if told:
            yield Line(
                f"Under {choice} ({says[choice].rstrip('.')}): {english(told)}.", "", None, 1
            )
        else:
            idle.append(choice)
    if idle:
        yield Line(f"Under {english(idle, 'or')} nothing would change today.", "", None, 1)


_SAID = {
    "due": "the last day of the {0} would be {1}",
    "status": "the {0} would be {1}",
    "not_before": "the power to {0} would open on {1}",
    "since": "the power to {0} would be open since {1}",
    "scope": "the {0} order would cover {1}",
    "in_force": "the {0} order would be in force: {1}",
    "max": "the most would be {1}",
    "min": "the least would be {1}",
    "days": "{1} days would count",
    "violations": "{1} violations would count",
    "tier": "the tier would be {1}",
    "jail_days_max": "up to {1} days in jail",
    "interest": "interest would be {1}",
    "balance": "the balance would be {1}",
    "per_diem": "a day's interest would be {1}",
    "charges": "the charges would be {1}",
}


_FIELDS = {*_SAID, "permitted", "obligatory", "id", "until", "credit"}


def effect_of(path: str, value: object) -> str:
    """What another reading would change, said as a person would.

    >>> effect_of("deadlines.appeal.due", "2026-03-09")
    'the last day of the appeal would be 2026-03-09'
    """
    section, _, rest = path.partition(".")
    id, _, field_name = rest.rpartition(".")
    if field_name not in _FIELDS:
        id, field_name = rest, ""
    elif section == "account":
        id = rest
    if section == "irregularities":
        found = f"irregular: {str(value).replace('_', ' ')}"
        return f"entry {id} would be {'regular' if value is None else found}"
    if section == "deadlines" and not field_name:
        return f"the clock of the {name_of(id)} would not run"
    if field_name == "permitted":
        return f"the town {'could' if value else 'could not yet'} {name_of(id)}"
    if field_name == "obligatory":
        return f"the town {'would have' if value else 'would not have'} to {name_of(id)}"
    if section == "actions" and value is None:
        known = "opened" if field_name == "since" else "opens"
        return f"no day is known on which the power to {name_of(id)} {known}"
    said = value
    if value is None or isinstance(value, bool):
        said = "none" if value is None else "yes" if value else "no"
    if isinstance(value, str) and section in ("exposure", "account"):
        said = f"${Decimal(value):,}"
    words = _SAID.get(field_name, "{0} " + field_name + " would be {1}")
    if value == 1 and not isinstance(value, bool):
        words = words.replace("days would", "day would").replace(
            "violations would", "violation would"
        )
    return words.format(name_of(id), str(said).replace("_", " "))
