"""The rules as DuckDB's SQL over Arrow tables that it reads without copying.

Of what was tried the fastest is kept. Sums are doubles where they are divided, and rounded by what
falls off the end of a double: twice as fast as ``round_even``, and the same. From a log, one
aggregation takes each kind of event by ``max(CASE ...)``, which is faster than ``FILTER``, than a
join for each kind and than a pivot; costs and payments are packed, a number each, and sorted in a
list, which takes half the time of ``row_number`` and of ``list(... ORDER BY ...)``. Each level of
a query names its columns: ``SELECT *`` at every level is slower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from . import made
from .asked import Engine
from .law import (
    A_DAY,
    AFTER_LEAP,
    BEARS_AFTER,
    CYCLE,
    FIRST_DAY,
    FROM_ISSUE,
    FROM_SERVICE,
    LEAP_DAY,
    PER,
    PERCENT,
    TIERS,
    TO_CURE,
    WEEK,
    YEARS_5,
    rolled,
)

WHOLE = 2**52 + 2**51
SLOTS = 8  # no case of the log has more costs and payments
SUM, DAY = 2_000_000, 4_000_000  # how a cost or a payment is packed: day, then which, then cents
# How a paper's numbers are packed: its day, the day it tells of, its word.
TOLD, WORD = 1_000_000, 8


def civil(first: str, last: str) -> str:
    """F."""
    days = f"({last} - {first} + 1)::BIGINT"
    return f"CASE WHEN {first} > 0 AND {last} >= {first} THEN {days} * {A_DAY} ELSE 0 END"


def cents(accrued: str) -> str:
    """Interest in whole cents, a half to the even one."""
    return f"((({accrued}) * {PERCENT} / {PER} + {WHOLE}::DOUBLE) - {WHOLE}::DOUBLE)"


def least(a: str, b: str) -> str:
    """The smaller of two."""
    return f"CASE WHEN {a} < {b} THEN {a} ELSE {b} END"


def tiers(source: str, *more: str) -> str:
    """E, from the columns offense and e0 to e3: the columns tier and most."""
    kept = "".join(f", {name}" for name in more)
    earlier = [f"e{n}" for n in range(made.EARLIER)]
    counts = " + ".join(f"({e} >= since_5 AND {e} < offense)::TINYINT" for e in earlier)
    place = f"(offense - {LEAP_DAY}) % {CYCLE}"
    since = f"offense - {YEARS_5} - ({place} BETWEEN 1 AND {AFTER_LEAP})::INTEGER"
    back = f"SELECT offense, {', '.join(earlier)}, {since} AS since_5{kept} FROM {source}"
    number = f"SELECT least(1 + {counts}, 3)::TINYINT AS tier{kept} FROM ({back})"
    one, two, three = TIERS
    most = f"CASE tier WHEN 1 THEN {one} WHEN 2 THEN {two} ELSE {three} END::BIGINT"
    return f"SELECT tier, {most} AS most{kept} FROM ({number})"


def ledger(source: str, slots: int, *more: str) -> str:
    """D.2.b, from the columns principal, since, on, and d0, s0, ...: interest and owed.

    A negative sum is a cost that comes later.
    """
    later, kept = slots > made.PAYMENTS, "".join(f", {name}" for name in more)
    credit = ", c" if later else ""

    def rest(n: int) -> str:
        """What is still to come, carried along."""
        return "".join(f", d{m}, s{m}" for m in range(n, slots)) + kept

    query = (
        "SELECT principal::DOUBLE AS p, since AS y, 0::DOUBLE AS a, 0::DOUBLE AS t,"
        f' {"0::DOUBLE AS c, " if later else ""}"on" AS o{rest(0)} FROM {source}'
    )
    for n in range(slots):
        until = f"greatest(y, least(d{n}, o))"
        known = f"CASE WHEN d{n} <= o THEN s{n}::DOUBLE ELSE 0 END"
        query = (
            f"SELECT p, t, o, y, {until} AS u, a, {known} AS m{credit}{rest(n + 1)} FROM ({query})"
        )
        query = (
            f"SELECT p, t, o, u AS y, a + p * (u - y) AS a, m{credit}{rest(n + 1)} FROM ({query})"
        )
        if later:
            query = (
                "SELECT p - least(m, 0) AS p, t, o, y, a, greatest(m, 0) + c AS m"
                f"{rest(n + 1)} FROM ({query})"
            )
        part = f"{cents('a')} - t"
        query = f"SELECT p, t, o, y, a, m, {part} AS h{rest(n + 1)} FROM ({query})"
        query = f"SELECT p, t, o, y, a, m, {least('m', 'h')} AS i{rest(n + 1)} FROM ({query})"
        query = f"SELECT p, t + i AS t, o, y, a, m - i AS r{rest(n + 1)} FROM ({query})"
        left = ", r - least(p, r) AS c" if later else ""
        query = f"SELECT p - {least('p', 'r')} AS p, t, o, y, a{left}{rest(n + 1)} FROM ({query})"
    total = cents("a + p * greatest(o + 1 - y, 0)")
    query = f"SELECT p, t, {total} AS total{kept} FROM ({query})"
    return f"SELECT total::BIGINT AS interest, (p + total - t)::BIGINT AS owed{kept} FROM ({query})"


def facts(on: int) -> str:
    """A row a case: what its events come to, and its costs and payments in a list."""
    received = f"CASE WHEN other > 0 THEN other WHEN word = {made.PERSONAL} THEN day ELSE 0 END"
    found = "CASE WHEN other > 0 THEN other ELSE day END"
    remedy = (
        f"code IN ({made.CORRECTED}, {made.ABATED})"
        f" OR (code = {made.INSPECTED} AND word = {made.REMEDIED})"
    )

    def told(code: int, value: str, how: str = "max") -> str:
        return f"{how}(CASE WHEN code = {code} THEN {value} END)"

    day = f"day::BIGINT * {TOLD}"
    return f"""SELECT "case", {told(made.OBSERVED, f"{day} + {found}")} AS observed,
        {told(made.ISSUED, f"({day} + other) * {WORD} + word")} AS paper,
        {told(made.SERVED, f"{day} + {received}")} AS service,
        {told(made.RETURNED, "day")} AS back, {told(made.DECIDED, "word")} AS outcome,
        min(CASE WHEN {remedy} THEN day END) AS remedied
        FROM log WHERE day <= {on} GROUP BY "case\""""


