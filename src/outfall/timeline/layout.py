"""A standing and its case into lanes, rows, bars and marks: what is said, not how it looks.

No rule of law is here. What a period, a power or a penalty is comes from the standing; the days on
which a period was stayed come from the standings of the days on which a proceeding turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from outfall.law.case import Case
from outfall.law.days import counted
from outfall.law.standing import Action, Deadline, Exposure, Hold, Order, Span, Standing
from outfall.law.words import dollars, name_of
from outfall.timeline.entries import MONEY, mark_of
from outfall.timeline.model import Bar, Lane, Mark, Row, Said, Timeline, clean
from outfall.timeline.scale import padded

DAY = timedelta(days=1)
TURNS = frozenset(
    {
        "appeal_filed",
        "appeal_decided",
        "petition_filed",
        "petition_decided",
        "cost_protested",
        "protest_decided",
    }
)
WHY = {"cure": "time to cure", "tolled": "tolled by the appeal"}
STRETCHES = 3
MARK_OF_STATUS = {"open": "due", "stayed": "due", "met": "due", "late": "due", "missed": "missed"}
Stays = dict[tuple[str, str | None], list[tuple[date, date]]]


def turning_days(case: Case, on: date) -> tuple[date, ...]:
    """The days before ``on`` on which a stay may begin or end: ask for a standing on each."""
    return tuple(sorted({e.on for e in counted(case) if e.name in TURNS and e.on < on}))


def lay(standing: Standing, case: Case, earlier: Sequence[Standing] = ()) -> Timeline:
    """The picture of a case at the end of the standing's day.

    ``earlier`` holds the standings of ``turning_days``: they tell from when to when a period was
    stayed. Without them a stay shows on the as-of day alone. Entries after the day are left out.
    """
    lanes = (
        Lane("events", "What happened", _entries(standing, case, money=False)),
        Lane("deadlines", "Deadlines", tuple(_deadlines(standing, stays(standing, earlier)))),
        Lane("orders", "Orders and holds", tuple(_orders(standing))),
        Lane("penalties", "Penalty days", tuple(_penalties(standing))),
        Lane("interest", "Interest", tuple(_interest(standing))),
        Lane("money", "Money", _entries(standing, case, money=True)),
        Lane("powers", "Powers of the town", tuple(_powers(standing))),
    )
    shown = tuple(lane for lane in lanes if lane.rows)
    first, last = _extent(shown, standing.as_of)
    return Timeline(
        clean(standing.case),
        tuple(_about(case)),
        clean(f"{standing.ordinance}, version {standing.version}"),
        standing.as_of,
        first,
        last,
        tuple(_reaching(lane, last) for lane in shown),
        tuple(_footnotes(standing, shown)),
    )


def _about(case: Case) -> Iterator[str]:
    names = "; ".join(party.name for party in case.parties)
    place = dict(case.place)
    where = ", ".join(place[key] for key in ("address", "parcel", "description") if place.get(key))
    return (clean(text) for text in (names, where) if text)


def _extent(lanes: Sequence[Lane], as_of: date) -> tuple[date, date]:
    rows = [row for lane in lanes for row in lane.rows]
    days = [as_of, *(mark.on for row in rows for mark in row.marks)]
    days += [day for row in rows for bar in row.bars for day in (bar.first, bar.last)]
    return padded(min(days), max(days))


def _reaching(lane: Lane, last: date) -> Lane:
    """Windows that are still to open run on to the picture's edge, wherever that came to lie."""
    if lane.id != "powers":
        return lane
    rows = []
    for row in lane.rows:
        bars = tuple(
            Bar(b.kind, b.first, last, b.says, True) if b.kind == "later" else b for b in row.bars
        )
        rows.append(
            Row(row.id, row.name, row.cite, row.who, bars, row.marks, row.notes, row.detail)
        )
    return Lane(lane.id, lane.title, tuple(rows))


def _entries(standing: Standing, case: Case, *, money: bool) -> tuple[Row, ...]:
    alive = {event.id for event in counted(case)}
    irregular = {remark.event: remark.cite for remark in standing.irregularities if remark.event}
    marks = [
        mark_of(event, irregular, event.id not in alive)
        for event in sorted(case.events, key=lambda event: (event.on, event.place))
        if event.on <= standing.as_of and event.name != "voided" and (event.name in MONEY) is money
    ]
    if not marks:
        return ()
    if not money:
        return (
            Row(
                "events", "entries of the case file", marks=tuple(marks), notes=(_many(len(marks)),)
            ),
        )
    account = standing.account
    notes: tuple[Said, ...] = (
        (f"{dollars(account.owed)} owed by ", standing.as_of),
        (f"{dollars(account.paid)} paid",),
    )
    return (Row("money", "charges and payments", marks=tuple(marks), notes=notes),)


