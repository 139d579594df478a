"""The worked cases: every answer in ``cases/`` is what the program gives, day by day.

A good case stands beside its answers, worked out by hand from the text of the law; a bad file
stands beside the exact words that it must get.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from outfall.cli.common import load_case
from outfall.cli.main import main
from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.files.text import load_file, read_text
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.data import data
from outfall.law.events import EVENTS
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

ROOT = Path(__file__).resolve().parent.parent
GOOD, BAD = ROOT / "cases" / "good", ROOT / "cases" / "bad"
PACKS = ("webster-ny", "city-9-3-12")
KEYS = ("id", "number", "party", "reading", "event", "instrument")

# Answers that the program does not give yet: the case and day, and what the law says instead.
_TOLLED = "F, penalty_during_appeal: tolled leaves out days, and does not undo a cure period already missed"
_HEAP = "D.2.b: two charges that wait for one first day of interest stop the program (TypeError)"
NOT_YET: dict[str, str] = {
    "city/a-second-appeal@2026-05-18": "C.2: after a decision no further appeal; it is not told",
    "city/found-again-after-a-notice@2026-04-08": "How days are counted: done in time stays met",
    "city/found-again-after-a-reversal@2026-07-08": "D.1: a reversal leaves no exposure, for good",
    "city/interest-by-months-in-illinois@2026-05-31": "D.2.b, Illinois: a day is a thirtieth of a month",
    "city/penalty-while-the-appeal-runs@2026-05-20[penalty_during_appeal=tolled]": _TOLLED,
    "city/two-abatements@2026-05-14": "D.2.a: thirty days after each abatement, not after the last",
    "city/waiver-of-half-the-penalty@2026-04-13": _HEAP,
    "city/waiver-of-half-the-penalty@2026-04-20": _HEAP,
    "city/waiver-of-half-the-penalty@2026-04-27": _HEAP,
    "field/one-appeal-sent-three-times@2026-04-02": "C.2: a repeated filing keeps the decision from the first",
    "field/two-lines-penalty-and-cost@2017-08-31": _HEAP,
}

# Each row of the two tables of the law, as the first lines of the cases cite it.
ROWS = {
    "webster-ny": (
        "A (reasonable notice)",
        "A (danger)",
        "A (costs)",
        "B",
        "C",
        "C(1)-(6)",
        "C(6)",
        "D",
        "E (tiers)",
        "E (misdemeanor)",
        "E (weeks)",
        "F",
    ),
    "city-9-3-12": (
        "A (injunction)",
        "A (danger)",
        "B",
        "C.1.a(1)-(7)",
        "C.1.b",
        "C.1.a(6), C.2 (appeal)",
        "C.2 (hearing)",
        "D.1",
        "D.2.a",
        "D.2.b",
        "E.1",
        "E.2",
        "E.3",
        "F",
        "G",
        "H",
        "I",
        "J",
    ),
}


@dataclass(frozen=True)
class Answer:
    """One day of one case, under the case's own choices or under others, and what must hold."""

    file: Path
    on: str
    under: dict[str, Any]
    want: dict[str, Any]

    @property
    def id(self) -> str:
        chosen = {**self.under.get("readings", {}), **self.under.get("policy", {})}
        words = [f"{name}={choice}" for name, choice in chosen.items()]
        words += [self.under["profile"]] if "profile" in self.under else []
        named = self.file.relative_to(GOOD).with_suffix("").as_posix()
        return f"{named}@{self.on}" + (f"[{' '.join(words)}]" if words else "")


def case_files() -> list[Path]:
    return sorted(p for p in GOOD.glob("*/*.yaml") if not p.name.endswith(".answers.yaml"))


def beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.answers.yaml")


def answers() -> Iterator[Answer]:
    for file in case_files():
        for item in yaml.safe_load(beside(file).read_text("utf-8")):
            want = {name: value for name, value in item.items() if name not in ("as_of", "under")}
            yield Answer(file, str(item["as_of"]), item.get("under", {}), want)


