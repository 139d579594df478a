"""A plan as Python text: conditions, and the powers that wait for them."""

from __future__ import annotations

from collections.abc import Callable

from outfall.docket.engine.kernel_asks import STATES
from outfall.docket.engine.layout import CODES, HOLDS, ORDERS, PARTS, PROCEEDINGS, T_WIDTH, TRACKS
from outfall.docket.engine.writing import ARGUMENTS, NotExpressed, Writer
from outfall.docket.engine.writing_words import instrument, kinds_of
from outfall.law.ordinance import ActionRule, Condition, PenaltyRule
from outfall.law.periods import ByReading

PERMITS = {"unsaid": 0, "held": 1, "none": 2}
# Conditions that ask a paper alone, those that ask a deadline, and those without a name.
PAPERS = ("served", "received", "complete")
DEADLINES = {"expired": "expired", "closed": "closed", "late": "late", "open": "window"}
NO_KIND = 1 << 20  # the bit of a kind that no violation has
PLAIN = ("danger", "danger_over", "cost", "no_lien", "access_cut", "unaccepted")


def asked(w: Writer, c: Condition) -> str:
    """What one condition is in the plan's text: an expression of three numbers."""
    if c.kind in PLAIN:
        return f"ask.{c.kind}(s)"
    if c.kind in PAPERS:
        return f"ask.{c.kind}(s, n, {instrument(c.args[0])})"
    if c.kind in DEADLINES:
        deadline = w.deadline(w.plan.deadlines[c.args[0]])
        return f"ask.{DEADLINES[c.kind]}(s, {deadline}(s, h, r, n))"
    if c.kind in ("violation", "unremedied"):
        return f"ask.{c.kind}(s, n, {kinds_of(c.args)})"
    if c.kind == "remedied":
        return "ask.remedied(s, n)"
    if c.kind == "permit":
        return f"ask.permit(s, n, {PERMITS[c.args[0]]})"
    if c.kind == "compensation":
        return f"ask.compensation(s, n, {int(c.args == ('free',))})"
    if c.kind == "event":
        other = CODES[c.args[1]] if len(c.args) > 1 else -1
        return f"ask.event(s, {CODES[c.args[0]]}, {other})"
    if c.kind == "never":
        return f"ask.never(s, {CODES[c.args[0]]})"
    if c.kind == "owed":
        return f"ask.owed(s, {5 if c.args[0] == 'any' else PARTS.index(c.args[0])})"
    if c.kind == "free":
        return f"ask.free(s, {HOLDS} + 3 * {[hold.id for hold in w.law.holds].index(c.args[0])})"
    if c.kind == "order":
        number = [order.id for order in w.law.orders].index(c.args[0])
        return f"ask.in_force(s, {ORDERS} + 3 * {number})"
    return _written(w, c)


def _written(w: Writer, c: Condition) -> str:
    """A condition that needs a function of its own."""
    key = ("condition", c)
    if c.kind == "proceeding":
        kind, wanted = c.args
        state = STATES.index(wanted)
        lines = [f"k = ask.case_of(s, {PROCEEDINGS.index(kind)}, n)"]
        timely = "0" if wanted == "unfiled" else f"{w.timely(kind)}(s, h, r, k) if k >= 0 else 0"
        lines.append(f"return ask.proceeding(s, k, {timely}, {state})")
    elif c.kind == "exposed":
        lines = [
            f"x = {exposure(w, c.args[0])}(s, h, r)",
            "return (1 if s[x + X_UNLIMITED] or s[x + X_MAX] else 0), 0, 0",
        ]
    elif c.kind == "any":
        lines = _any(w, c)
    elif c.kind == "all":
        return f"{every(w, c.parts)}(s, h, r, n)[:3]"
    elif c.kind == "reading":
        lines = []
        for name, parts in c.choices:
            number = w.choice(c.args[0], name)
            lines.append(f"if r[{w.readings[c.args[0]]}] == {number}:")
            lines.append(f"    return {every(w, parts)}(s, h, r, n)[:3]")
        lines.append("return 0, 0, 0")
    else:
        raise NotExpressed(f"the condition {c.kind}")
    return f"{w.define(key, c.kind, ARGUMENTS, lines)}(s, h, r, n)"