def money(on: int) -> str:
    """A row a case with costs or payments: a number for each, in the order of their days."""
    packed = f"day::BIGINT * {DAY} + CASE WHEN code = {made.COST} THEN {SUM} ELSE 0 END + amount"
    known = f"day <= {on} AND code >= {made.COST}"
    return f"""SELECT "case", list_sort(list({packed})) AS entries FROM log
        WHERE {known} GROUP BY "case\""""


def of_log(on: int) -> str:
    """All of it from the events."""
    each = range(SLOTS)
    entries = ", ".join(f"coalesce(entries[{n + 1}], 0) AS x{n}" for n in each)
    earlier = ", ".join(
        f"CASE WHEN k{n} <= {on} THEN e{n} ELSE 0 END AS e{n}" for n in range(made.EARLIER)
    )
    query = f"""SELECT "case", (observed // {TOLD})::INTEGER AS offense,
        (observed % {TOLD})::INTEGER AS found,
        (paper // {TOLD * WORD})::INTEGER AS issued,
        (paper // {WORD} % {TOLD})::INTEGER AS comply, paper % {WORD} AS complete,
        CASE WHEN back >= service // {TOLD} THEN NULL ELSE service END AS service,
        coalesce(outcome, 0) AS outcome, remedied, coalesce(remedied, {on}) AS until,
        {earlier}, {entries}
        FROM cases LEFT JOIN ({facts(on)}) USING ("case") LEFT JOIN ({money(on)}) USING ("case")"""
    sums = ", ".join(
        f"(x{n} // {DAY})::INTEGER AS d{n}, CASE WHEN x{n} % {DAY} >= {SUM}"
        f" THEN {SUM} - x{n} % {DAY} ELSE x{n} % {DAY} END AS s{n}"
        for n in each
    )
    carried = ", ".join(f"e{n}" for n in range(made.EARLIER))
    query = f"""SELECT "case", offense, issued, comply, complete, remedied, until, {carried},
        (service // {TOLD})::INTEGER AS served,
        coalesce(service % {TOLD}, 0)::INTEGER AS received,
        offense IS NOT NULL AND outcome <> {made.REVERSED} AS stands,
        found + {BEARS_AFTER} AS since, 0 AS principal, {on} AS "on", {sums} FROM ({query})"""
    query = f"""SELECT q.*, greatest(a.rolled, b.rolled) AS appeal,
        greatest(cure.rolled, comply) AS cure FROM ({query}) q
        LEFT JOIN rolls a ON a.day = served + {FROM_SERVICE}
        LEFT JOIN rolls b ON b.day = issued + {FROM_ISSUE}
        LEFT JOIN rolls cure ON cure.day = received + {TO_CURE}"""
    opened = f"""stands AND complete = {made.COMPLETE} AND received BETWEEN 1 AND {on}
        AND cure < {on} AND (remedied IS NULL OR remedied > cure)"""
    last = f"coalesce(remedied - 1, {on})"
    slots = [f"{kind}{n}" for n in each for kind in "ds"]
    query = f"""SELECT "case", offense, stands, since, principal, "on", {carried},
        {", ".join(slots)}, 1 + (until - offense) // {WEEK} AS weeks,
        CASE WHEN served IS NULL OR issued IS NULL THEN 0 ELSE appeal END AS appeal,
        CASE WHEN {opened} THEN {civil("(received + 1)", last)} ELSE 0 END AS civil
        FROM ({query})"""
    kept = ('"case"', "stands", "weeks", "appeal", "civil")
    query = tiers(f"({query})", *kept, "since", "principal", '"on"', *slots)
    query = ledger(f"({query})", SLOTS, *kept, "tier", "most")
    return f"""SELECT civil, CASE WHEN stands THEN tier ELSE 0 END AS tier,
        CASE WHEN stands THEN most * weeks ELSE 0 END AS fine,
        coalesce(interest, 0) AS interest, coalesce(owed, 0) AS owed, appeal
        FROM ({query}) ORDER BY "case\""""


