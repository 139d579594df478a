"""``outfall check``: a page for people, data for programs, and a status for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.checking.planted import PLANTED, WHOLE
from tests.law.made_up import law_of

from outfall.checking.finding import SEVERITIES
from outfall.cli.main import main

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *args: str) -> tuple[int, str, str]:
    status = main(["check", *args])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_page_has_every_finding_with_what_to_do(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    status, page, _ = run(capsys, "webster-ny")
    assert status == 0
    assert "13 findings: 3 grave, 6 serious and 4 minor." in page
    for words in (
        "Grave: can lose a hearing",
        "Serious: will be argued about",
        "Minor: worth mending",
        "C(6), D, C(4)  no-stay",
        "adopt  Figure reasonable_notice_days: 10, until the code gives one.",
        "amend  Write the number of days into the code.",
    ):
        assert words in page
    assert page.count("    why  ") == page.count("    amend  ") == 13
    assert max(map(len, page.splitlines())) <= 100


def test_a_narrow_page_stays_narrow(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, page, _ = run(capsys, "city-9-3-12")
    assert max(map(len, page.splitlines())) <= 60


def test_findings_as_data(capsys: Captured) -> None:
    status, out, _ = run(capsys, "webster-ny", "--json")
    found = json.loads(out)
    assert status == 0
    assert (found["ordinance"], found["version"]) == ("webster-ny", "undated")
    assert len(found["digest"]) == 64
    assert found["standings"] > 100
    assert len(found["findings"]) == 13
    first = found["findings"][0]
    assert [*first] == ["id", "severity", "cites", "about", "says", "why", "adopt", "amend"]
    places = [SEVERITIES.index(finding["severity"]) for finding in found["findings"]]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("id", "wrong", "strict", "status"),
    [
        ("no-start", True, True, 1),
        ("no-start", True, False, 0),
        ("no-body", True, True, 0),
        ("no-start", False, True, 0),
    ],
)
def test_strict_is_for_scripts(
    id: str, wrong: bool, strict: bool, status: int, tmp_path: Path, capsys: Captured
) -> None:
    planted = PLANTED[id]
    more = planted.more if wrong or planted.instead is None else planted.instead
    law_of(tmp_path, planted.wrong if wrong else planted.right, more)
    options = ["--strict"] if strict else []
    assert run(capsys, str(tmp_path / "made-up"), *options)[0] == status


def test_a_pack_without_a_finding_says_so(tmp_path: Path, capsys: Captured) -> None:
    law_of(tmp_path, WHOLE)
    status, page, _ = run(capsys, str(tmp_path / "made-up"), "--strict")
    assert status == 0
    assert "No findings. Its powers were looked for in " in page


def test_the_versions_of_a_pack_are_checked_too(tmp_path: Path, capsys: Captured) -> None:
    law_of(tmp_path, WHOLE)
    home = tmp_path / "made-up"
    one = "{version: one, until: 2020-06-30, file: one.yaml}"
    rows = f"{one}, {{version: two, since: SINCE, file: one.yaml}}"
    text = f"ordinance: made-up\nversions: [{rows}]\n"
    for since, wanted in (("2020-07-05", ["version-gap"]), ("2020-07-01", [])):
        (home / "versions.yaml").write_text(text.replace("SINCE", since), "utf-8")
        found = json.loads(run(capsys, str(home), "--json")[1])
        assert found["version"] == "two"
        assert [finding["id"] for finding in found["findings"]] == wanted
    found = json.loads(run(capsys, str(home), "--json", "--on", "2019-01-01")[1])
    assert found["version"] == "one"


def test_an_unknown_pack_or_day_is_refused_in_words(capsys: Captured) -> None:
    status, out, err = run(capsys, "nowhere-zz")
    assert (status, out) == (2, "")
    assert "there is no ordinance nowhere-zz" in err
    status, out, err = run(capsys, "city-9-3-12", "--on", "2001-01-01")
    assert (status, out) == (2, "")
    assert "was not law on 2001-01-01" in err
