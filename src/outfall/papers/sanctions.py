"""What a violation can cost, said from the rules of the ordinance: no figure is written twice."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.law.choices import chosen
from outfall.law.ordinance import PenaltyRule, Tier
from outfall.law.periods import ByReading
from outfall.papers.sheet import Block, items, text
from outfall.papers.subject import Subject


def sanctions(subject: Subject) -> Iterator[tuple[Block, str]]:
    """A block for each penalty rule, with its paragraph."""
    for rule in subject.law.penalties:
        yield from _rule(subject, rule)


def _rule(subject: Subject, rule: PenaltyRule) -> Iterator[tuple[Block, str]]:
    say = subject.speech.say
    unit = say(f"sanctions.unit.{rule.track}.{rule.unit}")
    rows = [_in_force(subject, row) for row in _rows(subject, rule)]
    if not rows:
        return
    if len(rows) == 1:
        sentence = say("sanctions.one", amount=_amount(subject, rows[0]), unit=unit)
        yield text(f"{sentence} {_most(subject, rule)}".strip()), rule.cite
        return
    lines = []
    for n, row in enumerate(rows, 1):
        last = "_on" if n == len(rows) else ""
        key = f"sanctions.offense.{n}{last}"
        key = key if subject.speech.knows(key) else f"sanctions.offense.later{last}"
        lines.append(say("sanctions.row", offense=say(key, n=n), amount=_amount(subject, row)))
    within = rule.repeat.within if rule.repeat else None
    how = ""
    if within is not None:
        how = say("sanctions.within", length=subject.speech.length(str(within)))
    yield text(unit), rule.cite
    yield items(lines), rule.cite
    if more := f"{how} {_most(subject, rule)}".strip():
        yield text(more), rule.cite


def _rows(subject: Subject, rule: PenaltyRule) -> tuple[tuple[Tier, ...], ...]:
    if rule.tiers_by is None:
        return rule.tiers
    return rule.tiers_by.under(adopted(subject, rule.tiers_by.reading))


def adopted(subject: Subject, reading: str) -> str:
    """The choice that the town, or the case, has adopted for a reading."""
    return chosen(subject.law, subject.case).readings[reading]


def _in_force(subject: Subject, row: tuple[Tier, ...]) -> Tier:
    for tier in row:
        if (tier.since is None or tier.since <= subject.on) and (
            tier.until is None or subject.on <= tier.until
        ):
            return tier
    return row[-1]


def _amount(subject: Subject, tier: Tier) -> str:
    speech = subject.speech
    if tier.warning:
        return speech.say("sanctions.warning")
    low, high = speech.money(tier.min), speech.money(tier.max or 0)
    if tier.max is None:
        money = speech.say("sanctions.from", low=low)
    elif tier.min == tier.max:
        money = speech.say("sanctions.fixed", amount=high)
    elif tier.min == 0:
        money = speech.say("sanctions.up_to", high=high)
    else:
        money = speech.say("sanctions.between", low=low, high=high)
    if tier.jail_days:
        return speech.say("sanctions.or_jail", money=money, days=tier.jail_days)
    return money


def _most(subject: Subject, rule: PenaltyRule) -> str:
    cap = rule.cap
    if isinstance(cap, ByReading):
        cap = cap.under(adopted(subject, cap.reading))
    if cap is None:
        return ""
    return subject.speech.say("sanctions.cap", amount=subject.speech.money(cap))
