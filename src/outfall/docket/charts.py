"""Bars as an SVG: no script, no font, nothing fetched, the same bytes every time.

Each bar has its figures beside it as text, so that a print in black and white says the same and a
reader that speaks says it too. The looks are those of the timeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from outfall.timeline.svg_ink import fold, measure, num
from outfall.timeline.svg_style import DARK, LIGHT

PAGE, MARGIN, ROW, BAR = 960, 28, 26, 16
HUES = ("run", "stay", "open")
SIZE = 12.5


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: its label, the length of each of its pieces, and what it says in words."""

    label: str
    pieces: tuple[int, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Rows of bars under a title; ``series`` names the pieces where a bar has several."""

    title: str
    about: str
    bars: tuple[Bar, ...]
    series: tuple[str, ...] = ()


def svg(chart: Chart) -> str:
    """The chart as a whole file."""
    out: list[str] = []
    y = MARGIN + 16.0
    out.append(_text(MARGIN, y, chart.title, "h"))
    for line in fold(chart.about, PAGE - 2 * MARGIN, SIZE):
        y += 20
        out.append(_text(MARGIN, y, line, "c"))
    if len(chart.series) > 1:
        y += 26
        out += _legend(chart.series, y)
    y += 16
    left = MARGIN + max((measure(bar.label, SIZE) for bar in chart.bars), default=0) + 12
    told = max((measure(bar.says, SIZE) for bar in chart.bars), default=0) + 12
    room = max(PAGE - MARGIN - left - told, 120)
    most = max((sum(bar.pieces) for bar in chart.bars), default=0) or 1
    for bar in chart.bars:
        out.append(_text(left - 10, y + 13, bar.label, "t", "end"))
        x = left
        for n, piece in enumerate(bar.pieces):
            wide = piece * room / most
            if piece:
                size = f'x="{num(x)}" y="{num(y)}" width="{num(max(wide, 1))}" height="{BAR}"'
                out.append(f'<rect class="f-{HUES[n % 3]} edge" {size}/>')
            x += wide
        out.append(_text(x + 8, y + 13, bar.says, "t"))
        y += ROW
    return _file(chart, out, y + MARGIN - 8)


def _file(chart: Chart, out: list[str], high: float) -> str:
    spoken = " ".join(f"{bar.label}: {bar.says}." for bar in chart.bars)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {num(high)}" '
            f'width="{PAGE}" height="{num(high)}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(chart.title, quote=False)}</title>',
            f'<desc id="desc">{escape(f"{chart.about} {spoken}", quote=False)}</desc>',
            _style(),
            f'<rect class="f-paper" width="{PAGE}" height="{num(high)}"/>',
            *out,
            "</svg>\n",
        )
    )


def _style() -> str:
    def rules(colours: dict[str, str]) -> str:
        names = ("paper", "ink", *HUES)
        fills = "".join(f".f-{name}{{fill:{colours[name]}}}" for name in names)
        return (
            f"text{{fill:{colours['ink']}}}.c{{fill:{colours['mute']}}}"
            f".edge{{stroke:{colours['paper']}}}{fills}"
        )

    faces = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
    return (
        f"<style>text{{font:{SIZE}px {faces}}}.h{{font-size:20px;font-weight:600}}"
        f"{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}</style>"
    )


def _legend(series: Sequence[str], y: float) -> list[str]:
    found, x = [], float(MARGIN)
    for n, name in enumerate(series):
        found.append(
            f'<rect class="f-{HUES[n % 3]}" x="{num(x)}" y="{num(y - 11)}" width="14" height="12"/>'
        )
        found.append(_text(x + 20, y, name, "t"))
        x += 44 + measure(name, SIZE)
    return found


def _text(x: float, y: float, text: str, kind: str, anchor: str = "") -> str:
    at = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{num(x)}" y="{num(y)}"{at}>{escape(text, quote=False)}</text>'
