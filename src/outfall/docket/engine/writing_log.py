"""A plan as Python text: the entries of a plain case taken in one go, into single numbers.

What ``kernel_take`` does to a row of facts is done here for one violation, one paper of a kind and
one proceeding of a kind. A case with anything else, or whose entries do not stand in the order of
their days, gives 0 before anything of it is put down: the whole plan takes it.
"""

from __future__ import annotations

from outfall.docket.engine.layout import CODES, COST, INSTRUMENTS, T_WIDTH, TRACKS
from outfall.docket.engine.shape import (
    DEADLINE_WIDTH,
    MONEY_PARTS,
    REST,
    TRACK_CENTS,
    TRACK_WIDTH,
    Shape,
)
from outfall.docket.engine.writing import CHOICES, NotExpressed, Writer
from outfall.docket.engine.writing_exposed import exposure
from outfall.docket.engine.writing_straight import Straight, inside
from outfall.law.periods import ByReading, Counted, Term

# What the whole plan takes note of, and does no more with: their day alone can matter.
SILENT = (
    "compliance_confirmed", "hearing_set", "entry_refused", "charged", "ownership_changed",
    "certified_to_tax_roll", "statement_received", "non_compliance_observed",
    "utilities_terminated", "work_stopped", "work_resumed", "injunction_sought",
    "nuisance_action_begun",
)  # fmt: skip
MONEY = frozenset(("account", "parts", "payments"))
STEPS = {"appeal_filed": "appeal", "petition_filed": "petition"}
DECIDED = {"appeal_decided": "appeal", "petition_decided": "petition"}


def straight(w: Writer, shape: Shape, finish: list[str]) -> str:
    """The function that answers a plain case and gives 1, or gives 0.

    ``finish`` are the lines that make of a paper's service its receipt, postmark and soundness.
    Raises ``NotExpressed`` where what is wanted can't be said of single numbers.
    """
    if shape.asked - {"deadlines", "exposure", *MONEY}:
        raise NotExpressed("powers, orders and holds of single numbers")
    told = Straight(w)
    puts = _puts(told, shape)
    money = bool(shape.asked & MONEY)
    lines = ["s[BAD] = 0", *_begun(told), *(_books() if money else [])]
    lines += _taken(told, money)
    lines += ["over = remedied if reversed_on == 0 else 0"]
    for n in sorted(told.papers):
        lines += _finished(n, finish)
    lines += told.blocks
    lines += [*(_closed() if money else []), "if s[BAD]:", "    return 0", *puts, "return 1"]
    arguments = "s, events, on, h, r, law, back, history, history_first, history_last, o, c"
    return w.define("straight", "straight", arguments, lines)


def _begun(told: Straight) -> list[str]:
    """Nothing known yet."""
    names = ["found", "discovered", "name", "kind", "remedied", "reversed_on", "by_town"]
    names += [f"event_{code}" for code in sorted(told.events)]
    for n in sorted(told.papers):
        names += [f"{part}_{n}" for part in (
            "issued", "served", "hour", "method", "received", "postmark", "complete", "comply",
            "cure", "row",
        )]  # fmt: skip
    for kind in sorted(told.contests):
        names += [f"{part}_{kind}" for part in ("filed", "heard", "decided", "outcome")]
    names += ["issued_ones", "served_ones", "papers", "entries", "charged_ones"]
    return [
        "if on < EARLIEST or on > LATEST or history_last - history_first > MOST_OFFENSES:",
        "    return 0",
        *(f"{name} = 0" for name in names),
        "before = EARLIEST - 1",
    ]


def _taken(told: Straight, money: bool) -> list[str]:
    """The loop over the entries."""
    steps = _steps(told, money)
    lines = [
        "for k in range(len(events)):",
        "    e = events[k]",
        "    day, code = np.int64(e[DAY]), e[CODE]",
        "    if (day <= before) | (e[ODD] != 0):",
        "        return 0",
        "    before = day",
        "    if day > on:",
        f"        if code == {CODES['voided']}:",
        "            return 0",
        "        continue",
    ]
    word = "if"
    for name, own in steps.items():
        lines.append(f"    {word} code == {CODES[name]}:")
        lines += [f"        {line}" for line in own or ["pass"]]
        word = "elif"
        if CODES[name] in told.events:
            seen = f"event_{CODES[name]}"
            lines += [f"        if {seen}:", "            return 0", f"        {seen} = day"]
    lines += ["    else:", "        return 0", "if before > LATEST:", "    return 0"]
    return lines


