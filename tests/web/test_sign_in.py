"""How people come in: a password, a second step, a passkey; and what the pages say on the way."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.template.loader import get_template
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker
from tests.web.cast import HASHER, PASSWORD, found_town
from tests.web.conftest import Browse
from tests.web.ground import pages
from tests.web.ground.accessibility import axe, reflow
from tests.web.ground.databases import Maker, Step
from tests.web.ground.servers import Office, serving

INSPECTOR = "inspector@example.example.gov"
PERIOD = 30
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
SEED: tuple[Step, ...] = (found_town,)


@pytest.fixture(autouse=True)
def as_the_office_checks_a_password(settings: Any) -> None:
    """The cast's passwords are hashed as an office's are, not in the quick way of the tests."""
    settings.PASSWORD_HASHERS = [HASHER]


def sign_in(page: Page, office: str, password: str = PASSWORD) -> None:
    """Write e-mail and password, and send them."""
    page.goto(f"{office}/accounts/login/")
    page.get_by_label("E-mail").fill(INSPECTOR)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def show_again(page: Page) -> None:
    """Give the password once more, where a page asks for it."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Please show that it is you")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def titled(page: Page, words: str) -> None:
    """The page has this h1, and nothing that axe finds fault with."""
    expect(page.get_by_role("heading", level=1)).to_have_text(words)
    assert axe(page) == ""


def headed(page: Page, words: str) -> None:
    """The same, and it fits a narrow screen. Trying that takes a virtual key away from a page."""
    titled(page, words)
    reflow(page)


def six_figures(secret: str) -> str:
    """What an authenticator app shows, with time enough left to write it."""
    if time.time() % PERIOD > PERIOD - 8:
        time.sleep(8)
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD)))


@pytest.fixture
def strict_office(databases: Maker, django_db_blocker: DjangoDbBlocker) -> Iterator[Office]:
    """An office that asks for a second step, as a town's own does."""
    with (
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database, OUTFALL_DEMO="0") as office,
    ):
        yield office


def test_a_password_and_then_a_second_step(strict_office: Office, browse: Browse) -> None:
    page, office = browse(), strict_office.url
    page.goto(f"{office}/accounts/login/")
    headed(page, "Sign in")
    sign_in(page, office, "not-the-password-at-all")
    headed(page, "Sign in")
    assert "You are not signed in yet:" in page.get_by_role("alert").first.inner_text()

    sign_in(page, office)
    headed(page, "Passkeys and second step")
    page.get_by_role("link", name="Set up the app").click()
    show_again(page)
    headed(page, "Set up the authenticator app")
    page.get_by_label("Six figures").fill("abcdef")
    page.get_by_role("button", name="Use this app").click()
    headed(page, "Set up the authenticator app")
    secret = page.locator("main .code").inner_text()
    page.get_by_label("Six figures").fill(six_figures(secret))
    page.get_by_role("button", name="Use this app").click()
    headed(page, "Recovery codes")
    codes = page.get_by_role("list", name="Unused codes").locator("li").all_inner_texts()
    assert len(codes) == 10
    page.goto(f"{office}/example/")
    headed(page, "Today")

    page.locator("summary", has_text="Inspector Example").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{office}/example/")
    headed(page, "Sign in")

    sign_in(page, office)
    for way_in, words in (("111", "The second step"), (codes[0], "Today")):
        page.get_by_label("Code").fill(way_in)
        page.get_by_role("button", name="Sign in", exact=True).click()
        headed(page, words)
    other = browse()
    sign_in(other, office)
    other.get_by_label("Code").fill(codes[0])
    other.get_by_role("button", name="Sign in", exact=True).click()
    headed(other, "The second step")


