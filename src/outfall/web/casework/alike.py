"""Cases that a new report may be about: near in place, and open or closed not long ago."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from outfall.web.casework.models import Case

NEAR_METRES = 150
CLOSED_MONTHS = 12
SHOWN_MOST = 8
_LOOKED_AT_MOST = 400
_METRES_PER_DEGREE = 111_320
_METRES_PER_FOOT = 0.3048

# What people write short in an address, each in the one way in which it is compared.
_SHORT = {
    "street": "st", "str": "st", "road": "rd", "lane": "ln", "avenue": "ave", "av": "ave",
    "drive": "dr", "drv": "dr", "court": "ct", "boulevard": "blvd", "place": "pl",
    "terrace": "ter", "circle": "cir", "highway": "hwy", "parkway": "pkwy", "square": "sq",
    "trail": "trl", "route": "rt", "rte": "rt", "north": "n", "south": "s", "east": "e",
    "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw",
    "apartment": "apt", "suite": "ste", "building": "bldg", "saint": "st", "mount": "mt",
}  # fmt: skip
_ENDS = frozenset({"st", "rd", "ln", "ave", "dr", "ct", "blvd", "pl", "cir", "ter"})


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something was found, as far as it is known."""

    address: str = ""
    parcel: str = ""
    latitude: float | None = None
    longitude: float | None = None

    @property
    def degrees(self) -> tuple[float, float] | None:
        """Latitude and longitude, where both are known."""
        if self.latitude is None or self.longitude is None:
            return None
        return self.latitude, self.longitude


@dataclass(frozen=True, slots=True)
class Alike:
    """A case that may be about the same thing, and what speaks for it."""

    case: Case
    why: tuple[str, ...]
    weight: float


def plain_address(text: str) -> str:
    """An address as it is compared: its first line, without what people write in two ways.

    >>> plain_address("12 North Example Street,\\nExample, NY 00000")
    '12 n example st'
    >>> plain_address("12 N. Example St. Example NY") == plain_address("12 n example st")
    True
    """
    first = text.strip().lower().split("\n")[0].partition(",")[0]
    words = [_SHORT.get(word, word) for word in re.sub(r"[^\w\s]", "", first).split()]
    while len(words) > 3 and words[-3] in _ENDS:
        words = words[:-2]
    return " ".join(words)


def plain_parcel(text: str) -> str:
    """A parcel's number without what stands between its figures.

    >>> plain_parcel("063.01-1-1 ") == plain_parcel("63.01 - 1 - 1")
    True
    """
    parts = re.findall(r"[0-9a-z]+", text.lower())
    return "-".join(part.lstrip("0") or "0" for part in parts)


def metres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far two places are from one another, over the globe.

    >>> round(metres((43.2, -77.4), (43.201, -77.4)))
    111
    """
    one, two = math.radians(a[0]), math.radians(b[0])
    across = math.radians(b[1] - a[1])
    root = math.cos(one) * math.cos(two) * math.sin(across / 2) ** 2
    root += math.sin((two - one) / 2) ** 2
    return 2 * 6_371_000 * math.asin(math.sqrt(min(1.0, root)))


def alike(spot: Spot, today: date) -> list[Alike]:
    """Cases that a report about a place may belong to, the likeliest first."""
    near = _near(spot)
    if near is None:
        return []
    lively = Q(closed_on=None) | Q(closed_on__gte=_months_before(today, CLOSED_MONTHS))
    rows = Case.objects.filter(lively).filter(near).order_by("-last_on", "-id")
    found = [each for row in rows[:_LOOKED_AT_MOST] if (each := _judged(spot, row))]
    found.sort(key=lambda each: (-each.weight, each.case.closed_on is not None, -each.case.pk))
    return found[:SHOWN_MOST]


def _near(spot: Spot) -> Q | None:
    """The rows worth a closer look, wider than what counts as alike; None without a place."""
    near: list[Q] = []
    if figures := re.findall(r"[0-9]+", spot.parcel):
        near.append(Q(parcel__contains=max(figures, key=len).lstrip("0") or "0"))
    if spot.address.strip():
        near.append(Q(address__istartswith=spot.address.split()[0].rstrip(",.")))
    if here := spot.degrees:
        tall = NEAR_METRES / _METRES_PER_DEGREE
        wide = tall / max(0.01, math.cos(math.radians(here[0])))
        latitude = (here[0] - tall, here[0] + tall)
        longitude = (here[1] - wide, here[1] + wide)
        near.append(Q(latitude__range=latitude, longitude__range=longitude))
    found: Q | None = None
    for one in near:
        found = one if found is None else found | one
    return found


def _judged(spot: Spot, row: Case) -> Alike | None:
    reasons = list(_reasons(spot, row))
    if not reasons:
        return None
    return Alike(row, tuple(says for says, _ in reasons), sum(weight for _, weight in reasons))


def _reasons(spot: Spot, row: Case) -> Iterator[tuple[str, float]]:
    parcel = plain_parcel(spot.parcel)
    if parcel and parcel == plain_parcel(row.parcel):
        yield "the same parcel", 3
    address = plain_address(spot.address)
    if address and address == plain_address(row.address):
        yield "the same address", 2
    here = spot.degrees
    if here and row.latitude is not None and row.longitude is not None:
        far = metres(here, (row.latitude, row.longitude))
        if far <= NEAR_METRES:
            feet = max(10, round(far / _METRES_PER_FOOT / 10) * 10)
            yield f"about {feet} feet away", 2 - far / NEAR_METRES


def _months_before(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 - months
    return date(count // 12, count % 12 + 1, min(day.day, 28))