def _many(entries: int) -> Said:
    return ("1 entry",) if entries == 1 else (f"{entries} entries",)


def stays(standing: Standing, earlier: Sequence[Standing] = ()) -> Stays:
    """For each deadline, by its rule and notice, the first and last days on which it was stayed."""
    found: Stays = {}
    running: dict[tuple[str, str | None], date] = {}
    for seen in sorted((*earlier, standing), key=lambda seen: seen.as_of):
        stayed = {_key(d) for d in seen.deadlines if d.status == "stayed"}
        for key in [key for key in running if key not in stayed]:
            found.setdefault(key, []).append((running.pop(key), seen.as_of - DAY))
        for key in stayed:
            running.setdefault(key, seen.as_of)
    for key, since in running.items():
        found.setdefault(key, []).append((since, standing.as_of))
    return found


def _key(deadline: Deadline) -> tuple[str, str | None]:
    return deadline.id.partition(":")[0], deadline.notice


def _deadlines(standing: Standing, stayed: Stays) -> Iterator[Row]:
    rows = sorted(standing.deadlines, key=lambda d: (d.source.start, d.due))
    for item in rows:
        paused = stayed.get(_key(item), [])
        bars = [*period(item, standing.as_of), *(Bar("stay", *days, "stayed") for days in paused)]
        yield Row(
            item.id,
            name_of(item.id),
            item.cite,
            "appeal body" if item.bound == "body" else item.bound,
            tuple(bars),
            tuple(_deadline_marks(item)),
            tuple(_deadline_notes(item, paused)),
            tuple(_deadline_detail(item)),
        )


def period(item: Deadline, as_of: date) -> Iterator[Bar]:
    """The days of a period, split at the as-of day and where an extension begins."""
    planned = item.extended_from or item.due
    first = min(item.source.start, planned)
    yield from _split("run", "ahead", first, planned, as_of)
    if item.due > planned:
        yield from _split("extension", "extension_ahead", planned + DAY, item.due, as_of)


def _split(ran: str, ahead: str, first: date, last: date, as_of: date) -> Iterator[Bar]:
    if first <= as_of:
        yield Bar(ran, first, min(last, as_of))
    if last > as_of:
        yield Bar(ahead, max(first, as_of + DAY), last)


def _deadline_marks(item: Deadline) -> Iterator[Mark]:
    if item.extended_from is not None:
        yield Mark("was_due", item.extended_from)
    yield Mark(MARK_OF_STATUS[item.status], item.due)
    if item.done_on is not None:
        yield Mark("late" if item.status == "late" else "met", item.done_on)


def _deadline_notes(item: Deadline, paused: Sequence[tuple[date, date]]) -> Iterator[Said]:
    yield ("due ", item.due, f", {item.status}")
    if item.done_on is not None:
        yield ("done ", item.done_on)
    if item.extended_from is not None:
        yield ("extended from ", item.extended_from)
    for first, last in paused:
        yield ("stayed ", first, " to ", last)


def _deadline_detail(item: Deadline) -> Iterator[Said]:
    source = item.source
    if source.due_at is not None and item.extended_from is None:
        yield (f"by {source.due_at:%H:%M}",)
    if source.start is not None:
        of = "day set by the notice of " if source.length == "named" else f"{source.length} from "
        yield ("as another deadline",) if source.length == "same" else (of, source.start)
    if item.reading is not None:
        yield (f"rests on reading {item.reading}",)


def _powers(standing: Standing) -> Iterator[Row]:
    dated = [a for a in standing.actions if _opens(a) is not None]
    for item in sorted(dated, key=lambda a: (not a.permitted, _opens(a))):
        opens = _opens(item)
        assert opens is not None
        if item.permitted:
            kind = "duty" if item.obligatory else "open"
            bars = (Bar(kind, opens, standing.as_of, goes_on=True),)
            note: Said = ("duty since " if item.obligatory else "since ", opens)
            yield Row(item.id, name_of(item.id), item.cite, "", bars, (), (note,))
        else:
            bars = (Bar("later", opens, opens, goes_on=True),)
            marks = (Mark("opens", opens),)
            yield Row(
                item.id, name_of(item.id), item.cite, "", bars, marks, (("not before ", opens),)
            )


