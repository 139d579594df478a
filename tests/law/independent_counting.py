"""The same counting a second time, as a careful clerk does it: with a finger on a wall calendar.

It shares nothing with the product: holidays are looked for on month pages, days are walked one at
a time, months are leafed through. It is slow, and kept simple enough to be checked by eye. The
days are those from 2000 to 2409, so that a period from the last day of 2399 still fits.
"""

from __future__ import annotations

import calendar
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache

MON, TUE, THU, SUN = calendar.MONDAY, calendar.TUESDAY, calendar.THURSDAY, calendar.SUNDAY
FIRST_YEAR, LAST_YEAR = 2000, 2409


def on_page(year: int, month: int, weekday: int) -> list[int]:
    """The numbers in one column of the page of a month."""
    return [week[weekday] for week in calendar.monthcalendar(year, month) if week[weekday]]


def federal_holidays(year: int) -> set[date]:
    """5 U.S.C. 6103, and the days off in lieu, for holidays dated in one year."""
    fixed = [(1, 1), (7, 4), (11, 11), (12, 25)]
    if year >= 2021:
        fixed.append((6, 19))
    found = set()
    for month, number in fixed:
        day = date(year, month, number)
        found.add(day)
        if day.strftime("%a") == "Sat":
            found.add(day - timedelta(days=1))
        if day.strftime("%a") == "Sun":
            found.add(day + timedelta(days=1))
    return found | {
        date(year, 1, on_page(year, 1, MON)[2]),
        date(year, 2, on_page(year, 2, MON)[2]),
        date(year, 5, on_page(year, 5, MON)[-1]),
        date(year, 9, on_page(year, 9, MON)[0]),
        date(year, 10, on_page(year, 10, MON)[1]),
        date(year, 11, on_page(year, 11, THU)[3]),
    }


def new_york_holidays(year: int) -> set[date]:
    """N.Y. Gen. Constr. Law 24, for holidays dated in one year."""
    fixed = [(1, 1), (2, 12), (7, 4), (11, 11), (12, 25)]
    if year >= 2021:
        fixed.append((6, 19))
    found = set()
    for month, number in fixed:
        day = date(year, month, number)
        found.add(day)
        if number in on_page(year, month, SUN):
            found.add(day + timedelta(days=1))
    return found | {
        date(year, 1, on_page(year, 1, MON)[2]),
        date(year, 2, on_page(year, 2, MON)[2]),
        date(year, 5, on_page(year, 5, MON)[-1]),
        date(year, 6, on_page(year, 6, SUN)[1]),
        date(year, 9, on_page(year, 9, MON)[0]),
        date(year, 10, on_page(year, 10, MON)[1]),
        date(year, 11, next(n for n in on_page(year, 11, TUE) if n >= 2)),
        date(year, 11, on_page(year, 11, THU)[3]),
    }


class WallCalendar:
    """410 years of days in a row, with the days off crossed out. Days are places in the row."""

    def __init__(self, place: str) -> None:
        listed = {"federal": federal_holidays, "new york": new_york_holidays}[place]
        holidays = {day for year in range(FIRST_YEAR, LAST_YEAR + 2) for day in listed(year)}
        self.days: list[date] = []
        day = date(FIRST_YEAR, 1, 1)
        while day.year <= LAST_YEAR:
            self.days.append(day)
            day += timedelta(days=1)
        names = [day.strftime("%A").lower() for day in self.days[:7]]
        self.kinds = [
            {names[place % 7], "holiday"} if day in holidays else {names[place % 7]}
            for place, day in enumerate(self.days)
        ]
        self.place_of = {day: place for place, day in enumerate(self.days)}

    def crossed_out(self, *off: str) -> list[bool]:
        """For each day, whether one of these words crosses it out."""
        words = set(off)
        return [not words.isdisjoint(kinds) for kinds in self.kinds]

    def month_on(self, place: int, months: int) -> int:
        """Leaf on through the months; where the page lacks the number, take its last."""
        day = self.days[place]
        year, month = day.year, day.month
        for _ in range(months):
            month += 1
            if month == 13:
                year, month = year + 1, 1
        number = day.day
        while number > calendar.monthrange(year, month)[1]:
            number -= 1
        return self.place_of[date(year, month, number)]

    def year_on(self, place: int, years: int) -> int:
        """The same date in another year; a leap day without one is the day before March."""
        day = self.days[place]
        if (day.month, day.day) == (2, 29) and not calendar.isleap(day.year + years):
            return self.place_of[date(day.year + years, 3, 1)] - 1
        return self.place_of[day.replace(year=day.year + years)]


@cache
def wall_calendar(place: str) -> WallCalendar:
    return WallCalendar(place)


def walk(place: int, n: int) -> int:
    """Put the finger on the next day, n times."""
    for _ in range(n):
        place += 1
    return place


def walk_working(place: int, n: int, off: list[bool]) -> int:
    """Walk until n days were not crossed out."""
    while n:
        place += 1
        if not off[place]:
            n -= 1
    return place


def walk_short(place: int, n: int, off: list[bool]) -> int:
    """Walk to the first day that has n - 1 good days between the event and itself."""
    last, between = place + 1, 0
    while between < n - 1:
        between += not off[last]
        last += 1
    return last


def tick(place: int, hours: int, off: list[bool]) -> int:
    """Let the hours tick, from the end of the day; those of crossed out days are not counted."""
    place, clock = place + 1, 0
    while hours:
        if clock == 24:
            place, clock = place + 1, 0
        if not off[place]:
            hours -= 1
        clock += 1
    return place


def move_on(place: int, off: list[bool]) -> int:
    """From a last day that is crossed out to the next that isn't."""
    while off[place]:
        place += 1
    return place


class WallClock:
    """All hours of some months in a row, each with what the clock on the wall shows in it."""

    def __init__(self, first: date, last: date, zone: tzinfo) -> None:
        hour = datetime(first.year, first.month, first.day, tzinfo=UTC)
        self.shows: list[datetime] = []
        while hour.astimezone(zone).date() <= last:
            self.shows.append(hour.astimezone(zone).replace(tzinfo=None))
            hour += timedelta(hours=1)
        self.places: dict[datetime, list[int]] = {}
        for place, shown in enumerate(self.shows):
            self.places.setdefault(shown.replace(fold=0), []).append(place)

    def place(self, shown: datetime, which: int = 0) -> int:
        """The hour that the clock shows so; if it skips it, the hour after; if twice, as asked."""
        while shown not in self.places:
            shown += timedelta(hours=1)
        return self.places[shown][which if which < len(self.places[shown]) else 0]
