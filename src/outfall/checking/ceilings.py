"""Figures against what the states allow: penalties, imprisonment and interest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from outfall.checking.figures import tables
from outfall.checking.finding import Finding, found
from outfall.checking.tables import Ceiling
from outfall.law.ordinance import Ordinance
from outfall.law.words import dollars, english

TRACKS = {"civil": ("penalty", "civil_penalty"), "criminal": ("penalty", "fine")}
"""Which rows of the table reach a track."""


class Figure(NamedTuple):
    """A figure of a pack: of what (rows of the table), how much, for which offense, and where."""

    what: tuple[str, ...]
    amount: Decimal
    offense: int
    about: str
    cite: str
    since: date | None = None

    @property
    def words(self) -> str:
        if "imprisonment" in self.what:
            return f"{self.amount} days in jail"
        if "interest" in self.what:
            return f"{self.amount} percent a year"
        return dollars(int(self.amount))


def figures(law: Ordinance) -> Iterator[Figure]:
    """Every figure that a state could bound."""
    for rule in law.penalties:
        about, what = f"penalty {rule.track}", TRACKS[rule.track]
        for table in tables(rule):
            for n, tiers in enumerate(table, 1):
                for tier in tiers:
                    amount = Decimal(tier.max if tier.max is not None else tier.min)
                    if amount:
                        yield Figure(what, amount, n, about, rule.cite, tier.since)
                    if tier.jail_days:
                        days = Decimal(tier.jail_days)
                        yield Figure(("imprisonment",), days, n, about, rule.cite, tier.since)
    if law.interest is not None:
        for row in law.interest.rates:
            yield Figure(("interest",), row.value, 1, "interest", law.interest.cite, row.since)


def above(law: Ordinance, known: tuple[Ceiling, ...]) -> Iterator[Finding]:
    """Figures above the ceiling of the pack, of a profile, or of the state in the table.

    What kind of municipality a pack is of is not known to it: the most generous row of its state
    counts, so that nothing is called too high that any of them may ask.
    """
    told: set[tuple[str, str]] = set()
    for figure in figures(law):
        for limit, cite, more in _limits(law, figure, known):
            says = f"The figure of {figure.words} is above the {limit} that {cite} allows{more}."
            if (figure.about, says) not in told:
                told.add((figure.about, says))
                adopt = "Ask for no more than the ceiling."
                yield found("above-ceiling", (figure.cite,), figure.about, says, adopt)


def _limits(
    law: Ordinance, figure: Figure, known: tuple[Ceiling, ...]
) -> Iterator[tuple[str, str, str]]:
    """Each ceiling that a figure is above: the limit in words, its cite, and what to know of it.

    A ceiling that the pack names itself is taken before the table's.
    """
    money = "imprisonment" not in figure.what and "interest" not in figure.what
    own = [(law.ceiling, "")] if law.ceiling else []
    own += [(p.ceiling, f", in the profile {p.id}") for p in law.profiles if p.ceiling]
    for (most, cite), more in own:
        if money and figure.amount > most:
            yield dollars(most), cite, more
    rows = [row for row in known if row.state == law.state and _reaches(row, figure)]
    if rows and not (money and law.ceiling):
        best = max(rows, key=lambda row: row.most_for(figure.offense))
        most_there = best.most_for(figure.offense)
        if figure.amount > most_there:
            limit = figure._replace(amount=most_there).words
            yield limit, best.cite, _known_of(best)


def _reaches(row: Ceiling, figure: Figure) -> bool:
    """Whether a row is about such a figure, and was law on its first day where that is known."""
    if row.what not in figure.what:
        return False
    day = figure.since
    return day is None or (row.since or date.min) <= day <= (row.until or date.max)


def _known_of(row: Ceiling) -> str:
    who = english([f"a {kind}" for kind in row.of], "or")
    days = f" since {row.since}" if row.since else ""
    return f" {who} in {row.state}{days}{'' if row.verified else UNVERIFIED}"


UNVERIFIED = " (not verified by a person)"


def equal(law: Ordinance, known: tuple[Ceiling, ...]) -> Iterator[Finding]:
    """Figures of a text that names no state and no ceiling: each the very ceiling of some state."""
    if law.state is not None or law.ceiling is not None:
        return
    for amount, same in _by_amount(law).items():
        rows = [
            row
            for row in known
            if row.most_for(1) == amount and any(_reaches(row, figure) for figure in same)
        ]
        if rows:
            times = "" if len(same) == 1 else f" {_TIMES.get(len(same), 'several times')}"
            told = english([f"{row.cite} ({row.state}){_mark(row)}" for row in rows])
            says = f"The text has {dollars(int(amount))}{times}: the ceiling of {told}."
            profiles = [p.id for p in law.profiles if p.ceiling and p.ceiling[0] == amount]
            adopt = f"Profile {profiles[0]}, where that state's law governs." if profiles else ""
            cites = [figure.cite for figure in same]
            yield found("figure-is-a-ceiling", cites, same[0].about, says, adopt)


_TIMES = {2: "twice", 3: "three times"}


def _mark(row: Ceiling) -> str:
    return "" if row.verified else UNVERIFIED


def _by_amount(law: Ordinance) -> dict[Decimal, list[Figure]]:
    """The penalties of a first offense, by their amount."""
    found_at: dict[Decimal, list[Figure]] = {}
    some: Iterable[Figure] = (f for f in figures(law) if f.about.startswith("penalty"))
    for figure in some:
        if figure.offense == 1 and "imprisonment" not in figure.what:
            same = found_at.setdefault(figure.amount, [])
            if all(other.cite != figure.cite for other in same):
                same.append(figure)
    return found_at
