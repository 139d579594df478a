"""``outfall ordinances``: the list, one ordinance in words, and two beside each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfall.cli.compare import ABSENT, law_on
from outfall.files.pack_file import packs
from outfall.told.pack_words import Pack
from outfall.told.points import POINTS

Run = Callable[..., Any]
IDS = [Path(pack).name for pack in packs()]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """So wide that no cell wraps: what is said is tested here, not how it is laid."""
    monkeypatch.setattr("outfall.cli.page.columns", lambda: 3000)


def test_the_list_has_every_ordinance_with_its_versions(run: Run) -> None:
    done = run("ordinances")
    assert (done.status, done.err) == (0, "")
    listed = [line.split()[0] for line in done.out.splitlines()[1:] if line[:1] != " "]
    assert listed == IDS
    webster = next(line for line in done.out.splitlines() if line.startswith("webster-ny"))
    assert flat(webster) == "webster-ny Town of Webster, New York undated on every day 7"


def test_the_list_for_a_program(run: Run) -> None:
    rows = json.loads(run("ordinances", "--json").out)
    assert [row["id"] for row in rows] == IDS
    city = next(row for row in rows if row["id"] == "city-9-3-12")
    (version,) = city["versions"]
    assert len(version.pop("digest")) == 64
    assert version == {"version": "2008-O-22", "since": "2008-08-05", "until": None, "readings": 12}


@pytest.mark.parametrize("id", IDS)
def test_an_ordinance_is_shown_whole(id: str, run: Run) -> None:
    law, done = law_on(id, None), run("ordinances", "show", id)
    assert (done.status, done.err) == (0, "")
    page = flat(done.out)
    for paragraph in law.paragraphs:
        assert f"{paragraph.cite} {paragraph.heading}" in page
        assert flat(paragraph.says) in page
    for reading in law.readings:
        assert f"{reading.id} {reading.question}" in page
        for choice, meaning in reading.choices:
            mark = "adopted" if choice == reading.adopted else "or"
            assert f"{mark} {choice}: {meaning}" in page
    for item in law.policy:
        assert item.id in page
        assert item.says in page
    for profile in law.profiles:
        assert profile.says in page
    for name, _, rule in law.counting:
        assert f"{name} " in page
        assert rule.cite in page


@pytest.mark.parametrize("id", IDS)
def test_every_rule_of_a_paragraph_is_put_into_words(id: str) -> None:
    pack = Pack(law_on(id, None))
    for paragraph in pack.law.paragraphs:
        said = pack.paragraph(paragraph)
        assert [f"{s.kind} {s.id}".strip() for s in said] == [
            rule if rule.split()[0] != "allocation" else f"allocation {pack.law.allocation}"
            for rule in paragraph.rules
        ]
        for rule in said:
            for text in (rule.text, *rule.lines):
                assert text
                assert "{" not in text
                named = ("the rule ", "figure ", "reading ")
                assert "_" not in text or any(word in text for word in named)


def test_a_rule_is_said_as_it_is(run: Run) -> None:
    page = flat(run("ordinances", "show", "city-9-3-12").out)
    for words in (
        "Deadline for the party, appeal: the later of 14 days after service of the notice of "
        "violation, by filing (C.1.a(6)) and 7 days after the date of the notice of violation, "
        "by its receipt (C.2). "
        "- met by the filing of the appeal - reading appeal_window: later_of_both; otherwise "
        "fourteen_from_service: 14 days after service of the notice of violation, by filing "
        "(C.1.a(6)); seven_from_date: 7 days after the date of the notice of violation, by its "
        "receipt (C.2)",
        "The town must enter and abate where all of these hold: - a violation is unremedied",
        "Civil penalty: up to $750.00 for each day. - counted from receipt of the notice of "
        "violation (that day is left out): each day is one",
        "Interest: simple, 6 percent a year, on cost; the first day that can bear any is 30 days "
        "after the discovery of the violation, counted by the rule fixed.",
        "Payment in at most 5 payments.",
        "must contain: statement of the right to appeal (C.1.a(6))",
        "illinois For a town in Illinois.",
    ):
        assert words in page
    page = flat(run("ordinances", "show", "webster-ny").out)
    assert "a third or later: $700.00 to $1,000.00 and up to 15 days in jail" in page
    assert (
        "until the acceptance of the corrected practices, nobody may grant the occupancy permit"
        in page
    )


@pytest.mark.parametrize("id", IDS)
def test_an_ordinance_for_a_program_has_all_of_it(id: str, run: Run) -> None:
    law, found = law_on(id, None), json.loads(run("ordinances", "show", id, "--json").out)
    assert (found["id"], found["version"], found["digest"]) == (law.id, law.version, law.digest)
    assert [p["cite"] for p in found["paragraphs"]] == [p.cite for p in law.paragraphs]
    assert sum(len(p["rules"]) for p in found["paragraphs"]) == sum(
        len(p.rules) for p in law.paragraphs
    )
    assert {r["id"]: r["adopted"] for r in found["readings"]} == {
        r.id: r.adopted for r in law.readings
    }


def test_two_ordinances_are_compared_point_by_point(run: Run) -> None:
    done = run("compare", "webster-ny", "city-9-3-12")
    assert (done.status, done.err) == (0, "")
    page = flat(done.out)
    assert "Appeal: 15 days after service of the notice of violation (C(6))" in page
    assert (
        f"Hearing {ABSENT} Hearing of the appeal: 30 days after the filing of the appeal (C.2)"
        in page
    )
    assert f"Interest {ABSENT} Interest: simple, 6 percent a year" in page
    assert f"nobody may grant the occupancy permit (F). {ABSENT}" in page.replace("(F) ", "(F). ")


@pytest.mark.parametrize("id", IDS)
def test_the_comparison_for_a_program_has_every_point_with_its_cites(id: str, run: Run) -> None:
    found = json.loads(run("compare", "--json", "webster-ny", id).out)
    assert [point["point"] for point in found["points"]] == list(POINTS)
    assert (found["a"]["id"], found["b"]["id"]) == ("webster-ny", id)
    for point in found["points"]:
        for side in ("a", "b"):
            assert not point[side] or point[side][0]["cite"]
    turned = json.loads(run("compare", "--json", id, "webster-ny").out)
    assert [(p["a"], p["b"]) for p in turned["points"]] == [
        (p["b"], p["a"]) for p in found["points"]
    ]


def test_an_ordinance_with_itself_differs_in_nothing(run: Run) -> None:
    found = json.loads(run("compare", "--json", "webster-ny", "webster-ny").out)
    assert all(point["a"] == point["b"] for point in found["points"])


def test_a_name_that_is_none_is_told_with_those_that_are(run: Run) -> None:
    done = run("ordinances", "show", "webster")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ordinance: there is no ordinance webster. Name one that ships (")


def test_a_day_before_the_first_version_is_told_with_the_days_that_are(run: Run) -> None:
    done = run("ordinances", "show", "city-9-3-12", "--on", "2008-08-04")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "--on: city-9-3-12 was not law on 2008-08-04. "
        "Ask for a day of one of its versions: 2008-O-22 since 2008-08-05\n"
    )
    assert run("ordinances", "show", "city-9-3-12", "--on", "2008-08-05").status == 0


def test_a_pack_of_ones_own_is_shown_by_its_folder(run: Run, tmp_path: Path) -> None:
    source = Path(packs.__globals__["PACKS"]) / "webster-ny"
    for file in source.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert "Town of Webster" in run("ordinances", "show", str(tmp_path)).out
    (tmp_path / "undated.yaml").write_text("pack: x\n", encoding="utf-8")
    done = run("ordinances", "show", str(tmp_path))
    assert done.status == 2
    assert f"title of the ordinance {tmp_path}/undated.yaml: this is missing" in done.err
