"""Plain cases: those that the judgement lets pass are read without a fault, and mean the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba")

import pyarrow as pa
import pyarrow.compute as pc
from tests.docket import mutated
from tests.docket.dockets import document
from tests.worked_cases import case_files

from outfall.docket import plain as plain_module
from outfall.docket import plain_cells, wide
from outfall.docket.engine import from_cases
from outfall.docket.engine.layout import CODE, CODES, NAMED, VIOLATION, WORD
from outfall.docket.gathering import Given, Rows, cases_of
from outfall.docket.plain import Plain, judged
from outfall.docket.plain_cells import Reading, texts_of
from outfall.docket.plain_kinds import KINDS, Kinds
from outfall.files.nodes import UNSEEN
from outfall.files.shapes import Day, Money
from outfall.files.text import load_file

OURS = frozenset(mutated.ORDINANCES)
ON = date(2025, 3, 1)


class Both(NamedTuple):
    """A part, and what the reader says of each of its cases."""

    rows: Rows
    read: list[Given]

    def judged(self) -> Plain:
        """The judgement on it, made anew."""
        return judged(self.rows, OURS, Reading())


def let_pass(found: Plain) -> list[int]:
    """The places of the cases that are plain."""
    return [int(n) for n in np.flatnonzero(found.ordinance >= 0)]


def faulty(place: Path, seed: int, many: int = 100) -> Both:
    """A part of sound and faulty cases: as many faults as cases, in rows drawn at random."""
    random = Random(f"plain {seed}")
    tables = mutated.tables_of(place / f"packed-{seed}", mutated.documents(f"a {seed}", many))
    mutated.planted(tables, random, many)
    rows = mutated.part_of(mutated.written(place / f"in-{seed}", tables), place / f"work-{seed}")
    return Both(rows, list(cases_of(rows)))


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Both]:
    place = tmp_path_factory.mktemp("parts")
    return [faulty(place, seed) for seed in range(25)]


def wrong_ones(parts: list[Both]) -> list[str]:
    """What the reader says of cases that the judgement let pass."""
    return [
        wrong.code
        for both in parts
        for n in let_pass(both.judged())
        for wrong in both.read[n].wrong
    ]


def test_the_judgement_lets_nothing_pass_that_the_reader_refuses(parts: list[Both]) -> None:
    assert wrong_ones(parts) == []
    refused = passed = cases = 0
    codes: set[str] = set()
    for both in parts:
        codes |= {w.code for given in both.read for w in given.wrong}
        refused += sum(bool(given.wrong) for given in both.read)
        passed += len(let_pass(both.judged()))
        cases += len(both.read)
    assert refused > 500
    assert passed > 0.8 * (cases - refused)
    assert len(codes) > 20


def same_columns(plain: Plain, n: int, given: Given) -> None:
    """The numbers of a case as they come from its rows, and as they come from the law's own."""
    assert given.case is not None
    first, last = plain.columns.starts[n : n + 2]
    ours, theirs = plain.columns.events[first:last].copy(), from_cases([given.case])
    his = theirs.events.copy()
    moved = ours[:, CODE] == CODES["extension_granted"]
    names = [plain.columns.deadlines[w - 1] for w in ours[moved, WORD]]
    assert names == [theirs.deadlines[w - 1] for w in his[moved, WORD]]
    assert _alike(ours[:, VIOLATION], his[:, VIOLATION])
    assert ((ours[:, NAMED] == 0) == (his[:, NAMED] == 0)).all()
    for numbers in (ours, his):
        numbers[moved, WORD] = 0
        numbers[:, [VIOLATION, NAMED]] = 0
    assert (ours == his).all()
    first, last = plain.columns.history_starts[n : n + 2]
    assert (plain.columns.history[first:last] == theirs.history).all()


def _alike(one: Any, two: Any) -> bool:
    """Whether two rows of numbers name the same things, each in its own way."""
    pairs = set(zip(one.tolist(), two.tolist(), strict=True))
    return len(pairs) == len(set(one.tolist())) == len(set(two.tolist()))


