"""What holds for every case under every ordinance on every day, as functions that assert it.

Each takes an ordinance, a case and a day, and says what it found where it does not hold. They ask
the public door alone, and work out from the rules and the events what must be there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from outfall.law.assess import assess, check
from outfall.law.case import Case, Event
from outfall.law.data import data
from outfall.law.ordinance import Condition, Ordinance, PenaltyRule
from outfall.law.standing import Action, Deadline, Standing

DAY = timedelta(days=1)


def answer(law: Ordinance, case: Case, on: date) -> dict[str, Any]:
    return data(assess(law, case, on))


def until(case: Case, on: date) -> Case:
    """The case as it was told by the end of a day."""
    return replace(case, events=tuple(event for event in case.events if event.on <= on))


def placed(case: Case, events: Iterable[Event]) -> Case:
    """The case with these entries in this order of the file."""
    return replace(case, events=tuple(replace(e, place=n) for n, e in enumerate(events)))


def cents(text: str) -> int:
    """Cents of an amount as the contract writes it."""
    whole, _, part = text.lstrip("-").partition(".")
    return (-1 if text.startswith("-") else 1) * (int(whole) * 100 + int(part))


def same(a: dict[str, Any], b: dict[str, Any], says: str) -> None:
    """Two standings are the same, or the first path in which they differ is told."""
    for path, here, there in differences(a, b):
        raise AssertionError(f"{says}: {path} is {here!r} and {there!r}")


def differences(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(k for k in b if k not in a)]:
            yield from differences(a.get(key), b.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for n, (x, y) in enumerate(zip(a, b, strict=True)):
            name = x.get("id", n) if isinstance(x, dict) else n
            yield from differences(x, y, f"{path}[{name}]")
    elif a != b:
        yield path, a, b


# Time


def earlier_days_stand(law: Ordinance, case: Case, on: date) -> None:
    """What happens later never changes what a day was."""
    same(answer(law, until(case, on), on), answer(law, case, on), f"{on} seen later")


def the_same_bytes(law: Ordinance, case: Case, on: date, listed: list[Event]) -> None:
    """Same file, same day, same ordinance: the same bytes, however its days stand."""
    first = json.dumps(answer(law, case, on))
    assert first == json.dumps(answer(law, case, on)), "two answers to one question"
    assert first == json.dumps(answer(law, placed(case, listed), on)), "the order of days matters"


def leaves_no_trace(law: Ordinance, case: Case, event: Event, on: date) -> None:
    """An entry that is voided counts for nothing, on any day; a void that is voided as well."""
    void = Event("void", "voided", event.on + DAY, len(case.events) + 1, entry=event.id)
    again = Event("void-2", "voided", event.on + DAY, len(case.events) + 2, entry="void")
    more = replace(case, events=(*case.events, event))
    gone = replace(case, events=(*more.events, void))
    assert not check(law, gone), "a voided entry is still looked at"
    same(answer(law, case, on), answer(law, gone, on), f"{event.name} was voided")
    if not check(law, more):
        back = replace(case, events=(*gone.events, again))
        same(answer(law, more, on), answer(law, back, on), f"the void of {event.name} was voided")


# Powers


def powers_wait(law: Ordinance, case: Case, on: date) -> None:
    """No power is permitted before the clocks that it waits for have run."""
    standing = assess(law, case, on)
    rules = {rule.id: rule for rule in law.actions}
    readings = chosen(law, case)
    for action in standing.actions:
        if action.permitted:
            rule = rules[action.id]
            assert all(_run(standing, need, action.notice, readings, on) for need in rule.needs), (
                f"{action.id} is permitted on {on} before its clocks have run"
            )
            _since(law, case, on, action)


def chosen(law: Ordinance, case: Case) -> dict[str, str]:
    """The choice of each reading: the pack's, the profile's, the case's own."""
    found = {reading.id: reading.adopted for reading in law.readings}
    for profile in law.profiles:
        if profile.id == case.profile:
            found.update(profile.readings)
    return {**found, **dict(case.readings)}


def _run(
    standing: Standing, need: Condition, notice: str | None, readings: dict[str, str], on: date
) -> bool:
    """Whether the clocks of a condition have run by the standing's own deadlines."""
    if need.kind in ("expired", "closed"):
        clocks = [d for d in standing.deadlines if d.id.partition(":")[0] == need.args[0]]
        own = [d for d in clocks if d.notice == notice] or clocks
        return any(d.due < on and (need.kind == "closed" or _lapsed(d)) for d in own)
    if need.kind == "any":
        return any(_run(standing, part, notice, readings, on) for part in need.parts)
    if need.kind == "all":
        return all(_run(standing, part, notice, readings, on) for part in need.parts)
    if need.kind == "reading":
        parts = dict(need.choices)[readings[need.args[0]]]
        return all(_run(standing, part, notice, readings, on) for part in parts)
    return True


