"""The record of cases: entries that nobody can change, and projections that can be made anew.

``Entry`` is the truth. Every other table here is worked out from entries (and from what the law
says of them) in the same transaction, except ``Proposal`` and ``Feature``, which are no evidence.
"""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from outfall.web.towns.models import Person, TownOwned
from outfall.web.towns.scope import TownManager

# Lists of the day ask for open cases alone: their indexes hold nothing else, and stay small.
OPEN = models.Q(closed_on__isnull=True)
LIVE = models.Q(live=True)


class CaseManager(TownManager["Case"]):
    """The cases that there are: those that were disposed of are left out of whatever is asked."""

    def get_queryset(self) -> models.QuerySet[Case]:
        return super().get_queryset().filter(disposed_on__isnull=True)


class Case(TownOwned):
    """A case as lists show it, and the head of its chain.

    ``objects`` gives the cases that there are, ``every`` also those that were disposed of, of which
    the number and the head of the chain are left.
    """

    number = models.CharField(max_length=60)
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default="", blank=True)
    ordinance = models.CharField(max_length=120)
    version = models.CharField(max_length=60, default="", blank=True)
    opened_on = models.DateField()
    found_on = models.DateField(null=True, blank=True)
    closed_on = models.DateField(null=True, blank=True)
    source = models.CharField(max_length=20, default="inspection")
    kinds = models.CharField(max_length=120, default="", blank=True)
    danger = models.BooleanField(default=False)
    summary = models.TextField(default="", blank=True)
    address = models.CharField(max_length=200, default="", blank=True)
    parcel = models.CharField(max_length=60, default="", blank=True)
    latitude = models.FloatField(null=True, blank=True)
    longitude = models.FloatField(null=True, blank=True)
    owner = models.CharField(max_length=200, default="", blank=True)
    assigned = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    stage = models.CharField(max_length=20, default="found")
    exposure = models.BigIntegerField(null=True, default=0)
    assessed = models.BigIntegerField(default=0)
    owed = models.BigIntegerField(default=0)
    per_diem = models.BigIntegerField(default=0)
    lien = models.BooleanField(default=False)
    judged_on = models.DateField(null=True, blank=True)
    judged_by = models.CharField(max_length=100, null=True, blank=True)
    turns_on = models.DateField(null=True, blank=True)
    owed_since = models.DateField(null=True, blank=True)
    reinspect_on = models.DateField(null=True, blank=True)
    last_on = models.DateField(null=True, blank=True)
    disposed_on = models.DateField(null=True, blank=True)

    objects: ClassVar[CaseManager] = CaseManager()
    every: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        base_manager_name = "every"
        constraints = (models.UniqueConstraint(fields=("town", "number"), name="case_number_once"),)
        indexes = (
            models.Index(fields=("town", "-last_on", "-id"), name="case_recent"),
            models.Index(
                fields=("town", "assigned", "-last_on", "-id"), name="case_assigned", condition=OPEN
            ),
            models.Index(
                fields=("town", "reinspect_on", "assigned"), name="case_reinspect", condition=OPEN
            ),
            models.Index(
                fields=("town", "owed_since", "assigned"), name="case_owed", condition=OPEN
            ),
            models.Index(fields=("town", "-last_on", "-id"), name="case_open", condition=OPEN),
            models.Index(fields=("town", "-owed", "-id"), name="case_open_owed", condition=OPEN),
            models.Index(fields=("town", "stage", "-last_on", "-id"), name="case_stage"),
            models.Index(fields=("town", "address"), name="case_address"),
            models.Index(fields=("town", "parcel"), name="case_parcel"),
            models.Index(fields=("town", "turns_on"), name="case_turns"),
            models.Index(fields=("town", "latitude", "longitude"), name="case_spot"),
            models.Index(fields=("town", "opened_on"), name="case_opened"),
        )

    def __str__(self) -> str:
        return self.number


class Entry(TownOwned):
    """One entry of the record. The database itself refuses to change or delete it.

    ``content`` is the canonical text whose SHA-256 is ``digest``; the columns beside it are copies
    for looking things up, and ``outfall doctor`` compares them with the content.
    """

    n = models.PositiveBigIntegerField()
    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="entries")
    case_n = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=40)
    day = models.DateField()
    at = models.DateTimeField()
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=80)
    content = models.TextField()
    digest = models.CharField(max_length=64)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (
            models.UniqueConstraint(fields=("town", "n"), name="entry_place_in_town"),
            models.UniqueConstraint(fields=("case", "case_n"), name="entry_place_in_case"),
            models.UniqueConstraint(fields=("town", "key"), name="entry_key_once"),
        )
        indexes = (models.Index(fields=("town", "kind", "day"), name="entry_kind_day"),)
        ordering = ("n",)

    def __str__(self) -> str:
        return f"{self.n} {self.kind}"


class Key(TownOwned):
    """An act that was sent with a key: sent again it is the same act, whatever the network did."""

    key = models.CharField(max_length=64)
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    asked = models.CharField(max_length=64)
    first_n = models.PositiveBigIntegerField()
    last_n = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "key"), name="key_once"),)

    def __str__(self) -> str:
        return self.key


