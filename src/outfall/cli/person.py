"""``outfall person``: let somebody into a town, or give them another role."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from typing import TYPE_CHECKING

from outfall.cli import office_django
from outfall.cli.office_django import refused
from outfall.law.faults import Fault, Refused

if TYPE_CHECKING:
    from outfall.web.towns.models import Person, Town

MORE = """\
examples:
  outfall person add pat@example.gov --name "Pat Example" --town example --role administrator
  outfall person role pat@example.gov --town example --role supervisor
  outfall person                                       who is in which town, as what

The password is asked for, or read from the first line of standard input where that is no terminal.
`--no-password` is for somebody who signs in by the town's directory. The first administrator lets
the others in on the page of settings.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """Nothing for the list; who, where and as what to add."""
    acts = command.add_subparsers(dest="act", metavar="ACT")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("email", metavar="EMAIL", help="the address with which they sign in")
    where.add_argument("--town", required=True, metavar="SLUG", help="the town's short name")
    where.add_argument("--role", required=True, help="inspector, supervisor, administrator, ...")
    about = "let somebody new in"
    add = acts.add_parser("add", parents=[where], help=about, description=f"L{about[1:]}.")
    add.add_argument("--name", required=True, help="the full name, as it stands on papers")
    add.add_argument("--no-password", action="store_true", help="they sign in by the directory")
    about = "give somebody another role"
    acts.add_parser("role", parents=[where], help=about, description=f"G{about[1:]}.")
    acts.add_parser("list", help="who is in which town", description="List the people.")


def run(args: argparse.Namespace) -> int:
    """Add somebody, give a role, or list."""
    office_django.ready()
    if args.act == "add":
        _add(args)
    elif args.act == "role":
        _role(args)
    else:
        _list()
    return 0


def _checked(args: argparse.Namespace) -> Town:
    from outfall.web.towns.models import ROLES

    roles = [role for role, _ in ROLES]
    if args.role not in roles:
        says = f"There is no role {args.role}. There are: {', '.join(roles)}"
        raise refused("--role", says, "no-such-role")
    return office_django.town_named(args.town)


def _add(args: argparse.Namespace) -> None:
    from django.core.exceptions import ValidationError
    from django.core.validators import validate_email
    from django.db import transaction

    from outfall.web.towns.models import Person

    town = _checked(args)
    email = args.email.lower()
    try:
        validate_email(email)
    except ValidationError:
        raise refused(args.email, "This is no e-mail address", "no-address") from None
    if Person.objects.filter(email=email).exists():
        says = f"They are known already. Run: outfall person role {email} --town ... --role ..."
        raise refused(email, says, "person-exists")
    password = None if args.no_password else _password(email, args.name)
    with transaction.atomic():
        person = Person.objects.create_user(email, args.name, password)
        _give(person, town, args.role)


def _role(args: argparse.Namespace) -> None:
    from outfall.web.towns.models import Person

    town = _checked(args)
    person = Person.objects.filter(email=args.email.lower()).first()
    if person is None:
        says = "Nobody with this address is known. Run: outfall person add --help"
        raise refused(args.email, says, "no-such-person")
    _give(person, town, args.role)


def _give(person: Person, town: Town, role: str) -> None:
    from outfall.web.casework.recording import Actor
    from outfall.web.towns import founding, scope
    from outfall.web.towns.models import Membership

    with scope.town(town.pk):
        if Membership.objects.filter(person=person, role=role, until=None).exists():
            raise refused(person.email, f"They are {role} of {town.name} already", "has-role")
        founding.give_role(person, role, Actor(None, "administrator"))
    print(f"{person.name} is {role} of {town.name} from today on")


def _password(email: str, name: str) -> str:
    """The password, held to the same rules as on the page where it is changed."""
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from outfall.web.towns.models import Person

    if sys.stdin.isatty():
        word = getpass.getpass(f"Password for {email}: ")
        if getpass.getpass("The same again: ") != word:
            raise refused("the password", "The two are not the same", "password")
    else:
        word = sys.stdin.readline().rstrip("\r\n" if os.name == "nt" else "\n")
    try:
        validate_password(word, Person(email=email, name=name))
    except ValidationError as found:
        faults = (Fault("the password", says, "password") for says in found.messages)
        raise Refused(tuple(faults)) from None
    return word


def _list() -> None:
    from outfall.cli.page import print_page, table
    from outfall.web.towns import scope
    from outfall.web.towns.models import Membership

    rows = table("Town", "Name", "E-mail", "Role", "Since", "Until", ratios=(0, 1))
    for town in office_django.towns_named(None):
        with scope.town(town.pk):
            held = Membership.objects.select_related("person").order_by("person__name", "role")
            for row in held:
                until = row.until.isoformat() if row.until else ""
                told = (row.person.name, row.person.email, row.role, row.since.isoformat())
                rows.add_row(town.slug, *told, until)
    print_page([rows])