def _lapsed(deadline: Deadline) -> bool:
    return deadline.status in ("missed", "late")


def _since(law: Ordinance, case: Case, on: date, action: Action) -> None:
    """The day before, or at some point of that day, the act was not permitted under this notice."""
    since = action.since
    services = [event.instrument for event in case.events if event.name == "served"]
    if since is None or len(services) > len(set(services)):
        return  # a service that counts in place of another begins its window anew
    assert since <= on, f"{action.id} is permitted since {since}, which is after {on}"
    told = sorted(until(case, since).events, key=lambda event: (event.on, event.place))
    days = [since - DAY] + [since] * sum(event.on == since for event in told)
    for n, day in enumerate(days, len(told) - len(days) + 1):
        before = assess(law, replace(case, events=tuple(told[:n])), day).action(action.id)
        assert before is not None
        if not before.permitted or before.notice != action.notice:
            return
    raise AssertionError(f"{action.id} was permitted before {since}")


def not_before_is_the_first_day(law: Ordinance, case: Case, on: date) -> None:
    """The day a power is said to open, if nothing else happens, is the first it is open on."""
    told = until(case, on)
    for action in assess(law, told, on).actions:
        opens = action.not_before
        if opens is None:
            continue
        assert not action.permitted, f"{action.id} is permitted, and not before {opens}"
        assert opens > on, f"{action.id} opens on {opens}, and it is {on}"
        then = assess(law, told, opens).action(action.id)
        eve = assess(law, told, opens - DAY).action(action.id)
        assert then is not None
        assert then.permitted, f"{action.id} is not permitted on {opens}"
        assert eve is not None
        assert not eve.permitted, f"{action.id} opens before {opens}"


# Exposure


def exposure_within_rate_and_days(law: Ordinance, case: Case, on: date) -> None:
    """Exposure is never more than the rate times the days there were."""
    standing = assess(law, case, on)
    for rule in law.penalties:
        found = standing.civil if rule.track == "civil" else standing.criminal
        if found.cite != rule.cite:
            continue
        assert found.min >= 0, rule.track
        assert found.max is None or found.min <= found.max, rule.track
        if found.max is not None and rule.tiers_by is None:
            assert found.max <= _top(rule) * found.units, f"{rule.track}: more than the rate allows"
        for count in found.counts:
            most = _most(standing, case, rule, on, count.violation.split(", "))
            least = 1 if rule.at_least_one or rule.unit != "day" else 0
            told = f"{rule.track} {count.violation}: {count.units} counted, {most} can count"
            assert count.units <= max(most, least), told
        if found.units and rule.of is not None:
            _opened(standing, rule, chosen(law, case), on)


def _top(rule: PenaltyRule) -> int:
    return max(tier.max or 0 for tiers in rule.tiers for tier in tiers)


def _most(standing: Standing, case: Case, rule: PenaltyRule, on: date, names: list[str]) -> int:
    """The most units that can count for some violations, by the calendar and the record alone.

    A day counts where one of them was unremedied at its end: the day of the remedy does not.
    Where a week is the unit, there is one more than the days at most.
    """
    first = date.min if rule.of is None else _first_day(standing, rule)
    if first is None:
        return 0
    days: set[date] = set()
    for name in names:
        days |= _unremedied(case, name, on)
    return sum(day >= first for day in days) + (rule.unit != "day")


def _first_day(standing: Standing, rule: PenaltyRule) -> date | None:
    if rule.starts.kind == "observation":
        return date.min
    starts = [
        started + (DAY if not rule.first_day_counts else 0 * DAY)
        for paper in standing.notices
        if paper.instrument == rule.of
        for started in (paper.received_on, paper.served_on)
        if started is not None
    ]
    return min(starts, default=None)


REMEDIES = frozenset({"corrected", "abated"})


def _unremedied(case: Case, name: str, on: date) -> set[date]:
    """The days at whose end a violation lasted, as the record tells, reversals left aside."""
    since, found = None, set()
    for event in sorted(case.events, key=lambda event: (event.on, event.place)):
        here = name in (event.violations or (event.violation,)) and event.on <= on
        if here and event.name == "violation_observed":
            since = since or event.on
        elif name.startswith("reinstatement-") and f"reinstatement-{event.id}" == name:
            since = event.on
        elif since and _ends(event, name) and event.on <= on:
            found |= {since + n * DAY for n in range((event.on - since).days)}
            since = None
    if since:
        found |= {since + n * DAY for n in range((on - since).days + 1)}
    return found


def _ends(event: Event, name: str) -> bool:
    if name.startswith("reinstatement-"):
        return False
    if event.name == "inspected" and event.finding == "corrected":
        return event.violations is None or name in event.violations
    return event.name in REMEDIES and event.violation == name


