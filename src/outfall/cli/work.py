"""``outfall work``: what the office does without a person, by day and by night."""

from __future__ import annotations

import argparse
import signal
import threading
from types import FrameType

from outfall.cli import office_django

MORE = """\
examples:
  outfall work            until it is stopped: as a service beside `outfall serve`
  outfall work --once     once, and end: every minute from cron

It sends the letters that lie in the outbox, each tried at most ten times with growing pauses. Once
a day, after one o'clock at night in the town's zone, it judges those cases anew that time has
changed, and on the first night of a week it lays out a letter of what falls due to everybody who
has cases. Where OUTFALL_PROPOSER names a program of the town's own, it asks that for facts of a
draft when somebody has queued it. Several may run at once. What it could not do is told by
`outfall doctor`.
"""
PAUSE_SECONDS = 15.0


def arguments(command: argparse.ArgumentParser) -> None:
    """Once, or until stopped."""
    command.add_argument("--once", action="store_true", help="do what is due now, and end")


def run(args: argparse.Namespace) -> int:
    """Work until stopped; a signal lets what was begun be finished."""
    office_django.ready()
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        while True:
            for line in round_of_work():
                print(line, flush=True)
            if args.once or stopped.wait(PAUSE_SECONDS):
                return 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def round_of_work() -> list[str]:
    """Do all that is due now; gives a line for each thing that was done."""
    from django.db import DatabaseError, close_old_connections, connection

    from outfall.web.drafts import offering
    from outfall.web.jobs import nightly, outbox
    from outfall.web.towns import scope
    from outfall.web.towns.models import Town

    close_old_connections()
    told = []
    try:
        for town in Town.objects.order_by("pk"):
            if nightly.due(town) and (said := nightly.night(town)):
                told.append(f"{town.slug}: {said}")
        count = outbox.drain()
        for town in Town.objects.order_by("pk"):
            with scope.town(town.pk):
                told += [f"{town.slug}: {line}" for line in offering.work(town)]
    except DatabaseError as error:
        connection.close()
        return [*told, str(office_django.unreachable(error))]
    if count.sent or count.failed:
        lost = f", {count.given_up} given up" if count.given_up else ""
        told.append(f"letters: {count.sent} sent, {count.failed} failed{lost}")
    return told
