"""Which cases the town's rule of retention lets go, and what keeps each of the others.

A case goes when it is closed, its years are over, nothing is owed or in force, no legal hold is on
it, and no ordinance of the town's could still count it as an earlier offense. Every reason that
keeps a case is told, not the first alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from outfall.law.assess import assess
from outfall.law.case import Event
from outfall.law.counting import add_years
from outfall.law.days import counted
from outfall.law.faults import Refused
from outfall.law.look_back import LookBack, look_backs
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.law.words import dollars, name_of
from outfall.web.casework import assembling
from outfall.web.casework.models import Case, Entry, PartyRow, Proposal
from outfall.web.casework.projecting import DECIDED_BY
from outfall.web.towns import reading_effects, retention
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Setting, Town

REPORTED = ("complaint", "referral")


@dataclass(frozen=True, slots=True)
class Rule:
    """For how long a kind of record is kept in the town: its years, in words, and by what."""

    kind: str
    years: int
    what: str
    cite: str

    @property
    def says(self) -> str:
        """The rule in a line."""
        return f"{self.what}: {self.years} years"

    def body(self) -> dict[str, Any]:
        """The rule as a tombstone names it."""
        return {"kind": self.kind, "years": self.years, "says": self.says, "cite": self.cite}


@dataclass(frozen=True)
class Terms:
    """All that the town has set about keeping, and its ordinances, as of one moment."""

    town: Town
    today: date
    rules: dict[str, Rule]
    held: frozenset[str]
    laws: tuple[Ordinance, ...]
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a case is kept; ``until`` the last day of it where that is known, ``cite`` its source."""

    says: str
    cite: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of one case: the rule that it falls under, and what keeps it."""

    case: Case
    rule: Rule
    over_on: date | None
    reasons: tuple[Reason, ...]

    @property
    def goes(self) -> bool:
        """Whether nothing keeps it."""
        return not self.reasons


def terms_of(town: Town, today: date) -> Terms:
    """What holds in the town in scope on a day. The years are never fewer than the floors."""
    values = every_setting()
    laws = tuple(reading_effects.every_law(town, values))
    value = values["retention"]
    floors = [floor for law in laws for floor in retention.floors(law)]
    floor = max(floors, key=lambda item: item.years)
    entry = Setting.objects.filter(topic="retention").values_list("entry_n", flat=True).first()
    rules = {}
    for kind in retention.KINDS:
        years = max(retention.years_of(value)[kind.id], floor.years)
        cite = f"entry {entry} of the record" if entry else "the usual years"
        cite = f"{cite}; never under {floor.years} years, {floor.source}"
        rules[kind.id] = Rule(kind.id, years, kind.says, cite)
    return Terms(town, today, rules, frozenset(value.get("hold", [])), laws, values)


def kind_of(row: Case) -> str:
    """Which kind of record a case is: with a violation, a report, or a look without a finding."""
    if row.found_on is not None:
        return "cases"
    return "reports" if row.source in REPORTED else "screenings"


_KINDS = {
    "cases": Q(found_on__isnull=False),
    "reports": Q(found_on__isnull=True, source__in=REPORTED),
    "screenings": Q(found_on__isnull=True) & ~Q(source__in=REPORTED),
}


def of_age(terms: Terms) -> QuerySet[Case]:
    """The closed cases whose years are over, those first that have been closed for longest."""
    old = Q(pk__in=[])
    for kind, which in _KINDS.items():
        before = add_years(terms.today, -terms.rules[kind].years)
        ended = Q(closed_on__lt=before) & (Q(last_on=None) | Q(last_on__lt=before))
        old |= which & ended
    return Case.objects.filter(old).order_by("closed_on", "pk")


def younger(terms: Terms) -> QuerySet[Case]:
    """All other cases: those that are open, and those closed whose years still run."""
    return Case.objects.exclude(pk__in=of_age(terms).values("pk")).order_by("closed_on", "pk")


def rulings(rows: Iterable[Case], terms: Terms) -> list[Ruling]:
    """What becomes of each of these cases."""
    return [ruling(row, terms) for row in rows]


def ruling(row: Case, terms: Terms, *, but: int | None = None) -> Ruling:
    """What becomes of a case of the town in scope.

    The law is asked only where the lists keep the case no longer: it is the dearer question.
    ``but`` is a proposal that is not counted: the one that asks to dispose of the case.
    """
    rule = terms.rules[kind_of(row)]
    over = None
    if row.closed_on is not None:
        over = add_years(max(row.closed_on, row.last_on or row.closed_on), rule.years)
    reasons = list(_by_lists(row, terms, rule, over, but))
    if not reasons:
        reasons = [*_by_last(row, terms, rule), *_by_law(row, terms)]
    return Ruling(row, rule, over, tuple(reasons))


def _by_lists(
    row: Case, terms: Terms, rule: Rule, over: date | None, but: int | None
) -> Iterator[Reason]:
    if row.number in terms.held:
        yield Reason("It is under a legal hold", "set under How long records are kept")
    if over is None:
        yield Reason("It is open")
        return
    if over >= terms.today:
        yield Reason(f"Its {rule.years} years are not over", rule.cite, over)
    if row.lien:
        yield Reason("A lien is on record")
    if row.owed > 0:
        yield Reason(f"{dollars(row.owed)} are owed")
    waiting = Proposal.objects.filter(case=row, state="waiting")
    if [pk for pk in waiting.values_list("pk", flat=True) if pk != but]:
        yield Reason("Another act in it waits for a second person")


def _by_last(row: Case, terms: Terms, rule: Rule) -> Iterator[Reason]:
    """The years begin anew with whatever was written last, be it a note."""
    last = Entry.objects.filter(case=row, case_n=row.length).values_list("day", flat=True).first()
    over = add_years(last, rule.years) if last is not None else terms.today
    if over >= terms.today:
        yield Reason(f"Something was written in it less than {rule.years} years ago", "", over)


def _by_law(row: Case, terms: Terms) -> Iterator[Reason]:
    """What the standing of today and the look-backs of the town's ordinances say."""
    try:
        found = assembling.assemble(row, terms.town, terms.values)
        standing = assess(found.law, found.case, terms.today)
        backs = look_backs(found.law, found.case, terms.today, (found.law, *terms.laws))
    except Refused as refused:
        yield Reason(f"It can't be judged: {refused.faults[0].says}")
        return
    yield from _standing(standing)
    yield from _undecided(counted(found.case))
    names = {str(party.get("name") or party["id"]) for party in found.file.parties.values()}
    for back in backs:
        yield from _look_back(back, names, row, terms)


