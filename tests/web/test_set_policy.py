"""The attorney sets a figure that the code leaves to the town."""

from __future__ import annotations

import uuid
from datetime import date

import pytest
from django.urls import reverse
from tests.web.cast import Cast, found_town
from tests.web.setting_day import on_a_day, town

from outfall.web.casework.models import DeadlineRow
from outfall.web.towns.adopted import setting

__all__ = ["on_a_day", "town"]
pytestmark = pytest.mark.django_db
EVENTS = (
    {"date": "2026-06-01", "event": "violation_observed", "kind": "maintenance"},
    {"date": "2026-06-02", "event": "notice_issued", "instrument": "maintenance_notice"},
    {
        "date": "2026-06-03",
        "event": "served",
        "instrument": "maintenance_notice",
        "method": "personal",
    },
)


def address(id: str = "reasonable_notice_days") -> str:
    return reverse("policy", args=["example", id])


def form(**more: str) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "based_on": "0", "choice": "21", "why": "Resolution.", **more}


def test_a_figure_shows_what_it_changes_and_then_changes_it(town: Cast) -> None:
    case = town.case(*EVENTS, lenient=True)
    client = town.client("attorney")
    page = client.get(address(), {"choice": "21"})
    assert [one.row.number for one in page.context["effects"].cases] == [case.number]
    assert "last day moves from Mon, Jun 15, 2026 to Wed, Jun 24, 2026" in page.content.decode()
    assert client.post(address(), form()).status_code == 302
    with town.scope():
        assert setting("policy") == {"reasonable_notice_days": 21}
        row = DeadlineRow.objects.get(case=case, name="reasonable_notice", until=None)
        assert row.due == date(2026, 6, 24)
    assert '<p class="policy-now">21</p>' in client.get(address()).content.decode()


@pytest.mark.parametrize(
    ("id", "typed", "says"),
    [
        ("reasonable_notice_days", "ten", "ten is not a number"),
        ("reasonable_notice_days", "10.5", "10.5 is not a number"),
        ("reasonable_notice_days", "-1", "-1 is not a number"),
        ("reasonable_notice_days", "10", "Give a figure other than the one that is set"),
        ("costs_borne_by", "nobody", "Choose one of: owners, beneficial_users"),
        ("payment_order", "cost, cost, fee, penalty", "Name each of these once"),
    ],
)
def test_what_is_no_figure_is_refused(town: Cast, id: str, typed: str, says: str) -> None:
    refused = town.client("attorney").post(address(id), form(choice=typed))
    assert refused.status_code == 422
    assert says in refused.content.decode()
    with town.scope():
        assert setting("policy") == {}


def test_an_order_of_things_is_set_place_by_place(town: Cast) -> None:
    client = town.client("attorney")
    asked = {"part_0": "cost", "part_1": "interest", "part_2": "fee", "part_3": "penalty"}
    page = client.get(address("payment_order"), asked)
    assert page.context["choice"] == "cost, interest, fee, penalty"
    sent = form(choice="cost, interest, fee, penalty")
    assert client.post(address("payment_order"), sent).status_code == 302
    with town.scope():
        assert setting("policy") == {"payment_order": ["cost", "interest", "fee", "penalty"]}


def test_a_percent_may_have_places_and_is_kept_as_it_was_written() -> None:
    somerville = found_town("example", "somerville-ma")
    client = somerville.client("attorney")
    assert client.post(address("interest_percent"), form(choice="4.25")).status_code == 302
    wrong = client.post(address("interest_percent"), form(choice="four", based_on=""))
    assert wrong.status_code == 422
    with somerville.scope():
        assert setting("policy") == {"interest_percent": "4.25"}


def test_only_the_attorney_sets_one(town: Cast) -> None:
    for role in ("administrator", "finance", "auditor"):
        assert town.client(role).post(address(), form()).status_code == 403
    assert town.client("attorney").get(address("no_such")).status_code == 404
