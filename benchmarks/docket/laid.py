"""The log as Outfall takes it: as the law's own cases, as columns, and as Arrow tables."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from outfall.docket.engine import Columns
from outfall.docket.engine.layout import (
    AMOUNT,
    AT,
    BITS,
    CODE,
    CODES,
    DAY,
    DAY1,
    EVENT_WIDTH,
    FINE,
    INSTRUMENTS,
    KINDS,
    OTHER,
    WORD,
)
from outfall.law.case import Case, Event, PriorOffense
from outfall.law.events import APPEAL_OUTCOMES, COST_KINDS, ELEMENTS, FINDINGS, METHODS

from . import made
from .law import joined
from .made import Log

NAMES = (
    "violation_observed", "notice_issued", "served", "service_returned", "inspected",
    "appeal_filed", "hearing_held", "appeal_decided", "corrected", "abated", "cost_recorded",
    "paid",
)  # fmt: skip
NOTICE, KIND, COST_KIND = "notice_of_violation", "discharge", "abatement"
WITHOUT = tuple(element for element in ELEMENTS if element != "appeal")
EPOCH = date(1970, 1, 1).toordinal()


def case(log: Log, n: int) -> Case:
    """The n-th case, as the law reads one."""
    rows = range(int(log.starts[n]), int(log.starts[n + 1]))
    events = tuple(_event(log, place, row) for place, row in enumerate(rows))
    history = tuple(
        PriorOffense(date.fromordinal(int(offense)), date.fromordinal(int(convicted)))
        for offense, convicted in zip(log.offenses[:, n], log.convicted[:, n], strict=True)
        if offense
    )
    return Case(f"C-{n}", joined().id, events, history=history)


def _event(log: Log, place: int, row: int) -> Event:
    code, word = int(log.code[row]), int(log.word[row])
    told = date.fromordinal(int(log.other[row])) if log.other[row] else None
    said: dict[str, Any] = {
        made.OBSERVED: lambda: {"kind": KIND, "discovered_on": told},
        made.ISSUED: lambda: {
            "instrument": NOTICE,
            "contents": ELEMENTS if word == made.COMPLETE else WITHOUT,
            "comply_by": told,
        },
        made.SERVED: lambda: {
            "instrument": NOTICE,
            "method": METHODS[word - 1],
            "received_on": told,
        },
        made.RETURNED: lambda: {"instrument": NOTICE},
        made.INSPECTED: lambda: {"finding": FINDINGS[word - 1]},
        made.DECIDED: lambda: {"outcome": APPEAL_OUTCOMES[word - 1]},
        made.COST: lambda: {"amount": int(log.amount[row]), "kind": COST_KIND},
        made.PAID: lambda: {"amount": int(log.amount[row])},
    }.get(code, dict)()
    return Event(f"e{place + 1}", NAMES[code], date.fromordinal(int(log.day[row])), place, **said)


def columns(log: Log) -> Columns:
    """The log as the engine's own columns, ready in memory."""
    codes = np.array([CODES[name] for name in NAMES], np.int32)
    events = np.zeros((len(log.code), EVENT_WIDTH), np.int32)
    events[:, CODE], events[:, DAY] = codes[log.code], log.day
    events[:, [AT, AMOUNT, FINE]] = -1
    events[:, DAY1] = log.other
    notice = INSTRUMENTS.index(NOTICE) + 1
    words = np.zeros((len(NAMES), 6), np.int32)  # by code and word, what the engine's slot holds
    words[made.OBSERVED] = KINDS.index(KIND) + 1
    words[[made.ISSUED, made.SERVED, made.RETURNED]] = notice
    words[[made.INSPECTED, made.DECIDED]] = np.arange(6)
    words[made.COST] = COST_KINDS.index(COST_KIND) + 1
    events[:, WORD] = words[log.code, log.word]
    events[:, OTHER] = np.where(log.code == made.SERVED, log.word, 0)
    bits = [sum(1 << ELEMENTS.index(element) for element in some) for some in (WITHOUT, ELEMENTS)]
    issued = log.code == made.ISSUED
    events[issued, BITS] = np.array(bits, np.int32)[log.word[issued]]
    money = (log.code == made.COST) | (log.code == made.PAID)
    events[money, AMOUNT] = log.amount[money]
    history, history_starts = _history(log)
    return Columns(
        range(len(log)),  # type: ignore[arg-type]
        events,
        log.starts,
        history,
        history_starts,
        np.zeros(len(log), np.int32),
        (Case("", joined().id, ()),),
        (),
        partial(case, log),
    )


