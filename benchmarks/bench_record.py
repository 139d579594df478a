"""How fast the record of a town is verified, and what memory that needs.

Method: a file of 1,000,000 entries of 10,000 cases is written once, with a body as short as the one
of a payment, by the code that writes entries; then the file is verified as ``outfall verify`` does
it, three times, from the first entry to the last, in one process. Entries a second are those of the
median run by the clock; beside them by user CPU time. Memory is the largest resident size of a
process that verifies that file and does nothing else, less that of one that verifies one entry.

    python benchmarks/bench_record.py [ENTRIES]
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from harness import Figure, save
from rich.progress import track

from outfall.record.entry import FIRST, Entry, Law, Link, Person, instant
from outfall.record.program import verify_file

ENTRIES, CASES, RUNS = 1_000_000, 10_000, 3
BEGUN = datetime(2026, 1, 5, 13, 0, tzinfo=UTC)
PERSON, LAW = Person("p-17", "Ada Example", "finance"), Law("city-9-3-12", "2019", "c" * 64)
ALONE = """
import sys
from outfall.record.program import verify_file
verify_file(sys.argv[1])
print(*(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def write(path: Path, entries: int) -> tuple[Link, float]:
    """A record of so many entries; gives its head, and the seconds of CPU that writing it took."""
    head, cases = FIRST, dict[str, Link]()
    begun = time.process_time()
    with path.open("wb") as out:
        for n in track(range(1, entries + 1), "Writing", disable=not sys.stderr.isatty()):
            number = f"C-2026-{n * 7919 % CASES:05}"
            tip = cases.get(number, FIRST)
            entry = Entry(
                town="example-city",
                n=n,
                before=head.digest,
                case=number,
                case_n=tip.n + 1,
                case_before=tip.digest,
                at=instant(BEGUN + timedelta(seconds=n)),
                day="2026-01-05",
                zone="America/New_York",
                by=PERSON,
                second=None,
                key=f"018f3c7e-{n:012x}",
                law=LAW,
                kind="paid",
                body={"amount": n * 100, "part": "penalties", "note": "by check"},
            )
            out.write(entry.content() + b"\n")
            head, cases[number] = entry.link, entry.case_link
    return head, time.process_time() - begun


def resident(path: Path) -> float:
    """Megabytes that a process of its own needs at most to verify a file."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(path)], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def main() -> None:
    """Print entries a second, and the memory; save them for the report."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES
    with tempfile.TemporaryDirectory() as folder:
        path, one = Path(folder) / "record.jsonl", Path(folder) / "one.jsonl"
        head, written = write(path, entries)
        write(one, 1)
        size, runs, cpu = path.stat().st_size, [], 0.0
        for _ in range(RUNS):
            begun, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_utime
            assert verify_file(str(path), [head]).whole
            runs.append(time.perf_counter() - begun)
            cpu += (resource.getrusage(resource.RUSAGE_SELF).ru_utime - used) / RUNS
        memory = resident(path) - resident(one)
    took = statistics.median(runs)
    print(f"{entries:,} entries of {min(CASES, entries):,} cases, {size / entries:.0f} bytes each")
    print(f"verified: {entries / took:,.0f} entries a second ({entries / cpu:,.0f} by user CPU)")
    print(f"written:  {entries / written:,.0f} entries a second by CPU time")
    print(f"memory to verify them: {memory:.0f} MB, {memory * 1e6 / entries:.0f} bytes an entry")
    work = f"a record of {entries:,} entries verified"
    figure = Figure("verify", work, RUNS, took * 1e3, max(runs) * 1e3, cpu * 1e3)
    save("record", [figure], memory=round(memory, 1), written=round(entries / written))


if __name__ == "__main__":
    main()
