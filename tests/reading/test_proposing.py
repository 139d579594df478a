"""A town's own program may propose facts: they are checked, marked, and make no rule."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.reading.drafts import ABOUT, asked, facts_of, law_of, text_of

from outfall.law.faults import Refused
from outfall.reading import asking
from outfall.reading.drafting.draft import draft
from outfall.reading.proposing import propose

TEXT = text_of({"A": "Whoever gets a notice may appeal within 20 days of service.", "B": "Rest."})
RIGHT = {
    "kind": "deadline",
    "what": "appeal_window",
    "value": 20,
    "unit": "days",
    "anchor": "service_of_notice",
    "cite": "A",
    "quote": "within 20 days  of service",
}


def program(folder: Path, body: str) -> str:
    """A command that runs a small program."""
    file = folder / "model.py"
    file.write_text(body, encoding="utf-8")
    return shlex.join([sys.executable, str(file)])


def answering(folder: Path, answer: Any) -> str:
    return program(folder, f"import sys\nsys.stdin.read()\nprint({json.dumps(answer)!r})")


def test_a_proposal_is_marked_and_stands_at_its_words(tmp_path: Path) -> None:
    (fact,), notes = propose(TEXT, [], answering(tmp_path, [RIGHT]))
    assert fact.is_proposed
    assert TEXT.source[fact.start : fact.end] == "within 20 days of service"
    assert (fact.cite, fact.value, notes) == ("A", 20, [])


def test_the_program_gets_the_paragraphs_and_the_words_to_answer_in(tmp_path: Path) -> None:
    body = (
        "import json, sys\n"
        "given = json.load(sys.stdin)\n"
        "assert given['paragraphs'][0]['cite'] == 'A' and 'deadline' in given['what']\n"
        "print(json.dumps(given['answer'][:0]))"
    )
    assert propose(TEXT, [], program(tmp_path, body)) == ([], [])


def test_the_program_learns_nothing_of_the_offices_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OUTFALL_SECRET", "DATABASE_URL", "OF_THE_PROGRAM"):
        monkeypatch.setenv(name, "a secret")
    body = (
        "import os, sys\n"
        "seen = {'OUTFALL_SECRET', 'DATABASE_URL', 'OF_THE_PROGRAM'} & {*os.environ}\n"
        "sys.exit(' '.join(sorted(seen)))"
    )
    with pytest.raises(Refused) as told:
        propose(TEXT, [], program(tmp_path, body))
    assert "ended with 1: OF_THE_PROGRAM." in told.value.faults[0].says


def test_what_it_leaves_behind_is_ended_with_it(tmp_path: Path) -> None:
    left = tmp_path / "left"
    child = f"import time; time.sleep(0.6); open({str(left)!r}, 'w').close()"
    body = (
        "import subprocess, sys\nsys.stdin.read()\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}])\nprint('[]')"
    )
    assert propose(TEXT, [], program(tmp_path, body)) == ([], [])
    time.sleep(0.9)
    assert not left.exists()


def test_what_was_found_already_is_not_proposed_again(tmp_path: Path) -> None:
    said = ("20 days", "deadline", "appeal_window", 20, "days", "service_of_notice")
    known = facts_of(TEXT, said)
    assert propose(TEXT, known, answering(tmp_path, [RIGHT, RIGHT])) == ([], [])
    assert len(propose(TEXT, [], answering(tmp_path, [RIGHT, RIGHT]))[0]) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("a word", "it is no object"),
        ({**RIGHT, "what": "magic"}, "not in the vocabulary"),
        ({**RIGHT, "kind": ["deadline"]}, "not in the vocabulary"),
        ({**RIGHT, "unit": "moons"}, "its unit"),
        ({**RIGHT, "anchor": "dawn"}, "its anchor"),
        ({**RIGHT, "value": "many"}, "no number"),
        ({**RIGHT, "value": True}, "no number"),
        ({**RIGHT, "value": -1}, "out of range"),
        ({**RIGHT, "value": 1.5}, "out of range"),
        ({**RIGHT, "unit": "usd"}, "none in which such a fact is told"),
        ({**RIGHT, "quote": " "}, "quotes nothing"),
        ({**RIGHT, "quote": "within 30 days"}, "does not stand in that paragraph"),
        ({**RIGHT, "cite": "Z"}, "does not stand in that paragraph"),
    ],
)
def test_what_is_no_fact_of_the_text_is_left_out_with_its_reason(
    tmp_path: Path, wrong: Any, says: str
) -> None:
    facts, (note,) = propose(TEXT, [], answering(tmp_path, [wrong, RIGHT]))
    assert len(facts) == 1
    assert note.startswith("Proposal 1 was left out")
    assert says in note


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise SystemExit('no licence')", "no licence"),
        ("print('hello')", "JSON list"),
        ("print('{}')", "JSON list"),
        ("print('[' * 99_999)", "JSON list"),
        ("print(input()[:0] or 'x' * 17_000_000)", "writes more than 4,000,000"),
        ("import time; time.sleep(30)", "takes more than"),
    ],
)
def test_a_program_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, says: str
) -> None:
    monkeypatch.setattr(asking, "SECONDS_MOST", 1)
    with pytest.raises(Refused) as told:
        propose(TEXT, [], program(tmp_path, body))
    assert says in told.value.faults[0].says


@pytest.mark.parametrize("command", ["", "no-such-program-anywhere", "'"])
def test_a_command_that_is_none_is_told(command: str) -> None:
    with pytest.raises(Refused, match="can't be started"):
        propose(TEXT, [], command)


def test_a_proposed_fact_makes_no_rule_until_a_person_accepts_it(tmp_path: Path) -> None:
    proposed, _ = propose(TEXT, [], answering(tmp_path, [RIGHT]))
    made = draft(TEXT, proposed, ABOUT)
    assert law_of(made).deadlines == ()
    question = asked(made, "proposed_appeal_window")
    assert question.kind == "proposed"
    assert question.quotes == (("A", "within 20 days of service"),)