ANSWERS = list(answers())


@lru_cache(maxsize=None)
def loaded(file: Path) -> tuple[Case, Ordinance]:
    return load_case(str(file))


def chosen(case: Case, under: dict[str, Any]) -> Case:
    """The case under other choices than its own."""
    return replace(
        case,
        readings=tuple({**dict(case.readings), **under.get("readings", {})}.items()),
        policy=tuple({**dict(case.policy), **under.get("policy", {})}.items()),
        profile=under.get("profile", case.profile),
    )


def standing(file: Path, on: str, under: dict[str, Any]) -> dict[str, Any]:
    case, ordinance = loaded(file)
    return data(assess(ordinance, chosen(case, under), date.fromisoformat(on)))


def same(want: object, have: object) -> bool:
    if isinstance(want, bool) or isinstance(have, bool) or want is None or have is None:
        return want is have
    try:
        return Decimal(str(want)) == Decimal(str(have))
    except InvalidOperation:
        return str(want) == str(have)


def by_name(items: list[Any]) -> dict[str, Any]:
    """The items of a list by each of their names; the first of a name keeps it."""
    found: dict[str, Any] = {}
    for item in items:
        for key in KEYS:
            if isinstance(item, dict) and item.get(key) is not None:
                found.setdefault(str(item[key]), item)
    return found


def differences(want: Any, have: Any, path: str = "") -> Iterator[str]:
    """Every way in which a standing is not what it should be, each with its path."""
    if isinstance(want, dict):
        if isinstance(have, list):
            have = by_name(have)
        if not isinstance(have, dict):
            yield f"{path}: should have {', '.join(map(str, want))}, is {have!r}"
            return
        for key, value in want.items():
            here = f"{path}.{key}".lstrip(".")
            if key == "absent":
                yield from (
                    f"{path}.{name}: is there, and should not be" for name in value if name in have
                )
            elif str(key) not in have:
                yield f"{here}: is not there; there are {', '.join(have) or 'none'}"
            else:
                yield from differences(value, have[str(key)], here)
    elif (
        isinstance(want, list) and isinstance(have, list) and any(isinstance(h, dict) for h in have)
    ):
        names = by_name(have)
        if not want:
            yield f"{path}: there should be none, there are {', '.join(names)}"
        yield from (
            f"{path}: {name} is not there; there are {', '.join(names)}"
            for name in want
            if name not in names
        )
    elif isinstance(want, list):
        if not isinstance(have, list) or list(map(str, want)) != list(map(str, have)):
            yield f"{path}: should be {want}, is {have}"
    elif not same(want, have):
        yield f"{path}: should be {want}, is {have}"


def waiting(answer: Answer, reasons: dict[str, str]) -> Any:
    """The answer as a parameter, expected to fail where the program does not give it yet."""
    why = reasons.get(answer.id)
    marks = [pytest.mark.xfail(strict=True, reason=why)] if why else []
    return pytest.param(answer, id=answer.id, marks=marks)


@pytest.mark.parametrize("answer", [waiting(answer, NOT_YET) for answer in ANSWERS])
def test_a_case_on_a_day(answer: Answer) -> None:
    found = list(differences(answer.want, standing(answer.file, answer.on, answer.under)))
    assert not found, f"{answer.id}\n" + "\n".join(found)


@pytest.mark.parametrize("file", case_files(), ids=lambda f: f.stem)
def test_a_good_case_is_plain_and_has_answers(file: Path) -> None:
    document = load_file(str(file))
    assert read_case(document).events
    items = yaml.safe_load(beside(file).read_text("utf-8"))
    assert items, "no answers"
    assert all({"as_of"} < set(item) for item in items), (
        "an answer needs a day and something to hold"
    )
    assert all(set(item.get("under", {})) <= {"readings", "policy", "profile"} for item in items)


