"""What a docket adds up to is what its rows add up to, by another program's reckoning."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.docket.dockets import ON, assessed, document, packed, rows_of

from outfall.cli.docket_summary import charts
from outfall.cli.main import main
from outfall.docket.charts import Bar, Chart, svg
from outfall.docket.summing import CASE_AGES, OWED_AGES, WEEKS, as_data, summarize
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import Document
from outfall.law.assess import assess
from outfall.law.faults import Refused
from outfall.law.standing import Standing

DOCUMENTS = [document(n) for n in range(80)]
ON_ = date(2026, 5, 1)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docket")
    assessed(packed(folder / "in", DOCUMENTS), folder / "out", on=ON_)
    return folder / "out"


@pytest.fixture(scope="module")
def standings() -> list[Standing]:
    found = []
    for told in DOCUMENTS:
        case = read_case(Document(told))
        found.append(assess(load_pack(folder_of(case.ordinance)), case, ON_))
    return found


def test_what_falls_due_is_counted_by_its_week(results: Path, standings: list[Standing]) -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    this = ON_ - timedelta(ON_.weekday())
    for standing in standings:
        for deadline in standing.deadlines:
            if deadline.status == "open":
                monday = deadline.due - timedelta(deadline.due.weekday())
                ahead = (monday - this).days // 7
                wanted[str(monday) if ahead < WEEKS else "later", deadline.bound] += 1
    found = as_data(summarize(results))["due"]
    told = {(week, who): n for week, counts in found.items() for who, n in counts.items() if n}
    assert told == dict(wanted)
    assert len(told) > 4


def test_powers_are_counted_by_when_they_open(results: Path, standings: list[Standing]) -> None:
    wanted: dict[str, Counter[str]] = {}
    for standing in standings:
        for act in standing.actions:
            counts = wanted.setdefault(act.id, Counter())
            counts["open"] += act.permitted
            counts["must"] += act.permitted and act.obligatory
            ahead = (act.not_before - ON_).days if act.not_before and not act.permitted else 0
            if ahead > 0:
                counts["soon" if ahead <= 7 else "month" if ahead <= 30 else "later"] += 1
    found = as_data(summarize(results))["powers"]
    assert {id: Counter({k: v for k, v in c.items() if v}) for id, c in found.items()} == {
        id: +counts for id, counts in wanted.items() if +counts
    }
    assert any(counts["month"] or counts["soon"] for counts in found.values())


def test_sums_by_age_and_town_are_the_sums_of_the_rows(results: Path) -> None:
    found = as_data(summarize(results))
    rows = rows_of(results)
    names = ("account.balance", "exposure.civil.max", "exposure.criminal.max")
    whole = {name: sum(row[name] or 0 for row in rows) for name in names}
    for name, wanted in whole.items():
        assert sum(town[name] for town in found["towns"].values()) == wanted > 0
    assert sum(age["account.balance"] for age in found["owed"].values()) == whole["account.balance"]
    for name in ("exposure.civil.max", "exposure.criminal.max"):
        assert sum(age[name] for age in found["exposed"].values()) == whole[name]
    assert set(found["towns"]) == {"north", "south"}
    assert sum(town["cases"] for town in found["towns"].values()) == len(DOCUMENTS)


@pytest.mark.parametrize(
    ("part", "ages", "day", "money"),
    [
        ("owed", OWED_AGES, "account.moved_on", "account.balance"),
        ("exposed", CASE_AGES, "observed_on", "exposure.criminal.max"),
    ],
)
def test_each_case_is_in_the_row_of_its_age(
    part: str, ages: Any, day: str, money: str, results: Path
) -> None:
    wanted: Counter[str] = Counter()
    for row in rows_of(results):
        age = (ON_ - row[day]).days if row[day] else None
        if age is None or age < 0 or (part == "owed" and row["account.balance"] <= 0):
            continue
        wanted[next(label for most, label in ages if most is None or age <= most)] += 1
    found = as_data(summarize(results))[part]
    assert {label: sums["cases"] for label, sums in found.items()} == dict(wanted)
    assert len(wanted) > 1


def test_the_command_prints_it_and_draws_it(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["docket", "summary", str(results), "--svg", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    for told in ("80 cases at the end of 2026-05-01", "Due by week", "By town", "north", "Powers"):
        assert told in printed
    drawn = sorted(file.name for file in tmp_path.iterdir())
    assert drawn == [f"{name}.svg" for name in sorted(charts(summarize(results)))]
    found = as_data(summarize(results))
    words = ET.fromstring((tmp_path / "due-by-week.svg").read_text("utf-8"))
    told_words = [element.text or "" for element in words.iter(f"{SVG}text")]
    for week, counts in found["due"].items():
        assert week in told_words
        assert any(text.startswith(f"{sum(counts.values()):,} (") for text in told_words)


def test_the_figures_are_told_to_a_program_too(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["docket", "summary", str(results), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == as_data(summarize(results))


def test_a_bar_is_as_long_as_its_figure() -> None:
    bars = (Bar("one", (10,), "10"), Bar("two", (20, 20), "40"), Bar("none", (0,), "0"))
    drawn = ET.fromstring(svg(Chart("T <&>", "about", bars, ("a", "b"))))
    wide = [
        float(rect.attrib["width"])
        for rect in drawn.iter(f"{SVG}rect")
        if "edge" in rect.attrib["class"]
    ]
    assert len(wide) == 3
    assert wide[1] == wide[2] == pytest.approx(2 * wide[0], abs=0.2)
    assert [title.text for title in drawn.iter(f"{SVG}title")] == ["T <&>"]


def test_pictures_are_the_same_bytes_each_time(results: Path) -> None:
    one = {name: svg(chart) for name, chart in charts(summarize(results)).items()}
    two = {name: svg(chart) for name, chart in charts(summarize(results)).items()}
    assert one == two


def test_what_is_no_result_is_refused(results: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        summarize(tmp_path)
    with pytest.raises(Refused) as refused:
        summarize(packed(tmp_path / "in", DOCUMENTS[:2]))
    assert "not assessed yet" in str(refused.value)
    broken = tmp_path / "broken"
    assessed(packed(tmp_path / "in-2", DOCUMENTS[:2]), broken, on=ON)
    (broken / "webster-ny.parquet").write_bytes(b"PAR1")
    with pytest.raises(Refused) as refused:
        summarize(broken)
    assert [fault.code for fault in refused.value.faults] == ["unreadable-table"]
