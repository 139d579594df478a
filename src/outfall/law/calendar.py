"""Which days are days off: a statute's list of holidays, dated, and the days declared since.

The list is the statute's, not the town hall's closing days: an office that is shut on Good Friday
does not make Good Friday a holiday (Smith v. McTaggart, 343 Ga. App. 144). Lists are data of a
pack. Nothing here reads a clock or a file: a zone is handed in by whoever has one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from functools import lru_cache

DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY_KINDS = frozenset(DAY_NAMES) | {"holiday"}
LAST_ORDINAL = date.max.toordinal()

_LENGTHS_OF_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class Holiday:
    """One line of a statute's list of holidays, and the days on which that line is law.

    A holiday is on a fixed ``day`` of the ``month``, or on a ``weekday`` (0 is Monday): the
    ``nth`` of the month (1 to 5, or -1 for the last), or the first ``on_or_after`` a day of the
    month (Election Day is the Tuesday on or after November 2), or, with ``month`` 0, so many days
    from ``easter`` Sunday (-2 is Good Friday). ``every`` keeps it to each so-manieth year, counted
    from the year of ``since`` (elections). ``observed`` pairs a weekday with
    a number of days: ``((5, -1), (6, 1))`` also gives the Friday before a Saturday holiday and
    the Monday after a Sunday one (5 U.S.C. 6103(b)); the holiday itself stays one.

    ``since`` and ``until`` are the first and last day on which the line is law. Each day is
    judged by the law of that day, an observed day too. Raises ValueError for a line that names
    no day, or two.

    >>> Holiday("Memorial Day", 5, weekday=0, nth=-1).on(2026)
    datetime.date(2026, 5, 25)
    >>> Holiday("Election Day", 11, weekday=1, on_or_after=2).on(2027)
    datetime.date(2027, 11, 2)
    >>> Holiday("Good Friday", 0, easter=-2).on(2026)
    datetime.date(2026, 4, 3)
    """

    name: str
    month: int
    day: int | None = None
    weekday: int | None = None
    nth: int | None = None
    on_or_after: int | None = None
    since: date | None = None
    until: date | None = None
    observed: tuple[tuple[int, int], ...] = ()
    easter: int | None = None
    every: int | None = None

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem:
            raise ValueError(f"the holiday {self.name!r}: {problem}")

    def _problem(self) -> str:
        if self.every is not None and (self.every < 1 or self.since is None):
            return "every so many years needs a number from 1 and since, the year to count from"
        if self.easter is not None:
            return self._problem_by_easter()
        if not 1 <= self.month <= 12:
            return f"{self.month} is not a month; months are 1 to 12"
        longest = _LENGTHS_OF_MONTHS[self.month - 1]
        ways = [way for way in (self.day, self.nth, self.on_or_after) if way is not None]
        if len(ways) != 1 or (self.weekday is None) != (self.day is not None):
            return "give a day, or a weekday with either nth or on_or_after"
        if self.nth is not None and self.nth not in (-1, 1, 2, 3, 4, 5):
            return f"nth is 1 to 5, or -1 for the last, not {self.nth}"
        if self.nth is None and not 1 <= ways[0] <= longest:
            return f"month {self.month} has no day {ways[0]}"
        weekdays = [self.weekday or 0, *(weekday for weekday, _ in self.observed)]
        if not all(0 <= weekday <= 6 for weekday in weekdays):
            return "a weekday is 0 (Monday) to 6 (Sunday)"
        if self.since is not None and self.until is not None and self.until < self.since:
            return f"it ends on {self.until}, before it begins on {self.since}"
        return ""

    def _problem_by_easter(self) -> str:
        if self.month or any(
            way is not None for way in (self.day, self.weekday, self.nth, self.on_or_after)
        ):
            return "a holiday by Easter has neither a month nor a day of its own"
        if not -80 <= (self.easter or 0) <= 80:
            return f"{self.easter} days from Easter Sunday is another season; -80 to 80"
        return ""

    def on(self, year: int) -> date | None:
        """The date of the holiday itself in a year, or None where the line gives none.

        It is None for a year without that day (February 29, a fifth Monday), and where the line
        isn't law on the day.
        """
        day = self._date(year)
        return day if day is not None and self._is_law(day) else None

    def observed_on(self, year: int) -> date | None:
        """The further day off for a holiday of ``year``; it can lie in the year before or after."""
        day = self._date(year)
        if day is None:
            return None
        moved = day.toordinal() + dict(self.observed).get(day.weekday(), 0)
        if moved == day.toordinal() or not 1 <= moved <= LAST_ORDINAL:
            return None
        other = date.fromordinal(moved)
        return other if self._is_law(other) else None

    def _is_law(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (
            self.until is None or day <= self.until
        )

    def _date(self, year: int) -> date | None:
        if self.every and self.since and (year - self.since.year) % self.every:
            return None
        if self.easter is not None:
            return date.fromordinal(easter_sunday(year).toordinal() + self.easter)
        if self.day is not None:
            if self.day > month_length(year, self.month):
                return None
            return date(year, self.month, self.day)
        assert self.weekday is not None  # checked when the line was made
        first = date(year, self.month, 1).toordinal()
        if self.on_or_after is not None:
            return _forward(first + self.on_or_after - 1, self.weekday)
        if self.nth == -1:
            return _forward(first + month_length(year, self.month) - 7, self.weekday)
        assert self.nth is not None
        found = _forward(first + 7 * (self.nth - 1), self.weekday)
        return found if found is not None and found.month == self.month else None


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days off of one place: its list of ``holidays``, the days ``added`` to it, its zone.

    ``added`` holds single days with their names: those that a governor or a town declared, and
    those that no yearly rule gives. ``zone`` is needed only where a period is counted in hours.

    >>> from datetime import date
    >>> christmas = Holiday("Christmas Day", 12, 25, observed=((5, -1), (6, 1)))
    >>> Calendar((christmas,)).holiday(date(2027, 12, 24))
    'Christmas Day (observed)'
    >>> print(Calendar((christmas,)).holiday(date(2027, 12, 23)))
    None
    """

    holidays: tuple[Holiday, ...] = ()
    added: tuple[tuple[date, str], ...] = ()
    zone: tzinfo | None = None
    _years: dict[int, dict[int, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def holiday(self, day: date) -> str | None:
        """The name of the holiday on a day, or None. It says nothing of Saturdays and Sundays."""
        return self.holidays_in(day.year).get(day.toordinal())

    def holidays_in(self, year: int) -> dict[int, str]:
        """The names of a year's holidays by the days' ordinals; to be read, never changed.

        Worked out once a year and calendar. What is kept follows from the calendar alone, so two
        threads that work it out at once store the same.
        """
        try:
            return self._years[year]
        except KeyError:
            names = dict(_listed(self.holidays, year))
            for day, name in self.added:
                if day.year == year:
                    names.setdefault(day.toordinal(), name)
            self._years[year] = names
            return names

    def with_added(self, days: Iterable[date], name: str = "declared holiday") -> Calendar:
        """The same calendar with further days, all under one name; a day off stays as it was.

        >>> from datetime import date
        >>> Calendar().with_added([date(2026, 1, 27)]).holiday(date(2026, 1, 27))
        'declared holiday'
        """
        return replace(self, added=self.added + tuple((day, name) for day in days))


@lru_cache(maxsize=4096)
def _listed(holidays: tuple[Holiday, ...], year: int) -> dict[int, str]:
    """A list's holidays in a year. A day's own holiday names it before one that is observed."""
    names: dict[int, str] = {}
    for holiday in holidays:
        day = holiday.on(year)
        if day is not None:
            names.setdefault(day.toordinal(), holiday.name)
    for near in (year, year - 1, year + 1):
        if not 1 <= near <= 9999:
            continue
        for holiday in holidays:
            day = holiday.observed_on(near)
            if day is not None and day.year == year:
                names.setdefault(day.toordinal(), f"{holiday.name} (observed)")
    return names


def day_off(day: date, kinds: frozenset[str], calendar: Calendar) -> str | None:
    """Why a day is off: its holiday or its weekday, by name; None for a day that isn't.

    ``kinds`` says what can make a day off: names of weekdays, and ``holiday``.

    >>> from datetime import date
    >>> day_off(date(2026, 5, 24), frozenset({"sunday", "holiday"}), Calendar())
    'Sunday'
    """
    if "holiday" in kinds:
        name = calendar.holiday(day)
        if name is not None:
            return name
    weekday = DAY_NAMES[day.weekday()]
    return weekday.capitalize() if weekday in kinds else None


def next_working(ordinal: int, kinds: frozenset[str], calendar: Calendar) -> int:
    """The first day on or after ``ordinal`` that none of the ``kinds`` makes a day off.

    It works on ordinals (``date.toordinal``), because counting asks for it more than for anything
    else. Raises OverflowError where the years end first.
    """
    weekdays, holidays_too = masks(kinds)
    while True:
        if ordinal > LAST_ORDINAL:
            raise OverflowError("the period runs past the year 9999")
        if not weekdays >> ordinal % 7 & 1 and not (
            holidays_too and ordinal in calendar.holidays_in(date.fromordinal(ordinal).year)
        ):
            return ordinal
        ordinal += 1


@lru_cache(maxsize=256)
def masks(kinds: frozenset[str]) -> tuple[int, bool]:
    """The weekdays among ``kinds`` as bits by ``ordinal % 7``, and whether holidays are among them.

    Raises ValueError for a word that is no kind of day, and for a week without any other day:
    nothing could fall due in it.
    """
    unknown = sorted(kinds - DAY_KINDS)
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no kind of day: name weekdays in English, or holiday")
    bits = sum(1 << (DAY_NAMES.index(kind) + 1) % 7 for kind in kinds if kind != "holiday")
    if bits == 0b1111111:
        raise ValueError("all seven days of the week are off, so that nothing could fall due")
    return bits, "holiday" in kinds


def month_length(year: int, month: int) -> int:
    """The number of days of a month, in the Gregorian calendar."""
    if month == 2 and (year % 4 != 0 or (year % 100 == 0 and year % 400 != 0)):
        return 28
    return _LENGTHS_OF_MONTHS[month - 1]


def easter_sunday(year: int) -> date:
    """Easter Sunday of a year, by the Gregorian reckoning that the western churches share.

    >>> easter_sunday(2026), easter_sunday(2038)
    (datetime.date(2026, 4, 5), datetime.date(2038, 4, 25))
    """
    century, in_century = divmod(year, 100)
    golden = year % 19
    moved = century - (century + 8) // 25 + 1
    epact = (19 * golden + century - century // 4 - moved // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (in_century // 4) - epact - in_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _forward(ordinal: int, weekday: int) -> date | None:
    """The first such weekday on or after a day, unless the calendar has ended by then."""
    ordinal += (weekday + 1 - ordinal) % 7
    return date.fromordinal(ordinal) if ordinal <= LAST_ORDINAL else None
