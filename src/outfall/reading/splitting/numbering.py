"""The order of the markers of a section: which belongs to which list, at what depth.

A marker alone often fits more than one list: ``(i)`` follows ``(h)`` or begins Roman numerals, "4."
goes on with the inner list or the outer. So a few best readings of all that came before are kept
side by side, each with what it costs to believe it, and the cheapest at the end holds. The width
is fixed: time grows with the number of markers and no faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from outfall.reading.splitting.markers import Marker, Reading

WIDTH, SLACK, DEEPEST = 8, 7.0, 9
CERTAIN = 6.0
"""What it costs to take a marker at the start of a paragraph for prose."""


class Level(NamedTuple):
    """A list that is open, with the item it has come to."""

    style: str
    kind: str
    rank: int
    printed: str
    indent: int | None
    captioned: bool
    fragments: bool
    """Whether its items end with a semicolon or a comma: parts of one sentence."""


class How(Enum):
    """How a marker follows those before it."""

    FIRST = "first"
    NEXT = "next"
    GAP = "gap"
    AGAIN = "again"
    RESTART = "restart"
    OTHER = "other"
    """Another list, of another style, in place of the one before."""
    CUT = "cut"
    """A list whose beginning is not there."""


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a marker. ``ends`` is how the item before it ends, ``lead`` how an
    unmarked paragraph between the two ends, empty without one."""

    chain: tuple[Marker, ...]
    doubt: float = CERTAIN
    is_inline: bool = False
    indent: int | None = None
    ends: str = ""
    lead: str = ""
    captioned: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a paragraph stands: the open lists up to its own, and how its first marker follows.

    ``own`` counts the markers of its chain that begin items; those before them repeat an item that
    is open.
    """

    levels: tuple[Level, ...]
    how: How
    own: int

    @property
    def path(self) -> tuple[str, ...]:
        """The printed markers from the outermost."""
        return tuple(level.printed for level in self.levels)


class _State(NamedTuple):
    cost: float
    levels: tuple[Level, ...]
    placed: Placed | None
    before: _State | None


def number(contexts: Sequence[Context], are_indents_used: bool) -> list[Placed | None]:
    """Place each paragraph of a section; None for a marker that is part of the prose."""
    states = [_State(0.0, (), None, None)]
    for context in contexts:
        following: dict[tuple[Level, ...], _State] = {}
        for state in states:
            for after in _follow(state, context, are_indents_used):
                known = following.get(after.levels)
                if known is None or after.cost < known.cost:
                    following[after.levels] = after
        ranked = sorted(following.values(), key=lambda one: one.cost)[:WIDTH]
        states = [one for one in ranked if one.cost <= ranked[0].cost + SLACK]
    found: list[Placed | None] = []
    last: _State | None = states[0]
    while last is not None and last.before is not None:
        found.append(last.placed)
        last = last.before
    return found[::-1]


def _follow(state: _State, context: Context, are_indents_used: bool) -> Iterator[_State]:
    """All that may hold after a marker."""
    yield _State(state.cost + context.doubt, state.levels, None, state)
    chain = context.chain
    for kept, floor in _repeats(state.levels, chain):
        steps: list[Step] = []
        for at, marker in enumerate(chain[kept:]):
            if at == 0:
                steps = [
                    (state.cost + (0.1 if kept else 0.0) + more, levels, how)
                    for more, levels, how in _first(
                        state.levels, marker, context, floor, are_indents_used
                    )
                ]
            else:
                steps = [
                    (cost + more, levels, how)
                    for cost, before, how in steps
                    for more, levels in _inner(before, marker)
                ]
        for cost, levels, how in steps:
            yield _State(cost, levels, Placed(levels, how, len(chain) - kept), state)


def _repeats(levels: tuple[Level, ...], chain: tuple[Marker, ...]) -> Iterator[tuple[int, int]]:
    """How many markers of a chain repeat open items, and the depth that the rest stands below."""
    yield 0, 0
    printed = tuple(level.printed for level in levels)
    for kept in range(1, len(chain)):
        head = tuple(marker.printed for marker in chain[:kept])
        for low in range(len(printed) - kept + 1):
            if printed[low : low + kept] == head:
                yield kept, low + kept


Step = tuple[float, tuple[Level, ...], How]


def _inner(levels: tuple[Level, ...], marker: Marker) -> Iterator[tuple[float, tuple[Level, ...]]]:
    """The steps of a marker that stands right after another."""
    if len(levels) < DEEPEST:
        for reading in marker.readings:
            cost = 0.2 if reading.rank == 1 else 1.5
            yield cost, (*levels, _level(marker, reading, None, False))


def _first(
    levels: tuple[Level, ...], marker: Marker, context: Context, low: int, are_indents_used: bool
) -> Iterator[Step]:
    """The steps of a marker that begins a paragraph: in an open list, or with a new one."""
    for reading in marker.readings:
        begun = _level(marker, reading, context.indent, context.captioned)
        for at in range(low, len(levels)):
            same = (levels[at].style, levels[at].kind) == (marker.style, reading.kind)
            if same:
                cost, how = _in_list(levels, at, reading.rank, context, are_indents_used)
                fragments = levels[at].fragments or (at == len(levels) - 1 and context.ends == ";")
                kept = levels[at].indent if levels[at].indent is not None else context.indent
                yield cost, (*levels[:at], begun._replace(fragments=fragments, indent=kept)), how
            elif reading.rank == 1:
                cost = _in_place(levels, at, context)
                yield cost, (*levels[:at], begun), How.OTHER
        if len(levels) < DEEPEST:
            how = How.FIRST if reading.rank == 1 else How.CUT
            yield _under(levels, reading, begun, context, are_indents_used), (*levels, begun), how


def _level(marker: Marker, reading: Reading, indent: int | None, captioned: bool) -> Level:
    return Level(marker.style, reading.kind, reading.rank, marker.printed, indent, captioned, False)


def _in_list(
    levels: tuple[Level, ...], at: int, rank: int, context: Context, are_indents_used: bool
) -> tuple[float, How]:
    """What it costs to go on with an open list."""
    level, is_deepest = levels[at], at == len(levels) - 1
    delta = rank - level.rank
    if delta == 1:
        cost, how = 0.0, How.NEXT
    elif rank == 1 and delta <= 0:
        cost, how = (1.2 if context.lead else 2.6) + (0.0 if at == 0 else 0.3), How.RESTART
    elif delta == 0:
        cost, how = 3.0, How.AGAIN
    elif delta > 1:
        cost, how = min(6.0, 1.5 + 0.5 * (delta - 1)), How.GAP
    else:
        cost, how = 5.0, How.AGAIN
    closed = levels[-1].fragments and context.ends == "."
    if is_deepest and closed and delta == 1:
        cost += 1.0
    if not is_deepest and context.ends == ";":
        cost += 1.5
    if (context.lead or context.ends) == ":":
        cost += 1.5
    if context.captioned != level.captioned:
        cost += 0.4
    if are_indents_used and _differ(level.indent, context.indent):
        cost += 1.2
    if context.is_inline and delta != 1:
        cost += 3.0
    return cost, how


def _in_place(levels: tuple[Level, ...], at: int, context: Context) -> float:
    """What it costs to begin a list of another style at the depth of an open one."""
    cost = 2.6
    if context.lead:
        cost = 0.9 if at == len(levels) - 1 else 1.6
    if at == 0:
        cost += 1.0
    return cost + (3.0 if context.is_inline else 0.0)


def _under(
    levels: tuple[Level, ...],
    reading: Reading,
    begun: Level,
    context: Context,
    are_indents_used: bool,
) -> float:
    """What it costs to begin a list under the item that is open."""
    cost = 0.5
    introduced = (context.lead or context.ends) == ":"
    alike = [(level.style, level.kind) == (begun.style, begun.kind) for level in levels]
    if alike and alike[-1]:
        cost = 4.0
    elif any(alike):
        cost = 1.2
    if any(alike) and not introduced:
        cost += 1.5
    if reading.rank != 1:
        cost += 2.5
    elif levels and introduced:
        cost -= 0.3
    if levels and reading.kind in "AI" and levels[-1].kind in "ai":
        cost += 0.6
    if levels and levels[-1].fragments and context.ends == "." and context.lead:
        cost += 1.0
    if context.is_inline:
        cost += 0.8
    elif are_indents_used and levels and levels[-1].indent is not None:
        deeper = (context.indent or 0) - levels[-1].indent
        cost += 0.0 if deeper > 1 else 0.5 if deeper >= -1 else 1.5
    return cost


def _differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and abs(one - other) > 1
