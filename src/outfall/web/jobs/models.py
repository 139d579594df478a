"""The outbox: what is to be sent, written in the same transaction as what it tells of."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from outfall.web.towns.models import TownOwned
from outfall.web.towns.scope import TownManager


class Message(TownOwned):
    """An e-mail to be sent, tried again with growing pauses until it is gone or given up."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    key = models.CharField(max_length=120)
    made_at = models.DateTimeField()
    not_before = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    trouble = models.TextField(default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "key"), name="message_once"),)
        indexes = (models.Index(fields=("sent_at", "not_before"), name="message_due"),)


class Run(TownOwned):
    """That a night's work was done for a town, so that it is done once, and seen when it is not."""

    name = models.CharField(max_length=40)
    day = models.DateField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    told = models.TextField(default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "name", "day"), name="run_once"),)
