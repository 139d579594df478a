"""Columns from tables: the same numbers as from the law's own cases, a column at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from docket_cases import day_for, wild
from outfall.docket.engine import evaluate, from_cases
from outfall.docket.engine.arrow import DAYS, FLAGS, LISTS, NUMBERS, TEXT, from_tables
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.case import Case, Event
from outfall.law.ordinance import Ordinance

ON = date(2026, 6, 1)
KINDS = {
    **dict.fromkeys(("case", "id", "event", "violation", *TEXT), pa.string()),
    **dict.fromkeys(("date", *DAYS), pa.date32()),
    **dict.fromkeys(("at", *NUMBERS), pa.int64()),
    **dict.fromkeys(FLAGS, pa.bool_()),
    **dict.fromkeys(LISTS, pa.list_(pa.string())),
}
SCHEMA = pa.schema(list(KINDS.items()))
Tables = tuple[pa.Table, pa.Table, pa.Table]


@cache
def law() -> Ordinance:
    return load_pack(folder_of("city-9-3-12"))


def row(case: Case, event: Event) -> dict[str, Any]:
    """An event as a row; a violation that is the usual one is left out."""
    told = {name: getattr(event, name) for name in (*DAYS, *TEXT, *NUMBERS, *FLAGS, *LISTS)}
    at = event.at and event.at.hour * 3600 + event.at.minute * 60 + event.at.second
    usual = event.violation == "v1" and event.violations != ("v1",)
    return {
        **told,
        "case": case.id,
        "id": event.id,
        "event": event.name,
        "date": event.on,
        "violation": None if usual else event.violation,
        "at": at if event.at is not None else None,
    }


def tables(made: list[Case]) -> Tables:
    events = [row(case, event) for case in made for event in case.events]
    history = [
        {"case": case.id, "offense_on": p.offense_on, "convicted_on": p.convicted_on}
        for case in made
        for p in case.history
    ]
    kinds = {"case": pa.string(), "offense_on": pa.date32(), "convicted_on": pa.date32()}
    return (
        pa.table({"case": [case.id for case in made]}),
        pa.Table.from_pylist(events, SCHEMA),
        pa.Table.from_pylist(history, pa.schema(list(kinds.items()))),
    )


@cache
def cases() -> list[Case]:
    random = Random(31)
    return [replace(wild(law(), random, n, choices=0), parties=()) for n in range(3_000)]


def test_tables_give_what_cases_give() -> None:
    made = cases()
    asked = np.array([day_for(case, Random(case.id)).toordinal() for case in made])
    ours, theirs = from_cases(made), from_tables(law().id, *tables(made))
    one, two = (evaluate(law(), columns, asked, hand_over=False) for columns in (ours, theirs))
    assert (one.reasons == two.reasons).all()
    assert (one.days == two.days).all()
    assert (one.cents == two.cents).all()
    assert (one.further == two.further).all()
    assert (one.reasons == 0).sum() > 1_000


def test_a_case_comes_back_as_it_was() -> None:
    theirs = from_tables(law().id, *tables(cases()[:50]))
    for n, case in enumerate(cases()[:50]):
        back = theirs.case(n)
        assert [plain(e) for e in back.events] == [plain(e) for e in case.events]
        assert back.history == case.history


def plain(event: Event) -> Event:
    """An event without the fields that no table of a docket has."""
    return replace(event, recorded_on=None, held_on=None, party=None)


def test_rows_in_any_order_of_cases() -> None:
    made = cases()[:400]
    heads, events, history = tables(made)
    case_of = events["case"].to_pylist()
    by_name = sorted(range(len(case_of)), key=lambda n: (case_of[n][::-1], n))
    mixed = from_tables(law().id, heads, events.take(by_name), history)
    straight = from_tables(law().id, heads, events, history)
    assert (mixed.events == straight.events).all()
    assert (mixed.starts == straight.starts).all()


def test_few_columns_are_enough() -> None:
    heads = pa.table({"case": ["a", "b"]})
    events = pa.table({"case": ["b"], "date": [ON], "event": ["closed"]})
    results = evaluate(law(), from_tables(law().id, heads, events), ON)
    assert not results.reasons.any()
    assert not results.deadline_due.any()


def test_words_and_amounts_out_of_reach_are_handed_over() -> None:
    heads = pa.table({"case": ["a", "b", "c", "d"]})
    events = pa.table(
        {
            "case": ["a", "b", "c", "d"],
            "date": [ON, ON, ON, ON],
            "event": ["no_such", "paid", "paid", "violation_observed"],
            "amount": pa.array([None, -5, 2**40, None], pa.int64()),
            "kind": [None, None, None, "odd"],
        }
    )
    results = evaluate(law(), from_tables(law().id, heads, events), ON, hand_over=False)
    assert results.shares() == {"sums": 0.5, "words": 0.5}


def test_a_row_of_no_case_is_named() -> None:
    heads = pa.table({"case": ["a"]})
    events = pa.table({"case": ["a", "x"], "date": [ON, ON], "event": ["closed", "closed"]})
    with pytest.raises(ValueError, match="row 2 is of case 'x'"):
        from_tables(law().id, heads, events)
    with pytest.raises(ValueError, match="stands twice"):
        from_tables(law().id, pa.table({"case": ["a", "a"]}), events)
