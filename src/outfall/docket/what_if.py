"""A whole docket under the law as it is and under a change, and what the change adds up to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from outfall.docket.assessing import How, digest_of, laws_by_id, report_of, through
from outfall.docket.charts import Bar, Chart, svg
from outfall.docket.comparing import CHANGES, totals_of
from outfall.docket.differing import SCHEMA
from outfall.docket.laws import Laws, Setup
from outfall.law.faults import Refused

PATHS_MOST = 30
PICTURE = "changes.svg"


def what_if(docket: Path, setup: Setup, how: How, new: Path, work: Path) -> dict[str, Any]:
    """Compare every case of a docket into the folder ``new``; gives the report.

    Raises ``Refused`` where no ordinance of the docket has what the change names.
    """
    assert setup.change is not None

    def schemas(ordinances: set[str]) -> dict[str, Any]:
        laws_by_id(ordinances, setup)
        _check(ordinances, setup)
        return {CHANGES: SCHEMA}

    total, wide, aside = through(docket, setup, how, new, work, schemas)
    told = totals_of(setup.change, total.totals)
    report = {**report_of(setup, total, aside), **told}
    report["changes"] = {
        "file": wide.files[CHANGES].name,
        "rows": wide.rows[CHANGES],
        "sha256": digest_of(wide.files[CHANGES]),
    }
    report["versions"] = {
        law: total.versions(law) for law in sorted({law for law, *_ in total.laws})
    }
    (new / PICTURE).write_text(svg(chart(report)), encoding="utf-8")
    return report


def _check(ordinances: set[str], setup: Setup) -> None:
    """Raises ``Refused`` where an ordinance that can be read can't be under the change."""
    assert setup.change is not None
    plain, changed = Laws(replace(setup, change=None)), Laws(setup)
    for name in sorted(ordinances):
        try:
            plain.every(name)
        except (Refused, OSError, ValueError):
            continue
        changed.every(name)
    setup.change.check_used()


def chart(report: dict[str, Any]) -> Chart:
    """The changes as a picture: in how many cases each part of the standing differs."""
    paths = by_cases(report)
    cases = report["cases"]["assessed"]
    about = f"{report['cases_changed']:,} of {cases:,} cases change at the end of {report['on']}."
    bars = tuple(
        Bar(path, (found["cases"],), f"{found['cases']:,}") for path, found in paths[:PATHS_MOST]
    )
    return Chart("What would change: " + "; ".join(report["change"]), about, bars)


def by_cases(report: dict[str, Any]) -> list[tuple[str, dict[str, int]]]:
    """The parts of the standing that change, those of most cases first."""
    paths: dict[str, dict[str, int]] = report["paths"]
    return sorted(paths.items(), key=lambda item: (-item[1]["cases"], item[0]))
