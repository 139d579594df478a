"""Rows of the SVG: a label, bars and marks, and what is said beside them."""

from __future__ import annotations

from outfall.timeline.model import Bar, Row
from outfall.timeline.svg_ink import (
    LABEL_WIDTH,
    LABELS,
    LEFT,
    NOTE_WIDTH,
    NOTES,
    RIGHT,
    Sheet,
    fold,
    measure,
    num,
    said,
    stretch,
)
from outfall.timeline.svg_style import HUES, PATTERNED

BAR, TOP, LINE = 12.0, 7.0, 14.0
NARROW = 6
"""A bar too narrow for its pattern is drawn solid, or it would be lost."""

AT_END = frozenset({"due", "was_due", "missed"})


def row(sheet: Sheet, item: Row) -> None:
    """One row: as high as its texts need, with the paragraph at the right end of its name."""
    top = sheet.y
    labels, cite = _labels(item)
    notes = [(line, "t") for line in fold(said(item.notes[0], weekday=True), NOTE_WIDTH, 12.5)]
    for more in (*item.notes[1:], *item.detail):
        notes += [(line, "c") for line in fold(said(more), NOTE_WIDTH, 11)]
    for x, lines in ((LABELS, labels), (NOTES, notes)):
        for n, (line, kind) in enumerate(lines):
            sheet.text(x, top + 17 + n * LINE, line, kind)
    for n, line in enumerate(cite):
        sheet.text(LABELS + LABEL_WIDTH, top + 17 + n * LINE, line, "c", "end")
    for bar in item.bars:
        draw_bar(sheet, bar, top)
    captioned = _captions(sheet, item, top) or any(bar.kind == "stay" for bar in item.bars)
    late = [mark for mark in item.marks if mark.kind in ("due", "late")]
    if any(mark.kind == "late" for mark in late):
        middle = top + TOP + BAR / 2
        sheet.line(sheet.end(late[0].on), middle, sheet.x(late[-1].on), middle, "s-stay dash")
    for mark in item.marks:
        at = sheet.end(mark.on) if mark.kind in AT_END else sheet.x(mark.on) + sheet.day / 2
        sign(
            sheet,
            mark.kind,
            at if mark.kind != "opens" else sheet.x(mark.on) + 5,
            top + TOP + BAR / 2,
        )
    high = max(len(labels), len(cite), len(notes), 2 if captioned else 1)
    sheet.y = top + 12 + LINE * high
    sheet.line(LABELS, sheet.y, NOTES + NOTE_WIDTH, sheet.y, "s-grid")


def _labels(item: Row) -> tuple[list[tuple[str, str]], list[str]]:
    """The name, whose it is, and the paragraph, in lines that leave each other their place."""
    cite_wide = min(measure(item.cite, 11) + 1, LABEL_WIDTH / 2) if item.cite else 0
    cite = fold(item.cite, cite_wide, 11) if item.cite else []
    wide = LABEL_WIDTH - cite_wide - (8 if cite else 0)
    labels = [(line, "t") for line in fold(item.name, wide, 12.5)]
    if item.who:
        labels += [(line, "c") for line in fold(f"for the {item.who}", wide, 11)]
    return labels, cite


def draw_bar(sheet: Sheet, bar: Bar, top: float) -> None:
    """A bar in its pattern; a stay runs beneath the period that it stops."""
    x, wide = sheet.x(bar.first), sheet.end(bar.last) - sheet.x(bar.first)
    says = ": ".join(part for part in (stretch(bar.first, bar.last), bar.says) if part)
    if bar.kind == "later":
        swatch(sheet, bar.kind, x + 10, top + TOP, max(wide - 10, 2), BAR)
        return
    y = top + TOP + (BAR + 3 if bar.kind == "stay" else 0)
    swatch(sheet, bar.kind, x, y, wide, 7 if bar.kind == "stay" else BAR, says)
    if bar.goes_on and x + wide + 8 < RIGHT + 10:
        end, hue = x + wide, HUES[bar.kind]
        point = f"L{num(end + 7)} {num(y + BAR / 2)}"
        tip = f"M{num(end + 2)} {num(y + 2)}{point}L{num(end + 2)} {num(y + BAR - 2)}"
        sheet.path(tip, f"none sign s-{hue}")


