"""Each request to a town's page runs in that town's scope, as somebody who works there."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers

from outfall.web import clock, permissions
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Town

Respond = Callable[[HttpRequest], HttpResponse]


class OfficeRequest(HttpRequest):
    """A request to a town's page: the town, the person and their roles are known."""

    town: Town
    person: Person
    roles: frozenset[str]


def roles_of(person: Person, town: Town) -> frozenset[str]:
    """The roles that somebody holds in the town in scope today."""
    today = clock.today(town.zone)
    held = Membership.objects.filter(person=person, since__lte=today).exclude(until__lt=today)
    return frozenset(held.values_list("role", flat=True))


class Instead(Exception):
    """Another page stands in the place of the one that was asked for."""

    def __init__(self, answer: Callable[[OfficeRequest], HttpResponse]) -> None:
        super().__init__("another page stands in its place")
        self.answer = answer


class TownMiddleware:
    """Opens the scope, and turns away whoever the permission table does not name.

    A stranger to a town is told what a town that does not exist would tell: nothing.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Everything but a town's pages goes through untouched."""
        response = self.respond(request)
        if getattr(request, "town", None) is not None and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    def process_view(
        self, request: HttpRequest, view: Respond, args: tuple[object, ...], kwargs: dict[str, str]
    ) -> HttpResponse | None:
        """The view, in its town's scope; None where the page belongs to no town."""
        match = request.resolver_match
        assert match is not None
        if match.url_name in permissions.ACROSS:
            return _before_several(request)
        if "town" not in kwargs or match.url_name in permissions.OPEN:
            return None
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        person = request.user
        town = Town.objects.filter(slug=kwargs["town"]).first()
        if town is None:
            raise Http404
        with scope.town(town.pk):
            roles = roles_of(person, town)
            if not roles:
                raise Http404
            if settings.OUTFALL_REQUIRE_MFA and not _has_second_factor(person):
                return redirect("mfa_index")
            office = cast(OfficeRequest, request)
            office.town, office.person, office.roles = town, person, roles
            if not permissions.may_open(match.url_name or "", request.method or "", roles):
                raise PermissionDenied
            try:
                response = view(request, *args, **kwargs)
            except Instead as instead:
                response = instead.answer(office)
            render = getattr(response, "render", None)
            return cast(HttpResponse, render()) if render else response


def _before_several(request: HttpRequest) -> HttpResponse | None:
    """A page over several towns asks for the same sign-in as a town's; it looks itself at which."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if settings.OUTFALL_REQUIRE_MFA and not _has_second_factor(request.user):
        return redirect("mfa_index")
    return None


def _has_second_factor(person: Person) -> bool:
    return bool(is_mfa_enabled(person))


class IdleMiddleware:
    """Signs out whoever has left the screen: a while without a request ends the session."""

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The last request's minute is kept in the session, written once a minute at most."""
        if request.user.is_authenticated:
            seen, now = request.session.get("seen"), int(clock.now().timestamp())
            if seen is not None and now - seen > settings.SESSION_IDLE_SECONDS:
                logout(request)
            elif seen is None or now - seen > 60:
                request.session["seen"] = now
        return self.respond(request)
