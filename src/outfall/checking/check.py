"""Runs every check on one version of an ordinance, and on the dates of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from outfall.checking import (
    ceilings,
    cites,
    contesting,
    dates,
    figures,
    money,
    papers,
    periods,
    powers,
)
from outfall.checking.finding import SEVERITIES, Finding
from outfall.checking.tables import ceilings as known_ceilings
from outfall.checking.tables import model_elements
from outfall.checking.walk import Walk, walk
from outfall.law.ordinance import Ordinance

Check = Callable[[Ordinance], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    periods.readings_of_periods,
    periods.two_deadlines,
    periods.two_acts,
    periods.undefined,
    periods.papers_without_time,
    contesting.none_at_all,
    contesting.burdens,
    contesting.proceedings,
    contesting.stays,
    figures.bands,
    figures.without_amount,
    figures.without_most,
    figures.two_tracks,
    figures.instead_and_cumulative,
    lambda law: ceilings.above(law, known_ceilings()),
    lambda law: ceilings.equal(law, known_ceilings()),
    money.interest,
    money.plan,
    money.shares,
    papers.orders,
    lambda law: papers.contents(law, model_elements()),
    cites.cites,
    dates.rows,
)
"""Every check that reads the rules alone; those of the walk and of the versions come beside."""


class Checked(NamedTuple):
    """The findings of an ordinance, the gravest first, and the walk that some of them rest on."""

    findings: tuple[Finding, ...]
    walked: Walk


def check(law: Ordinance, versions: Sequence[dates.Span] = ()) -> Checked:
    """Every finding on one version, and on the dates of the versions of its ordinance."""
    walked = walk(law)
    found = [finding for one in CHECKS for finding in one(law)]
    found += powers.powers(law, walked)
    found += powers.choices(law, walked)
    found += dates.versions(versions)
    return Checked(tuple(sorted(found, key=lambda finding: _place(law, finding))), walked)


def _place(law: Ordinance, finding: Finding) -> tuple[int, int, str, str]:
    """By severity, then in the order of the paragraphs, then by kind."""
    first = finding.cites[0] if finding.cites else ""
    known = [paragraph.cite for paragraph in law.paragraphs]
    inside = [n for n, cite in enumerate(known) if first.startswith(cite)]
    at = max(inside, default=-1)
    return SEVERITIES.index(finding.severity), at, finding.id, finding.about
