"""A plan as Python text: what a plain case would allow to be imposed, from single numbers."""

from __future__ import annotations

from outfall.docket.engine.layout import PROCEEDINGS, T_WIDTH, TRACKS
from outfall.docket.engine.writing_straight import ALWAYS, Straight, inside
from outfall.law.ordinance import PenaltyRule
from outfall.law.periods import ByReading


def exposure(told: Straight, track: str) -> str:
    """The name under which a track's exposure stands."""
    name = f"x{TRACKS.index(track)}"
    rule = next((rule for rule in told.law.penalties if rule.track == track), None)
    lines = [f"{name}_units = {name}_tier = {name}_low = {name}_high = {name}_jail = 0"]
    lines += [f"{name}_free = {name}_counts = 0"]
    if rule is not None:
        at = TRACKS.index(track) * T_WIDTH
        lines.append(f"t = r[{at} : {at + T_WIDTH}]")
        own = _noticed(told, rule, name) if rule.of else _observed(told, rule, name)
        lines += own
    told.blocks += lines
    return name


def _observed(told: Straight, rule: PenaltyRule, name: str) -> list[str]:
    return [
        f"if found and reversed_on == 0 and {told.every(rule.opens, None)}:",
        "    stop = min(remedied, on + 1) if remedied else on + 1",
        "    elapsed = (min(remedied, on) if remedied else on) - found",
        f"    {name}_units = prices.counted(t, stop - found, elapsed)",
        f"    escalating = t[T_REPEAT] and {name}_units > 1 and t[T_ESCALATING]",
        *inside(_price(name, "1 if escalating else 0")),
    ]


def _noticed(told: Straight, rule: PenaltyRule, name: str) -> list[str]:
    assert rule.of is not None
    n = told.paper(rule.of)
    if rule.starts.kind == "event":
        day = told.event(rule.starts.of)
        begins = f"{day} if {day} >= (served_{n} if served_{n} else issued_{n}) else 0"
    else:
        begins = told.start(rule.starts, rule.of)
    opens = told.every(rule.opens, rule.of)
    left_out = [*_cure(told, rule), *_toll(told, rule)]
    days = f"{name}_units"
    return [
        f"start = {begins}",
        f"if issued_{n} and found and reversed_on == 0 and start and {opens}:",
        "    cure, toll, toll_last = 0, 0, 0",
        *inside(left_out),
        "    first_day = start if t[T_FIRST] else start + 1",
        f"    {days} = plain.lasted(found, remedied, first_day, on, cure, toll, toll_last)",
        f"    {days} = max({days}, 1) if t[T_LEAST] else {days}",
        f"    {days} = min({days}, 1) if t[T_COUNT] == prices.COUNT_ONCE else {days}",
        f"    if {days}:",
        *inside(inside(_price(name, "0"))),
    ]


def _cure(told: Straight, rule: PenaltyRule) -> list[str]:
    by = rule.after_deadline or ""
    lines = []
    for test, name in _chosen(told, by):
        if name:
            own = told.deadline(told.plan.deadlines[name])
            lines += [f"if {test}:", f"    cure = {own}_due if {own}_status else 0"]
    return lines


def _toll(told: Straight, rule: PenaltyRule) -> list[str]:
    lines = []
    for test, kind in _chosen(told, rule.tolled_by or ""):
        own = told.contest(kind, rule.of) if kind in PROCEEDINGS else None
        if own is not None:
            until = f"decided_{own} if decided_{own} else on"
            lines.append(f"if {test} and {told.timely(own)}:")
            lines.append(f"    toll, toll_last = filed_{own}, {until}")
    return lines


def _chosen(told: Straight, value: str | ByReading[str]) -> list[tuple[str, str]]:
    """A value or, by reading, each choice's: a test and the value."""
    if isinstance(value, str):
        return [(ALWAYS, value)]
    at = told.w.readings[value.reading]
    return [
        (f"r[{at}] == {told.w.choice(value.reading, name)}", one) for name, one in value.choices
    ]


def _price(name: str, escalating: str) -> list[str]:
    party = "history, history_first, history_last"
    return [
        f"{name}_tier = 1",
        "if t[T_REPEAT]:",
        f"    {name}_tier += plain.earlier({party}, t, back[{name[1:]}], found, on)",
        f"{name}_low, {name}_high, {name}_jail, {name}_free = prices.cost("
        f"t, {name}_tier, {name}_units, {escalating})",
        f"{name}_tier, {name}_counts = min({name}_tier, t[T_TIERS]), 1",
    ]