def exposure(w: Writer, track: str) -> str:
    """The function that works out a track's exposure, once a row, and gives where it stands."""
    key = ("exposure", track)
    if key in w.names:
        return w.names[key]
    number = TRACKS.index(track)
    rule = next((rule for rule in w.law.penalties if rule.track == track), None)
    lines = [
        f"x = EXPOSURES + {number} * X_WIDTH",
        "if s[x + X_SEEN] == s[STAMP]:",
        "    return x",
        "s[x + X_SEEN] = s[STAMP]",
        "prices.clear(s, x)",
        f"t = r[{number * T_WIDTH} : {(number + 1) * T_WIDTH}]",
    ]
    if rule is not None and rule.of is None:
        opens = f"{every(w, rule.opens)}(s, h, r, -1)[0]" if rule.opens else "1"
        lines += [f"if {opens}:", "    prices.from_observation(s, t, x)"]
    elif rule is not None:
        lines += _noticed(w, rule)
    return w.define(key, "exposure", "s, h, r", [*lines, "return x"])


def _noticed(w: Writer, rule: PenaltyRule) -> list[str]:
    """Exposure under each live paper, the last one first; a violation counts under one alone."""
    assert rule.of is not None
    if rule.starts.kind == "event":
        begins = f"clocks.first_event(s, {CODES[rule.starts.of]}, facts.from_when(s, n))"
    else:
        begins = f"{w.start(rule.starts)}(s, h, r, n)"
    opens = f"{every(w, rule.opens)}(s, h, r, n)[0]" if rule.opens else "1"
    lines = [
        f"live = LIVE + {instrument(rule.of)} * LIVE_WIDTH",
        "taken = 0",
        "for k in range(s[live] - 1, -1, -1):",
        "    n = s[live + 1 + k]",
        "    counted = facts.standing(s, n) & ~taken",
        "    taken |= counted",
        "    which = facts.unsettled(s, counted)",
        "    if which == 0:",
        "        continue",
        f"    start = {begins}",
        f"    if start == 0 or not {opens}:",
        "        continue",
        "    cure, toll, toll_last = 0, 0, 0",
    ]
    lines += [f"    {line}" for line in [*_cure(w, rule), *_toll(w, rule)]]
    return [*lines, "    prices.from_notice(s, t, x, which, start, cure, toll, toll_last)"]


def _cure(w: Writer, rule: PenaltyRule) -> list[str]:
    """The last day of the time that does not count, under the adopted reading."""

    def put(name: str) -> list[str]:
        if not name:
            return []
        deadline = w.deadline(w.plan.deadlines[name])
        return [f"m = {deadline}(s, h, r, n)", "cure = s[m + M_LAST] if m >= 0 else 0"]

    return _by_reading(w, rule.after_deadline or "", put)


def _toll(w: Writer, rule: PenaltyRule) -> list[str]:
    """The days of a timely proceeding, under the adopted reading."""

    def put(kind: str) -> list[str]:
        if kind not in PROCEEDINGS:
            return []
        return [
            f"c = ask.case_of(s, {PROCEEDINGS.index(kind)}, n)",
            f"if c >= 0 and {w.timely(kind)}(s, h, r, c):",
            "    c = PROCEEDINGS_AT + c * C_WIDTH",
            "    toll = s[c + C_FILED]",
            "    toll_last = s[c + C_DECIDED] if s[c + C_DECIDED] else s[ON]",
        ]

    return _by_reading(w, rule.tolled_by or "", put)


def _by_reading(
    w: Writer, value: str | ByReading[str], put: Callable[[str], list[str]]
) -> list[str]:
    """The lines of a value or, by reading, those of each choice."""
    if isinstance(value, str):
        return put(value)
    lines = []
    for name, chosen in value.choices:
        inner = put(chosen)
        if inner:
            number = w.choice(value.reading, name)
            lines.append(f"if r[{w.readings[value.reading]}] == {number}:")
            lines += [f"    {line}" for line in inner]
    return lines


