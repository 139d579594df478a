"""What the map shows: cases by their place, and layers that the town uploads as GeoJSON.

A layer comes from elsewhere, so it is read as data from a stranger: its shape and its coordinates
are checked, each fault is named, and what its features say is kept as plain text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Avg, Count, F, FloatField, Max, Min, QuerySet, Value
from django.db.models.functions import Cast, Floor

from outfall.papers.unseen import hidden
from outfall.web.casework.models import Case
from outfall.web.casework.words import STAGES

LAYER_SORTS = (
    ("outfalls", "Outfalls"),
    ("practices", "Stormwater practices"),
    ("parcels", "Parcels"),
    ("outline", "Outline of the town"),
)
BYTES_MOST = 10 * 1024 * 1024
FEATURES_MOST = 50_000
POINTS_MOST = 2_000
"""How many cases are drawn one by one; more of them are gathered on a grid."""
GRID = 40
FAULTS_MOST = 20
PROPERTIES_MOST, NAME_MOST, TEXT_MOST = 30, 60, 300
# How deep the coordinates of each type are nested, and how few positions a line may have.
TYPES = {
    "Point": (0, 1),
    "MultiPoint": (1, 1),
    "LineString": (1, 2),
    "MultiLineString": (2, 2),
    "Polygon": (2, 4),
    "MultiPolygon": (3, 4),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the map in degrees."""

    west: float
    south: float
    east: float
    north: float


def box_of(text: str) -> Box | None:
    """The rectangle that an address asks for, as west,south,east,north; None where it is none.

    >>> box_of("-77.5,43.1,-77.3,43.3")
    Box(west=-77.5, south=43.1, east=-77.3, north=43.3)
    >>> box_of("nan,0,1,1") is None
    True
    """
    try:
        west, south, east, north = (float(part) for part in text.split(","))
    except ValueError:
        return None
    if not all(map(math.isfinite, (west, south, east, north))) or west >= east or south >= north:
        return None
    return Box(max(west, -180), max(south, -90), min(east, 180), min(north, 90))


def placed(cases: QuerySet[Case], box: Box | None = None) -> QuerySet[Case]:
    """The cases that have a place on the map, within a rectangle where one is given."""
    if box is None:
        return cases.filter(latitude__isnull=False, longitude__isnull=False)
    return cases.filter(
        latitude__gte=box.south,
        latitude__lte=box.north,
        longitude__gte=box.west,
        longitude__lte=box.east,
    )


def bounds(cases: QuerySet[Case]) -> list[list[float]]:
    """The corners of the rectangle that holds all of the cases; empty where none has a place."""
    found = placed(cases).aggregate(
        south=Min("latitude"), west=Min("longitude"), north=Max("latitude"), east=Max("longitude")
    )
    if found["south"] is None:
        return []
    return [[found["south"], found["west"]], [found["north"], found["east"]]]


def features(cases: QuerySet[Case]) -> Iterator[dict[str, Any]]:
    """Cases as GeoJSON, with what is no person's name and no free text."""
    names = ("number", "stage", "kinds", "address", "opened_on", "closed_on", "owed")
    rows = cases.order_by("pk").values_list("longitude", "latitude", *names)
    for longitude, latitude, number, stage, kinds, address, opened, closed, owed in rows.iterator(
        5000
    ):
        yield {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {
                "case": number,
                "stage": stage,
                "stands": STAGES.get(stage, stage),
                "kinds": kinds,
                "address": address,
                "opened": opened.isoformat(),
                "closed": closed.isoformat() if closed else None,
                "owed_cents": owed,
            },
        }


def gathered(cases: QuerySet[Case], box: Box) -> list[dict[str, Any]]:
    """Cases gathered on a grid: how many each field holds, and where they lie on average."""
    wide, high = (box.east - box.west) / GRID, (box.north - box.south) / GRID
    column = Floor((F("longitude") - Value(box.west, FloatField())) / Value(wide, FloatField()))
    row = Floor((F("latitude") - Value(box.south, FloatField())) / Value(high, FloatField()))
    found = (
        cases.order_by()
        .annotate(column=Cast(column, FloatField()), row=Cast(row, FloatField()))
        .values("column", "row")
        .annotate(count=Count("pk"), longitude=Avg("longitude"), latitude=Avg("latitude"))
    )
    return [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [item["longitude"], item["latitude"]]},
            "properties": {"count": item["count"]},
        }
        for item in found
    ]


