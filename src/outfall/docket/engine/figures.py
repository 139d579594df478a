"""One figure for each row of ready columns: a civil penalty, an offense's tier, interest.

Where no case has to be read, the law is asked for a number alone. The numbers are the pack's own,
under the readings that the town adopted, and the answers those of ``assess``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from outfall.docket.engine import kernel_figures
from outfall.docket.engine.kernel_exposure import COUNTS
from outfall.docket.engine.layout import (
    A_BEFORE,
    A_N_RATES,
    A_PER,
    A_RATES,
    A_STEADY,
    A_WIDTH,
    FIRST_DAY,
    LAST_DAY,
    PARTS,
    ROW_WIDTH,
    T_AFTER,
    T_CAP,
    T_COUNT,
    T_ESCALATING,
    T_LEAST,
    T_REPEAT,
    T_ROWS,
    T_TIERS,
    T_UNIT,
    T_WIDTH,
)
from outfall.docket.engine.plan import UNITS, Unsettled, interest_numbers, penalty_numbers
from outfall.docket.engine.pooling import Span, each, spans
from outfall.docket.engine.writing import NotExpressed
from outfall.law.case import Case
from outfall.law.choices import chosen
from outfall.law.ordinance import Ordinance, PenaltyRule

Small = npt.NDArray[np.int32]
Long = npt.NDArray[np.int64]
kernel: Any = kernel_figures
# Rows below which one thread is done before another has begun: for interest, the slowest.
LEAST = 65_536
PAYMENTS, EARLIER = 5, 4
BLOCK = 1_024
NO_CAP = 2**63 - 1
ONE_DAY = np.zeros(1, np.int32)


class Figures:
    """The figures of one pack under one choice of readings, compiled; ``case`` gives the choice.

    Days are ordinals (``date.toordinal``) in 32 bits, 0 for none; money is whole cents in 64 bits.
    A pack whose rule can't be said as a figure raises ``NotExpressed``, which names the notion, as
    its figure is asked; rows that can't be raise ``ValueError``. Raises ``Refused`` for choices
    that the law does not know.
    """

    def __init__(self, law: Ordinance, case: Case | None = None) -> None:
        self.law = law
        self.setting = chosen(law, case or Case("", law.id, ()))

    def civil(self, first: npt.NDArray[Any], last: npt.NDArray[Any], *, threads: int = 1) -> Long:
        """The most that the civil track can cost (-1: no ceiling), for a party's first offense.

        ``first`` and ``last`` are the first and the last day that count, both included: that after
        a paper's receipt, say, and that before the remedy. Where units are weeks they are those
        that have run on ``last``. No ``first`` gives 0.
        """
        act, more = self._civil
        first, last = _row(first, np.int32), _row(last, np.int32)
        _alike(first, last)
        cents = np.empty(len(first), np.int64)
        if threads <= 1 or len(first) < 32 * LEAST:
            act(first, last, *more, cents)
            return cents

        def work(span: Span) -> None:
            part = slice(*span)
            act(first[part], last[part], *more, cents[part])

        each(work, spans(len(first), threads, LEAST, 1), threads)
        return cents

    def tier(
        self, offense: npt.NDArray[Any], earlier: npt.NDArray[Any], *, threads: int = 1
    ) -> tuple[npt.NDArray[np.int8], Long]:
        """The tier of an offense after four ``earlier`` ones (a row for each), and its most.

        Counted are those that lie before it and within the look-back. No ``offense`` gives 0 and 0.
        """
        told: Any = self._tiers
        offense, four = _row(offense, np.int32), _rows(earlier, np.int32, EARLIER)
        _alike(offense, four[0])
        number, cents = np.empty(len(offense), np.int8), np.empty(len(offense), np.int64)
        if threads <= 1 or len(offense) < 2 * LEAST:
            back = np.empty(BLOCK, np.int32)
            far = kernel.by_earlier(offense, four, *told, back, number, cents)
        else:

            def work(span: Span) -> int:
                own = slice(*span)
                some: Any = (offense[own], tuple(row[own] for row in four))
                back = np.empty(BLOCK, np.int32)
                return int(kernel.by_earlier(*some, *told, back, number[own], cents[own]))

            far = sum(each(work, spans(len(offense), threads, LEAST, 1), threads))
        if far:
            raise ValueError(f"{far} of the offenses lie outside of 1900 to 2199: leave them out")
        return number, cents

    def interest(
        self,
        principal: npt.NDArray[Any],
        since: npt.NDArray[Any],
        on: npt.NDArray[Any],
        paid_on: npt.NDArray[Any],
        paid: npt.NDArray[Any],
        *,
        threads: int = 1,
    ) -> tuple[Long, Long]:
        """The interest at the end of ``on``, paid or not, and all that is owed then.

        ``since`` is the first day that bears (0: none does). ``paid_on`` and ``paid`` have a row
        for each payment, in the order of their days; those after ``on`` do not count yet.
        """
        rule = self._rates
        given = (
            *(_row(principal, np.int64), _row(since, np.int32), _row(on, np.int32)),
            *(_rows(paid_on, np.int32, PAYMENTS), _rows(paid, np.int64, PAYMENTS)),
        )
        _alike(*given[:3], given[3][0], given[4][0])
        size = len(given[0])
        found = np.empty(size, np.int64), np.empty(size, np.int64)
        if threads <= 1 or size < LEAST:
            self._bear(given, found, 0, rule)
            return found

        def work(span: Span) -> None:
            own = slice(*span)
            rows = (tuple(row[own] for row in part) for part in given[3:])
            some = (*(row[own] for row in given[:3]), *rows)
            self._bear(some, tuple(part[own] for part in found), span[0], rule)

        each(work, spans(size, threads, LEAST // 4, 1), threads)
        return found

    def _bear(self, given: Any, found: Any, at: int, rule: Any) -> None:
        """A span of rows: in a straight line where that is exact, else through the ledger."""
        if rule is not None and not kernel.at_one_rate(*given, rule, *found):
            return
        row = np.zeros(ROW_WIDTH, np.int64)
        wrong = kernel.by_ledger(*given, *self._ledger, row, *found)
        if wrong:
            raise ValueError(
                f"row {at - wrong - 1} can't be: its sums must be 0 or more and within reach, and "
                "its payments in the order of their days"
            )

    # The pack's numbers

    def _penalty(self, rule: PenaltyRule) -> Long:
        numbers = np.zeros(T_WIDTH, np.int64)
        try:
            penalty_numbers(numbers, rule, self.setting.readings)
        except Unsettled as notion:
            raise self._unsaid(str(notion)) from None
        return numbers

    def _unsaid(self, notion: str) -> NotExpressed:
        return NotExpressed(f"{self.law.id}: no single figure says {notion}")

    @cached_property
    def _civil(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        rule = next((rule for rule in self.law.penalties if rule.track == "civil"), None)
        if rule is None:
            raise self._unsaid("a civil penalty, for the law has none with amounts")
        t = self._penalty(rule)
        found: tuple[Callable[..., None], tuple[Any, ...]] = _by_units, (t,)
        how = COUNTS[t[T_COUNT]]
        if rule.of is not None and how != "once":
            # Under a paper days count, whatever the rule says of units.
            t[T_UNIT], t[T_COUNT] = UNITS.index("day"), COUNTS.index("each_day")
            how = "each_day"
        is_plain = t[T_UNIT] != UNITS.index("week") and how in ("each_day", "once")
        if is_plain and not (t[T_REPEAT] and t[T_ESCALATING]):
            found = kernel.by_days, _by_days(t, how)
        found[0](ONE_DAY, ONE_DAY, *found[1], np.zeros(1, np.int64))
        return found

    @cached_property
    def _tiers(self) -> Any:
        """What ``by_earlier`` is told: the look-back by day, amounts by how many came before."""
        rule = next((rule for rule in self.law.penalties[::-1] if rule.repeat is not None), None)
        if rule is None:
            raise self._unsaid("tiers, for no earlier offense counts (repeat)")
        t = self._penalty(rule)
        if t[T_AFTER]:
            raise self._unsaid("whether a conviction came before the offense (after_conviction)")
        since = np.zeros(LAST_DAY - FIRST_DAY + 1, np.int32)
        kernel.looking_back(t, FIRST_DAY, since)
        each = [_most(t, found) for found in range(EARLIER + 1)]
        amounts = each[0], *(after - before for before, after in pairwise(each))
        told: Any = (since, np.int32(FIRST_DAY), amounts, np.int32(t[T_TIERS]))
        nothing, back = (ONE_DAY,) * EARLIER, np.zeros(1, np.int32)
        found: Any = (np.zeros(1, np.int8), np.zeros(1, np.int64))
        kernel.by_earlier(ONE_DAY, nothing, *told, back, *found)
        return told

    @cached_property
    def _ledger(self) -> Any:
        """What the ledger is told, and the part that bears interest."""
        rule = self.law.interest
        if rule is None:
            raise self._unsaid("interest, for the law has none")
        numbers = np.zeros(A_WIDTH, np.int64)
        try:
            interest_numbers(numbers, rule, self.setting)
        except Unsettled as notion:
            raise self._unsaid(str(notion)) from None
        bears = rule.on
        if not isinstance(bears, tuple):
            bears = bears.under(self.setting.readings[bears.reading])
        part = min(PARTS.index(part) for part in bears)
        return numbers, part

    @cached_property
    def _rates(self) -> tuple[float, float, float] | None:
        """One rate, its divisor, and whether principal is paid first; None for the ledger alone."""
        a, part = self._ledger
        found = None
        if a[A_STEADY]:
            later = float((a[A_BEFORE] >> part) & 1)
            found = float(a[A_RATES]) if a[A_N_RATES] else 0.0, float(a[A_PER]), later
        no_sum = np.zeros(1, np.int64)
        given = no_sum, ONE_DAY, ONE_DAY, (ONE_DAY,) * PAYMENTS, (no_sum,) * PAYMENTS
        self._bear(given, (np.zeros(1, np.int64), np.zeros(1, np.int64)), 0, found)
        return found


def _by_units(first: Small, last: Small, t: Long, cents: Long) -> None:
    kernel.by_units(first, last, t, cents)


def _most(t: Long, found: int) -> int:
    """The most of one unit after so many offenses; -1 where there is none."""
    _, high, _, unlimited = kernel.one(t, found + 1)
    return -1 if unlimited else int(high)


def _by_days(t: Long, how: str) -> tuple[Any, ...]:
    """A day's amount, the least and the most days that are counted, and the cap."""
    amount, most = int(t[T_ROWS + 1]), 1 if how == "once" else 2**31 - 1
    cap = int(t[T_CAP]) if t[T_CAP] >= 0 else NO_CAP
    if amount < 0:  # no ceiling: the cap, where there is one, whatever the days
        amount, most, cap = (cap if t[T_CAP] >= 0 else -1), 1, NO_CAP
    narrow = np.int32 if amount < 2**31 else np.int64
    return narrow(amount), np.int32(t[T_LEAST]), np.int32(most), np.int64(cap)


def _row(column: npt.NDArray[Any], kind: type[np.generic]) -> npt.NDArray[Any]:
    """A column in one piece, of its kind; as it is where it is that already."""
    if type(column) is np.ndarray and column.dtype == kind and column.flags.carray:
        return column
    found = np.asarray(column)
    if found.ndim == 1 and np.can_cast(found.dtype, np.int64):
        narrow = np.require(found.astype(kind), kind, ["C", "W", "A"])
        if np.array_equal(narrow, found):
            return narrow
    raise ValueError(f"give a column of whole numbers of {np.dtype(kind)}, not {found.dtype}")


def _rows(
    columns: npt.NDArray[Any], kind: type[np.generic], many: int
) -> tuple[npt.NDArray[Any], ...]:
    """So many columns, from a row for each."""
    found = np.asarray(columns)
    if found.ndim != 2 or len(found) != many:
        raise ValueError(f"give {many} columns, a row for each, not an array of {found.shape}")
    return tuple(_row(column, kind) for column in found)


def _alike(*columns: npt.NDArray[Any]) -> None:
    sizes = {column.size for column in columns}
    if len(sizes) > 1:
        raise ValueError(f"give columns of one length, not of {sorted(sizes)}")
