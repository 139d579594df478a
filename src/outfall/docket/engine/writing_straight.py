"""A plan as Python text: answers of a plain case in a straight line, from single numbers.

Most cases have one violation, one paper of a kind and at most one appeal, and their entries stand
in the order of their days. For them a deadline, an exposure and an account need no row of facts:
what each rule asks is a number of its own. The rules are the pack's, said here of single numbers
and in ``writing`` of a row; what is not plain gives 0, and goes through the whole plan.
"""

from __future__ import annotations

from outfall.docket.engine.kernel_asks import STATES
from outfall.docket.engine.layout import CODES, INSTRUMENTS, PROCEEDINGS
from outfall.docket.engine.writing import PAPER_KINDS, NotExpressed, Writer
from outfall.docket.engine.writing_words import instrument, kinds_of
from outfall.law.counting import Days, Hours, Length
from outfall.law.ordinance import Condition, DeadlineRule, ProceedingRule
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

BILLS = ("penalty_notice", "cost_notice")
DAY_OF = {"issue": "issued", "service": "served", "receipt": "receipt", "postmark": "posted"}
ALWAYS, NEVER = "True", "False"
# What is known of a case in which nobody paid in work, no lien was recorded and access is not cut.
PLAINLY = {"compensation": ALWAYS, "no_lien": ALWAYS, "access_cut": NEVER}


