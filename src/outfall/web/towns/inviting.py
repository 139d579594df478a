"""People of a town: let in, given roles, sent a link with which to choose a password, shut out.

A link opens an account. It is shown to the administrator only where nobody uses the account yet;
anybody who has signed in before, or works for another town too, gets it by e-mail alone.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from outfall.web import clock
from outfall.web.casework.recording import Actor
from outfall.web.jobs.models import Message
from outfall.web.towns import founding, scope
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Membership, Person, Town

UNUSED_AFTER = timedelta(days=45)
"""A person who has not signed in for so long is shown as unused: fewer open doors."""


class LastAdministrator(Exception):
    """Without this role the town would have nobody who can let people in."""


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody with the roles that they hold, held or will hold in the town in scope."""

    person: Person
    roles: tuple[Membership, ...]
    past: tuple[Membership, ...]
    second_factor: bool
    unused: bool

    @property
    def works_here(self) -> bool:
        """Whether they hold a role now or will."""
        return bool(self.roles)


def staff(town: Town, person: Person | None = None) -> list[Staff]:
    """Everybody who holds or held a role in the town in scope, by name; or one of them."""
    today, now = clock.today(town.zone), clock.now()
    rows = Membership.objects.select_related("person").order_by("person__name", "person_id", "role")
    if person is not None:
        rows = rows.filter(person=person)
    found: dict[int, list[Membership]] = {}
    for row in rows:
        found.setdefault(row.person_id, []).append(row)
    factors = set(
        Authenticator.objects.filter(user_id__in=found)
        .exclude(type=Authenticator.Type.RECOVERY_CODES)
        .values_list("user_id", flat=True)
    )
    return [_staff(held, factors, today, now) for held in found.values()]


def _staff(held: list[Membership], factors: set[int], today: date, now: datetime) -> Staff:
    person = held[0].person
    current = tuple(m for m in held if m.until is None or m.until >= today)
    past = tuple(m for m in held if m not in current)
    last = person.last_login or person.joined_at
    unused = bool(current) and now - last > UNUSED_AFTER
    return Staff(person, current, past, person.pk in factors, unused)


def works_elsewhere(person: Person, town: Town) -> bool:
    """Whether somebody holds a role in another town today; asked outside of this town's scope."""
    now = Q(until__isnull=True) | Q(until__gte=clock.today(town.zone))
    with scope.person(person.pk):
        rows = Membership.objects.filter(now, person=person)
        return rows.exclude(town_id=town.pk).exists()


def add(
    town: Town, name: str, email: str, roles: Iterable[str], actor: Actor, since: date
) -> Person:
    """Let somebody in, with roles; somebody whom another town knows keeps the one account."""
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=town.pk)
        person = Person.objects.filter(email=email.lower()).first()
        if person is None:
            person = Person.objects.create_user(email, name)
        for role in roles:
            give(town, person, role, actor, since)
        return person


def give(town: Town, person: Person, role: str, actor: Actor, since: date) -> bool:
    """Give somebody a role; False where they hold it already."""
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=town.pk)
        held = Membership.objects.filter(person=person, role=role)
        today = clock.today(town.zone)
        if held.filter(Q(until__isnull=True) | Q(until__gte=today) | Q(since=since)).exists():
            return False
        founding.give_role(person, role, actor, since=since)
        if not person.is_active:
            person.is_active = True
            person.save(update_fields=["is_active"])
        return True


def end(town: Town, held: Membership, actor: Actor, until: date) -> None:
    """End a role. Raises ``LastAdministrator`` where nobody else could let people in."""
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=town.pk)
        if held.role == "administrator":
            _others(town, held.person)
        founding.end_role(held, actor, until=until)


def shut_out(town: Town, person: Person, actor: Actor) -> None:
    """End all that somebody holds here, at once; without another town the account is closed too.

    Raises ``LastAdministrator`` as ``end`` does.
    """
    yesterday = clock.today(town.zone) - timedelta(days=1)
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=town.pk)
        now = Q(until__isnull=True) | Q(until__gt=yesterday)
        for held in Membership.objects.filter(now, person=person):
            end(town, held, actor, yesterday)
        if not works_elsewhere(person, town):
            person.is_active = False
            person.save(update_fields=["is_active"])


def _others(town: Town, person: Person) -> None:
    today = clock.today(town.zone)
    rows = Membership.objects.filter(role="administrator", until__isnull=True, since__lte=today)
    if not rows.filter(person__is_active=True).exclude(person=person).exists():
        raise LastAdministrator


def link_is_shown(person: Person, town: Town) -> bool:
    """Whether the link may be shown to an administrator: nobody uses the account so far."""
    fresh = person.last_login is None and not person.has_usable_password()
    return fresh and not works_elsewhere(person, town)


def invite(request: OfficeRequest, person: Person) -> str:
    """Put an e-mail with a link for choosing a password into the outbox; gives the link."""
    key = default_token_generator.make_token(person)
    args = [user_pk_to_url_str(person), key]
    link = request.build_absolute_uri(reverse("account_reset_password_from_key", args=args))
    now = clock.now()
    Message.objects.create(
        town=request.town,
        to=person.email,
        subject=f"Your access to the stormwater office of {request.town.name}",
        text=(
            f"{request.person.name} has opened the stormwater office of {request.town.name} "
            f"to you.\n\nChoose a password here; the link works for three days, once:\n{link}\n\n"
            "After that you will be asked for a second factor, such as an app on your phone.\n"
        ),
        key=f"invite-{person.pk}-{uuid.uuid4()}",
        made_at=now,
        not_before=now,
    )
    return link
