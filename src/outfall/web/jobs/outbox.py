"""The outbox: messages are written with what they tell of, and sent once that is in the record.

A message is claimed before it is sent, and marked as sent after. Whoever is stopped in between
sends it again: at least once, never not at all. Each try has the same Message-ID, so that a mailbox
shows one.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction

from outfall.web import clock
from outfall.web.jobs.models import Message
from outfall.web.towns import scope
from outfall.web.towns.models import Town

TRIES_MOST = 10
FIRST_PAUSE = timedelta(minutes=1)
LATE_AFTER = timedelta(hours=1)
TOLD_LONGEST = 500

log = logging.getLogger(__name__)


@dataclass
class Count:
    """What became of the messages that were due."""

    sent: int = 0
    failed: int = 0
    given_up: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.sent + other.sent, self.failed + other.failed, self.given_up + other.given_up
        )


def put(to: str, subject: str, text: str, *, key: str, not_before: datetime | None = None) -> bool:
    """Lay a message out for the town in scope, in the transaction of what it tells of.

    The same key is the same message: it is laid out once. Gives whether it is new.
    """
    now = clock.now()
    values = {"to": to, "subject": " ".join(subject.split())[:200], "text": text, "made_at": now}
    values["not_before"] = not_before or now
    _, new = Message.objects.get_or_create(town_id=scope.current(), key=key, defaults=values)
    return new


def address(path: str) -> str:
    """A page's address for a letter, by OUTFALL_ORIGINS; the path alone where that is not set."""
    origins = settings.CSRF_TRUSTED_ORIGINS
    return f"{origins[0].rstrip('/')}{path}" if origins else path


def pause(tries: int) -> timedelta:
    """How long to wait after so many tries: a minute, doubled each time.

    >>> pause(1).seconds, pause(4).seconds
    (60, 480)
    """
    return FIRST_PAUSE * int(2 ** (tries - 1))


def drain() -> Count:
    """Send all that is due, town by town."""
    found = Count()
    with _mailer() as mailer:
        for town in Town.objects.order_by("pk"):
            with scope.town(town.pk):
                while (message := _claimed(clock.now())) is not None:
                    found += _try(message, town, mailer)
    return found


def _claimed(now: datetime) -> Message | None:
    """The next message, taken so that no other worker takes it until its pause is over."""
    with transaction.atomic():
        due = Message.objects.filter(sent_at=None, given_up_at=None, not_before__lte=now)
        due = due.order_by("not_before", "pk")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        message = due.first()
        if message is not None:
            message.tries += 1
            message.not_before = now + pause(message.tries)
            message.save(update_fields=["tries", "not_before"])
        return message


def _try(message: Message, town: Town, mailer: Any) -> Count:
    try:
        _mail(message, town, mailer).send()
    except Exception as error:
        with suppress(Exception):
            mailer.close()
        message.trouble = f"{type(error).__name__}: {error}"[:TOLD_LONGEST]
        lost = message.tries >= TRIES_MOST
        message.given_up_at = clock.now() if lost else None
        message.save(update_fields=["trouble", "given_up_at"])
        log.warning("message %s was not sent (%s)", message.key, type(error).__name__)
        return Count(failed=1, given_up=int(lost))
    message.sent_at, message.trouble = clock.now(), ""
    message.save(update_fields=["sent_at", "trouble"])
    return Count(sent=1)


def message_id(town: Town, key: str) -> str:
    """The Message-ID of each try to send a message: the same key, the same id."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    return f"<{hashlib.sha256(f'{town.slug}/{key}'.encode()).hexdigest()[:40]}@{domain}>"


def _mail(message: Message, town: Town, mailer: Any) -> EmailMessage:
    return EmailMessage(
        subject=message.subject,
        body=message.text,
        to=[message.to],
        connection=mailer,
        headers={
            "Message-ID": message_id(town, message.key),
            "Auto-Submitted": "auto-generated",
        },
    )


@contextmanager
def _mailer() -> Iterator[Any]:
    """One connection to the mail server for all; it opens with the first message."""
    mailer = get_connection()
    try:
        yield mailer
    finally:
        with suppress(Exception):
            mailer.close()