def test_what_passes_means_what_the_reader_reads(parts: list[Both]) -> None:
    checked = moved = 0
    for both in parts[:10]:
        plain = both.judged()
        days = plain.moved_on(ON.toordinal())
        assert plain.columns.case(let_pass(plain)[-1]) == both.read[let_pass(plain)[-1]].case
        for n in let_pass(plain):
            given = both.read[n]
            same_columns(plain, n, given)
            case = given.case
            assert case is not None
            assert (plain.towns[n].as_py(), plain.ids[n].as_py()) == (given.town, case.id)
            assert plain.names[plain.ordinance[n]] == case.ordinance
            assert plain.observed[n] == ordinal(wide._observed_on(case))
            assert days[n] == ordinal(wide._moved_on(case, ON))
            ids = [plain.entry(n, place + 1) for place in range(len(case.events))]
            assert ids == [event.id for event in case.events]
            checked, moved = checked + 1, moved + (days[n] > 0)
    assert checked > 500
    assert moved > 100


def ordinal(day: date | None) -> int:
    return day.toordinal() if day is not None else 0


def test_void_upon_void_is_counted_as_the_law_counts(tmp_path: Path) -> None:
    entries = [
        {"date": "2025-01-05", "event": "violation_observed", "kind": "discharge"},
        {"date": "2025-01-06", "event": "fee_charged", "amount": "5.00"},
        {"date": "2025-02-01", "event": "paid", "amount": "1.00"},
        {"date": "2025-02-02", "event": "voided", "entry": "e3"},
        {"date": "2025-02-03", "event": "voided", "entry": "e4"},
    ]
    made = [
        {"case": f"V-{n}", "ordinance": "webster-ny", "events": entries[:n]} for n in range(1, 6)
    ]
    tables = mutated.tables_of(tmp_path / "packed", made)
    rows = mutated.part_of(mutated.written(tmp_path / "in", tables), tmp_path / "work")
    plain = judged(rows, OURS, Reading())
    by_id = dict(zip(plain.ids.to_pylist(), plain.moved_on(ON.toordinal()).tolist(), strict=True))
    fee, paid = date(2025, 1, 6).toordinal(), date(2025, 2, 1).toordinal()
    assert by_id == {"V-1": 0, "V-2": fee, "V-3": paid, "V-4": fee, "V-5": paid}
    assert (plain.ordinance >= 0).all()


def share(place: Path, made: list[dict[str, Any]]) -> float:
    place.mkdir(exist_ok=True)
    tables = mutated.tables_of(place / "packed", made)
    rows = mutated.part_of(mutated.written(place / "in", tables), place / "work")
    return len(let_pass(judged(rows, OURS, Reading()))) / len(made)


def test_a_usual_docket_is_plain(tmp_path: Path) -> None:
    """Or the short way would be lost without anybody seeing it."""
    assert share(tmp_path / "usual", mutated.documents("u", 200, usual=True)) == 1
    assert share(tmp_path / "document", [document(n) for n in range(100)]) == 1
    assert share(tmp_path / "wild", mutated.documents("w", 400)) > 0.9


def test_most_worked_cases_are_plain(tmp_path: Path) -> None:
    made = []
    for n, file in enumerate(case_files()):
        found = load_file(str(file)).data
        if isinstance(found, dict) and found["ordinance"] in OURS:
            made.append({**found, "case": f"W-{n:03d}"})
    chosen = [d for d in made if not {"readings", "policy", "calendar", "profile"} & set(d)]
    assert len(chosen) > 80
    assert share(tmp_path, made) * len(made) > 0.95 * len(chosen)


