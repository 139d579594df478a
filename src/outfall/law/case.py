"""A case: what happened, in dated events that are only ever added to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Party:
    """Someone whom the case concerns; ``share`` is the part of a prorated cost that they bear."""

    id: str
    role: str
    name: str
    address: str | None = None
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PriorOffense:
    """An earlier offense of the party; without ``convicted_on`` no court has decided it."""

    offense_on: date
    convicted_on: date | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture of the record: its file, and what shows where it comes from."""

    file: str
    says: str
    taken_on: date
    taken_at: time | None = None
    by: str | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One dated entry of a case file. ``name`` is the file's ``event``; the rest are its fields.

    ``on`` is its local date, ``at`` the time of day where the hour matters, ``place`` its position
    in the file, counting from 0. Money is in cents. ``paper`` and ``photos`` are for papers made of
    an entry: no rule of law reads them.
    """

    id: str
    name: str
    on: date
    place: int
    at: time | None = None
    violation: str = "v1"
    violations: tuple[str, ...] | None = None
    notice: str | None = None
    kind: str | None = None
    nature: str | None = None
    severity: str | None = None
    danger: bool | None = None
    permit: str | None = None
    discovered_on: date | None = None
    instrument: str | None = None
    contents: tuple[str, ...] = ()
    comply_by: date | None = None
    cure_days: int | None = None
    requires: tuple[str, ...] = ()
    method: str | None = None
    received_on: date | None = None
    postmarked_on: date | None = None
    reason: str | None = None
    finding: str | None = None
    deadline: str | None = None
    until: date | None = None
    outcome: str | None = None
    amount: int | None = None
    offense_on: date | None = None
    fine: int | None = None
    days: int | None = None
    payments: int | None = None
    first_due: date | None = None
    every: str | None = None
    part: str | None = None
    why: str | None = None
    party: str | None = None
    recorded_on: date | None = None
    approved: bool | None = None
    what: str | None = None
    entry: str | None = None
    held_on: date | None = None
    held_at: time | None = None
    where: str | None = None
    paper: tuple[tuple[str, date | str], ...] = ()
    photos: tuple[Photo, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A case file, read: names, numbers and dates are checked, what they mean is not yet."""

    id: str
    ordinance: str
    events: tuple[Event, ...]
    parties: tuple[Party, ...] = ()
    history: tuple[PriorOffense, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    policy: tuple[tuple[str, int | str | tuple[str, ...]], ...] = ()
    added_holidays: tuple[date, ...] = ()
    profile: str | None = None
    place: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Town:
    """What a town has adopted under its ordinance: it holds for every case that says no other."""

    name: str
    ordinance: str
    readings: tuple[tuple[str, str], ...] = ()
    policy: tuple[tuple[str, int | str | tuple[str, ...]], ...] = ()
    added_holidays: tuple[date, ...] = ()
    profile: str | None = None