def swatch(
    sheet: Sheet, kind: str, x: float, y: float, wide: float, high: float, says: str = ""
) -> None:
    """The look of one kind of bar, on the picture and in the legend."""
    hue = HUES[kind]
    if kind == "later":
        sheet.line(x, y + high / 2, x + wide, y + high / 2, "s-open dash w2")
    elif wide < NARROW and kind not in ("stay", "ahead", "extension_ahead"):
        sheet.box(x, y, wide, high, f"f-{hue}", says)
    elif kind in PATTERNED or kind == "penalty":
        dashed = " dash" if kind.endswith("_ahead") else ""
        edge = "" if kind == "penalty" else f"s-{hue}{dashed}"
        fill = f'style="fill:url(#p-{kind})" '
        sheet.box(x, y, wide, high, f"thin {edge}".strip(), says)
        sheet.out[-1] = sheet.out[-1].replace("<rect ", f"<rect {fill}", 1)
    elif kind == "ahead":
        sheet.box(x, y, wide, high, f"f-paper s-{hue} dash", says)
    elif kind == "open":
        sheet.box(x, y, wide, high, f"f-paper s-{hue}", says)
        sheet.box(x, y + high - 4, wide, 4, f"f-{hue}")
    else:
        sheet.box(x, y, wide, high, f"f-{hue}", says)
        if kind == "order":
            sheet.line(x, y + high / 2, x + max(wide, 1), y + high / 2, "s-paper w2")


def _captions(sheet: Sheet, item: Row, top: float) -> bool:
    """What a bar says, below it, as far as it fits without touching the next; whether any did."""
    free, said_any = float(LEFT), False
    for bar in item.bars:
        if not bar.says or bar.kind == "stay":
            continue
        x, wide = max(sheet.x(bar.first), free), measure(bar.says, 11)
        if x + wide <= sheet.end(bar.last) + 1:
            sheet.text(x, top + TOP + BAR + 13, bar.says, "c")
            free, said_any = x + wide + 8, True
    return said_any


def sign(sheet: Sheet, kind: str, x: float, y: float) -> None:
    """The sign of one kind of mark, about ``x`` and ``y``."""
    shape, classes = SIGNS[kind]
    for part, look in zip(shape, classes, strict=True):
        sheet.add(f'<path class="{look}" transform="translate({num(x)} {num(y)})" d="{part}"/>')


_DISC = "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1 -7 0Z"
_DOT = "M-4.5 0A4.5 4.5 0 1 1 4.5 0A4.5 4.5 0 1 1 -4.5 0Z"
SIGNS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "entry": ((_DOT,), ("f-ink",)),
    "irregular": (
        ("M0 -7L7.5 6H-7.5Z", "M0 -2.5V1.5M0 3.8V4"),
        ("f-paper s-penalty sign", "none s-penalty sign"),
    ),
    "voided": ((_DOT, "M-4 4L4 -4"), ("f-paper s-mute", "none s-mute sign")),
    "due": (("M0 -8L7 0L0 8L-7 0Z",), ("f-paper s-run sign",)),
    "was_due": ((_DOT,), ("f-paper s-run sign",)),
    "met": ((_DISC, "M-3.5 0L-1 2.8L3.6 -2.8"), ("f-open s-paper", "none s-paper sign")),
    "late": (
        (_DISC, "M0 -7A7 7 0 0 1 0 7Z"),
        ("f-paper s-stay sign", "f-stay"),
    ),
    "missed": ((_DISC, "M-3 -3L3 3M3 -3L-3 3"), ("f-penalty s-paper", "none s-paper sign")),
    "opens": (("M-5 -6L6 0L-5 6Z",), ("f-paper s-open sign",)),
    "charge": (("M0 -6L6.5 5H-6.5Z",), ("f-penalty",)),
    "paid": (("M0 6L6.5 -5H-6.5Z",), ("f-open",)),
    "reduced": (("M0 6L6.5 -5H-6.5Z",), ("f-paper s-open sign",)),
}
