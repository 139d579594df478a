"""What the town's own program proposes comes into a draft: as a file, or as a job for later.

A page never starts a program. Somebody sends the file that it made, or queues a run of the program
that the operator has named in the office's surroundings; ``outfall work`` makes that run. Either
way each fact is marked as proposed and counts for nothing before a person has looked at it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from outfall.law.faults import Refused
from outfall.reading.asking import answer_of, refused
from outfall.reading.fact import Fact
from outfall.reading.proposing import NO_LIST, asked, listed, taken
from outfall.web import clock
from outfall.web.drafts.adding import NotAdded, put
from outfall.web.drafts.bench import Bench, bench_of
from outfall.web.drafts.models import Draft, Offer
from outfall.web.drafts.ruling import CLOSED, Closed, grown, locked
from outfall.web.towns.models import Person, Town

WAITING_MOST = 500
"""Proposed facts of a draft that wait for a person at most: nobody looks over more."""
NOTES_MOST = 50
TAKEN_TO_HAVE_STOPPED = timedelta(hours=1)
STOPPED = "The office was stopped while the program was running. Ask it again."

log = logging.getLogger(__name__)


class Waits(Exception):
    """A run of the program that is not queued; the text says why."""


def sent(
    bench: Bench, given: Sequence[Any], by: Person, *, key: str, source: str
) -> tuple[Offer, bool]:
    """Take the rows of an answer into a draft, and whether it is new: one key is one answer.

    Raises ``Closed``, and ``NotAdded`` where none of its rows could be taken for what it is.
    """
    row = bench.row
    with transaction.atomic():
        found = locked(row)
        known = Offer.objects.filter(draft=row, key=key).first()
        if known is not None:
            return known, False
        facts, notes = _new(found, bench, given)
        if notes and not facts:
            raise NotAdded("\n".join(_few(notes)))
        now = clock.now()
        offer = Offer.objects.create(
            town_id=row.town_id, draft=found, key=key, source=source, by=by, at=now, began_at=now,
            ended_at=now, added=len(facts), notes=_few(notes),
        )  # fmt: skip
        _put(row, found, facts, offer)
    return offer, True


def _new(found: Draft, bench: Bench, given: Sequence[Any]) -> tuple[list[Fact], list[str]]:
    """The facts of an answer that the draft has not, as many as people can look over."""
    now = bench_of(found, bench.town)
    known = [fact for one in now.facts for fact in (one.read, one.now)]
    waiting = sum(one.read.is_proposed and not one.answer for one in now.facts)
    return taken(now.text, known, given, max(0, WAITING_MOST - waiting))


def _few(notes: Sequence[str]) -> list[str]:
    over = len(notes) - NOTES_MOST
    return [*notes[:NOTES_MOST], *([f"{over:,} more were left out."] if over > 0 else [])]


def _put(row: Draft, found: Draft, facts: Sequence[Fact], offer: Offer) -> None:
    if facts:
        put(found, facts, offer.by, key=f"offer-{offer.pk}", offer=offer)
        grown(row, found)


def queue(row: Draft, by: Person, *, key: str) -> Offer:
    """Queue a run of the program that the operator has named. Raises ``Closed`` and ``Waits``."""
    if not settings.OUTFALL_PROPOSER:
        raise Waits("No program is set up here. Send the file that yours has made.")
    with transaction.atomic():
        found = locked(row)
        known = Offer.objects.filter(draft=row, key=key).first()
        if known is not None:
            return known
        if Offer.objects.filter(draft=row, ended_at=None).exists():
            raise Waits("The program is asked already. Its answer comes here.")
        return Offer.objects.create(
            town_id=row.town_id, draft=found, key=key, by=by, at=clock.now()
        )


def work(town: Town) -> Iterator[str]:
    """Make every run that is queued in the town in scope; a line for each."""
    if not settings.OUTFALL_PROPOSER:
        return
    while (offer := _claimed()) is not None:
        try:
            _run(offer, town)
        except Exception:
            log.exception("the program could not be asked about draft %s", offer.draft_id)
            offer.trouble = "The office could not ask the program: a defect of its own. See its log"
        offer.ended_at = clock.now()
        offer.save(update_fields=["ended_at", "added", "notes", "trouble"])
        many = "one fact" if offer.added == 1 else f"{offer.added} facts"
        yield "the program failed" if offer.trouble else f"the program proposes {many}"


def _claimed() -> Offer | None:
    """The next run, taken so that no other worker takes it; one that was stopped in is ended."""
    now = clock.now()
    with transaction.atomic():
        stopped = Offer.objects.filter(ended_at=None, began_at__lt=now - TAKEN_TO_HAVE_STOPPED)
        stopped.update(ended_at=now, trouble=STOPPED)
        due = Offer.objects.filter(ended_at=None, began_at=None).order_by("pk")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        offer = due.first()
        if offer is not None:
            offer.began_at = now
            offer.save(update_fields=["began_at"])
        return offer


def _run(offer: Offer, town: Town) -> None:
    """Ask the program, with no lock held, and put what it says into the draft as it is then."""
    row = Draft.objects.get(pk=offer.draft_id)
    bench = bench_of(row, town)
    try:
        if row.stage in CLOSED:
            raise Closed(CLOSED[row.stage])
        try:
            given = listed(answer_of(settings.OUTFALL_PROPOSER, asked(bench.text)))
        except ValueError:
            raise refused(NO_LIST) from None
        with transaction.atomic():
            found = locked(row)
            facts, notes = _new(found, bench, given)
            _put(row, found, facts, offer)
        offer.added, offer.notes = len(facts), _few(notes)
    except Refused as told:
        offer.trouble = " ".join(_sentence(fault.says) for fault in told.faults)
    except (Closed, NotAdded) as told:
        offer.trouble = str(told)


def _sentence(says: str) -> str:
    return f"{says[:1].upper()}{says[1:]}."
