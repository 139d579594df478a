"""How people sign in: nobody signs up by themselves, a town's administrator lets them in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.http import HttpRequest

from outfall.web.towns.models import Person


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-in by e-mail and password, with a second factor; no signing up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never: people are added by their town's administrator."""
        return False


class DirectoryAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Sign-in by the town's directory, for people whom the town has added."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Somebody whom the directory knows and the town has not added stays outside."""
        email = (getattr(sociallogin.user, "email", "") or "").lower()
        return Person.objects.filter(email=email, is_active=True).exists()
