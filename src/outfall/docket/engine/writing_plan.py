"""A plan as Python text: a whole pack, and the loop over the cases of a docket."""

from __future__ import annotations

from outfall.docket.engine.layout import CODES, HOLDS, INSTRUMENTS, ORDERS, T_WIDTH, TRACKS
from outfall.docket.engine.shape import (
    ACTION_WIDTH,
    DEADLINE_WIDTH,
    ORDER_WIDTH,
    PAYMENT_WIDTH,
    TRACK_CENTS,
    TRACK_WIDTH,
    Shape,
    fits,
    shape_of,
)
from outfall.docket.engine.writing import CHOICES, PAPER_KINDS, NotExpressed, Writer
from outfall.docket.engine.writing_asks import action, exposure
from outfall.docket.engine.writing_log import straight
from outfall.docket.engine.writing_words import instrument, ordinal
from outfall.law.calendar import masks
from outfall.law.events import METHODS
from outfall.law.ordinance import HoldRule, InterestRule, OrderRule, Ordinance
from outfall.law.periods import ByReading, Counted, Term

HEAD = '''"""{title}: a plan that Outfall made from the pack, and makes anew where it is missing."""

import numpy as np

from outfall.docket.engine import kernel_asks as ask
from outfall.docket.engine import kernel_books as books
from outfall.docket.engine import kernel_clocks as clocks
from outfall.docket.engine import kernel_days as days
from outfall.docket.engine import kernel_exposure as prices
from outfall.docket.engine import kernel_money as money
from outfall.docket.engine import kernel_facts as facts
from outfall.docket.engine import kernel_orders as orders
from outfall.docket.engine import kernel_payments as payments
from outfall.docket.engine import kernel_put as put
from outfall.docket.engine import kernel_straight as plain
from outfall.docket.engine.compiling import compiled, inner
from outfall.docket.engine.kernel_days import half_even
from outfall.docket.engine.kernel_take import begin, ascending, take
from outfall.docket.engine.layout import *

'''
RUN = '''@compiled
def run(events, starts, history, history_starts, setting, asked, law, known, choices, tables,
        table_of, backs, first, last, s, order, void, out, cents, trace, reasons, more, counts,
        tracing):
    """Every case from ``first`` to before ``last``: its reason, or its row of results."""
    for i in range(first, last):
        if setting[i] < 0:
            reasons[i] = R_CHOICES
            put.nothing(out[i], cents[i], trace[i])
            continue
        r = choices[setting[i]]
        h = tables[table_of[setting[i]]]
        block = events[starts[i] : starts[i + 1]]
        {straight}
        out[i, :] = 0
        cents[i, :] = 0
        begin(s, asked[i], history, history_starts[i], history_starts[i + 1])
        if asked[i] < EARLIEST or asked[i] > LATEST:
            s[BAD] = R_FAR
        before = counts[0]
        if s[BAD] == 0 and not ascending(s, block, law, known):
            take(s, block, law, known, order, void)
        if s[BAD] == 0:
            answer(s, h, r, out[i], cents[i], trace[i], more, counts, i, tracing)
        reasons[i] = s[BAD]
        if s[BAD]:
            counts[0] = before
            put.nothing(out[i], cents[i], trace[i])
'''
STRAIGHT = """if straight(s, block, asked[i], h, r, law, backs, history, history_starts[i],
                    history_starts[i + 1], out[i], cents[i]):
            reasons[i] = 0
            counts[1] += 1
            continue"""


def write(law: Ordinance, shape: Shape | None = None) -> tuple[str, Shape, list[str]]:
    """The text of a law's plan, the shape of its results, and the figures that it asks.

    A ``shape`` that wants not all of the answers gives a plan that asks no more than they need.
    Raises ``NotExpressed`` where the pack says something that a plan can't.
    """
    shape = shape or shape_of(law)
    if not fits(shape_of(law)):
        raise NotExpressed("so many deadlines, orders or holds")
    w = Writer(law)
    first, told = [_finish(w)], [*_clocks(w, shape), *_exposures(w, shape)]
    first += _first(w, shape)
    if "parts" in shape.asked:
        told.append(f"put.parts(s, c, {shape.parts_at})")
    if "account" in shape.asked:
        told.append(f"put.account(s, o, {shape.lien_at}, c, {shape.rest_at})")
    told += _payments(w, shape)
    arguments = "s, h, r, o, c, trace, more, counts, case, tracing"
    w.define("answer", "answer", arguments, [*first, *told])
    run = RUN.replace("{straight}", _straight(w, shape) or "pass")
    text = "\n\n".join([*w.functions, run]).replace(w.names["answer"], "answer")
    return HEAD.format(title=f"{law.id} {law.version}") + "\n" + text, shape, w.figures


def _straight(w: Writer, shape: Shape) -> str:
    """How the loop tries the straight line first; nothing where what is wanted has none."""
    try:
        name = straight(w, shape, _ways(w))
    except NotExpressed:
        return ""
    return STRAIGHT.replace("straight(", f"{name}(", 1)