def _steps(told: Straight, money: bool) -> dict[str, list[str]]:
    """What each kind of entry does; a kind that is not there is not plain."""
    remedied = ["if remedied == 0 and reversed_on == 0:", "    remedied = day"]
    ours = ["if found == 0 or e[VIOLATION] != name:", "    return 0"]
    named = ["if found == 0 or (e[NAMED] and e[NAMED] != name + 1):", "    return 0"]
    steps = {
        "inspected": [*named, "if e[WORD] == 3:", *(f"    {line}" for line in remedied)],
        "paid": _paid() if money else [],
        "cost_recorded": [*ours, *(_charged(told) if money else [])],
        "served": _served(told),
        "notice_issued": _issued(told),
        "violation_observed": [
            "if found or e[DAY1] > day:",
            "    return 0",
            "found, name, kind = day, np.int64(e[VIOLATION]), np.int64(e[WORD])",
            "discovered = np.int64(e[DAY1]) if e[DAY1] else day",
        ],
        "corrected": [*ours, *remedied],
        "abated": [*ours, *remedied, "    by_town = 1"],
        "practices_accepted": named,
        "service_returned": _returned(told),
        **{name: [] for name in SILENT},
    }
    for name, kind in STEPS.items():
        if kind in told.contests:
            steps[name] = _filed(told, kind)
    for name, kind in DECIDED.items():
        if kind in told.contests:
            steps[name] = _decided(told, kind)
    if "appeal" in told.contests:
        steps["hearing_held"] = [
            *_pending(told, "appeal"),
            "heard_appeal = heard_appeal if heard_appeal else day",
        ]
    return steps


# Papers


def _by_paper(told: Straight, of_one: list[str], else_: list[str]) -> list[str]:
    """Lines for each paper of which the days are wanted ({n}), and for the others."""
    lines, word = [], "if"
    for n in sorted(told.papers):
        lines.append(f"{word} paper == {n}:")
        lines += [f"    {line}".replace("{n}", str(n)) for line in of_one]
        word = "elif"
    if not lines:
        return else_
    return [*lines, "else:", *(f"    {line}" for line in else_)]


PAPER = ["paper = np.int64(e[WORD]) - 1", "bit = 1 << paper"]


def _issued(told: Straight) -> list[str]:
    own = [
        "issued_{n}, comply_{n}, cure_{n} = day, np.int64(e[DAY1]), np.int64(e[NUMBER])",
        "row_{n}, complete_{n} = k + 1, 1 if needed & ~e[BITS] == 0 else 0",
    ]
    return [
        *PAPER,
        "needed = law[LAW_INSTRUMENT + paper]",
        "papers += 1",
        "early = e[DAY1] and e[DAY1] < day",
        "if found == 0 or needed < 0 or early or e[NAMED] or issued_ones & bit:",
        "    return 0",
        "if papers > MOST_NOTICES:",
        "    return 0",
        "issued_ones |= bit",
        *_by_paper(told, own, ["pass"]),
    ]


def _served(told: Straight) -> list[str]:
    own = [
        "early = (e[DAY1] and e[DAY1] < issued_{n}) or (e[DAY2] and e[DAY2] < issued_{n})",
        "if served_{n} or early or (e[NOTICE] and e[NOTICE] != row_{n}):",
        "    return 0",
        "served_{n}, hour_{n}, method_{n} = day, np.int64(e[AT]), np.int64(e[OTHER])",
        "received_{n}, postmark_{n} = np.int64(e[DAY1]), np.int64(e[DAY2])",
    ]
    early = "(e[DAY1] and e[DAY1] < day) or (e[DAY2] and e[DAY2] < day)"
    others = [f"if e[NOTICE] or {early}:", "    return 0", "served_ones |= bit"]
    issued = ["if issued_ones & bit == 0:", "    return 0"]
    return [*PAPER, *issued, *_by_paper(told, own, others)]


