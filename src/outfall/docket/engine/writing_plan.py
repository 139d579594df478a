"""A plan as Python text: a whole pack, and the loop over the cases of a docket."""

from __future__ import annotations

from outfall.docket.engine.layout import CODES, INSTRUMENTS, T_WIDTH, TRACKS
from outfall.docket.engine.shape import (
    AMOUNTS_AT,
    DEADLINE_WIDTH,
    PAYMENT_WIDTH,
    TRACK_WIDTH,
    Shape,
    fits,
    shape_of,
)
from outfall.docket.engine.writing import CHOICES, PAPER_KINDS, NotExpressed, Writer
from outfall.docket.engine.writing_asks import action, exposure
from outfall.docket.engine.writing_words import instrument, ordinal
from outfall.law.calendar import masks
from outfall.law.events import METHODS
from outfall.law.ordinance import HoldRule, InterestRule, OrderRule, Ordinance
from outfall.law.periods import ByReading, Counted, Term

HEAD = '''"""{title}: a plan that Outfall made from the pack, and makes anew where it is missing."""

from outfall.docket.engine import kernel_asks as ask
from outfall.docket.engine import kernel_clocks as clocks
from outfall.docket.engine import kernel_days as days
from outfall.docket.engine import kernel_exposure as prices
from outfall.docket.engine import kernel_money as money
from outfall.docket.engine import kernel_facts as facts
from outfall.docket.engine import kernel_orders as orders
from outfall.docket.engine import kernel_payments as payments
from outfall.docket.engine import kernel_put as put
from outfall.docket.engine.compiling import compiled, inner
from outfall.docket.engine.kernel_take import begin, take
from outfall.docket.engine.layout import *

'''
RUN = '''@compiled
def run(events, starts, history, history_starts, setting, asked, law, known, choices, tables,
        table_of, first, last, s, order, void, out, cents, trace, reasons, more, counts, tracing):
    """Every case from ``first`` to before ``last``: its reason, or its row of results."""
    for i in range(first, last):
        if setting[i] < 0:
            reasons[i] = R_CHOICES
            continue
        begin(s, asked[i], history, history_starts[i], history_starts[i + 1])
        if asked[i] < EARLIEST or asked[i] > LATEST:
            s[BAD] = R_FAR
        r = choices[setting[i]]
        h = tables[table_of[setting[i]]]
        before = counts[0]
        if s[BAD] == 0:
            take(s, events[starts[i] : starts[i + 1]], law, known, order, void)
        if s[BAD] == 0:
            answer(s, h, r, out[i], cents[i], trace[i], more, counts, i, tracing)
        reasons[i] = s[BAD]
        if s[BAD]:
            counts[0] = before
            put.nothing(out[i], cents[i], trace[i])
'''


def write(law: Ordinance) -> tuple[str, Shape, list[str]]:
    """The text of a law's plan, the shape of its results, and the figures that it asks.

    Raises ``NotExpressed`` where the pack says something that a plan can't.
    """
    shape = shape_of(law)
    if not fits(shape):
        raise NotExpressed("so many deadlines, orders or holds")
    w = Writer(law)
    calls = [_finish(w)]
    calls += [_order(w, rule, number) for number, rule in enumerate(law.orders)]
    calls += [_hold(rule, number) for number, rule in enumerate(law.holds)]
    calls += _account(w, law.interest)
    calls += [line for number in range(len(law.deadlines)) for line in _deadline(w, number)]
    for number, rule in enumerate(law.actions):
        at = shape.actions_at + 4 * number
        calls.append(f"{action(w, rule, number)}(s, h, r, o, {at}, trace, tracing)")
    for number, count, at in (
        (0, len(law.orders), shape.orders_at),
        (1, len(law.holds), shape.holds_at),
    ):
        if count:
            calls.append(f"put.days(s, o, {at}, {'HOLDS' if number else 'ORDERS'}, {count})")
    for number, track in enumerate(TRACKS):
        per_unit = _per_unit(law, track, number)
        at = shape.tracks_at + TRACK_WIDTH * number
        calls.append(
            f"put.track(s, {exposure(w, track)}(s, h, r), r, o, {at}, c, {3 * number}, {per_unit})"
        )
    calls += [f"put.account(s, o, {shape.lien_at}, c)", *_payments(w, shape)]
    w.define("answer", "answer", "s, h, r, o, c, trace, more, counts, case, tracing", calls)
    text = "\n\n".join([*w.functions, RUN]).replace(w.names["answer"], "answer")
    return HEAD.format(title=f"{law.id} {law.version}") + "\n" + text, shape, w.figures


def _finish(w: Writer) -> str:
    """What the way of service and the readings make of each paper: receipt, postmark, soundness."""
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
    body = [
        "for n in range(s[N_NOTICES]):",
        "    p = NOTICES + n * P_WIDTH",
        "    day, method = s[p + P_SERVED], s[p + P_METHOD]",
        *(f"    {line}" for line in shown),
        f"    shown = 1 if shown or {with_service} else 0",
        "    put.receipt(s, p, shown)",
        f"    posted = s[p + P_POSTMARK] if s[p + P_POSTMARK] else ({posted})",
        "    s[p + P_POSTED] = posted if day else 0",
        f"    sound = {w.adopted('defective_notice', 'substantial')}",
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


def _deadline(w: Writer, number: int) -> list[str]:
    """The deadline of each live paper: the first in its own place, further ones beside."""
    rule = w.law.deadlines[number]
    function = w.deadline(rule)
    at = DEADLINE_WIDTH * number
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
            f"        put.further(s, m, n, {number}, more, counts, case)",
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
    if w.law.plan is None:
        return []
    rows = w.plan.counting[w.law.plan.rule]
    if len(rows) > 1:
        raise NotExpressed("payments rolled by a rule that changed")
    weekdays, holidays = masks(rows[0][1].rolls)
    width = PAYMENT_WIDTH
    return [
        f"put.payments(s, h, o, {shape.payments_at}, {width}, c, {AMOUNTS_AT}, "
        f"{weekdays}, {int(holidays)})"
    ]
