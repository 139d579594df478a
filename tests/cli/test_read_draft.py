"""``outfall read --draft``: from a published text to a pack that runs, and what it asks."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from outfall.files.pack_file import load_pack
from outfall.law.assess import assess
from outfall.reading.drafting.effects import samples

Run = Callable[..., Any]

TEXT = """\
Sec. 9-4. Enforcement of this article.
(a) Notice. Where the director finds a violation the director shall serve a written notice.
The notice of violation must set out:
(1) The name and address of the owner;
(2) Where the violation is;
(3) What the violation consists of;
(4) What has to be done to correct it, and the date by which it has to be done; and
(5) That an appeal may be filed with the clerk within ten (10) days after service of the notice.
(b) Appeal. The clerk must receive the appeal within seven days from the date of the notice.
The board shall hear it within 30 days after the appeal was received.
(c) Costs. Within 20 days after the abatement the owner is notified of the cost. The owner may
protest the amount in writing within 15 days. If the cost is not paid within 60 days after receipt
of the notice of cost, it becomes a lien on the property.
(d) Penalty. A violator is subject to a civil penalty of not more than $400.00 per day. Each day
is a separate violation.
(e) Prosecution. Upon conviction a fine of not more than $500.00 is imposed.
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    file = tmp_path / "code.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_a_text_becomes_a_pack_that_runs(run: Run, text: Path, tmp_path: Path) -> None:
    into = tmp_path / "draft"
    done = run(
        "read", str(text), "--draft", str(into), "--title", "Town of Example", "--state", "ny"
    )
    assert (done.status, done.err) == (0, "")
    assert "A draft of Town of Example" in done.out
    assert sorted(os.listdir(into)) == ["draft.yaml", "questions.md", "text.txt", "versions.yaml"]
    law = load_pack(into)
    assert (law.id, law.state, str(law.calendar.zone)) == (
        "town-of-example",
        "NY",
        "America/New_York",
    )
    found = {rule.id: rule.cite for rule in law.deadlines}
    assert found.items() >= {"hearing": "(b)", "cost_notice": "(c)", "cost_payment": "(c)"}.items()
    assert {rule.track: rule.cite for rule in law.penalties} == {"civil": "(d)", "criminal": "(e)"}
    assert {reading.id for reading in law.readings} >= {"appeal_window", "cost_protest_starts"}


def test_the_two_periods_are_asked_and_their_difference_is_shown(
    run: Run, text: Path, tmp_path: Path
) -> None:
    into = tmp_path / "draft"
    assert run("read", str(text), "--draft", str(into), "--state", "NY").status == 0
    page = (into / "questions.md").read_text(encoding="utf-8")
    assert "### `appeal_window`" in page
    assert "the appeal: last day Wed 2026-03-11" in page
    law = load_pack(into)
    due = {
        d.due
        for _, case in samples(law)
        for d in assess(law, case, date(2026, 5, 1)).deadlines
        if d.id.partition(":")[0] == "appeal"
    }
    assert due == {date(2026, 3, 16)}, "the later of both: ten days after March 4, off the weekend"


def test_a_folder_that_holds_something_is_left_alone(run: Run, text: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    done = run("read", str(text), "--draft", str(tmp_path / "mine"))
    assert done.status == 2
    assert "something is there already" in done.err
    assert os.listdir(tmp_path / "mine") == ["notes.txt"]


def test_nothing_half_written_is_left(
    run: Run, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("outfall.reading.drafting.folder.os.replace", full)
    done = run("read", str(text), "--draft", str(tmp_path / "draft"))
    assert done.status == 2
    assert "no space left on device" in done.err
    assert sorted(os.listdir(tmp_path)) == ["code.txt"]


def test_every_value_that_can_not_be_used_is_told_at_once(
    run: Run, text: Path, tmp_path: Path
) -> None:
    wrong = ("--id", "My Town", "--state", "ZZ", "--calendar", "lunar")
    done = run("read", str(text), "--draft", str(tmp_path / "draft"), *wrong)
    assert done.status == 2
    for says in ("My Town can't be a pack's id", "ZZ is no state", "there is no calendar lunar"):
        assert says in done.err
    assert not (tmp_path / "draft").exists()


def test_a_program_of_the_towns_own_proposes(run: Run, text: Path, tmp_path: Path) -> None:
    said = {
        "kind": "remedy",
        "what": "citation",
        "cite": "(e)",
        "quote": "Upon conviction",
    }
    file = tmp_path / "model.py"
    wrong = {**said, "quote": "never said"}
    file.write_text(f"import sys\nsys.stdin.read()\nprint({json.dumps([said, wrong])!r})")
    command = shlex.join([sys.executable, str(file)])
    done = run("read", str(text), "--facts", "--propose", command)
    assert "Proposal 2 was left out" in done.err
    assert [f["what"] for f in json.loads(done.out) if f["proposed"]] == ["citation"]
    page = run("read", str(text), "--propose", command).out
    assert "proposed by a program, look at it: citation" in page
    assert page.count("proposed by a program") == 1
    done = run("read", str(text), "--draft", str(tmp_path / "draft"), "--propose", command)
    assert done.status == 0
    assert "proposed_citation" in (tmp_path / "draft" / "questions.md").read_text()