class OfCase(TownOwned):
    """A row that was worked out from a case; ``live`` while the case is open.

    Whom the case is given to stands here too: a list of somebody's own is then found by one index.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE)
    live = models.BooleanField(default=True)
    assigned = models.ForeignKey(
        Person, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta(TownOwned.Meta):
        abstract = True


class DeadlineRow(OfCase):
    """A last day with its status, from ``since`` to the day before ``until``.

    The day after the last day is a turning day of its own, so a row never outlives its status.
    """

    name = models.CharField(max_length=60)
    bound = models.CharField(max_length=10)
    due = models.DateField()
    status = models.CharField(max_length=8)
    done_on = models.DateField(null=True)
    cite = models.CharField(max_length=60, default="")
    since = models.DateField()
    until = models.DateField(null=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (
            models.Index(
                fields=("town", "bound", "status", "due", "since", "until", "assigned", "id"),
                name="deadline_due",
                condition=LIVE,
            ),
        )


class PowerRow(OfCase):
    """A span of days on which an act is permitted; ``closes_on`` is the first day it is not."""

    name = models.CharField(max_length=60)
    obligatory = models.BooleanField(default=False)
    opens_on = models.DateField()
    closes_on = models.DateField(null=True)
    cite = models.CharField(max_length=60, default="")

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (
            models.Index(
                fields=("town", "obligatory", "opens_on", "closes_on", "name", "assigned"),
                name="power_opens",
                condition=LIVE,
            ),
            models.Index(
                fields=("town", "closes_on", "opens_on", "name", "assigned"),
                name="power_closes",
                condition=LIVE,
            ),
        )


class HoldRow(OfCase):
    """An order or a hold, in force from ``since`` to the day before ``until``."""

    sort = models.CharField(max_length=8)
    name = models.CharField(max_length=60)
    since = models.DateField()
    until = models.DateField(null=True)
    cite = models.CharField(max_length=60, default="")
    released_by = models.CharField(max_length=200, default="")

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (models.Index(fields=("town", "sort", "until"), name="hold_until"),)


class HearingRow(OfCase):
    """A hearing that was set, with its hour, room and officer."""

    entry = models.CharField(max_length=60)
    held_on = models.DateField()
    held_at = models.TimeField(null=True)
    where = models.CharField(max_length=200, default="")
    room = models.CharField(max_length=60, default="")
    officer = models.CharField(max_length=120, default="")
    held = models.BooleanField(default=False)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (
            models.Index(
                fields=("town", "held_on", "assigned"), name="hearing_day", condition=LIVE
            ),
        )


class PaperRow(OfCase):
    """A paper of the town's: whether it is whole, served and received.

    ``unproven`` says what proof a clock waits for; it is empty where nothing is missing.
    """

    entry = models.CharField(max_length=60)
    instrument = models.CharField(max_length=60)
    issued_on = models.DateField()
    complete = models.BooleanField(default=True)
    served_on = models.DateField(null=True)
    received_on = models.DateField(null=True)
    unproven = models.TextField(default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (
            models.Index(fields=("town", "live", "issued_on"), name="paper_issued"),
            models.Index(
                fields=("town", "issued_on", "assigned"),
                name="paper_unproven",
                condition=LIVE & ~models.Q(unproven=""),
            ),
        )


class PartyRow(OfCase):
    """Somebody whom a case concerns."""

    party = models.CharField(max_length=60)
    role = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    address = models.TextField(default="", blank=True)
    share = models.CharField(max_length=20, default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(OfCase.Meta):
        indexes = (models.Index(fields=("town", "name"), name="party_name"),)


class StoredFile(TownOwned):
    """A file whose bytes are kept under their SHA-256: a photograph, a scan, a frozen paper."""

    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="files")
    sha256 = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=20)
    size = models.PositiveBigIntegerField()
    says = models.TextField(default="", blank=True)
    origin = models.JSONField(default=dict)
    entry_n = models.PositiveBigIntegerField()
    paper = models.CharField(max_length=60, default="", blank=True)
    of_entry = models.CharField(max_length=60, default="", blank=True)
    added_on = models.DateField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        indexes = (models.Index(fields=("town", "sha256"), name="file_digest"),)

    def __str__(self) -> str:
        return self.name


class Proposal(TownOwned):
    """An act that waits for a second person. Until it is approved it is no part of the record."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=40)
    body = models.JSONField(default=dict)
    paper = models.CharField(max_length=60, default="", blank=True)
    language = models.CharField(max_length=10, default="en")
    based_on = models.PositiveIntegerField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=12, default="waiting")
    decided_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    why = models.TextField(default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        indexes = (models.Index(fields=("town", "state", "at"), name="proposal_state"),)


class Disposal(TownOwned):
    """That a case was disposed of, with the tombstone that says so in the record.

    The database makes one only for a tombstone that is the record's last entry and names the case,
    by two persons, of a case that is closed, settled and under no legal hold. While there is one,
    and not before, the content of the case's entries can be emptied.
    """

    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="disposal")
    tombstone = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[TownManager[Self]] = TownManager()


class Removal(TownOwned):
    """A file of a case that was disposed of, until its bytes are removed from the disk.

    ``touched`` is when the file was last kept, in nanoseconds as the disk counts them: what
    somebody sends anew meanwhile is another's, and stays.
    """

    sha256 = models.CharField(max_length=64)
    touched = models.BigIntegerField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "sha256"), name="removal_once"),)


class Layer(TownOwned):
    """A layer of the map that the town has uploaded: outfalls, practices, parcels, an outline."""

    name = models.CharField(max_length=80)
    sort = models.CharField(max_length=20)
    features = models.PositiveIntegerField(default=0)
    geojson = models.JSONField(default=dict)
    added_at = models.DateTimeField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    def __str__(self) -> str:
        return self.name


class SearchEntry(TownOwned):
    """A line that can be searched for: a case, a person, an address or a paper."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE)
    sort = models.CharField(max_length=10)
    title = models.CharField(max_length=200)
    text = models.TextField(default="")

    objects: ClassVar[TownManager[Self]] = TownManager()
