"""A standing as a person at the counter reads it: what to do first, then everything else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from outfall.cli.first import first
from outfall.cli.page import Part, Rule, Text, bare, indented, print_page, status, table, title
from outfall.cli.standing_money import money
from outfall.cli.standing_readings import readings
from outfall.law.case import Case
from outfall.law.days import counted
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Remark, Standing, Step
from outfall.law.words import english, name_of, reason
from outfall.told.phrases import capital, cited, short, with_cite, written


def show(standing: Standing, case: Case, law: Ordinance) -> None:
    """Print a standing for a person."""
    print_page(page(standing, case, law))


def page(standing: Standing, case: Case, law: Ordinance) -> Iterator[Part]:
    """The parts of a standing's page, in the order in which the counter needs them."""
    yield from _heading(standing, case, law)
    yield from _first(standing, case, law)
    yield from _today(standing)
    yield from _not_yet(standing)
    yield from _deadlines(standing)
    yield from _in_force(standing, law)
    yield from money(standing, law)
    yield from _remarks("Irregularities", standing.irregularities)
    yield from _remarks("Warnings", standing.warnings)
    yield from readings(standing, law)
    yield from _closed(standing)


def _heading(standing: Standing, case: Case, law: Ordinance) -> Iterator[Part]:
    place = dict(case.place)
    where = [place[name] for name in ("address", "description") if name in place]
    if "parcel" in place:
        where.append(f"parcel {place['parcel']}")
    yield Text((standing.case, "bold"), "  ", ", ".join(where))
    yield Text(f"{law.title}: {standing.ordinance}, version {standing.version}")
    parties = ", ".join(f"{party.name} ({party.role.replace('_', ' ')})" for party in case.parties)
    if parties:
        yield Text(parties)
    yield Text(("As it stands on ", ""), (written(standing.as_of), "bold"))
    later = sum(event.on > standing.as_of for event in counted(case))
    if later:
        entries = "1 entry" if later == 1 else f"{later} entries"
        yield Text(f"({entries} of the file dated after this day left out)")
    yield Rule()


def _first(standing: Standing, case: Case, law: Ordinance) -> Iterator[Part]:
    """The three things to do first; where there are none, that too is said."""
    yield Text(("Do first", "bold"))
    items = first(standing, case, law)
    if not items:
        yield indented(Text("Nothing calls for the town's hand today."))
    rows = bare(0, 1)
    for n, item in enumerate(items, 1):
        what = Text((f"{item.what}{cited(item.cite)}", "bold"), f"\n{item.when(standing.as_of)}")
        rows.add_row(f"{n}.", what.add(f"\n{item.why}") if item.why else what)
    if items:
        yield indented(rows)


def _today(standing: Standing) -> Iterator[Part]:
    """What is open today, duties before powers, with what the pack adds to it."""
    yield title("The town today")
    rows = table("", "Act", "Since", "Cite", ratios=(0, 1, 0, 0))
    found = [action for action in standing.actions if action.permitted]
    for action in sorted(found, key=lambda action: not action.obligatory):
        rows.add_row(
            status("must" if action.obligatory else "may"),
            "\n".join(filter(None, (capital(name_of(action.id)) + _under(action), action.says))),
            short(action.since) if action.since else "",
            action.cite,
        )
    if found:
        yield indented(rows)
    else:
        yield indented(Text("must do nothing, and has no power open."))


def _under(action: Action) -> str:
    return f" (notice {action.notice})" if action.notice else ""


def _not_yet(standing: Standing) -> Iterator[Part]:
    """What opens on a day that is known, unless something happens first."""
    found = [(action.not_before, action) for action in standing.actions if action.not_before]
    if not found:
        return
    yield title("Not yet")
    rows = table("From", "Act", "Waits, because", "Cite", ratios=(0, 2, 3, 0))
    for day, action in sorted(found, key=lambda pair: pair[0]):
        rows.add_row(short(day), capital(name_of(action.id)), waits(action), action.cite)
    yield indented(rows)


def _closed(standing: Standing) -> Iterator[Part]:
    """What waits for something that has no day: last, since it is long and seldom asked for."""
    found = [a for a in standing.actions if not a.permitted and a.not_before is None]
    if not found:
        return
    yield title("Closed today, and from no day that is known")
    rows = table("Act", "Waits, because", "Cite", ratios=(2, 3, 0))
    for action in found:
        rows.add_row(capital(name_of(action.id)), waits(action), action.cite)
    yield indented(rows)


def waits(action: Action) -> str:
    """What an act waits for, each condition once, with its paragraph where it is another's.

    A clock that has not started is left out where the paper that would start it is missing too.
    """
    return "; ".join(_told(action.because, action.cite))


_UNSTARTED = ("not_issued", "not_served", "returned", "receipt_unshown")


