"""Letters around the signatures: who may sign is asked, and whoever signed first is told.

A letter names the people of the office and the ordinance, and no word of the text.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from outfall.web.drafts.models import Draft
from outfall.web.jobs import outbox
from outfall.web.towns.models import Person, Town


def ask(town: Town, draft: Draft, people: Iterable[Person]) -> int:
    """Lay out a letter to each of these people; gives how many are new."""
    assert draft.signed_by is not None
    laid = 0
    for person in people:
        text = (
            f"{person.name},\n\n"
            f"{draft.signed_by.name} has signed a version of the ordinance of {town.name}: "
            f"{draft.title}, to be law for violations found from {draft.since} on.\n\n"
            "It is law when somebody else signs it too, and you may. What it says and changes "
            f"stands here:\n{_place(town, draft)}\n"
        )
        subject = f"{town.name}: an ordinance waits for a second signature"
        key = f"draft/{draft.pk}/{_at(draft)}/asked/{person.pk}"
        laid += outbox.put(person.email, subject, text, key=key)
    return laid


def sent_back(town: Town, draft: Draft, by: Person) -> bool:
    """Tell whoever signed first that it was sent back."""
    subject = f"{town.name}: your ordinance was sent back"
    return _tell(town, draft, subject, f"{by.name} has sent back", "The reason stands here:")


def published(town: Town, draft: Draft, by: Person) -> bool:
    """Tell whoever signed first that it is published."""
    subject = f"{town.name}: your ordinance is published"
    return _tell(town, draft, subject, f"{by.name} has signed", "It is published:")


def _tell(town: Town, draft: Draft, subject: str, did: str, then: str) -> bool:
    person = draft.signed_by
    if person is None or not person.is_active:
        return False
    text = f"{person.name},\n\n{did} {draft.title}.\n\n{then}\n{_place(town, draft)}\n"
    key = f"draft/{draft.pk}/{_at(draft)}/{draft.stage}"
    return outbox.put(person.email, subject, text, key=key)


def _at(draft: Draft) -> str:
    return draft.signed_at.isoformat() if draft.signed_at else ""


def _place(town: Town, draft: Draft) -> str:
    return outbox.address(reverse("draft_publish", args=[town.slug, draft.pk]))
