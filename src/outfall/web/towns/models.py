"""Towns, people, and who does what in which town."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone

from outfall.web.towns.scope import MemberManager, NoTown, TownManager, current

ROLES = (
    ("inspector", "Inspector"),
    ("supervisor", "Supervisor"),
    ("attorney", "Attorney"),
    ("finance", "Finance"),
    ("hearing_officer", "Hearing officer"),
    ("permit_clerk", "Permit clerk"),
    ("records_officer", "Records officer"),
    ("administrator", "Administrator"),
    ("auditor", "Auditor (reads only)"),
    ("overseer", "Overseer (figures only)"),
)


class Town(models.Model):
    """A town, and the head of its chain of entries: how many there are, and the last one's digest.

    Which ordinance, readings and figures it has adopted are entries of its record.
    """

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(max_length=120)
    zone = models.CharField(max_length=60, default="America/New_York")
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default="", blank=True)
    cases = models.PositiveBigIntegerField(default=0)
    feed_key = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class PersonManager(BaseUserManager["Person"]):
    """Makes people, known by their e-mail address."""

    def create_user(self, email: str, name: str, password: str | None = None) -> Person:
        """A person who can sign in; without a password only by a directory or a link."""
        person = self.model(email=self.normalize_email(email).lower(), name=name)
        person.set_password(password)
        person.save(using=self._db)
        return person


class Person(AbstractBaseUser):
    """Somebody who signs in. What a person may do is said by the memberships."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[PersonManager] = PersonManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        """The name as it is written on a paper."""
        return self.name


class TownOwned(models.Model):
    """What belongs to a town: it can be asked for only within that town's scope."""

    # Every index of these tables begins with the town or with the case: none by the town alone.
    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saved under the town in scope, and under no other."""
        if self.town_id is None:
            self.town_id = current()
        elif self.town_id != current():
            raise NoTown(f"this belongs to town {self.town_id}, and town {current()} is in scope")
        super().save(*args, **kwargs)


class Membership(TownOwned):
    """A person's role in a town. Somebody with two roles has two of them."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=ROLES)
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    objects: ClassVar[MemberManager[Self]] = MemberManager()

    class Meta(TownOwned.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("town", "person", "role", "since"), name="membership_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person_id} {self.role}"


class Setting(TownOwned):
    """What a town has set on one topic, as its record last says: a projection of town entries."""

    topic = models.CharField(max_length=40)
    value = models.JSONField(default=dict)
    entry_n = models.PositiveBigIntegerField(default=0)
    set_at = models.DateTimeField(null=True)
    set_by = models.CharField(max_length=120, default="", blank=True)

    objects: ClassVar[TownManager[Self]] = TownManager()

    class Meta(TownOwned.Meta):
        constraints = (models.UniqueConstraint(fields=("town", "topic"), name="setting_once"),)

    def __str__(self) -> str:
        return self.topic
