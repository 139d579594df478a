"""What counsel says of a fact or to a question is put down: by whom, when, and never over another.

A draft that waits for its second signature is left as it was signed, and one that was published is
law: neither can be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from outfall.web import clock
from outfall.web.drafts.bench import ACCEPTED
from outfall.web.drafts.models import FACT, PUBLISHED, SIGNED, Draft, Ruling
from outfall.web.towns.models import Person

CLOSED = {
    SIGNED: "This draft is signed and waits for a second signature. Take the signature back on "
    "the page Publish, and change it then.",
    PUBLISHED: "This draft is published. Cases rest on it, and it can't be changed any more. "
    "Read the text again for another version.",
}


class Closed(Exception):
    """A draft that can't be changed now; the text says why and what to do."""


class Overtaken(Exception):
    """Somebody else has said something of it since the page was opened."""

    def __init__(self, ruling: Ruling | None) -> None:
        self.ruling = ruling
        who = f"{ruling.by.name} has" if ruling else "Somebody has"
        super().__init__(
            f"{who} looked at this since you opened the page. What was said stands below. "
            "Look at it, and send yours again if it still holds."
        )


def locked(row: Draft) -> Draft:
    """The draft, locked until the transaction ends. Raises ``Closed``."""
    found = Draft.objects.select_for_update().get(pk=row.pk)
    if found.stage in CLOSED:
        raise Closed(CLOSED[found.stage])
    return found


def grown(row: Draft, found: Draft) -> None:
    """Note that the draft was changed."""
    found.length += 1
    found.save(update_fields=["length"])
    row.length = found.length


def rule(
    row: Draft,
    what: str,
    of: str,
    answer: str,
    by: Person,
    *,
    seen: int,
    value: Mapping[str, Any] | None = None,
    note: str = "",
) -> None:
    """Put down what is said of a fact or to a question; an empty answer takes it back.

    ``seen`` is the ruling's turn that the page showed, 0 for none. Said twice it is said once.
    Raises ``Closed`` and ``Overtaken``.
    """
    with transaction.atomic():
        found = locked(row)
        known = Ruling.objects.filter(draft=row, what=what, of=of).select_related("by").first()
        told = {"answer": answer, "value": dict(value or {}), "note": note}
        if _is_said(known, told, by):
            return
        if seen != (known.turn if known else 0):
            raise Overtaken(known)
        if not answer:
            Ruling.objects.filter(draft=row, what=what, of=of).delete()
        else:
            more = {**told, "by": by, "at": clock.now(), "turn": seen + 1}
            Ruling.objects.update_or_create(
                town_id=row.town_id, draft=row, what=what, of=of, defaults=more
            )
        grown(row, found)


def _is_said(known: Ruling | None, told: Mapping[str, Any], by: Person) -> bool:
    if known is None:
        return not told["answer"]
    same = all(getattr(known, name) == value for name, value in told.items())
    return same and known.by_id == by.pk


def accept_all(row: Draft, places: Iterable[int], by: Person) -> int:
    """Accept the facts among these that nobody has looked at; gives how many. Raises ``Closed``."""
    with transaction.atomic():
        found = locked(row)
        known = set(Ruling.objects.filter(draft=row, what=FACT).values_list("of", flat=True))
        new = [str(n) for n in places if str(n) not in known]
        for of in new:
            Ruling.objects.create(
                town_id=row.town_id, draft=row, what=FACT, of=of, answer=ACCEPTED, by=by,
                at=clock.now(),
            )  # fmt: skip
        if new:
            grown(row, found)
    return len(new)