def _returned(told: Straight) -> list[str]:
    own = [
        "if served_{n} == 0 or (e[NOTICE] and e[NOTICE] != row_{n}):",
        "    return 0",
        "served_{n} = received_{n} = postmark_{n} = 0",
    ]
    others = [
        "if served_ones & bit == 0 or e[NOTICE]:",
        "    return 0",
        "served_ones &= ~bit",
    ]
    return [*PAPER, *_by_paper(told, own, others)]


def _finished(n: int, finish: list[str]) -> list[str]:
    """Receipt, postmark and soundness of one paper, as its service and the readings have them."""
    return [
        f"receipt_{n} = posted_{n} = sound_{n} = 0",
        f"if issued_{n}:",
        f"    day, method = served_{n}, method_{n}",
        *(f"    {line}" for line in finish),
        f"    if served_{n}:",
        f"        late = received_{n} if received_{n} <= on else 0",
        f"        receipt_{n} = late if received_{n} else (served_{n} if shown else 0)",
        f"        posted_{n} = postmark_{n} if postmark_{n} else posted",
        f"    sound_{n} = 1 if complete_{n} or sound else 0",
    ]


# Proceedings


def _against(told: Straight, kind: str) -> int:
    return INSTRUMENTS.index(told.proceedings[kind].against)


def _filed(told: Straight, kind: str) -> list[str]:
    n = _against(told, kind)
    others = [k for k in sorted(told.contests) if k != kind and _against(told, k) == n]
    taken = "".join(f" or filed_{k}" for k in others)
    return [
        f"if issued_{n} == 0 or decided_{kind}{taken} or (e[NOTICE] and e[NOTICE] != row_{n}):",
        "    return 0",
        f"filed_{kind} = filed_{kind} if filed_{kind} else day",
    ]


def _pending(told: Straight, kind: str) -> list[str]:
    n = _against(told, kind)
    named = f"(e[NOTICE] and e[NOTICE] != row_{n})"
    return [f"if filed_{kind} == 0 or decided_{kind} or {named}:", "    return 0"]


def _decided(told: Straight, kind: str) -> list[str]:
    lines = [
        *_pending(told, kind),
        f"decided_{kind}, outcome_{kind} = day, np.int64(e[WORD]) if e[WORD] else UPHELD",
    ]
    if kind != "appeal":
        return lines
    return [*lines, "if e[WORD] == REVERSED and reversed_on == 0:", "    reversed_on = day"]


# Money


def _books() -> list[str]:
    """An account of which nothing is booked yet."""
    return [
        f"a = r[{2 * T_WIDTH} : {CHOICES}]",
        "if not a[A_STEADY]:",
        "    return 0",
        "rate = a[A_RATES] if a[A_N_RATES] else 0",
        f"per, first = a[A_PER], (a[A_BEFORE] >> {COST}) & 1",
        "left = borne = taken = credit = paid = used = charged = total = 0",
        "since = until = books.NEVER",
    ]


def _paid() -> list[str]:
    """Money comes in: the days before it bear, then it is used as the town's order has it."""
    return [
        "entries += 1",
        "cents = max(np.int64(e[AMOUNT]), 0)",
        "paid, total = paid + cents, total + cents",
        *_settled(),
    ]


def _settled() -> list[str]:
    return [
        "if day > until:",
        "    borne, until = borne + left * (day - until), day",
        "due = max(half_even(borne * rate, per) - taken, 0)",
        "principal, part = books.used_for(left, cents, due, first)",
        "left, taken, used = left - principal, taken + part, used + principal",
        "credit += cents - principal - part",
    ]


def _charged(told: Straight) -> list[str]:
    """A cost: it bears from one day on, or from its own; what else can be is not plain."""
    rule = told.law.interest
    bears = ["bears = 0"]
    if rule is not None:
        bears += [f"if payments.bears(a, {COST}):", *inside(_bears(told.w, rule.starts))]
    return [
        *bears,
        "from_now = max(bears, day) if bears else books.NEVER",
        "if charged_ones == 0:",
        "    since = until = from_now",
        "elif from_now != (max(since, day) if bears else books.NEVER):",
        "    return 0",
        "if day > until:",
        "    borne, until = borne + left * (day - until), day",
        "entries, charged_ones = entries + 1, 1",
        "cents = max(np.int64(e[AMOUNT]), 0)",
        "charged, left, total = charged + cents, left + cents, total + cents",
        "if credit:",
        "    cents, credit = credit, 0",
        *inside(_settled()),
    ]


