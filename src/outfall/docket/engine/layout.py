"""Where everything stands: one event in 16 numbers, one case's facts in one row of numbers.

The kernels work on plain arrays, so that a call costs nothing and one case's facts stay in the
fastest cache. A day is its ordinal (``date.toordinal``), 0 where there is none; money is in cents;
a list has its length first, and a most that it can hold: what holds more is handed over.
"""

from __future__ import annotations

from outfall.law import events as known

# One event: 16 numbers of 32 bits. What a slot holds goes by the event's name.
CODE, DAY, AT, VIOLATION, NAMED, NOTICE, WORD, OTHER, BITS, DAY1, DAY2, NUMBER, AMOUNT, FINE = (
    range(14)
)
ODD, SPARE, EVENT_WIDTH = 14, 15, 16

NAMES = tuple(known.EVENTS)
CODES = {name: n for n, name in enumerate(NAMES)}
N_CODES = len(NAMES)
INSTRUMENTS = known.INSTRUMENTS
N_INSTRUMENTS = len(INSTRUMENTS)
KINDS = known.VIOLATION_KINDS
PROCEEDINGS = ("appeal", "petition", "protest")
PARTS = ("cost", "penalty", "fee", "fine", "interest")
COST, PENALTY, FEE, FINE_PART, INTEREST = range(5)
UPHELD, MODIFIED, REVERSED, GRANTED, DENIED = range(1, 6)
OUTCOMES = ("", "upheld", "modified", "reversed", "granted", "denied")
RUNNING, COMPLETED, DEFAULTED = 1, 2, 3
STATUSES = ("", "open", "met", "late", "missed", "stayed")
OPEN, MET, LATE, MISSED, STAYED = range(1, 6)

# How much one case can hold before it is handed over.
MOST_STRETCHES, MOST_NOTICES, MOST_PROCEEDINGS = 12, 8, 8
MOST_NAMES, MOST_OFFENSES, MOST_EXTENSIONS, MOST_DEADLINES = 24, 24, 8, 32
MOST_ENTRIES, MOST_DAYS, MOST_EVENTS = 64, 48, 4096
MOST_NAMED, NAME_BITS = 5, 6
FIRST_DAY, LAST_DAY = 693_596, 803_168  # 1900-01-01 and 2199-12-31
EARLIEST, LATEST = 700_900, 784_907  # the days that a case may name: 1920 to 2149

# The row of one case: single numbers first.
(
    ON, STAMP, BAD, N_FOUND, N_NOTICES, N_PROCEEDINGS, N_ENTRIES, N_EXTENSIONS, N_CONVICTIONS,
    N_UNCONVICTED, N_HAPPENED, KNOWN, DANGER_SINCE, DANGER_OVER, EVER_DANGER, DANGER_NAMES,
    HOLD_SINCE, HOLD_UNTIL, UNACCEPTED, ACCESS, ACCESS_SINCE, UNAPPROVED, LIEN_SINCE, LIEN_UNTIL,
    COMPENSATION, COMPENSATION_ON, ASSESSED, COST_CHARGED, FIRST_COST, CLOSED, CONTESTS, PLAN_ON,
    PLAN_PAYMENTS, PLAN_FIRST, PLAN_EVERY, PLAN_ROW, N_STARTS, N_ENDS, ORDER_STATE, ORDER_SINCE,
    ORDER_UNTIL, SINGLES,
) = range(42)  # fmt: skip
FIRST_OF = SINGLES  # the first and the last day of each kind of event
LAST_OF = FIRST_OF + N_CODES
CURRENT = LAST_OF + N_CODES  # by name: the stretch that it names now, counted from 1
LIVE = CURRENT + MOST_NAMES  # by instrument: how many notices are live, and which
LIVE_WIDTH = 1 + MOST_NOTICES
ZEROED = LIVE + N_INSTRUMENTS * LIVE_WIDTH  # all up to here begins at 0 with each case

