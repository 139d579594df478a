"""How long steps took, which deadlines the town kept, and what became of the money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from statistics import quantiles

from django.db.models import Min, Q

from outfall.law.words import name_of
from outfall.web.casework.models import Case, DeadlineRow, PaperRow
from outfall.web.casework.reporting import (
    Cell,
    Hit,
    Hits,
    Line,
    Period,
    Report,
    cents_of,
    chunks,
    counted,
)

# Steps of a case with the entries that make them; papers and the closing come from projections.
STEPS = {
    "notice": ("First notice or order", ()),
    "service": ("First service", ()),
    "remedy": ("Remedy", ("corrected", "abated")),
    "hearing": ("Hearing", ("hearing_held",)),
    "decision": ("Decision", ("appeal_decided", "petition_decided", "protest_decided")),
    "lien": ("Lien on record", ("lien_recorded",)),
    "closing": ("Closing", ()),
}
DAYS = "days"


def step_hits(period: Period, today: date) -> Hits:
    """Each case that came to a step for the first time in the period; ``amount`` are the days."""
    firsts: dict[str, dict[int, date]] = {
        "notice": _papers("issued_on", period),
        "service": _papers("served_on", period),
        "closing": _closings(period),
    }
    steps = {kind: step for step, (_, kinds) in STEPS.items() for kind in kinds}
    for item in counted(steps, date.min, period.last):
        days = firsts.setdefault(steps[item.kind], {})
        days[item.case] = min(item.day, days.get(item.case, item.day))
    within = {
        step: {pk: day for pk, day in firsts.get(step, {}).items() if day >= period.first}
        for step in STEPS
    }
    found_on = _found_on(pk for days in within.values() for pk in days)
    return {
        step: [
            Hit(pk, day, label, "", max((day - found_on[pk]).days, 0))
            for pk, day in within[step].items()
            if pk in found_on
        ]
        for step, (label, _) in STEPS.items()
    }


def _closings(period: Period) -> dict[int, date]:
    rows = Case.objects.filter(closed_on__range=(period.first, period.last))
    return {pk: day for pk, day in rows.values_list("pk", "closed_on") if day is not None}


def _papers(column: str, period: Period) -> dict[int, date]:
    rows = PaperRow.objects.filter(**{f"{column}__isnull": False}).order_by()
    firsts = rows.values("case_id").annotate(first=Min(column))
    return dict(
        firsts.filter(first__range=(period.first, period.last)).values_list("case_id", "first")
    )


def _found_on(cases: Iterable[int]) -> dict[int, date]:
    found: dict[int, date] = {}
    for ids in chunks(cases):
        rows = Case.objects.filter(pk__in=ids, found_on__isnull=False)
        found.update((pk, day) for pk, day in rows.values_list("pk", "found_on") if day)
    return found


def steps(hits: Hits, period: Period) -> Report:
    """Days from the finding to each step: median, quartiles and the longest."""
    notes = (
        "Days from the day on which the violation was found to the first such step of a case. "
        "Steps that were taken in the period count, whenever the violation was found.",
        "Half of the cases took at most the median; a quarter at most the lower quartile, and a "
        "quarter longer than the upper one.",
    )
    heads = ("Cases", "Median", "Lower quartile", "Upper quartile", "Longest")
    report = Report(heads, notes=notes, bars="the median in days")
    for step, (label, _) in STEPS.items():
        days = sorted(hit.amount or 0 for hit in hits[step])
        low, middle, high = _quartiles(days)
        cells = (
            Cell(len(days), behind=step),
            Cell(middle, DAYS),
            Cell(low, DAYS),
            Cell(high, DAYS),
            Cell(days[-1] if days else None, DAYS),
        )
        report.lines.append(Line(label, cells, ((round(middle or 0), ""),)))
    return report


def _quartiles(days: list[int]) -> tuple[float | None, float | None, float | None]:
    """The quartiles of sorted numbers; all of them the one number where there is one alone."""
    if len(days) < 2:
        only = float(days[0]) if days else None
        return only, only, only
    low, middle, high = quantiles(days, n=4, method="inclusive")
    return low, middle, high


KEPT, MISSED, OPEN = "kept", "missed", "open"
_STATE = {"met": KEPT, "late": MISSED, "missed": MISSED, "open": OPEN, "stayed": OPEN}


def deadline_hits(period: Period, today: date) -> Hits:
    """The last days of the town and its board that fell in the period, by deadline and state."""
    rows = DeadlineRow.objects.filter(
        live__in=(True, False),
        bound__in=("town", "body"),
        status__in=tuple(_STATE),
        due__range=(period.first, period.last),
    )
    rows = rows.filter(Q(since__lte=today), Q(until__isnull=True) | Q(until__gt=today))
    found: Hits = {}
    for case, name, due, status, done in rows.order_by("due", "pk").values_list(
        "case_id", "name", "due", "status", "done_on"
    ):
        rule = name.partition(":")[0]
        how = f", done {done}" if done else ""
        says = f"{name_of(rule)[:1].upper()}{name_of(rule)[1:]}, {status}{how}"
        found.setdefault(f"{rule}:{_STATE[status]}", []).append(Hit(case, due, says))
    return found


def deadlines(hits: Hits, period: Period) -> Report:
    """How many of the town's own last days were kept, and how many missed."""
    notes = (
        "Deadlines that the ordinance sets the town or the board that hears appeals, by their "
        "last day. One that was met late counts as missed.",
    )
    report = Report(
        ("Kept", "Missed", "Still open"),
        notes=notes,
        bars="what was kept, and below it what was missed",
    )
    for rule in sorted({name.partition(":")[0] for name in hits}):
        counts = {state: len(hits.get(f"{rule}:{state}", ())) for state in (KEPT, MISSED, OPEN)}
        cells = tuple(
            Cell(count, behind=f"{rule}:{state}" if count else "")
            for state, count in counts.items()
        )
        label = name_of(rule)[:1].upper() + name_of(rule)[1:]
        bars = ((counts[KEPT], ""), (counts[MISSED], "must"))
        report.lines.append(Line(label, cells, bars))
    return report


