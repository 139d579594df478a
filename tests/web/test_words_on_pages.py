"""Pages say what people say: an ordinance by its title, and a day in words."""

from __future__ import annotations

import html
import re

import pytest
from tests.web.cast import Cast, found_town
from tests.web.paperwork import FOUND, TODAY, assembled, case, cast, issue, url, words

from outfall.law.ordinance import Ordinance
from outfall.timeline.picture import picture
from outfall.web.casework.models import Case
from outfall.web.casework.templatetags.office import law_named
from outfall.web.screens.ordinance_told import pack_title

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db
ISO = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def law(cast: Cast, case: Case) -> Ordinance:
    return assembled(cast, case).law


def test_the_timeline_names_the_ordinance_by_its_title(cast: Cast, case: Case) -> None:
    drawn = cast.client().get(url(cast, case, "case_timeline")).content.decode()
    found = assembled(cast, case)
    assert f"Under {found.law.title}" in html.unescape(drawn)
    for said in ("undated", found.law.id):
        assert said not in drawn
        assert said in picture(found.case, found.law, TODAY).law


def test_a_version_that_has_a_name_keeps_it() -> None:
    city = found_town("city", "city-9-3-12", name="City of Example")
    case = city.case(FOUND, lenient=True)
    drawn = html.unescape(city.client().get(url(city, case, "case_timeline")).content.decode())
    found = law(city, case)
    assert found.version != "undated"
    assert law_named(found) == f"{found.title}, version {found.version}"
    assert found.version in drawn


def test_the_versions_page_shows_titles(cast: Cast, case: Case) -> None:
    title = law(cast, case).title
    other = pack_title("peru-in")
    page = cast.client("attorney").get(f"/{cast.town.slug}/ordinance/version/?pack=peru-in")
    text = words(page)
    body = html.unescape(page.content.decode())
    assert f">{title}</a>" in body
    assert f'<option value="peru-in" selected>{other} (peru-in)</option>' in body
    assert f"{other} beside the version in force" in text
    assert f"Adopt {other}" in text
    assert "undated" not in text


def test_a_pack_that_can_not_be_read_is_called_by_its_id(cast: Cast) -> None:
    with cast.scope():
        assert pack_title("no-such-pack") == "no-such-pack"


def test_the_way_to_a_paper_says_its_day_in_words(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    page = cast.client().get(url(cast, case, "paper", file.pk))
    crumb = page.context["crumbs"][-1]["label"]
    assert ISO.search(file.says)
    assert not ISO.search(crumb)
    assert "May 21, 2026" in crumb
    for name in ("paper_choose", "case_history"):
        assert file.says not in words(cast.client().get(url(cast, case, name)))
    assert crumb in words(cast.client().get(url(cast, case, "paper_choose")))
    assert crumb in words(cast.client().get(url(cast, case, "entry", "e3")))
