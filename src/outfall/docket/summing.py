"""What an assessed docket adds up to: what falls due, what is owed and how old, what opens.

The wide tables are read column by column in batches; only counts and sums stay. Money is cents.
Nothing is decided here: a figure is a sum of the standings' own figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from outfall.docket.folder import read_report
from outfall.law.faults import Fault, Refused

WEEKS = 13
"""Weeks that are shown one by one; what falls due after them is told as later."""
OWED_AGES = ((30, "0-30 days"), (60, "31-60 days"), (90, "61-90 days"), (None, "over 90 days"))
CASE_AGES = (
    (30, "0-30 days"), (90, "31-90 days"), (180, "91-180 days"), (365, "181-365 days"),
    (None, "over a year"),
)  # fmt: skip
SOON, LATER = 7, 30
BOUND = ("party", "town", "body")
MONEY = ("account.balance", "exposure.civil.max", "exposure.criminal.max", "assessed.penalty")


@dataclass(slots=True)
class Sums:
    """Cases, and cents by the name of their column."""

    cases: int = 0
    cents: Counter[str] = field(default_factory=Counter)

    def add(self, cases: int, cents: dict[str, int]) -> None:
        self.cases += cases
        for name, amount in cents.items():
            self.cents[name] += amount


@dataclass(slots=True)
class Summary:
    """The figures of a docket on its day."""

    on: date
    cases: int = 0
    set_aside: int = 0
    due: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    owed: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    exposed: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    towns: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    powers: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    unlimited: Counter[str] = field(default_factory=Counter)

    def weeks(self) -> list[str]:
        """The weeks ahead by their Mondays, this one first, then ``later``."""
        monday = self.on - timedelta(self.on.weekday())
        return [*(str(monday + timedelta(7 * n)) for n in range(WEEKS)), "later"]


def summarize(results: Path) -> Summary:
    """Read an assessed docket and add it up. Raises ``Refused`` where it is none, or damaged."""
    report = read_report(results)
    if "ordinances" not in report or "on" not in report:
        says = "this is a docket, and not assessed yet. `outfall docket assess` does it"
        raise Refused((Fault(str(results), says, "no-result"),))
    found = Summary(date.fromisoformat(report["on"]), set_aside=report["cases"]["set_aside"])
    for item in report["ordinances"]:
        file = results / str(item["file"])
        try:
            with pq.ParquetFile(file) as parquet:
                wanted = [n for n in parquet.schema_arrow.names if _is_wanted(n)]
                for batch in parquet.iter_batches(columns=wanted):
                    _add(found, item["ordinance"], item.get("binds", {}), batch)
        except (pa.ArrowException, OSError, KeyError) as error:
            told = " ".join(str(error).split())[:200]
            says = f"this can't be read ({told}). Assess the docket again"
            raise Refused((Fault(str(file), says, "unreadable-table"),)) from None
    return found


def _is_wanted(name: str) -> bool:
    return name.startswith(("deadlines.", "actions.")) or name in {
        "town", "observed_on", "account.moved_on", *MONEY,
        "exposure.civil.unlimited", "exposure.criminal.unlimited",
    }  # fmt: skip


def _add(found: Summary, ordinance: str, binds: dict[str, str], batch: Any) -> None:
    found.cases += batch.num_rows
    _add_due(found, binds, batch)
    _add_powers(found, batch)
    cents = {name: _cents(batch, name) for name in MONEY}
    on = found.on.toordinal()
    owing = cents["account.balance"] > 0
    age = _age(batch, "account.moved_on", on)
    for label, mask in _aged(age, OWED_AGES):
        _sum(found.owed, label, mask & owing, {"account.balance": cents["account.balance"]})
    age = _age(batch, "observed_on", on)
    for label, mask in _aged(age, CASE_AGES):
        some = {name: cents[name] for name in MONEY if name.startswith("exposure.")}
        _sum(found.exposed, label, mask, some)
    for track in ("civil", "criminal"):
        flags = batch.column(f"exposure.{track}.unlimited")
        found.unlimited[track] += pc.sum(flags).as_py() or 0
    towns = pc.fill_null(batch.column("town"), ordinance).dictionary_encode()
    codes = towns.indices.to_numpy()
    for code, town in enumerate(towns.dictionary.to_pylist()):
        _sum(found.towns, town, codes == code, cents)


def _sum(of: dict[str, Sums], label: str, mask: Any, cents: dict[str, Any]) -> None:
    count = int(np.count_nonzero(mask))
    if count:
        of[label].add(count, {name: int(values[mask].sum()) for name, values in cents.items()})


def _cents(batch: Any, name: str) -> Any:
    return pc.fill_null(batch.column(name), 0).to_numpy()


def _days(batch: Any, name: str) -> Any:
    """Days as ordinals; a day that there is none of lies before all others."""
    days = pc.fill_null(batch.column(name).cast(pa.int32()), -_EPOCH).to_numpy()
    return days + _EPOCH


_EPOCH = date(1970, 1, 1).toordinal()


def _age(batch: Any, name: str, on: int) -> Any:
    """Whole days from a day to ``on``; -1, which is no age, where there is no such day."""
    days = _days(batch, name)
    return np.where(days > 0, on - days, -1)


def _aged(age: Any, ages: tuple[tuple[int | None, str], ...]) -> list[tuple[str, Any]]:
    found, least = [], -1
    for most, label in ages:
        mask = age > least
        found.append((label, mask & (age <= most) if most is not None else mask))
        least = most if most is not None else least
    return found


def _add_due(found: Summary, binds: dict[str, str], batch: Any) -> None:
    names = batch.schema.names
    for name in names:
        if name.endswith(".due"):
            id = name.split(".")[1]
            waiting = pc.equal(batch.column(f"deadlines.{id}.status"), "open")
            _count_due(found, binds, id, batch.column(name).filter(waiting))
    further = batch.column("deadlines.further").flatten()
    if len(further):
        waiting = further.filter(pc.equal(further.field("status"), "open"))
        ids = pc.replace_substring_regex(waiting.field("id"), ":.*", "").dictionary_encode()
        for code, id in enumerate(ids.dictionary.to_pylist()):
            mine = pc.equal(ids.indices, code)
            _count_due(found, binds, id, waiting.field("due").filter(mine))


def _count_due(found: Summary, binds: dict[str, str], id: str, due: Any) -> None:
    bound = binds.get(id, "party")
    this = found.on.toordinal() - found.on.weekday()
    for item in pc.value_counts(due.drop_null()).to_pylist():
        week = (item["values"].toordinal() - this) // 7
        monday = str(date.fromordinal(this + 7 * week)) if week < WEEKS else "later"
        found.due[monday][bound] += item["counts"]


def _add_powers(found: Summary, batch: Any) -> None:
    today = found.on.toordinal()
    for name in batch.schema.names:
        if not name.endswith(".permitted"):
            continue
        id = name.split(".")[1]
        open_now = pc.fill_null(batch.column(name), False).to_numpy(zero_copy_only=False)
        duty = pc.fill_null(batch.column(f"actions.{id}.obligatory"), False)
        ahead = _days(batch, f"actions.{id}.not_before") - today
        shut = ~open_now & (ahead > 0)
        counts = found.powers[id]
        counts["open"] += int(open_now.sum())
        counts["must"] += int((open_now & duty.to_numpy(zero_copy_only=False)).sum())
        counts["soon"] += int((shut & (ahead <= SOON)).sum())
        counts["month"] += int((shut & (ahead > SOON) & (ahead <= LATER)).sum())
        counts["later"] += int((shut & (ahead > LATER)).sum())


def as_data(found: Summary) -> dict[str, Any]:
    """The figures as plain values: money in cents, weeks by their Mondays."""

    def sums(of: dict[str, Sums], ages: list[str]) -> dict[str, Any]:
        return {
            label: {"cases": of[label].cases, **{n: of[label].cents[n] for n in of[label].cents}}
            for label in ages
            if label in of
        }

    return {
        "on": str(found.on),
        "cases": found.cases,
        "set_aside": found.set_aside,
        "due": {
            week: {who: found.due[week][who] for who in BOUND}
            for week in found.weeks()
            if week in found.due
        },
        "owed": sums(found.owed, [label for _, label in OWED_AGES]),
        "exposed": sums(found.exposed, [label for _, label in CASE_AGES]),
        "unlimited": {track: found.unlimited[track] for track in ("civil", "criminal")},
        "towns": sums(found.towns, sorted(found.towns)),
        "powers": {
            id: {name: counts[name] for name in ("open", "must", "soon", "month", "later")}
            for id, counts in sorted(found.powers.items())
            if any(counts.values())
        },
    }