class DuckDB(Engine):
    """One query, its answer an Arrow table."""

    name = "DuckDB"
    most: Mapping[str, int] = {"civil": 10**8, "tier": 10**8, "interest": 10**8, "log": 10**7}

    def __init__(self, threads: int = 2) -> None:
        self.threads = threads
        self.base = duckdb.connect()
        self.base.execute(f"SET threads = {threads}")

    @property
    def title(self) -> str:
        """Its name with its threads."""
        return f"{self.name}, {self.threads} thread{'s' if self.threads > 1 else ''}"

    def ready(self, question: str, data: Any) -> Any:
        """The columns as Arrow tables, known to the engine by name; the query."""
        if question == "civil":
            return self._known(civil={"first": data.first, "last": data.last}), (
                f"SELECT {civil('first', 'last')} AS cents FROM civil"
            )
        if question == "tier":
            earlier = {f"e{n}": row for n, row in enumerate(data.earlier)}
            return self._known(tier={"offense": data.offense, **earlier}), tiers("tier")
        if question == "interest":
            given = {"principal": data.principal, "since": data.since, "on": data.on}
            given |= {f"d{n}": row for n, row in enumerate(data.paid_on)}
            given |= {f"s{n}": row for n, row in enumerate(data.paid)}
            return self._known(ledger=given), ledger("ledger", made.PAYMENTS)
        names = ("case", "code", "day", "word", "other", "amount")
        cases = {"case": np.arange(len(data), dtype=np.int32)}
        cases |= {f"e{n}": row for n, row in enumerate(data.offenses)}
        cases |= {f"k{n}": row for n, row in enumerate(data.convicted)}
        table = rolled()
        days = np.arange(FIRST_DAY, FIRST_DAY + len(table), dtype=np.int32)
        known = self._known(
            log={name: getattr(data, name) for name in names},
            cases=cases,
            rolls={"day": days, "rolled": table},
        )
        return known, of_log(data.on)

    def _known(self, **tables: dict[str, Any]) -> duckdb.DuckDBPyConnection:
        """A connection that knows these tables."""
        connection = self.base.cursor()
        for name, columns in tables.items():
            connection.register(name, pa.table(columns))
        return connection

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, as an Arrow table."""
        connection, query = ready
        return connection.sql(query).to_arrow_table()

    def told(self, question: str, answer: Any) -> tuple[np.ndarray, ...]:
        """The table's columns as arrays."""
        return super().told(question, tuple(column.to_numpy() for column in answer.columns))