def test_it_sees_what_nobody_sees() -> None:
    """The pattern is another library's: each character must be judged as the reader judges it."""
    letters = [chr(n) for n in range(0x11000) if not 0xD800 <= n < 0xE000]
    found = pc.match_substring_regex(pa.array([f"a{c}" for c in letters]), plain_cells.UNSEEN)
    assert found.to_pylist() == [UNSEEN.search(c) is not None for c in letters]
    seen = pc.match_substring_regex(pa.array(letters), plain_cells.SEEN).to_pylist()
    assert [c for c, is_seen in zip(letters, seen, strict=True) if is_seen and not c.strip()] == []


# The controls: each check is taken away once, and something passes that the reader refuses.


def _no_numbers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain_module, "_number_wrong", lambda table, case: np.zeros(len(case), bool))


def _no_references(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain_module._Judge, "columns", lambda self, columns: None)


def _no_fields(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Kinds, "takes", lambda self, field: np.ones(self.size + 1, bool))


def _no_needs(patch: pytest.MonkeyPatch) -> None:
    for name, kinds in KINDS.items():
        patch.setitem(KINDS, name, Kinds(kinds.size, {}, kinds.shapes))


def _no_keys(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain_module, "KEY", "^(?P<town>[^\x00]*)\x00(?P<case>.*)$")


def _no_unseen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain_cells, "UNSEEN", "^no such text$")


def _no_blank(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain_cells, "SEEN", "")


def _no_amount(patch: pytest.MonkeyPatch) -> None:
    real = plain_cells._money
    patch.setattr(plain_cells, "_money", lambda texts, shape: real(texts, Money(zero=True)))


def _no_shape(patch: pytest.MonkeyPatch) -> None:
    def value(name: str, shape: Any, text: str) -> Any:
        return _real(name, shape, text) or _first(shape)

    _real, _first = plain_cells._value, _instead
    patch.setattr(plain_cells, "_value", value)


def _instead(shape: Any) -> Any:
    """A value that some shape takes, in the place of one that it does not."""
    if isinstance(shape, Day):
        return (ON, None) if shape.hour else ON
    return {"Flag": True, "Whole": 1, "ListOf": []}.get(type(shape).__name__, ())


CONTROLS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "number-twice": _no_numbers,
    "duplicate-id": _no_references,
    "unknown-field": _no_fields,
    "missing-field": _no_needs,
    "not-a-name": _no_keys,
    "control-character": _no_unseen,
    "empty-text": _no_blank,
    "not-an-amount": _no_amount,
    "not-a-date": _no_shape,
}


@pytest.mark.parametrize("code", CONTROLS)
def test_without_one_of_its_checks_a_fault_passes(
    code: str, parts: list[Both], monkeypatch: pytest.MonkeyPatch
) -> None:
    CONTROLS[code](monkeypatch)
    assert code in wrong_ones(parts)


def test_a_case_of_too_many_rows_is_not_plain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_module, "EVENTS_MOST", 7)
    made = [document(n) for n in (3, 8)]  # of eight entries, and of fewer
    rows = mutated.part_of(
        mutated.written(tmp_path / "in", mutated.tables_of(tmp_path / "packed", made)),
        tmp_path / "work",
    )
    plain = judged(rows, OURS, Reading())
    sizes = np.diff(plain.columns.starts)
    assert (sizes > 7).any()
    assert ((plain.ordinance >= 0) == (sizes <= 7)).all()


def test_what_is_remembered_of_texts_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_cells, "KNOWN_MOST", 1_000)
    reading = Reading()
    for n in range(20):
        texts = pa.array([f"{2000 + n}-01-{day:02}" for day in range(1, 29)])
        said = reading.said("date", Day(), texts)
        assert said.plain.all()
        assert said.values[27].as_py() == date(2000 + n, 1, 28)
        assert sum(map(len, reading._known.values())) < 2 * len(texts)


def test_nothing_at_all_is_no_column() -> None:
    table = pa.table({"a": pa.array([None, None], pa.string()), "b": ["x", None]})
    assert texts_of(table, "a") is None
    assert texts_of(table, "c") is None
    found = texts_of(table, "b")
    assert found is not None
    assert found.there.tolist() == [True, False]
