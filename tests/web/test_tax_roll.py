"""Finance makes the tax roll, and sees what is owed to the town and how long it has waited."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from typing import Any

import openpyxl
import pytest
from tests.web.cast import Cast, found_town
from tests.web.money_cases import on_day, words, worked

from outfall.web.casework.models import Case, DeadlineRow
from outfall.web.screens import money
from outfall.web.towns.founding import set_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def town(settings: Any) -> Cast:
    on_day(settings, "2026-05-12")
    return found_town("example")


def rows(response: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def share(town: Cast) -> None:
    with town.scope():
        set_topic("policy", {"costs_borne_by": "beneficial_users"}, town.actor("administrator"))


# The roll


def test_what_may_be_certified_today_is_listed_with_its_paragraph(town: Cast) -> None:
    worked(town, "webster-basin", until="2026-04-24")
    page = town.client("finance").get("/example/money/tax-roll/")
    text = words(page)
    assert "W-2026-088" in text
    assert "$6,500.25" in text
    assert "Nothing was certified in this year" in text
    assert "/example/cases/W-2026-088/acts/certified_to_tax_roll/" in page.content.decode()


def test_who_may_not_certify_gets_no_link(town: Cast) -> None:
    worked(town, "webster-basin", until="2026-04-24")
    page = town.client("auditor").get("/example/money/tax-roll/")
    assert "W-2026-088" in words(page)
    assert "/acts/certified_to_tax_roll/" not in page.content.decode()


def test_shares_are_lines_of_their_own_and_add_up_to_the_cent(town: Cast) -> None:
    share(town)
    worked(town, "webster-basin", until="2026-04-24")
    listed = rows(town.client("finance").get("/example/money/tax-roll/?as=csv"))
    assert [(r["Owner"], r["Amount owed"]) for r in listed] == [
        ("Lot 1 Owners", "2166.75"),
        ("Lot 2 Owners", "4333.50"),
    ]


def test_what_was_certified_keeps_the_amount_of_its_day(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-10-12"
    worked(town, "webster-basin")
    text = words(town.client("finance").get("/example/money/tax-roll/?year=2026"))
    assert "Certified in 2026" in text
    assert "Jun 1, 2026 $6,500.25" in text
    listed = rows(
        town.client("finance").get("/example/money/tax-roll/?year=2026&which=certified&as=csv")
    )
    assert [(r["Certified on"], r["Amount owed"]) for r in listed] == [("2026-06-01", "6500.25")]
    with town.scope():
        assert Case.objects.get().owed == 0  # it was paid since; the roll tells what was sent


def test_a_year_shows_its_own_roll(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2027-03-01"
    worked(town, "webster-basin", until="2026-06-01")
    client = town.client("finance")
    assert "W-2026-088" in words(client.get("/example/money/tax-roll/?year=2026"))
    assert "W-2026-088" not in words(client.get("/example/money/tax-roll/?year=2027"))


@pytest.mark.parametrize("year", ["1999", "x", "2027", "", "２０２６"])
def test_a_year_that_has_no_roll_is_not_found(town: Cast, year: str) -> None:
    assert town.client("finance").get(f"/example/money/tax-roll/?year={year}").status_code == 404


def test_a_voided_certification_is_off_the_roll(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"
    case = worked(town, "webster-basin", until="2026-06-01")
    town.record(case, {"event": "voided", "date": "2026-06-02", "entry": f"e{case.length}"})
    text = words(town.client("finance").get("/example/money/tax-roll/"))
    assert "Nothing was certified in this year" in text
    assert "W-2026-088" in text  # it may be certified again


def test_the_roll_leaves_as_a_workbook(town: Cast) -> None:
    worked(town, "webster-basin", until="2026-04-24")
    page = town.client("finance").get("/example/money/tax-roll/?as=xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(page.content)).active
    assert sheet is not None
    assert [cell.value for cell in sheet[2]][:2] == ["W-2026-088", "063.01-1-88"]
    assert town.client("finance").get("/example/money/tax-roll/?as=pdf").status_code == 404


# What is owed


def aged(town: Cast, days: int, number: str) -> Case:
    """A case with a cost about which nothing was decided for so many days before May 12, 2026."""
    on = (date(2026, 5, 12) - timedelta(days=days)).isoformat()
    return town.case(
        {"event": "violation_observed", "date": on, "kind": "maintenance"},
        {"event": "cost_recorded", "date": on, "amount": "100.00", "kind": "abatement"},
        lenient=True,
        number=number,
    )


@pytest.mark.parametrize(
    ("days", "name"),
    [(0, "days-30"), (30, "days-30"), (31, "days-60"), (60, "days-60"), (61, "days-90"),
     (90, "days-90"), (91, "days-365"), (365, "days-365"), (366, "days-more"), (2000, "days-more")],
)  # fmt: skip
def test_each_amount_stands_in_the_one_bucket_of_its_age(town: Cast, days: int, name: str) -> None:
    aged(town, days, "A-1")
    with town.scope():
        lists = money.lists_of(date(2026, 5, 12))
        inside = [bucket for bucket, *_ in money.BUCKETS if lists[bucket][1].exists()]
    assert inside == [name]
    assert "A-1" in words(town.client("finance").get(f"/example/money/?list={name}"))


def test_each_figure_opens_its_list(town: Cast) -> None:
    aged(town, 10, "A-1")
    aged(town, 400, "A-2")
    worked(town, "webster-basin", until="2026-04-24")
    page = town.client("finance").get("/example/money/")
    body, text = page.content.decode(), words(page)
    for name in ("owed", "liens", "arrears", "may-lien", "may-certify", "days-30", "days-more"):
        assert f'href="?list={name}#list"' in body
    assert "$6,700.25 in 3 cases" in text
    older = words(town.client("finance").get("/example/money/?list=days-more"))
    assert "A-2" in older
    assert "A-1" not in older
    lien = words(town.client("finance").get("/example/money/?list=may-lien"))
    assert "W-2026-088" in lien


def test_a_lien_in_force_is_in_its_list_until_it_is_released(town: Cast, settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-05-21"
    case = worked(town, "webster-basin", until="2026-05-20")
    assert "W-2026-088" in words(town.client("finance").get("/example/money/?list=liens"))
    assert "W-2026-088" not in words(town.client("finance").get("/example/money/?list=may-lien"))
    town.record(case, {"event": "paid", "date": "2026-05-21", "amount": "6500.25"})
    town.record(case, {"event": "lien_released", "date": "2026-05-21"})
    assert "W-2026-088" not in words(town.client("finance").get("/example/money/?list=liens"))


def test_a_plan_is_in_arrears_from_the_day_after_a_payment_was_due(settings: Any) -> None:
    on_day(settings, "2026-05-20")
    city = found_town("city", pack="city-9-3-12", name="City of Example")
    case = worked(city, "city-dock", until="2026-05-18")
    with city.scope():
        assert DeadlineRow.objects.filter(case=case, name__startswith="payment_").exists()
    shown = {}
    for day in ("2026-06-01", "2026-06-02"):
        settings.OUTFALL_TODAY = day
        shown[day] = case.number in words(city.client("finance").get("/city/money/?list=arrears"))
    assert shown == {"2026-06-01": False, "2026-06-02": True}


def test_a_list_is_sorted_and_paged(town: Cast, django_assert_max_num_queries: Any) -> None:
    with town.scope():
        for n in range(60):
            Case.objects.create(
                town=town.town, number=f"P-{n:02}", ordinance="webster-ny",
                opened_on=date(2026, 1, 1), owed=100 + n,
                owed_since=date(2026, 1, 1) + timedelta(days=n),
            )  # fmt: skip
    client = town.client("finance")
    with django_assert_max_num_queries(24):
        text = words(client.get("/example/money/?list=owed"))
    assert "P-00" in text
    assert "P-55" not in text
    assert "P-55" in words(client.get("/example/money/?list=owed&page=2"))
    assert "P-59" in words(client.get("/example/money/?list=owed&sort=amount"))
    assert client.get("/example/money/?list=nothing").status_code == 404


def test_a_list_leaves_as_it_is_shown(town: Cast) -> None:
    aged(town, 400, "A-2")
    client = town.client("finance")
    listed = rows(client.get("/example/money/export/?list=days-more"))
    assert [(r["Case"], r["Owed"], r["Days"]) for r in listed] == [("A-2", "100.00", "400")]
    assert rows(client.get("/example/money/export/?list=days-30")) == []
    ledger = rows(client.get("/example/money/export/?list=owed&what=ledger"))
    assert [r["Charge"] for r in ledger if r["Kind"] == "charge"] == ["100.00"]
    liens = client.get("/example/money/export/?list=owed&what=lien-roll&as=xlsx")
    assert liens.content[:2] == b"PK"
    for wrong in ("list=x", "what=cases", "as=pdf"):
        assert client.get(f"/example/money/export/?{wrong}").status_code == 404


def test_a_formula_in_a_name_leaves_as_text(town: Cast) -> None:
    owner = {"id": "owner", "role": "owner", "name": "=HYPERLINK(1)"}
    town.case(
        {"event": "violation_observed", "date": "2026-05-01", "kind": "maintenance"},
        {"event": "cost_recorded", "date": "2026-05-01", "amount": "1.00", "kind": "abatement"},
        lenient=True,
        parties=[owner],
    )
    page = town.client("finance").get("/example/money/export/")
    assert "'=HYPERLINK(1)" in page.content.decode("utf-8-sig")


def test_one_towns_money_is_no_other_towns(town: Cast) -> None:
    aged(town, 10, "A-1")
    other = found_town("other")
    assert "A-1" not in words(other.client("finance").get("/other/money/"))
    assert rows(other.client("finance").get("/other/money/export/")) == []
    assert other.client("finance").get("/example/money/").status_code == 404
