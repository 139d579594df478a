"""The night's work of a town: cases that time itself has changed are judged anew, and at the
beginning of a week everybody is told what falls due in it.

Most of a projection is compared with today's date and never grows old. What does are amounts that
grow by the day, and a case that has come to its next turning day. In a large town the engine first
writes the amounts of all cases in which nothing else is otherwise (``at_once``).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import Q

from outfall.web import clock
from outfall.web.casework import disposing, storing, uploads
from outfall.web.casework.assembling import assemble
from outfall.web.casework.models import Case
from outfall.web.casework.projecting import project
from outfall.web.jobs import at_once, overwriting, weekly
from outfall.web.jobs.models import Run
from outfall.web.towns import effects_at_once, scope
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Town

NAME = "night"
BEGINS_AT_HOUR = 1
BATCH = 25
TAKEN_TO_HAVE_STOPPED = timedelta(hours=1)
OLD_AFTER = timedelta(days=180)
NAMED_MOST = 20

log = logging.getLogger(__name__)


def due(town: Town) -> bool:
    """Whether a town's night has come and its work is not done, nor begun within the hour."""
    now = clock.now()
    if now.astimezone(ZoneInfo(town.zone)).hour < BEGINS_AT_HOUR:
        return False
    with scope.town(town.pk):
        run = Run.objects.filter(name=NAME, day=clock.today(town.zone)).first()
    return run is None or (run.ended_at is None and now - run.began_at > TAKEN_TO_HAVE_STOPPED)


def night(town: Town) -> str:
    """Do a town's work of today, once; gives what was done, or nothing where another does it."""
    with scope.town(town.pk):
        today = clock.today(town.zone)
        run = _begun(today)
        if run is None:
            return ""
        values = every_setting()
        quick = at_once.write(town, values, grown_old(today), today)
        judged, failed = _judged_anew(town, today)
        effects_at_once.warm(town, values)
        mailed = weekly.lay_out(town, today)
        removed = disposing.remove_files(town)
        overwriting.overwrite(_last_began(today))
        swept = storing.sweep(town.slug, uploads.recorded(), clock.now().timestamp())
        told = f"{quick.written + judged} cases judged anew"
        if quick.written:
            told += f" ({quick.written} of them at once)"
        told += f", {mailed} letters of the week laid out"
        if removed:
            told += f", {removed} files of disposed cases removed"
        if swept:
            told += f", {len(swept)} files of forms that were never sent removed"
        told += _why_one_by_one(quick)
        if failed:
            shown = ", ".join(failed[:NAMED_MOST]) + (" ..." if len(failed) > NAMED_MOST else "")
            told += f"; {len(failed)} cases could not be judged: {shown}"
        run.told, run.ended_at = told, clock.now()
        run.save(update_fields=["told", "ended_at"])
    return told


def _last_began(today: date) -> datetime | None:
    """When the last night before today's was begun that was worked to its end."""
    done = Run.objects.filter(name=NAME, day__lt=today).exclude(ended_at=None).order_by("-day")
    return done.values_list("began_at", flat=True).first()


def _begun(today: date) -> Run | None:
    """The mark that this worker does the night of a day; None where another has set it."""
    now = clock.now()
    try:
        with transaction.atomic():
            run, new = Run.objects.get_or_create(
                town_id=scope.current(), name=NAME, day=today, defaults={"began_at": now}
            )
            if new:
                return run
            mine = Run.objects.filter(pk=run.pk, ended_at=None, began_at=run.began_at)
            stopped = now - run.began_at > TAKEN_TO_HAVE_STOPPED
            taken = stopped and mine.update(began_at=now) == 1
            run.began_at = now if taken else run.began_at
            return run if taken else None
    except IntegrityError:
        return None


def grown_old(today: date) -> Q:
    """The cases whose stored figures or states are no longer those of today."""
    turned = Q(turns_on__lte=today)
    accrues = Q(per_diem__gt=0) | Q(exposure=None) | Q(exposure__gt=0)
    accrues &= Q(closed_on=None) | Q(per_diem__gt=0)
    return Q(judged_on__lt=today) & (turned | accrues | Q(judged_on__lte=today - OLD_AFTER))


def _why_one_by_one(quick: at_once.Told) -> str:
    """Why the engine did not look at cases that it might have, where that was so."""
    if quick.says:
        return f"; one by one, for {quick.says}"
    if not quick.left:
        return ""
    why = ", ".join(f"{many} {reason}" for reason, many in sorted(quick.left.items()))
    return f"; {quick.left.total()} were handed over to assess by the engine ({why})"


def _judged_anew(town: Town, today: date) -> tuple[int, list[str]]:
    """How many cases were judged anew, and the numbers of those that could not be."""
    values, done, failed = every_setting(), 0, []
    ids = list(Case.objects.filter(grown_old(today)).order_by("pk").values_list("pk", flat=True))
    for batch in _batches(ids):
        with transaction.atomic():
            for row in Case.objects.select_for_update().filter(pk__in=batch).order_by("pk"):
                try:
                    with transaction.atomic():
                        found = assemble(row, town, values)
                        project(row, found.file, found.case, found.law, today)
                    done += 1
                except Exception:
                    log.exception("case %s of %s could not be judged", row.number, town.slug)
                    failed.append(row.number)
    return done, failed


def _batches(ids: list[int]) -> Iterator[list[int]]:
    for at in range(0, len(ids), BATCH):
        yield ids[at : at + BATCH]
