"""What the tests of papers have in common: a case, its forms filled in, a paper issued."""

from __future__ import annotations

import html
import re
import uuid
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from pytest_django.fixtures import Settings
from tests.web.cast import Cast, found_town

from outfall.law.assess import assess
from outfall.law.standing import Standing
from outfall.web.casework import assembling
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.towns.founding import set_topic

TODAY = date(2026, 5, 21)
FOUND = {
    "date": "2026-05-20",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence along the creek",
}
NOTICE = {
    "comply_by": "2026-06-12",
    "requires": "Put up a silt fence\nSweep the street",
    "paper__by": "certified_mail",
}


@pytest.fixture
def cast(settings: Settings) -> Cast:
    """The town of these tests, on their day."""
    settings.OUTFALL_TODAY = TODAY.isoformat()
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


@pytest.fixture
def case(cast: Cast) -> Case:
    """A case in which a violation was found the day before."""
    return cast.case(FOUND)


def url(cast: Cast, case: Case, name: str, *more: object) -> str:
    """A page of a case."""
    return reverse(name, args=[cast.town.slug, case.number, *more])


def filled(page: Any, **values: Any) -> dict[str, Any]:
    """The fields of a page's form as a browser would send them, with these filled in."""
    form = page.context["form"]
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if isinstance(value, date):
            value = value.isoformat()
        if value not in (None, "", [], ()):
            sent[field.html_name] = value
    return {**sent, **values}


def draft(cast: Cast, case: Case, paper: str, role: str = "supervisor", **values: Any) -> Any:
    """The form of a paper, filled in; nothing is sent."""
    page = cast.client(role).get(url(cast, case, "paper_draft", paper))
    assert page.status_code == 200, page.content
    return filled(page, **values)


def issue(
    cast: Cast,
    case: Case,
    paper: str = "notice_of_violation",
    role: str = "supervisor",
    **values: Any,
) -> StoredFile:
    """A paper issued by the form, and what is kept of it."""
    sent = draft(cast, case, paper, role, **{**NOTICE, **values}, issue="1")
    page = cast.client(role).post(url(cast, case, "paper_draft", paper), sent)
    assert page.status_code == 302, words(page)
    with cast.scope():
        return StoredFile.objects.filter(case=case, kind="paper").latest("entry_n")


def approvals(cast: Cast, *papers: str, entries: tuple[str, ...] = ()) -> None:
    """Let these papers and entries wait for a second person."""
    with cast.scope():
        value = {"entries": list(entries), "papers": list(papers)}
        set_topic("approvals", value, cast.actor("administrator"), key=str(uuid.uuid4()))


def entries(cast: Cast, case: Case) -> list[Entry]:
    """The entries of a case, in order."""
    with cast.scope():
        return list(Entry.objects.filter(case=case).order_by("case_n"))


def standing(cast: Cast, case: Case, on: date = TODAY) -> Standing:
    """How a case stands, from its entries."""
    with cast.scope():
        found = assembling.assemble(Case.objects.get(pk=case.pk), cast.town)
        return assess(found.law, found.case, on)


def assembled(cast: Cast, case: Case) -> assembling.Assembled:
    """A case from its entries."""
    with cast.scope():
        return assembling.assemble(Case.objects.get(pk=case.pk), cast.town)


def words(page: Any) -> str:
    """What a page says, without its markup and with single spaces."""
    text = page.content.decode()
    text = re.sub(r"(?s)<(script|style).*?</\1>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def text_of(pdf: bytes) -> str:
    """What a PDF says."""
    return " ".join(" ".join(p.extract_text() for p in PdfReader(BytesIO(pdf)).pages).split())


def signed_in(cast: Cast, role: str = "supervisor") -> Client:
    """A browser of somebody with a role."""
    return cast.client(role)