def _opened(standing: Standing, rule: PenaltyRule, readings: dict[str, str], on: date) -> None:
    papers = {d.notice for d in standing.deadlines} | {None}
    assert any(
        all(_run(standing, need, paper, readings, on) for need in rule.opens) for paper in papers
    ), f"{rule.track} exposure on {on} before the party's time has passed"


def a_reversal_leaves_nothing(law: Ordinance, case: Case, on: date) -> None:
    """When every violation found has been set aside on appeal, nothing can be asked of anybody."""
    appeal = next((r for r in law.proceedings if r.id == "appeal"), None)
    found = [event.violation for event in case.events if event.name == "violation_observed"]
    names = set(found)
    again = len(found) > len(names) or any(e.name == "access_reinstated" for e in case.events)
    if appeal is None or again:
        return
    n, day = len(case.events), max(event.on for event in case.events)
    fields: dict[str, Any] = {"instrument": appeal.against}
    more = (
        Event("n", "notice_issued", day, n, violations=tuple(sorted(names)), **fields),
        Event("s", "served", day, n + 1, method="personal", notice="n", **fields),
        Event("a", "appeal_filed", day + DAY, n + 2, notice="n"),
        Event("d", "appeal_decided", day + DAY, n + 3, outcome="reversed", notice="n"),
    )
    longer = replace(case, events=(*case.events, *more))
    if check(law, longer):
        return
    then = assess(law, longer, max(on, day + DAY))
    for exposure in (then.civil, then.criminal):
        assert (exposure.max, exposure.units) == (0, 0), f"{exposure.track} after the reversal"


# Other readings


def readings_are_honest(law: Ordinance, case: Case, on: date) -> None:
    """What another reading is said to change is what it changes; one not named changes nothing."""
    here = answer(law, case, on)
    named = {item["id"]: item["otherwise"] for item in here["readings"]}
    adopted = chosen(law, case)
    for reading in law.readings:
        said = {other["reading"]: other["changes"] for other in named.get(reading.id, ())}
        for choice, _ in reading.choices:
            if choice == adopted[reading.id]:
                assert choice not in said
                continue
            asked = {**dict(case.readings), reading.id: choice}
            there = answer(law, replace(case, readings=tuple(asked.items())), on)
            if reading.id not in named:
                same(_bare(here), _bare(there), f"{reading.id}={choice} is not named")
                continue
            told, true = dict(said[choice]), dict(changes(here, there))
            assert told == true, f"{reading.id}={choice}: said {told}, is {true}"


def _bare(standing: dict[str, Any]) -> dict[str, Any]:
    return {**standing, "readings": None}


LINES = {
    "deadlines": ("due", "status"),
    "actions": ("permitted", "obligatory", "since", "not_before"),
    "orders": ("in_force", "since", "until", "scope"),
}
FIGURES = {
    "civil": ("tier", "days", "min", "max"),
    "criminal": ("tier", "violations", "min", "max", "jail_days_max"),
}


def changes(here: dict[str, Any], there: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The paths of a standing that differ between two, with the second's values."""
    for section, names in LINES.items():
        old = {_line(item): item for item in here[section]}
        new = {_line(item): item for item in there[section]}
        for key in [*old, *(k for k in new if k not in old)]:
            before, after = old.get(key), new.get(key)
            path = f"{section}.{_named(key, (before or after or {})['id'], before, old)}"
            if after is None:
                yield path, None
                continue
            for name in names:
                if (before or {}).get(name) != after[name]:
                    yield f"{path}.{name}", after[name]
    for track, names in FIGURES.items():
        for name in names:
            if here["exposure"][track][name] != there["exposure"][track][name]:
                yield f"exposure.{track}.{name}", there["exposure"][track][name]
    for name in ("charges", "interest", "balance", "per_diem"):
        if here["account"][name] != there["account"][name]:
            yield f"account.{name}", there["account"][name]
    old_acts, new_acts = ({r["event"]: r["id"] for r in s["irregularities"]} for s in (here, there))
    for event in [*old_acts, *(e for e in new_acts if e not in old_acts)]:
        if event not in new_acts:
            yield f"irregularities.{event}", None
        elif old_acts.get(event) != new_acts[event]:
            yield f"irregularities.{event}.id", new_acts[event]


def _named(
    key: tuple[str, str | None], id: str, before: dict[str, Any] | None, old: Iterable[Any]
) -> str:
    """An item's id here; one that is not here does not take the plain id of another that is."""
    if before is None and any(name == key[0] for name, _ in old):
        return f"{key[0]}:{key[1]}"
    return id


def _line(item: dict[str, Any]) -> tuple[str, str | None]:
    return item["id"].partition(":")[0], item.get("notice") if "due" in item else None
