"""Appeals, petitions and protests: what waits for a decision, and what each decision would do.

Whether a filing came in time is the law's word, by the standing's irregularities and deadlines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from outfall.law.assess import assess, plan_of
from outfall.law.choices import chosen
from outfall.law.data import amount
from outfall.law.days import take
from outfall.law.events import APPEAL_OUTCOMES, PETITION_OUTCOMES
from outfall.law.facts import Proceeding
from outfall.law.faults import Refused
from outfall.law.standing import Action, Deadline, Remark, Standing
from outfall.law.words import dollars, name_of
from outfall.web.casework import recording
from outfall.web.casework.assembling import Assembled, assemble
from outfall.web.casework.models import Case, Entry
from outfall.web.casework.recording import New
from outfall.web.towns.models import Town

FILED = {"appeal_filed": "appeal", "petition_filed": "petition", "cost_protested": "protest"}
DECIDED = {"appeal": "appeal_decided", "petition": "petition_decided", "protest": "protest_decided"}
TITLES = {"appeal": "Appeal", "petition": "Petition", "protest": "Protest of the cost"}


@dataclass(frozen=True, slots=True)
class Filing:
    """A filing that is undecided: against which paper, whether in time, and when it is heard.

    ``timed`` tells whether the ordinance sets a last day for it, and ``last_day`` is that day where
    its clock has started.
    """

    kind: str
    entry: str
    filed_on: date
    notice: str
    against: str
    cite: str
    timed: bool
    last_day: Deadline | None
    remark: Remark | None
    hearing: Deadline | None
    heard_on: date | None

    @property
    def title(self) -> str:
        """What it is called."""
        return TITLES[self.kind]

    @property
    def decided_by(self) -> str:
        """The kind of entry that decides it."""
        return DECIDED[self.kind]


def pending(assembled: Assembled, standing: Standing) -> list[Filing]:
    """The filings of a case that are undecided on the standing's day, the oldest first."""
    law, case = assembled.law, assembled.case
    facts = take(plan_of(law), case, standing.as_of, chosen(law, case), watch=False).facts
    undecided = [
        proceeding
        for proceedings in facts.proceedings.values()
        for proceeding in proceedings
        if proceeding.decided is None
    ]
    undecided.sort(key=lambda proceeding: proceeding.filed)
    return [_filing(assembled, standing, proceeding) for proceeding in undecided]


def _filing(assembled: Assembled, standing: Standing, found: Proceeding) -> Filing:
    rule = next((r for r in assembled.law.proceedings if r.id == found.kind), None)
    titles = {i.id: i.title for i in assembled.law.instruments}
    notice = found.notice
    against = ""
    if notice is not None:
        title = titles.get(notice.instrument, name_of(notice.instrument))
        against = f"{title} of {notice.issued:%b} {notice.issued.day}, {notice.issued.year}"
    return Filing(
        found.kind,
        found.event,
        found.filed,
        notice.event if notice else "",
        against,
        rule.cite if rule else "",
        rule is not None and rule.deadline is not None,
        _deadline(standing, rule.deadline if rule else None, notice.event if notice else None),
        next((r for r in standing.irregularities if r.event == found.event), None),
        next((d for d in standing.deadlines if _hears(d, found.event)), None),
        found.heard,
    )


def _deadline(standing: Standing, name: str | None, notice: str | None) -> Deadline | None:
    same = [d for d in standing.deadlines if d.id.partition(":")[0] == name]
    own = [d for d in same if d.notice == notice] or [d for d in same if d.notice is None]
    return own[0] if own else None


def _hears(deadline: Deadline, filing: str) -> bool:
    return deadline.id.partition(":")[0] == "hearing" and deadline.source.event == filing


def waiting_cases() -> list[int]:
    """The cases of the town in scope in which a filing may be undecided: ``pending`` tells which.

    A case that was closed before the decision is one of them: whoever filed still waits for it. So
    is one in which something was voided, for that may have been the decision.
    """
    kinds = {**FILED, **{event: kind for kind, event in DECIDED.items()}}
    rows = Entry.objects.filter(kind__in=kinds).order_by()
    undecided: Counter[tuple[int, str]] = Counter()
    for case, kind in rows.values_list("case_id", "kind"):
        undecided[case or 0, kinds[kind]] += 1 if kind in FILED else -1
    filed = {case for case, _ in undecided}
    voided = Entry.objects.filter(kind="voided", case_id__in=filed).values_list(
        "case_id", flat=True
    )
    return sorted({case for (case, _), left in undecided.items() if left > 0} | {*voided})


# What each outcome would do


@dataclass(frozen=True, slots=True)
class Cell:
    """What one outcome makes of one thing; ``changed`` where it is other than without it."""

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that not every outcome leaves alike: a clock, a power, a figure."""

    name: str
    cite: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Outcomes side by side, on one day. ``refused`` says why there is nothing to compare."""

    on: date
    outcomes: tuple[str, ...]
    groups: tuple[tuple[str, tuple[Row, ...]], ...] = ()
    refused: str = ""