@pytest.fixture
def by_name(
    databases: Maker,
    django_db_blocker: DjangoDbBlocker,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[str, Page]]:
    """An office by the name of localhost: a passkey is kept for a name, never for a number."""
    monkeypatch.setattr(pages, "HERE", "localhost")
    kept = [flag for flag in pages.FLAGS if not flag.startswith("--host-resolver-rules")]
    rules = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"
    other = browser.browser_type.launch(executable_path=pages.executable(), args=[*kept, rules])
    try:
        with (
            django_db_blocker.unblock(),
            databases.fresh(SEED) as database,
            serving(database, OUTFALL_HOSTS="127.0.0.1,localhost") as office,
            pages.visiting(other, pages.Watch()) as page,
        ):
            yield office.url.replace("127.0.0.1", "localhost"), page
    finally:
        other.close()


def test_a_passkey_alone(by_name: tuple[str, Page]) -> None:
    office, page = by_name
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    sign_in(page, office)
    page.goto(f"{office}/accounts/2fa/webauthn/add/")
    show_again(page)
    titled(page, "Add a key")
    page.get_by_label("Name of the key").fill("Blue key")
    page.get_by_label("Use it as a passkey").check()
    page.get_by_role("button", name="Add the key").click()
    titled(page, "Recovery codes")
    page.goto(f"{office}/accounts/2fa/webauthn/")
    titled(page, "Your keys")
    assert "Blue key" in page.locator("main").inner_text()

    page.context.clear_cookies()
    page.goto(f"{office}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    titled(page, "Today")

    page.context.clear_cookies()
    keys.send("WebAuthn.disable")
    page.goto(f"{office}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    said = page.locator("#passkey-error")
    expect(said).to_contain_text("The passkey")
    expect(said).to_be_focused()
    assert axe(page) == ""


def test_without_scripts_a_password_is_the_way(strict_office: Office, browse: Browse) -> None:
    page = browse(java_script_enabled=False)
    page.goto(f"{strict_office.url}/accounts/login/")
    assert page.get_by_role("button").all_inner_texts() == ["Sign in"]
    sign_in(page, strict_office.url)
    assert "Passkeys and second step" in page.inner_text("h1")


@pytest.mark.django_db
def test_a_link_in_the_mail_lets_somebody_choose_a_password(mailoutbox: list[Any]) -> None:
    found_town()
    client = Client()
    client.post("/accounts/password/reset/", {"email": INSPECTOR})
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == ([INSPECTOR], "A new password")
    (link,) = re.findall(r"https?://[^/]+(/\S+)", mail.body)
    form = client.get(link, follow=True)
    assert "Choose a new password" in form.content.decode()
    new = "four words about nothing much"
    at = form.redirect_chain[-1][0]
    client.post(at, {"password1": new, "password2": new})
    signed = client.post("/accounts/login/", {"login": INSPECTOR, "password": new})
    assert signed.headers["Location"] == "/"
    assert "This link opens nothing" in Client().get(link, follow=True).content.decode()


@pytest.mark.django_db
def test_signing_in_does_not_bar_the_second_step() -> None:
    cast = found_town()
    client = Client()
    signed = client.post("/accounts/login/", {"login": INSPECTOR, "password": PASSWORD})
    assert signed.headers["Location"] == "/"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    code = six_figures(page.context["form"].secret)
    client.post("/accounts/2fa/totp/activate/", {"code": code})
    kinds = Authenticator.objects.filter(user=cast.people["inspector"]).values_list("type")
    assert {kind for (kind,) in kinds} == {"totp", "recovery_codes"}


@pytest.mark.django_db
def test_another_towns_page_looks_as_if_it_were_not_there() -> None:
    cast = found_town()
    found_town("elsewhere", name="Town of Elsewhere")
    client = cast.client()
    bodies = []
    for address in ("/elsewhere/", "/nowhere/", "/elsewhere/cases/2026-0001/"):
        answer = client.get(address)
        assert answer.status_code == 404
        bodies.append(re.sub(r"[A-Za-z0-9]{64}", "", answer.content.decode()))
    assert bodies[0] == bodies[1] == bodies[2]
    assert "elsewhere" not in bodies[0].lower()


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_a_page_for_a_fault_needs_nothing_to_show_itself(name: str) -> None:
    assert "<h1>" in get_template(name).render()
