"""The published schemas: sound, in step with the code, and current in docs/schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

import schemas as written
from outfall.cli.common import load_case
from outfall.files.calendar_file import PACKS
from outfall.files.schemas import SCHEMAS, schema
from outfall.files.text import load_file
from outfall.law.assess import assess
from outfall.law.data import data
from outfall.law.events import EVENTS

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted(
    file
    for folder in ("cases/demo", "cases/good", "tests/cli/cases")
    for file in (ROOT / folder).rglob("*.yaml")
    if not file.name.endswith(".answers.yaml")
)
PACK_FILES = sorted(
    file
    for file in PACKS.rglob("*.yaml")
    if file.name != "versions.yaml" and "calendars" not in file.parts
)


def closed(value: Any) -> Any:
    """The schema that takes no field which it does not describe: what is printed has no others."""
    if isinstance(value, list):
        return [closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: closed(item) for key, item in value.items()}
    if "properties" in found and found.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


CLOSED = Draft202012Validator(closed(schema("standing")))


def plain(value: Any) -> Any:
    """A document's data as JSON has it: a Decimal is a number."""
    return json.loads(json.dumps(value, default=float))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound_and_current(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    file = written.FOLDER / f"{name}.json"
    assert file.read_text(encoding="utf-8") == written.texts()[file.name], "run `make schema`"


def test_no_schema_in_the_folder_is_out_of_use() -> None:
    assert {file.name for file in written.FOLDER.iterdir()} == set(written.texts())


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


@cache
def standings(file: Path) -> tuple[Any, ...]:
    """The standings of a case on the last days on which something happened, and well after."""
    case, law = load_case(str(file))
    days = sorted({event.on for event in case.events})
    asked = [*days[-6:], days[-1] + timedelta(days=100)]
    return tuple(json.loads(json.dumps(data(assess(law, case, day)))) for day in asked)


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_standing_is_as_its_schema_says_and_has_nothing_more(file: Path) -> None:
    for standing in standings(file):
        CLOSED.validate(standing)


def test_every_field_of_the_standings_schema_is_printed_somewhere() -> None:
    """What no case prints has been lost from the standing, or was never there."""
    described = set(_described(schema("standing")))
    printed: set[str] = set()
    for file in CASES:
        for standing in standings(file):
            printed |= set(_printed(standing))
    assert not described - printed


def _described(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        properties = value.get("properties", {})
        yield from properties
        for item in value.values():
            yield from _described(item)
    elif isinstance(value, list):
        for item in value:
            yield from _described(item)


def _printed(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _printed(item)
    elif isinstance(value, list):
        for item in value:
            yield from _printed(item)


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_a_good_case_is_as_its_schema_says(file: Path) -> None:
    document = plain(load_file(str(file)).data)
    validator("case").validate(document)
    for event in document["events"]:
        validator("events").validate(event)


@pytest.mark.parametrize("file", PACK_FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_pack_is_as_its_schema_says(file: Path) -> None:
    validator("pack").validate(plain(load_file(str(file)).data))
    versions = plain(load_file(str(file.parent / "versions.yaml")).data)
    validator("versions").validate(versions)


@pytest.mark.parametrize(
    "file", sorted((PACKS / "calendars").iterdir()), ids=lambda file: file.stem
)
def test_a_calendar_is_as_its_schema_says(file: Path) -> None:
    validator("calendar").validate(plain(load_file(str(file)).data))


HEAD = {"case": "X", "ordinance": "webster-ny"}
WRONG: dict[str, dict[str, Any]] = {
    "a field that is none": {**HEAD, "events": [], "evnts": []},
    "no events": HEAD,
    "an event that is none": {**HEAD, "events": [{"date": "2026-03-02", "event": "payed"}]},
    "a field of another event": {
        **HEAD,
        "events": [{"date": "2026-03-02", "event": "closed", "amount": "1.00"}],
    },
    "a field left out": {**HEAD, "events": [{"date": "2026-03-02", "event": "paid"}]},
    "a date in another form": {**HEAD, "events": [{"date": "3/2/2026", "event": "closed"}]},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_case_of_another_shape_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validator("case").validate(WRONG[name])


def test_every_event_is_in_the_schema_by_its_name() -> None:
    found = schema("events")
    assert list(found["$defs"]) == [*EVENTS, "paper", "photos"]
    assert [item["$ref"] for item in found["oneOf"]] == [f"#/$defs/{name}" for name in EVENTS]
    for name, event in list(found["$defs"].items())[: len(EVENTS)]:
        assert event["properties"]["event"]["enum"] == [name]
