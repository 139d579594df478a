"""Three figures by Outfall, by GoRules' zen-engine with its trace on, and by hand.

The figures: the civil penalty by days (city-9-3-12, F), the tier of an offense and its fine from
four earlier ones (webster-ny, E), and simple interest at six percent with five payments
(city-9-3-12, D.2.b). All answers are compared before anything is timed, and must be equal.

What is compared, and what is not. zen-engine is given a model made for these three figures, ready
to be evaluated, and facts as numbers, with every date already counted. "By hand" is given the same.
The first rows of Outfall ask it for the same three figures alone, from facts that it has already
taken from the events; it still counts the cure period, finds the readings and says which days
count, with their cites. The next does it from the events. The last is the whole assessment of both
cases: all deadlines, powers, orders, holds, warnings and the account. No row does what another does
to the letter; the answers that they share are the same.

Method: that of ``harness``, in five rounds in which the contestants take turns; each figure is the
median of its five medians, and each ratio the median of five ratios within one round.

    python benchmarks/bench_zen.py
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

import plain
import zen
import zen_models
from bench_assess import case_of, law_of
from harness import Figure, measured, save, show

from outfall.law.account import account_of
from outfall.law.assess import assess, check, plan_of
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.days import counted
from outfall.law.facts import Facts
from outfall.law.fold import apply
from outfall.law.ordinance import Ordinance
from outfall.law.penalties import exposure_of
from outfall.law.standing import Account, Exposure
from outfall.law.view import View

ROUNDS, CALLS, WARM = 5, 2_000, 100
ON = date(2026, 12, 1)
TRACE: zen.DecisionEvaluateOptions = {"trace": True}
NAMES = ("civil", "tier", "interest")

CITY = """\
case: C-2026-030
ordinance: city-9-3-12
events:
  - {date: 2026-03-02, event: violation_observed, kind: discharge}
  - {date: 2026-03-03, event: notice_issued, instrument: notice_of_violation,
     comply_by: 2026-03-20,
     contents: [recipient, place, nature, remedy, penalties, appeal, town_work]}
  - {date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal,
     received_on: 2026-03-04}
  - {date: 2026-04-20, event: corrected}
  - {date: 2026-03-10, event: cost_recorded, kind: sampling, amount: 9000.00}
  - {date: 2026-05-01, event: paid, amount: 1000.00}
  - {date: 2026-06-01, event: paid, amount: 1500.00}
  - {date: 2026-07-01, event: paid, amount: 20.00}
  - {date: 2026-08-03, event: paid, amount: 1500.00}
  - {date: 2026-09-01, event: paid, amount: 1250.75}
"""
WEBSTER = """\
case: W-2026-030
ordinance: webster-ny
history:
  - {offense_on: 2019-05-06, convicted_on: 2019-09-01}
  - {offense_on: 2021-04-01, convicted_on: 2021-10-11}
  - {offense_on: 2022-07-11, convicted_on: 2022-12-01}
  - {offense_on: 2025-02-03, convicted_on: 2025-06-30}
events:
  - {date: 2026-05-04, event: violation_observed, kind: maintenance}
  - {date: 2026-06-12, event: corrected}
