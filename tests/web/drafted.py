"""An invented text in the layout of a code, and drafts made of it, for the tests of drafts."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client
from tests.web.cast import Cast

from outfall.reading.sources import source_of
from outfall.web.drafts import making
from outfall.web.drafts.bench import SETTLED, Bench, bench_of
from outfall.web.drafts.models import QUESTION, Draft
from outfall.web.drafts.ruling import accept_all, rule

TEXT = """\
CHAPTER 9 CARE OF DRAINS

Section 9-1. Notice of violation.
(a) Whenever the Superintendent finds that a person has violated this chapter, the \
Superintendent may order compliance by a written notice of violation to the responsible \
person. The notice shall contain:
(1) The name and address of the alleged violator;
(2) The address of the property where the violation occurred;
(3) A statement of the nature of the violation;
(4) The remedial measures necessary, and a schedule for their completion; and
(5) A statement that the determination may be appealed by filing a written notice of appeal \
within the time set in Section 9-2.
(b) The owner shall sweep the grate every 45 days.

Section 9-2. Appeal.
Any person who receives a notice of violation may appeal the determination by filing a \
written notice of appeal with the Town Clerk within 20 days after service of the notice of \
violation. The Board shall hold a hearing on the appeal within 30 days from receipt of the \
notice of appeal.

Section 9-3. Penalties.
Any person who violates this chapter shall be liable for a civil penalty not to exceed $250 \
for each day that the violation continues.
"""
TITLE = "Chapter 9, Care of drains"


def made(cast: Cast, text: str = TEXT, title: str = TITLE, key: str = "") -> Draft:
    """A draft of a town, read from a text by its attorney."""
    with cast.scope():
        source = source_of(text.encode(), "pasted by hand")
        row, _ = making.make(
            source, title, "NY", cast.people["attorney"], key=key or str(uuid.uuid4())
        )
    return row


def bench(cast: Cast, row: Draft) -> Bench:
    """A draft as it stands now."""
    found = Draft.objects.get(pk=row.pk)
    return bench_of(found, cast.town)


def looked_over(cast: Cast, row: Draft) -> None:
    """Every fact accepted, every question answered, by the attorney."""
    with cast.scope():
        who = cast.people["attorney"]
        accept_all(row, range(len(row.facts)), who)
        for one in bench(cast, row).questions:
            choices = one.question.choices
            answer = choices[0].id if choices else SETTLED
            rule(row, QUESTION, one.key, answer, who, seen=0, note="looked up")


def send(client: Client, address: str, **form: Any) -> Any:
    """Send a form with a key."""
    return client.post(address, {"key": str(uuid.uuid4()), "based_on": "", **form})
