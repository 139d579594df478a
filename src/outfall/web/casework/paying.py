"""Payments that were read from a list: what each would do, and their recording, each one once.

A row's key is made of the file's digest and the row, so the same file sent twice adds nothing. A
row that repeats the reference of a payment on record is left out; one that only looks like a
payment on record is left out too, unless somebody says that it is another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db.models.functions import Upper

from outfall.law.assess import assess
from outfall.law.data import amount
from outfall.law.faults import Refused
from outfall.law.standing import Account
from outfall.web.casework import recording
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.recording import Actor, New
from outfall.web.payments.adapter import Payment, RowFault
from outfall.web.towns.models import Town

NEW, RECORDED, REPEAT, ALIKE, FAULTY = "new", "recorded", "repeat", "alike", "faulty"
_REFERENCE = re.compile(r"^Reference (.+)$", re.M)
_BEFORE = timedelta(days=400)
"""How far before the first day of a list a reference on record still makes a row a repeat."""


@dataclass(slots=True)
class Row:
    """One payment of a list: its case, and what becomes of it."""

    payment: Payment
    key: str
    case: Case | None = None
    state: str = NEW
    says: str = ""
    column: str = ""

    @property
    def new(self) -> New:
        """The entry that it would be."""
        day = self.payment.day.isoformat()
        body: dict[str, Any] = {"date": day, "amount": amount(self.payment.cents)}
        if self.payment.reference:
            body["note"] = f"Reference {self.payment.reference}"
        return New("paid", body)


@dataclass(frozen=True, slots=True)
class Effect:
    """What the new payments of a list do to one case."""

    case: Case
    count: int
    paid: int
    before: Account
    after: Account


@dataclass(slots=True)
class Plan:
    """A list looked over: its rows, its faults, and what it would do to each case."""

    rows: list[Row]
    faults: list[RowFault]
    effects: list[Effect] = field(default_factory=list)

    def of(self, *states: str) -> list[Row]:
        """The rows in one of these states."""
        return [row for row in self.rows if row.state in states]

    @property
    def total(self) -> int:
        """What would be recorded, in cents."""
        return sum(row.payment.cents for row in self.of(NEW))


def plan(
    town: Town,
    digest: str,
    read: tuple[list[Payment], list[RowFault]],
    today: date,
    anyway: Collection[int] = (),
) -> Plan:
    """Look a list over for the town in scope.

    ``anyway`` are the rows of which somebody has said that they are payments of their own.
    """
    payments, faults = read
    found = Plan([Row(p, f"pay-{digest[:40]}-{p.row}") for p in payments], list(faults))
    _find_cases(found.rows)
    _days(found.rows, today)
    _known(found.rows, anyway)
    _effects(found, town, today)
    told = [RowFault(r.payment.row, r.column, r.says, r.payment.case) for r in found.of(FAULTY)]
    found.faults = sorted([*found.faults, *told], key=lambda fault: fault.row)
    return found


def _find_cases(rows: list[Row]) -> None:
    names = {row.payment.case for row in rows}
    found = {case.number: case for case in Case.objects.filter(number__in=names)}
    missed = {name.upper() for name in names - set(found)}
    if missed:
        alike = Case.objects.annotate(upper=Upper("number")).filter(upper__in=missed)
        found |= {case.number.upper(): case for case in alike}
    for row in rows:
        name = row.payment.case
        row.case = found.get(name) or found.get(name.upper())
        if row.case is None:
            row.state, row.column = FAULTY, "case"
            row.says = "No case has this number. Correct it in the list, and send the list again."


def _days(rows: list[Row], today: date) -> None:
    for row in rows:
        if row.state == NEW and row.payment.day > today:
            row.state = FAULTY
            row.says = f"The day of payment, {row.payment.day}, lies ahead. Correct it in the list."
        elif row.state == NEW and row.case and row.payment.day < row.case.opened_on:
            row.state = FAULTY
            row.says = (
                f"It is dated {row.payment.day}, before this case began on {row.case.opened_on}. "
                "Look whether the case and the day are right."
            )


@dataclass(frozen=True, slots=True)
class _Seen:
    """A payment on record, or earlier in the same list."""

    day: str
    cents: int
    reference: str
    where: str


def _known(rows: list[Row], anyway: Collection[int]) -> None:
    """Mark the rows that are on record already, or look as if they were."""
    fresh = [row for row in rows if row.state == NEW]
    if not fresh:
        return
    keys = set(Key.objects.filter(key__in=[r.key for r in fresh]).values_list("key", flat=True))
    by_reference: dict[str, _Seen] = {}
    by_case: dict[str, list[_Seen]] = {}

    def see(case: str, one: _Seen) -> None:
        by_case.setdefault(case, []).append(one)
        if one.reference:
            by_reference.setdefault(one.reference.casefold(), one)

    for case, one in _seen(min(row.payment.day for row in fresh) - _BEFORE):
        see(case, one)
    for row in fresh:
        assert row.case is not None
        payment, number = row.payment, row.case.number
        reference, day = payment.reference, payment.day.isoformat()
        known = by_reference.get(reference.casefold()) if reference else None
        alike = [
            one
            for one in by_case.get(number, ())
            if (one.day, one.cents) == (day, payment.cents) and not (reference and one.reference)
        ]
        if row.key in keys:
            row.state, row.says = RECORDED, "Recorded before, from this very file."
        elif known is not None:
            row.state, row.says = REPEAT, f"Its reference is there already, {known.where}."
        elif alike and payment.row not in anyway:
            row.state = ALIKE
            row.says = f"The same amount on the same day is there already, {alike[0].where}."
        see(number, _Seen(day, payment.cents, reference, f"in row {payment.row} of this list"))


def _seen(since: date) -> list[tuple[str, _Seen]]:
    """The payments on record from a day on, with their cases; voided ones are left out."""
    paid = Entry.objects.filter(kind="paid", day__gte=since)
    rows = list(paid.values_list("case_id", "case__number", "content"))
    voids = Entry.objects.filter(kind="voided", case_id__in={row[0] for row in rows})
    gone = {
        (case, json.loads(content)["body"].get("entry"))
        for case, content in voids.values_list("case_id", "content")
    }
    found = []
    for case, number, content in rows:
        body = json.loads(content)["body"]
        if (case, body["id"]) not in gone:
            where = f"in case {number}, entry {body['id']}"
            reference = reference_of(str(body.get("note", "")))
            found.append((number, _Seen(str(body["date"])[:10], cents_of(body), reference, where)))
    return found


def cents_of(body: dict[str, Any]) -> int:
    """The cents that an entry's body names; none where it names no amount."""
    return int(Decimal(str(body.get("amount", 0))) * 100)


