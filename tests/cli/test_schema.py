"""``outfall schema``: each schema by its name, and the events as a table to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from outfall.files.schemas import SCHEMAS, schema
from outfall.law.events import EVENTS

Run = Callable[..., Any]


def test_without_a_name_they_are_listed(run: Run) -> None:
    done = run("schema")
    assert [line.split()[0] for line in done.out.splitlines()] == list(SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_printed_by_its_name(name: str, run: Run) -> None:
    done = run("schema", name, "--json")
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out) == schema(name)
    if name != "events":
        assert run("schema", name).out == done.out


def test_the_events_are_a_table_with_every_event_and_field(run: Run) -> None:
    done = run("schema", "events")
    assert (done.status, done.err) == (0, "")
    page = " ".join(done.out.split())
    for event in EVENTS.values():
        assert f"{event.name} " in done.out
        assert event.says in page
        for field in (*event.needs, *event.may):
            assert f"\n  {field} " in done.out


def test_a_name_that_is_none_is_told_with_those_that_are(run: Run) -> None:
    done = run("schema", "casee")
    assert (done.status, done.out) == (2, "")
    assert "choose from 'case', 'town', 'events', 'standing'" in done.err
