"""Writes what the benchmarks found into docs/explanation/performance.md, between its markers.

Run ``make bench`` first: each benchmark leaves its figures in build/bench. Everything outside the
markers stays as it is; a benchmark that has not been run is an error, and the page is left alone.

    python benchmarks/report.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from bench_shapes import ALLOWED
from docket.telling import fragment
from harness import OUT, ROOT, Figure, load

PAGE = ROOT / "docs" / "explanation" / "performance.md"
NAMES = (
    "assess", "shapes", "zen", "cli", "text", "papers", "read", "office", "docket", "docket_rules",
)  # fmt: skip
Told = dict[str, tuple[list[Figure], dict[str, Any]]]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A Markdown table: the first column is words, the others are numbers."""
    names = list(head)
    yield "| " + " | ".join(names) + " |"
    yield "|---|" + "---:|" * (len(names) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def number(value: float) -> str:
    """Three figures that count, and never a power of ten.

    >>> number(0.00312), number(1.704), number(204.6)
    ('0.003', '1.70', '205')
    """
    return f"{value:.3f}" if value < 1 else f"{value:.{max(0, 3 - len(str(int(value))))}f}"


def plain_rows(figures: Iterable[Figure]) -> Iterator[list[str]]:
    """Work, median, 95th percentile, CPU time, and the target with whether it is met."""
    for one in figures:
        target = "" if one.target is None else f"{one.target:g}, {'met' if one.met else 'not met'}"
        yield [one.work, number(one.median), number(one.p95), number(one.cpu), target]


def one_case(told: Told) -> Iterator[str]:
    """Twenty events, and packs."""
    yield "### One case, one pack"
    yield ""
    short = [one for one in told["assess"][0] if not one.id.startswith("long.")]
    head = ("Work", "median, ms", "95%, ms", "user CPU, ms", "target, ms")
    yield from table(head, plain_rows([*short, *told["text"][0]]))


def by_length(told: Told) -> Iterator[str]:
    """How time grows with the length of a realistic case, and of each other shape."""
    figures, more = told["assess"]
    yield "### Longer cases"
    yield ""
    works: dict[str, dict[str, Figure]] = {}
    lengths: list[str] = []
    for one in figures:
        if one.id.startswith("long."):
            _, length, kind = one.id.split(".")
            works.setdefault(kind, {})[length] = one
            lengths += [length] if length not in lengths else []
    head = [
        "User CPU, microseconds an event",
        *(f"{int(n):,} events" for n in lengths),
        "power",
        "last step",
    ]
    rows = []
    for kind, found in works.items():
        grows = more["grows"][kind]
        each = [number(found[n].cpu * 1e3 / int(n)) for n in lengths]
        name = found[lengths[0]].work.partition(": ")[2]
        rows.append([name, *each, f"{grows['power']:.2f}", f"{grows['last_power']:.2f}"])
    yield from table(head, rows)
    yield "The power with which time grows in a case of one repeated thing:"
    yield ""
    yield from table(("What is repeated", "assess", "all as public data"), shapes(told))


def shapes(told: Told) -> Iterator[list[str]]:
    """Each shape's powers; those above what is allowed stand in bold."""
    powers: dict[str, float] = told["shapes"][1]["powers"]
    for key in powers:
        if key.endswith(".assess"):
            law, name, _ = key.split(".")
            both = [powers[f"{law}.{name}.{kind}"] for kind in ("assess", "data")]
            yield [f"{law}: {name}", *(f"**{p:.2f}**" if p > ALLOWED else f"{p:.2f}" for p in both)]


def against_zen(told: Told) -> Iterator[str]:
    """The three figures by each way, as times zen-engine's."""
    yield "### Three figures, three ways"
    yield ""
    figures = told["zen"][0]
    cpu = {one.id: one.cpu for one in figures}
    rows = [
        [
            one.work,
            number(one.median * 1e3),
            number(one.cpu * 1e3),
            "1" if one.ratio is None else f"{one.ratio:.2f}",
            "1" if one.ratio is None else f"{one.cpu / cpu[one.against]:.2f}",
        ]
        for one in figures
    ]
    head = ("Work", "median, µs", "user CPU, µs", "median, times zen", "user CPU, times zen")
    yield from table(head, rows)


def processes(told: Told) -> Iterator[str]:
    """The command line."""
    yield "### The command line, whole processes"
    yield ""
    rows = [
        [*row, "1" if one.ratio is None else f"{one.ratio:.1f}"]
        for one, row in zip(told["cli"][0], plain_rows(told["cli"][0]), strict=True)
    ]
    head = ("Work", "median, ms", "95%, ms", "user CPU, ms", "target, ms", "times `python -c pass`")
    yield from table(head, rows)


def papers(told: Told) -> Iterator[str]:
    """Papers, and the memory of a press that makes very many."""
    yield "### Papers"
    yield ""
    figures, more = told["papers"]
    head = ("Work", "median, ms", "95%, ms", "user CPU, ms", "target, ms")
    yield from table(head, plain_rows(figures))
    sizes = [f"{size:g} MB after {int(n):,}" for n, size in more["memory"].items()]
    yield f"The press holds {' and '.join(sizes)} different notices."
    yield ""


def reading(told: Told) -> Iterator[str]:
    """Texts read, and those that are made to be read for ever."""
    yield "### Reading published texts"
    yield ""
    figures, more = told["read"]
    head = ("Work", "median, ms", "95%, ms", "user CPU, ms", "target, ms")
    yield from table(head, plain_rows(figures))
    yield f"Hostile texts of {more['length']:,} characters, each a few words over and over:"
    yield ""
    rows = [
        [name, number(one["seconds"]), f"{one['power']:.2f}"]
        for name, one in more["hostile"].items()
    ]
    yield from table(("What is repeated", "user CPU, s", "power"), rows)


def office(told: Told) -> Iterator[str]:
    """The office on each database: how long it takes to answer, and what it needs."""
    yield "### The office, with 100,000 cases"
    yield ""
    head = ("Request", "median, ms", "95%, ms", "longest, ms", "CPU, ms", "queries", "target, ms")
    for one in told["office"][1]["office"].values():
        yield (
            f"{one['version']}: {one['cases']:,} cases, {one['open']:,} of them open, "
            f"{one['entries']:,} entries; {one['size']:.1f} GB. The worker needs "
            f"{one['memory']:.0f} MB at most."
        )
        yield ""
        yield from table(head, (answer_row(answer) for answer in one["answers"]))


def answer_row(one: dict[str, Any]) -> list[str]:
    """A kind of request: the target is that of its 95th percentile."""
    target = "" if one["target"] is None else f"{one['target']:g}, "
    met = "met" if target and one["p95"] <= one["target"] else "not met" if target else ""
    times = [number(one[name]) for name in ("p50", "p95", "most", "cpu")]
    return [one["work"], *times, str(one["queries"]), target + met]


def docket(told: Told) -> Iterator[str]:
    """Whole standings of many cases, and ten million of them in one process."""
    yield "### Many cases at once"
    yield ""
    more = told["docket"][1]
    head = ("The full standing of plain cases", "one thread, cases/s", "two threads, cases/s",
            "two to one", "assess in a loop, cases/s", "times assess", "trace costs",
            "wild cases handed over", "plan ready, s")  # fmt: skip
    yield from table(head, (pack_row(one) for one in more["packs"]))
    if "growth" in more:
        power = more["growth"]
        yield (
            f"CPU time grows with the cases to the power {power['cases']:.2f}, with the events of "
            f"a case to the power {power['events']:.2f}."
        )
        yield ""
    if "large" in more:
        one = more["large"]
        yield (
            f"{one['cases']:,} cases under {one['pack']}, in batches: {one['seconds']:.0f} s on "
            f"two threads, {one['cases_a_second']:,} a second; the process held at most "
            f"{one['peak_bytes'] / 2**30:.2f} GiB."
        )
        yield ""


def pack_row(one: dict[str, Any]) -> list[str]:
    """One pack's row."""
    handed = sum(one["handed_over"].values())
    speeds = [f"{one[name]:,}" for name in ("one_thread", "two_threads")]
    return [
        one["pack"], *speeds, f"{one['two_to_one']:.2f}", f"{one['assess']:,}",
        f"{one['ratio']:,.0f}", f"{one['trace_costs']:.1%}", f"{handed:.1%}",
        f"{one['seconds_until_ready']:g}",
    ]  # fmt: skip


def engines(told: Told) -> Iterator[str]:
    """The four questions, of every engine."""
    yield from fragment(*told["docket_rules"])


PARTS = (
    one_case, by_length, against_zen, processes, papers, reading, office, docket, engines,
)  # fmt: skip


def report(told: Told) -> str:
    """All tables, below a line that says what they were measured on."""
    machine: dict[str, Any] = told["assess"][1]["machine"]
    lines = [f"Measured on {machine['python']}, {machine['system']}, {machine['cores']} cores.", ""]
    for part in PARTS:
        lines += part(told)
    return "\n".join(lines).rstrip()


def between(page: str, text: str) -> str:
    """The page with what stands between its markers replaced.

    >>> between("a\\n<!-- figures -->\\nold\\n<!-- end of figures -->\\nb\\n", "new")
    'a\\n<!-- figures -->\\n\\nnew\\n\\n<!-- end of figures -->\\nb\\n'
    """
    before, begin, rest = page.partition("<!-- figures -->")
    _, end, after = rest.partition("<!-- end of figures -->")
    if not end:
        raise ValueError("the page has no markers <!-- figures --> and <!-- end of figures -->")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def main() -> int:
    """Write the page. Exit status 2 where figures are missing."""
    missing = [name for name in NAMES if not (OUT / f"{name}.json").is_file()]
    if missing:
        print(f"report: no figures of {', '.join(missing)}. Run make bench first", file=sys.stderr)
        return 2
    told = {name: load(name) for name in NAMES}
    page = between(PAGE.read_text(encoding="utf-8"), report(told))
    PAGE.write_text(page, encoding="utf-8")
    print(f"report: {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
