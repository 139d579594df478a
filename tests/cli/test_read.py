"""``outfall read``: a published text as a page, as paragraphs alone, and its facts as data."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfall.reading.facts import facts
from outfall.reading.segmenting import segment
from outfall.reading.words import fact_in_words

Run = Callable[..., Any]

TEXT = """\
Sec. 9-41. - Violations and enforcement.
(a)  Notice. The notice of violation shall contain:
(1)  How it can be appealed, and that an appeal must be filed with the Clerk
within fourteen (14) days of service of the notice of violation; and
(2)  The nature of the violation.
(b)  Cost. If the amount due is not paid within 45 days of receipt of the invoice, it is
a lien.
Basins shall drain within 72 hours of a storm.
(c)  Interest. The balance bears interest at 7.5% per annum.
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    file = tmp_path / "ordinance.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_facts_are_data_with_the_words_that_say_them(run: Run, text: Path) -> None:
    done = run("read", str(text), "--facts")
    assert (done.status, done.err) == (0, "")
    found = {fact["what"]: fact for fact in json.loads(done.out)}
    appeal = found["appeal_window"]
    assert (appeal["kind"], appeal["value"], appeal["unit"]) == ("deadline", 14, "days")
    assert appeal["anchor"] == "service_of_notice"
    assert "(a).(1)" in appeal["cite"]
    assert appeal["quote"] == "within fourteen (14) days"
    start, end = appeal["span"]
    assert TEXT[start:end] == appeal["quote"]
    assert found["interest_rate"]["value"] == 7.5
    assert {"tier", "cond", "bound", "alt_what", "remarks"} <= set(appeal)


def test_the_page_has_every_word_and_the_facts_beneath(run: Run, text: Path) -> None:
    done = run("read", str(text))
    assert (done.status, done.err) == (0, "")
    page = " ".join(done.out.split())
    for word in TEXT.split():
        assert word in page
    assert "time to file the first appeal" in page
    assert page.index("nature of the violation.") < page.index("time to pay the cost")


def test_a_figure_that_no_rule_reads_is_shown_as_not_understood(run: Run, text: Path) -> None:
    page = run("read", str(text)).out
    assert "not understood: 72 hours" in page
    assert "not understood: 45 days" not in page


def test_a_figure_told_again_is_not_called_not_understood(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "twice.txt"
    said = "The violator shall have 6 days to correct the violation."
    file.write_text(f"{said} If it is not corrected in those 6 days, a fine may follow.\n")
    done = run("read", str(file))
    assert "time to correct: 6 days" in done.out
    assert "not understood" not in done.out


def test_the_tree_has_the_paragraphs_and_no_facts(run: Run, text: Path) -> None:
    done = run("read", str(text), "--tree")
    assert (done.status, done.err) == (0, "")
    assert "(a).(2)" in done.out
    assert "time to file" not in done.out
    assert "not understood" not in done.out


def test_standard_input_is_read_too(run: Run, text: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outfall", "read", "--facts", "-"],
        input=TEXT, text=True, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == json.loads(run("read", "--facts", str(text)).out)


def test_the_same_text_gives_the_same_bytes(run: Run, text: Path) -> None:
    assert run("read", str(text)).out == run("read", str(text)).out


def test_two_shapes_at_once_are_refused(run: Run, text: Path) -> None:
    done = run("read", str(text), "--tree", "--facts")
    assert (done.status, done.out) == (2, "")
    assert "--help" in done.err


def test_a_file_that_is_not_there_is_named_with_what_to_do(run: Run) -> None:
    done = run("read", "no-such-text.txt")
    assert (done.status, done.out) == (2, "")
    assert "There is no file 'no-such-text.txt'." in done.err


def test_the_rules_are_not_loaded_for_other_commands() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import sys, outfall.cli.read; print('parsy' in sys.modules)"],
        text=True, capture_output=True, check=True,
    )  # fmt: skip
    assert said.stdout == "False\n"


def test_a_fact_in_words_names_its_start(run: Run, text: Path) -> None:
    told = [fact_in_words(fact) for fact in facts(segment(TEXT)) if fact.what == "appeal_window"]
    assert told == [
        "time to file the first appeal, against a notice, decision or penalty: 14 days, "
        "from service of the notice"
    ]
