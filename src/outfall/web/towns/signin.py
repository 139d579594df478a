"""How people sign in: nobody signs up by themselves, a town's administrator lets them in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from requests import RequestException

from outfall.web import clock

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-in by e-mail and password, with a second factor; no signing up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never: people are added by their town's administrator."""
        return False

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Whether somebody has to show once more that it is they, before they change an account.

        Whoever signs in by the directory alone has nothing to show yet: neither a password nor a
        second step, and without this they could never set one up. A sign-in of just now is enough
        for them; after a while they are sent to sign in anew.
        """
        asked = bool(super().is_reauthentication_required(app=app, **more))
        request = context.request
        if not asked or not request.user.is_authenticated:
            return asked
        if get_reauthentication_flows(request.user):
            return True
        records = get_authentication_records(request, request.user)
        if (
            records
            and clock.now().timestamp() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT
        ):
            return False
        logout(request)
        raise ImmediateHttpResponse(redirect_to_login(request.get_full_path()))


class DirectoryAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Sign-in by the town's directory, for people whom the town has added."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Never: whoever gets here is nobody whom the town has added, and is told so.

        People are known by an e-mail that the directory vouches for, and then they sign in and
        never come here. What is told depends on the directory alone, not on who is known.
        """
        vouched = any(address.verified for address in sociallogin.email_addresses)
        refused = render(request, "socialaccount/signup.html", {"vouched": vouched}, status=403)
        raise ImmediateHttpResponse(refused)


class DirectoryMiddleware:
    """A directory that is away, or answers with rubbish, is told; it is no fault of the office."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing is done on the way in or out."""
        return self.respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page that says what to do instead; None for every other error."""
        if not isinstance(error, RequestException):
            return None
        log.warning("the directory could not be asked (%s)", type(error).__name__)
        return render(request, "socialaccount/authentication_error.html", status=502)
