"""Small drawings that stand for photographs: a sky, a bank with reeds, a pipe, water of some color.

The same words give the same picture, so that a demonstration made twice holds the same files.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator

from PIL import Image, ImageDraw

WIDE, HIGH = 640, 480
Color = tuple[int, int, int]
_SKY: tuple[Color, Color] = ((150, 178, 200), (222, 228, 228))
_BANK: tuple[Color, Color] = ((116, 128, 84), (70, 82, 54))
_WATERS: tuple[tuple[Color, Color], ...] = (
    ((126, 110, 82), (70, 60, 46)),
    ((128, 146, 148), (66, 84, 92)),
    ((142, 126, 70), (84, 74, 42)),
    ((84, 120, 108), (40, 70, 66)),
)


def picture(words: str) -> bytes:
    """A PNG for a photograph of which somebody said these words."""
    seed = hashlib.sha256(words.encode()).digest()
    horizon, shore = 130 + seed[0] % 70, 270 + seed[1] % 60
    image = Image.new("RGB", (WIDE, HIGH))
    draw = ImageDraw.Draw(image)
    _fade(draw, 0, horizon, _SKY)
    _fade(draw, horizon, shore, _BANK)
    _fade(draw, shore, HIGH, _WATERS[seed[2] % len(_WATERS)])
    hills = [(x * WIDE // 8, horizon - seed[x] % 42) for x in range(9)]
    draw.polygon([(0, horizon), *hills, (WIDE, horizon)], fill=(104, 120, 98))
    for x, lean in _stalks(seed):
        draw.line((x, shore + 6, x + lean, shore - 26 - lean * 3 % 23), fill=(82, 92, 52), width=2)
    _pipe(draw, 150 + seed[4] * 340 // 255, shore - 22, 26 + seed[5] % 20)
    for at, length in zip(seed[8:20], seed[20:], strict=True):
        y, x = shore + 14 + at * (HIGH - shore - 30) // 255, at * 977 % WIDE
        draw.line((x, y, x + 20 + length // 3, y), fill=(214, 218, 212), width=1)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _fade(draw: ImageDraw.ImageDraw, top: int, foot: int, ends: tuple[Color, Color]) -> None:
    """Lines from one color to the other, downward."""
    first, last = ends
    for y in range(top, foot):
        part = (y - top) / max(1, foot - top)
        color = tuple(int(a + (b - a) * part) for a, b in zip(first, last, strict=True))
        draw.line((0, y, WIDE, y), fill=color)


def _stalks(seed: bytes) -> Iterator[tuple[int, int]]:
    """Where each reed stands, and how it leans."""
    for n in range(90):
        spread = seed[n % 32] * (n + 3)
        yield spread * 7 % WIDE, spread % 13 - 6


def _pipe(draw: ImageDraw.ImageDraw, x: int, y: int, radius: int) -> None:
    """The end of a pipe in its wall, and what runs out of it."""
    draw.rectangle(
        (x - radius - 22, y - radius - 16, x + radius + 22, y + 30), fill=(158, 156, 150)
    )
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(120, 118, 112))
    inner = radius - 6
    draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=(38, 38, 40))
    half, foot = inner // 2, y + inner // 2
    falls = [(x - half, foot), (x + half, foot), (x + 26, y + 74), (x - 20, y + 74)]
    draw.polygon(falls, fill=(104, 104, 90))
