"""A town's cases as a docket, straight from the office: the standings that the office shows."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from tests.web.ground.databases import Database
from tests.web.offices import CITY, DAY, TOWN, demo, office, run, within

from outfall.law.assess import assess
from outfall.web.casework.assembling import assemble
from outfall.web.casework.models import Case
from outfall.web.towns.adopted import every_setting

__all__ = ["demo", "office"]


def test_the_docket_of_a_town_gives_the_standings_of_its_office(
    office: Database, tmp_path: Path
) -> None:
    for slug in (TOWN, CITY):
        out = tmp_path / slug
        told = run(office, "docket", "export", slug, "-o", str(tmp_path / f"{slug}-in"))
        assert told[0] == 0, told
        options = ("--on", str(DAY), "--engine", "assess", "--workers", "1")
        straight = run(office, "docket", "assess", f"office:{slug}", "-o", str(out), *options)
        assert straight[0] == 0, straight
        again = tmp_path / f"{slug}-out"
        told = run(
            office, "docket", "assess", str(tmp_path / f"{slug}-in"), "-o", str(again), *options
        )
        assert told[0] == 0, told
        assert {f.name: f.read_bytes() for f in out.iterdir()} == {
            f.name: f.read_bytes() for f in again.iterdir()
        }
        found = {
            row["case"]: row
            for file in out.glob("*.parquet")
            for row in pq.read_table(file).to_pylist()
        }
        with within(slug) as town:
            values = every_setting()
            rows = list(Case.objects.all())
            assert len(found) == len(rows) > 20
            for row in rows:
                known = assemble(row, town, values)
                standing, have = assess(known.law, known.case, DAY), found[row.number]
                assert have["town"] == slug
                assert have["account.balance"] == standing.account.owed
                assert have["exposure.civil.max"] == standing.civil.max
                assert have["exposure.criminal.max"] == standing.criminal.max
                for deadline in standing.deadlines:
                    if ":" not in deadline.id:
                        assert have[f"deadlines.{deadline.id}.due"] == deadline.due
                        assert have[f"deadlines.{deadline.id}.status"] == deadline.status
                for action in standing.actions:
                    assert have[f"actions.{action.id}.permitted"] == action.permitted
                    assert have[f"actions.{action.id}.since"] == action.since
    assert not list(tmp_path.glob(".outfall-*"))


def test_a_town_that_is_none_is_refused(office: Database, tmp_path: Path) -> None:
    status, told = run(office, "docket", "export", "nowhere", "-o", str(tmp_path / "in"))
    assert (status, "There is no town of this name" in told) == (2, True)
    assert not (tmp_path / "in").exists()