def _clocks(w: Writer, shape: Shape) -> list[str]:
    """Deadlines, powers, and how orders and holds stand."""
    law, calls = w.law, list[str]()
    for number, rule in enumerate(law.deadlines):
        if rule.id in shape.deadlines:
            calls += _deadline(w, number, shape.deadlines.index(rule.id))
    for power in law.actions:
        if power.id in shape.actions:
            number = shape.actions.index(power.id)
            at = shape.actions_at + ACTION_WIDTH * number
            calls.append(f"{action(w, power, number)}(s, h, r, o, {at}, trace, tracing)")
    binding = (
        ([rule.id for rule in law.orders], shape.orders, shape.orders_at, ORDERS),
        ([rule.id for rule in law.holds], shape.holds, shape.holds_at, HOLDS),
    )
    for ids, kept, at, source in binding:
        for number, id in enumerate(ids):
            if id in kept:
                place = at + ORDER_WIDTH * kept.index(id)
                calls.append(f"put.days(s, o, {place}, {source + 3 * number}, 1)")
    return calls


def _exposures(w: Writer, shape: Shape) -> list[str]:
    """What each track would allow."""
    calls = []
    for number, track in enumerate(TRACKS if "exposure" in shape.asked else ()):
        exposed, own = f"{exposure(w, track)}(s, h, r)", _per_unit(w.law, track, number)
        at = shape.tracks_at + TRACK_WIDTH * number
        calls.append(f"put.track(s, {exposed}, r, o, {at}, c, {TRACK_CENTS * number}, {own})")
    return calls


def _first(w: Writer, shape: Shape) -> list[str]:
    """What must be known before any answer: the orders, holds and the account that they ask."""
    asked = "\n".join(w.functions)
    calls = [
        _order(w, rule, number)
        for number, rule in enumerate(w.law.orders)
        if rule.id in shape.orders or f"ask.in_force(s, {ORDERS} + 3 * {number})" in asked
    ]
    calls += [
        _hold(rule, number)
        for number, rule in enumerate(w.law.holds)
        if rule.id in shape.holds or f"ask.free(s, {HOLDS} + 3 * {number})" in asked
    ]
    needs_money = shape.asked & {"account", "parts", "payments"} or "ask.owed(" in asked
    if needs_money or "L_CLEARED" in asked:
        calls += _account(w, w.law.interest)
    return calls


def _ways(w: Writer) -> list[str]:
    """What a way of service and the readings make of a paper served on ``day`` by ``method``.

    The lines put down whether it shows receipt, the postmark where none is on record, and whether
    a paper with gaps is sound.
    """
    shown = ["shown = 0"]
    for number, method in enumerate(METHODS, 1):
        word = "if"
        for rule in w.law.service:
            if rule.method != method:
                continue
            dated = f"{ordinal(rule.since)} <= day <= {ordinal(rule.until) or 10**9}"
            shown.append(f"{word} method == {number} and {dated}:")
            shown.append(f"    shown = {int(rule.receipt == 'with_service')}")
            word = "elif"
    with_service = w.adopted("receipt_unshown", "with_service")
    posted = "0"
    if "postmark_unshown" in w.readings:
        posted = f"0 if {w.adopted('postmark_unshown', 'no_clock')} else day"
    return [
        *shown,
        f"shown = 1 if shown or {with_service} else 0",
        f"posted = {posted}",
        f"sound = {w.adopted('defective_notice', 'substantial')}",
    ]


def _finish(w: Writer) -> str:
    """What each paper's service and the readings make of it: receipt, postmark, soundness."""
    body = [
        "for n in range(s[N_NOTICES]):",
        "    p = NOTICES + n * P_WIDTH",
        "    day, method = s[p + P_SERVED], s[p + P_METHOD]",
        *(f"    {line}" for line in _ways(w)),
        "    put.receipt(s, p, shown)",
        "    posted = s[p + P_POSTMARK] if s[p + P_POSTMARK] else posted",
        "    s[p + P_POSTED] = posted if day else 0",
        "    s[p + P_SOUND] = 1 if s[p + P_COMPLETE] or sound else 0",
    ]
    return f"{w.define('finish', 'finish', 's, r', body)}(s, r)"


def _order(w: Writer, rule: OrderRule, number: int) -> str:
    """An order: its days of beginning and of ending, then how it stands."""
    lines = ["s[N_STARTS] = s[N_ENDS] = 0"]
    for anchor in rule.starts:
        if anchor.kind == "event":
            lines.append(f"orders.starts_by_event(s, {CODES[anchor.of]})")
        elif anchor.kind in PAPER_KINDS:
            paper = f"{PAPER_KINDS[anchor.kind]}, {instrument(anchor.of)}"
            lines.append(f"orders.starts_by_paper(s, {paper})")
        else:
            raise NotExpressed(f"an order from {anchor.kind}")
    for end in rule.ends:
        if end == "remedied":
            lines.append("orders.stretches(s, 1)")
        else:
            lines.append(f"orders.ends_by_event(s, {CODES[end]})")
    lines.append(f"orders.order(s, ORDERS + 3 * {number})")
    return f"{w.define(('order', rule.id), 'order', 's', lines)}(s)"


