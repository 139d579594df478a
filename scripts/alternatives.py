"""Takes regular expressions apart into their alternatives, and makes each removable by itself.

A pattern of the reader's is a list of ways to say a thing, ``fines?|penalt(?:y|ies)``. ``ways_of``
finds every alternative, at any depth. ``probe`` is the same pattern with each alternative in a
group of its own, so that a match tells which were used; ``without`` is the pattern in which some
can't match any more. ``Patterns`` puts a stand-in in the place of every pattern of a package, which
counts, or leaves out, without a change to the code that uses it.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

NEVER = "(?!)"
_OPENING = re.compile(
    r"\(\?(?:P<\w+>|[aiLmsux-]*:|>|(?P<ahead>[=!])|<(?P<behind>[=!]))|\((?P<other>\?)?"
)
_REFERENCE = re.compile(r"(?<!\\)(?:\\\\)*\\[1-9]")


@dataclass(frozen=True, slots=True)
class Way:
    """One alternative: ``pattern[start:end]``.

    ``outer`` is the place in the list of the alternative around it, None where there is none;
    ``is_denied`` says that it stands where a match is forbidden, within ``(?!...)``.
    """

    start: int
    end: int
    outer: int | None = None
    is_denied: bool = False


@dataclass(slots=True)
class _Open:
    """A group that is being read: where its alternatives began, and how many were in the list."""

    starts: list[int]
    is_denied: bool
    inside: list[Way] = field(default_factory=list)


def ways_of(pattern: str) -> list[Way]:
    """Every alternative of a pattern, an outer one before those inside it; the first is all of it.

    A pattern that refers to its own groups by number is one way: it can't be given more groups.

    >>> pattern = r"fines?|penalt(?:y|ies)"
    >>> [pattern[one.start:one.end] for one in ways_of(pattern)]
    ['fines?|penalt(?:y|ies)', 'fines?', 'penalt(?:y|ies)', 'y', 'ies']
    """
    if _REFERENCE.search(pattern):
        return [Way(0, len(pattern))]
    opened, at = [_Open([0], False)], 0
    while at < len(pattern):
        sign, step = pattern[at], 1
        if sign == "\\":
            step = 2
        elif sign == "[":
            step = _class_end(pattern, at) - at
        elif sign == "(":
            opening = _OPENING.match(pattern, at)
            assert opening is not None
            if opening["other"]:
                raise ValueError(f"a group of a kind that is not known: {pattern[at : at + 12]}")
            is_denied = opened[-1].is_denied or "!" in (opening["ahead"], opening["behind"])
            step = opening.end() - at
            opened.append(_Open([opening.end()], is_denied))
        elif sign == "|":
            opened[-1].starts.append(at + 1)
        elif sign == ")":
            done = opened.pop()
            opened[-1].inside += _closed(done, at)
        at += step
    (whole,) = opened
    found = [Way(0, len(pattern)), *_closed(whole, len(pattern))]
    return _nested(sorted(found, key=lambda one: (one.start, -one.end)))


def _closed(group: _Open, end: int) -> Iterator[Way]:
    """The alternatives of a group that is over; a group of one has none of its own."""
    if len(group.starts) > 1:
        ends = [*(start - 1 for start in group.starts[1:]), end]
        for start, last in zip(group.starts, ends, strict=True):
            yield Way(start, last, None, group.is_denied)
    yield from group.inside


def _nested(found: Sequence[Way]) -> list[Way]:
    """The same list, each with the alternative around it."""
    made: list[Way] = []
    around: list[int] = []
    for one in found:
        while around and found[around[-1]].end < one.end:
            around.pop()
        made.append(replace(one, outer=around[-1] if around else None))
        around.append(len(made) - 1)
    return made


def _class_end(pattern: str, at: int) -> int:
    """Where a class of characters that opens at ``at`` is over."""
    place = at + (2 if pattern[at + 1] == "^" else 1)
    if pattern[place] == "]":
        place += 1
    while pattern[place] != "]":
        place += 2 if pattern[place] == "\\" else 1
    return place + 1


def _rewritten(pattern: str, put: Callable[[int], tuple[str, str]]) -> str:
    """The pattern with something put before and after each alternative."""
    ways = ways_of(pattern)
    inside: dict[int | None, list[int]] = {}
    for place, one in enumerate(ways):
        inside.setdefault(one.outer, []).append(place)

    def made(place: int) -> str:
        before, after = put(place)
        parts, at = [before], ways[place].start
        for inner in inside.get(place, ()):
            parts += [pattern[at : ways[inner].start], made(inner)]
            at = ways[inner].end
        return "".join([*parts, pattern[at : ways[place].end], after])

    return made(0)


def probe(pattern: str) -> str:
    """The pattern with each alternative in a group ``w0``, ``w1`` and so on.

    >>> probe("a|b(?:c|)")
    '(?P<w0>(?P<w1>a)|(?P<w2>b(?:(?P<w3>c)|(?P<w4>))))'
    """
    return _rewritten(pattern, lambda place: (f"(?P<w{place}>", ")"))


def without(pattern: str, removed: Iterable[int]) -> str:
    """The pattern in which these alternatives never match; all its groups stay what they were.

    >>> without("fine|penalt(?:y|ies)", [1, 4])
    '(?!)fine|penalt(?:y|(?!)ies)'
    """
    gone = frozenset(removed)
    return _rewritten(pattern, lambda place: (NEVER * (place in gone), ""))


class Stand:
    """In the place of one compiled pattern: counts the ways that match, or leaves some out."""

    def __init__(self, real: re.Pattern[str], module: str) -> None:
        self.pattern, self.flags, self.module = real.pattern, real.flags, module
        self.groupindex, self.groups = real.groupindex, real.groups
        self.ways = ways_of(real.pattern)
        self.used: set[int] | None = None
        self._real = self._now = real
        self._probe: re.Pattern[str] | None = None

    def watch(self) -> None:
        """Count from now on which ways match."""
        self.used, self._now = set(), self._real

    def keep(self, ways: Iterable[int] | None) -> None:
        """Match by these ways alone from now on; None is all."""
        self.used = None
        gone = [] if ways is None else sorted(set(range(len(self.ways))) - set(ways))
        self._now = re.compile(without(self.pattern, gone), self.flags) if gone else self._real

    def _saw(self, match: re.Match[str] | None, whole: bool = False) -> re.Match[str] | None:
        if match is None or self.used is None or len(self.used) == len(self.ways):
            return match
        if len(self.ways) == 1:
            self.used.add(0)
            return match
        if self._probe is None:
            self._probe = re.compile(probe(self.pattern), self.flags)
        again = self._probe.fullmatch if whole else self._probe.match
        same = again(match.string, match.start(), match.endpos)
        assert same is not None
        for name, said in same.groupdict().items():
            if said is not None and _OURS.fullmatch(name):
                self.used.add(int(name[1:]))
        return match

    def search(self, *given: Any) -> re.Match[str] | None:
        return self._saw(self._now.search(*given))

    def match(self, *given: Any) -> re.Match[str] | None:
        return self._saw(self._now.match(*given))

    def fullmatch(self, *given: Any) -> re.Match[str] | None:
        return self._saw(self._now.fullmatch(*given), whole=True)

    def finditer(self, *given: Any) -> Iterator[re.Match[str]]:
        for one in self._now.finditer(*given):
            self._saw(one)
            yield one

    def _count(self, text: str) -> None:
        if self.used is not None:
            for one in self._real.finditer(text):
                self._saw(one)

    def findall(self, text: str) -> list[Any]:
        self._count(text)
        return self._now.findall(text)

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        self._count(text)
        return self._now.split(text, maxsplit)

    def sub(self, new: Any, text: str, count: int = 0) -> str:
        self._count(text)
        return self._now.sub(new, text, count)


_OURS = re.compile(r"w\d+")


class Patterns:
    """Every pattern of a package, with a stand-in for each; for a process of its own.

    The package must not be imported yet, for its patterns are made while it is.
    """

    def __init__(self, package: str, beside: Sequence[str] = ()) -> None:
        self.stands: list[Stand] = []
        self._package, self._inline = package, dict[tuple[str, str, int], Stand]()
        compile_ = re.compile

        def compiled(pattern: Any, flags: int = 0) -> Any:
            caller = sys._getframe(1).f_globals["__name__"]
            real = compile_(pattern, flags)
            is_ours = caller.startswith(package) or caller in beside
            return self._stand(real, caller) if is_ours and isinstance(pattern, str) else real

        re.compile = compiled
        try:
            self.modules = list(_modules(package))
        finally:
            re.compile = compile_
        for module in self.modules:
            if getattr(module, "re", None) is re:
                module.re = _Inline(self, module.__name__)  # type: ignore[attr-defined]

    def _stand(self, real: re.Pattern[str], module: str) -> Stand:
        self.stands.append(Stand(real, module))
        return self.stands[-1]

    def inline(self, module: str, pattern: str, flags: int) -> Stand:
        """The stand-in of a pattern that is written where it is used."""
        key = module, pattern, flags
        if key not in self._inline:
            self._inline[key] = self._stand(re.compile(pattern, flags), module)
        return self._inline[key]

    def forget(self) -> None:
        """Empty what the package remembers of its answers."""
        for module in self.modules:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


class _Inline:
    """``re`` as a module of the package sees it."""

    def __init__(self, patterns: Patterns, module: str) -> None:
        self._patterns, self._module = patterns, module

    def __getattr__(self, name: str) -> Any:
        if name not in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub"):
            return getattr(re, name)

        def act(pattern: str, *given: Any, flags: int = 0, **more: Any) -> Any:
            takes = 2 if name == "sub" else 1
            if len(given) > takes and name not in ("split", "sub"):
                *given_, flags = given
                given = tuple(given_)
            stand = self._patterns.inline(self._module, pattern, int(flags))
            return getattr(stand, name)(*given, **more)

        return act


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for one in pkgutil.walk_packages(root.__path__, f"{package}."):
        yield importlib.import_module(one.name)