def _opens(item: Action) -> date | None:
    return item.since if item.permitted else item.not_before


def _orders(standing: Standing) -> Iterator[Row]:
    for order in standing.orders:
        scope = ((f"scope: {order.scope.replace('_', ' ')}",),) if order.scope else ()
        yield _lasting(order, "order", f"order: {name_of(order.id)}", scope, standing.as_of)
    for hold in standing.holds:
        says = ((f"released by {hold.released_by.replace('_', ' ')}",),)
        yield _lasting(hold, "hold", f"hold: {name_of(hold.id)}", says, standing.as_of)


def _lasting(
    item: Order | Hold, kind: str, name: str, detail: tuple[Said, ...], as_of: date
) -> Row:
    last = as_of if item.until is None else item.until
    notes: tuple[Said, ...] = (("in force since ", item.since),)
    if item.until is not None:
        notes = (("ended ", item.until), ("in force from ", item.since))
    return Row(
        item.id,
        name,
        item.cite,
        "",
        (Bar(kind, item.since, last, goes_on=item.until is None),),
        (),
        notes,
        detail,
    )


def _penalties(standing: Standing) -> Iterator[Row]:
    for exposure in (standing.civil, standing.criminal):
        for violation in dict.fromkeys(count.violation for count in exposure.counts):
            yield _exposed(exposure, violation)


def _exposed(exposure: Exposure, violation: str) -> Row:
    """All stretches of one violation under one track: they never overlap, and share a row."""
    counts = [count for count in exposure.counts if count.violation == violation]
    spans = [span for count in counts for span in count.spans]
    units, maxima = sum(count.units for count in counts), [count.max for count in counts]
    what = "day" if exposure.track == "civil" else "violation"
    most = (
        "no maximum"
        if None in maxima
        else f"up to {dollars(sum(m for m in maxima if m is not None))}"
    )
    days = sum(span.days for span in spans if not span.why)
    notes: list[Said] = [(f"{units} {what}{'' if units == 1 else 's'}, {most}",)]
    notes += [(f"over {days} days",)] if days != units else []
    notes += _left_out([span for span in spans if span.why])
    return Row(
        f"{exposure.track}:{violation}",
        f"{exposure.track} penalty, {violation}",
        counts[0].cite,
        "",
        tuple(_span(span) for span in spans),
        (),
        tuple(notes),
    )


def _left_out(spans: Sequence[Span]) -> Iterator[Said]:
    """Why days do not count: each stretch with its dates or, of many, the reasons alone."""
    if len(spans) <= STRETCHES:
        for span in spans:
            yield (f"{span.days} left out: {WHY.get(span.why, span.why)}",)
            yield (span.first, " to ", span.last)
        return
    for why in dict.fromkeys(span.why for span in spans):
        out = sum(span.days for span in spans if span.why == why)
        yield (f"{out} left out: {WHY.get(why, why)}",)


def _span(span: Span) -> Bar:
    kind = "left_out" if span.why else "penalty"
    return Bar(kind, span.first, span.last, WHY.get(span.why, span.why))


def _interest(standing: Standing) -> Iterator[Row]:
    account = standing.account
    if not account.spans:
        return
    bars = tuple(
        Bar("interest", span.first, span.last, f"{span.rate}% on {dollars(span.principal)}")
        for span in account.spans
    )
    notes: list[Said] = [(f"{dollars(account.interest)} by ", standing.as_of)]
    if account.per_diem:
        notes.append((f"{dollars(account.per_diem)} a day",))
    yield Row("interest", "days of interest", account.cite or "", "", bars, (), tuple(notes))


def _footnotes(standing: Standing, lanes: Sequence[Lane]) -> Iterator[str]:
    if not any(lane.entries for lane in lanes):
        yield "Nothing is on record by this day."
    always = [name_of(a.id) for a in standing.actions if a.permitted and a.since is None]
    closed = [name_of(a.id) for a in standing.actions if not a.permitted and a.not_before is None]
    if always:
        yield f"Open, from no known day: {'; '.join(always)}."
    if closed and len(closed) < len(standing.actions):
        yield f"Closed, with no known first day: {'; '.join(closed)}."
