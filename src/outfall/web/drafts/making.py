"""A draft is made: a text is read once, with the facts of that reading, and kept."""

from __future__ import annotations

from django.db import transaction

from outfall.law.faults import Fault, Refused
from outfall.reading.drafting.about import about, states
from outfall.reading.facts import facts
from outfall.reading.provisions import Text
from outfall.reading.segmenting import segment
from outfall.reading.sources import Source
from outfall.web import clock
from outfall.web.drafts import kept
from outfall.web.drafts.models import Draft
from outfall.web.towns import scope
from outfall.web.towns.models import Person, Town

TEXT_MOST = 500_000
"""Characters of a text that the office reads while somebody waits: some 150 pages."""


def make(
    source: Source, title: str, state: str, by: Person, *, key: str, origin: str = ""
) -> tuple[Draft, bool]:
    """A new draft of the town in scope, and whether it is new: one key makes one draft.

    ``origin`` says where the text is from, in words. Raises ``Refused`` where it is too long, has
    no paragraph, or the state is none.
    """
    known = Draft.objects.filter(key=key).first()
    if known is not None:
        return known, False
    if len(source.text) > TEXT_MOST:
        says = f"This text has more than {TEXT_MOST:,} characters. Send the chapter or the "
        raise Refused((Fault("", says + "enforcement sections alone", "text-too-large"),))
    told = about(title, origin or source.name, state=state or None)
    text = segment(source.text)
    if not any(one.text for one in text.provisions):
        says = "No paragraph was found in this text. Send the text of the ordinance itself"
        raise Refused((Fault("", says, "no-text-in-it"),))
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=scope.current())
        row, new = Draft.objects.get_or_create(
            town=town,
            key=key,
            defaults={
                "title": title,
                "source": told.source[:300],
                "state": told.state or "",
                "zone": town.zone,
                "calendar": told.calendar,
                "form": source.form,
                "notes": list(source.notes),
                "text": source.text,
                "made_by": by,
                "made_at": clock.now(),
                **_read(text),
            },
        )
    return row, new


def _read(text: Text) -> dict[str, object]:
    """What the reader finds, as it is kept."""
    return {
        "provisions": kept.provisions_plain(text),
        "remarks": kept.remarks_plain(text),
        "facts": kept.facts_plain(facts(text)),
    }


def state_choices() -> list[tuple[str, str]]:
    """The states that can be named, by their two letters."""
    return [("", "choose one"), *((code, code) for code in sorted(states()))]
