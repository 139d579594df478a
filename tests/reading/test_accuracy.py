"""The reader's figures: counted as the given program counts, high enough, and as the page says."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import accuracy
import folds
from accuracy import LEAST, Row, Sample, Score, mark, marked, samples, short_of, told, total
from alternatives import Patterns

HERE = Path(__file__).parent
GIVEN = pytest.mark.skipif(not accuracy.GIVEN.is_dir(), reason="the given texts are not here")
WHOLE = dict.fromkeys(LEAST, 1.0)

APPEAL: Row = {
    "kind": "deadline", "what": "appeal_window", "value": 10, "unit": "days",
    "anchor": "decision", "cite": "(A).(1)",
}  # fmt: skip
LIEN: Row = {"kind": "lien", "what": "lien", "value": None, "unit": None, "cite": "B"}
STAY: Row = {"kind": "stay", "what": "no_stay_of_penalty", "cite": "C"}


def sample(*facts: Row, complete: tuple[str, ...] = ("deadline", "lien")) -> Sample:
    return Sample("a.txt", HERE / "texts.py", facts, frozenset(complete))


def scored(noted: list[Row], given: list[Row], **more: Any) -> Score:
    return mark(sample(*noted, **more), given).score


def test_what_is_the_same_is_found() -> None:
    assert scored([APPEAL, LIEN], [LIEN, APPEAL]) == Score(2, 2, 2, 2, 2, 0)
    assert scored([APPEAL], [APPEAL | {"value": 10.0}]).found == 1


@pytest.mark.parametrize(
    "other", [{"kind": "penalty"}, {"what": "cure_period"}, {"value": 11}, {"unit": "hours"}]
)
def test_what_differs_is_missed_and_wrong(other: Row) -> None:
    kinds = ("deadline", "penalty")
    assert scored([APPEAL], [APPEAL | other], complete=kinds) == Score(1, 0, 0, 0, 1, 1)


def test_a_start_and_a_cite_are_counted_apart() -> None:
    assert scored([APPEAL], [APPEAL | {"anchor": "hearing"}]) == Score(1, 1, 0, 1, 1, 0)
    assert scored([APPEAL], [APPEAL | {"cite": "B"}]) == Score(1, 1, 1, 0, 1, 0)
    assert scored([APPEAL], [APPEAL | {"cite": "A.1"}]).cited == 1
    assert scored([APPEAL | {"cite": "9/A"}], [APPEAL | {"cite": "9A"}]).cited == 0


def test_one_telling_answers_one_fact_and_the_nearest_is_taken() -> None:
    assert scored([APPEAL, APPEAL], [APPEAL]) == Score(2, 1, 1, 1, 1, 0)
    far = APPEAL | {"cite": "Z"}
    assert scored([APPEAL], [far, APPEAL]) == Score(1, 1, 1, 1, 2, 1)
    unsaid = APPEAL | {"anchor": "unspecified"}
    assert scored([APPEAL], [unsaid, APPEAL, far]).anchored == 1
    assert scored([APPEAL, far], [far, APPEAL]).cited == 2


@pytest.mark.parametrize("other", ["cure_period", ["hearing_within", "cure_period"]])
def test_other_words_that_the_text_allows_are_right_too(other: object) -> None:
    noted = APPEAL | {"alt_what": other}
    assert scored([noted], [APPEAL | {"what": "cure_period"}]) == Score(1, 1, 1, 1, 1, 0)


def test_kinds_that_were_not_noted_whole_count_neither_way() -> None:
    assert scored([STAY], []) == Score()
    assert scored([STAY], [STAY]) == Score()
    assert scored([], [LIEN], complete=("deadline",)) == Score()
    assert scored([], [LIEN]) == Score(claimed=1, wrong=1)


def test_what_falls_short_is_told() -> None:
    assert short_of(Score(100, 97, 97, 97, 100, 3), LEAST) == []
    assert short_of(Score(100, 96, 96, 90, 100, 4), LEAST) == [
        "recall 0.960 < 0.97", "precision 0.960 < 0.97", "cites 0.938 < 0.95",
    ]  # fmt: skip
    assert short_of(Score(1000, 999, 999, 999, 999, 0), WHOLE) == ["recall 0.999 < 1.00"]


# The texts


def test_the_texts_of_other_towns_are_read_well_enough() -> None:
    results = marked(samples(accuracy.CORPUS))
    assert len(results) == len(list(accuracy.CORPUS.glob("*.txt"))) > 20
    told_so = "\n".join(accuracy.faults(results))
    assert short_of(total(results), accuracy.LEAST_ELSEWHERE) == [], told_so


@GIVEN
def test_the_given_texts_are_read_well_enough_and_the_seeds_wholly() -> None:
    results = marked(samples(accuracy.GIVEN, accuracy.SEEDS))
    seeds = [one for one in results if one[0].is_seed]
    assert len(seeds) == 2
    assert short_of(total(results), LEAST) == []
    assert short_of(total(seeds), WHOLE) == []


def test_each_text_says_that_its_wording_is_ours_and_states_the_facts_noted_of_it() -> None:
    for one in samples(accuracy.CORPUS):
        text = one.path.read_text(encoding="utf-8")
        head = [line for line in text.splitlines() if line.startswith("# text: ")]
        assert len(head) == 1, one.name
        assert head[0][8:].startswith(("RE-WORDED", "COMPOSED")), one.name
        words = " ".join(text.split())
        for fact in one.facts:
            assert " ".join(fact["find"].split()) in words, (one.name, fact["find"])


def without_some(facts: list[Row]) -> list[Row]:
    """A worse reader: it leaves out, doubles, and takes starts and cites amiss."""
    made = []
    for number, fact in enumerate(facts):
        if number % 5 == 1:
            made.append(fact | {"anchor": "hearing"})
        elif number % 5 == 2:
            made += [fact, fact | {"cite": "Z"}]
        elif number % 5 == 3:
            made.append(fact | {"cite": f"Z{fact['cite']}"})
        elif number % 5 == 4:
            made.append(fact | {"value": 77})
    return made


def given_program(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("given_score", folder / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@GIVEN
@pytest.mark.parametrize("worse", [False, True], ids=["the reader", "a worse one"])
def test_the_given_program_counts_the_same(worse: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """``score.py`` itself, with what the reader tells handed in instead of a process for each."""
    change = without_some if worse else list
    texts = samples(accuracy.GIVEN, accuracy.SEEDS)
    facts = {str(one.path): change(told(one.path)) for one in texts}
    program = given_program(accuracy.GIVEN)

    def run(command: list[str], **_: object) -> SimpleNamespace:
        return SimpleNamespace(stdout=json.dumps(facts[command[2]]), stderr="", returncode=0)

    monkeypatch.setattr(program, "subprocess", SimpleNamespace(run=run))
    monkeypatch.setattr(sys, "argv", ["score.py", str(accuracy.GIVEN)])
    printed = io.StringIO()
    with redirect_stdout(printed):
        program.main()
    said = dict(re.findall(r"(recall|precision|anchors|cites) ([\d.]+)", printed.getvalue()))
    ours = total([(one, mark(one, facts[str(one.path)])) for one in texts])
    assert said == {name: f"{value:.3f}" for name, value in ours.shares.items()}
    assert (f"({ours.wanted} facts") in printed.getvalue()
    assert bool(short_of(ours, LEAST)) is worse


# The page


@pytest.mark.parametrize("name", accuracy.parts())
def test_the_page_is_what_the_code_gives(name: str) -> None:
    page = accuracy.PAGE.read_text(encoding="utf-8")
    assert accuracy.put(page, name, accuracy.PARTS[name][1]()) == page, "run make accuracy"


def test_a_page_without_its_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="no markers"):
        accuracy.put("# Accuracy\n", "corpus", "new")


# The folds


def test_each_text_is_in_one_fold_and_the_folds_are_fixed() -> None:
    texts = [Sample(f"{n:02}.txt", HERE, (), frozenset()) for n in range(12)]
    made = folds.folds_of(reversed(texts))
    assert [len(one) for one in made] == [3, 3, 2, 2, 2]
    assert [one.name for one in made[0]] == ["00.txt", "05.txt", "10.txt"]


FITTED = "text number (?:zero|one|two|three|four|five|six|seven|eight|nine) has a fact"
GENERAL = "text (?:number )?\\w+ (?:has|states) a fact"
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize(("rule", "recall"), [(FITTED, 0.0), (GENERAL, 1.0)])
def test_rules_that_each_fit_one_text_find_nothing_in_a_fold(
    rule: str, recall: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"reader_{int(recall)}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(f"import re\nRULE = re.compile({rule!r})\n")
    monkeypatch.syspath_prepend(tmp_path)
    patterns = Patterns(name)
    (module,) = patterns.modules

    def facts(path: Path) -> list[Row]:
        return [APPEAL] if module.RULE.search(path.read_text(encoding="utf-8")) else []

    monkeypatch.setattr(folds, "told", facts)
    texts = []
    for number in NUMBERS:
        path = tmp_path / f"{number}.txt"
        path.write_text(f"The text number {number} has a fact.", encoding="utf-8")
        texts.append(Sample(path.name, path, (APPEAL,), frozenset({"deadline"})))
    used = {one.name: folds.used_by(patterns, one) for one in texts}
    scores = [score for score, _ in folds.fold_scores(patterns, texts, folds.CUTS[0], used)]
    assert [score.shares["recall"] for score in scores] == [recall] * folds.FOLDS
    assert [score.wanted for score in scores] == [2] * folds.FOLDS
    assert total([(one, folds.read(patterns, one)) for one in texts]).found == len(texts)


def test_the_folds_take_ways_away_and_leave_the_rest() -> None:
    part = accuracy.PAGE.read_text(encoding="utf-8").partition("scored: corpus-folds")[2]
    part = part.partition("<!-- end -->")[0]
    rows = re.findall(r"\| (all folds together|the whole reader) \| \d+ \| ([\d.]+) ", part)
    recall = [float(value) for _, value in rows]
    assert [name for name, _ in rows] == ["all folds together", "the whole reader"] * 3
    ways, words, form = recall[0], recall[2], recall[4]
    assert recall[1] == recall[3] == recall[5]
    assert 0.4 < form <= words <= ways < recall[1]
