"""A letter that no paper can show is told where it is typed, and not when the notice is issued."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.cast import Cast
from tests.web.paperwork import NOTICE, case, cast, draft, entries, filled, url, words

from outfall.papers.press import Press
from outfall.web.casework import issuing
from outfall.web.casework.forms import AS_TYPED, KeyedForm
from outfall.web.casework.models import Case

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db
KOREAN, KHMER, CLOUD = "\uae40\ucca0\uc218", "\u1781\u17d2\u1798\u17c2\u179a", "\U0001f327"
PRINTED = [
    "Zo\u00eb Example",
    "\u0141\u00f3d\u017a Paving LLC",
    "\u0645\u0635\u0631\u0641 7",
    "\u6771\u4eac Holdings",
    "\u0395\u03bb\u03bb\u03ac\u03c2 & \u0420\u0435\u043a\u0430",
    "#let x = [*bold*] $1$",
]
TELLS = "No font here has the letter"


def send(cast: Cast, case: Case, page: str, *more: str, **values: str) -> Any:
    """A page's form, filled in and sent."""
    client, at = cast.client(), url(cast, case, page, *more)
    return client.post(at, filled(client.get(at), **values))


def again(cast: Cast, answer: Any, **values: str) -> Any:
    """A form that was refused, sent once more as it came back."""
    return cast.client().post(answer.request["PATH_INFO"], filled(answer, **values))


@pytest.mark.parametrize("text", PRINTED)
def test_what_the_fonts_have_is_not_asked_about(text: str) -> None:
    press = Press()
    try:
        assert press.lacks(text) == ""
        assert [press.lacks(f"{text} {one}") for one in (KOREAN, KHMER, CLOUD)] == [
            KOREAN[0],
            KHMER[0],
            CLOUD,
        ]
    finally:
        press.close()


@pytest.mark.parametrize("field", ["name", "address"])
def test_a_party_is_told_at_once_and_taken_in_when_it_is_meant(
    cast: Cast, case: Case, field: str
) -> None:
    before = len(entries(cast, case))
    typed = {"role": "owner", "name": "Example", field: f"Example {KOREAN}"}
    answer = send(cast, case, "case_people", **typed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f"{TELLS} {KOREAN[0]}" in words(answer)
    assert len(entries(cast, case)) == before
    assert again(cast, answer).status_code == 302
    added = json.loads(entries(cast, case)[-1].content)["body"]
    assert added["party"][field] == f"Example {KOREAN}"
    assert AS_TYPED not in json.dumps(added)


def test_another_text_is_told_anew(cast: Cast, case: Case) -> None:
    """What was meant is that text and no other."""
    answer = send(cast, case, "case_people", role="owner", name=KOREAN)
    other = again(cast, answer, name=KHMER)
    assert other.status_code == 422
    assert f"{TELLS} {KHMER[0]}" in words(other)
    assert again(cast, other, name="Example Holdings LLC").status_code == 302


@pytest.mark.parametrize(
    ("page", "more", "field", "values"),
    [
        ("case_place", (), "address", {}),
        ("case_place", (), "description", {"address": "12 Example Lane"}),
        ("act", ("ownership_changed",), "party", {"date": "2026-05-21"}),
        ("act", ("served",), "paper__to", {"date": "2026-05-21", "method": "personal"}),
    ],
)
def test_every_form_in_which_a_name_or_an_address_is_typed_tells_it(
    cast: Cast, case: Case, page: str, more: tuple[str, ...], field: str, values: dict[str, str]
) -> None:
    answer = send(cast, case, page, *more, **{**values, field: KOREAN})
    assert answer.status_code == 422
    assert f"{TELLS} {KOREAN[0]}" in words(answer)
    assert answer.context["form"].has_error(field)


def test_a_report_tells_it_and_goes_on_to_its_second_look(cast: Cast, case: Case) -> None:
    client, at = cast.client(), f"/{cast.town.slug}/cases/new/"
    typed = {"nature": "mud", "address": "12 Example Lane", "kind": "development"}
    answer = client.post(at, filled(client.get(at), **typed, owner_name=KOREAN))
    assert f"{TELLS} {KOREAN[0]}" in words(answer)
    look = client.post(at, filled(answer))
    assert look.context["alike"]
    carried = dict(look.context["carried"])
    assert carried[AS_TYPED]
    done = client.post(at, {**carried, "looked": "1", "other": "1"})
    assert done.status_code == 302
    with cast.scope():
        assert Case.objects.count() == 2


def test_a_font_of_the_towns_own_counts(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the town's press that is asked, with the fonts that the town has put beside ours."""
    asked: list[str] = []

    def has_all(self: Press, text: str) -> str:
        asked.append(text)
        return ""

    monkeypatch.setattr(Press, "lacks", has_all)
    assert send(cast, case, "case_people", role="owner", name=KOREAN).status_code == 302
    assert KOREAN in asked


def test_plain_letters_wake_no_press(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def woken(*_: object) -> str:
        raise AssertionError("the press was asked")

    monkeypatch.setattr(Press, "lacks", woken)
    assert send(cast, case, "case_people", role="owner", name="Example").status_code == 302


def test_without_it_the_notice_stops_at_its_end(
    cast: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same letter, the same refusal, after all of the notice is written."""
    monkeypatch.setattr(KeyedForm, "_warn_of_letters", lambda self: None)
    party = {"party": "owner", "role": "owner", "address": "1 Test Street\nExample, NY 00000"}
    assert send(cast, case, "case_people", **party, name=KOREAN).status_code == 302
    sent = draft(cast, case, "notice_of_violation", **NOTICE, issue="1")
    with cast.scope():
        assert issuing.lacking(KOREAN, cast.town) == KOREAN[0]
    page = cast.client().post(url(cast, case, "paper_draft", "notice_of_violation"), sent)
    assert page.status_code == 422
    assert f"no font here has the character {KOREAN[0]}" in words(page).replace(
        "No font", "no font"
    )
