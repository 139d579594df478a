"""Each rule that a paragraph makes, said in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from outfall.files.pack_rules import CLAUSES
from outfall.law.ordinance import (
    ActionRule,
    Clause,
    DeadlineRule,
    HoldRule,
    Instrument,
    InterestRule,
    OrderRule,
    Ordinance,
    Paragraph,
    PenaltyRule,
    PlanRule,
    ProceedingRule,
    Tier,
    WarningRule,
)
from outfall.law.words import dollars, english, name_of
from outfall.told.phrases import capital, cited, element_name
from outfall.told.rule_words import Other, Words

UNITS = {"day": "day", "week": "week", "offense": "offense"}
COUNTS = {
    "each_day": "each day is one",
    "additional_full": "the first is one, and each full week one more",
    "additional_begun": "the first is one, and each week begun one more",
    "full_only": "each full week is one, and there is at least one",
    "once": "one, however long it lasts",
}
YEARS = {
    "actual_365": "actual days over 365",
    "actual_360": "actual days over 360",
    "actual_actual": "actual days over those of the calendar year",
    "thirty_360": "months of thirty days, a year of 360",
}


class Said(NamedTuple):
    """One rule in words: its kind and id, a sentence, what belongs to it line by line, its cite."""

    kind: str
    id: str
    text: str
    cite: str
    lines: tuple[str, ...] = ()
    others: tuple[Other, ...] = ()


class Pack:
    """The rules of an ordinance by the name that a paragraph gives them, each in words."""

    def __init__(self, law: Ordinance) -> None:
        self.law, self.words = law, Words(law)
        self._waiting: dict[str, list[Any]] = {}
        for kind, rules in (
            ("instrument", law.instruments),
            ("deadline", law.deadlines),
            ("action", law.actions),
            ("order", law.orders),
            ("hold", law.holds),
            ("proceeding", law.proceedings),
            ("warning", law.warnings),
        ):
            for rule in rules:
                self._waiting.setdefault(f"{kind} {rule.id}", []).append(rule)
        for penalty in law.penalties:
            self._waiting.setdefault(f"penalty {penalty.track}", []).append(penalty)
        for clause in law.clauses:
            kind = "undefined" if clause.what else "clause"
            self._waiting.setdefault(f"{kind} {clause.id}", []).append(clause)

    def paragraph(self, paragraph: Paragraph) -> list[Said]:
        """The rules that a paragraph makes, in its order. Paragraphs are asked for in theirs."""
        found = (self._rule(name, paragraph.cite) for name in paragraph.rules)
        return [said for said in found if said is not None]

    def _rule(self, name: str, cite: str) -> Said | None:
        kind, _, _ = name.partition(" ")
        waiting = self._waiting.get(name)
        rule = waiting.pop(0) if waiting else None
        if kind in ("interest", "plan"):
            rule = self.law.interest if kind == "interest" else self.law.plan
        if kind == "costs":
            kinds = [k.replace("_", " ") for k, of in self.law.cost_kinds if of == cite]
            return Said(kind, "", f"Costs that can be charged: {english(kinds)}.", cite)
        if kind == "allocation":
            policy = self.law.allocation or ""
            value = self.words.policy.get(policy, "")
            lines = (f"the shares: {self.law.shares}",) if self.law.shares else ()
            text = f"Who bears the cost: {value} (the town's figure {policy})."
            return Said(kind, policy, text, cite, lines)
        return self.rule(rule) if rule is not None else None

    def rule(self, rule: Any) -> Said:
        """Any rule in words."""
        said = _SAYERS[type(rule)](self.words, rule)
        papers = getattr(rule, "papers", None) or (getattr(rule, "of", None),)
        more = getattr(rule, "says", "") if not isinstance(rule, WarningRule) else ""
        lines = (*said.lines, more) if more else said.lines
        return said._replace(lines=lines, others=tuple(self.words.others(rule, papers[0])))


def _instrument(words: Words, rule: Instrument) -> Said:
    issue = next((a for a in words.law.actions if a.id == f"issue_{rule.id}"), None)
    text = f"Paper: {rule.title}."
    if issue is not None:
        must = "must be issued" if issue.duty else "may be issued"
        text += f" It {must} where {words.all_of(issue.needs)}."
    lines = [f"must contain: {element_name(e)}{cited(c)}" for e, c in rule.elements]
    lines += [f"may require: {what}{cited(c)}" for what, c in rule.may_require]
    if issue is not None and issue.says:
        lines.append(issue.says)
    return Said("instrument", rule.id, text, rule.cite, tuple(lines))


def _deadline(words: Words, rule: DeadlineRule) -> Said:
    paper = rule.of
    text = f"Deadline for the {rule.bound}, {name_of(rule.id)}: {words.term(rule.due, paper)}."
    lines = [f"met by {words.anchor(rule.done_by, paper)}"]
    stayed = words.choice(rule.stayed_by) if rule.stayed_by is not None else None
    if stayed:
        lines.append(f"stayed by a timely {stayed}")
    if len(rule.papers) > 1:
        lines.append(f"runs under each {english([name_of(p) for p in rule.papers], 'or')}")
    return Said("deadline", rule.id, text, rule.cite, tuple(lines))


def _action(words: Words, rule: ActionRule) -> Said:
    paper = rule.of
    verb = "must" if rule.duty else "may"
    text = f"The town {verb} {name_of(rule.id)}"
    needs = [words.condition(c, paper) for c in rule.needs]
    if len(needs) <= 1:
        return Said(
            "action", rule.id, f"{text}{' where ' if needs else ''}{english(needs)}.", rule.cite
        )
    return Said("action", rule.id, f"{text} where all of these hold:", rule.cite, tuple(needs))


def _order(words: Words, rule: OrderRule) -> Said:
    starts = english([words.anchor(start) for start in rule.starts], "or")
    ends = english(
        [name_of(name) if name != "remedied" else "the remedy" for name in rule.ends], "or"
    )
    text = f"Order, {name_of(rule.id)}: in force from {starts} until the {ends}."
    lines = [f"how far it reaches is the reading {rule.scope}"] if rule.scope else []
    if rule.spares_remedy:
        lines.append("the work that the paper demands may go on")
    return Said("order", rule.id, text, rule.cite, tuple(lines))


def _hold(words: Words, rule: HoldRule) -> Said:
    text = (
        f"Hold, {name_of(rule.id)}: from the violation until the {name_of(rule.released_by)}, "
        f"nobody may {name_of(rule.blocks)}."
    )
    return Said("hold", rule.id, text, rule.cite)


def _proceeding(words: Words, rule: ProceedingRule) -> Said:
    papers = english([name_of(paper) for paper in rule.papers], "or")
    timed = (
        f"within the deadline {name_of(rule.deadline)}" if rule.deadline else "with no time named"
    )
    final = "; the decision is final" if rule.final else ""
    lines = [f"decided by {rule.body}"] if rule.body else []
    if rule.stay:
        lines.append(f"stay: {rule.stay}")
    text = f"{capital(rule.id)} against the {papers}, {timed}{final}."
    return Said("proceeding", rule.id, text, rule.cite, tuple(lines))


def _clause(words: Words, rule: Clause) -> Said:
    if rule.kind != "undefined":
        return Said("clause", rule.kind, f"The text says that {CLAUSES[rule.kind]}.", rule.cite)
    taken = f"; it is taken for {rule.taken_as}" if rule.taken_as else ""
    text = f"The text uses a term that it does not define: {rule.what}{taken}."
    return Said("undefined", rule.id, text, rule.cite)


def _warning(words: Words, rule: WarningRule) -> Said:
    text = f"Warning where {words.all_of(rule.when)}: {_with_figures(words, rule.says)}"
    return Said("warning", rule.id, text, rule.cite)


def _with_figures(words: Words, text: str) -> str:
    for name, value in words.policy.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def _interest(words: Words, rule: InterestRule) -> Said:
    rates = english([f"{dated.value} percent a year{_days(dated)}" for dated in rule.rates], "then")
    if rule.policy:
        rates = f"{words.policy.get(rule.policy)} percent a year (the town's figure {rule.policy})"
    on = english(words.choice(rule.on))
    first = words.term(rule.starts)
    text = f"Interest: simple, {rates}, on {on}; the first day that can bear any is {first}."
    year = words.choice(rule.year)
    return Said("interest", "", text, rule.cite, (f"a year is {YEARS.get(year, year)}",))


def _days(dated: Any) -> str:
    since = f" from {dated.since}" if dated.since else ""
    return since + (f" through {dated.until}" if dated.until else "")


def _plan(words: Words, rule: PlanRule) -> Said:
    every = f", one every {rule.every}" if rule.every else ""
    return Said("plan", "", f"Payment in at most {rule.max_payments} payments{every}.", rule.cite)


def _penalty(words: Words, rule: PenaltyRule) -> Said:
    tiers = words.choice(rule.tiers_by) if rule.tiers_by is not None else rule.tiers
    rows = ["; ".join(_tier(tier) for tier in row) for row in tiers]
    each = f"for each {UNITS.get(rule.unit, rule.unit)}"
    text = (
        f"{capital(rule.track)} penalty: {rows[0] if len(rows) == 1 else 'by the offense'} {each}."
    )
    return Said("penalty", rule.track, text, rule.cite, tuple(_penalty_lines(words, rule, rows)))


def _penalty_lines(words: Words, rule: PenaltyRule, rows: list[str]) -> Iterator[str]:
    names = ("a first offense", "a second", "a third", "a fourth", "a fifth")
    if len(rows) > 1:
        for n, row in enumerate(rows):
            last = " or later" if n + 1 == len(rows) else ""
            yield f"{names[n] if n < len(names) else f'offense {n + 1}'}{last}: {row}"
    first = "that day counts" if rule.first_day_counts else "that day is left out"
    start = words.anchor(rule.starts, rule.of)
    yield f"counted from {start} ({first}): {COUNTS[words.choice(rule.count)]}"
    if rule.at_least_one:
        yield "there is always at least one"
    if rule.opens:
        yield f"only where {words.all_of(rule.opens, rule.of)}"
    late = words.choice(rule.after_deadline) if rule.after_deadline is not None else None
    if late:
        yield f"the days through the last day of the {name_of(late)} do not count"
    tolled = words.choice(rule.tolled_by) if rule.tolled_by is not None else None
    if tolled:
        yield f"the days of a timely {tolled} do not count, its decision's included"
    yield (
        "one for each violation"
        if words.choice(rule.each_violation)
        else "one for all violations of a paper"
    )
    if rule.repeat is not None:
        within = (
            f" whose offense lies within {rule.repeat.within} before" if rule.repeat.within else ""
        )
        what = "offense" if words.choice(rule.repeat.unconvicted) else "conviction"
        yield f"each earlier {what}{within} raises it by a step"
    if words.choice(rule.escalating):
        yield f"each further {UNITS.get(rule.unit, rule.unit)} stands a step higher"
    cap = words.choice(rule.cap)
    if cap is not None:
        yield f"at most {dollars(cap)} for one violation, however long it lasts"


def _tier(tier: Tier) -> str:
    if tier.warning:
        return "a warning alone"
    jail = f" and up to {tier.jail_days} days in jail" if tier.jail_days else ""
    if tier.max is None:
        money = f"at least {dollars(tier.min)}" if tier.min else "an amount without a ceiling"
    elif tier.min == tier.max:
        money = dollars(tier.max)
    else:
        money = (
            f"{dollars(tier.min)} to {dollars(tier.max)}"
            if tier.min
            else f"up to {dollars(tier.max)}"
        )
    return f"{money}{jail}{_days(tier)}"


_SAYERS: dict[type, Callable[[Words, Any], Said]] = {
    Instrument: _instrument,
    DeadlineRule: _deadline,
    ActionRule: _action,
    OrderRule: _order,
    HoldRule: _hold,
    ProceedingRule: _proceeding,
    Clause: _clause,
    WarningRule: _warning,
    InterestRule: _interest,
    PlanRule: _plan,
    PenaltyRule: _penalty,
}
