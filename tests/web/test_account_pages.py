"""Each page of the library of signing in that has a look of our own: rendered, and looked at.

A template that this file does not name fails a test: nobody has looked at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)
from playwright.sync_api import Page, Route
from tests.web.cast import PASSWORD, found_town
from tests.web.ground.accessibility import axe, reflow
from tests.web.ground.databases import Step
from tests.web.ground.identity import Directory
from tests.web.ground.servers import Office
from tests.web.test_directory import back_from, directory
from tests.web.test_sign_in import as_the_office_checks_a_password

from outfall.web import settings as office_settings
from outfall.web.towns.models import Person

__all__ = ["as_the_office_checks_a_password", "directory"]
pytestmark = pytest.mark.django_db
INSPECTOR = "inspector@example.example.gov"
OURS = Path(office_settings.__file__).parent / "templates"
# Parts of pages, which are shown with the pages around them.
PARTS = re.compile(r"snippets/|(^|/)base")


@dataclass
class Somebody:
    """Somebody of a town, and their browser; what they have is set up by the steps of a page."""

    directory: Directory
    client: Client = field(default_factory=Client)

    @property
    def person(self) -> Person:
        """Whoever it is, as the database has them now."""
        return Person.objects.get(email=INSPECTOR)

    def sign_in(self) -> None:
        """Sign in by the form, and show once more that it is they: nobody asks for a while."""
        self.client.post("/accounts/login/", {"login": INSPECTOR, "password": PASSWORD})
        self.client.post("/accounts/reauthenticate/", {"password": PASSWORD})

    def come_back(self) -> None:
        """Be signed in from before, so that what protects the account asks again."""
        self.client.force_login(self.person, "django.contrib.auth.backends.ModelBackend")

    def by_directory(self) -> None:
        """Sign in by the directory: from then on there is no password."""
        self.directory.is_at_the_screen(INSPECTOR)
        self.client.get(back_from(self.directory, self.client))

    def with_app(self) -> None:
        """Have an authenticator app, and recovery codes with it."""
        TOTP.activate(self.person, generate_totp_secret())
        RecoveryCodes.activate(self.person)

    def with_key(self) -> None:
        """Have a passkey that a browser registered."""
        private = ec.generate_private_key(ec.SECP256R1())
        public = ES256.from_cryptography_key(  # type: ignore[no-untyped-call]
            private.public_key()
        )
        credential = AttestedCredentialData.create(Aaguid.NONE, b"key of the tests", public)
        flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
        told = AuthenticatorData.create(b"\0" * 32, flags, 0, bytes(credential))
        client = CollectedClientData.create("webauthn.create", b"challenge", "https://example.gov")
        response = {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", told, {})),
        }
        id = websafe_encode(credential.credential_id)
        sent = {"id": id, "rawId": id, "type": "public-key", "response": response}
        sent["clientExtensionResults"] = {"credProps": {"rk": True}}
        Authenticator.objects.create(
            user=self.person,
            type=Authenticator.Type.WEBAUTHN,
            data={"name": "Blue key", "credential": sent},
        )

    def key(self) -> int:
        """The number of the passkey."""
        return int(Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk)

    def link(self) -> str:
        """The link in the mail with which to choose a password."""
        mail.outbox = []
        self.client.post("/accounts/password/reset/", {"email": INSPECTOR})
        (found,) = re.findall(r"https?://[^/]+(/\S+)", str(mail.outbox[0].body))
        return str(found)


Steps = Callable[[Somebody], str | None]
"""What is done before a page is shown; gives its address where that is not known before."""


def _nobody(one: Somebody) -> None:
    """Nothing: whoever looks is not signed in."""


def _second_step(one: Somebody) -> None:
    one.with_app()
    one.sign_in()


def _with_app(one: Somebody) -> None:
    one.sign_in()
    one.with_app()


def _with_key(one: Somebody) -> None:
    one.sign_in()
    one.with_key()


def _back_with_app(one: Somebody) -> None:
    one.with_app()
    one.come_back()


def _back_with_key(one: Somebody) -> None:
    one.with_key()
    one.come_back()


def _own_address(one: Somebody) -> None:
    one.sign_in()
    EmailAddress.objects.create(user=one.person, email=INSPECTOR, primary=True, verified=True)


def _key_page(what: str) -> Steps:
    def steps(one: Somebody) -> str:
        _with_key(one)
        return f"/accounts/2fa/webauthn/keys/{one.key()}/{what}/"

    return steps


# By template: its address, what is done before, and the page's h1.
SHOWN: dict[str, tuple[str, Steps, str]] = {
    "account/login": ("login/", _nobody, "Sign in"),
    "account/logout": ("logout/", Somebody.sign_in, "Sign out"),
    "account/signup_closed": ("signup/", _nobody, "Accounts are given by your town"),
    "account/account_inactive": ("inactive/", _nobody, "This account is closed"),
    "account/email": ("email/", _own_address, "Your e-mail"),
    "account/password_change": ("password/change/", Somebody.sign_in, "Change your password"),
    "account/password_set": ("password/set/", Somebody.by_directory, "Choose a password"),
    "account/password_reset": ("password/reset/", _nobody, "A new password"),
    "account/password_reset_done": ("password/reset/done/", _nobody, "Look in your mail"),
    "account/password_reset_from_key": ("", Somebody.link, "Choose a new password"),
    "account/password_reset_from_key_done": (
        "password/reset/key/done/",
        _nobody,
        "Your password is changed",
    ),
    "account/reauthenticate": ("reauthenticate/", Somebody.come_back, "Please show that it is you"),
    "mfa/index": ("2fa/", _with_key, "Passkeys and second step"),
    "mfa/authenticate": ("2fa/authenticate/", _second_step, "The second step"),
    "mfa/reauthenticate": ("2fa/reauthenticate/", _back_with_app, "Please show that it is you"),
    "mfa/totp/activate_form": (
        "2fa/totp/activate/",
        Somebody.sign_in,
        "Set up the authenticator app",
    ),
    "mfa/totp/deactivate_form": (
        "2fa/totp/deactivate/",
        _with_app,
        "Stop using the authenticator app",
    ),
    "mfa/recovery_codes/index": ("2fa/recovery-codes/", _with_app, "Recovery codes"),
    "mfa/recovery_codes/generate": (
        "2fa/recovery-codes/generate/",
        _with_app,
        "Make new recovery codes",
    ),
    "mfa/webauthn/reauthenticate": (
        "2fa/webauthn/reauthenticate/",
        _back_with_key,
        "Please show that it is you",
    ),
    "mfa/webauthn/add_form": ("2fa/webauthn/add/", Somebody.sign_in, "Add a key"),
    "mfa/webauthn/authenticator_list": ("2fa/webauthn/", _with_key, "Your keys"),
    "mfa/webauthn/edit_form": ("", _key_page("edit"), "Rename this key"),
    "mfa/webauthn/authenticator_confirm_delete": ("", _key_page("remove"), "Remove this key"),
    "socialaccount/login": ("oidc/directory/login/", _nobody, "Sign in with Example Directory"),
    "socialaccount/connections": ("3rdparty/", Somebody.sign_in, "The town's directory"),
    "socialaccount/login_cancelled": (
        "3rdparty/login/cancelled/",
        _nobody,
        "You are not signed in",
    ),
    "socialaccount/authentication_error": (
        "3rdparty/login/error/",
        _nobody,
        "The directory did not sign you in",
    ),
}
# Pages that stand in for the library's own where its way is closed, so that no address leads there.
CLOSED = {
    "mfa/webauthn/signup_form": "Accounts are given by your town",
    "socialaccount/signup": "The directory does not vouch for your e-mail",
}
STATUS = {"socialaccount/authentication_error": 401}
SEED: tuple[Step, ...] = ()


@pytest.fixture
def office_seed() -> tuple[Step, ...]:
    """The running office lends its looks alone; its database is empty."""
    return SEED


def shown(directory: Directory, template: str) -> Any:
    """The page of a template, as somebody comes to it."""
    path, steps, _ = SHOWN[template]
    with transaction.atomic():
        found_town()
        address = steps(one := Somebody(directory)) or f"/accounts/{path}"
        page = one.client.get(address, follow=not path)
        transaction.set_rollback(True)
    return page


def rendered(template: str) -> str:
    return render_to_string(f"{template}.html", {"vouched": False, "town": None})


def test_no_page_of_ours_is_left_out() -> None:
    files = [path for folder in ("account", "mfa", "socialaccount") for path in _below(folder)]
    ours = {name for name in files if not PARTS.search(name)}
    assert ours == {*SHOWN, *CLOSED}


def _below(folder: str) -> list[str]:
    found = (OURS / folder).rglob("*.html")
    return [path.relative_to(OURS).with_suffix("").as_posix() for path in found]


@pytest.mark.parametrize("template", SHOWN)
def test_the_page_is_shown_by_our_template(directory: Directory, template: str) -> None:
    page = shown(directory, template)
    assert page.status_code == STATUS.get(template, 200)
    assert f"{template}.html" in [used.name for used in page.templates]
    text = page.content.decode()
    assert re.findall(r"<h1[^>]*>(.*?)</h1>", text) == [SHOWN[template][2]]
    assert "{%" not in text
    assert "{{" not in text
    assert f"<title>{SHOWN[template][2]}" in text


@pytest.mark.parametrize("template", CLOSED)
def test_where_a_way_is_closed_our_page_says_so(template: str) -> None:
    assert f"<h1>{CLOSED[template]}</h1>" in rendered(template)


def test_a_key_shows_again_that_it_is_you(directory: Directory) -> None:
    """The page carries what the browser needs: the challenge, for this key, and where it goes."""
    page = shown(directory, "mfa/webauthn/reauthenticate")
    asked = page.context["js_data"]["request_options"]["publicKey"]
    assert len(asked["allowCredentials"]) == 1
    assert asked["challenge"]
    text = page.content.decode()
    assert 'name="credential"' in text
    assert 'action="/accounts/2fa/webauthn/reauthenticate/"' in text
    assert asked["challenge"] in text
    assert "Use your password" in text or "/accounts/reauthenticate/" in text


def test_the_pages_look_as_the_others_do(
    directory: Directory, live_office: Office, page: Page
) -> None:
    """In a browser, with the office's style and policy: axe, one h1, a narrow screen."""
    wrong: list[str] = []
    pages = [(name, shown(directory, name)) for name in SHOWN]
    texts = [(name, each.content.decode(), dict(each.headers)) for name, each in pages]
    texts += [(name, rendered(name), {"Content-Type": "text/html"}) for name in CLOSED]
    at = live_office.at("/shown")
    for name, text, headers in texts:
        page.route(at, _fulfilled(text, headers))
        page.goto(at)
        assert page.evaluate("document.styleSheets.length") > 0, name
        if found := axe(page):
            wrong.append(f"{name}: {found}")
        try:
            reflow(page)
        except AssertionError as fault:
            wrong.append(f"{name}: {fault}")
        page.unroute(at)
    assert not wrong, "\n".join(wrong)


def _fulfilled(text: str, headers: dict[str, str]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text, headers=headers)
