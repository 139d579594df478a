"""What the docket is measured against gives the same answers: no figure of a wrong answer is told.

The competitors stand in ``benchmarks/docket``. Each is asked about a few cases of the same data as
the benchmark, and has to be equal to all others on every row, and to ``assess`` on a sample.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

for needed in ("numba", "duckdb", "openfisca_core", "polars", "zen"):
    pytest.importorskip(needed)

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"
CASES = 2_000


def of(module: str) -> Any:
    """A module of the benchmark, which is a program of its own and no package of the product."""
    return import_module(f"docket.{module}")


@pytest.fixture(scope="module", autouse=True)
def _benchmarks() -> Iterator[None]:
    """The benchmark's own modules, as a program in its folder finds them."""
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))
    for name in [name for name in sys.modules if name.split(".")[0] in ("docket", "harness")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return dict(of("comparing").small(CASES))


def asked(engines: list[Any], question: str, data: Any) -> tuple[int, int, list[str]]:
    """How many rows were equal, how many of them by assess, and who was asked."""
    found = of("comparing").compared(question, data, engines, rounds=0)
    return found.rows, found.assessed, [one.engine for one in found.asked]


@pytest.mark.parametrize("question", ["civil", "tier", "interest", "log"])
def test_all_engines_are_equal(data: dict[str, Any], question: str) -> None:
    rows, assessed, names = asked(of("rivals").rivals(), question, data[question])
    assert rows == CASES
    assert assessed > CASES // 10
    single = {"OpenFisca", "OpenFisca, simulation at hand", "zen-engine"}
    expected = {"kernel by hand", "NumPy", "Polars", "DuckDB", "plain Python"}
    told = {name.split(", ")[0] for name in names} | (single & set(names))
    assert told == expected | (single if question != "log" else set())


@pytest.mark.parametrize("question", ["civil", "tier", "interest", "log"])
def test_one_wrong_row_is_seen(data: dict[str, Any], question: str) -> None:
    """The control: an engine that is a cent off in one row is not equal."""
    checking, kernel = of("checking"), of("kernel").Kernel()
    wanted = kernel.told(question, kernel.ask(question, kernel.ready(question, data[question])))
    wrong = tuple(part.copy() for part in wanted)
    wrong[-1][CASES // 2] += 1
    assert checking.same(question, "right", wanted, wanted) == CASES
    with pytest.raises(checking.Differs, match="1 rows differ"):
        checking.same(question, "wrong", wrong, wanted)
    with pytest.raises(checking.Differs, match="assess says"):
        checking.against_assess(question, data[question], wrong_everywhere(wanted), 50)


def wrong_everywhere(answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """An answer of which every row is off by one."""
    return (*answer[:-1], answer[-1] + 1)


def test_the_data_has_what_decides(data: dict[str, Any]) -> None:
    """Each answer is some here and none there, and what lies on an edge is there."""
    kernel, made = of("kernel").Kernel(), of("made")
    for question, given in data.items():
        answer = kernel.told(question, kernel.ask(question, kernel.ready(question, given)))
        for part in answer:
            assert len(set(part.tolist())) > 2
    columns, log = data["tier"], data["log"]
    back = made.five_years_back(columns.offense)
    assert (columns.earlier == back).any()
    assert (columns.earlier == back - 1).any()
    assert (columns.earlier == columns.offense).any()
    assert ((columns.paid_on > columns.on) & (columns.paid > 0)).any()
    assert (log.day > log.on).any()
    assert set(range(len(made.LETTERS))) <= set(log.code.tolist())


@pytest.mark.apart
def test_outfall_is_equal_to_all(data: dict[str, Any]) -> None:
    engines = of("outfall_rules").ours()
    for question, given in data.items():
        able = [engine for engine in engines if engine.most.get(question, 0) >= CASES]
        if able:
            assert asked(engines, question, given)[0] == CASES
