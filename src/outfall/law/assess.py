"""The one door: an ordinance, a case and a day give a standing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from outfall.law.account import full_account, settled
from outfall.law.actions import action
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.conditions import ask_all
from outfall.law.days import take
from outfall.law.deadlines import deadlines_of
from outfall.law.facts import Notice
from outfall.law.faults import Fault, Refused
from outfall.law.irregular import lost_cents
from outfall.law.orders import hold, order
from outfall.law.ordinance import Ordinance
from outfall.law.otherwise import readings
from outfall.law.penalties import exposure_of, priced
from outfall.law.plan import Plan
from outfall.law.standing import NoticeState, Remark, Standing
from outfall.law.view import View
from outfall.law.words import dollars, fill, missing_proof, name_of


@lru_cache(maxsize=64)
def plan_of(law: Ordinance) -> Plan:
    """A pack made ready, once: packs are equal when their digests are."""
    return Plan(law, settled, exposure_of)


def assess(ordinance: Ordinance, case: Case, on: date) -> Standing:
    """What follows from a case under an ordinance at the end of a day.

    Pure: the same three give the same standing, wherever and whenever. Only events dated on or
    before ``on`` count; an entry that was voided counts for nothing on any day.

    Raises ``Refused`` with every fault where the case names what the ordinance does not know or
    tells what can't have happened.
    """
    plan = plan_of(ordinance)
    setting = chosen(ordinance, case)
    taken = take(plan, case, on, setting)
    facts = taken.facts
    view = View(plan, facts, on, setting)
    view.memo.update(taken.known)
    deadlines = deadlines_of(view)
    actions = tuple(action(view, rule) for rule in ordinance.actions)
    orders = tuple(o for o in (order(view, rule) for rule in ordinance.orders) if o is not None)
    holds = tuple(h for h in (hold(view, rule) for rule in ordinance.holds) if h is not None)
    civil, criminal = exposure_of(view, "civil"), exposure_of(view, "criminal")
    account = full_account(view, case.parties)
    return Standing(
        case.id,
        on,
        ordinance.id,
        ordinance.version,
        ordinance.digest,
        deadlines,
        actions,
        orders,
        holds,
        tuple(_notice(view, notice) for notice in facts.notices),
        civil,
        criminal,
        facts.assessed,
        account,
        (*taken.remarks, *lost_cents(view)),
        (*_warnings(view), *taken.early),
        readings(view, taken, lambda setting: take(plan, case, on, setting)),
    )


def check(ordinance: Ordinance, case: Case) -> tuple[Fault, ...]:
    """Every fault of a case under an ordinance, whatever the day; empty where it can be used."""
    plan = plan_of(ordinance)
    try:
        setting = chosen(ordinance, case)
        take(plan, case, date.max, setting)
    except Refused as refused:
        return refused.faults
    return ()


def _notice(view: View, notice: Notice) -> NoticeState:
    received = view.receipt(notice)
    return NoticeState(
        notice.event,
        notice.instrument,
        notice.complete,
        notice.missing,
        notice.service.on if notice.service else None,
        received.on if received else None,
    )


def _warnings(view: View) -> Iterator[Remark]:
    for rule in view.plan.law.warnings:
        if ask_all(view, rule.when, None)[0]:
            yield Remark(rule.id, fill(rule.says, view.policy), rule.cite)
    for notice in view.facts.notices:
        if notice in view.facts.live.get(notice.instrument, ()):
            yield from missing_proof(view, notice)
    for violation in view.facts.found:
        before = violation.before
        if violation.lasting and before is not None:
            last = before.ended
            yield Remark(
                "recurred",
                f"Violation {violation.id} was remedied on {last} and found again on "
                f"{violation.observed}: each stretch counts by itself",
                "",
                violation.event,
            )
    yield from _unlisted_costs(view)
    ceiling = view.setting.ceiling
    if ceiling is not None:
        yield from _above_ceiling(view, ceiling)


def _unlisted_costs(view: View) -> Iterator[Remark]:
    listed = dict(view.plan.law.cost_kinds)
    for entry in view.facts.entries if listed else ():
        if entry.cost_kind and entry.cost_kind not in listed:
            yield Remark(
                "cost_not_listed",
                f"The cost of {dollars(entry.amount)} ({name_of(entry.cost_kind)}) is of no kind "
                "that the ordinance says can be charged",
                next(iter(listed.values())),
                entry.event,
            )


def _above_ceiling(view: View, ceiling: tuple[int, str]) -> Iterator[Remark]:
    most, cite = ceiling
    for rule in view.plan.law.penalties:
        rows = priced(view, rule).tiers
        above = [tier.max for tiers in rows for tier in tiers if tier.max and tier.max > most]
        if above and exposure_of(view, rule.track).units:
            yield Remark(
                "above_ceiling",
                f"{dollars(max(above))} is above the {dollars(most)} that the state allows "
                "an ordinance",
                cite,
            )