def _any(w: Writer, c: Condition) -> list[str]:
    """It holds since the first way that holds, or opens with the earliest."""
    lines = ["some, since, opens = 0, 0, 0"]
    for part in c.parts:
        lines += [
            f"a, b, c = {asked(w, part)}",
            "if a:",
            "    if b == 0:",
            "        return 1, 0, 0",
            "    since = min(since, b) if some else b",
            "    some = 1",
            "elif c:",
            "    opens = min(opens, c) if opens else c",
        ]
    return [*lines, "if some:", "    return 1, since, 0", "return 0, 0, opens"]


def every(w: Writer, conditions: tuple[Condition, ...]) -> str:
    """The function of a list that must all hold, with the first that fails (-1: none).

    Once a condition fails that is not known to hold later, nothing more can change the answer.
    """
    key = ("every", conditions)
    if key in w.names:
        return w.names[key]
    lines = ["holds, since, opens, why = 1, 0, 0, -1"]
    for number, condition in enumerate(conditions):
        lines += [
            f"a, b, c = {asked(w, condition)}",
            "if a:",
            "    since = max(since, b)",
            "else:",
            "    if why < 0:",
            f"        why = {number}",
            "    if c == 0:",
            "        return 0, 0, 0, why",
            "    holds, opens = 0, max(opens, c)",
        ]
    lines += ["if holds:", "    return 1, since, 0, -1", "return 0, 0, opens, why"]
    return w.define(key, "every", ARGUMENTS, lines)


def _bound(w: Writer, rule: ActionRule) -> str:
    """Whether the town must do what it may: an expression."""
    if rule.duty is False:
        return "0"
    bound = "1"
    if rule.duty is not True:
        bound = f"{every(w, rule.duty)}(s, h, r, n)[0]"
    if not rule.id.startswith("issue_"):
        return bound
    dangerous, kinds = 0, 0
    for condition in rule.needs:
        if condition.kind == "danger":
            dangerous = 1
        elif condition.kind in ("violation", "unremedied") and condition.args:
            own = kinds_of(condition.args)
            kinds = own if kinds == 0 else kinds & own
            kinds = kinds or NO_KIND
    paper = instrument(rule.id.removeprefix("issue_"))
    return f"({bound} and not facts.discharged(s, {paper}, {dangerous}, {kinds}))"


def action(w: Writer, rule: ActionRule, number: int) -> str:
    """The function that puts down one power: its state, its days, its paper, what decided it."""
    needs = every(w, rule.needs)
    asked_under = [
        f"a, since, opens, why = {needs}(s, h, r, n)",
        f"bound = 1 if a and {_bound(w, rule)} else 0",
    ]
    put = [
        "o[at] = best + 2 * best_bound",
        "o[at + 1], o[at + 2] = best_since, best_opens",
        "o[at + 3] = clocks.row_of(s, best_n)",
        "if tracing:",
        f"    trace[{number}] = best_why",
    ]
    names = "best, best_bound, best_since, best_opens, best_why, best_n"
    one = f"{names} = a, bound, since, opens, why, n"
    if not rule.papers:
        lines = ["n = -1", *asked_under, one, *put]
        return w.define(("action", rule.id), "action", "s, h, r, o, at, trace, tracing", lines)
    better = "clocks.better(a, bound, since, opens, best, best_bound, best_since, best_opens)"
    lines = ["first = 1", "n = -1"]
    lines.append(f"{names} = 0, 0, 0, 0, -1, -1")
    for paper in rule.papers:
        lines += [
            f"live = LIVE + {instrument(paper)} * LIVE_WIDTH",
            "for k in range(s[live]):",
            "    n = s[live + 1 + k]",
            *(f"    {line}" for line in asked_under),
            f"    if first or {better}:",
            f"        {one}",
            "    first = 0",
        ]
    lines += ["if first:", "    n = -1", *(f"    {line}" for line in asked_under), f"    {one}"]
    return w.define(("action", rule.id), "action", "s, h, r, o, at, trace, tracing", [*lines, *put])
