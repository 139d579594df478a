"""The data of the four questions: invented, and the same again from the same seed.

Days stand close to what decides: the fifth anniversary of an offense and the days around it, leap
days, payments on the first day that bears interest, sums whose interest ends in half a cent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from .law import AFTER_LEAP, CYCLE, LEAP_DAY, YEARS_5

Small = npt.NDArray[np.int32]
Long = npt.NDArray[np.int64]
Tiny = npt.NDArray[np.int8]
PAYMENTS, EARLIER, EVENTS = 5, 4, 12
OPENED, UNTIL = date(2021, 1, 1).toordinal(), date(2026, 3, 1).toordinal()
ON = date(2026, 5, 1).toordinal()
# What happens in a case, a letter an event; the numbers of the log's codes are places in this.
LETTERS = "ONSRIAHDCBKP"
(
    OBSERVED, ISSUED, SERVED, RETURNED, INSPECTED, FILED, HEARD, DECIDED, CORRECTED, ABATED,
    COST, PAID,
) = range(12)  # fmt: skip
# The courses that cases take, and how many of a hundred take each: with and without remedy (also by
# an inspection, X), appeal, decision, a paper that comes back, and none to five payments.
COURSES = {
    "ONSAHDCKPPPI": 12, "ONSIIBKKPPPP": 10, "ONSICKPKPPPP": 10, "ONSRSIADKPII": 6,
    "OINSIIIKPPII": 12, "ONSIXKPPPPPI": 10, "ONSAHDIIBKPI": 8, "ONSIIIIIIIII": 12,
    "ONIISCIKKKPI": 6, "ONSRSCKKPPPP": 4, "ONIIIKPICIII": 4, "ONSAIHDIICKP": 6,
}  # fmt: skip
# Words of the log: whether a paper is complete, how it was served, what was found, the outcome.
COMPLETE = 1
PERSONAL, METHODS = 1, 5
CONTINUING, REMEDIED = 1, 3
UPHELD, MODIFIED, REVERSED = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Columns:
    """What the first three questions are asked from: a row a case.

    ``earlier`` is (4, cases), ``paid_on`` and ``paid`` are (5, cases), each row in one piece.
    """

    first: Small
    last: Small
    offense: Small
    earlier: Small
    principal: Long
    since: Small
    on: Small
    paid_on: Small
    paid: Long

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, slots=True)
class Log:
    """Twelve events a case, in the order of cases and of days, and each party's earlier offenses.

    ``starts`` cuts the events into cases. ``other`` is the day that an event tells of: that of the
    discovery, the day by which to comply, that of receipt. ``offenses`` and ``convicted`` are
    (4, cases). ``on`` is the day that is asked for.
    """

    case: Small
    starts: Long
    code: Tiny
    day: Small
    word: Tiny
    other: Small
    amount: Long
    offenses: Small
    convicted: Small
    on: int = ON

    def __len__(self) -> int:
        return len(self.starts) - 1


def columns(size: int, seed: int = 1) -> Columns:
    """So many rows for the first three questions."""
    random = np.random.default_rng(seed)
    first = _days(random, size)
    last = (first + random.integers(-5, 700, size, np.int32)).astype(np.int32)
    first[random.random(size) < 0.03] = 0
    offense = _days(random, size)
    since = _days(random, size)
    on = (since + random.integers(-40, 1_900, size, np.int32)).astype(np.int32)
    paid_on, paid = _payments(random, size, since)
    principal = random.integers(0, 5_000_000, size, np.int64)
    round_sums = random.random(size) < 0.3  # of these the interest often ends in half a cent
    principal[round_sums] = principal[round_sums] // 36_500 * 36_500 + 18_250 // 2
    return Columns(first, last, offense, _earlier(random, offense), principal, since, on,
                   paid_on, paid)  # fmt: skip


def _days(random: np.random.Generator, size: int) -> Small:
    """Days of 2021 to 2026; one in fifty is a leap day or a day beside one."""
    found = random.integers(OPENED, UNTIL, size, np.int32)
    leap = random.random(size) < 0.02
    beside = date(2024, 2, 29).toordinal() + random.integers(-1, 2, size, np.int32)
    found[leap] = beside[leap]
    return found


def _earlier(random: np.random.Generator, offense: Small) -> Small:
    """None to four earlier offenses; a fifth of them within two days of five years before."""
    size = len(offense)
    ago = random.integers(-30, 3_700, (EARLIER, size), np.int32)
    edge = random.random((EARLIER, size), np.float32) < 0.2
    near = YEARS_5 + random.integers(-2, 4, (EARLIER, size), np.int32)
    found = offense - np.where(edge, near, ago)
    found[random.random((EARLIER, size), np.float32) < 0.45] = 0
    return found.astype(np.int32)


def _payments(random: np.random.Generator, size: int, since: Small) -> tuple[Small, Long]:
    """None to five payments in the order of their days, some after the day asked."""
    gap = random.integers(0, 330, (PAYMENTS, size), np.int32)
    paid_on = since + np.cumsum(gap, 0, dtype=np.int32) - 30
    paid = random.integers(1, 900_000, (PAYMENTS, size), np.int64)
    none = np.arange(PAYMENTS)[:, None] >= random.integers(0, PAYMENTS + 1, size)
    paid_on[none], paid[none] = 0, 0
    return paid_on.astype(np.int32), paid


def log(size: int, seed: int = 1, on: int = ON) -> Log:
    """So many cases of twelve events each."""
    random = np.random.default_rng(seed)
    shares = np.array(list(COURSES.values())) / 100
    course = random.choice(len(COURSES), size, p=shares)
    letters = np.array([[LETTERS.find(c) for c in way] for way in COURSES], np.int8)
    remedied = letters < 0  # X: an inspection that finds it remedied
    code = np.where(remedied, INSPECTED, letters).astype(np.int8)[course]
    gaps = random.integers(1, 22, (size, EVENTS), np.int32)
    gaps[random.random((size, EVENTS), np.float32) < 0.05] += 70
    gaps[:, 0] = random.integers(OPENED, UNTIL, size, np.int32)
    day = np.cumsum(gaps, 1, dtype=np.int32)
    word = _words(random, code, remedied[course])
    other = _others(random, code, day)
    amount = random.integers(1, 900_000, code.shape, np.int64)
    amount[code == PAID] //= 3
    amount[(code != COST) & (code != PAID)] = 0
    offenses = _earlier(random, day[:, 0].copy())
    convicted = (offenses + random.integers(20, 400, offenses.shape, np.int32)).astype(np.int32)
    convicted[offenses == 0] = 0
    starts = np.arange(0, size * EVENTS + 1, EVENTS, dtype=np.int64)
    case = np.repeat(np.arange(size, dtype=np.int32), EVENTS)
    flat = (column.reshape(-1) for column in (code, day, word, other, amount))
    return Log(case, starts, *flat, offenses, convicted, on)


def _words(random: np.random.Generator, code: Tiny, remedied: npt.NDArray[np.bool_]) -> Tiny:
    """What each event says in a word."""
    drawn = random.random(code.shape, np.float32)
    word = np.zeros(code.shape, np.int8)
    word[(code == ISSUED) & (drawn < 0.92)] = COMPLETE
    served = code == SERVED
    word[served] = 1 + (drawn[served] * METHODS).astype(np.int8)
    word[code == INSPECTED] = CONTINUING
    word[remedied] = REMEDIED
    decided = code == DECIDED
    word[decided] = np.where(drawn[decided] < 0.15, REVERSED, np.where(drawn[decided] < 0.4, 2, 1))
    return word


def _others(random: np.random.Generator, code: Tiny, day: Small) -> Small:
    """The day that an event tells of; 0 where it tells of none."""
    drawn = random.random(code.shape, np.float32)
    ahead = random.integers(1, 46, code.shape, np.int32)
    other = np.zeros(code.shape, np.int32)
    for kind, share, told in (
        (OBSERVED, 0.4, day - ahead),
        (ISSUED, 0.9, day + ahead),
        (SERVED, 0.6, day + ahead % 7),
    ):
        mask = (code == kind) & (drawn < share)
        other[mask] = told[mask]
    return other


def five_years_back(offense: Any) -> Any:
    """The first day whose fifth anniversary is on the offense's day or after it."""
    return offense - YEARS_5 - (((offense - LEAP_DAY) % CYCLE - 1).astype(np.uint32) < AFTER_LEAP)