def test_no_answers_without_a_case_and_no_waiting_without_an_answer() -> None:
    kept = {beside(file) for file in case_files()}
    assert set(GOOD.glob("*/*.answers.yaml")) == kept
    ids = [answer.id for answer in ANSWERS]
    assert set(NOT_YET) <= set(ids)
    assert sorted(ids) == sorted(set(ids)), "two answers for one day"


# Completeness


def test_every_kind_of_event_is_in_a_good_case() -> None:
    used = {event.name for file in case_files() for event in loaded(file)[0].events}
    assert set(EVENTS) - used == set()


@pytest.mark.parametrize("pack", PACKS)
def test_every_row_of_the_law_has_a_case(pack: str) -> None:
    cited = {
        found.group(1)
        for file in case_files()
        for found in re.finditer(rf"^# law: {re.escape(pack)} (.+)$", file.read_text("utf-8"), re.M)
    }
    assert set(ROWS[pack]) == cited


def other_choices(pack: str) -> list[tuple[str, str]]:
    readings = load_pack(folder_of(pack)).readings
    return [(r.id, name) for r in readings for name, _ in r.choices if name != r.adopted]


@pytest.mark.parametrize(
    ("pack", "reading", "choice"), [(p, r, c) for p in PACKS for r, c in other_choices(p)]
)
def test_every_reading_has_a_case_that_shows_its_effect(
    pack: str, reading: str, choice: str
) -> None:
    """An answer under the choice whose standing is not that of the reading that is adopted."""
    for answer in ANSWERS:
        law = loaded(answer.file)[1]
        if law.id != pack or answer.under.get("readings", {}).get(reading) != choice:
            continue
        adopted = next(r.adopted for r in law.readings if r.id == reading)
        plain = {**answer.under, "readings": {**answer.under["readings"], reading: adopted}}
        here, there = (standing(answer.file, answer.on, u) for u in (answer.under, plain))
        del here["readings"], there["readings"]
        if here != there and any(list(differences(answer.want, there))):
            return
    pytest.fail(f"no answer under {reading}: {choice} tells it from the adopted reading")


def at(have: dict[str, Any], path: str) -> Any:
    """The value at a path such as ``deadlines.appeal.due``, or None where it is not there."""
    here: Any = have
    for name in path.split("."):
        here = by_name(here) if isinstance(here, list) else here
        here = here.get(name) if isinstance(here, dict) else None
    return here


