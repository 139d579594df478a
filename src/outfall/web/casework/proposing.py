"""The second person: an act that one person proposes and another one makes part of the record.

A proposal is no entry. When it is approved it is checked against the case as it then is, like any
act; the entry names both people. Nobody approves what they proposed themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from outfall.law.events import EVENTS
from outfall.web import clock, permissions
from outfall.web.casework import disposing, drafting, issuing, kinds, recording
from outfall.web.casework.models import Case, Entry, Proposal
from outfall.web.casework.recording import Actor, Done, New
from outfall.web.casework.words import title_of
from outfall.web.jobs import second_person
from outfall.web.towns import scope
from outfall.web.towns.middleware import roles_of
from outfall.web.towns.models import Membership, Person, Town

# What takes money off an account is never one person's act, whatever the town has set.
ALWAYS = frozenset({"reduced"})
WAITING, APPROVED, SENT_BACK = "waiting", "approved", "sent back"


class NotYours(Exception):
    """Somebody would decide on an act of their own, or without a role that may record it."""


class Decided(Exception):
    """A proposal that somebody has decided on already."""


def needs_second(kind: str, paper: str, settings: Mapping[str, Any]) -> bool:
    """Whether an act waits for a second person, by what the town has set under ``approvals``.

    ``kind`` is the entry's kind, ``paper`` the paper that goes with it (for a ``notice_issued``
    its instrument), empty where there is none. ``settings`` is that setting, or all of them.

    >>> needs_second("reduced", "", {}), needs_second("paid", "", {"entries": ["reduced"]})
    (True, False)
    >>> needs_second("notice_issued", "stop_work_order", {"papers": ["stop_work_order"]})
    True
    """
    found = settings.get("approvals", settings)
    if kind in ALWAYS or kind in found.get("entries", ()):
        return True
    return bool(paper) and paper in found.get("papers", ())


def propose(
    case: Case,
    kind: str,
    body: Mapping[str, Any],
    *,
    by: Person,
    key: str,
    based_on: int,
    paper: str = "",
    language: str = "en",
) -> Proposal:
    """Put an act before a second person. Sent twice, with whatever ``key``, it is one proposal.

    The caller has seen by ``previewing.what_if`` that it could be recorded now. Those who may
    decide on it are written to.
    """
    same = {
        "case": case,
        "kind": kind,
        "paper": paper,
        "language": language,
        "by": by,
        "based_on": based_on,
        "state": WAITING,
    }
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=scope.current())
        for known in Proposal.objects.filter(**same):
            if known.body == dict(body):
                return known
        made = Proposal.objects.create(**same, body=dict(body), at=clock.now())
        second_person.ask(town, made, title(made), deciders(made, town))
        return made


def title(proposal: Proposal) -> str:
    """What is proposed, in a few words: the paper, or the entry."""
    return drafting.plain_title(proposal.paper) if proposal.paper else title_of(proposal.kind)


def said_before(case: Case, person: Person, kind: str, id: str) -> dict[str, Any]:
    """What a proposal of somebody's own said, as a form shows it: nobody types it again.

    ``id`` is what an address asks for; nothing comes of one that is no such proposal.
    """
    own = Proposal.objects.filter(case=case, by=person, kind=kind)
    found = own.filter(pk=int(id)).first() if id.isdecimal() and len(id) < 19 else None
    return drafting.initial_of(found.body) if found is not None else {}


def deciders(proposal: Proposal, town: Town) -> list[Person]:
    """Everybody who works in the town in scope today and may decide on a proposal."""
    today = clock.today(town.zone)
    held = Membership.objects.filter(since__lte=today, person__is_active=True)
    roles: dict[Person, set[str]] = {}
    for row in held.exclude(until__lt=today).select_related("person").order_by("person_id"):
        roles.setdefault(row.person, set()).add(row.role)
    return [
        person
        for person, own in roles.items()
        if permissions.may_open("proposal", "POST", frozenset(own))
        and may_decide(proposal, person, frozenset(own))
    ]


def may_decide(proposal: Proposal, person: Person, roles: frozenset[str]) -> bool:
    """Whether somebody may decide on a proposal: another person, who may record it themselves."""
    return not why_not(proposal, person, roles)


def why_not(proposal: Proposal, person: Person, roles: frozenset[str]) -> str:
    """Why somebody can't decide on a proposal, in a sentence; empty where they can."""
    if person.pk == proposal.by_id:
        return "You proposed this yourself. Somebody else has to look at it."
    if not _able(proposal.kind, roles):
        return "Your role may not record this, so it can't be the one that approves it."
    return ""


