"""The readings that a case touches, with what each other one would change, in words."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.cli.page import Group, Part, Text, bare, indented, title
from outfall.law.ordinance import Ordinance, Reading
from outfall.law.standing import ReadingState, Standing
from outfall.law.words import english
from outfall.told.changes import in_words
from outfall.told.phrases import cited


def readings(standing: Standing, law: Ordinance) -> Iterator[Part]:
    """Each question the case touches, the reading in use, and what the others would change."""
    if not standing.readings:
        return
    yield title("Readings that this case touches")
    known = {reading.id: reading for reading in law.readings}
    rows = bare(0, 1)
    idle = []
    for state in standing.readings:
        if not any(changes for _, changes in state.otherwise):
            idle.append(f"{state.id}{cited(state.cite)}")
            continue
        rows.add_row(state.cite or "-", Group(*_lines(state, known.get(state.id))))
    if idle:
        rows.add_row("-", Text(f"Changing nothing today: {english(idle)}."))
    yield indented(rows)


def _lines(state: ReadingState, reading: Reading | None) -> Iterator[Text]:
    choices = dict(reading.choices) if reading else {}
    if reading:
        yield Text(reading.question)
    yield Text((f"{state.id}: {state.adopted}", "bold"), f"  {choices.get(state.adopted, '')}")
    for choice, changes in state.otherwise:
        yield Text(f"{choice} would change {in_words(changes) or 'nothing today'}")