"""


def number(year: int, month: int, day: int) -> int:
    """The number of a day, as the models take it."""
    return date(year, month, day).toordinal()


EARLIER = (
    (number(2019, 5, 6), number(2024, 5, 6), number(2019, 9, 1)),
    (number(2021, 4, 1), number(2026, 4, 1), number(2021, 10, 11)),
    (number(2022, 7, 11), number(2027, 7, 11), number(2022, 12, 1)),
    (number(2025, 2, 3), number(2030, 2, 3), number(2025, 6, 30)),
)
PAID = (
    (number(2026, 5, 1), 100_000),
    (number(2026, 6, 1), 150_000),
    (number(2026, 7, 1), 2_000),
    (number(2026, 8, 3), 150_000),
    (number(2026, 9, 1), 125_075),
)
# The facts of both cases as numbers: what zen-engine and the hand-written functions are given.
GIVEN: dict[str, dict[str, Any]] = {
    "civil": {
        "received": number(2026, 3, 4),
        "cure_due": number(2026, 3, 20),
        "ended": number(2026, 4, 20),
        "reversed": False,
        "a_day": 75_000,
    },
    "tier": {
        "offense": number(2026, 5, 4),
        "remedied": number(2026, 6, 12),
        "earlier": [
            {"offense": offense, "until": until, "convicted": convicted}
            for offense, until, convicted in EARLIER
        ],
    },
    "interest": {
        "cost": 900_000,
        "bears_from": number(2026, 4, 1),
        "payments": [{"day": day, "amount": amount} for day, amount in PAID],
    },
}
GIVEN = {name: {"on": ON.toordinal(), **given} for name, given in GIVEN.items()}
ALL = {key: value for given in GIVEN.values() for key, value in given.items()}


@dataclass(frozen=True, slots=True)
class Ready:
    """One case, made ready to be asked for a figure."""

    law: Ordinance
    case: Case
    facts: Facts

    @classmethod
    def of(cls, text: str) -> Ready:
        case = case_of(text)
        law = law_of(case)
        faults = check(law, case)
        assert not faults, faults
        return cls(law, case, facts_of(law, case))

    def view(self) -> View:
        """A view that knows no answer yet."""
        return View(plan_of(self.law), self.facts, ON, chosen(self.law, self.case))


def facts_of(law: Ordinance, case: Case) -> Facts:
    """The facts of a case, taken from its events."""
    facts = Facts()
    for prior in case.history:
        if prior.convicted_on is not None:
            facts.convictions.append((prior.offense_on, prior.convicted_on))
    for event in counted(case):
        apply(facts, event, law)
    return facts


def answers(civil: Exposure, criminal: Exposure, account: Account) -> dict[str, int | None]:
    """What Outfall says of the three figures, under the names of the models."""
    return {
        "days": civil.units,
        "civil_max": civil.max,
        "tier": criminal.tier,
        "weeks": criminal.units,
        "fine_min": criminal.min,
        "fine_max": criminal.max,
        "jail": criminal.jail_days,
        "interest": account.interest,
        "owed": account.owed,
    }


def by_zen() -> dict[str, Callable[[], zen.EvaluateResponse]]:
    """The engine's acts: a decision for each figure, and one for all three.

    The engine has several doors. A static loader with ``evaluate`` is the fastest of them, and the
    one compared; ``held`` is a decision object that one holds, its answer handed over by a thread.
    """
    models = {name: json.loads(zen_models.model(name)) for name in NAMES}
    models["all"] = json.loads(zen_models.model(*NAMES))
    engine = zen.ZenEngine({"loader": {"type": "static", "content": models}})
    made: dict[str, Callable[[], zen.EvaluateResponse]] = {
        id: partial(engine.evaluate, id, GIVEN.get(id, ALL), TRACE) for id in models
    }
    held = engine.create_decision(zen.ZenDecisionContent(zen_models.model(*NAMES)))
    return {**made, "held": partial(held.evaluate, ALL, TRACE)}


def by_hand() -> dict[str, Callable[[], object]]:
    """The hand-written acts, from the same numbers."""
    acts: dict[str, Callable[[], object]] = {
        "civil": lambda: plain.civil(GIVEN["civil"]),
        "tier": lambda: plain.tier(GIVEN["tier"]),
        "interest": lambda: plain.interest(GIVEN["interest"]),
    }
    return {**acts, "all": lambda: [act() for act in acts.values()]}


def by_outfall(city: Ready, webster: Ready) -> dict[str, Callable[[], object]]:
    """Outfall's acts: each figure alone from facts, all three, from events, and the whole."""

    def three(city: Ready, webster: Ready) -> dict[str, int | None]:
        view = city.view()
        return answers(
            exposure_of(view, "civil"), exposure_of(webster.view(), "criminal"), account_of(view)
        )

    def folded(ready: Ready) -> Ready:
        return replace(ready, facts=facts_of(ready.law, ready.case))

    return {
        "civil": lambda: exposure_of(city.view(), "civil"),
        "tier": lambda: exposure_of(webster.view(), "criminal"),
        "interest": lambda: account_of(city.view()),
        "all": lambda: three(city, webster),
        "events": lambda: three(folded(city), folded(webster)),
        "whole": lambda: (
            assess(city.law, city.case, ON),
            assess(webster.law, webster.case, ON),
        ),
    }


