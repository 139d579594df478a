"""The columnar engine behind the one door: batches of cases in, rows of the wide table out.

``outfall.docket.engine`` answers all cases of a batch at once. What its plan does not model exactly
it marks, and those cases ``assess`` answers here, so that every row is what ``assess`` would say.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from outfall.docket.gathering import Rows
from outfall.docket.wide import DAY, FURTHER, PARTS, Heads, heads_of, table_of
from outfall.law.case import Case
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

if TYPE_CHECKING:
    from outfall.docket.plain import Plain

WORTH = 20_000
"""Cases of one ordinance from which compiling its plan is worth the half minute that it takes."""
FAILED = "the plan failed"
_EPOCH = date(1970, 1, 1).toordinal()
Answer = Callable[[int], dict[str, Any]]


def is_installed() -> bool:
    """Whether the engine can be used here."""
    return find_spec("numba") is not None and find_spec("outfall.docket.engine") is not None


def warm(law: Ordinance) -> None:
    """Compile the plan of a law, once for all processes: its machine code is kept on disk."""
    from outfall.docket.engine.plan import compile_plan

    compile_plan(law)


def answers(
    law: Ordinance, heads: list[tuple[str, Case]], on: date, schema: Any, by_assess: Answer
) -> tuple[Any, dict[int, str], dict[int, Refused]]:
    """The wide table of a batch of cases of one law, each given with its town.

    Gives with it why ``assess`` answered, for the cases that it did, and the faults of those that
    have no row: the table leaves them out. ``by_assess`` gives the row of the n-th case.
    """
    from outfall.docket.engine import evaluate, from_cases
    from outfall.docket.engine.layout import REASONS

    cases = [case for _, case in heads]
    try:
        results = evaluate(law, from_cases(cases), on, threads=1, trace=False, hand_over=False)
        made = _table(results, heads_of(heads, on), law, on, schema)
        why = {int(n): REASONS[results.reasons[n]] for n in np.flatnonzero(results.reasons)}
    except Exception:  # a defect of the engine's costs time, and no case its answer
        made = table_of(schema, [{}] * len(cases))
        why = dict.fromkeys(range(len(cases)), FAILED)
    rows, refused = list[dict[str, Any]](), dict[int, Refused]()
    places = np.arange(len(cases))
    for n in why:
        try:
            rows.append(by_assess(n))
        except Refused as error:
            refused[n] = error
    left = np.array([n not in why for n in range(len(cases))], bool)
    asked = [n for n in why if n not in refused]
    table = pa.concat_tables([made.filter(pa.array(left)), table_of(schema, rows)])
    order = np.argsort(np.concatenate([places[left], np.array(asked, np.int64)]), kind="stable")
    return table.take(pa.array(order)), {n: why[n] for n in asked}, refused


def plain_of(rows: Rows, ordinances: frozenset[str], reading: Any) -> Plain | None:
    """The cases of a part that are plain, under ordinances of these names; None for none of them.

    A defect here costs time: every case goes through the reader of case files then.
    """
    from outfall.docket.plain import judged

    if not len(rows.keys):
        return None
    try:
        return judged(rows, ordinances, reading)
    except Exception:
        return None


def reading() -> Any:
    """What a worker remembers of the cells that it read."""
    from outfall.docket.plain_cells import Reading

    return Reading()


def plain_answers(
    law: Ordinance, plain: Plain, places: Any, on: date, schema: Any
) -> tuple[Any, Any]:
    """The wide table of plain cases of one law, and which of their places have a row in it.

    The others are for ``assess``. ``places`` are those of their keys.
    """
    from outfall.docket.engine import evaluate
    from outfall.docket.engine.arrow import some_of

    try:
        columns = some_of(plain.columns, places, law.id)
        results = evaluate(law, columns, on, threads=1, trace=False, hand_over=False)
        made = _table(results, _heads(plain, places, on), law, on, schema)
    except Exception:  # as in ``answers``: those who come by there are told why
        return table_of(schema, []), places[:0]
    answered = results.reasons == 0
    return (made if answered.all() else made.filter(pa.array(answered))), places[answered]


def _heads(plain: Plain, places: Any, on: date) -> Heads:
    """What comes from plain cases themselves."""
    towns, at = plain.towns.take(pa.array(places)), pa.array(places)
    return Heads(
        pc.if_else(pc.equal(towns, ""), None, towns),
        plain.ids.take(at),
        _days(plain.observed[places]),
        _days(plain.moved_on(on.toordinal())[places]),
        lambda n, number: plain.entry(int(places[n]), number),
    )


def _table(results: Any, heads: Heads, law: Ordinance, on: date, schema: Any) -> Any:
    """The arrays of a plan's results as the columns of the wide table."""
    known = {**heads.columns(law, on), **_clocks(results), **_money(results)}
    known["deadlines.further"] = _further(results, heads)
    columns = [
        known[field.name].cast(field.type)
        if field.name in known
        else pa.nulls(len(heads), field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _days(ordinals: Any) -> Any:
    days = np.ascontiguousarray(ordinals).astype(np.int32) - _EPOCH
    return pa.array(days, pa.int32(), mask=np.asarray(ordinals) == 0).cast(DAY)


def _status(numbers: Any) -> Any:
    from outfall.docket.engine.layout import STATUSES

    places = np.ascontiguousarray(numbers).astype(np.int32)
    codes = pa.array(places, pa.int32(), mask=places == 0)
    return pa.DictionaryArray.from_arrays(codes, pa.array(STATUSES)).cast(pa.string())


def _flag(values: Any, none: Any = None) -> Any:
    return pa.array(np.ascontiguousarray(values), pa.bool_(), mask=none)


def _clocks(results: Any) -> dict[str, Any]:
    """Deadlines, powers, orders and holds."""
    found: dict[str, Any] = {}
    for n, id in enumerate(results.deadlines):
        found[f"deadlines.{id}.due"] = _days(results.deadline_due[:, n])
        found[f"deadlines.{id}.status"] = _status(results.deadline_status[:, n])
    payments = results.payments
    for n in range(payments.shape[1]):
        found[f"deadlines.payment_{n + 1}.due"] = _days(payments[:, n, 0])
        found[f"deadlines.payment_{n + 1}.status"] = _status(payments[:, n, 1])
    for n, id in enumerate(results.actions):
        found[f"actions.{id}.permitted"] = _flag(results.action_permitted[:, n])
        found[f"actions.{id}.obligatory"] = _flag(results.action_obligatory[:, n])
        found[f"actions.{id}.since"] = _days(results.action_since[:, n])
        found[f"actions.{id}.not_before"] = _days(results.action_not_before[:, n])
    for kind, ids in (("order", results.shape.orders), ("hold", results.shape.holds)):
        state = getattr(results, f"{kind}_state")
        for n, id in enumerate(ids):
            found[f"{kind}s.{id}.in_force"] = _flag(state[:, n] == 2, state[:, n] == 0)
            for end in ("since", "until"):
                days = getattr(results, f"{kind}_{end}")[:, n]
                found[f"{kind}s.{id}.{end}"] = _days(days)
    return found


def _money(results: Any) -> dict[str, Any]:
    """Exposure and account, in cents."""
    found: dict[str, Any] = {}
    for track, units in (("civil", "days"), ("criminal", "violations")):
        exposed, name = results.exposure(track), f"exposure.{track}."
        unlimited = exposed["max"] == -1
        found[f"{name}min"] = _cents(exposed["min"])
        found[f"{name}max"] = _cents(exposed["max"], unlimited)
        found[f"{name}unlimited"] = _flag(unlimited)
        found[f"{name}{units}"] = _cents(exposed["units"])
        found[f"{name}tier"] = _cents(exposed["tier"], exposed["tier"] == 0)
        found["exposure.criminal.jail_days_max"] = _cents(exposed["jail_days"])
    charged, reduced = 0, results.money("interest_reduced")
    for part in PARTS:
        own = results.part(part)
        charged, reduced = charged + own[:, 0], reduced + own[:, 1]
        found[f"account.parts.{part}.owed"] = _cents(own[:, 0] - own[:, 1] - own[:, 2])
    interest = results.money("interest")
    owed = interest - results.money("interest_reduced") - results.money("interest_paid")
    found["account.parts.interest.owed"] = _cents(owed)
    found["account.charges"], found["account.reduced"] = _cents(charged), _cents(reduced)
    found["account.interest"] = _cents(interest)
    found["account.balance"] = _cents(results.money("owed"))
    found["assessed.penalty"] = _cents(results.money("assessed"))
    for name in ("paid", "credit", "per_diem"):
        found[f"account.{name}"] = _cents(results.money(name))
    found["account.lien"] = _flag(results.lien)
    return found


def _cents(values: Any, none: Any = None) -> Any:
    return pa.array(np.ascontiguousarray(values).astype(np.int64), pa.int64(), mask=none)


def _further(results: Any, heads: Heads) -> Any:
    """The deadlines under further papers that run side by side; most cases have none."""
    from outfall.docket.engine.layout import STATUSES

    found: list[list[dict[str, Any]] | None] = [None] * len(heads)
    for n, deadline, due, status, *_, notice in results.further.tolist():
        item = {
            "id": f"{results.deadlines[deadline]}:{heads.entry(n, notice)}",
            "due": date.fromordinal(due),
            "status": STATUSES[status],
        }
        found[n] = [*(found[n] or ()), item]
    for items in found:
        if items is not None:
            items.sort(key=lambda item: str(item["id"]))
    return pa.array(found, FURTHER)
