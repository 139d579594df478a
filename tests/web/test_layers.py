"""Layers of the map: what is taken in, what is refused and why, who may, what the record keeps."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import Settings
from tests.web.cast import Cast, found_town

from outfall.web.casework import geography, storing
from outfall.web.casework.geography import read_layer
from outfall.web.casework.kinds import TOWN_LAYER
from outfall.web.casework.models import Entry, Layer, StoredFile

pytestmark = pytest.mark.django_db
POINT = {"type": "Point", "coordinates": [-77.45, 43.21]}


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


def feature(geometry: Any = None, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry or POINT, "properties": properties}


def content(*features: Any, **more: Any) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features, **more}).encode()


def send(
    cast: Cast, data: bytes, role: str = "administrator", town: str = "example", **more: Any
) -> Any:
    file = SimpleUploadedFile("outfalls.geojson", data, "application/geo+json")
    form = {"key": str(uuid.uuid4()), "name": "Outfalls", "sort": "outfalls", "file": file, **more}
    return cast.client(role).post(reverse("layers", args=[town]), form)


def faults(data: bytes) -> str:
    return " ".join(read_layer(data).told())


def test_a_layer_is_uploaded_recorded_kept_and_drawn(cast: Cast) -> None:
    data = content(feature(name="OF-12", diameter=18, note=None), feature(id="OF-13"))
    assert send(cast, data).status_code == 302
    with cast.scope():
        layer = Layer.objects.get()
        entry = Entry.objects.get(kind=TOWN_LAYER)
        body = json.loads(entry.content)["body"]
        assert body["name"] == "Outfalls"
        assert body["features"] == 2
        assert storing.fetch("example", body["file"]["sha256"]) == data
        assert StoredFile.objects.get().entry_n == entry.n
    assert layer.geojson["features"][0]["properties"] == {
        "name": "OF-12", "diameter": "18", "note": "",
    }  # fmt: skip
    client = cast.client("auditor")
    drawn = client.get(reverse("map_data", args=["example", layer.pk]))
    assert json.loads(drawn.content)["features"][1]["geometry"] == POINT
    table = client.get(reverse("layers", args=["example", layer.pk])).content.decode()
    assert "OF-12" in table
    assert "43.21000, -77.45000" in table
    page = client.get(reverse("map", args=["example"])).content.decode()
    assert "Outfalls" in page
    assert "Upload a layer" not in client.get(reverse("layers", args=["example"])).content.decode()


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u202b", "\U000e0041", "\ufeff"])
def test_text_that_shows_as_another_is_refused(
    cast: Cast, letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = content(feature(name="OF-12"), feature(name=f"OF-{letter}31"), feature(**{letter: "x"}))
    code = f"U+{ord(letter):04X}"
    assert f"Feature 2: name holds {code}, which is invisible" in faults(data)
    assert f"Feature 3: property 1 holds {code}" in faults(data)
    assert "Feature 1" not in faults(data)
    answer = send(cast, data)
    assert answer.status_code == 422
    assert letter not in answer.content.decode()
    nested = content(feature(owner={"name": f"Example{letter} LLC"}))
    assert f"owner holds {code}" in faults(nested)
    with cast.scope():
        assert not Layer.objects.exists()
    monkeypatch.setattr(geography, "hidden", lambda text: "")
    assert send(cast, data).status_code == 302
    with cast.scope():
        kept = json.dumps(Layer.objects.get().geojson, ensure_ascii=False)
    assert letter in kept, "the control: without the check it would be drawn"


def test_letters_that_run_from_right_to_left_by_themselves_are_taken_in() -> None:
    name = "\u0645\u0635\u0631\u0641 7"
    read = read_layer(content(feature(name=name)))
    assert read.told() == []
    assert read.features[0]["properties"]["name"] == name


def test_a_layer_is_replaced_and_both_uploads_stay_in_the_record(cast: Cast) -> None:
    send(cast, content(feature()))
    with cast.scope():
        first = Layer.objects.get()
    answer = send(cast, content(feature(), feature()), replaces=first.pk, name="Outfalls anew")
    assert answer.status_code == 302
    with cast.scope():
        layer = Layer.objects.get()
        assert (layer.pk, layer.name, layer.features) == (first.pk, "Outfalls anew", 2)
        bodies = [json.loads(e.content)["body"] for e in Entry.objects.filter(kind=TOWN_LAYER)]
        assert [body["replaces"] for body in bodies] == [None, "Outfalls"]


def test_the_same_form_twice_is_one_layer(cast: Cast) -> None:
    key = str(uuid.uuid4())
    send(cast, content(feature()), key=key)
    answer = send(cast, content(feature()), key=key)
    assert answer.status_code == 302
    with cast.scope():
        assert Layer.objects.count() == 1
        assert Entry.objects.filter(kind=TOWN_LAYER).count() == 1
    again = send(cast, content(feature()), key=key, name="Another")
    assert again.status_code == 422
    assert "sent before with other values" in again.content.decode()


@pytest.mark.parametrize("role", ["inspector", "auditor", "attorney", "finance", "permit_clerk"])
def test_only_administrators_and_supervisors_upload(cast: Cast, role: str) -> None:
    assert send(cast, content(feature()), role).status_code == 403
    with cast.scope():
        assert not Layer.objects.exists()


def test_another_towns_layer_is_absent_and_is_not_replaced(cast: Cast) -> None:
    other = found_town("elsewhere", name="Town of Elsewhere")
    send(other, content(feature()), town="elsewhere")
    with other.scope():
        theirs = Layer.objects.get()
    client = cast.client("administrator")
    assert client.get(reverse("map_data", args=["example", theirs.pk])).status_code == 404
    assert client.get(reverse("layers", args=["example", theirs.pk])).status_code == 404
    assert send(cast, content(feature()), replaces=theirs.pk).status_code == 422
    with other.scope():
        assert Layer.objects.get().features == 1


def test_every_fault_stands_at_the_field_and_nothing_is_kept(cast: Cast) -> None:
    bad = content(
        feature({"type": "Point", "coordinates": [500, 43]}),
        feature({"type": "Circle", "coordinates": [0, 0]}),
        feature({"type": "LineString", "coordinates": [[0, 0]]}),
    )
    answer = send(cast, bad)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Feature 1: the position 500, 43 is outside of the world" in page
    assert "Feature 2: it has the type Circle" in page
    assert "Feature 3: it has 1 positions, and needs 2" in page
    with cast.scope():
        assert not Layer.objects.exists()
        assert not Entry.objects.filter(kind=TOWN_LAYER).exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'{"type":"FeatureCollection","features":[NaN]}', "NaN is no number"),
        (b"[]", "no GeoJSON"),
        (b'{"type":"Topology"}', "no GeoJSON"),
        (b'{"type":"FeatureCollection","features":{}}', "no features"),
        (content(), "no features"),
        (content("x"), "its type is not Feature"),
        (content({"type": "Feature", "geometry": None}), "it has no place"),
        (content(feature({"type": "Point", "coordinates": ["1", "2"]})), "not two numbers"),
        (content(feature({"type": "Point", "coordinates": [True, False]})), "not two numbers"),
        (content(feature({"type": "Point"})), "not two numbers"),
        (content(feature({"type": "Polygon", "coordinates": [[[0, 0]]]})), "needs 4"),
        (
            content(
                feature({"type": "Polygon", "coordinates": [[[0, 0], [0, 1], [1, 1], [1, 0]]]})
            ),
            "does not end where it began",
        ),
        (content(feature({"type": "Polygon", "coordinates": [0, 0]})), "not nested"),
        (content(feature({"type": "MultiPoint", "coordinates": []})), "not nested"),
        (
            content(feature(), crs={"type": "name", "properties": {"name": "EPSG:2260"}}),
            "another system",
        ),
    ],
)
def test_what_is_no_layer_is_told(data: bytes, says: str) -> None:
    assert says in faults(data)


def test_bounds_of_size_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "10 MB" in faults(b" " * (geography.BYTES_MOST + 1))
    monkeypatch.setattr(geography, "FEATURES_MOST", 3)
    assert faults(content(*[feature()] * 3)) == ""
    assert "4 features" in faults(content(*[feature()] * 4))


def test_the_faults_beyond_twenty_are_counted() -> None:
    told = read_layer(content(*["x"] * 50)).told()
    assert len(told) == 21
    assert told[-1] == "And 30 more faults."


def test_what_features_say_is_kept_as_bounded_text(cast: Cast) -> None:
    payload = "<script>alert(1)</script>"
    wide = {f"p{n}": n for n in range(100)}
    data = content(
        feature(name=payload, text="x" * 5000, odd="\ud800\0", deep={"a": [1]}), feature(**wide)
    )
    assert send(cast, data, name=payload).status_code == 302
    with cast.scope():
        layer = Layer.objects.get()
    first, second = (one["properties"] for one in layer.geojson["features"])
    assert len(first["text"]) == geography.TEXT_MOST
    assert first["deep"] == '{"a": [1]}'
    assert "\0" not in first["odd"]
    assert len(second) == geography.PROPERTIES_MOST
    client = cast.client()
    for page in (
        reverse("layers", args=["example"]),
        reverse("layers", args=["example", layer.pk]),
        reverse("map", args=["example"]),
    ):
        assert payload not in client.get(page).content.decode()


def test_shapes_of_every_type_are_taken() -> None:
    ring = [[0, 0], [0, 1], [1, 1], [0, 0]]
    shapes = {
        "Point": [0, 0, 12.5],
        "MultiPoint": [[0, 0]],
        "LineString": [[0, 0], [1, 1]],
        "MultiLineString": [[[0, 0], [1, 1]]],
        "Polygon": [ring],
        "MultiPolygon": [[ring]],
    }
    read = read_layer(
        content(*[feature({"type": kind, "coordinates": c}) for kind, c in shapes.items()])
    )
    assert not read.faults
    assert read.features[0]["geometry"]["coordinates"] == [0.0, 0.0]
    assert [geography.spot_of(one) for one in read.features] == [(0, 0)] * 6