# What moves money: in which column, and which field of the entry holds the amount.
MOVES = {
    "penalty_assessed": ("assessed", "amount", "Civil penalty"),
    "convicted": ("fines", "fine", "Fine"),
    "cost_recorded": ("costs", "amount", "Cost of the town's"),
    "fee_charged": ("costs", "amount", "Fee"),
    "paid": ("collected", "amount", "Payment"),
    "reduced": ("waived", "amount", "Reduction or waiver"),
}
COLUMNS = {
    "assessed": "Penalties assessed",
    "fines": "Fines set by a court",
    "costs": "Costs and fees charged",
    "collected": "Collected",
    "waived": "Waived",
}


def money_hits(period: Period, today: date) -> Hits:
    """What was charged, collected and waived, by month and column."""
    found: Hits = {}
    for item in counted(MOVES, period.first, period.last, bodies=True):
        column, name, says = MOVES[item.kind]
        cents = cents_of(item.body.get(name))
        if cents:
            hit = Hit(item.case, item.day, says, item.entry, cents)
            found.setdefault(f"{item.day:%Y-%m}:{column}", []).append(hit)
    return found


def money(hits: Hits, period: Period) -> Report:
    """Money by month, with its sums."""
    notes = (
        "Each amount stands in the month of its entry. Waivers are as they were granted; what an "
        "appeal took off a penalty is not a waiver. Interest is not assessed, and not listed.",
    )
    report = Report(
        tuple(COLUMNS.values()),
        notes=notes,
        bars="what was assessed, and below it what was collected",
    )
    sums = dict.fromkeys(COLUMNS, 0)
    for month in period.months():
        cents = {
            name: sum(hit.amount or 0 for hit in hits.get(f"{month:%Y-%m}:{name}", ()))
            for name in COLUMNS
        }
        cells = tuple(
            Cell(sum_, "money", f"{month:%Y-%m}:{name}" if sum_ else "")
            for name, sum_ in cents.items()
        )
        bars = ((cents["assessed"], "mute"), (cents["collected"], ""))
        report.lines.append(Line(f"{month:%B %Y}", cells, bars))
        for name, sum_ in cents.items():
            sums[name] += sum_
    report.total = Line("Together", tuple(Cell(sum_, "money") for sum_ in sums.values()))
    return report


AGES = (
    ("30", "Up to 30 days", 0, 30),
    ("90", "31 to 90 days", 31, 90),
    ("365", "91 days to a year", 91, 365),
    ("730", "One to two years", 366, 730),
    ("more", "More than two years", 731, 100_000),
)


def outstanding_hits(period: Period, today: date) -> Hits:
    """What is owed today, by the days since anything was last decided on it."""
    rows = Case.objects.filter(owed__gt=0, owed_since__isnull=False)
    found: Hits = {id: [] for id, *_ in AGES}
    for pk, since, owed in _owed(rows.values_list("pk", "owed_since", "owed")):
        age = max((today - since).days, 0)
        id = next(id for id, _, low, high in AGES if low <= age <= high)
        found[id].append(Hit(pk, since, f"No decision for {age} days", "", owed))
    return found


def _owed(rows: Iterable[tuple[int, date | None, int]]) -> Iterator[tuple[int, date, int]]:
    yield from ((pk, since, owed) for pk, since, owed in rows if since is not None)


def outstanding(hits: Hits, period: Period) -> Report:
    """What is owed, by age."""
    notes = (
        "What is owed as of today, by the days since anything was last decided on it: a payment, "
        "a plan, a reduction, a lien, a release, the tax roll, or the penalty itself.",
    )
    report = Report(("Cases", "Owed"), notes=notes, bars="the dollars owed")
    every = 0
    for id, label, *_ in AGES:
        cents = sum(hit.amount or 0 for hit in hits[id])
        every += cents
        cells = (Cell(len(hits[id]), behind=id if hits[id] else ""), Cell(cents, "money"))
        report.lines.append(Line(label, cells, ((cents, "due" if id != "30" else ""),)))
    cases = sum(map(len, hits.values()))
    report.total = Line("Together", (Cell(cases), Cell(every, "money")))
    return report