def reference_of(note: str) -> str:
    """The reference that the note of a payment names; empty where it names none."""
    found = _REFERENCE.search(note)
    return found[1] if found else ""


def _effects(found: Plan, town: Town, today: date) -> None:
    """What the new rows do to each case, by the law; a row that it refuses becomes faulty."""
    by_case: dict[int, list[Row]] = {}
    for row in found.of(NEW):
        assert row.case is not None
        by_case.setdefault(row.case.pk, []).append(row)
    for rows in by_case.values():
        case = rows[0].case
        assert case is not None
        good = [row for row in rows if _fits(row, case, town)]
        if good:
            before, after, law = recording.preview(case, [r.new for r in good], town, strict=False)
            paid = sum(row.payment.cents for row in good)
            was, now = assess(law, before, today).account, assess(law, after, today).account
            found.effects.append(Effect(case, len(good), paid, was, now))


def _fits(row: Row, case: Case, town: Town) -> bool:
    try:
        recording.preview(case, [row.new], town, strict=False)
    except Refused as refused:
        row.state = FAULTY
        row.says = "; ".join(fault.says for fault in refused.faults)
        return False
    return True


def record(rows: Iterable[Row], actor: Actor) -> list[Row]:
    """Record each new row as an entry of its own; gives those that were refused after all.

    Call it in the transaction in which the rows were looked over, with the town locked: then
    nobody records the same payment in between.
    """
    refused = []
    for row in rows:
        assert row.case is not None
        try:
            recording.record(row.case, [row.new], actor, key=row.key)
            row.state = RECORDED
        except Refused as fault:
            row.says = "; ".join(one.says for one in fault.faults)
        except recording.KeyReused:
            row.says = "This row was recorded before with other values. Look at the case."
        if row.state != RECORDED:
            row.state = FAULTY
            refused.append(row)
    return refused