class Straight:
    """The text of straight answers as it grows, and which numbers of a case it needs."""

    def __init__(self, w: Writer) -> None:
        self.w, self.law, self.plan = w, w.law, w.plan
        self.papers: set[int] = set()
        self.events: set[int] = set()
        self.blocks: list[str] = []
        self.names: set[object] = set()
        self.proceedings = {
            kind: rule
            for kind, rule in self.plan.proceedings.items()
            if kind in ("appeal", "petition") and _has_one_paper(rule)
        }
        self.contests: set[str] = set()
        self.contest("appeal", None)  # common, so it is known whether or not a rule asks of it

    # What a case says

    def paper(self, name: str) -> int:
        """A paper of which the days are wanted."""
        number = instrument(name)
        self.papers.add(number)
        return number

    def event(self, name: str) -> str:
        """The day of an event that is wanted; 0 for none."""
        self.events.add(CODES[name])
        return f"event_{CODES[name]}"

    def contest(self, kind: str, paper: str | None) -> str | None:
        """The proceeding that counts against a paper (None: against any); None where none can."""
        rule = self.proceedings.get(kind)
        if rule is None or (paper is not None and rule.against != paper):
            return None
        self.contests.add(kind)
        self.paper(rule.against)
        return kind

    def start(self, anchor: Anchor, paper: str | None) -> str:
        """The day of an anchor's event under a paper, or 0: an expression."""
        kind, of = anchor.kind, anchor.of
        if kind in PAPER_KINDS:
            name = of or paper
            return f"{DAY_OF[kind]}_{self.paper(name)}" if name else "0"
        if kind == "event":
            return self.event(of)
        if kind in ("deadline", "lapse"):
            name = self.deadline(self.plan.deadlines[of])
            day = f"{name}_due + 1" if kind == "lapse" else f"{name}_raw"
            return f"({day} if {name}_status else 0)"
        if kind in ("filing", "hearing", "decision"):
            own = self.contest(of, paper)
            if own is None:
                return "0"
            day = {"filing": "filed", "hearing": "heard", "decision": "decided"}[kind]
            is_against = f" and outcome_{own} != REVERSED and outcome_{own} != GRANTED"
            holds = f"{self.timely(own)}{is_against if kind == 'decision' else ''}"
            return f"({day}_{own} if {holds} else 0)"
        days = {"observation": "found", "discovery": "discovered", "remedy": "over"}
        if kind not in days:
            raise NotExpressed(f"a period from {kind}")
        return days[kind]

    def timely(self, kind: str) -> str:
        """Whether a proceeding was filed by its last day."""
        name, rule = f"timely_{kind}", self.proceedings[kind]
        if name in self.names:
            return name
        self.names.add(name)
        by = "filed_" + kind
        if rule.deadline is None:
            self.blocks.append(f"{name} = {by} != 0")
        else:
            deadline = self.plan.deadlines[rule.deadline]
            if deadline.papers != (rule.against,):
                raise NotExpressed("a proceeding timed by another paper")
            last = f"{self.last_day(deadline)}_due"
            self.blocks.append(f"{name} = {by} != 0 and ({last} == 0 or {by} <= {last})")
        return name

    # Last days

    def term(self, term: Term, paper: str | None, into: str) -> list[str]:
        """The lines that put down a term's last day, that day before any roll, and its start."""
        if isinstance(term, Counted):
            return self._counted(term, paper, into)
        if isinstance(term, ByReading):
            lines = []
            for name, part in term.choices:
                at, number = self.w.readings[term.reading], self.w.choice(term.reading, name)
                lines.append(f"if r[{at}] == {number}:")
                try:
                    lines += inside(self.term(part, paper, into))
                except NotExpressed:
                    lines.append("    return 0")
            return lines
        if isinstance(term, FirstKnown):
            lines = []
            for part in term.terms:
                lines += [f"if {into}_due == 0:", *inside(self.term(part, paper, into))]
            return lines
        if isinstance(term, Named):
            if paper is None:
                return []
            n = self.paper(paper)
            return [
                f"if served_{n} and comply_{n}:",
                f"    {into}_due, {into}_raw, {into}_start = comply_{n}, comply_{n}, issued_{n}",
            ]
        if isinstance(term, SameAs):
            name = self.deadline(self.plan.deadlines[term.deadline])
            both = f"{name}_due, {name}_due, {name}_start"
            return [f"if {name}_status:", f"    {into}_due, {into}_raw, {into}_start = {both}"]
        if isinstance(term, InDanger):
            raise NotExpressed("a period by the danger")
        return self._extreme(term, paper, into)

    def _extreme(self, term: Extreme, paper: str | None, into: str) -> list[str]:
        lines, known = [], [f"{into}_all = True"]
        for n, part in enumerate(term.terms):
            own = f"{into}_{n}"
            lines += [f"{own}_due = {own}_raw = {own}_start = 0", *self.term(part, paper, own)]
            better = f"{own}_due {'>' if term.latest else '<'} {into}_due"
            take = f"{into}_due, {into}_raw, {into}_start = {own}_due, {own}_raw, {own}_start"
            lines += [f"if {own}_due and ({into}_due == 0 or {better}):", f"    {take}"]
            if not isinstance(part, Named | SameAs):
                lines += [f"if {own}_due == 0:", f"    {into}_all = False"]
        none = f"{into}_due = {into}_raw = {into}_start = 0"
        return [*known, *lines, f"if not {into}_all:", f"    {none}"]

    def _counted(self, term: Counted, paper: str | None, into: str) -> list[str]:
        length: Length | None = term.length
        if self.plan.adds_days or isinstance(length, Hours):
            raise NotExpressed("hours, and days that a way of service adds")
        number = "0" if length is None else str(length.n)
        if term.policy:
            length, number = Days(1), self.w.figure(term.policy)
        lines = [f"length = {number}"]
        if term.at_least == "cure_days" and isinstance(length, Days) and paper is not None:
            lines.append(f"length = max(length, cure_{self.paper(paper)})")
        assert length is not None
        lines += self.w.counting(term.rule, length)
        lines.append(f"{into}_due, {into}_raw, {into}_start = due, raw, start")
        return [f"start = {self.start(term.anchor, paper)}", "if start:", *inside(lines)]

    def last_day(self, rule: DeadlineRule) -> str:
        """The name under which a deadline's last day stands."""
        name = f"d{self.law.deadlines.index(rule)}"
        if name not in self.names:
            self.names.add(name)
            paper = _paper_of(rule)
            lines = self.term(rule.due, paper, name)
            self.blocks += [f"{name}_due = {name}_raw = {name}_start = 0", *lines]
        return name

    def deadline(self, rule: DeadlineRule) -> str:
        """The name under which a deadline stands with its status (0: no clock runs)."""
        name, paper = self.last_day(rule), _paper_of(rule)
        if ("status", name) in self.names:
            return name
        self.names.add(("status", name))
        runs = f"{name}_due"
        if paper is not None:
            runs += f" and issued_{self.paper(paper)}"
            if rule.done_by.kind not in ("filing", "hearing", "decision"):
                own = [kind for kind in self.proceedings if self.contest(kind, paper)]
                runs += "".join(f" and outcome_{kind} != REVERSED" for kind in own)
        done, stay = self._done(rule, paper, name), self._stayed(rule, paper, name)
        self.blocks += [
            f"{name}_status = {name}_done = 0",
            f"if {runs}:",
            *inside(done),
            f"    if {name}_done:",
            f"        {name}_status = LATE if {name}_done > {name}_due else MET",
            *inside(stay),
            "    else:",
            f"        {name}_status = MISSED if on > {name}_due else OPEN",
        ]
        return name

    def _done(self, rule: DeadlineRule, paper: str | None, name: str) -> list[str]:
        by, done = rule.done_by, f"{name}_done"
        if by.kind == "event" or (by.kind == "service" and by.of):
            day = self.event(by.of) if by.kind == "event" else f"served_{self.paper(by.of)}"
            return [f"{done} = {day} if {day} >= {name}_start else 0"]
        if by.kind in ("filing", "hearing", "decision"):
            own = self.contest(by.of, paper)
            if own is None:
                return []
            heard = f"heard_{own} if heard_{own} else decided_{own}"
            days = {"filing": f"filed_{own}", "hearing": heard, "decision": f"decided_{own}"}
            return [f"{done} = {days[by.kind]}"]
        lines = [f"{done} = {self.start(by, paper)}"]
        if by.kind == "remedy":
            lines += [f"if {done} > {name}_due and by_town:", f"    {done} = 0"]
        return lines

    def _stayed(self, rule: DeadlineRule, paper: str | None, name: str) -> list[str]:
        by = rule.stayed_by
        told = [("", by)] if isinstance(by, str) else [] if by is None else list(by.choices)
        lines = []
        for choice, kind in told:
            own = self.contest(kind, paper) if kind in PROCEEDINGS else None
            if own is None:
                continue
            runs = f"{self.timely(own)} and decided_{own} == 0 and filed_{own} <= {name}_due"
            if isinstance(by, ByReading):
                number = self.w.choice(by.reading, choice)
                runs += f" and r[{self.w.readings[by.reading]}] == {number}"
            lines += [f"elif {runs}:", f"    {name}_status = STAYED"]
        return lines

    # Conditions

    def every(self, conditions: tuple[Condition, ...], paper: str | None) -> str:
        """Whether all of some conditions hold: an expression."""
        return " and ".join(f"({self.holds(c, paper)})" for c in conditions) or ALWAYS

    def holds(self, c: Condition, paper: str | None) -> str:
        """Whether one condition holds: an expression."""
        if c.kind in ("served", "received", "complete"):
            day = {"served": "served", "received": "receipt", "complete": "sound"}[c.kind]
            return f"{day}_{self.paper(c.args[0])} != 0"
        if c.kind in ("expired", "closed", "late", "open"):
            name = self.deadline(self.plan.deadlines[c.args[0]])
            past, status = f"on > {name}_due", f"{name}_status"
            return {
                "expired": f"{status} and {status} != MET and {status} != STAYED and {past}",
                "closed": f"{status} and {past}",
                "late": f"{status} == LATE or {status} == MISSED",
                "open": f"{status} and not {past}",
            }[c.kind]
        if c.kind in ("violation", "unremedied"):
            kinds = kinds_of(c.args)
            own = f" and ({kinds} >> kind) & 1" if kinds else ""
            lasts = " and remedied == 0" if c.kind == "unremedied" else ""
            return f"found and reversed_on == 0{lasts}{own}"
        if c.kind == "remedied":
            return "over != 0"
        if c.kind in PLAINLY:
            return PLAINLY[c.kind]
        if c.kind == "event" and len(c.args) == 1:
            return f"{self.event(c.args[0])} != 0"
        if c.kind == "never":
            return f"{self.event(c.args[0])} == 0"
        if c.kind == "proceeding":
            return self._state(c, paper)
        if c.kind == "any":
            return " or ".join(f"({self.holds(part, paper)})" for part in c.parts) or NEVER
        if c.kind == "all":
            return self.every(c.parts, paper)
        if c.kind == "reading":
            at = self.w.readings[c.args[0]]
            return " or ".join(
                f"(r[{at}] == {self.w.choice(c.args[0], name)} and {self.every(parts, paper)})"
                for name, parts in c.choices
            )
        raise NotExpressed(f"the condition {c.kind}")

    def _state(self, c: Condition, paper: str | None) -> str:
        kind, wanted = c.args
        own, state = self.contest(kind, paper), STATES.index(wanted)
        if own is None:
            return f"plain.proceeding(0, 0, 0, 0, {state})"
        days = f"filed_{own}, {self.timely(own)}, decided_{own}, outcome_{own}"
        return f"plain.proceeding({days}, {state})"


def inside(lines: list[str]) -> list[str]:
    """Lines as they stand under another one."""
    return [f"    {line}" for line in lines]


def _has_one_paper(rule: ProceedingRule) -> bool:
    return len(rule.papers) == 1 and rule.against in INSTRUMENTS and rule.against not in BILLS


def _paper_of(rule: DeadlineRule) -> str | None:
    """The paper of a deadline; none where it has none."""
    if len(rule.papers) > 1:
        raise NotExpressed("a deadline under several papers")
    return rule.of
