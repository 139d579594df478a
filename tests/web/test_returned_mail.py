"""Mail that comes back opens service again, and every clock that waits for it waits again."""

from __future__ import annotations

import pytest
from tests.web.cast import Cast
from tests.web.paperwork import case, cast, issue, standing, url, words

from outfall.web.casework.models import Case

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db
PAPER = "notice_of_violation"
MAILED = {
    "event": "served",
    "instrument": PAPER,
    "notice": "e3",
    "method": "certified_mail",
    "date": "2026-05-21",
    "received_on": "2026-05-21",
}
RETURNED = {
    "event": "service_returned",
    "instrument": PAPER,
    "notice": "e3",
    "reason": "addressee unknown",
    "date": "2026-05-21",
}


def test_returned_mail_reopens_service(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    cast.record(case, MAILED, RETURNED)
    page = cast.client().get(url(cast, case, "paper", file.pk))
    service = page.context["service"]
    assert service.came_back
    assert "appeal" in {clock.id for clock in service.waiting}
    assert "appeal" not in {clock.id for clock in service.running}
    text = words(page)
    assert "service is open again: every clock that waits for it waits again" in text
    assert "addressee unknown" in text
    assert standing(cast, case).deadline("appeal") is None


def test_without_the_return_the_clock_would_run(cast: Cast, case: Case) -> None:
    """The control: the same mailing, which did not come back."""
    file = issue(cast, case)
    cast.record(case, MAILED)
    service = cast.client().get(url(cast, case, "paper", file.pk)).context["service"]
    assert not service.came_back
    assert "appeal" in {clock.id for clock in service.running}


def test_served_anew_it_runs_again_and_both_stay(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    cast.record(case, MAILED, RETURNED, {**MAILED, "method": "personal"})
    page = cast.client().get(url(cast, case, "paper", file.pk))
    service = page.context["service"]
    assert not service.came_back
    assert "appeal" in {clock.id for clock in service.running}
    assert [step.name for step in service.steps] == ["served", "service_returned", "served"]
    assert "Came back: addressee unknown" in words(page)