def _told(steps: tuple[Step, ...], cite: str) -> list[str]:
    found = dict(_failing(steps, cite))
    unstarted = any(because in _UNSTARTED for because in found.values())
    return [says for says, because in found.items() if not (unstarted and because == "no_clock")]


def _failing(steps: tuple[Step, ...], cite: str) -> Iterator[tuple[str, str]]:
    """The sentences of the conditions that fail, with their kinds; one way of several is enough."""
    said = set()
    for step in steps:
        if step.holds:
            continue
        ways = [part for part in step.parts if not part.holds]
        if step.because == "any" and len(ways) > 1:
            dated = [way for way in ways if way.opens is not None]
            ways = [min(dated, key=lambda way: way.opens or date.max)] if dated else ways
        if step.because == "any" and len(ways) > 1:
            told = [" and ".join(_told((way,), cite)) for way in ways]
            yield "either " + ", or ".join(dict.fromkeys(told)), step.because
        elif ways:
            yield from _failing(tuple(ways), step.cite or cite)
        elif (says := reason(step)) not in said:
            said.add(says)
            yield says + (cited(step.cite) if step.cite not in ("", cite) else ""), step.because


def _deadlines(standing: Standing) -> Iterator[Part]:
    """Every clock that has started, in the order of its last day."""
    yield title("Deadlines")
    if not standing.deadlines:
        yield indented(Text("No clock has started."))
        return
    rows = table("Status", "For", "Deadline", "Last day", "Cite", ratios=(0, 0, 1, 0, 0))
    for item in sorted(standing.deadlines, key=lambda item: item.due):
        what = "\n".join(filter(None, [capital(name_of(item.id)), *_counted(item), item.says]))
        rows.add_row(status(item.status), item.bound, what, short(item.due), item.cite)
    yield indented(rows)


def _counted(item: Deadline) -> Iterator[str]:
    """How a last day came about, what moved it, and what was done."""
    source = item.source
    if source.others:
        ends = [
            f"{_length(due.length)} to {short(due.due)}{cited(due.cite)}" for due in source.others
        ]
        yield f"the {'later' if source.latest else 'earlier'} of {english(ends)}"
    elif source.length[:1].isdigit():
        yield f"{source.length} from {short(source.start)}, entry {source.event}"
    elif source.length == "named":
        yield f"the day that the notice names, entry {source.event}"
    if source.raw != source.due and not source.others:
        yield f"{short(source.raw)} is a day off, so the last day moves on"
    if source.due_at is not None and item.extended_from is None:
        yield f"until {source.due_at:%H:%M}"
    if item.extended_from is not None:
        yield f"extended from {short(item.extended_from)}"
    if item.done_on is not None:
        yield f"done on {short(item.done_on)}"
    if item.reading:
        yield f"rests on the reading {item.reading}"


def _length(length: str) -> str:
    return {"named": "the day that the notice names", "same": "its own schedule"}.get(
        length, length
    )


def _in_force(standing: Standing, law: Ordinance) -> Iterator[Part]:
    """Orders that bind a party and holds that bind the counter; those that ended in one line."""
    rows = bare(0, 1)
    meanings = {reading.id: dict(reading.choices) for reading in law.readings}
    for order in standing.orders:
        what = f"{capital(name_of(order.id))} order{cited(order.cite)}"
        if not order.in_force and order.until:
            rows.add_row(
                "ended", f"{what} on {short(order.until)}, in force since {short(order.since)}"
            )
            continue
        rule = next((rule for rule in law.orders if rule.id == order.id), None)
        ends = english([name_of(name) for name in rule.ends] if rule else [], "or")
        scope = meanings.get(rule.scope or "", {}).get(order.scope or "", "") if rule else ""
        lines = [f"{what} since {short(order.since)}", f"ends with: {ends}", scope]
        rows.add_row(Text(("order", "bold")), "\n".join(line for line in lines if line))
    for hold in standing.holds:
        what = f"{capital(name_of(hold.id))} hold{cited(hold.cite)}"
        if not hold.in_force and hold.until:
            rows.add_row(
                "ended", f"{what} on {short(hold.until)}, in force since {short(hold.since)}"
            )
            continue
        lines = [f"{what} since {short(hold.since)}", f"ends with: {name_of(hold.released_by)}"]
        rows.add_row(Text(("hold", "bold")), "\n".join(lines))
    if standing.orders or standing.holds:
        yield title("Orders and holds")
        yield indented(rows)


def _remarks(name: str, remarks: tuple[Remark, ...]) -> Iterator[Part]:
    if not remarks:
        return
    yield title(name)
    rows = bare(0, 1)
    for remark in remarks:
        says = Text(with_cite(f"{remark.text.removesuffix('.')}.", remark.cite))
        if remark.risk:
            says = says.add((f"\n{remark.risk}", "italic"))
        rows.add_row(remark.event or "-", says)
    yield indented(rows)
