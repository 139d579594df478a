"""Somebody reads the ordinance by its paragraphs, and a rule with the cases it matters to."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from django.urls import reverse
from tests.web.cast import Cast, found_town
from tests.web.setting_day import on_a_day, town

from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.web.screens import ordinance_told

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
IDS = [Path(pack).name for pack in packs()]


@pytest.mark.parametrize("pack", IDS)
def test_every_cite_of_every_pack_has_one_anchor(pack: str) -> None:
    law = load_pack(folder_of(pack))
    found = ordinance_told.paragraphs(law)
    anchors = [p.cite for p in found]
    anchors += [a for p in found for a in p.anchors]
    anchors += [line.anchor for p in found for r in p.rules for line in r.lines if line.anchor]
    linked = [anchor for anchor in anchors if " " not in anchor]
    assert len(set(anchors)) == len(anchors)
    assert {c for c in ordinance_told.cites(law) if " " not in c} <= set(linked)


def test_the_page_tells_each_paragraph_with_its_rules_readings_and_figures(town: Cast) -> None:
    response = town.client("auditor").get(reverse("ordinance", args=["example"]))
    text = response.content.decode()
    law = response.context["law"]
    assert response.status_code == 200
    for paragraph in law.paragraphs:
        assert f'id="{paragraph.cite}"' in text
        assert paragraph.heading in text
    assert 'id="C(3)"' in text
    assert law.digest in text
    assert "Does the halt also reach the work that the notice itself demands?" in text
    assert "Reasonable notice days</a>: <strong>10</strong>" in text
    assert "15 days after service of the notice of violation" in text
    assert re.search(r"<a[^>]+/ordinance/rules/deadline/appeal/", text)


def test_another_day_shows_the_version_of_that_day(town: Cast) -> None:
    client = found_town("city", "city-9-3-12", "City of Example").client("attorney")
    address = reverse("ordinance", args=["city"])
    assert "2008-O-22" in client.get(address, {"on": "2010-01-01"}).content.decode()
    refused = client.get(address, {"on": "2007-01-01"})
    assert refused.status_code == 422
    assert "No version that the town has adopted was law on 2007-01-01" in refused.content.decode()
    assert client.get(address, {"on": "yesterday"}).status_code == 422


def test_a_rule_lists_the_open_cases_in_which_it_matters_today(town: Cast) -> None:
    open_case = town.case(
        {"date": "2026-06-08", "event": "violation_observed", "kind": "development"},
        {"date": "2026-06-08", "event": "notice_issued", "instrument": "notice_of_violation"},
        {
            "date": "2026-06-09",
            "event": "served",
            "instrument": "notice_of_violation",
            "method": "personal",
        },
        lenient=True,
    )
    found_town("other").case(
        {"date": "2026-06-08", "event": "violation_observed", "kind": "development"}
    )
    client = town.client("inspector")
    rule = client.get(reverse("ordinance_rule", args=["example", "deadline", "appeal"]))
    text = rule.content.decode()
    assert [row.case.number for row in rule.context["page_obj"]] == [open_case.number]
    assert rule.context["page_obj"][0].due == date(2026, 6, 24)
    assert "Wed, Jun 24, 2026" in text
    paper = client.get(
        reverse("ordinance_rule", args=["example", "instrument", "notice_of_violation"])
    )
    assert [row.case.number for row in paper.context["page_obj"]] == [open_case.number]
    hold = client.get(reverse("ordinance_rule", args=["example", "hold", "occupancy_permit"]))
    assert [row.case.number for row in hold.context["page_obj"]] == [open_case.number]


def test_a_rule_that_is_not_in_the_law_is_not_there(town: Cast) -> None:
    client = town.client("inspector")
    assert client.get("/example/ordinance/rules/action/nothing/").status_code == 404
    assert client.get("/other/ordinance/").status_code == 404


def test_the_page_asks_the_database_little(
    town: Cast, django_assert_max_num_queries: object
) -> None:
    client = town.client("inspector")
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        client.get(reverse("ordinance", args=["example"]))
