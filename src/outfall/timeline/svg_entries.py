"""Entries of the SVG: flags while there is room for their words, else numbered pins and a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outfall.timeline.entries import Group, by_day, grouped, lines
from outfall.timeline.model import Mark, Row
from outfall.timeline.svg_ink import (
    LABEL_WIDTH,
    LABELS,
    LEFT,
    MARGIN,
    PAGE,
    RIGHT,
    Sheet,
    fold,
    measure,
    num,
    said,
    spoken,
    stretch,
)
from outfall.timeline.svg_rows import sign

FLAG_WIDTH, FLAGS_HIGH, LINE, DATE = 420.0, 340.0, 14.0, 96.0
PER_FLAG, APART, KEYED = 8, 26.0, 240
COLUMNS, GUTTER = 3, 24


@dataclass(frozen=True, slots=True)
class Flag:
    """A day's entries as a block of text on a pole; ``lift`` is how far up it begins."""

    group: Group
    x: float
    lines: tuple[str, ...]
    wide: float
    lift: float = 0

    @property
    def high(self) -> float:
        return len(self.lines) * LINE + 5


@dataclass(frozen=True, slots=True)
class Pin:
    """A number on the line, and the entries that the key tells under it."""

    number: int
    x: float
    groups: tuple[Group, ...]


def flags(sheet: Sheet, marks: Sequence[Mark]) -> tuple[Flag, ...] | None:
    """Flags that touch neither one another nor another's pole; None where they stand too high.

    A pole rises at the left of its text. So a flag that reaches over later poles must fly above
    their flags: they are placed from the last day to the first, and read as stairs going down.
    """
    placed: list[Flag] = []
    days = by_day(marks)
    if any(len({mark.says for mark in group.marks}) > PER_FLAG for group in days):
        return None
    for group in reversed(days):
        x = sheet.x(group.first) + sheet.day / 2
        room = min(FLAG_WIDTH, PAGE - MARGIN - x - DATE - 8)
        told = tuple(line for says in lines(group, PER_FLAG) for line in fold(says, room, 11))
        wide = DATE + 8 + max(measure(text, 11) for text in told)
        over = [flag for flag in placed if flag.x < x + wide + 6]
        lift = max((flag.lift + flag.high for flag in over), default=0)
        placed.append(Flag(group, x, told, wide, lift))
    if max(flag.lift + flag.high for flag in placed) > FLAGS_HIGH:
        return None
    return tuple(reversed(placed))


def pins(sheet: Sheet, marks: Sequence[Mark], number: int) -> tuple[Pin, ...]:
    """Numbered pins at least so far apart that none hides another; near days share one."""
    found: list[Pin] = []
    for group in by_day(marks):
        x = sheet.x(group.first) + sheet.day / 2
        if found and x - found[-1].x < APART:
            last = found[-1]
            found[-1] = Pin(last.number, last.x, (*last.groups, group))
        else:
            found.append(Pin(number + len(found), x, (group,)))
    return tuple(found)


def draw_entries(sheet: Sheet, item: Row, title: str, number: int) -> tuple[Pin, ...]:
    """Draw a lane of entries; gives the pins that the key must tell, none where flags had room."""
    flown = flags(sheet, item.marks)
    if flown is None:
        return _pinned(sheet, item, title, number)
    top = sheet.y
    base = top + max(max(flag.lift + flag.high for flag in flown) + 22, 34 + 16 * len(item.notes))
    _side(sheet, item, title, top)
    sheet.line(LEFT, base, RIGHT, base, "s-edge w2")
    for flag in flown:
        head = base - 14 - flag.lift - flag.high
        sheet.box(flag.x, head, flag.wide, flag.high, "f-paper veil")
        sheet.line(flag.x, head + 2, flag.x, base, "s-mute")
        sheet.text(flag.x + 6, head + 12, spoken(flag.group.first), "cb")
        for n, line in enumerate(flag.lines):
            sheet.text(flag.x + 6 + DATE, head + 12 + n * LINE, line, "c")
    for flag in flown:
        sign(sheet, flag.group.kind, flag.x, base)
    sheet.y = base + 14
    return ()


def _side(sheet: Sheet, item: Row, title: str, top: float) -> None:
    sheet.text(LABELS, top + 17, title, "l")
    y = top + 17
    for note in item.notes:
        for line in fold(said(note), LABEL_WIDTH, 11):
            y += 15
            sheet.text(LABELS, y, line, "c")


def _pinned(sheet: Sheet, item: Row, title: str, number: int) -> tuple[Pin, ...]:
    found = pins(sheet, item.marks, number)
    top = sheet.y
    base = top + max(44, 24 + 16 * len(item.notes))
    _side(sheet, item, title, top)
    sheet.line(LEFT, base, RIGHT, base, "s-edge w2")
    for pin in found:
        for group in pin.groups:
            at = sheet.x(group.first) + sheet.day / 2
            sheet.line(at, base - 4, at, base + 4, "s-ink")
    for pin in found:
        sheet.line(pin.x, base, pin.x, base - 8, "s-ink")
        _disc(sheet, pin, pin.x, base - 18)
    sheet.y = base + 16
    return found


def _disc(sheet: Sheet, pin: Pin, x: float, y: float) -> None:
    kinds = {group.kind for group in pin.groups}
    edge = "s-penalty" if "irregular" in kinds else "s-ink"
    sheet.add(f'<circle class="f-paper {edge} thin" cx="{num(x)}" cy="{num(y)}" r="10.5"/>')
    sheet.text(x, y + 3.6, str(pin.number), "pn", "middle")


def key(sheet: Sheet, found: Sequence[Pin]) -> None:
    """What the pins stand for, in columns; very many entries are told by the month or longer."""
    if not found:
        return
    sheet.y += 26
    sheet.text(MARGIN, sheet.y, "Entries by number", "l")
    sheet.y += 8
    wide = (PAGE - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    entries = sum(len(group.marks) for pin in found for group in pin.groups)
    most = max(KEYED // len(found), 4) if entries > KEYED else KEYED
    told = [_told(pin, most, wide) for pin in found]
    each = sum(len(block) + 0.5 for block in told) / COLUMNS
    top, lowest, column, used = sheet.y, sheet.y, 0, 0.0
    for pin, block in zip(found, told, strict=True):
        if used and used + len(block) / 2 > each and column < COLUMNS - 1:
            column, used = column + 1, 0.0
        x = MARGIN + column * (wide + GUTTER)
        _disc(sheet, pin, x + 11, top + used * LINE + 15)
        for days, text in block:
            used += 1
            sheet.text(x + 30, top + used * LINE + 4, days, "cb")
            sheet.text(x + 30 + DATE, top + used * LINE + 4, text, "c")
        used += max(0.5, 2 - len(block))
        lowest = max(lowest, top + used * LINE)
    sheet.y = lowest


def _told(pin: Pin, most: int, wide: float) -> list[tuple[str, str]]:
    marks = [mark for group in pin.groups for mark in group.marks]
    block: list[tuple[str, str]] = []
    for group in grouped(marks, most):
        days = stretch(group.first, group.last)
        told = [line for says in lines(group, most) for line in fold(says, wide - 32 - DATE, 11)]
        if measure(days, 11) > DATE + 6:
            block.append((days, ""))
            days = ""
        block += [(days if n == 0 else "", line) for n, line in enumerate(told)]
    return block
