"""The record's page: its length and head, who wrote what, and the export that anybody verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings
from tests.web.cast import Cast, found_town

from outfall.record.bundle import verify_bundle
from outfall.record.entry import Link
from outfall.web.towns.models import Town

pytestmark = pytest.mark.django_db
FOUND = {
    "date": "2026-03-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence",
}
INSPECTED = {"date": "2026-03-04", "event": "inspected", "finding": "continuing"}


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


def page_of(cast: Cast, role: str = "auditor", **asked: str) -> str:
    answer = cast.client(role).get(reverse("record", args=["example"]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_tells_the_length_the_head_and_who_wrote(cast: Cast) -> None:
    case = cast.case(FOUND)
    cast.record(case, INSPECTED, role="inspector")
    town = Town.objects.get(pk=cast.town.pk)
    page = page_of(cast)
    assert f"{town.length}:{town.head}" in page
    assert f"{town.length} entries in 1 case" in page
    assert "Inspected again" in page
    assert "Inspector Example" in page
    assert case.number in page
    assert "outfall verify" in page


def test_pages_go_back_to_the_first_entry(cast: Cast) -> None:
    case = cast.case(FOUND)
    cast.record(case, *[{**INSPECTED, "note": str(n)} for n in range(60)])
    town = Town.objects.get(pk=cast.town.pk)
    first = page_of(cast)
    assert f'class="num">{town.length}</th>' in first
    assert 'class="num">1</th>' not in first
    assert 'class="num">1</th>' in page_of(cast, page="2")


def test_a_page_far_back_is_not_counted_to(cast: Cast, django_assert_max_num_queries: Any) -> None:
    case = cast.case(FOUND)
    cast.record(case, *[{**INSPECTED, "note": str(n)} for n in range(60)])
    client = cast.client()
    client.get(reverse("record", args=["example"]))
    with django_assert_max_num_queries(12):
        client.get(reverse("record", args=["example"]), {"page": "2"})


@pytest.mark.parametrize("role", ["records_officer", "administrator", "attorney", "auditor"])
def test_the_export_verifies_against_the_head_of_the_page(
    cast: Cast, role: str, tmp_path: Path
) -> None:
    case = cast.case(FOUND)
    cast.record(case, INSPECTED)
    town = Town.objects.get(pk=cast.town.pk)
    assert "Export the record" in page_of(cast, role)
    answer = cast.client(role).get(reverse("record_export", args=["example"]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert "record-example-" in answer["Content-Disposition"]
    file = tmp_path / "record.zip"
    file.write_bytes(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    verified = verify_bundle(str(file), [Link(town.length, town.head)])
    assert verified.whole
    assert verified.entries == town.length
    assert not verify_bundle(str(file), [Link(town.length, "0" * 64)]).whole


@pytest.mark.parametrize("role", ["inspector", "finance", "permit_clerk", "hearing_officer"])
def test_others_read_the_page_and_export_nothing(cast: Cast, role: str) -> None:
    cast.case(FOUND)
    page = page_of(cast, role)
    assert reverse("record_export", args=["example"]) not in page
    answer = cast.client(role).get(reverse("record_export", args=["example"]))
    assert answer.status_code == 403


def test_another_towns_record_is_absent(cast: Cast) -> None:
    found_town("elsewhere", name="Town of Elsewhere")
    for name in ("record", "record_export"):
        answer = cast.client("auditor").get(reverse(name, args=["elsewhere"]))
        assert answer.status_code == 404