def collection(found: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A GeoJSON file of features."""
    return {"type": "FeatureCollection", **more, "features": found}


@dataclass(slots=True)
class Reading:
    """A layer as it was read: its features, and every fault that keeps it from being used."""

    features: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    more: int = 0

    def fault(self, says: str) -> None:
        """One more fault; beyond the first twenty they are only counted."""
        if len(self.faults) < FAULTS_MOST:
            self.faults.append(says)
        else:
            self.more += 1

    def told(self) -> list[str]:
        """The faults in words."""
        more = [f"And {self.more} more faults."] if self.more else []
        return [*self.faults, *more]


def read_layer(content: bytes) -> Reading:
    """Read an uploaded GeoJSON file; what is wrong with it is told feature by feature."""
    found = Reading()
    if len(content) > BYTES_MOST:
        found.fault(f"The file has more than {BYTES_MOST // 1024 // 1024} MB. Simplify its lines.")
        return found
    try:
        data = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        found.fault(f"This is no JSON in UTF-8: {_short(str(error))}. Export it as GeoJSON.")
        return found
    if not isinstance(data, dict) or data.get("type") not in ("FeatureCollection", "Feature"):
        found.fault("This is JSON, but no GeoJSON: its type is not FeatureCollection.")
        return found
    if _other_system(data.get("crs")):
        says = "Its coordinates are of another system. Export it in longitude and latitude"
        found.fault(f"{says} (WGS 84, EPSG:4326).")
    items = data.get("features") if data["type"] == "FeatureCollection" else [data]
    if not isinstance(items, list) or not items:
        found.fault("It has no features.")
    elif len(items) > FEATURES_MOST:
        found.fault(f"It has {len(items):,} features; at most {FEATURES_MOST:,} are drawn.")
    else:
        for n, item in enumerate(items, 1):
            _feature(found, n, item)
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _other_system(crs: Any) -> bool:
    name = str(crs.get("properties", {}) if isinstance(crs, dict) else crs or "")
    return bool(name) and not any(known in name for known in ("CRS84", "4326"))


def _feature(found: Reading, n: int, item: Any) -> None:
    if not isinstance(item, dict) or item.get("type") != "Feature":
        found.fault(f"Feature {n}: its type is not Feature.")
        return
    geometry = item.get("geometry")
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if not isinstance(geometry, dict) or kind not in TYPES:
        says = f"it has the type {_short(str(kind))}" if kind else "it has no place"
        found.fault(f"Feature {n}: {says}. Points, lines and polygons are drawn.")
        return
    before = len(found.faults) + found.more
    deep, least = TYPES[str(kind)]
    coordinates = _nested(found, f"Feature {n}", geometry.get("coordinates"), deep, least)
    if len(found.faults) + found.more == before:
        shape = {"type": kind, "coordinates": coordinates}
        properties = _plain(found, f"Feature {n}", item.get("properties"))
        found.features.append({"type": "Feature", "geometry": shape, "properties": properties})


def _nested(found: Reading, where: str, value: Any, deep: int, least: int) -> Any:
    """Coordinates as they are drawn: two numbers each. What is wrong is put among the faults."""
    if deep == 0:
        return _position(found, where, value)
    if not isinstance(value, list) or not value:
        found.fault(f"{where}: its coordinates are not nested as its type asks.")
        return []
    if deep == 1 and len(value) < least:
        found.fault(f"{where}: it has {len(value)} positions, and needs {least}.")
    if deep == 1 and least == 4 and value[0] != value[-1]:
        found.fault(f"{where}: a ring does not end where it began.")
    return [_nested(found, where, part, deep - 1, least) for part in value]


def _position(found: Reading, where: str, value: Any) -> list[float]:
    numbers = value[:2] if isinstance(value, list) else []
    if len(numbers) != 2 or not all(type(one) in (int, float) for one in numbers):
        found.fault(f"{where}: a position is not two numbers.")
        return []
    longitude, latitude = numbers
    if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):
        at = f"{longitude:.6g}, {latitude:.6g}"
        says = "is outside of the world. Longitude comes first, in degrees"
        found.fault(f"{where}: the position {at} {says}.")
        return []
    return [round(float(longitude), 7), round(float(latitude), 7)]


def _plain(found: Reading, where: str, properties: Any) -> dict[str, str]:
    """What a feature says, as text alone. Text that shows as another text is put among the faults.

    It is refused and not mended, as in every form: nobody can tell what was meant.
    """
    if not isinstance(properties, dict):
        return {}
    kept = list(properties.items())[:PROPERTIES_MOST]
    says = {_text(name, NAME_MOST): _text(value, TEXT_MOST) for name, value in kept if name}
    for place, (name, text) in enumerate(says.items(), 1):
        which = f"property {place}" if hidden(name) else name
        if code := hidden(name) or hidden(text):
            told = f"{which} holds {code}, which is invisible and changes what is read"
            found.fault(f"{where}: {told}. Take it out, and export the layer anew.")
    return says


def _text(value: Any, most: int) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if c >= " " else " " for c in text)[:most]


def _short(text: str) -> str:
    return _text(text, 80)


def name_of_feature(feature: dict[str, Any], n: int) -> str:
    """What a feature is called in a list: its name or number, by the names in use for them."""
    says = {name.lower(): text for name, text in feature["properties"].items()}
    known = ("name", "id", "outfall_id", "outfall", "practice_id", "facility", "label", "number")
    return next((says[name] for name in known if says.get(name)), f"Feature {n}")


def spot_of(feature: dict[str, Any]) -> tuple[float, float]:
    """One position of a feature, as latitude and longitude, to find it by."""
    value = feature["geometry"]["coordinates"]
    while isinstance(value[0], list):
        value = value[0]
    return value[1], value[0]
