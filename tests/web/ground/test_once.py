"""What has no database is tested once; whatever may reach one is tested on each."""

from __future__ import annotations

import pytest
from tests.web.conftest import HERE, ONCE, asks_for_a_database
from tests.web.ground.databases import Maker

from outfall.web.towns.models import Town


def test_who_asks_for_no_database_is_run_once_and_reaches_none(
    request: pytest.FixtureRequest,
) -> None:
    assert not asks_for_a_database(request.node)
    assert request.node.get_closest_marker("once") is not None
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        Town.objects.exists()


@pytest.mark.django_db
def test_who_asks_by_a_mark_is_run_on_each(request: pytest.FixtureRequest) -> None:
    assert asks_for_a_database(request.node)
    assert request.node.get_closest_marker("once") is None
    assert not Town.objects.exists()


@pytest.fixture
def somewhere(databases: Maker) -> str:
    return databases.server


def test_who_asks_by_way_of_a_fixture_is_run_on_each(
    request: pytest.FixtureRequest, somewhere: str
) -> None:
    assert somewhere
    assert asks_for_a_database(request.node)
    assert request.node.get_closest_marker("once") is None


def test_what_is_said_to_be_tested_once_is_there() -> None:
    assert set(ONCE) <= {file.stem for file in HERE.rglob("test_*.py")}
