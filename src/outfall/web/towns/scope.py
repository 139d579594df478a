"""The scope of a town: outside of one, nothing that belongs to a town can be read or written.

The scope is kept twice: here, where a query without a town raises, and in PostgreSQL's session,
where row policies refuse what a forgotten filter would have let through.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

_town: ContextVar[int | None] = ContextVar("outfall_town", default=None)
_person: ContextVar[int | None] = ContextVar("outfall_person", default=None)

Owned = TypeVar("Owned", bound="models.Model")


class NoTown(RuntimeError):
    """A query for what belongs to a town, asked outside of any town's scope."""


def current() -> int:
    """The id of the town in scope. Raises ``NoTown`` outside of one."""
    found = _town.get()
    if found is None:
        raise NoTown("this belongs to a town, and no town is in scope: use scope.town(...)")
    return found


def _tell(db: BaseDatabaseWrapper, name: str, value: int | None) -> None:
    if db.vendor == "postgresql":
        with db.cursor() as cursor:
            text = "" if value is None else str(value)
            cursor.execute("SELECT set_config(%s, %s, false)", [name, text])


@contextmanager
def town(id: int) -> Iterator[None]:
    """Within it, queries see the things of one town; a scope within a scope is put back after."""
    token = _town.set(id)
    before = token.old_value if isinstance(token.old_value, int) else None
    try:
        _tell(connection, "outfall.town", id)
        yield
    finally:
        _town.reset(token)
        _forget("outfall.town", before)


@contextmanager
def person(id: int) -> Iterator[None]:
    """Within it no town is in scope, and a person's own memberships can be read whatever the town.

    The town that was in scope before is in scope again after.
    """
    who, where = _person.set(id), _town.set(None)
    before = where.old_value if isinstance(where.old_value, int) else None
    try:
        _tell(connection, "outfall.person", id)
        _tell(connection, "outfall.town", None)
        yield
    finally:
        _town.reset(where)
        _person.reset(who)
        _forget("outfall.person", None)
        _forget("outfall.town", before)


def _forget(name: str, value: int | None) -> None:
    """Put the session's setting back; a transaction that broke is rolled back with its own."""
    if connection.connection is not None and not connection.needs_rollback:
        _tell(connection, name, value)


def connect() -> None:
    """A connection that is opened within a scope is told of it."""
    connection_created.connect(_on_connection, dispatch_uid="outfall.scope")


def _on_connection(sender: object, connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    _tell(connection, "outfall.town", _town.get())
    _tell(connection, "outfall.person", _person.get())


class TownManager(models.Manager[Owned]):
    """Gives the rows of the town in scope, and none without one."""

    def get_queryset(self) -> models.QuerySet[Owned]:
        return super().get_queryset().filter(town_id=current())


class MemberManager(models.Manager[Owned]):
    """As ``TownManager``; within a person's scope also that person's own rows."""

    def get_queryset(self) -> models.QuerySet[Owned]:
        every = super().get_queryset()
        who = _person.get()
        if _town.get() is None and who is not None:
            return every.filter(person_id=who)
        return every.filter(town_id=current())
