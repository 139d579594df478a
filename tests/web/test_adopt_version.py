"""The attorney adopts a version of the ordinance from a day on; older cases keep theirs."""

from __future__ import annotations

import html
import shutil
import uuid
from datetime import date
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.urls import reverse
from tests.web.cast import Cast
from tests.web.setting_day import on_a_day, town

from outfall.files.pack_file import folder_of
from outfall.web.casework import assembling
from outfall.web.casework.models import Case
from outfall.web.screens.ordinance_told import pack_title
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import every_setting, setting

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
ADDRESS = "/example/ordinance/version/"
FOUND = {"event": "violation_observed", "kind": "development"}


def form(**more: str) -> dict[str, str]:
    given = {"key": str(uuid.uuid4()), "based_on": "", "pack": "city-9-3-12"}
    return {**given, "since": "2026-07-01", "why": "Local Law 3 of 2026.", **more}


def law_of(cast: Cast, case: Case) -> str:
    row = Case.objects.get(pk=case.pk)
    return assembling.assemble(row, cast.town).law.id


def test_the_address_is_the_one_of_its_name() -> None:
    assert reverse("version", args=["example"]) == ADDRESS


def test_the_differences_are_shown_point_by_point(town: Cast) -> None:
    page = town.client("auditor").get(ADDRESS, {"pack": "city-9-3-12", "since": "2026-07-01"})
    names = [point.name for point in page.context["differ"]]
    assert "Appeal window" in names
    text = page.content.decode()
    assert "15 days after service of the notice of violation" in text
    assert "7 days after the date of the notice of violation" in text
    same = town.client("auditor").get(ADDRESS, {"pack": "webster-ny"})
    assert same.context["differ"] == []


def test_an_older_case_keeps_its_version_and_a_new_one_takes_the_new(
    town: Cast, settings: Any
) -> None:
    old = town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    client = town.client("attorney")
    assert client.post(ADDRESS, form()).status_code == 302
    with town.scope():
        rows = setting("ordinance")["adopted"]
        assert rows[-1] == {"pack": "city-9-3-12", "since": "2026-07-01"}
        assert law_of(town, old) == "webster-ny"
    settings.OUTFALL_TODAY = "2026-07-02"
    new = town.case({"date": "2026-07-01", **FOUND}, lenient=True)
    with town.scope():
        assert law_of(town, new) == "city-9-3-12"
        assert law_of(town, old) == "webster-ny"
    text = client.get(ADDRESS).content.decode()
    title = pack_title("city-9-3-12")
    assert f"{title} from Jul 1, 2026 on" in html.unescape(text)
    assert "Local Law 3 of 2026." in text


def test_no_case_in_hand_loses_its_version(town: Cast) -> None:
    case = town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    refused = town.client("attorney").post(ADDRESS, form(since="2026-06-10"))
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "One case is of a violation found on or after that day" in text
    assert "Choose a day after 2026-06-10" in text
    with town.scope():
        assert len(setting("ordinance")["adopted"]) == 1
        assert law_of(town, case) == "webster-ny"


def test_versions_follow_one_another(town: Cast) -> None:
    client = town.client("attorney")
    assert client.post(ADDRESS, form()).status_code == 302
    early = client.post(ADDRESS, form(pack="webster-ny", since="2026-06-20"))
    assert early.status_code == 422
    assert "A version is adopted from 2026-07-01 on. Choose a later day" in early.content.decode()
    assert client.post(ADDRESS, form(pack="webster-ny", since="nonsense")).status_code == 422
    assert client.post(ADDRESS, form(pack="no-such-pack")).status_code == 422


def test_a_pack_of_the_offices_own_can_be_adopted(town: Cast) -> None:
    home = django_settings.HOME / "packs"
    shutil.copytree(folder_of("peru-in"), home / "own-pack", dirs_exist_ok=True)
    for file in (home / "own-pack").glob("*.yaml"):
        file.write_text(file.read_text().replace("peru-in", "own-pack"))
    try:
        client = town.client("attorney")
        text = html.unescape(client.get(ADDRESS).content.decode())
        assert f"{pack_title('peru-in')} (own-pack, this office's own)" in text
        assert client.post(ADDRESS, form(pack="own-pack")).status_code == 302
        with town.scope():
            assert setting("ordinance")["adopted"][-1]["pack"] == "own-pack"
    finally:
        shutil.rmtree(home / "own-pack")


def test_only_the_attorney_adopts_and_a_double_click_is_one(town: Cast) -> None:
    assert town.client("administrator").post(ADDRESS, form()).status_code == 403
    client, sent = town.client("attorney"), form()
    assert [client.post(ADDRESS, sent).status_code for _ in range(2)] == [302, 302]
    with town.scope():
        assert len(setting("ordinance")["adopted"]) == 2


def test_a_case_without_a_violation_is_looked_at_anew(town: Cast) -> None:
    reported = town.case(summary="muddy water", source="complaint", date="2026-06-10")
    assert town.client("attorney").post(ADDRESS, form()).status_code == 302
    with town.scope():
        assert Case.objects.get(pk=reported.pk).turns_on == date(2026, 6, 15)


def test_a_choice_never_leaves_a_version_without_a_law(town: Cast) -> None:
    old = town.case({"date": "2026-06-10", **FOUND}, lenient=True)
    client = town.client("attorney")
    reading = reverse("reading", args=["example", "week"])
    sent = {"key": str(uuid.uuid4()), "based_on": "0", "choice": "begun", "why": "Advice."}
    assert client.post(reading, sent).status_code == 302
    answer = client.post(ADDRESS, form())
    if answer.status_code == 422:
        assert "has no reading week" in answer.content.decode()
    with town.scope():
        assert law_of(town, old) == "webster-ny"
        for law in reading_effects.every_law(town.town, every_setting()):
            assert law.id in ("webster-ny", "city-9-3-12")
    assert client.get("/example/ordinance/").status_code == 200
