"""What a plan does not model exactly it hands over, each reason with a case, and says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta
from functools import cache
from typing import Any

import numpy as np
import pytest

from outfall.docket.engine import evaluate, from_cases
from outfall.docket.engine.layout import REASONS
from outfall.docket.engine.putting import put
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import assess
from outfall.law.case import Case, Event, PriorOffense
from outfall.law.events import ELEMENTS
from outfall.law.ordinance import Ordinance, ServiceRule

DAY = date(2026, 3, 2)
ON = date(2026, 6, 1)
Told = tuple[str, int, dict[str, Any]]
SEEN: Told = ("violation_observed", 0, {"kind": "development"})
PAPER = {"instrument": "notice_of_violation", "contents": ELEMENTS}


@cache
def pack(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def case(*told: Told, **head: Any) -> Case:
    events = [
        Event(fields.pop("id", f"e{n + 1}"), name, DAY + timedelta(days), n, **fields)
        for n, (name, days, fields) in enumerate((name, days, dict(f)) for name, days, f in told)
    ]
    return Case("H-1", "webster-ny", tuple(events), **head)


def paper(days: int, **more: Any) -> Told:
    return ("notice_issued", days, {**PAPER, **more})


def served(days: int, **more: Any) -> Told:
    return ("served", days, {"instrument": PAPER["instrument"], "method": "personal", **more})


def seen(n: int) -> Told:
    return ("violation_observed", n, {"kind": "discharge", "violation": f"v{n}"})


HANDED: dict[str, tuple[str, Case]] = {
    "choices": ("webster-ny", case(SEEN, policy=(("reasonable_notice_days", 20_000),))),
    "impossible": ("webster-ny", case(SEEN, ("appeal_decided", 3, {"outcome": "upheld"}))),
    "day_order": ("webster-ny", case(SEEN, ("abated", 1, {}), paper(1))),
    "hours": (
        "webster-ny",
        case(
            ("violation_observed", 0, {"kind": "maintenance", "danger": True}),
            ("notice_issued", 1, {"instrument": "danger_notice"}),
            ("served", 2, {"instrument": "danger_notice", "method": "personal", "at": time(9)}),
            readings=(("two_days", "hours_48"),),
        ),
    ),
    "stretches": ("webster-ny", case(*(seen(n) for n in range(13)))),
    "notices": (
        "webster-ny",
        case(SEEN, *(line for n in range(9) for line in (paper(2 * n + 1), served(2 * n + 2)))),
    ),
    "proceedings": (
        "webster-ny",
        case(
            SEEN, paper(1), served(2),
            *(("appeal_filed" if n % 2 else "appeal_decided", n + 2, {"outcome": "upheld"})
              for n in range(1, 20)),
        ),
    ),
    "names": ("webster-ny", case(*(seen(n) for n in range(25)))),
    "offenses": (
        "webster-ny",
        case(SEEN, history=tuple(PriorOffense(date(2020, 1, n), None) for n in range(1, 26))),
    ),
    "extensions": (
        "webster-ny",
        case(
            SEEN,
            *(paper(n + 1, instrument="cost_notice") for n in range(6)),
            *(("extension_granted", 9, {"deadline": f"{deadline}:e{n}", "until": ON})
              for n in (2, 3, 4, 5, 6) for deadline in ("appeal", "comply")),
        ),
    ),
    "entries": ("webster-ny", case(SEEN, *(("paid", n, {"amount": 5}) for n in range(1, 66)))),
    "events": (
        "webster-ny",
        case(SEEN, *(("work_stopped", 1, {}) for _ in range(4097))),
    ),
    "order_days": (
        "city-9-3-12",
        case(*(("access_suspended", n, {}) for n in range(49))),
    ),
    "far_day": ("webster-ny", case(("violation_observed", -60_000, {"kind": "discharge"}))),
    "words": ("webster-ny", case(("violation_observed", 0, {"kind": "odd_kind"}))),
    "sums": ("webster-ny", case(SEEN, ("cost_recorded", 1, {"amount": 2**40}))),
    "named_order": (
        "webster-ny",
        case(seen(1), seen(2), paper(3, violations=("v2", "v1"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", HANDED)
def test_it_is_handed_over_and_answered_by_assess(reason: str) -> None:
    name, told = HANDED[reason]
    law = pack(name)
    docket = from_cases([told, case(SEEN)])
    results = evaluate(law, docket, ON)
    assert [REASONS[n] for n in results.reasons] == [reason, "none"]
    assert results.shares() == {reason: 0.5}
    if reason == "impossible":
        assert results.refused[0][0].code == "no-appeal"
        return
    standing = assess(law, told, ON)
    wanted = evaluate(law, from_cases([case(SEEN)]), ON)
    put(law, told, standing, wanted, 0)
    assert (wanted.days[0] == results.days[0]).all()
    assert (wanted.cents[0] == results.cents[0]).all()
    assert (wanted.trace[0] == results.trace[0]).all()


@pytest.mark.parametrize("reason", HANDED)
def test_without_handing_over_its_row_stays_empty(reason: str) -> None:
    name, told = HANDED[reason]
    results = evaluate(pack(name), from_cases([told]), ON, hand_over=False)
    assert REASONS[results.reasons[0]] == reason
    assert not results.days.any()
    assert not results.cents.any()
    assert results.standings == {}


def test_a_pack_with_a_notion_that_no_plan_says_is_handed_over_whole() -> None:
    mail = ServiceRule("mail", adds=3)
    law = replace(pack("webster-ny"), digest="adds days", service=(mail,))
    results = evaluate(law, from_cases([case(SEEN, paper(1), served(2))]), ON)
    assert [REASONS[n] for n in results.reasons] == ["pack"]
    assert results.why_pack == "days that a way of service adds"
    assert results.standings[0] == assess(law, case(SEEN, paper(1), served(2)), ON)


def test_more_further_deadlines_than_the_table_holds_are_handed_over() -> None:
    law = pack("city-9-3-12")
    several = case(
        *(line for n in range(7)
          for line in (seen(n), paper(n, violations=(f"v{n}",)), served(n))),
    )  # fmt: skip
    results = evaluate(law, from_cases([several] * 40), ON)
    assert {REASONS[n] for n in results.reasons} == {"none", "deadlines"}
    one = [tuple(row[1:]) for row in results.further.tolist() if row[0] == 0]
    for n in range(1, 40):
        assert (results.days[n] == results.days[0]).all()
        assert [tuple(row[1:]) for row in results.further.tolist() if row[0] == n] == one


def test_every_reason_has_a_case_here() -> None:
    assert set(REASONS) == {"none", "pack", "deadlines", *HANDED}


def test_a_reason_tells_the_truth_beyond_its_edge_alone() -> None:
    law = pack("webster-ny")
    within = {
        "stretches": case(*(seen(n) for n in range(12))),
        "entries": case(SEEN, *(("paid", n, {"amount": 5}) for n in range(1, 65))),
        "far_day": case(("violation_observed", 0, {"kind": "discharge"})),
        "hours": case(SEEN, paper(1), served(2, at=time(9))),
        "day_order": case(SEEN, paper(1), served(1)),
        "sums": case(SEEN, ("cost_recorded", 1, {"amount": 2**31 - 2})),
    }
    results = evaluate(law, from_cases(list(within.values())), ON)
    assert not results.reasons.any()
    assert np.all(results.days[:, results.shape.lien_at] == 0)
