"""Letters around an act that waits for a second person: who may decide is asked, once each, and
whoever proposed it is told what became of it.

A letter goes through mail servers that the town does not run. So it names the case by its number,
the act and the people of the office, and no word of the case: neither party nor place nor reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from outfall.web.casework.models import Proposal
from outfall.web.jobs import outbox
from outfall.web.towns.models import Person, Town


def ask(town: Town, proposal: Proposal, what: str, people: Iterable[Person]) -> int:
    """Lay out a letter to each of these people; gives how many are new.

    ``what`` is the title of the act. Asked twice, nobody has two letters.
    """
    laid = 0
    for person in people:
        text = (
            f"{person.name},\n\n"
            f"{proposal.by.name} has proposed this in case {proposal.case.number} of {town.name}: "
            f"{what}.\n\n"
            "It is no part of the record until somebody else approves it, and you may. "
            f"What it says and changes stands here:\n{_place(town, proposal)}\n\n"
            "Others may decide on it too. Whoever comes first decides.\n"
        )
        subject = f"{town.name}: an act in case {proposal.case.number} waits for a second person"
        key = f"proposal/{proposal.pk}/asked/{person.pk}"
        laid += outbox.put(person.email, subject, text, key=key)
    return laid


def answer(town: Town, proposal: Proposal, what: str) -> bool:
    """Lay out the letter to whoever proposed it, once it is decided; gives whether it is new.

    Somebody whose account is closed is told nothing.
    """
    if not proposal.by.is_active or proposal.decided_by is None:
        return False
    done = proposal.state == "approved"
    became = "approved" if done else "sent back"
    after = "It is on the record, with both names." if done else "Nothing was recorded."
    why = "" if done else " The reason stands on its page."
    text = (
        f"{proposal.by.name},\n\n"
        f"{proposal.decided_by.name} has {became} what you proposed in case "
        f"{proposal.case.number} of {town.name}: {what}.\n\n"
        f"{after}{why}\n{_place(town, proposal)}\n"
    )
    subject = f"{town.name}: your proposal in case {proposal.case.number} was {became}"
    return outbox.put(proposal.by.email, subject, text, key=f"proposal/{proposal.pk}/decided")


def _place(town: Town, proposal: Proposal) -> str:
    return outbox.address(reverse("proposal", args=[town.slug, proposal.case.number, proposal.pk]))