def _bears(w: Writer, term: Term) -> list[str]:
    """The lines that put down from which day a charge of ``day`` can bear."""
    if isinstance(term, ByReading):
        lines = []
        for name, part in term.choices:
            lines.append(f"if r[{w.readings[term.reading]}] == {w.choice(term.reading, name)}:")
            try:
                lines += inside(_bears(w, part))
            except NotExpressed:
                lines.append("    return 0")
        return lines
    starts = {"charge": "day", "discovery": "discovered", "observation": "found"}
    known = isinstance(term, Counted) and term.anchor.kind in starts
    if not isinstance(term, Counted) or not known or term.length is None:
        raise NotExpressed("interest from a paper, of single numbers")
    start = [f"start = {starts[term.anchor.kind]}", f"length = {term.length.n}"]
    return [*start, *w.counting(term.rule, term.length), "bears = raw"]


def _closed() -> list[str]:
    """Interest to the end of the day, and that of the next one."""
    return [
        "if entries > MOST_ENTRIES or float(total) * rate * money.MOST_DAYS_BORNE > 4e18:",
        "    return 0",
        "if until <= on:",
        "    borne += left * (on + 1 - until)",
        "interest = half_even(borne * rate, per)",
        "owed = left + interest - taken",
        "per_diem = half_even(left * rate, per) if until <= on + 1 else 0",
    ]


# Results


def _puts(told: Straight, shape: Shape) -> list[str]:
    """The lines that put answers into a row that holds nothing."""
    lines = []
    for place, id in enumerate(shape.deadlines):
        rule = told.plan.deadlines[id]
        name, at = told.deadline(rule), DEADLINE_WIDTH * place
        paper = f"row_{told.paper(rule.of)}" if rule.of else "0"
        told_ones = (f"{name}_due", f"{name}_status", f"{name}_done", "0", paper)
        for k, one in enumerate(told_ones):
            lines.append(f"o[{at + k}] = {one} if {name}_status else 0")
    for number, track in enumerate(TRACKS if "exposure" in shape.asked else ()):
        at, c = shape.tracks_at + TRACK_WIDTH * number, TRACK_CENTS * number
        lines += _track(told, track, at, c, number * T_WIDTH)
    amounts: dict[int, str] = {}
    if "parts" in shape.asked:
        amounts = dict.fromkeys(range(shape.parts_at, shape.rest_at), "0")
        at = shape.parts_at + 3 * MONEY_PARTS.index("cost")
        amounts[at], amounts[at + 2] = "charged", "used"
    if "account" in shape.asked:
        named = {"interest_paid": "taken", "interest_reduced": "0", "assessed": "0"}
        amounts.update({shape.rest_at + n: named.get(x, x) for n, x in enumerate(REST)})
    lines += [f"c[{n}] = {one}" for n, one in amounts.items()]
    lines += [f"o[{n}] = 0" for n in range(shape.lien_at, shape.width)]
    lines += [f"c[{n}] = 0" for n in range(shape.amounts_at, shape.cents)]
    return lines


def _track(told: Straight, track: str, at: int, c: int, t: int) -> list[str]:
    x = exposure(told, track)
    there = any(rule.track == track for rule in told.law.penalties)
    lines = [
        f"o[{at + 1}], o[{at + 2}], o[{at + 3}] = {x}_units, {x}_jail, {x}_counts",
        f"c[{c}], c[{c + 1}] = {x}_low, -1 if {x}_free else {x}_high",
    ]
    if there:
        lines += [
            f"o[{at}] = {x}_tier if r[{t} + T_REPEAT] and {x}_counts else 0",
            f"c[{c + 2}] = r[{t} + T_ROWS + 1] if r[{t} + T_TIERS] == 1 else -1",
        ]
    else:
        lines += [f"o[{at}], c[{c + 2}] = 0, -1"]
    return lines