def _hold(rule: HoldRule, number: int) -> str:
    return f"orders.hold(s, HOLDS + 3 * {number}, {int(rule.released_by == 'corrected')})"


def _account(w: Writer, rule: InterestRule | None) -> list[str]:
    """Let each charge know from when it bears interest, then run the ledger."""
    rules = f"r[{2 * T_WIDTH} : {CHOICES}]"
    calls = []
    if rule is not None:
        bears = _bears(w, rule.starts)
        body = [
            "for k in range(s[N_ENTRIES]):",
            "    e = ENTRIES + k * E_WIDTH",
            "    s[e + E_BEARS] = 0",
            "    if s[e + E_KIND] == CHARGE and payments.bears(a, s[e + E_PART]):",
            f"        day = {bears}(s, h, r, e)",
            "        s[e + E_BEARS] = max(day, s[e + E_ON]) if day else 0",
        ]
        calls.append(f"{w.define('charges', 'charges', 's, h, r, a', body)}(s, h, r, {rules})")
    else:
        calls.append("put.no_interest(s)")
    return [*calls, f"money.ledger(s, {rules})"]


def _bears(w: Writer, term: Term) -> str:
    """The function of the first day, before any roll, on which a charge can bear interest."""
    key = ("bears", term)
    if key in w.names:
        return w.names[key]
    if isinstance(term, ByReading):
        lines = []
        for name, part in term.choices:
            number = w.choice(term.reading, name)
            lines.append(f"if r[{w.readings[term.reading]}] == {number}:")
            lines.append(f"    return {_bears(w, part)}(s, h, r, e)")
        return w.define(key, "bears", "s, h, r, e", [*lines, "return 0"])
    if not isinstance(term, Counted) or term.anchor.kind in ("settled", "deadline", "lapse"):
        raise NotExpressed("interest from such a day")
    kind = term.anchor.kind
    if kind != "charge":
        billing = instrument(term.anchor.of) if term.anchor.of in INSTRUMENTS else -1
        lines = [f"n = clocks.billed(s, {billing}, s[e + E_ON])"]
        otherwise = f"return {w.term(term)}(s, h, r, n)[1]"
        if kind not in ("discovery", "observation"):
            return w.define(key, "bears", "s, h, r, e", [*lines, otherwise])
        lines.append(f"start = put.found_on(s, e, {int(kind == 'discovery')})")
        lines += ["if start == 0:", f"    {otherwise}"]
    else:
        lines = ["start = s[e + E_ON]"]
    if term.length is None:
        raise NotExpressed("interest from a day that the town sets")
    lines += [f"length = {term.length.n}", *w.counting(term.rule, term.length), "return raw"]
    return w.define(key, "bears", "s, h, r, e", lines)


def _deadline(w: Writer, number: int, place: int) -> list[str]:
    """The deadline of each live paper: the first in its own place, further ones beside."""
    rule = w.law.deadlines[number]
    function = w.deadline(rule)
    at = DEADLINE_WIDTH * place
    if rule.of is None:
        return [f"put.deadline(s, {function}(s, h, r, -1), -1, o, {at})"]
    lines = ["shown = 0"]
    for paper in rule.papers:
        lines += [
            f"live = LIVE + {instrument(paper)} * LIVE_WIDTH",
            "for k in range(s[live]):",
            "    n = s[live + 1 + k]",
            f"    m = {function}(s, h, r, n)",
            "    if m >= 0 and shown:",
            f"        put.further(s, m, n, {place}, more, counts, case)",
            "    elif m >= 0:",
            f"        put.deadline(s, m, n, o, {at})",
            "        shown = 1",
        ]
    return lines


def _per_unit(law: Ordinance, track: str, number: int) -> str:
    rule = next((rule for rule in law.penalties if rule.track == track), None)
    return f"{number * T_WIDTH}" if rule is not None else "-1"


def _payments(w: Writer, shape: Shape) -> list[str]:
    """The payments of a plan, each with its last day, its cents and how it stands."""
    if w.law.plan is None or "payments" not in shape.asked:
        return []
    rows = w.plan.counting[w.law.plan.rule]
    if len(rows) > 1:
        raise NotExpressed("payments rolled by a rule that changed")
    weekdays, holidays = masks(rows[0][1].rolls)
    width = PAYMENT_WIDTH
    return [
        f"put.payments(s, h, o, {shape.payments_at}, {width}, c, {shape.amounts_at}, "
        f"{weekdays}, {int(holidays)})"
    ]
