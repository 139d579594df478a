"""The deadlines of a text: for what each period runs, from when, and in which case.

Each period is given a word by a list of rules, the first that fits. A rule looks at the act that
governs the period, at what is acted on, and at the direction; it never looks for a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from outfall.reading.acts import Act, acts
from outfall.reading.anchors import anchor_in, anchor_of, object_of
from outfall.reading.circumstances import condition_of, tier_of
from outfall.reading.contests import after_decision, appeal, before_hearing, decision, hearing
from outfall.reading.cures import (
    completion,
    cure,
    denial,
    extension,
    response_plan,
    short_notice,
    statement,
    town_work,
)
from outfall.reading.dues import notice, payment
from outfall.reading.earlier import deemed_service, lookback, transition
from outfall.reading.fact import Fact
from outfall.reading.governing import LISTED, governing
from outfall.reading.other_periods import is_other
from outfall.reading.periods import Period, periods
from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.sentences import sentences
from outfall.reading.setting import Setting, settings
from outfall.reading.told import Told

RULES: tuple[Callable[[Told], str | None], ...] = (
    before_hearing, short_notice, lookback, transition, deemed_service, after_decision, appeal,
    hearing, decision, payment, denial, statement, response_plan, extension, notice, completion,
    town_work, cure,
)  # fmt: skip


DIRECTED = frozenset({"hearing_notice_min", "hearing_publication_min"})


CONDITIONED = frozenset(
    {"cure_period", "appeal_window", "emergency_notice_period", "remediation_complete_within",
     "city_correction_after", "response_plan_due", "hearing_within", "notice_issue_within"}
)  # fmt: skip
"""Periods that an emergency shortens."""


COSTLY = frozenset({"cost_protest_within", "cost_payment_due", "suit_after"})


def facts_of(text: Text) -> list[Fact]:
    """Every deadline of a text, in its order."""
    found: list[Fact] = []
    for place, (provision, setting) in enumerate(zip(text.provisions, settings(text), strict=True)):
        if provision.kind in (Kind.PARAGRAPH, Kind.UNREAD, Kind.ROW):
            found += _in_provision(provision, place, setting)
    return found


def _in_provision(provision: Provision, place: int, setting: Setting) -> Iterator[Fact]:
    told: list[Fact] = []
    for period in periods(provision.text):
        if is_other(period) or _is_named_again(period, told):
            continue
        act = governing(period) or _of_the_list(period, setting)
        one = Told(period, act, setting.at(period), tuple(told))
        what = next((found for rule in RULES if (found := rule(one))), None)
        if what is not None:
            told.append(_fact(one, what, provision, place))
    yield from _started(told, provision)


_STARTS = re.compile(
    r"\b(?:the|such|this|that|said|these)\s+(?:[\w()-]+\s+){0,4}?(?:period|time|days)\s+(?:shall\s+|will\s+|must\s+)?"
    r"(?:commence|begin|start|run|be\s+(?:measured|counted|computed|calculated))s?\s+"
    r"(?:to\s+run\s+|running\s+)?(?:with|on|upon|from|at)\s+(?P<phrase>[^.;,]{3,90})",
    re.IGNORECASE,
)


def _started(told: list[Fact], provision: Provision) -> list[Fact]:
    """The facts, with a start that a later sentence gives to a period: "the period runs from"."""
    for match in _STARTS.finditer(provision.text):
        at = provision.places[match.start()]
        before = [place for place, fact in enumerate(told) if fact.start < at]
        if before and told[before[-1]].anchor == "unspecified":
            fact = told[before[-1]]
            found = anchor_in(match["phrase"].lower(), fact.what, fact.what in COSTLY)
            told[before[-1]] = replace(fact, anchor=found)
    return told


def _of_the_list(period: Period, setting: Setting) -> Act | None:
    """The act of the words over a list, for an item that opens with its period."""
    over = setting.over.rstrip()
    if period.lead_start > 12 or not over.endswith((":", "—", "-")):
        return None
    last = [act for act in acts(over[sentences(over)[-1][0] :]) if act.name in LISTED]
    return Act(last[-1].name, 0, 0) if last else None


_NAMED_AGAIN = re.compile(r"\b(?:the|any)\s+$")


def _is_named_again(period: Period, told: list[Fact]) -> bool:
    """Whether "the 30-day period" only names what the provision told before."""
    bare = re.match(r"[\s-]*(?:\w+\s+)?period\b", period.after) and not period.phrase.startswith(
        ("receipt", "service", "issu", "date", "the date")
    )
    same = any((fact.value, fact.unit) == _amount(period) for fact in told)
    return bool(bare and same and _NAMED_AGAIN.search(period.before))


def _amount(period: Period) -> tuple[object, str]:
    return period.quantity.value, period.quantity.unit


def _fact(told: Told, what: str, provision: Provision, place: int) -> Fact:
    period, quantity = told.period, told.period.quantity
    condition = condition_of(period, told.setting.told_before) if what in CONDITIONED else None
    start, end = provision.places[period.lead_start], provision.places[quantity.end - 1] + 1
    return Fact(
        "deadline",
        what,
        provision.cite,
        start,
        end,
        quantity.value,
        quantity.unit,
        _anchor(told, what, condition),
        tier_of(period, told.setting, what),
        condition,
        "min" if period.bound == "min" else None,
        place,
        quantity.is_blank,
        remarks=quantity.remarks,
    )


def _anchor(told: Told, what: str, condition: str | None) -> str | None:
    period = told.period
    if what == "lookback_period":
        counted = period.phrase or period.clause_before[-110:]
        is_notice = re.search(r"\bnotices?\b|\bwarnings?\b|\border\b", counted)
        return "prior_notice" if is_notice else "previous_violation"
    if what in DIRECTED:
        return "hearing"
    if what == "transition_period":
        return "effective_date"
    if what == "emergency_notice_period":
        return "unspecified"
    if what == "cure_period_extended_max" and not period.phrase:
        return "unspecified"
    if what == "deemed_service_after":
        of_notice = object_of(period.phrase) == "notice"
        return anchor_of(period, what) if of_notice else "unspecified"  # mailing has no word
    has_cost = what in COSTLY or (told.is_cost and what == "cost_payment_due_after_appeal")
    found = anchor_of(period, what, has_cost)
    if found == "unspecified":
        found = _implied(told, what, condition)
    return found


def _implied(told: Told, what: str, condition: str | None) -> str:
    """The start that the setting names where the sentence names none."""
    if what == "hearing_within" and re.search(
        r"\bappeal|\brequest", told.setting.told_before[-200:]
    ):
        return "unspecified"
    if what in ("cure_period", "appeal_window") and condition == "emergency" and told.earlier:
        main = told.earlier[-1]
        if main.what == what and main.anchor:
            return main.anchor
    if what == "cure_period" and re.search(
        r"\bintended\s+action|\bintent(?:ion)?\s+to\b", told.period.before
    ):
        return "notice_of_intended_action"
    upon = told.period.lead in ("upon", "on", "after", "following", "with")
    by_notice = what == "city_correction_after" or (what == "cure_period" and upon)
    if by_notice and told.period.quantity.is_notice:
        return "notice"
    if what == "notice_issue_within":
        seen = anchor_in(told.period.before, what)
        return seen if seen in ("determination", "discovery") else "unspecified"
    return "unspecified"
