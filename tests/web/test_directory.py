"""Signing in by the town's directory, over the whole way of OpenID Connect.

The controls are what the library alone would do: open an account to whoever the directory knows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from pytest_django import DjangoDbBlocker
from tests.web.cast import Cast, found_town
from tests.web.conftest import Browse
from tests.web.ground.accessibility import axe
from tests.web.ground.databases import Maker, Step
from tests.web.ground.identity import Directory, standing
from tests.web.ground.servers import serving
from tests.web.paperwork import words

from outfall.web import settings as office_settings
from outfall.web.towns import signin
from outfall.web.towns.models import Person

AT = "/accounts/oidc/directory/login/"
SEED: tuple[Step, ...] = (found_town,)
INSPECTOR = "inspector@example.example.gov"
APP = "/accounts/2fa/totp/activate/"
RECORDS = "account_authentication_methods"
STRANGER = "stranger@elsewhere.example.gov"
WAY = ["/.well-known/openid-configuration", "/authorize", "/token", "/userinfo"]


@pytest.fixture
def directory(settings: Any) -> Iterator[Directory]:
    """A directory, named to this office as the environment would name it."""
    with standing() as found:
        settings.SOCIALACCOUNT_PROVIDERS = office_settings.directory(found.environment())
        settings.OUTFALL_REQUIRE_MFA = False
        yield found
        assert found.refused == []


@pytest.fixture
def cast(db: None) -> Cast:
    return found_town()


def back_from(directory: Directory, client: Client) -> str:
    """Go to the directory as a browser does; gives where it sends the browser back to."""
    away = client.post(AT)
    assert away.status_code == 302
    there = away.headers["Location"]
    assert there.startswith(f"{directory.url}/authorize?")
    answer = requests.get(there, allow_redirects=False, timeout=10)
    assert answer.status_code == 302
    return answer.headers["Location"].removeprefix("http://testserver")


def signed(client: Client) -> Person | None:
    """Who is signed in."""
    id = client.session.get("_auth_user_id")
    return Person.objects.get(pk=id) if id else None


def sign_in(directory: Directory) -> tuple[Client, Any]:
    """The whole way; the browser after it, and the last answer."""
    client = Client()
    return client, client.get(back_from(directory, client))


@pytest.mark.django_db
def test_without_an_address_there_is_no_directory() -> None:
    assert office_settings.directory({"OUTFALL_OIDC_CLIENT": "outfall"}) == {}
    assert "directory" not in words(Client().get("/accounts/login/")).lower()


def test_somebody_of_the_town_signs_in(directory: Directory, cast: Cast) -> None:
    directory.is_at_the_screen(INSPECTOR)
    assert "Example Directory" in words(Client().get("/accounts/login/"))
    client, answer = sign_in(directory)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert signed(client) == cast.people["inspector"]
    assert list(dict.fromkeys(directory.asked)) == WAY
    assert client.get("/example/").status_code == 200
    assert SocialAccount.objects.get().user == cast.people["inspector"]


def test_and_again_by_the_same_account_whatever_its_e_mail_is_now(
    directory: Directory, cast: Cast
) -> None:
    directory.is_at_the_screen(INSPECTOR)
    sign_in(directory)
    directory.who["email"] = "new-name@example.example.gov"
    client, _ = sign_in(directory)
    assert signed(client) == cast.people["inspector"]
    assert SocialAccount.objects.count() == 1


def test_capitals_in_the_e_mail_make_no_other_person(directory: Directory, cast: Cast) -> None:
    directory.is_at_the_screen(INSPECTOR.upper())
    assert signed(sign_in(directory)[0]) == cast.people["inspector"]


def test_somebody_unknown_to_the_town_is_told_so(directory: Directory, cast: Cast) -> None:
    before = Person.objects.count()
    directory.is_at_the_screen(STRANGER)
    client, answer = sign_in(directory)
    assert answer.status_code == 403
    assert "The town has not added you" in words(answer)
    assert signed(client) is None
    assert (Person.objects.count(), SocialAccount.objects.count()) == (before, 0)
    assert client.get("/accounts/3rdparty/signup/").status_code == 302
    assert mail.outbox == []


@pytest.mark.parametrize("verified", [False, None, "false"])
@pytest.mark.parametrize("email", [INSPECTOR, STRANGER])
def test_an_e_mail_that_the_directory_does_not_vouch_for_opens_nothing(
    directory: Directory, cast: Cast, email: str, verified: object
) -> None:
    before = Person.objects.count()
    directory.is_at_the_screen(email, verified=verified)
    client, answer = sign_in(directory)
    assert answer.status_code == 403
    assert "does not vouch for your e-mail" in words(answer)
    assert signed(client) is None
    assert (Person.objects.count(), SocialAccount.objects.count()) == (before, 0)


def test_without_an_e_mail_nobody_is_known(directory: Directory, cast: Cast) -> None:
    directory.who = {"sub": "somebody"}
    client, answer = sign_in(directory)
    assert answer.status_code == 403
    assert signed(client) is None


def test_an_account_that_was_closed_stays_closed(directory: Directory, cast: Cast) -> None:
    Person.objects.filter(email=INSPECTOR).update(is_active=False)
    directory.is_at_the_screen(INSPECTOR)
    client, answer = sign_in(directory)
    assert signed(client) is None
    assert answer.status_code in (302, 403)


@pytest.mark.parametrize(
    "wrong", [{"aud": "another office"}, {"iss": "http://elsewhere.example.com"}, {"exp": 1}]
)
def test_a_token_for_another_or_of_another_or_of_before_is_refused(
    directory: Directory, cast: Cast, wrong: dict[str, Any]
) -> None:
    directory.is_at_the_screen(INSPECTOR)
    directory.wrong = wrong
    client, answer = sign_in(directory)
    assert "The directory did not sign you in" in words(answer)
    assert signed(client) is None


def test_an_answer_that_this_browser_never_asked_for_is_refused(
    directory: Directory, cast: Cast
) -> None:
    """Whoever is sent the way back of somebody else's sign-in is not signed in as them."""
    directory.is_at_the_screen(INSPECTOR)
    back = back_from(directory, Client())
    other = Client()
    assert "The directory did not sign you in" in words(other.get(back))
    assert signed(other) is None