def compare(
    row: Case, town: Town, filing: Filing, on: date, heard_on: date | None = None
) -> Comparison:
    """Every outcome of a filing, decided on a day, beside the case as it is without a decision.

    ``heard_on`` is the day of a hearing that is not on record yet and is taken to be held.
    """
    bodies = list(_bodies(filing, on, row, town))
    found: list[tuple[str, Standing]] = []
    for label, body in bodies:
        new = [New(filing.decided_by, body)]
        if filing.kind == "appeal" and filing.heard_on is None and heard_on is not None:
            new.insert(0, New("hearing_held", _about(filing, min(heard_on, on))))
        try:
            before, after, law = recording.preview(row, new, town, strict=False)
        except Refused as refused:
            says = "; ".join(fault.says for fault in refused.faults)
            return Comparison(on, tuple(name for name, _ in bodies), refused=says)
        if not found:
            found.append(("No decision yet", assess(law, before, on)))
        found.append((label, assess(law, after, on)))
    standings = [standing for _, standing in found]
    groups = (
        ("Clocks", tuple(_rows(map(_deadlines, standings), "does not run"))),
        ("What the town may and must do", tuple(_rows(map(_powers, standings), "no such power"))),
        ("Orders and holds", tuple(_rows(map(_lasting, standings), "not in force"))),
        ("Figures", tuple(_rows(map(_figures, standings), ""))),
    )
    kept = tuple((title, rows) for title, rows in groups if rows)
    return Comparison(on, tuple(label for label, _ in found), kept)


def _about(filing: Filing, on: date) -> dict[str, Any]:
    named = {"notice": filing.notice} if filing.notice else {}
    return {"date": on.isoformat(), **named}


def _bodies(
    filing: Filing, on: date, row: Case, town: Town
) -> Iterator[tuple[str, dict[str, Any]]]:
    about = _about(filing, on)
    if filing.kind == "protest":
        found = assemble(row, town)
        cost = assess(found.law, found.case, on).account.part("cost")
        full = cost.charged - cost.reduced
        yield f"Upheld in full, {dollars(full)}", {**about, "amount": amount(full)}
        yield "Nothing upheld", {**about, "amount": "0.00"}
        return
    outcomes = PETITION_OUTCOMES if filing.kind == "petition" else APPEAL_OUTCOMES
    for outcome in outcomes:
        yield outcome.capitalize(), {**about, "outcome": outcome}


Told = dict[str, tuple[str, str, str]]
"""By key: the name of a thing, its paragraph, and how it stands."""


def _rows(told: Iterable[Told], absent: str) -> Iterator[Row]:
    """The things that do not stand alike in every column, each with its cells."""
    columns = list(told)
    for key in dict.fromkeys(key for column in columns for key in column):
        cells = [column[key][2] if key in column else absent for column in columns]
        if len(set(cells)) > 1:
            name, cite, _ = next(column[key] for column in columns if key in column)
            yield Row(name, cite, tuple(Cell(text, text != cells[0]) for text in cells))


def _said(day: date) -> str:
    return f"{day:%a, %b} {day.day}, {day.year}"


def _named(id: str) -> str:
    name = name_of(id.partition(":")[0])
    return name[:1].upper() + name[1:]


def _deadlines(standing: Standing) -> Told:
    return {
        f"{d.id} {d.notice}": (_named(d.id), d.cite, f"{_said(d.due)}, {d.status}")
        for d in standing.deadlines
    }


def _powers(standing: Standing) -> Told:
    return {item.id: (_named(item.id), item.cite, _power(item)) for item in standing.actions}


def _power(item: Action) -> str:
    if item.permitted:
        return "the town must" if item.obligatory else "permitted"
    return f"not before {_said(item.not_before)}" if item.not_before else "not permitted"


def _lasting(standing: Standing) -> Told:
    orders = {f"order {o.id}": (_named(o.id), o.cite, o.in_force) for o in standing.orders}
    holds = {f"hold {h.id}": (f"Hold: {_named(h.id)}", h.cite, h.in_force) for h in standing.holds}
    return {
        key: (name, cite, "in force" if on else "not in force")
        for key, (name, cite, on) in {**orders, **holds}.items()
    }


def _figures(standing: Standing) -> Told:
    civil, criminal = standing.civil, standing.criminal
    account = standing.account
    return {
        "civil": ("Could be imposed, civil", civil.cite or "", _amount(civil.max)),
        "criminal": ("Could be imposed, criminal", criminal.cite or "", _amount(criminal.max)),
        "assessed": ("Assessed", "", dollars(standing.assessed)),
        "owed": ("Owed", account.cite or "", dollars(account.owed)),
    }


def _amount(cents: int | None) -> str:
    return "no limit stated" if cents is None else dollars(cents)