def _standing(standing: Standing) -> Iterator[Reason]:
    account = standing.account
    if account.lien:
        yield Reason("A lien is on record")
    if account.owed > 0:
        yield Reason(f"{dollars(account.owed)} are owed", account.cite or "")
    if account.credit > 0:
        yield Reason(f"{dollars(account.credit)} were paid too much, and not given back")
    orders = [(o.id, o.cite) for o in standing.orders if o.in_force]
    holds = [(h.id, h.cite) for h in standing.holds if h.in_force]
    for id, cite in (*orders, *holds):
        yield Reason(f"In force: {name_of(id)}", f"§ {cite}" if cite else "")


def _undecided(events: list[Event]) -> Iterator[Reason]:
    for filed, decided in DECIDED_BY.items():
        if sum(e.name == filed for e in events) > sum(e.name == decided for e in events):
            yield Reason(f"No decision is on record since: {name_of(filed)}")


def _look_back(back: LookBack, names: set[str], row: Case, terms: Terms) -> Iterator[Reason]:
    cite = f"§ {back.cite}"
    if back.until is None:
        yield Reason("It can count as an earlier offense, however long ago it was", cite)
        return
    if back.until >= terms.today:
        yield Reason("It can count as an earlier offense", cite, back.until)
        return
    near = PartyRow.objects.filter(
        name__in=names, case__closed_on__isnull=True, case__found_on__lte=back.until
    )
    other = near.exclude(case=row).values_list("case__number", flat=True).first()
    if other is not None:
        yield Reason(f"It can count as an earlier offense in case {other}, which is open", cite)
