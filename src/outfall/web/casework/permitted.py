"""What the ordinance lets somebody do today, as a page shows it: duties, powers, and what waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from outfall.law.events import EVENTS
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Account, Action, Standing, Step
from outfall.law.words import name_of, reason
from outfall.papers.catalog import PAPERS
from outfall.web import permissions

# Powers that are used by recording an entry which does not name them among its acts.
_ALSO = {
    "accept_appeal": "appeal_filed",
    "assess_costs": "cost_recorded",
    "reinstate_access": "access_reinstated",
}
EVENT_OF = {act: event.name for event in EVENTS.values() for act in event.acts} | _ALSO


@dataclass(frozen=True, slots=True)
class Act:
    """A power as a page shows it. ``href`` is empty where this person's roles can't use it."""

    id: str
    name: str
    cite: str
    must: bool
    permitted: bool
    href: str
    why: str
    since: date | None
    not_before: date | None
    waits: str
    waits_cite: str


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts of a case in the order of a page: duties first."""

    must: tuple[Act, ...]
    may: tuple[Act, ...]
    waits: tuple[Act, ...]


def acts_of(standing: Standing, town: str, number: str, roles: frozenset[str]) -> Acts:
    """Every act that the ordinance knows, with the way to do it for somebody with these roles."""
    found = [_act(action, town, number, roles) for action in standing.actions]
    soon = [act for act in found if not act.permitted]
    soon.sort(key=lambda act: (act.not_before is None, act.not_before or date.max))
    return Acts(
        tuple(act for act in found if act.permitted and act.must),
        tuple(act for act in found if act.permitted and not act.must),
        tuple(soon),
    )


def _act(action: Action, town: str, number: str, roles: frozenset[str]) -> Act:
    name = name_of(action.id)
    failing = next(_failing(action.because), None)
    return Act(
        action.id,
        name[:1].upper() + name[1:],
        action.cite,
        action.obligatory,
        action.permitted,
        href_of(action.id, town, number, roles) if action.permitted else "",
        action.says or "; ".join(_holding(action.because)),
        action.since,
        action.not_before,
        reason(failing) if failing else "nothing on record calls for it",
        (failing.cite if failing else "") or action.cite,
    )


def _failing(steps: tuple[Step, ...]) -> Iterator[Step]:
    return (step for step in steps if not step.holds)


def _holding(steps: tuple[Step, ...]) -> Iterator[str]:
    return (reason(step) for step in steps if step.holds)


def href_of(action: str, town: str, number: str, roles: frozenset[str]) -> str:
    """Where a power is used: a paper to be made, or an entry to be recorded."""
    if action.startswith("issue_"):
        paper = action.removeprefix("issue_")
        able = permissions.may_record("notice_issued", roles) and paper in PAPERS
        return reverse("paper_draft", args=[town, number, paper]) if able else ""
    event = EVENT_OF.get(action)
    if event is None or not permissions.may_record(event, roles):
        return ""
    return reverse("act", args=[town, number, event])


# What can be recorded besides, by whose act it is. A paper of the town's is made on its own page.
GROUPS = (
    ("What the town found or did", "town"),
    ("What a party did", "party"),
    ("What the board or a court did", "body"),
)


def missing(kind: str, law: Ordinance, account: Account) -> str:
    """What an entry lacks to be of any effect in a case; empty where nothing is missing.

    It is what no power of the ordinance says: there is no plan where none is provided for or
    nothing is owed, and no release where no lien is on record.
    """
    if kind == "plan_agreed":
        if law.plan is None:
            return f"{law.title} provides for no payment plan"
        return "nothing is owed" if account.owed <= 0 else ""
    if kind == "lien_released" and not account.lien:
        return "no lien is on record"
    return ""


def recordable(
    town: str, number: str, roles: frozenset[str], law: Ordinance, account: Account
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every kind of entry that these roles may record now, in groups, with the page of each."""
    found = []
    for title, by in GROUPS:
        kinds = [
            (event.name, reverse("act", args=[town, number, event.name]))
            for event in EVENTS.values()
            if event.by == by
            and event.name not in ("notice_issued", "voided")
            and permissions.may_record(event.name, roles)
            and not missing(event.name, law, account)
        ]
        if kinds:
            found.append((title, kinds))
    return found
