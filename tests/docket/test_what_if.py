"""What would be otherwise: the cases that change are those that change, by what they change."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from tests.docket.dockets import ON, contents, document, packed, set_aside

from outfall.cli.main import main
from outfall.docket.assessing import How
from outfall.docket.changes import Change, pair
from outfall.docket.folder import put_folder
from outfall.docket.laws import Laws, Setup
from outfall.docket.what_if import what_if
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document
from outfall.law.assess import assess
from outfall.law.case import Case, Town
from outfall.law.choices import adopt
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

DOCUMENTS = [document(n) for n in range(40)]
WEBSTER = folder_of("webster-ny")


@pytest.fixture(scope="module")
def docket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed(tmp_path_factory.mktemp("docket") / "in", DOCUMENTS)


def asked(
    docket: Path, out: Path, change: Change, how: How | None = None, on: date = ON
) -> dict[str, Any]:
    setup = Setup(on, docket, change=change)
    return put_folder(out, lambda new, work: what_if(docket, setup, how or How(), new, work))


def rows(out: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(out / "changes.parquet").to_pylist()
    return found


def cases() -> list[Case]:
    return [read_case(Document(found)) for found in DOCUMENTS]


def law_of(case: Case) -> Ordinance:
    return load_pack(folder_of(case.ordinance), case.events[0].on)


def test_another_reading_changes_what_it_changes_case_by_case(docket: Path, tmp_path: Path) -> None:
    report = asked(docket, tmp_path / "out", Change((("week", "begun"),)))
    before = after = 0
    changed = {}
    for case in cases():
        law = law_of(case)
        has = any(reading.id == "week" for reading in law.readings)
        other = adopt(law, Town("", law.id, readings=(("week", "begun"),))) if has else law
        one, two = assess(law, case, ON).criminal.max, assess(other, case, ON).criminal.max
        assert one is not None
        assert two is not None
        before, after = before + one, after + two
        if one != two:
            changed[case.id] = two - one
    found = {r["case"]: r["cents"] for r in rows(tmp_path / "out")
             if r["path"] == "exposure.criminal.max"}  # fmt: skip
    assert found == changed
    assert 0 < len(changed) < len(DOCUMENTS)
    told = report["paths"]["exposure.criminal.max"]
    assert told == {"cases": len(changed), "before": before, "after": after}


def test_what_the_case_chooses_itself_stays(tmp_path: Path) -> None:
    own = {**DOCUMENTS[0], "readings": {"week": "completed"}}
    docket = packed(tmp_path / "in", [own, *DOCUMENTS[2:6:2]])
    asked(docket, tmp_path / "out", Change((("week", "begun"),)))
    assert own["case"] not in {row["case"] for row in rows(tmp_path / "out")}


def test_another_figure_in_the_pack_moves_each_due_date(docket: Path, tmp_path: Path) -> None:
    change = Change(sets=(("deadline.appeal.due.length", "30 days"),), of="webster-ny")
    report = asked(docket, tmp_path / "out", change)
    found = {
        r["case"]: (r["before"], r["after"])
        for r in rows(tmp_path / "out")
        if r["path"] == "deadlines.appeal.due"
    }
    longer = tmp_path / "webster-ny"
    shutil.copytree(WEBSTER, longer)
    shutil.copytree(WEBSTER.parent / "calendars", tmp_path / "calendars")
    file = next(longer.glob("u*.yaml"))
    text = file.read_text("utf-8")
    at = text.index("- deadline: appeal")
    file.write_text(text[:at] + text[at:].replace("15 days", "30 days", 1), "utf-8")
    other = load_pack(longer)
    wanted = {}
    for case in cases():
        if case.ordinance == "webster-ny":
            one = assess(law_of(case), case, ON).deadline("appeal")
            two = assess(other, case, ON).deadline("appeal")
            if one and two and one.due != two.due:
                wanted[case.id] = (str(one.due), str(two.due))
    assert found == wanted
    assert wanted
    assert report["cases_changed"] >= len(wanted)
    assert report["change"] == ["deadline.appeal.due.length set to 30 days (of webster-ny)"]


def test_another_pack_is_compared_part_by_part(docket: Path, tmp_path: Path) -> None:
    report = asked(docket, tmp_path / "out", Change(pack="city-9-3-12", of="webster-ny"))
    found = rows(tmp_path / "out")
    assert {row["ordinance"] for row in found} == {"webster-ny"}
    assert report["cases_changed"] == sum(d["ordinance"] == "webster-ny" for d in DOCUMENTS)
    case = next(c for c in cases() if c.ordinance == "webster-ny")
    law = load_pack(folder_of("city-9-3-12"))
    want = assess(law, replace(case, ordinance=law.id), ON).civil.max
    before = assess(law_of(case), case, ON).civil.max
    told = {r["path"]: r["cents"] for r in found if r["case"] == case.id}
    assert told.get("exposure.civil.max", 0) == (want or 0) - (before or 0)


def test_a_case_that_the_change_makes_impossible_is_set_aside(tmp_path: Path) -> None:
    own = {**DOCUMENTS[0], "readings": {"week": "completed"}}
    docket = packed(tmp_path / "in", [own, DOCUMENTS[2]])
    report = asked(docket, tmp_path / "out", Change(pack="city-9-3-12"))
    (found,) = set_aside(tmp_path / "out")
    assert (found["case"], found["code"]) == (own["case"], "unknown-reading")
    assert found["reason"].startswith("under the change: ")
    assert report["cases"] == {"given": 2, "assessed": 1, "set_aside": 1}


def test_a_change_without_effect_changes_no_case(docket: Path, tmp_path: Path) -> None:
    """The control: the law as it is, compared with itself, differs in nothing."""
    report = asked(docket, tmp_path / "out", Change((("week", "completed"),)))
    assert (report["cases_changed"], rows(tmp_path / "out")) == (0, [])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Change((("moon", "full"),)), "unknown-reading"),
        (Change(sets=(("deadline.moon.due.length", "3 days"),)), "unknown-path"),
        (Change(sets=(("deadline.appeal.due.lenght", "3 days"),)), "unknown-path"),
        (Change(sets=(("deadline.appeal.due.length", "3 moons"),)), "not-a-length"),
        (Change((("week", "never"),)), "unknown-choice"),
        (Change((("week", "begun"),), of="nowhere"), "unknown-reading"),
    ],
)
def test_a_change_that_no_ordinance_knows_is_refused(
    change: Change, code: str, docket: Path, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        asked(docket, tmp_path / "out", change)
    assert {fault.code for fault in refused.value.faults} == {code}
    assert not (tmp_path / "out").exists()


def test_parts_and_processes_change_nothing(docket: Path, tmp_path: Path) -> None:
    change = Change((("week", "begun"),))
    asked(docket, tmp_path / "out-1", change)
    asked(docket, tmp_path / "out-2", change, How(workers=2, part_rows=40))
    assert contents(tmp_path / "out-1") == contents(tmp_path / "out-2")


def test_a_changed_law_has_a_digest_of_its_own(docket: Path) -> None:
    (case, *_) = cases()
    plain = Laws(Setup(ON, docket)).of(case)
    sets = (("penalty.criminal.tiers[0].max", "351.00"),)
    changed = Laws(Setup(ON, docket, change=Change(sets=sets))).of(case)
    again = Laws(Setup(ON, docket, change=Change(sets=sets))).of(case)
    assert changed.digest == again.digest != plain.digest
    assert changed.penalties[0].tiers[0][0].max == 35_100


def test_a_pair_needs_both_of_its_parts() -> None:
    assert pair("a.b = c=d", "--set") == ("a.b", "c=d")
    for wrong in ("a", "=b", "a=", " = "):
        with pytest.raises(Refused):
            pair(wrong, "--set")


def test_the_command_prints_the_change_and_draws_it(
    docket: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = ["--on", str(ON), "--reading", "week=begun", "--workers", "1", "--engine", "assess"]
    assert main(["docket", "what-if", str(docket), "-o", str(out), *options]) == 0
    printed = capsys.readouterr().out
    report = json.loads((out / "report.json").read_text("utf-8"))
    assert f"{report['cases_changed']:,} of 40 cases change." in printed
    assert "exposure.criminal.max" in printed
    drawn = ET.fromstring((out / "changes.svg").read_text("utf-8"))
    told = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "exposure.criminal.max" in told
    assert str(report["paths"]["exposure.criminal.max"]["cases"]) in told


def test_the_command_needs_a_question(
    docket: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["docket", "what-if", str(docket), "-o", str(tmp_path / "out")]) == 2
    assert "nothing is to change" in capsys.readouterr().err


def test_a_pack_in_a_folder_is_a_change_too(docket: Path, tmp_path: Path) -> None:
    mine = tmp_path / "packs" / "webster-ny"
    shutil.copytree(WEBSTER, mine)
    shutil.copytree(WEBSTER.parent / "calendars", tmp_path / "packs" / "calendars")
    file = next(mine.glob("u*.yaml"))
    text = file.read_text("utf-8").replace('"350.00"', '"300.00"')
    file.write_text(text, "utf-8")
    assert yaml.safe_load(text) != yaml.safe_load(next(WEBSTER.glob("u*.yaml")).read_text("utf-8"))
    report = asked(docket, tmp_path / "out", Change(pack=str(mine), of="webster-ny"))
    assert report["paths"]["exposure.criminal.max"]["after"] < report["paths"][
        "exposure.criminal.max"]["before"]  # fmt: skip
