"""The one door: an ordinance, a case and a day give a standing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Any

from outfall.law.account import full_account, settled
from outfall.law.actions import action
from outfall.law.case import Case
from outfall.law.conditions import ask_all
from outfall.law.days import take
from outfall.law.deadlines import deadlines_of
from outfall.law.facts import Notice
from outfall.law.faults import Fault, Refused
from outfall.law.irregular import lost_cents
from outfall.law.orders import hold, order
from outfall.law.ordinance import Ordinance, Profile
from outfall.law.otherwise import readings
from outfall.law.penalties import exposure_of, priced
from outfall.law.plan import Plan, Setting
from outfall.law.standing import NoticeState, Remark, Standing
from outfall.law.view import View
from outfall.law.words import dollars, fill, missing_proof


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
    setting = _setting(plan, case)
    taken = take(plan, case, on, setting)
    facts = taken.facts
    view = View(plan, facts, on, setting)
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
        readings(view),
    )


def check(ordinance: Ordinance, case: Case) -> tuple[Fault, ...]:
    """Every fault of a case under an ordinance, whatever the day; empty where it can be used."""
    plan = plan_of(ordinance)
    try:
        setting = _setting(plan, case)
        take(plan, case, date.max, setting, watch=False)
    except Refused as refused:
        return refused.faults
    return ()


def setting_of(ordinance: Ordinance, case: Case) -> Setting:
    """The readings, policy, calendar and ceiling under which a case is assessed."""
    return _setting(plan_of(ordinance), case)


def _setting(plan: Plan, case: Case) -> Setting:
    """Readings, policy and calendar: the pack's, then the profile's, then the case's own."""
    law = plan.law
    faults: list[Fault] = []
    chosen = {reading.id: reading.adopted for reading in law.readings}
    policy: dict[str, Any] = {item.id: item.value for item in law.policy}
    calendar, ceiling = law.calendar, law.ceiling
    profile = _profile(law, case, faults)
    if profile is not None:
        chosen.update(profile.readings)
        policy.update(profile.policy)
        calendar, ceiling = profile.calendar or calendar, profile.ceiling or ceiling
    known = {reading.id: [name for name, _ in reading.choices] for reading in law.readings}
    for name, choice in case.readings:
        if name not in known:
            says = f"{law.id} has no reading {name}; it has {', '.join(known) or 'none'}"
            faults.append(Fault(f"readings.{name}", says, "unknown-reading"))
        elif choice not in known[name]:
            says = f"{choice} is not a choice of this reading; choose {' or '.join(known[name])}"
            faults.append(Fault(f"readings.{name}", says, "unknown-choice"))
        else:
            chosen[name] = choice
    for name, value in case.policy:
        if name not in policy:
            says = (
                f"{law.id} leaves no {name} to the town; it leaves {', '.join(policy) or 'nothing'}"
            )
            faults.append(Fault(f"policy.{name}", says, "unknown-policy"))
        elif not _is_figure(law, name, value):
            says = f"{value} is not a number. Write a figure of 0 or more, such as {policy[name]}"
            faults.append(Fault(f"policy.{name}", says, "not-a-figure"))
        else:
            policy[name] = value
    if faults:
        raise Refused(tuple(faults))
    if case.added_holidays:
        calendar = calendar.with_added(case.added_holidays)
    return Setting(chosen, policy, calendar, ceiling)


def _is_figure(law: Ordinance, name: str, value: object) -> bool:
    """Whether a town's own figure is one: whole where it counts days, a decimal for a percent."""
    own = next((item.value for item in law.policy if item.id == name), None)
    if not isinstance(own, int) or isinstance(value, int):
        return True
    percent = law.interest is not None and law.interest.policy == name
    return percent and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", str(value)) is not None


def _profile(law: Ordinance, case: Case, faults: list[Fault]) -> Profile | None:
    if case.profile is None:
        return None
    for profile in law.profiles:
        if profile.id == case.profile:
            return profile
    known = ", ".join(p.id for p in law.profiles) or "none"
    says = f"{law.id} offers no profile {case.profile}; it offers {known}"
    faults.append(Fault("profile", says, "unknown-profile"))
    return None


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
    ceiling = view.setting.ceiling
    if ceiling is not None:
        yield from _above_ceiling(view, ceiling)


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
