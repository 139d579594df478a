"""Colours and patterns. Each kind of bar has a pattern or an outline of its own, so that a
black-and-white print says the same; colour comes on top, for light and for dark screens.
"""

from __future__ import annotations

from outfall.timeline.svg_ink import LEFT

LIGHT = {
    "paper": "#ffffff",
    "ink": "#18222d",
    "mute": "#566270",
    "grid": "#e6eaee",
    "edge": "#c3cbd4",
    "rest": "#f3f5f7",
    "coming": "#f7f8fa",
    "run": "#2b5c8c",
    "stay": "#9a5b00",
    "open": "#257050",
    "order": "#56397f",
    "penalty": "#a03333",
    "interest": "#7a5f12",
}
DARK = {
    "paper": "#12171c",
    "ink": "#e9eef3",
    "mute": "#a4afbb",
    "grid": "#262e37",
    "edge": "#4a5663",
    "rest": "#1a2027",
    "coming": "#181d23",
    "run": "#7db4ea",
    "stay": "#f0b35a",
    "open": "#72cba3",
    "order": "#bda2ea",
    "penalty": "#f09090",
    "interest": "#dcc06a",
}
HUES = {
    "run": "run",
    "ahead": "run",
    "extension": "run",
    "extension_ahead": "run",
    "stay": "stay",
    "open": "open",
    "duty": "open",
    "later": "open",
    "order": "order",
    "hold": "order",
    "penalty": "penalty",
    "left_out": "penalty",
    "interest": "interest",
}
IN_PLACE = 'patternUnits="userSpaceOnUse"'
PATTERNED = {
    "extension": (5, 12, '<path class="s-run w2" d="M1 0V12"/>'),
    "extension_ahead": (5, 12, '<path class="s-run" d="M1 0V12"/>'),
    "stay": (6, 6, '<path class="s-stay w2" d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5"/>'),
    "duty": (6, 6, '<path class="s-open w2" d="M0 3H6M3 0V6"/>'),
    "hold": (5, 5, '<circle class="f-order" cx="2.5" cy="2.5" r="1.4"/>'),
    "left_out": (8, 8, '<path class="s-penalty" d="M2 2L6 6M6 2L2 6"/>'),
    "interest": (6, 4, '<path class="s-interest w2" d="M0 2H6"/>'),
}


def style() -> str:
    """The style sheet: light, and dark where the reader's screen asks for it."""
    dark = "".join(f"  {rule}\n" for rule in _coloured(DARK))
    return (
        "<style>\n"
        'text{font-family:Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif}\n'
        ".h{font-size:22px;font-weight:700}.t{font-size:12.5px}\n"
        ".c{font-size:11px}.cb,.tag{font-size:11px;font-weight:700}.l{font-size:13px;font-weight:700}\n"
        ".pn{font-size:10px;font-weight:700}\n"
        ".w2{stroke-width:2}.thin{stroke-width:1}.dash{stroke-dasharray:4 3}\n"
        ".sign{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\n"
        ".none{fill:none}.veil{fill-opacity:.88}\n"
        + "".join(f"{rule}\n" for rule in _coloured(LIGHT))
        + "@media screen and (prefers-color-scheme:dark){\n"
        + dark
        + "}\n</style>"
    )


def _coloured(colours: dict[str, str]) -> list[str]:
    ink, mute = colours["ink"], colours["mute"]
    rules = [f".h,.t,.l,.cb,.pn{{fill:{ink}}}.c{{fill:{mute}}}.tag{{fill:{colours['paper']}}}"]
    rules += [
        f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}"
        for name, colour in colours.items()
    ]
    return rules


def patterns(day: float) -> str:
    """The fills. The penalty's ticks are days where a day is wide enough to be counted."""
    wide = day if day >= 4 else 4
    ticks = (
        f'<pattern id="p-penalty" {IN_PLACE} x="{LEFT}" width="{num2(wide)}" height="12">'
        f'<rect class="f-penalty" width="{num2(wide)}" height="12"/>'
        f'<rect class="f-paper" width="{1 if wide < 8 else 1.5}" height="12"/></pattern>'
    )
    found = [ticks]
    for kind, (across, down, marks) in PATTERNED.items():
        found.append(
            f'<pattern id="p-{kind}" {IN_PLACE} width="{across}" height="{down}">'
            f'<rect class="f-paper" width="{across}" height="{down}"/>{marks}</pattern>'
        )
    return f"<defs>{''.join(found)}</defs>"


def num2(value: float) -> str:
    """A pattern's width must not drift from the days over a long bar: four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