def _history(log: Log) -> tuple[Any, Any]:
    """Each case's earlier offenses with their convictions, and the cuts between cases."""
    there = log.offenses.T > 0
    both = np.stack([log.offenses.T[there], log.convicted.T[there]], 1).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(there.sum(1))]).astype(np.int64)
    return both, starts


def tables(log: Log) -> tuple[pa.Table, pa.Table, pa.Table]:
    """The log as Arrow tables in the case file's own words: cases, events, history."""
    ids = pa.array(np.char.add("C-", np.arange(len(log)).astype(str)))
    owner = pa.DictionaryArray.from_arrays(pa.array(log.case), ids)
    served, issued = log.code == made.SERVED, log.code == made.ISSUED
    papers = served | issued | (log.code == made.RETURNED)
    money = log.code >= made.COST
    observed, cost = log.code == made.OBSERVED, log.code == made.COST
    events = pa.table(
        {
            "case": owner,
            "event": pa.DictionaryArray.from_arrays(pa.array(log.code), pa.array(NAMES)),
            "date": _days(log.day),
            "kind": _words(cost, (KIND, COST_KIND), observed | cost),
            "instrument": _words(np.zeros_like(log.code), (NOTICE,), papers),
            "method": _words(log.word - 1, METHODS, served),
            "finding": _words(log.word - 1, FINDINGS, log.code == made.INSPECTED),
            "outcome": _words(log.word - 1, APPEAL_OUTCOMES, log.code == made.DECIDED),
            "contents": _contents(log, issued),
            "discovered_on": _days(log.other, observed),
            "comply_by": _days(log.other, issued),
            "received_on": _days(log.other, served),
            "amount": pa.array(log.amount, pa.int64(), mask=~money),
        }
    )
    there = log.offenses.T > 0
    of = np.repeat(np.arange(len(log), dtype=np.int32), there.sum(1))
    history = pa.table(
        {
            "case": pa.DictionaryArray.from_arrays(pa.array(of), ids),
            "offense_on": _days(log.offenses.T[there]),
            "convicted_on": _days(log.convicted.T[there]),
        }
    )
    return pa.table({"case": ids}), events, history


def _days(days: Any, where: Any = None) -> pa.Array:
    none = days == 0 if where is None else ~where | (days == 0)
    return pa.array(days - EPOCH, pa.int32(), mask=none).cast(pa.date32())


def _words(places: Any, words: tuple[str, ...], where: Any) -> pa.Array:
    codes = pa.array(places.astype(np.int8), pa.int8(), mask=~where)
    return pa.DictionaryArray.from_arrays(codes, pa.array(words))


def _contents(log: Log, issued: Any) -> pa.Array:
    """The contents of each paper, a list a row."""
    some = [ELEMENTS if word == made.COMPLETE else WITHOUT for word in (0, 1)]
    sizes = np.where(issued, np.where(log.word == 1, len(some[1]), len(some[0])), 0)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    numbers = [np.array([ELEMENTS.index(e) for e in each], np.int8) for each in some]
    values = np.concatenate([numbers[word] for word in log.word[issued]] or [numbers[0][:0]])
    words = pa.DictionaryArray.from_arrays(pa.array(values), pa.array(ELEMENTS))
    return pa.ListArray.from_arrays(pa.array(starts), words)
