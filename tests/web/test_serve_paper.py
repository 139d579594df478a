"""Service: what waits for it, and how it is proved."""

from __future__ import annotations

import pytest
from tests.web.cast import Cast
from tests.web.paperwork import case, cast, issue, url, words

from outfall.web.casework.models import Case

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db


def test_an_unserved_paper_names_every_clock_that_waits(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    page = cast.client().get(url(cast, case, "paper", file.pk))
    service = page.context["service"]
    assert service.word == "not served yet"
    assert {clock.id for clock in service.waiting} >= {"appeal"}
    assert "no clock that waits for service runs" in words(page)
    serve = url(cast, case, "act", "served")
    assert f"{serve}?instrument=notice_of_violation&amp;notice=e3" in page.content.decode()


def test_served_in_person_its_clocks_run(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    served = {"event": "served", "instrument": "notice_of_violation", "notice": "e3"}
    cast.record(
        case,
        {**served, "method": "personal", "date": "2026-05-21", "received_on": "2026-05-21"},
    )
    page = cast.client().get(url(cast, case, "paper", file.pk))
    service = page.context["service"]
    assert service.word == "received"
    assert {clock.id for clock in service.running} >= {"appeal"}
    assert not {clock.id for clock in service.waiting} & {clock.id for clock in service.running}
    assert "Served by personal" in words(page)


def test_mailed_without_a_receipt_says_what_is_unproven(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    served = {"event": "served", "instrument": "notice_of_violation", "notice": "e3"}
    cast.record(case, {**served, "method": "certified_mail", "date": "2026-05-21"})
    page = cast.client().get(url(cast, case, "paper", file.pk))
    assert page.context["service"].word == "served, receipt not shown"
    assert "is not shown as received" in words(page)


def test_a_paper_that_is_no_notice_has_no_service(cast: Cast, case: Case) -> None:
    file = issue(cast, case, "account_statement")
    page = cast.client().get(url(cast, case, "paper", file.pk))
    assert page.context["service"] is None
    assert page.status_code == 200
