"""Money: the ledger and the payoff of a case; what is owed to the town; the tax roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path, reverse

from outfall.law.assess import assess
from outfall.law.words import dollars
from outfall.papers.rolls import TAXES, roll_of, tax_rows
from outfall.papers.tables import Column, Row, Table
from outfall.web import clock, permissions
from outfall.web.casework import assembling, ledger, many
from outfall.web.casework.models import Case, DeadlineRow, Entry, PowerRow
from outfall.web.casework.paying import cents_of
from outfall.web.screens.acting import case_or_404, page
from outfall.web.screens.case import asked_day, crumbs
from outfall.web.screens.tabled import table_response
from outfall.web.towns.adopted import office_of
from outfall.web.towns.middleware import OfficeRequest

A_PAGE = 50
YEARS_BACK = 6
YEARS_AWAY = 20

# The case


def case_money(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The ledger of a case on a day, and what can be done about its money today."""
    row = case_or_404(number)
    on = asked_day(request)
    found = assembling.assemble(row, request.town)
    standing = assess(found.law, found.case, on)
    account = standing.account
    today = clock.today(request.town.zone)
    now = standing if on == today else assess(found.law, found.case, today)
    open_, closed = ledger.ways_of(row, town, found.law, now, request.roles)
    kinds = (*ledger.MOVES, *ledger.MARKS)
    about = {event.id for event in found.case.events if event.name in kinds}
    context = {
        "case": row,
        "on": on,
        "account": account,
        "standing": standing,
        "law": found.law,
        "parts": ledger.shown_parts(account),
        "lines": ledger.lines_of(row, found.case, found.law, standing),
        "sums": ledger.sums_of(account),
        "bearers": ledger.bearers_of(found.case, account),
        "shares_cite": next((p.cite for p in found.law.policy if p.id == found.law.allocation), ""),
        "arrears": ledger.arrears(account.plan),
        "proposals": [(one, cents_of(one.body)) for one in ledger.proposed(row)],
        "open_ways": [(way, ledger.who_may(way.kind)) for way in open_],
        "closed_ways": closed,
        "remarks": [r for r in standing.irregularities if r.event in about],
        "crumbs": crumbs(request.town, number, "Money"),
    }
    return page(request, "money_case", context)


class DayForm(forms.Form):
    """The day of a payoff."""

    on = forms.DateField(
        label="Paid on",
        widget=forms.DateInput(attrs={"type": "date", "class": "usa-input"}, format="%Y-%m-%d"),
        error_messages={"invalid": "This is no day. Write it as 2026-06-01."},
    )

    def __init__(self, today: date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"on": today})
        self.today = today

    def clean_on(self) -> date:
        """A day that a payoff can be asked for."""
        on: date = self.cleaned_data["on"]
        if abs(on.year - self.today.year) > YEARS_AWAY:
            says = f"Choose a day within {YEARS_AWAY} years of today."
            raise forms.ValidationError(says)
        return on