STRETCHES = ZEROED
(
    V_NAME, V_KIND, V_OBSERVED, V_DISCOVERED, V_REMEDIED, V_AT, V_TOWN, V_REVERSED, V_CONVICTED,
    V_PERMIT, V_SETTLED, V_WIDTH,
) = range(12)  # fmt: skip
NOTICES = STRETCHES + MOST_STRETCHES * V_WIDTH
(
    P_ROW, P_INSTRUMENT, P_ISSUED, P_COMPLETE, P_COVERS, P_COMPLY_BY, P_CURE, P_SERVED, P_AT,
    P_METHOD, P_RECEIVED, P_POSTMARK, P_RETURNED, P_PROCEEDING, P_DANGER, P_RECEIPT, P_RECEIPT_AT,
    P_POSTED, P_SOUND, P_REPLACES, P_WIDTH,
) = (*range(20), 20 + MOST_NOTICES)  # fmt: skip
PROCEEDINGS_AT = NOTICES + MOST_NOTICES * P_WIDTH
(
    C_KIND, C_ROW, C_FILED, C_AT, C_NOTICE, C_HEARD, C_DECIDED, C_OUTCOME, C_AMOUNT, C_TIMELY,
    C_WIDTH,
) = range(11)  # fmt: skip
CONVICTIONS = PROCEEDINGS_AT + MOST_PROCEEDINGS * C_WIDTH
UNCONVICTED = CONVICTIONS + 2 * MOST_OFFENSES
EXTENSIONS = UNCONVICTED + MOST_OFFENSES  # the deadline, its paper's row (0: every paper), the day
ENTRIES = EXTENSIONS + 3 * MOST_EXTENSIONS
E_ON, E_KIND, E_PART, E_AMOUNT, E_FOUND, E_BEARS, E_UNPAID, E_STATE, E_ROW, E_WIDTH = range(10)
CHARGE, PAID, REDUCED, PROTEST = range(4)
STARTS = ENTRIES + MOST_ENTRIES * E_WIDTH
ENDS = STARTS + MOST_DAYS
MEMO = ENDS + MOST_DAYS  # by deadline and paper: what is known of it
M_SEEN, M_DUE, M_RAW, M_START, M_LAST, M_ASKED, M_STATUS, M_DONE, M_AT, M_WIDTH = range(10)
# The ledger.
LEDGER = MEMO + MOST_DEADLINES * (MOST_NOTICES + 1) * M_WIDTH
(
    L_CHARGED, L_REDUCED, L_PAID_OF, L_CLEARED, L_CHARGE_FIRST, L_HAS, L_PRINCIPAL, L_ACCRUED,
    L_INTEREST_PAID, L_INTEREST_REDUCED, L_PAID, L_CREDIT, L_DAY, L_N_SETTLED, L_PLAN_SEEN,
    L_PLAN_PRINCIPAL, L_SPAN_FIRST, L_SPAN_LAST, L_SPAN_PRINCIPAL, L_SPAN_RATE, L_INTEREST,
    L_PER_DIEM, L_OWED, L_SETTLED,
) = (0, 5, 10, 15, 20, *range(25, 44))  # fmt: skip
L_WIDTH = L_SETTLED + 2 * (2 * MOST_ENTRIES)
# Exposure, a track each: civil, criminal.
EXPOSURES = LEDGER + L_WIDTH
TRACKS = ("civil", "criminal")
X_SEEN, X_TIER, X_UNITS, X_MIN, X_MAX, X_UNLIMITED, X_JAIL, X_COUNTS, X_WIDTH = range(9)
# Orders and holds as they stand, three numbers each: state (1 over, 2 in force), since, until.
MOST_ORDERS = 8
ORDERS = EXPOSURES + 2 * X_WIDTH
HOLDS = ORDERS + 3 * MOST_ORDERS
HAPPENED = HOLDS + 3 * MOST_ORDERS  # of each event taken: its code and its day
ROW_WIDTH = HAPPENED + 2 * MOST_EVENTS

# What the law says to the fold: numbers of a pack, whatever the choices.
LAW_INSTRUMENT = 0  # by instrument: -1 unknown, else the elements that it needs, as bits
LAW_PAPERS = LAW_INSTRUMENT + N_INSTRUMENTS  # by proceeding: how many papers (-1 no rule), which
LAW_PAPERS_WIDTH = 1 + N_INSTRUMENTS
LAW_MOST_PAYMENTS = LAW_PAPERS + 3 * LAW_PAPERS_WIDTH  # -1 without a plan
LAW_WIDTH = LAW_MOST_PAYMENTS + 1

# What one choice of readings says to penalties, and to the ledger.
(
    T_PRESENT, T_UNIT, T_COUNT, T_LEAST, T_FIRST, T_EACH, T_ESCALATING, T_REPEAT, T_WITHIN,
    T_WITHIN_N, T_AFTER, T_UNCONVICTED, T_CAP, T_TIERS, T_ROWS,
) = range(15)  # fmt: skip
MOST_TIERS = 8
T_WIDTH = T_ROWS + 3 * MOST_TIERS
A_RULE, A_BEARS, A_YEAR, A_DOWN, A_N_RATES, A_ORDER, A_RATES = 0, 1, 2, 3, 4, 5, 10
MOST_RATES = 6
# What follows of the rest: whether days of one length bear at one rate whenever, what interest is
# kept over, and the parts to which a payment goes before it goes to interest, as bits.
A_STEADY, A_PER, A_BEFORE = range(A_RATES + 3 * MOST_RATES, A_RATES + 3 * MOST_RATES + 3)
A_WIDTH = A_BEFORE + 1

# Why a case is handed over to ``assess``.
REASONS = (
    "none", "pack", "choices", "impossible", "day_order", "hours", "stretches", "notices",
    "proceedings", "names", "offenses", "extensions", "entries", "events", "order_days", "far_day",
    "words", "sums", "named_order", "deadlines",
)  # fmt: skip
(
    R_NONE, R_PACK, R_CHOICES, R_IMPOSSIBLE, R_DAY_ORDER, R_HOURS, R_STRETCHES, R_NOTICES,
    R_PROCEEDINGS, R_NAMES, R_OFFENSES, R_EXTENSIONS, R_ENTRIES, R_EVENTS, R_ORDER_DAYS, R_FAR,
    R_WORDS, R_SUMS, R_NAMED, R_DEADLINES,
) = range(20)  # fmt: skip
