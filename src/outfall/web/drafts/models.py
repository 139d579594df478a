"""A text that is read into a draft, what counsel says of it, and the versions that were published.

A draft is no evidence: it can change until it is published. A published version can't; the entry of
the town's record that names its digest says who signed it and when.
"""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from outfall.web.casework.models import Case
from outfall.web.towns.models import Person, TownOwned
from outfall.web.towns.scope import TownManager

WORKING, SIGNED, PUBLISHED = "working", "signed", "published"
FACT, QUESTION = "fact", "question"


class Draft(TownOwned):
    """A published text as it was read, and where its draft stands.

    ``provisions``, ``remarks`` and ``facts`` are kept as the reader of that day found them: what
    somebody has looked at stays the same when Outfall is updated. ``length`` counts the changes.
    ``digest`` is the SHA-256 of the pack that the first signature was put under.
    """

    key = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    source = models.CharField(max_length=300)
    state = models.CharField(max_length=2, default="", blank=True)
    zone = models.CharField(max_length=60)
    calendar = models.CharField(max_length=60)
    form = models.CharField(max_length=10)
    notes = models.JSONField(default=list)
    text = models.TextField()
    provisions = models.JSONField(default=list)
    remarks = models.JSONField(default=list)
    facts = models.JSONField(default=list)
    length = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    stage = models.CharField(max_length=10, default=WORKING)
    since = models.DateField(null=True)
    why = models.TextField(default="", blank=True)
    digest = models.CharField(max_length=64, default="", blank=True)
    signed_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(null=True)
    second_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    second_at = models.DateTimeField(null=True)
    back_why = models.TextField(default="", blank=True)
    entry_n = models.PositiveBigIntegerField(null=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "key"), name="draft_key_once"),)
        indexes = (models.Index(fields=("town", "-made_at"), name="draft_recent"),)

    def __str__(self) -> str:
        return self.title


class Ruling(TownOwned):
    """What somebody said of a fact, or to a question; ``turn`` counts how often that changed.

    ``of`` is a fact's place in the draft's list, or a question's key. ``answer`` is ``accepted``,
    ``corrected`` or ``rejected`` of a fact; of a question the choice, or ``settled``.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rulings")
    what = models.CharField(max_length=10)
    of = models.CharField(max_length=120)
    answer = models.CharField(max_length=80)
    value = models.JSONField(default=dict)
    note = models.TextField(default="", blank=True)
    turn = models.PositiveIntegerField(default=1)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (
            models.UniqueConstraint(fields=("town", "draft", "what", "of"), name="ruling_once"),
        )

    def __str__(self) -> str:
        return f"{self.what} {self.of}: {self.answer}"


class Offer(TownOwned):
    """An answer of the town's own program: a file that somebody sent, or a run still to be made.

    ``source`` is the file's name, empty for a run of the program that the operator has named.
    ``outfall work`` makes that one: until then ``began_at`` is empty. ``added`` counts the facts
    that came of it, ``notes`` say what was left out, ``trouble`` why there is no answer.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="offers")
    key = models.CharField(max_length=64)
    source = models.CharField(max_length=200, default="", blank=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    added = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=list)
    trouble = models.TextField(default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "draft", "key"), name="offer_once"),)

    def __str__(self) -> str:
        return self.source or "the town's own program"


class Addition(TownOwned):
    """A fact that came into a draft after its text was read: of a person, or of the program.

    ``n`` is its place in the draft's list, behind what was read; ``by`` who added it, or who sent
    the answer of the program. It is never changed: what somebody says of it is a ruling, as of a
    fact that was read.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="additions")
    n = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    fact = models.JSONField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    offer = models.ForeignKey(Offer, null=True, on_delete=models.PROTECT, related_name="additions")

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (
            models.UniqueConstraint(fields=("town", "draft", "n"), name="addition_place_once"),
        )

    def __str__(self) -> str:
        return f"fact {self.n + 1}, added"


class Trial(TownOwned):
    """A case that a draft is tried on: a case file of its own, or one of the town's cases.

    A case of the town's is named and never copied: what is disposed of is nowhere left.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="trials")
    title = models.CharField(max_length=200)
    text = models.TextField(default="", blank=True)
    case = models.ForeignKey(Case, null=True, on_delete=models.CASCADE, related_name="+")
    added_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        indexes = (models.Index(fields=("town", "draft"), name="trial_of_draft"),)

    def __str__(self) -> str:
        return self.title


class Pack(TownOwned):
    """A published version of the town's own ordinance, as data; the database refuses to change it.

    ``content`` is the pack's file, ``digest`` its SHA-256, ``entry_n`` the entry that says so.
    """

    name = models.CharField(max_length=80)
    version = models.CharField(max_length=40)
    since = models.DateField()
    title = models.CharField(max_length=200)
    content = models.TextField()
    questions = models.TextField(default="", blank=True)
    digest = models.CharField(max_length=64)
    draft = models.ForeignKey(Draft, on_delete=models.PROTECT, related_name="packs")
    entry_n = models.PositiveBigIntegerField()

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (
            models.UniqueConstraint(fields=("town", "name", "version"), name="pack_version_once"),
            models.UniqueConstraint(fields=("town", "name", "since"), name="pack_since_once"),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
