"""Penalties among themselves: without an amount or a most, overlapping, or in two tracks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from outfall.checking.finding import Finding, found
from outfall.law.ordinance import Ordinance, PenaltyRule, Tier
from outfall.law.words import dollars, english

FROM_THE_VIOLATION = ("observation", "discovery", "issue", "service", "receipt", "postmark")
"""Starts of a penalty that is for the violation itself, and not for disobeying an order."""


def tables(rule: PenaltyRule) -> Iterator[tuple[tuple[Tier, ...], ...]]:
    """The rows of a penalty, those of every choice where a reading decides."""
    if rule.tiers_by is None:
        yield rule.tiers
    else:
        yield from (rows for _, rows in rule.tiers_by.choices)


def bands(law: Ordinance) -> Iterator[Finding]:
    """Tiers of which one ends where the next begins."""
    for rule in law.penalties:
        shared = {
            low.max
            for rows in tables(rule)
            for one, other in pairwise(rows)
            for low in one
            for high in other
            if low.max and low.max == high.min and low.min < low.max and high.max != high.min
        }
        if shared:
            told = english([dollars(amount) for amount in sorted(shared)])
            says = f"The bands of the {rule.track} penalty meet at {told}."
            adopt = "Charge a figure that lies inside one band alone."
            yield found("bands-meet", (rule.cite,), f"penalty {rule.track}", says, adopt)


def without_amount(law: Ordinance) -> Iterator[Finding]:
    """A paragraph that speaks of penalties of a track for which there is no amount."""
    tracks = {rule.track for rule in law.penalties}
    for clause in law.clauses:
        track = clause.kind.removesuffix("_penalty")
        if clause.kind.endswith("_penalty") and track not in tracks:
            says = f"The text speaks of {track} penalties and gives no amount for any."
            adopt = f"Impose no {track} penalty; use the remedies that have an amount."
            yield found(
                "penalty-without-amount", (clause.cite,), f"clause {clause.kind}", says, adopt
            )


def without_most(law: Ordinance) -> Iterator[Finding]:
    """A penalty whose text names the least and no most."""
    for rule in law.penalties:
        if any(tier.max is None for rows in tables(rule) for tiers in rows for tier in tiers):
            says = f"The text names no most for the {rule.track} penalty."
            adopt = "Ask for no more than the state's ceiling; without one, for the least."
            yield found("no-most", (rule.cite,), f"penalty {rule.track}", says, adopt)


def two_tracks(law: Ordinance) -> Iterator[Finding]:
    """A civil and a criminal penalty that count the same days of the same violation."""
    if any(clause.kind == "one_track" for clause in law.clauses):
        return
    daily = [rule for rule in law.penalties if _counts_days(rule)]
    civil = [rule for rule in daily if rule.track == "civil"]
    criminal = [rule for rule in daily if rule.track == "criminal"]
    if civil and criminal:
        cites = [rule.cite for rule in (*civil, *criminal)]
        says = (
            "The civil penalty and the criminal one reach the same day of a violation, and the "
            "text does not say how the two go together."
        )
        adopt = "Choose one track for a day, and keep the two figures apart."
        yield found("tracks-overlap", cites, "penalty criminal", says, adopt)


def _counts_days(rule: PenaltyRule) -> bool:
    return rule.unit in ("day", "week") and rule.starts.kind in FROM_THE_VIOLATION


def instead_and_cumulative(law: Ordinance) -> Iterator[Finding]:
    """One paragraph puts a remedy in place of the others, another adds them all up."""
    instead = [clause.cite for clause in law.clauses if clause.kind == "instead"]
    adding = [clause.cite for clause in law.clauses if clause.kind == "cumulative"]
    if instead and adding:
        says = (
            f"By {english(instead)} a remedy stands in place of the others; by {english(adding)} "
            "the remedies add to one another."
        )
        adopt = "Put into each agreement what the party is free of, and what comes back on default."
        yield found("instead-and-cumulative", (*instead, *adding), "clause instead", says, adopt)