def equal(city: Ready, webster: Ready) -> dict[str, int | None]:
    """The answers, the same by all ways; an AssertionError says where they are not."""
    standing = assess(city.law, city.case, ON)
    ours = answers(standing.civil, assess(webster.law, webster.case, ON).criminal, standing.account)
    assert by_outfall(city, webster)["all"]() == by_outfall(city, webster)["events"]() == ours
    hand: dict[str, int] = {}
    for name in NAMES:
        hand |= getattr(plain, name)(GIVEN[name])[0]
    engine = by_zen()
    apart: dict[str, Any] = {}
    for name in NAMES:
        apart |= engine[name]()["result"]
    nodes = 2 + sum(len(chain) for chain in zen_models.CHAINS.values())
    whole, held = engine["all"](), engine["held"]()
    assert len(whole["trace"]) == len(held["trace"]) == nodes
    for told in (hand, apart, whole["result"], held["result"]):
        assert {name: told[name] for name in ours} == ours, (told, ours)
    return ours


WORK = {
    "zen.civil": "zen-engine, trace on: civil penalty",
    "zen.tier": "zen-engine, trace on: tier and fine",
    "zen.interest": "zen-engine, trace on: interest",
    "zen.all": "zen-engine, trace on: all three in one model",
    "zen.held": "zen-engine, trace on: the same, a decision object",
    "outfall.civil": "Outfall, that figure alone: civil penalty",
    "outfall.tier": "Outfall, that figure alone: tier and fine",
    "outfall.interest": "Outfall, that figure alone: interest",
    "outfall.all": "Outfall, the three figures from facts",
    "outfall.events": "Outfall, the three figures from events",
    "outfall.whole": "Outfall, the whole assessment of both cases",
    "plain.civil": "by hand, with steps: civil penalty",
    "plain.tier": "by hand, with steps: tier and fine",
    "plain.interest": "by hand, with steps: interest",
    "plain.all": "by hand, with steps: all three",
}


def rounds(acts: dict[str, Callable[[], object]]) -> list[dict[str, Figure]]:
    """Every act's figure, in each of the rounds."""
    return [
        {id: measured(id, WORK[id], act, CALLS, warm=WARM) for id, act in acts.items()}
        for _ in range(ROUNDS)
    ]


def summed(id: str, found: list[dict[str, Figure]]) -> Figure:
    """The median of an act's figures over the rounds, beside zen-engine's for the same answers."""
    kind = id.partition(".")[2]
    other = f"zen.{kind if kind in NAMES else 'all'}"
    own = [one[id] for one in found]
    return replace(
        own[0],
        calls=CALLS * ROUNDS,
        median=statistics.median(figure.median for figure in own),
        p95=statistics.median(figure.p95 for figure in own),
        cpu=statistics.median(figure.cpu for figure in own),
        against="" if id == other else other,
        ratio=None
        if id == other
        else statistics.median(one[id].median / one[other].median for one in found),
    )


def main() -> None:
    """Compare the answers, then print and save one line a contestant."""
    city, webster = Ready.of(CITY), Ready.of(WEBSTER)
    told = equal(city, webster)
    print("equal by all ways:", ", ".join(f"{name} {value}" for name, value in told.items()))
    acts: dict[str, Callable[[], object]] = {}
    for kind, own in (
        ("zen", by_zen()),
        ("outfall", by_outfall(city, webster)),
        ("plain", by_hand()),
    ):
        acts |= {f"{kind}.{id}": act for id, act in own.items()}
    found = rounds(acts)
    figures = [summed(id, found) for id in acts]
    show(figures)
    save("zen", figures, answers=told)


if __name__ == "__main__":
    main()