def test_a_directory_that_is_away_is_told_and_nothing_breaks(cast: Cast, settings: Any) -> None:
    with standing() as gone:
        told = gone.environment()
    settings.SOCIALACCOUNT_PROVIDERS = office_settings.directory(told)
    answer = Client().post(AT)
    assert answer.status_code == 502
    assert "The directory did not sign you in" in words(answer)


def test_nor_when_it_goes_away_on_the_way_or_talks_rubbish(
    directory: Directory, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory.is_at_the_screen(INSPECTOR)
    client = Client()
    back = back_from(directory, client)
    monkeypatch.setattr(directory, "discovery", lambda: b"<html>Closed for repairs</html>")
    answer = client.get(back)
    assert answer.status_code == 502
    assert signed(client) is None


def test_without_the_page_for_it_that_would_break_the_sign_in(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the library lets the error through."""
    monkeypatch.setattr(signin.DirectoryMiddleware, "process_exception", lambda *_: None)
    with standing() as gone:
        told = gone.environment()
    settings.SOCIALACCOUNT_PROVIDERS = office_settings.directory(told)
    with pytest.raises(requests.ConnectionError):
        Client().post(AT)


def test_whoever_has_only_the_directory_sets_up_a_second_step(
    directory: Directory, cast: Cast
) -> None:
    """Just after signing in; later they sign in once more."""
    directory.is_at_the_screen(INSPECTOR)
    client, _ = sign_in(directory)
    assert not Person.objects.get(email=INSPECTOR).has_usable_password()
    assert client.get(APP).status_code == 200
    session = client.session
    session[RECORDS] = [{**record, "at": time.time() - 3600} for record in session[RECORDS]]
    session.save()
    answer = client.get(APP)
    assert answer.headers["Location"] == f"/accounts/login/?next={APP}"
    assert signed(client) is None


def test_without_that_they_could_set_up_none(
    directory: Directory, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the library asks for what they do not have."""
    monkeypatch.delattr(signin.Adapter, "is_reauthentication_required")
    directory.is_at_the_screen(INSPECTOR)
    client, _ = sign_in(directory)
    assert client.get(APP).status_code == 403


def test_whoever_has_a_password_still_shows_it_once_more(cast: Cast) -> None:
    assert "reauthenticate" in cast.client("inspector").get(APP).headers["Location"]


class Open(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """The library alone, with signing up open to whoever the directory knows."""

    def is_open_for_signup(self, request: object, sociallogin: object) -> bool:
        """Open."""
        return True


@pytest.mark.parametrize("verified", [True, False])
def test_without_the_refusal_a_stranger_would_have_an_account(
    directory: Directory, cast: Cast, settings: Any, verified: bool
) -> None:
    """The control."""
    settings.SOCIALACCOUNT_ADAPTER = f"{__name__}.Open"
    before = Person.objects.count()
    directory.is_at_the_screen(STRANGER, verified=verified)
    client, _ = sign_in(directory)
    found = signed(client)
    assert found is not None
    assert found.email == STRANGER
    assert Person.objects.count() == before + 1


def test_were_every_e_mail_trusted_another_would_be_signed_in(
    directory: Directory, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the vouching: an e-mail that anybody could have typed would open a door."""
    trusting = lambda self, provider, email: True  # noqa: E731
    monkeypatch.setattr(signin.DirectoryAdapter, "is_email_verified", trusting)
    directory.is_at_the_screen(INSPECTOR, verified=False, sub="of somebody else")
    assert signed(sign_in(directory)[0]) == cast.people["inspector"]


def test_in_a_browser_and_by_the_environment_alone(
    databases: Maker, django_db_blocker: DjangoDbBlocker, browse: Browse
) -> None:
    """The pages, their policy and the second step: as a town would run it."""
    with (
        standing() as directory,
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database, OUTFALL_DEMO="0", **directory.environment()) as office,
    ):
        page = browse()
        for email, title in (
            (STRANGER, "The town has not added you"),
            (INSPECTOR, "Passkeys and second step"),
        ):
            directory.is_at_the_screen(email)
            page.goto(office.at("/accounts/login/"))
            page.get_by_role("button", name="Sign in with Example Directory").click()
            page.get_by_role("heading", level=1, name=title).wait_for()
            assert axe(page) == ""
        page.goto(office.at("/example/"))
        assert "Passkeys and second step" in page.inner_text("h1")
        assert directory.refused == []
