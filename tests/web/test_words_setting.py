"""Counsel says a sentence of the papers in the town's own words, with the places it has."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from tests.web.cast import Cast
from tests.web.setting_day import town

from outfall.papers.speech import speech
from outfall.web.casework.issuing import papers_folder
from outfall.web.towns.adopted import setting

__all__ = ["town"]
pytestmark = pytest.mark.django_db
ADDRESS = "/example/settings/words/"
GROUP = f"{ADDRESS}?language=en&group=papers.notice_of_violation"
PLAIN = "papers.notice_of_violation.plain"


def form(**more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "based_on": "", "why": "Counsel.", **more}


def test_a_sentence_is_set_and_the_papers_say_it(town: Cast) -> None:
    own = "Rain carries what lies on your ground into our creeks. {Us} found a problem."
    client = town.client("attorney")
    assert client.post(GROUP, form(**{f"w.{PLAIN}": own})).status_code == 302
    with town.scope():
        assert setting("words") == {"en": {PLAIN: own}}
    folder = papers_folder(town.town)
    assert folder == Path(django_settings.HOME) / "towns" / "example" / "papers"
    said = speech("en", folder).of("Town of Example").say(PLAIN)
    assert (
        said == "Rain carries what lies on your ground into our creeks. The Town found a problem."
    )
    assert speech("en").say(PLAIN) != said
    other = client.get(f"{ADDRESS}?group=papers.maintenance_notice").context["form"]
    assert all(not field.value() for field in other.visible_fields() if field.name != "why")
    assert client.get(GROUP).context["form"][f"w.{PLAIN}"].value() == own


def test_another_group_leaves_it_and_an_empty_field_takes_it_back(town: Cast) -> None:
    client = town.client("attorney")
    client.post(GROUP, form(**{f"w.{PLAIN}": "{Us} found a problem."}))
    other = f"{ADDRESS}?language=en&group=papers.maintenance_notice"
    title = "papers.maintenance_notice.title"
    client.post(other, form(**{f"w.{title}": "Your practice needs care"}))
    with town.scope():
        assert set(setting("words")["en"]) == {PLAIN, title}
    client.post(GROUP, form())
    with town.scope():
        assert set(setting("words")["en"]) == {title}
    ours = speech("en").get(PLAIN)
    assert speech("en", papers_folder(town.town)).get(PLAIN) == ours


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ("{mayor} found a problem.", "{mayor} is no place of this sentence"),
        ("{Us found a problem.", "its braces are no places"),
        ("{Us.name} found it.", "no place of this sentence"),
    ],
)
def test_a_place_that_can_not_be_filled_is_refused_at_its_field(
    town: Cast, own: str, says: str
) -> None:
    wrong = town.client("attorney").post(GROUP, form(**{f"w.{PLAIN}": own}))
    assert wrong.status_code == 422
    (error,) = wrong.context["form"].errors[f"w.{PLAIN}"]
    assert says in error
    with town.scope():
        assert setting("words") == {}


def test_the_other_language_has_its_own_file(town: Cast) -> None:
    spanish = f"{ADDRESS}?language=es&group=papers.notice_of_violation"
    client = town.client("administrator")
    assert (
        client.post(spanish, form(**{f"w.{PLAIN}": "{Us} encontró un problema."})).status_code
        == 302
    )
    folder = papers_folder(town.town)
    assert folder is not None
    assert (folder / "words.es.yaml").is_file()
    assert "encontró" in speech("es", folder).get(PLAIN)


def test_who_may_not_set_them_reads_them(town: Cast) -> None:
    assert town.client("inspector").get(GROUP).status_code == 200
    assert town.client("inspector").post(GROUP, form()).status_code == 403
    assert town.client("attorney").get(f"{ADDRESS}?language=xx&group=nothing").status_code == 200
