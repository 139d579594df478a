"""A plan as Python text: starts, last days, deadlines and their status, from a pack's rules.

Each rule becomes a small function over one case's row, straight-line, with the pack's own figures
in it. A function is written where another first needs it, so each one stands below those it calls.
"""

from __future__ import annotations

from collections.abc import Iterable

from outfall.docket.engine.layout import (
    A_WIDTH,
    CODES,
    PARTS,
    PROCEEDINGS,
    T_WIDTH,
)
from outfall.docket.engine.writing_words import count, instrument, ordinal
from outfall.law.counting import Days, Hours, Length
from outfall.law.ordinance import DeadlineRule, Ordinance
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)
from outfall.law.plan import Plan

PAPER_KINDS = {"issue": 0, "service": 1, "receipt": 2, "postmark": 3}
ARGUMENTS = "s, h, r, n"
# What the choices of a town and a case say to a plan (``r``): each track's penalty, the account's
# rules, then the number of each reading's choice, then the figures.
CHOICES = 2 * T_WIDTH + A_WIDTH


class NotExpressed(Exception):
    """A notion of a pack that a plan can't say: its cases are handed over to ``assess``."""


class Writer:
    """The text of one plan as it grows, with the readings and figures that it asks."""

    def __init__(self, law: Ordinance) -> None:
        self.law, self.plan = law, Plan(law)
        self.functions: list[str] = []
        self.names: dict[object, str] = {}
        self.readings = {reading.id: CHOICES + n for n, reading in enumerate(law.readings)}
        self.figures: list[str] = []

    def define(self, key: object, kind: str, arguments: str, body: Iterable[str]) -> str:
        """A function with a name of its own, once for the same key."""
        if key not in self.names:
            name = f"{kind}_{len(self.names)}"
            lines = "\n".join(f"    {line}" for line in body)
            self.functions.append(f"@inner\ndef {name}({arguments}):\n{lines}\n")
            self.names[key] = name
        return self.names[key]

    def figure(self, name: str) -> str:
        """A whole number that the code leaves to the town."""
        if name not in self.figures:
            self.figures.append(name)
        return f"r[{CHOICES + len(self.readings) + self.figures.index(name)}]"

    def choice(self, reading: str, choice: str) -> int:
        """The number of a reading's choice."""
        choices = next(item.choices for item in self.law.readings if item.id == reading)
        return [name for name, _ in choices].index(choice)

    def adopted(self, reading: str, choice: str) -> str:
        """Whether a choice is adopted; 0 where the pack has no such reading or choice."""
        if reading not in self.readings:
            return "0"
        known = [
            name for item in self.law.readings if item.id == reading for name, _ in item.choices
        ]
        if choice not in known:
            return "0"
        return f"r[{self.readings[reading]}] == {known.index(choice)}"

    def by_reading(self, value: ByReading[str], each: dict[str, str]) -> list[str]:
        """A branch for each choice: ``each`` says what to do for the choice's value."""
        at = self.readings[value.reading]
        lines = []
        for name, rule in value.choices:
            lines.append(f"if r[{at}] == {self.choice(value.reading, name)}:")
            lines.append(f"    {each[rule]}")
        return lines

    # Starts

    def start(self, anchor: Anchor) -> str:
        """The function of an anchor: the day of its event under a paper, or 0."""
        key = ("start", anchor)
        if key in self.names:
            return self.names[key]
        return self.define(key, "start", ARGUMENTS, self._start(anchor))

    def _start(self, anchor: Anchor) -> list[str]:
        kind, of = anchor.kind, anchor.of
        if kind in PAPER_KINDS:
            paper = f"facts.paper(s, n, {instrument(of)})" if of else "n"
            return [f"return orders.paper_day(s, {paper}, {PAPER_KINDS[kind]})"]
        if kind == "event":
            if anchor.told_by is not None:
                return [f"return clocks.untold(s, {CODES[of]}, {instrument(anchor.told_by)})"]
            return [f"return s[LAST_OF + {CODES[of]}]"]
        if kind in ("deadline", "lapse"):
            deadline = self.deadline(self.plan.deadlines[of])
            lines = [f"m = {deadline}(s, h, r, n)", "if m < 0:", "    return 0"]
            if kind == "lapse":
                return [*lines, "return s[m + M_LAST] + 1"]
            moved = "s[m + M_LAST] != s[m + M_DUE]"
            return [*lines, f"return s[m + M_LAST] if {moved} else s[m + M_RAW]"]
        if kind in ("filing", "hearing", "decision"):
            return self._of_proceeding(kind, of)
        if kind == "settled":
            return [f"return s[LEDGER + L_CLEARED + {PARTS.index(of)}]"]
        if kind == "observation":
            return ["return facts.start_of_violation(s, n, 0)"]
        if kind == "discovery":
            return ["return facts.start_of_violation(s, n, 1)"]
        if kind == "remedy":
            return ["return ask.remedied(s, n)[1]"]
        raise NotExpressed(f"a period from {kind}")

    def _of_proceeding(self, kind: str, of: str) -> list[str]:
        lines = [
            f"k = ask.case_of(s, {PROCEEDINGS.index(of)}, n)",
            f"if k < 0 or not {self.timely(of)}(s, h, r, k):",
            "    return 0",
            "c = PROCEEDINGS_AT + k * C_WIDTH",
        ]
        if kind == "filing":
            return [*lines, "return s[c + C_FILED]"]
        if kind == "hearing":
            return [*lines, "return s[c + C_HEARD]"]
        against = "s[c + C_OUTCOME] == REVERSED or s[c + C_OUTCOME] == GRANTED"
        return [*lines, f"return 0 if {against} else s[c + C_DECIDED]"]

    def timely(self, kind: str) -> str:
        """Whether a proceeding was filed by its last day."""
        key = ("timely", kind)
        if key in self.names:
            return self.names[key]
        rule = self.plan.proceedings.get(kind)
        if rule is None or rule.deadline is None:
            body = [f"return {int(rule is not None)}"]
        else:
            last = self.last_day(self.plan.deadlines[rule.deadline])
            body = [
                "c = PROCEEDINGS_AT + n * C_WIDTH",
                "if s[c + C_TIMELY] < 0:",
                f"    last = s[{last}(s, h, r, s[c + C_NOTICE]) + M_LAST]",
                "    s[c + C_TIMELY] = 1 if last == 0 or s[c + C_FILED] <= last else 0",
                "return s[c + C_TIMELY]",
            ]
        return self.define(key, "timely", ARGUMENTS, body)

    # Last days

    def term(self, term: Term) -> str:
        """The function of a term: its last day, that day before any roll, and its start."""
        key = ("term", term)
        if key in self.names:
            return self.names[key]
        return self.define(key, "term", ARGUMENTS, self._term(term))

    def _term(self, term: Term) -> list[str]:
        if isinstance(term, Counted):
            return self._counted(term)
        if isinstance(term, ByReading):
            each = [(name, self.term(part)) for name, part in term.choices]
            lines = []
            for name, function in each:
                at, number = self.readings[term.reading], self.choice(term.reading, name)
                lines += [f"if r[{at}] == {number}:", f"    return {function}(s, h, r, n)"]
            return [*lines, "return 0, 0, 0"]
        if isinstance(term, InDanger):
            danger, otherwise = self.term(term.danger), self.term(term.otherwise)
            return [
                "if n >= 0 and s[NOTICES + n * P_WIDTH + P_DANGER]:",
                f"    return {danger}(s, h, r, n)",
                f"return {otherwise}(s, h, r, n)",
            ]
        if isinstance(term, FirstKnown):
            lines = []
            for function in [self.term(part) for part in term.terms]:
                lines += [
                    f"due, raw, start = {function}(s, h, r, n)",
                    "if due:",
                    "    return due, raw, start",
                ]
            return [*lines, "return 0, 0, 0"]
        if isinstance(term, Named):
            return [
                "if n < 0:",
                "    return 0, 0, 0",
                "p = NOTICES + n * P_WIDTH",
                "day = s[p + P_COMPLY_BY] if s[p + P_SERVED] else 0",
                "return day, day, s[p + P_ISSUED] if day else 0",
            ]
        if isinstance(term, SameAs):
            deadline = self.deadline(self.plan.deadlines[term.deadline])
            return [
                f"m = {deadline}(s, h, r, n)",
                "if m < 0:",
                "    return 0, 0, 0",
                "return s[m + M_LAST], s[m + M_LAST], s[m + M_START]",
            ]
        return self._extreme(term)

    def _extreme(self, term: Extreme) -> list[str]:
        lines = ["best, best_raw, best_start = 0, 0, 0"]
        for part in term.terms:
            lines.append(f"due, raw, start = {self.term(part)}(s, h, r, n)")
            better = "due > best" if term.latest else "due < best"
            lines.append(f"if due and (best == 0 or {better}):")
            lines.append("    best, best_raw, best_start = due, raw, start")
            if not isinstance(part, Named | SameAs):
                lines += ["if due == 0:", "    return 0, 0, 0"]
        return [*lines, "return best, best_raw, best_start"]

    def _counted(self, term: Counted) -> list[str]:
        if self.plan.adds_days:
            raise NotExpressed("days that a way of service adds")
        lines = [
            f"start = {self.start(term.anchor)}(s, h, r, n)",
            "if start == 0:",
            "    return 0, 0, 0",
        ]
        length: Length | None = term.length
        if isinstance(length, Hours):
            lines += self._no_hour(term.anchor)
        number = "0" if length is None else str(length.n)
        if term.policy:
            length, number = Days(1), self.figure(term.policy)
        lines.append(f"length = {number}")
        if term.at_least == "cure_days" and isinstance(length, Days):
            lines += ["if n >= 0:", "    length = max(length, s[NOTICES + n * P_WIDTH + P_CURE])"]
        assert length is not None
        lines += self.counting(term.rule, length)
        return [*lines, "return due, raw, start"]

    def _no_hour(self, anchor: Anchor) -> list[str]:
        """Hours from a known hour are handed over: they run through changes of the clock."""
        if anchor.kind == "remedy":
            return ["s[BAD] = R_HOURS"]
        if anchor.kind not in ("service", "receipt"):
            return []
        field = "P_AT" if anchor.kind == "service" else "P_RECEIPT_AT"
        paper = f"facts.paper(s, n, {instrument(anchor.of)})" if anchor.of else "n"
        return [f"if s[NOTICES + {paper} * P_WIDTH + {field}] >= 0:", "    s[BAD] = R_HOURS"]

    def counting(self, name: str, length: Length) -> list[str]:
        """From ``start`` and ``length`` to ``raw`` and ``due``, by the rule of that day."""
        rows = self.plan.counting[name]
        if len(rows) == 1:
            return count(rows[0][1], length)
        lines = []
        for n, (since, rule) in enumerate(rows):
            word = "if" if n == 0 else "elif"
            last = n == len(rows) - 1
            lines.append("else:" if last else f"{word} start >= {ordinal(since)}:")
            lines += [f"    {line}" for line in count(rule, length)]
        return lines

    # Deadlines

    def last_day(self, rule: DeadlineRule) -> str:
        """The function that gives where a deadline's last day stands, with any extension."""
        key = ("last", rule.id)
        if key in self.names:
            return self.names[key]
        number = self.law.deadlines.index(rule)
        body = [
            f"m = clocks.memo({number}, n)",
            "if s[m + M_SEEN] != s[STAMP]:",
            f"    due, raw, start = {self.term(rule.due)}(s, h, r, n)",
            "    s[m + M_DUE], s[m + M_RAW], s[m + M_START] = due, raw, start",
            f"    moved = clocks.extension(s, {number}, n) if due else 0",
            "    s[m + M_LAST] = max(moved, due)",
            "    s[m + M_SEEN], s[m + M_ASKED] = s[STAMP], 0",
            "return m",
        ]
        return self.define(key, "last", ARGUMENTS, body)

    def deadline(self, rule: DeadlineRule) -> str:
        """The function that gives where a deadline with its status stands; -1: no clock runs."""
        key = ("deadline", rule.id)
        if key in self.names:
            return self.names[key]
        lines = ["p = -1"]
        if rule.of:
            kinds = " or ".join(f"of == {instrument(paper)}" for paper in rule.papers)
            lines += [
                "of = s[NOTICES + n * P_WIDTH + P_INSTRUMENT] if n >= 0 else -1",
                f"if n >= 0 and ({kinds}):",
                "    p = n",
            ]
            for paper in rule.papers:
                lines += ["if p < 0:", f"    p = facts.governing(s, {instrument(paper)})"]
            lines += ["if p < 0:", "    return -1"]
        status = self._status(rule)
        lines += [
            f"m = {self.last_day(rule)}(s, h, r, p)",
            "if s[m + M_ASKED] == 0:",
            f"    {status}(s, h, r, p, m)",
            "    s[m + M_ASKED] = 1",
            "return m if s[m + M_STATUS] else -1",
        ]
        return self.define(key, "deadline", ARGUMENTS, lines)

    def _status(self, rule: DeadlineRule) -> str:
        by = rule.done_by
        lines = [
            "s[m + M_STATUS] = s[m + M_DONE] = 0",
            "last = s[m + M_LAST]",
            "if last == 0:",
            "    return",
        ]
        if by.kind not in ("filing", "hearing", "decision"):
            lines += ["if n >= 0 and facts.set_aside(s, n):", "    return"]
        lines += [*self._done(rule), "s[m + M_DONE] = done", "if done:"]
        lines += ["    s[m + M_STATUS] = LATE if done > last else MET", "    return"]
        if rule.stayed_by is not None:
            lines += self._stayed(rule.stayed_by)
        lines.append("s[m + M_STATUS] = MISSED if s[ON] > last else OPEN")
        return self.define(("status", rule.id), "status", "s, h, r, n, m", lines)

    def _done(self, rule: DeadlineRule) -> list[str]:
        by = rule.done_by
        if by.kind == "event":
            return [f"done = clocks.first_event(s, {CODES[by.of]}, s[m + M_START])"]
        if by.kind == "service" and by.of:
            return [f"done = clocks.first_served(s, {instrument(by.of)}, s[m + M_START])"]
        if by.kind in ("filing", "hearing", "decision"):
            day = {
                "filing": "s[c + C_FILED]",
                "hearing": "s[c + C_HEARD] if s[c + C_HEARD] else s[c + C_DECIDED]",
                "decision": "s[c + C_DECIDED]",
            }[by.kind]
            return [
                "done = 0",
                f"k = ask.case_of(s, {PROCEEDINGS.index(by.of)}, n)",
                "if k >= 0:",
                "    c = PROCEEDINGS_AT + k * C_WIDTH",
                f"    done = {day}",
            ]
        lines = [f"done = {self.start(by)}(s, h, r, n)"]
        if by.kind == "remedy":
            lines += ["if done > last and facts.by_town(s, n):", "    done = 0"]
        return lines

    def _stayed(self, by: str | ByReading[str]) -> list[str]:
        kinds = [by] if isinstance(by, str) else sorted({value for _, value in by.choices})
        kinds = [kind for kind in kinds if kind in PROCEEDINGS]
        lines = ["kind = -1"]
        if isinstance(by, str):
            lines = [f"kind = {PROCEEDINGS.index(by) if by in PROCEEDINGS else -1}"]
        else:
            lines += self.by_reading(
                by,
                {
                    value: f"kind = {PROCEEDINGS.index(value) if value in PROCEEDINGS else -1}"
                    for _, value in by.choices
                },
            )
        lines += ["k = ask.case_of(s, kind, n) if kind >= 0 else -1", "timely = 0"]
        for kind in kinds:
            number = PROCEEDINGS.index(kind)
            lines += [f"if k >= 0 and kind == {number}:"]
            lines += [f"    timely = {self.timely(kind)}(s, h, r, k)"]
        return [
            *lines,
            "c = PROCEEDINGS_AT + k * C_WIDTH",
            "if timely and s[c + C_DECIDED] == 0 and s[c + C_FILED] <= last:",
            "    s[m + M_STATUS] = STAYED",
            "    return",
        ]
