"""What waits for a second person is set by the town; a reduction always does."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from tests.web.cast import Cast
from tests.web.setting_day import town

from outfall.web.casework.proposing import needs_second
from outfall.web.towns.adopted import setting

__all__ = ["town"]
pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/approvals/"


def form(**more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "", **more}


def test_entries_and_papers_are_chosen(town: Cast) -> None:
    sent = form(entries=["lien_recorded"], papers=["stop_work_order"])
    assert town.client("attorney").post(ADDRESS, sent).status_code == 302
    with town.scope():
        value = setting("approvals")
        assert value == {"entries": ["lien_recorded", "reduced"], "papers": ["stop_work_order"]}
        assert needs_second("lien_recorded", "", value)
        assert needs_second("notice_issued", "stop_work_order", value)
        assert not needs_second("penalty_assessed", "", value)
    page = town.client("attorney").get(ADDRESS)
    assert page.context["form"]["papers"].value() == ["stop_work_order"]
    assert "Entries: Lien recorded, Reduction or waiver" in page.content.decode()


def test_a_reduction_waits_whatever_is_chosen(town: Cast) -> None:
    assert town.client("administrator").post(ADDRESS, form()).status_code == 302
    with town.scope():
        assert setting("approvals") == {"entries": ["reduced"], "papers": []}
        assert needs_second("reduced", "", setting("approvals"))


def test_what_the_town_can_not_choose_is_refused(town: Cast) -> None:
    wrong = town.client("administrator").post(ADDRESS, form(papers=["a_love_letter"]))
    assert wrong.status_code == 422
    assert "a_love_letter is not one of the available choices" in wrong.content.decode()
    assert town.client("supervisor").post(ADDRESS, form()).status_code == 403
