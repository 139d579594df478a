"""Hours that really pass: local times to instants and back, through the changes of the clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from outfall.law.calendar import Calendar, day_off


def instant(day: date, at: time, zone: tzinfo) -> datetime:
    """The instant of a local time, in its zone.

    A time that the clocks skip is read with the offset before the change, so that it comes out
    after the gap (02:30 as 03:30). One that they show twice is the first of the two, unless its
    ``fold`` is 1. Raises ValueError for a time that carries a zone of its own, OverflowError
    where the instant lies outside the years 1 to 9999.
    """
    if at.tzinfo is not None:
        raise ValueError(f"give the local time of day without a zone, not {at}")
    try:
        return datetime.combine(day, at, zone).astimezone(UTC).astimezone(zone)
    except OverflowError:
        raise OverflowError(f"{at} on {day} lies outside the years 1 to 9999") from None


def hours_on(
    start: datetime, hours: int, left_out: frozenset[str], calendar: Calendar, zone: tzinfo
) -> datetime:
    """So many hours on, in real time; local days of the kinds ``left_out`` take no part at all.

    Raises OverflowError where they run past the year 9999.
    """
    now, rest = start.astimezone(UTC), timedelta(hours=hours)
    while left_out and rest:
        today = now.astimezone(zone).date()
        midnight = instant(today + timedelta(days=1), time(), zone).astimezone(UTC)
        if day_off(today, left_out, calendar) is None:
            if now + rest <= midnight:
                break
            rest -= midnight - now
        now = midnight
    return (now + rest).astimezone(zone)


def part_of_day(day: date, since: datetime, zone: tzinfo) -> timedelta:
    """The real time between an instant, or the day's beginning if that is later, and its end."""
    begin = instant(day, time(), zone).astimezone(UTC)
    end = instant(day + timedelta(days=1), time(), zone).astimezone(UTC)
    return end - max(begin, since.astimezone(UTC))