def promises(answer: Answer, have: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each other choice of each reading, with the changes that the standing promises for it."""
    shown = by_name(have["readings"])
    for reading in loaded(answer.file)[1].readings:
        adopted = shown[reading.id]["adopted"] if reading.id in shown else None
        told = by_name(shown[reading.id]["otherwise"]) if reading.id in shown else {}
        for choice, _ in reading.choices:
            if choice != adopted:
                yield reading.id, choice, told.get(choice, {}).get("changes", {})


PROMISED = list({answer.file: answer for answer in ANSWERS if not answer.under}.values())


@pytest.mark.parametrize(
    "answer", [waiting(a, {k: v for k, v in NOT_YET.items() if v == _HEAP}) for a in PROMISED]
)
def test_what_a_standing_says_of_other_readings_is_so(answer: Answer) -> None:
    """The promised changes come about under the other choice; where none is promised, none does."""
    have = standing(answer.file, answer.on, {})
    for reading, choice, changes in promises(answer, have):
        other = standing(answer.file, answer.on, {"readings": {reading: choice}})
        for path, value in changes.items():
            assert same(value, at(other, path)), (
                f"{reading}: {choice}: {path} is {at(other, path)}, not {value}"
            )
        if not changes:
            for part in ("deadlines", "actions", "orders", "holds", "exposure", "account"):
                assert without_words(have[part]) == without_words(other[part]), (
                    f"{reading}: {choice}: {part}"
                )


def without_words(part: Any) -> Any:
    """A part of a standing without what only explains it: words, cites, lengths, readings."""
    if isinstance(part, dict):
        left_out = (
            "because",
            "cite",
            "length",
            "reading",
            "compared",
            "from",
            "due_at",
            "extended_from",
        )
        return {name: without_words(value) for name, value in part.items() if name not in left_out}
    return [without_words(item) for item in part] if isinstance(part, list) else part


def control(want: dict[str, Any], on: str = "2026-03-05") -> list[str]:
    return list(differences(want, standing(GOOD / "city" / "two-appeal-periods.yaml", on, {})))


@pytest.mark.parametrize(
    ("want", "says"),
    [
        (
            {"deadlines": {"appeal": {"due": "2026-03-19"}}},
            "deadlines.appeal.due: should be 2026-03-19",
        ),
        ({"deadlines": {"absent": ["appeal"]}}, "deadlines.appeal: is there, and should not be"),
        ({"deadlines": {"hearing": {}}}, "deadlines.hearing: is not there"),
        ({"exposure": {"civil": {"max": "0.01"}}}, "exposure.civil.max: should be 0.01, is 0.00"),
        (
            {"actions": {"enter_and_abate": {"permitted": True}}},
            "permitted: should be True, is False",
        ),
        ({"warnings": ["nothing_of_the_kind"]}, "warnings: nothing_of_the_kind is not there"),
        ({"warnings": []}, "warnings: there should be none"),
        ({"irregularities": ["late_filing"]}, "irregularities"),
        (
            {"notices": {"e2": {"missing": ["place"]}}},
            "notices.e2.missing: should be ['place'], is []",
        ),
        ({"account": {"balance": {"owed": 1}}}, "account.balance: should have owed"),
    ],
)
def test_a_wrong_answer_is_told(want: dict[str, Any], says: str) -> None:
    (found,) = control(want)
    assert says in found


def test_a_right_answer_passes_the_control() -> None:
    assert control({"deadlines": {"appeal": {"due": "2026-03-18"}, "absent": ["hearing"]}}) == []


# Bad files


def bad_files() -> list[Path]:
    return sorted(p for p in BAD.glob("*.*") if p.suffix in (".yaml", ".json"))


@pytest.mark.parametrize("file", bad_files(), ids=lambda f: f.name)
def test_a_bad_file_gets_its_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    says = file.with_name(f"{file.name.partition('.')[0]}.says.txt")
    status = main(["assess", str(file), "--on", "2026-05-01"])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    known = ", ".join(Path(pack).name for pack in packs())
    assert err == says.read_text("utf-8").replace("{ordinances}", known)


def test_every_bad_file_has_its_words_and_no_words_lack_a_file() -> None:
    names = {file.name.partition(".")[0] for file in bad_files()}
    assert names == {file.name.partition(".")[0] for file in BAD.glob("*.says.txt")}


CASE = "case: X\nordinance: city-9-3-12\nevents: []\nplace: {address: 12 Exämple Lane}\n"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            CASE.encode("utf-16"),
            "the file: This file is saved as UTF-16, which Windows calls Unicode. Save it as UTF-8.",
        ),
        (
            CASE.encode("cp1252"),
            "the file (line 4): This file is not UTF-8 (byte 0xE4 at line 4, perhaps meant as 'ä'): save it as UTF-8.",
        ),
        (
            b"PK\x03\x04" + bytes(40),
            "the file: This looks like a Word, Excel or ZIP file, not a text file. Choose the case's own YAML or JSON file.",
        ),
        (
            b"case: X\x00\n",
            "the file (line 1): An invisible character (U+0000) stands here. Delete it.",
        ),
        (
            b"",
            "the file: There is nothing in this file yet. Write the case in it: case, ordinance, events.",
        ),
    ],
    ids=["utf-16", "cp1252", "zip", "null", "empty"],
)
def test_bytes_that_are_no_text_get_their_words(source: bytes, says: str) -> None:
    with pytest.raises(Refused) as refused:
        read_text(source)
    assert str(refused.value) == says
