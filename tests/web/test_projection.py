"""What lists show is what the law says: rows against `assess`, on every day ahead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.web.cast import Cast, found_town
from tests.web.money_cases import plain

from outfall.law.assess import assess
from outfall.law.standing import Standing
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.models import Case, DeadlineRow, HoldRow, PaperRow, PowerRow

HERE = Path(__file__).parents[2]
WORKED = sorted((HERE / "cases" / "papers").glob("*-*.yaml"))
CASES = [p for p in WORKED if not p.name.startswith(("town-", "city-office"))]
DAYS = 420


def worked(path: Path, last: int | None = None) -> tuple[Cast, Case, list[dict[str, Any]]]:
    """A worked case, in a town under its ordinance, with its first entries."""
    document = plain(yaml.safe_load(path.read_text()))
    cast = found_town(path.stem, document["ordinance"])
    events = document["events"][:last]
    parts = {k: document[k] for k in ("parties", "place", "history") if k in document}
    for party in parts.get("parties", []):
        party.update({k: str(v) for k, v in party.items() if k == "share"})
    return cast, cast.case(*events, lenient=True, **parts), events


def standing_of(cast: Cast, case: Case, on: date) -> Standing:
    row = Case.objects.get(pk=case.pk)
    found = assembling.assemble(row, cast.town)
    return assess(found.law, found.case, on)


@dataclass(frozen=True)
class Rows:
    """All that lists have of a case."""

    deadlines: list[DeadlineRow]
    powers: list[PowerRow]
    holds: list[HoldRow]

    @classmethod
    def of(cls, case: Case) -> Rows:
        """The rows as they are now."""
        return cls(
            list(DeadlineRow.objects.filter(case=case)),
            list(PowerRow.objects.filter(case=case)),
            list(HoldRow.objects.filter(case=case)),
        )


def seen_in_rows(rows: Rows, on: date) -> dict[str, Any]:
    """What the rows say on a day, by comparison with their dates alone."""
    deadlines = [
        (d.name, d.bound, d.due, d.status, d.done_on)
        for d in rows.deadlines
        if d.since <= on and (d.until is None or on < d.until)
    ]
    powers = {
        (p.name, p.obligatory)
        for p in rows.powers
        if p.opens_on <= on and (p.closes_on is None or on < p.closes_on)
    }
    holds = {
        (h.sort, h.name) for h in rows.holds if h.since <= on and (h.until is None or on < h.until)
    }
    return {"deadlines": sorted(deadlines, key=str), "powers": powers, "holds": holds}


def seen_in_standing(standing: Standing) -> dict[str, Any]:
    deadlines = [(d.id, d.bound, d.due, d.status, d.done_on) for d in standing.deadlines]
    orders = {("order", o.id) for o in standing.orders if o.in_force}
    holds = {("hold", h.id) for h in standing.holds if h.in_force}
    return {
        "deadlines": sorted(deadlines, key=str),
        "powers": {(a.id, a.obligatory) for a in standing.actions if a.permitted},
        "holds": orders | holds,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 1.0])
def test_rows_say_on_each_day_ahead_what_the_law_says(
    path: Path, share: float, settings: Any
) -> None:
    document = plain(yaml.safe_load(path.read_text()))
    count = max(1, int(len(document["events"]) * share))
    last = date.fromisoformat(max(e["date"][:10] for e in document["events"][:count]))
    settings.OUTFALL_TODAY = last.isoformat()
    cast, case, _ = worked(path, count)
    with cast.scope():
        found, rows = assembling.assemble(case, cast.town), Rows.of(case)
        for far in range(DAYS):
            on = last + timedelta(days=far)
            standing = assess(found.law, found.case, on)
            assert seen_in_rows(rows, on) == seen_in_standing(standing), on


@pytest.mark.django_db
def test_the_figures_are_those_of_the_day(settings: Any) -> None:
    settings.OUTFALL_TODAY = "2026-06-15"
    cast, case, _ = worked(CASES[0])
    with cast.scope():
        row = Case.objects.get(pk=case.pk)
        standing = standing_of(cast, case, clock.today(cast.town.zone))
        assert row.judged_on == date(2026, 6, 15)
        assert (row.assessed, row.owed) == (standing.assessed, standing.account.owed)
        assert row.per_diem == standing.account.per_diem


@pytest.mark.django_db
def test_a_paper_without_proof_of_service_says_what_its_clock_waits_for() -> None:
    cast = found_town()
    case = cast.case(
        {"date": "2026-03-02", "event": "violation_observed", "kind": "development"},
        {
            "date": "2026-03-03",
            "event": "notice_issued",
            "instrument": "notice_of_violation",
            "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal"],
            "comply_by": "2026-03-31",
        },
    )
    with cast.scope():
        assert "not shown as served" in PaperRow.objects.get(case=case).unproven
        cast.record(
            case,
            {
                "date": "2026-03-05",
                "event": "served",
                "instrument": "notice_of_violation",
                "method": "personal",
                "received_on": "2026-03-05",
            },
        )
        assert PaperRow.objects.get(case=case).unproven == ""
