"""The picture as one SVG file: no script, no font, nothing fetched, the same bytes every time.

Text stays text, so that it can be searched, read aloud and copied. Whatever a case file holds is
escaped; the title and the description say in words what the picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from html import escape

from outfall.timeline.entries import grouped, lines
from outfall.timeline.model import BARS, MARKS, Lane, Timeline, used
from outfall.timeline.ruler import MONTHS
from outfall.timeline.scale import starts
from outfall.timeline.svg_entries import Pin, draw_entries, key
from outfall.timeline.svg_ink import (
    LABELS,
    LEFT,
    MARGIN,
    PAGE,
    RIGHT,
    WEEKDAYS,
    Sheet,
    fold,
    measure,
    num,
    said,
    spoken,
    stretch,
)
from outfall.timeline.svg_rows import row, sign, swatch
from outfall.timeline.svg_style import patterns, style

NEEDS = {"day": 22, "week": 24, "month": 32, "quarter": 32, "year": 40, "decade": 40, "century": 40}
RULER = 40
LONGER = {"day": "month", "week": "month", "month": "year", "quarter": "year"}
TOLD, RESTS = 200, 5.0


def svg(timeline: Timeline) -> str:
    """The whole file."""
    sheet = Sheet(timeline.first, timeline.last)
    _heading(sheet, timeline)
    ruled = sheet.y
    sheet.y += RULER + 22
    found: list[Pin] = []
    body = Sheet(timeline.first, timeline.last, y=sheet.y)
    for lane in timeline.lanes:
        found += _lane(body, lane, len(found) + 1)
    bottom = body.y
    _ruler(sheet, timeline, ruled, bottom)
    sheet.out += body.out
    sheet.y = bottom
    key(sheet, found)
    _legend(sheet, timeline)
    for note in timeline.footnotes:
        sheet.paragraph(MARGIN, fold(note, PAGE - 2 * MARGIN, 11), "c", 16)
    high = num(sheet.y + MARGIN)
    title = f"Timeline of case {timeline.case} at the end of {spoken(timeline.as_of)}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {high}" width="{PAGE}" '
            f'height="{high}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title, quote=False)}</title>',
            f'<desc id="desc">{escape(" ".join(described(timeline)), quote=False)}</desc>',
            style(),
            patterns(sheet.day),
            f'<rect class="f-paper" width="{PAGE}" height="{high}"/>',
            *sheet.out,
            "</svg>\n",
        )
    )


def described(timeline: Timeline) -> Iterator[str]:
    """The picture in sentences, for those who hear it."""
    for lane in timeline.lanes:
        yield f"{lane.title}:"
        for item in lane.rows:
            notes = ", ".join(said(note) for note in item.notes)
            if not lane.entries:
                yield f"{item.name}{f' ({item.cite})' if item.cite else ''}: {notes}."
                continue
            yield f"{notes}."
            for group in grouped(item.marks, TOLD):
                yield f"{stretch(group.first, group.last)}: {'; '.join(lines(group, TOLD))}."
    yield from timeline.footnotes


def _heading(sheet: Sheet, timeline: Timeline) -> None:
    as_of = f"As of {spoken(timeline.as_of, weekday=True)}"
    sheet.text(PAGE - MARGIN, MARGIN + 18, as_of, "l", "end")
    wide = PAGE - 2 * MARGIN - measure(as_of, 13) - 24
    sheet.y = MARGIN - 8
    sheet.paragraph(MARGIN, fold(f"Case {timeline.case}", wide, 22), "h", 26)
    sheet.y += 4
    for text in timeline.about:
        sheet.paragraph(MARGIN, fold(text, PAGE - 2 * MARGIN, 12.5), "t", 18)
    sheet.paragraph(MARGIN, fold(f"Under {timeline.law}", PAGE - 2 * MARGIN, 11), "c", 18)
    sheet.y += 14


def _lane(sheet: Sheet, lane: Lane, number: int) -> tuple[Pin, ...]:
    sheet.y += 12
    if lane.entries:
        found = draw_entries(sheet, lane.rows[0], lane.title, number)
        sheet.line(MARGIN, sheet.y, PAGE - MARGIN, sheet.y, "s-grid")
        return found
    sheet.y += 16
    sheet.text(LABELS, sheet.y, lane.title, "l")
    sheet.y += 4
    for item in lane.rows:
        row(sheet, item)
    return ()


def _ruler(sheet: Sheet, timeline: Timeline, top: float, bottom: float) -> None:
    """Months above days (or years above months), the weekends, and the as-of day."""
    base = top + RULER
    unit = next((u for u in NEEDS if _width(sheet, u) >= NEEDS[u]), "millennium")
    if sheet.day >= RESTS:
        for day in starts(sheet.first, sheet.last, "day"):
            if day.weekday() >= 5:
                sheet.box(sheet.x(day), base, sheet.day, bottom - base, "f-rest")
    _ticks(sheet, unit, base, bottom)
    _longer(sheet, unit, base, bottom)
    sheet.line(LEFT, base, RIGHT, base, "s-edge w2")
    edge = sheet.end(timeline.as_of)
    sheet.line(edge, base, edge, bottom, "s-ink dash w2")
    says = f"as of {spoken(timeline.as_of)}"
    wide = measure(says, 11) + 12
    x = min(max(edge - wide / 2, LEFT), RIGHT - wide)
    sheet.box(x, base + 4, wide, 18, "f-ink")
    sheet.text(x + wide / 2, base + 17, says, "tag", "middle")


def _ticks(sheet: Sheet, unit: str, base: float, bottom: float) -> None:
    """A line where each unit begins, with its name; the year under way at the edge has one too."""
    days = tuple(starts(sheet.first, sheet.last, unit))
    free = (sheet.x(days[0]) if days else RIGHT) - LEFT
    if unit not in LONGER and measure(_short(sheet.first, unit), 11) + 8 < free:
        sheet.text(LEFT + 3, base - 6, _short(sheet.first, unit), "c")
    for day in days:
        x, text = sheet.x(day), _short(day, unit)
        sheet.line(x, base, x, bottom, "s-grid")
        if unit == "day":
            named = f"{WEEKDAYS[day.weekday()]} {text}" if sheet.day >= 48 else text
            sheet.text(x + sheet.day / 2, base - 6, named, "c", "middle")
        elif x + measure(text, 11) + 3 <= RIGHT:
            sheet.text(x + 3, base - 6, text, "c")


def _width(sheet: Sheet, unit: str) -> float:
    days = {"day": 1.0, "week": 7.0, "month": 30.4, "quarter": 91.3, "year": 365.2, "decade": 3652}
    return sheet.day * days.get(unit, 36524.0)


def _short(day: date, unit: str) -> str:
    if unit in ("day", "week"):
        return str(day.day)
    return MONTHS[day.month - 1] if unit in ("month", "quarter") else f"{day.year:04d}"


def _longer(sheet: Sheet, unit: str, base: float, bottom: float) -> None:
    """The longer unit above: named at its first day, or at the edge if under way there."""
    longer = LONGER.get(unit)
    if longer is None:
        return
    days = list(starts(sheet.first, sheet.last, longer))
    names = [(LEFT, sheet.first), *((sheet.x(day), day) for day in days if day != sheet.first)]
    for n, (x, day) in enumerate(names):
        room = (names[n + 1][0] if n + 1 < len(names) else RIGHT) - x - 6
        year = f"{day.year:04d}"
        choices = (
            (f"{MONTHS[day.month - 1]} {year}", MONTHS[day.month - 1])
            if longer == "month"
            else (year,)
        )
        for text in choices:
            if measure(text, 11.5) <= room:
                sheet.text(x + 3, base - 22, text, "cb")
                break
        if day in days:
            sheet.line(x, base - 34, x, bottom, "s-edge")


def _legend(sheet: Sheet, timeline: Timeline) -> None:
    """Only what was drawn, in columns of equal width."""
    bars, marks = used(timeline)
    sheet.y += 28
    sheet.text(MARGIN, sheet.y, "Legend", "l")
    items = [
        *((kind, BARS[kind], True) for kind in bars),
        *((kind, MARKS[kind], False) for kind in marks),
    ]
    items.append(
        ("today", f"the end of {spoken(timeline.as_of)}; to its right lies what is to come", False)
    )
    if sheet.day >= RESTS:
        items.append(("rest", "Saturday or Sunday", False))
    across, wide = 3, (PAGE - 2 * MARGIN) / 3
    down = -(-len(items) // across)
    top = sheet.y + 6
    for n, (kind, says, is_bar) in enumerate(items):
        x, y = MARGIN + n // down * wide, top + (n % down + 1) * 20
        if is_bar:
            swatch(sheet, kind, x, y - 10, 30, 12)
        elif kind == "today":
            sheet.line(x + 15, y - 12, x + 15, y + 4, "s-ink dash w2")
        elif kind == "rest":
            sheet.box(x, y - 10, 30, 12, "f-rest s-grid")
        else:
            sign(sheet, kind, x + 15, y - 4)
        sheet.text(x + 40, y, says, "c")
    sheet.y = top + down * 20 + 10