def added_since(proposal: Proposal) -> list[Entry]:
    """What was recorded in the case after the proposal was made."""
    since = Entry.objects.filter(case_id=proposal.case_id, case_n__gt=proposal.based_on)
    return list(since.order_by("case_n"))


def approve(
    proposal: Proposal,
    by: Person,
    roles: frozenset[str],
    town: Town,
    *,
    based_on: int | None = None,
) -> Done:
    """Record what was proposed, with both names on it, and issue its paper where it has one.

    ``based_on`` is the length of the case that the second person looked at. Raises ``NotYours`` and
    ``Decided``, and what recording raises: ``Stale``, ``NotPermitted``, ``Refused``.
    """
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=town.pk)
        row = Proposal.objects.select_for_update().get(pk=proposal.pk)
        if row.state == APPROVED and row.decided_by_id == by.pk:
            return Done(_recorded(row), again=True)
        _decidable(row, by, roles)
        actor = _both(row, by, roles, town)
        key = f"proposal-{row.pk}"
        if row.kind == kinds.DISPOSED:
            done = disposing.dispose(
                row.case, actor, town, key=key, based_on=based_on, proposal=row.pk
            )
        elif row.paper:
            asked = issuing.Asked(row.paper, row.kind, row.body, row.language)
            done = issuing.issue(row.case, asked, actor, town, key=key, based_on=based_on).done
        else:
            new = New(row.kind, row.body)
            done = recording.record(row.case, [new], actor, key=key, based_on=based_on)
        _decide(row, APPROVED, by, town)
    return done


def send_back(proposal: Proposal, by: Person, roles: frozenset[str], why: str) -> None:
    """Give a proposal back to whoever made it, with the reason. Raises as ``approve`` does."""
    with transaction.atomic():
        row = Proposal.objects.select_for_update().get(pk=proposal.pk)
        _decidable(row, by, roles)
        row.why = why
        _decide(row, SENT_BACK, by, Town.objects.get(pk=scope.current()))


def _decidable(row: Proposal, by: Person, roles: frozenset[str]) -> None:
    if row.state != WAITING:
        raise Decided
    refused = why_not(row, by, roles)
    if refused:
        raise NotYours(refused)


def _able(kind: str, roles: frozenset[str]) -> list[str]:
    """The roles that may record an entry of a kind; a paper of what stands, all that write."""
    if kind == kinds.DISPOSED:
        return sorted(roles & permissions.DISPOSERS)
    if kind in EVENTS:
        return [role for role in sorted(roles) if permissions.may_record(kind, frozenset({role}))]
    return sorted(roles & permissions.STAFF)


def _both(row: Proposal, by: Person, roles: frozenset[str], town: Town) -> Actor:
    first = _able(row.kind, roles_of(row.by, town))
    if not first:
        raise NotYours(
            f"{row.by.name} holds no role any more that may record this. Send it back, and let "
            "somebody propose it who does."
        )
    return Actor(row.by, first[0], by, _able(row.kind, roles)[0])


def _decide(row: Proposal, state: str, by: Person, town: Town) -> None:
    row.state, row.decided_by, row.decided_at = state, by, clock.now()
    row.save()
    second_person.answer(town, row, title(row))


def _recorded(row: Proposal) -> tuple[Entry, ...]:
    key = f"proposal-{row.pk}"
    own = Entry.objects.filter(case=None if row.kind == kinds.DISPOSED else row.case)
    return tuple(own.filter(key=key) | own.filter(key__startswith=f"{key}#"))