def case_payoff(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """What pays a case off on a day, for whoever asks: an owner, a buyer, a title company."""
    row = case_or_404(number)
    today = clock.today(request.town.zone)
    form = DayForm(today, request.GET) if "on" in request.GET else DayForm(today)
    on = form.cleaned_data["on"] if form.is_bound and form.is_valid() else today
    found = assembling.assemble(row, request.town)
    standing = assess(found.law, found.case, on)
    context = {
        "case": row,
        "form": form,
        "on": on,
        "standing": standing,
        "law": found.law,
        "payoff": ledger.payoff(found.case, found.law, on),
        "parts": ledger.shown_parts(standing.account),
        "office": office_of(request.town),
        "place": found.file.place,
        "exposures": [e for e in (standing.civil, standing.criminal) if e.max is None or e.max],
        "proposals": ledger.proposed(row),
        "crumbs": crumbs(request.town, number, "Payoff"),
    }
    response = page(request, "payoff", context)
    response.status_code = 422 if form.is_bound and form.errors else 200
    return response


# The town

BUCKETS = (
    ("days-30", "0 to 30 days", 0, 30),
    ("days-60", "31 to 60 days", 31, 60),
    ("days-90", "61 to 90 days", 61, 90),
    ("days-365", "91 to 365 days", 91, 365),
    ("days-more", "over 365 days", 366, None),
)
"""How long nothing was decided about money that is owed; each amount stands in one of them."""

Lists = dict[str, tuple[str, QuerySet[Case]]]


def lists_of(today: date) -> Lists:
    """Each list of the page by its name, with its title and its cases."""
    every = Case.objects.all()
    now = Q(since__lte=today) & (Q(until__isnull=True) | Q(until__gt=today))
    missed = DeadlineRow.objects.filter(
        now, case=OuterRef("pk"), name__startswith="payment_", status="missed"
    )
    found: Lists = {
        "owed": ("Money owed", every.filter(owed__gt=0)),
        "liens": ("Liens in force", every.filter(lien=True)),
        "arrears": ("Payment plans in arrears", every.filter(Exists(missed))),
        "may-lien": ("A lien may be recorded", _open_power(today, "record_lien", lien=False)),
        "may-certify": ("May go to the tax roll", _open_power(today, "certify_to_tax_roll")),
    }
    for name, label, least, most in BUCKETS:
        title = f"Nothing decided for {label}"
        found[name] = (title, every.filter(_since(today, least, most)))
    return found


def _since(today: date, least: int, most: int | None) -> Q:
    """The cases whose money has waited for at least, and at most, so many days."""
    found = Q(owed__gt=0, owed_since__lte=today - timedelta(days=least))
    if most is not None:
        found &= Q(owed_since__gte=today - timedelta(days=most))
    return found


def _open_power(today: date, name: str, **more: Any) -> QuerySet[Case]:
    """The cases in which the ordinance permits an act today and money is owed."""
    spans = PowerRow.objects.filter(case=OuterRef("pk"), name=name, opens_on__lte=today)
    spans = spans.filter(Q(closes_on__isnull=True) | Q(closes_on__gt=today))
    return Case.objects.filter(Exists(spans), owed__gt=0, **more)


def money(request: OfficeRequest, town: str) -> HttpResponse:
    """What is owed to the town, how long it has waited, and the list behind each figure."""
    today = clock.today(request.town.zone)
    lists = lists_of(today)
    chosen = request.GET.get("list", "owed")
    if chosen not in lists:
        raise Http404
    title, cases = lists[chosen]
    by_amount = request.GET.get("sort") == "amount"
    order = ("-owed", "pk") if by_amount else ("owed_since", "pk")
    found = Paginator(cases.select_related("assigned").order_by(*order), A_PAGE)
    shown = found.get_page(request.GET.get("page"))
    context = {
        "figures": _figures(lists),
        "buckets": _buckets(lists),
        "chosen": chosen,
        "title": title,
        "page_obj": shown,
        "rows": [(case, _waited(case, today)) for case in shown.object_list],
        "by_amount": by_amount,
        "reckoned": _reckoned(today),
        "may_import": permissions.may_open("payments_import", "POST", request.roles),
    }
    return page(request, "money", context)


def _waited(case: Case, today: date) -> int | None:
    return (today - case.owed_since).days if case.owed_since else None


def _totals(cases: QuerySet[Case]) -> dict[str, int]:
    found = cases.aggregate(count=Count("pk"), cents=Sum("owed"))
    return {"count": found["count"], "cents": found["cents"] or 0}


def _figures(lists: Lists) -> list[dict[str, Any]]:
    """The figures at the head of the page; each opens its list."""
    kinds = {
        "owed": "owed",
        "liens": "assessed",
        "arrears": "must",
        "may-lien": "due",
        "may-certify": "due",
    }
    found = []
    for name, kind in kinds.items():
        totals = _totals(lists[name][1])
        count, cents = totals["count"], dollars(totals["cents"])
        cases = "1 case" if count == 1 else f"{count} cases"
        value, note = (cents, f"in {cases}") if name == "owed" else (count, f"{cents} owed")
        found.append(
            {
                "label": lists[name][0],
                "kind": kind if count or name == "owed" else "calm",
                "value": value,
                "note": note,
                "href": f"?list={name}#list",
            }
        )
    return found


def _buckets(lists: Lists) -> list[dict[str, Any]]:
    """The ageing of what is owed: in each row how much, in how many cases."""
    totals = [_totals(lists[name][1]) for name, *_ in BUCKETS]
    most = max(found["cents"] for found in totals) or 1
    return [
        {
            "name": name,
            "label": label,
            "late": least > 30,
            "most": most,
            "href": f"?list={name}#list",
            **found,
        }
        for (name, label, least, _), found in zip(BUCKETS, totals, strict=True)
    ]


def _reckoned(today: date) -> date | None:
    """The oldest day of reckoning behind the figures, where it is not today."""
    oldest = Case.objects.filter(owed__gt=0, judged_on__lt=today).order_by("judged_on").first()
    return oldest.judged_on if oldest else None


BALANCES = (
    Column("Case"),
    Column("Parcel"),
    Column("Address"),
    Column("Owner"),
    Column("Owed", "money"),
    Column("Each further day", "money"),
    Column("Reckoned on", "date"),
    Column("Nothing decided since", "date"),
    Column("Days", "whole"),
    Column("Lien"),
)
REGISTERS = ("ledger", "lien-roll")


def money_export(request: OfficeRequest, town: str) -> HttpResponse:
    """A list of the page as a table, or the ledger and the liens of its cases."""
    today = clock.today(request.town.zone)
    lists = lists_of(today)
    name, what = request.GET.get("list", "owed"), request.GET.get("what", "balances")
    ending = request.GET.get("as", "csv")
    if name not in lists or (what != "balances" and what not in REGISTERS):
        raise Http404
    cases = lists[name][1].order_by("owed_since", "pk")
    if what == "balances":
        table = Table("balances", BALANCES, (_balance(case, today) for case in cases))
    else:
        table = roll_of(what, many.matters(cases, request.town, today))
    return table_response(table, f"{what}-{name}-{today.isoformat()}", ending)


def _balance(case: Case, today: date) -> Row:
    return (
        case.number,
        case.parcel,
        case.address,
        case.owner,
        case.owed,
        case.per_diem,
        case.judged_on,
        case.owed_since,
        _waited(case, today),
        "on record" if case.lien else "",
    )


# The tax roll

_FIELDS = ("case", "parcel", "address", "owner", "owner_address", "what", "cents", "on", "cite")
_ON, _CENTS = _FIELDS.index("on"), _FIELDS.index("cents")


def tax_roll(request: OfficeRequest, town: str) -> HttpResponse:
    """What may be certified to the tax roll today, and what was in a year, share by share."""
    today = clock.today(request.town.zone)
    years = range(today.year, today.year - YEARS_BACK, -1)
    asked = request.GET.get("year", str(today.year))
    if asked not in map(str, years):
        raise Http404
    year, which = int(asked), request.GET.get("which", "open")
    if "as" in request.GET:
        rows = _certified(request, year, today) if which == "certified" else _may(request, today)
        name = f"tax-roll-{year}" if which == "certified" else f"tax-roll-open-{today}"
        return table_response(Table("tax-roll", TAXES, rows), name, request.GET["as"])
    may, was = list(_may(request, today)), list(_certified(request, year, today))
    context = {
        "year": year,
        "years": years,
        "may": [dict(zip(_FIELDS, row, strict=True)) for row in may],
        "was": [dict(zip(_FIELDS, row, strict=True)) for row in was],
        "may_cents": _sum(may),
        "was_cents": _sum(was),
        "may_certify": permissions.may_record("certified_to_tax_roll", request.roles),
        "crumbs": [
            {"label": "Money", "href": reverse("money", args=[town])},
            {"label": "Tax roll", "href": ""},
        ],
    }
    return page(request, "tax_roll", context)


def _sum(rows: list[Row]) -> int:
    return sum(cents for row in rows if isinstance(cents := row[_CENTS], int))


def _may(request: OfficeRequest, today: date) -> Iterator[Row]:
    """The rows of the cases in which it is permitted today and was not done."""
    cases = _open_power(today, "certify_to_tax_roll").order_by("pk")
    for matter in many.matters(cases, request.town, today):
        yield from (row for row in tax_rows(matter) if row[_ON] is None)


def _certified(request: OfficeRequest, year: int, today: date) -> Iterator[Row]:
    """The rows of what was certified in a year, with the amounts of the day on which it was."""
    made = Entry.objects.filter(kind="certified_to_tax_roll", day__year=year)
    cases = Case.objects.filter(pk__in=made.values("case_id")).order_by("pk")
    last = min(today, date(year, 12, 31))
    for matter in many.matters(cases, request.town, last):
        on = next((row[_ON] for row in tax_rows(matter)), None)
        if isinstance(on, date) and on.year == year:
            then = assess(matter.law, matter.case, on)
            yield from tax_rows(matter._replace(standing=then))


PATHS: list[URLPattern] = [
    path("cases/<str:number>/money/", case_money, name="case_money"),
    path("cases/<str:number>/payoff/", case_payoff, name="case_payoff"),
    path("money/", money, name="money"),
    path("money/export/", money_export, name="money_export"),
    path("money/tax-roll/", tax_roll, name="tax_roll"),
]
